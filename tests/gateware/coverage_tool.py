# SPDX-License-Identifier: BSD-2-Clause
"""gateware/coverage, given counts of two modules that no program has made.

usage: coverage_tool.py DIRECTORY       an empty one
"""
import contextlib
import importlib.machinery
import importlib.util
import io
import os
import sys

sys.dont_write_bytecode = True
TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "gateware", "coverage")
loader = importlib.machinery.SourceFileLoader("coverage", TOOL)
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("coverage", loader))
loader.exec_module(tool)
HERE = sys.argv[1]
FATE = "else if (waits && !first) state_next = SLEEP;"
GOOD = ["noc_pair: wide[2-3 of 4] of[*][2-3] one", f"noc_core: the branch {FATE}"]
ROW = "| `noc_pair` | none | 8 of 8 | 9 |"


def write_counts():
    """noc_pair: bits 2 and 3 of each four never change, nor does `one`; noc_core: a branch that is never run."""
    tool.RUNS = {"core": ["random 300"]}
    with open(os.path.join(tool.HERE, "rtl", "noc_core.sv")) as text:
        line = 1 + [line.strip() for line in text].index(FATE)
    points = [("v_toggle/noc_pair", 1, f"wide[{i}]", i % 4 < 2) for i in range(8)]
    points += [("v_toggle/noc_pair__P1", 2, f"of[{k}][{i}]", i < 2) for k in range(2) for i in range(4)]
    points += [("v_toggle/noc_pair", 3, "one", 0), ("v_branch/noc_core", line, "if", 0), ("v_line/noc_core", 1, "block", 7)]
    os.makedirs(HERE + "/coverage/core")
    with open(tool.Run(HERE, "core", "random 300").file, "w") as file:
        for module, number, name, count in points:
            file.write(f"C '\x01page\x02{module}\x01l\x02{number}\x01o\x02{name}' {count:d}\n")
    all_rows = tool.make_rows
    tool.make_rows = lambda *of: [row for row in all_rows(*of) if row.module in ("noc_core", "noc_pair")]


def ask(waivers, *words):
    """The status, and what it says."""
    with open(HERE + "/waivers", "w") as file:
        file.write("\n    ".join(["Nothing can:"] + waivers) + "\n")
    sys.argv[1:] = ["--read", "--waivers", HERE + "/waivers", *words, HERE]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            return tool.main(), said.getvalue()
        except tool.Wrong as fault:
            return 2, str(fault)


def expect(status, says, waivers, *words):
    found = ask(waivers, *words)
    if found[0] != status or says not in found[1]:
        sys.exit(f"{waivers} {words}: expected {status}, '{says}'; found {found[0]}: {found[1]}")


write_counts()
expect(0, "8 of 8", GOOD)
expect(1, "too few", GOOD[:1])
expect(1, "too few", GOOD[1:])
expect(0, "8 of 11", ["noc_pair: wide[2-3 of 4] of[0][2-3]", GOOD[1]])
expect(1, "too few", ["noc_pair: wide[2-3 of 4] one", GOOD[1]])
expect(1, "noc_pair: wide[1] is reached", GOOD + ["noc_pair: wide[1]"])
expect(1, "noc_pair: wide[5] is reached", ["noc_pair: wide[1-3 of 4] of[*][2-3] one"])
expect(1, "noc_pair: one is waived twice", GOOD + ["noc_pair: one"])
expect(1, "noc_pair has no wide[8, 9]", GOOD + ["noc_pair: wide[6-9]"])
expect(1, "noc_pair has no wide[4]", GOOD + ["noc_pair: wide[4 of 5]", "noc_pair: wide[4 of 4]"])
expect(1, "noc_pair has no gone", GOOD + ["noc_pair: gone"])
expect(1, "of of noc_pair has 2 numbers in brackets", GOOD + ["noc_pair: of[2-3]"])
expect(1, "noc_core has no branch 'there is none'", GOOD + ["noc_core: the branch there is none"])
expect(1, "[2--3] should be as [2], [1-3,8], [6-7 of 8] or [*]", GOOD + ["noc_pair: wide[2--3]"])
expect(2, "waivers:4: a waiver is MODULE...: POINT..., below its reason", GOOD + ["noc_pair wide"])
expect(2, "'wide+' is neither NAME[BITS]... nor 'the branch' and its line", GOOD + ["noc_pair: wide+"])
with open(HERE + "/page", "w") as page:
    page.write("<!-- coverage -->\n<!-- /coverage -->\n")
expect(1, f"page: there should be '{ROW}'", GOOD, "--check", HERE + "/page")
expect(0, "8 of 8", GOOD, "--page", HERE + "/page")
expect(0, "8 of 8", GOOD, "--check", HERE + "/page")
with open(HERE + "/page") as page:
    text = page.read()
with open(HERE + "/page", "w") as page:
    page.write(text.replace(ROW, ROW.replace("8 of 8", "7 of 8")))
expect(1, "'| `noc_pair` | none | 7 of 8 | 9 |' is not what was counted", GOOD, "--check", HERE + "/page")
