#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Draws figures 12 to 14 of Stricker 1991, the load of each link, from `noct load`.

usage: loads.py --noct NOCT --out DIR [--check]

DIR/stricker-12.svg: a 4x4 surface, every cell to every other, by two routers. stricker-13.svg: between the
cells and a host alone. stricker-14.svg: both, the host's a quarter of the cells'. A link's number is its
share of all hops in per cent; both directions of a link lie side by side, each to the right of its way.
DIR/stricker.tsv has the busiest link of each, the mean of those that are used, and all hops; and the same
for other shares of the host's traffic. With --check all are made again and compared.
"""
import argparse
import json
import os
import subprocess
import sys

SIDE, CELL, EDGE, PANEL = 4, 84, 82, 480  # cells; pixels
HOST = "grid:docs/examples/host.grid"
FIGURES = {"stricker-12": [("one turn", ["mesh:4x4", "one-turn"]), ("x then y", ["mesh:4x4", "x-then-y"])],
           "stricker-13": [("balanced, host's traffic alone", [HOST, "balanced", "--traffic", "io"])],
           "stricker-14": [("balanced, cells alone", [HOST, "balanced", "--traffic", "cells"]),
                           ("balanced, the host's a quarter of it", [HOST, "balanced", "--io-share", "25"])]}
# What stands in the table: a name, and noct load's words.
TOLD = {"one-turn": ["mesh:4x4", "one-turn"], "x-then-y": ["mesh:4x4", "x-then-y"],
        "cells": [HOST, "balanced", "--traffic", "cells"], "io": [HOST, "balanced", "--traffic", "io"],
        **{str(share): [HOST, "balanced", "--io-share", str(share)] for share in range(5, 105, 5)}}
AWAY = {(0, 1): (1, 0), (0, -1): (-1, 0), (1, 1): (0, 1), (1, -1): (0, -1)}  # by dimension and direction


def load(noct, words):
    topology, routing, *more = words
    done = subprocess.run([noct, "load", "--topology", topology, "--routing", routing, *more, "--json"], check=True,
                          stdout=subprocess.PIPE)
    links = json.loads(done.stdout)["links"]
    if "percent" not in links[0]:
        whole = sum(link["routes"] for link in links)
        for link in links:
            link["percent"] = 100 * link["routes"] / whole
    return links


def place(node):
    """The host, the last node, stands right of the first row."""
    column, row = (SIDE, 0) if node == SIDE * SIDE else (node % SIDE, node // SIDE)
    return EDGE + CELL * column, EDGE + CELL * row


def colour(percent, greatest):
    """From pale to dark."""
    part = percent / greatest
    pale, dark = (222, 235, 247), (8, 48, 107)
    return "#" + "".join(f"{round(p + (d - p) * part):02x}" for p, d in zip(pale, dark))


def text(x, y, words, size=10, anchor="middle", weight="normal"):
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
            f'fill="#202124">{words}</text>')


def arrow(link, greatest):
    """One direction of a link, to the right of its way; around the end it is a stub."""
    (x, y), (to_x, to_y) = place(link["node"]), place(link["next"])
    dx, dy = AWAY[link["dim"], link["dir"]]
    length = CELL - 33 if (to_x - x, to_y - y) == (CELL * dx, CELL * dy) else 26
    x, y = x + 13 * dx - 7 * dy, y + 13 * dy + 7 * dx
    end_x, end_y = x + length * dx, y + length * dy
    fill, width = colour(link["percent"], greatest), 1.5 + 5 * link["percent"] / greatest
    yield (f'<path d="M{x:g} {y:g}L{end_x:g} {end_y:g}" stroke="{fill}" stroke-width="{width:.1f}"/>'
           f'<path d="M{end_x - 4 * dy + 2 * dx:g} {end_y + 4 * dx + 2 * dy:g}L{end_x + 6 * dx:g} {end_y + 6 * dy:g}'
           f'L{end_x + 4 * dy + 2 * dx:g} {end_y - 4 * dx + 2 * dy:g}z" fill="{fill}"/>')
    at_x, at_y = (x + end_x) / 2 - 12 * dy, (y + end_y) / 2 + (12 if dx > 0 else -6 if dx < 0 else 4)
    anchor = "middle" if dx else "start" if dy < 0 else "end"
    yield text(at_x if dx else x + (6 if dy < 0 else -6), at_y, f"{link['percent']:.1f}", 9, anchor)


def panel(number, title, links):
    greatest = max(link["percent"] for link in links)
    used = [link for link in links if link["percent"]]
    yield f'<g transform="translate({number * PANEL} 0)">'
    yield text(EDGE - 20, 24, title, 14, "start", "bold")
    for link in used:
        yield from arrow(link, greatest)
    for node in sorted({link["node"] for link in links}):
        x, y = place(node)
        host = node == SIDE * SIDE
        yield (f'<rect x="{x - 12}" y="{y - 12}" width="24" height="24" rx="4" fill="{"#b03020" if host else "#ffffff"}" '
               f'stroke="#5f6368"/>')
        yield (f'<text x="{x}" y="{y + 4}" font-size="11" text-anchor="middle" '
               f'fill="{"#ffffff" if host else "#202124"}">{"host" if host else node}</text>')
    mean = sum(link["percent"] for link in used) / len(used)
    yield text(EDGE - 20, EDGE + CELL * SIDE + 2,
               f"busiest link {greatest:.2f} %, mean of {len(used)} used {mean:.2f} %", 12, "start")
    yield "</g>"


def picture(noct, panels):
    width, height = PANEL * len(panels), EDGE + CELL * SIDE + 20
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Helvetica, sans-serif">')
    yield "<title>Load of each link, in per cent of all hops</title>"
    yield f'<rect width="{width}" height="{height}" fill="white"/>'
    for number, (title, words) in enumerate(panels):
        yield from panel(number, title, load(noct, words))
    yield "</svg>"


def table(noct):
    yield "\t".join(("traffic", "busiest link, per cent", "mean of used links, per cent", "hops"))
    for name, words in TOLD.items():
        links = load(noct, words)
        used = [link["percent"] for link in links if link["percent"]]
        hops = sum(link["routes"] for link in links)
        yield "\t".join((name, f"{max(used):.4f}", f"{sum(used) / len(used):.4f}", str(hops)))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--noct", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    made = {name + ".svg": picture(args.noct, panels) for name, panels in FIGURES.items()}
    for name, lines in {**made, "stricker.tsv": table(args.noct)}.items():
        path, drawn = os.path.join(args.out, name), "\n".join(lines) + "\n"
        if args.check:
            with open(path) as file:
                if file.read() != drawn:
                    sys.exit(f"{path} is stale, run make figures")
            print(f"ok {name}")
        else:
            with open(path, "w") as file:
                file.write(drawn)


if __name__ == "__main__":
    main()
