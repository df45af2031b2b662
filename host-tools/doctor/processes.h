/* SPDX-License-Identifier: BSD-2-Clause */
/* Who has a file or a port: as far as Linux tells it without privileges, which is each
 * user's own programs, and of ports whose they are. */
#ifndef NOCT_DOCTOR_PROCESSES_H
#define NOCT_DOCTOR_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "usb.h"

enum { PROCESS_TEXT = 64 };

struct process {
    pid_t pid;               /* 0: not to be seen */
    uid_t user;              /* of a port whose program is not to be seen */
    char name[PROCESS_TEXT]; /* "openocd" */
};

/* A program that has this file open; path: as /proc shows it, absolute and without links. */
bool process_with_file(const struct host_roots *roots, const char *path, struct process *p);

/* Who listens at this TCP port of this host? False: nobody. */
bool process_at_port(const struct host_roots *roots, uint16_t port, struct process *p);

/* Who is connected to this TCP port of 127.0.0.1, from this host? False: nobody. */
bool process_connected(const struct host_roots *roots, uint16_t port, struct process *p);

/* Who is connected to the socket of this file? Others of the same name elsewhere, as any user may make,
 * do not count. False: nobody. */
bool process_connected_to_file(const struct host_roots *roots, const char *file, struct process *p);

/* "openocd (process 123)", or "a program of user root". */
void process_text(const struct process *p, char *text, size_t room);

#endif
