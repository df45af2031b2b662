/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What all multicasts do, whether their worms have one destination each (multicast.c) or several
 * (worms.c): wait for the message, find transmit entries, keep what was forwarded.
 */
#ifndef LIBNOC_MULTICAST_PRIV_H
#define LIBNOC_MULTICAST_PRIV_H

#include "messages_priv.h"

enum {
    MULTICAST_ENTRIES = 0xffff & ~((1 << BODY_ENTRY) - 1),
    /* In noc_group.outstanding, above any count of children: */
    STARTING = 1 << 20, /* not all worms are started, */
    NOT_NOTED = 1 << 21 /* the children are not noted yet, nor counted */
};

static inline unsigned entry_after(unsigned e)
{
    return e + 1 < NOC_TX_ENTRIES ? e + 1 : BODY_ENTRY;
}

/* A transmit entry that is free, when e, the next in turn, is not. Within
 * progress do not sleep. */
unsigned cast_entry_find(unsigned e, bool may_sleep);

/* A transmit entry for the next worm. */
static inline unsigned cast_entry(bool may_sleep)
{
    struct noc_layer *l = &noc_layer;
    unsigned e = l->next_entry;

    if ((ni_read(NI_TX_BUSY) | l->entries_taken) >> e & 1) {
        e = cast_entry_find(e, may_sleep);
    }
    l->next_entry = (uint8_t)entry_after(e);
    return e;
}

/* Sleep until one of these transmit entries may be free. All come free by
 * themselves, since every worm is sunk: nobody is waited for. */
void cast_wait_entries(uint32_t entries);

/* All children have the message forwarded last, or there is none. */
void cast_forget(struct noc_group *g);

/* Until all children have the message before. */
noc_err cast_wait_taken(const struct noc_group *g, const struct wait *wait);

/*
 * The end of forwarding. While the worms leave copy the message: the root's for those who will
 * have to ask for it, a relay's for its caller. Without a worm, or after an error, nobody is waited
 * for.
 */
static inline void cast_end(struct noc_group *g, uint32_t *copy, bool started)
{
    uint32_t ours;

    copy_long(copy, g->body, g->flits);
    while (ni_read(NI_TX_BUSY) & (ours = MULTICAST_ENTRIES & ~noc_layer.entries_taken)) {
        cast_wait_entries(ours);
    }
    if (!g->relayed) {
        g->body = copy;
    }
    if (started) {
        g->outstanding -= STARTING;
    }
    if (!started || !g->outstanding) {
        cast_forget(g);
    }
}

/* W0 of the group's next message if it lies at the front of the queue, or 0. */
static inline uint32_t cast_front(const struct noc_group *g)
{
    uint32_t w0 = ni_read(ni_queue(NI_RX_W0, g->queue));

    return w0 && wire_tag(ni_read(ni_queue(NI_RX_W1, g->queue))) == g->sequence ? w0 : 0;
}

/* The group's next message, which has come. */
struct slot *cast_message_take(struct noc_group *g);

/* What is not to be done between a message and its worms is done here, before
 * sleeping. False: there is a message in the list, or (*err) this is the end. */
bool cast_must_sleep(struct noc_group *g, const struct wait *wait, noc_err *err);

/* A message whose list makes no sense: as if it had never come, but that its number is over. */
noc_err cast_drop(struct noc_group *g, struct slot *slot);

#endif
