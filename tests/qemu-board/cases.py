# SPDX-License-Identifier: BSD-2-Clause
"""Tests of the emulated board, each with a board of its own; their arguments:

QEMU DIRECTORY-OF-ELF-FILES [TEST...]
"""
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from parts import share

from jtag import Board, passes, same, wait

QEMU, ELF = sys.argv[1], sys.argv[2]
failed = []


def symbol(program, name):
    out = subprocess.run(["riscv64-unknown-elf-nm", "%s/%s.elf" % (ELF, program)],
                         capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[0], 16) for line in out.splitlines() if line.split()[2] == name)


def on(program, machine="topology=torus:2x2"):
    """A test with a board of its own, which is stopped whatever happens."""
    def decorate(test):
        if sys.argv[3:] and test.__name__ not in sys.argv[3:]:
            return test
        board = Board(QEMU, "%s/%s.elf" % (ELF, program), "nocturne," + machine)
        if not passes(test.__name__, lambda: test(board), board):
            failed.append(test.__name__)
        return test
    return decorate


def ends(board, count):
    wait(lambda: board.said().count("nocturne: end ") >= count, "the run ends")
    return [line for line in board.said().splitlines() if line.startswith("nocturne: end ")]


def finish():
    sys.exit(1 if failed else 0)
