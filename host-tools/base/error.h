/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One line about what went wrong: what, where, what would be right. Whoever finds the fault fills
 * the error; main() prints its line on standard error, or a batch puts it into its answer.
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

enum { ERROR_TEXT = 600 };

/* All texts are one line of printable ASCII. */
struct error {
    char text[ERROR_TEXT]; /* the whole line, what is printed: WHAT; FIX; REMARK */
    enum status status;
    char what[ERROR_TEXT]; /* what is wrong, and where */
    char fix[ERROR_TEXT];  /* what would be right; "": not said */
    char
        remark[ERROR_TEXT]; /* what else there is to say, as what has been done until then; or "" */
};

/* Say what is wrong; what the error said before is gone. Returns status, so that callers can
 * return it. */
enum status error_set(struct error *error, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Say what would be right, of an error that is set; returns its status:
 *     error_set(error, STATUS_BAD, "ram '%s': ...", ram);
 *     return error_fix(error, "give ..."); */
enum status error_fix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Add a remark to an error that is set. */
void error_remark(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Append to what was said last: to what is wrong, to the fix, or to the remark. */
void error_append(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Nothing is wrong after all. */
void error_clear(struct error *error);

/* The name in the NULL-terminated list that `word` was probably meant to be;
 * NULL if none is near. */
const char *nearest(const char *word, const char *const *names);

#endif
