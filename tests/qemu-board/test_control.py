# SPDX-License-Identifier: BSD-2-Clause
"""What only debuggers see of a board: control page, windows, console ring (docs/board.md,
sections 5 and 6.1), by the Debug Module and by QEMU's gdb server.

usage: test_control.py QEMU DIRECTORY-OF-ELF-FILES [TEST...]
"""
import random
import subprocess
import sys
import time

from cases import *
from jtag import *

NI, RAM, OWN, COUNTERS = 0x10000000, 0x80000000, 0x10001000, 0x40000000
CONSOLE, CONSOLE_BYTES, CONTROL = 0x48000000, 0x10000, 0x48010000
PEEK, PEEK_OWN, PEEK_RAM = 0x49000000, 0x49001000, 0x49100000
VERSION, BOARD, NODES, RAM_BYTES, CYCLE = [CONTROL + 4 * i for i in range(5)]
BOOT = CONTROL + 0x18
STOP, PEEK_NODE, STAMP, RESET = [CONTROL + 0x20 + 4 * i for i in range(4)]
WRITTEN, UNTIL, AHEAD = CONTROL + 0x30, CONTROL + 0x38, CONTROL + 0x40
AHEAD_STAY = 1 << 31
STATE, STAMP_BASE = 0x41000000, 0x44000000
NI_NODE, NI_DEADLINE_LO, NI_DEADLINE_HI, NI_WAKE = 0, 0x18, 0x1C, 0x24
NI_TAU_S, NI_RX_SIZE, NI_WAITING = 0x60, 0x204, 0xC8
CNT_TIME_LO, CNT_STATUS, CNT_WAITING, CNT_SAMPLE = 0, 8, 0xC, 0xFC
WAKE_DEADLINE = 1 << 13
IMAGE = 0x20000000


class Gdb:
    """QEMU's gdb server, packet by packet. Connecting stops the machine."""

    def __init__(self, board):
        self.socket = board.connect(board.gdb)
        self.ask("?")

    def byte(self):
        got = self.socket.recv(1)
        if not got:
            raise EOFError("the gdb server hung up")
        return got

    def send(self, packet):
        self.socket.sendall(b"$%s#%02x" % (packet.encode(), sum(packet.encode()) & 0xFF))
        got = self.byte()
        while got != b"+":  # it says by itself that the machine has stopped
            self.receive(got)
            got = self.byte()

    def receive(self, got=b""):
        while got[-3:-2] != b"#":
            got += self.byte()
        self.socket.sendall(b"+")
        return got[1:-3].decode()

    def ask(self, packet):
        self.send(packet)
        return self.receive()

    def word(self, address, value=None):
        if value is None:
            return int.from_bytes(bytes.fromhex(self.ask("m%x,4" % address)), "little")
        return self.ask("M%x,4:%s" % (address, value.to_bytes(4, "little").hex()))

    def run_for(self, seconds):
        self.send("vCont;c")
        time.sleep(seconds)
        self.socket.sendall(b"\x03")
        self.receive()

    def run_until(self, condition, what):
        end = time.monotonic() + SECONDS
        while not condition():
            if time.monotonic() > end:
                raise AssertionError("ran in vain: " + what)
            self.run_for(0.05)


def read_block(j, address, count):
    """Words from `address` on, fast."""
    j.write(SBCS, 1 << 20 | 1 << 16 | 1 << 15 | 2 << 17)
    j.write(SBADDRESS0, address)
    words = []
    while len(words) < count - 1:
        words += j.read_often(SBDATA0, min(count - 1 - len(words), 64))
    j.write(SBCS, 2 << 17)
    return words + [j.read(SBDATA0)]


def printed(j, characters=CONSOLE_BYTES):
    """The last so many that were printed, or as many as the ring has, and how many there
    ever were."""
    count = j.sb_read(WRITTEN)
    begin = max(count - min(characters, CONSOLE_BYTES), 0)
    at = begin & ~3
    words = []
    while at < count:
        place = at % CONSOLE_BYTES
        take = min((count - at + 3) // 4, (CONSOLE_BYTES - place) // 4)
        words += read_block(j, CONSOLE + place, take)
        at += 4 * take
    text = b"".join(w.to_bytes(4, "little") for w in words)
    return text[begin & 3:][:count - begin].decode(), count


def until(j, cycle):
    j.sb_write(UNTIL, cycle & 0xFFFFFFFF)
    j.sb_write(UNTIL + 4, cycle >> 32)


def stands(j):
    wait(lambda: j.sb_read(STOP), "the clock stands")
    return j.sb_read(CYCLE)


# --- the page and the windows -------------------------------------------------------

@on("debug")
def a_line_that_rises_while_nobody_runs(board):
    j = Jtag(board)
    j.start()
    for hart in 2, 3:
        wait(lambda: j.sb_read(COUNTERS + 0x100 * hart + CNT_STATUS) >> 30 & 1, "it sleeps")
    for hart in 0, 1:
        j.halt(hart)
    j.control(2)
    cycle, woken = j.sb_read(CYCLE), j.sb_read(RAM)
    time.sleep(0.05)
    same((j.sb_read(CYCLE), j.sb_read(RAM)), (cycle, woken), "the board stands")
    j.sb_write(NI + NI_DEADLINE_HI, 0)
    j.sb_write(NI + NI_DEADLINE_LO, 0)
    j.sb_write(NI + NI_WAKE, WAKE_DEADLINE)
    wait(lambda: j.sb_read(RAM) > woken + 10, "its hart wakes at once")


@on("debug", "topology=torus:5x7,ram=64K,board-id=77")
def the_page_from_every_hart(board):
    j = Jtag(board)
    j.start()
    for hart in 0, 1, 34:
        j.control(hart)
        same(j.sb_read(NI), hart, "the bus is this hart's")
        same([j.sb_read(a) for a in (VERSION, BOARD, NODES, RAM_BYTES, BOOT)],
             [0x4E4F4406, 77, 35, 0x10000, 0], "the page")
        same(j.sb_read(NI + 0x14), 77, "NI_BOARD")
    cycle = j.sb_read(CYCLE)
    wait(lambda: j.sb_read(CYCLE) > cycle, "the clock goes")
    same(j.sb_error(), 0, "sberror")
    for what, address, size in (("a byte of the page", VERSION, 0), ("a half", CONSOLE, 1),
                                ("between windows", 0x48011000, 2), ("behind all", 0x49200000, 2),
                                ("behind the RAM there is", PEEK_RAM + 0x10000, 2),
                                ("behind the own block", PEEK + 0x1100, 2)):
        j.sb_read(address, size)
        same(j.sb_error(), 2, what)
    for what, address in (("the ring", CONSOLE), ("own counters", PEEK_OWN)):
        j.sb_write(address, 1)
        same(j.sb_error(), 2, what + " cannot be written")
    for address in VERSION, NODES, CYCLE, BOOT:
        before = j.sb_read(NODES)
        j.sb_write(address, 1)
        same((j.sb_error(), j.sb_read(NODES)), (0, before), "writes to `ro` do nothing")


@on("debug")
def peek(board):
    j = Jtag(board)
    j.start()
    j.control(0)
    for node in 3, 2, 1:
        j.sb_write(PEEK_NODE, node)
        same((j.sb_read(PEEK_NODE), j.sb_read(PEEK + NI_NODE)), (node, node), "NODE")
        j.sb_write(PEEK_RAM + 0x2000, 0x1000 + node)
        j.sb_write(PEEK + NI_WAITING, 0x2000FFF0 + node)
        same(j.sb_read(PEEK_OWN + CNT_WAITING), 0x2000FFF0 + node, "its own counters")
        same(j.sb_read(PEEK_OWN + CNT_SAMPLE), 0, "not SAMPLE")
    for node in 3, 2, 1:
        j.control(node)
        same(j.sb_read(RAM + 0x2000), 0x1000 + node, "RAM, through its own hart")
        same(j.sb_read(NI + NI_WAITING), 0x2000FFF0 + node, "a register")
        same(j.sb_read(COUNTERS + 0x100 * node + CNT_WAITING), 0x2000FFF0 + node, "its counters")
    same(j.sb_read(PEEK_RAM + 0x2000), 0x1001, "through another hart it is the same node")
    j.sb_write(PEEK_NODE, 4)
    same(j.sb_read(PEEK_NODE), 1, "no such node: nothing changes")
    j.sb_write(PEEK_NODE, 2)
    wait(lambda: j.sb_read(COUNTERS + 0x200 + CNT_STATUS) >> 30 & 1, "hart 2 sleeps")
    woken = j.sb_read(PEEK_RAM)
    j.sb_write(PEEK + NI_DEADLINE_HI, 0)
    j.sb_write(PEEK + NI_DEADLINE_LO, 0)
    j.sb_write(PEEK + NI_WAKE, WAKE_DEADLINE)
    wait(lambda: j.sb_read(PEEK_RAM) > woken + 10, "a register written by peek wakes the hart")
    same(j.sb_error(), 0, "sberror")


@on("traffic", "topology=torus:8x8,on-exit=pause,ram=64K")
def states_of_all_nodes(board):
    NI_PENDING, NI_TX_BUSY, ROWS, IN, ROW, LINKS = 0x20, 0x58, 0x28, 0x40, 0x10, 4
    j = Jtag(board)
    ends(board, 1)
    j.start()
    j.sb_write(STOP, 60)
    j.sb_write(RESET, 1)
    flits = 0
    while not flits:  # until worms are on their way
        until(j, j.sb_read(CYCLE) + 150)
        j.sb_write(STOP, 0)
        stands(j)
        blocks = [read_block(j, STATE + 1024 * n, 44) for n in range(64)]
        flits = sum(block[(IN + ROW * row) // 4] >> 24 for block in blocks
                    for row in range(min(block[ROWS // 4], 7)))
    same(j.sb_error(), 0, "sberror")
    for node in 0, 1, 63:
        j.control(node)
        same(j.sb_read(NI + NI_PENDING), blocks[node][0], "PENDING of node %d" % node)
        same(j.sb_read(NI + NI_TX_BUSY), blocks[node][1], "TX_BUSY of node %d" % node)
        same(read_block(j, STATE, 44), blocks[0], "node 0's, through another hart")
    same(min(block[ROWS // 4] for block in blocks) > LINKS, True, "rows for links and injection")
    for what, address, size in (("behind the last node", STATE + 64 * 1024, 2),
                                ("a byte", STATE, 0)):
        j.sb_read(address, size)
        same(j.sb_error(), 2, what)
    j.sb_write(STATE, 0)
    same(j.sb_error(), 2, "a write")


@on("traffic", "topology=torus:4x4,on-exit=pause,ram=64K")
def stamps_of_all_nodes(board):
    STAMPS, IN, DISCARDED, CNT_ROWS, LINKS, NI_PORT = 0x24, 0x20, 0x2C, 0x44, 0x48, 31
    j = Jtag(board)
    first = ends(board, 1)[0]
    j.start()
    same(read_block(j, STAMP_BASE, 16 * 8), [0] * 128, "none")
    j.sb_write(STAMP, 3)
    same(j.sb_read(STAMP), 1, "STAMP")
    j.sb_write(RESET, 1)
    same((ends(board, 2)[1], j.sb_read(STAMP)), (first, 1), "the run does not notice")
    for node in range(16):
        counters = read_block(j, COUNTERS + 0x100 * node, 64)
        headers = sum(counters[LINKS // 4 + 1 + 3 * row] for row in range(counters[CNT_ROWS // 4]))
        taken = counters[IN // 4] + counters[DISCARDED // 4]
        count = j.sb_read(STATE + 0x400 * node + STAMPS)
        same(count, headers + taken, "stamps of node %d" % node)
        same(0 < count <= 256, True, "all are still there")
        block = read_block(j, STAMP_BASE + 0x1000 * node, 1024)
        where = block[1::4]
        same([w >> 31 for w in where], [1] * count + [0] * (256 - count), "records")
        same(sum(w >> 20 & 31 == NI_PORT for w in where[:count]), taken, "those for the NI")
    same(j.sb_error(), 0, "sberror")
    j.sb_read(STAMP_BASE + 16 * 0x1000)
    same(j.sb_error(), 2, "behind the last node")
    j.sb_write(STAMP_BASE, 0)
    same(j.sb_error(), 2, "a write")
    j.sb_write(STAMP, 0)
    j.sb_write(RESET, 1)
    ends(board, 3)
    same(j.sb_read(STATE + STAMPS), 0, "off, none are written")


@on("debug")
def where_harts_are(board):
    j = Jtag(board)
    j.start()
    at = symbol("debug", "main")
    seen = {j.sb_read(COUNTERS + CNT_SAMPLE) for _ in range(50)}
    same(all(IMAGE <= pc < IMAGE + 0x1000 for pc in seen), True, "where hart 0 is")
    j.halt(2)
    same(j.sb_read(COUNTERS + 0x200 + CNT_SAMPLE), j.register(DPC), "where hart 2 is, exactly")
    same(j.register(DPC) > at, True, "behind the beginning of main")
    same(j.sb_read(OWN + CNT_SAMPLE), 0, "not in its own block")


# --- console -----------------------------------------------------------------------

@on("talk", "topology=torus:2,on-exit=pause")
def console_ring(board):
    j = Jtag(board)
    ends(board, 1)
    j.start()
    text, count = printed(j)
    everything = "".join("[1] line number %d\n" % i for i in range(4000))
    same(count, len(everything), "characters ever printed")
    same(text, everything[-CONSOLE_BYTES:], "the last of them")
    j.sb_write(RESET, 1)
    ends(board, 2)
    same(printed(j), ((2 * everything)[-CONSOLE_BYTES:], 2 * count), "reset clears nothing")


@on("talk", "topology=torus:2,on-exit=pause,console-prefix=off")
def console_without_prefix(board):
    j = Jtag(board)
    ends(board, 1)
    j.start()
    text, count = printed(j)
    everything = "".join("line number %d\n" % i for i in range(4000))
    same((text, count), (everything[-CONSOLE_BYTES:], len(everything)), "lines as they are")


# --- the clock ----------------------------------------------------------------------

def cycles_seen(j, nodes):
    """What each core's program knows of the time, and the board's."""
    seen = []
    for node in range(nodes):
        j.sb_write(PEEK_NODE, node)
        seen.append(j.sb_read(PEEK_RAM))
    return seen, j.sb_read(CYCLE)


def stop_whole(j, seconds):
    """Stops the clock, and waits until all harts have come to one cycle."""
    end = time.monotonic() + SECONDS
    j.sb_write(STOP, seconds)
    same(j.sb_read(STOP), seconds, "STOP")
    while j.sb_read(AHEAD):
        same(time.monotonic() < end, True, "all harts come to one cycle")
        j.sb_write(STOP, seconds)


@on("clocks", "topology=torus:2x4")
def stopped_it_is_one_cycle(board):
    LOOP = 20 + 4 + 30  # cycles in which a core says the time again, asleep for 20 of them
    j = Jtag(board)
    j.start()
    wait(lambda: j.sb_read(CYCLE) > 100000, "cores are on their way")
    for _ in range(10):
        stop_whole(j, 60)
        seen, cycle = cycles_seen(j, 8)
        same([c for c in seen if not cycle - LOOP <= c <= cycle], [], "all are at cycle %d" % cycle)
        counters = read_block(j, COUNTERS, 8 * 64)
        same({counters[64 * n] for n in range(8)}, {cycle}, "and their counters")
        time.sleep(0.05)
        same((cycles_seen(j, 8), read_block(j, COUNTERS, 8 * 64)), ((seen, cycle), counters),
             "nothing moves")
        j.sb_write(STOP, 0)
        same(j.sb_read(STOP), 0, "STOP, when it goes")
        wait(lambda: j.sb_read(CYCLE) > cycle + 1000, "the clock goes on")


@on("clocks", "topology=torus:2x4")
def the_clock_stops_at_a_cycle(board):
    j = Jtag(board)
    j.start()
    until(j, 1000000)
    stands(j)
    same(j.sb_read(STOP), 255, "as if STOP had been written")
    j.sb_write(STOP, 60)
    begin = j.sb_read(CYCLE)
    for ahead in 1, 2, 7, 1000, 54321:
        until(j, begin + ahead)
        same(j.sb_read(UNTIL), (begin + ahead) & 0xFFFFFFFF, "UNTIL")
        j.sb_write(STOP, 0)
        same(stands(j), begin + ahead, "%d cycles on" % ahead)
        same([j.sb_read(a) for a in (STOP, UNTIL, UNTIL + 4, AHEAD)], [60, 0, 0, 0],
             "for as long, and all harts have come")
        seen, cycle = cycles_seen(j, 8)
        same([c for c in seen if not cycle - 60 <= c <= cycle], [], "all are at cycle %d" % cycle)
        begin += ahead
    j.sb_write(STOP, 0)
    wait(lambda: j.sb_read(CYCLE) > begin + 100000, "that happens once")
    for _ in range(10):
        until(j, 5)
        cycle = stands(j)
        same(j.sb_read(AHEAD), 0, "harts that are ahead of where they were told to stop")
        same(cycle > begin + 100000, True, "it is over already: it stops in the next")
        seen, cycle = cycles_seen(j, 8)
        same([c for c in seen if not cycle - 60 <= c <= cycle], [], "all are at cycle %d" % cycle)
        j.sb_write(STOP, 0)
        wait(lambda: j.sb_read(CYCLE) > cycle + 1000, "the clock goes on")
    j.sb_write(STOP, 60)
    until(j, 1 << 40)
    j.sb_write(STOP, 0)
    wait(lambda: j.sb_read(CYCLE) > cycle, "one that is far away")
    j.sb_write(STOP, 60)
    cycle = j.sb_read(CYCLE)
    until(j, 0)
    j.sb_write(STOP, 0)
    wait(lambda: j.sb_read(CYCLE) > cycle + 10000, "taken back")
    until(j, 700)
    stands(j)
    until(j, 700)
    j.sb_write(RESET, 1)
    j.sb_write(STOP, 0)
    same(stands(j), 700, "from reset on")
    j.sb_write(UNTIL, 900)
    j.sb_write(RESET, 1)
    j.sb_write(STOP, 0)
    wait(lambda: j.sb_read(CYCLE) > 1000, "without its high half it does not count")
    same(j.sb_read(UNTIL), 900, "UNTIL_LO")


BETWEEN = 100000  # cycles, more than there are between two counts of tally.c


def tallies(j, nodes):
    """Of all cores: when their program counted last, and how much more that is than their
    interface was told. What the network sees, counters too, is of one cycle in any case."""
    last, more = [], []
    same(j.sb_read(COUNTERS + CNT_TIME_LO), j.sb_read(CYCLE), "TIME")
    for node in range(nodes):
        j.sb_write(PEEK_NODE, node)
        last.append(j.sb_read(PEEK_RAM + 4))
        more.append(j.sb_read(PEEK_RAM) - j.sb_read(PEEK + NI_RX_SIZE))
    return last, more


def tallies_agree(j, nodes, what):
    """All that can be read is of the cycle in which the clock stands, which is returned."""
    cycle = j.sb_read(CYCLE)
    last, more = tallies(j, nodes)
    same([c for c in last if not cycle - BETWEEN < c <= cycle], [], "%s, in %d" % (what, cycle))
    same(set(more) <= {0, 1}, True, "%s: counts of a later cycle, %s" % (what, more))
    return cycle


FAR = "topology=torus:2x4,quantum=10000000,stop-wait="  # milliseconds; cores need many more


def stop_where_some_are_ahead(write, ahead, go, seconds):
    """Stops the clock in a hurry; between slices all may be in one cycle, so until they are not."""
    end = time.monotonic() + SECONDS
    write(STOP, seconds)
    while not ahead():
        same(time.monotonic() < end, True, "some are ahead")
        write(STOP, 0)
        go()
        write(STOP, seconds)


def hurry(j, seconds):
    stop_where_some_are_ahead(j.sb_write, lambda: j.sb_read(AHEAD), lambda: None, seconds)


def hurry_by_gdb(g):
    stop_where_some_are_ahead(g.word, lambda: g.word(AHEAD), lambda: g.run_for(0.01), 60)


def someone_is_ahead(j, nodes):
    """The clock stands, and not all are in its cycle; the latest one where somebody was seen."""
    ahead, cycle, (last, more) = j.sb_read(AHEAD), j.sb_read(CYCLE), tallies(j, nodes)
    seen = len([c for c in last if c > cycle])
    same(0 < seen <= ahead < nodes, True, "%d ahead of %d, in %s" % (ahead, cycle, last))
    same(max(more) > 1, True, "so they have counted more than they told: %s" % more)
    same((j.sb_read(AHEAD), j.sb_read(CYCLE), tallies(j, nodes)), (ahead, cycle, (last, more)),
         "nothing moves by itself")
    return max(last)


@on("tally", FAR + "0")
def stopped_in_a_hurry(board):
    j = Jtag(board)
    j.start()
    wait(lambda: j.sb_read(CYCLE) > 100000, "cores are on their way")
    for _ in range(3):
        hurry(j, 60)
        furthest = someone_is_ahead(j, 8)
        stop_whole(j, 60)
        cycle = tallies_agree(j, 8, "when they have come")
        same(cycle - BETWEEN < furthest <= cycle, True, "%d; one was in %d" % (cycle, furthest))
        j.sb_write(STOP, 60)
        same(tallies_agree(j, 8, "written once more"), cycle, "nobody moves any more")
        j.sb_write(STOP, 0)
        same(j.sb_read(AHEAD), 0, "AHEAD while the clock goes")
        wait(lambda: j.sb_read(CYCLE) > cycle + 1000, "the clock goes on")
    hurry(j, 60)
    j.sb_write(RESET, 1)
    for _ in range(50):
        j.sb_write(STOP, 60)
    same([j.sb_read(a) for a in (CYCLE, AHEAD, STOP)], [0, 0, 60], "reset, they are in one cycle")
    j.sb_write(STOP, 0)
    wait(lambda: j.sb_read(CYCLE) > 1000, "and go on")


@on("tally", FAR + "0")
def a_stop_that_nobody_waited_for_ends(board):
    """Whatever else happens before harts have come."""
    j = Jtag(board)
    j.start()
    for _ in range(5):
        hurry(j, 1)
        cycle = j.sb_read(CYCLE)
        j.control(3, HALTREQ)
        same(j.status("halted"), "none", "a halt is not taken while the clock stands")
        wait(lambda: j.sb_read(STOP) == 0, "the time is up")
        same((j.sb_read(AHEAD), j.status("halted")), (0, "all"), "and the halt is taken")
        wait(lambda: j.sb_read(CYCLE) > cycle, "the clock goes on")
        j.resume(3)


@on("tally", "topology=torus:8x8,quantum=1000000")
def stopped_on_a_busy_machine(board):
    """As many processes as would make anybody late."""
    j = Jtag(board)
    j.start()
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(6)]
    stops = share(4)
    try:
        wait(lambda: j.sb_read(CYCLE) > 100000, "cores are on their way")
        for i in range(stops):
            stop_whole(j, 60)
            cycle = tallies_agree(j, 64, "stop %d" % i)
            j.sb_write(STOP, 0)
            wait(lambda: j.sb_read(CYCLE) > cycle + 1000, "the clock goes on")
    finally:
        for other in others:
            other.kill()
            other.wait()


@on("ports", "topology=utorus:4,routing=utpr,consumption=one,on-exit=pause")
def harts_ahead_of_the_end_of_a_run(board):
    """A circular wait of worms ends it in that cycle; hart 1 only computes, and is further."""
    j = Jtag(board)
    same(" deadlock " in ends(board, 1)[0], True, "how it ends")
    j.start()
    same(j.sb_read(AHEAD), 0, "who sleeps is not ahead")
    j.control(1, SETRESETHALT)
    j.sb_write(STOP, 60)
    j.sb_write(RESET, 1)
    j.memory(RAM + 0x3000, 0x0000006F)  # j .
    j.register(DPC, RAM + 0x3000)
    j.resume(1)
    j.sb_write(STOP, 0)
    same(ends(board, 2)[1], ends(board, 1)[0], "it ends in the same way")
    same(j.sb_read(AHEAD), AHEAD_STAY | 1, "AHEAD")
    cycle = j.sb_read(CYCLE)
    j.sb_write(STOP, 60)
    same((j.sb_read(AHEAD), j.sb_read(CYCLE)), (AHEAD_STAY | 1, cycle), "and so it stays")


@on("tally", FAR + "500")
def stopped_by_gdb_harts_come_when_it_continues(board):
    g = Gdb(board)
    g.run_until(lambda: g.word(CYCLE) > 100000, "cores are on their way")
    hurry_by_gdb(g)
    j = Jtag(board)
    j.start()
    for _ in range(2):
        cycle, furthest = j.sb_read(CYCLE), someone_is_ahead(j, 8)
        j.sb_write(STOP, 60)
        same(j.sb_read(CYCLE), cycle, "while the machine is stopped nobody comes")
        g.run_until(lambda: not g.word(AHEAD), "gdb continues, and they come")
        cycle = tallies_agree(j, 8, "by gdb")
        same(cycle - BETWEEN < furthest <= cycle, True, "%d; one was in %d" % (cycle, furthest))
        g.run_for(0.05)
        same(tallies_agree(j, 8, "by gdb"), cycle, "there they stand")
        g.word(STOP, 0)
        g.run_until(lambda: g.word(CYCLE) > cycle, "the clock goes on")
        hurry_by_gdb(g)


@on("clocks", "topology=torus:2x4")
def stopped_while_gdb_has_stopped_the_machine(board):
    g = Gdb(board)
    g.run_until(lambda: g.word(PEEK_RAM) >= g.word(CYCLE) + 1000, "hart 0 is ahead of them all")
    same(g.word(STOP, 60), "OK", "STOP")
    cycle = g.word(CYCLE)
    j = Jtag(board)
    j.start()
    for hart in range(1, 8):
        j.control(hart, HARTRESET)
        same(j.sb_read(CYCLE), cycle, "cycle with %d harts in reset" % hart)
    for hart in range(1, 8):
        j.control(hart, HARTRESET)
        j.control(hart)
    same(j.sb_read(CYCLE), cycle, "cycle, and none in reset")
    j.sb_write(STOP, 0)
    same(j.sb_read(CYCLE), cycle, "the machine stands")
    g.run_until(lambda: g.word(CYCLE) > cycle, "gdb continues")


@on("debug")
def the_clock_goes_on_by_itself(board):
    j = Jtag(board)
    j.start()
    while True:  # until the host was not away for long
        begin = time.monotonic()
        j.sb_write(STOP, 0x103)
        cycle = j.sb_read(CYCLE)
        time.sleep(1.6)
        again = time.monotonic()
        j.sb_write(STOP, 3)
        written = time.monotonic()
        time.sleep(1.6)
        seen = j.sb_read(STOP), j.sb_read(CYCLE)
        if written < begin + 3 and time.monotonic() < again + 3:
            break
    same(seen, (3, cycle), "stopped again, it stands for longer")
    wait(lambda: j.sb_read(STOP) == 0, "the time is up")
    took = time.monotonic() - again
    same(took >= 3, True, "after %.2f s" % took)
    wait(lambda: j.sb_read(CYCLE) > cycle, "the clock goes on")


def step_while_stopped(j, hart):
    """Has a halted hart step while the clock stands; how long that took, in seconds."""
    j.sb_write(STOP, 60)
    j.control(hart)
    same((j.status("halted"), j.register(0xF14)), ("all", hart), "one that was halted before")
    j.register(DCSR, 1 << 2)
    begin = time.monotonic()
    j.resume(hart)
    same(j.status("running"), "all", "a step is not done")
    return time.monotonic() - begin


@on("debug")
def stopped_harts_and_the_debug_module(board):
    j = Jtag(board)
    j.start()
    j.halt(3)
    for _ in range(20):
        if step_while_stopped(j, 3) < 0.9:  # to wait for it would take 1 s
            break
        j.sb_write(STOP, 0)  # the host was busy
        wait(lambda: j.status("halted") == "all", "the step is done")
    else:
        raise AssertionError("a step is waited for while the clock stands")
    j.control(0)
    stood, cycle = j.sb_read(RAM), j.sb_read(CYCLE)
    j.halt(0)
    j.halt(1)
    same(j.status("halted"), "none", "a halt is not taken while the clock stands")
    j.control(1)  # not asked for any more
    same(j.status("halted"), "none", "nor afterwards")
    j.sb_write(RAM + 0x3000, 5)
    same((j.sb_read(RAM + 0x3000), j.sb_read(CYCLE)), (5, cycle), "memory can be written")
    j.control(0, HALTREQ)
    same(j.sb_read(RAM), stood, "hart 0 stands")
    j.sb_write(STOP, 0)
    same(j.status("halted"), "all", "and is halted when the clock goes on")
    same(j.sb_read(RAM), stood, "before it does anything")
    j.control(3)
    wait(lambda: j.status("halted") == "all", "the step is done")
    j.control(1)
    wait(lambda: j.sb_read(CYCLE) > cycle, "time goes on")
    same(j.status("running"), "all", "a halt that was taken back is not done")


@on("lonely", "topology=torus:4x4,on-exit=pause")
def stopped_is_no_deadlock(board):
    j = Jtag(board)
    first = ends(board, 1)
    same(" deadlock " in first[0], True, "undisturbed it is one")
    j.start()
    j.sb_write(STOP, 60)
    j.sb_write(RESET, 1)
    same((j.sb_read(CYCLE), j.sb_read(STOP)), (0, 60), "reset, the clock stands at 0")
    j.control(0)
    time.sleep(0.3)
    same((j.sb_read(CYCLE), len(ends(board, 1))), (0, 1), "and nothing ends")
    j.sb_write(STOP, 0)
    same(ends(board, 2)[1], first[0], "then it is the same run")


@on("lonely", "topology=torus:4x4,on-exit=pause")
def where_all_sleep_the_clock_has_come(board):
    """Hart 0 computes for a while before it sleeps, which nobody waits for."""
    LOOPS = 5000
    j = Jtag(board)
    ends(board, 1)
    j.start()
    j.control(0, SETRESETHALT)
    j.sb_write(STOP, 60)
    j.sb_write(RESET, 1)
    code = [0xFFF28293, 0xFE029EE3, 0x10500073, 0xFFDFF06F]  # addi t0, -1; bnez t0, -4; wfi; j -4
    for i, word in enumerate(code):
        j.memory(RAM + 0x3000 + 4 * i, word)
    j.register(GPR + 5, LOOPS)
    j.register(DPC, RAM + 0x3000)
    j.resume(0)
    j.sb_write(STOP, 0)
    end = int(ends(board, 2)[1].split("cycles=")[1].split()[0])
    same(2 * LOOPS < end < 2 * LOOPS + 100, True, "it ends in %d" % end)
    same((j.sb_read(CYCLE), j.sb_read(AHEAD)), (end, 0), "and that is shown")


def move(j, g, pick):
    """One of all that debuggers do, to some hart."""
    hart, cycle = pick.randrange(16), j.sb_read(CYCLE)

    def step():
        j.halt(hart)
        if j.status("halted") == "all":
            j.register(DCSR, pick.choice((0, 1 << 2)))
            j.resume(hart)

    def reset_hart():
        j.control(hart, HARTRESET)
        j.control(hart, pick.choice((0, SETRESETHALT, CLRRESETHALT)))

    def reset_board():
        j.control(hart, NDMRESET | pick.choice((0, HALTREQ)))
        j.control(hart)

    def all_harts():
        j.select_all(16)
        j.control(hart, HASEL | pick.choice((HALTREQ, RESUMEREQ)))
        j.control(hart)

    pick.choice((
        step, reset_hart, reset_board, all_harts,
        lambda: j.halt(hart),
        lambda: j.resume(hart),
        lambda: j.sb_write(STOP, pick.choice((0, 0, 60))),
        lambda: until(j, cycle + pick.choice((1, 5, 100, 100000))),
        lambda: j.sb_write(RESET, 1),
        lambda: j.socket.sendall(b"sr"),
        lambda: g.run_for(pick.random() / 100),
        lambda: g.word(RESET, 1),
        lambda: g.word(STOP, pick.choice((0, 60))),
    ))()


@on("debug", "topology=torus:4x4")
def whatever_debuggers_do_the_board_goes_on(board):
    """Two of them, at the same time."""
    j, g, pick = Jtag(board), Gdb(board), random.Random(1)
    j.start()
    for _ in range(1000):
        move(j, g, pick)
    for hart in range(16):
        j.control(hart, CLRRESETHALT)
    until(j, 0)
    j.sb_write(STOP, 0)
    j.sb_write(RESET, 1)
    for hart in range(16):
        j.resume(hart)
    g.send("vCont;c")
    for hart in 0, 1:
        j.control(hart)
        count = j.sb_read(RAM)
        wait(lambda: j.sb_read(RAM) != count, "hart %d goes on" % hart)
    same("nocturne:" in board.said(), False, "nothing is said")


# --- the run does not notice ------------------------------------------------------------

def all_counters(j, nodes):
    """Of a run that has ended; where harts are belongs to them."""
    words = read_block(j, COUNTERS, 64 * nodes)
    same(j.sb_error(), 0, "sberror")
    return words


def moment():
    """A while in which the run gets on by a few hundred cycles."""
    return random.uniform(0, 0.0003)


def not_noticed(board, stop, start):
    """Runs with calls of stop(), which returns the cycle in which the board stood, until
    twenty took effect: each run is as the first."""
    j = Jtag(board)
    received = symbol("traffic", "received")
    first = ends(board, 1)[0]
    j.start()
    counters, text = all_counters(j, 64), printed(j)[0]
    runs, stops = 1, 0
    while stops < 20:
        for node in range(64):  # RAM stays at a reset, and so would this sum
            j.sb_write(PEEK_NODE, node)
            j.sb_write(PEEK_RAM + received - RAM, 0)
        start(j)
        runs, cycles = runs + 1, set()
        while board.said().count("nocturne: end ") < runs:
            cycles.add(stop(j))
        stops += len(cycles - {0})
        same(ends(board, runs)[-1], first, "the end of run %d, with %d stops" % (runs, len(cycles)))
        same(all_counters(j, 64), counters, "the counters")
        same(printed(j, len(text)), (text, runs * len(text)), "the console")


def from_reset(j):
    j.sb_write(STOP, 60)
    j.sb_write(RESET, 1)
    j.sb_write(STOP, 0)


@on("traffic", "topology=torus:8x8,on-exit=pause")
def stops_by_the_debug_module_are_not_noticed(board):
    def stop(j):
        time.sleep(moment())
        j.sb_write(STOP, 60)
        cycle = j.sb_read(CYCLE)
        read_block(j, COUNTERS, 32)
        j.sb_write(STOP, 0)
        return cycle

    not_noticed(board, stop, from_reset)


@on("traffic", "topology=torus:8x8,on-exit=pause,stop-wait=0")
def stops_in_a_hurry_are_not_noticed(board):
    def stop(j):
        time.sleep(moment())
        j.sb_write(STOP, 60)
        cycle = j.sb_read(CYCLE)
        if random.random() < 0.5:  # else those that are behind come only when the clock goes on
            stop_whole(j, 60)
        j.sb_write(STOP, 0)
        return cycle

    not_noticed(board, stop, from_reset)


@on("traffic", "topology=torus:8x8,on-exit=pause")
def stops_by_gdb_are_not_noticed(board):
    g = Gdb(board)

    def stop(j):
        g.run_for(moment())
        same(g.word(STOP, 60), "OK", "STOP")
        cycle = g.word(CYCLE)
        g.run_until(lambda: not g.word(AHEAD), "all harts come")
        cycle = g.word(CYCLE)
        g.run_for(moment())
        same(g.word(CYCLE), cycle, "continued, the clock stands")
        same(g.word(STOP, 0), "OK", "STOP 0")
        return cycle

    def start(j):
        same(g.word(RESET, 1), "OK", "RESET")
        same(g.word(CYCLE), 0, "a run that has ended begins again when gdb says so")

    g.send("vCont;c")
    wait(lambda: board.said().count("nocturne: end ") >= 1, "the run ends")
    g.receive()
    not_noticed(board, stop, start)


# --- QEMU's gdb server -------------------------------------------------------------------

@on("debug")
def gdb_writes_what_the_debug_module_writes(board):
    g = Gdb(board)
    same([g.word(a) for a in (VERSION, NODES, NI + NI_NODE)], [0x4E4F4406, 4, 0], "the page")
    same((g.word(NI + NI_TAU_S, 9), g.word(NI + NI_TAU_S)), ("OK", 9), "a register")
    same((g.word(PEEK_NODE, 2), g.word(PEEK + NI_NODE)), ("OK", 2), "PEEK")
    same((g.word(PEEK + NI_TAU_S, 7), g.word(PEEK + NI_TAU_S)), ("OK", 7), "a peek register")
    same((g.word(PEEK_RAM + 0x2000, 5), g.word(PEEK_RAM + 0x2000)), ("OK", 5), "peek RAM")
    g.ask("Hg3")
    same((g.word(NI + NI_NODE), g.word(NI + NI_TAU_S), g.word(RAM + 0x2000)), (2, 7, 5),
         "as thread 3 sees it")
    same(g.ask("M%x,6:010203040506" % (RAM + 0x2001)), "OK", "bytes of RAM")
    same(g.ask("m%x,8" % (RAM + 0x2000)), "0501020304050600", "are there")
    same((g.word(IMAGE + 0x100000, 0x1234), g.word(IMAGE + 0x100000)), ("OK", 0x1234), "the image")
    for what, packet in (("a byte of a register", "M%x,1:00" % NI),
                         ("nothing there", "M0,4:00000000"),
                         ("the counters", "M%x,4:00000000" % COUNTERS),
                         ("a byte of the page", "m%x,1" % STOP)):
        same(g.ask(packet), "E14", what)
    g.ask("Hg1")
    same(g.word(STOP, 250), "OK", "STOP")
    g.run_until(lambda: not g.word(AHEAD), "all harts come")
    cycle = g.word(CYCLE)
    g.run_for(0.2)
    same((g.word(CYCLE), g.word(STOP)), (cycle, 250), "stopped, and continued, it stands")
    same(g.word(STOP, 2), "OK", "not for so long")
    g.run_until(lambda: not g.word(STOP), "until the time is up")
    g.run_until(lambda: g.word(CYCLE) > cycle, "the clock goes on")
    same(g.word(RESET, 1), "OK", "RESET")
    same((g.word(CYCLE), g.word(NI + NI_TAU_S)), (0, 0), "everything is reset")
    same(g.word(PEEK_NODE), 2, "but the page")
    g.run_until(lambda: g.word(CYCLE) > 0, "when gdb says so")


@on("traffic", "topology=torus:8x8,on-exit=pause")
def others_than_gdb_do_not_stop_the_board(board):
    """A browser that comes to the gdb server's port: hung up on at its first byte."""
    for request in (b"POST / HTTP/1.1\r\n\r\n$M%x,4:01000000#00" % RESET, b"\0", b"\x16\x03\x01"):
        s = board.connect(board.gdb)
        try:
            s.sendall(request)
            while s.recv(100):  # it says that the machine has stopped, and goes on
                pass
        except ConnectionError:
            pass
        s.close()
    wait(lambda: board.said().count("nocturne: end ") >= 1, "the run ends")
    g = Gdb(board)
    same(g.ask("qRcmd,%s" % b"info version".hex()), "", "there is no monitor")
    for packet in "qqemu.PhyMemMode", "Qqemu.PhyMemMode:1", "vFile:setfs:0":
        same(g.ask(packet), "", packet)
    g.ask("qXfer:features:read:target.xml:0,ffb")  # else registers have no numbers
    same([g.ask("p" + n) for n in ("1f", "ffffffff", "80000000", "10000")][1:], 3 * ["E14"],
         "registers that there are not")


finish()
