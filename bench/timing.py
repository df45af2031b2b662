#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""How near noct sim comes to noct run: random collective calls, drawn by a seed, each simulated and run.

usage: timing.py NOCT [--seed N] [--count N] [--rows FILE] [--out FILE] [--worst N] [--costs COSTS] [--store]

Operations, schedules, networks, members, roots and lengths are drawn; of those that do not fit a core's RAM another one
is drawn. Prints a table of errors by operation. --rows: the runs of a draw before, whose cycles are taken from there
and not measured anew. --out: writes the rows, a line of JSON each. --worst: also prints so many calls that are off most. --store: puts the
table into firmware/README.md, what it says in a sentence into docs/reference.md, and both into bench/timing.json, by
which they are checked.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import textwrap

sys.dont_write_bytecode = True  # nothing beside the sources
import page

OPERATIONS = ("barrier", "broadcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall", "scan",
              "exscan", "reduce-scatter")
COMBINES = ("reduce", "allreduce", "scan", "exscan", "reduce-scatter")
# Members have a block each of the other operations' data.
WHOLE = ("broadcast", "reduce", "allreduce", "scan", "exscan")
LONGEST, RAM_FLITS, NODES = 4096, 120000, 64
BATCH = 100
NEAR, FAR = 0.15, 0.40


def network(draw):
    """A topology of at most NODES nodes, and how many it has."""
    kind = draw.choice(("torus", "mesh", "utorus", "torus", "mesh", "cube", "ccc", "lattice"))
    if kind == "cube":
        dims = draw.randint(1, 6)
        return f"cube:{dims}", 2 ** dims
    if kind == "ccc":
        return "ccc:3", 24
    if kind == "lattice":
        nodes = draw.randint(4, 24)
        return f"lattice:{nodes}x2", 2 * nodes
    while True:
        widths = [draw.randint(2, 40) for _ in range(draw.choice((1, 2, 2, 2, 3)))]
        nodes = 1
        for width in widths:
            nodes *= width
        if 2 < nodes <= NODES:
            return f"{kind}:{'x'.join(map(str, widths))}", nodes


def experiment(draw, names):
    """One call. names: operation -> its schedules."""
    topology, nodes = network(draw)
    operation = draw.choice(OPERATIONS)
    e = {"topology": topology, "collective": operation, "source": draw.randrange(nodes), "ram": "1M"}
    if topology.startswith("lattice"):
        e.update(seed=draw.randrange(1000), source="random")
    members = nodes
    if nodes > 3 and draw.random() < 0.5:
        members = draw.randint(2, nodes - 1)
        e.update(dests=f"random:{members - 1}", seed=e.get("seed", draw.randrange(1000)))
    if operation != "barrier":
        longest = LONGEST if operation in WHOLE else min(LONGEST, RAM_FLITS // (members if operation != "alltoall"
                                                                                else 2 * members))
        e["length"] = min(longest, int(2 ** draw.uniform(0, longest.bit_length())))
    if operation in COMBINES and draw.random() < 0.2:
        e["ordered"] = True
    algorithm = draw.choice([None, *names[operation]])
    if algorithm:
        e["algorithm"] = algorithm
    return e


def ask(noct, command, experiments, *flags):
    """An answer for each; with `error` for those that are refused."""
    answers = []
    for i in range(0, len(experiments), BATCH):
        part = experiments[i:i + BATCH]
        out = subprocess.run([noct, command, "--batch", *flags], input="".join(json.dumps(e) + "\n" for e in part),
                             capture_output=True, text=True)
        lines = [json.loads(line) for line in out.stdout.splitlines()]
        if len(lines) != len(part):
            sys.exit(f"{noct} {command}: {len(lines)} answers of {len(part)}: {out.stderr.strip()}")
        answers += lines
    return answers


def schedules(noct):
    """operation -> the names that noct knows."""
    found = {}
    for operation in OPERATIONS:
        out = subprocess.run([noct, "plan", "--topology", "mesh:2", "--collective", operation, "--algorithm", "?"],
                             capture_output=True, text=True)
        names = out.stderr.split("must be one of those for ")[1].split(": ", 1)[1]
        found[operation] = [name.strip() for name in names.split(",") if name.strip() != "auto"]
        found[operation] = [name.split(" auto")[0] for name in found[operation] if name != "auto"]
    return found


def drawn(noct, seed, count):
    """The calls of this seed that run, with what they took."""
    draw, names, rows, refused = random.Random(seed), schedules(noct), [], {}
    while len(rows) < count:
        tried = [experiment(draw, names) for _ in range(min(BATCH, count - len(rows) + 10))]
        for e, a in zip(tried, ask(noct, "run", tried)):
            if "error" in a or a.get("end") != "exit" or len(a["latency"]) != a["members"]:
                why = a.get("error", a.get("end", "?"))
                refused[why] = refused.get(why, 0) + 1
            elif len(rows) < count:
                rows.append({"experiment": e, "run": a["latency_max"], "algorithm": a["algorithm"],
                             "resent": "resent" in a})
        print(f"{len(rows)} of {count} run", end="\r", file=sys.stderr, flush=True)
    for why, times in sorted(refused.items(), key=lambda item: -item[1]):
        print(f"left out, {times} times: {why}", file=sys.stderr)
    return rows


def simulated(noct, rows, costs):
    flags = ["--costs", costs] if costs else []
    for row, a in zip(rows, ask(noct, "sim", [row["experiment"] for row in rows], *flags)):
        if "error" in a or a["latency_max"] is None:
            sys.exit(f"sim {row['experiment']}: {a}")
        row["sim"] = a["latency_max"]


def off(row):
    """By how much of what it takes is simulated wrongly."""
    return abs(row["sim"] / row["run"] - 1)


def share(part, n):
    """In per cent, less what is below a tenth: only all are 100.0."""
    return 1000 * part // n / 10


def summary(rows):
    """How many, median error, the shares within 15 % and 40 %, all in per cent, and the worst."""
    errors = sorted(off(row) for row in rows)
    n = len(errors)
    median = (errors[(n - 1) // 2] + errors[n // 2]) / 2
    ratio = [row["sim"] / row["run"] for row in rows]
    return (n, 100 * median, share(sum(e <= NEAR for e in errors), n), share(sum(e <= FAR for e in errors), n),
            min(ratio), max(ratio))


def table(rows):
    lines = ["| operation | calls | median error | within 15 % | within 40 % | simulated over run |",
             "|---|---:|---:|---:|---:|---:|"]
    for operation in (*OPERATIONS, "all"):
        those = [row for row in rows if operation in ("all", row["experiment"]["collective"])]
        if those:
            n, median, near, far, least, most = summary(those)
            lines.append(f"| {operation} | {n} | {median:.1f} % | {near:.1f} % | {far:.1f} % | {least:.2f} to {most:.2f} |")
    return "\n".join(lines)


def sentence(rows, seed):
    """What the table says of all."""
    n, median, near, far, least, most = summary(rows)
    return (f"Of {n:,} random calls (`bench/timing.py --seed {seed}`) the simulated cycles are off by {median:.1f} % in the "
            f"median, {near:.1f} % of the calls are within 15 %, {far:.1f} % within 40 %; the worst are simulated with "
            f"{least:.2f} and {most:.2f} times what they take.")


def store(rows, seed):
    top = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    found = {"seed": seed, "table": table(rows), "sentence": sentence(rows, seed)}
    with open(os.path.join(top, "bench", "timing.json"), "w", encoding="ascii") as file:
        file.write(json.dumps(found, indent=1) + "\n")
    page.show(os.path.join(top, "firmware", "README.md"), {"timing": found["table"]})
    page.show(os.path.join(top, "docs", "reference.md"), {"timing": textwrap.fill(found["sentence"], 98)})


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("noct")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--store", action="store_true")
    for flag in ("rows", "out", "costs"):
        parser.add_argument("--" + flag)
    args = parser.parse_args()
    if args.rows:
        with open(args.rows, encoding="ascii") as file:
            rows = [json.loads(line) for line in file][:args.count]
    else:
        rows = drawn(args.noct, args.seed, args.count)
    simulated(args.noct, rows, args.costs)
    if args.out:
        with open(args.out, "w", encoding="ascii") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    print(table(rows))
    if args.store:
        store(rows, args.seed)
    for row in sorted(rows, key=off, reverse=True)[:args.worst]:
        print(f"{row['sim'] / row['run']:.2f} {row['run']} {row['algorithm']} {row['resent']} {row['experiment']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
