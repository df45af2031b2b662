# SPDX-License-Identifier: BSD-2-Clause
"""Draws mutants: by chance, of all kinds alike, none that the compiler refuses or sees no difference in."""
import collections
import glob
import os
import random
import re

import sites
from find import Applied, find, read

# Where the mutants of a name are drawn from, and how many.
POOLS = {
    "libnoc": (["libnoc/topology", "libnoc/routing", "libnoc/multicast"], 30),
    "model": (["libnoc/model"], 30),
    "firmware": (["firmware"], 30),
    "onesided": (["firmware/onesided"], 6),
    "broadcast": (["firmware/broadcast"], 4),
    "short": (["firmware/collectives/short.c"], 7),
    "straight": (["firmware/collectives/straight.c"], 7),
    "cast": (["firmware/collectives/short_broadcast.c"], 4),
    "barrier": (["firmware/groups/barrier.c"], 4),
    "breach": (["firmware/collectives/breach.c"], 2),
    "eager": (["firmware/eager/eager.c"], 4),
    "study": (["cores"], 3),
    "above": (["firmware/collectives/above.c"], 4),
    "pull": (["firmware/eager/pull.c"], 4),
    "slots": (["firmware/slots"], 4),
    "host-tools": (["host-tools"], 30),
}
# Then 60 of the firmware's rooms and 60 of MPI, each pool of all kinds in an order of its own.
ROOMS = {"start": 3, "broadcast": 4, "onesided": 5, "collectives": 6, "groups": 6, "multicasts": 5,
         "messages": 5, "progress": 4, "rendezvous": 5, "matching": 4, "eager": 6, "slots": 2,
         "requests": 1, "layer": 1, "life": 1, "arena": 2}
CALLS = {
    "collectives": ("coll", 7), "communicators": ("comm|groups|group_|inter", 7), "topologies": ("topo", 6),
    "types": ("type|types", 9), "windows": ("win", 9), "operations": ("op", 4),
    "messages": ("send|isend|sendrecv|receive|probe|matched|buffered|persistent|request|wait|cancel|"
                 "nonblocking|general|status", 10),
    "surroundings": ("attributes|check|environment|err|files|info|mismatch|mpi_priv|state", 8),
}
POOLS.update({f"layer-{room}": ([f"firmware/{room}"], count) for room, count in ROOMS.items()})
POOLS.update({f"mpi-{calls}": ([f"mpi/({names})*.[ch]"], count) for calls, (names, count) in CALLS.items()})
PER_FILE = 4  # and one of a function
INCLUDERS = 6  # so many of those that include a header are compiled
TEXTS = re.compile(r"/(help|table|picture|map|complain|progress|\w+_show)\.c$|/(show|print|help)_")


def is_later(pool):
    return pool.startswith(("layer-", "mpi-"))


def includers(top, header):
    """The sources that include a header, themselves or by another: as many as are looked at."""
    part, _, name = header.partition("/")
    room, base = os.path.dirname(header), os.path.basename(header)
    found = []
    for path in sorted(glob.glob(os.path.join(top, part, "**", "*.[ch]"), recursive=True)):
        source = os.path.relpath(path, top)
        if source.startswith("firmware/apps/"):
            continue
        names = [name, base] if os.path.dirname(source) == room else [name]
        if any(f'#include "{said}"\n' in read(path)[0] for said in names):
            found.append(source)
    sources = [path for path in found if path.endswith(".c")]
    for between in [] if sources else found:
        sources += includers(top, between)
    return sources[:INCLUDERS]


def objects_of(top, path):
    """What a source is compiled to: for each that runs it."""
    if path.endswith(".h"):
        return [name for source in includers(top, path) for name in objects_of(top, source)]
    stem = path[:-2]
    if path.startswith("mpi/"):
        return [f"build/target/{stem}.o"]
    if path.startswith("firmware/"):
        return [f"build/target/{stem}.o", f"build/tests/firmware/layer/{stem.partition('/')[2]}.o"]
    if stem in ("cores/bsp", "cores/call"):
        stem = stem.replace("cores/", "cores/layer/")
    host = [f"build/host/{stem}.o"]
    of_cores = re.match(r"libnoc/(topology|routing|multicast|collective)/", stem)
    return host + ([f"build/target/{stem}.o"] if of_cores else [])


def later_files(top, place):
    """A room's sources and headers; or those of MPI whose names begin with one of these words."""
    room, _, words = place.partition("/(")
    paths = glob.glob(os.path.join(top, room, "*.[ch]"))
    if not words:
        return paths
    begins = re.compile(rf"({words.partition(')')[0]})(_|s?\.|[a-z]*\.)")
    return [path for path in paths if begins.match(os.path.basename(path))]


def files_of(top, pool):
    """Its sources, below the top."""
    found = []
    for place in POOLS[pool][0]:
        path = os.path.join(top, place)
        if is_later(pool):
            found += later_files(top, place)
            continue
        found += [path] if place.endswith(".c") else glob.glob(os.path.join(path, "**", "*.c"), recursive=True)
    return sorted(os.path.relpath(path, top) for path in found)


def shuffled(top, pool, seed):
    """(file, site) of a pool in the order in which they are drawn: a kind after the other."""
    chosen = list(sites.KINDS)
    if is_later(pool):
        chosen += sites.MORE_KINDS
        random.Random(f"{seed} {pool}").shuffle(chosen)
    kinds = {kind: [] for kind in chosen}
    for name in files_of(top, pool):
        for site in sites.sites_of(read(os.path.join(top, name))[0], random.Random(f"{seed} {name}")):
            if site.kind in kinds and not TEXTS.search(name) and not TEXTS.search("/" + site.function.name):
                kinds[site.kind].append((name, site))
    for kind, found in kinds.items():
        random.Random(f"{seed} {pool} {kind}").shuffle(found)
    while any(kinds.values()):
        for found in kinds.values():
            if found:
                yield found.pop(0)


def differs(workshop, mutant, originals):
    """Does it compile, to other code than the original? (Its objects are then gone.)"""
    objects = objects_of(workshop.top, mutant["file"])
    if mutant["file"] not in originals:
        originals[mutant["file"]] = workshop.code(objects)
    if originals[mutant["file"]] is None:
        return False
    with Applied(workshop.top, mutant):
        code = workshop.code(objects)
    differ = [a != b for a, b in zip(code or [], originals[mutant["file"]])]
    return any(differ) if mutant["file"].endswith(".h") else bool(differ) and all(differ)


def place_then(top, mutant):
    """File and function of a known mutant in these sources, whatever they are called today."""
    found = find(top, {key: value for key, value in mutant.items() if key != "now"})
    if not found:
        return mutant["file"], mutant["function"]
    functions = (f for f in read(found[0])[1] if f.tokens and f.tokens[-1].end >= found[2])
    function = next(functions, None) if mutant["function"] else None
    return os.path.relpath(found[0], top), function.name if function else ""


def draw_pool(workshop, pool, seed, known, others):
    """Yields new mutants until, with those known that are no equivalents, there are enough."""
    made = {(mutant["function"], *mutant["after"]) for mutant in others}
    good = sum("equivalent" not in mutant for mutant in known)
    taken = {mutant["id"]: place_then(workshop.top, mutant) for mutant in known}
    files = collections.Counter(taken[mutant["id"]][0] for mutant in known
                                if "equivalent" not in mutant)
    taken = set(taken.values())
    number, originals = len(known), {}
    for name, site in shuffled(workshop.top, pool, seed):
        if good == POOLS[pool][1]:
            return
        if files[name] == PER_FILE or (name, site.function.name) in taken:
            continue
        taken.add((name, site.function.name))
        mutant = sites.record(name, read(workshop.path(name))[0], site)
        if is_later(pool) and (mutant["function"], *mutant["after"]) in made:
            continue
        if not differs(workshop, mutant, originals):
            continue
        number, good = number + 1, good + 1
        files[name] += 1
        yield {"id": f"{pool}-{number:02}", **mutant}
