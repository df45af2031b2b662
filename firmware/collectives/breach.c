/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Members that called different things. Who notices it by a message that should not be there, or by
 * its length, breaks the group: all that is under way in it ends, and 1, 2, 4, ... ranks further on
 * members are told, who break it and tell others in turn. So all that make calls of the layer come
 * to know, however many noticed it by themselves: at most count log2(count) messages.
 */
#include <string.h>

#include "collectives.h"
#include "eager/eager.h"
#include "groups/groups.h"
#include "matching/matching.h"
#include "messages/messages.h"
#include "requests/requests.h"
#include "slots/slots.h"

static uint32_t context_of(const struct noc_group *g)
{
    return wire_user(g->context, true, 0) >> WIRE_CONTEXT_SHIFT;
}

/* --- telling --------------------------------------------------------------------------------- */

static void tell(struct group_calls *c)
{
    const struct noc_group *g = c->group;
    uint32_t away, i = 0;

    for (away = 1; away < g->count && i < TELL_MAX; away *= 2) {
        /* without memory it is not told; then others tell it, or its deadline does */
        c->tell[i++] = inner_isend(c->group, (g->rank + away) % g->count, TAG_BROKEN, &c->breach,
                                   sizeof(c->breach));
    }
}

bool breach_told(struct group_calls *c)
{
    bool all = true;
    uint32_t i;

    for (i = 0; c->breach.kind && i < TELL_MAX; i++) {
        if (c->tell[i] && c->tell[i]->done) {
            request_free(c->tell[i]);
            c->tell[i] = NULL;
        }
        all &= !c->tell[i];
    }
    return all;
}

/* Whether a member waits for all others in a barrier, or to make a group. */
static bool is_about_waits(const struct breach *b)
{
    return b->kind == BREACH_CALL && (tag_is_wait(b->tag) || tag_is_wait(b->other_tag));
}

/* noc_last_mismatch and noc_last_peer have it from now on. */
static void name_breach(const struct group_calls *c)
{
    noc_layer.collectives->last = c->breach;
    noc_layer.last_peer =
        c->breach.other == noc_layer.rank ? c->breach.node : (int32_t)c->breach.other;
}

static void break_group(struct group_calls *c, const struct breach *b)
{
    struct room *room = noc_layer.collectives;
    struct walk *w;

    if (c->breach.kind) {
        return;
    }
    c->breach = *b;
    c->refused = false;
    noc_layer.unclean |= 1u << OPENING_QUEUE; /* members may have said what nobody waited for */
    name_breach(c);
    room->broke = true;
    c->reported = room->flows && room->flows->calls == c;
    if (noc_layer.within == c->group &&
        (is_about_waits(b) || noc_layer.within_call == WITHIN_STREAM)) {
        noc_layer.within = NULL;
        c->reported = true;
    }
    for (w = room->walks; w; w = w->next) {
        if (w->group == c->group) {
            c->reported |= w != c->stopped;
            walk_give_up(w, NOC_ERR_MISMATCH);
        }
    }
    tell(c);
}

void breach_report(struct group_calls *c)
{
    c->reported = true;
    name_breach(c);
}

/* --- noticing -------------------------------------------------------------------------------- */

static struct breach breach_in(const struct noc_group *g, uint32_t rank, enum breach_kind kind)
{
    return (struct breach){
        .node = (uint16_t)noc_layer.rank,
        .other = (uint16_t)group_node(g, rank),
        .kind = kind,
        .members = (uint8_t)(g->count > UINT8_MAX ? UINT8_MAX : g->count),
    };
}

void breach_length(struct walk *w)
{
    struct breach b = breach_in(w->group, w->wrong_from, BREACH_LENGTH);

    b.tag = b.other_tag = (uint16_t)walk_plain_tag(w);
    b.bytes = w->expected;
    b.other_bytes = w->got;
    w->wrong = false;
    break_group(calls_of(w->group), &b);
}

void breach_give_up(struct group_calls *c, uint32_t tag)
{
    struct breach b = breach_in(c->group, c->group->rank, BREACH_GIVEN_UP);

    b.tag = b.other_tag = (uint16_t)tag;
    break_group(c, &b);
    c->reported = true; /* it knows that itself */
}

bool breach_seen(const struct group_calls *c, uint32_t tag, uint32_t rank)
{
    const struct slot *slot;

    for (slot = noc_layer.unexpected.head; slot; slot = slot->next) {
        if (wire_class(slot->w2) <= WIRE_OFFER && wire_sender(slot->w2) == rank &&
            wire_context(slot->w2) == context_of(c->group) &&
            tag_same_sequence(wire_tag(slot->w1), tag)) {
            return true;
        }
    }
    return false;
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
    return !c && within && context_of(within) == wire_context(slot->w2) ? calls_of(within) : c;
}

bool breach_is_asked(void)
{
    const struct noc_group *within = noc_layer.within;
    const struct slot *slot = noc_layer.unexpected.head;

    while (within && slot &&
           !(wire_class(slot->w2) <= WIRE_OFFER && wire_tag(slot->w1) >= TAG_QUESTION &&
             wire_context(slot->w2) == context_of(within))) {
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
            break_group(c, &b);
            return;
        }
    }
}

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

static uint32_t bytes_in(uint32_t length)
{
    return length & LENGTH_PLAN ? length & ~(uint32_t)LENGTH_PLAN
         : length               ? length - 1
                                : NOC_FOREVER;
}

/* --- asking ------------------------------------------------------------------------------------ */

/* A question: the call's sequence and tag, its length, and the asker's turn. */
enum { QUESTION_WORDS = 3 };

/* False: not now. */
static bool ask_node(const struct noc_group *g, uint32_t to, const uint32_t *question,
                     uint32_t words)
{
    uint32_t all[QUESTION_WORDS], i;

    for (i = 0; i < words; i++) {
        all[i] = question[i];
    }
    all[words] = turn_of(g);
    return to == noc_layer.rank ||
           (eager_ready_own(to, KEPT_USER) &&
            !eager_start_own(to, TAG_QUESTION, wire_user(g->context, true, g->rank), all,
                             4 * (words + 1)));
}

/* Two that wait for each other in different calls may have sent nothing. */
static bool ask(const struct walk *w, uint32_t rank)
{
    const struct group_calls *c = calls_of(w->group);
    const uint32_t question[QUESTION_WORDS - 1] = {call_asked(c, w->sequence),
                                                   length_of(c, w->sequence)};

    return ask_node(w->group, group_node(w->group, rank), question, QUESTION_WORDS - 1);
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

bool breach_ask_long(const struct group_calls *c, const struct long_call *call, int32_t node)
{
    const uint32_t question[QUESTION_WORDS - 1] = {call_asked(c, call->sequence), call->length};

    return node < 0 || ask_node(c->group, (uint32_t)node, question, QUESTION_WORDS - 1);
}

/* Of those that go on by themselves only the first waits for somebody, who is asked once. */
static void ask_about_flow(struct flow *f, uint64_t now)
{
    const struct layer_state *l = &noc_layer;
    const struct long_call call = {f->sequence, f->bytes | LENGTH_PLAN};
    const noc_plan *plan = l->stream[STREAMS - 1].plan;
    const int32_t node = !plan                       ? -1
                       : l->stream[STREAMS - 1].open ? plan->parent
                                                     : l->stream[STREAMS - 1].peer;

    if (now >= f->ask_at) {
        if (node + 1 != f->asked) {
            f->asked = breach_ask_long(f->calls, &call, node) ? node + 1 : f->asked;
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

static uint32_t question_words(const struct slot *slot)
{
    return NOC_GET(slot->w0, NI_TX_W0, LENGTH);
}

/* Of a call that went neither along a plan nor as a walk it is known that it was short. */
static bool is_other_length(const struct group_calls *c, const struct slot *slot, uint16_t sequence)
{
    const uint32_t mine = length_of(c, sequence);
    const uint32_t theirs = question_words(slot) == QUESTION_WORDS ? slot->body[1] : 0;

    return mine ? theirs && mine != theirs : theirs > NOC_EAGER_BYTES + 1;
}

/* Whether this core waits for the asker in a barrier or meeting that the asker has not come to, since
 * it waits in the operation that comes after it here. */
static bool is_waited_for(const struct group_calls *c, const struct slot *slot)
{
    const uint32_t theirs = slot->body[question_words(slot) - 1];
    const uint32_t differ = theirs ^ turn_of(c->group);

    return noc_layer.within == c->group && noc_layer.within_call != WITHIN_STREAM &&
           (noc_layer.within_call ? !(differ & TURN_MEETING)
                                  : !(differ & TURN_BARRIER || theirs & TURN_BUSY));
}

/* False: it is about a call that is still to come. */
static bool answer(struct group_calls *c, const struct slot *slot, uint32_t rank)
{
    const uint16_t sequence = (uint16_t)(slot->body[0] >> 16), tag = (uint16_t)slot->body[0];
    const uint16_t ago = (uint16_t)(c->sequence - sequence);
    struct breach b;

    if (question_words(slot) < QUESTION_WORDS - 1) {
        return true; /* no honest member's */
    }
    if (!ago && is_waited_for(c, slot)) {
        b = breach_in(c->group, rank, BREACH_CALL);
        b.tag = (uint16_t)tag_of_wait(noc_layer.within_call);
        b.other_tag = tag;
        break_group(c, &b);
        return true;
    }
    if (!ago || ago > INT16_MAX) {
        return false;
    }
    if (ago <= RECENT && c->recent[sequence % RECENT] != tag) {
        b = breach_in(c->group, rank, BREACH_CALL);
        b.tag = c->recent[sequence % RECENT];
        b.other_tag = tag;
        break_group(c, &b);
    } else if (ago <= RECENT && is_other_length(c, slot, sequence)) {
        b = breach_in(c->group, rank, BREACH_LENGTH);
        b.tag = b.other_tag = tag;
        b.bytes = bytes_in(length_of(c, sequence));
        b.other_bytes = bytes_in(slot->body[1]);
        break_group(c, &b);
    }
    return true;
}

/* What a member says that the group is broken by. False: no honest member says that. */
static bool is_told(struct breach *b, const struct slot *slot)
{
    if (question_words(slot) != sizeof(*b) / 4) {
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
            break_group(c, &b);
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

/* --- as a sentence ----------------------------------------------------------------------------- */

struct text {
    char at[160];
    uint32_t used;
};

static void add(struct text *t, const char *words)
{
    while (*words && t->used < sizeof(t->at) - 1) {
        t->at[t->used++] = *words++;
    }
    t->at[t->used] = '\0';
}

static void add_number(struct text *t, uint32_t number)
{
    char digits[11];
    uint32_t i = sizeof(digits) - 1;

    digits[i] = '\0';
    do {
        digits[--i] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    add(t, &digits[i]);
}

static void add_core(struct text *t, uint32_t node)
{
    add(t, "core ");
    add_number(t, node);
}

/* known: whether its root is. */
static void add_call(struct text *t, const struct breach *b, uint32_t tag, bool known)
{
    static const char *const name[NOC_OPERATIONS] = {[NOC_BARRIER] = "barrier",
                                                     [NOC_BROADCAST] = "broadcast",
                                                     [NOC_REDUCE] = "reduce",
                                                     [NOC_ALLREDUCE] = "allreduce",
                                                     [NOC_GATHER] = "gather",
                                                     [NOC_SCATTER] = "scatter",
                                                     [NOC_ALLGATHER] = "allgather",
                                                     [NOC_ALLTOALL] = "alltoall",
                                                     [NOC_SCAN] = "scan",
                                                     [NOC_EXSCAN] = "exscan",
                                                     [NOC_REDUCE_SCATTER] = "reduce-scatter"};
    static const char *const meeting[] = {
        "",           "group-create",  "group-reserve", "group-duplicate", "group-split",
        "group-free", "window-create", "window-free",   "multicast-long"};
    const uint32_t operation = tag_operation(tag);

    add(t, operation < NOC_OPERATIONS ? name[operation]
                                      : meeting[tag_root(tag) % (WITHIN_OPENING + 1)]);
    if (known && (operation == NOC_BROADCAST || operation == NOC_REDUCE ||
                  operation == NOC_GATHER || operation == NOC_SCATTER)) {
        add(t, " with root ");
        add_number(t, tag_root(tag));
        add(t, b->members > 1u << TAG_SEQUENCE_BITS ? " modulo 64" : "");
    }
}

static bool knows_root(const struct breach *b)
{
    return b->root == ROOT_KNOWN || tag_operation(b->other_tag) != NOC_REDUCE;
}

static void add_other_call(struct text *t, const struct breach *b)
{
    const bool perhaps = b->root == ROOT_IF_SAME_OP && tag_root(b->other_tag) < b->members;

    add(t, " where ");
    add_core(t, b->other);
    add(t, " called ");
    add_call(t, b, b->other_tag, perhaps || knows_root(b));
    if (b->root == ROOT_IF_SAME_OP) {
        add(t, perhaps ? ", or with another operation or type" : " with another operation or type");
    } else if (tag_operation(b->tag) == tag_operation(b->other_tag) &&
               tag_is_reduction(tag_operation(b->tag))) {
        add(t, " with another operation or type");
    }
}

static void add_lengths(struct text *t, const struct breach *b)
{
    add(t, ", expected ");
    if (b->bytes == NOC_FOREVER) {
        add(t, "fewer");
    } else {
        add_number(t, b->bytes);
    }
    add(t, " bytes from ");
    add_core(t, b->other);
    add(t, " and got ");
    if (b->other_bytes == NOC_FOREVER) {
        add(t, "another length");
    } else {
        add_number(t, b->other_bytes);
    }
}

static const char *sentence(const struct breach *b)
{
    static struct text t;

    t.used = 0;
    t.at[0] = '\0';
    if (b->kind == BREACH_LEFT) {
        add_core(&t, b->other);
        add(&t, " called ");
        add_call(&t, b, b->other_tag, knows_root(b));
        add(&t, ", and ");
        add_core(&t, b->node);
        add(&t, b->at_end ? " did not before it ended" : " did not before it freed the group");
        return t.at;
    }
    add_core(&t, b->node);
    add(&t, b->kind == BREACH_GIVEN_UP ? " gave up " : " called ");
    add_call(&t, b, b->tag, true);
    if (b->kind == BREACH_CALL) {
        add_other_call(&t, b);
    } else if (b->kind == BREACH_LENGTH) {
        add_lengths(&t, b);
    }
    return t.at;
}

const char *noc_last_mismatch(void)
{
    const struct room *room = noc_layer.collectives;

    return room && room->last.kind ? sentence(&room->last) : "";
}

bool noc_mismatch_was_length(void)
{
    const struct room *room = noc_layer.collectives;

    return room && room->last.kind == BREACH_LENGTH;
}

bool noc_mismatch_of_lengths(noc_group *group, int32_t *ahead, bool *begun)
{
    const struct noc_group *g = group_of(group);
    const struct room *room = noc_layer.collectives;
    const struct group_calls *c = room ? room->groups : NULL;
    const uint32_t modulo = 1u << TAG_SEQUENCE_BITS;
    uint32_t calls;

    while (c && (c->group != g || !g)) {
        c = c->next;
    }
    if (!c || c->breach.kind != BREACH_LENGTH) {
        return false;
    }
    calls = (uint32_t)(c->sequence - 1 + c->refused - c->breach.tag) % modulo;
    *ahead = calls < modulo / 2 ? (int32_t)calls : (int32_t)(calls - modulo);
    *begun = !c->refused;
    return true;
}

/* --- what is left -------------------------------------------------------------------------------- */

/* Messages without a body are lost where a barrier is: who waits for it learns that. */
static bool has_body(const struct slot *slot)
{
    return tag_operation(wire_tag(slot->w1)) != NOC_BARRIER;
}

/* A message that is left in a group of a call that this core has not made; NULL: there is none. all: also
 * those of barriers. */
static const struct slot *left_in(const struct noc_group *g, bool all)
{
    const struct slot *slot = noc_layer.unexpected.head;

    while (slot && !((all || has_body(slot)) && wire_class(slot->w2) <= WIRE_OFFER &&
                     wire_tag(slot->w1) < TAG_QUESTION && wire_context(slot->w2) == context_of(g) &&
                     names_its_sender(g, slot->w1, slot->w2))) {
        slot = slot->next;
    }
    return slot;
}

static struct breach breach_of_left(const struct noc_group *g, const struct slot *slot)
{
    struct breach b = breach_in(g, wire_sender(slot->w2), BREACH_LEFT);

    b.other_tag = (uint16_t)wire_tag(slot->w1);
    b.root = ROOT_UNKNOWN;
    return b;
}

bool breach_is_left(const struct noc_group *g)
{
    return left_in(g, true);
}

noc_err breach_left(const struct noc_group *g)
{
    struct room *room = noc_layer.collectives;
    const struct slot *slot = left_in(g, true);

    if (room->ended_unreported) {
        return NOC_ERR_MISMATCH;
    }
    if (!slot || room->ended_broken) {
        return NOC_ERR_OK;
    }
    room->last = breach_of_left(g, slot);
    noc_layer.last_peer = (int32_t)room->last.other;
    return NOC_ERR_MISMATCH;
}

/* What is to be said of this group when the program ends here; kind: BREACH_NONE: nothing. */
static struct breach breach_of_end(const struct noc_group *g)
{
    const struct room *room = noc_layer.collectives;
    const struct group_calls *c = room ? room->groups : NULL;
    const struct slot *slot = left_in(g, g == world());
    struct breach b = {.kind = BREACH_NONE};

    while (c && c->group != g) {
        c = c->next;
    }
    if (c && (c->stopped || c->reported)) {
        return b;
    }
    if (c && c->breach.kind) {
        return c->breach;
    }
    if (slot) {
        b = breach_of_left(g, slot);
        b.at_end = true;
    }
    return b;
}

const char *breach_at_end(void)
{
    const struct room *room = noc_layer.collectives;
    const struct noc_group *g;
    struct breach b = {.kind = BREACH_NONE};
    uint32_t i;

    if (room && (room->walks || room->flows || !earlies_end())) {
        return NULL;
    }
    for (i = 0; i < GROUP_BUCKETS && !b.kind; i++) {
        for (g = noc_layer.groups[i]; g && !b.kind; g = g->next) {
            b = breach_of_end(g);
        }
    }
    return b.kind ? sentence(&b) : NULL;
}
