# SPDX-License-Identifier: BSD-2-Clause
"""A board behind JTAG, and the Debug Module Interface over remote_bitbang."""
import os
import signal
import socket
import subprocess
import tempfile
import time

IR_IDCODE, IR_DTMCS, IR_DMI, IR_BYPASS = 0x01, 0x10, 0x11, 0x1F
IR_BITS, DMI_BITS = 5, 41
DATA0, DATA1, DMCONTROL, DMSTATUS = 0x04, 0x05, 0x10, 0x11
HARTINFO, HALTSUM1, HAWINDOWSEL, HAWINDOW = 0x12, 0x13, 0x14, 0x15
ABSTRACTCS, COMMAND, ABSTRACTAUTO, HALTSUM2 = 0x16, 0x17, 0x18, 0x34
SBCS, SBADDRESS0, SBDATA0, HALTSUM0 = 0x38, 0x39, 0x3C, 0x40
ACTIVE, NDMRESET, CLRRESETHALT, SETRESETHALT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
HASEL, ACKHAVERESET, HARTRESET, RESUMEREQ, HALTREQ = 1 << 26, 1 << 28, 1 << 29, 1 << 30, 1 << 31
DCSR, DPC, MCYCLE, MINSTRET, GPR = 0x7B0, 0x7B1, 0xB00, 0xB02, 0x1000
SECONDS = 240  # for what hangs: nothing takes nearly so long, on a slow and busy host either


def passes(name, test, board):
    """Whether this test of this board does, in a line. The board is stopped, whatever happens."""
    try:
        test()
        print("ok " + name)
        return True
    except (AssertionError, OSError, EOFError) as e:
        print("FAILED %s\n%s\n%s" % (name, e, board.said()))
        return False
    finally:
        board.stop()


def same(got, expected, what):
    if got != expected:
        show = [hex(v) if isinstance(v, int) else repr(v) for v in (got, expected)]
        raise AssertionError("%s: %s, not %s" % (what, show[0], show[1]))


def wait(condition, what):
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited in vain: " + what)
        time.sleep(0.001)


class Board:
    """QEMU with listening sockets for its JTAG and its gdb server. image: an ELF file, or options
    that give one."""

    def __init__(self, qemu, image, machine):
        options = ["-kernel", image] if isinstance(image, str) else image
        listeners = [socket.create_server(("127.0.0.1", 0), backlog=1) for _ in range(2)]
        self.address, self.gdb = [s.getsockname() for s in listeners]
        server = "socket,id=%s,fd=%d,server=on,wait=off,nodelay=on"
        self.err = tempfile.NamedTemporaryFile()
        self.out = tempfile.NamedTemporaryFile()
        # Offsets of their own, always at the end.
        appended = [open(f.name, "a") for f in (self.out, self.err)]
        self.process = subprocess.Popen(
            [qemu, "-nodefaults", "-display", "none", "-M", machine + ",jtag=j",
             "-chardev", server % ("j", listeners[0].fileno()),
             "-chardev", server % ("g", listeners[1].fileno()), "-gdb", "chardev:g"] + options,
            pass_fds=[s.fileno() for s in listeners], stdin=subprocess.DEVNULL,
            stdout=appended[0], stderr=appended[1])
        for s in listeners + appended:
            s.close()

    def connect(self, address=None):
        s = socket.create_connection(address or self.address, SECONDS)
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        s.settimeout(SECONDS)
        return s

    def said(self):
        with open(self.err.name) as f:
            return f.read()

    def printed(self):
        """The lines of the cores, so far."""
        with open(self.out.name) as f:
            return f.read().splitlines()

    def stop(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Jtag:
    """Scans, operations on the Debug Module Interface, and what is made of them."""

    def __init__(self, board):
        self.socket = board.connect()
        self.bytes = ""
        self.reads = 0
        self.ir = None
        self.clock("11111")
        self.clock("0")

    def clock(self, tms, tdi=None, sample=False):
        for i, t in enumerate(tms):
            pins = 2 * int(t) + (int(tdi[i]) if tdi else 0)
            self.bytes += "%d%s%d" % (pins, "R" if sample else "", 4 + pins)
            self.reads += sample

    def flush(self):
        """Sends what is kept; the bits read since the last time, as text."""
        self.socket.sendall(self.bytes.encode())
        got = b""
        while len(got) < self.reads:
            more = self.socket.recv(self.reads - len(got))
            if not more:
                raise EOFError("the board hung up")
            got += more
        self.bytes, self.reads = "", 0
        return got.decode()

    def shift(self, value, bits, sample):
        text = bin(value + (1 << bits))[3:][::-1]
        self.clock("0" * (bits - 1) + "1", text, sample)
        self.clock("10")

    def scan_ir(self, value):
        if self.ir != value:
            self.clock("1100")
            self.shift(value, IR_BITS, False)
            self.ir = value

    def scan_dr(self, value, bits):
        self.clock("100")
        self.shift(value, bits, True)
        return int(self.flush()[::-1], 2)

    def scan_only(self, value, bits):
        self.clock("100")
        self.shift(value, bits, False)

    def dtmcs(self, value=0):
        self.scan_ir(IR_DTMCS)
        return self.scan_dr(value, 32)

    def raw(self, address, data, op):
        """One scan of dmi: what the one before has left (address, data, status)."""
        self.scan_ir(IR_DMI)
        got = self.scan_dr(address << 34 | data << 2 | op, DMI_BITS)
        return got >> 34, got >> 2 & 0xFFFFFFFF, got & 3

    def read(self, address):
        self.scan_ir(IR_DMI)
        self.scan_only(address << 34 | 1, DMI_BITS)
        _, data, status = self.raw(0, 0, 0)
        assert status == 0, status
        return data

    def read_often(self, address, times):
        """What as many reads give, sent together; as many as a socket's buffer takes."""
        self.scan_ir(IR_DMI)
        for i in range(times + 1):  # each scan has what the one before has read
            self.clock("100")
            self.shift(address << 34 | 1 if i < times else 0, DMI_BITS, True)
        bits = self.flush()
        scans = [int(bits[at:at + DMI_BITS][::-1], 2) for at in range(0, len(bits), DMI_BITS)][1:]
        assert not any(scan & 3 for scan in scans), scans
        return [scan >> 2 & 0xFFFFFFFF for scan in scans]

    def write(self, address, data):
        self.scan_ir(IR_DMI)
        self.scan_only(address << 34 | data << 2 | 2, DMI_BITS)
        self.clock("0")
        self.flush()

    # The Debug Module.

    def control(self, hart, bits=0):
        self.write(DMCONTROL, ACTIVE | (hart & 0x3FF) << 16 | hart >> 10 << 6 | bits)

    def start(self):
        self.write(DMCONTROL, 0)
        self.write(DMCONTROL, ACTIVE)

    def status(self, name):
        at = {"halted": 8, "running": 10, "unavail": 12, "nonexistent": 14, "resumeack": 16,
              "havereset": 18}[name]
        value = self.read(DMSTATUS) >> at & 3
        return {0: "none", 1: "any", 3: "all"}[value]

    def halt(self, hart, bits=0):
        self.control(hart, bits | HALTREQ)
        self.control(hart, bits)

    def resume(self, hart, bits=0):
        self.control(hart, bits | RESUMEREQ)
        self.control(hart, bits)

    def select_all(self, nodes):
        for word in range((nodes + 31) // 32):
            self.write(HAWINDOWSEL, word)
            self.write(HAWINDOW, 0xFFFFFFFF)

    def error(self):
        """cmderr, which is cleared."""
        got = self.read(ABSTRACTCS) >> 8 & 7
        self.write(ABSTRACTCS, 7 << 8)
        return got

    def command(self, kind, rest):
        self.write(COMMAND, kind << 24 | rest)
        return self.error()

    def register(self, number, value=None):
        if value is not None:
            self.write(DATA0, value)
        error = self.command(0, 2 << 20 | 1 << 17 | (value is not None) << 16 | number)
        assert error == 0, "register 0x%x: cmderr %d" % (number, error)
        return self.read(DATA0)

    def memory(self, address, value=None, size=2):
        self.write(DATA1, address)
        if value is not None:
            self.write(DATA0, value)
        error = self.command(2, size << 20 | (value is not None) << 16)
        assert error == 0, "memory 0x%x: cmderr %d" % (address, error)
        return self.read(DATA0) & ((1 << (8 << size)) - 1)

    def sb_error(self):
        got = self.read(SBCS) >> 12 & 7
        self.write(SBCS, 7 << 12 | 2 << 17)
        return got

    def sb_read(self, address, size=2):
        self.write(SBCS, 1 << 20 | size << 17)
        self.write(SBADDRESS0, address)
        return self.read(SBDATA0) & ((1 << (8 << size)) - 1)

    def sb_write(self, address, value, size=2):
        self.write(SBCS, size << 17)
        self.write(SBADDRESS0, address)
        self.write(SBDATA0, value)
