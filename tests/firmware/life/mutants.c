/* SPDX-License-Identifier: BSD-2-Clause */
/* Would the explorer notice a wrong table? Each row and flag is changed in every way. */
#include <stdio.h>

#include "board.h"

enum { STATES_MAX_OF_MUTANT = 2000000, BUDGET_OF_MUTANT = 5 };

static uint32_t tried, missed, share_of_all, drawn;
static uint32_t noticed_by[10]; /* of each property */

static bool is_small(const char *breaks, uint32_t least)
{
    return !breaks && least <= BUDGET_OF_MUTANT;
}

/* The property that does not hold on one of the small boards, or NULL. */
static const char *notice(void)
{
    const char *broken_one = NULL;
    uint32_t i;

    for (i = 0; i < setup_count && !broken_one; i++) {
        if (is_small(setups[i].breaks, setups[i].budget)) {
            broken_one = long_explore(&setups[i], STATES_MAX_OF_MUTANT, false).broken;
        }
    }
    return broken_one;
}

static bool is_noticed(void)
{
    const char *property;

    rows_forget();
    property = notice();
    if (!property && rows_unused(false)) {
        property = "P7";
    }
    noticed_by[property && property[0] == 'P' ? property[1] - '0' : 0] += property != NULL;
    return property;
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
               next == NO_ROW ? "no state" : row_state_name(r->table, next));
        fflush(stdout);
    }
    row_restore();
}

static void try_flag(enum table table, unsigned state, uint32_t flag)
{
    if (!is_drawn()) {
        return;
    }
    row_change_flag(table, state, flag);
    if (!is_noticed()) {
        missed++;
        printf("missed: flag %u of %s is the other way round\n", flag,
               row_state_name(table, state));
        fflush(stdout);
    }
    row_restore();
}

/* Of each table, the flags that mean something there. */
static const uint32_t flags_of[TABLES] = {
    [TABLE_SEND] = LIFE_PUSH | LIFE_CALLER,
    [TABLE_OFFER] = LIFE_PUSH | LIFE_CALLER | LIFE_WINDOW,
};

uint32_t mutants_missed(uint32_t share)
{
    uint32_t i, flag;
    uint8_t table, state;

    share_of_all = share;
    for (i = 0; i < row_count; i++) {
        for (state = 0; state < row_states(rows[i].table); state++) {
            try_row(i, state);
        }
        try_row(i, NO_ROW);
    }
    for (table = 0; table < TABLES; table++) {
        for (flag = 1; flag <= LIFE_WINDOW; flag *= 2) {
            for (state = 1; state < row_states(table) && flags_of[table] & flag; state++) {
                try_flag(table, state, flag);
            }
        }
    }
    printf("%u of %u mutants noticed, by", tried - missed, tried);
    for (i = 0; i < sizeof(noticed_by) / sizeof(noticed_by[0]); i++) {
        if (noticed_by[i]) {
            printf(" P%u: %u", i, noticed_by[i]);
        }
    }
    printf("\n");
    return missed;
}
