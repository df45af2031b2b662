#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""What the firmware takes on some core, measured, and how well noct sim predicts runs by it.

usage: costs.py NOCT [--board rtl] [--out FILE | --costs emulator|rtl|FILE [--page PAGE | --check PAGE]]

Without --costs: measures them, and prints a file for `noct sim --costs FILE` (costs/README.md): what multicasts take,
in runs with one to fifteen receivers on torus:4x4, and on the emulated board also what each function of the firmware
takes in collective operations (costs_fit.py). The same board gives the same file. With --costs: simulates and runs the
multicasts of a table, which it prints, or puts into PAGE; --check: takes the small ones anew, and status 1 says that
PAGE has others.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing beside the sources
import costs_fit
import costs_formula
import costs_multicast
import page
import relays
import timing

# topology, algorithm; the first ones are small
NETWORKS = [("torus:2x2", "u-torus"), ("mesh:2x2", "u-mesh"), ("cube:2", "u-cube"), ("mesh:2x2", "postorder"),
            ("torus:4x4", "u-torus"), ("mesh:4x4", "u-mesh"), ("cube:4", "u-cube"), ("mesh:4x4", "postorder"),
            ("torus:8x8", "u-torus"), ("mesh:8x8", "u-mesh"), ("cube:6", "u-cube"), ("mesh:8x8", "postorder")]
LENGTHS = (8, 64, 512)
CHECKED = [(*NETWORKS[0], 8), (*NETWORKS[3], 64), (*NETWORKS[5], 8), (*NETWORKS[6], 64)]
BEGIN = {"call": 600, "call_16_flits": 100, "call_4_flits": 30, "call_1_flit": 10, "source_second": 100,
         "source_further": 75, "relay": 200, "relay_second": 100, "relay_further": 75, "relay_return": -80,
         "relay_return_more": -80, "relay_sleeps": 0, "relay_wakes": 0}
# This relay has five worms to send, and one port: with a long body it sleeps until they have left.
SLEEPER, SLEEPERS_NODE = ("torus:8x8", "u-torus", "all"), 32
LONGEST, A_SLEEP = 512, 9


# Collective calls that are profiled: each operation by each schedule, with lengths in flits that go in other ways, on
# networks in turn; and those that have a way of their own where nobody names a schedule, on all of them.
SCHEDULES = {
    "barrier": ("dissemination",),
    "broadcast": ("-", "binomial", "scatter-allgather", "scatter-ring", "chain"),
    "reduce": ("binomial", "reduce-scatter-gather", "linear"),
    "allreduce": ("-", "recursive-doubling", "reduce-scatter-allgather", "ring"),
    "gather": ("binomial", "linear"), "scatter": ("binomial", "linear"),
    "allgather": ("recursive-doubling", "bruck", "ring"), "alltoall": ("pairwise", "linear", "bruck"),
    "scan": ("recursive-doubling", "linear"), "exscan": ("recursive-doubling", "linear"),
    "reduce-scatter": ("halving", "pairwise")}
IN_ORDER = ("reduce binomial", "reduce linear", "allreduce recursive-doubling", "scan recursive-doubling", "scan linear",
            "exscan recursive-doubling", "exscan linear", "reduce-scatter pairwise")
TORUS, MESH, RING, CUBE = ("torus:4x4", 5), ("mesh:3x7", 11), ("utorus:13", 4), ("cube:5", 9)  # and the root
PROFILED = (TORUS, MESH, RING, CUBE)
FLITS = (1, 4, 18, 64, 100, 300)
SPECIAL = (("mesh:2", 1), ("mesh:3", 0), ("mesh:23", 10), ("utorus:40", 25), *PROFILED)
SPECIAL_CALLS = (("barrier", 1), ("allreduce", 1), ("allreduce", 3), ("broadcast", 2), ("broadcast", 10), ("broadcast", 24))
# Where nobody names a schedule, these lengths have one that depends on the costs of before: so they are left out.
UNCHOSEN = {"allreduce": (4, 10 ** 6), "broadcast": (24, 64)}
CALLS, ROUNDS, PROFILE_LIMIT = 4, 4, 10 ** 9


def profiled_calls():
    """(network, root, operation, schedule or "-", flits, in order)"""
    found, turn = [], 0
    for operation, names in SCHEDULES.items():
        for name in names:
            for i, flits in enumerate(FLITS):
                if name == "-" and UNCHOSEN[operation][0] < flits <= UNCHOSEN[operation][1]:
                    continue
                if operation == "barrier" and i >= len(PROFILED):
                    continue
                flits = flits if operation != "barrier" else 1  # it has no length
                networks = (TORUS, CUBE) if f"{operation} {name}" == "allgather recursive-doubling" else PROFILED
                network, root = networks[(turn + i) % len(networks)]
                if operation == "alltoall" and flits > 100:
                    network, root = TORUS
                found.append((network, root, operation, name, flits, i == 2 and f"{operation} {name}" in IN_ORDER))
            turn += 1
    return found + [(network, root, operation, "-", flits, False) for network, root in SPECIAL
                    for operation, flits in SPECIAL_CALLS]


class Core:
    """Runs of noct on one kind of board."""

    def __init__(self, noct, board):
        self.noct, self.flags = noct, ["--board", board] if board else []
        self.build, self.name = os.path.dirname(noct) or ".", board or "emulator"

    def compiler(self):
        """Of the firmware: what its file says."""
        with open(os.path.join(self.build, "firmware", "collective.elf"), "rb") as elf:
            return "gcc " + re.search(rb"GNU C11 ([0-9.]+)", elf.read()).group(1).decode()

    def latency(self, command, topology, algorithm, dests, length):
        """node -> cycles"""
        command = [self.noct, *command, "--topology", topology, "--algorithm", algorithm, "--dests", dests,
                   "--length", str(length), "--json", *(["--force"] if algorithm == "postorder" else [])]
        r = subprocess.run(command, capture_output=True, text=True)
        if r.returncode:
            sys.exit(f"{' '.join(command)}: status {r.returncode}: {r.stderr.strip()}")
        return {int(node): c for node, c in json.loads(r.stdout.splitlines()[-1])["latency"].items()}

    def run(self, *experiment):
        return self.latency(["run", *self.flags], *experiment)

    def sim(self, costs, *experiment):
        return self.latency(["sim", "--costs", costs], *experiment)


def measure(core, path):
    """The numbers, one after the other: by how much a run is later than it would be with those known so far."""
    costs = dict(BEGIN)

    def simulated(node, *experiment):
        with open(path, "w", encoding="ascii") as f:
            json.dump(costs, f)
        return core.sim(path, *experiment)[node]

    def late(node, *experiment):
        return core.run(*experiment)[node] - simulated(node, *experiment)

    torus = ("torus:4x4", "u-torus")
    costs["call"] += late(1, *torus, "1", 16)
    costs["call_16_flits"] += late(1, *torus, "1", 512) // 31
    costs["call"] += late(1, *torus, "1", 16)
    costs["call_4_flits"] += late(1, *torus, "1", 28) // 3
    costs["call_1_flit"] += late(1, *torus, "1", 19) // 3
    costs["source_second"] += late(2, "torus:4x4", "separate", "1-3", 16)
    costs["source_further"] += late(3, "torus:4x4", "separate", "1-3", 16)
    costs["relay"] += late(3, *torus, "1-3", 16)             # 0 sends to 2, that to 3
    costs["relay_return"] += late(2, *torus, "1-3", 16)
    costs["relay_second"] += late(4, *torus, "1-5", 16)      # 0 to 3, that to 5, then to 4
    costs["relay_return_more"] += late(3, *torus, "1-5", 16)
    costs["relay_further"] += late(9, *torus, "1-15", 16)    # 0 to 8, that to 12, to 10, then to 9
    measure_sleep(costs, simulated, late)
    return costs


def measure_sleep(costs, simulated, late):
    """What a relay takes besides that sleeps; 0, if this core copies the body out while its worms leave."""
    wakes = late(SLEEPERS_NODE, *SLEEPER, LONGEST)
    if wakes < A_SLEEP:
        return
    costs["relay_wakes"] = wakes

    def longer(length):
        """By how much a sleep of a million cycles makes this call longer."""
        returned = []
        for costs["relay_sleeps"] in (0, 10 ** 6):
            returned.append(simulated(SLEEPERS_NODE, *SLEEPER, length))
        return returned[1] - returned[0]

    awake, asleep = 0, LONGEST // 16  # lengths, in 16 flits
    while asleep - awake > 1:
        middle = (awake + asleep) // 2
        awake, asleep = (awake, middle) if longer(16 * middle) else (middle, asleep)
    costs["relay_sleeps"] = 10 ** 6
    costs["relay_sleeps"] += late(SLEEPERS_NODE, *SLEEPER, 16 * asleep + 16)


def answer(*command):
    r = subprocess.run(command, capture_output=True, text=True)
    if r.returncode:
        sys.exit(f"{' '.join(command)}: status {r.returncode}: {r.stderr.strip()}")
    return r.stdout


def in_parallel(function, items):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, items))


def profile(core, call):
    """Of CALLS such calls on the board."""
    network, root, operation, name, flits, in_order = call
    firmware = os.path.join(core.build, "bench", "calls.elf")
    return costs_fit.Profile(json.loads(answer(
        core.noct, "profile", "--topology", network, "--ram", "1M", "--period", "1", "--limit_cycles", str(PROFILE_LIMIT),
        "--json", firmware, operation, name, str(root), str(flits), str(int(in_order)), str(CALLS)))["lines"])


def counted(core, costs, names, call):
    """How often the host's cores call each function in the same calls."""
    network, root, operation, name, flits, in_order = call
    e = {"topology": network, "collective": operation, "source": root, "length": flits}
    e.update({"algorithm": name} if name != "-" else {}, **({"ordered": True} if in_order else {}))
    return costs_fit.calls(answer(os.path.join(core.build, "bench", "count"), json.dumps(e), str(CALLS), costs), names)


def write(path, costs):
    with open(path, "w", encoding="ascii") as file:
        file.write(json.dumps(costs, indent=1) + "\n")


def measure_functions(core, costs, path):
    """What each function takes. How often a core looks for something depends on what all else takes, so the fit is made
    again with the calls that follow from it."""
    calls = profiled_calls()
    say(f"functions, in {len(calls)} profiles")
    profiles = in_parallel(lambda call: profile(core, call), calls)
    names = costs_fit.Names(set().union(*(p.own for p in profiles)))
    for _ in range(ROUNDS):
        write(path, costs)
        made = in_parallel(lambda call: counted(core, path, names, call), calls)
        found, error = costs_fit.fit([(p.own, costs_fit.as_on_board(p, m)) for p, m in zip(profiles, made)])
        costs["functions"] = costs_fit.as_json(found)
        say(f"functions' cycles are off by {percent(error)} in the mean")


def collective(core, command, *flags):
    return json.loads(answer(core.noct, command, "--topology", "mesh:2", "--json", *flags).splitlines()[-1])["latency_max"]


def measure_application(core, costs, path):
    """What the application that is measured takes besides its call, and what combining takes: by how much calls of two
    members are longer than they would be without."""
    def late(*flags):
        return collective(core, "run", *flags) - collective(core, "sim", "--costs", path, *flags)

    functions = costs.pop("functions")
    costs["application"], costs["combining"], costs["functions"] = 0, {"call": 0}, functions
    write(path, costs)
    costs["application"] = late("--collective", "barrier")
    write(path, costs)
    allreduce = ("--collective", "allreduce", "--algorithm", "recursive-doubling")
    few, many = 32, 64  # flits
    flags = [("ordered", "", ["--ordered"], 1)]
    flags += [(kind, op, ["--op", op, "--type", kind], words) for kind, words in TYPES.items()
              for op in OPS if not (op in BITS and kind in FLOATING)]
    ends = in_parallel(lambda f: [late(*allreduce, "--length", str(n), *f[2]) for n in (few, many)], flags)
    for (kind, op, _, words), (least, most) in zip(flags, ends):
        each = round(max(0, most - least) * words / (many - few), 2)
        if op:
            costs["combining"].setdefault(kind, {})[op] = each
        else:
            costs["combining"][kind] = each
        if (kind, op) == ("int32", "sum"):
            costs["combining"]["call"] = round(max(0, least - each * few), 2)


SCHEDULE_TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "libnoc", "collective", "schedules.def")
TYPES = {"int32": 1, "uint32": 1, "int64": 2, "uint64": 2, "float": 1, "double": 2}  # flits
OPS = ("sum", "product", "min", "max", "and", "or", "xor")
BITS, FLOATING = ("and", "or", "xor"), ("float", "double")


def measure_multicasts(core, costs):
    """Those whose relays find out what they have to do."""
    say("multicasts by list and by header")
    plans = os.path.join(core.build, "firmware", "plans.elf")
    board = relays.Board(core.noct, os.path.join(core.build, "tests", "firmware", "predict"), plans)
    return costs_multicast.measure(board, costs_multicast.Steps(core.noct, plans), costs, algorithms(core.noct))


def algorithms(noct):
    """The names of those whose worms have one destination each."""
    out = subprocess.run([noct, "plan", "--topology", "mesh:2", "--algorithm", "?"], capture_output=True, text=True)
    names = [name.strip() for name in out.stderr.split("there are: ")[1].split(",")]
    return [name for name in names if name not in (*relays.WORMS, "auto")]


def measure_segments(core):
    """What a core takes for each worm that it sends, and for each segment that comes, where a body goes in segments: how
    much longer twice as many segments take, to three receivers and to one."""
    say("bodies in segments")
    flits, few = 4, 16

    def each(topology):
        times = [max(core.latency(["run", "--segment", str(flits)], topology, "separate", "all", flits * n).values())
                 for n in (few, 2 * few)]
        return (times[1] - times[0]) / few

    return {"segment_sent": round(each("mesh:4") / 3), "segment_taken": round(each("mesh:2"))}


def measure_schedules(core):
    """schedule -> instructions of a step, in the mean, as a program on the board counts them."""
    say("steps of schedules")
    with open(SCHEDULE_TABLE, encoding="ascii") as file:
        symbols = re.findall(r"^NOC_SCHEDULE\((\w+),", file.read(), re.M)
    elf = os.path.join(core.build, "tests", "target", "schedule_cost.elf")
    out = subprocess.run([core.noct, "run", "--topology", "mesh:2", "--firmware", elf], capture_output=True, text=True)
    means = re.findall(r": (\d+) instructions", out.stdout + out.stderr)
    if len(means) != len(symbols):
        sys.exit(f"{elf}: {len(means)} schedules of {len(symbols)}: {out.stderr.strip()}")
    return dict(zip(symbols, map(int, means)))


def measure_formula(core, costs, path):
    """The costs by which schedules are chosen, beside those of combining."""
    say("the formula of collective calls")
    measured = costs_formula.runs(timing.ask, core.noct, timing.schedules(core.noct))
    median, nine = costs_formula.fit(os.path.join(core.build, "bench", "formula"), path, costs, measured, write)
    say(f"predictions are off by {percent(median)} in the median, nine in ten by at most {percent(nine)}")


def say(what):
    print(f"costs: {what}", file=sys.stderr, flush=True)


def compared(core, costs, experiment):
    """Cycles until the last core has returned, simulated and run, and the error of each core."""
    topology, algorithm, length = experiment
    simulated = core.sim(costs, topology, algorithm, "all", length)
    run = core.run(topology, algorithm, "all", length)
    off = [simulated[node] / run[node] - 1 for node in run]
    return max(simulated.values()), max(run.values()), off


def cell(simulated, run):
    return f"{simulated:,}, {run:,}"


def table(core, costs):
    lines = ["| network | algorithm | " + " | ".join(f"{length} flits" for length in LENGTHS) + " |",
             "|---|---|" + "---:|" * len(LENGTHS)]
    last, each = [], []
    for network in NETWORKS:
        cells = []
        for length in LENGTHS:
            simulated, run, off = compared(core, costs, (*network, length))
            cells.append(cell(simulated, run))
            last.append(abs(simulated / run - 1))
            each += map(abs, off)
        lines.append(f"| `{network[0]}` | `{network[1]}` | " + " | ".join(cells) + " |")
    said = (f"The last core's return is off by {percent(sorted(last)[len(last) // 2])} in the median and "
            f"{percent(max(last))} at most, any core's by {percent(max(each))} at most.")
    return "\n".join([*lines, "", said])


def percent(x):
    return f"{100 * x:.1f} %"


def check(core, costs, path):
    """Are these cells of the page's table what comes out now?"""
    with open(path, encoding="utf-8") as f:
        rows = {tuple(c.strip(" `") for c in line.split("|")[1:3]): line.split("|")[3:-1] for line in f
                if line.startswith("| `")}
    failed = 0
    for topology, algorithm, length in CHECKED:
        simulated, run, _ = compared(core, costs, (topology, algorithm, length))
        said = rows.get((topology, algorithm), [""] * len(LENGTHS))[LENGTHS.index(length)].strip()
        if said != cell(simulated, run):
            failed += 1
            print(f"{path}: {topology}, {algorithm}, {length} flits: is '{said}', and was {cell(simulated, run)}")
    print(f"{len(CHECKED) - failed} passed, {failed} failed")
    return bool(failed)


def arguments():
    """What the command line asks for; status 2 if that makes no sense."""
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("noct")
    parser.add_argument("--board", choices=["rtl"])
    for flag in ("costs", "out", "page", "check"):
        parser.add_argument("--" + flag)
    args = parser.parse_args()
    if args.costs and args.out:
        parser.error("--out is for costs that are measured; leave --costs out")
    if not args.costs and (args.page or args.check):
        parser.error("--page and --check are for the table of --costs emulator, --costs rtl or --costs FILE")
    if args.page and args.check:
        parser.error("--page writes the table and --check compares it; choose one")
    return args


def measured(core, path):
    """What a file for `noct sim --costs FILE` says; into this one, or printed."""
    with tempfile.TemporaryDirectory() as work:
        scratch = os.path.join(work, "costs.json")
        found = {"compiler": core.compiler(), "core": core.name, **measure(core, scratch)}
        if core.name == "emulator":
            found.update(measure_multicasts(core, found), **measure_segments(core), schedules=measure_schedules(core))
            measure_functions(core, found, scratch)
            measure_application(core, found, scratch)
            measure_formula(core, found, scratch)
        costs = json.dumps(found, indent=1) + "\n"
    if not path:
        print(costs, end="")
        return
    with open(path, "w", encoding="ascii") as file:
        file.write(costs)


def main():
    args = arguments()
    core = Core(args.noct, args.board)
    try:
        if args.out:
            with open(args.out, "a", encoding="ascii"):
                pass  # so that it is refused before minutes of measuring
        if not args.costs:
            measured(core, args.out)
        elif args.check:
            return check(core, args.costs, args.check)
        else:
            page.show(args.page, {"costs": table(core, args.costs)})
    except (OSError, page.NoPlace) as failure:
        print(f"costs.py: {failure}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
