# SPDX-License-Identifier: BSD-2-Clause
"""The Debug Module by its own interface, clause by clause (docs/board.md, section 6).

usage: test_jtag.py QEMU DIRECTORY-OF-ELF-FILES [TEST...]
"""
import signal
import subprocess
import time

from cases import *
from jtag import *

IMAGE, RAM, NI = 0x20000000, 0x80000000, 0x10000000
OWN, WINDOW = 0x10001000, 0x40000000
CNT_STATUS, ASLEEP = 0x08, 1 << 30
CYCLE = 0x48010010  # CTL_CYCLE_LO
NI_TX_ADDR, NI_EXIT, NI_WAITING, NI_PC = NI + 0x40, NI + 0xC4, NI + 0xC8, NI + 0xD4
NI_WAKE, DEADLINE = NI + 0x24, 1 << 13
NI_DEADLINE_LO, NI_DEADLINE_HI = NI + 0x18, NI + 0x1C
TSELECT, TDATA1, TDATA2, TINFO = 0x7A0, 0x7A1, 0x7A2, 0x7A4
MSTATUS, MIE, MCAUSE, MIP = 0x300, 0x304, 0x342, 0x344
C_EBREAK, EBREAK = 0x9002, 0x00100073


def sleep_of_others(j):
    """Hart 0 may be far ahead of harts 2 and 3, which have not come to their wfi yet."""
    for hart in 2, 3:
        wait(lambda: j.sb_read(WINDOW + 0x100 * hart + CNT_STATUS) & ASLEEP, "hart %d sleeps" % hart)


# --- port and transport module ------------------------------------------------

@on("debug")
def transport(board):
    j = Jtag(board)
    same(j.scan_dr(0, 32), 0x14E4F001, "IDCODE after reset")
    same(j.dtmcs(), 0x71, "dtmcs")
    j.scan_ir(IR_BYPASS)
    same(j.scan_dr(0b1011, 5), 0b10110, "BYPASS delays by one bit")
    j.scan_ir(0x0A)
    same(j.scan_dr(0b1011, 5), 0b10110, "an unknown instruction is BYPASS")
    j.start()
    same(j.read(DMCONTROL), ACTIVE, "dmcontrol")
    j.raw(DMSTATUS, 0, 3)
    same(j.raw(DMCONTROL, 0, 2)[2], 2, "op 3 fails")
    same(j.raw(0, 0, 1)[2], 2, "dmi error is sticky")
    same(j.dtmcs() >> 10 & 3, 2, "dtmcs.dmistat")
    j.dtmcs(1 << 16)
    same(j.dtmcs() >> 10 & 3, 0, "dmireset")
    same(j.read(DMCONTROL), ACTIVE, "the write in between was not done")
    j.raw(DMSTATUS, 0, 3)
    j.dtmcs(1 << 17)
    same(j.raw(0, 0, 0), (0, 0, 0), "dmihardreset")


@on("debug")
def broken_connections(board):
    j = Jtag(board)
    j.start()
    j.scan_ir(IR_DMI)
    j.clock("100000")
    j.flush()
    j.socket.close()
    j = Jtag(board)
    same(j.read(DMSTATUS) & 0xF, 2, "the next connection works")
    j.socket.close()
    for junk in b"GET / HTTP/1.1\r\n\r\n", b"+$qSupported#37", bytes(range(256)), b"\0" * 100000:
        s = board.connect()
        try:
            s.sendall(junk)
            same(s.recv(1), b"", "garbage is hung up on")
        except ConnectionError:
            pass
        s.close()
    greedy = board.connect()
    greedy.settimeout(1)
    greedy.sendall(b"R")
    same(len(greedy.recv(1)), 1, "an answer")
    try:
        for _ in range(1000):
            greedy.sendall(b"R" * 100000)  # and takes no answer
        raise AssertionError("answers without end were kept")
    except TimeoutError:
        pass
    greedy.close()
    j = Jtag(board)
    same(j.read(DMSTATUS) & 0xF, 2, "works after all of that")
    lines = [line for line in board.said().splitlines() if "jtag" in line]
    same(len([1 for line in lines if "hung up" in line]), 4, "a line for each garbage")
    same(len([1 for line in lines if "within a scan" in line]), 1, "a line for the cut")
    same(len(lines), 5, "lines")


@on("debug")
def requests_of_browsers(board):
    """A request whose method is made of the protocol's bytes moves no pin, as it comes in one piece.

    A browser asks with OPTIONS before it uses a method that a page chose, so none of many pieces
    comes from a page."""
    j = Jtag(board)
    before = j.read(DMSTATUS)
    j.socket.close()
    for method in b"s", b"r", b"usr" * 100, b"us" * 1000:
        s = board.connect()
        try:
            s.sendall(method + b" / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            same(s.recv(1), b"", "a request is hung up on")
        except ConnectionError:
            pass
        s.close()
    j = Jtag(board)
    same(j.read(DMSTATUS), before, "no reset was seen")
    same(len([1 for line in board.said().splitlines() if "hung up" in line]), 4, "lines")


@on("debug")
def a_second_debugger(board):
    j = Jtag(board)
    j.start()
    for _ in range(3):
        s = board.connect()
        same(s.recv(1), b"", "a second one is hung up on")
        s.close()
    same(j.read(DMSTATUS) & 0xF, 2, "the first one does not notice")
    said = "nocturne: jtag: a second debugger was hung up on: the first one is still connected"
    same(board.said().splitlines(), 3 * [said], "a line for each")
    for _ in range(20):
        j.socket.close()
        j = Jtag(board)  # at once
        same(j.read(DMSTATUS) & 0xF, 2, "the next one works")
    board.process.send_signal(signal.SIGSTOP)
    j.socket.sendall(b"04" * 10000)  # it has to be told much, and then that this was all
    j.socket.close()
    j = Jtag(board)
    board.process.send_signal(signal.SIGCONT)
    same(j.read(DMSTATUS) & 0xF, 2, "the next one works")
    same(len(board.said().splitlines()), 3, "and none is taken for a second one")


# --- selection, halt, resume, reset -----------------------------------------------

@on("debug", "topology=torus:5x7")
def selection(board):
    j = Jtag(board)
    same(j.read(DMSTATUS), 0xA2 | 3 << 10 | 3 << 18, "inactive: hart 0 runs, was reset")
    j.write(HAWINDOW, 1)
    same(j.read(HAWINDOW), 0, "inactive: nothing else can be written")
    j.start()
    j.control(0xFFFFF)
    same(j.read(DMCONTROL) >> 16 & 0x3FF, 63, "hartsel's bits")
    j.control(35)
    same(j.status("nonexistent"), "all", "hart 35")
    same(j.command(0, 2 << 20 | 1 << 17 | GPR), 4, "a register of no hart")
    j.control(34)
    same(j.status("nonexistent"), "none", "hart 34")
    j.halt(34)
    same((j.status("halted"), j.status("running")), ("all", "none"), "halted")
    same([j.read(a) for a in (HALTSUM0, HALTSUM1, HALTSUM2)], [4, 2, 1], "haltsums")
    j.control(0)
    same([j.read(HALTSUM0), j.status("halted")], [0, "none"], "hart 0's group")
    j.select_all(35)
    same(j.read(HAWINDOW), 7, "harts that are not there cannot be selected")
    j.control(0, HASEL)
    same((j.status("halted"), j.status("running")), ("any", "any"), "one of all")
    j.halt(0, HASEL)
    same(j.status("halted"), "all", "all of all")
    j.resume(0, HASEL)
    same([j.status(s) for s in ("running", "resumeack", "havereset")], ["all"] * 3, "resumed")
    j.control(0, HASEL | ACKHAVERESET)
    same(j.status("havereset"), "none", "ackhavereset")
    same(j.read(HARTINFO), 0, "hartinfo")


@on("debug")
def halted_time(board):
    j = Jtag(board)
    j.start()
    sleep_of_others(j)
    j.halt(0)
    first = j.register(MCYCLE), j.register(MINSTRET), j.memory(RAM)
    wait(lambda: j.register(MCYCLE) > first[0] + 1000, "board time goes on for a halted hart")
    same((j.register(MINSTRET), j.memory(RAM)), first[1:], "it executes nothing")
    j.select_all(4)
    j.halt(0, HASEL)
    stands = j.register(MCYCLE)
    time.sleep(0.2)
    same(j.register(MCYCLE), stands, "all halted: time stands still")
    j.control(2)
    same(j.register(MCYCLE), stands, "for all alike")
    same(j.register(DPC) == IMAGE, False, "hart 2 has started")
    slept = j.memory(RAM)
    j.resume(2)
    wait(lambda: j.sb_read(RAM) == slept + 1, "a halted wfi is complete, and it sleeps again")
    same(j.sb_error(), 0, "sberror")


@on("debug")
def one_step(board):
    j = Jtag(board)
    j.start()
    for hart in 0, 1, 2:
        j.halt(hart)
        j.register(DCSR, 1 << 2)
        seen = []
        for _ in range(40):
            before = j.register(DPC), j.register(MINSTRET), j.memory(RAM)
            j.resume(hart)
            wait(lambda: j.status("halted") == "all", "a step ends")
            same(j.register(DCSR) >> 6 & 7, 4, "dcsr.cause")
            same(j.register(MINSTRET), before[1] + 1, "instructions in a step at 0x%x" % before[0])
            seen.append(before[0])
        lines = subprocess.run(["riscv64-unknown-elf-objdump", "-d", ELF + "/debug.elf"],
                               capture_output=True, text=True, check=True).stdout
        for a, b in zip(seen, seen[1:]):
            op = next(x for x in lines.splitlines() if x.startswith("%8x:" % a)).split("\t")
            jumps = op[2].split()[0] in ("j", "jal", "ret", "bnez", "bne", "beqz")
            same(jumps or b == a + len(op[1].strip()) // 2, True, "step from 0x%x to 0x%x" % (a, b))
        same(len(set(seen)) > 6, True, "many places")
        if hart == 1:
            same(any(j.memory(NI_TX_ADDR) == j.memory(RAM) - d for d in (0, 1)), True, "its NI")
        j.register(DCSR, 0)
        j.resume(hart)


@on("debug")
def steps_of_a_board_that_stands(board):
    j = Jtag(board)
    j.start()
    j.select_all(4)
    j.halt(0, HASEL)
    j.control(0)
    j.register(DCSR, 1 << 2)
    for _ in range(20):
        before = j.register(MCYCLE)
        j.resume(0)
        wait(lambda: j.status("halted") == "all", "a step ends")
        same(j.register(MCYCLE), before + 1, "cycles of a step")
    j.register(DPC, 3 * IMAGE)  # nothing there
    j.resume(0)
    wait(lambda: j.status("halted") == "all", "a step that traps ends")
    same(j.register(DPC), symbol("debug", "trap"), "dpc after a trap")
    same((j.register(0x342), j.register(0x341)), (1, 3 * IMAGE), "mcause, mepc")
    same(j.register(MCYCLE), before + 5, "cycles of a trap")


@on("debug")
def steps_without_interrupts(board):
    j = Jtag(board)
    j.start()
    sleep_of_others(j)
    j.control(2)
    same(j.sb_read(RAM), 0, "what a sleeper has counted")
    j.sb_write(NI_DEADLINE_HI, 0)
    j.sb_write(NI_DEADLINE_LO, 0)
    j.sb_write(NI_WAKE, DEADLINE)
    wait(lambda: j.sb_read(RAM) > 10, "a line that a debugger raises wakes it")
    j.halt(2)
    same(j.register(MIP) >> 11, 1, "mip.MEIP")
    j.register(MIE, 1 << 11)
    j.register(MSTATUS, j.register(MSTATUS) | 8)
    j.register(DCSR, 1 << 2)
    for _ in range(9):
        j.resume(2)
        wait(lambda: j.status("halted") == "all", "a step ends")
        same(j.register(DPC) >= symbol("debug", "count_one"), True, "no interrupt")
    same(j.register(MIP) >> 11, 1, "mip.MEIP after steps")
    j.register(DCSR, 0)
    j.resume(2)
    wait(lambda: j.sb_read(NI_EXIT) & 0xFF == 99, "the interrupt comes when it runs")
    j.halt(2)
    same(j.register(MCAUSE), 0x8000000B, "mcause")


WFI, STAY_HERE = 0x10500073, 0x0000006F


def lets_run(j, hart, code):
    """A halted hart executes this code, an ebreak at the end."""
    for i, word in enumerate(code + [EBREAK]):
        j.memory(RAM + 0x3000 + 4 * i, word)
    j.register(DPC, RAM + 0x3000)
    j.register(DCSR, 1 << 15)
    j.resume(hart)


@on("debug")
def resumed_at_wfi(board):
    """As by a debugger that steps by breakpoints; a line that never rises."""
    j = Jtag(board)
    j.start()
    j.halt(2)
    retired = j.register(MINSTRET)
    lets_run(j, 2, [WFI])
    wait(lambda: j.status("halted") == "all", "the ebreak behind a wfi")
    same(j.register(DPC), RAM + 0x3004, "where it stands")
    same(j.register(DCSR) >> 6 & 7, 1, "dcsr.cause")
    same(j.register(MINSTRET), retired + 1, "the wfi was executed")
    lets_run(j, 2, [WFI, WFI])
    wait(lambda: j.sb_read(WINDOW + 0x200 + CNT_STATUS) & ASLEEP, "in the second one it sleeps")
    same(j.status("running"), "all", "no ebreak")


def goes_on(board, hart, reason):
    """A run that has ended: its harts do what a debugger wants, and then it can begin again."""
    j = Jtag(board)
    first = ends(board, 1)[0]
    same(" %s " % reason in first, True, "how it ends: " + first)
    j.start()
    j.halt(hart)
    same(j.status("halted"), "all", "halted")
    for _ in range(4):
        j.register(DCSR, 1 << 2)
        retired = j.register(MINSTRET)
        j.resume(hart)
        wait(lambda: j.status("halted") == "all", "a step ends")
        same(j.register(DCSR) >> 6 & 7, 4, "dcsr.cause")
        same(j.register(MINSTRET), retired + 1, "one instruction")
    lets_run(j, hart, [WFI])
    wait(lambda: j.status("halted") == "all", "the ebreak behind a wfi")
    j.register(DPC, RAM + 0x3004)
    j.memory(RAM + 0x3004, STAY_HERE)
    retired = j.register(MINSTRET)
    j.resume(hart)
    cycle = j.sb_read(CYCLE)
    wait(lambda: j.sb_read(CYCLE) > cycle + 1000, "the clock goes on")
    j.halt(hart)
    same((j.status("halted"), j.register(MINSTRET) > retired + 100), ("all", True), "it ran")
    lets_run(j, hart, [WFI, WFI])
    wait(lambda: j.sb_read(WINDOW + 0x100 * hart + CNT_STATUS) & ASLEEP, "it sleeps")
    j.halt(hart)
    same(j.status("halted"), "all", "and is halted once more")
    same(len(ends(board, 1)), 1, "no end is told twice")
    j.control(hart, NDMRESET)
    j.control(hart)
    same(ends(board, 2)[1:], [first], "the next run ends in the same way")


@on("worm", "topology=torus:2x2,on-exit=pause")
def after_the_last_exit(board):
    goes_on(board, 1, "exit")


@on("lonely", "topology=torus:2x2,on-exit=pause")
def after_a_deadlock(board):
    goes_on(board, 1, "deadlock")


@on("abort", "topology=mesh:3,on-exit=pause")
def after_an_abort(board):
    goes_on(board, 1, "abort")


@on("debug", "topology=torus:2x2,on-exit=pause")
def a_debugger_ends_the_board(board):
    j = Jtag(board)
    j.start()
    for hart in range(4):
        j.halt(hart)
    j.control(2)
    j.sb_write(NI_EXIT, 1 << 8 | 9)
    same(len(ends(board, 1)), 1, "whatever harts do")
    same("core 2 ended the board with status 9" in board.said(), True, "it says who")
    same(j.sb_read(NI_EXIT), 1 << 31 | 1 << 8 | 9, "EXIT")


@on("ports", "topology=utorus:4,routing=utpr,consumption=one,on-exit=pause")
def after_a_circular_wait(board):
    goes_on(board, 1, "deadlock")


@on("debug", "topology=torus:2x2,limit=20000,on-exit=pause")
def after_the_limit(board):
    goes_on(board, 3, "limit")


@on("lonely", "topology=torus:2x2,on-exit=pause")
def who_looks_leaves_the_end_as_it_is(board):
    j = Jtag(board)
    ends(board, 1)
    j.start()
    j.halt(1)
    where = [j.register(r) for r in (DPC, MINSTRET, MCYCLE)]
    j.register(DCSR, 1 << 15)
    j.resume(1)
    same(j.status("running"), "all", "it is let go")
    time.sleep(0.1)
    j.halt(1)
    same((j.status("halted"), [j.register(r) for r in (DPC, MINSTRET, MCYCLE)]), ("all", where),
         "nothing has moved")
    j.register(DPC, where[0])
    j.resume(1)
    wait(lambda: j.sb_read(NI_EXIT) >> 31, "told where to go on it does, past its wfi")


@on("lonely", "topology=torus:2x2,on-exit=pause")
def one_hart_restarts_after_the_end(board):
    j = Jtag(board)
    ends(board, 1)
    j.start()
    j.control(0, HARTRESET)
    same(j.status("unavail"), "all", "in reset")
    j.control(0, HARTRESET | HALTREQ)
    j.control(0, HALTREQ)
    same((j.status("halted"), j.register(DPC)), ("all", IMAGE), "out of reset, halted")
    j.control(0)
    j.resume(0)
    wait(lambda: j.sb_read(WINDOW + CNT_STATUS) & ASLEEP, "it runs, and sleeps again")


@on("debug")
def pins(board):
    j = Jtag(board)
    j.start()
    j.halt(3)
    j.socket.sendall(b"s")
    same(j.status("unavail"), "all", "SRST holds the board in reset")
    j.control(3, SETRESETHALT)
    j.socket.sendall(b"r")
    same((j.status("halted"), j.register(DPC)), ("all", IMAGE), "and lets it go")
    same(j.register(MINSTRET), 0, "as after power-on")
    j.raw(0, 0, 3)
    j.socket.sendall(b"tr")
    j.ir = None
    j.clock("0")
    same(j.scan_dr(0, 32), 0x14E4F001, "TRST selects IDCODE")
    same(j.read(DMSTATUS) & 0xF, 2, "and forgets dmi's error")
    j.socket.sendall(b"s")
    j.socket.close()
    j = Jtag(board)
    wait(lambda: j.status("unavail") == "none", "an unplugged cable holds nothing")


@on("debug")
def resets_outlast_the_debugger(board):
    """One that is killed in the middle of a reset. The next one begins as OpenOCD does."""
    for bits in NDMRESET, HARTRESET:
        j = Jtag(board)
        j.start()
        j.control(1, bits)
        same(j.status("unavail"), "all", "hart 1 in reset")
        j.socket.close()
        j = Jtag(board)
        same(j.read(DMCONTROL), ACTIVE | bits | 1 << 16, "dmcontrol")
        same(j.status("unavail"), "all", "hart 1 when the next debugger comes")
        j.start()
        j.control(1)
        same(j.status("running"), "all", "and when that has begun")


@on("debug")
def the_debugger_writes_last(board):
    j = Jtag(board)
    j.start()
    j.select_all(4)
    j.halt(0, HASEL)
    j.control(1)
    code = [0x00742023, 0x00742023, 0x00742023]  # sw t2, 0(s0): posted, if hart 1 only runs
    for i, word in enumerate(code):
        j.memory(RAM + 0x3000 + 4 * i, word)
    j.memory(RAM + 0x300C, EBREAK)
    j.register(DPC, RAM + 0x3000)
    j.register(GPR + 8, NI_WAKE)
    j.register(GPR + 7, 0x11)
    j.register(DCSR, 1 << 15)
    j.resume(1)
    wait(lambda: j.status("halted") == "all", "ebreak in RAM")
    same((j.register(DPC), j.memory(NI_WAKE)), (RAM + 0x300C, 0x11),
         "its own write has been done")
    j.memory(NI_WAKE, 0x22)
    same(j.memory(NI_WAKE), 0x22, "and then the debugger's")


@on("debug")
def resets(board):
    j = Jtag(board)
    j.start()
    j.select_all(4)
    j.control(0, HASEL | ACKHAVERESET)
    j.control(0, HASEL | NDMRESET | HALTREQ)
    same((j.status("unavail"), j.status("halted")), ("all", "none"), "in reset")
    j.control(0, HASEL | HALTREQ)
    same((j.status("halted"), j.status("havereset")), ("all", "all"), "out of reset, halted")
    j.control(3)
    same([j.register(r) for r in (DPC, MCYCLE, MINSTRET)], [IMAGE, 0, 0],
         "at the first instruction")
    same(j.register(DCSR), 0x400000C3, "dcsr: halted by haltreq")
    j.control(0, HASEL | RESUMEREQ)
    j.control(3, SETRESETHALT)
    j.control(3, NDMRESET)
    j.control(3)
    same(j.status("halted"), "all", "setresethaltreq")
    same(j.register(DCSR) >> 6 & 7, 5, "its cause")
    same(j.register(DPC), IMAGE, "its dpc")
    j.control(2)
    same(j.status("halted"), "none", "others run")
    j.control(3, CLRRESETHALT)
    j.control(0)
    j.sb_write(RAM, 0)
    wait(lambda: j.sb_read(RAM) > 1000, "hart 0 counts")
    wait(lambda: j.sb_read(OWN) > 1000, "board time goes on")
    j.control(0, HARTRESET | ACKHAVERESET | HALTREQ)
    same(j.status("unavail"), "all", "hart 0 in reset")
    j.control(1)
    same((j.status("running"), j.status("unavail")), ("all", "none"), "hart 1 is not")
    j.control(0, HARTRESET | HALTREQ)
    j.control(0, HALTREQ)
    same((j.status("halted"), j.status("havereset")), ("all", "all"), "hart 0 out of reset")
    same([j.register(DPC), j.register(MINSTRET)], [IMAGE, 0], "hart 0 starts again")
    same((j.memory(RAM) > 1000, j.register(MCYCLE) > 1000), (True, True), "RAM stays, time goes on")
    j.resume(0)
    before = j.sb_read(RAM)
    wait(lambda: j.sb_read(RAM) > before, "hart 0 runs again")


# --- abstract commands, system bus ----------------------------------------------------

@on("debug")
def registers(board):
    j = Jtag(board)
    j.start()
    same(j.command(0, 2 << 20 | 1 << 17 | GPR), 4, "a register of a running hart")
    same(j.command(2, 2 << 20), 4, "memory of a running hart")
    j.halt(1)
    for number in range(1, 32):
        j.register(GPR + number, 0x1234567 * number)
    same([j.register(GPR + n) for n in range(32)], [0x1234567 * n for n in range(32)], "registers")
    j.register(GPR, 5)
    same(j.register(GPR), 0, "x0")
    same(j.register(0xF14), 1, "mhartid")
    j.register(0x340, 0xCAFE)
    same(j.register(0x340), 0xCAFE, "mscratch")
    transfer = 1 << 17
    for what, rest, error in (("64 bits", 3 << 20 | transfer | GPR, 2),
                              ("16 bits", 1 << 20 | transfer | GPR, 2),
                              ("postexec", 2 << 20 | 1 << 18 | transfer | GPR, 2),
                              ("no transfer", 3 << 20 | GPR, 0),
                              ("no such CSR", 2 << 20 | transfer | 0x7C0, 3),
                              ("a CSR that cannot be written",
                               2 << 20 | transfer | 1 << 16 | 0xF14, 3),
                              ("a floating-point register", 2 << 20 | transfer | 0x1020, 3)):
        same(j.command(0, rest), error, what)
    same(j.command(1, 0), 2, "quick access")
    j.write(COMMAND, 1 << 24)
    j.write(DATA0, 77)
    j.write(COMMAND, 2 << 20 | transfer | 1 << 16 | GPR + 9)
    same(j.error(), 2, "an error stays until it is cleared")
    same(j.register(GPR + 9), 9 * 0x1234567, "and nothing is done until then")
    j.command(0, 2 << 20 | 1 << 19 | transfer | GPR + 4)
    j.write(ABSTRACTAUTO, 1)
    same([j.read(DATA0) // 0x1234567 for _ in range(4)], [4, 5, 6, 7], "autoexec with increment")
    j.write(ABSTRACTAUTO, 0)
    j.register(DCSR, 0xFFFFFFFF)
    same(j.register(DCSR), 0x400080C7, "dcsr: ebreakm and step can be written")
    j.register(DPC, IMAGE + 3)
    same(j.register(DPC), IMAGE + 2, "dpc is even")


@on("debug")
def memory_by_the_hart(board):
    j = Jtag(board)
    j.start()
    j.halt(3)
    at = RAM + 0x1000
    j.memory(at, 0x11223344)
    same([j.memory(at + i, size=0) for i in range(4)], [0x44, 0x33, 0x22, 0x11], "bytes")
    j.memory(at + 2, 0xABCD, size=1)
    j.memory(at + 1, 0xEF, size=0)
    same(j.memory(at), 0xABCDEF44, "after a half and a byte")
    same(j.memory(NI), 3, "NODE")
    j.memory(NI_WAITING, 0x2005FFFF)
    same([j.memory(block + 0x0C) for block in (OWN, WINDOW + 3 * 256, WINDOW)],
         [0x2005FFFF, 0x2005FFFF, 0], "WAITING in the own block, and in the window")
    for what, rest, address, error in (("64 bits", 3 << 20, at, 2), ("virtual", 1 << 23, at, 2),
                                       ("nothing there", 2 << 20, 0, 5),
                                       ("behind RAM", 2 << 20, RAM + 0x40000, 5),
                                       ("a byte of a register", 0, NI, 5)):
        j.write(DATA1, address)
        same(j.command(2, rest | 1 << 19), error, what)
        same(j.read(DATA1), address, what + ": no increment")
    for i in range(8):
        j.memory(at + 4 * i, i * i)
    j.write(DATA1, at)
    same(j.command(2, 2 << 20 | 1 << 19), 0, "with increment")
    j.write(ABSTRACTAUTO, 1)
    same([j.read(DATA0) for _ in range(7)], [i * i for i in range(7)], "autoexec")
    j.write(ABSTRACTAUTO, 0)
    same(j.read(DATA1), at + 32, "address after them")
    j.control(2)
    same(j.sb_read(at), 0, "other nodes' RAM is their own")


@on("debug")
def memory_by_the_bus(board):
    j = Jtag(board)
    j.start()
    same(j.read(SBCS), 0x20040407, "sbcs after reset")
    at = RAM + 0x2000
    for hart in 3, 2:
        j.control(hart)
        same(j.sb_read(NI), hart, "NODE")
        j.sb_write(at, 0x55667700 + hart)
        j.sb_write(at + 1, 0xAB, size=0)
        j.sb_write(at + 2, 0xCDEF, size=1)
        same(j.sb_read(at), 0xCDEFAB00 + hart, "word")
        same(j.sb_read(at + 2, size=1), 0xCDEF, "half")
    j.control(3)
    same(j.sb_read(at), 0xCDEFAB03, "of node 3")
    j.write(SBCS, 1 << 16 | 2 << 17)
    j.write(SBADDRESS0, at)
    for i in range(8):
        j.write(SBDATA0, 3 * i)
    same(j.read(SBADDRESS0), at + 32, "sbautoincrement")
    j.write(SBCS, 1 << 16 | 1 << 15 | 1 << 20 | 2 << 17)
    j.write(SBADDRESS0, at)
    same([j.read(SBDATA0) for _ in range(7)], [3 * i for i in range(7)], "sbreadondata")
    same(j.sb_error(), 0, "sberror")
    for what, address, size, error in (("nothing there", 0, 2, 2), ("misaligned", at + 2, 2, 3),
                                       ("odd", at + 1, 1, 3), ("64 bits", at, 3, 4)):
        j.sb_write(address, 1, size)
        j.write(SBADDRESS0, 8)
        same(j.read(SBADDRESS0), address, what + ": frozen until the error is cleared")
        same(j.sb_error(), error, what)
    same(j.sb_read(at), 0, "no write was done")
    j.control(0)
    counted = j.sb_read(RAM)
    wait(lambda: j.sb_read(RAM) > counted, "RAM of a running hart")
    j.control(2)
    j.sb_write(NI_TX_ADDR, 0x1230)
    same(j.sb_read(NI_TX_ADDR), 0x1230, "a register that the debugger writes")
    same(j.sb_error(), 0, "sberror")


# --- breakpoints: the image is everybody's, and translated ------------------------------

def breakpoint_at(j, address, bus, nodes, half=C_EBREAK):
    """Plants an ebreak in running code; the instruction that was there."""
    j.select_all(nodes)
    j.halt(0, HASEL)
    for hart in range(nodes):
        j.control(hart)
        j.register(DCSR, 1 << 15)
    j.control(0)
    kept = j.memory(address, size=1)
    if bus:
        j.sb_write(address, half, size=1)
    else:
        j.memory(address, half, size=1)
    j.resume(0, HASEL)
    return kept


@on("debug")
def breakpoints(board):
    at = symbol("debug", "count_one")
    j = Jtag(board)
    j.start()
    sleep_of_others(j)
    wait(lambda: j.sb_read(RAM) > 1000, "code runs, and is translated")
    for bus in True, False:
        kept = breakpoint_at(j, at, bus, 4)
        j.control(0)
        for hart in 0, 1, 2:
            j.control(hart)
            wait(lambda: j.status("halted") == "all", "hart %d meets it" % hart)
            same((j.register(DPC), j.register(DCSR) >> 6 & 7), (at, 1), "dpc and cause")
            counted = j.memory(RAM), j.register(MINSTRET)
            j.resume(hart)
            wait(lambda: j.status("halted") == "all", "it is met again at once")
            same((j.memory(RAM), j.register(MINSTRET)), counted, "an ebreak retires nothing")
        (j.sb_write if bus else j.memory)(at, kept, size=1)
        for hart in 0, 1:
            j.control(hart)
            counted = j.memory(RAM)
            j.resume(hart)
            wait(lambda: j.sb_read(RAM) > counted + 100, "no breakpoint any more")
            same(j.status("running"), "all", "it runs")


@on("debug")
def triggers(board):
    at = symbol("debug", "count_one")
    j = Jtag(board)
    j.start()
    wait(lambda: j.sb_read(RAM) > 1000, "code runs, and is translated")
    j.halt(1)
    same([j.register(r) for r in (TSELECT, TDATA1, TDATA2, TINFO)], [0, 0x28001000, 0, 4], "reset")
    j.register(TSELECT, 2)
    same(j.register(TSELECT), 0, "two triggers")
    j.register(TSELECT, 1)
    j.register(TDATA1, 0x28001047)
    same(j.register(TDATA1), 0x28001044, "execute only")
    for place in at, at + 8:
        j.register(TDATA2, place)
        j.resume(1)
        wait(lambda: j.status("halted") == "all", "hart 1 meets it")
        same((j.register(DPC), j.register(DCSR) >> 6 & 7), (place, 2), "dpc and cause")
        retired = j.register(MINSTRET)
        j.resume(1)
        wait(lambda: j.status("halted") == "all", "it is met again at once")
        same(j.register(MINSTRET), retired, "before the instruction")
    counted = j.sb_read(RAM)
    j.control(0)
    before = j.sb_read(RAM)
    wait(lambda: j.sb_read(RAM) > before + 1000, "hart 0, with the same code, runs")
    same(j.status("running"), "all", "and has no trigger")
    j.control(1)
    j.register(TDATA1, 0)
    j.resume(1)
    wait(lambda: j.sb_read(RAM) > counted + 100, "off, it runs on")
    j.halt(1)
    j.register(TDATA1, 0x28001044)
    j.control(1, NDMRESET)
    j.control(1)
    j.halt(1)
    j.register(TSELECT, 1)
    same((j.register(TDATA1), j.register(TDATA2)), (0x28001000, 0), "off after reset")


@on("debug", "topology=torus:2x2,on-exit=pause")
def ebreak_without_a_debugger(board):
    at = symbol("debug", "count_one")
    j = Jtag(board)
    j.start()
    wait(lambda: j.sb_read(RAM) > 1000, "code runs")
    j.sb_write(at, C_EBREAK, size=1)
    wait(lambda: j.sb_read(NI_EXIT) & 0xFF == 99, "hart 0 traps")
    same(j.sb_read(NI_PC), at, "its PC")
    j.halt(0)
    same(j.register(0x342), 3, "mcause")


# --- the run itself -------------------------------------------------------------------

@on("traffic", "topology=torus:8x8,on-exit=pause")
def looking_changes_nothing(board):
    j = Jtag(board)
    first = ends(board, 1)
    j.start()
    j.select_all(64)
    j.control(0, HASEL | NDMRESET)
    j.control(0, HASEL)
    while len(ends(board, 1)) < 2:
        j.read(DMSTATUS)
        j.sb_read(RAM + 64)
        j.sb_read(0x40000000)
    same(ends(board, 2)[1], first[0], "a run after reset, looked at")
    j.control(0, HASEL | NDMRESET | HALTREQ)
    j.control(0, HASEL | HALTREQ)
    j.resume(0, HASEL)
    same(ends(board, 3)[2], first[0], "a run halted in its first cycle")


@on("lonely", "topology=torus:4x4,on-exit=pause")
def halted_is_no_deadlock(board):
    j = Jtag(board)
    same(" deadlock " in ends(board, 1)[0], True, "undisturbed it is one")
    j.start()
    j.select_all(16)
    j.control(0, HASEL | NDMRESET | HALTREQ)
    j.control(0, HASEL | HALTREQ)
    for hart in range(15):
        j.resume(hart)
    time.sleep(0.3)
    same(len(ends(board, 1)), 1, "15 asleep, one halted: no end")
    j.resume(15)
    same(" deadlock " in ends(board, 2)[1], True, "all asleep: a deadlock")


@on("debug", "topology=torus:64x64,ram=64K")
def thousands(board):
    j = Jtag(board)
    j.start()
    j.control(0xFFFFF)
    same(j.read(DMCONTROL) >> 6 & 0xFFFFF, 3 << 0 | 0x3FF << 10, "hartsel's bits")
    j.halt(4000)
    same(j.status("halted"), "all", "hart 4000")
    same((j.register(0xF14), j.memory(NI)), (4000, 4000), "it is hart 4000")
    same([j.read(a) for a in (HALTSUM0, HALTSUM1, HALTSUM2)],
         [1 << 4000 % 32, 1 << 4000 // 32 % 32, 1 << 4000 // 1024], "haltsums")
    j.control(0, HASEL)
    j.write(HAWINDOW, 1)
    same((j.read(DMCONTROL), j.read(HAWINDOW)), (ACTIVE, 0), "no mask on so large a board")
    for hart in range(0, 4096, 1024):
        j.halt(hart)
    same(j.read(HALTSUM2), 0xF, "haltsum2")
    for hart in (4000, *range(0, 4096, 1024)):
        j.resume(hart)
        same(j.status("resumeack"), "all", "hart %d runs" % hart)
    same(j.read(HALTSUM2), 0, "haltsum2")


finish()
