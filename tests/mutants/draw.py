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
PER_FILE = 4  # and one of a function
TEXTS = re.compile(r"/(help|table|picture|map|complain|progress|\w+_show)\.c$|/(show|print|help)_")


def objects_of(path):
    """What a source is compiled to: for each that runs it."""
    stem = path[:-2]
    if path.startswith("firmware/"):
        return [f"build/target/{stem}.o", f"build/tests/firmware/layer/{stem.partition('/')[2]}.o"]
    if stem in ("cores/bsp", "cores/call"):
        stem = stem.replace("cores/", "cores/layer/")
    host = [f"build/host/{stem}.o"]
    of_cores = re.match(r"libnoc/(topology|routing|multicast|collective)/", stem)
    return host + ([f"build/target/{stem}.o"] if of_cores else [])


def files_of(top, pool):
    """Its sources, below the top."""
    found = []
    for place in POOLS[pool][0]:
        path = os.path.join(top, place)
        found += [path] if place.endswith(".c") else glob.glob(os.path.join(path, "**", "*.c"), recursive=True)
    return sorted(os.path.relpath(path, top) for path in found)


def shuffled(top, pool, seed):
    """(file, site) of a pool in the order in which they are drawn: a kind after the other."""
    kinds = {kind: [] for kind in sites.KINDS}
    for name in files_of(top, pool):
        for site in sites.sites_of(read(os.path.join(top, name))[0], random.Random(f"{seed} {name}")):
            if not TEXTS.search(name) and not TEXTS.search("/" + site.function.name):
                kinds[site.kind].append((name, site))
    for kind, found in kinds.items():
        random.Random(f"{seed} {pool} {kind}").shuffle(found)
    while any(kinds.values()):
        for found in kinds.values():
            if found:
                yield found.pop(0)


def differs(workshop, mutant, originals):
    """Does it compile, to other code than the original? (Its objects are then gone.)"""
    objects = objects_of(mutant["file"])
    if mutant["file"] not in originals:
        originals[mutant["file"]] = workshop.code(objects)
    with Applied(workshop.top, mutant):
        code = workshop.code(objects)
    return code is not None and all(a != b for a, b in zip(code, originals[mutant["file"]]))


def place_then(top, mutant):
    """File and function of a known mutant in these sources, whatever they are called today."""
    found = find(top, {key: value for key, value in mutant.items() if key != "now"})
    if not found:
        return mutant["file"], mutant["function"]
    functions = (f for f in read(found[0])[1] if f.tokens and f.tokens[-1].end >= found[2])
    function = next(functions, None) if mutant["function"] else None
    return os.path.relpath(found[0], top), function.name if function else ""


def draw_pool(workshop, pool, seed, known):
    """Yields new mutants until, with those known that are no equivalents, there are enough."""
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
        if not differs(workshop, mutant, originals):
            continue
        number, good = number + 1, good + 1
        files[name] += 1
        yield {"id": f"{pool}-{number:02}", **mutant}
