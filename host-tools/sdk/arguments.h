/* SPDX-License-Identifier: BSD-2-Clause */
/* A compiler's command line: what of it matters to us, and what the board cannot run. */
#ifndef NOCT_SDK_ARGUMENTS_H
#define NOCT_SDK_ARGUMENTS_H

#include <stdbool.h>

#include "base/error.h"

struct arguments {
    bool size;          /* --size: ours, and not the compiler's */
    bool sdk;           /* --sdk: ours, alone */
    bool trace;         /* --trace: ours */
    bool links;         /* no -c, -S, -E, -M, -MM, -fsyntax-only or -r */
    bool mpi;           /* noct mpicc; not read here */
    int inputs;         /* files, and libraries */
    const char *output; /* of -o, or NULL */
    int count;          /* the compiler's own */
    char **text;        /* free() it, not the texts */
};

/* argv[1] and on. What no core runs is refused: STATUS_BAD. */
enum status arguments_read(struct arguments *a, int argc, char **argv, struct error *error);

#endif
