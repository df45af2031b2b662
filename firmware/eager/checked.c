/* SPDX-License-Identifier: BSD-2-Clause */
/* In which state of life/eager.def what the layer has of a node is, and whether that is the right one. */
#include "checked.h"

#ifdef LIFE_CHECKED

uint8_t eager_mistake;
uint32_t kept_taken[KEPT_STATES][KEPT_EVENTS], pull_taken[PULL_STATES][PULL_EVENTS];

enum { NO_STATE = UINT8_MAX };

static bool has_bit(const uint32_t *map, uint32_t node)
{
    return map[node / 32] >> node % 32 & 1;
}

/* NO_STATE: there is more than one copy, or what cannot be together. */
static uint32_t kept_state(uint32_t to)
{
    const struct layer_state *l = &noc_layer;
    const struct kept *copy = NULL;
    const struct backlog *b = l->backlogs;
    const struct aside *a;
    uint32_t i, copies = 0;

    for (i = 0; i < l->kept_live; i++) {
        if (l->kept[i].to == to) {
            copy = l->kept[i].copy;
            copies++;
        }
    }
    for (a = l->aside; a && a->to != to; a = a->next) {
    }
    while (b && b->to != to) {
        b = b->next;
    }
    if (b) {
        return has_bit(l->given_up, to) && !copies && !a ? KEPT_BACKLOG : NO_STATE;
    }
    if (has_bit(l->given_up, to)) {
        return copies ? NO_STATE : a ? KEPT_ASIDE : KEPT_GIVEN_UP;
    }
    if (copies > 1 || a) {
        return NO_STATE;
    }
    return !copy ? KEPT_NONE : copy->since ? KEPT_WAITING : KEPT_SENT;
}

static uint32_t pull_state(uint32_t from)
{
    const struct layer_state *l = &noc_layer;
    const bool left = has_bit(l->left, from);
    const struct slot *place = l->rooms;

    while (place && place->w1 != from) {
        place = place->next;
    }
    if (has_bit(l->open, from)) {
        return !has_bit(l->asked, from) ? (left ? PULL_OPEN_LEFT : PULL_OPEN)
             : left                     ? PULL_OPEN_ASKED
                                        : PULL_OPEN_AGAIN;
    }
    if (!has_bit(l->asked, from)) {
        return place ? NO_STATE : left ? PULL_LEFT : PULL_NONE;
    }
    return !place ? NO_STATE : left ? PULL_ASKED_LEFT : PULL_ASKED;
}

void kept_happened(uint32_t to, enum kept_event event)
{
    enum kept_state state;
    uint32_t is;

    if (to >= LIFE_NODES) {
        return;
    }
    state = (enum kept_state)noc_layer.kept_life[to];
    kept_taken[state][event]++;
    is = kept_state(to);
    if ((!kept_follows(&state, event) && event != ON_KEPT_ACK) || is != state) {
        life_broken("KEPT", to, noc_layer.kept_life[to], event, is);
    }
    noc_layer.kept_life[to] = (uint8_t)state;
}

void pull_happened(uint32_t from, enum pull_event event)
{
    enum pull_state state;
    uint32_t is;

    if (from >= LIFE_NODES) {
        return;
    }
    state = (enum pull_state)noc_layer.pull_life[from];
    pull_taken[state][event]++;
    is = pull_state(from);
    if (!pull_follows(&state, event) || is != state) {
        life_broken("PULL", from, noc_layer.pull_life[from], event, is);
    }
    noc_layer.pull_life[from] = (uint8_t)state;
}

#endif
