#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes the trials of the studies in bench/studies, as many as there is time for, and goes on there.

usage: trials.py --noct NOCT --out DIR [--trials N] [--seconds N] [--only TEXT] [--jobs N]
       trials.py --noct NOCT --out DIR --check N [--stride N] [--only TEXT]
       trials.py --noct NOCT --self-test

A study is a file of one JSON object, an experiment with lists, which multiply; lines that begin
with # are for people. "trials" is how many there should be, "command" plan or sim, "metrics" what is
kept of each answer. Trial t of a set has the same source and the same destinations for every algorithm. With "lattice", a
number of switches, trial t has the network of `noct lattice --seed t`; "multicasts" is how many begin
at once, from different sources to random destinations, and `each_max` the mean of their last arrivals.

DIR/NAME.trials.tsv has a row for each point: what is special to it, how many trials it has, and of
each metric the first trial's value, the sum of all and that of their squares. So a later call goes
on with the next trial. All points of a study get their k-th trial before one gets its k+1st.
--trials makes no more than so many of each point; --seconds begins no new trial after so long.
--check makes the first N trials of each point anew and compares the first; where a point has no more
than N, it compares the sums too. 0: all trials there are. With --stride only each N-th point is
looked at, and neither messages above 512 flits nor real firmware.
"""
import argparse
import glob
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time

from figures import Failed, Noct, nodes_of
from sample import of_sums

STUDIES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "studies")
OWN = ("command", "trials", "metrics")
LONG = 512  # flits; longer messages are not for each commit
CHUNK = 400  # experiments asked at once


def read_study(name):
    with open(os.path.join(STUDIES, name + ".study")) as file:
        text = "".join(line for line in file if not line.startswith("#"))
    return json.loads(text)


def studies(only):
    names = sorted(os.path.basename(path)[:-len(".study")] for path in glob.glob(os.path.join(STUDIES, "*.study")))
    return [name for name in names if only in name]


def topology_of(experiment, trial, noct):
    """Its topology, and the nodes that can send."""
    switches = experiment.pop("lattice", None)
    if switches is None:
        return experiment["topology"], range(nodes_of(experiment["topology"]))
    path = os.path.join(noct.scratch, f"lattice-{switches}-{trial + 1}.txt")
    if not os.path.exists(path):
        with open(path, "w") as file:
            subprocess.run([noct.path, "lattice", "--switches", str(switches), "--seed", str(trial + 1)], check=True,
                           stdout=file)
    return f"graph:{path}", range(switches, 2 * switches)


def trial_of(experiment, trial, noct):
    """What noct is asked; the first trial is 0."""
    experiment = dict(experiment)
    topology, senders = topology_of(experiment, trial, noct)
    multicasts, dests = experiment.pop("multicasts", 1), experiment["dests"]
    draw = random.Random(f"{len(senders)} {dests} {trial}")
    sources = draw.sample(senders, multicasts) if experiment.get("source") == "random" else [experiment.get("source", 0)]
    experiment.update(topology=topology, source=sources[0], seed=draw.randrange(1, 2**31))
    if multicasts > 1:
        count = int(dests.split(":")[1])
        others = [(s, draw.sample([n for n in senders if n != s], count)) for s in sources[1:]]
        experiment["also"] = [f"{source}:{','.join(map(str, nodes))}" for source, nodes in others]
    return experiment


def value(head, metric):
    if metric == "each_max":
        casts = [head] + head.get("also", [])
        return sum(cast["arrival_max"] for cast in casts) / len(casts)
    return float(head[metric] if metric in head else head["sharing"][metric])


class Table:
    """The trials of one study, as far as they are made."""

    def __init__(self, name, out):
        self.name, self.path = name, os.path.join(out, name + ".trials.tsv")
        self.study = read_study(name)
        self.metrics = self.study["metrics"]
        self.keys = [key for key, value in self.study.items() if isinstance(value, list) and key not in OWN]
        self.fixed = {key: value for key, value in self.study.items() if key not in OWN and key not in self.keys}
        self.points = [tuple(point) for point in itertools.product(*(self.study[key] for key in self.keys))]
        self.rows = {point: [0, []] for point in self.points}  # trials, [first, sum, squares] of each metric
        self.read()

    def read(self):
        if not os.path.exists(self.path):
            return
        with open(self.path) as file:
            lines = file.read().splitlines()
        by_text = {tuple(map(str, point)): point for point in self.points}
        for line in lines[1:]:
            cells = line.split("\t")
            point = by_text.get(tuple(cells[:len(self.keys)]))
            if point is not None:
                numbers = list(map(float, cells[len(self.keys) + 1:]))
                sums = [numbers[i:i + 3] for i in range(0, len(numbers), 3)]
                self.rows[point] = [int(cells[len(self.keys)]), sums]

    def write(self):
        titles = self.keys + ["trials"] + [f"{m} {what}" for m in self.metrics for what in ("first", "sum", "squares")]
        with open(self.path + ".new", "w") as file:
            file.write("\t".join(titles) + "\n")
            for point in self.points:
                trials, sums = self.rows[point]
                if trials:
                    cells = list(map(str, point)) + [str(trials)] + [f"{v:.17g}" for three in sums for v in three]
                    file.write("\t".join(cells) + "\n")
        os.replace(self.path + ".new", self.path)

    def experiment(self, point):
        return {**self.fixed, **dict(zip(self.keys, point))}

    def made(self, noct, points, trials):
        """The values of these trials of each point."""
        asked = [(point, trial) for trial in trials for point in points]
        experiments = [trial_of(self.experiment(point), trial, noct) for point, trial in asked]
        heads = noct.ask(self.study["command"], experiments)
        return [(point, [value(head, m) for m in self.metrics]) for (point, _), (head, _) in zip(asked, heads)]

    def add(self, point, values):
        row = self.rows[point]
        row[0] += 1
        if not row[1]:
            row[1] = [[v, 0.0, 0.0] for v in values]
        for sums, v in zip(row[1], values):
            sums[1] += v
            sums[2] += v * v

    def sample(self, metric, **at):
        """The sample of the one point that has these values; None: it has no trial."""
        point = next(p for p in self.points if all(str(dict(zip(self.keys, p))[k]) == str(v) for k, v in at.items()))
        trials, sums = self.rows[point]
        if not trials:
            return None
        _, total, squares = sums[self.metrics.index(metric)]
        return of_sums(trials, total, squares)

    def longest(self):
        return max((self.experiment(point).get("length", 0) for point in self.points))

    def least_trials(self):
        return min(trials for trials, _ in self.rows.values())


def go_on(table, noct, most, until):
    """One more trial of each point that lacks some, again and again."""
    most = min(most or table.study["trials"], table.study["trials"])
    while time.monotonic() < until:
        have = table.least_trials()
        points = [point for point in table.points if table.rows[point][0] == have]
        if have >= most:
            break
        ahead = range(have, min(most, have + max(1, CHUNK // len(points))))
        if len(points) < len(table.points):
            ahead = ahead[:1]
        for first in range(0, len(points), CHUNK):
            part = points[first:first + CHUNK]
            for point, values in table.made(noct, part, ahead):
                table.add(point, values)
            if len(points) > CHUNK and time.monotonic() > until:
                break
        table.write()
    print(f"{table.name}: {table.least_trials()} of {table.study['trials']} trials of each of {len(table.points)} points",
          flush=True)


def close(a, b):
    return abs(a - b) <= 1e-6 * max(1.0, abs(a), abs(b))


def check(table, noct, most, stride):
    """The first `most` trials of each point, or all, are as the table has them."""
    if stride > 1 and (table.study["command"] == "run" or table.longest() > LONG):
        return
    looked_at = table.points[::stride]
    for have in sorted({table.rows[point][0] for point in looked_at} - {0}):
        points = [point for point in looked_at if table.rows[point][0] == have]
        again = {point: [0, []] for point in points}
        old, table.rows = table.rows, {**table.rows, **again}
        for point, values in table.made(noct, points, range(min(have, most or have))):
            table.add(point, values)
        new, table.rows = table.rows, old
        for point in points:
            whole = new[point][0] == have
            for was, now in zip(old[point][1], new[point][1]):
                wrong = [(a, b) for a, b in zip(was, now if whole else now[:1]) if not close(a, b)]
                if wrong:
                    raise Failed(f"{table.path} is stale, remove it and run make trials: {point} had {wrong[0][0]:g}, "
                                 f"has {wrong[0][1]:g}")
    print(f"ok {table.name}", flush=True)


def self_test(noct):
    """One trial and then two more are the same as three at once, and a wrong sum or first value is seen."""
    made = []
    for name, rounds in (("in-parts", (1, 3)), ("at-once", (3,))):
        out = os.path.join(noct.scratch, name)
        os.mkdir(out)
        for most in rounds:
            go_on(Table("robinson-3-12", out), noct, most, math.inf)
        with open(os.path.join(out, "robinson-3-12.trials.tsv")) as file:
            made.append(file.read())
    if made[0] != made[1]:
        raise Failed("one trial and two more are not three")
    path = os.path.join(out, "robinson-3-12.trials.tsv")
    for column in (3, 4, 5):  # first, sum and squares of the last arrival
        lines = made[1].split("\n")
        cells = lines[9].split("\t")
        lines[9] = "\t".join(cells[:column] + [str(1.01 * float(cells[column]))] + cells[column + 1:])
        with open(path, "w") as file:
            file.write("\n".join(lines))
        try:
            check(Table("robinson-3-12", out), noct, 0, 1)
        except Failed:
            continue
        raise Failed(f"a wrong value in column {column + 1} is not seen")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--noct", required=True)
    parser.add_argument("--out", default="docs/figures")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--trials", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", type=int)
    parser.add_argument("--stride", type=int, default=1)
    args = parser.parse_args()
    noct, until = Noct(args.noct, 1, 1, False, args.jobs), time.monotonic() + args.seconds
    with tempfile.TemporaryDirectory() as noct.scratch:
        if args.self_test:
            self_test(noct)
            return
        for name in studies(args.only):
            table = Table(name, args.out)
            if args.check is None:
                go_on(table, noct, args.trials, until)
            else:
                check(table, noct, args.check, args.stride)


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as why:
        sys.exit(f"trials: {why}")
    except KeyboardInterrupt:
        sys.exit(130)
