# SPDX-License-Identifier: BSD-2-Clause
"""Proofs by cadical: a module of and-gates and flip-flops (AIGER, as yosys writes it), cycle by cycle as clauses.

For the SAT solver a proof of the router is a matter of seconds where z3 takes minutes, or does not end.
"""
import subprocess

TRUE = 1  # a variable; others follow, and - is not


class Gates:
    """What yosys has written: numbers as in AIGER, 2 * variable + (1: not)."""

    def __init__(self, path):
        """PATH.aag, and in PATH.names the assertions in their order."""
        with open(path + ".names") as text:
            self.names = text.read().split()
        with open(path + ".aag") as text:
            lines = text.read().split("\n")
        counts = [int(word) for word in lines[0].split()[1:]] + [0] * 4
        self.variables = counts[0]
        rows = iter(lines[1:])

        def take(count):
            return [tuple(int(word) for word in next(rows).split()) for _ in range(count)]

        self.inputs = take(counts[1])
        self.flip_flops = take(counts[2])  # (itself, next value[, value at first: itself if any])
        take(counts[3])
        self.bad = take(counts[5])  # an assertion is broken
        self.allowed = take(counts[6])
        self.ands = take(counts[4])  # (out, a, b), in an order in which they can be computed
        if len(self.names) != len(self.bad):
            raise OSError(f"{path}.names: not as many as assertions")


class Clauses:
    """Cycles of a module. Equal gates are made once."""

    def __init__(self, gates):
        self.gates, self.last, self.rows, self.made = gates, TRUE, [(TRUE,)], {}

    def new(self):
        self.last += 1
        return self.last

    def both(self, a, b):
        """a and b."""
        if -TRUE in (a, b) or a == -b:
            return -TRUE
        if TRUE in (a, b) or a == b:
            return b if a == TRUE else a
        pair = (min(a, b), max(a, b))
        if pair not in self.made:
            out = self.made[pair] = self.new()
            self.rows += [(-out, a), (-out, b), (out, -a, -b)]
        return self.made[pair]

    def any_state(self):
        return [self.new() for _ in self.gates.flip_flops]

    def reset_state(self):
        return [self.new() if len(row) > 2 and row[2] == row[0] else TRUE if len(row) > 2 and row[2] == 1 else -TRUE
                for row in self.gates.flip_flops]

    def cycle(self, state):
        """A cycle from this state, in which all that is assumed holds. Returns the next state, and which assertions are broken."""
        values = [None] * (self.gates.variables + 1)
        values[0] = -TRUE
        for (number,) in self.gates.inputs:
            values[number >> 1] = self.new()
        for row, value in zip(self.gates.flip_flops, state):
            values[row[0] >> 1] = value

        def of(number):
            return -values[number >> 1] if number & 1 else values[number >> 1]

        for out, a, b in self.gates.ands:
            values[out >> 1] = self.both(of(a), of(b))
        self.rows += [(of(number),) for (number,) in self.gates.allowed]
        return [of(row[1]) for row in self.gates.flip_flops], [of(number) for (number,) in self.gates.bad]

    def solve(self, path, more):
        """The values with which all clauses hold, these and more; None: there are none."""
        rows = self.rows + more
        with open(path, "w") as text:
            text.write(f"p cnf {self.last} {len(rows)}\n")
            text.writelines(" ".join(map(str, row)) + " 0\n" for row in rows)
        done = subprocess.run(["cadical", "-q", path], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (10, 20):
            raise OSError(f"cadical ends with {done.returncode}: {path}")
        if done.returncode == 20:
            return None
        return {int(word) for line in done.stdout.split("\n") if line.startswith("v") for word in line.split()[1:]}


def broken_from_reset(path, depth):
    """Names of assertions that are broken within DEPTH cycles from reset: of the first cycle in which one can be."""
    clauses = Clauses(Gates(path))
    state = clauses.reset_state()
    for _ in range(depth):
        state, bad = clauses.cycle(state)
        values = clauses.solve(path + ".cnf", [tuple(bad)])
        if values is not None:
            return [clauses.gates.names[k] for k, b in enumerate(bad) if b in values]
        clauses.rows += [(-b,) for b in bad]
    return []


def broken_behind(path, depth, at_once=None):
    """Names of assertions that are broken in a cycle behind DEPTH cycles in which all hold. AT_ONCE so many are asked for."""
    clauses = Clauses(Gates(path))
    state = clauses.any_state()
    for _ in range(depth):
        state, bad = clauses.cycle(state)
        clauses.rows += [(-b,) for b in bad]
    state, bad = clauses.cycle(state)
    at_once = at_once or len(bad)
    for first in range(0, len(bad), at_once):
        part = bad[first:first + at_once]
        values = clauses.solve(path + ".cnf", [tuple(part)])
        if values is not None:
            return [clauses.gates.names[first + k] for k, b in enumerate(part) if b in values]
        clauses.rows += [(-b,) for b in part]
    return []


def unreached(path, depth):
    """Names of the covers, written as assertions that they never come, that hold for DEPTH cycles from reset."""
    clauses = Clauses(Gates(path))
    state, found = clauses.reset_state(), []
    for _ in range(depth):
        state, bad = clauses.cycle(state)
        found.append(bad)
    left = set(range(len(clauses.gates.bad)))
    while left:
        cover = min(left)
        values = clauses.solve(path + ".cnf", [tuple(bad[cover] for bad in found)])
        if values is None:
            return [clauses.gates.names[cover]]
        left -= {k for k in left if any(bad[k] in values for bad in found)}
    return []
