# SPDX-License-Identifier: BSD-2-Clause
"""What multicasts take whose relays learn their part from a list: measured, for bench/costs.py.

Relays that know the plan have nothing to find out; others make each worm when they send it. What that takes
firmware/apps/plans.c counts by instructions on a board, which are cycles there. All else is measured as for relays that
know the plan: by how much later a core returns than it is simulated to with what is known so far.
"""
import collections
import json
import re
import subprocess

import costs_fit
import relays

# By which the numbers that all relays share are found: one whose worms have headers that the interface checks, one whose
# relay is in the last cycle in which it must wait, and in the cycle after it.
CHECKED = [{"topology": "utorus:8x8", "algorithm": algorithm, "source": 12, "dests": "all", "length": 40, "relay": "group",
            "ports": "all"} for algorithm in ("s-torus", "mu-torus:2", "mu-torus:4")]
BORDER = [{"topology": "utorus:32", "algorithm": "mu-torus:2", "dests": "1-31", "ports": "one", "relay": "group",
           "length": length} for length in (63, 81)]
LOOKS, WAKES = range(1, 9), range(24)
WITH_LISTS = ("mu-torus:2", "mu-torus:3", "mu-torus:4", "mu-torus:8")  # that share a way to make worms
RINGS = ("utorus:64", "utorus:8x8", "utorus:16x16", "utorus:4x4x4")
SETS = ("random:31", "all")
# What finds receivers: on each of these that an algorithm fits, with all nodes and with some.
PLACES = ("torus:8x8", "mesh:8x8", "cube:6", "ccc:4")
BROADCASTS = {"pcp": (("mesh:4x4", "mesh:6x6", "mesh:5x7", "mesh:8x8"), "body")}


class Steps:
    """How many instructions a core takes for each worm of a plan, as firmware/apps/plans.c says."""

    def __init__(self, noct, plans):
        self.noct, self.plans = noct, plans

    def noct_says(self, command, flags):
        r = subprocess.run([self.noct, command, *flags], capture_output=True, text=True)
        return r.stdout + r.stderr if not r.returncode else None

    def of(self, topology, algorithm, relay, dests):
        """[(worm's number at its core, receivers' parts, nodes of the sender's part before it, instructions)]; None: the
        algorithm does not fit. Parts are numbers of nodes. A source makes worms with several destinations beforehand: these
        are not there."""
        flags = ["--topology", topology, "--algorithm", algorithm, "--relay", relay, "--dests", dests]
        flags += ["--force"] if algorithm == "postorder" else []
        text, plan = self.noct_says("run", [*flags, "--firmware", self.plans]), self.noct_says("plan", [*flags, "--json"])
        if not text or not plan or "next" not in text and "worm" not in text:
            return None
        plan = json.loads(next(line for line in plan.splitlines() if line.startswith("{")))
        took = {(int(a), int(b)): int(n) for a, b, n in re.findall(r"(?:next|worm) (\d+) (\d+) (\d+)", text)}
        begins = {int(a): int(n) for a, n in re.findall(r"begin (\d+) (\d+)", text)}
        return list(self.steps(plan, took, begins))

    @staticmethod
    def steps(plan, took, begins):
        sent = collections.defaultdict(list)
        for message in plan["messages"]:
            sent[message["from"]].append(message["to"])
        part = {}

        def nodes_of(node):
            if node not in part:
                part[node] = 1 + sum(nodes_of(to) for worm in sent[node] for to in worm)
            return part[node]

        for node, worms in sorted(sent.items()):
            left = nodes_of(node)
            assert all((node, worm[0]) in took for worm in worms), f"core {node} sends other worms than are planned"
            for i, worm in enumerate(worms):
                if node != plan["source"] or not begins:
                    yield i, [nodes_of(to) for to in worm], left, took[node, worm[0]] + (0 if i else begins.get(node, 0))
                left -= sum(nodes_of(to) for to in worm)


def doublings(nodes):
    return nodes.bit_length() - 1


def fitted(rows, n):
    """Whole numbers c of the least squares of sum(c * x) - y over rows (x, y)."""
    return [round(c) for c in costs_fit.solve([(x, y, 1) for x, y in rows], [0.0] * n)]


def steps_of_algorithms(steps, algorithms):
    """algorithm -> what its step takes in a part of 2^d nodes: fixed + each * d + square * d * d."""
    found = {}
    for algorithm in algorithms:
        rows = [row for topology in PLACES for dests in SETS for row in steps.of(topology, algorithm, "body", dests) or ()]
        if rows:
            terms = [((1, doublings(nodes), doublings(nodes) ** 2), took) for _, _, nodes, took in rows]
            fixed, each, square = fitted(terms, 3)
            found[algorithm] = {"fixed": fixed, "each": each, "square": square}
    return found


def making(steps, algorithms, relay):
    """(first, further, receiver, doubling): what making a worm with lists takes."""
    rows = []
    for algorithm in algorithms:
        for ring in RINGS:
            for dests in SETS:
                for number, parts, _, took in steps.of(ring, algorithm, relay, dests) or ():
                    rows.append(((number == 0, number > 0, len(parts), sum(map(doublings, parts))), took))
    return fitted(rows, 4)


def all_steps(steps, algorithms, known):
    """The steps' own costs. Those with worms are what they take more than mu-torus, which is in the kind."""
    found = steps_of_algorithms(steps, algorithms)
    for algorithm, (topologies, relay) in BROADCASTS.items():
        first, further, receiver, doubling = known[relay]
        rows = []
        for topology in topologies:
            for number, parts, nodes, took in steps.of(topology, algorithm, relay, "all"):
                made = (further if number else first) + receiver * len(parts) + doubling * sum(map(doublings, parts))
                lefts = [nodes - sum(parts[:i]) for i in range(len(parts))]
                rows.append(([sum(doublings(left) ** power for left in lefts) for power in range(3)], took - made))
        fixed, each, square = fitted(rows, 3)
        found[algorithm] = {"fixed": fixed, "each": each, "square": square}
    return found


def unpredicted(board, cost, tried):
    """How many returns of these runs are not as predicted."""
    lone = [{**e, "algorithm": "s-torus", "dests": "1"} for e in tried]
    cost = {**cost, "call": dict(cost["call"])}
    relays.learn_calls(board, cost, [{k: v for k, v in e.items() if k != "source"} for e in lone],
                       board.run([{k: v for k, v in e.items() if k != "source"} for e in lone]))
    return sum(relays.unpredicted(board, cost, e, latency) for e, latency in zip(tried, board.run(tried)))


def shared(board, sleeps):
    """What all kinds of relays share: with which numbers the fewest returns are other than predicted."""
    def wrong(numbers, tried):
        return unpredicted(board, relays.measure_worms(board, "group", numbers)[0], tried)

    found = {"round": sleeps, "wake": 0, "look": 1}
    found["look"] = min(LOOKS, key=lambda look: wrong({**found, "look": look}, CHECKED))
    found["wake"] = min(WAKES, key=lambda wake: wrong({**found, "wake": wake}, BORDER))
    return found


def kind(cost, copied, made=(0, 0, 0, 0)):
    """As costs/README.md has it. copied: cycles for each 16 flits of a body, each 4 of its rest, each one of that."""
    first, further, receiver, doubling = made
    begins = [cycles - copied[0] * (n // 16) - copied[1] * (n % 16 // 4) - copied[2] * (n % 4)
              for n, cycles in cost["call"].items()]
    found = {"call": round(sum(begins) / len(begins)), "call_16_flits": copied[0], "call_4_flits": copied[1],
             "call_1_flit": copied[2], "source_second": cost["second_source"], "source_further": cost["further_source"],
             "relay": cost["relay"] + first, "relay_second": cost["second"] + further,
             "relay_further": cost["further"] + further, "relay_return": cost["return"],
             "relay_return_more": cost["return_more"], "relay_sleeps": cost["round"],
             "relay_wakes": cost["end"] + cost["wake"], "relay_wake": cost["wake"], "look": cost["look"]}
    if any(made):
        found.update(relay_finds=cost["find"], relay_receiver=receiver, relay_doubling=doubling, relay_steps=True)
    return found


def measure(board, steps, costs, algorithms):
    """{"multicast": kinds, "steps": {algorithm: what finding a receiver takes}}, beside costs of relays that know the plan."""
    copied = [costs[name] for name in ("call_16_flits", "call_4_flits", "call_1_flit")]
    same = shared(board, costs["relay_sleeps"])
    by_list, _ = relays.measure(board, "body", same)
    found = {"list": {**kind(by_list, copied), "source_steps": True, "relay_steps": True},
             "worms": kind(relays.measure_worms(board, "group", same)[0], copied)}
    made = {}
    for name, relay in ("list", "body"), ("header", "header"):
        cost, _ = relays.measure_worms(board, relay, same)
        made[relay] = making(steps, WITH_LISTS, relay)
        found[f"worms_{name}"] = kind(cost, copied, made[relay])
        found[f"looking_{name}"] = kind(cost, copied, making(steps, ("md-torus",), relay))
    by_plan = kind(relays.measure(board, "group", same)[0], copied)
    own = {name: by_plan[name] for name in ("call", "relay_wake", "look")}
    return {**own, "multicast": found, "steps": all_steps(steps, algorithms, made)}
