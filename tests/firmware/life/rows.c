/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables of firmware/life.def, watched and changeable. */
#include <stdio.h>
#include <string.h>

#include "rows.h"

#define SEND_STATE(state, flags)
#define SEND_EVENT(event)
#define SEND(state, event, next)
#define OFFER_STATE(state, flags)
#define OFFER_EVENT(event)
#define OFFER(state, event, next)

const struct row rows[] = {
#undef SEND
#undef OFFER
#define SEND(state, event, next) \
    {false, SEND_##state, ON_SEND_##event, SEND_##next, "SEND(" #state ", " #event ", " #next ")"},
#define OFFER(state, event, next)                         \
    {true, OFFER_##state, ON_OFFER_##event, OFFER_##next, \
     "OFFER(" #state ", " #event ", " #next ")"},
#include "life.def"
#undef SEND
#undef OFFER
#define SEND(state, event, next)
#define OFFER(state, event, next)
};
const uint32_t row_count = sizeof(rows) / sizeof(rows[0]);

static const char *const send_names[] = {
    "NONE",
#undef SEND_STATE
#define SEND_STATE(state, flags) #state,
#include "life.def"
#undef SEND_STATE
#define SEND_STATE(state, flags)
};

static const char *const offer_names[] = {
    "NONE",
#undef OFFER_STATE
#define OFFER_STATE(state, flags) #state,
#include "life.def"
};

static bool taken_send[SEND_STATES][SEND_EVENTS], taken_offer[OFFER_STATES][OFFER_EVENTS];

static bool pushed_send[SEND_STATES], pushed_offer[OFFER_STATES];

static struct row changed;
static bool is_changed;
static struct {
    bool offer;
    uint8_t state;
    uint32_t flag;
} flipped;

bool row_send(enum send_state *state, enum send_event event)
{
    taken_send[*state][event] = true;
    if (is_changed && !changed.offer && changed.state == *state && changed.event == event) {
        if (changed.next != NO_ROW) {
            *state = (enum send_state)changed.next;
        }
        return changed.next != NO_ROW;
    }
    return send_follows(state, event);
}

bool row_offer(enum offer_state *state, enum offer_event event)
{
    taken_offer[*state][event] = true;
    if (is_changed && changed.offer && changed.state == *state && changed.event == event) {
        if (changed.next != NO_ROW) {
            *state = (enum offer_state)changed.next;
        }
        return changed.next != NO_ROW;
    }
    return offer_follows(state, event);
}

bool row_offer_has(enum offer_state state, enum offer_event event)
{
    return offer_follows(&state, event);
}

uint32_t row_send_flags(enum send_state state)
{
    return send_flags(state) ^ (!flipped.offer && flipped.state == state ? flipped.flag : 0);
}

uint32_t row_offer_flags(enum offer_state state)
{
    return offer_flags(state) ^ (flipped.offer && flipped.state == state ? flipped.flag : 0);
}

void row_change(uint32_t row, uint8_t next)
{
    changed = rows[row];
    changed.next = next;
    is_changed = true;
}

void flag_change(bool offer, uint8_t state, uint32_t flag)
{
    flipped.offer = offer;
    flipped.state = state;
    flipped.flag = flag;
}

void row_restore(void)
{
    is_changed = false;
    flag_change(false, 0, 0);
}

void row_pushed(bool offer, uint8_t state)
{
    (offer ? pushed_offer : pushed_send)[state] = true;
}

void rows_forget(void)
{
    memset(taken_send, 0, sizeof(taken_send));
    memset(taken_offer, 0, sizeof(taken_offer));
    memset(pushed_send, 0, sizeof(pushed_send));
    memset(pushed_offer, 0, sizeof(pushed_offer));
}

static bool is_unused(const struct row *r)
{
    return !(r->offer ? taken_offer[r->state][r->event] : taken_send[r->state][r->event]);
}

static uint32_t idle_pushes(bool tell)
{
    uint32_t i, count = 0;

    for (i = 0; i < SEND_STATES; i++) {
        if (row_send_flags(i) & LIFE_PUSH && !pushed_send[i]) {
            count++;
            if (tell) {
                printf("P7: the send %s has LIFE_PUSH, and nothing to push\n", send_names[i]);
            }
        }
    }
    for (i = 0; i < OFFER_STATES; i++) {
        if (row_offer_flags(i) & LIFE_PUSH && !pushed_offer[i]) {
            count++;
            if (tell) {
                printf("P7: the offer %s has LIFE_PUSH, and nothing to push\n", offer_names[i]);
            }
        }
    }
    return count;
}

uint32_t rows_unused(bool tell)
{
    uint32_t i, count = 0;

    for (i = 0; i < row_count; i++) {
        if (is_unused(&rows[i])) {
            count++;
            if (tell) {
                printf("P7: no board takes the row %s\n", rows[i].text);
            }
        }
    }
    return count + idle_pushes(tell);
}

const char *send_state_name(enum send_state state)
{
    return send_names[state];
}

const char *offer_state_name(enum offer_state state)
{
    return offer_names[state];
}
