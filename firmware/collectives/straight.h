/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the ways without requests share (short.c, straight.c): acknowledgements are taken while there
 * is nothing else to do, and a message that is waited for is looked for at the front of queue 0.
 * Whatever else comes is left to noc_progress.
 */
#ifndef NOC_COLLECTIVES_STRAIGHT_H
#define NOC_COLLECTIVES_STRAIGHT_H

#include "slots/copy.h"
#include "collectives.h"
#include "eager/checked.h"

#define INLINE    inline __attribute__((always_inline))
#define NOINLINE  __attribute__((noinline))
#define LIKELY(x) __builtin_expect((x), 1)

enum {
    LOOKS = 64, /* for a message; then a core sleeps, which takes as long to begin and to end */
    QUEUE = 1u << NOC_QUEUE_EAGER,
    SIGNAL = 1u << NI_PENDING_SIGNAL_SHIFT,
    OTHERS =
        1u << NOC_QUEUE_PULLED | 1u << NI_PENDING_DISCARD_SHIFT | 1u << NI_PENDING_WINDOW_SHIFT,
    ACKNOWLEDGED = NOC_SIGNAL_ACK * NOC_QUEUES + NOC_QUEUE_EAGER
};

/* One signal, if it is an acknowledgement; the others wait for noc_progress. *spot: the first free
 * copy, if a worm is described to the NI whose copy it is, else NULL. */
static INLINE bool take_acknowledgement(struct layer_state *l, struct keeping **spot)
{
    const uint32_t head = ni_read(NI_SIGNAL_HEAD);
    const uint32_t from = NOC_GET(head, NI_SIGNAL_HEAD, NODE);
    struct keeping *end = &l->kept[l->kept_live], *place = l->kept;
    struct kept *k;

    if (NOC_GET(head, NI_SIGNAL_HEAD, NUMBER) != ACKNOWLEDGED) {
        return false;
    }
    while (place != end && place->to != from) {
        COUNTED(passed);
        place++;
    }
    if (place == end) {
        return false;
    }
    ni_write(NI_SIGNAL_POP, head);
    TRACE_SIGNAL(SIGNALLED, from, ACKNOWLEDGED);
    k = place->copy;
    k->since = 0;
    l->kept_live--;
    *place = end[-1];
    if (*spot) { /* the copy that is described stays the first free one */
        end[-1] = *end;
        end->copy = k;
        *spot = end - 1;
    } else {
        end[-1].copy = k;
    }
    kept_happened(from, ON_KEPT_ACK);
    return true;
}

/* Those that are there. True: nothing is left that is not acknowledged. */
static INLINE bool drain(struct layer_state *l)
{
    struct keeping *none = NULL;

    while (l->kept_live && ni_read(NI_PENDING) & SIGNAL && take_acknowledgement(l, &none)) {
    }
    return !l->kept_live;
}

/* Whether the front of queue 0, which has something, is this message. */
static INLINE bool front_is(uint32_t w1, uint32_t w2, uint32_t flits)
{
    return LIKELY(ni_read(NI_RX_W1) == w1) && LIKELY(ni_read(NI_RX_W2) == w2) &&
           LIKELY(ni_read(NI_RX_W0) << (32 - NI_TX_W0_LENGTH_BITS) ==
                  flits << (32 - NI_TX_W0_LENGTH_BITS));
}

/* Take that front: where its body is. */
static INLINE uint32_t *front_take(void)
{
    const uint32_t at = ni_read(NI_RX_ADDR);

    TRACE_ARRIVED(GIVEN, ni_read(NI_RX_W0), ni_read(NI_RX_W1), ni_read(NI_RX_TIME_LO));
    ni_write(NI_RX_POP, 1);
    mmio_fence_in();
    return slot_of(at)->body;
}

/* It is done with. */
static INLINE void front_release(const uint32_t *body)
{
    mmio_fence_out();
    ni_write(NI_RX_FREE, ni_address(body));
}

/* One to four words. */
static INLINE void copy_few(uint32_t *to, const uint32_t *from, uint32_t words)
{
    to[0] = from[0];
    if (words > 1) {
        COUNTED(word);
        to[1] = from[1];
        if (words > 2) {
            COUNTED(word);
            to[2] = from[2];
            if (words > 3) {
                COUNTED(word);
                to[3] = from[3];
            }
        }
    }
}

/* The front of queue 0, which has something, goes to those that came before their turn. False: it is
 * too long, or none of a call of this context. */
static INLINE bool front_early(struct room *room, uint32_t w2_context)
{
    const uint32_t w1 = ni_read(NI_RX_W1), w2 = ni_read(NI_RX_W2);
    const uint32_t words = NOC_GET(ni_read(NI_RX_W0), NI_TX_W0, LENGTH);
    struct early *e = &room->early[room->earlies];
    uint32_t *body;

    if ((w2 ^ w2_context) >> WIRE_CONTEXT_SHIFT || words - 1 >= SHORT_BYTES / 4 ||
        wire_tag(w1) >= TAG_QUESTION || room->earlies == EARLIES) {
        return false;
    }
    room->earlies++;
    e->w1 = w1;
    e->w2 = w2;
    e->words = words;
    e->when_low = ni_read(NI_RX_TIME_LO);
    e->when_high = ni_read(NI_RX_TIME_HI);
    body = front_take();
    copy_few(e->value, body, words);
    front_release(body);
    return true;
}

static INLINE uint64_t early_when(const struct early *e)
{
    return (uint64_t)e->when_high << 32 | e->when_low;
}

/* The oldest such message of those; NULL: there is none. */
static INLINE struct early *early_find(struct room *room, uint32_t w1, uint32_t w2, uint32_t words)
{
    struct early *e, *found = NULL;

    for (e = room->early; e != &room->early[room->earlies]; e++) {
        COUNTED(passed);
        if (e->w1 == w1 && e->w2 == w2 && e->words == words &&
            !(found && early_when(found) < early_when(e))) {
            found = e;
        }
    }
    return found;
}

/* Whether the sender of this message has sent another one instead, of another call. */
static INLINE bool early_is_wrong(const struct room *room, uint32_t w1, uint32_t w2)
{
    const struct early *e = room->early, *end = e + room->earlies;

    while (e != end &&
           !(wire_source(e->w1) == wire_source(w1) && !((e->w2 ^ w2) >> WIRE_CONTEXT_SHIFT) &&
             tag_same_sequence(wire_tag(e->w1), wire_tag(w1)))) {
        COUNTED(passed);
        e++;
    }
    return e != end;
}

static INLINE void early_remove(struct room *room, struct early *e)
{
    const struct early *last = &room->early[--room->earlies];

    if (e != last) {
        copy_flits((uint32_t *)(void *)e, (const uint32_t *)(const void *)last, sizeof(*e) / 4);
    }
}

#endif
