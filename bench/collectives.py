#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Messages and collective operations on the emulated board: cycles over length, and over their bounds.

usage: collectives.py --build DIR [--update PAGE.md] [--out DIR [--check]]

Prints the tables; --update puts them between the page's marks <!-- collectives --> and <!-- /collectives -->, and
<!-- transfers --> and <!-- /transfers -->. --out draws cycles over length: DIR/collectives.tsv and .svg, by gnuplot.
With --check a row of that table is measured again and compared. All are cycles, the same on every host with the same firmware.
"""
import argparse
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests"))
import compiler  # noqa: E402
import page
from host import Failed, named_numbers, run
from table import Row

CORES = {64: "torus:8x8", 1024: "torus:32x32"}
LONG = 4096  # flits: 16 KiB
# operation, flits, goals in cycles by the number of cores
CALLS = [("barrier", 1, {64: 400, 1024: 680}), ("broadcast", 1, {}), ("reduce", 1, {}),
         ("allreduce", 1, {64: 800, 1024: 1400}), ("scan", 1, {}), ("gather", 4, {}), ("scatter", 4, {}),
         ("allgather", 4, {}), ("alltoall", 4, {}), ("reduce-scatter", 4, {}), ("broadcast", LONG, {}),
         ("allreduce", LONG, {})]
OPERATIONS = ("broadcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall", "scan", "exscan",
              "reduce-scatter")
SLOW = {"alltoall"}  # a million messages: not of 1,024 cores
LENGTHS = {64: [1, 4, 16, 64, 256, 1024, LONG], 1024: [1, 16, 256, LONG]}
CURVES = [(operation, cores) for operation in ("broadcast", "allreduce") for cores in CORES]
PAIR = {"dests": [1]}  # of node 0


def ask(noct, experiments, command="run"):
    out = run([noct, command, "--batch"], "".join(json.dumps(e) + "\n" for e in experiments)).out
    return [json.loads(line) for line in out.splitlines()]


def measure(noct, cores, calls):
    """[(operation, flits, cycles, start-up, bound, schedule)]. The bound is the same call of two neighbours about one
    flit, and what the network needs more than there for a message with the flits that some member must send or
    receive, alone on the longest way."""
    experiments = [{"topology": CORES[cores], "collective": operation, "length": flits, "ram": "1M"}
                   for operation, flits in calls]
    pairs = [{**e, **PAIR, "length": 1} for e in experiments]
    network = {**experiments[0], "collective": "broadcast", "length": 1}  # of a barrier
    *answers, far, near = ask(noct, experiments + pairs + [network, {**network, **PAIR}])
    rows = []
    for (operation, flits), whole, pair in zip(calls, answers, answers[len(calls):]):
        least = (whole["bound_cycles"] - pair["bound_cycles"] if "bound_cycles" in whole
                 else far["bound_cycles"] - near["bound_cycles"])
        rows.append((operation, flits, whole["latency_max"], pair["latency_max"], pair["latency_max"] + least,
                     whole["algorithm"]))
    return rows


def named(operation, flits):
    size = "16 KiB" if flits == LONG else f"{4 * flits} bytes"
    return operation if operation == "barrier" else f"{operation} of {size}"


def calls_of(cores):
    return [(operation, flits) for operation, flits, _ in CALLS if cores == 64 or operation not in SLOW]


def goal_of(operation, flits, cores):
    return next(goals.get(cores) for o, f, goals in CALLS if (o, f) == (operation, flits))


def regret(noct):
    """(measured over simulated, farthest from 1; what is chosen over the quickest one, at most), of calls on 16 cores."""
    farthest = worst = 1.0
    for operation in OPERATIONS:
        e = {"topology": "torus:4x4", "collective": operation, "ram": "1M"}
        for flits in (5, 100):
            plan = json.loads(run([noct, "plan", "--batch"], json.dumps({**e, "length": flits}) + "\n").out)
            if "auto" not in plan:  # along a plan, and not by a schedule
                continue
            names = [c["algorithm"] for c in plan["auto"]["candidates"]]
            tried = [{**e, "length": flits, "algorithm": name} for name in names]
            took = [a["latency_max"] for a in ask(noct, tried)]
            worst = max(worst, took[names.index(plan["algorithm"])] / min(took))
            for cycles, a in zip(took, ask(noct, tried, "sim")):
                farthest = max(farthest, cycles / a["latency_max"], a["latency_max"] / cycles)
    return farthest, worst


def collectives(b):
    """For make bench."""
    farthest, worst = regret(b.noct)
    b.add(Row("collective_simulated_percent", "16 cores: simulated and measured, most",
              round(100 * farthest), "percent"))
    b.add(Row("collective_chosen_percent", "16 cores: chosen over quickest, most",
              round(100 * worst), "percent"))
    for cores in CORES:
        for operation, flits, cycles, start, bound, schedule in measure(b.noct, cores, calls_of(cores)):
            key = f"collective_{operation}_{4 * flits}_{cores}_cycles".replace("-", "_")
            b.add(Row(key, f"{cores} cores: {named(operation, flits)}", cycles, "cycles", goal_of(operation, flits, cores),
                      peer=f"{schedule}; {cycles / bound:.2f} of the bound {bound:,}, ts {start:,}"))


def transferred(noct, elf):
    """{bytes: (latency, cycles of one of many)} between two neighbours."""
    r = run([noct, "run", "--topology", "mesh:2", "--firmware", elf])
    found = named_numbers(r.out + r.err)
    return {int(name.split("_")[1]): (cycles, found["stream_" + name.split("_")[1]])
            for name, cycles in found.items() if name.startswith("latency_")}


def transfers(b):
    """For make bench."""
    for size, (latency, each) in transferred(b.noct, b.bench_elf("transfer")).items():
        if size in (4, 32, 256, 1024, 16384, 65536):
            b.add(Row(f"transfer_{size}_latency_cycles", f"{size:,} bytes: send to receive", latency, "cycles",
                      peer=f"one of many {each:,} cycles, {size / each:.2f} bytes a cycle"))


def call_table(noct):
    lines = ["| call | cores | cycles | ts | bound | ratio | goal, cycles | schedule |",
             "|---|---:|---:|---:|---:|---:|---:|---|"]
    for cores in CORES:
        for operation, flits, cycles, start, bound, schedule in measure(noct, cores, calls_of(cores)):
            goal = goal_of(operation, flits, cores)
            lines.append(f"| {named(operation, flits)} | {cores:,} | {cycles:,} | {start:,} | {bound:,} | "
                         f"{cycles / bound:.2f} | {f'{goal:,}' if goal else ''} | `{schedule}` |")
    return lines


def transfer_table(noct, elf):
    lines = ["| bytes | latency | one of many | bytes a cycle |", "|---:|---:|---:|---:|"]
    for size, (latency, each) in transferred(noct, elf).items():
        lines.append(f"| {size:,} | {latency:,} | {each:,} | {size / each:.2f} |")
    return lines


# --- the picture ---------------------------------------------------------------------------------------------------

def curve(noct, operation, cores, lengths):
    e = {"topology": CORES[cores], "collective": operation, "ram": "1M"}
    return {4 * a["length"]: a["latency_max"] for a in ask(noct, [{**e, "length": n} for n in lengths])}


def rows_of(noct, elf, only=None):
    """{bytes: [latency of a message, of each curve]}; None where nothing was measured."""
    columns = [{size: latency for size, (latency, _) in transferred(noct, elf).items()}]
    for operation, cores in CURVES:
        lengths = [n for n in LENGTHS[cores] if only is None or 4 * n == only]
        columns.append(curve(noct, operation, cores, lengths) if lengths else {})
    sizes = sorted(set().union(*columns)) if only is None else [only]
    return {size: [column.get(size) for column in columns] for size in sizes}


def heads():
    return ["send to receive"] + [f"{operation}, {cores:,} cores" for operation, cores in CURVES]


def line_of(size, cells):
    return "\t".join([str(size)] + ["" if cell is None else str(cell) for cell in cells])


def draw(noct, elf, out):
    path = os.path.join(out, "collectives.tsv")
    with open(path, "w", encoding="ascii") as file:
        file.write("\t".join(["bytes"] + heads()) + "\n")
        file.writelines(line_of(size, cells) + "\n" for size, cells in rows_of(noct, elf).items())
    commands = ["set terminal svg size 640,420 font 'DejaVu Sans,12' background 'white'",
                f"set output '{os.path.join(out, 'collectives.svg')}'", "set datafile separator '\\t'",
                "set title 'Cycles over length, on the emulated board'", "set logscale xy", "set xlabel 'bytes'",
                "set ylabel 'cycles'", "set key top left", "set grid lc rgb '#e3e5e8'", "set format y '%.0f'",
                "set xtics ('4' 4, '16' 16, '64' 64, '256' 256, '1 Ki' 1024, '4 Ki' 4096, '16 Ki' 16384, '64 Ki' 65536)"]
    styles = ["lc rgb '#444444' dt 2 pt 7", "lc rgb '#3182bd' pt 5", "lc rgb '#08519c' pt 9", "lc rgb '#e6842a' pt 5",
              "lc rgb '#b03020' pt 9"]
    curves = ", ".join(f"'{path}' using 1:{i + 2} with linespoints ps 0.6 {style} title '{head}'"
                       for i, (head, style) in enumerate(zip(heads(), styles)))
    subprocess.run(["gnuplot"], input="\n".join(commands + ["plot " + curves]) + "\n", text=True, check=True)


def check(noct, elf, out):
    """The row of one flit."""
    with open(os.path.join(out, "collectives.tsv"), encoding="ascii") as file:
        drawn = [line for line in file.read().splitlines() if line.startswith("4\t")]
    now = line_of(4, rows_of(noct, elf, 4)[4])
    if compiler.is_stale("collectives", "\n".join(drawn), now, os.path.dirname(noct)):
        sys.exit(f"collectives: the table of the picture has no row {now!r}; 'make figures' draws it again")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--update")
    parser.add_argument("--out")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    noct, elf = os.path.join(args.build, "noct"), os.path.join(args.build, "bench", "transfer.elf")
    if args.out:
        (check if args.check else draw)(noct, elf, args.out)
        return
    tables = {"collectives": call_table(noct), "transfers": transfer_table(noct, elf)}
    page.show(args.update, {mark: "\n".join(lines) for mark, lines in tables.items()})


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError, subprocess.CalledProcessError) as why:
        sys.exit(f"collectives: {why}")
