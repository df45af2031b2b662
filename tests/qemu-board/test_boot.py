# SPDX-License-Identifier: BSD-2-Clause
"""Flash and boot on the emulated board (docs/board.md, section 7), by a hand of its own.

usage: test_boot.py BUILD-DIRECTORY [TEST...]
"""
import os
import subprocess
import sys
import tempfile

import flash as images
from jtag import *

BUILD = sys.argv[1]
QEMU, ROM = BUILD + "/qemu-system-nocturne", BUILD + "/boot.elf"
FLASH, SLOT, SECTOR = images.FLASH_BASE, images.SLOT_SIZE, images.SECTOR
ROM_BASE, PARAMS, NI = 0x10000, images.PARAMS_BASE, 0x10000000
RAM, CTL_RESET = 0x80000000, 0x4801002C
NI_WAKE, NI_EXIT, NI_PC, NI_BOOT = NI + 0x24, NI + 0xC4, NI + 0xD4, NI + 0xD8
TDATA1, TDATA2 = 0x7A1, 0x7A2
CSRS = {"mstatus": 0x300, "mie": 0x304, "mtvec": 0x305, "mscratch": 0x340, "mepc": 0x341,
        "mcause": 0x342, "mtval": 0x343}
DONE, READY = 1 << 30, 1 << 31
ERASED = 0xFFFFFFFF
# Commands of both chips, and what both say.
BOTH = 0x00010001
ERASE, CONFIRM, PROGRAM, BUFFER, QUERY, ARRAY, STATUS = 0x20, 0xD0, 0x40, 0xE8, 0x98, 0xFF, 0x70
CHIP_READY = 0x80
CHIP_BUFFER_WORDS = 128
failed = []


def elf(name):
    return "%s/bare/%s.elf" % (BUILD, name)


def image(name, sequence=1, **other):
    return images.slot(images.code_of(elf(name)), sequence=sequence, **other)


def flash_file(*slots):
    f = tempfile.NamedTemporaryFile()
    f.write(images.flash(*slots))
    f.flush()
    return f


def contents(f):
    with open(f.name, "rb") as again:
        return again.read()


def options(f, rom=ROM):
    return ["-bios", rom, "-drive", "if=pflash,format=raw,file=" + f.name]


def ends_of(board):
    return [line for line in board.said().splitlines() if line.startswith("nocturne: end ")]


def ended(board, times=1):
    wait(lambda: len(ends_of(board)) >= times, "the run ends")
    return ends_of(board)[-1]


def builds(n, nodes):
    """What build n prints."""
    return ["[%d] build %d" % (node, n) for node in range(nodes)]


def test(*slots, machine="topology=torus:2x2", rom=ROM):
    """A test with a board of its own that has these slots, stopped whatever happens."""
    def decorate(run):
        if sys.argv[2:] and run.__name__ not in sys.argv[2:]:
            return run
        f = flash_file(*slots)
        board = Board(QEMU, options(f, rom), "nocturne,on-exit=pause," + machine)
        if not passes(run.__name__, lambda: run(board, f), board):
            failed.append(run.__name__)
        return run
    return decorate


class Chips:
    """The flash over the system bus of node 0: two chips of 16 bits side by side."""

    def __init__(self, board):
        self.j = Jtag(board)
        self.j.start()
        self.j.control(0)

    def command(self, offset, command):
        self.j.sb_write(FLASH + offset, command * BOTH)

    def read(self, offset):
        return self.j.sb_read(FLASH + offset)

    def wait_ready(self, offset):
        wait(lambda: self.read(offset) & CHIP_READY * BOTH == CHIP_READY * BOTH, "chips are ready")
        same(self.read(offset), CHIP_READY * BOTH, "status")

    def array(self):
        self.command(0, ARRAY)

    def erase(self, offset):
        self.command(offset, ERASE)
        self.command(offset, CONFIRM)
        self.wait_ready(offset)
        self.array()

    def program_word(self, offset, word):
        self.command(offset, PROGRAM)
        self.j.sb_write(FLASH + offset, word)
        self.wait_ready(offset)
        self.array()

    def begin_buffer(self, offset, words, count=None):
        """Up to its last word, without confirmation."""
        self.command(offset, BUFFER)
        self.wait_ready(offset)
        self.command(offset, (count or len(words)) - 1)
        for i, word in enumerate(words):
            self.j.sb_write(FLASH + offset + 4 * i, word)

    def program(self, offset, data):
        """At a multiple of the buffer's size."""
        words = [int.from_bytes(data[i:i + 4], "little") for i in range(0, len(data), 4)]
        for i in range(0, len(words), CHIP_BUFFER_WORDS):
            part = words[i:i + CHIP_BUFFER_WORDS]
            self.begin_buffer(offset + 4 * i, part)
            self.command(offset + 4 * i, CONFIRM)
            self.wait_ready(offset + 4 * i)
        self.array()

    def write_slot(self, number, data):
        """As board.md says: the header last."""
        at, head = number * SLOT, data[:images.HEADER_BYTES]
        for sector in range(0, len(data), SECTOR):
            self.erase(at + sector)
        self.program(at + SECTOR, data[SECTOR:])
        self.program(at, head)

    def reset(self):
        self.j.control(0, NDMRESET)
        self.j.control(0)


def stop_at_image(j):
    """A trigger of the selected hart, which is halted."""
    j.register(TDATA2, images.IMAGE_BASE)
    j.register(TDATA1, 1 << 6 | 1 << 2)  # in machine mode, before the instruction


# --- boot ---------------------------------------------------------------------

@test(image("build_1"))
def boots_the_only_image(board, f):
    end = ended(board)
    same(end.split()[2], "exit", "end")
    same(board.printed(), builds(1, 4), "lines")
    j = Jtag(board)
    j.start()
    for node in range(4):
        j.control(node)
        same(j.sb_read(NI_BOOT), READY | DONE | images.EMPTY << 8 | images.OK, "BOOT of %d" % node)
    same(j.sb_read(ROM_BASE) != 0, True, "there is a ROM")
    j.sb_write(ROM_BASE, 0)
    same(j.sb_error(), 2, "... which is read-only")
    same(j.sb_read(PARAMS), ERASED, "no parameters")


@test(image("build_1", 4), image("build_2", 5), machine="topology=torus:32x32,ram=64K")
def boots_1024_nodes(board, f):
    same(ended(board).split()[2], "exit", "end")
    same(sorted(board.printed()), sorted(builds(2, 1024)), "lines")


@test(image("build_1", 7), image("build_2", 7))
def equal_sequence_numbers(board, f):
    ended(board)
    same(board.printed(), builds(1, 4), "lines")


@test(image("build_1", 0), image("build_2", 0xffffffff))
def sequence_numbers_wrap(board, f):
    ended(board)
    same(board.printed(), builds(1, 4), "lines")


@test()
def no_image(board, f):
    end = ended(board)
    same(end.split()[2], "boot", "end")
    same(end.split()[4], "status=5", "end")
    same(board.printed(), ["[0] boot: no image in flash (slot 0: empty, slot 1: empty): write "
                           "one with noct flash"], "lines")
    chips = Chips(board)
    chips.write_slot(1, image("build_2"))
    same(board.printed()[1:], [], "nothing runs before the reset")
    chips.reset()
    same(ended(board, 2).split()[2], "exit", "end of the next run")
    same(board.printed()[1:], builds(2, 4), "lines after the reset")


@test(image("build_1")[:SECTOR] + b"\0" * 200, image("build_1", board=2))
def two_bad_images(board, f):
    same(ended(board).split()[2], "boot", "end")
    same("nocturne: no image to boot: slot 0: bad CRC, slot 1: bad board" in board.said(), True,
         "the line")
    j = Jtag(board)
    j.start()
    for node in range(4):
        j.control(node)
        same(j.sb_read(NI_BOOT), DONE | images.BAD_BOARD << 8 | images.BAD_CRC, "BOOT of %d" % node)


# Translated code of the first build is there for all harts when the second comes.
@test(image("build_1"))
def no_stale_code(board, f):
    ended(board)
    chips = Chips(board)
    for round in range(2, 6):
        n = 1 + (round - 1) % 2
        chips.write_slot((round - 1) % 2, image("build_%d" % n, round))
        chips.reset()
        ended(board, round)
        same(board.printed()[4 * (round - 1):], builds(n, 4), "lines of run %d" % round)


@test(image("debug"))
def a_hart_alone(board, f):
    """Reset alone when the image is there, node 0's goes to it, too."""
    j = Chips(board).j
    wait(lambda: j.sb_read(NI_BOOT) >> 31, "the image is there")
    for hart in 0, 3:
        j.control(hart, HARTRESET | SETRESETHALT)
        j.control(hart, SETRESETHALT)
        same(j.status("halted"), "all", "hart %d halts" % hart)
        same(j.register(DPC), ROM_BASE, "hart %d starts in the ROM" % hart)
        j.control(hart, CLRRESETHALT)
        stop_at_image(j)
        j.resume(hart)
        wait(lambda: j.status("halted") == "all", "hart %d comes to the image" % hart)
        same(j.register(DPC), images.IMAGE_BASE, "pc of hart %d" % hart)
    same(board.printed(), [], "nothing is said")


@test()
def a_trap_in_the_rom(board, f):
    ended(board)
    chips = Chips(board)
    for run, hart in enumerate((1, 0), 2):
        chips.j.control(hart, SETRESETHALT)
        chips.reset()
        chips.j.control(hart, CLRRESETHALT)
        chips.j.register(DCSR, 1 << 2)
        for _ in range(3):  # until mtvec is set
            chips.j.resume(hart)
            wait(lambda: chips.j.status("halted") == "all", "a step")
        chips.j.register(DCSR, 0)
        chips.j.register(DPC, 0x70000000)
        chips.j.resume(hart)
        same(ended(board, run).split()[2], "boot", "end with hart %d" % hart)
        same(board.printed()[-1], "[%d] boot: trap in the boot ROM: mcause 00000001, mepc 70000000, "
                                  "mtval 70000000" % hart, "the line")
        same(chips.j.sb_read(NI_EXIT), 1 << 31 | 129, "EXIT")
        same(chips.j.sb_read(NI_PC), 0x70000000, "PC")
    same(chips.j.sb_read(NI_BOOT), DONE, "BOOT, with node 0's hart")
    same("slot 0: not looked at, slot 1: not looked at" in board.said(), True, "the board's line")


@test(image("build_1"))
def as_after_reset(board, f):
    """What a hart finds at the image's first instruction."""
    ended(board)
    j = Chips(board).j
    for hart in 0, 2:
        j.control(hart, SETRESETHALT)
    j.control(0, NDMRESET)
    j.control(0)
    for hart in 0, 2:
        j.control(hart)
        stop_at_image(j)
        for x in range(1, 32):
            j.register(GPR + x, 0x55550000 + x)
    for hart in 2, 0:
        j.resume(hart)
    for hart in 0, 2:
        j.control(hart)
        wait(lambda: j.status("halted") == "all", "hart %d comes to the image" % hart)
        same(j.register(DPC), images.IMAGE_BASE, "its pc")
        found = {"x%d" % x: j.register(GPR + x) for x in range(32)}
        same({name: value for name, value in found.items() if value},
             {"x5": images.IMAGE_BASE}, "registers that are not 0")
        for name, number in CSRS.items():
            same(j.register(number), 0, "%s of hart %d" % (name, hart))
        same(j.sb_read(NI_WAKE), 0, "WAKE")
        j.register(TDATA1, 0)
        j.control(hart, CLRRESETHALT)
        j.resume(hart)


@test(image("scribble"))
def the_image_is_read_only(board, f):
    same(ended(board).split()[2:5:2], ["exit", "status=2"], "end")
    same("4 cores stopped by a trap" in board.said(), True, "all trap")
    j = Jtag(board)
    j.start()
    same(j.sb_read(images.IMAGE_BASE + 0x8000), 0, "the word")


@test(rom=BUILD + "/bare/stores.bin", machine="topology=torus:2x2")
def who_stores_to_the_image(board, f):
    """Before READY: words, from node 0 alone. Here nobody writes READY."""
    j = Jtag(board)
    wait(lambda: ends_of(board), "all sleep")
    j.start()
    for node, traps in enumerate((2, 3, 3, 3)):
        j.control(node)
        same(j.sb_read(RAM), traps, "traps of node %d" % node)
        same([j.sb_read(images.IMAGE_BASE + 4 * i) for i in range(4)], [1, 0, 0, 0],
             "the image, as node %d sees it" % node)
        same(j.sb_read(images.IMAGE_BASE + 64 + 4 * node), 0, "pieces of words")


# --- flash ---------------------------------------------------------------------

@test(image("build_1"))
def common_flash_interface(board, f):
    chips = Chips(board)
    chips.command(0x55 * 4, QUERY)
    same([chips.read(4 * i) for i in (0x10, 0x11, 0x12)], [ord(c) * BOTH for c in "QRY"], "query")
    same(chips.read(4 * 0x13), 1 * BOTH, "Intel's command set")
    same(chips.read(4 * 0x27), 22 * BOTH, "4 MiB in each chip")
    same(chips.read(4 * 0x2A), 8 * BOTH, "write buffer")
    same(2 * 2**8 // 4, CHIP_BUFFER_WORDS, "... in words of both chips")
    blocks = [chips.read(4 * i) & 0xFF for i in range(0x2C, 0x31)]
    same(blocks, [1, 127, 0, 0x80, 0], "128 blocks of 32 KiB in each chip")
    chips.array()
    same(chips.read(0), images.MAGIC, "reading again")


@test(image("build_1"))
def programming(board, f):
    chips = Chips(board)
    chips.program_word(0x700000, 0xFFFF0FF0)
    chips.program_word(0x700000, 0x0FF0FFFF)
    same(chips.read(0x700000), 0x0FF00FF0, "bits are only cleared")
    data = bytes(range(256)) * 5
    chips.program(0x710000, data)
    same(contents(f)[0x710000:0x710000 + len(data) + 4], data + b"\xff" * 4, "the file")
    chips.program(0x710000, b"\xaa" * 512)
    same(contents(f)[0x710000:0x710200], bytes(b & 0xAA for b in data[:512]), "twice: both")
    chips.erase(0x710000)
    same(contents(f)[0x710000:0x720000], b"\xff" * SECTOR, "erased")
    same(contents(f)[0x700000:0x700004], b"\xf0\x0f\xf0\x0f", "and nothing else")
    same(contents(f)[:SECTOR + 100], image("build_1")[:SECTOR + 100], "nor the image")


@test(image("build_1"))
def only_node_0_has_it(board, f):
    j = Jtag(board)
    j.start()
    j.control(0)
    same(j.sb_read(FLASH), images.MAGIC, "node 0")
    for node in 1, 3:
        j.control(node)
        j.sb_read(FLASH)
        same(j.sb_error(), 2, "node %d: no such address" % node)


@test(image("flash"))
def its_hart_writes_it(board, f):
    same(ended(board).split()[2:5:2], ["exit", "status=2"], "end")
    same(board.printed(), ["[0] sum %d" % (sum(range(1000)) - 1)], "what node 0 read back")
    same("3 cores stopped by a trap" in board.said(), True, "the others have none")
    same(contents(f)[0x700000:0x710000], b"".join(i.to_bytes(4, "little") for i in range(1000)) +
         b"\xff" * (SECTOR - 4000), "the file")


@test(image("build_1", 1), image("build_2", 2))
def reset_within_a_command(board, f):
    chips, runs = Chips(board), 1
    ended(board)
    before = contents(f)
    cuts = {
        "erasing": lambda: chips.command(SLOT, ERASE),
        "a word": lambda: chips.command(SLOT + SECTOR, PROGRAM),
        "a buffer's count": lambda: chips.command(SLOT, BUFFER),
        "a buffer's words": lambda: chips.begin_buffer(SLOT, [ERASED] * 5, 128),
        "a buffer's confirmation": lambda: chips.begin_buffer(SLOT, [ERASED] * 5),
        "a query": lambda: chips.command(0x55 * 4, QUERY),
        "status": lambda: chips.command(0, STATUS),
    }
    for what, cut in cuts.items():
        cut()
        chips.reset()
        runs += 1
        ended(board, runs)
        same(chips.read(0), images.MAGIC, "reading after a reset within " + what)
        same(board.printed()[-4:], builds(2, 4), "boots after a reset within " + what)
        same(len(board.printed()), 4 * runs, "lines after a reset within " + what)
    same(contents(f), before, "the flash")


@test(image("build_1"))
def any_reset(board, f):
    chips = Chips(board)
    ended(board)
    resets = {
        "ndmreset": chips.reset,
        "SRST": lambda: chips.j.socket.sendall(b"sr"),
        "the control page": lambda: chips.j.sb_write(CTL_RESET, 1),
    }
    for runs, (name, reset) in enumerate(resets.items(), 2):
        chips.command(0x55 * 4, QUERY)
        reset()
        ended(board, runs)
        same(chips.read(0), images.MAGIC, "reading after reset by " + name)
        same(board.printed(), builds(1, 4) * runs, "lines after reset by " + name)


@test(image("build_1"))
def killed_within_a_write(board, f):
    """Whatever was programmed before is in the file; the image that was there boots."""
    ended(board)
    chips = Chips(board)
    new = image("build_2", 2)
    chips.erase(SLOT)
    chips.program(SLOT + SECTOR, new[SECTOR:])
    chips.begin_buffer(SLOT, [int.from_bytes(new[i:i + 4], "little") for i in range(0, 48, 4)], 24)
    board.stop()
    got = contents(f)
    same(got[SLOT + SECTOR:SLOT + SECTOR + len(new) - SECTOR], new[SECTOR:], "the code")
    same(got[:SECTOR + 100], image("build_1")[:SECTOR + 100], "the other slot")
    again = Board(QEMU, options(f), "nocturne,on-exit=pause,topology=torus:2x2")
    try:
        ended(again)
        same(again.printed(), builds(1, 4), "the old image")
    finally:
        again.stop()


# --- what is refused -----------------------------------------------------------------

def started(arguments):
    return subprocess.run([QEMU, "-nodefaults", "-display", "none", "-M", "nocturne"] + arguments,
                          capture_output=True, text=True, timeout=SECONDS)


def refuses():
    if sys.argv[2:] and "refuses" not in sys.argv[2:]:
        return
    small, whole = tempfile.NamedTemporaryFile(), flash_file()
    small.write(b"\xff" * 1024)
    small.flush()
    drive = "if=pflash,format=raw,file="
    directory = tempfile.TemporaryDirectory()
    pipe = directory.name + "/pipe"
    os.mkfifo(pipe)
    cases = [
        (["-kernel", pipe], pipe + ": not a file, but a pipe or a device"),
        (["-kernel", directory.name], directory.name + ": not a file, but a directory"),
        (["-bios", pipe], pipe + ": not a file"),
        (["-M", "nocturne,params=" + pipe, "-kernel", elf("build_1")], pipe + ": not a file"),
        (["-bios", ROM, "-kernel", elf("build_1")], "leave one out"),
        (["-bios", ROM, "-M", "nocturne,params=" + small.name], "leave one out"),
        (["-drive", drive + whole.name], "give the boot ROM, too, by -bios"),
        (["-bios", ROM, "-drive", drive + small.name], small.name + ": a flash has 8388608 bytes"),
        (["-bios", whole.name], whole.name + ": a boot ROM has 1 to 65536 bytes, this has 8388608"),
        (["-bios", elf("build_1")], "its entry is 0x20000000; harts start at 0x10000"),
        (["-bios", "/nonexistent"], "/nonexistent"),
        (["-bios", ROM, "-drive", drive + "/nonexistent"], "/nonexistent"),
    ]
    for arguments, why in cases:
        run = started(arguments)
        same((run.returncode, run.stderr.count("\n"), why in run.stderr), (1, 1, True),
             "%s: %s" % (arguments, run.stderr))
    board = Board(QEMU, options(whole), "nocturne,on-exit=pause,topology=torus:2x2")
    try:
        ended(board)
        second = started(options(whole))
        same((second.returncode, "another process using" in second.stderr), (1, True),
             "one flash for two boards: " + second.stderr)
    finally:
        board.stop()
    print("ok refuses")


try:
    refuses()
except (AssertionError, subprocess.TimeoutExpired) as e:
    failed.append("refuses")
    print("FAILED refuses\n%s" % e)
sys.exit(len(failed) > 0)
