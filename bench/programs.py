#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Programs of MPI: messages over their length, and where the cycles of a stencil and a sort go.

usage: programs.py --build DIR [--update PAGE]

Prints the tables; --update puts them between the page's marks, as <!-- mpi-messages --> and <!-- /mpi-messages -->:
mpi-ping-pong and mpi-messages of neighbours, mpi-programs, and mpi-calls of single broadcasts. All are cycles, the same on every host with the same firmware.
"""
import argparse
import json
import os
import sys

if __name__ == "__main__":
    sys.dont_write_bytecode = True  # nothing beside the sources
import page
from host import Failed, run
from table import Row

MHZ = 100  # cycles of the board in a microsecond
PROGRAMS = [("stencil", "stencil"), ("samplesort", "sample sort")]
CALLS = [("bcast", "MPI_Bcast, 512 bytes, the same root or two in turn"),
         ("bcast-new-root", "the same, a root that there was not before"),
         ("ibcast", "MPI_Ibcast and MPI_Wait, 512 bytes"),
         ("bcast-long", "MPI_Bcast, 16 KiB"),
         ("ibcast-long", "MPI_Ibcast and MPI_Wait, 16 KiB")]
BOARDS = ["torus:2x2", "torus:4x4", "torus:8x8"]
LIMIT = "1000000000"
OURS = ("firmware/", "mpi/", "libnoc/")


def messages(noct, build):
    """[bytes, cycles, cycles of one of many], by length."""
    out = run([noct, "mpirun", "-n", "2", "--topology", "mesh:2", os.path.join(build, "bench", "mpi_transfer.elf")]).out
    return [[int(word) for word in line.split()] for line in out.splitlines()]


def said_by(noct, build, *arguments):
    """What bench/apps/mpi_calls.c prints: {its first word: the number behind it}."""
    out = run([noct, "mpirun", *arguments[:-1], os.path.join(build, "bench", "mpi_calls.elf"), arguments[-1]]).out
    return {word: int(number) for word, number in (line.split() for line in out.splitlines())}


def ping_pong_table(noct, build):
    ours, layer = (said_by(noct, build, "-n", "2", "--topology", "mesh:2", way) for way in ("mpi", "noc"))
    return ["| bytes | MPI_Send, MPI_Recv | noc_send, noc_recv | ratio |", "|---:|---:|---:|---:|"] + [
        f"| {int(size):,} | {ours[size]:,} | {layer[size]:,} | {ours[size] / layer[size]:.2f} |" for size in ours]


def call_table(noct, build):
    said = [said_by(noct, build, "--topology", board, "calls") for board in BOARDS]
    return ["| | 4 ranks | 16 | 64 |", "|---|---:|---:|---:|"] + [
        f"| {text} | " + " | ".join(f"{s[name] / MHZ:.1f}" for s in said) + " |" for name, text in CALLS]


def place_of(line):
    """Which of the shares a line of the profile is in."""
    name = line["file"] or ""
    if name.startswith(OURS):
        return "talk"
    if "soft-fp" in name:
        return "float"
    return "rest"


def shares(noct, build, program, board):
    """Cycles until the last core ends, and per cent of all cores' cycles: asleep, talk, float, rest."""
    elf = os.path.join(build, "tests", "target", "mpi", program + ".elf")
    command = [noct, "profile", "--topology", board, "--limit_cycles", LIMIT, "--json", elf]
    said = json.loads(run(command).out.splitlines()[-1])
    if said["end"] != "exit":
        raise Failed(f"{program} on {board}: {said['end']}")
    part = {"asleep": said["asleep"], "talk": 0, "float": 0, "rest": 0}
    for line in said["lines"]:
        part[place_of(line)] += line["cycles"]
    whole = sum(part.values())
    return said["cycles"], {name: 100 * cycles / whole for name, cycles in part.items()}


def message_table(noct, build):
    head = ["| bytes | latency, us | bandwidth, MB/s |", "|---:|---:|---:|"]
    return head + [f"| {size:,} | {latency / MHZ:.2f} | {size * MHZ / each:.2f} |"
                   for size, latency, each in messages(noct, build)]


def program_table(noct, build):
    rows = ["| program | cores | cycles | asleep | communication | floating point | the rest |",
            "|---|---:|---:|---:|---:|---:|---:|"]
    for program, text in PROGRAMS:
        for board in BOARDS:
            cycles, part = shares(noct, build, program, board)
            cores = cores_of(board)
            rows.append(f"| {text} | {cores} | {cycles:,} | " +
                        " | ".join(f"{part[name]:.1f} %" for name in ("asleep", "talk", "float", "rest")) + " |")
    return rows


def cores_of(board):
    side, other = board.split(":")[1].split("x")
    return int(side) * int(other)


def programs(b):
    """Of make bench."""
    for size, latency, each in messages(b.noct, b.build):
        if size in (4, 256, 1024, 65536):
            b.add(Row(f"mpi_latency_{size}_us", f"{size} bytes: latency", latency / MHZ, "us"))
            b.add(Row(f"mpi_bandwidth_{size}_mbs", "    bandwidth", size * MHZ / each, "MB/s"))
    for program, text in PROGRAMS:
        cycles, part = shares(b.noct, b.build, program, "torus:4x4")
        b.add(Row(f"mpi_{program}_cycles", f"{text}, 16 cores", cycles, "cycles"))
        b.add(Row(f"mpi_{program}_talk", "    asleep and communication", part["asleep"] + part["talk"], "%"))
        b.add(Row(f"mpi_{program}_float", "    floating point in software", part["float"], "%"))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--update")
    args = parser.parse_args()
    noct = os.path.join(args.build, "noct")
    tables = {"mpi-ping-pong": ping_pong_table, "mpi-messages": message_table, "mpi-programs": program_table,
              "mpi-calls": call_table}
    page.show(args.update, {mark: "\n".join(table(noct, args.build)) for mark, table in tables.items()})


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as why:
        sys.exit(f"programs: {why}")
