# SPDX-License-Identifier: BSD-2-Clause
"""What multicasts take on the emulated board: the numbers of the formula in firmware/README.md, each learned from runs with
one to fifteen receivers, by how many cycles later a core returns than predicted with what is known so far.

For bench/costs.py, which puts them into costs/, and tests/firmware/run-predictions, which predicts with them.

All kinds of relays share three numbers. A relay looks `end` cycles before it returns whether its worms have left. If not
it returns at least `round` later, and `wake` + `end` cycles after the last of them has left. Between two looks whether the
interface has checked a worm `look` cycles pass.
"""
import json
import re
import subprocess
import sys

LENGTHS = [1, 40, 150]
WAKING = 118  # cycles: go to sleep and wake
# This relay sleeps until its worms have left: by plan and by list, and with worms to several destinations.
SLEEPER = {"topology": "torus:8x8", "algorithm": "u-torus", "dests": "1-31", "ports": "one", "length": 400}, 16
WORMS_SLEEPER = {"topology": "utorus:32", "algorithm": "mu-torus:2", "dests": "1-31", "ports": "one"}, 22
WORMS_SLEEPER_LENGTHS = {"group": 258, "body": 258, "header": 183}
WORMS = "s-torus", "md-torus", "mu-torus", "m-torus", "dual-path", "pcp", "two-phase-path"


class Board:
    """Runs of noct; each experiment's steps are counted once."""

    def __init__(self, noct, predict, plans):
        self.noct, self.predict, self.plans = noct, predict, plans
        self.counted, self.latencies = {}, {}

    def call(self, command, stdin=""):
        r = subprocess.run(command, input=stdin, capture_output=True, text=True)
        if r.returncode:
            sys.exit(f"{' '.join(command)}: status {r.returncode}: {r.stderr.strip()} {r.stdout[:300]}")
        return r

    def run(self, experiments, command="run"):
        lacking = [e for e in experiments if (command, json.dumps(e)) not in self.latencies]
        out = self.call([self.noct, command, "--batch"], "".join(json.dumps(e) + "\n" for e in lacking))
        for e, line in zip(lacking, out.stdout.splitlines()):
            self.latencies[command, json.dumps(e)] = {int(n): c for n, c in json.loads(line)["latency"].items()}
        return [self.latencies[command, json.dumps(e)] for e in experiments]

    def steps(self, e):
        """What the plan's steps cost; the same for any length. By plan worms are made beforehand. Worms with
        several destinations are made differently by list and by header."""
        worms = e["algorithm"].split(":")[0] in WORMS
        if e["relay"] == "group":
            return ""
        e = {k: v for k, v in e.items() if k != "length" and (k != "relay" or worms)}
        key = json.dumps(e)
        if key not in self.counted:
            flags = [w for k, v in e.items() for w in ([f"--{k}"] if v is True else [f"--{k}", str(v)])]
            r = self.call([self.noct, "run", "--firmware", self.plans] + flags)
            self.counted[key] = "\n".join(re.findall(r"(?:next|last|worm|begin) [\d ]+", r.stdout + r.stderr))
        return self.counted[key]

    def predicted(self, e, cost):
        """node -> (arrived, worms, done, left, crowded)"""
        numbers = [cost.get(k, 0) for k in ("relay", "second_source", "second", "further_source", "further", "find")]
        numbers.append(cost["look"])
        r = self.call([self.predict, json.dumps(e)] + [str(n) for n in numbers], self.steps(e))
        rows = (map(int, line.split()) for line in r.stdout.splitlines())
        return {node: tuple(rest) for node, *rest in rows}


def slack(cost, e, core):
    """When this destination returns if nothing keeps it, and how many cycles before the last in which its worms may
    leave they have left; None: it has none."""
    arrived, worms, done, left, _ = core
    call = cost["call"][e["length"]]
    if worms == 0:
        return arrived + call, None
    returns = done + call + cost["return" if worms == 1 else "return_more"]
    return returns, returns - cost["end"] - 1 - left


def check(cost, e, measured, predicted):
    """Errors about one experiment, how many of its relays waited, and how many destinations were late since entries
    were lacking."""
    wrong, waited, crowded = [], 0, 0
    for node, core in predicted.items():
        expected, early = slack(cost, e, core)
        if early is not None and early < 0:
            waited += 1
            expected += max(cost["round"], cost["wake"] - 1 - early)
        late = measured[node] - expected
        if core[-1] and 0 < late <= core[-1] + WAKING:
            crowded += 1
        elif late:
            wrong.append(f"node {node}: {measured[node]} cycles, predicted {expected}")
    return wrong, waited, crowded


def unpredicted(board, cost, e, latency):
    """How many latencies are not as predicted."""
    wrong, _, crowded = check(cost, e, latency, board.predicted(e, cost))
    return len(wrong) + crowded


def learner(board, cost):
    """A function that learns numbers of this cost one after the other."""
    def learn(name, e, latency, node, what=0, guess=40):
        """By how many cycles this core returns later than predicted with what is known so far. Near enough at
        first that worms do not wait for each other where they will not."""
        cost[name] = guess
        cost[name] += latency[node] - cost["call"][LENGTHS[0]] - board.predicted(e, cost)[node][what]
    return learn


def learn_calls(board, cost, tried, latencies):
    """The first of these experiments have one receiver."""
    for e, latency in zip(tried, latencies):
        cost["call"][e["length"]] = latency[1] - board.predicted(e, cost)[1][0]


def learn_end(board, cost, e, node):
    """This relay sleeps until its worms have left."""
    [latency] = board.run([e])
    cost["end"] = latency[node] - board.predicted(e, cost)[node][3] - cost["wake"]
    return {node: latency[node]}


def learn_further(board, cost, e, latency):
    """Acknowledgements come along: which number makes all latencies right?"""
    cost["further"] = min(range(20, 80), key=lambda n: unpredicted(board, {**cost, "further": n}, e, latency))


def measure(board, relay, shared):
    """The numbers of relays of this kind, those among them that all kinds share, and runs in which nothing contends, as (experiment, latencies). Receivers: 1; 1 to
    3; 1 to 5; 1 to 15."""
    def experiment(algorithm, dests, length=LENGTHS[0]):
        return {"topology": "torus:8x8", "algorithm": algorithm, "dests": dests, "length": length, "relay": relay}

    tried = [experiment("separate", "1", length) for length in LENGTHS]
    tried += [experiment("separate", "1-3"), experiment("u-torus", "1-3"), experiment("u-torus", "1-5"),
              experiment("u-torus", "1-15")]
    *lone, fan, chain, tree, broad = runs = board.run(tried)
    cost = {**shared, "call": {}, "end": 0}  # short bodies leave soon
    learn = learner(board, cost)
    learn_calls(board, cost, tried, lone)
    learn("second_source", tried[-4], fan, 2)
    learn("further_source", tried[-4], fan, 3)
    learn("relay", tried[-3], chain, 3)            # 0 sends to 2, that to 3
    learn("return", tried[-3], chain, 2, 2, 0)
    learn("second", tried[-2], tree, 4)            # 0 to 3, that to 5, then to 4
    cost["further"] = cost["second"]
    learn("return_more", tried[-2], tree, 3, 2, 0)
    learn_further(board, cost, tried[-1], broad)   # 0 to 8, that to 12, to 10, then to 9
    sleeper = {**SLEEPER[0], "relay": relay}
    asleep = learn_end(board, cost, sleeper, SLEEPER[1])
    return cost, list(zip(tried + [sleeper], runs + [asleep]))


def measure_worms(board, relay, shared):
    """The same of worms with several destinations, on a ring: there labels are node numbers."""
    def experiment(algorithm, last, length=LENGTHS[0]):
        return {"topology": "utorus:16", "algorithm": algorithm, "dests": f"1-{last}", "length": length, "relay": relay}

    tried = [experiment("s-torus", 1, length) for length in LENGTHS]
    tried += [experiment("s-torus", 2)] + [experiment("mu-torus:2", last) for last in (3, 5, 7, 14)]
    *lone, two, halves3, halves5, halves7, halves14 = runs = board.run(tried)
    cost = {**shared, "call": {}, "end": 0}  # short bodies leave soon
    learn = learner(board, cost)
    learn_calls(board, cost, tried, lone)
    learn("find", tried[-5], two, 2)
    learn("second_source", tried[-4], halves3, 1)    # 0 sends to 2, then to 1
    learn("relay", tried[-4], halves3, 3, guess=60)  # 2 sends to 3
    learn("return", tried[-4], halves3, 2, 2, 0)
    learn("second", tried[-3], halves5, 4)           # 0 to 3, that to 5, then to 4
    learn("further_source", tried[-2], halves7, 1)   # 0 to 4, to 2, then to 1
    cost["further"] = cost["second"]
    learn("return_more", tried[-3], halves5, 3, 2, 0)
    learn_further(board, cost, tried[-1], halves14)  # 0 to 8, that to 12, to 10, then to 9
    learn_end(board, cost, {**WORMS_SLEEPER[0], "relay": relay, "length": WORMS_SLEEPER_LENGTHS[relay]},
              WORMS_SLEEPER[1])
    return cost, list(zip(tried[:-1], runs))  # in the last one acknowledgements are in the way
