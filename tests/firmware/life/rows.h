/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tables of firmware/life.def as the explorer uses them: through life.h's functions, but each
 * row that is taken is noted, and one row can be changed, to see whether that is noticed.
 */
#ifndef TESTS_LIFE_ROWS_H
#define TESTS_LIFE_ROWS_H

#include "life.h"

struct row {
    bool offer; /* of the table of offers, else of sends */
    uint8_t state, event, next;
    const char *text;
};

enum { NO_ROW = 255 };

extern const struct row rows[];
extern const uint32_t row_count;

bool row_send(enum send_state *state, enum send_event event);
bool row_offer(enum offer_state *state, enum offer_event event);
/* Does the table have such a row? */
bool row_offer_has(enum offer_state state, enum offer_event event);

uint32_t row_send_flags(enum send_state state);
uint32_t row_offer_flags(enum offer_state state);

/* From now on what follows is `next`, or nothing if that is NO_ROW. */
void row_change(uint32_t row, uint8_t next);
/* From now on this flag of this state is the other way round. */
void flag_change(bool offer, uint8_t state, uint32_t flag);
void row_restore(void);

/* Progress had something to do in this state. */
void row_pushed(bool offer, uint8_t state);

/*
 * How many rows were not taken, and how many states have LIFE_PUSH and nothing to push, since the
 * last rows_forget(); with `tell` they are printed.
 */
uint32_t rows_unused(bool tell);
void rows_forget(void);

const char *send_state_name(enum send_state state);
const char *offer_state_name(enum offer_state state);

#endif
