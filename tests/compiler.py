#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Which compiler made the firmware of a build, and is it the one whose cycles the pages print?

usage: compiler.py BUILD [FILE.elf]  prints it, as "gcc 12.2.0"
       compiler.py --reference       prints the reference compiler

Golden cycles are kept for each compiler. The reference is named in the file reference-compiler
beside this one, and nowhere else.
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def reference():
    with open(os.path.join(HERE, "reference-compiler")) as file:
        return file.read().strip()


def of(build, firmware="multicast"):
    """As noct finds it in the ELF file."""
    size = subprocess.run([os.path.join(build, "noct"), "size", "--json", "--firmware", firmware],
                          stdout=subprocess.PIPE, check=True)
    return json.loads(size.stdout)["compiler"]


def is_reference(build):
    return of(build) == reference()


def in_a_file_name(compiler):
    """As "gcc-12.2.0"."""
    return compiler.replace(", ", "+").replace(" ", "-")


if __name__ == "__main__":
    if sys.argv[1:] == ["--reference"]:
        print(reference())
    elif len(sys.argv) in (2, 3) and not sys.argv[1].startswith("-"):
        print(of(*sys.argv[1:]))
    else:
        sys.exit(__doc__)
