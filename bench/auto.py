#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The algorithm auto: its latency over the best algorithm's, both simulated flit by flit.

usage: auto.py NOCT [--full | --run] [--update PAGE.md]

Of each cell of a grid of set sizes, lengths and start-ups, every algorithm that auto might have
taken is simulated, and mu-torus with every parameter up to 16 and then more than auto looks at; each under the routing of
its own and under the topology's. What takes longer than auto is stopped there, since it is not the best. With --run the firmware does it on the
emulated board instead, with all that is predicted to take at most half as long again as auto. Prints a row for each
network; --update puts the rows between the page's marks <!-- auto --> and <!-- /auto -->, with --run auto-run. All are
cycles, the same on every host, with --run with the same firmware.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing beside the sources
import page
from table import Row

# A graph of 16 switches in a ring with chords, three processors at each.
GRAPH = ("nodes 64\nswitch 0-15\n"
         + "".join(f"{i} {(i + 1) % 16}\n" for i in range(16)) + "".join(f"{i} {i + 8}\n" for i in range(8))
         + "".join(f"{node % 16} {node}\n" for node in range(16, 64)))
NETWORKS = [("utorus:16x16", "one"), ("utorus:16x16", "all"), ("torus:8x8", "one"), ("torus:8x8", "all"),
            ("mesh:8x8", "one"), ("mesh:8x8", "all"), ("mesh:16x16", "one"), ("mesh:16x16", "all"),
            ("cube:6", "one"), ("cube:6", "all"), ("cube:8", "one"), ("cube:8", "all"), ("ccc:4", "one"),
            ("ccc:4", "all"), ("graph:GRAPH", "one"), ("grid:GRID", "one")]
ON_BOARD = [("utorus:8x8", "one"), ("torus:8x8", "one"), ("mesh:8x8", "one"), ("mesh:8x8", "all"), ("cube:6", "one"),
            ("cube:6", "all"), ("ccc:4", "one")]
LIKELY = 1.5
GRID = "torus 8x8\naux left 7 right 0\n"
SIZES = {False: [4, 24, "all"], True: [1, 3, 10, 30, "half", "all"]}
LENGTHS = {False: [8, 512], True: [1, 16, 64, 512, 4096]}
STARTUPS = {False: [0, 1000], True: [0, 100, 1000, 10000]}  # tau_s; tau_r is a quarter
MORE = [11, 13, 14, 16, 17, 20, 24, 32, 48, 64, 96, 128, 192]


def ask(noct, command, experiments):
    lines = "".join(json.dumps(e) + "\n" for e in experiments)
    process = subprocess.run([noct, command, "--batch"], input=lines, capture_output=True, text=True, check=False)
    if process.returncode not in (0, 1):
        sys.exit(f"noct {command}: status {process.returncode}: {process.stdout.strip().splitlines()[-1][:300]}")
    return [json.loads(line) for line in process.stdout.splitlines()]


def rivals(command, cell, answer):
    """All that might have been taken, as experiments; simulated ones may last as long as auto did."""
    tried = answer["auto"]["candidates"]
    if command == "run":
        most = LIKELY * answer["auto"]["predicted_cycles"]
        return [dict(cell, algorithm=c["algorithm"], routing=c["routing"])
                for c in tried if (c["predicted_cycles"] or most + 1) <= most]
    names = [(c["algorithm"], c["routing"]) for c in tried]
    names += [(f"mu-torus:{r}", "utpr") for r in MORE
              if ("mu-torus:2", "utpr") in names and r <= answer["m"]]
    return [dict(cell, algorithm=a, routing=r, limit_cycles=answer["latency_max"])
            for a, r in dict.fromkeys(names)]


def ratio(noct, command, cell, answer):
    """auto's latency over the least of all, and whose that is."""
    mine = answer["latency_max"]
    best, whose = mine, answer["algorithm"]
    for other in ask(noct, command, rivals(command, cell, answer)):
        if "not finished" in other.get("error", ""):
            continue
        if "error" in other:
            sys.exit(f"noct {command}: {other['error']}")
        if other["latency_max"] < best:
            best, whose = other["latency_max"], other["algorithm"]
    return mine / best, whose


def cells(topology, ports, full, nodes):
    for size in SIZES[full]:
        m = nodes - 1 if size == "all" else nodes // 2 if size == "half" else size
        for length in LENGTHS[full]:
            for tau in STARTUPS[full]:
                yield {"topology": topology, "ports": ports, "dests": f"random:{m}", "seed": m + length,
                       "length": length, "tau_s": tau, "tau_r": tau // 4}


def network(noct, command, topology, ports, full):
    """[(ratio, cell, auto's answer, the best algorithm)] of one network."""
    nodes = ask(noct, "plan", [{"topology": topology, "length": 1}])[0]["m"] + 1
    grid = list(cells(topology, ports, full, nodes))
    answers = ask(noct, command, grid)
    wrong = [a["error"] for a in answers if "error" in a]
    if wrong:
        sys.exit(f"{topology}: {wrong[0]}")
    return [(*ratio(noct, command, c, a), c, a) for c, a in zip(grid, answers)]


def row(name, ports, found):
    """A line of the table: the grid's median and worst, where that is, and how far predictions are off."""
    ratios = [r for r, _, _, _ in found]
    worst, whose, cell, answer = max(found, key=lambda f: f[0])
    off = [abs(a["auto"]["predicted_cycles"] / a["latency_max"] - 1) for _, _, _, a in found]
    where = "" if worst == 1 else (f"`{answer['algorithm']}` for `{whose}`: {answer['m']} nodes, "
                                   f"{cell['length']} flits, tau_s {cell['tau_s']}")
    taken = sorted({a["algorithm"].split(":")[0] for _, _, _, a in found})
    return (f"| `{name}`, {ports} | {len(found)} | {statistics.median(ratios):.3f} | {worst:.3f} | {where} | "
            f"{100 * max(off):.1f}% | {', '.join(f'`{t}`' for t in taken)} |")


HEAD = ["| network, ports | cells | median | worst | where | prediction off, at most | taken |",
        "|---|---:|---:|---:|---|---:|---|"]


def all_networks(noct, command, full, tell):
    """Every cell's ratio, and the table."""
    ratios, lines = [], list(HEAD)
    with tempfile.TemporaryDirectory() as work:
        for name, text in (("GRAPH", GRAPH), ("GRID", GRID)):
            with open(os.path.join(work, name), "w", encoding="ascii") as file:
                file.write(text)
        for topology, ports in ON_BOARD if command == "run" else NETWORKS:
            found = network(noct, command, topology.replace(":G", f":{work}/G"), ports, full)
            ratios += [f[0] for f in found]
            lines.append(row(topology.replace("GRAPH", "16 switches, 48 nodes").replace("GRID", "torus 8x8, a cell more"),
                             ports, found))
            tell(lines[-1])
    lines.append(f"| together | {len(ratios)} | {statistics.median(ratios):.3f} | {max(ratios):.3f} | | | |")
    return ratios, lines


def auto(b):
    """For make bench: a part of the grid."""
    ratios, _ = all_networks(b.noct, "sim", False, lambda line: None)
    b.add(Row("auto_ratio_median", f"auto over the best, median of {len(ratios)}", statistics.median(ratios), "",
              goal=1.05))
    b.add(Row("auto_ratio_worst", "auto over the best, worst", max(ratios), "", goal=1.10))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("noct")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--run", action="store_true")
    parser.add_argument("--update")
    options = parser.parse_args()
    command, mark = ("run", "auto-run") if options.run else ("sim", "auto")
    _, lines = all_networks(options.noct, command, options.full, lambda line: print(line, file=sys.stderr, flush=True))
    page.show(options.update, {mark: "\n".join(lines)})


if __name__ == "__main__":
    main()
