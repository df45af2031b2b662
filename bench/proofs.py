# SPDX-License-Identifier: BSD-2-Clause
"""noct verify: how long a proof over all pairs, or over all sets, takes."""
import json
import os
import tempfile

import host
from table import Row

ALL_PAIRS_GOAL_S = 60
CUBE4_GOAL_S = 10
RING = [f"{node} {(node + 1) % 4096}" for node in range(4096)]
GRID = ["torus 64x63", "aux left 62 right 0", "aux left 125 right 63"]

# topology, routing; {} is a file of the network above.
NETWORKS = [
    ("torus:64x64", "btr", None),
    ("torus:4096", "btr", None),
    ("cube:12", "ecube", None),
    ("ccc:9", "ccc", None),
    ("graph:{}", "updown", RING),
    ("grid:{}", "wxyz", GRID),
]


def verify(b, topology, arguments, lines=None):
    """The run and its answer. The file, if there is one, lives as long as the run."""
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "network")
        with open(path, "w") as out:
            out.write("\n".join(lines or []) + "\n")
        run = host.run([b.noct, "verify", "--topology", topology.format(path), "--json"] + arguments)
    return run, json.loads(run.out)


def proofs(b):
    """All pairs of about 4,096 nodes; all sets of a 4-cube; random sets of 4,096 nodes."""
    for topology, routing, lines in NETWORKS:
        run, answer = verify(b, topology, ["--routing", routing], lines)
        if not answer["complete"] or not answer["deadlock_free"]:
            raise host.Failed(f"{routing} on {topology}: the proof fails")
        name = topology.replace(":{}", f" of {answer['nodes']:,}")
        b.add(Row(f"host_s_all_pairs_{topology.replace(':{}', '')}", f"all pairs, {routing}, {name}",
                  run.cpu_s, "s", goal=ALL_PAIRS_GOAL_S, peer=f"{run.rss_kb // 1024} MB"))
    for algorithm, source, goal in (("u-cube", "0", CUBE4_GOAL_S), ("w-sort", "all", None)):
        run, answer = verify(b, "cube:4", ["--algorithm", algorithm, "--ports", "one" if source == "0" else "all",
                                           "--sets", "all", "--source", source])
        b.add(Row(f"host_s_sets_cube4_{algorithm}", f"{answer['sets']:,} sets of cube:4, {algorithm}", run.cpu_s, "s",
                  goal=goal))
    run, answer = verify(b, "torus:64x64", ["--algorithm", "u-torus", "--sets", "random:1000", "--source", "all"])
    b.add(Row("host_s_sets_random", f"{answer['sets']:,} random sets, torus:64x64", run.cpu_s, "s"))
