# SPDX-License-Identifier: BSD-2-Clause
"""Which check catches a mutant: the unit tests of its file, all others, then the makefile's goals."""
import json
import os
import re
import resource
import sys
import time

from find import Applied

# What is asked after the host's tests, by where a mutant lies.
BOARDS = ["check-firmware", "check-noct", "check-generated", "check-why", "check-trace", "check-live",
          "check-docs"]
SANITIZED = "check-host SANITIZE=1"
GOALS = {
    "libnoc": BOARDS + ["check-qemu", "check-exact", SANITIZED, "check-recorded"],
    "include": ["check-life-eager"] + BOARDS + [SANITIZED],
    "firmware": ["check-life-eager", "check-mpi-conformance"] + BOARDS + ["check-flash", SANITIZED, "check-recorded"],
    "cores": ["check-collectives", "check-drawings", "check-recorded", SANITIZED],
    "host-tools": BOARDS + ["check-live-bad", "check-flash", SANITIZED, "check-recorded"],
}
RELATED = 4  # tests that run first


class Pristine:
    """What the tree does without a mutant: its test programs, their times, the goals that pass."""

    def __init__(self, workshop):
        self.workshop, self.path = workshop, workshop.path("build/pristine.json")
        if os.path.exists(self.path):
            self.__dict__.update(json.load(open(self.path)))
            return
        said = workshop.make("-n", "check-host")[1]
        names = set(re.findall(r"(?<=\s)build/tests/[\w/-]*/test_\w+(?=\s)", said))
        self.tests, self.goals = {}, {}
        status, said = workshop.make(*sorted(names), "build/noct")
        if status:
            raise SystemExit(f"mutants: the tree does not build:\n{said[-2000:]}")
        for name in sorted(names):
            began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            if workshop.test(name, None) == 0:
                seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began
                self.tests[name] = [workshop.digest(name), seconds]
        self.save()

    def save(self):
        with open(self.path, "w") as out:
            json.dump({"tests": self.tests, "goals": self.goals}, out)

    def fails(self, name):
        """Does a test that was another program before fail now?"""
        digest, seconds = self.tests[name]
        return self.workshop.digest(name) != digest and self.workshop.test(name, seconds) != 0

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
            if pristine.fails(name):
                return name.removeprefix("build/"), ""
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


def catch(workshop, mutant, goals):
    """{"caught_by": a check or None, "said": the end of what it said, "seconds"}"""
    pristine = Pristine(workshop)
    place = mutant.get("now", {}).get("file", mutant["file"]).partition("/")[0]
    goals = GOALS[place] if goals is None else goals.split()
    began = time.monotonic()
    with Applied(workshop.top, mutant) as path:
        if not path:
            return {"lost": True}
        by, said = catch_by_tests(pristine, os.path.relpath(path, workshop.top))
    if not by:
        by, said = catch_by_goals(pristine, mutant, goals)
    return {"caught_by": by, "said": said, "seconds": round(time.monotonic() - began)}
