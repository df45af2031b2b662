#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Prints the functions of an object file as a table in C, by place (names.h).

usage: names.py OBJECT
"""
import re
import subprocess
import sys


def functions(path):
    """(offset, file, name), of those in the section .text."""
    sections = subprocess.run(["readelf", "-SW", path], capture_output=True, text=True, check=True).stdout
    text = re.search(r"\[ *(\d+)\] \.text +PROGBITS", sections).group(1)
    symbols = subprocess.run(["readelf", "-sW", path], capture_output=True, text=True, check=True).stdout
    file = ""
    for line in symbols.splitlines():
        word = line.split()
        if len(word) >= 8 and word[3] == "FILE":
            file = word[7]
        elif len(word) >= 8 and word[3] == "FUNC" and word[6] == text:
            name = re.sub(r"\.(isra|constprop|part|cold|lto_priv)(\.\d+)?", "", word[7])
            yield int(word[1], 16), file if word[4] == "LOCAL" else "", name


def main():
    found = sorted(functions(sys.argv[1]))
    print('#include "names.h"\nconst struct core_function core_functions[] = {')
    for offset, file, name in found:
        print(f'    {{{offset}, "{file}", "{name}"}},')
    print(f"}};\nconst uint32_t core_functions_count = {len(found)};")


main()
