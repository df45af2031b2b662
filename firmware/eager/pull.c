/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asking for messages that found no slot. One is asked for at a time, by a PULL signal; its sender
 * answers with a RESEND to queue 1.
 *
 * As long as the arena has room, the NI's own order will do: DISCARD_HEAD, and first the message
 * that the oldest receive names. When half of it is in use the NI's discards are noted in `left`, a
 * bit for each sender, and only those are asked from whom something is wanted: a message that comes
 * and fits no receive must have a place, so that queue 1 has its slot for the next one.
 */
#include "checked.h"
#include "pull.h"
#include "slots/slots.h"

enum {
    PULL_PATIENCE = 4096, /* cycles that a resend may take before another is asked for, */
    PLACE_CYCLES = 100000 /* and before its place is another's, where the arena is full */
};

static const uint64_t NEVER = UINT64_MAX;

enum { NOBODY = -2, ANYBODY = -1 };

static bool has_bit(const uint32_t *map, uint32_t node)
{
    return map[node / 32] >> node % 32 & 1;
}

static void flip_bit(uint32_t *map, uint32_t node)
{
    map[node / 32] ^= 1u << node % 32;
}

void pull_begin(uint32_t *maps)
{
    noc_layer.left = maps;
    noc_layer.asked = maps + (noc_layer.size + 31) / 32;
    noc_layer.pull_until = NEVER;
    noc_layer.wanted = NOBODY;
    (void)arena_room();
}

/* --- asking ------------------------------------------------------------------- */

/* The place for the message that this node was asked for. */
static struct slot **room_of(uint32_t node)
{
    struct slot **link = &noc_layer.rooms;

    while (*link && (*link)->w1 != node) {
        link = &(*link)->next;
    }
    return link;
}

/* Messages are in these queues that this core has not looked at. */
static bool has_come(uint32_t queues)
{
    return ni_read(NI_PENDING) & queues;
}

/* There is a place for this node's message. */
static bool give_place(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    if (*room_of(node)) {
        return true;
    }
    if (!arena_room()) {
        return false;
    }
    slot_charge(l->room, node);
    l->room->w1 = node;
    l->room->when = ni_time();
    l->room->next = l->rooms;
    l->rooms = l->room;
    l->room = NULL;
    return true;
}

static void take_place(struct slot **link)
{
    struct layer_state *l = &noc_layer;
    struct slot *room = *link;

    *link = room->next;
    if (l->room) {
        arena_give(&l->arena, room);
    } else {
        l->room = room;
        slot_charge(room, l->rank);
    }
}

/* Where the arena is full the dead do not keep their places. Who answers after all has none: its
 * message takes the room that there is, or waits for some in queue 1's slot. */
static void take_late_places(void)
{
    struct layer_state *l = &noc_layer;
    struct slot **link = &l->rooms;
    uint64_t now = ni_time(), until;

    while (*link && (arena_pressed() || !l->room)) {
        until = (*link)->when + PLACE_CYCLES;
        if (until <= now) {
            const uint32_t node = (*link)->w1;

            take_place(link);
            pull_happened(node, ON_PULL_EVICT);
        } else {
            l->pull_until = until < l->pull_until ? until : l->pull_until;
            link = &(*link)->next;
        }
    }
}

/* False: there is no place for it, or an answer is in queue 1, which may be this node's: that one
 * takes the place, and what was discarded since is the node's next message. */
static bool ask(uint32_t node)
{
    struct layer_state *l = &noc_layer;
    const uint32_t number = noc_signal(NOC_SIGNAL_PULL, NOC_QUEUE_EAGER);

    if ((has_bit(l->asked, node) && has_come(1u << NOC_QUEUE_PULLED)) || !give_place(node)) {
        return false;
    }
    if (!has_bit(l->asked, node)) {
        flip_bit(l->asked, node);
    }
    l->pulling = true;
    l->pull_until = ni_time() + PULL_PATIENCE;
    l->pull_from = (uint16_t)node;
    TRACE_SIGNAL(SIGNAL, node, number);
    ni_write(NI_SIGNAL_SEND,
             NOC_PUT(node, NI_SIGNAL_SEND, NODE) | NOC_PUT(number, NI_SIGNAL_SEND, NUMBER));
    return true;
}

bool pull_answered(uint32_t node)
{
    struct layer_state *l = &noc_layer;
    struct slot **link = room_of(node);

    if (!has_bit(l->asked, node)) {
        return false;
    }
    flip_bit(l->asked, node);
    if (*link) {
        take_place(link);
    }
    pull_happened(node, ON_PULL_CAME);
    if (node == l->pull_from) {
        l->pulling = false;
        l->pull_until = NEVER;
    }
    return true;
}

/* Whether the NI has discarded a message of this node. */
static bool is_discarded(uint32_t node)
{
    ni_write(NI_DISCARD_SELECT, NOC_PUT(NOC_QUEUE_EAGER, NI_DISCARD_HEAD, QUEUE) |
                                    NOC_PUT(node, NI_DISCARD_HEAD, NODE));
    return ni_read(NI_DISCARD_SELECT) & 1u << NI_DISCARD_SELECT_SET_SHIFT;
}

/* Whether a message may be asked for: none is under way, and queue 1 has its slot. One that found
 * that slot taken is under way no more. */
static bool can_ask(void)
{
    struct layer_state *l = &noc_layer;

    if (l->pulling && ni_time() < l->pull_until && !has_bit(l->left, l->pull_from) &&
        !is_discarded(l->pull_from)) {
        return false;
    }
    l->pulling = false;
    l->pull_until = NEVER;
    while (l->held > HELD_MAX && !arena_pressed() &&
           slots_relieve(&l->unexpected, SLOT_POOL) == RELIEVED) {
    }
    return l->pull_slot || slots_relieve(&l->offers, SLOT_POOL) == RELIEVED ||
           slots_relieve(&l->unexpected, SLOT_POOL) == RELIEVED;
}

/* --- those left for later -------------------------------------------------------- */

static bool is_left(int32_t node)
{
    return node >= 0 && has_bit(noc_layer.left, (uint32_t)node);
}

static void leave(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    if (!is_left((int32_t)node)) {
        flip_bit(l->left, node);
        l->lefts++;
        pull_happened(node, ON_PULL_LEAVE);
    }
}

/* Whether its message may have the place that is kept for one, or has a place already. */
static bool may_ask(int32_t node, enum claim claim)
{
    return is_left(node) &&
           (*room_of((uint32_t)node) || (arena_room() && arena_allows((uint32_t)node, 0, claim)));
}

/* Of whom a message is wanted: by a receive, for a send, or by the call under way. */
static int32_t wanted(void)
{
    const struct layer_state *l = &noc_layer;
    const struct request *r;
    const struct slot *o;

    for (r = l->posted; r; r = r->next) {
        if (may_ask(r->peer, CLAIM_NAMED)) {
            return r->peer;
        }
    }
    for (r = l->longs; r; r = r->next) {
        if (may_ask(r->peer, CLAIM_NAMED)) {
            return r->peer;
        }
    }
    for (o = l->offers.head; o; o = o->next) {
        if (may_ask((int32_t)wire_source(o->w1), CLAIM_NAMED)) {
            return (int32_t)wire_source(o->w1);
        }
    }
    return may_ask(l->wanted, CLAIM_NAMED) ? l->wanted : NOBODY;
}

/* Members of windows have something to ask at any time, which is not kept. */
static bool anybody_is_wanted(void)
{
    const struct request *r = noc_layer.posted;

    while (r && r->peer >= 0) {
        r = r->next;
    }
    return r || noc_layer.wanted == ANYBODY || noc_layer.onesided;
}

/* The next of all, behind the last one. */
static int32_t in_turn(enum claim claim)
{
    struct layer_state *l = &noc_layer;
    uint32_t words = (l->size + 31) / 32, node = l->pull_turn, seen;

    for (seen = 0; seen <= words * 32;) {
        uint32_t step = 32 - node % 32;

        if (l->left[node / 32] >> node % 32) {
            if (may_ask((int32_t)node, claim)) {
                l->pull_turn = (uint16_t)((node + 1) % l->size);
                return (int32_t)node;
            }
            step = 1;
        }
        seen += step;
        node = (node + step) % (words * 32);
    }
    return NOBODY;
}

void pull_left(void)
{
    struct layer_state *l = &noc_layer;
    int32_t node;

    l->starved |= STARVED_LEFT;
    if (!can_ask()) {
        return;
    }
    take_late_places();
    node = wanted();
    if (node < 0 && !arena_pressed()) {
        node = in_turn(CLAIM_NONE);
    } else if (node < 0 && anybody_is_wanted()) {
        node = in_turn(CLAIM_ANY);
    }
    if (node >= 0 && ask((uint32_t)node)) {
        flip_bit(l->left, (uint32_t)node);
        l->lefts--;
        pull_happened((uint32_t)node, ON_PULL_ASK);
    }
}

/* --- what the NI has discarded ------------------------------------------------------ */

/* The message that the oldest receive wants, if it is among them; else the next in turn, as
 * DISCARD_HEAD says. */
static uint32_t most_wanted(uint32_t head)
{
    const struct request *r = noc_layer.posted;

    return r && r->peer >= 0 && is_discarded((uint32_t)r->peer)
             ? NOC_PUT(NOC_QUEUE_EAGER, NI_DISCARD_HEAD, QUEUE) |
                   NOC_PUT((uint32_t)r->peer, NI_DISCARD_HEAD, NODE)
             : head;
}

bool pull_next(uint32_t head)
{
    struct layer_state *l = &noc_layer;
    bool now = !l->lefts && !arena_pressed();

    if (now && can_ask()) {
        uint32_t most = most_wanted(head);

        ni_write(NI_DISCARD_POP, most);
        if (ask(NOC_GET(most, NI_DISCARD_HEAD, NODE))) {
            pull_happened(NOC_GET(most, NI_DISCARD_HEAD, NODE), ON_PULL_ASK);
            return true;
        }
        head = most;
    }
    if (now && l->pulling && !l->multicast_queue) {
        return false; /* soon */
    }
    ni_write(NI_DISCARD_POP, head); /* so that others show, a group's too */
    leave(NOC_GET(head, NI_DISCARD_HEAD, NODE));
    return true;
}

/* --- waiting ----------------------------------------------------------------------------- */

/* An acknowledgement of its is to come, which needs no memory. */
static bool is_kept_for(int32_t node)
{
    const struct layer_state *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live && l->kept[i].to != (uint32_t)node; i++) {
    }
    return i < l->kept_live;
}

/* A long send to this node waits for what it has to say, and for nothing else. */
static bool grant_is_awaited(int32_t node)
{
    const struct layer_state *l = &noc_layer;
    const struct request *r;
    bool offered = false;

    for (r = l->longs; r; r = r->next) {
        if (r->state == SEND_GRANTED || r->state == SEND_SENT || r->state == SEND_REFUSED) {
            return false;
        }
        offered |= r->peer == node && r->state == SEND_OFFERED;
    }
    return offered && !l->queued;
}

/* Nothing was asked for: whether a wait of this kind can only end when memory is free. */
static bool is_stuck(enum noc_wait_what what, int32_t peer)
{
    const struct layer_state *l = &noc_layer;

    if (l->pull_until != NEVER || l->offers.head ||
        has_come(1u << NOC_QUEUE_EAGER | 1u << NOC_QUEUE_PULLED)) {
        return false;
    }
    switch (what) {
    case NOC_WAIT_SEND:
        return is_left(peer) && !is_kept_for(peer) && grant_is_awaited(peer);
    case NOC_WAIT_RECEIVE:
    case NOC_WAIT_PROBE:
        return peer < 0 ? l->lefts >= l->size - 1
                        : is_left(peer); /* who is not left may yet send */
    case NOC_WAIT_GROUP:
        return is_left(peer) && !is_kept_for(peer);
    default:
        return false;
    }
}

noc_err pull_for(const struct wait *wait)
{
    struct layer_state *l = &noc_layer;
    enum noc_wait_what what = (enum noc_wait_what)NOC_GET(wait->note, NI_WAITING, WHAT);

    if (l->starved & STARVED_GROUP) {
        return NOC_ERR_MEMORY;
    }
    l->wanted =
        what == NOC_WAIT_PROBE || (what == NOC_WAIT_GROUP && wait->peer >= 0) ? wait->peer : NOBODY;
    pull_left();
    return is_stuck(what, wait->peer) ? NOC_ERR_MEMORY : NOC_ERR_OK;
}
