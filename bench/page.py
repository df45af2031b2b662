# SPDX-License-Identifier: BSD-2-Clause
"""The parts of pages that are made: what stands between <!-- mark --> and <!-- /mark -->.

Of a mark of several words, as `judged song-6`, the end has the first one: <!-- /judged -->.
"""
import re
import sys


class NoPlace(Exception):
    """A page does not have a mark once."""


def with_block(page, mark, block):
    """The page's text with this between the marks, an empty line above and below."""
    pattern = rf"(<!-- {re.escape(mark)} -->\n).*?(<!-- /{re.escape(mark.split()[0])} -->)"
    new, n = re.subn(pattern, lambda m: f"{m[1]}\n{block.rstrip()}\n\n{m[2]}", page, flags=re.S)
    if n != 1:
        raise NoPlace(f"the page has {n} places for {mark}")
    return new


def update(path, blocks, check=False):
    """{mark: text} into a page; or does it have them already?"""
    with open(path, encoding="utf-8") as file:
        old = new = file.read()
    for mark, block in blocks.items():
        new = with_block(new, mark, block)
    if not check and new != old:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)
    return new == old


def show(path, blocks):
    """Into this page; None: print them."""
    if path:
        update(path, blocks)
    else:
        print("\n".join(block.rstrip() + "\n" for block in blocks.values()), end="")


def stop_if_stale(path, blocks, command):
    """Ends with status 1, and names the command that updates the page, if it has other blocks; None: no page is asked for."""
    if path and not update(path, blocks, check=True):
        sys.exit(f"{path} is stale, run {command} --update {path}")
