# SPDX-License-Identifier: BSD-2-Clause
"""A copy of the tree, in which mutants are made, built and tested."""
import fcntl
import hashlib
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess

from find import undo

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
MAKE_LIMIT_S = 3600


def run(words, cwd, limit_s, env=None, cpu_s=None):
    """(exit status, output), None instead of the status if it was stopped after so long.

    cpu_s: each of its processes may use so much of a processor.
    """
    limit = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s))) if cpu_s else None
    process = subprocess.Popen(words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, text=True,
                               errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=limit)
    try:
        output = process.communicate(timeout=limit_s)[0]
        return process.returncode, output
    except subprocess.TimeoutExpired:
        for pid in [process.pid] + descendants(process.pid):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return None, process.communicate()[0]


def descendants(pid):
    """All processes below this one, whatever sessions they have made."""
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as stat:
                parent = int(stat.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(name))
    found = list(children.get(pid, []))
    for child in found:
        found += children.get(child, [])
    return found


def usual_budget():
    """The TEST_BUDGET of make check."""
    with open(os.path.join(TOP, "mk", "checks.mk"), encoding="ascii") as file:
        return re.search(r"^TEST_BUDGET .*,(\d+)\)\)$", file.read(), re.M)[1]


class Workshop:
    def __init__(self, directory, revision=None, wrap=""):
        """wrap: words in front of each command that takes long, as nice."""
        self.top, self.wrap = os.path.join(directory, "tree"), shlex.split(wrap)
        self.commands = {}
        cache = os.path.join(directory, "cache")  # mutants are not to fill the user's own
        self.env = dict(os.environ, NOCTURNE_CACHE=cache, LIMIT_S="100", TEST_LIMIT="300")
        self.env.setdefault("TEST_BUDGET", usual_budget())
        self.env.pop("MAKEFLAGS", None)
        os.makedirs(directory, exist_ok=True)
        self.lock = open(os.path.join(directory, "lock"), "w")  # until this process ends
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(f"mutants: another run is at work in {directory}; give --work") from None
        if not os.path.isdir(self.top):
            os.makedirs(self.top)
            self.copy(revision)
        undo(self.top)
        if not os.path.isdir(cache):
            own = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "nocturne")
            own = os.environ.get("NOCTURNE_CACHE") or own
            if os.path.isdir(own):
                shutil.copytree(own, cache, symlinks=True)

    def copy(self, revision):
        """The files of a commit, or of the tree that this lies in."""
        files = (f"git archive {revision}" if revision else
                 "git ls-files -co --exclude-standard -z | tar --null --ignore-failed-read -cT -")
        subprocess.run(f"set -o pipefail; {files} | tar -xC {shlex.quote(self.top)}", shell=True,
                       executable="/bin/bash", cwd=TOP, check=True)

    def path(self, name):
        return os.path.join(self.top, name)

    def make(self, *goals, limit_s=MAKE_LIMIT_S):
        return run([*self.wrap, "make", "--no-print-directory", "-k", "-j2", "NOCT_VERSION=mutant", *goals],
                   self.top, limit_s, self.env)

    def test(self, name, usual_s):
        """A test program's exit status, and output; one that takes far longer than usually is stopped."""
        cpu_s, wall_s = (int(10 * usual_s) + 10, 40 * usual_s + 120) if usual_s is not None else (None, None)
        return run([*self.wrap, "./" + name], self.top, wall_s, self.env, cpu_s)

    def runs(self, words):
        return run([*self.wrap, *words], self.top, MAKE_LIMIT_S, self.env)

    def digest(self, name):
        """Of a file; None if there is none."""
        try:
            with open(self.path(name), "rb") as file:
                return hashlib.sha256(file.read()).hexdigest()
        except FileNotFoundError:
            return None

    def compiles(self, name):
        """The command that makes an object, which make is asked for once."""
        if not self.commands:
            self.make("build/newlib.stamp")  # what objects need that they do not depend on
        if name not in self.commands:
            if os.path.exists(self.path(name)):
                os.remove(self.path(name))
            said = self.make("-n", name)[1]
            self.commands[name] = next(line for line in said.splitlines() if f"-o {name} " in line)
        return self.commands[name]

    def code(self, objects):
        """Digests of these objects without what is for debuggers; None if one is not built, or by a warning."""
        digests = []
        for name in objects:
            if os.path.exists(self.path(name)):
                os.remove(self.path(name))
            os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            said = subprocess.run(self.compiles(name), shell=True, cwd=self.top, capture_output=True, text=True,
                                  check=False)
            if said.returncode or "warning:" in said.stderr:
                return None
            strip = "riscv64-unknown-elf-objcopy" if "/target/" in name else "objcopy"
            subprocess.run([strip, "-g", name, "stripped.o"], cwd=self.top, check=True)
            digests.append(self.digest("stripped.o"))
        return digests
