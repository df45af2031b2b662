/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Questions: what has another member called? Two members that wait for each other in different calls may
 * have sent nothing that shows it. So whoever has waited long asks those it waits for, each once. A question
 * says how far its asker has come: how many calls of each kind it has begun in the group. All members
 * make the same calls in the same order. So who has not begun the asker's call, and has begun more of
 * another kind than the asker, has called something else.
 */
#include <string.h>

#include "eager/eager.h"
#include "groups/groups.h"
#include "matching/matching.h"
#include "slots/slots.h"

#include "breach.h"

/* --- how far a member has come --------------------------------------------------------------- */

enum kind { CALLS, BARRIERS, MEETINGS, MULTICASTS, ENDS, KINDS };

/* Of each kind so many calls were begun, the one under way included. */
struct progress {
    uint32_t begun[KINDS];
};

/* In so many bits they are counted. */
static const uint8_t counted_bits[KINDS] = {16, 16, 8, 15, 1};

static enum kind kind_of(uint32_t call)
{
    switch (call) {
    case WITHIN_BARRIER:
        return BARRIERS;
    case WHAT_FREE >> WHAT_SHIFT:
    case WHAT_WINDOW_FREE >> WHAT_SHIFT:
        return ENDS;
    case WITHIN_OPENING:
    case WITHIN_STREAM:
        return MULTICASTS;
    case WITHIN_BROADCAST:
        return CALLS;
    default:
        return MEETINGS;
    }
}

/* What is remembered of this group's calls; NULL: it has had none. */
static struct group_calls *calls_in(const struct noc_group *g)
{
    const struct room *room = noc_layer.collectives;
    struct group_calls *c = room ? room->groups : NULL;

    while (c && c->group != g) {
        c = c->next;
    }
    return c;
}

static bool is_within(const struct noc_group *g, enum kind kind)
{
    return noc_layer.within == g && kind_of(noc_layer.within_call) == kind;
}

static struct progress progress_of(const struct noc_group *g)
{
    const struct group_calls *c = calls_in(g);
    const bool in_barrier = g->signalled || g->step || is_within(g, BARRIERS);

    return (struct progress){{[CALLS] = c ? c->sequence : 0,
                              [BARRIERS] = (uint32_t)g->barriers + in_barrier,
                              [MEETINGS] = (uint32_t)g->meeting.number + is_within(g, MEETINGS),
                              [MULTICASTS] = g->streams,
                              [ENDS] = is_within(g, ENDS)}};
}

/* By how many calls of this kind `a` is ahead of `b`. */
static int32_t ahead(const struct progress *a, const struct progress *b, enum kind kind)
{
    const unsigned rest = 32u - counted_bits[kind];

    return kind == ENDS ? (int32_t)a->begun[kind] - (int32_t)b->begun[kind]
                        : (int32_t)((a->begun[kind] - b->begun[kind]) << rest) >> rest;
}

/* --- the message ------------------------------------------------------------------------------- */

/* A question's words. */
enum {
    ASKED_CALL, /* the number of a collective call and its tag; of others: of the next, tag_of_wait */
    ASKED_LENGTH,    /* as struct long_call has it; of a long multicast: its bytes; 0: not known */
    ASKED_TURN,      /* barriers begun, meetings begun, and whether the asker is UNSURE */
    ASKED_MULTICAST, /* long multicasts begun; of one: its root */
    QUESTION_WORDS
};

enum { MEETINGS_SHIFT = 16, UNSURE = 1 << 24, WAITS = 1 << 25, MULTICASTS_SHIFT = 16 };

static uint32_t word_of(const struct slot *slot, unsigned word)
{
    return slot->body[word];
}

static bool is_about_wait(const struct slot *slot)
{
    return word_of(slot, ASKED_TURN) & WAITS;
}

/* What another one waits in, for all members. */
static uint32_t wait_asked(const struct slot *slot)
{
    const uint32_t tag = word_of(slot, ASKED_CALL) & UINT16_MAX;

    return tag_operation(tag) == NOC_BARRIER ? WITHIN_BARRIER : tag_root(tag);
}

static struct progress progress_asked(const struct slot *slot)
{
    const uint32_t turn = word_of(slot, ASKED_TURN);
    const uint32_t calls = word_of(slot, ASKED_CALL) >> 16;

    return (struct progress){{[CALLS] = is_about_wait(slot) ? calls : calls + 1,
                              [BARRIERS] = turn & UINT16_MAX,
                              [MEETINGS] = turn >> MEETINGS_SHIFT & UINT8_MAX,
                              [MULTICASTS] = word_of(slot, ASKED_MULTICAST) >> MULTICASTS_SHIFT,
                              [ENDS] = is_about_wait(slot) && kind_of(wait_asked(slot)) == ENDS}};
}

/* False: not now. */
static bool ask_node(const struct noc_group *g, uint32_t to, uint32_t *question)
{
    const struct progress mine = progress_of(g);

    question[ASKED_TURN] |= (mine.begun[BARRIERS] & UINT16_MAX) |
                            (mine.begun[MEETINGS] & UINT8_MAX) << MEETINGS_SHIFT |
                            (g->unsure ? UNSURE : 0);
    question[ASKED_MULTICAST] |= mine.begun[MULTICASTS] << MULTICASTS_SHIFT;
    return to == noc_layer.rank ||
           (eager_ready_own(to, KEPT_USER) &&
            !eager_start_own(to, TAG_QUESTION, wire_user(g->context, true, g->rank), question,
                             4 * QUESTION_WORDS));
}

/* --- asking ------------------------------------------------------------------------------------ */

/* How long the call of this sequence was, as struct long_call says it; 0: it is not known. */
static uint32_t length_of(const struct group_calls *c, uint16_t sequence)
{
    uint32_t i;

    for (i = 0; i < AT_ONCE; i++) {
        if (c->longs[i].length && c->longs[i].sequence == sequence) {
            return c->longs[i].length;
        }
    }
    return 0;
}

/* About a collective call. */
static bool ask_call(const struct group_calls *c, uint16_t sequence, uint32_t length, uint32_t node)
{
    uint32_t question[QUESTION_WORDS] = {
        [ASKED_CALL] = call_asked(c, sequence), [ASKED_LENGTH] = length};

    return ask_node(c->group, node, question);
}

static bool ask(const struct walk *w, uint32_t rank)
{
    const struct group_calls *c = calls_of(w->group);

    return ask_call(c, w->sequence, length_of(c, w->sequence), group_node(w->group, rank));
}

/* Whom it waits for, each once: who has not come to the call yet keeps the question. False: one could
 * not be asked yet. */
static bool ask_all(struct walk *w)
{
    bool all = true;
    uint32_t i;

    for (i = 0; i < w->actions; i++) {
        struct action *a = &w->action[i];

        if (a->receive && !a->asked_from) {
            a->asked_from = ask(w, a->step.from);
            all &= a->asked_from;
        }
        if (a->send && !a->asked_to) {
            a->asked_to = ask(w, a->step.to);
            all &= a->asked_to;
        }
    }
    return all;
}

/* Of those that go on by themselves only the first waits for somebody, who is asked once. */
static void ask_about_flow(struct flow *f, uint64_t now)
{
    const struct layer_state *l = &noc_layer;
    const noc_plan *plan = l->stream[STREAMS - 1].plan;
    const int32_t node = !plan                       ? -1
                       : l->stream[STREAMS - 1].open ? plan->parent
                                                     : l->stream[STREAMS - 1].peer;

    if (now >= f->ask_at) {
        if (node >= 0 && node + 1 != f->asked &&
            ask_call(f->calls, f->sequence, f->bytes | LENGTH_PLAN, (uint32_t)node)) {
            f->asked = node + 1;
        }
        f->ask_at = ask_pause(f->looks) == NOC_FOREVER ? UINT64_MAX : now + ask_pause(f->looks);
        f->looks++;
    }
    noc_layer.ask_at = f->ask_at;
}

void breach_ask(struct room *room)
{
    const uint64_t now = ni_time();
    struct walk *w;

    noc_layer.ask_at = UINT64_MAX;
    room->asks = false;
    if (room->flows) {
        ask_about_flow(room->flows, now);
    }
    for (w = room->walks; w; w = w->next) {
        if (w->state == WALKING && now >= w->ask_at) {
            if (ask_all(w)) {
                w->asked = w->number + 1;
                w->ask_at = UINT64_MAX;
            } else {
                room->asks = true; /* the acknowledgement that it waits for wakes this core */
            }
        } else if (w->state <= STRAIGHT && w->ask_at < noc_layer.ask_at) {
            noc_layer.ask_at = w->ask_at;
        }
    }
}

/* What this core waits in. */
static bool ask_about_wait(struct noc_group *g, uint32_t node)
{
    const uint32_t call = noc_layer.within_call;
    const struct group_calls *c = calls_in(g);
    const struct stream *s = &noc_layer.stream[0];
    const bool streams = kind_of(call) == MULTICASTS;
    const uint32_t tag = tag_of_wait(streams ? WITHIN_OPENING : call);
    uint32_t question[QUESTION_WORDS] = {[ASKED_CALL] = (c ? (uint32_t)c->sequence : 0) << 16 | tag,
                                         [ASKED_LENGTH] = streams ? s->bytes : 0,
                                         [ASKED_TURN] = WAITS,
                                         [ASKED_MULTICAST] = streams ? s->root : 0};

    if ((c && c->breach.kind) || (g->unsure && call != WITHIN_BROADCAST)) {
        return true;
    }
    return call == WITHIN_BROADCAST
             ? ask_call(c, call_long(c)->sequence, call_long(c)->length, node)
             : ask_node(g, node, question);
}

/* This core was told before it began to wait. */
static bool is_broken(void)
{
    struct group_calls *c = calls_in(noc_layer.within);
    const uint32_t call = noc_layer.within_call;

    if (!c || !c->breach.kind || (c->reported && call != WITHIN_BROADCAST) ||
        (call < WITHIN_STREAM && !breach_is_about_waits(&c->breach))) {
        return false;
    }
    breach_report(c);
    noc_layer.within = NULL;
    return true;
}

void breach_ask_waited(void)
{
    struct wait *wait = noc_layer.within_wait;
    const uint64_t now = ni_time();

    if (is_broken()) {
        return;
    }
    if (wait->peer < 0 || wait->asked == wait->peer) {
        return;
    }
    if (!wait->ask_at || wait->asked >= 0) {
        wait->asked = -1;
        wait->ask_at = now + ASK_CYCLES;
    }
    if (now < wait->ask_at) {
        noc_layer.ask_at = wait->ask_at < noc_layer.ask_at ? wait->ask_at : noc_layer.ask_at;
    } else if (ask_about_wait(noc_layer.within, (uint32_t)wait->peer)) {
        wait->asked = wait->peer;
    } /* else the acknowledgement that it waits for wakes this core */
}

/* --- answering ----------------------------------------------------------------------------------- */

static uint32_t bytes_in(uint32_t length)
{
    return length & LENGTH_PLAN ? length & ~(uint32_t)LENGTH_PLAN
         : length               ? length - 1
                                : NOC_FOREVER;
}

/* Of a call that went neither along a plan nor as a walk it is known that it was short. */
static bool is_other_length(const struct group_calls *c, const struct slot *slot, uint16_t sequence)
{
    const uint32_t mine = length_of(c, sequence), theirs = word_of(slot, ASKED_LENGTH);

    return mine ? theirs && mine != theirs : theirs > NOC_EAGER_BYTES + 1;
}

static void differ(struct group_calls *c, uint32_t rank, uint32_t tag, uint32_t other_tag)
{
    struct breach b = breach_in(c->group, rank, BREACH_CALL);

    b.tag = (uint16_t)tag;
    b.other_tag = (uint16_t)other_tag;
    breach_break(c, &b);
}

/* The tag of the first call of this kind that the asker has not begun. */
static uint32_t tag_of_more(const struct group_calls *c, enum kind kind,
                            const struct progress *theirs)
{
    if (is_within(c->group, kind) && kind != CALLS) {
        return tag_of_wait(kind == MULTICASTS ? WITHIN_OPENING : noc_layer.within_call);
    }
    switch (kind) {
    case CALLS:
        return c->recent[theirs->begun[CALLS] % RECENT];
    case BARRIERS:
        return tag_of_wait(WITHIN_BARRIER);
    case MULTICASTS:
        return tag_of_wait(WITHIN_OPENING);
    default:
        return tag_of(NOC_OPERATIONS + 1, 0, 0);
    }
}

/* This member has not begun the asker's call. Whether it has begun something else, which is told then. A
 * call that was given up may have been begun by one of them alone: then what this member waits in
 * counts. */
static bool is_elsewhere(struct group_calls *c, const struct slot *slot, uint32_t rank)
{
    const struct progress mine = progress_of(c->group), theirs = progress_asked(slot);
    const bool unsure = c->group->unsure || word_of(slot, ASKED_TURN) & UNSURE;
    unsigned k;

    for (k = 0; k < KINDS; k++) {
        const enum kind kind = (enum kind)k;

        if (ahead(&mine, &theirs, kind) > 0 &&
            (!unsure || (!is_about_wait(slot) && is_within(c->group, kind)))) {
            differ(c, rank, tag_of_more(c, kind, &theirs), word_of(slot, ASKED_CALL) & UINT16_MAX);
            return true;
        }
    }
    return false;
}

/* Both have begun the same long multicast: from the same root, and of the same length? What a multicast was
 * is known until the next one. */
static void compare_streams(struct group_calls *c, const struct slot *slot, uint32_t rank)
{
    const struct stream *s = &noc_layer.stream[0];
    const uint32_t root = word_of(slot, ASKED_MULTICAST) & ((1u << MULTICASTS_SHIFT) - 1);
    struct breach b = breach_in(c->group, rank, s->root == root ? BREACH_LENGTH : BREACH_CALL);

    if (s->called || s->context != c->group->context ||
        (s->root == root && s->bytes == word_of(slot, ASKED_LENGTH))) {
        return;
    }
    b.tag = b.other_tag = (uint16_t)tag_of_wait(WITHIN_OPENING);
    b.bytes = s->root == root ? s->bytes : s->root;
    b.other_bytes = s->root == root ? word_of(slot, ASKED_LENGTH) : root;
    breach_break(c, &b);
}

/* About a call for which the asker waits in no walk. */
static bool answer_wait(struct group_calls *c, const struct slot *slot, uint32_t rank)
{
    const struct progress mine = progress_of(c->group), theirs = progress_asked(slot);
    const enum kind kind = kind_of(wait_asked(slot));
    const int32_t more = ahead(&mine, &theirs, kind);

    if (more < 0) {
        return is_elsewhere(c, slot, rank);
    }
    if (!more && kind == MULTICASTS) {
        compare_streams(c, slot, rank);
    }
    return true;
}

/* Both have begun this call. */
static void compare_calls(struct group_calls *c, const struct slot *slot, uint32_t rank)
{
    const uint16_t sequence = (uint16_t)(word_of(slot, ASKED_CALL) >> 16);
    const uint16_t tag = (uint16_t)word_of(slot, ASKED_CALL);
    struct breach b;

    if (c->recent[sequence % RECENT] != tag) {
        differ(c, rank, c->recent[sequence % RECENT], tag);
    } else if (is_other_length(c, slot, sequence)) {
        b = breach_in(c->group, rank, BREACH_LENGTH);
        b.tag = b.other_tag = tag;
        b.bytes = bytes_in(length_of(c, sequence));
        b.other_bytes = bytes_in(word_of(slot, ASKED_LENGTH));
        breach_break(c, &b);
    }
}

static bool answer(struct group_calls *c, const struct slot *slot, uint32_t rank)
{
    struct progress mine, theirs;
    int32_t more;

    if (NOC_GET(slot->w0, NI_TX_W0, LENGTH) != QUESTION_WORDS) {
        return true; /* no honest member's */
    }
    if (is_about_wait(slot)) {
        return answer_wait(c, slot, rank);
    }
    mine = progress_of(c->group);
    theirs = progress_asked(slot);
    more = ahead(&mine, &theirs, CALLS);
    if (more < 0) {
        return is_elsewhere(c, slot, rank);
    }
    if (more < RECENT) {
        compare_calls(c, slot, rank);
    }
    return true;
}

/* --- what has come --------------------------------------------------------------------------------- */

/* Whether it is for the group as a whole. Messages of its meetings are none of these. */
static bool is_told_or_asked(const struct slot *slot)
{
    const uint32_t tag = wire_tag(slot->w1);

    return wire_class(slot->w2) <= WIRE_OFFER && (tag == TAG_QUESTION || tag == TAG_BROKEN);
}

/* The group whose collectives this message is of; NULL: none that has been used, or waits now. */
static struct group_calls *calls_of_question(const struct room *room, const struct slot *slot)
{
    struct noc_group *within = noc_layer.within;
    struct group_calls *c = room->groups;

    if (wire_class(slot->w2) > WIRE_OFFER) {
        return NULL;
    }
    while (c && !(c->group && context_of(c->group) == wire_context(slot->w2))) {
        c = c->next;
    }
    return !c && within && context_of(within) == wire_context(slot->w2) && is_told_or_asked(slot)
             ? calls_of(within)
             : c;
}

bool breach_is_asked(void)
{
    const struct noc_group *within = noc_layer.within;
    const struct slot *slot = noc_layer.unexpected.head;

    while (within && slot &&
           !(is_told_or_asked(slot) && wire_context(slot->w2) == context_of(within))) {
        slot = slot->next;
    }
    return within && slot;
}

static void forget(struct slot **link)
{
    slot_release(unexpected_unlink(link));
}

/* Others than the member that W2 names break no group. (Looked at last, since it is seldom so.) */
static __attribute__((cold, noinline)) bool is_honest(const struct group_calls *c,
                                                      const struct slot *slot)
{
    return names_its_sender(c->group, slot->w1, slot->w2);
}

/* Which call a message is of, that should be of this walk: in the tag of a reduce's the root is hidden
 * behind what is combined, and how. */
static void name_other(struct breach *b, const struct walk *w, uint32_t tag)
{
    const bool is_reduce = tag_operation(tag) == NOC_REDUCE;

    b->tag = (uint16_t)walk_plain_tag(w);
    b->other_tag = (uint16_t)tag;
    if (is_reduce && w->arguments.operation == NOC_REDUCE) {
        b->other_tag ^= (uint16_t)reduce_mark(&w->arguments);
        b->root = ROOT_IF_SAME_OP;
    } else if (is_reduce) {
        b->root = ROOT_UNKNOWN;
    }
}

/* If a walk waits for its sender with the same sequence, its receive did not match. */
static void look_at(const struct room *room, struct group_calls *c, const struct slot *slot)
{
    const uint32_t tag = wire_tag(slot->w1), rank = wire_sender(slot->w2);
    const struct walk *w;

    for (w = room->walks; w; w = w->next) {
        if (w->group == c->group && w->state == WALKING && tag_same_sequence(w->tag, tag) &&
            w->tag != tag && walk_awaits(w, rank) && is_honest(c, slot)) {
            struct breach b = breach_in(c->group, rank, BREACH_CALL);

            name_other(&b, w, tag);
            breach_break(c, &b);
            return;
        }
    }
}

/* What a member says that the group is broken by. False: no honest member says that. */
static bool is_told(struct breach *b, const struct slot *slot)
{
    if (NOC_GET(slot->w0, NI_TX_W0, LENGTH) != sizeof(*b) / 4) {
        return false;
    }
    memcpy(b, slot->body, sizeof(*b));
    return b->kind > BREACH_NONE && b->kind < BREACH_LEFT && b->node < noc_layer.size &&
           b->other < noc_layer.size;
}

/* See to one. True: it is none of a call of ours, and is dropped. */
static bool is_dropped(const struct room *room, struct group_calls *c, const struct slot *slot)
{
    struct breach b;

    if (slot->offer) {
        look_at(room, c, slot);
        return false;
    }
    switch (wire_tag(slot->w1)) {
    case TAG_BROKEN:
        if (is_told(&b, slot) && is_honest(c, slot)) {
            breach_break(c, &b);
        }
        return true;
    case TAG_QUESTION:
        return !is_honest(c, slot) || answer(c, slot, wire_sender(slot->w2));
    default:
        look_at(room, c, slot);
        return false;
    }
}

void breach_look(struct room *room)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link) {
        struct group_calls *c = calls_of_question(room, *link);

        if (c && is_dropped(room, c, *link)) {
            forget(link);
        } else {
            link = &(*link)->next;
        }
    }
}
