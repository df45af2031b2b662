/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short messages on an abstract board, by the tables of eager.def: two senders and a receiver with
 * a slot in queue 0, where messages come, and one in queue 1, where those come that it asked for.
 */
#ifndef TESTS_LIFE_EAGER_H
#define TESTS_LIFE_EAGER_H

#include "rows.h"
#include "space.h"

struct eager_setup {
    const char *name;
    uint8_t senders, messages; /* of each sender */
    uint8_t may_die;           /* a bit for each sender, and the highest for the receiver */
    bool gives_up;
    /* Errors that a program could make with the right tables, to see that they are noticed. */
    bool no_stamps;   /* takes queue 1 first */
    bool no_patience; /* waits for a RESEND for ever */
    const char *breaks;
    uint8_t budget;
};

extern const struct eager_setup eager_setups[];
extern const uint32_t eager_setup_count;

struct findings eager_explore(const struct eager_setup *s, uint32_t states_limit, bool tell);

#endif
