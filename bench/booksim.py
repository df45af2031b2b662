#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Mean latencies of pipeline s1 beside BookSim 2's, with buffers and loads at which they differ too.

usage: booksim.py NOCT [--update PAGE.md | --check PAGE.md]

BookSim's are as it printed them (github.com/booksim/booksim2, seeds 1 to 5), under

    topology=torus k=8 n=2 routing_function=dim_order num_vcs=2 use_noc_latency=0
    vc_allocator=separable_input_first sw_allocator=separable_input_first alloc_iters=1
    routing_delay=0 vc_alloc_delay=1 sw_alloc_delay=1 traffic=uniform sample_period=6000

Ours are made here, seeds 1 to 5 too. The table stands between the page's marks <!-- booksim --> and
<!-- /booksim -->. All are cycles, the same on every host.
"""
import argparse
import json
import math
import subprocess
import sys
import textwrap

sys.dont_write_bytecode = True  # nothing beside the sources
import page
from sample import Sample, of_values

SEEDS = range(1, 6)
CYCLES, MANY = 30000, 100000  # for which ours are offered traffic
# flits of a buffer, flits of a packet, flits offered by each node in a cycle: BookSim's mean latency.
# The last row had sample_period=20000.
BOOKSIM = {
    (8, 1, 0.1): Sample(22.57, 0.02, 5), (8, 1, 0.2): Sample(23.81, 0.01, 5), (8, 1, 0.3): Sample(27.87, 0.11, 5),
    (8, 16, 0.1): Sample(42.01, 0.14, 5), (8, 16, 0.2): Sample(50.69, 0.48, 5), (8, 16, 0.25): Sample(60.49, 0.94, 5),
    (8, 16, 0.3): Sample(87.93, 5.75, 5), (4, 16, 0.2): Sample(78.10, 2.69, 5),
    (1, 1, 0.02): Sample(22.84, 0.05, 5), (1, 1, 0.04): Sample(24.23, 0.08, 5), (1, 1, 0.05): Sample(25.29, 0.09, 5),
    (1, 16, 0.02): Sample(111.05, 0.65, 5), (1, 16, 0.04): Sample(137.47, 3.73, 5),
    (8, 16, 0.3, MANY): Sample(88.08, 4.10, 5),
}
# Flits of a packet: the flits that a node takes in a cycle where 0.8 are offered (sim_type=throughput).
ACCEPTED = {1: Sample(0.2864, 0.0011, 5), 16: Sample(0.3379, 0.0032, 5)}


def ours(noct, buffer, flits, rate, cycles=CYCLES):
    asked = [{"seed": seed} for seed in SEEDS]
    done = subprocess.run([noct, "sim", "--batch", "--topology", "torus:8x8", "--pipeline", "s1", "--routing", "dateline",
                           "--traffic", "uniform", "--buffer", str(buffer), "--length", str(flits - 1), "--rate", str(rate),
                           "--cycles", str(cycles)], input="".join(json.dumps(a) + "\n" for a in asked), text=True,
                          stdout=subprocess.PIPE, check=True)
    return of_values(json.loads(line)["latency_mean"] for line in done.stdout.splitlines())


def above(noct):
    """{a point of BOOKSIM: ours, and by which part it is above}"""
    made = {}
    for point, peer in BOOKSIM.items():
        mean = ours(noct, *point)
        ratio = mean.mean / peer.mean
        made[point] = mean, Sample(ratio - 1, ratio * math.hypot(mean.half / mean.mean, peer.half / peer.mean), len(SEEDS))
    return made


def table(made):
    lines = ["| buffers | packets | rate | cycles | ours | BookSim 2 | ours above |", "|---:|---:|---:|---:|---:|---:|---:|"]
    for point, (mean, more) in made.items():
        buffer, flits, rate, cycles = (*point, CYCLES)[:4]
        lines.append(f"| {buffer} | {flits} | {rate:g} | {cycles:,} | {mean:.2f} | {BOOKSIM[point]:.2f} | {more.mean:+.1%} ± "
                     f"{more.half:.1%} |")
    return "\n".join(lines) + "\n"


def sentences(made):
    """What the table says."""
    near = max((made[8, flits, rate][1] for flits in (1, 16) for rate in (0.1, 0.2)), key=lambda s: abs(s.mean))
    told = (f"With buffers of eight flits and up to 0.2 flits for each node and cycle `s1` is within "
            f"{Sample(abs(near.mean), near.half, near.trials):.1%} of BookSim 2. It is {made[1, 1, 0.05][1]:+.1%} off with buffers of one flit and single flits, "
            f"{made[1, 16, 0.04][1]:+.1%} with packets of 16 flits, {made[4, 16, 0.2][1]:+.1%} where such packets do not fit "
            f"into buffers of four, and {made[8, 1, 0.3][1]:+.1%} with single flits at 0.3. Near saturation, with packets of "
            f"16 flits at 0.3, it is {made[8, 16, 0.3][1]:+.1%} off in {CYCLES:,} cycles and "
            f"{made[8, 16, 0.3, MANY][1]:+.1%} in {MANY:,}.")
    return textwrap.fill(told, 100)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("noct")
    parser.add_argument("--update")
    parser.add_argument("--check")
    args = parser.parse_args()
    points = above(args.noct)
    made = {"booksim": table(points) + "\n" + sentences(points)}
    page.stop_if_stale(args.check, made, "bench/booksim.py NOCT")
    page.show(args.update, made)


if __name__ == "__main__":
    main()
