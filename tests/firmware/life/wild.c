/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node that keeps to no protocol. Since it may send anything at any time it needs no state: what
 * it sends is there at once. Bodies that no window takes change nothing, and are left out.
 */
#include "board.h"

enum { WILD_OFFERS = 2 };

static bool has_room(const struct board *b)
{
    unsigned o, count = 0;

    for (o = 0; o < OFFERS; o++) {
        count += b->offer[o].used && !b->offer[o].ghost;
    }
    return count < WILD_OFFERS;
}

bool wild_message(struct board *b, unsigned to, unsigned kind, unsigned name)
{
    const struct message m = {kind & 7u, name & 3u, 0};

    if (!alive(b, to) || (kind == OFFER && !has_room(b))) {
        return false;
    }
    if (kind == GRANT || kind == ENDED) {
        send_message(b, to, setup->wild, m);
    } else {
        offer_message(b, to, setup->wild, m);
    }
    return true;
}

/* A body with the right key, for the window that is open for this node. */
bool wild_body(struct board *b, unsigned to)
{
    struct channel *c = channel(b, setup->wild, to);
    const struct window *w = &b->window[to];
    unsigned i;

    if (!c || c->body.state != NO_BODY || w->state != OPEN || w->source != setup->wild) {
        return false;
    }
    c->body = (struct body){FLYING, w->key, 0};
    for (i = 0; &b->channel[i] != c; i++) {
    }
    return body_arrive(b, i);
}

/* Its NI answers a body that was sent to it, or its software sends such a signal. */
bool wild_answer(struct board *b, unsigned from, unsigned landed)
{
    struct channel *c = channel(b, from, setup->wild);

    if (!c || c->body.state != FLYING) {
        return false;
    }
    c->body.state = landed ? SAYS_LANDED : SAYS_REFUSED;
    if (landed) {
        b->send[c->body.ghost - 1].landed = 1;
    }
    return true;
}
