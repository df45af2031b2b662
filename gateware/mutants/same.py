# SPDX-License-Identifier: BSD-2-Clause
"""Whether a mistake in a netlist makes no difference whatever: by a SAT solver, for every state and all inputs.

Both netlists, with the mistake and without, begin a cycle with the same flip-flops, memories and inputs.
If no output can differ in that cycle, and nothing that they hold behind it, then nothing ever differs.
The other way round it says little: the state in which they differ may be one that is never reached.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "proofs"))
from unroll import TRUE, Clauses  # noqa: E402, found by the path above

GATES = {"$_NOT_", "$_AND_", "$_OR_", "$_XOR_", "$_MUX_"}
OUTPUTS = {"Y", "Q", "RD_DATA"}
INPUTS = {"A", "B", "S", "D", "E", "R", "RD_ADDR", "WR_ADDR", "WR_DATA", "WR_EN"}  # a mistake in a clock is not looked at


class Netlist:
    """A module as yosys writes it (RTLIL): cells, their pins, and what the module puts out, as single bits."""

    def __init__(self, path):
        self.cells, self.outputs, self.widths, self.same = {}, [], {}, {}
        joined, pins = [], None
        with open(path) as text:
            for line in text:
                words = line.split()
                if words[:1] == ["wire"]:
                    self.widths[words[-1]] = int(words[words.index("width") + 1]) if "width" in words else 1
                    self.outputs += words[-1:] if "output" in words else []
                elif words[:1] == ["cell"]:
                    pins = {}
                    self.cells[words[2].lstrip("\\")] = (words[1], pins)
                elif words[:1] == ["end"]:
                    pins = None
                elif words[:1] == ["connect"]:
                    (joined if pins is None else pins.setdefault(words[1][1:], [])).append(words[1 if pins is None else 2:])
        for words in joined:
            left, at = self.read(words, 0)
            self.same.update(zip(left, self.read(words, at)[0]))
        for _, pins in self.cells.values():
            for pin, (words,) in pins.items():
                pins[pin] = [self.found(bit) for bit in self.read(words, 0)[0]]
        self.outputs = [self.found(bit) for name in self.outputs for bit in self.read([name], 0)[0]]

    def read(self, words, at):
        """The bits of the signal that begins there, the lowest first, and where it ends."""
        word, at = words[at], at + 1
        if word == "{":
            parts = []
            while words[at] != "}":
                part, at = self.read(words, at)
                parts.insert(0, part)
            return [bit for part in parts for bit in part], at + 1
        if re.fullmatch(r"\d+'[01x]+", word):
            return list(reversed(word.split("'")[1])), at
        if word.isdigit():
            return [str(int(word) >> k & 1) for k in range(32)], at
        part = re.fullmatch(r"\[(\d+)(?::(\d+))?\]", words[at]) if at < len(words) else None
        if not part:
            return [(word, k) for k in range(self.widths[word])], at
        return [(word, k) for k in range(int(part.group(2) or part.group(1)), int(part.group(1)) + 1)], at + 1

    def found(self, bit):
        while bit in self.same:
            bit = self.same[bit]
        return bit


class Pair(Clauses):
    """A cycle of a netlist and of the same with a mistake."""

    def __init__(self, netlist, mistake):
        super().__init__(None)
        self.netlist = netlist
        self.mode, self.cell, self.port = mistake["mode"], mistake["cell"].lstrip("\\"), mistake["port"]
        self.bit, self.by = int(mistake.get("portbit", 0)), int(mistake.get("ctrlbit", 0))
        self.driver = {pins["Y"][0]: name for name, (kind, pins) in netlist.cells.items() if kind in GATES}
        self.begin, self.values = {}, ({}, {})

    def either(self, a, b):
        return -self.both(-a, -b)

    def choose(self, no, yes, which):
        return self.either(self.both(which, yes), self.both(-which, no))

    def unlike(self, a, b):
        return self.choose(a, -a, b)

    def spoilt(self, value, pin_of):
        """What the mistake makes of a value."""
        if self.mode in ("const0", "const1"):
            return TRUE if self.mode == "const1" else -TRUE
        return -value if self.mode == "inv" else self.unlike(value, pin_of() if self.mode == "cnot1" else -pin_of())

    def held(self, bit, wrong):
        """A bit that lies in the state, or comes from outside."""
        value = self.begin.setdefault(bit, 0) or self.new()
        self.begin[bit] = value
        pins = self.netlist.cells[self.cell][1]
        if wrong and self.port in OUTPUTS and pins[self.port][self.bit] == bit:
            return self.spoilt(value, lambda: self.value(pins[self.port][self.by], False))
        return value

    def value(self, bit, wrong):
        if bit in ("0", "1", "x"):
            return self.new() if bit == "x" else TRUE if bit == "1" else -TRUE
        known = self.values[wrong]
        if bit not in known:
            known[bit] = self.gate(self.driver[bit], wrong) if bit in self.driver else self.held(bit, wrong)
        return known[bit]

    def gate(self, name, wrong):
        kind, pins = self.netlist.cells[name]
        a, *more = [self.pin(name, pin, 0, wrong) for pin in ("A", "B", "S") if pin in pins]
        made = (-a if kind == "$_NOT_" else self.both(a, *more) if kind == "$_AND_" else self.either(a, *more) if kind == "$_OR_" else
                self.unlike(a, *more) if kind == "$_XOR_" else self.choose(a, *more))
        return self.spoilt(made, None) if wrong and (name, "Y") == (self.cell, self.port) else made

    def pin(self, name, pin, k, wrong):
        bits = self.netlist.cells[name][1][pin]
        value = self.value(bits[k], wrong)
        if wrong and (name, pin, k) == (self.cell, self.port, self.bit) and pin not in OUTPUTS:
            return self.spoilt(value, lambda: self.value(bits[self.by], True))
        return value

    def differs(self, name, pin, k=0):
        return self.unlike(self.pin(name, pin, k, False), self.pin(name, pin, k, True))

    def next_of(self, name, wrong):
        """What a flip-flop holds behind the cycle."""
        kind, pins = self.netlist.cells[name]
        now = self.value(pins["Q"][0], False)  # what it has; what the mistake shows of it is another matter
        value = self.choose(now, self.pin(name, "D", 0, wrong), self.pin(name, "E", 0, wrong))
        if kind.startswith("$_SDFFE_PP"):
            value = self.choose(value, TRUE if kind.endswith("1P_") else -TRUE, self.pin(name, "R", 0, wrong))
        return value

    def differences(self):
        """What there is to see: outputs, flip-flops, the places that memories read, and what is written to them."""
        for bit in self.netlist.outputs:
            yield bit, self.unlike(self.value(bit, False), self.value(bit, True))
        for name, (kind, pins) in self.netlist.cells.items():
            if kind in ("$_DFFE_PP_", "$_SDFFE_PP0P_", "$_SDFFE_PP1P_"):
                yield pins["Q"][0], self.unlike(self.next_of(name, False), self.next_of(name, True))
            elif kind == "$mem_v2":
                moved = -TRUE
                for k in range(len(pins["RD_ADDR"])):
                    yield (name, k), self.differs(name, "RD_ADDR", k)
                for k in range(len(pins["WR_ADDR"])):
                    moved = self.either(moved, self.differs(name, "WR_ADDR", k))
                for k in range(len(pins["WR_DATA"])):
                    writes = self.pin(name, "WR_EN", k, False)
                    other = self.either(moved, self.differs(name, "WR_DATA", k))
                    yield (name, k), self.either(self.differs(name, "WR_EN", k), self.both(writes, other))
            elif kind not in GATES:
                raise ValueError(f"a cell {kind} is not known here")


def difference(netlist, mistake, path):
    """Of a mistake as yosys tells it: a bit in which the netlists can differ; None: there is none. PATH: for the clauses."""
    if mistake["port"] not in INPUTS | OUTPUTS:
        return "%s.%s" % (mistake["cell"], mistake["port"])
    pair = Pair(netlist, mistake)
    seen = [(bit, value) for bit, value in pair.differences() if value != -TRUE]
    values = pair.solve(path, [tuple(value for _, value in seen)]) if seen else None
    return None if values is None else "%s[%d]" % next(bit for bit, value in seen if value in values)
