/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Agreement on a group, by a binomial tree over the members, whose root is the first: offers (what
 * is free in a subtree) go up, the choice comes down. Cost: 2 (n - 1) messages, 2 ceil(log2 n) of
 * them in sequence. A meeting in the new group costs the same again: each member has told that it
 * has the group before any of them uses it. So who gives up before it has told so leaves nothing
 * behind, here or elsewhere.
 */
#include "agreement.h"
#include "eager/backlog.h"
#include "eager/eager.h"
#include "groups.h"
#include "matching/matching.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "slots/slots.h"

enum { RETRACT_CYCLES = 500 /* to cross the network and back again */ };

enum {
    OPERATION = (1 << WIRE_OPERATION_BITS) - 1,
    /* Of a W2: what a message of an agreement is, and of which call. */
    KIND = 3u << WIRE_CLASS_SHIFT | OPERATION,
    CALL = KIND | ((1 << WIRE_ATTEMPT_BITS) - 1) << WIRE_ATTEMPT_SHIFT
};

static unsigned operation_of(uint32_t w2)
{
    return w2 & OPERATION;
}

static uint32_t attempt_of(uint32_t w2)
{
    return wire_bits(w2, WIRE_ATTEMPT_SHIFT, WIRE_ATTEMPT_BITS);
}

/* --- messages that are kept until they are wanted --------------------------------- */

/* Where the list of kept messages leads to this one; NULL: it has not come. */
static struct slot **find(uint32_t w1, uint32_t w2, uint32_t mask)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link && ((*link)->w1 != w1 || ((*link)->w2 & mask) != (w2 & mask))) {
        link = &(*link)->next;
    }
    return *link ? link : NULL;
}

static void drop(struct slot **link)
{
    slot_release(unexpected_unlink(link));
}

static uint32_t flits_of(uint32_t operation)
{
    switch (operation) {
    case WIRE_OFFERED:
        return sizeof(struct bid) / 4;
    case WIRE_CHOICE:
        return sizeof(struct choice) / 4;
    case WIRE_READY:
        return 2;
    case WIRE_GO:
        return 1;
    default:
        return 0;
    }
}

/* At most one of a kind is kept from each source for each list of members. */
static bool agreement_message(struct slot *slot)
{
    const bool retract = operation_of(slot->w2) == WIRE_RETRACT;
    struct slot **link =
        find(slot->w1, retract ? wire_agreement(WIRE_OFFERED, 0, 0) : slot->w2, KIND);

    if (link && (!retract || attempt_of((*link)->w2) == attempt_of(slot->w2))) {
        drop(link);
    }
    return !retract;
}

/* For a group that lives, and that takes it. */
static bool message_in_group(struct slot *slot)
{
    const uint32_t context = wire_bits(slot->w2, WIRE_CONTEXT_SHIFT, WIRE_CONTEXT_BITS) / 2;
    struct noc_group *g = group_in(context);
    struct slot **link;

    if (!g || g->generation != wire_bits(slot->w2, WIRE_GENERATION_SHIFT, WIRE_GENERATION_BITS)) {
        return false;
    }
    if (operation_of(slot->w2) == WIRE_ARRIVED || operation_of(slot->w2) == WIRE_LEAVES) {
        barrier_arrived(g, wire_source(slot->w1), slot->w2);
        return false;
    }
    link = find(slot->w1, slot->w2, UINT32_MAX);
    return !link;
}

void group_message(struct slot *slot)
{
    const uint32_t operation = operation_of(slot->w2);
    bool keep = false;

    if (operation == WIRE_RETRACT || NOC_GET(slot->w0, NI_TX_W0, LENGTH) == flits_of(operation)) {
        keep = operation >= WIRE_READY ? message_in_group(slot) : agreement_message(slot);
    }
    if (keep) {
        envelope_arrived(slot);
    } else {
        slot_release(slot);
    }
}

/* What this core waits for costs its heap, like the group that is made of it, where what nobody wants
 * has the arena. */
static bool keep_beside(struct slot *slot)
{
    struct slot *copy = slot_beside(slot);

    if (copy) {
        slot_release(slot);
        envelope_arrived(copy);
    }
    return copy;
}

/* What is not kept is done with; what is needs memory, and is wanted if this core waits for it. */
bool group_shown(struct slot *slot)
{
    const uint32_t operation = operation_of(slot->w2);
    const bool wanted = noc_layer.wanted == (int32_t)wire_source(slot->w1);

    if (operation == WIRE_RETRACT || operation == WIRE_ARRIVED || operation == WIRE_LEAVES) {
        group_message(slot);
        return true;
    }
    if (NOC_GET(slot->w0, NI_TX_W0, LENGTH) != flits_of(operation) ||
        (operation >= WIRE_READY && !message_in_group(slot))) {
        slot_release(slot);
        return true;
    }
    return envelope_shown(slot, wanted) || (wanted && keep_beside(slot));
}

static noc_err tell(struct wait *wait, uint32_t to, uint32_t tag, uint32_t w2, const void *body)
{
    noc_err err;

    wait->peer = (int32_t)to;
    for (noc_progress(); !eager_ready_own(to, KEPT_USER); noc_progress()) {
        err = wait_more(wait);
        if (err) {
            return err;
        }
    }
    return eager_start_own(to, tag, w2, body, 4 * flits_of(operation_of(w2)));
}

/* --- the tree ------------------------------------------------------------------------ */

/* Member rank's children are rank + 2^k, for 2^k below its lowest bit. */
static uint32_t children_of(uint32_t rank, uint32_t count)
{
    uint32_t k = 0;

    while (UINT32_C(1) << k < count - rank && !(rank & ((UINT32_C(2) << k) - 1))) {
        k++;
    }
    return k;
}

static uint32_t node_of(const struct agreement *a, uint32_t rank)
{
    return a->members ? a->members[rank] : rank;
}

static uint32_t child(const struct agreement *a, unsigned k)
{
    return node_of(a, a->rank + (UINT32_C(1) << k));
}

static uint32_t parent(const struct agreement *a)
{
    return node_of(a, a->rank & (a->rank - 1));
}

/* --- agreement ------------------------------------------------------------------------ */

void agreement_begin(struct agreement *a)
{
    uint32_t hash = a->count, i;

    for (i = 0; i < a->count; i++) {
        hash = hash * 31 + node_of(a, i);
    }
    a->tag = (hash ^ hash >> 16) & NOC_TAG_MAX;
    a->gone = 0;
    a->attempt = noc_layer.group_attempt = (noc_layer.group_attempt + 1) % (1 << WIRE_ATTEMPT_BITS);
}

static struct slot **offer_of_child(const struct agreement *a, unsigned k)
{
    return find(a->tag << WIRE_TAG_SHIFT | child(a, k), wire_agreement(WIRE_OFFERED, 0, 0), KIND);
}

/* Wait for a child's offer, which stays where it is. */
static noc_err hear_offer(const struct agreement *a, unsigned k, struct slot ***offer)
{
    noc_err err;

    a->wait->peer = (int32_t)child(a, k);
    for (noc_progress(); !(*offer = offer_of_child(a, k)); noc_progress()) {
        err = wait_more(a->wait);
        if (err) {
            return err;
        }
    }
    return NOC_ERR_OK;
}

/* What the subtree has free is what all in it have. */
static void join(struct agreement *a, const struct bid *theirs)
{
    struct bid *bid = &a->bid;
    uint32_t i;

    if (theirs->verdict > bid->verdict) {
        bid->verdict = theirs->verdict;
    }
    if (theirs->what != bid->what || theirs->verdict == VERDICT_DIFFER) {
        bid->verdict = VERDICT_DIFFER;
        noc_layer.last_peer = a->wait->peer;
    }
    bid->queues &= theirs->queues;
    bid->unclean |= theirs->unclean;
    for (i = 0; i < CONTEXT_WORDS; i++) {
        bid->contexts[i] &= theirs->contexts[i];
    }
}

/* All children's offers. They stay until they are answered, so that who gives up takes none along:
 * a child that waits on is there for the next call. */
static noc_err hear_offers(struct agreement *a)
{
    const uint32_t children = children_of(a->rank, a->count);
    struct slot **offer;
    noc_err err;
    unsigned k;

    for (k = 0; k < children; k++) {
        err = hear_offer(a, k, &offer);
        if (err) {
            return err;
        }
        join(a, (const struct bid *)(*offer)->body);
    }
    return NOC_ERR_OK;
}

/* The offer made to the parent is none any more: it is not to be counted on. */
static void retract(const struct agreement *a)
{
    const uint32_t w2 = wire_agreement(WIRE_RETRACT, a->attempt, 0), to = parent(a);
    const uint64_t until = ni_time() + RETRACT_CYCLES;
    struct layer_state *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live; i++) {
        if (l->kept[i].to == to &&
            !((l->kept[i].copy->w2 ^ wire_agreement(WIRE_OFFERED, 0, 0)) & KIND)) {
            l->kept[i].copy->w2 = w2; /* if it was discarded: what is sent again is this */
        }
    }
    if (backlog_retract(to, wire_agreement(WIRE_OFFERED, 0, 0), KIND, w2)) {
        return;
    }
    while (!eager_ready_own(to, KEPT) && ni_time() < until) {
        noc_progress(); /* if it was not, its acknowledgement is on its way */
    }
    if (eager_ready_own(to, KEPT)) {
        (void)!eager_start_own(to, a->tag, w2, NULL, 0); /* behind the offer, if a backlog has it */
    }
}

/* Of what this core has offered: no other is believed. */
static bool makes_sense(const struct agreement *a, const struct choice *c)
{
    return c->verdict ||
           (c->context < NOC_CONTEXTS && a->bid.contexts[c->context / 32] >> c->context % 32 & 1 &&
            (!c->queue || (c->queue < NOC_QUEUES && a->bid.queues >> c->queue & 1)) &&
            c->generation < 1 << WIRE_GENERATION_BITS);
}

/* The answer to the last call, which stays where it is. NULL: it has not come. What was an answer to one
 * that was given up is dropped. */
static struct slot **choice_find(const struct agreement *a)
{
    const uint32_t w1 = a->tag << WIRE_TAG_SHIFT | parent(a);
    const uint32_t w2 = wire_agreement(WIRE_CHOICE, a->attempt, 0);
    struct slot **link = find(w1, w2, KIND);

    if (link &&
        (((*link)->w2 ^ w2) & CALL || !makes_sense(a, (const struct choice *)(*link)->body))) {
        drop(link);
        return NULL;
    }
    return link;
}

static noc_err hear_choice(struct agreement *a)
{
    struct slot **link;
    noc_err err;

    a->wait->peer = (int32_t)parent(a);
    for (noc_progress(); !(link = choice_find(a)); noc_progress()) {
        err = wait_more(a->wait);
        if (err) {
            retract(a);
            return err;
        }
    }
    a->choice = *(const struct choice *)(*link)->body;
    if (a->choice.verdict == VERDICT_DIFFER) {
        noc_layer.last_peer = a->wait->peer;
    }
    drop(link);
    return NOC_ERR_OK;
}

static bool lowest(const uint32_t *mask, uint32_t *context)
{
    uint32_t i, bit = 0;

    for (i = 0; i < CONTEXT_WORDS && !mask[i]; i++) {
    }
    if (i == CONTEXT_WORDS) {
        return false;
    }
    while (!(mask[i] >> bit & 1)) {
        bit++;
    }
    *context = 32 * i + bit;
    return true;
}

/* The root: the lowest context, and the lowest queue, a clean one if there is one. */
static void choose(struct agreement *a)
{
    const uint32_t clean = a->bid.queues & ~(uint32_t)a->bid.unclean;
    const uint32_t queues = clean ? clean : a->bid.queues;
    struct choice *c = &a->choice;

    *c = (struct choice){.verdict = a->bid.verdict};
    if (!c->verdict && !lowest(a->bid.contexts, &c->context)) {
        c->verdict = a->all ? VERDICT_FULL : VERDICT_MORE;
    }
    while (queues && !(queues >> c->queue & 1)) {
        c->queue++;
    }
    c->forget = a->all || (queues && !clean) || a->bid.unclean >> OPENING_QUEUE & 1;
    c->generation = noc_layer.generation = (noc_layer.generation + 1) % (1 << WIRE_GENERATION_BITS);
}

noc_err agreement_reach(struct agreement *a)
{
    noc_err err = hear_offers(a);

    if (err) {
        return err;
    }
    if (!a->rank) {
        choose(a);
        return NOC_ERR_OK;
    }
    err = tell(a->wait, parent(a), a->tag, wire_agreement(WIRE_OFFERED, a->attempt, 0), &a->bid);
    return err ? err : hear_choice(a);
}

static noc_err answer(struct agreement *a, unsigned k, struct slot **offer,
                      const struct choice *choice)
{
    a->theirs[k] = (uint8_t)attempt_of((*offer)->w2);
    drop(offer);
    return tell(a->wait, child(a, k), a->tag, wire_agreement(WIRE_CHOICE, a->theirs[k], 0), choice);
}

/* One after the other, the farthest first. One that was retracted meanwhile is waited for again. */
noc_err agreement_tell(struct agreement *a)
{
    noc_err err = NOC_ERR_OK;
    struct slot **offer;
    uint32_t k = children_of(a->rank, a->count);

    while (!err && k-- > 0) {
        err = hear_offer(a, k, &offer);
        err = err ? err : answer(a, k, offer, &a->choice);
    }
    return err;
}

/* --- meetings ---------------------------------------------------------------------------- */

static uint32_t words_in(const struct noc_group *g, unsigned operation)
{
    return wire_in_group(operation, g->meeting.number & 1u, g->context, g->generation, 0);
}

static uint32_t child_in(const struct noc_group *g, unsigned k)
{
    return group_node(g, g->rank + (UINT32_C(1) << k));
}

static uint32_t parent_in(const struct noc_group *g)
{
    return group_node(g, g->rank & (g->rank - 1));
}

/* A child has given up what it was told, and begins anew. This group will be none. */
static noc_err child_again(struct agreement *a, unsigned k, struct slot **offer)
{
    const struct choice again = {.verdict = VERDICT_AGAIN};

    a->gone |= 1u << k;
    return answer(a, k, offer, &again);
}

/* In a meeting, until the members are seen to have called different things. */
static noc_err wait_met(const struct wait *wait)
{
    return noc_layer.within ? wait_more(wait) : NOC_ERR_MISMATCH;
}

/* Wait for a child: *verdict is then what comes of its subtree. */
static noc_err gather_child(const struct noc_group *g, unsigned k, uint32_t what,
                            enum verdict *verdict, struct wait *wait, struct agreement *a)
{
    const uint32_t node = child_in(g, k);
    struct slot **link;
    noc_err err;

    wait->peer = (int32_t)node;
    for (noc_progress(); !(link = find(node, words_in(g, WIRE_READY), UINT32_MAX));
         noc_progress()) {
        link = a ? offer_of_child(a, k) : NULL;
        if (link) {
            *verdict = VERDICT_AGAIN;
            return child_again(a, k, link);
        }
        err = wait_met(wait);
        if (err) {
            return err;
        }
    }
    *verdict = (enum verdict)(*link)->body[1];
    if ((*link)->body[0] != what) {
        *verdict = VERDICT_DIFFER;
    }
    if (*verdict == VERDICT_DIFFER) {
        noc_layer.last_peer = (int32_t)node;
    }
    return NOC_ERR_OK;
}

/* All children, whose messages stay until they are answered; then the parent is told. */
static noc_err gather(struct noc_group *g, uint32_t what, enum verdict verdict, struct wait *wait,
                      struct agreement *a)
{
    const uint32_t children = children_of(g->rank, g->count);
    enum verdict theirs;
    uint32_t body[2], k;
    noc_err err;

    for (k = 0; k < children; k++) {
        err = gather_child(g, k, what, &theirs, wait, a);
        if (err) {
            return err;
        }
        verdict = theirs > verdict ? theirs : verdict;
    }
    body[0] = what;
    body[1] = verdict;
    if (g->rank) {
        err = tell(wait, parent_in(g), 0, words_in(g, WIRE_READY), body);
        if (err) {
            return err;
        }
    }
    g->meeting.verdict = (uint8_t)verdict;
    g->meeting.stage = MEETING_WAITS;
    return NOC_ERR_OK;
}

static noc_err hear_go(struct noc_group *g, struct wait *wait)
{
    const uint32_t node = parent_in(g);
    struct slot **link;
    noc_err err;

    wait->peer = (int32_t)node;
    for (noc_progress(); !(link = find(node, words_in(g, WIRE_GO), UINT32_MAX)); noc_progress()) {
        err = wait_met(wait);
        if (err) {
            return err;
        }
    }
    g->meeting.verdict = (uint8_t)(*link)->body[0];
    if (g->meeting.verdict == VERDICT_DIFFER) {
        noc_layer.last_peer = (int32_t)node;
    }
    drop(link);
    return NOC_ERR_OK;
}

static noc_err go_child(const struct noc_group *g, unsigned k, struct wait *wait)
{
    const uint32_t node = child_in(g, k), verdict = g->meeting.verdict;
    noc_err err = tell(wait, node, 0, words_in(g, WIRE_GO), &verdict);
    struct slot **link = find(node, words_in(g, WIRE_READY), UINT32_MAX);

    if (!err && link) {
        drop(link);
    }
    return err;
}

static noc_err meet(struct noc_group *g, uint32_t what, enum verdict verdict, struct wait *wait,
                    struct agreement *a)
{
    struct meeting *m = &g->meeting;
    noc_err err;

    if (m->stage != MEETING_GATHERS && m->what != what) {
        return NOC_ERR_ARGUMENT; /* another call has timed out, and is to be gone on with */
    }
    if (m->stage == MEETING_GATHERS) {
        m->what = what;
        err = gather(g, what, verdict, wait, a);
        if (err) {
            return err;
        }
    }
    if (m->stage == MEETING_WAITS) {
        err = g->rank ? hear_go(g, wait) : NOC_ERR_OK;
        if (err) {
            return err;
        }
        m->left = (uint8_t)children_of(g->rank, g->count);
        m->stage = MEETING_TELLS;
    }
    for (; m->left; m->left--) {
        if (a && a->gone >> (m->left - 1) & 1) {
            continue;
        }
        err = go_child(g, m->left - 1u, wait);
        if (err) {
            return err;
        }
    }
    m->number++;
    m->stage = MEETING_GATHERS;
    return NOC_ERR_OK;
}

noc_err group_meet(struct noc_group *g, uint32_t what, enum verdict verdict, struct wait *wait,
                   struct agreement *a)
{
    noc_err err;

    group_waits(g, what >> WHAT_SHIFT, wait);
    err = meet(g, what, verdict, wait, a);
    noc_layer.within = NULL;
    g->unsure |= err != NOC_ERR_OK;
    return err;
}
