# SPDX-License-Identifier: BSD-2-Clause
"""Where a mutant is now: its lines are found by function and text, in whatever file they lie."""
import functools
import glob
import os

from source import functions_of, places, texts_of

SOURCES = ("libnoc", "firmware", "host-tools")


@functools.lru_cache(maxsize=None)
def read(path):
    with open(path) as file:
        text = file.read()
    return text, functions_of(text)


def sources(top):
    return sorted(path for part in SOURCES
                  for path in glob.glob(os.path.join(top, part, "**", "*.c"), recursive=True))


def spans(path, function, wanted):
    """Of the functions in a file of this name, or of all if it is None."""
    return [span for f in read(path)[1] if function in (None, f.name) for span in places(f, wanted)]


def find(top, mutant):
    """(file, start, end, text) of its lines and what replaces them; None if it is not found.

    What stands under "now" has been said by hand, for lines that were written anew. Else it is the
    function where it was, a function of that name elsewhere, or one other place with such lines.
    """
    mutant = {**mutant, **mutant.get("now", {})}
    wanted, after = texts_of(mutant["before"]), "\n".join(mutant["after"])
    here = os.path.join(top, mutant["file"])
    for path in ([here] if os.path.exists(here) else []) + sources(top):
        found = spans(path, mutant["function"], wanted)
        if len(found) > mutant["nth"]:
            return path, *found[mutant["nth"]], after
    found = [(path, *span) for path in sources(top) for span in spans(path, None, wanted)]
    return (*found[0], after) if len(found) == 1 else None


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
