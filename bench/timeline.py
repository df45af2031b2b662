#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Draws a multicast's trace, for docs/tracing.md: what each core does in it, and the messages.

usage: timeline.py --noct NOCT --out DIR [--check]

Makes the trace by `noct trace`, and of it DIR/trace-u-torus.tsv, a row for each bar and each
arrow, and DIR/trace-u-torus.svg, by gnuplot. Cycles count from the source's call. With --check
the table is made again and compared with the one in DIR.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing beside the sources
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests"))
import compiler  # noqa: E402

EXPERIMENT = "--topology torus:4x4 --routing btr --algorithm u-torus --length 64".split()
NAME = "trace-u-torus"
CORES, FIRST_CORE = 1, 100000  # the trace's process of cores, and the track of core 0
MARGIN = 60  # cycles shown before and after


def trace(noct):
    """The events of the experiment's trace."""
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "trace.json")
        subprocess.run([noct, "trace", *EXPERIMENT, "--out", out], check=True,
                       stdout=subprocess.DEVNULL)
        with open(out) as file:
            return json.load(file)["traceEvents"]


def cycle(event, key="ts"):
    """Perfetto's unit is the microsecond, a cycle is one of its nanoseconds."""
    return round(event[key] * 1000)


def is_sleep_in_it(event):
    return event["name"] == "sleep" and event["args"].get("waiting") == "for a multicast"


def rows_of(events):
    """Bars (what, core, from, to) and arrows ("message", core, from, to, receiver), sorted."""
    events = [e for e in events if e["pid"] == CORES]
    calls = [e for e in events if e["ph"] == "X" and e["name"] == "multicast"]
    begin = min(cycle(e) for e in calls if e["tid"] == FIRST_CORE)  # the source
    last = max(cycle(e) + cycle(e, "dur") for e in calls)
    rows = []
    for e in events:
        if e["ph"] != "X" or not (e["name"] == "multicast" or is_sleep_in_it(e)):
            continue
        first, end = cycle(e), cycle(e) + cycle(e, "dur")
        if end > begin and first < last:
            rows.append((e["name"], e["tid"] - FIRST_CORE, first - begin, end - begin, "-"))
    sent = {e["id"]: e for e in events if e["ph"] == "s" and e["name"] == "message"}
    for e in events:
        if e["ph"] == "f" and e["name"] == "message":
            start = sent[e["id"]]
            rows.append(("message", start["tid"] - FIRST_CORE, cycle(start) - begin,
                         cycle(e) - begin, e["tid"] - FIRST_CORE))
    return sorted(rows, key=lambda row: [str(row[0])] + [int(v) for v in row[1:4]])


def table(rows):
    lines = ["what\tcore\tfrom\tto\treceiver"]
    lines += ["\t".join(str(v) for v in row) for row in rows]
    return "\n".join(lines) + "\n"


def commands(rows, svg):
    """For gnuplot: bars as boxes around a core's line, arrows from line to line."""
    end = max(row[3] for row in rows)
    cores = max(row[1] for row in rows) + 1
    data = []
    for what, high in (("multicast", 0.36), ("sleep", 0.36), ("message", 0)):
        data.append(f"${what} << END")
        for kind, core, first, last, receiver in rows:
            if kind == what == "message":
                data.append(f"{first} {core} {last - first} {receiver - core}")
            elif kind == what:
                first = max(first, -MARGIN)
                data.append(f"{(first + last) / 2} {core} {first} {last} "
                            f"{core - high} {core + high}")
        data.append("END")
    return data + [
        "set terminal svg size 760,460 font 'sans,12' background rgb 'white' noenhanced",
        f"set output '{svg}'",
        "set title 'u-torus on torus:4x4, 64 flits: the calls, and the messages'",
        "set xlabel 'cycles since the source''s call'", "set ylabel 'core'",
        f"set xrange [{-MARGIN}:{end + MARGIN}]", f"set yrange [{cores - 0.4}:-0.6]",
        "set ytics 0,1 nomirror", "set grid xtics lc rgb '#dddddd'", "set key below",
        "set style fill solid 1 noborder",
        "plot $multicast with boxxyerror lc rgb '#7fb2e5' title 'in noc_multicast()', "
        "$sleep with boxxyerror lc rgb '#e4e4e4' title 'in it, asleep', "
        "$message with vectors head filled size 12,18 lc rgb '#b03020' "
        "title 'message: sent, received'",
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--noct", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    name = os.path.join(options.out, NAME)
    rows = rows_of(trace(options.noct))
    if options.check:
        with open(name + ".tsv") as file:
            if compiler.is_stale(NAME, file.read(), table(rows), os.path.dirname(options.noct)):
                sys.exit(f"{name}.tsv is stale, run make figures")
        print(f"ok {NAME}")
        return
    with open(name + ".tsv", "w") as file:
        file.write(table(rows))
    script = "\n".join(commands(rows, name + ".svg")) + "\n"
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


main()
