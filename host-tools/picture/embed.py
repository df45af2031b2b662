#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Prints style.css, curves.css and page.js as strings in C, with their hashes for the page's policy.

usage: embed.py DIRECTORY
"""
import base64
import hashlib
import pathlib
import sys


def literal(text):
    """The text as a C string, a line for each of its lines."""
    lines = []
    for line in text.splitlines(keepends=True):
        escaped = line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        lines.append(f'    "{escaped}"')
    return "\n".join(lines)


def main():
    """The files, in the order of page.h."""
    directory = pathlib.Path(sys.argv[1])
    print('#include "picture/page.h"')
    for name, file in (("style", "style.css"), ("curves_style", "curves.css"),
                       ("script", "page.js")):
        text = (directory / file).read_text(encoding="ascii")
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        if "</" in text:
            sys.exit(f"{file}: '</' would end its element")
        print(f"const char page_{name}[] =\n{literal(text)};")
        print(f'const char page_{name}_hash[] = "sha256-{digest}";')


main()
