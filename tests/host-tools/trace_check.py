#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Is this a trace that noct trace may write? usage: trace_check.py FILE [--clean | --cut-of WHOLE [--lanes]]
Or: when is the network busiest? usage: trace_check.py FILE --busy N

Slices nest, worms on a channel do not overlap, times of a track ascend. A track is a thread of one
process only, and none is the main one. Each end of an arrow stands behind the slice or moment, of
the same track and cycle, that it belongs to: Perfetto gives it to what has begun last on the track,
ended or not, and of slices and moments that begin together takes the slices first. Arrows go
forward in time. --clean: of a run that came to its end, from which
nothing was lost; then worms sent, received and on links are as many as the board's counters say.
--cut-of: of the beginning of the run whose trace WHOLE is; then worms that are still there are
those that WHOLE shows there at that time, and began no sooner than is said; without lanes also not much
later.
"""
import json
import sys
from collections import Counter, defaultdict

CORES, NETWORK = 1, 2


def cycles(us):
    return round(us * 1000)


def fail(text):
    print("trace_check:", text, file=sys.stderr)
    sys.exit(1)


def core_slices(track, events):
    """The slices (begin, end) of a core's track, which nest."""
    slices, open_, last = [], [], 0
    for e in events:
        begin = cycles(e["ts"])
        if begin < last:
            fail(f"core track {track}: {e} goes back in time, before it was {last}")
        last = begin
        if e["ph"] != "X":
            continue
        end = begin + cycles(e["dur"])
        while open_ and open_[-1] <= begin:
            open_.pop()
        if open_ and end > open_[-1]:
            fail(f"core track {track}: {e} ends behind the slice that it lies in, at {open_[-1]}")
        open_.append(end)
        slices.append((begin, end))
    return slices


def check_apart(track, events):
    """Slices of a channel's track come one behind the other."""
    end = 0
    for e in events:
        if e["ph"] != "X" or cycles(e["dur"]) < 1:
            fail(f"network track {track}: {e} is no worm")
        if cycles(e["ts"]) < end:
            fail(f"network track {track}: {e} begins before the one before has ended, at {end}")
        end = cycles(e["ts"]) + cycles(e["dur"])


def check_still(other, tracks, titles):
    """Worms that are still there end with the recording, as the last of their track, and are as
    many as is said; those that are stuck say what they wait for."""
    still = stuck = 0
    for (pid, tid), events in tracks.items():
        title = titles[(pid, tid, "thread_name")]["name"]
        for i, e in enumerate(events if pid == NETWORK else []):
            if "stuck" not in e["args"]:
                if title.endswith("from its NI"):
                    fail(f"network track {title}: {e} has left")
                continue
            if cycles(e["ts"]) + cycles(e["dur"]) != other["end"] or i != len(events) - 1:
                fail(f"network track {title}: {e} does not last to the end, {other['end']}")
            if e["args"]["stuck"] and not e["args"]["waits"]:
                fail(f"network track {title}: {e} is stuck and waits for nothing")
            still += 1
            stuck += e["args"]["stuck"]
    if (still, stuck) != (other["still_there"], other["stuck"]):
        fail(f"{still} worms are still there, {stuck} of them stuck; the file says {other}")
    return still


def channels(trace):
    """Worms by channel: [(begin, end, args)] of "3 to 4 vc 0", its tracks together."""
    titles = {e["tid"]: e["args"]["name"] for e in trace["traceEvents"]
              if e["ph"] == "M" and e["pid"] == NETWORK and e["name"] == "thread_name"}
    found = defaultdict(list)
    for e in trace["traceEvents"]:
        if e["ph"] == "X" and e["pid"] == NETWORK:
            begin = cycles(e["ts"])
            name = titles[e["tid"]].split(" (")[0]
            found[name].append((begin, begin + cycles(e["dur"]), e["args"]))
    return found


def check_cut(cut, whole, lanes):
    """What is still there in the one is in the other, and if there are no lanes from at most so many
    cycles on after it is said to."""
    near_cycles = 64
    end, there, near = cut["otherData"]["end"], 0, 0
    all_of = channels(whole)
    still_of = {name: [w for w in worms if "stuck" in w[2]]
                for name, worms in channels(cut).items()}
    for name, still in still_of.items():
        for begin, _, args in still:
            if name.endswith("from its NI"):
                continue
            same = [w for w in all_of[name] if w[1] > end and w[0] >= begin and
                    args["source"] in (None, w[2]["source"]) and
                    args["destination"] in (None, w[2]["destination"]) and
                    args["tag"] in (None, w[2]["tag"])]
            if not same:
                fail(f"{name} at {end}: {args} from {begin} on is not in the whole trace")
            there += 1
            near += min(same)[0] <= begin + near_cycles
    for name, worms in all_of.items():
        for begin, its_end, args in worms:
            if begin < end < its_end and not any(
                    s[2]["source"] in (None, args["source"])
                    for s in still_of.get(name, [])):
                fail(f"{name} at {end}: {args} from {begin} to {its_end} is missing")
    if there == 0 or (near < there and not lanes):
        fail(f"at {end} {there} worms are still there, {near} of them begin about when it is said")
    return there, near


def busy(trace, n):
    """n cycles, apart from each other, in each of which more worms are on channels than around."""
    changes = Counter()
    for name, worms in channels(trace).items():
        for begin, end, _ in worms:
            changes[begin + 1] += 1
            changes[end] -= 1
    now, at = 0, []
    for cycle in sorted(changes):
        now += changes[cycle]
        at.append((-now, cycle))
    found = []
    for _, cycle in sorted(at):
        if len(found) < n and all(abs(cycle - other) > 20 for other in found):
            found.append(cycle)
    return found


def check_flow(number, parts, slices):
    roles = "".join(p["ph"] for p in parts)
    if roles[0] != "s" or roles[-1] != "f" or roles[1:-1].strip("t"):
        fail(f"arrow {number}: {roles}")
    for p in parts:
        at = cycles(p["ts"])
        if not any(b <= at <= e for b, e in slices[(p["pid"], p["tid"])]):
            fail(f"arrow {number}: {p} is in no slice")
        if p["ph"] != "s" and p.get("bp") != "e":
            fail(f"arrow {number}: {p} goes to the slice that comes next")
    return parts[0]["cat"]


def check_ends(events):
    """What an arrow's end stands behind has begun with it, and nothing else after that."""
    begun, ends = {}, {}
    for e in events:
        track = (e["pid"], e["tid"])
        if e["ph"] in "Xi":
            begun[track] = e
            if e["ph"] == "X" and ends.get(track) == e["ts"]:
                fail(f"{e} begins where an arrow before it ends")
        elif e["ph"] in "stf":
            ends[track] = e["ts"]
            if track not in begun or begun[track]["ts"] != e["ts"]:
                fail(f"{e} stands behind {begun.get(track)}")


def check_tracks(titles):
    """titles: (pid, tid, what)"""
    names = [(pid, tid) for pid, tid, what in titles if what == "thread_name"]
    processes = {pid for pid, _, what in titles if what == "process_name"}
    for tid, n in Counter(tid for _, tid in names).items():
        if n > 1 or tid in processes or tid == 0:
            fail(f"track {tid} is in {n} processes, of {sorted(processes)}")


def check_counters(events):
    last = {}
    for e in events:
        [(series, value)] = e["args"].items()
        key = (e["pid"], e["name"] + " " + series)
        if key in last and cycles(e["ts"]) <= last[key][0]:
            fail(f"counter {key} goes back in time at {e}")
        if value < 0:
            fail(f"counter {key} is negative at {e}")
        last[key] = (cycles(e["ts"]), value)
    for key, (_, value) in last.items():
        if value != 0 and not key[1].startswith("flits"):
            fail(f"counter {key} ends with {value}, not 0")


def check_clean(other, names, flows, worms, consumed):
    """The numbers of all against the board's own counters."""
    c = other["counters"]
    started = names["worm to"] + names["path to"]
    if other["lost_events"] or other["lost_worms"] or other["unmatched"]:
        fail(f"lost or unmatched: {other}")
    if worms != c["headers"] or worms + consumed != other["worms"]:
        fail(f"{worms} worms on links and {consumed} consumed, the counters say {c['headers']}, "
             f"the file {other['worms']}")
    if consumed != c["in"] + c["discarded"]:
        fail(f"{consumed} worms consumed, the counters say {c['in']} + {c['discarded']}")
    if names and started != c["out"] - c["signals"]:
        fail(f"{started} worms sent, the counters say {c['out']} - {c['signals']}")
    if names and flows["message"] != c["in"] - c["signals"]:
        fail(f"{flows['message']} messages, the counters say {c['in']} - {c['signals']}")
    if flows["signal"] != names["signal to"]:
        fail(f"{flows['signal']} signals have arrived of {names['signal to']}")


def count_names(events):
    """How often each kind of moment, whatever node it names."""
    return Counter(e["name"].rsplit(" ", 1)[0] for e in events
                   if e["pid"] == CORES and e["ph"] in "iX")


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        trace = json.load(file)
    if "--busy" in sys.argv:
        print(*busy(trace, int(sys.argv[sys.argv.index("--busy") + 1])))
        return
    tracks, flows, counters, titles = defaultdict(list), defaultdict(list), [], {}
    for e in trace["traceEvents"]:
        if e["ph"] in "Xi":
            tracks[(e["pid"], e["tid"])].append(e)
        elif e["ph"] in "stf":
            flows[e["id"]].append(e)
        elif e["ph"] == "C":
            counters.append(e)
        elif e["ph"] == "M":
            titles[(e["pid"], e["tid"], e["name"])] = e["args"]
        else:
            fail(f"{e}: no such phase")
    check_ends(trace["traceEvents"])
    check_tracks(titles)
    slices, worms, consumed = {}, 0, 0
    for (pid, tid), events in tracks.items():
        title = titles.get((pid, tid, "thread_name"))
        if not title:
            fail(f"track {pid} {tid} has no name")
        if pid == CORES:
            slices[(pid, tid)] = core_slices(tid, events)
        else:
            check_apart(title["name"], events)
            left = sum("stuck" not in e["args"] for e in events)
            if "NI" in title["name"]:
                consumed += left
            else:
                worms += left
    order = {"s": 0, "t": 1, "f": 2}
    kinds = Counter(check_flow(n, sorted(parts, key=lambda p: (cycles(p["ts"]), order[p["ph"]])),
                               slices) for n, parts in flows.items())
    if sum(kinds.values()) != trace["otherData"]["messages"]:
        fail(f"{kinds} arrows, the file says {trace['otherData']['messages']}")
    check_counters(counters)
    still = check_still(trace["otherData"], tracks, titles)
    if "--cut-of" in sys.argv:
        with open(sys.argv[sys.argv.index("--cut-of") + 1], encoding="ascii") as file:
            there, near = check_cut(trace, json.load(file), "--lanes" in sys.argv)
            print(f"{there} on channels, {near} of them since about then")
    names = count_names(trace["traceEvents"])
    if "--clean" in sys.argv:
        check_clean(trace["otherData"], names, kinds, worms, consumed)
    print(f"{sum(map(len, slices.values()))} slices, {sum(kinds.values())} arrows, {worms} worms on "
          f"links, {consumed} consumed, {still} still there, {len(counters)} counts")


main()
