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
#include "maps.h"
#include "pull.h"
#include "seen.h"
#include "slots/slots.h"

enum { PULL_PATIENCE = 4096 /* cycles that a resend may take before another is asked for */ };

static const uint64_t NEVER = UINT64_MAX;

void pull_begin(uint32_t *maps)
{
    const uint32_t words = (noc_layer.size + 31) / 32;

    noc_layer.left = maps;
    noc_layer.asked = maps + words;
    noc_layer.open = maps + 2 * words;
    noc_layer.dirty = maps + 3 * words;
    noc_layer.pull_until = NEVER;
    noc_layer.wanted = NOBODY;
    (void)arena_room();
}

bool pull_is_open(uint32_t node)
{
    return has_bit(noc_layer.open, node);
}

/* --- those left for later -------------------------------------------------------- */

static void leave(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    if (!l->lefts) {
        seen_begin();
    }
    if (!has_bit(l->left, node)) {
        set_bit(l->left, node);
        l->lefts++;
        pull_happened(node, ON_PULL_LEAVE);
    }
}

static void leave_no_more(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    if (has_bit(l->left, node)) {
        clear_bit(l->left, node);
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

static void signal_pull(uint32_t node)
{
    signal_to(node, noc_signal(NOC_SIGNAL_PULL, NOC_QUEUE_EAGER));
}

/* PULL goes, of which an answer comes. */
static void ask(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    set_bit(l->asked, node);
    seen_asked(node);
    l->pulling = true;
    l->pull_until = ni_time() + ((uint64_t)PULL_PATIENCE << seen_patience(node));
    l->pull_from = (uint16_t)node;
    signal_pull(node);
}

/* For the message itself. False: there is no place for it, or an answer is in queue 1, which may be
 * this node's: that one takes the place, and what was discarded since is the node's next message. */
static bool ask_plainly(uint32_t node)
{
    if ((has_bit(noc_layer.asked, node) && has_come(1u << NOC_QUEUE_PULLED) &&
         !mistaken(MISTAKE_ASKED_TWICE)) ||
        !give_place(node)) {
        return false;
    }
    leave_no_more(node);
    ask(node);
    pull_happened(node, ON_PULL_ASK);
    return true;
}

/* For what the node has in its backlog; mark: WIRE_FIRST, WIRE_NEXT, or behind TAKEN WIRE_NO_MORE. */
static void ask_backlog(uint32_t node, uint32_t mark)
{
    struct layer_state *l = &noc_layer;

    if (!has_bit(l->open, node)) {
        set_bit(l->open, node);
        l->lefts++;
    }
    signal_to(node, mark);
    ask(node);
    pull_happened(node, ON_PULL_BROWSE);
}

bool pull_answered(uint32_t node)
{
    struct layer_state *l = &noc_layer;
    struct slot **link = room_of(node);

    if (!has_bit(l->asked, node)) {
        return false;
    }
    clear_bit(l->asked, node);
    if (*link) {
        take_place(link);
    }
    pull_happened(node, ON_PULL_CAME);
    if (has_bit(l->open, node) && node != l->pull_from) {
        seen_late(node);
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
           slots_relieve(&l->unexpected, SLOT_POOL, false) == RELIEVED) {
    }
    return l->pull_slot || slots_relieve(&l->offers, SLOT_POOL, false) == RELIEVED ||
           slots_relieve(&l->unexpected, SLOT_POOL, false) == RELIEVED;
}

/* --- memory ------------------------------------------------------------------------------------- */

enum claim pull_claim(uint32_t node)
{
    const struct layer_state *l = &noc_layer;
    const int32_t probed = l->probing ? wanted_peer(&l->probing->wanted) : NOBODY;
    const struct request *r;
    enum claim claim = l->onesided || (l->probing && probed < 0) ? CLAIM_ANY : CLAIM_NONE;

    if (l->wanted == (int32_t)node || probed == (int32_t)node) {
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
    return claim;
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

/* For the oldest that it has. */
static void ask_first(uint32_t node)
{
    seen_first(node);
    ask_backlog(node, WIRE_FIRST);
}

/* Who looks through backlogs goes on. False: nobody does. */
static bool ask_for_wanted(void)
{
    uint32_t mark = 0;
    const int32_t node = seen_look(&mark);

    if (node >= 0 && mark == WIRE_FIRST) {
        ask_first((uint32_t)node);
    } else if (node >= 0) {
        ask_backlog((uint32_t)node, mark);
    }
    return node >= 0;
}

/* False: nobody is to be asked so. */
static bool ask_in_turn(void)
{
    const int32_t node = in_turn();

    if (node < 0) {
        return false;
    }
    if (has_bit(noc_layer.asked, (uint32_t)node) && has_come(1u << NOC_QUEUE_PULLED) &&
        !mistaken(MISTAKE_ASKED_TWICE)) {
        return true; /* what came may be this node's answer, and what was discarded its next message */
    }
    if (pull_is_open((uint32_t)node)) {
        ask_backlog((uint32_t)node, WIRE_NEXT);
    } else if (arena_pressed() || !arena_room()) {
        ask_first((uint32_t)node);
    } else {
        (void)ask_plainly((uint32_t)node);
    }
    return true;
}

void pull_left(void)
{
    noc_layer.starved |= STARVED_LEFT;
    if (!can_ask()) {
        return;
    }
    seen_memory();
    if (!ask_for_wanted() && !ask_in_turn()) { /* between two looks others have a turn */
        (void)ask_for_wanted();
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

    if (has_bit(l->asked, node)) {
        if ((!l->pull_slot || has_come(1u << NOC_QUEUE_PULLED)) && !mistaken(MISTAKE_ASKED_TWICE)) {
            return false; /* its answer may have come, and this be of what came behind it */
        }
        ni_write(NI_DISCARD_POP, head);
        signal_to(node, WIRE_REPEAT);
        signal_pull(node); /* its time does not begin anew: what was late stays late */
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
    if (pull_is_open(node)) {
        leave(node);
    }
}

void pull_ended(uint32_t node, bool closed)
{
    struct layer_state *l = &noc_layer;

    leave_no_more(node);
    seen_ended(node);
    if (closed) {
        clear_bit(l->open, node);
        clear_bit(l->dirty, node);
        l->lefts--;
    }
    pull_happened(node, closed ? ON_PULL_CLOSED : ON_PULL_END);
}

void pull_shown(uint32_t node, bool taken)
{
    bool more;

    if (!taken) {
        seen_left(node);
        if (!seen_wants_more(node)) {
            leave(node); /* the layer's own messages behind it are not waited for by name */
        }
        return;
    }
    signal_to(node, WIRE_TAKEN);
    more = !seen_too_much(node) && (has_bit(noc_layer.left, node) || seen_wants_more(node));
    ask_backlog(node, more ? WIRE_NEXT : WIRE_NO_MORE); /* else NEWS tells that there is more */
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
        l->wanted_seen = SEEN_NONE;
        l->group_declined = false;
        seen_due();
    }
    pull_left();
    return NOC_ERR_OK;
}
