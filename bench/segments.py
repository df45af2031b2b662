#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Broadcasts of 16 KiB in segments: cycles by noct sim over the bound, for each plan and its best segment.

usage: segments.py NOCT [--update PAGE.md]

The bound for one port is ts + ecc * th + (L - 1) * tc: here the start-ups of one message, a cycle for each
hop to the farthest node, and one for each flit. The start-ups are those that noct demo measures of the
firmware. Prints a row for each network; --update puts the rows between the page's marks <!-- segments --> and
<!-- /segments -->. All are cycles, the same on every host with the same firmware.
"""
import argparse
import json
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
import page
from table import Row

FLITS = 4096
SEGMENTS = range(8, 129, 2)
PLANS = ["chain", "binary", "two-tree"]
GRAPH = "lattice:32x2"
# network, the plan that halves, the goal
NETWORKS = [("torus:8x8", "u-torus", 2.2), ("cube:6", "u-cube", 2.2), ("mesh:8x8", "u-torus", 2.6),
            ("ccc:4", "u-ccc", 3.0), (GRAPH, "postorder", None)]


def ask(noct, experiments):
    lines = "".join(json.dumps(e) + "\n" for e in experiments)
    process = subprocess.run([noct, "sim", "--batch"], input=lines, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    wrong = [a["error"] for a in answers if "error" in a]
    if wrong or process.returncode:
        sys.exit(f"noct sim: {wrong[0] if wrong else process.stderr.strip()}")
    return answers


def startups(noct):
    """Those of this firmware."""
    cost = json.loads(subprocess.run([noct, "demo", "--json"], capture_output=True, text=True, check=True).stdout)
    return {"tau_s": cost["tau_s"], "tau_r": cost["tau_r"]}


def bound(noct, network):
    """A message of so many flits to the farthest node, alone in the network."""
    nodes = [int(n) for n in ask(noct, [dict(network, length=1)])[0]["latency"]]
    lone = ask(noct, [dict(network, length=FLITS, algorithm="separate", dests=[n]) for n in nodes])
    return max(a["latency_max"] for a in lone)


def best(noct, network, plan):
    """(cycles, segment) of the best number of segments."""
    sizes = [-(-FLITS // n) for n in SEGMENTS]
    answers = ask(noct, [dict(network, length=FLITS, algorithm=plan, segment=s) for s in sizes])
    return min((a["latency_max"], s) for a, s in zip(answers, sizes))


def measure(noct, tell=lambda line: None):
    """[(network, bound, goal, {plan: (cycles, segment or None)})]"""
    found, costs = [], startups(noct)
    for name, halving, goal in NETWORKS:
        network = {"topology": name, **costs}
        cycles = {"whole": (ask(noct, [dict(network, length=FLITS, algorithm=halving)])[0]["latency_max"], None)}
        for plan in PLANS:
            cycles[plan] = best(noct, network, plan)
        found.append((name, bound(noct, network), goal, cycles))
        tell(name)
    return found


def cell(cycles, segment, least):
    return f"{cycles:,} {cycles / least:.2f}" + (f" ({segment})" if segment else "")


def table(found):
    lines = ["| network | bound | recursive halving, one worm | " + " | ".join(f"`{p}`" for p in PLANS) + " | goal |",
             "|---|---:|---:|" + "---:|" * len(PLANS) + "---:|"]
    for name, least, goal, cycles in found:
        title = "`lattice:32x2`: 64 processors" if name == GRAPH else f"`{name}`"
        cells = [cell(*cycles[p], least) for p in ["whole"] + PLANS]
        lines.append(f"| {title} | {least:,} | " + " | ".join(cells) + f" | {goal or ''} |")
    return lines


def segments(b):
    """For make bench."""
    for name, least, goal, cycles in measure(b.noct):
        plan = min(PLANS, key=lambda p: cycles[p][0])
        key = "segments_ratio_" + re.sub(r"\W", "_", name)
        b.add(Row(key, f"16 KiB over the bound, {name.split(':LATT', maxsplit=1)[0]}", cycles[plan][0] / least, "",
                  goal=goal, peer=f"{plan} in segments of {cycles[plan][1]}"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("noct")
    parser.add_argument("--update")
    options = parser.parse_args()
    found = measure(options.noct, lambda name: print(name, file=sys.stderr, flush=True))
    page.show(options.update, {"segments": "\n".join(table(found))})


if __name__ == "__main__":
    main()
