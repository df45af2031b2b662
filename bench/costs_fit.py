# SPDX-License-Identifier: BSD-2-Clause
"""What the functions of the firmware take: a board's profiles, divided by how often the functions were called.

A run gives the cycles of each function's own code (noct profile), also where the compiler has put it into another
one, and how often each function was called by which other one (bench/count). For each function a line is fitted
through all runs: so many cycles for each call of it, and so many more for each call that it makes itself. Of a
function that makes the same calls each time, who calls it matters instead: its code is then mostly in that one.
"""
import collections
import os
import re

# What a board's C library takes for these.
LIBRARY = {"malloc": "core_malloc", "_malloc_r": "core_malloc", "__wrap__malloc_r": "core_malloc", "_sbrk_r": "core_malloc",
           "free": "core_free", "_free_r": "core_free", "__wrap__free_r": "core_free", "small_released": "core_free"}
# Code of the first is only in the second.
WITHIN = {"mmio_read32": "ni_read", "mmio_write32": "ni_write"}
READ = "ni_read"
RIDGE, PASSES = 1e-3, 200


def plain(name):
    return re.sub(r"\.(isra|constprop|part|cold)(\.\d+)?", "", name)


def name_of(line):
    """Of the function that a line of a profile belongs to: its file and name, or its name alone if it is in a header."""
    name, file = plain(line["inlined"] or line["function"] or "?"), line["file"] or "?"
    name = LIBRARY.get(name, name if file.endswith((".h", ".def", "?")) else f"{os.path.basename(file)}:{name}")
    return WITHIN.get(name, name)


class Profile:
    """own: function -> cycles of its own code. homes: function -> those of the linker that have its code in them.
    reads: function of the linker -> how often it reads a register of the network interface, which takes a cycle."""

    def __init__(self, lines):
        self.own, self.reads = collections.Counter(), collections.Counter()
        self.homes = collections.defaultdict(set)
        for line in lines:
            name, home = name_of(line), line["function"]
            self.own[name] += line["cycles"]
            self.homes[name].add(home)
            if name == READ:
                self.reads[home] += line["cycles"]


class Names:
    """Those of the host's linker, as the board's profiles have them."""

    def __init__(self, known):
        self.known, self.found = known, {"": ""}
        self.files = collections.defaultdict(list)
        for name in sorted(known):
            self.files[name.split(":")[-1]].append(name)

    def __getitem__(self, symbol):
        if symbol not in self.found:
            file, name = symbol.split(":")
            others = self.files[name]
            found = symbol if symbol in self.known else name if name in self.known or not file else symbol
            self.found[symbol] = others[0] if not file and len(others) == 1 else found
        return self.found[symbol]


def calls(text, names):
    """(caller, callee) -> how often; callee "": calls of the first."""
    count = collections.Counter()
    for line in text.splitlines():
        caller, callee, times = line.split(" ")
        count[names[caller], names[callee if callee != ":" else ""]] += int(times)
    return count


def homes_of(function, profile, count, above=()):
    """The functions of the linker that have its code. Of one whose code the compiler counts among others' lines, they are
    those of its callers."""
    if function in profile.homes:
        return set(profile.homes[function])
    callers = {caller for caller, callee in count if callee == function} - {*above, function}
    return set().union(*(homes_of(caller, profile, count, (*above, function)) for caller in callers))


def read_alike(profile, count):
    """Sets of functions whose reads of the network interface a profile cannot tell apart, since they are in the same ones
    of the linker; with the reads on the board."""
    sets = []
    for function in {edge[0] for edge in count if edge[1] == READ}:
        those, homes = {function}, homes_of(function, profile, count)
        apart = []
        for others, theirs in sets:
            if theirs & homes:
                those, homes = those | others, homes | theirs
            else:
                apart.append((others, theirs))
        sets = [*apart, (those, homes)]
    return [(those, sum(profile.reads[home] for home in homes)) for those, homes in sets]


def looks(count):
    """Functions that look at a register once, and do nothing else."""
    made = collections.defaultdict(dict)
    for (caller, callee), times in count.items():
        if callee:
            made[caller][callee] = times
    return {f for f, calls_made in made.items() if calls_made == {READ: count[f, ""]}}


def as_on_board(profile, count):
    """How often a core looks at a register follows from how long a look takes, so that no fit could find that. The
    board's profile says how often it did: these counts, of the host's cores, with as many looks as there were."""
    looking, right = looks(count), collections.Counter(count)
    for those, reads in read_alike(profile, count):
        made = sum(count[f, READ] for f in those)
        ratio = reads / made if made and reads else 1
        for (caller, callee), times in count.items():
            if (caller in those and callee == READ) or (caller in looking & those and not callee) or callee in looking & those:
                right[caller, callee] = times * ratio
    return right


def solve(rows, prior):
    """The least squares of sum(x * cost) - y over rows (x, y, weight), near prior, none negative."""
    n = len(prior)
    a, b = [[0.0] * n for _ in range(n)], [0.0] * n
    for x, y, weight in rows:
        used = [i for i in range(n) if x[i]]
        for i in used:
            b[i] += weight * x[i] * y
            for j in used:
                a[i][j] += weight * x[i] * x[j]
    for i in range(n):
        ridge = RIDGE * a[i][i] + 1e-9
        a[i][i] += ridge
        b[i] += ridge * prior[i]
    cost = list(prior)
    for _ in range(PASSES):
        for i in range(n):
            rest = b[i] - sum(a[i][j] * cost[j] for j in range(n) if j != i)
            cost[i] = max(0.0, rest / a[i][i])
    return cost


def features(function, runs):
    """The calls by which a function's cycles are counted."""
    made = {edge for _, count in runs for edge in count if edge[0] == function and edge[1]}
    varies = any(count[edge] * count_of_first[function, ""] != count_of_first[edge] * count[function, ""]
                 for edge in made for _, count in runs for count_of_first in (first_with(function, runs),))
    if made and varies:
        return sorted(made | {(function, "")})
    return sorted({edge for _, count in runs for edge in count if edge[1] == function} or {(function, "")})


def first_with(function, runs):
    return next(count for _, count in runs if count[function, ""])


def fit(runs):
    """{(caller, callee): cycles} of runs (own cycles, calls)."""
    cost = collections.Counter()
    total_error = total = 0
    functions = sorted({edge[0] for _, count in runs for edge in count})
    for function in functions:
        cost[function, ""] += 0
        those = [(own, count) for own, count in runs if count[function, ""]]
        columns = features(function, those)
        y = [own[function] for own, _ in those]
        calls_made = [[count[edge] for edge in columns] for _, count in those]
        all_calls = sum(map(sum, calls_made))
        if not all_calls or not sum(y):
            continue
        base = sum(y) / all_calls
        # A run tells more of a function that takes much of it: how often cores look for something depends on all else.
        share = [cycles / sum(own.values()) for cycles, (own, _) in zip(y, those)]
        rows = [(x, cycles, s / (base * sum(x) + 1)) for x, cycles, s in zip(calls_made, y, share)]
        found = solve(rows, [base] * len(columns))
        predicted = [sum(c * n for c, n in zip(found, x)) for x in calls_made]
        scale = sum(y) / sum(predicted) if sum(predicted) else 1
        for edge, cycles in zip(columns, found):
            cost[edge] += cycles * scale
        total += sum(y)
        total_error += sum(abs(p * scale - cycles) for p, cycles in zip(predicted, y))
    return cost, total_error / total


def as_json(cost):
    """{function: {"": cycles of a call, callee: cycles of a call that it makes}}, in hundredths of cycles."""
    found = {}
    for (function, callee), cycles in sorted(cost.items()):
        found.setdefault(function, {"": 0})
        if callee:
            found.setdefault(callee, {"": 0})
        if round(cycles, 2) or not callee:
            found[function][callee] = round(cycles, 2)
    return found
