/* SPDX-License-Identifier: BSD-2-Clause */
/* A deadlock for people. */
#ifndef NOCT_SHOW_SHOW_DEADLOCK_H
#define NOCT_SHOW_SHOW_DEADLOCK_H

#include <jansson.h>

/* An answer's deadlock: who waits for what, in a cycle, and where that lies in the network. */
void show_deadlock(const json_t *result);

#endif
