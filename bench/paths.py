#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Path-based multicast as Robinson 1994, section 6.6 simulates it, in a few cells.

usage: paths.py NOCT [--seeds N] [--lengths L,...] [--update PAGE.md | --check PAGE.md]

4,096 nodes, all ports, 512 nodes with the source, routers that take one cycle for a
flit and have room for two (as pipeline paper, but faster to simulate); a cycle is the paper's 0.5 microseconds, so its start-ups of 95
and 75, or 10 and 8 microseconds are 190 and 150, or 20 and 16 cycles. Prints a table of the
cycle in which the last destination has the message, and its mean; --update
puts it between the page's marks <!-- paths --> and <!-- /paths -->, --check makes two
of its rows again.
"""
import argparse
import json
import re
import subprocess
import sys

TOPOLOGIES = ["utorus:64x64", "utorus:16x16x16"]
STARTUPS = [("long", 190, 150), ("short", 20, 16)]
ALGORITHMS = ["mu-torus:2", "mu-torus:8", "mu-torus:64", "md-torus", "s-torus"]
OTHERS = 511


def simulate(noct, experiments):
    lines = "".join(json.dumps(e) + "\n" for e in experiments)
    process = subprocess.run([noct, "sim", "--batch"], input=lines, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True, check=True)
    return [json.loads(line) for line in process.stdout.splitlines()]


def cell(noct, topology, startup, length, seeds):
    """Mean over the seeds, for each algorithm: last arrival, mean arrival, link visits."""
    _, tau_s, tau_r = startup
    experiments = [dict(topology=topology, algorithm=a, ports="all", pipeline="paper", buffer=2, credit_cycles=1,
                        dests="random:%d" % OTHERS, seed=seed, length=length, tau_s=tau_s,
                        tau_r=tau_r)
                   for a in ALGORITHMS for seed in range(1, seeds + 1)]
    answers = simulate(noct, experiments)
    means = []
    for i in range(len(ALGORITHMS)):
        mine = answers[i * seeds:(i + 1) * seeds]
        means.append([sum(a[key] for a in mine) / seeds
                      for key in ("arrival_max", "arrival_mean", "link_visits")])
    return means


def row(noct, topology, startup, length, seeds):
    """A row of the table, and the link visits."""
    means = cell(noct, topology, startup, length, seeds)
    least = [min(m[k] for m in means) for k in range(2)]
    entries = ["%s, %s" % tuple(("**{:,.0f}**" if m[k] == least[k] else "{:,.0f}").format(m[k])
                                for k in range(2)) for m in means]
    visits = ["{:,.0f}".format(m[2]) for m in means]
    return f"| `{topology}` | {startup[0]} | {length} | {' | '.join(entries)} |", visits


def table(noct, seeds, lengths):
    rows = ["| network | start-up | flits | %s |" % " | ".join(f"`{a}`" for a in ALGORITHMS),
            "|---|---|---:|" + "---:|" * len(ALGORITHMS)]
    visits = {}
    for topology in TOPOLOGIES:
        for startup in STARTUPS:
            for length in lengths:
                line, visits[topology] = row(noct, topology, startup, length, seeds)
                rows.append(line)
                print(line, file=sys.stderr)
    for topology in TOPOLOGIES:
        rows.append("| `%s` | link visits | | %s |" % (topology, " | ".join(visits[topology])))
    return "\n".join(rows) + "\n"


def check(noct, seeds, page):
    """Are the rows that take no time as the page has them? If not, say so and fail."""
    with open(page) as file:
        lines = file.read().splitlines()
    for topology in TOPOLOGIES:
        line, _ = row(noct, topology, STARTUPS[1], 8, seeds)
        if line not in lines:
            sys.exit(f"{page} is stale: run make figures; now\n{line}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("noct")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--lengths", default="8,512,16384")
    parser.add_argument("--update")
    parser.add_argument("--check")
    options = parser.parse_args()
    if options.check:
        check(options.noct, options.seeds, options.check)
        return
    text = table(options.noct, options.seeds, [int(n) for n in options.lengths.split(",")])
    if not options.update:
        print(text, end="")
        return
    with open(options.update) as page:
        old = page.read()
    with open(options.update, "w") as page:
        page.write(re.sub(r"(<!-- paths -->\n).*?(<!-- /paths -->)",
                          lambda m: m.group(1) + "\n" + text + "\n" + m.group(2), old, flags=re.S))


main()
