#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Draws the figures whose trials noct sweep has made (bench/study.py), from their tables alone.

usage: draw.py --out DIR [--check]

For each DIR/NAME.tsv and DIR/NAME.svg, with 95 % intervals; how many trials each point has so far is in
the table. With --check the tables are compared with those in DIR.
"""
import argparse
import sys

import papers
import steps
import three_depths
from picture import Failed


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--out", required=True)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    for module in (steps, papers, three_depths):
        for picture in module.pictures(args.out):
            (picture.check if args.check else picture.draw)(args.out)


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as why:
        sys.exit(f"draw: {why}")
