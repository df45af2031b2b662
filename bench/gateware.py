# SPDX-License-Identifier: BSD-2-Clause
"""The board as gateware: how fast it is simulated, how fast its core is, how large it is."""
import json
import os
import re
import shutil

from host import Failed, interleaved, run
from table import Row

# network, nodes, cycles in a second that are aimed at
NETWORKS = [("torus:2x2", 4, 12000), ("torus:4x4", 16, 4000), ("torus:8x8", 64, 1000)]
RUNS = 3  # of each, since 64 nodes take 10 s
CORE_PROGRAMS = [("compute", "10000"), ("hello", "1")]  # and nodes, by which compute divides its work
CORE_GOAL = 4.0
LOCKSTEP_GOAL = 1.5
# Parts of gateware/sizes, which has their goals, too.
SIZES = [("router-4-1", "noc_router_1vc"), ("router-4-2", "noc_router_2vc"), ("core", "core")]


def speeds(b):
    """A multicast on tiles, on tiles with the model beside them, and on the emulator, from process start to exit."""
    for topology, nodes, goal in NETWORKS:
        multicast = [b.noct, "run", "--topology", topology, "--algorithm", "u-torus", "--json"]
        rtl = multicast + ["--board", "rtl"]
        alone, beside, emulated = interleaved([rtl, rtl + ["--lockstep"], multicast], min(b.repeat, RUNS))
        speed = {name: json.loads(r.out.splitlines()[-1])["cycles"] / r.cpu_s
                 for name, r in (("alone", alone), ("beside", beside), ("emulated", emulated))}
        name = f"host_gateware_{nodes}"
        b.add(Row(f"{name}_cycles_per_s", f"{nodes} nodes: cycles in a CPU second", speed["alone"], "", goal, least=True))
        b.add(Row(f"{name}_lockstep_cycles_per_s", "    with --lockstep", speed["beside"], ""))
        b.add(Row(f"{name}_lockstep_ratio", "    --lockstep over without", beside.cpu_s / alone.cpu_s, "", LOCKSTEP_GOAL))
        b.add(Row(f"{name}_emulator_ratio", "    the emulator's over this", speed["emulated"] / speed["alone"], "",
                  peer=f"{speed['emulated']:,.0f} cycles in a CPU second"))


def core(b):
    """Cycles of an instruction, from memory that never lets the hart wait."""
    beside = os.path.join(b.build, "gateware", "core-beside")
    for program, nodes in CORE_PROGRAMS:
        r = run([beside, "run", b.firmware(program), nodes])
        found = re.search(r"(\d+) instructions in (\d+) cycles awake", r.out + r.err)
        if not found:
            raise Failed(f"core-beside does not say how many instructions {program} took")
        b.add(Row(f"gateware_core_{program}_cycles", f"core: cycles an instruction, {program}",
                  int(found[2]) / int(found[1]), "", CORE_GOAL))


def sizes(b):
    if not shutil.which("yosys"):
        b.note("sizes: left out, there is no yosys")
        return
    tool = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "gateware", "sizes")
    found = json.loads(run([tool, "--build", os.path.join(b.build, "gateware"), "--json"] + [part for part, _ in SIZES]).out)
    for part, key in SIZES:
        b.add(Row(f"gateware_{key}_luts", found[part]["what"], found[part]["ECP5"]["LUTs"], "LUT4", found[part]["goal"]))


def gateware(b):
    speeds(b)
    core(b)
    sizes(b)
