#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Prints files of costs as strings in C, by their names without .json: costs_files.h.

usage: embed_costs.py REFERENCE FILE.json...
"""
import json
import pathlib
import sys

WIDTH = 96


def main():
    print('#include "costs/costs_files.h"\nconst struct costs_text costs_texts[] = {')
    for path in map(pathlib.Path, sys.argv[2:]):
        text = json.dumps(json.loads(path.read_text(encoding="ascii") or "{}"), separators=(",", ":"))
        lines = [text[i:i + WIDTH] for i in range(0, len(text), WIDTH)]
        print(f'    {{"{path.stem}",')
        print("\n".join('     "' + line.replace("\\", "\\\\").replace('"', '\\"') + '"' for line in lines) + "},")
    print("    {NULL, NULL},\n};")
    print(f'const char costs_reference[] = "{sys.argv[1]}";')


main()
