# SPDX-License-Identifier: BSD-2-Clause
"""C sources as tokens: functions, and where a piece of text stands whatever its line breaks."""
import bisect
import collections
import re

TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*) |
    (?P<directive>^[ \t]*\#(?:\\\n|[^\n])*) |
    (?P<string>"(?:\\.|[^"\\\n])*") |
    (?P<char>'(?:\\.|[^'\\\n])*') |
    (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*) |
    (?P<name>[A-Za-z_]\w*) |
    (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])
    """, re.X | re.S | re.M)

Token = collections.namedtuple("Token", "kind text start end")
Function = collections.namedtuple("Function", "name tokens")  # of the body, without its braces


def tokens_of(text):
    """Without comments and preprocessor directives."""
    return [Token(m.lastgroup, m[0], m.start(), m.end()) for m in TOKEN.finditer(text)
            if m.lastgroup not in ("comment", "directive")]


def closing(tokens, at):
    """The place of the bracket that closes the one at this place."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    opens, depth = tokens[at].text, 0
    for i in range(at, len(tokens)):
        if tokens[i].text == opens:
            depth += 1
        elif tokens[i].text == pairs[opens]:
            depth -= 1
            if depth == 0:
                return i
    return len(tokens) - 1


def name_before(tokens, at):
    """The name in front of the parenthesis that closes at this place."""
    depth = 0
    for i in range(at, 0, -1):
        depth += {")": 1, "(": -1}.get(tokens[i].text, 0)
        if depth == 0:
            return tokens[i - 1].text
    return ""


def functions_of(text):
    """The functions that are defined in this source."""
    tokens, found, i = tokens_of(text), [], 0
    while i < len(tokens):
        if tokens[i].text == "{":
            end = closing(tokens, i)
            if i and tokens[i - 1].text == ")":
                found.append(Function(name_before(tokens, i - 1), tokens[i + 1:end]))
            i = end
        i += 1
    return found


def places(function, wanted):
    """Where in a function these texts of tokens follow each other: (start, end) in the source."""
    texts = [token.text for token in function.tokens]
    return [(function.tokens[i].start, function.tokens[i + len(wanted) - 1].end)
            for i in range(len(texts) - len(wanted) + 1) if texts[i:i + len(wanted)] == wanted]


def texts_of(lines):
    return [token.text for token in tokens_of("\n".join(lines))]


def without_comments(text):
    """The same, as long, each comment made of blanks."""
    return re.sub(r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'|/\*.*?\*/|//[^\n]*",
                  lambda m: re.sub(r"[^\n]", " ", m[0]) if m[0][0] == "/" else m[0], text, flags=re.S)


def lines_around(text, start, end):
    """Where the lines begin and end that have this piece of the text."""
    begins = [0] + [m.end() for m in re.finditer("\n", text)]
    first = begins[bisect.bisect_right(begins, start) - 1]
    last = text.find("\n", end)
    return first, len(text) if last < 0 else last
