#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Broadcasts of 16 KiB to 64 cores on the emulated board, by noct run --segment: cycles over the bound.

usage: broadcasts.py NOCT [--update PAGE.md]

The bound for one port is ts + ecc * th + (L - 1) * tc. ts is the call's own start-up: what a flit to one
destination takes by the same call, less its way. Prints a row for each network, with the best of some lengths
of segments; --update puts the rows between the page's marks <!-- broadcasts --> and <!-- /broadcasts -->.
All are cycles, the same on every host with the same firmware.
"""
import argparse
import json
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
import page
from segments import GRAPH
from table import Row

FLITS = 4096
PIECES = [32, 43, 64, 86, 128]
WORM_PIECES = [342, 410, 456, 512, 586]
FIRMWARE = {"tau_s": 30, "tau_r": 45}  # host-tools/costs/firmware_costs.h
# key, network, plan, source, lengths of segments, goal
ROWS = [("worm_utorus", "utorus:8x8", "s-torus", 0, [FLITS], 1.08),
        ("worm_mesh", "mesh:8x8", "dual-path", 0, [FLITS], 1.08),
        ("worm_cube", "cube:6", "dual-path", 0, [FLITS], 1.08),
        ("any_utorus", "utorus:8x8", "s-torus", 27, [FLITS], 1.35),
        ("any_mesh", "mesh:8x8", "two-phase-path", 27, WORM_PIECES, 1.35),
        ("any_cube", "cube:6", "two-phase-path", 27, WORM_PIECES, 1.35),
        ("torus", "torus:8x8", "two-tree", 0, PIECES, 2.2),
        ("cube", "cube:6", "two-tree", 0, PIECES, 2.2),
        ("mesh", "mesh:8x8", "two-tree", 0, PIECES, 2.6),
        ("ccc", "ccc:4", "binary", 0, PIECES, 3.0)]


def ask(noct, command, experiments):
    lines = "".join(json.dumps(e) + "\n" for e in experiments)
    process = subprocess.run([noct, command, "--batch"], input=lines, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    wrong = [a["error"] for a in answers if "error" in a]
    if wrong or len(answers) != len(experiments):
        sys.exit(f"noct {command}: {wrong[0] if wrong else process.stderr.strip()}")
    return [a["latency_max"] for a in answers]


def start_up(noct, network):
    """ts: a flit from node 0 to its neighbour takes two cycles for way and flit, besides header and NI words."""
    one = dict(network, algorithm="separate", dests=[1], length=1, segment=1)
    return ask(noct, "run", [one])[0] - ask(noct, "sim", [one])[0]


def way(noct, network):
    """ecc: cycles of a flit to the farthest node, alone in the network."""
    alone = dict(network, algorithm="separate", length=1)
    nodes = range(64) if "graph" not in network["topology"] else range(32, 96)
    return max(ask(noct, "sim", [dict(alone, dests=[n]) for n in nodes if n != network["source"]]))


def best(noct, network, pieces):
    """(cycles, segment)"""
    asked = [dict(network, length=FLITS, segment=s) for s in pieces]
    return min(zip(ask(noct, "run", asked), pieces))


def measure(noct, tell=lambda line: None):
    """[(key, network, plan, source, ts, bound, cycles, segment, goal)]"""
    found = []
    for key, topology, plan, source, pieces, goal in ROWS:
        network = {"topology": topology, "source": source}
        ts = start_up(noct, {"topology": topology, "source": 0})
        least = ts + way(noct, network) + FLITS - 1
        cycles, segment = best(noct, dict(network, algorithm=plan), pieces)
        found.append((key, topology, plan, source, ts, least, cycles, segment, goal))
        tell(f"{key}: {cycles / least:.2f}")
    return found


def over_sim(noct):
    """A graph: cycles over noct sim's with the firmware's costs."""
    one = {"topology": GRAPH, "algorithm": "chain", "length": FLITS, "segment": 64}
    return ask(noct, "run", [one])[0], ask(noct, "sim", [dict(one, **FIRMWARE)])[0]


def table(found, graph):
    lines = ["| network | from | plan | segment | ts | bound | cycles | ratio | goal |",
             "|---|---:|---|---:|---:|---:|---:|---:|---:|"]
    for _, topology, plan, source, ts, least, cycles, segment, goal in found:
        lines.append(f"| `{topology}` | {source} | `{plan}` | {segment:,} | {ts:,} | {least:,} | {cycles:,} "
                     f"| {cycles / least:.2f} | {goal} |")
    lines.append(f"| `{GRAPH}`: 64 processors | 0 | `chain` | 64 | | `noct sim`: {graph[1]:,} | {graph[0]:,} "
                 f"| {graph[0] / graph[1]:.2f} | 1.2 |")
    return lines


def broadcasts(b):
    """For make bench."""
    for key, topology, plan, source, ts, least, cycles, segment, goal in measure(b.noct):
        b.add(Row(f"broadcast_ratio_{key}", f"16 KiB by {plan}, {topology} from {source}", cycles / least, "",
                  goal=goal, peer=f"ts {ts}, in segments of {segment}"))
    took, said = over_sim(b.noct)
    b.add(Row("broadcast_ratio_graph", "16 KiB by chain, graph, over noct sim", took / said, "", goal=1.2))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("noct")
    parser.add_argument("--update")
    options = parser.parse_args()
    found = measure(options.noct, lambda line: print(line, file=sys.stderr, flush=True))
    page.show(options.update, {"broadcasts": "\n".join(table(found, over_sim(options.noct)))})


if __name__ == "__main__":
    main()
