/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One line about what went wrong: what, where, what would be right. Whoever
 * finds the fault fills the complaint; main() prints it on standard error, or
 * a batch puts it into its answer.
 */
#ifndef NOCT_BASE_ERROR_H
#define NOCT_BASE_ERROR_H

#include "topology/fault.h"

/* noct's exit statuses. */
enum status {
    STATUS_DONE = 0,
    STATUS_NO = 1,         /* the answer is no: wrong data, a deadlock, ... */
    STATUS_BAD = 2,        /* bad usage, input or file */
    STATUS_ENVIRONMENT = 3 /* no QEMU, no board, a port taken */
};

struct error {
    char text[600]; /* one line of printable ASCII */
};

/* Fill *why and return status, so that callers can return it. */
enum status error_set(struct error *error, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Append to what *why already says. */
void error_append(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The name in the NULL-terminated list that `word` was probably meant to be;
 * NULL if none is near. */
const char *nearest(const char *word, const char *const *names);

#endif
