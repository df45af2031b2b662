# SPDX-License-Identifier: BSD-2-Clause
"""The papers' figures in cycles, from the tables of their studies.

Robinson 1994, 3.12 to 3.15 and 6.3 to 6.8; Libeskind-Hadas et al. 1998, 3; Al-Dubai et al. 2002, 4 to 6.
"""
from picture import COLOURS, CUBE_ALGORITHMS, Picture, dashed, line
from study import table as table_of

PATH_ALGORITHMS = ["mu-torus:2", "mu-torus:8", "mu-torus:64", "md-torus", "s-torus"]
LENGTHS = {8: "a", 512: "b", 16384: "c"}
FIGURES = {("utorus:64x64", "long"): "6-3", ("utorus:64x64", "short"): "6-4",
           ("utorus:16x16x16", "long"): "6-5", ("utorus:16x16x16", "short"): "6-6"}
NCUBE_US, NOW_US, T3D_US = 1.8, 0.01, 0.0033  # microseconds of a cycle


def dotted(i):
    return f"lines lw 1.5 dt 3 lc rgb '{COLOURS[i]}'"


def by_dests(table, metric, more=0, unit=1, **at):
    """{destinations + more: sample}"""
    sizes = table.values("dests", **at)
    return {int(d.split(":")[1]) + more: table.sample(metric, dests=d, **at).divided(1 / unit) for d in sizes}


def by_key(table, metric, key, unit=1, x=lambda value: value, **at):
    return {x(value): table.sample(metric, **{key: value}, **at).divided(1 / unit) for value in table.values(key, **at)}


# --- Robinson 1994 ----------------------------------------------------------------------------


def ncube(out, study, dims, mean_name, max_name):
    table = table_of(study, out)
    for name, metric, what in ((mean_name, "arrival_mean", "mean"), (max_name, "arrival_max", "greatest")):
        picture = Picture(f"robinson-{name}", f"{dims}-cube, all ports, 4,096 bytes, nCUBE-2: {what} delay",
                          "destinations", "microseconds")
        for i, algorithm in enumerate(CUBE_ALGORITHMS):
            picture.curve(algorithm, by_dests(table, metric, unit=NCUBE_US, algorithm=algorithm), line(i))
        yield picture


def ncube_lengths(out):
    table = table_of("robinson-3-12-lengths", out)
    picture = Picture("robinson-3-12-lengths", "5-cube, all ports, 16 destinations: greatest delay", "bytes",
                      "microseconds (dashed: start-ups of 5)", key="top left",
                      more=["set logscale xy 2", "set xrange [16:4096]", "set yrange [32:*]"])
    for draw, us, startups in ((line, 187, {"tau_s": 59, "tau_r": 44}), (dashed, 5, {"tau_s": 2, "tau_r": 1})):
        for i, algorithm in enumerate(CUBE_ALGORITHMS):
            picture.curve(f"{algorithm}, start-ups of {us} microseconds",
                          by_key(table, "arrival_max", "length", unit=NCUBE_US, x=lambda flits: 4 * int(flits),
                                 algorithm=algorithm, **startups), draw(i), named=us == 187)
    return picture


def three_lines(picture, values):
    """values(metric, algorithm, relay): {x: sample}. Solid: last, dashed: mean, dotted: last with headers."""
    for i, algorithm in enumerate(PATH_ALGORITHMS):
        picture.curve(algorithm, values("arrival_max", algorithm, "body"), line(i))
    for i, algorithm in enumerate(PATH_ALGORITHMS):
        picture.curve(f"{algorithm}, mean", values("arrival_mean", algorithm, "body"), dashed(i), named=False)
    for i, algorithm in enumerate(PATH_ALGORITHMS):
        picture.curve(f"{algorithm}, headers", values("arrival_max", algorithm, "header"), dotted(i), named=False)
    for algorithm in PATH_ALGORITHMS:
        picture.tell(f"{algorithm}, headers, mean", values("arrival_mean", algorithm, "header"))
    return picture


CYCLES = "cycles (dashed: mean; dotted: compound headers)"
OVER_SIZES = {"key": "below height 1", "more": ["set xrange [0:512]", "set xtics 64"]}


def over_sizes(out, topology, startup, length):
    name = f"robinson-{FIGURES[topology, startup]}{LENGTHS[length]}"
    table = table_of(name, out)
    picture = Picture(name, f"{topology}, {startup} start-ups, {length} flits", "nodes with the source", CYCLES,
                      **OVER_SIZES)
    return three_lines(picture, lambda metric, algorithm, relay: by_dests(table, metric, more=1, algorithm=algorithm,
                                                                          relay=relay))


def over_lengths(out, part):
    figure = {"a": "6-3", "b": "6-4"}[part]
    others = {length: table_of(f"robinson-{figure}{letter}", out) for length, letter in LENGTHS.items()}
    table = table_of(f"robinson-6-7{part}", out)

    def values(metric, algorithm, relay):
        made = by_key(table, metric, "length", x=int, algorithm=algorithm, relay=relay)
        for length, other in others.items():
            made[length] = by_dests(other, metric, more=1, algorithm=algorithm, relay=relay)[512]
        return dict(sorted(made.items()))

    lengths = sorted([*others, *map(int, table.values("length"))])
    picture = Picture(f"robinson-6-7{part}", f"utorus:64x64, {'long' if part == 'a' else 'short'} start-ups, 512 nodes",
                      "flits", CYCLES, key="below height 1",
                      more=["set logscale xy 2", f"set xrange [8:{lengths[-1] + 1}]", "set yrange [256:*]",
                            f"set xtics ({', '.join(map(str, lengths))})"])
    return three_lines(picture, values)


def link_visits(out, topology, part):
    table = table_of(f"robinson-{FIGURES[topology, 'short']}a", out)
    picture = Picture(f"robinson-6-8{part}", f"{topology}: links that a multicast visits", "nodes with the source",
                      "link visits", **OVER_SIZES)
    for i, algorithm in enumerate(PATH_ALGORITHMS):
        picture.curve(algorithm, by_dests(table, "link_visits", more=1, algorithm=algorithm, relay="body"), line(i))
    return picture


def paths(out):
    for topology, startup in FIGURES:
        for length in LENGTHS:
            yield over_sizes(out, topology, startup, length)
    yield from (over_lengths(out, part) for part in "ab")
    yield from (link_visits(out, topology, part) for topology, part in zip(("utorus:64x64", "utorus:16x16x16"), "ab"))


# --- Libeskind-Hadas et al. 1998 --------------------------------------------------------------


def steps_of(dests):
    return dests.bit_length()  # the least n with 2^n > dests


def switches(out):
    single = Picture("libeskind-hadas-3", "postorder, 128 flits, one multicast", "destinations", "microseconds")
    several = Picture("libeskind-hadas-several", "postorder, 16 destinations each, several at once",
                      "multicasts that begin at once", "microseconds")
    for i, n in enumerate((64, 256)):
        table = table_of(f"libeskind-hadas-3-{n}", out)
        made = by_dests(table, "arrival_max", unit=NOW_US, algorithm="postorder")
        single.curve(f"{n} switches", made, line(i))
        single.curve(f"{n}: start-ups alone", {d: 10.0 * steps_of(d) for d in made}, dashed(i))
        single.tell(f"{n}, separate", by_dests(table, "arrival_max", unit=NOW_US, algorithm="separate"))
        table = table_of(f"libeskind-hadas-several-{n}", out)
        several.curve(f"{n} switches", by_key(table, "arrival_each", "multicasts", unit=NOW_US, x=int), line(i))
        several.tell(f"{n} switches, waits", by_key(table, "channel_wait_cycles", "multicasts", unit=NOW_US, x=int))
    return [single, several]


# --- Al-Dubai et al. 2002 ---------------------------------------------------------------------


def width(topology):
    return int(topology.split("x")[1])


def coded_paths(out):
    steps = Picture("al-dubai-4", "a broadcast on meshes of 2^k x 2^k nodes: steps", "nodes", "steps", key="top left",
                    more=["set logscale x 4", "set xrange [32:32768]"])
    table = table_of("al-dubai-4", out)
    nodes = [width(t) ** 2 for t in table.values("topology")]
    for i, algorithm in enumerate(("pcp", "rd")):
        steps.curve(algorithm, by_key(table, "steps", "topology", x=lambda t: width(t) ** 2, algorithm=algorithm), line(i))
    for i, (name, more) in enumerate((("edn", 1), ("np", 2)), 2):
        steps.curve(f"{name}, by its formula", {n: (n.bit_length() - 1) // 2 + more for n in nodes}, dashed(i))
    sizes = Picture("al-dubai-5", "broadcasts of 100 flits, all ports, Cray T3D", "nodes", "microseconds", key="top left",
                    more=["set logscale x 4", "set xrange [8:8192]"])
    table = table_of("al-dubai-5", out)
    for i, algorithm in enumerate(("pcp", "rd")):
        sizes.curve(algorithm, by_key(table, "arrival_max", "topology", unit=T3D_US, x=lambda t: width(t) ** 2,
                                      algorithm=algorithm), line(i))
    lengths = Picture("al-dubai-6", "broadcasts, all ports, Cray T3D", "flits", "microseconds", key="top left")
    table = table_of("al-dubai-6", out)
    for i, algorithm in enumerate(("pcp", "rd")):
        for topology, draw in (("mesh:4x4", dashed), ("mesh:8x8", line)):
            lengths.curve(f"{algorithm}, {topology}", by_key(table, "arrival_max", "length", unit=T3D_US, x=int,
                                                             topology=topology, algorithm=algorithm), draw(i))
    return [steps, sizes, lengths]


def pictures(out):
    yield from ncube(out, "robinson-3-12", 5, "3-12", "3-13")
    yield from ncube(out, "robinson-3-14", 10, "3-14", "3-15")
    yield ncube_lengths(out)
    yield from paths(out)
    yield from switches(out)
    yield from coded_paths(out)
