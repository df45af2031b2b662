# SPDX-License-Identifier: BSD-2-Clause
"""The network model: what a flit-hop costs, and BookSim 2's results beside ours."""
import json

from booksim import ACCEPTED, BOOKSIM
from host import instructions, interleaved
from table import Row

# BookSim 2, 8x8 torus, its simplest pipeline (docs/benchmarks.md).
BOOKSIM_INSTRUCTIONS = {1: 12655, 16: 8402}
PAST_SATURATION = 0.8


def traffic(b, flits, rate, cycles):
    """The experiment, in BookSim's flits: a packet's first is our header."""
    return [b.noct, "sim", "--topology", "torus:8x8", "--traffic", "uniform", "--rate", str(rate), "--cycles",
            str(cycles), "--pipeline", "s1", "--routing", "dateline", "--buffer", "8", "--length",
            str(flits - 1), "--json"]


def speed(b):
    """Host instructions for each flit that crosses a link: a long run less a short one."""
    for flits, peer in BOOKSIM_INSTRUCTIONS.items():
        short, long = (instructions(traffic(b, flits, 0.2, cycles)) for cycles in (2000, 12000))
        hops = [json.loads(out)["flit_hops"] for _, out in (short, long)]
        value = (long[0] - short[0]) / (hops[1] - hops[0])
        b.add(Row(f"host_instructions_per_flit_hop_{flits}", f"packets of {flits} flits, rate 0.2", value, "instr.",
                  peer=f"BookSim {peer:,}"))


def validation(b):
    """The network of BookSim's published figures, by our model."""
    for flits, rate in ((1, 0.1), (1, 0.2), (16, 0.1), (16, 0.2)):
        r = interleaved([traffic(b, flits, rate, 300000)], 1)[0]
        b.add(Row(f"s1_latency_{flits}_{rate}", f"latency, {flits} flits, rate {rate}",
                  json.loads(r.out)["latency_mean"], "cycles", peer=f"BookSim {BOOKSIM[8, flits, rate]:.2f}"))
    for flits, accepted in ACCEPTED.items():
        r = interleaved([traffic(b, flits, PAST_SATURATION, 20000)], 1)[0]
        b.add(Row(f"s1_saturation_{flits}", f"saturation, {flits} flits", json.loads(r.out)["accepted"],
                  "flits", peer=f"BookSim {accepted:.3f}"))
