#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Why pipeline s1 is near BookSim 2 and not equal: a second model of it, with a switch for each difference.

usage: switches.py SWITCHES NOCT [--update PAGE.md | --check PAGE.md]

SWITCHES is the program of bench/switches.c. The table stands between the page's marks <!-- switches --> and
<!-- /switches -->: means of seeds 1 to 5 with their 95 % intervals. All are cycles, the same on every host. Status
1: PAGE has others, or the model with all switches off is not noct's.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
import page
from booksim import ACCEPTED, BOOKSIM, SEEDS
from sample import of_values

CYCLES, FLOOD = 30000, 0.8
ALL = ["later-vc", "one-channel", "two-contexts", "one-input", "two-ejections", "in-turn"]
ROWS = [("no switch", []),
        ("a virtual channel given back can be owned again one cycle later", ALL[:1]),
        ("a worm that will go around a ring uses one channel throughout, not only until it has gone around", ALL[1:2]),
        ("two injection channels that share a flit per cycle", ALL[2:3]),
        ("an input port sends one flit in a cycle, whatever its channels", ALL[3:4]),
        ("two consumption contexts at a node, not one for each channel", ALL[4:5]),
        ("a virtual channel goes to its headers in turn, not to the one that asked first", ALL[5:]),
        ("all of them", ALL)]
# Flits of a packet, flits offered by each node in a cycle; of FLOOD the flits that a node takes.
POINTS = [(1, 0.1), (1, 0.2), (1, 0.3), (1, FLOOD), (16, 0.1), (16, 0.2), (16, 0.25), (16, FLOOD)]


def value(rate, latency, accepted):
    return accepted if rate == FLOOD else latency


def booksim(flits, rate):
    return ACCEPTED[flits] if rate == FLOOD else BOOKSIM[8, flits, rate]


def switched(program, flits, rate, seed, switches):
    done = subprocess.run([program, str(flits), str(rate), str(seed), str(CYCLES), *switches], text=True, check=True,
                          stdout=subprocess.PIPE)
    return value(rate, *map(float, done.stdout.split()))


def ours(noct, flits, rate, seed):
    done = subprocess.run([noct, "sim", "--topology", "torus:8x8", "--pipeline", "s1", "--routing", "dateline", "--traffic",
                           "uniform", "--length", str(flits - 1), "--rate", str(rate), "--cycles", str(CYCLES), "--seed",
                           str(seed), "--json"], text=True, stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):  # 1: saturated
        sys.exit(f"switches.py: noct sim: status {done.returncode}")
    answer = json.loads(done.stdout)
    return value(rate, answer["latency_mean"], answer["accepted"])


def table(program, noct):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def means(function, *more):
            return [pool.map(lambda seed, at=point: function(*at, seed, *more), SEEDS) for point in POINTS]
        rows = [("`noct sim`", means(lambda *at: ours(noct, *at)))]
        rows += [(name, means(lambda *at: switched(program, *at), switches)) for name, switches in ROWS]
        rows = [(name, [of_values(values) for values in row]) for name, row in rows]
    rows.append(("BookSim 2", [booksim(*point) for point in POINTS]))
    lines = ["| | 1 flit: 0.1 | 0.2 | 0.3 | accepted | 16 flits: 0.1 | 0.2 | 0.25 | accepted |", "|---" * 9 + "|"]
    for name, row in rows:
        cells = [format(sample, ".3f" if rate == FLOOD else ".2f") for (_, rate), sample in zip(POINTS, row)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n", rows


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    for word in ("switches", "noct", "--update", "--check"):
        parser.add_argument(word)
    args = parser.parse_args()
    made, rows = table(args.switches, args.noct)
    for i, (flits, rate) in enumerate(POINTS):
        noct, model = rows[0][1][i], rows[1][1][i]
        if abs(noct.mean - model.mean) > noct.half + model.half:
            sys.exit(f"switches.py: {flits} flits at {rate}: noct has {noct:.3f}, the second model {model:.3f}")
    page.stop_if_stale(args.check, {"switches": made}, f"bench/switches.py {args.switches} {args.noct}")
    if not args.check:
        page.show(args.update, {"switches": made})


if __name__ == "__main__":
    main()
