#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Draws the papers' figures again, from `noct plan` and `noct sim`; docs/figures.md shows them.

usage: figures.py --noct NOCT --out DIR [--check [--whole]] [--only TEXT] [--sets N]
       [--shared-sets N] [--paired-sets N] [--sim-sets N] [--jobs N]

For each figure DIR/NAME.tsv, three columns for each curve (mean, half of its 95 % interval, sets),
and DIR/NAME.svg, by gnuplot, with the intervals. The same on every host.
With --check one row of each table, or two, is made again, and compared with those in DIR; with --whole all.
Lines in a picture are steps, as the papers count them; points are the flit-level
network with the same sets, its cycles divided by those of one message alone.
What the tables say of the papers' statements is bench/statements.py's to tell.
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys

from sample import Sample, of_growth, of_values

ALONE = 200  # messages whose mean time is one step
WORKERS = os.cpu_count() or 1
LONG_BODIES = {"length": 512}
LONG_STARTUPS = {"length": 16, "tau_s": 4096}
CUBE_ALGORITHMS = ("u-cube", "maxport", "combine", "w-sort")
STEP = re.compile(r'"step":(\d+)')


class Failed(Exception):
    """noct did not answer."""


def mean(values):
    return sum(values) / len(values)


class Noct:
    """The tool, asked many things at once."""

    def __init__(self, path, sets, sim_sets, check, workers=WORKERS):
        self.path, self.sets, self.sim_sets, self.check = path, sets, sim_sets, check
        self.alone, self.workers = {}, workers
        self.pool = concurrent.futures.ThreadPoolExecutor(workers)

    def rows(self, sizes):
        """All sizes to look at, or, to check, the second."""
        return sizes[1:2] if self.check else sizes

    def batch(self, command, experiments):
        """The answers of one process, as it writes them."""
        lines = "".join(json.dumps(e) + "\n" for e in experiments)
        done = subprocess.run([self.path, command, "--batch"], input=lines, text=True, stdout=subprocess.PIPE)
        answers = done.stdout.splitlines()
        if done.returncode != 0 or len(answers) != len(experiments):
            wrong = [a for a in answers if '"error"' in a][:1]
            raise Failed(f"noct {command}: status {done.returncode}: {' '.join(wrong)}")
        return answers

    def ask(self, command, experiments):
        """One answer for each experiment: (what it says before the messages, their text)."""
        parts = [experiments[i::self.workers] for i in range(self.workers) if experiments[i:]]
        answers = list(self.pool.map(self.batch, [command] * len(parts), parts))
        for i in range(len(experiments)):
            head, comma, messages = answers[i % self.workers][i // self.workers].partition(',"messages":')
            yield json.loads(head + "}" if comma else head), messages

    def steps(self, experiments):
        """(last step, mean step) of each."""
        for head, messages in self.ask("plan", experiments):
            yield head["steps"], mean([int(s) for s in STEP.findall(messages)])

    def sharing(self, experiments, model):
        """What the model says of each."""
        for head, _ in self.ask("plan", [{**e, "sharing": model} for e in experiments]):
            yield head["sharing"]

    def step_cycles(self, topology, costs, ports):
        """Cycles of one message alone, the mean of many."""
        key = (topology, tuple(sorted(costs.items())), ports)
        if key not in self.alone:
            tried = some_sets(topology, 1, ALONE, {**costs, "ports": ports, "algorithm": "separate"})
            self.alone[key] = mean([head["arrival_max"] for head, _ in self.ask("sim", tried)])
        return self.alone[key]

    def simulated(self, experiments, costs):
        """(last arrival, mean arrival) of each, in steps."""
        first = experiments[0]
        cycles = self.step_cycles(first["topology"], costs, first["ports"])
        for head, _ in self.ask("sim", [{**e, **costs} for e in experiments]):
            yield head["arrival_max"] / cycles, head["arrival_mean"] / cycles


def nodes_of(topology):
    kind, sizes = topology.split(":")
    sizes = [int(s) for s in sizes.split("x")]
    if kind == "cube":
        return 2 ** sizes[0]
    if kind == "ccc":
        return sizes[0] * 2 ** sizes[0]
    nodes = 1
    for size in sizes:
        nodes *= size
    return nodes


def some_sets(topology, dests, sets, more):
    """Random sources, so many random destinations each: the same for every algorithm."""
    draw = random.Random(f"{topology} {dests}")
    return [{"topology": topology, "source": draw.randrange(nodes_of(topology)), "dests": f"random:{dests}",
             "seed": draw.randrange(1, 2**31), **more} for _ in range(sets)]


class Picture:
    """Curves over one x axis, as a table and as a picture."""

    def __init__(self, name, title, x_title, y_title, **looks):
        self.name, self.title, self.x_title, self.y_title, self.looks = name, title, x_title, y_title, looks
        self.curves = []  # title, {x: y}, how gnuplot draws it
        self.unnamed = set()  # titles that the key does not have
        self.hidden = set()  # titles that stand in the table only

    def curve(self, title, values, draw, named=True):
        self.curves.append((title, values, draw))
        if not named:
            self.unnamed.add(title)

    def tell(self, title, values):
        """What stands in the table only."""
        self.curves.append((title, values, ""))
        self.hidden.add(title)

    def cells(self, x):
        for _, values, _ in self.curves:
            sampled = any(isinstance(v, Sample) for v in values.values())
            value = values.get(x)
            if value is None:
                yield from ["-"] * (3 if sampled else 1)
            elif sampled:
                yield from (f"{value.mean:.4f}", f"{value.half:.4f}", str(value.trials))
            else:
                yield f"{value:.4f}"

    def titles(self):
        for title, values, _ in self.curves:
            yield title
            if any(isinstance(v, Sample) for v in values.values()):
                yield from (f"{title} ±", f"{title} trials")

    def table(self):
        xs = sorted({x for _, values, _ in self.curves for x in values})
        rows = [[self.x_title, *self.titles()]] + [[str(x), *self.cells(x)] for x in xs]
        return "".join("\t".join(row) + "\n" for row in rows)

    def check(self, out):
        """What was made must stand in the table that is there."""
        name = os.path.join(out, self.name + ".tsv")
        with open(name) as file:
            there = [row.split("\t") for row in file.read().splitlines()]
        made = [row.split("\t") for row in self.table().splitlines()]
        by_x = {row[0]: row for row in there}
        for row in made:
            old = by_x.get(row[0], [])
            if len(old) != len(row) or any(new not in (was, "-") for was, new in zip(old, row)):
                raise Failed(f"{name} is stale, run make figures: its row '{' '.join(old)}' is now '{' '.join(row)}'")
        print(f"ok {self.name}", flush=True)

    def plots(self, table):
        """Each curve, then its intervals, which have no points of their own."""
        column = 2
        for title, values, draw in self.curves:
            sampled = any(isinstance(v, Sample) for v in values.values())
            if title not in self.hidden:
                name = "" if title in self.unnamed else title
                yield f"'{table}' using 1:{column} skip 1 with {draw} title '{name}'"
                if sampled:
                    colour = re.search(r"lc rgb '[^']*'", draw).group()
                    yield (f"'{table}' using 1:(${column}-${column + 1}):(0):(2*${column + 1}) skip 1 "
                           f"with vectors nohead lw 1 {colour} notitle")
            column += 3 if sampled else 1

    def draw(self, out):
        table = os.path.join(out, self.name + ".tsv")
        with open(table, "w") as file:
            file.write(self.table())
        title = self.title.replace("'", "''")  # as gnuplot quotes it
        commands = [
            "set terminal svg size 640,420 font 'sans,12' background rgb 'white' noenhanced",
            "set encoding utf8", f"set output '{os.path.join(out, self.name)}.svg'",
            "set datafile separator '\\t'", "set datafile missing '-'", "set grid lc rgb '#dddddd'",
            f"set title '{title}'", f"set xlabel '{self.x_title}'", f"set ylabel '{self.y_title}'",
            f"set key {self.looks.get('key', 'bottom right')}", "set yrange [0:*]", "set offsets 0,0,graph 0.05,0"]
        if self.looks.get("log"):
            commands += ["set logscale y 2", "set yrange [1:*]"]
        commands += self.looks.get("more", [])
        subprocess.run(["gnuplot"], input="\n".join(commands + ["plot " + ", ".join(self.plots(table))]) + "\n",
                       text=True, check=True)


COLOURS = ("#1f5fa8", "#c23b22", "#2f8f3a", "#8a4fb0", "#c98a00", "#333333")


def line(i):
    return f"lines lw 2 lc rgb '{COLOURS[i]}'"


def dashed(i):
    return f"lines lw 1.5 dt 2 lc rgb '{COLOURS[i]}'"


def points(i):
    return f"points pt {(4, 6, 8, 10, 12, 1)[i]} ps 0.7 lw 1.5 lc rgb '{COLOURS[i]}'"


# --- Robinson 1994, 3.5: all-port hypercubes --------------------------------------------------


def cube(noct, dims, figure, sizes, sim_sizes):
    """Steps of four algorithms, and what the network makes of long bodies and of long start-ups."""
    topology = f"cube:{dims}"
    steps = Picture(f"robinson-{figure}", f"{dims}-cube, all ports: the last destination's step",
                    "destinations", "steps")
    bodies, startups = {}, Picture(f"robinson-{figure}-startups",
                                   f"{dims}-cube, all ports, start-ups of 4096 cycles, bodies of 16 flits",
                                   "destinations", "time of one message = 1")
    for i, algorithm in enumerate(CUBE_ALGORITHMS):
        more = {"ports": "all", "algorithm": algorithm}
        steps.curve(algorithm, {m: of_values(last for last, _ in noct.steps(some_sets(topology, m, noct.sets, more)))
                                for m in sizes}, line(i))
        bodies[algorithm] = {}
        late = {}
        for m in sim_sizes:
            tried = some_sets(topology, m, noct.sim_sets, more)
            bodies[algorithm][m] = of_values(last for last, _ in noct.simulated(tried, LONG_BODIES))
            late[m] = of_values(last for last, _ in noct.simulated(tried, LONG_STARTUPS))
        startups.curve(algorithm, late, line(i))
    for i, algorithm in enumerate(CUBE_ALGORITHMS):
        steps.curve(f"{algorithm}, flits", bodies[algorithm], points(i))
    return [steps, startups]


# --- Robinson 1994, 4.5: links shared in tori -----------------------------------------------------


class Shared:
    """One network with one algorithm: averages over sets, by the number of nodes of a set."""

    def __init__(self, noct, topology, algorithm, model, sizes, sim_sizes=None):
        self.topology, self.sizes = topology, sizes
        self.bound, self.mean_bound = {}, {}
        self.last, self.mean, self.contended, self.worst = {}, {}, {}, {}
        self.flits_last, self.flits_mean, self.late_last = {}, {}, {}
        more = {"ports": "one", "algorithm": algorithm}
        for nodes in sizes:
            tried = some_sets(topology, nodes - 1, noct.shared_sets, more)
            nominal = list(noct.steps(tried[:1]))[0]  # the same for every set of this size
            self.bound[nodes], self.mean_bound[nodes] = nominal
            told = list(noct.sharing(tried, model))
            self.last[nodes] = of_values(t["steps_max"] for t in told)
            self.mean[nodes] = of_values(t["steps_mean"] for t in told)
            self.worst[nodes] = max(t["steps_max"] for t in told)
            self.contended[nodes] = of_values(t["contended"] for t in told)
        for nodes in sizes if sim_sizes is None else sim_sizes:
            tried = some_sets(topology, nodes - 1, noct.sim_sets, more)
            flits = list(noct.simulated(tried, LONG_BODIES))
            self.flits_last[nodes] = of_values(last for last, _ in flits)
            self.flits_mean[nodes] = of_values(middle for _, middle in flits)
            self.late_last[nodes] = of_values(last for last, _ in noct.simulated(tried, LONG_STARTUPS))


def tori(noct, networks, figures, sizes):
    """Two pictures: the mean step, the last step."""
    shared = [Shared(noct, topology, "u-torus", "both", sizes) for topology in networks]
    pictures = []
    for figure, what in zip(figures, ("mean", "last")):
        picture = Picture(f"robinson-{figure}", f"u-torus, links shared by their channels: the {what} step",
                          "nodes with the source", "steps")
        for i, s in enumerate(shared):
            picture.curve(s.topology, s.mean if what == "mean" else s.last, line(i))
        for i, s in enumerate(shared):
            picture.curve(f"{s.topology}, flits", s.flits_mean if what == "mean" else s.flits_last, points(i))
        picture.curve("nothing shared", shared[0].mean_bound if what == "mean" else shared[0].bound, dashed(5))
        for s in shared if what == "last" else []:
            picture.tell(f"{s.topology}, long start-ups", s.late_last)
            picture.tell(f"{s.topology}, sharing", s.contended)
        pictures.append(picture)
    return pictures, shared


def beside_separate(name, shared):
    """The worst of the networks beside separate addressing."""
    worst = max(shared, key=lambda s: max(s.last[n].mean / s.bound[n] for n in s.sizes))
    picture = Picture(name, f"{worst.topology}, links shared, beside separate addressing", "nodes with the source",
                      "steps", key="center right", log=True)
    picture.curve("separate", {n: n - 1 for n in worst.sizes}, line(1))
    picture.curve("links shared", worst.last, line(0))
    picture.curve("worst set", worst.worst, dashed(0))
    picture.curve("nothing shared", worst.bound, dashed(5))
    return picture


def opposite(noct, networks, drawn):
    """All channels between two nodes on one link: how often three share it, and what it costs."""
    picture = Picture("robinson-4-17", "u-torus: messages that share a link", "nodes with the source", "messages",
                      key="top left")
    for i, (topology, sizes) in enumerate(networks):
        pairs, threes, more_last, more_mean = {}, {}, {}, {}
        for nodes in sizes:
            # Small differences: more sets than for the others.
            tried = some_sets(topology, nodes - 1, noct.paired_sets, {"ports": "one", "algorithm": "u-torus"})
            both, all_one = list(noct.sharing(tried, "both")), list(noct.sharing(tried, "opposite"))
            pairs[nodes] = of_values(t["contended"] for t in both)
            threes[nodes] = of_values(t["sharing_three"] for t in all_one)
            more_last[nodes], more_mean[nodes] = (of_growth((t[k] for t in all_one), (t[k] for t in both))
                                                  for k in ("steps_max", "steps_mean"))
        tell = picture.curve if i < drawn else lambda title, values, draw: picture.tell(title, values)
        tell(f"{topology}, with one (type 1)", pairs, line(i))
        tell(f"{topology}, with two (type 2)", threes, dashed(i))
        picture.tell(f"{topology}, last step more", more_last)
        picture.tell(f"{topology}, mean step more", more_mean)
    return picture


# --- Song, Hou, Shi 2000, 6: links shared in cube-connected cycles ------------------------------------


def cycles(noct, networks, figure, sizes):
    shared = [Shared(noct, topology, "u-ccc", "later", sizes) for topology in networks]
    blocked = Picture(f"song-{figure}a", "u-ccc, links shared by their channels: messages that wait",
                      "nodes with the source", "messages", key="top left")
    steps = Picture(f"song-{figure}b", "u-ccc, links shared by their channels: the last step",
                    "nodes with the source", "steps")
    for i, s in enumerate(shared):
        blocked.curve(s.topology, s.contended, line(i))
        steps.curve(s.topology, s.last, line(i))
    for i, s in enumerate(shared):
        steps.curve(f"{s.topology}, the earlier waits", earlier_waits(noct, s), dashed(i))
    for i, s in enumerate(shared):
        steps.curve(f"{s.topology}, flits", s.flits_last, points(i))
    steps.curve("nothing shared", shared[0].bound, dashed(5))
    for s in shared:
        steps.tell(f"{s.topology}, mean", s.mean)
        steps.tell(f"{s.topology}, long start-ups", s.late_last)
    steps.tell("nothing shared, mean", shared[0].mean_bound)
    return [blocked, steps], shared


def earlier_waits(noct, shared):
    """The last step if not the later in the plan waits, but the earlier."""
    more = {"ports": "one", "algorithm": "u-ccc"}
    return {nodes: of_values(t["steps_max"] for t in
                             noct.sharing(some_sets(shared.topology, nodes - 1, noct.shared_sets, more), "earlier"))
            for nodes in shared.sizes}


def broadcast(noct):
    """All sizes up to everyone, in 7-CCC."""
    sizes = noct.rows([2, 4, 8, 16, 32, 64, 96] + list(range(128, 896, 64)) + [880, 892, 896])
    s = Shared(noct, "ccc:7", "u-ccc", "later", sizes)
    picture = Picture("song-11", "ccc:7, u-ccc, links shared: up to a broadcast", "nodes with the source", "steps")
    picture.curve("links shared", s.last, line(0))
    picture.curve("the earlier waits", earlier_waits(noct, s), dashed(0))
    picture.curve("flits", s.flits_last, points(0))
    picture.curve("nothing shared", s.bound, dashed(5))
    picture.tell("sharing", s.contended)
    return picture


# --- all of it ------------------------------------------------------------------------------------


def robinson_3(noct):
    small = list(range(1, 64, 2))
    large = [1, 16] + list(range(32, 1023, 32)) + [1023]
    return (cube(noct, 6, "3-10", noct.rows(small), noct.rows([1] + list(range(3, 64, 4))))
            + cube(noct, 10, "3-11", noct.rows(large), noct.rows([1] + list(range(64, 1023, 64)) + [1023])))


def robinson_4(noct):
    few, many = noct.rows(list(range(8, 65, 8))), noct.rows(list(range(64, 513, 64)))
    small = ["utorus:32x32", "torus:32x32", "utorus:8x8x8", "torus:8x8x8"]
    large = ["utorus:64x64", "torus:64x64", "utorus:16x16x16", "torus:16x16x16"]
    first, _ = tori(noct, small, ("4-12", "4-13"), few)
    second, shared = tori(noct, large, ("4-14", "4-15"), many)
    beside = beside_separate("robinson-4-16", shared)
    bidirectional = [("torus:64x64", many), ("torus:16x16x16", many), ("torus:32x32", few), ("torus:8x8x8", few)]
    return first + second + [beside, opposite(noct, bidirectional, 2)]


def song_6(noct):
    first, _ = cycles(noct, ["ccc:7", "ccc:8"], "8", noct.rows(list(range(8, 65, 8))))
    second, shared = cycles(noct, ["ccc:9", "ccc:10"], "9", noct.rows(list(range(64, 513, 64))))
    return first + second + [beside_separate("song-10", shared), broadcast(noct)]


GROUPS = {"robinson-3": robinson_3, "robinson-4": robinson_4, "song": song_6}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--noct", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--sets", type=int, default=100)
    parser.add_argument("--shared-sets", type=int, default=400)
    parser.add_argument("--paired-sets", type=int, default=2400)
    parser.add_argument("--sim-sets", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=WORKERS)
    args = parser.parse_args()
    if args.sets < 1 or not 1 <= args.sim_sets <= args.sets:
        parser.error("--sets, --sim-sets: 1 or more, and no more simulated than planned")
    if not any(args.only in name for name in GROUPS):
        parser.error(f"--only: '{args.only}' must be part of one of " + ", ".join(GROUPS))
    os.makedirs(args.out, exist_ok=True)
    noct = Noct(args.noct, args.sets, args.sim_sets, args.check and not args.whole, args.jobs)
    noct.shared_sets, noct.paired_sets = args.shared_sets, args.paired_sets
    for name, make in GROUPS.items():
        if args.only in name:
            for picture in make(noct):
                picture.check(args.out) if args.check else picture.draw(args.out)


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError, subprocess.CalledProcessError) as why:
        sys.exit(f"figures: {why}")
    except KeyboardInterrupt:
        sys.exit(130)
