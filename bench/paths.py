#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Draws figures 6.3 to 6.8 of Robinson 1994, path-based multicast, from `noct sim`.

usage: paths.py --noct NOCT --out DIR --page PAGE.md [--check] [--sets N] [--long-sets N]

4,096 nodes, all ports, routers that take one cycle for a flit and have room for two (as
pipeline paper, but faster to simulate); a cycle is the paper's 0.5 microseconds, so its
start-ups of 95 and 75, or 10 and 8 microseconds are 190 and 150, or 20 and 16 cycles.
Pictures and tables as bench/figures.py makes them; facts on standard output. What the
tables say of 512 nodes stands between the page's marks <!-- paths --> and <!-- /paths -->.
With --check a row of each table is made again, and the page compared with the tables.
"""
import argparse
import os
import re
import subprocess
import sys

from figures import Failed, Noct, Picture, dashed, fact, line, mean, some_sets

TOPOLOGIES = ["utorus:64x64", "utorus:16x16x16"]
STARTUPS = {"long": {"tau_s": 190, "tau_r": 150}, "short": {"tau_s": 20, "tau_r": 16}}
ALGORITHMS = ["mu-torus:2", "mu-torus:8", "mu-torus:64", "md-torus", "s-torus"]
SIZES = [4, 16, 32, 64, 96, 128, 192, 256, 320, 384, 448, 512]  # with the source
LONG = 16384  # flits that take long to simulate: fewer sizes, fewer sets
LONG_SIZES = [4, 16, 64, 128, 256, 384, 512]
LENGTHS = [8, 32, 128, 512, 2048, 8192, LONG]
DRAWN = {8: "a", 512: "b", LONG: "c"}  # lengths of figures 6.3 to 6.6
FIGURES = {("utorus:64x64", "long"): "6-3", ("utorus:64x64", "short"): "6-4",
           ("utorus:16x16x16", "long"): "6-5", ("utorus:16x16x16", "short"): "6-6"}
MOST = SIZES[-1]
OVER_SIZES = {"key": "below height 1", "more": [f"set xrange [0:{MOST}]", "set xtics 64"]}
OVER_LENGTHS = {"key": "below height 1", "more": ["set logscale xy 2", f"set xrange [{LENGTHS[0]}:{LONG + 1}]", "set yrange [256:*]",
                                         f"set xtics ({', '.join(map(str, LENGTHS))})"]}


class Sets:
    """Simulated multicasts, each asked once."""

    def __init__(self, noct):
        self.noct, self.told = noct, {}

    def cell(self, topology, startup, length, nodes):
        """Of each algorithm: last arrival, mean arrival, link visits; means over the sets."""
        key = (topology, startup, length, nodes)
        if key not in self.told:
            sets = self.noct.sim_sets if length > 512 else self.noct.sets
            costs = {"ports": "all", "pipeline": "paper", "buffer": 2, "credit_cycles": 1, "length": length,
                     **STARTUPS[startup]}
            tried = [e for a in ALGORITHMS for e in some_sets(topology, nodes - 1, sets, {**costs, "algorithm": a})]
            heads = [head for head, _ in self.noct.ask("sim", tried)]
            self.told[key] = {a: tuple(mean([head[k] for head in heads[i * sets:(i + 1) * sets]])
                                       for k in ("arrival_max", "arrival_mean", "link_visits"))
                              for i, a in enumerate(ALGORITHMS)}
        return self.told[key]


def draw_latencies(picture, cells):
    """A line for the last arrival, a dashed one for the mean; cells by x."""
    for i, algorithm in enumerate(ALGORITHMS):
        picture.curve(algorithm, {x: cell[algorithm][0] for x, cell in cells.items()}, line(i))
    for i, algorithm in enumerate(ALGORITHMS):
        means = {x: cell[algorithm][1] for x, cell in cells.items()}
        picture.curve(f"{algorithm}, mean", means, dashed(i), named=False)
    return picture


def over_sizes(sets, topology, startup, length):
    """A part of figures 6.3 to 6.6."""
    sizes = sets.noct.rows(LONG_SIZES if length == LONG else SIZES)
    picture = Picture(f"robinson-{FIGURES[topology, startup]}{DRAWN[length]}",
                      f"{topology}, {startup} start-ups, {length} flits: last arrival; dashed: mean",
                      "nodes with the source", "cycles", **OVER_SIZES)
    return draw_latencies(picture, {m: sets.cell(topology, startup, length, m) for m in sizes})


def over_lengths(sets, startup, name):
    """A part of figure 6.7."""
    picture = Picture(name, f"{TOPOLOGIES[0]}, {startup} start-ups, {MOST} nodes: last arrival; dashed: mean",
                      "flits", "cycles", **OVER_LENGTHS)
    return draw_latencies(picture, {n: sets.cell(TOPOLOGIES[0], startup, n, MOST) for n in sets.noct.rows(LENGTHS)})


def link_visits(sets, topology, name):
    """A part of figure 6.8."""
    picture = Picture(name, f"{topology}: links that a multicast visits", "nodes with the source", "link visits",
                      **OVER_SIZES)
    cells = {m: sets.cell(topology, "short", 8, m) for m in sets.noct.rows(SIZES)}
    for i, algorithm in enumerate(ALGORITHMS):
        picture.curve(algorithm, {m: cell[algorithm][2] for m, cell in cells.items()}, line(i))
    return picture


def pictures(noct):
    sets = Sets(noct)
    made = [over_sizes(sets, topology, startup, length)
            for topology in TOPOLOGIES for startup in STARTUPS for length in DRAWN]
    made += [over_lengths(sets, startup, f"robinson-6-7{part}") for startup, part in zip(STARTUPS, "ab")]
    made += [link_visits(sets, topology, f"robinson-6-8{part}") for topology, part in zip(TOPOLOGIES, "ab")]
    return made


# --- what the tables say ------------------------------------------------------------------------


def read_table(out, name):
    """{x: {column: value}} of a picture's table."""
    with open(os.path.join(out, f"robinson-{name}.tsv")) as file:
        titles, *rows = [text.split("\t") for text in file.read().splitlines()]
    return {int(row[0]): dict(zip(titles[1:], map(float, row[1:]))) for row in rows}


def entries(row):
    """Last and mean of each algorithm, the least ones in bold."""
    pairs = [(row[a], row[f"{a}, mean"]) for a in ALGORITHMS]
    least = [min(pair[k] for pair in pairs) for k in range(2)]
    return [", ".join(("**{:,.0f}**" if pair[k] == least[k] else "{:,.0f}").format(pair[k]) for k in range(2))
            for pair in pairs]


def page_table(out):
    """What the tables say of 512 nodes, for the page."""
    rows = ["| network | start-up | flits | %s |" % " | ".join(f"`{a}`" for a in ALGORITHMS),
            "|---|---|---:|" + "---:|" * len(ALGORITHMS)]
    for (topology, startup), figure in FIGURES.items():
        for length, part in DRAWN.items():
            cells = entries(read_table(out, figure + part)[MOST])
            rows.append(f"| `{topology}` | {startup} | {length} | {' | '.join(cells)} |")
    for topology, part in zip(TOPOLOGIES, "ab"):
        visits = read_table(out, "6-8" + part)[MOST]
        rows.append(f"| `{topology}` | link visits | | {' | '.join(f'{visits[a]:,.0f}' for a in ALGORITHMS)} |")
    return "\n".join(rows) + "\n"


def facts(out):
    """Who is first at which sizes, and how far behind unicasts are, figure by figure."""
    for (topology, startup), figure in FIGURES.items():
        for length, part in DRAWN.items():
            table = read_table(out, figure + part)
            first = {what: ", ".join(f"{m} {min(ALGORITHMS, key=lambda a: row[a + what])}" for m, row in table.items())
                     for what in ("", ", mean")}
            slower = [(a, [m for m, row in table.items() if row[a] > row[ALGORITHMS[0]]]) for a in ALGORITHMS[1:]]
            fact(f"{figure}{part}: {topology}, {startup}, {length} flits: first: {first['']}")
            fact(f"{figure}{part}: first, mean: {first[', mean']}")
            fact(f"{figure}{part}: slower than mu-torus:2 at: "
                 + "; ".join(f"{a} {' '.join(map(str, at)) or 'none'}" for a, at in slower))
    for startup, part in zip(STARTUPS, "ab"):
        table = read_table(out, "6-7" + part)
        fact(f"6-7{part}: {startup}: cycles more for {LONG} flits than for 8: "
             + ", ".join(f"{a} {table[LONG][a] - table[8][a]:,.0f}" for a in ALGORITHMS))
    for topology, part in zip(TOPOLOGIES, "ab"):
        table = read_table(out, "6-8" + part)
        for m in (64, MOST):
            fact(f"6-8{part}: {topology}, {m} nodes: link visits of mu-torus:2's: "
                 + ", ".join(f"{a} {table[m][a] / table[m][ALGORITHMS[0]]:.1%}" for a in ALGORITHMS[1:]))


def with_table(text, out):
    """The page with the table that the tables give."""
    return re.sub(r"(<!-- paths -->\n).*?(<!-- /paths -->)",
                  lambda m: m.group(1) + "\n" + page_table(out) + "\n" + m.group(2), text, flags=re.S)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--noct", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--page", required=True)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--sets", type=int, default=10)
    parser.add_argument("--long-sets", type=int, default=2)
    args = parser.parse_args()
    if args.sets < 1 or not 1 <= args.long_sets <= args.sets:
        parser.error("--sets, --long-sets: 1 or more, and of long bodies no more than of others")
    for picture in pictures(Noct(args.noct, args.sets, args.long_sets, args.check)):
        picture.check(args.out) if args.check else picture.draw(args.out)
    with open(args.page) as page:
        old = page.read()
    new = with_table(old, args.out)
    if args.check:
        if new != old:
            raise Failed(f"{args.page} is stale, run make figures: its table of 512 nodes is not what {args.out} says")
        return
    facts(args.out)
    with open(args.page, "w") as page:
        page.write(new)


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError, subprocess.CalledProcessError) as why:
        sys.exit(f"paths: {why}")
    except KeyboardInterrupt:
        sys.exit(130)
