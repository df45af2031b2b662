#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The interpreter of the gateware's core against binutils and against QEMU.

usage: interpreter.py expand BUILD           all compressed instructions, as objdump reads them
       interpreter.py names BUILD COUNT      random words of 32 bits, as objdump names them
       interpreter.py qemu BUILD COUNT SEED  a random program of about COUNT instructions: registers
                                             and trap CSRs before each of them, as in the emulator

Status 1 and one line at the first difference.
"""
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

CROSS = os.environ.get("CROSS", "riscv64-unknown-elf-")
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MNEMONIC = re.compile(r"\s*([0-9a-f]+):\t\S+\s+\t?(.*)")


def run(*command, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **more).stdout


def disassemble(data):
    """objdump's (address, text without comments) of each instruction in these bytes."""
    with tempfile.NamedTemporaryFile(suffix=".bin") as binary:
        binary.write(data)
        binary.flush()
        text = run(CROSS + "objdump", "-D", "-b", "binary", "-m", "riscv:rv32", "-M", "no-aliases",
                   binary.name).decode()
    lines = [line.split("\t", 2) for line in text.splitlines() if re.match(r"\s*[0-9a-f]+:\t", line)]
    return [(int(line[0].strip(" :"), 16), line[2].split(" #")[0].replace("\t", " ").strip())
            for line in lines]


def fail(text):
    sys.exit("interpreter: " + text)


# --- compressed instructions ---------------------------------------------------------------------

# What the text of a compressed instruction becomes: {0}, {1}, {2} are its operands. Shifts by 0,
# which are hints, have names of their own in binutils 2.40.
EXPANDED = {
    "addi": "addi {0},{0},{1}", "addi16sp": "addi {0},{0},{1}", "addi4spn": "addi {0},{1},{2}",
    "li": "addi {0},zero,{1}", "lui": "lui {0},{1}", "slli": "slli {0},{0},{1}",
    "srli": "srli {0},{0},{1}", "srai": "srai {0},{0},{1}", "slli64": "slli {0},{0},0x0",
    "srli64": "srli {0},{0},0x0", "srai64": "srai {0},{0},0x0", "andi": "andi {0},{0},{1}",
    "mv": "add {0},zero,{1}", "add": "add {0},{0},{1}", "sub": "sub {0},{0},{1}",
    "xor": "xor {0},{0},{1}", "or": "or {0},{0},{1}", "and": "and {0},{0},{1}",
    "lw": "lw {0},{1}", "lwsp": "lw {0},{1}", "sw": "sw {0},{1}", "swsp": "sw {0},{1}",
    "jr": "jalr zero,0({0})", "jalr": "jalr ra,0({0})", "j": "jal zero,{0}", "jal": "jal ra,{0}",
    "beqz": "beq {0},zero,{1}", "bnez": "bne {0},zero,{1}", "ebreak": "ebreak"}
FLOATING = {"c." + name for name in ("fld", "fldsp", "flw", "flwsp", "fsd", "fsdsp", "fsw", "fswsp")}


def relative(address, text):
    """The same text with the target of a jump or branch as a distance."""
    if not re.match(r"c\.(j|jal|beqz|bnez) |(jal|beq|bne) ", text):
        return text
    head, target = re.match(r"(.*?)(0x[0-9a-f]+)$", text).groups()
    return head + str((int(target, 16) - address + (1 << 31)) % (1 << 32) - (1 << 31))


def is_legal(text):
    """Whether RV32IMAC has this compressed instruction; binutils prints some that it has not."""
    name, _, operands = text.partition(" ")
    if name in FLOATING or name in (".2byte", ".insn", "c.unimp") or text == "c.addi16sp sp,0":
        return False
    return not (name in ("c.slli", "c.srli", "c.srai") and int(operands.split(",")[1], 16) > 31)


def check_expand(build):
    words = struct.unpack("<65536I", run(build + "/gateware/interpret", "expand"))
    halves = [half for half in range(1 << 16) if half & 3 != 3]
    short = disassemble(b"".join(struct.pack("<H", half) for half in halves))
    long = iter(disassemble(b"".join(struct.pack("<I", words[half]) for half in halves
                                     if words[half])))
    for half, (address, text) in zip(halves, short):
        text = relative(address, text)
        if not words[half]:
            if is_legal(text):
                fail("%04x is illegal, and objdump says %s" % (half, text))
            continue
        got = relative(*next(long))
        name, _, operands = text.partition(" ")
        want = is_legal(text) and EXPANDED[name[2:]].format(*operands.split(","))
        if got != want:
            fail("%04x is %s, and objdump says %s" % (half, got, text))
    print("%d compressed instructions" % sum(word != 0 for word in words))


# --- names ---------------------------------------------------------------------------------------

def rows():
    """(name, mask, match) of instructions.def."""
    with open(TOP + "/gateware/interpreter/instructions.def") as table:
        return [(name, int(mask, 16), int(match, 16)) for name, mask, match in
                re.findall(r"^RV32\((\w+),\s*(0x\w+), (0x\w+),", table.read(), re.M)]


def is_fence(text, word):
    """Fences whose reserved fields are not 0 are none for objdump; names of special ones."""
    return text in ("fence.tso", "pause") or (text[0] == "." and word & 0x000f8f80 != 0) or \
        (text[0] == "." and word & 0x7000 == 0x1000)


def is_long_shift(text, word):
    """A shift by more than 31, which objdump reads for RV64."""
    return text in ("slli", "srli", "srai") and word & 1 << 25 != 0


def check_names(build, count):
    draw = random.Random(15)
    table, data, words = rows(), b"", []
    while len(words) < count:
        name, mask, match = draw.choice(table)
        word = draw.getrandbits(32) & ~mask | match
        if draw.random() < 0.4:
            word ^= 1 << draw.randrange(2, 32)
        if draw.random() < 0.2:
            word = draw.getrandbits(32) | 3
        if word & 0x1c != 0x1c:  # not longer than 32 bits
            words.append(word)
    data = struct.pack("<%dI" % count, *words)
    names = run(build + "/gateware/interpret", "names", input=data).decode().split()
    ours = {name.replace("_", ".") for name, _, _ in table}
    for word, name, (_, text) in zip(words, names, disassemble(data)):
        name, text = name.replace("_", "."), re.sub(r"\.(aq|rl|aqrl)$", "", text.split(" ")[0])
        if name != text and (name != "illegal" or text in ours) and \
                not (name.startswith("fence") and is_fence(text, word)) and \
                not (name == "illegal" and is_long_shift(text, word)):
            fail("%08x is %s, and objdump says %s" % (word, name, text))
    print("%d words, %d of them instructions" % (count, sum(n != "illegal" for n in names)))


# --- QEMU ----------------------------------------------------------------------------------------

BEGIN = """
    .option arch, +zicsr
    .option arch, +zifencei
    .globl _start
_start:
    csrr t0, mhartid
    bnez t0, stop
    la t0, handler
    csrw mtvec, t0
    li s0, 0x80008000
    li sp, 0x80004000
    la s1, _start
"""
# Behind a trap it goes on behind the instruction; behind a fetch that failed, at s2.
END = """
stop:
    li t0, 0x10000000
    sw zero, 0xc4(t0)
1:  wfi
    j 1b
    .balign 4
handler:
    csrr t4, mcause
    li t5, 1
    beq t4, t5, 3f
    csrr t4, mepc
    lhu t5, 0(t4)
    andi t5, t5, 3
    addi t5, t5, -3
    addi t4, t4, 2
    bnez t5, 2f
    addi t4, t4, 2
2:  csrw mepc, t4
    mret
3:  csrw mepc, s2
    mret
"""
ANY = ["zero", "ra", "gp", "tp", "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7",
       "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t6"]
SHORT = ["a0", "a1", "a2", "a3", "a4", "a5"]
REGISTERS = ("add sub sll slt sltu xor srl sra or and mul mulh mulhsu mulhu div divu rem remu"
             .split())
IMMEDIATE = "addi slti sltiu xori ori andi".split()
ATOMIC = "amoswap amoadd amoxor amoand amoor amomin amomax amominu amomaxu".split()
BRANCHES = "beq bne blt bge bltu bgeu".split()
ILLEGAL = [".word 0xffffffff", ".half 0", ".word 0x0000007f", "csrr a0, 0x7c0", "csrw cycle, a0",
           ".half 0x8002", ".word 0x02007013 | 0x40000000 | 0x33", "csrr a1, 0x123"]


class Program:
    """Random lines of assembly."""

    def __init__(self, seed):
        self.draw, self.lines, self.labels = random.Random(seed), [], 0

    def any(self):
        return self.draw.choice(SHORT if self.draw.random() < 0.5 else ANY)

    def value(self):
        return self.draw.choice([0, 1, -1, 1 << 31, (1 << 31) - 1, self.draw.getrandbits(32),
                                 self.draw.getrandbits(8), self.draw.getrandbits(16)])

    def put(self, text, *more):
        self.lines.append("    " + text.format(*more))

    def label(self):
        self.labels += 1
        return ".L%d" % self.labels

    def registers(self):
        self.put("{} {}, {}, {}", self.draw.choice(REGISTERS), self.any(), self.any(), self.any())

    def two_registers(self):
        to = self.any()
        self.put("{} {}, {}, {}", self.draw.choice(REGISTERS), to, to, self.any())

    def immediate(self):
        by = self.draw.choice([self.draw.randrange(-2048, 2048), self.draw.randrange(-32, 32)])
        self.put("{} {}, {}, {}", self.draw.choice(IMMEDIATE), self.any(), self.any(), by)

    def shift(self):
        self.put("{} {}, {}, {}", self.draw.choice(["slli", "srli", "srai"]), self.any(), self.any(),
                 self.draw.randrange(32))

    def constant(self):
        self.put("li {}, {}", self.any(), self.value())

    def upper(self):
        self.put("{} {}, {}", self.draw.choice(["lui", "auipc"]), self.any(),
                 self.draw.randrange(1 << 20))

    def load(self):
        size, names = self.draw.choice([(1, ["lb", "lbu"]), (2, ["lh", "lhu"]), (4, ["lw"])])
        base = self.draw.choice(["s0", "s1", "sp"])
        self.put("{} {}, {}({})", self.draw.choice(names), self.any(),
                 self.draw.randrange(0, 64 if base == "s1" else 2048, size), base)

    def store(self):
        size, name = self.draw.choice([(1, "sb"), (2, "sh"), (4, "sw")])
        self.put("{} {}, {}({})", name, self.any(), self.draw.randrange(0, 256, size),
                 self.draw.choice(["s0", "sp"]))

    def atomic(self):
        self.put("addi t6, s0, {}", 4 * self.draw.randrange(64))
        self.put("{}.w {}, {}, (t6)", self.draw.choice(ATOMIC), self.any(), self.any())

    def pair(self):
        self.put("lr.w {}, (s0)", self.any())
        self.put("addi t6, s0, {}", 4 * (self.draw.randrange(4) == 0))
        self.put("sc.w {}, {}, (t6)", self.any(), self.any())
        self.put("sc.w {}, {}, (s0)", self.any(), self.any())

    def branch(self):
        label = self.label()
        self.put("{} {}, {}, {}", self.draw.choice(BRANCHES), self.any(),
                 self.draw.choice([self.any(), "zero"]), label)
        self.registers()
        self.immediate()
        self.lines.append(label + ":")

    def jump(self):
        label = self.label()
        if self.draw.random() < 0.5:
            self.put("jal {}, {}", self.draw.choice(["ra", "zero", self.any()]), label)
        else:
            self.put("la t5, {}", label)
            self.put("jalr {}, 0(t5)", self.draw.choice(["ra", "zero", "t5", self.any()]))
        self.registers()
        self.lines.append(label + ":")

    def csr(self):
        self.put("andi {0}, {0}, -2", "a0")
        self.put("{} {}, {}, a0", self.draw.choice(["csrrw", "csrrs", "csrrc"]), self.any(),
                 self.draw.choice(["mscratch", "mepc", "mtval"]))
        self.put("{} {}, mscratch, {}", self.draw.choice(["csrrwi", "csrrsi", "csrrci"]), self.any(),
                 self.draw.randrange(32))
        self.put("csrr {}, {}", self.any(), self.draw.choice(["mhartid", "mcause", "mtvec"]))

    def trap(self):
        label = self.label()
        kind = self.draw.randrange(6)
        if kind == 0:
            self.put(self.draw.choice(["ecall", "ebreak", "c.ebreak"]))
        elif kind == 1:
            self.put("{} {}, 0(zero)", self.draw.choice(["lw", "lb", "sh"]), self.any())
        elif kind == 2:
            self.put("{} {}, 16(s1)", self.draw.choice(["sw", "sb", "sh"]), self.any())
        elif kind == 3:
            self.put("la s2, {}", label)
            self.put("jr {}(zero)", 2 * self.draw.randrange(64))
        else:
            self.put(self.draw.choice(ILLEGAL))
        self.lines.append(label + ":")

    def fence(self):
        self.put(self.draw.choice(["fence", "fence.i", "nop", "fence rw, w"]))

    def build(self, count, elf):
        kinds = [self.registers] * 8 + [self.two_registers] * 6 + [self.immediate] * 6 + \
            [self.shift] * 3 + [self.constant] * 4 + [self.upper] + [self.load] * 4 + \
            [self.store] * 3 + [self.atomic, self.atomic, self.pair, self.jump, self.csr,
                                self.trap, self.fence] + [self.branch] * 3
        while len(self.lines) < count:
            self.draw.choice(kinds)()
        source = BEGIN + "\n".join(self.lines) + END
        run(CROSS + "gcc", "-march=rv32imac", "-mabi=ilp32", "-nostdlib", "-nostartfiles",
            "-Wl,-N,-Ttext=0x20000000,--build-id=none,--no-warn-rwx-segments", "-o", elf, "-x",
            "assembler", "-", input=source.encode())


FIELDS = ["mtvec", "mepc", "mcause", "mtval", "mscratch"]


def emulated(build, elf, log):
    """What the emulator's log says of hart 0: a line of the interpreter's trace for each."""
    subprocess.run([build + "/qemu-system-nocturne", "-nodefaults", "-display", "none", "-M",
                    "nocturne,topology=mesh:2x2,limit=10000000", "-kernel", elf, "-accel",
                    "tcg,one-insn-per-tb=on", "-d", "cpu,nochain", "-D", log], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    last, state = None, {}
    with open(log) as lines:
        for line in lines:
            words = line.split()
            if words[0] == "pc":
                state = {}
            if not words[0].startswith("x"):
                state[words[0]] = words[1]
                continue
            for name, value in zip(words[::2], words[1::2]):
                state[name.split("/")[0]] = value
            if "x31" in state and int(state["mhartid"], 16) == 0:
                whole = [state["pc"]] + [state["x%d" % i] for i in range(1, 32)] + \
                    [state[name] for name in FIELDS]
                if whole != last:  # an access to a register is logged twice
                    yield whole
                last = whole


def check_qemu(build, count, seed):
    names = ["pc"] + ["x%d" % i for i in range(1, 32)] + FIELDS
    with tempfile.TemporaryDirectory() as scratch:
        elf, steps = scratch + "/program.elf", 0
        Program(seed).build(count, elf)
        ours = run(build + "/gateware/interpret", elf, "trace").decode().splitlines()
        theirs = emulated(build, elf, scratch + "/log")
        for line in ours:
            got = line.split()
            if int(got[0], 16) < 0x20000000:
                continue  # where nothing can be fetched, the emulator logs nothing
            want = next(theirs, None)
            if got != want:
                first = next((i for i, pair in enumerate(zip(got, want or [])) if pair[0] != pair[1]),
                             0)
                fail("seed %d, instruction %d, pc %s: %s is %s, in the emulator %s" %
                     (seed, steps, got[0], names[first], got[first], want and want[first]))
            steps += 1
    print("%d instructions" % steps)


def main(arguments):
    if arguments[:1] == ["expand"] and len(arguments) == 2:
        check_expand(arguments[1])
    elif arguments[:1] == ["names"] and len(arguments) == 3:
        check_names(arguments[1], int(arguments[2]))
    elif arguments[:1] == ["qemu"] and len(arguments) == 4:
        check_qemu(arguments[1], int(arguments[2]), int(arguments[3]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
