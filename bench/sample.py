#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Means of samples, with their 95 % intervals.

usage: sample.py --self-test    of 2,000 samples whose mean is known, 93 to 97 % have it in their interval
"""
import math
import random
import sys
import typing

T_FEW = (math.inf, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)  # by degrees of freedom


def t_quantile(freedom):
    """Student's t for two-sided 95 %; beyond the table by Cornish and Fisher's expansion."""
    if freedom < len(T_FEW):
        return T_FEW[freedom]
    z = 1.959964
    return (z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2))


class Sample(typing.NamedTuple):
    """A mean, half its 95 % interval, of how many trials, and the greatest value if that is known."""
    mean: float
    half: float
    trials: int
    most: float = math.nan

    def __format__(self, spec):
        """`4.06 ± 0.05`; with % both in per cent."""
        if self.half == 0:
            return format(self.mean, spec)
        if spec.endswith("%"):
            return f"{format(self.mean, spec)[:-1]} ± {format(self.half, spec.lstrip('+'))[:-1]} %"
        return f"{format(self.mean, spec)} ± {format(self.half, spec.lstrip('+'))}"

    def divided(self, by):
        return Sample(self.mean / by, self.half / by, self.trials)


def of_sums(trials, total, squares):
    """From the sum of all values and that of their squares."""
    mean = total / trials
    if trials == 1:
        return Sample(mean, math.inf, 1)
    deviation = max(0.0, squares - trials * mean * mean) / (trials - 1)
    if deviation < 1e-12 * max(1.0, mean * mean):
        deviation = 0.0
    return Sample(mean, t_quantile(trials - 1) * math.sqrt(deviation / trials), trials)


def of_values(values):
    values = list(values)
    mean = sum(values) / len(values)
    return of_sums(len(values), mean * len(values), sum(v * v for v in values))


def of_growth(more, less):
    """The ratio of two means over the same sets, less 1: by how much `more` is above `less`."""
    more, less = list(more), list(less)
    trials, ratio = len(more), sum(more) / sum(less)
    deviations = of_values([m - ratio * l for m, l in zip(more, less)])
    return Sample(ratio - 1, deviations.half / (sum(less) / trials), trials)


def self_test():
    """The same samples on every host."""
    draw = random.Random(1)
    for trials in (3, 20, 100):
        held = grown = 0
        for _ in range(2000):
            values = [draw.gauss(7, 3) for _ in range(trials)]
            sample = of_values(values)
            held += abs(sample.mean - 7) <= sample.half
            less = [draw.gauss(10, 1) for _ in range(trials)]  # grows by 8 percent, with noise of its own
            growth = of_growth([v * 1.08 + draw.gauss(0, 0.5) for v in less], less)
            grown += abs(growth.mean - 0.08) <= growth.half
        for what, count in (("means", held), ("growths", grown)):
            if not 0.93 * 2000 <= count <= 0.97 * 2000:
                sys.exit(f"sample: {count} of 2000 intervals of {trials} trials hold their {what}")
    if of_values([5, 5, 5]).half != 0 or f"{Sample(0.0795, 0.0034, 9):.1%}" != "8.0 ± 0.3 %":
        sys.exit("sample: equal values have an interval, or numbers are written wrongly")
    print("ok sample")


if __name__ == "__main__" and sys.argv[1:] == ["--self-test"]:
    self_test()
