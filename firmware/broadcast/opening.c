/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The opening of a long multicast: its root learns that all members have their windows open. They say so
 * up a tree with a base of four over the ranks, counted from the root's on: a member waits for up to
 * three others for each zero digit at the end of its number, and then tells the one whose number is its
 * own without its last digit that is not zero.
 *
 * They say so by signals, which are barriers' of a queue that no group has (wire_opening). So no barrier
 * is taken for an opening, nor an opening for a barrier. A member that goes on from one opening to the next
 * has its body, so the root has heard of all, and each signal of the first was taken: one signal number is
 * enough. What has another length, or another root, finds no window with its key.
 *
 * Cost: n - 1 signals; ceil(log4 n) of them in sequence, of which a member takes up to three each time.
 */
#include "collectives/collectives.h"
#include "groups/groups.h"
#include "groups/signals.h"
#include "opening.h"
#include "progress/progress.h"
#include "progress/wait.h"

#define INLINE static inline __attribute__((always_inline))

enum { DIGIT_BITS = 2, DIGITS = 1 << DIGIT_BITS };

/* A member's number is its rank, counted from the root's on. */
INLINE uint32_t node_of(const struct noc_group *g, const struct stream *s, uint32_t number)
{
    const uint32_t rank = number + s->root;

    return group_node(g, rank < g->count ? rank : rank - g->count);
}

INLINE uint32_t number_of(const struct noc_group *g, const struct stream *s)
{
    return g->rank >= s->root ? g->rank - s->root : g->rank + g->count - s->root;
}

INLINE uint32_t signal_of(const struct stream *s, uint32_t node)
{
    return NOC_PUT(wire_opening(s->window != OFFER_WINDOWS), NI_SIGNAL_SEND, NUMBER) | node;
}

static uint32_t parent_of(uint32_t number)
{
    uint32_t shift = 0;

    while (!(number >> shift & (DIGITS - 1))) {
        shift += DIGIT_BITS;
    }
    return number & ~((DIGITS - 1u) << shift);
}

/* False: the signal of `peer` is lacking, which is selected. */
static bool go_on(struct stream *s)
{
    const struct noc_group *g = s->plan->group;
    const uint32_t number = number_of(g, s);
    uint32_t unit = 1u << DIGIT_BITS * (s->heard / (DIGITS - 1)), i = s->heard % (DIGITS - 1) + 1;

    for (; unit < g->count && !(number & (unit * DIGITS - 1)); unit *= DIGITS, i = 1) {
        for (; i < DIGITS; i++, s->heard++) {
            const uint32_t child = number + i * unit;

            if (child < g->count && !signal_take(signal_of(s, node_of(g, s, child)))) {
                s->peer = (int32_t)node_of(g, s, child);
                return false;
            }
        }
    }
    if (number) {
        signal_send(signal_of(s, node_of(g, s, parent_of(number))));
    }
    s->open = true;
    return true;
}

bool opening_try(struct stream *s)
{
    struct layer_state *l = &noc_layer;
    const uint32_t selected = ni_read(NI_SIGNAL_SELECT);

    if (l->awaited) {
        ni_write(NI_SIGNAL_SELECT, l->awaited);
    }
    if (!l->awaited || signal_is_there()) {
        l->awaited = go_on(s) ? 0 : ni_read(NI_SIGNAL_SELECT);
    }
    ni_write(NI_SIGNAL_SELECT, selected); /* a barrier's, perhaps */
    return !l->awaited;
}

bool opening_sleeps(struct stream *s, struct wait *wait)
{
    const uint8_t call = s->called ? WITHIN_BROADCAST : s->open ? WITHIN_STREAM : WITHIN_OPENING;

    if (s->waits && !noc_layer.within) {
        return false;
    }
    if (s->waits != call) {
        group_waits(s->plan->group, call, wait);
        s->waits = call;
        if (breach_ask_waited) {
            breach_ask_waited();
        }
    }
    return noc_layer.within;
}

static __attribute__((noinline)) noc_err go_on_asleep(struct stream *s, struct wait *wait)
{
    noc_err err = NOC_ERR_OK;

    wait->wake = SIGNAL_CAME;
    for (noc_progress(); !err && !go_on(s); noc_progress()) {
        const bool another = s->waits && wait->asked >= 0 && wait->peer != s->peer;

        wait->peer = s->peer;
        if (!opening_sleeps(s, wait)) {
            err = NOC_ERR_MISMATCH;
        } else if (!another) { /* who is asked later */
            err = wait_more(wait);
        }
    }
    wait->wake = 0;
    return err;
}

noc_err opening_wait(struct stream *s, struct wait *wait)
{
    return __builtin_expect(go_on(s), true) ? NOC_ERR_OK : go_on_asleep(s, wait);
}
