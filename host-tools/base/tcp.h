/* SPDX-License-Identifier: BSD-2-Clause */
/* Connections to servers that the user names, by a port or by a socket file. */
#ifndef NOCT_BASE_TCP_H
#define NOCT_BASE_TCP_H

#include "error.h"

/* What a server is, for errors about it. */
struct tcp_kind {
    const char *name;    /* "gdb", as in gdb:HOST:PORT */
    const char *example; /* "gdb:localhost:3333" */
    const char *hint;    /* where nobody listens: what may be done */
};

/*
 * Connect to "HOST:PORT", as localhost:3333 or [::1]:3333, or to a socket's file, "/...". seconds:
 * how long that may take. STATUS_BAD: no such form; STATUS_ENVIRONMENT: nobody there.
 */
enum status tcp_connect(int *fd, const struct tcp_kind *kind, const char *address, int seconds,
                        struct error *error);

#endif
