# SPDX-License-Identifier: BSD-2-Clause
"""Figures of steps, as the papers count them, from the tables of their studies.

Robinson 1994, 3.10, 3.11 and 4.12 to 4.17; Song et al. 2000, 8 to 11. Lines are steps; points are the
flit-level network with the same sets, its cycles divided by those of one message alone.
"""
from picture import CUBE_ALGORITHMS, Picture, dashed, line, points
from study import table as table_of

LONG_BODIES, LONG_STARTUPS = {"length": 512}, {"length": 16}


class Steps:
    """A study of steps: plans, simulations with long bodies and with long start-ups, one message alone."""

    def __init__(self, name, out, more=0):
        self.table, self.more = table_of(name, out), more

    def over_sets(self, metric, **at):
        """{destinations + more: sample}"""
        return {int(d.split(":")[1]) + self.more: self.table.sample(metric, dests=d, **at)
                for d in self.table.values("dests", **self.table.known(at))}

    def planned(self, metric, **at):
        return self.over_sets(metric, depth="plan", **at)

    def simulated(self, metric, costs, algorithm, **at):
        """In steps, each the time of one message alone."""
        alone = self.table.sample("arrival_max", depth="sim", algorithm="separate", dests="random:1", **costs, **at)
        made = self.over_sets(metric, depth="sim", algorithm=algorithm, **costs, **at)
        return {x: s.divided(alone.mean) for x, s in made.items()}


# --- Robinson 1994, 3.5: all-port hypercubes --------------------------------------------------


def cube(out, dims, figure):
    """Steps of four algorithms, and what the network makes of long bodies and of long start-ups."""
    made = Steps(f"robinson-{figure}", out)
    steps = Picture(f"robinson-{figure}", f"{dims}-cube, all ports: the last destination's step", "destinations", "steps")
    startups = Picture(f"robinson-{figure}-startups", f"{dims}-cube, all ports, start-ups of 4096 cycles, bodies of 16 "
                       "flits", "destinations", "time of one message = 1")
    for i, algorithm in enumerate(CUBE_ALGORITHMS):
        steps.curve(algorithm, made.planned("steps", algorithm=algorithm), line(i))
        startups.curve(algorithm, made.simulated("arrival_max", LONG_STARTUPS, algorithm), line(i))
    for i, algorithm in enumerate(CUBE_ALGORITHMS):
        steps.curve(f"{algorithm}, flits", made.simulated("arrival_max", LONG_BODIES, algorithm), points(i))
    return [steps, startups]


# --- links that are shared ------------------------------------------------------------------------


class Shared:
    """One network of a study with one algorithm: averages over sets, by the number of nodes of a set."""

    def __init__(self, steps, topology, algorithm, sharing):
        at = {"topology": topology, "algorithm": algorithm}
        both = {**at, "sharing": sharing}
        self.topology, self.steps, self.at = topology, steps, at
        self.bound = {x: s.mean for x, s in steps.planned("steps", **both).items()}  # the same for every set
        self.mean_bound = {x: s.mean for x, s in steps.planned("steps_mean", **both).items()}
        self.last, self.mean = (steps.planned(f"sharing_steps_{what}", **both) for what in ("max", "mean"))
        self.contended = steps.planned("sharing_contended", **both)
        self.worst = {x: int(s.most) for x, s in self.last.items()}
        self.flits_last = steps.simulated("arrival_max", LONG_BODIES, **at)
        self.late_last = steps.simulated("arrival_max", LONG_STARTUPS, **at)

    def flits_mean(self):
        return self.steps.simulated("arrival_mean", LONG_BODIES, **self.at)

    def earlier_waits(self):
        """The last step if not the later in the plan waits, but the earlier."""
        return self.steps.planned("sharing_steps_max", **self.at, sharing="earlier")


def shared_of(name, out, algorithm, sharing, networks):
    made = Steps(name, out, more=1)
    return [Shared(made, topology, algorithm, sharing) for topology in networks]


def tori(out, figures, networks):
    """Two pictures: the mean step, the last step."""
    shared = shared_of(f"robinson-{figures[0]}", out, "u-torus", "both", networks)
    pictures = []
    for figure, what in zip(figures, ("mean", "last")):
        picture = Picture(f"robinson-{figure}", f"u-torus, links shared by their channels: the {what} step",
                          "nodes with the source", "steps")
        for i, s in enumerate(shared):
            picture.curve(s.topology, s.mean if what == "mean" else s.last, line(i))
        for i, s in enumerate(shared):
            picture.curve(f"{s.topology}, flits", s.flits_mean() if what == "mean" else s.flits_last, points(i))
        picture.curve("nothing shared", shared[0].mean_bound if what == "mean" else shared[0].bound, dashed(5))
        for s in shared if what == "last" else []:
            picture.tell(f"{s.topology}, long start-ups", s.late_last)
            picture.tell(f"{s.topology}, sharing", s.contended)
        pictures.append(picture)
    return pictures, shared


def opposite(out, networks, drawn):
    """All channels between two nodes on one link: how often three share it, and what it costs."""
    made = Steps("robinson-4-17", out, more=1)
    picture = Picture("robinson-4-17", "u-torus: messages that share a link", "nodes with the source", "messages",
                      key="top left")
    for i, topology in enumerate(networks):
        at = {"topology": topology}
        tell = picture.curve if i < drawn else lambda title, values, draw: picture.tell(title, values)
        tell(f"{topology}, with one (type 1)", made.planned("sharing_contended", sharing="both", **at), line(i))
        tell(f"{topology}, with two (type 2)", made.planned("sharing_three", sharing="opposite", **at), dashed(i))
        for what, metric in (("last", "sharing_steps_max"), ("mean", "sharing_steps_mean")):
            picture.tell(f"{topology}, {what} step more",
                         {int(d.split(":")[1]) + 1: made.table.growth(metric, dests=d, **at)
                          for d in made.table.values("dests", **at)})
    return picture


def beside_separate(name, shared):
    """The worst of the networks beside separate addressing."""
    worst = max(shared, key=lambda s: max(s.last[n].mean / s.bound[n] for n in s.last))
    picture = Picture(name, f"{worst.topology}, links shared, beside separate addressing", "nodes with the source",
                      "steps", key="center right", log=True)
    picture.curve("separate", {n: n - 1 for n in worst.last}, line(1))
    picture.curve("links shared", worst.last, line(0))
    picture.curve("worst set", worst.worst, dashed(0))
    picture.curve("nothing shared", worst.bound, dashed(5))
    return picture


# --- Song, Hou, Shi 2000, 6: links shared in cube-connected cycles --------------------------------


def cycles(out, figure, networks):
    shared = shared_of(f"song-{figure}", out, "u-ccc", "later", networks)
    blocked = Picture(f"song-{figure}a", "u-ccc, links shared by their channels: messages that wait",
                      "nodes with the source", "messages", key="top left")
    steps = Picture(f"song-{figure}b", "u-ccc, links shared by their channels: the last step",
                    "nodes with the source", "steps")
    for i, s in enumerate(shared):
        blocked.curve(s.topology, s.contended, line(i))
        steps.curve(s.topology, s.last, line(i))
    for i, s in enumerate(shared):
        steps.curve(f"{s.topology}, the earlier waits", s.earlier_waits(), dashed(i))
    for i, s in enumerate(shared):
        steps.curve(f"{s.topology}, flits", s.flits_last, points(i))
    steps.curve("nothing shared", shared[0].bound, dashed(5))
    for s in shared:
        steps.tell(f"{s.topology}, mean", s.mean)
        steps.tell(f"{s.topology}, long start-ups", s.late_last)
    steps.tell("nothing shared, mean", shared[0].mean_bound)
    return [blocked, steps], shared


def broadcast(out):
    """All sizes up to everyone, in 7-CCC."""
    (s,) = shared_of("song-11", out, "u-ccc", "later", ["ccc:7"])
    picture = Picture("song-11", "ccc:7, u-ccc, links shared: up to a broadcast", "nodes with the source", "steps")
    picture.curve("links shared", s.last, line(0))
    picture.curve("the earlier waits", s.earlier_waits(), dashed(0))
    picture.curve("flits", s.flits_last, points(0))
    picture.curve("nothing shared", s.bound, dashed(5))
    picture.tell("sharing", s.contended)
    return picture


def pictures(out):
    yield from cube(out, 6, "3-10")
    yield from cube(out, 10, "3-11")
    yield from tori(out, ("4-12", "4-13"), ["utorus:32x32", "torus:32x32", "utorus:8x8x8", "torus:8x8x8"])[0]
    made, shared = tori(out, ("4-14", "4-15"), ["utorus:64x64", "torus:64x64", "utorus:16x16x16", "torus:16x16x16"])
    yield from made
    yield beside_separate("robinson-4-16", shared)
    yield opposite(out, ["torus:64x64", "torus:16x16x16", "torus:32x32", "torus:8x8x8"], 2)
    yield from cycles(out, "8", ["ccc:7", "ccc:8"])[0]
    made, shared = cycles(out, "9", ["ccc:9", "ccc:10"])
    yield from made
    yield beside_separate("song-10", shared)
    yield broadcast(out)
