#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The studies of bench/studies: what noct sweep has made of them, as tables beside the papers' figures.

usage: study.py --noct NOCT --out DIR --rows ROWS --seconds N [--only TEXT] [--jobs N]
       study.py --noct NOCT --out DIR --check STRIDE [--only TEXT]
       study.py --noct NOCT --self-test

The first goes on with `noct sweep` for so many seconds, each study for its share of what is left, and
puts what `noct plot` says of ROWS/NAME.jsonl into DIR/NAME.csv, unless the table there has more trials.

--check makes some points anew, with as many trials as the table has, and compares: of each study a
quick one, and of those that are no long messages and no real firmware each STRIDE-th (0: none). Of real
firmware a quick one of the fewest cores; with STRIDE of each study.
"""
import argparse
import csv
import fnmatch
import glob
import json
import math
import os
import subprocess
import sys
import tempfile
import time

from picture import Failed
from sample import Sample, of_growth

STUDIES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "studies")
LONG = 512  # flits; longer messages are not for each commit
FEW_CORES = "depth-ccc-7"  # of the studies with firmware the one whose boards start soonest
NUMBERS = ("n", "not_done", "mean", "sd", "low95", "high95", "min", "max")
# Of which numbers a table tells, by the study's name.
METRICS = (("al-dubai-4", "steps"), ("depth-*", "latency_max,steps"), ("libeskind-hadas-3*", "arrival_max"),
           ("libeskind-hadas-several*", "arrival_each,channel_wait_cycles"),
           ("robinson-6-?a", "arrival_max,arrival_mean,link_visits"), ("robinson-3-1[01]", "steps,arrival_max"),
           ("robinson-4-17", "sharing_steps_max,sharing_steps_mean,sharing_contended,sharing_three"),
           ("robinson-4-*", "steps,steps_mean,sharing_steps_max,sharing_steps_mean,sharing_contended,arrival_max,"
                            "arrival_mean"),
           ("song-*", "steps,steps_mean,sharing_steps_max,sharing_steps_mean,sharing_contended,arrival_max"),
           ("*", "arrival_max,arrival_mean"))
# By how much numbers grow from one value of a key to another, over the same sets: NAME.growth.csv.
GROWTHS = {"robinson-4-17": ("sharing", "both", "opposite", ("sharing_steps_max", "sharing_steps_mean"))}


def studies(only):
    names = sorted(os.path.basename(path)[:-len(".study")] for path in glob.glob(os.path.join(STUDIES, "*.study")))
    return [name for name in names if only in name]


def lines_of(name):
    """The experiments of a study, with their lists."""
    with open(os.path.join(STUDIES, name + ".study")) as file:
        return [json.loads(line) for line in file if not line.startswith("#")]


def metrics_of(name):
    return next(metrics for pattern, metrics in METRICS if fnmatch.fnmatch(name, pattern))


class Table:
    """What noct plot has said of a study's rows."""

    def __init__(self, path):
        self.path = path
        with open(path, newline="") as file:
            self.rows = list(csv.DictReader(file))
        self.keys = [key for key in self.rows[0] if key not in ("point", "metric", *NUMBERS)]
        self.points = {}  # {values of the keys: {metric: row}}
        for row in self.rows:
            if int(row["not_done"]):
                raise Failed(f"{path}: {row['point']} has trials that are not done")
            self.points.setdefault(tuple(row[key] for key in self.keys), {})[row["metric"]] = row

    def known(self, at):
        """Of these values those of keys that points differ in."""
        return {key: value for key, value in at.items() if key in self.keys}

    def values(self, key, **at):
        """All that a key has, in their order, where others have these."""
        there = [dict(zip(self.keys, point)) for point in self.points]
        return list(dict.fromkeys(p[key] for p in there if all(p[k] == str(v) for k, v in at.items())))

    def sample(self, metric, **at):
        """The sample of the one point that has these values; keys that all points share are no part of them."""
        wanted = {k: str(v) for k, v in self.known(at).items()}
        found = [rows for point, rows in self.points.items()
                 if all(dict(zip(self.keys, point))[k] == v for k, v in wanted.items())]
        if len(found) != 1:
            raise Failed(f"{self.path}: {len(found)} points with {wanted}")
        row = found[0][metric]
        half = (float(row["high95"]) - float(row["low95"])) / 2 if row["high95"] else math.inf
        return Sample(float(row["mean"]), half, int(row["n"]), float(row["max"]))

    def growth(self, metric, **at):
        """By how much it grows, as GROWTHS says."""
        path = self.path.replace(".csv", ".growth.csv")
        with open(path, newline="") as file:
            found = [row for row in csv.DictReader(file)
                     if row["metric"] == metric and all(row[key] == str(value) for key, value in at.items())]
        if len(found) != 1:
            raise Failed(f"{path}: {len(found)} growths of {metric} with {at}")
        return Sample(float(found[0]["growth"]), float(found[0]["half95"]), int(found[0]["n"]))

    def trials(self):
        return {point: max(int(row["n"]) for row in rows.values()) for point, rows in self.points.items()}


def table(name, out):
    return Table(os.path.join(out, name + ".csv"))


def noct_says(noct, *words, **more):
    done = subprocess.run([noct, *words], text=True, capture_output=True, check=False, **more)
    if done.returncode != 0:
        raise Failed(f"noct {' '.join(words[:2])}: status {done.returncode}: {done.stderr.strip()}")
    return done.stderr.strip()


def means(noct, rows, name, path):
    noct_says(noct, "plot", rows, "--y", metrics_of(name), "--csv", path)
    return Table(path)


def write_growths(name, rows, path):
    """What means alone do not tell: the trials of both values are pairs."""
    key, less, more, metrics = GROWTHS[name]
    pairs = {}  # {(topology, dests): {trial: {less or more: row}}}
    with open(rows) as file:
        for line in file:
            row = json.loads(line)
            pairs.setdefault((row["topology"], row["dests"]), {}).setdefault(row["trial"], {})[row[key]] = row
    with open(path, "w", newline="") as file:
        table_of = csv.writer(file, lineterminator="\n")
        table_of.writerow(["topology", "dests", "metric", "growth", "half95", "n"])
        for (topology, dests), trials in pairs.items():
            both = [trial for trial in trials.values() if len(trial) == 2]
            for metric in metrics:
                s = of_growth((t[more][metric] for t in both), (t[less][metric] for t in both))
                table_of.writerow([topology, dests, metric, f"{s.mean:.8f}", f"{s.half:.8f}", s.trials])


def check_growths(name, out):
    """They are what the means say."""
    key, less, more, metrics = GROWTHS[name]
    made = table(name, out)
    for topology in made.values("topology"):
        for dests in made.values("dests", topology=topology):
            for metric in metrics:
                at = {"topology": topology, "dests": dests}
                means_of = [made.sample(metric, **{key: value}, **at).mean for value in (less, more)]
                if abs(means_of[1] / means_of[0] - 1 - made.growth(metric, **at).mean) > 1e-7:
                    raise Failed(f"{made.path}: the growth of {metric} of {at} is not that of its means")


# --- trials -------------------------------------------------------------------------------------


def points_of(noct, name):
    done = subprocess.run([noct, "sweep", os.path.join(STUDIES, name + ".study"), "--dry-run", "--json"], text=True,
                          stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["points"]


def go_on(noct, name, out, rows, seconds, jobs):
    """More trials, and what they come to, if no table of more trials is there."""
    path, there = os.path.join(rows, name + ".jsonl"), os.path.join(out, name + ".csv")
    noct_says(noct, "sweep", os.path.join(STUDIES, name + ".study"), "--time", str(seconds), "--jobs", str(jobs),
              "--out", path)
    kept = table(name, out).trials() if os.path.exists(there) else {}
    if not os.path.getsize(path):
        print(f"{name}: 0 trials of each point; the table has {min(kept.values(), default=0)}", flush=True)
        return
    made = means(noct, path, name, there + ".new").trials()
    least = min(made.values()) if len(made) == points_of(noct, name) else 0
    if not least or any(made.get(point, 0) < n for point, n in kept.items()):
        os.remove(there + ".new")
        print(f"{name}: {least} trials of each point; the table has {min(kept.values(), default=0)}", flush=True)
    else:
        os.replace(there + ".new", there)
        if name in GROWTHS:
            write_growths(name, path, there.replace(".csv", ".growth.csv"))
        print(f"{name}: {least} of {lines_of(name)[0]['trials']} trials of each of {len(made)} points", flush=True)


def go_on_with_all(args):
    until, names = time.monotonic() + args.seconds, studies(args.only)
    os.makedirs(args.rows, exist_ok=True)
    for i, name in enumerate(names):
        left = max(0, until - time.monotonic()) / (len(names) - i)
        go_on(args.noct, name, args.out, args.rows, math.ceil(left), args.jobs)


# --- made again ---------------------------------------------------------------------------------


def has(line, key, value):
    """Is this point's value one of the line's? A range has all that begins as it does."""
    values = line.get(key)
    values = values if isinstance(values, list) else [values]
    return key not in line or str(value) in map(str, values) or any(".." in str(v) for v in values)


def line_of(name, point):
    """The experiment of one point: of the line that has its values, or their ranges."""
    for line in lines_of(name):
        if all(has(line, key, value) for key, value in point.items()):
            return {**line, **{key: value for key, value in point.items() if key in line}}
    raise Failed(f"{name}: no line of the study has {point}")


def same(was, now):
    return was == now or (was and now and math.isclose(float(was), float(now), rel_tol=1e-9, abs_tol=1e-9))


def check_point(noct, old, name, point, scratch):
    """Its trials again, as many as there are."""
    at = dict(zip(old.keys, point))
    rows, study = os.path.join(scratch, "rows.jsonl"), os.path.join(scratch, "point.study")
    with open(study, "w") as file:
        file.write(json.dumps({**line_of(name, at), "trials": old.trials()[point]}) + "\n")
    noct_says(noct, "sweep", study, "--out", rows)
    (again,) = means(noct, rows, name, os.path.join(scratch, "again.csv")).points.values()
    os.remove(rows)
    for metric, row in again.items():
        for number in NUMBERS:
            was = old.points[point][metric][number]
            if not same(was, row[number]):
                raise Failed(f"{old.path} is stale, remove it and run make trials: {row['metric']} of {at}: {number} was "
                             f"{was}, is {row[number]}")


def quick(points, keys):
    """One with few destinations, another one for each number of points."""
    def cost(point):
        at = dict(zip(keys, point))
        return (int(at.get("length", 0)), at.get("depth", ""), int(at.get("dests", "random:0").split(":")[-1]))
    few = sorted(points, key=cost)
    return few[min(len(few) - 1, len(few) % 7)]


def check(noct, name, out, stride):
    old = table(name, out)
    simulated = [p for p in old.points if dict(zip(old.keys, p)).get("depth") != "run"]
    measured = [p for p in old.points if p not in simulated]
    long = any(int(length) > LONG for line in lines_of(name) for length in [line.get("length", 1)]
               if not isinstance(length, list)) or "6-7" in name
    points = {quick(simulated, old.keys)} | set(simulated[::stride] if stride and not long else [])
    if measured and (stride or name == FEW_CORES):
        points.add(quick(measured, old.keys))
    if name in GROWTHS:
        check_growths(name, out)
    with tempfile.TemporaryDirectory() as scratch:
        for point in sorted(points):
            check_point(noct, old, name, point, scratch)
    print(f"ok {name}", flush=True)


def self_test(noct):
    """A wrong number is seen, and a table is not replaced by one of fewer trials."""
    name = "robinson-3-12"
    with tempfile.TemporaryDirectory() as out:
        rows = os.path.join(out, name + ".jsonl")
        noct_says(noct, "sweep", os.path.join(STUDIES, name + ".study"), "--out", rows)
        path = os.path.join(out, name + ".csv")
        whole = means(noct, rows, name, path)
        check(noct, name, out, 0)
        with open(path) as file:
            text = file.read()
        point = quick(list(whole.points), whole.keys)
        for number in ("n", "mean", "sd", "max"):
            row = whole.points[point]["arrival_max"]
            line = ",".join(row.values())
            wrong = ",".join({**row, number: str(float(row[number]) + 1) if number != "n" else "2"}.values())
            with open(path, "w") as file:
                file.write(text.replace(line, wrong))
            try:
                check(noct, name, out, 0)
            except Failed:
                continue
            raise Failed(f"a wrong {number} is not seen")
        with open(path, "w") as file:
            file.write(text.replace(",20,0,", ",400,0,"))
        go_on(noct, name, out, out, 0, 1)
        if set(table(name, out).trials().values()) != {400}:
            raise Failed("a table of more trials is lost")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--noct", required=True)
    parser.add_argument("--out", default="docs/figures")
    parser.add_argument("--rows")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", type=int)
    args = parser.parse_args()
    if args.self_test:
        self_test(args.noct)
    elif args.check is None:
        go_on_with_all(args)
    else:
        for name in studies(args.only):
            check(args.noct, name, args.out, args.check)


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as why:
        sys.exit(f"study: {why}")
    except KeyboardInterrupt:
        sys.exit(130)
