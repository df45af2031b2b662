# SPDX-License-Identifier: BSD-2-Clause
"""The emulated board: how fast, how large; the message layer's cost."""
import re
import tempfile

from host import Failed, free_kb, interleaved, named_numbers, run
from table import Row

STOCK_QEMU = "qemu-system-riscv32"
STOCK = [STOCK_QEMU, "-M", "virt", "-m", "16M", "-bios", "none", "-icount", "shift=0,sleep=off",
         "-nographic", "-monitor", "none", "-serial", "stdio", "-kernel"]
FLITS = 64
LARGE_CORES, LARGE_KB = 16384, 8 << 20


def broadcast(b):
    """noct run, from process start to exit."""
    goals = {64: 0.5, 1024: 1.5, 4096: 5.0}
    for topology, cores in [("torus:8x8", 64), ("torus:32x32", 1024), ("torus:64x64", 4096),
                            ("torus:128x128", LARGE_CORES)]:
        if cores == LARGE_CORES and free_kb() < LARGE_KB:
            b.note(f"{topology}: left out, needs {LARGE_KB >> 20} GB of free memory")
            continue
        command = [b.noct, "run", "--topology", topology, "--algorithm", "u-torus", "--source", "0",
                   "--dests", "all", "--length", str(FLITS), "--json"]
        r = interleaved([command], 1 if cores == LARGE_CORES else b.repeat)[0]
        name = f"broadcast_{cores}"
        b.add(Row(f"host_{name}_wall_s", f"{cores} cores: process start to exit", r.wall_s, "s", goals.get(cores)))
        b.add(Row(f"host_{name}_cpu_s", "    CPU seconds", r.cpu_s, "s"))
        b.add(Row(f"host_{name}_kb_per_core", "    host memory per core", r.rss_kb / cores, "KB",
                  400 if cores >= 4096 else None))


def start(b):
    """QEMU from its start until the first instruction could run."""
    def command(topology):
        return [b.qemu, "-M", f"nocturne,topology={topology}", "-kernel", b.firmware("compute"),
                "-nodefaults", "-display", "none", "-S", "-monitor", "stdio"]
    small, large = interleaved([command("torus:8x8"), command("torus:64x64")], b.repeat, "quit\n")
    more = 4096 - 64
    b.add(Row("host_init_us_per_core", "building a core: CPU", (large.cpu_s - small.cpu_s) / more * 1e6, "us"))
    b.add(Row("host_init_kb_per_core", "    host memory", (large.rss_kb - small.rss_kb) / more, "KB"))


def executed(text, cores):
    """Instructions of all cores in compute.c's loop, by what it printed."""
    found = re.search(r"(\d+) instructions on each of", text)
    if not found:
        raise Failed(f"compute: printed {text!r}")
    return int(found.group(1)) * cores


def compute(b):
    """The same loop on the board and on QEMU's stock machine, start-up subtracted."""
    def board(topology, elf):
        return [b.qemu, "-M", f"nocturne,topology={topology}", "-nodefaults", "-display", "none", "-kernel",
                b.firmware(elf)]
    commands = [STOCK + [b.bench_elf("compute-virt")], STOCK + [b.bench_elf("compute-virt-short")],
                board("mesh:2", "compute"), board("mesh:2", "hello"),
                board("torus:8x8", "compute"), board("torus:8x8", "hello")]
    stock, stock_short, two, two_short, many, many_short = interleaved(commands, b.repeat)

    stock_rate = (executed(stock.out, 1) - executed(stock_short.out, 1)) / (stock.cpu_s - stock_short.cpu_s)
    b.add(Row("host_virt_mips", "stock QEMU's virt, 1 core", stock_rate / 1e6, "MIPS"))
    for cores, long, short in [(2, two, two_short), (64, many, many_short)]:
        rate = executed(long.out, cores) / (long.cpu_s - short.cpu_s)
        b.add(Row(f"host_compute_{cores}_mips", f"nocturne, {cores} cores", rate / 1e6, "MIPS"))
        b.add(Row(f"host_compute_{cores}_ratio", "    of virt's", rate / stock_rate, "", 0.8, least=True))


def exchange(b):
    """All cores communicate all the time: long run less short run."""
    for pattern, name, text, rounds in [(1, "ring", "ring shifts of 8 flits", (20, 420)),
                                        (2, "barrier", "barriers", (20, 420)),
                                        (3, "all_to_all", "all-to-all of 8 flits", (1, 7))]:
        commands = [[b.noct, "run", "--topology", "torus:8x8", "--firmware", b.bench_elf("exchange"),
                     "--seed", str(pattern), "--length", str(r)] for r in rounds]
        short, long = interleaved(commands, b.repeat)
        count = [named_numbers(r.out + r.err)["instructions"] for r in (short, long)]
        cycles = [int(re.search(r"in cycle (\d+)", r.out + r.err).group(1)) for r in (short, long)]
        cpu_s = long.cpu_s - short.cpu_s
        b.add(Row(f"host_{name}_mips", f"{text}, 64 cores", (count[1] - count[0]) / cpu_s / 1e6, "MIPS"))
        b.add(Row(f"host_{name}_kcycles_per_s", "    board cycles", (cycles[1] - cycles[0]) / cpu_s / 1e3, "k/s"))


def messages(b):
    """The message layer, in the cores' instructions: exact, the same on any host."""
    r = run([b.noct, "run", "--topology", "mesh:2", "--firmware", b.firmware("cost")])
    cost = named_numbers(r.out + r.err)
    b.add(Row("send_instructions", "eager send of 8 flits", cost["send"], "instr.", 80))
    b.add(Row("receive_instructions", "matching receive", cost["receive"], "instr.", 100))
    b.add(Row("receive_with_status_instructions", "    with status", cost["receive_with_status"], "instr."))
    b.add(Row("send_and_acknowledge_instructions", "send, with the last one's ACK", cost["send_and_acknowledge"],
              "instr."))
    b.add(Row("round_trip_instructions", "ping-pong: send, receive, waits", cost["round_trip"], "instr."))


# A network of 4,096 or more cores for each algorithm.
PLANS = [("separate", "cube:12"), ("u-cube", "cube:12"), ("maxport", "cube:12"), ("combine", "cube:12"),
         ("w-sort", "cube:12"), ("w-sort-local", "cube:12"), ("u-torus", "torus:64x64"), ("u-mesh", "mesh:64x64"),
         ("u-ccc", "ccc:9"), ("postorder", "graph:")]


def lattice(width):
    """A square of switches, three cores at each."""
    switches = width * width
    links = [(s, s + 1) for s in range(switches) if (s + 1) % width]
    links += [(s, s + width) for s in range(switches - width)]
    links += [(core % switches, core) for core in range(switches, 4 * switches)]
    return f"nodes {4 * switches}\nswitch 0-{switches - 1}\n" + "".join(f"{a} {b}\n" for a, b in links)


def plan_steps(b):
    """Planning for 64 destinations, in the cores' instructions: exact, the same on any host."""
    with tempfile.NamedTemporaryFile("w", encoding="ascii") as f:
        f.write(lattice(32))
        f.flush()
        for algorithm, topology in PLANS:
            graph = topology == "graph:"
            r = run([b.noct, "run", "--topology", topology + f.name * graph, "--algorithm", algorithm, "--ports", "all",
                     "--source", "1365", "--dests", "random:64", "--firmware", b.firmware("plans")])
            cost = dict(re.findall(r"(order|source|relay_max|all_steps) (\d+)", r.out + r.err))
            name, where = algorithm.replace("-", "_"), "32x32 switches, 3 cores each" if graph else topology
            b.add(Row(f"plan_{name}_source_instructions", f"{algorithm}, {where}: source", int(cost["source"]), "instr."))
            b.add(Row(f"plan_{name}_order_instructions", "    of them for the order, by plan at all", int(cost["order"]),
                      "instr."))
            b.add(Row(f"plan_{name}_relay_max_instructions", "    the busiest relay's steps", int(cost["relay_max"]),
                      "instr."))


def layer_static(b):
    """.data and .bss of the message layer's objects."""
    lines = run([b.size, b.layer]).out.splitlines()[1:]
    return sum(int(f[1]) + int(f[2]) for f in (line.split() for line in lines))


def memory(b):
    """RAM that the message layer takes on each core."""
    static = layer_static(b)
    for topology, cores in [("torus:8x8", 64), ("torus:64x64", 4096)]:
        r = run([b.noct, "run", "--topology", topology, "--firmware", b.bench_elf("memory")])
        heap = named_numbers(r.out + r.err)
        b.add(Row(f"layer_ram_{cores}_bytes", f"{cores} cores: variables, arena, slots, kept copies",
                  static + heap["init"], "bytes"))
        b.add(Row(f"layer_group_{cores}_bytes", "    slots of the group, 64 flits", heap["group"], "bytes"))
        b.add(Row(f"layer_plan_{cores}_bytes", "    a plan of a broadcast", heap["plan"], "bytes"))
