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

#include "breach.h"

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

bool breach_is_about_waits(const struct breach *b)
{
    return (b->kind == BREACH_CALL || b->kind == BREACH_LENGTH) &&
           (tag_is_wait(b->tag) || tag_is_wait(b->other_tag));
}

/* noc_last_mismatch and noc_last_peer have it from now on. */
static void name_breach(const struct group_calls *c)
{
    noc_layer.collectives->last = c->breach;
    noc_layer.last_peer =
        c->breach.other == noc_layer.rank ? c->breach.node : (int32_t)c->breach.other;
}

void breach_break(struct group_calls *c, const struct breach *b)
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
        (breach_is_about_waits(b) || noc_layer.within_call >= WITHIN_STREAM)) {
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

struct breach breach_in(const struct noc_group *g, uint32_t rank, enum breach_kind kind)
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
    breach_break(calls_of(w->group), &b);
}

void breach_give_up(struct group_calls *c, uint32_t tag)
{
    struct breach b = breach_in(c->group, c->group->rank, BREACH_GIVEN_UP);

    b.tag = b.other_tag = (uint16_t)tag;
    breach_break(c, &b);
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

static void add_root(struct text *t, uint32_t root)
{
    add(t, " with root ");
    add_number(t, root);
}

/* Two long multicasts: their roots are where others have lengths. */
static bool is_about_roots(const struct breach *b)
{
    return b->kind == BREACH_CALL && b->tag == b->other_tag &&
           b->tag == tag_of_wait(WITHIN_OPENING);
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
    static const char *const meeting[] = {"a call that makes a group",
                                          "group-create",
                                          "group-reserve",
                                          "group-duplicate",
                                          "group-split",
                                          "group-free",
                                          "window-create",
                                          "window-free",
                                          "multicast-long"};
    const uint32_t operation = tag_operation(tag);

    add(t, operation < NOC_OPERATIONS ? name[operation]
                                      : meeting[tag_root(tag) % (WITHIN_OPENING + 1)]);
    if (known && (operation == NOC_BROADCAST || operation == NOC_REDUCE ||
                  operation == NOC_GATHER || operation == NOC_SCATTER)) {
        add_root(t, tag_root(tag));
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
    if (is_about_roots(b)) {
        add_root(t, b->other_bytes);
    }
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
    if (is_about_roots(b)) {
        add_root(&t, b->bytes);
    }
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
