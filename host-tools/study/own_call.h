/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A call of a function of the user's own, which may do anything: a crash in it, exit(), or
 * CHECKED_SECONDS of its own, ends noct with one line that says what was called and with what. So
 * does a crash of noct afterwards, since the function may have written anywhere.
 */
#ifndef NOCT_STUDY_OWN_CALL_H
#define NOCT_STUDY_OWN_CALL_H

#include <stddef.h>

enum { CHECKED_SECONDS = 5, OWN_CALL_TEXT = 4096 + 400 };

/* From now on such calls are watched. */
void own_call_watch(void);

/* A call begins; `describe` writes what it is, as "routing './mine.c': its fits()". It may be called
 * in a signal's handler. */
void own_call_enter(void (*describe)(char *text, size_t room));
void own_call_leave(void);

#endif
