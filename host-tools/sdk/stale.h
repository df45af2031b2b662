/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Objects and libraries of different versions of Nocturne. noc.h and mpi.h leave a reference in each
 * object, to a name with a hash of what they declare; the libraries of the same version define it
 * (scripts/make-sdk). So the linker refuses all others, and here is said what it means.
 */
#ifndef NOCT_SDK_STALE_H
#define NOCT_SDK_STALE_H

#include <stdbool.h>

enum { STALE_MAX = 16, STALE_NAME = 32 };

struct stale {
    char own[2][STALE_NAME]; /* the names that this tool chain's libraries define; empty: unknown */
    unsigned count;
    struct stale_object {
        char *name; /* malloc'd */
        bool own;   /* it is of this version, so that a library is not */
    } object[STALE_MAX];
};

/* Learn the names from the tool chain's file. Without one nothing is known to be its own. */
void stale_begin(struct stale *s, const char *sdk);

/* A line of the linker's, without colours. True: it says that an object is stale. */
bool stale_read(struct stale *s, const char *line);

/* Say so on standard error, as command `name`, in a line for each. Frees what was read. */
void stale_print(struct stale *s, const char *name);

#endif
