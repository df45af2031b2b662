#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Which compiler made the firmware of a build, and is it the one whose cycles the pages print?

usage: compiler.py BUILD [FILE.elf]  prints it, as "gcc 12.2.0"
       compiler.py --reference       prints the reference compiler
       compiler.py --expect BUILD    ends with status 1 if it is another one, and says so

Golden cycles are kept for each compiler. The reference is named in the file reference-compiler
beside this one, and nowhere else.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def reference():
    with open(os.path.join(HERE, "reference-compiler")) as file:
        return file.read().strip()


def of(build, firmware="multicast"):
    """As noct finds it in the ELF file."""
    size = subprocess.run([os.path.join(build, "noct"), "size", "--json", "--firmware", firmware],
                          stdout=subprocess.PIPE, check=True)
    return json.loads(size.stdout)["compiler"]


def other(build):
    """The compiler of a build, if that is not the reference; else None."""
    made_by = of(build)
    return None if made_by == reference() else made_by


def in_a_file_name(compiler):
    """As "gcc-12.2.0"."""
    return compiler.replace(", ", "+").replace(" ", "-")


def without_numbers(text):
    """What two compilers have in common: no numbers, nor the blanks that columns have for them."""
    return re.sub(" +", " ", NUMBER.sub("N", text)).replace(" \n", "\n")


def is_stale(name, kept, made, build):
    """Is what a page or picture keeps, by the reference, not what was made now? Of another compiler
    numbers are not compared, and a line says so."""
    made_by = other(build)
    if made_by is None or kept == made:
        return kept != made
    print(f"SKIPPED {name}: its cycles are of firmware by {reference()}; this is by {made_by}, so "
          "numbers are not compared")
    return without_numbers(kept) != without_numbers(made)


if __name__ == "__main__":
    if sys.argv[1:] == ["--reference"]:
        print(reference())
    elif sys.argv[1:2] == ["--expect"] and len(sys.argv) == 3:
        if other(sys.argv[2]):
            sys.exit(f"pages and figures have cycles of firmware by {reference()}, and this is by "
                     f"{other(sys.argv[2])}")
    elif len(sys.argv) in (2, 3) and not sys.argv[1].startswith("-"):
        print(of(*sys.argv[1:]))
    else:
        sys.exit(__doc__)
