#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Random traffic of all patterns beside BookSim 2's, and where each saturates.

usage: patterns.py NOCT [--update PAGE.md | --check PAGE.md]

BookSim's are as it printed them (github.com/booksim/booksim2, commit 28f43299), with the network of
bench/booksim.py, packets of 16 flits, and 3 samples of 6,000 cycles or more behind its warm-up; it gives no
interval. Ours are made here, with seed 1, and their interval is noct's. The tables stand between the page's
marks <!-- patterns --> and <!-- /patterns -->, <!-- saturation --> and <!-- /saturation -->; between <!-- queue -->
and <!-- /queue --> is what theory says of one pattern. All are cycles, the same on every host.
"""
import argparse
import json
import subprocess
import sys
import textwrap

sys.dont_write_bytecode = True  # nothing beside the sources
import page
from sample import Sample, of_values

CYCLES, RATES = 120000, (0.05, 0.1)
# A pattern and more words: BookSim's mean latencies at these rates.
BOOKSIM = {
    ("uniform",): (None, 42.05), ("transpose",): (39.34, 42.47), ("bit-complement",): (38.32, 40.48),
    ("bit-reverse",): (40.07, 46.02), ("shuffle",): (38.86, 42.26), ("tornado",): (51.21, 66.61),
    ("neighbour",): (29.47, 29.93), ("asymmetric",): (30.33, 32.01),
    ("uniform", "--injection", "bursty:100:400"): (41.42, 48.50),
}
# Packets of one flit at rate 0.1.
SINGLE_SEEDS = range(1, 6)
SINGLE = {"transpose": Sample(23.90, 0.06, 5), "bit-reverse": Sample(29.50, 0.20, 5)}
QUEUE_SEEDS, QUEUE_CYCLES, QUEUE_S = (1, 2, 3), 2000000, 17
HOTSPOT, HOTSPOT_RATE, HOTSPOT_BOOKSIM = ("hotspot:27:0.1+36:0.9",), 0.005, 42.89


def asked(noct, words):
    done = subprocess.run([noct, "sim", "--json", *words], text=True, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def ours(noct, pattern, rate, length=15, seed=1, cycles=CYCLES):
    return asked(noct, ["--topology", "torus:8x8", "--routing", "dateline", "--pipeline", "s1", "--length", str(length),
                        "--traffic", *pattern, "--rate", str(rate), "--cycles", str(cycles), "--seed", str(seed)])


def told(answer):
    half = (answer["latency_high95"] - answer["latency_low95"]) / 2
    return f"{answer['latency_mean']:.2f} ± {half:.2f}"


def named(pattern):
    return ", ".join(f"`{word}`" for word in pattern if not word.startswith("--"))


def patterns(noct):
    lines, off = ["| traffic | rate 0.05 | BookSim | rate 0.1 | BookSim |", "|---|---|---|---|---|"], {r: [] for r in RATES}
    for pattern, peers in BOOKSIM.items():
        cells = []
        for rate, peer in zip(RATES, peers):
            answer = ours(noct, pattern, rate)
            cells += [told(answer), f"{peer:.2f}" if peer else ""]
            off[rate] += [(answer["latency_mean"] / peer - 1, pattern)] if peer else []
        peers_words = " (`burst_alpha` 0.0025, `burst_beta` 0.01)" if pattern[1:] else ""
        lines.append(f"| {named(pattern)}{peers_words} | {' | '.join(cells)} |")
    far = {rate: max(of, key=lambda o: abs(o[0])) for rate, of in off.items()}
    answer = ours(noct, HOTSPOT, HOTSPOT_RATE)
    text = (f"At rate {HOTSPOT_RATE} `{HOTSPOT[0]}` has {told(answer)}, BookSim's `hotspot({{27,36}},{{1,9}})` "
            f"{HOTSPOT_BOOKSIM}. The others differ by "
            + " and ".join(f"at most {part:+.1%} ({named(p)}) at {rate}" for rate, (part, p) in far.items())
            + ", with the causes of the section above. Packets of one flit differ more where the network is near "
            "saturation: at 0.1 " + "; ".join(single(noct, name) for name in SINGLE) + "; five seeds.")
    return "\n".join(lines) + "\n\n" + textwrap.fill(text, 100, break_on_hyphens=False)


def single(noct, name):
    mean = of_values(ours(noct, (name,), 0.1, 0, seed, CYCLES // 4)["latency_mean"] for seed in SINGLE_SEEDS)
    return f"`{name}` has {mean:.2f}, BookSim {SINGLE[name]:.2f}"


def saturation(noct):
    lines = ["| `--length 13 --find saturation` | `torus:8x8` (btr) | `mesh:8x8` (xy) |", "|---|---|---|"]
    for name in (pattern[0] for pattern in BOOKSIM if not pattern[1:]):
        found = [asked(noct, ["--topology", t, "--traffic", name, "--length", "13", "--find", "saturation", "--resolution",
                              "0.01", "--seed", "1"])["saturation"] for t in ("torus:8x8", "mesh:8x8")]
        lines.append(f"| `{name}` | {found[0]:.2f} | {found[1]:.2f} |")
    return "\n".join(lines) + "\n"


def queue(noct):
    """Under `neighbour` on a torus no two nodes share a channel: each is a queue Geo/D/1."""
    waits, formulas = [], []
    for seed in QUEUE_SEEDS:
        answer = asked(noct, ["--topology", "torus:8x8", "--traffic", "neighbour", "--length", "13", "--rate", "0.1",
                              "--cycles", str(QUEUE_CYCLES), "--seed", str(seed)])
        p, half = answer["messages"] / (64 * QUEUE_CYCLES), (answer["latency_high95"] - answer["latency_low95"]) / 2
        waits.append((answer["latency_mean"] - QUEUE_S - 3, half))
        formulas.append(p * QUEUE_S * (QUEUE_S - 1) / (2 * (1 - p * QUEUE_S)))
    if any(abs(wait - formula) > half for (wait, half), formula in zip(waits, formulas)):
        raise SystemExit(f"patterns.py: waits {waits} do not have the formula's {formulas} in their intervals")
    of_formula = sorted({f"{formula:.3f}" for formula in formulas})
    text = (f"Against theory: under `neighbour` on a torus no two nodes share a channel, so each is a queue (Geo/D/1) whose mean "
            f"wait is p S (S - 1) / (2 (1 - p S)) for worms of S flits made with probability p in a cycle. With `--topology "
            f"torus:8x8 --traffic neighbour --length 13 --rate 0.1 --cycles {QUEUE_CYCLES}` S is {QUEUE_S}, and a worm that "
            f"does not wait takes {QUEUE_S + 3} cycles. Seeds 1, 2 and 3 wait "
            + ", ".join(f"{wait:.3f} ± {half:.3f}" for wait, half in waits)
            + f" cycles, and the formula gives {' to '.join(of_formula[::len(of_formula) - 1 or 1])} for the worms that they made.")
    return textwrap.fill(text, 100, break_on_hyphens=False)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("noct")
    parser.add_argument("--update")
    parser.add_argument("--check")
    args = parser.parse_args()
    made = {"patterns": patterns(args.noct), "queue": queue(args.noct), "saturation": saturation(args.noct)}
    page.stop_if_stale(args.check, made, "bench/patterns.py NOCT")
    if not args.check:
        page.show(args.update, made)


if __name__ == "__main__":
    main()
