# SPDX-License-Identifier: BSD-2-Clause
"""Blocks of a page that a check of its own runs, and files that the page writes."""
import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parent.parent
MARKED = r"^<!-- run by make %s -->\n+```\w+\n(.*?)^```\n"
SHOWN = r"```text\n(.*?)^```\n"
WRITTEN = r"as `%s`:\s*\n```\w+\n(.*?)^```\n"


def only(pattern, page):
    """What this pattern has found; there must be one."""
    found = re.findall(pattern, (TOP / page).read_text(encoding="utf-8"), re.M | re.S)
    assert len(found) == 1, f"{page} has {len(found)} of {pattern}"
    return found[0]


def run_by(mark, page, shown=False):
    """The block behind <!-- run by make MARK -->, and what the page shows that it prints."""
    return only(MARKED % re.escape(mark) + (SHOWN if shown else ""), page)


def written_as(name, page):
    """The block behind the words: as `NAME`:"""
    return only(WRITTEN % re.escape(name), page)
