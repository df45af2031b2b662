# SPDX-License-Identifier: BSD-2-Clause
"""The costs of the formula by which schedules of collective calls are chosen: fitted to runs on a board.

The formula (libnoc/collective/cost.h) is a sum of costs, so that bench/formula can say by how much each of them changes
the prediction of a call. The costs are those by which the predictions of many runs are least wrong, as shares of what
the runs take. Where a maximum of two sums is in the formula the effects depend on the costs, so that the fit is made
several times. What single runs take beside the formula (links that are shared) is not to bend it: a run counts less if
its prediction is far off.
"""
import json
import pathlib
import re
import subprocess

import costs_fit

TABLE = pathlib.Path(__file__).resolve().parent.parent / "libnoc" / "collective" / "costs.def"

NETWORKS = ("torus:4x4", "mesh:3x7", "utorus:13", "cube:5", "mesh:8", "torus:6x6")
FLITS = (1, 4, 18, 40, 64, 100, 300, 1000)
ALL_FLITS = 40000  # of a call that has a block for each member
BLOCKS = ("gather", "scatter", "allgather", "alltoall", "reduce-scatter")
TURNS = 3          # networks for each schedule and length
# Where nobody names a schedule; longer calls have one that depends on the costs of before.
OWN = (("barrier", (1,)), ("allreduce", (1, 2, 3, 4)), ("broadcast", (1, 4, 8, 16, 24)))
START, FITS, NEAR = 100, 12, 0.15
POWER_OF_TWO = ("recursive-doubling",)


def members(topology):
    kind, size = topology.split(":")
    widths = [int(width) for width in size.split("x")]
    product = 1
    for width in widths:
        product *= width
    return 2 ** product if kind == "cube" else product


def experiments(schedules):
    """schedules: operation -> names. Each schedule with each length on some networks; and what has a way of its own."""
    found, turn = [], 0
    for operation, names in schedules.items():
        for name in names:
            for flits in FLITS if operation != "barrier" else (1,):
                turn += 1
                for i in range(TURNS):
                    topology = NETWORKS[(turn + 2 * i) % len(NETWORKS)]
                    e = {"topology": topology, "collective": operation, "algorithm": name, "ram": "1M",
                         "source": (turn + 7 * i) % members(topology)}
                    e.update({"length": flits} if operation != "barrier" else {})
                    blocks = members(topology) * (members(topology) if operation == "alltoall" else 1)
                    if operation not in BLOCKS or blocks * flits <= ALL_FLITS:
                        found.append(e)
    for topology in NETWORKS:
        found += [{"topology": topology, "collective": operation, "ram": "1M",
                   **({"length": n} if operation != "barrier" else {})} for operation, lengths in OWN for n in lengths]
    return found


def runs(ask, noct, schedules):
    """[(experiment, cycles)] of those that the schedules fit."""
    those = experiments(schedules)
    return [(e, answer["latency_max"]) for e, answer in zip(those, ask(noct, "run", those)) if "error" not in answer]


def predictions(formula, path, those):
    """[(cycles, {cost: effect})]"""
    text = "".join(json.dumps(e) + "\n" for e in those)
    out = subprocess.run([formula, path], input=text, capture_output=True, text=True, check=True).stdout
    found = []
    for line in out.splitlines():
        cycles, *effects = line.split(" ")
        found.append((int(cycles), {name: float(d) for name, d in (effect.split("=") for effect in effects)}))
    return found


def fit_once(made, cost, names, fixed):
    """Costs that are nearer, from predictions with those before."""
    rows = []
    for cycles, (predicted, effect) in made:
        off = abs(predicted / cycles - 1)
        constant = predicted - sum(effect.get(name, 0) * cost[name] for name in names if name not in fixed)
        rows.append(([0 if name in fixed else effect.get(name, 0) / cycles for name in names],
                     (cycles - constant) / cycles, 1 / max(off, NEAR)))
    return dict(zip(names, costs_fit.solve(rows, [cost[name] for name in names])))


def fit(formula, path, costs, measured, write):
    """Put them into costs["formula"]; returns the error in the median, and that of nine in ten. What costs says already of combining stays as it is."""
    names = re.findall(r"^NOC_COST\((\w+),", TABLE.read_text(encoding="ascii"), re.M)
    fixed = {"combine": round(16 * costs["combining"]["int32"]["sum"])}
    cost = {name: fixed.get(name, START) for name in names}
    for _ in range(FITS):
        costs["formula"] = {name: round(cycles) for name, cycles in cost.items()}
        write(path, costs)
        made = [(cycles, p) for (_, cycles), p in
                zip(measured, predictions(formula, path, [e for e, _ in measured]))]
        cost = {**fit_once(made, costs["formula"], names, fixed), **fixed}
    errors = sorted(abs(predicted / cycles - 1) for cycles, (predicted, _) in made)
    return errors[len(errors) // 2], errors[len(errors) * 9 // 10]
