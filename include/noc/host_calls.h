/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls to the host: what a program asks of the machine that its board is attached to, by the
 * sequence of RISC-V's semihosting. The emulator serves them, or OpenOCD. docs/board.md, section 8,
 * has the whole.
 */
#ifndef NOC_HOST_CALLS_H
#define NOC_HOST_CALLS_H

/* The three instructions, none compressed. a0: enum noc_host_call; a1: its block, or its value;
 * a0 afterwards: the answer. */
#define NOC_HOST_BEFORE 0x01f01013 /* slli zero, zero, 0x1f */
#define NOC_HOST_EBREAK 0x00100073 /* ebreak */
#define NOC_HOST_AFTER  0x40705013 /* srai zero, zero, 7 */

#ifndef __ASSEMBLER__

/* Those that are served here; each block is of 32-bit words. */
enum noc_host_call {
    NOC_HOST_OPEN = 0x01,    /* path, mode, length of path: a handle, or -1 */
    NOC_HOST_CLOSE = 0x02,   /* handle: 0 or -1 */
    NOC_HOST_WRITE = 0x05,   /* handle, address, bytes: how many were not written */
    NOC_HOST_READ = 0x06,    /* handle, address, bytes: how many were not read; all: the end */
    NOC_HOST_ISERROR = 0x08, /* value: not 0 if it is negative */
    NOC_HOST_ISTTY = 0x09,   /* handle: 1, or 0, or -1 */
    NOC_HOST_SEEK = 0x0a,    /* handle, place from the beginning: 0 or -1 */
    NOC_HOST_FLEN = 0x0c,    /* handle: bytes, or -1 */
    NOC_HOST_REMOVE = 0x0e,  /* path, length: 0 or -1 */
    NOC_HOST_RENAME = 0x0f,  /* old path, length, new path, length: 0 or -1 */
    NOC_HOST_ERRNO = 0x13,   /* nothing: why this core's last call failed, enum noc_host_errno */
    NOC_HOST_CMDLINE = 0x15  /* address, its room: 0 or -1; the length goes into the second word */
};

/* Modes of OPEN are those of fopen(), in this order: "r", "rb", "r+", "r+b", then the same of "w"
 * and of "a". */
enum noc_host_mode {
    NOC_HOST_R = 1,
    NOC_HOST_RW = 3,
    NOC_HOST_W = 4,
    NOC_HOST_A = 8,
    NOC_HOST_UPDATE = 2,
    NOC_HOST_MODES = 12
};

/* The path of the standard streams: input with the modes of "r", else output. */
#define NOC_HOST_STREAM ":tt"

/* Linux's numbers, as OpenOCD gives them, too. */
enum noc_host_errno {
    NOC_HOST_ENOENT = 2,
    NOC_HOST_EBADF = 9,
    NOC_HOST_EACCES = 13,
    NOC_HOST_EFAULT = 14,
    NOC_HOST_EISDIR = 21,
    NOC_HOST_EINVAL = 22,
    NOC_HOST_ENFILE = 23,
    NOC_HOST_EMFILE = 24,
    NOC_HOST_EFBIG = 27,
    NOC_HOST_ENAMETOOLONG = 36,
    NOC_HOST_ENOSYS = 38,
    NOC_HOST_ENOTEMPTY = 39,
    NOC_HOST_ELOOP = 40,
    NOC_HOST_EOVERFLOW = 75
};

enum {
    NOC_HOST_FILES = 16,             /* that a core may have open at once */
    NOC_HOST_PATH_BYTES = 1024,      /* of a path, at most */
    NOC_HOST_LINE_BYTES = 1 << 18,   /* of a command line, at most */
    NOC_HOST_FILE_BYTES = 0x7fffffff /* of a file, at most */
};

#endif
#endif
