# SPDX-License-Identifier: BSD-2-Clause
"""Running programs and measuring them."""
import dataclasses
import os
import re
import subprocess
import tempfile
import time


class Failed(Exception):
    """A program that was to be measured did not do its work."""


@dataclasses.dataclass
class Run:
    """What a process and its children took."""
    out: str
    err: str
    wall_s: float
    cpu_s: float
    rss_kb: int


def run(command, text_in=""):
    """Run a command to its end. Raises Failed unless its exit status is 0."""
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as out, \
            tempfile.TemporaryFile("w+") as err:
        given.write(text_in)
        given.seek(0)
        began = time.monotonic()
        process = subprocess.Popen(command, stdin=given, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        result = Run(out.read(), err.read(), wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
    if process.returncode != 0:
        last = (result.err.strip() or result.out.strip()).splitlines()[-1:]
        raise Failed(f"{' '.join(command)}: status {process.returncode}: {' '.join(last)}")
    return result


def best(runs):
    """The least wall and CPU seconds and the greatest memory of some runs of one command."""
    return Run(runs[-1].out, runs[-1].err, min(r.wall_s for r in runs), min(r.cpu_s for r in runs),
               max(r.rss_kb for r in runs))


def interleaved(commands, repeat, text_in=""):
    """The best run of each command; they take turns, so that a busy minute of the host
    strikes them alike."""
    runs = [[] for _ in commands]
    for _ in range(repeat):
        for i, command in enumerate(commands):
            runs[i].append(run(command, text_in))
    return [best(r) for r in runs]


def instructions(command):
    """Host instructions that a command executes, and what it prints."""
    result = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] + command)
    found = re.search(r"Collected : (\d+)", result.err)
    if not found:
        raise Failed("valgrind does not say how many instructions it collected")
    return int(found.group(1)), result.out


def free_kb():
    """Memory that the host can still give, in KB; 0 if it does not say."""
    try:
        with open("/proc/meminfo") as info:
            return int(re.search(r"MemAvailable:\s+(\d+)", info.read()).group(1))
    except (OSError, AttributeError):
        return 0


def named_numbers(text):
    """{name: number} of lines 'name number', each perhaps behind '[core] '."""
    found = re.findall(r"^(?:\[\d+\] )?(\w+) (\d+)$", text, re.M)
    return {name: int(number) for name, number in found}
