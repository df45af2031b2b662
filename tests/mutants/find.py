# SPDX-License-Identifier: BSD-2-Clause
"""Where a mutant is now: its lines are found by function and text, in whatever file they lie."""
import functools
import glob
import os

from source import Function, functions_of, places, texts_of, tokens_of

SOURCES = ("libnoc", "firmware", "mpi", "host-tools")


@functools.lru_cache(maxsize=None)
def read(path):
    with open(path) as file:
        text = file.read()
    return text, functions_of(text)


def sources(top):
    return sorted(path for part in SOURCES
                  for path in glob.glob(os.path.join(top, part, "**", "*.[ch]"), recursive=True))


def spans(path, function, wanted):
    """"": anywhere in the file, as in a table, which has no functions."""
    if not function:
        return places(Function("", tokens_of(read(path)[0])), wanted)
    return [span for f in read(path)[1] if f.name == function for span in places(f, wanted)]


def find(top, mutant):
    """(file, start, end, text) of its lines and what replaces them; None if it is not found.

    What stands under "now" has been said by hand, for lines that were written anew. Else it is the
    function where it was, or the one function of that name elsewhere that has such lines. Lines
    alone do not tell: the same ones in another function may be another mistake.
    """
    mutant = {**mutant, **mutant.get("now", {})}
    wanted, after = texts_of(mutant["before"]), "\n".join(mutant["after"])
    here = os.path.join(top, mutant["file"])
    found = spans(here, mutant["function"], wanted) if os.path.exists(here) else []
    if len(found) > mutant["nth"]:
        return here, *found[mutant["nth"]], after
    elsewhere = {path: spans(path, mutant["function"], wanted) for path in sources(top)}
    elsewhere = [(path, found) for path, found in elsewhere.items() if len(found) > mutant["nth"]]
    if len(elsewhere) != 1:
        return None
    [(path, found)] = elsewhere
    return path, *found[mutant["nth"]], after


KEPT = ".kept"


def undo(top):
    """Puts back what a run that was killed has left changed."""
    for path in glob.glob(os.path.join(top, "**", "*" + KEPT), recursive=True):
        os.replace(path, path.removesuffix(KEPT))
        os.utime(path.removesuffix(KEPT))


class Applied:
    """A mutant in its place, while this lasts; then the file is as it was."""

    def __init__(self, top, mutant):
        self.place = find(top, mutant)

    def __enter__(self):
        if self.place:
            path, start, end, after = self.place
            original = read(path)[0]
            with open(path + KEPT, "w") as out:
                out.write(original)
            with open(path, "w") as out:
                out.write(original[:start] + after + original[end:])
        return self.place and self.place[0]

    def __exit__(self, *_):
        if self.place:
            os.replace(self.place[0] + KEPT, self.place[0])
            os.utime(self.place[0])
