# SPDX-License-Identifier: BSD-2-Clause
"""Which run of a program on the emulated board notices a mutant: those whose image it changes.

An image is linked by the command that make would give, and where that makes other bytes it runs. What
compares golden cycles is taken out of the copies of *.expect first: a number of cycles that moves
would be recorded anew, and says nothing of a mistake.
"""
import glob
import os
import re
import shutil
import subprocess

RUNS = ("tests/mpi/target/*.expect", "tests/firmware/target/*.expect")
LONG = re.compile(r"-1024\.expect$")  # not in make check
ARCHIVES = {"mpi": "build/target/libmpi.a", "firmware": "build/target/libfirmware.a"}
ORDER = ["mpi", "firmware", "libnoc"]


def without_cycles(top):
    """Of another compiler than any whose cycles are kept, they may be any numbers (run-target)."""
    for pattern in RUNS:
        for path in glob.glob(os.path.join(top, pattern)):
            with open(path, encoding="ascii") as file:
                lines = file.readlines()
            with open(path, "w", encoding="ascii") as out:
                out.writelines(line for line in lines if not line.startswith("= "))


def likeness(path, expect):
    """How many words of the source's name begin the words of the program's."""
    words = re.split(r"[_.]", os.path.basename(path)[:-2])
    theirs = re.split(r"[-_.]", os.path.basename(expect))
    same = sum(any(word[:4] == other[:4] for other in theirs) for word in words if len(word) > 1)
    return (path.partition("/")[0] == expect.split("/")[1]) + 2 * same


def said_first(said):
    """The clause that does not hold, or the end or the line that was not expected."""
    clause = re.search(r"clause ([\w.]+):", said)
    if clause:
        return f"clause {clause[1]}"
    ended = re.search(r"last line: nocturne: end ([\w-]+)", said)
    if ended:
        return f"ends with {ended[1]}"
    return "stands still" if "last line: " in said else "says something else"


class Boards:
    """The runs of make check, their images, and the commands that link these."""

    def __init__(self, workshop):
        self.workshop = workshop
        without_cycles(workshop.top)
        self.images = {}
        for pattern in RUNS:
            for path in sorted(glob.glob(os.path.join(workshop.top, pattern))):
                if not LONG.search(path):
                    elf = re.search(r"^elf (\S+)", open(path, encoding="ascii").read(), re.M)[1]
                    self.images[os.path.relpath(path, workshop.top)] = "build/" + elf
        elves = sorted(set(self.images.values()))
        status, said = workshop.make(*elves, "build/qemu-system-nocturne", "build/noct",
                                     *sorted(f"build/tests/target/{name}.params" for name in self.networks()))
        if status:
            raise SystemExit(f"mutants: the programs of the board do not build:\n{said[-2000:]}")
        news = [word for archive in ARCHIVES.values() for word in ("-W", archive)]
        said = workshop.make("-n", *news, *elves)[1].replace("\\\n", " ")
        self.links = {m[1]: line for line in said.splitlines() if (m := re.search(r" -o (\S+\.elf) ", line))}
        self.digests = {elf: workshop.digest(elf) for elf in elves}
        self.seconds = {}

    def networks(self):
        """The parameter blocks that the runs name."""
        names = set()
        for path in self.images:
            with open(self.workshop.path(path), encoding="ascii") as file:
                names.update(re.findall(r"tests/target/([\w-]+)\.params", file.read()))
        return names

    def archive(self, path):
        """Compiles a source, or what includes a header, and puts it into its archive. False: it does not compile."""
        part = path.partition("/")[0]
        if path.endswith(".h"):
            return self.workshop.make(ARCHIVES[part])[0] == 0
        name = f"build/target/{path[:-2]}.o"
        command = f"{self.workshop.compiles(name)} && riscv64-unknown-elf-ar r {ARCHIVES[part]} {name}"
        return subprocess.run(command, shell=True, cwd=self.workshop.top, capture_output=True, check=False).returncode == 0

    def catch(self, path):
        """(run: what it said first, the end of it) of the first run that fails; (None, "")."""
        archive = self.workshop.path(ARCHIVES[path.partition("/")[0]])
        shutil.copy2(archive, archive + ".right")
        try:
            return self.catch_by_runs(path) if self.archive(path) else ("the compiler", "")
        finally:
            os.replace(archive + ".right", archive)

    def catch_by_runs(self, path):
        workshop, fresh = self.workshop, {}
        for expect in sorted(self.images, key=lambda name: (-likeness(path, name), self.seconds.get(name, 1))):
            elf = self.images[expect]
            if elf not in fresh:
                if elf not in self.links:
                    continue
                subprocess.run(self.links[elf], shell=True, cwd=workshop.top, capture_output=True, check=False)
                fresh[elf] = workshop.digest(elf)
            if fresh[elf] == self.digests[elf]:
                continue
            status, said = workshop.runs(["tests/run-target", "build/qemu-system-nocturne", "build", expect])
            if status:
                return f"{expect}: {said_first(said)}", said[-600:]
        return None, ""
