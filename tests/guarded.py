# SPDX-License-Identifier: BSD-2-Clause
"""Runs what starts daemons, so that none of them stays, whoever is killed.

    main (what make started) --- worker (what is checked) --- daemons --- jobs
         \\____________ a pipe ____________/

Both main and worker adopt what loses its parent (PR_SET_CHILD_SUBREAPER), so all that was started
is below one of them. If main dies, the pipe ends, and worker kills all that is below it. If worker
dies, main adopts what it leaves, and kills that.
"""
import ctypes
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback

PR_SET_CHILD_SUBREAPER = 36


def children():
    """All processes' children."""
    found = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended
        found.setdefault(parent, []).append(int(entry.parent.name))
    return found


def below(pid):
    """The processes below this one."""
    tree, found, todo = children(), [], [pid]
    while todo:
        found.append(todo.pop())
        todo += tree.get(found[-1], [])
    return found[1:]


def kill_below():
    """Kills all that is below this process, until there is nothing."""
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for pid in below(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.01)


def clear(scratch):
    """Nothing is left, neither a process nor a file."""
    kill_below()
    shutil.rmtree(scratch, ignore_errors=True)


def end_with_main(pipe, scratch):
    """Waits for main's end."""
    os.read(pipe, 1)
    clear(scratch)
    os._exit(1)


def work(function, pipe, scratch):
    """The worker: this function's result is its exit status."""
    os.setsid()
    signal.signal(signal.SIGINT, lambda *_: None)  # and not SIG_IGN, which children would inherit
    threading.Thread(target=end_with_main, args=(pipe, scratch), daemon=True).start()
    status = 1
    try:
        status = function(pathlib.Path(scratch))
    except BaseException:  # whatever it is, what was started must end
        traceback.print_exc()
    sys.stdout.flush()
    clear(scratch)
    os._exit(status)


def run(function, prefix):
    """Calls function(scratch directory) in a worker; returns what it returns, an exit status."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    scratch = tempfile.mkdtemp(prefix=prefix)
    pipe, mine = os.pipe()
    sys.stdout.flush()
    worker = os.fork()
    if worker == 0:
        os.close(mine)
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        work(function, pipe, scratch)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        status = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
    except KeyboardInterrupt:
        status = 130
    finally:
        clear(scratch)
    return status if status >= 0 else 1
