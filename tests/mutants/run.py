# SPDX-License-Identifier: BSD-2-Clause
"""Which check catches a mutant: the unit tests of its file, all others, then the makefile's goals."""
import json
import os
import re
import resource
import sys
import time

from boards import Boards
from find import Applied

# What is asked after the host's tests, by where a mutant lies.
BOARDS = ["check-firmware", "check-noct", "check-generated", "check-why", "check-trace", "check-live",
          "check-docs"]
SANITIZED = "check-host SANITIZE=1"
GOALS = {
    "libnoc": BOARDS + ["check-qemu", "check-exact", SANITIZED, "check-recorded"],
    "include": ["check-life-eager"] + BOARDS + [SANITIZED],
    "firmware": ["check-life-eager", "check-mpi-conformance"] + BOARDS + ["check-flash", SANITIZED, "check-recorded"],
    "mpi": ["check-mpi-conformance", "check-mpi-differ", "check-mpi-errors", "check-mpi-wrong", "check-sdk"],
    "cores": ["check-collectives", "check-drawings", "check-recorded", SANITIZED],
    "host-tools": BOARDS + ["check-live-bad", "check-flash", SANITIZED, "check-recorded"],
}
# Goals that compare what is recorded: cycles, sizes, counted instructions, pages. Where a mutant moves one of
# these it would be recorded anew. With --faults they are not asked, and golden cycles are taken out of the runs on
# the board (boards.py).
RECORDED = re.compile(r"check-(recorded|docs|figures|golden|image|instructions|costs|generated)\b")
# What is asked with --faults, after the unit tests and the runs on the board.
FAULTS = {"firmware": ["check-life-eager", "check-life-boards", "check-messages-multicasts", "check-mpi-wrong",
                       "check-mpi-errors", "check-mpi-differ"],
          "mpi": ["check-mpi-wrong", "check-mpi-errors", "check-mpi-differ"]}
RELATED = 4  # tests that run first


class Pristine:
    """What the tree does without a mutant: its test programs, their times, the goals that pass."""

    def __init__(self, workshop, wanted):
        """wanted: an expression that finds the unit tests that are asked."""
        self.workshop, self.path = workshop, workshop.path("build/pristine.json")
        if os.path.exists(self.path):
            self.__dict__.update(json.load(open(self.path)))
            return
        said = workshop.make("-n", "check-host")[1]
        names = set(re.findall(r"(?<=\s)build/tests/[\w/-]*/test_\w+(?=\s)", said))
        names = {name for name in names if re.search(wanted, name)}
        self.tests, self.goals = {}, {}
        status, said = workshop.make(*sorted(names), "build/noct")
        if status:
            raise SystemExit(f"mutants: the tree does not build:\n{said[-2000:]}")
        for name in sorted(names):
            began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            if workshop.test(name, None)[0] == 0:
                seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began
                self.tests[name] = [workshop.digest(name), seconds]
        self.save()

    def save(self):
        with open(self.path, "w") as out:
            json.dump({"tests": self.tests, "goals": self.goals}, out)

    def fails(self, name):
        """What of a test fails now that was another program before, and what it said; None: nothing."""
        digest, seconds = self.tests[name]
        if self.workshop.digest(name) == digest:
            return None
        status, said = self.workshop.test(name, seconds)
        if status == 0:
            return None
        case = re.findall(r"^\[  FAILED  \] (?:\S+: )?([a-z]\w*)$", said, re.M)
        begun = re.findall(r"^\[ RUN      \] (\w+)", said, re.M)
        return (case or begun[-1:] or ["?"])[0], said[-600:]

    def passes(self, goal):
        """Does this goal pass without a mutant? One that is not there does not."""
        if goal not in self.goals:
            self.goals[goal] = self.workshop.make(*goal.split())[0] == 0
            if not self.goals[goal]:
                print(f"mutants: {goal} fails without a mutant, and is left out", file=sys.stderr)
            self.save()
        return self.goals[goal]


def related(path, names):
    """The tests in the order in which they are to run: by how much their names have in common."""
    words = os.path.basename(path)[:-2].split("_")
    directory = os.path.dirname(path).removeprefix("libnoc").strip("/")

    def distance(name):
        theirs = os.path.basename(name).split("_")[1:]
        same = sum(a == b for a, b in zip(words, theirs))
        return (theirs != words, -same, directory not in os.path.dirname(name))
    return sorted(names, key=distance)


def catch_by_tests(pristine, path):
    names = related(path, pristine.tests)
    for some in (names[:RELATED], sorted(names[RELATED:], key=lambda n: pristine.tests[n][1])):
        status, said = pristine.workshop.make(*some)
        if status:
            return "the compiler", said[-600:]
        for name in some:
            if failed := pristine.fails(name):
                return f"{name.removeprefix('build/')}: {failed[0]}", failed[1]
    return None, ""


def catch_by_goals(pristine, mutant, goals):
    top = pristine.workshop.top
    for goal in filter(pristine.passes, goals):
        with Applied(top, mutant):
            status, said = pristine.workshop.make(*goal.split())
        if status != 0:
            failed = re.search(r"^ *FAILED +(\S+)", said, re.M)
            return f"{goal}: {failed[1] if failed else 'hangs' if status is None else 'status'}", said[-600:]
    return None, ""


class Catcher:
    """Looks for the check that catches a mutant."""

    def __init__(self, workshop, goals, faults, wanted):
        """goals: words, or None for those of where it lies; faults: only what names a fault catches."""
        self.workshop, self.faults = workshop, faults
        self.goals = None if goals is None else goals.split()
        self.pristine = Pristine(workshop, wanted)
        self.boards = None

    def goals_of(self, place):
        chosen = self.goals
        if chosen is None:
            chosen = (self.faults and FAULTS.get(place)) or GOALS[place]
        return [goal for goal in chosen if not (self.faults and RECORDED.search(goal))]

    def catch(self, mutant):
        """{"caught_by": a check or None, "said": the end of what it said, "seconds"}"""
        place = mutant.get("now", {}).get("file", mutant["file"]).partition("/")[0]
        began = time.monotonic()
        by, said = None, ""
        if self.faults and not self.boards and (place == "mpi" or self.goals != []):
            self.boards = Boards(self.workshop)
        with Applied(self.workshop.top, mutant) as path:
            if not path:
                return {"lost": True}
            name = os.path.relpath(path, self.workshop.top)
            if place != "mpi":
                by, said = catch_by_tests(self.pristine, name)
            if not by and self.boards and place in ("mpi", "firmware"):
                by, said = self.boards.catch(name)
        if not by:
            by, said = catch_by_goals(self.pristine, mutant, self.goals_of(place))
        return {"caught_by": by, "said": said, "seconds": round(time.monotonic() - began)}
