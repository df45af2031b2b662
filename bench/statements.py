#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Judges what the papers conclude from their figures, by the tables in docs/figures.

usage: statements.py --out DIR --page PAGE.md [--check]

Writes a table between the page's marks <!-- judged NAME --> and <!-- /judged --> for each NAME below:
what a paper's text says, and what the tables say of it. Each number that rests on a sample has its 95 %
interval, and how many trials it had. Nothing is computed but that: the tables are bench/draw.py's. With
--check the page is compared.
"""
import argparse
import math
import os
import sys

import page
from picture import CUBE_ALGORITHMS, Failed
from papers import FIGURES, LENGTHS, PATH_ALGORITHMS, steps_of
from sample import Sample, t_quantile
from three_depths import FIGURES as DEPTHS

UNICASTS, MU8, MU64, MD, S = PATH_ALGORITHMS


def read(out, name):
    """{title: {x: Sample, or a number}} of a picture's table."""
    with open(os.path.join(out, name + ".tsv")) as file:
        titles, *rows = [line.split("\t") for line in file.read().splitlines()]
    made = {}
    for column, title in enumerate(titles[1:], 1):
        if title.endswith((" ±", " trials")):
            continue
        sampled = column + 1 < len(titles) and titles[column + 1] == f"{title} ±"
        made[title] = {int(row[0]): Sample(float(row[column]), float(row[column + 1]), int(row[column + 2]))
                       if sampled else float(row[column]) for row in rows if row[column] != "-"}
    return made


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


def jump(values):
    xs = [x for x in sorted(values) if x in STAIRS]
    return max(abs(values[b].mean - values[a].mean) for a, b in zip(xs, xs[1:]))


def robinson_3(out):
    small, large = read(out, "robinson-3-10"), read(out, "robinson-3-11")
    late = read(out, "robinson-3-11-startups")
    means = ", ".join(f"{mean_over(large[a]):.3f} ({a})" for a in CUBE_ALGORITHMS)
    above = [m for m in large["w-sort"] for a in CUBE_ALGORITHMS[:3] if less(large[a][m], large["w-sort"][m])]
    jumps = ", ".join(f"{jump(large[a]):.2f} ({a})" for a in CUBE_ALGORITHMS)
    worse = [(n, t, m) for n, t in ((6, small), (10, large)) for m in t["maxport"]
             if less(t["u-cube"][m], t["maxport"][m])]
    told = ", ".join(f"{t['maxport'][m]:.2f} for {t['u-cube'][m]:.2f} with {m} destinations ({n}-cube)"
                     for n, t, m in worse[:4])
    x, _ = most({m: late["combine"][m] for m in late["combine"]})
    ends = [{a: t[a][max(t[a])].mean for a in CUBE_ALGORITHMS} for t in (small, large)]
    same = all(len(set(e.values())) == 1 for e in ends)
    yield ("the new algorithms need fewer steps than U-cube, W-sort clearly the fewest",
           f"yes: over all sizes of the 10-cube {means} steps; sizes at which w-sort is above another: {names(above)}")
    yield ("they smooth U-cube's staircase",
           f"yes: the mean step grows between neighbouring sizes of the 10-cube, from 128 destinations to 992, by at "
           f"most {jumps}")
    yield ("all are one algorithm for a broadcast, and the curves meet there",
           f"{'yes' if same else 'no'}: {ends[0]['u-cube']:g} and {ends[1]['u-cube']:g} steps; the trees are the same, "
           "message for message")
    yield ("for single sets Maxport may be worse than U-cube (figure 3.6)",
           f"yes, and slightly in the mean too, where U-cube is about to need another step: {told}" if worse else
           "yes; in no mean by more than the intervals")
    yield ("with long start-ups a machine behaves as with one port, and the algorithms differ little",
           f"the first is true; but Combine takes {late['combine'][x]:.2f} times one message with {x} destinations of "
           f"the 10-cube, where U-cube takes {late['u-cube'][x]:.2f} ({late['combine'][x].trials} sets): a sender that "
           "assigns small parts has more messages to send")


def robinson_ncube(out):
    mean5, max5, mean10, max10 = (read(out, f"robinson-3-{n}") for n in (12, 13, 14, 15))
    tables = (mean5, max5, mean10, max10)
    gains = [{a: [ratio(t["u-cube"][m], t[a][m]) for m in t[a] if 1 < m < max(t[a])] for a in CUBE_ALGORITHMS[1:]}
             for t in tables]
    told = "; ".join(f"{n} {what} " + ", ".join(f"{a} {sum(r.mean for r in g[a]) / len(g[a]):.2f}"
                                                for a in CUBE_ALGORITHMS[1:])
                     for (n, what), g in zip(((5, "mean"), (5, "greatest"), (10, "mean"), (10, "greatest")), gains))
    worse = [(m, a) for t in tables for a in CUBE_ALGORITHMS[1:] for m in t[a] if less(t["u-cube"][m], t[a][m])]
    yield ("all three offer some benefit over U-cube (5- and 10-cube)",
           f"yes: U-cube takes so many times the delay, the mean over sizes: {told}. Points at which one is slower than "
           f"U-cube: {names(worse)}")
    x, peak = most(mean5["u-cube"])
    end = mean5["u-cube"][max(mean5["u-cube"])]
    yield ("U-cube's mean delay is worse for multicasts than for a broadcast (3.12)",
           f"{'yes' if less(end, peak) else 'no'}: {peak:,.0f} microseconds with {x} destinations, {end:,.0f} with 31")
    levels = sorted({round(s.mean / 100) * 100 for m, s in max5["u-cube"].items() if m > 1})
    yield ("U-cube is a staircase, the new algorithms smooth it (3.13)",
           f"yes: U-cube's greatest delays are {len(levels)} levels, about {', '.join(f'{v:,}' for v in levels)} "
           "microseconds")
    apart = [m for m in max5["w-sort"] if less(max5["w-sort"][m], max5["combine"][m]) and
             less(max5["w-sort"][m], max5["maxport"][m])]
    middle = [m for m in max5["w-sort"] if 1 < m < 31]
    yield ("on the 5-cube no one of the three is clearly better; the machine's start-ups hide it",
           f"not here: W-sort's greatest delay is below both others' by more than the intervals at {len(apart)} of "
           f"{len(middle)} sizes. A body of 4,096 bytes takes 1,843 microseconds on a channel, ten times both start-ups, "
           "so ports count; the measured machine may have shared memory bandwidth among them, which our model does not")
    def below(t):
        return [ratio(min((t[a][m] for a in CUBE_ALGORITHMS[:3]), key=lambda s: s.mean), t["w-sort"][m])
                for m in t["w-sort"] if 16 < m < max(t["w-sort"])]
    a, b = below(mean10), below(max10)
    yield ("on larger systems W-sort's advantage is more obvious, in mean and maximum (3.14, 3.15)",
           f"yes: in the 10-cube the next best takes {min(r.mean for r in a):.2f} to {max(r.mean for r in a):.2f} times "
           f"W-sort's mean delay, {min(r.mean for r in b):.2f} to {max(r.mean for r in b):.2f} times its greatest (± "
           f"{max(r.half for r in a + b):.2f} at most)")


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
           f"yes: {mean_of[a[0]][1]:.1%} above the bound at most (`{a[0]}`, {mean_of[a[0]][0]} nodes), "
           f"{mean_of[a[1]][1]:.1%} in the others (`{a[1]}`); {mean_of[first][1].trials} sets")
    yield ("the last step changes more, but not much (4.13, 4.15)",
           "by up to " + ", ".join(f"{last_of[n][1]:.1%} (`{n}`)" for n in by_last)
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
    yield ("opposite directions on one link too: at most 3 % more for the mean step, 7 % for the last",
           f"the mean step {mean_more[a][1]:.1%} more at most (`{a}`, {mean_more[a][0]} nodes); the last one "
           f"{'within the intervals' if holds else 'exceeds 7 %'}: "
           + ", ".join(f"{last_more[n][1]:.1%} (`{n}`, {last_more[n][0]} nodes)" for n in pairs)
           + f"; {last_more[a][1].trials} paired sets")
    ones, twos = three["torus:64x64, with one (type 1)"][512], three["torus:64x64, with two (type 2)"][512]
    yield ("three at once are very rare compared with two (4.17)",
           f"yes: of 511 messages in `torus:64x64` {ones:.1f} share with one other, {twos:.2f} with two; "
           f"{ones.trials} sets")
    worst = max(flits, key=lambda n: flits[n][1].mean)
    slow = max(late, key=lambda n: abs(late[n][1].mean))
    yield ("(not said) flit by flit, long bodies",
           f"the last arrival is up to {flits[worst][1]:.1%} above the bound (`{worst}`, {flits[worst][0]} nodes, "
           f"{flits[worst][1].trials} sets), less than in the model, since messages share a link only while both are on "
           "it")
    yield ("(not said) flit by flit, long start-ups",
           f"sharing has no visible effect: {late[slow][1]:+.1%} off the bound at most (`{slow}`)")


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
           f"the mean step is, within {max(s.mean for _, s in mean.values()):.1%}; the last one, which the text counts, "
           "is above the bound by up to " + ", ".join(f"{s:.1%} (`{n}`, {x} nodes)" for n, (x, s) in last.items())
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
    yield ("if the set is large enough, the greater it is the nearer to the bound; a broadcast takes just the bound (11)",
           f"yes: {peak:.2f} steps above it at most, at {x} nodes of 896, and "
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


def to_unicasts(t, algorithm, sizes=None):
    return [ratio(t[algorithm][m], t[UNICASTS][m]) for m in sizes or t[UNICASTS]]


def slower(t, algorithm):
    return [m for m in t[algorithm] if less(t[UNICASTS][m], t[algorithm][m])]


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


def robinson_6(out):
    tables = path_tables(out)
    flat, cube = "utorus:64x64", "utorus:16x16x16"
    t8, t512, t16k = (tables[flat, "long", length] for length in LENGTHS)
    count = f"{trials(t8)}, {trials(t512)} and {trials(t16k)} sets with 8, 512 and 16,384 flits"
    behind = "; ".join(f"{length} flits: " + (", ".join(f"`{a}` at {names(slower(t, a))}" for a in PATH_ALGORITHMS[1:]
                                                         if slower(t, a)) or "none")
                       for length, t in zip(LENGTHS, (t8, t512, t16k)))
    yield ("long start-ups, two dimensions: all beat unicasts except for very small messages; Mu-torus(8) beats them even "
           "then (6.3)",
           f"{'yes' if not any(slower(t, a) for t in (t512, t16k) for a in PATH_ALGORITHMS[1:]) else 'no'}; slower than "
           f"unicasts by more than the intervals: {behind}. With 8 flits Mu-torus(8) takes "
           f"{span(to_unicasts(t8, MU8))} of unicasts' time; {count}")
    order = "; ".join(f"{length}: " + ", ".join(f"{a} {t[a][512]:,.0f}" for a in PATH_ALGORITHMS)
                      for length, t in zip(LENGTHS, (t8, t512, t16k)))
    yield ("the longer the message, the better are few phases (6.3)", "yes. With 512 nodes, cycles for so many flits: "
           + order)
    large = min(PATH_ALGORITHMS, key=lambda a: t16k[a][512].mean)
    yield ("S-torus is best for large messages, Mu-torus(8) for short and medium ones (6.3)",
           f"{'yes' if large == S else 'no'}, if there are many destinations. The best: " + "; ".join(f"**{length} flits** {first_at(t)}" for length, t in
                                    zip(LENGTHS, (t8, t512, t16k))))
    s8, s512, s16k = (tables[flat, "short", length] for length in LENGTHS)
    yield ("short start-ups: unicasts and Mu-torus(8) are nearly the same for small messages; unicasts poor for medium and "
           "large; S-torus best for large (6.4)",
           f"yes, but for S-torus with 512 flits: with 8 flits Mu-torus(8) takes {span(to_unicasts(s8, MU8))} of unicasts' "
           "time; with 512 flits the others take "
           + ", ".join(f"{span(to_unicasts(s512, a, [128, 256, 384, 512]))} (`{a}`)" for a in PATH_ALGORITHMS[1:])
           + " from 128 nodes on. The best with 16,384 flits: " + first_at(s16k))
    told = []
    for a in PATH_ALGORITHMS:
        r = [ratio(tables[cube, "long", length][a][512], tables[flat, "long", length][a][512]) for length in LENGTHS]
        told.append(f"`{a}` " + ", ".join(f"{x:.2f}" for x in r))
    yield ("in three dimensions S-, Md- and Mu-torus(64) gain; but except for small messages all is much alike in two and "
           "three (6.5, 6.6)",
           "time in three dimensions, that in two = 1, with 512 nodes and long start-ups, for 8, 512 and 16,384 flits: "
           + "; ".join(told) + ". So Md-torus is slower with 16,384: it has a phase for each dimension; and with 512 flits "
           "much is not alike")
    a, b = read(out, "robinson-6-7a"), read(out, "robinson-6-7b")
    grow = ", ".join(f"`{n}` {a[n][16384].mean - a[n][8].mean:,.0f}" for n in PATH_ALGORITHMS)
    yield ("the fewer phases, the less the message's length matters (6.7)",
           f"yes: from 8 to 16,384 flits it is so many cycles more with long start-ups: {grow}; one worm's body is 16,376")
    visits = [read(out, f"robinson-6-8{part}") for part in "ab"]
    saved = "; ".join(f"{m} nodes, {d} dimensions: " + ", ".join(f"{ratio(t[n][m], t[UNICASTS][m]):.3f} (`{n}`)"
                                                                 for n in PATH_ALGORITHMS[1:])
                      for m in (64, 512) for d, t in ((2, visits[0]), (3, visits[1])))
    yield ("path-based algorithms visit fewer links, above all in two dimensions (6.8)",
           f"yes, if there are many destinations. Of unicasts' visits: {saved}; {trials(*visits)} sets")
    yield ("(not said) single sets differ",
           "standard deviation of the last arrival, the greatest of points with 8 sets or more: "
           + "; ".join(spreads(tables, length) for length in LENGTHS))
    cost = []
    for length, t in zip(LENGTHS, (t8, t512, t16k)):
        cost.append(f"{length} flits " + ", ".join(f"{ratio(t[n][512], t[f'{n}, headers'][512]):.2f} (`{n}`)"
                                                    for n in PATH_ALGORITHMS))
    yield ("(section 6.5, no figure) lists in the body, and not in compound headers",
           "time with 512 nodes, that with headers = 1: " + "; ".join(cost)
           + ". One worm to all has no lists in its header, but a count for each in the body")


# --- Libeskind-Hadas et al. 1998, and Al-Dubai et al. 2002 ----------------------------------------


def libeskind_hadas(out):
    t, several = read(out, "libeskind-hadas-3"), read(out, "libeskind-hadas-several")
    extra = {n: {d: Sample(s.mean - 10 * steps_of(d), s.half, s.trials) for d, s in t[f"{n} switches"].items()}
             for n in (64, 256)}
    wide = max(s.half / s.mean for n in (64, 256) for s in t[f"{n} switches"].values())
    yield ("each point is within 2 % of the mean, with 95 % confidence",
           f"within {wide:.1%}; {trials(t)} networks, one set on each")
    yield ("the latency follows the bound on start-ups; what is more is routing time, which hardly depends on the number "
           "of destinations",
           "the first is true; routing time grows, but little: " +
           "; ".join(f"{n} switches: {e[min(e)]:.2f} microseconds more than start-ups with {min(e)} destination, "
                     f"{e[max(e)]:.2f} with {max(e)}, {e[max(e)].mean / t[f'{n} switches'][max(e)].mean:.0%} of all"
                     for n, e in extra.items())
           + ". Each relay on the way adds its own message's time in the network")
    yield ("separate addressing is what it replaces",
           "; ".join(f"{n} switches, {d} destinations: {t[f'{n} switches'][d]:,.1f} microseconds, separate "
                     f"{t[f'{n}, separate'][d]:,.1f}" for n, d in ((64, 63), (256, 255))))
    fits = []
    for n in (64, 256):
        curve = several[f"{n} switches"]
        xs = sorted(curve)
        slopes = [(curve[b].mean - curve[a].mean) / (b - a) for a, b in zip(xs, xs[1:])]
        fits.append(f"{n} switches: {curve[xs[0]]:.1f} microseconds alone, {curve[xs[-1]]:.1f} with {xs[-1]} at once; each "
                    f"one more costs {min(slopes):.1f} to {max(slopes):.1f}")
    yield ("several at once: the latency grows about linearly with their number (the text: with their rate of arrival)",
           "; ".join(fits) + f"; {trials(several)} networks")


def al_dubai(out):
    steps, sizes, lengths = (read(out, f"al-dubai-{n}") for n in (4, 5, 6))
    yield ("PCP takes two steps whatever the size; RD, EDN and NP take more, the larger the mesh (4)",
           "yes: pcp " + ", ".join(f"{s:g}" for s in steps["pcp"].values()) + "; rd "
           + ", ".join(f"{s:g}" for s in steps["rd"].values())
           + f" on 64 to 16,384 nodes, from {trials({k: v for k, v in steps.items() if 'formula' not in k})} sources. EDN "
           "and NP are k + 1 and k + 2, as published: formulas, no trees")
    small, large = min(sizes["pcp"]), max(sizes["pcp"])
    yield ("PCP hardly depends on the size, RD greatly (5)",
           f"yes: from {small} to {large:,} nodes pcp takes {sizes['pcp'][small]:.2f} to {sizes['pcp'][large]:.2f} "
           f"microseconds, rd {sizes['rd'][small]:.2f} to {sizes['rd'][large]:.2f}; {trials(sizes)} sources")
    a, b = lengths["pcp, mesh:4x4"], lengths["pcp, mesh:8x8"]
    c, d = lengths["rd, mesh:4x4"], lengths["rd, mesh:8x8"]
    yield ("PCP differs little between 4x4 and 8x8 at 30 to 210 flits; RD differs much, and the more the longer the "
           "message (6)",
           "yes: microseconds more on 8x8: " + ", ".join(
               f"pcp {b[x].mean - a[x].mean:.2f} ± {math.hypot(a[x].half, b[x].half):.2f}, rd {d[x].mean - c[x].mean:.2f} ± "
               f"{math.hypot(c[x].half, d[x].half):.2f} ({x} flits)" for x in (min(a), max(a))))


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
               + ", ".join(f"{run[a][largest].mean:,.0f} (`{a}`)" for a in algorithms),
               f"simulated {off[0]:+.0%} to {off[-1]:+.0%} off the firmware, planned {rough[0]:+.0%} to {rough[-1]:+.0%}; "
               f"sets of each size: {trials(run)}; the call takes {t[f'{algorithms[0]}, call'][1]:,.0f} cycles" + told)


JUDGED = {"robinson-3": robinson_3, "depths": depths, "robinson-ncube": robinson_ncube, "robinson-4": robinson_4, "song-6": song_6,
          "robinson-6": robinson_6, "libeskind-hadas": libeskind_hadas, "al-dubai": al_dubai}


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


def blocks_of(out):
    """All that the page has of the tables, by its marks."""
    blocks = {}
    for name, judge in JUDGED.items():
        made = rows(judge(out), "cycles" if name == "depths" else "the text says")
        blocks[f"judged {name}"] = made
    return {**blocks, "paths": page_table(out)}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--out", required=True)
    parser.add_argument("--page", required=True)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if not page.update(args.page, blocks_of(args.out), args.check) and args.check:
        raise Failed(f"{args.page} is stale, run make figures-of-trials: it is not what {args.out} says")
    print("ok statements")


if __name__ == "__main__":
    try:
        main()
    except (Failed, page.NoPlace, OSError) as why:
        sys.exit(f"statements: {why}")
