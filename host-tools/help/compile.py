#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Turns the help texts into the C tables that noct and its man pages are made from.

usage: compile.py KEYS.DEF COMMANDS.C DIRECTORY > help_pages.c

README.md in the directory describes the format. What breaks it is reported by file and line,
with status 1, and nothing is written.
"""
import pathlib
import re
import sys

SECTIONS = ["SUMMARY", "USAGE", "DESCRIPTION", "DETAILS", "FLAGS", "EXAMPLES", "MORE EXAMPLES",
            "EXIT STATUS", "SEE ALSO"]
TABBED = {"FLAGS", "EXAMPLES", "MORE EXAMPLES", "EXIT STATUS"}  # each line is "left<TAB>right"
FLAGS_OF_ALL = {"json", "batch", "help", "version"}
FLAGS_OF_COMPILERS = {"size", "sdk", "trace", "defsym"}  # of noct cc, and of those that it starts
FLAG = re.compile(r"(?<![\w-])--([a-z][a-z_-]*)")
KEY = re.compile(r"^KEY\((\w+),", re.M)
COMMAND = re.compile(r'\.name = "([a-z+ ]+)"')
NO_COMMANDS = {"noct", "help", "completion"}  # pages with a USAGE that the table of commands lacks
SPDX = "# SPDX-License-Identifier: BSD-2-Clause"
COLUMNS_MAX, SUMMARY_MAX = 100, 64
faults = []


def fault(path, line, text):
    faults.append(f"{path}:{line}: {text}")


def lines_of(path):
    """The numbered lines of a text after its licence, as far as they are fit to be shown."""
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines[0] != SPDX:
        fault(path, 1, f"must be '{SPDX}'")
    section = None
    for number, line in enumerate(lines, 1):
        section = line if line in SECTIONS else section
        if not line.isascii():
            fault(path, number, "only ASCII characters are allowed")
        if len(line) > COLUMNS_MAX and section not in ("EXAMPLES", "MORE EXAMPLES"):
            fault(path, number, f"longer than {COLUMNS_MAX} columns")
        if line != line.rstrip():
            fault(path, number, "blanks at the end of the line")
    return list(enumerate(lines, 1))[1:]


def blocks_of(path, lines):
    """Paragraphs, 'term<TAB>text' items and '    literal' lines, each as one string."""
    blocks, fresh = [], True
    for number, line in lines:
        if not line:
            fresh = True
        elif line.startswith("    "):
            blocks.append(line)
            fresh = True
        elif line.startswith("\t"):
            if not blocks or "\t" not in blocks[-1]:
                fault(path, number, "continues no item; an item is 'term<TAB>text'")
            else:
                blocks[-1] += " " + line.strip()
        elif fresh or "\t" in line:
            blocks.append(line)
            fresh = "\t" in line
        else:
            blocks[-1] += " " + line
    return blocks


def sections_of(path):
    """{section: its numbered lines}"""
    found, name = {}, None
    for number, line in lines_of(path):
        if line in SECTIONS:
            if line in found:
                fault(path, number, f"{line} is there already")
            name = line
            found[name] = []
        elif line and line.upper() == line and re.fullmatch(r"[A-Z ]+", line):
            fault(path, number, f"'{line}' is no section; there are {', '.join(SECTIONS)}")
        elif line and name is None:
            fault(path, number, f"text before the first section, as {SECTIONS[0]}")
        elif name:
            found[name].append((number, line))
    return found


def check_page(path, page):
    """What every page must have."""
    summary = page.get("SUMMARY", [])
    for name in ("SUMMARY", "DESCRIPTION", "SEE ALSO"):
        if not page.get(name):
            fault(path, 1, f"no {name}")
    if len(summary) != 1 or len(summary[0]) > SUMMARY_MAX or "'" in summary[0]:
        fault(path, 1, f"SUMMARY must be one line of at most {SUMMARY_MAX} characters without '")
    if page.get("USAGE") and not page.get("EXAMPLES"):
        fault(path, 1, "a command has no EXAMPLES")


def read_page(path, keys):
    page = {}
    for name, lines in sections_of(path).items():
        used = [(number, line) for number, line in lines if line]
        if name in ("DESCRIPTION", "DETAILS"):
            page[name] = blocks_of(path, lines)
        elif name in TABBED:
            page[name] = blocks_of(path, lines)
            for number, line in used:
                if "\t" not in line:
                    fault(path, number, f"a line of {name} is 'left<TAB>right'")
                elif name == "FLAGS" and not line.startswith("\t") and line.split("\t")[0] not in keys:
                    fault(path, number, "this flag is not in keys.def")
        else:
            page[name] = [line for _, line in used]
    check_page(path, page)
    return page


def read_keys(path, keys):
    """{key: its paragraph}; "--key" alone on a line begins one."""
    texts, name = {}, None
    for number, line in lines_of(path):
        if re.fullmatch(r"--[a-z_]+", line):
            name = line[2:]
            if name not in keys:
                fault(path, number, f"'{name}' is not in keys.def")
            if name in texts:
                fault(path, number, f"'{name}' is there already")
            texts[name] = ""
        elif line and name is None:
            fault(path, number, "text before the first key")
        elif line:
            texts[name] = (texts[name] + " " + line).strip()
    for key in keys:
        if not texts.get(key):
            fault(path, 1, f"no text for the key '{key}' of keys.def")
    return texts


def check_words(path, keys, names):
    """Flags and pages that the text mentions must exist."""
    for number, line in lines_of(path):
        for flag in FLAG.findall(line):
            if flag.replace("-", "_") not in keys | FLAGS_OF_ALL | FLAGS_OF_COMPILERS:
                fault(path, number, f"--{flag} is no flag")
        for page in re.findall(r"'noct help ([a-z][a-z ]*)'", line):
            if page not in names:
                fault(path, number, f"there is no page '{page}'")


def check_see_also(path, page, names):
    for item in page.get("SEE ALSO", []):
        if item not in names and not item.startswith("docs/"):
            fault(path, 1, f"SEE ALSO '{item}': no page, and no file of docs/")
        if item.startswith("docs/") and not pathlib.Path(item).is_file():
            fault(path, 1, f"SEE ALSO '{item}': no such file")


def check_commands(directory, pages, commands):
    """Every command has a page, and every page with a USAGE a command."""
    for name in commands - pages.keys():
        fault(directory, 1, f"no text for the command '{name}'")
    for name, page in pages.items():
        if page.get("USAGE") and name not in commands | NO_COMMANDS:
            fault(directory, 1, f"there is no command '{name}' for this text; a topic has no USAGE")


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'


def c_list(texts):
    if not texts:
        return "none"
    return "(const char *const[]){\n        " + ",\n        ".join(map(c_string, texts)) + ", NULL }"


def write(pages, texts):
    print("/* SPDX-License-Identifier: BSD-2-Clause */")
    print("/* Made by compile.py from the texts beside it. */")
    print('#include <stddef.h>\n\n#include "help/help.h"\n#include "base/options.h"\n')
    print("static const char *const none[] = { NULL };\n")
    print("const struct help_page help_pages[] = {")
    for name, page in pages.items():
        print(f"    {{ .name = {c_string(name)},")
        print(f"      .summary = {c_string(page['SUMMARY'][0])},")
        for section in SECTIONS[1:]:
            print(f"      .{section.lower().replace(' ', '_')} = {c_list(page.get(section))},")
        print("    },")
    print("    { 0 },\n};\n")
    print("const char *const help_key_texts[] = {")
    for key, text in texts.items():
        print(f"    [KEY_{key}] = {c_string(text)},")
    print("};")


def main(keys_def, commands_c, directory):
    keys = set(KEY.findall(pathlib.Path(keys_def).read_text(encoding="utf-8")))
    commands = set(COMMAND.findall(pathlib.Path(commands_c).read_text(encoding="utf-8")))
    paths = sorted(p for p in pathlib.Path(directory).glob("*.txt") if p.name != "keys.txt")
    names = {p.stem.replace("-", " "): p for p in paths}
    pages = {name: read_page(path, keys) for name, path in names.items()}
    check_commands(directory, pages, commands)
    key_path = pathlib.Path(directory) / "keys.txt"
    texts = read_keys(key_path, keys)
    for path in paths + [key_path]:
        check_words(path, keys, names)
    for name, page in pages.items():
        check_see_also(names[name], page, names)
    if faults:
        print(*dict.fromkeys(faults), sep="\n", file=sys.stderr)
        return 1
    write(pages, texts)
    return 0


if len(sys.argv) != 4:
    print(__doc__, file=sys.stderr)
    sys.exit(2)
sys.exit(main(*sys.argv[1:]))
