/* SPDX-License-Identifier: BSD-2-Clause */
/* The NIs of the abstract board: messages with acknowledgements, bodies with answers, windows. */
#include "board.h"

const struct setup *setup;
const char *broken;

void breaks(const char *property)
{
    if (!broken) {
        broken = property;
    }
}

/* --- channels: each way that a send of the setup uses, and its way back ------------------- */

struct way {
    uint8_t from, to;
};

static unsigned add_way(struct way *way, unsigned count, unsigned from, unsigned to)
{
    unsigned k = 0;

    while (k < count && (way[k].from != from || way[k].to != to)) {
        k++;
    }
    if (k == count && count < CHANNELS) {
        way[count++] = (struct way){(uint8_t)from, (uint8_t)to};
    }
    return count;
}

static unsigned ways(struct way *way)
{
    unsigned count = 0, i;

    for (i = 0; i < setup->send_count; i++) {
        count = add_way(way, count, setup->send[i].from, setup->send[i].to);
        if (setup->send[i].to != setup->wild) {
            count = add_way(way, count, setup->send[i].to, setup->send[i].from);
        }
    }
    for (i = 0; i < setup->receive_count && setup->wild != NOBODY; i++) {
        count = add_way(way, count, setup->wild, setup->receive[i].node);
    }
    return count;
}

static struct way way_of(unsigned number)
{
    static const struct setup *known;
    static struct way way[CHANNELS];

    if (known != setup) {
        ways(way);
        known = setup;
    }
    return way[number];
}

unsigned channel_count(void)
{
    static const struct setup *known;
    static unsigned count;
    struct way way[CHANNELS];

    if (known != setup) {
        count = ways(way);
        known = setup;
    }
    return count;
}

unsigned channel_from(unsigned number)
{
    return way_of(number).from;
}

unsigned channel_to(unsigned number)
{
    return way_of(number).to;
}

struct channel *channel(struct board *b, unsigned from, unsigned to)
{
    unsigned i;

    for (i = 0; i < channel_count(); i++) {
        if (channel_from(i) == from && channel_to(i) == to) {
            return &b->channel[i];
        }
    }
    return NULL;
}

/* --- messages ------------------------------------------------------------------------------ */

/* One message to each destination, until it is acknowledged. A wild node takes all at once. */
bool message_start(struct board *b, unsigned from, unsigned to, struct message m)
{
    struct channel *c = channel(b, from, to);

    if (to == setup->wild) {
        return true;
    }
    if (c->wire.kind != NO_MESSAGE || c->ack) {
        return false;
    }
    if (m.kind == GRANT && ((c->slot.kind == GRANT && c->slot.ghost == m.ghost) ||
                            channel(b, to, from)->body.ghost == m.ghost)) {
        breaks("P4: a second grant of an offer, or its body, is under way");
    }
    c->wire = m;
    return true;
}

bool message_accept(struct board *b, unsigned number)
{
    struct channel *c = &b->channel[number];

    if (c->wire.kind == NO_MESSAGE || c->slot.kind != NO_MESSAGE) {
        return false;
    }
    c->slot = c->wire;
    c->wire = (struct message){0};
    c->ack = 1;
    return true;
}

bool message_acknowledge(struct board *b, unsigned number)
{
    struct channel *c = &b->channel[number];

    if (!c->ack || !alive(b, channel_from(number))) {
        return false;
    }
    c->ack = 0;
    return true;
}

/* --- bodies -------------------------------------------------------------------------------- */

/* One unanswered body to each destination. */
bool body_start(struct board *b, unsigned from, unsigned to, struct body body)
{
    struct channel *c = channel(b, from, to);

    if (c->body.state != NO_BODY) {
        return false;
    }
    c->body = body;
    return true;
}

/* P1 and P3, when the receiver's NI begins to write. */
static void check_landing(const struct window *w, const struct body *body)
{
    if (w->ghost != body->ghost) {
        breaks("P1: a body lands in a window that was opened for another message");
    }
}

/* The NI has the first flits of the body. */
bool body_arrive(struct board *b, unsigned number)
{
    const unsigned to = channel_to(number);
    struct body *body = &b->channel[number].body;
    struct window *w = &b->window[to];

    if (body->state != FLYING || to == setup->wild) {
        return false;
    }
    if (w->state == OPEN && w->source == channel_from(number) &&
        (w->key == body->key || setup->no_key)) {
        check_landing(w, body);
        w->state = LANDING;
        body->state = INTO_WINDOW;
    } else {
        body->state = SAYS_REFUSED;
    }
    return true;
}

static void body_landed(struct board *b, struct body *body)
{
    struct send *s;

    if (!body->ghost) {
        *body = (struct body){0}; /* a wild node's; it wants no answer */
        return;
    }
    s = &b->send[body->ghost - 1];
    if (s->landed) {
        breaks("P2: a body landed twice");
    }
    s->landed = 1;
    body->state = SAYS_LANDED;
}

/* The NI has its last flit. */
bool body_end(struct board *b, unsigned number)
{
    struct body *body = &b->channel[number].body;

    if (body->state == INTO_WINDOW) {
        b->window[channel_to(number)].state = FULL;
        body_landed(b, body);
    } else if (body->state == LOST_WINDOW) {
        body->state = SAYS_REFUSED;
        if (!body->ghost) {
            *body = (struct body){0};
        }
    } else {
        return false;
    }
    return true;
}

/* --- windows -------------------------------------------------------------------------------- */

void window_open(struct board *b, unsigned offer)
{
    const struct offer *o = &b->offer[offer];

    b->window[o->node] = (struct window){
        .state = OPEN,
        .source = (uint16_t)(offer_source(o) & 3u),
        .key = o->name,
        .ghost = o->ghost,
        .memory = o->receive,
        .owner = (uint16_t)((offer + 1) & 7u),
    };
}

/* taken: WINDOW_DONE was seen, and the message taken. */
void window_close(struct board *b, unsigned node, bool taken)
{
    struct window *w = &b->window[node];

    if (w->state == LANDING) {
        channel(b, w->source, node)->body.state = LOST_WINDOW;
    }
    if (w->state == FULL && !taken && w->ghost) {
        breaks("P2: a window is closed over a message that has landed");
    }
    *w = (struct window){0};
}
