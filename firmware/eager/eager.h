/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Eager messages: kept copies and their worms.
 */
#ifndef FIRMWARE_EAGER_H
#define FIRMWARE_EAGER_H

#include "checked.h"
#include "layer/layer.h"

/* Copy a message and start its worm; the caller has asked eager_ready. w2: without its pad. */
noc_err eager_start(uint32_t to, uint32_t tag, uint32_t w2, const void *body, uint32_t bytes);
/* The same with whole words. */
noc_err eager_start_words(uint32_t to, uint32_t tag, uint32_t w2, const uint32_t *words,
                          uint32_t flits);
/* A message of the layer's own, if it can go now. flits: of a GRANT, else 0. */
bool eager_control(uint32_t to, uint32_t w2, uint32_t name, uint32_t flits);
/* Whether one of the layer's own may be given to eager_start_own. */
bool eager_ready_own(uint32_t to, uint32_t limit);
/* To a node with a backlog it comes into that. NOC_ERR_MEMORY: not yet; it may be tried again. */
noc_err eager_start_own(uint32_t to, uint32_t tag, uint32_t w2, const void *body, uint32_t bytes);
/* Something is kept for this node, or was given up. */
bool eager_is_kept(uint32_t to);
/* What is kept for this node, in a copy or in the arena. False: nothing is. */
bool eager_left(uint32_t to, uint32_t *w0, uint32_t *w1, uint32_t *w2, const uint32_t **body);
/* That is a backlog's now; and: the backlog is closed. */
void eager_hand_over(uint32_t to);
void eager_take_over(uint32_t to);
/* The transmit entry of this W0 is free again. */
void eager_wait_entry(uint32_t w0);
void eager_acknowledged(uint32_t from);
void eager_pulled(uint32_t from);
/* The NI refuses a copy whose place is still on its way out, since a node has acknowledged what it had
 * not got. The copy goes when that has left. */
noc_err eager_refused(void) __attribute__((cold));
/* Look at the copies that others have yet to take. */
void eager_watch(void);
/* Give up a copy that has been seen to wait for NOC_LOST_CYCLES: noc_last_peer() is then its
 * receiver, which is also returned; -1: there is none. */
int32_t eager_give_up(void);
/* The same of programs' messages, for calls that can go on with what they have sent. */
int32_t eager_give_up_users(void) __attribute__((cold));
/* All copies that messages may have are in use. Those of the layer's own that nobody takes need not
 * be: they move to the arena, one in each call. Returns when to look again; now: one is free. */
uint64_t eager_make_room(void) __attribute__((cold, noinline));

/* Whether an eager message may go to this node now: fewer than `limit` are not
 * acknowledged, and none of those went there. Asks nothing else: without a detour that is all. */
static inline bool eager_idle(const struct layer_state *l, uint32_t to, uint32_t limit)
{
    uint32_t i;

    for (i = 0; i < l->kept_live; i++) {
        COUNTED(passed);
        if (l->kept[i].to == to) {
            return false;
        }
    }
    return l->kept_live < limit;
}

/* The same, whatever detours there are. */
static inline bool eager_ready(const struct layer_state *l, uint32_t to, uint32_t limit)
{
    return eager_idle(l, to, limit) &&
           !(l->detour & DETOUR_GIVEN_UP && l->given_up[to / 32] >> to % 32 & 1);
}

/* Start the worm of what was copied to k, the first copy that is free. */
static inline __attribute__((always_inline)) noc_err eager_go(struct layer_state *l, uint32_t live,
                                                              struct kept *k, uint32_t to,
                                                              uint32_t tag, uint32_t w2,
                                                              uint32_t flits)
{
    /* What follows is computed after the copy, and needs no saved registers. */
    __asm__("" : "+r"(to), "+r"(tag), "+r"(flits));
    k->w0 = k->plain | flits;
    k->w1 = tag << WIRE_TAG_SHIFT;
    k->w2 = w2;
    TRACE_WORM(to, k->w0, k->w1, w2);
    if (ni_tx(ni_address(k->body), k->w0, k->w1, w2,
              to << NOC_HEADER_NODE_SHIFT | NOC_HEADER_LAST) != NOC_TX_OK) { /* to is in range */
        l->kept[live].to = to; /* no argument: no register is chosen for this call's sake */
        return eager_refused();
    }
    l->kept[live].to = to;
    l->kept_live = (uint16_t)(live + 1);
    kept_happened(to, ON_KEPT_SEND);
    return NOC_ERR_OK;
}

#endif
