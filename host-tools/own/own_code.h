/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code of the user's own: one C file that defines a struct of libnoc's, compiled and loaded when it
 * is named (docs/own-routing.md, docs/own-algorithm.md). It stays loaded until noct ends, and is not
 * compiled again: a batch may name one file in every line.
 */
#ifndef NOCT_OWN_OWN_CODE_H
#define NOCT_OWN_OWN_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* What a file may define. */
struct own_code_kind {
    const char *what;   /* "routing", the key that names it */
    const char *type;   /* "struct noc_routing" */
    const char *symbol; /* "noc_routing_mine" */
    /* What was found there, as the rest of noct is to see it, until noct ends; NULL, with a
     * error: it is none. */
    const void *(*check)(const void *found, const char *file, struct error *error);
};

/* Is this the name of a file, not of something in libnoc? It has a slash or ends in .c. */
bool own_code_named(const char *text);

/* Is it a word of printable characters, `most` at most? */
bool own_code_is_word(const char *text, size_t most);

/* The file's struct -> *made, as check() returns it. What the compiler says goes to standard
 * error. */
enum status own_code_load(const struct own_code_kind *kind, const char *file, const void **made,
                          struct error *error);

#endif
