/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asking for messages that found no slot. One is asked for at a time, by a PULL signal; its sender
 * answers with a RESEND to queue 1.
 *
 * As long as the arena has room, the NI's own order will do: DISCARD_HEAD, and first the message
 * that the oldest receive names. When half of it is in use the NI's discards are noted in `left`, a
 * bit for each sender, and who is asked then shows what it has for this core, one message after the
 * other (backlog.h). What is wanted is taken. The rest stays with its sender, and costs nothing here;
 * it is shown again when a receive, a probe or another call may want it. So queue 1 has its slot
 * again at once, whatever comes.
 */
#include "checked.h"
#include "pull.h"
#include "slots/slots.h"

enum { PULL_PATIENCE = 4096 /* cycles that a resend may take before another is asked for */ };

static const uint64_t NEVER = UINT64_MAX;

enum { NOBODY = -1 };

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
    const uint32_t words = (noc_layer.size + 31) / 32;

    noc_layer.left = maps;
    noc_layer.asked = maps + words;
    noc_layer.open = maps + 2 * words;
    noc_layer.pull_until = NEVER;
    noc_layer.wanted = NOBODY;
    (void)arena_room();
}

bool pull_is_open(uint32_t node)
{
    return has_bit(noc_layer.open, node);
}

/* --- those left for later -------------------------------------------------------- */

/* So far no receive needed to know what it has seen of backlogs. */
static __attribute__((noinline)) void begin_to_leave(void)
{
    struct layer_state *l = &noc_layer;
    struct request *r;

    for (r = l->posted; r; r = r->next) {
        r->turn = 0;
        r->state = l->looks;
    }
    l->gone.live = false;
}

static void leave(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    if (!l->lefts) {
        begin_to_leave();
    }
    if (!has_bit(l->left, node)) {
        flip_bit(l->left, node);
        l->lefts++;
        pull_happened(node, ON_PULL_LEAVE);
    }
}

static void leave_no_more(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    if (has_bit(l->left, node)) {
        flip_bit(l->left, node);
        l->lefts--;
    }
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

static void signal_to(uint32_t node, uint32_t number)
{
    TRACE_SIGNAL(SIGNAL, node, number);
    ni_write(NI_SIGNAL_SEND,
             NOC_PUT(node, NI_SIGNAL_SEND, NODE) | NOC_PUT(number, NI_SIGNAL_SEND, NUMBER));
}

/* PULL goes, of which an answer comes. */
static void ask(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    if (!has_bit(l->asked, node)) {
        flip_bit(l->asked, node);
    }
    l->pulling = true;
    l->pull_until = ni_time() + PULL_PATIENCE;
    l->pull_from = (uint16_t)node;
    signal_to(node, noc_signal(NOC_SIGNAL_PULL, NOC_QUEUE_EAGER));
}

/* For the message itself. False: there is no place for it, or an answer is in queue 1, which may be
 * this node's: that one takes the place, and what was discarded since is the node's next message. */
static bool ask_plainly(uint32_t node)
{
    if ((has_bit(noc_layer.asked, node) && has_come(1u << NOC_QUEUE_PULLED)) || !give_place(node)) {
        return false;
    }
    leave_no_more(node);
    ask(node);
    pull_happened(node, ON_PULL_ASK);
    return true;
}

/* For what the node has in its backlog; mark: WIRE_FIRST, WIRE_NEXT, or 0: for END. */
static void ask_backlog(uint32_t node, uint32_t mark)
{
    struct layer_state *l = &noc_layer;
    struct request *r;

    if (mark == WIRE_FIRST) {
        l->whole = has_bit(l->open, node) && !has_bit(l->left, node) ? node + 1 : 0;
        l->clean = node + 1;
        l->looked_node = node;
        l->looks++;
    }
    if (!has_bit(l->open, node)) {
        flip_bit(l->open, node);
        l->lefts++;
    }
    if (!has_bit(l->left, node)) {
        flip_bit(l->left, node);
        l->lefts++;
    }
    for (r = mark == WIRE_FIRST ? l->posted : NULL; r; r = r->next) {
        r->turn = r->peer == (int32_t)node ? 1 : r->turn;
    }
    if (mark) {
        signal_to(node, mark);
    }
    ask(node);
    pull_happened(node, ON_PULL_BROWSE);
}

/* What a node shows late was asked for before others were: who wants something since then looks through
 * its backlog from the begin. */
static void forget_what_was_seen(uint32_t node)
{
    struct layer_state *l = &noc_layer;
    struct request *r;

    for (r = l->posted; r; r = r->next) {
        if (r->peer == (int32_t)node) {
            r->turn = 0;
        } else if (r->peer < 0 && r->turn > node) {
            r->turn = (uint16_t)node;
        }
    }
    if (l->probe.peer == (int32_t)node) {
        l->probe.turn = 0;
    } else if (l->probe.peer < 0 && l->probe.turn > node) {
        l->probe.turn = (uint16_t)node;
    }
    l->looked_node = UINT32_MAX;
    l->clean = 0;
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
    if (has_bit(l->open, node) && node != l->pull_from) {
        forget_what_was_seen(node);
    }
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

/* An answer is on its way, as far as is known. What found queue 1's slot taken is not. */
static bool is_awaited(void)
{
    const struct layer_state *l = &noc_layer;

    return l->pulling && ni_time() < l->pull_until &&
           (pull_is_open(l->pull_from) ||
            (!has_bit(l->left, l->pull_from) && !is_discarded(l->pull_from)));
}

/* Whether a message may be asked for: none is under way, and queue 1 has its slot. */
static bool can_ask(void)
{
    struct layer_state *l = &noc_layer;

    if (is_awaited()) {
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

/* --- what is wanted of backlogs ----------------------------------------------------------- */

/* The first node with a backlog from this one on; NOBODY: there is none. */
static int32_t open_from(uint32_t node)
{
    const struct layer_state *l = &noc_layer;

    for (; node < l->size; node++) {
        if (!l->open[node / 32]) {
            node |= 31;
        } else if (has_bit(l->open, node)) {
            return (int32_t)node;
        }
    }
    return NOBODY;
}

/* Whose backlog is to be looked through next for what is wanted of this node, -1: of any; *turn goes
 * on. */
static int32_t next_for(int32_t peer, uint16_t *turn)
{
    const struct layer_state *l = &noc_layer;
    int32_t node;

    if (peer < 0) {
        node = open_from(*turn);
        while (node >= 0 && has_bit(l->asked, (uint32_t)node)) { /* it computes, or has ended */
            noc_layer.pull_from = UINT16_MAX; /* so that its answer is a late one */
            node = open_from((uint32_t)node + 1);
        }
    } else {
        node = !*turn && has_bit(l->open, (uint32_t)peer) ? peer : NOBODY;
    }
    if (node < 0 || has_bit(l->asked, (uint32_t)node)) {
        return NOBODY; /* an answer of its is to come first */
    }
    *turn = peer < 0 ? (uint16_t)(node + 1) : 1;
    return node;
}

/* A backlog that is to be looked through from its begin. */
static int32_t wanted_first(void)
{
    struct layer_state *l = &noc_layer;
    struct request *r;
    int32_t node = NOBODY;
    uint16_t turn = 0;

    for (r = l->posted; r && node < 0; r = r->next) {
        node = next_for(r->peer, &r->turn);
    }
    if (node < 0 && l->probe.live) {
        node = next_for(l->probe.peer, &l->probe.turn);
    }
    if (node < 0 && l->wanted_due && l->wanted >= 0) {
        node = next_for(l->wanted, &turn);
        l->wanted_due = node < 0 && has_bit(l->asked, (uint32_t)l->wanted);
    }
    return node;
}

/* Whether a message of this node is still wanted that its backlog may have. */
static bool is_wanted(uint32_t node)
{
    const struct layer_state *l = &noc_layer;
    const struct request *r = l->posted;

    while (r && r->peer >= 0 && r->peer != (int32_t)node) {
        r = r->next;
    }
    return r || l->wanted == (int32_t)node || l->probe.live || l->denied;
}

/* A receive, or a probe, sees a backlog in its order, from the oldest on: what else was asked for in the
 * meantime is not for it. */
bool pull_is_seen_by(const struct request *r, uint32_t node)
{
    const struct layer_state *l = &noc_layer;

    return (r->peer >= 0 ? r->turn != 0 : r->turn > node) || l->clean == node + 1 ||
           (l->looked_node == node && l->looks != r->state);
}

bool pull_is_seen_by_probe(uint32_t node)
{
    const struct probe *p = &noc_layer.probe;

    return (p->peer >= 0 ? p->turn != 0 : p->turn > node) || noc_layer.clean == node + 1;
}

enum claim pull_claim(uint32_t node)
{
    const struct layer_state *l = &noc_layer;
    const struct request *r;
    enum claim claim = l->onesided ? CLAIM_ANY : CLAIM_NONE;

    if (l->wanted == (int32_t)node || (l->probe.live && l->probe.peer == (int32_t)node)) {
        return CLAIM_NAMED;
    }
    for (r = l->posted; r; r = r->next) {
        if (r->peer == (int32_t)node) {
            return CLAIM_NAMED;
        }
        claim = r->peer < 0 ? CLAIM_ANY : claim;
    }
    for (r = l->longs; r; r = r->next) {
        if (r->peer == (int32_t)node) {
            return CLAIM_NAMED;
        }
    }
    return l->probe.live && l->probe.peer < 0 ? CLAIM_ANY : claim;
}

/* What a window wants is taken in its sender's order, though memory was short: all backlogs are looked
 * through, one after the other, from their begins to their ends. False: nothing is to be asked for so. */
static bool look_through_all(void)
{
    struct layer_state *l = &noc_layer;
    uint32_t node = l->relook_turn - 1u;
    int32_t next;

    if (!l->relook) {
        return false;
    }
    if (l->relook_turn && has_bit(l->open, node) && has_bit(l->left, node)) {
        if (!has_bit(l->asked, node)) {
            ask_backlog(node, WIRE_NEXT);
        }
        return !has_bit(l->asked, node) || l->pull_from == node;
    }
    next = next_for(-1, &l->relook_turn);
    if (next < 0) {
        l->relook = l->behind = false;
        return false;
    }
    l->tidy = (uint32_t)next + 1;
    ask_backlog((uint32_t)next, WIRE_FIRST);
    return true;
}

/* --- whom to ask ------------------------------------------------------------------------------- */

/* The next of all that were left, behind the last one. */
static int32_t in_turn(void)
{
    struct layer_state *l = &noc_layer;
    uint32_t words = (l->size + 31) / 32, node = l->pull_turn, seen;

    for (seen = 0; seen <= words * 32;) {
        uint32_t step = 32 - node % 32;

        if (l->left[node / 32] >> node % 32) {
            if (has_bit(l->left, node) && !(has_bit(l->open, node) && has_bit(l->asked, node))) {
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

/* What was not taken for want of memory may be taken now. */
static void look_again(void)
{
    struct layer_state *l = &noc_layer;
    struct request *r;

    l->denied = false;
    for (r = l->posted; r; r = r->next) {
        r->turn = 0;
    }
    l->probe.turn = 0;
    l->wanted_due = l->wanted >= 0;
    l->relook = l->behind;
    l->relook_turn = 0;
}

void pull_left(void)
{
    struct layer_state *l = &noc_layer;
    int32_t node;

    l->starved |= STARVED_LEFT;
    if (!can_ask()) {
        return;
    }
    if (l->denied && arena_room()) {
        look_again();
    }
    if (look_through_all()) {
        return;
    }
    node = wanted_first();
    if (node >= 0) {
        ask_backlog((uint32_t)node, WIRE_FIRST);
        return;
    }
    node = in_turn();
    if (node < 0 || (has_bit(l->asked, (uint32_t)node) && has_come(1u << NOC_QUEUE_PULLED))) {
        return; /* what came may be this node's answer, and what was discarded its next message */
    }
    if (pull_is_open((uint32_t)node)) {
        ask_backlog((uint32_t)node, WIRE_NEXT);
    } else if (arena_pressed() || !arena_room()) {
        ask_backlog((uint32_t)node, WIRE_FIRST);
    } else {
        (void)ask_plainly((uint32_t)node);
    }
}

/* --- what the NI has discarded ------------------------------------------------------ */

/* The message that the oldest receive wants, if it is among them; else the next in turn, as
 * DISCARD_HEAD says. */
static uint32_t most_wanted(uint32_t head)
{
    const struct request *r = noc_layer.posted;

    return r && r->peer >= 0 && !pull_is_open((uint32_t)r->peer) && is_discarded((uint32_t)r->peer)
             ? NOC_PUT(NOC_QUEUE_EAGER, NI_DISCARD_HEAD, QUEUE) |
                   NOC_PUT((uint32_t)r->peer, NI_DISCARD_HEAD, NODE)
             : head;
}

/* Of a node with a backlog: it was the answer, or NEWS. False: it cannot be repeated yet. */
static bool repeat(uint32_t node, uint32_t head)
{
    struct layer_state *l = &noc_layer;

    l->whole = l->whole == node + 1 ? 0 : l->whole;
    if (has_bit(l->asked, node)) {
        if (!l->pull_slot || has_come(1u << NOC_QUEUE_PULLED)) {
            return false; /* its answer may have come, and this be of what came behind it */
        }
        ni_write(NI_DISCARD_POP, head);
        signal_to(node, WIRE_REPEAT);
        ask(node);
        return true;
    }
    ni_write(NI_DISCARD_POP, head);
    signal_to(node, WIRE_REPEAT); /* NEWS, as the next PULL tells */
    leave(node);
    return true;
}

bool pull_next(uint32_t head)
{
    struct layer_state *l = &noc_layer;
    bool now = !l->lefts && !arena_pressed();

    if (pull_is_open(NOC_GET(head, NI_DISCARD_HEAD, NODE))) {
        return repeat(NOC_GET(head, NI_DISCARD_HEAD, NODE), head);
    }
    if (now && can_ask()) {
        uint32_t most = most_wanted(head);

        ni_write(NI_DISCARD_POP, most);
        if (ask_plainly(NOC_GET(most, NI_DISCARD_HEAD, NODE))) {
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

/* --- what comes of a backlog ----------------------------------------------------------------- */

void pull_news(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    l->whole = l->whole == node + 1 ? 0 : l->whole;
    if (pull_is_open(node)) {
        leave(node);
    }
}

void pull_ended(uint32_t node, bool closed)
{
    struct layer_state *l = &noc_layer;

    leave_no_more(node);
    if (closed) {
        flip_bit(l->open, node);
        l->lefts--;
    }
    pull_happened(node, closed ? ON_PULL_CLOSED : ON_PULL_END);
}

void pull_shown(uint32_t node, bool taken)
{
    struct layer_state *l = &noc_layer;

    if (!taken) {
        l->clean = l->clean == node + 1 ? 0 : l->clean;
        return;
    }
    signal_to(node, WIRE_TAKEN);
    ask_backlog(node, l->whole == node + 1 && !is_wanted(node) ? 0 : WIRE_NEXT);
}

/* --- waiting ----------------------------------------------------------------------------- */

noc_err pull_for(const struct wait *wait)
{
    struct layer_state *l = &noc_layer;
    enum noc_wait_what what = (enum noc_wait_what)NOC_GET(wait->note, NI_WAITING, WHAT);
    const int32_t wanted = what == NOC_WAIT_GROUP ? wait->peer : NOBODY;

    if (l->starved & STARVED_GROUP) {
        return NOC_ERR_MEMORY;
    }
    if (l->wanted != wanted || (wanted >= 0 && l->group_declined)) {
        l->wanted = wanted;
        l->wanted_due = true;
        l->group_declined = false;
    }
    pull_left();
    return NOC_ERR_OK;
}
