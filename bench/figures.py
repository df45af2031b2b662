#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Draws the papers' figures again, from `noct plan` and `noct sim`; docs/figures.md shows them.

usage: figures.py --noct NOCT --out DIR [--check] [--only TEXT] [--sets N] [--sim-sets N]

For each figure DIR/NAME.tsv, a column for each curve, and DIR/NAME.svg, by gnuplot. On
standard output what docs/figures.md quotes, one fact a line. The same on every host.
With --check one row of each table, or two, is made again, and compared with those in DIR.
Lines in a picture are steps, as the papers count them; points are the flit-level
network with the same sets, its cycles divided by those of one message alone.
"""
import argparse
import concurrent.futures
import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys

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

    def __init__(self, path, sets, sim_sets, check):
        self.path, self.sets, self.sim_sets, self.check = path, sets, sim_sets, check
        self.alone = {}
        self.pool = concurrent.futures.ThreadPoolExecutor(WORKERS)

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
        parts = [experiments[i::WORKERS] for i in range(WORKERS) if experiments[i:]]
        answers = list(self.pool.map(self.batch, [command] * len(parts), parts))
        for i in range(len(experiments)):
            head, comma, messages = answers[i % WORKERS][i // WORKERS].partition(',"messages":')
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
        self.unnamed = set()  # titles that stand in the table only

    def curve(self, title, values, draw, named=True):
        self.curves.append((title, values, draw))
        if not named:
            self.unnamed.add(title)

    def table(self):
        xs = sorted({x for _, values, _ in self.curves for x in values})
        rows = ["\t".join([self.x_title] + [title for title, _, _ in self.curves])]
        for x in xs:
            rows.append("\t".join([str(x)] + [f"{values[x]:.4f}" if x in values else "-"
                                              for _, values, _ in self.curves]))
        return "\n".join(rows) + "\n"

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
        names = {title: "" if title in self.unnamed else title for title, _, _ in self.curves}
        curves = ", ".join(f"'{table}' using 1:{column} skip 1 with {draw} title '{names[title]}'"
                           for column, (title, _, draw) in enumerate(self.curves, 2))
        subprocess.run(["gnuplot"], input="\n".join(commands + ["plot " + curves]) + "\n", text=True, check=True)


COLOURS = ("#1f5fa8", "#c23b22", "#2f8f3a", "#8a4fb0", "#c98a00", "#333333")


def line(i):
    return f"lines lw 2 lc rgb '{COLOURS[i]}'"


def dashed(i):
    return f"lines lw 1.5 dt 2 lc rgb '{COLOURS[i]}'"


def points(i):
    return f"points pt {(4, 6, 8, 10, 12, 1)[i]} ps 0.7 lw 1.5 lc rgb '{COLOURS[i]}'"


def fact(text):
    print(text, flush=True)


# --- Robinson 1994, 3.5: all-port hypercubes --------------------------------------------------


def cube(noct, dims, figure, sizes, sim_sizes):
    """Steps of four algorithms, and what the network makes of long bodies and of long start-ups."""
    topology = f"cube:{dims}"
    steps = Picture(f"robinson-{figure}", f"{dims}-cube, all ports: the last destination's step",
                    "destinations", "steps")
    bodies, startups = {}, Picture(f"robinson-{figure}-startups",
                                   f"{dims}-cube, all ports, start-ups of 4096 cycles, bodies of 16 flits",
                                   "destinations", "time of one message = 1")
    model = {}
    for i, algorithm in enumerate(CUBE_ALGORITHMS):
        more = {"ports": "all", "algorithm": algorithm}
        model[algorithm] = {m: mean([last for last, _ in noct.steps(some_sets(topology, m, noct.sets, more))])
                            for m in sizes}
        steps.curve(algorithm, model[algorithm], line(i))
        bodies[algorithm] = {}
        late = {}
        for m in sim_sizes:
            tried = some_sets(topology, m, noct.sim_sets, more)
            bodies[algorithm][m] = mean([last for last, _ in noct.simulated(tried, LONG_BODIES)])
            late[m] = mean([last for last, _ in noct.simulated(tried, LONG_STARTUPS)])
        startups.curve(algorithm, late, line(i))
    for i, algorithm in enumerate(CUBE_ALGORITHMS):
        steps.curve(f"{algorithm}, flits", bodies[algorithm], points(i))
    most = sizes[-1]
    half = min(sim_sizes, key=lambda m: abs(m - most / 2))
    fact(f"{figure}: broadcast: " + ", ".join(f"{a} {model[a][most]:g}" for a in CUBE_ALGORITHMS))
    fact(f"{figure}: mean over all sizes: "
         + ", ".join(f"{a} {mean(list(model[a].values())):.3f}" for a in CUBE_ALGORITHMS))
    fact(f"{figure}: {half} destinations, flits, long bodies: "
         + ", ".join(f"{a} {bodies[a][half]:.3f}" for a in CUBE_ALGORITHMS))
    fact(f"{figure}: {half} destinations, flits, long start-ups: "
         + ", ".join(f"{title} {late[half]:.3f}" for title, late, _ in startups.curves))
    fact(f"{figure}: sizes at which w-sort's mean is above another's: "
         + (", ".join(f"{m} ({a})" for m in sizes for a in CUBE_ALGORITHMS[:3]
                      if model["w-sort"][m] > model[a][m] + 1e-9) or "none"))
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
            tried = some_sets(topology, nodes - 1, noct.sets, more)
            nominal = list(noct.steps(tried[:1]))[0]  # the same for every set of this size
            self.bound[nodes], self.mean_bound[nodes] = nominal
            told = list(noct.sharing(tried, model))
            self.last[nodes] = mean([t["steps_max"] for t in told])
            self.mean[nodes] = mean([t["steps_mean"] for t in told])
            self.worst[nodes] = max(t["steps_max"] for t in told)
            self.contended[nodes] = mean([t["contended"] for t in told])
        for nodes in sizes if sim_sizes is None else sim_sizes:
            tried = some_sets(topology, nodes - 1, noct.sim_sets, more)
            flits = list(noct.simulated(tried, LONG_BODIES))
            self.flits_last[nodes] = mean([last for last, _ in flits])
            self.flits_mean[nodes] = mean([middle for _, middle in flits])
            self.late_last[nodes] = mean([last for last, _ in noct.simulated(tried, LONG_STARTUPS)])

    def facts(self, figure):
        over = {n: self.last[n] / self.bound[n] - 1 for n in self.sizes}
        mean_over = {n: self.mean[n] / self.mean_bound[n] - 1 for n in self.sizes}
        flits = {n: self.flits_last[n] / self.bound[n] - 1 for n in self.flits_last}
        late = {n: self.late_last[n] / self.bound[n] - 1 for n in self.late_last}
        fact(f"{figure}: {self.topology}: above the bound, last step: at most {max(over.values()):.1%}, mean step: "
             f"at most {max(mean_over.values()):.1%}; worst set {max(self.worst[n] - self.bound[n] for n in self.sizes)}"
             f" steps above; flits, long bodies: {min(flits.values()):+.1%} to {max(flits.values()):+.1%}, long start-ups: "
             f"{min(late.values()):+.1%} to {max(late.values()):+.1%}; sharing: at most {max(self.contended.values()):.1f} "
             f"messages")


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
        pictures.append(picture)
    for s in shared:
        s.facts("-".join(figures))
    return pictures, shared


def beside_separate(name, shared):
    """The worst of the networks beside separate addressing."""
    worst = max(shared, key=lambda s: max(s.last[n] / s.bound[n] for n in s.sizes))
    picture = Picture(name, f"{worst.topology}, links shared, beside separate addressing", "nodes with the source",
                      "steps", key="center right", log=True)
    picture.curve("separate", {n: n - 1 for n in worst.sizes}, line(1))
    picture.curve("links shared", worst.last, line(0))
    picture.curve("worst set", worst.worst, dashed(0))
    picture.curve("nothing shared", worst.bound, dashed(5))
    fact(f"{name}: of these networks {worst.topology} loses most")
    return picture


def opposite(noct, networks, drawn):
    """All channels between two nodes on one link: how often three share it, and what it costs."""
    picture = Picture("robinson-4-17", "u-torus: messages that share a link", "nodes with the source", "messages",
                      key="top left")
    for i, (topology, sizes) in enumerate(networks):
        pairs, threes, more_last, more_mean = {}, {}, {}, {}
        for nodes in sizes:
            # Small differences: more sets than for the others.
            tried = some_sets(topology, nodes - 1, 4 * noct.sets, {"ports": "one", "algorithm": "u-torus"})
            both, all_one = list(noct.sharing(tried, "both")), list(noct.sharing(tried, "opposite"))
            pairs[nodes] = mean([t["contended"] for t in both])
            threes[nodes] = mean([t["sharing_three"] for t in all_one])
            more_last[nodes] = mean([t["steps_max"] for t in all_one]) / mean([t["steps_max"] for t in both]) - 1
            more_mean[nodes] = mean([t["steps_mean"] for t in all_one]) / mean([t["steps_mean"] for t in both]) - 1
        if i < drawn:
            picture.curve(f"{topology}, with one (type 1)", pairs, line(i))
            picture.curve(f"{topology}, with two (type 2)", threes, dashed(i))
        fact(f"4-17: {topology}: opposite directions on one link too: mean step at most {max(more_mean.values()):.1%} "
             f"more, last step at most {max(more_last.values()):.1%} more; of {sizes[-1] - 1} messages "
             f"{pairs[sizes[-1]]:.1f} share with one, {threes[sizes[-1]]:.1f} with two")
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
        steps.curve(f"{s.topology}, flits", s.flits_last, points(i))
    steps.curve("nothing shared", shared[0].bound, dashed(5))
    for s in shared:
        s.facts(f"song {figure}")
    return [blocked, steps], shared


def broadcast(noct):
    """All sizes up to everyone, in 7-CCC."""
    sizes = noct.rows([2, 4, 8, 16, 32, 64, 96] + list(range(128, 896, 64)) + [880, 892, 896])
    s = Shared(noct, "ccc:7", "u-ccc", "later", sizes)
    picture = Picture("song-11", "ccc:7, u-ccc, links shared: up to a broadcast", "nodes with the source", "steps")
    picture.curve("links shared", s.last, line(0))
    picture.curve("flits", s.flits_last, points(0))
    picture.curve("nothing shared", s.bound, dashed(5))
    most = sizes[-1]
    fact(f"song 11: broadcast in ccc:7: bound {s.bound[most]}, links shared {s.last[most]:g} (worst source "
         f"{s.worst[most]}), waiting {s.contended[most]:g}, flits {s.flits_last[most]:.3f}")
    s.facts("song 11")
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
    parser.add_argument("--only", default="")
    parser.add_argument("--sets", type=int, default=100)
    parser.add_argument("--sim-sets", type=int, default=20)
    args = parser.parse_args()
    if args.sets < 1 or not 1 <= args.sim_sets <= args.sets:
        parser.error("--sets, --sim-sets: 1 or more, and no more simulated than planned")
    if not any(args.only in name for name in GROUPS):
        parser.error(f"--only: '{args.only}' must be part of one of " + ", ".join(GROUPS))
    os.makedirs(args.out, exist_ok=True)
    noct = Noct(args.noct, args.sets, args.sim_sets, args.check)
    for name, make in GROUPS.items():
        if args.only in name:
            # Of a row or two there are no facts to tell.
            with contextlib.redirect_stdout(io.StringIO() if args.check else sys.stdout):
                pictures = make(noct)
            for picture in pictures:
                picture.check(args.out) if args.check else picture.draw(args.out)


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError, subprocess.CalledProcessError) as why:
        sys.exit(f"figures: {why}")
    except KeyboardInterrupt:
        sys.exit(130)
