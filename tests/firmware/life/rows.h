/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tables as the explorer uses them: firmware/life/life.def through life.h's functions. Each row that is taken is noted, and one row can be changed, to see whether that is noticed.
 */
#ifndef TESTS_LIFE_ROWS_H
#define TESTS_LIFE_ROWS_H

#include "life/life.h"

enum table { TABLE_SEND, TABLE_OFFER, TABLES };

struct row {
    uint8_t table, state, event, next;
    const char *text;
};

enum { NO_ROW = 255 };

extern const struct row rows[];
extern const uint32_t row_count;

/* What follows; false: nothing. */
bool row_follows(enum table table, unsigned *state, unsigned event);
/* Does the table have such a row? */
bool row_exists(enum table table, unsigned state, unsigned event);
uint32_t row_flags(enum table table, unsigned state);
unsigned row_states(enum table table);
const char *row_state_name(enum table table, unsigned state);

/* From now on what follows is `next`, or nothing if that is NO_ROW. */
void row_change(uint32_t row, uint8_t next);
/* From now on this flag of this state is the other way round. */
void row_change_flag(enum table table, unsigned state, uint32_t flag);
void row_restore(void);

/* Progress had something to do in this state. */
void row_pushed(enum table table, unsigned state);

/*
 * How many rows were not taken, and how many states have LIFE_PUSH and nothing to push, since the last
 * rows_forget(); with `tell` they are printed.
 */
uint32_t rows_unused(bool tell);
void rows_forget(void);

#endif
