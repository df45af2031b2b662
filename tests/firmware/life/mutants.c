/* SPDX-License-Identifier: BSD-2-Clause */
/* Would the explorer notice a wrong row? Each row and flag is changed, and must be missed by none. */
#include <stdio.h>
#include <string.h>

#include "board.h"

enum { STATES_MAX_OF_MUTANT = 2000000, BUDGET_OF_MUTANT = 5 };

static uint32_t tried, missed, share_of_all, drawn;

static bool is_noticed(void)
{
    uint32_t i;

    rows_forget();
    for (i = 0; i < setup_count; i++) {
        if (setups[i].budget <= BUDGET_OF_MUTANT && !setups[i].breaks &&
            long_explore(&setups[i], STATES_MAX_OF_MUTANT, false).broken) {
            return true;
        }
    }
    return rows_unused(false) > 0;
}

/* Spread evenly over all mutants. */
static bool is_drawn(void)
{
    drawn += share_of_all;
    if (drawn < 100) {
        return false;
    }
    drawn -= 100;
    tried++;
    return true;
}

static void try_row(uint32_t i, uint8_t next)
{
    const struct row *r = &rows[i];

    if (next == r->next || !is_drawn()) {
        return;
    }
    row_change(i, next);
    if (!is_noticed()) {
        missed++;
        printf("missed: %s leads to %s\n", r->text,
               next == NO_ROW ? "no state"
               : r->offer     ? offer_state_name(next)
                              : send_state_name(next));
        fflush(stdout);
    }
    row_restore();
}

static void try_flag(bool offer, uint8_t state, uint32_t flag)
{
    static const char *const names[] = {
        [LIFE_PUSH] = "LIFE_PUSH", [LIFE_CALLER] = "LIFE_CALLER", [LIFE_WINDOW] = "LIFE_WINDOW"};

    if (!is_drawn()) {
        return;
    }
    flag_change(offer, state, flag);
    if (!is_noticed()) {
        missed++;
        printf("missed: %s of %s %s is the other way round\n", names[flag],
               offer ? "the offer" : "the send",
               offer ? offer_state_name(state) : send_state_name(state));
        fflush(stdout);
    }
    row_restore();
}

uint32_t mutants_missed(uint32_t share)
{
    uint32_t i, flag;
    uint8_t next, state;

    share_of_all = share;
    drawn = missed = tried = 0;
    for (i = 0; i < row_count; i++) {
        for (next = 0; next < (rows[i].offer ? OFFER_STATES : SEND_STATES); next++) {
            try_row(i, next);
        }
        try_row(i, NO_ROW);
    }
    for (flag = LIFE_PUSH; flag <= LIFE_WINDOW; flag *= 2) {
        for (state = 1; state < SEND_STATES && flag != LIFE_WINDOW; state++) {
            try_flag(false, state, flag);
        }
        for (state = 1; state < OFFER_STATES; state++) {
            try_flag(true, state, flag);
        }
    }
    printf("%u of %u mutants noticed\n", tried - missed, tried);
    return missed;
}
