# SPDX-License-Identifier: BSD-2-Clause
"""Where a C source could be wrong by one token, and how."""
import collections
import re

from source import closing, functions_of, lines_around, places, texts_of, without_comments

# kind: of operator; edits: (start, end, text) in the source
Site = collections.namedtuple("Site", "kind function edits")

RELATIONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
             "==": ("!=",), "!=": ("==",)}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|",
              "|": "&", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "<<=": ">>=", ">>=": "<<=",
              "++": "--", "--": "++"}
LOGIC = {"&&": "||", "||": "&&"}
KINDS = ("relation", "arithmetic", "constant", "negation", "deletion", "logic")
MORE_KINDS = ("index", "exchange", "return")  # of the pools that were drawn later

WORDS = set("if while for do switch return goto else case default sizeof".split())
TYPES = set("struct union enum const static volatile extern unsigned signed int long short char bool "
            "float double void size_t ssize_t FILE json_t".split())
PROSE = re.compile(r'^".*(?: |%).*"$', re.S)  # a text for people, or a format
ASSERTIONS = ("assert", "static_assert", "_Static_assert")


def spoken(tokens):
    """The places of tokens in calls that have a text for people, and in assertions."""
    found = set()
    for i, token in enumerate(tokens):
        if token.text == "(" and i and tokens[i - 1].kind == "name" and tokens[i - 1].text not in WORDS:
            end = closing(tokens, i)
            inside = tokens[i:end]
            if tokens[i - 1].text in ASSERTIONS or any(
                    t.kind == "string" and PROSE.match(t.text) for t in inside):
                found.update(range(i - 1, end + 1))
    return found


def is_operand(token):
    return token.kind in ("name", "number", "char") and token.text not in WORDS or token.text in ")]"


def statements(tokens):
    """(first, last) of each simple statement, last being its semicolon."""
    first, depth = 0, 0
    for i, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth or token.text not in (";", "{", "}", ":"):
            continue
        if token.text == ":" and tokens[first].text not in ("case", "default"):
            continue
        if token.text == ";" and i > first:
            yield first, i
        first = i + 1


def is_deletable(words):
    """Is this statement (its texts) an assignment, a call, an increment, break or continue?"""
    if words[0] in ("break", "continue"):
        return True
    if words[0] in WORDS | TYPES or words[0].endswith("_t") or words[:2] == ["(", "void"]:
        return False
    second = words[1]
    return not (re.match(r"[A-Za-z_]", second) or
                second == "*" and len(words) > 2 and re.match(r"[A-Za-z_*]", words[2]))


def constant(text, random):
    """Another number, one more or less; None if this is none that counts."""
    m = re.match(r"^(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)$", text)
    if not m or m[1] != "0" and re.match("^0[0-7]", m[1]):
        return None
    value = int(m[1], 0)
    other = value + (1 if value == 0 or random.random() < 0.5 else -1)
    return (hex(other) if m[1][:2].lower() == "0x" else str(other)) + m[2]


def of_token(tokens, i, random):
    """(kind, edits) of what can be wrong with one token, or None."""
    token, before = tokens[i], tokens[i - 1] if i else None
    if token.text in RELATIONS:
        return "relation", [(token.start, token.end, random.choice(RELATIONS[token.text]))]
    if token.text in LOGIC:
        return "logic", [(token.start, token.end, LOGIC[token.text])]
    if token.text in ARITHMETIC and (token.text in ("++", "--") or before and is_operand(before)):
        return "arithmetic", [(token.start, token.end, ARITHMETIC[token.text])]
    if token.kind == "number" and (other := constant(token.text, random)):
        return "constant", [(token.start, token.end, other)]
    if token.text == "(" and before and before.text in ("if", "while"):
        end = tokens[closing(tokens, i)]
        return "negation", [(token.end, token.end, "!("), (end.start, end.start, ")")]
    return None


def arguments(tokens, at):
    """(first, last) of each argument of the call whose bracket opens at this place."""
    end, first, depth = closing(tokens, at), at + 1, 0
    for i in range(at + 1, end + 1):
        if i == end or tokens[i].text == "," and depth == 0:
            if i > first:
                yield first, i - 1
            first = i + 1
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(tokens[i].text, 0)


def is_declared(tokens, at):
    """Is this place in what a declaration declares, and not in a value that it gives?"""
    first = at
    while first and tokens[first - 1].text not in (";", "{", "}"):
        first -= 1
    words = [token.text for token in tokens[first:at]]
    return len(words) > 1 and "=" not in words and words[0] not in WORDS and (
        words[0] in TYPES or words[0].endswith("_t") or bool(re.match("[A-Za-z_]", words[1])))


def next_index(tokens, i):
    """The element or the bit after the one that is meant."""
    if tokens[i].text == "[" and i and is_operand(tokens[i - 1]) and not is_declared(tokens, i):
        first, last = i + 1, closing(tokens, i) - 1
    elif tokens[i].text == "<<" and i and re.match(r"^1[uUlL]*$|^\)$", tokens[i - 1].text) and tokens[i + 1].kind in (
            "name", "number"):
        first, last = i + 1, i + 1
        while tokens[last + 1].text in ("%", "->", ".") and tokens[last + 2].kind in ("name", "number"):
            last += 2
    else:
        return []
    if last < first:
        return []
    return [[(tokens[first].start, tokens[first].start, "("), (tokens[last].end, tokens[last].end, " + 1)")]]


def exchanged(tokens, i):
    """Each two neighbours of a call's arguments, exchanged: the compiler says which can be."""
    if tokens[i].text != "(" or not i or tokens[i - 1].kind != "name" or tokens[i - 1].text in WORDS:
        return
    given = list(arguments(tokens, i))
    for (a, b), (c, d) in zip(given, given[1:]):
        left, right = tokens[a:b + 1], tokens[c:d + 1]
        texts = ["".join(f"{t.text} " for t in side).strip() for side in (left, right)]
        if texts[0] != texts[1]:
            yield [(left[0].start, left[-1].end, texts[1]), (right[0].start, right[-1].end, texts[0])]


def returns(tokens, i):
    """A return from the middle of a function is left out; an error that is returned becomes 0."""
    if tokens[i].text != "return":
        return []
    last = next(j for j in range(i, len(tokens)) if tokens[j].text == ";")
    if last < len(tokens) - 1:
        return [[(tokens[i].start, tokens[last].end, ";")]]
    if last == i + 2 and tokens[i + 1].kind == "name":
        return [[(tokens[i + 1].start, tokens[i + 1].end, "0")]]
    return []


def more_of_token(tokens, i):
    """Each (kind, edits) of MORE_KINDS."""
    for kind, of_kind in zip(MORE_KINDS, (next_index, exchanged, returns)):
        for edits in of_kind(tokens, i):
            yield kind, edits


def sites_of(text, random):
    """All of a source, in its order."""
    found = []
    for function in functions_of(text):
        tokens = function.tokens
        quiet = spoken(tokens)
        for i in range(len(tokens)):
            one = None if i in quiet else of_token(tokens, i, random)
            if one:
                found.append(Site(one[0], function, one[1]))
            if i not in quiet:
                found += [Site(kind, function, edits) for kind, edits in more_of_token(tokens, i)]
        for first, last in statements(tokens):
            words = [token.text for token in tokens[first:last + 1]]
            if is_deletable(words) and not quiet & set(range(first, last)):
                found.append(Site("deletion", function, [(tokens[first].start, tokens[last].end, ";")]))
    return found


def edited(text, edits):
    for start, end, other in sorted(edits, reverse=True):
        text = text[:start] + other + text[end:]
    return text


def record(path, text, site):
    """What is kept of a site: lines, not their numbers, so that it is found again elsewhere."""
    plain = without_comments(text)
    start, end = min(e[0] for e in site.edits), max(e[1] for e in site.edits)
    first, last = lines_around(plain, start, end)
    first, last = max(first, site.function.tokens[0].start), min(last, site.function.tokens[-1].end)
    after = edited(plain[first:last], [(s - first, e - first, t) for s, e, t in site.edits])
    before = stripped(plain[first:last])
    spans = [span[0] for span in places(site.function, texts_of(before))]
    begin = first + len(plain[first:last]) - len(plain[first:last].lstrip())
    return {"file": path, "function": site.function.name, "kind": site.kind, "before": before,
            "after": stripped(after), "nth": spans.index(begin)}


def stripped(text):
    return [line.strip() for line in text.split("\n") if line.strip()]
