# SPDX-License-Identifier: BSD-2-Clause
"""What a plan costs on the host, by every algorithm where it fits (bench/plans.c)."""
import os

from host import named_numbers, run
from table import Row

GOAL_US = 1000


def plans(b):
    """The program repeats by itself, and takes the least."""
    for name, ns in named_numbers(run([os.path.join(b.build, "bench", "plans")]).out).items():
        b.add(Row("host_plan_us_" + name, ", ".join(name.rsplit("_", 1)).replace("_", "-"), ns / 1000,
                  "us", goal=GOAL_US))
