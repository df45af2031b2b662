# SPDX-License-Identifier: BSD-2-Clause
"""Worms with several destinations on the real firmware: a broadcast of 512 flits to 255 cores.

Beside each latency stands the model's, noct sim with the firmware described by three numbers, as
noct demo does: what one more send costs, what a relay adds, what is once. They are measured
in runs with at most 15 receivers, for each way of telling relays their part.
"""
import json

from host import run
from table import Row

TOPOLOGY, FLITS = "utorus:16x16", 512
# algorithm, routing, by what its sends are counted, ways of telling relays
ALGORITHMS = [
    ("s-torus", "utpr", "mu-torus:2", ("group", "body", "header")),
    ("m-torus", "utpr", "mu-torus:2", ("group",)),
    ("md-torus", "utpr", "mu-torus:2", ("group", "body", "header")),
    ("mu-torus:8", "utpr", "mu-torus:2", ("group", "body", "header")),
    ("mu-torus:2", "utpr", "mu-torus:2", ("group", "body", "header")),
    ("u-torus", "utr", "u-torus", ("group", "body")),
]
BASE = ("mu-torus:2", "group")  # unicasts along the same circuit


def latencies(b, command, dests, length, **more):
    """node -> cycles"""
    flags = [w for key, value in more.items() for w in (f"--{key}", str(value))]
    out = run([b.noct, command, "--topology", TOPOLOGY, "--dests", dests, "--length", str(length),
               "--json"] + flags).out
    return {int(node): cycles for node, cycles in json.loads(out.splitlines()[-1])["latency"].items()}


def calibrate(b, algorithm, routing, relay):
    """tau_s, tau_r, and what is once."""
    how = {"algorithm": algorithm, "routing": routing, "relay": relay}
    one = latencies(b, "run", "1", 1, **how)[1]
    fourth = latencies(b, "run", "1-15", 1, **how)[1]  # 0 sends to 8, 4, 2 and then to 1
    direct = latencies(b, "run", "1", FLITS, **how)[1]
    relayed = latencies(b, "run", "1-3", FLITS, **how)[3]  # by way of 2, a link farther away
    network = latencies(b, "sim", "1", FLITS, **how)[1]
    tau_s = (fourth - one) // 3
    tau_r = max(0, relayed - direct - network - 1 - tau_s)
    return tau_s, tau_r, direct - network - tau_s - tau_r


def worms(b):
    measured, model = {}, {}
    for algorithm, routing, counted, relays in ALGORITHMS:
        for relay in relays:
            how = {"algorithm": algorithm, "routing": routing, "relay": relay}
            tau_s, tau_r, once = calibrate(b, counted, routing, relay)
            measured[algorithm, relay] = max(latencies(b, "run", "all", FLITS, **how).values())
            model[algorithm, relay] = once + max(
                latencies(b, "sim", "all", FLITS, tau_s=tau_s, tau_r=tau_r, **how).values())
    for (algorithm, relay), cycles in measured.items():
        ratios = [of[BASE] / of[algorithm, relay] for of in (measured, model)]
        key = f"worms_cycles_{algorithm}_{relay}".replace("-", "_").replace(":", "_")
        b.add(Row(key, f"{algorithm}, {relay}", cycles, "cycles",
                  peer=f"model {model[algorithm, relay]:,}; unicasts take {ratios[0]:.2f} of it, model {ratios[1]:.2f}"))
