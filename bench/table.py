# SPDX-License-Identifier: BSD-2-Clause
"""Figures, as a table and as JSON."""
import dataclasses
import typing


@dataclasses.dataclass
class Row:
    """One figure. What depends on the host has a key that begins with host_."""
    key: str
    text: str
    value: float
    unit: str
    goal: typing.Optional[float] = None
    least: bool = False  # the goal is a least value; else a greatest
    peer: str = ""

    def met(self):
        return self.value >= self.goal if self.least else self.value <= self.goal

    def line(self):
        note = self.peer
        if self.goal is not None:
            sign = ">=" if self.least else "<="
            note = f"{sign} {number(self.goal)}, {'met' if self.met() else 'MISSED'}"
        return f"  {self.text:<38} {number(self.value):>10} {self.unit:<7} {note}".rstrip()


def number(value):
    """Four digits or so."""
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{round(value):,}"
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"


def rounded(value):
    """Five digits are more than a measurement has."""
    return value if isinstance(value, int) else float(f"{value:.5g}")
