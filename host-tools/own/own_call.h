/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A call of a function of the user's own, which may do anything: a crash in it, exit(), or
 * CHECKED_SECONDS of its own, ends noct with one line that says what was called and with what. So
 * does a crash of noct afterwards, since the function may have written anywhere. The first thing
 * that the functions do and none may is kept, until somebody asks.
 */
#ifndef NOCT_OWN_OWN_CALL_H
#define NOCT_OWN_OWN_CALL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { CHECKED_SECONDS = 5, OWN_CALL_TEXT = 4096 + 400 };

/* The file of one kind whose functions are called now. */
struct own_file {
    const char *kind; /* "routing" */
    /* The call that is under way, or was last, as "next() at node 5". It may be called in a signal's
     * handler. */
    void (*describe)(char *text, size_t room);
    const char *name;   /* of the file */
    struct error fault; /* text "": none */
};

/* From now on such calls are watched. */
void own_call_watch(void);

/* A call begins. */
void own_call_enter(const struct own_file *file);
void own_call_leave(void);

/* From now on this file's functions are called; what another one did is forgotten. */
void own_file_use(struct own_file *file, const char *name);

/* The last call did what is wrong, or what a function without state would not. It is kept unless an
 * earlier fault is. */
void own_file_blame(struct own_file *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void own_file_blame_state(struct own_file *file);

static inline bool own_file_failed(const struct own_file *file)
{
    return file->fault.text[0];
}

/* Whether a fault is kept; *error says which (STATUS_BAD), and it is forgotten. */
bool own_file_fault(struct own_file *file, struct error *error);

/* What its fits() said, for the caller's *fault (may be NULL): `code` where it gave no reason. */
bool own_file_fits(bool fits, struct noc_fault said, enum noc_fault_code code,
                   struct noc_fault *fault);

#endif
