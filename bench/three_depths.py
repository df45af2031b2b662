# SPDX-License-Identifier: BSD-2-Clause
"""Draws plan, simulation and firmware of the same sets on one figure, from the trials of bench/studies/depth-*.

Lines are `noct run`, real firmware on emulated cores; points `noct sim` with the start-ups that `noct demo`
measures of this firmware, and what one message alone takes more by firmware, its call with its copies; dashed
the plan's steps, each the time that one message alone takes in that simulation, and the same call. All are
cycles until the last destination's call returns.
"""
from picture import CUBE_ALGORITHMS, Picture, dashed, line, points
from papers import PATH_ALGORITHMS, by_dests
from sample import Sample
from study import table

# name, title, what stands in studies' names, algorithms
FIGURES = [("depths-3-11", "cube:10, all ports, 64 flits, 1,024 cores", "cube-10", CUBE_ALGORITHMS),
           ("depths-6-3", "utorus:64x64, all ports, 512 flits, 4,096 cores", "utorus-64x64", PATH_ALGORITHMS),
           ("depths-11-ccc7", "ccc:7, 64 flits, 896 cores", "ccc-7", ["u-ccc"]),
           ("depths-11-ccc10", "ccc:10, 64 flits, 10,240 cores", "ccc-10", ["u-ccc"])]


def curves(out, study, algorithm, algorithms):
    """{destinations: sample} of plan, simulation and firmware, in cycles, and what the call takes."""
    at = {"algorithm": algorithm} if len(algorithms) > 1 else {}
    made = table(f"depth-{study}", out)
    cycles, measured = (by_dests(made, "latency_max", depth=depth, **at) for depth in ("sim", "run"))
    step, call = cycles[1].mean, measured[1].mean - cycles[1].mean
    simulated = {m: Sample(s.mean + call, s.half, s.trials) for m, s in cycles.items()}
    steps = {m: Sample(call + s.mean * step, s.half * step, s.trials) for m, s in by_dests(made, "steps", depth="plan", **at).items()}
    return steps, simulated, measured, {1: call}


def picture(out, name, title, study, algorithms):
    made = Picture(name, f"{title}: firmware; points: simulated; dashed: planned", "destinations", "cycles",
                   key="below height 1")
    told = [curves(out, study, algorithm, algorithms) for algorithm in algorithms]
    for i, (algorithm, (_, _, run, _)) in enumerate(zip(algorithms, told)):
        made.curve(algorithm, run, line(i))
    for i, (algorithm, (steps, sim, _, call)) in enumerate(zip(algorithms, told)):
        made.curve(f"{algorithm}, sim", sim, points(i), named=False)
        made.curve(f"{algorithm}, plan", steps, dashed(i), named=False)
        made.tell(f"{algorithm}, call", call)
    return made


def pictures(out):
    yield from (picture(out, *figure) for figure in FIGURES)
