#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Judges what the papers conclude from their figures, by the tables in docs/figures.

usage: statements.py --out DIR --page PAGE.md [--check]
       statements.py --out DIR --self-test

Writes a table between the page's marks <!-- judged NAME --> and <!-- /judged --> for each NAME below:
what a paper's text says, and what the tables say of it. Each number that rests on a sample has its 95 %
interval, and how many trials it had; each yes and no is computed, too. The tables are bench/draw.py's and
bench/loads.py's. With --check the page is compared; --self-test puts wrong numbers into copies of the tables,
and expects each yes to turn.
"""
import argparse
import functools
import math
import os
import re
import sys
import textwrap

import page
from picture import CUBE_ALGORITHMS, Failed
from papers import FIGURES, LENGTHS, PATH_ALGORITHMS, steps_of
from sample import Sample, t_quantile
from three_depths import FIGURES as DEPTHS

UNICASTS, MU8, MU64, MD, S = PATH_ALGORITHMS


@functools.lru_cache(maxsize=None)
def read_file(out, name):
    """{title: {x: Sample, or a number}} of a picture's table; x is a number or a name."""
    with open(os.path.join(out, name + ".tsv")) as file:
        titles, *rows = [line.split("\t") for line in file.read().splitlines()]
    made = {}
    for column, title in enumerate(titles[1:], 1):
        if title.endswith((" ±", " trials")):
            continue
        sampled = column + 1 < len(titles) and titles[column + 1] == f"{title} ±"
        made[title] = {int(row[0]) if row[0].isdigit() else row[0]:
                       Sample(float(row[column]), float(row[column + 1]), int(row[column + 2])) if sampled
                       else float(row[column]) for row in rows if row[column] != "-"}
    return made


wrong = {}  # {(name, title, x): by how much this number is multiplied, or WIDE}; the self-test's
WIDE = "an interval as wide as the mean"


was_read = set()


def read(out, name):
    was_read.add(name)
    tables = {title: dict(values) for title, values in read_file(out, name).items()}
    for (of, title, x), by in wrong.items():
        if of == name:
            value = tables[title][x]
            if not isinstance(value, Sample):
                tables[title][x] = value if by == WIDE else value * by
            else:
                tables[title][x] = value._replace(half=value.mean) if by == WIDE else value.divided(1 / by)
    return tables


def most(values, key=lambda s: s.mean):
    """The x with the greatest value."""
    x = max(values, key=lambda x: key(values[x]))
    return x, values[x]


def over(values, bound):
    """By which part samples are above the bound."""
    return {x: Sample(s.mean / bound[x] - 1, s.half / bound[x], s.trials) for x, s in values.items()}


def ratio(a, b):
    """Of two samples, taken as independent."""
    r = a.mean / b.mean
    return Sample(r, r * math.hypot(a.half / a.mean, b.half / b.mean), min(a.trials, b.trials))


def difference(a, b):
    """Of two samples, taken as independent."""
    return Sample(a.mean - b.mean, math.hypot(a.half, b.half), min(a.trials, b.trials))


def said(holds):
    return "yes" if holds else "no"


def less(a, b):
    """a is below b, and the intervals do not touch."""
    return a.mean + a.half < b.mean - b.half


def trials(*tables):
    """How many trials the samples of these tables have: `100`, or `2 to 400`."""
    all_of = {s.trials for t in tables for values in t.values() for s in values.values() if isinstance(s, Sample)}
    return f"{min(all_of)} to {max(all_of)}" if len(all_of) > 1 else str(*all_of)


def mean_over(values):
    """The mean over sizes, whose sets are independent."""
    n = len(values)
    return Sample(sum(s.mean for s in values.values()) / n, math.sqrt(sum(s.half**2 for s in values.values())) / n,
                  min(s.trials for s in values.values()))


def names(sizes):
    return ", ".join(map(str, sizes)) or "none"


# --- Robinson 1994, chapter 3 -----------------------------------------------------------------


STAIRS = range(128, 993)  # sizes of the 10-cube; below, and for a broadcast, all curves rise steeply
STAIRS_5 = range(5, 30)   # of the 5-cube


def jump(values, stairs):
    """The greatest step between neighbouring sizes."""
    xs = [x for x in sorted(values) if x in stairs]
    return max((difference(values[b], values[a]) for a, b in zip(xs, xs[1:])), key=lambda d: abs(d.mean))


def smoother(values, stairs):
    """Do all jump less than U-cube does?"""
    return all(less(jump(values[a], stairs), jump(values["u-cube"], stairs)) for a in CUBE_ALGORITHMS[1:])


def one_port(late):
    """Does U-cube take as many times one message as one port has steps, within 1 %?"""
    return all(abs(s.mean / steps_of(m) - 1) < 0.01 for m, s in late["u-cube"].items())


def robinson_3(out):
    small, large = read(out, "robinson-3-10"), read(out, "robinson-3-11")
    late = read(out, "robinson-3-11-startups")
    overall = {a: mean_over(large[a]) for a in CUBE_ALGORITHMS}
    means = ", ".join(f"{s:.3f} ({a})" for a, s in overall.items())
    above = [m for m in large["w-sort"] for a in CUBE_ALGORITHMS[:3] if less(large[a][m], large["w-sort"][m])]
    jumps = ", ".join(f"{jump(large[a], STAIRS):.2f} ({a})" for a in CUBE_ALGORITHMS)
    worse = [(n, t, m) for n, t in ((6, small), (10, large)) for m in t["maxport"]
             if less(t["u-cube"][m], t["maxport"][m])]
    told = ", ".join(f"{t['maxport'][m]:.2f} for {t['u-cube'][m]:.2f} with {m} destinations ({n}-cube)"
                     for n, t, m in worse[:4])
    x, _ = most({m: late["combine"][m] for m in late["combine"]})
    ends = [{a: t[a][max(t[a])].mean for a in CUBE_ALGORITHMS} for t in (small, large)]
    same = all(len(set(e.values())) == 1 for e in ends)
    fewer = all(less(overall[a], overall["u-cube"]) and not less(overall[a], overall["w-sort"])
                for a in CUBE_ALGORITHMS[1:])
    yield ("the new algorithms need fewer steps than U-cube, W-sort clearly the fewest",
           f"{said(fewer and not above)}: over all sizes of the 10-cube {means} steps; sizes at which w-sort is above "
           f"another: {names(above)}; {trials({a: large[a] for a in CUBE_ALGORITHMS})} sets")
    yield ("they smooth U-cube's staircase",
           f"{said(smoother(large, STAIRS))}: the mean step grows between neighbouring sizes of the 10-cube, from 128 "
           f"destinations to 992, by at most {jumps}")
    yield ("all are one algorithm for a broadcast, and the curves meet there",
           f"{said(same)}: {ends[0]['u-cube']:g} and {ends[1]['u-cube']:g} steps; the trees are the same, message for "
           "message ([errata](errata.md), 3.5.1)")
    yield ("for single sets Maxport may be worse than U-cube (figure 3.6)",
           "it is ([errata](errata.md), 3.3, figure 3.6), "
           + (f"and slightly in the mean too, where U-cube is about to need another step: {told}" if worse else
              "nowhere in the mean by more than the intervals"))
    spread = late["combine"][x].mean / late["u-cube"][x].mean
    yield ("with small messages and long start-ups a machine behaves as with one port, and the algorithms differ little",
           f"{said(one_port(late))}, U-cube takes as many times one message as one port has steps, within 1 %; "
           f"{said(spread < 1.1)}, Combine takes {late['combine'][x]:.2f} times one message with {x} destinations of the "
           f"10-cube, where U-cube takes {late['u-cube'][x]:.2f} ({late['combine'][x].trials} sets): a sender that "
           "assigns small parts has more messages to send")


def gains(t, stairs):
    """How many times W-sort's delay the next best takes, and U-cube each other; means over sizes."""
    sizes = [m for m in t["w-sort"] if m in stairs]
    next_best = {m: ratio(min((t[a][m] for a in CUBE_ALGORITHMS[:3]), key=lambda s: s.mean), t["w-sort"][m])
                 for m in sizes}
    return mean_over(next_best), {a: mean_over({m: ratio(t["u-cube"][m], t[a][m]) for m in sizes})
                                  for a in CUBE_ALGORITHMS[1:]}


def robinson_ncube(out):
    mean5, max5, mean10, max10 = (read(out, f"robinson-3-{n}") for n in (12, 13, 14, 15))
    tables = {"5-cube, mean": mean5, "5-cube, greatest": max5, "10-cube, mean": mean10, "10-cube, greatest": max10}
    made = {what: gains(t, range(2, max(t["w-sort"]))) for what, t in tables.items()}
    told = "; ".join(f"{what} " + ", ".join(f"{r:.2f} ({a})" for a, r in over_ucube.items())
                     for what, (_, over_ucube) in made.items())
    worse = [(m, a) for t in tables.values() for a in CUBE_ALGORITHMS[1:] for m in t[a] if less(t["u-cube"][m], t[a][m])]
    count = f"{trials(mean5)} sets of each size of the 5-cube, {trials(mean10)} of the 10-cube"
    yield ("all three offer some benefit over U-cube (5- and 10-cube)",
           f"{said(not worse and all(r.mean > 1 for _, over_ucube in made.values() for r in over_ucube.values()))}: "
           f"U-cube takes so many times the delay, the mean over sizes: {told}. Points at which one is slower than "
           f"U-cube: {names(worse)}; {count}")
    x, peak = most(mean5["u-cube"])
    end = mean5["u-cube"][max(mean5["u-cube"])]
    yield ("U-cube's mean delay is worse for multicasts than for a broadcast (3.12)",
           f"{said(less(end, peak))}: {peak:,.0f} microseconds with {x} destinations, {end:,.0f} with 31")
    levels = {}
    for m, delay in max5["u-cube"].items():
        levels.setdefault(steps_of(m), []).append(delay.mean)
    flat = all(max(of) < 1.05 * min(of) for of in levels.values())
    jumps = ", ".join(f"{jump(max5[a], STAIRS_5):,.0f} ({a})" for a in CUBE_ALGORITHMS)
    yield ("U-cube is a staircase, the new algorithms smooth it (3.13)",
           f"{said(flat)}, U-cube's greatest delays are within 5 % of {len(levels)} levels, one for each number of steps, "
           f"{', '.join(f'{sum(of) / len(of):,.0f}' for of in levels.values())} microseconds; "
           f"{said(smoother(max5, STAIRS_5))}, from 5 destinations to 29 they grow between neighbouring sizes by at most {jumps}")
    apart = [m for m in max5["w-sort"] if less(max5["w-sort"][m], max5["combine"][m]) and
             less(max5["w-sort"][m], max5["maxport"][m])]
    middle = [m for m in max5["w-sort"] if 1 < m < 31]
    yield ("on the 5-cube no one of the three is clearly better; the machine's start-ups hide it",
           f"{said(2 * len(apart) < len(middle))}: W-sort's greatest delay is below both others' by more than the intervals "
           f"at {len(apart)} of {len(middle)} sizes. A body of 4,096 bytes takes 1,843 microseconds on a channel, ten times "
           "both start-ups, so ports count; the measured machine may have shared memory bandwidth among them, which our "
           "model does not")
    best = {what: next_best for what, (next_best, _) in made.items()}
    grows = [less(best[f"5-cube, {what}"], best[f"10-cube, {what}"]) for what in ("mean", "greatest")]
    yield ("on larger systems W-sort's advantage is more obvious, in mean and maximum (3.14, 3.15)",
           f"{said(grows[0])} in the mean, {said(grows[1])} in the maximum: the next best takes so many times W-sort's "
           "delay, the mean over sizes: " + ", ".join(f"{r:.3f} ({what})" for what, r in best.items()))
    t = read(out, "robinson-3-12-lengths")
    long, short = ({n: t[f"{a}, start-ups of {us} microseconds"] for n, a in enumerate(CUBE_ALGORITHMS)}
                   for us in (187, 5))
    small, large = min(long[0]), max(long[0])
    gain = {x: [ratio(of[0][x], of[3][x]) for of in (long, short)] for x in long[0]}
    apart = {x: ratio(max(delays, key=lambda s: s.mean), min(delays, key=lambda s: s.mean))
             for x in (small, large) for delays in [[long[n][x] for n in range(4)]]}
    yield ("for small messages the machine's start-ups count most, and the algorithms differ less",
           f"{said(less(apart[small], apart[large]))}: the slowest of the four takes {apart[small]:.2f} times the quickest's "
           f"greatest delay with {small} bytes, {apart[large]:.2f} times with {large:,}; 16 destinations of the 5-cube, "
           f"{trials(t)} sets")
    beyond = sum(less(*r) for r in gain.values())
    yield ("with less start-up latency (5 microseconds) W-sort's advantage would grow for all sizes of messages",
           f"{said(all(r[0].mean < r[1].mean for r in gain.values()))}, for {beyond} of {len(gain)} by more than the "
           "intervals: U-cube takes so many times W-sort's greatest delay, with start-ups of 187 microseconds and of 5: "
           + "; ".join(f"{r[0]:.2f}, {r[1]:.2f} ({x:,} bytes)" for x, r in gain.items()))


# --- Robinson 1994, 4.5 -----------------------------------------------------------------------

TORI = {"4-12": ["utorus:32x32", "torus:32x32", "utorus:8x8x8", "torus:8x8x8"],
        "4-14": ["utorus:64x64", "torus:64x64", "utorus:16x16x16", "torus:16x16x16"]}


def robinson_4(out):
    mean_of, last_of, flits, late = {}, {}, {}, {}
    for figure, networks in TORI.items():
        means, lasts = read(out, f"robinson-{figure}"), read(out, f"robinson-4-{int(figure[2:]) + 1}")
        for n in networks:
            mean_of[n] = most(over(means[n], means["nothing shared"]))
            last_of[n] = most(over(lasts[n], lasts["nothing shared"]))
            flits[n] = most(over(lasts[f"{n}, flits"], lasts["nothing shared"]))
            late[n] = most(over(lasts[f"{n}, long start-ups"], lasts["nothing shared"]), lambda s: abs(s.mean))
    by_last = sorted(last_of, key=lambda n: -last_of[n][1].mean)
    first = by_last[0]
    a = sorted(mean_of, key=lambda n: -mean_of[n][1].mean)
    yield ("the mean step hardly changes (4.12, 4.14)",
           f"{said(mean_of[a[0]][1].mean < 0.05)}: {mean_of[a[0]][1]:.1%} above the bound at most (`{a[0]}`, "
           f"{mean_of[a[0]][0]} nodes), "
           f"{mean_of[a[1]][1]:.1%} in the others (`{a[1]}`); {mean_of[first][1].trials} sets")
    yield ("the last step changes more, but not much (4.13, 4.15)",
           f"{said(all(less(mean_of[n][1], last_of[n][1]) for n in last_of))}, more in each network: by up to "
           + ", ".join(f"{last_of[n][1]:.1%} (`{n}`)" for n in by_last)
           + f"; {last_of[first][1].trials} sets")
    networks = ", ".join(f"`{n}`" for n in by_last[:1])
    separate = read(out, "robinson-4-16")
    loss = separate["links shared"][512].mean - separate["nothing shared"][512]
    yield ("the two-dimensional unidirectional torus of 4,096 nodes loses most; little compared with separate "
           "addressing (4.16)",
           f"{'yes' if first == 'utorus:64x64' else 'no'}: {networks}; with 512 nodes {loss:.2f} ± "
           f"{separate['links shared'][512].half:.2f} steps are lost, where separate addressing takes 511")
    three = read(out, "robinson-4-17")
    pairs = ("torus:32x32", "torus:8x8x8", "torus:64x64", "torus:16x16x16")
    mean_more = {n: most(three[f"{n}, mean step more"]) for n in pairs}
    last_more = {n: most(three[f"{n}, last step more"]) for n in pairs}
    a = max(pairs, key=lambda n: mean_more[n][1].mean)
    worst = max(pairs, key=lambda n: last_more[n][1].mean)
    holds = last_more[worst][1].mean - last_more[worst][1].half < 0.075
    all_more = [s.mean for n in pairs for s in three[f"{n}, last step more"].values()]
    yield ("opposite directions on one link too: at most 3 % more for the mean step, 7 % for the last; in many cases much "
           "less",
           f"{said(mean_more[a][1].mean < 0.035)}, the mean step {mean_more[a][1]:.1%} more at most "
           f"(`{a}`, {mean_more[a][0]} nodes); "
           f"{said(holds)}, the last one {'is within the intervals' if holds else 'exceeds 7 %'}: "
           + ", ".join(f"{last_more[n][1]:.1%} (`{n}`, {last_more[n][0]} nodes)" for n in pairs)
           + f"; {said(2 * sum(m < 0.035 for m in all_more) > len(all_more))}, it is below 3.5 % at "
           f"{sum(m < 0.035 for m in all_more)} of {len(all_more)} sizes; {last_more[a][1].trials} paired sets")
    ones, twos = three["torus:64x64, with one (type 1)"][512], three["torus:64x64, with two (type 2)"][512]
    often = max(ratio(*(mean_over(three[f"{n}, with {kind}"]) for kind in ("two (type 2)", "one (type 1)"))).mean
                for n in pairs)
    yield ("three at once are very rare compared with two (4.17)",
           f"{said(often < 0.1)}, over all sizes at most {often:.1%} of those that share with one, in each network: of 511 "
           f"messages in `torus:64x64` {ones:.1f} share with one other, {twos:.2f} with two; "
           f"{ones.trials} sets")
    worst = max(flits, key=lambda n: flits[n][1].mean)
    slow = max(late, key=lambda n: abs(late[n][1].mean))
    yield ("(not said) flit by flit, long bodies",
           f"the last arrival is up to {flits[worst][1]:.1%} above the bound (`{worst}`, {flits[worst][0]} nodes, "
           f"{flits[worst][1].trials} sets), where the model has up to {last_of[first][1]:.1%} (`{first}`): messages share a "
           "link only while both are on it")
    yield ("(not said) flit by flit, long start-ups",
           f"the last arrival is {late[slow][1]:+.1%} off the bound at most (`{slow}`, {late[slow][1].trials} sets), so "
           "sharing hardly counts")


# --- Song, Hou, Shi 2000, 6 --------------------------------------------------------------------


def song_6(out):
    last, mean, earlier = {}, {}, {}
    for figure, networks in (("8", ("ccc:7", "ccc:8")), ("9", ("ccc:9", "ccc:10"))):
        t = read(out, f"song-{figure}b")
        for n in networks:
            last[n] = most(over(t[n], t["nothing shared"]))
            earlier[n] = most(over(t[f"{n}, the earlier waits"], t["nothing shared"]))
            mean[n] = most(over(t[f"{n}, mean"], t["nothing shared, mean"]))
    yield ("the number of steps is close to the bound in all cases (8b, 9b)",
           f"{said(max(s.mean for _, s in mean.values()) < 0.05)} for the mean step, above it by at most "
           f"{max((s for _, s in mean.values()), key=lambda s: s.mean):.1%}; "
           f"{said(max(s.mean for _, s in last.values()) < 0.05)} for the last one, which the text counts: above it by up to "
           + ", ".join(f"{s:.1%} (`{n}`, {x} nodes)" for n, (x, s) in last.items())
           + f"; {last['ccc:9'][1].trials} sets")
    yield ("of two messages on one link one is blocked (which, the text does not say)",
           "above, the later in the plan. If the earlier is, it waits again for each newcomer, and the last step is above "
           "the bound by up to " + ", ".join(f"{s:.1%} (`{n}`)" for n, (_, s) in earlier.items())
           + ". So figures 9b and 11 depend on that choice")
    worst = max(last, key=lambda n: last[n][1].mean)
    separate = read(out, "song-10")
    loss = separate["links shared"][512].mean - separate["nothing shared"][512]
    yield ("of these networks `ccc:9` loses most; little compared with separate addressing (10)",
           f"{'yes' if worst == 'ccc:9' else 'no'}; with 512 nodes {loss:.2f} ± {separate['links shared'][512].half:.2f} "
           "steps are lost, where separate addressing takes 511")
    t = read(out, "song-11")
    above = {x: Sample(s.mean - t["nothing shared"][x], s.half, s.trials) for x, s in t["links shared"].items()}
    x, peak = most(above)
    late = {x: Sample(s.mean - t["nothing shared"][x], s.half, s.trials) for x, s in t["the earlier waits"].items()}
    y, late_peak = most(late)
    falls = [n for n in sorted(above) if n >= 576]
    nearer = above[falls[-1]].mean == 0 and all(not less(above[a], above[b]) for a, b in zip(falls, falls[1:]))
    yield ("if the set is large enough, the greater it is the nearer to the bound; a broadcast takes just the bound (11)",
           f"{said(nearer)}: {peak:.2f} steps above it at most, at {x} nodes of 896, and "
           + ", ".join(f"{above[n]:.2f} at {n}" for n in falls[::2]) + f"; a broadcast takes "
           f"{t['links shared'][896].mean:g} steps from {t['links shared'][896].trials} random sources. If the earlier "
           f"waits, {late_peak:.2f} steps at most, at {y} nodes, and {late[896].mean:.2f} for a broadcast")


# --- Robinson 1994, 6.6 -----------------------------------------------------------------------


def path_tables(out):
    return {(topology, startup, length): read(out, f"robinson-{figure}{letter}")
            for (topology, startup), figure in FIGURES.items() for length, letter in LENGTHS.items()}


def first_at(t, algorithms=PATH_ALGORITHMS):
    """Which algorithms' last arrival is the least at which sizes; where they make the same worms, several."""
    made = {}
    for m in t[UNICASTS]:
        least = min(t[a][m].mean for a in algorithms)
        made.setdefault(tuple(a for a in algorithms if t[a][m].mean == least), []).append(m)
    return "; ".join(f"{' and '.join(f'`{a}`' for a in equal)} at {names(sizes)}" for equal, sizes in made.items())


def span(ratios):
    """`0.48 ± 0.01 to 0.65 ± 0.02`"""
    ratios = sorted(ratios, key=lambda r: r.mean)
    return f"{ratios[0]:.2f} to {ratios[-1]:.2f}"


def to_unicasts(t, algorithm, sizes=None, last=""):
    return [ratio(t[algorithm + last][m], t[UNICASTS + last][m]) for m in sizes or t[UNICASTS]]


def slower(t, algorithm, last=""):
    return [m for m in t[algorithm] if less(t[UNICASTS + last][m], t[algorithm + last][m])]


def spread(s):
    """By which part of the mean single sets differ: the standard deviation."""
    return s.half * math.sqrt(s.trials) / t_quantile(s.trials - 1) / s.mean


def spreads(tables, length):
    """The greatest of points with enough sets to tell."""
    found = [(spread(s), a, m, topology, s.trials) for (topology, _, n), t in tables.items() if n == length
             for a in PATH_ALGORITHMS for m, s in t[a].items() if s.trials >= 8]
    if not found:
        return f"{length} flits: no point has so many"
    part, a, m, topology, n = max(found)
    return f"{length} flits {part:.0%} (`{a}`, {m} nodes, `{topology}`, {n} sets)"


PHASES = {UNICASTS: 9, MU8: 3, MU64: 2, MD: 2, S: 1}  # with 512 nodes in two dimensions
MANY = (128, 256, 384, 512)  # nodes, of those that all lengths have


def alone_best(t, algorithm, sizes=MANY):
    return all(less(t[algorithm][m], t[a][m]) for m in sizes for a in PATH_ALGORITHMS if a != algorithm)


def fewer_phases_gain(by_length):
    """Of algorithms with different numbers of phases, how many pairs there are, and of how many the one with fewer
    gains on the other with each greater length."""
    pairs = [(a, b) for a in PATH_ALGORITHMS for b in PATH_ALGORITHMS if PHASES[a] < PHASES[b]]
    gain = 0
    for a, b in pairs:
        ratios = [ratio(t[a][512], t[b][512]) for t in by_length]
        gain += all(less(after, before) for before, after in zip(ratios, ratios[1:]))
    return len(pairs), gain


def behind_unicasts(tables, last=""):
    """At which sizes which path-based algorithm is slower than unicasts, for each length."""
    return "; ".join(f"{length} flits: " + (", ".join(f"`{a}` at {names(slower(t, a, last))}" for a in PATH_ALGORITHMS[1:]
                                                       if slower(t, a, last)) or "none")
                     for length, t in zip(LENGTHS, tables))


def in_three_dimensions(tables, startup):
    """{algorithm: the times in three dimensions over those in two, by length}"""
    return {a: [ratio(tables["utorus:16x16x16", startup, length][a][512], tables["utorus:64x64", startup, length][a][512])
                for length in LENGTHS] for a in PATH_ALGORITHMS}


def robinson_6(out):
    tables = path_tables(out)
    flat = "utorus:64x64"
    t8, t512, t16k = longs = [tables[flat, "long", length] for length in LENGTHS]
    count = f"{trials(t8)}, {trials(t512)} and {trials(t16k)} sets with 8, 512 and 16,384 flits"
    all_beat = not any(slower(t, a, last) for t in (t512, t16k) for a in PATH_ALGORITHMS[1:] for last in ("", ", mean"))
    yield ("long start-ups, two dimensions: all beat unicasts except for very small messages (6.3)",
           f"{said(all_beat)}; slower than unicasts by more than the intervals: {behind_unicasts(longs)}; by the mean of "
           f"the destinations: {behind_unicasts(longs, ', mean')}; {count}")
    yield ("Mu-torus(8) is much quicker than unicasts for small messages, too (6.3)",
           f"{said(all(r.mean < 0.75 for r in to_unicasts(t8, MU8)))}: with 8 flits it takes {span(to_unicasts(t8, MU8))} of "
           f"their time, and {span(to_unicasts(t8, MU8, last=', mean'))} by the mean")
    order = "; ".join(f"{length}: " + ", ".join(f"{a} {t[a][512]:,.0f}" for a in PATH_ALGORITHMS)
                      for length, t in zip(LENGTHS, longs))
    pairs, gain = fewer_phases_gain(longs)
    yield ("the longer the message, the better are few phases (6.3)",
           f"{said(gain == pairs)}: of {pairs} pairs of algorithms with different numbers of phases the one with fewer gains "
           f"on the other from 8 to 512 and from 512 to 16,384 flits in {gain}. With 512 nodes, cycles for so many flits: "
           + order)
    short_best = alone_best(t8, MU8) and alone_best(t512, MU8)
    yield ("S-torus is best for large messages, Mu-torus(8) for short and medium ones (6.3)",
           f"{said(alone_best(t16k, S))}, S-torus is, and {said(short_best)}, Mu-torus(8) is, from {MANY[0]} nodes on. The "
           "best: "
           + "; ".join(f"**{length} flits** {first_at(t)}" for length, t in zip(LENGTHS, longs)))
    s8, s512, s16k = (tables[flat, "short", length] for length in LENGTHS)
    alike = all(abs(r.mean - 1) < 0.2 for r in to_unicasts(s8, MU8))
    behind = [[a for a in PATH_ALGORITHMS[1:] if any(r.mean > 0.9 for r in to_unicasts(t, a, MANY))] for t in (s512, s16k)]
    yield ("short start-ups: unicasts and Mu-torus(8) are nearly the same for small messages; unicasts poor for medium and "
           "large; S-torus best for large (6.4)",
           f"{said(alike)}, within 20 %: with 8 flits Mu-torus(8) takes {span(to_unicasts(s8, MU8))} of unicasts' time; "
           f"{said(not behind[0])} with 512 flits"
           + (f", because of {', '.join(f'`{a}`' for a in behind[0])}" if behind[0] else "") + ": the others take "
           + ", ".join(f"{span(to_unicasts(s512, a, MANY))} (`{a}`)" for a in PATH_ALGORITHMS[1:])
           + f" from {MANY[0]} nodes on; {said(not behind[1])} with 16,384: "
           + ", ".join(f"{span(to_unicasts(s16k, a, MANY))} (`{a}`)" for a in PATH_ALGORITHMS[1:])
           + f"; {said(alone_best(s16k, S))}, the best with 16,384: " + first_at(s16k))
    for figures, startup in (("6.5", "long"), ("6.6", "short")):
        three = in_three_dimensions(tables, startup)
        gained = all(three[a][0].mean + three[a][0].half < 0.9 for a in (MU64, MD, S))
        apart = [f"`{a}` with {length:,}" for i, length in enumerate(LENGTHS) if length > 8 for a in PATH_ALGORITHMS
                 if abs(three[a][i].mean - 1) > 0.1]
        yield (f"{startup} start-ups, three dimensions: S-, Md- and Mu-torus(64) gain; but except for small messages all is "
               f"much as in two ({figures})",
               f"{said(gained)} with 8 flits, {said(not apart)} with more"
               + (f", more than 10 % apart are {', '.join(apart)}" if apart else "")
               + ". Time in three dimensions, that in two = 1, with 512 nodes, for 8, 512 and 16,384 flits: "
               + "; ".join(f"`{a}` " + ", ".join(f"{x:.2f}" for x in r) for a, r in three.items())
               + ". Md-torus has a phase for each dimension, so one more with 16,384")
    for startup, part in (("long", "a"), ("short", "b")):
        t = read(out, f"robinson-6-7{part}")
        more = {n: difference(t[n][16384], t[n][8]) for n in PATH_ALGORITHMS}
        sorted_so = all(less(more[a], more[b]) for a in PATH_ALGORITHMS for b in PATH_ALGORITHMS if PHASES[a] < PHASES[b])
        yield (f"{startup} start-ups: the fewer phases, the less the message's length matters; S-torus least, unicasts with "
               f"nine phases most (6.7{part})",
               f"{said(sorted_so)}: from 8 to 16,384 flits it is so many cycles more: "
               + ", ".join(f"{s:,.0f} (`{n}`)" for n, s in more.items())
               + "; one worm's body is 16,376")
    visits = [read(out, f"robinson-6-8{part}") for part in "ab"]
    saves = {(m, d): {n: ratio(t[n][m], t[UNICASTS][m]) for n in PATH_ALGORITHMS[1:]}
             for m in (64, 512) for d, t in ((2, visits[0]), (3, visits[1]))}
    fewer = all(r.mean + r.half < 1 for of in saves.values() for r in of.values())
    above_all = {m: all(less(saves[m, 2][n], saves[m, 3][n]) for n in PATH_ALGORITHMS[1:]) for m in (64, 512)}
    yield ("path-based algorithms visit fewer links, above all in two dimensions (6.8)",
           f"{said(fewer)}; {said(above_all[512])} with 512 nodes, {said(above_all[64])} with 64. Of unicasts' visits: "
           + "; ".join(f"{m} nodes, {d} dimensions: " + ", ".join(f"{r:.3f} (`{n}`)" for n, r in of.items())
                       for (m, d), of in saves.items())
           + f"; {trials(*visits)} sets")
    yield ("(not said) single sets differ",
           "standard deviation of the last arrival, the greatest of points with 8 sets or more: "
           + "; ".join(spreads(tables, length) for length in LENGTHS))
    cost = []
    for length, t in zip(LENGTHS, (t8, t512, t16k)):
        cost.append(f"{length} flits " + ", ".join(f"{ratio(t[n][512], t[f'{n}, headers'][512]):.2f} (`{n}`)"
                                                    for n in PATH_ALGORITHMS))
    yield ("(section 6.5, no figure) lists in the body, and not in compound headers",
           "time with 512 nodes, that with headers = 1: " + "; ".join(cost)
           + ". A worm to all has a count for each destination in its body, and nothing of that kind in its header")


# --- Libeskind-Hadas et al. 1998, and Al-Dubai et al. 2002 ----------------------------------------


def libeskind_hadas(out):
    t, several = read(out, "libeskind-hadas-3"), read(out, "libeskind-hadas-several")
    extra = {n: {d: Sample(s.mean - 10 * steps_of(d), s.half, s.trials) for d, s in t[f"{n} switches"].items()}
             for n in (64, 256)}
    wide = max(s.half / s.mean for n in (64, 256) for s in t[f"{n} switches"].values())
    yield ("each point is within 2 % of the mean, with 95 % confidence",
           f"{said(wide <= 0.02)}, within {wide:.1%}; {trials(t)} networks, one set on each")
    follows = all(0 <= e.mean < 0.2 * t[f"{n} switches"][d].mean for n, of in extra.items() for d, e in of.items())
    ends = {n: (min(e), max(e)) for n, e in extra.items()}
    yield ("the latency follows the bound on start-ups; what is more is routing time, which hardly depends on the number "
           "of destinations",
           f"{said(follows)}, start-ups are more than 80 % of it; "
           f"{said(all(e[b].mean < 2 * e[a].mean for (a, b), e in zip(ends.values(), extra.values())))}, routing time grows "
           "with the number of steps: "
           + "; ".join(f"{n} switches: {extra[n][a]:.2f} microseconds more than start-ups with {a} destination, "
                       f"{extra[n][b]:.2f} with {b}, which is {extra[n][b].divided(steps_of(b)):.2f} a step"
                       for n, (a, b) in ends.items())
           + ". Each relay on the way adds its own message's time in the network")
    yield ("separate addressing is what it replaces",
           "; ".join(f"{n} switches, {d} destinations: {t[f'{n} switches'][d]:,.1f} microseconds, separate "
                     f"{t[f'{n}, separate'][d]:,.1f}" for n, d in ((64, 63), (256, 255))))
    fits = {n: [straight({x: s for x, s in several[f"{n} switches"].items() if x >= least}) for least in (1, 8)]
            for n in (64, 256)}
    yield ("several at once: the latency grows about linearly with their number (the text: with their rate of arrival)",
           f"{said(all(whole[2] < 0.1 for whole, _ in fits.values()))} from one on, "
           f"{said(all(rest[2] < 0.1 for _, rest in fits.values()))} from 8 on: "
           + "; ".join(f"{n} switches: {curve[min(curve)]:.1f} microseconds alone, {curve[max(curve)]:.1f} with {max(curve)} "
                       f"at once; one is off the best line by {whole[2]:.0%} at most, and from 8 on, where each more costs "
                       f"{rest[1]:.2f}, by {rest[2]:.0%}"
                       for n, (whole, rest) in fits.items() for curve in [several[f"{n} switches"]])
           + f"; {trials(several)} networks")


def straight(curve):
    """The line of least squares through the means: its value at 0, its slope, and the part by which one is off it."""
    n, xs = len(curve), list(curve)
    x, y = sum(xs) / n, sum(s.mean for s in curve.values()) / n
    slope = sum((a - x) * (s.mean - y) for a, s in curve.items()) / sum((a - x)**2 for a in xs)
    return y - slope * x, slope, max(abs(s.mean / (y + slope * (a - x)) - 1) for a, s in curve.items())


def grows(values):
    xs = sorted(values)
    return all(mean(values[a]) < mean(values[b]) for a, b in zip(xs, xs[1:]))


def mean(value):
    return value.mean if isinstance(value, Sample) else value


def al_dubai(out):
    steps, sizes, lengths = (read(out, f"al-dubai-{n}") for n in (4, 5, 6))
    two = all(mean(s) == 2 for s in steps["pcp"].values())
    yield ("PCP takes two steps whatever the size; RD, EDN and NP take more, the larger the mesh (4)",
           f"{said(two and all(grows(steps[a]) for a in ('rd', 'edn, by its formula', 'np, by its formula')))}: pcp "
           + ", ".join(f"{s:g}" for s in steps["pcp"].values()) + "; rd "
           + ", ".join(f"{s:g}" for s in steps["rd"].values())
           + f" on 64 to 16,384 nodes, from {trials({k: v for k, v in steps.items() if 'formula' not in k})} sources. EDN "
           "and NP are k + 1 and k + 2, as published: formulas, not trees")
    small, large = min(sizes["pcp"]), max(sizes["pcp"])
    slow = {a: ratio(sizes[a][large], sizes[a][small]) for a in ("pcp", "rd")}
    yield ("PCP hardly depends on the size, RD greatly (5)",
           f"{said(slow['pcp'].mean < 1.25 and slow['rd'].mean > 2)}: from {small} to {large:,} nodes pcp takes "
           f"{sizes['pcp'][small]:.2f} to {sizes['pcp'][large]:.2f} microseconds, {slow['pcp']:.2f} times as long, rd "
           f"{sizes['rd'][small]:.2f} to {sizes['rd'][large]:.2f}, {slow['rd']:.2f} times; {trials(sizes)} sources")
    more = {a: {x: difference(lengths[f"{a}, mesh:8x8"][x], s) for x, s in lengths[f"{a}, mesh:4x4"].items()}
            for a in ("pcp", "rd")}
    ends = [min(more["rd"]), max(more["rd"])]
    slight = all(more["pcp"][x].mean < 0.05 * lengths["pcp, mesh:4x4"][x].mean for x in more["pcp"])
    yield ("PCP differs little between 4x4 and 8x8 at 30 to 210 flits; RD differs much, and the more the longer the "
           "message (6)",
           f"{said(slight)}, {said(grows(more['rd']))}: microseconds more on 8x8: "
           + ", ".join(f"pcp {more['pcp'][x]:.2f}, rd {more['rd'][x]:.2f} ({x} flits)" for x in ends))
    times = [[ratio(lengths[f"rd, mesh:{n}"][x], lengths[f"pcp, mesh:{n}"][x]) for x in ends] for n in ("4x4", "8x8")]
    yield ("PCP's advantage is more noticeable on 8x8 (6)",
           f"{said(all(less(a, b) for a, b in zip(*times)))}: RD takes {times[0][0]:.2f} and {times[0][1]:.2f} times as long "
           f"on 4x4 ({ends[0]} and {ends[1]} flits), {times[1][0]:.2f} and {times[1][1]:.2f} times on 8x8")


def stricker(out):
    t = read(out, "stricker")
    busiest, used, hops = (t[title] for title in ("busiest link, per cent", "mean of used links, per cent", "hops"))
    turn, order = "one-turn", "x-then-y"
    yield ("routers load links differently (12)",
           f"{said(busiest[turn] > 1.2 * busiest[order])}: the busiest link has {busiest[turn]:.2f} % of all hops under one turn, "
           f"{busiest[order]:.2f} % under x then y, with {'as many hops' if hops[turn] == hops[order] else 'other hops'} in "
           "all")
    shares = {share: percent for share, percent in busiest.items() if isinstance(share, int)}
    least = [share for share in shares if shares[share] == min(shares.values())]
    yield ("traffic of the mesh and of the host complement each other well if the host's is roughly a quarter (13, 14)",
           f"{said(25 in least)}: alone their busiest links have {busiest['cells']:.2f} % and {busiest['io']:.2f} %, where "
           f"the mean of those that are used is {used['cells']:.2f} % and {used['io']:.2f} %; together "
           f"{busiest[25]:.2f} %, the mean {used[25]:.2f} %. Of shares from {min(shares)} to {max(shares)} % in steps of "
           f"5, the busiest link has least at {', '.join(map(str, least))} %")


def cycles(s):
    """One trial has no interval."""
    return format(s if s.trials > 1 else s.mean, ",.0f")


def depths(out):
    for name, title, study, algorithms in DEPTHS:
        run, sim, plan = {}, {}, {}
        t = read(out, name)
        for a in algorithms:
            run[a], sim[a], plan[a] = t[a], t[f"{a}, sim"], t[f"{a}, plan"]
        off = sorted(ratio(sim[a][m], run[a][m]).mean - 1 for a in algorithms for m in run[a])
        rough = sorted(ratio(plan[a][m], run[a][m]).mean - 1 for a in algorithms for m in run[a] if m > 1)
        largest = max(run[algorithms[0]])
        middle = sorted(run[algorithms[0]])[len(run[algorithms[0]]) // 2]
        told = ""
        if len(algorithms) > 1:
            orders = [" < ".join(f"`{a}`" for a in sorted(algorithms, key=lambda a, by=by: by[a][middle].mean))
                      for by in (plan, sim, run)]
            told = f". With {middle} destinations, by plan {orders[0]}; simulated {orders[1]}; by firmware {orders[2]}"
        yield (f"{title}: {largest:,} destinations by firmware "
               + ", ".join(f"{cycles(run[a][largest])} (`{a}`)" for a in algorithms),
               f"simulated {off[0]:+.0%} to {off[-1]:+.0%} off the firmware, planned {rough[0]:+.0%} to {rough[-1]:+.0%}; "
               f"sets of each size: {trials(run)}; the call takes {t[f'{algorithms[0]}, call'][1]:,.0f} cycles" + told)


JUDGED = {"robinson-3": robinson_3, "depths": depths, "robinson-ncube": robinson_ncube, "robinson-4": robinson_4, "song-6": song_6,
          "robinson-6": robinson_6, "libeskind-hadas": libeskind_hadas, "stricker": stricker, "al-dubai": al_dubai}


def rows(made, head="the text says"):
    return f"| {head} | here |\n|---|---|\n" + "".join(f"| {text} | {here} |\n" for text, here in made)


def entries(row):
    """Last and mean of each algorithm, the least ones in bold."""
    pairs = [(row[a], row[f"{a}, mean"]) for a in PATH_ALGORITHMS]
    least = [min(pair[k].mean for pair in pairs) for k in range(2)]
    return [", ".join(("**{:,.0f}**" if pair[k].mean == least[k] else "{:,.0f}").format(pair[k].mean) for k in range(2))
            + f" (± {pair[0].half:,.0f})" for pair in pairs]


def page_table(out):
    """What the tables say of 512 nodes."""
    lines = ["| network | start-up | flits | sets | %s |" % " | ".join(f"`{a}`" for a in PATH_ALGORITHMS),
             "|---|---|---:|---:|" + "---:|" * len(PATH_ALGORITHMS)]
    for (topology, startup, length), t in path_tables(out).items():
        at = {title: values[512] for title, values in t.items()}
        lines.append(f"| `{topology}` | {startup} | {length} | {at[UNICASTS].trials} | {' | '.join(entries(at))} |")
    return "\n".join(lines) + "\n"


def how_many(values):
    return f"{min(values)} to {max(values)}" if min(values) < max(values) else f"{max(values)}"


def trials_so_far(out):
    """Which lengths of figures 6.3 to 6.7 have how many trials."""
    count = {}
    for (_, _, length), t in path_tables(out).items():
        count.setdefault(length, set()).update(s.trials for a in PATH_ALGORITHMS for s in t[a].values())
    for part in "ab":
        t = read(out, f"robinson-6-7{part}")
        for a in PATH_ALGORITHMS:
            for length, s in t[a].items():
                count.setdefault(length, set()).add(s.trials)
    told = "; ".join(f"{length:,} flits {how_many(values)}" for length, values in sorted(count.items()))
    return textwrap.fill(f"Of the paper's 400 trials of each point figures 6.3 to 6.7 have so many: {told}.", 100)


def blocks_of(out):
    """All that the page has of the tables, by its marks."""
    blocks = {}
    for name, judge in JUDGED.items():
        made = rows(judge(out), "cycles" if name == "depths" else "the text says")
        blocks[f"judged {name}"] = made
    return {**blocks, "paths": page_table(out), "trials": trials_so_far(out)}


# --- are the verdicts computed? -----------------------------------------------------------------------


def verdicts(judge, out):
    """Of each statement its words yes and no."""
    return [re.findall(r"\b(?:yes|no)\b", here) for _, here in judge(out)]


def ways_to_be_wrong(out, judge):
    """A tenth or ten times of what they are, or less sure: numbers of the tables that this reads. One number, a
    column, or the columns of one title."""
    was_read.clear()
    verdicts(judge, out)
    columns = {(name, title): list(values) for name in sorted(was_read) for title, values in read_file(out, name).items()}
    for by in (10, 0.1, WIDE):
        for (name, title), xs in columns.items():
            for some in (xs, *([x] for x in xs)):
                yield {(name, title, x): by for x in some}
        for wanted in {title for _, title in columns}:
            yield {(name, title, x): by for (name, title), xs in columns.items() if title == wanted for x in xs}


def self_test(out):
    """Each yes turns if the numbers are others; a no may need several of them."""
    for name, judge in JUDGED.items():
        right = verdicts(judge, out)
        left = {(row, i) for row, words in enumerate(right) for i, word in enumerate(words) if word == "yes"}
        for way in ways_to_be_wrong(out, judge):
            if not left:
                break
            wrong.update(way)
            turned = verdicts(judge, out)
            wrong.clear()
            left -= {(row, i) for row, i in left if turned[row][i:i + 1] != [right[row][i]]}
        if left:
            raise Failed(f"{name}: no wrong number turns these yes (statement, which) {sorted(left)}")
        print(f"ok {name}", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--out", required=True)
    parser.add_argument("--page")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return self_test(args.out)
    if not page.update(args.page, blocks_of(args.out), args.check) and args.check:
        raise Failed(f"{args.page} is stale, run make figures-of-trials: it is not what {args.out} says")
    print("ok statements")


if __name__ == "__main__":
    try:
        main()
    except (Failed, page.NoPlace, OSError) as why:
        sys.exit(f"statements: {why}")
