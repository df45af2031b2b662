/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ctrl-C, or SIGTERM, in a study: a line on standard error says how far it came, and what goes on
 * from there. Then the signal ends noct as it ends others. Processes that are forked meanwhile, as
 * workers are, say nothing.
 */
#ifndef NOCT_SWEEP_INTERRUPT_H
#define NOCT_SWEEP_INTERRUPT_H

#include <stdbool.h>
#include <stdint.h>

/* From now on. out: the file of the rows, or NULL; at_most: not all trials need be made. */
void interrupt_begin(const char *command, const char *out, bool at_most);
/* So many of all trials are made, and so many rows are in the file. */
void interrupt_at(uint64_t done, uint64_t all, uint64_t rows);
/* It is made: a signal says nothing any more. */
void interrupt_end(void);

#endif
