# SPDX-License-Identifier: BSD-2-Clause
"""The parts of a check: its functions check_PART, test_PART and deep_PART (mk/checks.mk)."""
import os
import re
import time

LIMIT = int(os.environ.get("LIMIT_S", "240"))  # seconds, for what hangs (tests/lib.sh)


class Skipped(Exception):
    """Why a part was left out."""


def expect(condition, *about):
    if not condition:
        raise AssertionError(" ".join(str(a) for a in about))


def until(condition, what):
    end = time.monotonic() + LIMIT
    while not condition():
        expect(time.monotonic() < end, "waited in vain:", what)
        time.sleep(0.01)


def share(count):
    """As many of so many random or repeated things as TEST_BUDGET, in percent, allows; one at least."""
    return max(1, count * int(os.environ.get("TEST_BUDGET", "100")) // 100)


def run(functions, names, failures):
    """Runs these parts, or all, and prints "ok PART" or "FAILED PART" for each. A part fails by
    one of these exceptions. What is returned is true if any has failed."""
    found = {re.sub("^(check|test|deep)_", "", name): function
             for name, function in functions.items() if re.match("(check|test|deep)_", name)}
    failed = 0
    for name in names or found:
        try:
            found[name]()
            print("ok " + name, flush=True)
        except Skipped as why:
            print("SKIPPED %s: %s" % (name, why), flush=True)
        except failures as e:
            failed += 1
            print("FAILED %s\n    %s: %s" % (name, type(e).__name__, e), flush=True)
    return failed > 0
