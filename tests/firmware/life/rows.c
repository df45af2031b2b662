/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables, watched and changeable. */
#include <stdio.h>
#include <string.h>

#include "rows.h"

enum { STATES = 16, EVENTS = 16 };

#define SEND_STATE(state, flags)
#define SEND_EVENT(event)
#define OFFER_STATE(state, flags)
#define OFFER_EVENT(event)

#define TEXT(table, state, event, next) #table "(" #state ", " #event ", " #next ")"
#define SEND(state, event, next) \
    {TABLE_SEND, SEND_##state, ON_SEND_##event, SEND_##next, TEXT(SEND, state, event, next)},
#define OFFER(state, event, next) \
    {TABLE_OFFER, OFFER_##state, ON_OFFER_##event, OFFER_##next, TEXT(OFFER, state, event, next)},

const struct row rows[] = {
#include "life/life.def"
};
const uint32_t row_count = sizeof(rows) / sizeof(rows[0]);

#undef SEND
#undef OFFER
#define SEND(state, event, next)
#define OFFER(state, event, next)
#undef SEND_STATE
#undef OFFER_STATE
#define SEND_STATE(state, flags)  [TABLE_SEND][SEND_##state] = #state,
#define OFFER_STATE(state, flags) [TABLE_OFFER][OFFER_##state] = #state,

static const char *const names[TABLES][STATES] = {
#include "life/life.def"
};

static bool taken[TABLES][STATES][EVENTS], pushed[TABLES][STATES];

static const struct row no_row = {TABLES, 0, 0, 0, NULL};
static struct row changed = {TABLES, 0, 0, 0, NULL};
static struct {
    enum table table;
    unsigned state;
    uint32_t flag;
} changed_flag;

static bool is_row(const struct row *r, enum table table, unsigned state, unsigned event)
{
    return r->table == table && r->state == state && r->event == event;
}

static bool follows(enum table table, unsigned *state, unsigned event)
{
    enum send_state send = *state;
    enum offer_state offer = *state;
    bool any;

    if (table == TABLE_SEND) {
        any = send_follows(&send, event);
        *state = send;
    } else {
        any = offer_follows(&offer, event);
        *state = offer;
    }
    return any;
}

bool row_follows(enum table table, unsigned *state, unsigned event)
{
    taken[table][*state][event] = true;
    if (!is_row(&changed, table, *state, event)) {
        return follows(table, state, event);
    }
    if (changed.next != NO_ROW) {
        *state = changed.next;
    }
    return changed.next != NO_ROW;
}

bool row_exists(enum table table, unsigned state, unsigned event)
{
    return follows(table, &state, event);
}

uint32_t row_flags(enum table table, unsigned state)
{
    const uint32_t flip =
        changed_flag.table == table && changed_flag.state == state ? changed_flag.flag : 0;

    return flip ^ (table == TABLE_SEND ? send_flags(state) : offer_flags(state));
}

unsigned row_states(enum table table)
{
    static const unsigned states[] = {SEND_STATES, OFFER_STATES};

    return states[table];
}

const char *row_state_name(enum table table, unsigned state)
{
    return state ? names[table][state] : "NONE";
}

void row_change(uint32_t row, uint8_t next)
{
    changed = rows[row];
    changed.next = next;
}

void row_change_flag(enum table table, unsigned state, uint32_t flag)
{
    changed_flag.table = table;
    changed_flag.state = state;
    changed_flag.flag = flag;
}

void row_restore(void)
{
    changed = no_row;
    row_change_flag(TABLE_SEND, 0, 0);
}

/* --- what was not needed ---------------------------------------------------------------------- */

void row_pushed(enum table table, unsigned state)
{
    pushed[table][state] = true;
}

void rows_forget(void)
{
    memset(taken, 0, sizeof(taken));
    memset(pushed, 0, sizeof(pushed));
}

static uint32_t idle_pushes(enum table table, bool tell)
{
    uint32_t state, count = 0;

    for (state = 0; state < row_states(table); state++) {
        if (row_flags(table, state) & LIFE_PUSH && !pushed[table][state]) {
            count++;
            if (tell) {
                printf("P7: %s has LIFE_PUSH, and nothing to push\n", row_state_name(table, state));
            }
        }
    }
    return count;
}

uint32_t rows_unused(bool tell)
{
    uint32_t i, count = 0;

    for (i = 0; i < row_count; i++) {
        if (!taken[rows[i].table][rows[i].state][rows[i].event]) {
            count++;
            if (tell) {
                printf("P7: no board takes the row %s\n", rows[i].text);
            }
        }
    }
    for (i = 0; i < TABLES; i++) {
        count += idle_pushes(i, tell);
    }
    return count;
}
