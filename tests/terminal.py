#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""What a program prints on a terminal, all of it.

usage: terminal.py COLUMNS COMMAND...   prints that, and ends with the status of COMMAND

Linux can tell the reader of a terminal that its other end is closed (EIO) while the last of what was
written is still on its way, mostly of more than the 4,095 bytes that fit into its queue. So that end is
kept open until the program has ended, END is written behind its output, and read up to there.
"""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import threading

END = b"\0\x04end of what was printed\0"


def gather(terminal, into):
    """Reads up to END."""
    while not into.endswith(END):
        into += os.read(terminal, 65536)


def printed(command, columns=0, **options):
    """The text that a command prints on a terminal, so wide if it asks the terminal; and its status."""
    ours, its = pty.openpty()
    if columns:
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    found = bytearray()
    reader = threading.Thread(target=gather, args=(ours, found), daemon=True)
    reader.start()
    status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=its, check=False, **options).returncode
    os.write(its, END)
    reader.join()
    os.close(its)
    os.close(ours)
    return found[:-len(END)].decode().replace("\r\n", "\n"), status


def main():
    """The program of the command line."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    text, status = printed(sys.argv[2:], int(sys.argv[1]))
    sys.stdout.write(text)
    sys.exit(status)


if __name__ == "__main__":
    main()
