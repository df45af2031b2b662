/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Walks the steps of a call that waits, straight: while all its messages are short, and nothing else
 * of collectives is under way, no step needs a request. What is waited for is looked for at the front
 * of queue 0, and copied or combined where it lies. A message of this group that comes before its
 * turn is kept as an unexpected one. Whatever else comes is left to noc_progress.
 *
 * At any point the call can go on as a walk, since the state is the walk's own (walk.c): when a
 * message is long, or cannot be sent, when the deadline passes or others are to be asked, and when
 * something came that should not be there.
 */
#include "eager/eager.h"
#include "matching/matching.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "slots/copy.h"
#include "slots/slots.h"
#include "straight.h"

/* Bytes of a message, and where they lie; NULL: in several places. */
struct place {
    char *at;
    uint32_t bytes;
};

/* Mostly it is all of a memory. */
static INLINE struct place place_of(const struct layout *l, const struct noc_span *span)
{
    const struct memory *m = &l->memory[span->memory];

    if (LIKELY(span->count == l->cut.count && !m->own && !m->blocks && span->first == m->first)) {
        return (struct place){m->base, l->cut.total};
    }
    return (struct place){span_at(l, span), span_bytes(l, span)};
}

static INLINE void copy(void *to, const void *from, uint32_t bytes)
{
    if (LIKELY(!((ni_address(to) | ni_address(from) | bytes) % 4))) {
        copy_words(to, from, bytes);
    } else {
        copy_bytes(to, from, bytes);
    }
}

/* --- sending ------------------------------------------------------------------------------- */

/* Whether a message may go there now, or soon. */
static NOINLINE bool is_idle(struct layer_state *l, uint32_t to)
{
    struct keeping *none = NULL;
    unsigned looks;

    for (looks = 0; looks < LOOKS; looks++) {
        if (eager_idle(l, to, KEPT_USER)) {
            return true;
        }
        if (ni_read(NI_PENDING) & SIGNAL && !take_acknowledgement(l, &none)) {
            return false;
        }
    }
    return false;
}

/* False: by a request. */
static INLINE bool send(const struct walk *w, uint32_t rank, struct place p)
{
    struct layer_state *l = &noc_layer;
    const uint32_t to = group_node(w->group, rank);
    struct kept *k;

    if (!p.at || p.bytes > NOC_EAGER_BYTES || (l->busy && (l->detour || !is_idle(l, to)))) {
        return false;
    }
    k = l->kept[l->kept_live].copy;
    copy(k->body, p.at, p.bytes);
    return eager_go(l, l->kept_live, k, to, w->tag, group_w2(w->group, true) | wire_pad(p.bytes),
                    wire_flits_of(p.bytes)) == NOC_ERR_OK;
}

/* --- what came -------------------------------------------------------------------------------- */

/* The message that is waited for. */
struct awaited {
    uint32_t w1, w2, flits;
    struct place place;
    uint8_t then; /* enum noc_then */
};

static INLINE void use(struct walk *w, const struct awaited *m, uint32_t *body)
{
    const noc_op *op = w->arguments.op;

    if (m->then == NOC_STORE) {
        copy(m->place.at, body, m->place.bytes);
    } else if (m->then == NOC_BEFORE || op->commutative) {
        op->combine(op, m->place.at, body, m->place.bytes / op->bytes);
    } else {
        op->combine(op, body, m->place.at, m->place.bytes / op->bytes);
        copy(m->place.at, body, m->place.bytes);
    }
}

/* The link to it among unexpected messages; NULL: it is not there. */
static struct slot **find_unexpected(const struct awaited *m)
{
    struct slot **link = &noc_layer.unexpected.head, *slot;

    while ((slot = *link) && (slot->w1 != m->w1 || slot->w2 != m->w2 ||
                              NOC_GET(slot->w0, NI_TX_W0, LENGTH) != m->flits)) {
        COUNTED(passed);
        link = &slot->next;
    }
    return slot ? link : NULL;
}

/* Among those that came before their turn, or as noc_progress has put them: the oldest. */
static NOINLINE bool take_kept(struct walk *w, const struct awaited *m)
{
    struct room *room = noc_layer.collectives;
    struct early *e = early_find(room, m->w1, m->w2, m->flits);
    struct slot **link = find_unexpected(m), *slot;

    if (e && !(link && (*link)->when < early_when(e))) {
        use(w, m, e->value);
        early_remove(room, e);
    } else if (link) {
        slot = unexpected_unlink(link);
        use(w, m, slot->body);
        slot_release(slot);
    }
    return e || link;
}

enum looked {
    CAME, /* it is at the front of queue 0 */
    USED, /* it had come before */
    NOT_YET,
    SOMETHING_ELSE, /* is there, for noc_progress */
    WRONG           /* its sender has sent something else instead */
};

/* The front of queue 0 is something else: keep it if it is for a later step or call. */
static NOINLINE enum looked keep(const struct walk *w, const struct awaited *m)
{
    const uint32_t w1 = ni_read(NI_RX_W1), w2 = ni_read(NI_RX_W2);
    const bool wrong =
        wire_sender(w2) == wire_sender(m->w2) && tag_same_sequence(wire_tag(w1), w->tag);
    struct slot *slot;

    if (!wrong && front_early(noc_layer.collectives, m->w2)) {
        return NOT_YET;
    }
    if ((w2 ^ m->w2) >> WIRE_CONTEXT_SHIFT || wire_tag(w1) >= TAG_QUESTION) {
        return SOMETHING_ELSE;
    }
    slot = slot_take(NOC_QUEUE_EAGER);
    if (envelope_makes_sense(slot)) {
        envelope_arrived(slot);
    } else {
        slot_release(slot);
    }
    return wrong ? WRONG : NOT_YET;
}

/* Look for it a while. */
static enum looked look(const struct walk *w, const struct awaited *m)
{
    struct keeping *none = NULL;
    unsigned looks = LOOKS;
    enum looked looked = NOT_YET;

    do {
        const uint32_t pending = ni_read(NI_PENDING) & (QUEUE | SIGNAL | OTHERS);

        if (pending & OTHERS) {
            return SOMETHING_ELSE;
        }
        if (pending & QUEUE) {
            looked = front_is(m->w1, m->w2, m->flits) ? CAME : keep(w, m);
        } else if (pending && !take_acknowledgement(&noc_layer, &none)) {
            return SOMETHING_ELSE;
        }
    } while (looked == NOT_YET && --looks);
    return looked;
}

/* It does not come soon. CAME and USED: it has come. */
static NOINLINE enum looked wait_for(struct walk *w, const struct awaited *m, struct wait *wait,
                                     enum looked looked)
{
    wait->peer = (int32_t)wire_source(m->w1);
    if (early_is_wrong(noc_layer.collectives, m->w1, m->w2)) {
        return WRONG;
    }
    while (looked == NOT_YET || looked == SOMETHING_ELSE) {
        if (looked == SOMETHING_ELSE) {
            noc_progress();
            if (w->state != STRAIGHT) {
                return WRONG;
            }
            if (take_kept(w, m)) {
                return USED;
            }
            if (breach_seen(calls_of(w->group), w->tag, wire_sender(m->w2))) {
                return WRONG;
            }
        }
        if (ni_time() >= w->ask_at || wait_more(wait)) {
            return NOT_YET;
        }
        looked = look(w, m);
        if (looked == NOT_YET && noc_layer.collectives->flows) {
            looked = SOMETHING_ELSE; /* the sleep may have ended for them */
        }
    }
    return looked;
}

/* False: by a request, or not at all. */
static INLINE bool receive(struct walk *w, const struct noc_step *step, struct place place,
                           struct wait *wait)
{
    const uint32_t from = step->from;
    const struct awaited m = {
        .w1 = w->tag << WIRE_TAG_SHIFT | group_node(w->group, from),
        .w2 = wire_user(w->group->context, true, from) | wire_pad(place.bytes),
        .flits = wire_flits_of(place.bytes),
        .place = place,
        .then = step->then,
    };
    enum looked looked;
    uint32_t *body;

    if (!place.at || place.bytes > NOC_EAGER_BYTES) {
        return false;
    }
    if ((noc_layer.unexpected.head || noc_layer.collectives->earlies) && take_kept(w, &m)) {
        return true;
    }
    looked = look(w, &m);
    if (looked != CAME) {
        looked = wait_for(w, &m, wait, looked);
    }
    if (looked == CAME) {
        body = front_take();
        use(w, &m, body);
        front_release(body);
    }
    return looked <= USED;
}

/* --- the whole --------------------------------------------------------------------------------- */

/* False: no memory, and nothing was done. */
static INLINE bool do_local(struct walk *w, const struct noc_step *step)
{
    const struct place from = place_of(&w->layout, &step->sent);
    const struct place to = place_of(&w->layout, &step->received);

    if (from.at && to.at && step->then == NOC_STORE) {
        copy(to.at, from.at, from.bytes);
        return true;
    }
    return walk_local(w, step);
}

/* The receives of steps that go on at once, in order. False: not all. */
static NOINLINE bool receive_joined(struct walk *w, struct wait *wait)
{
    uint32_t i;

    for (i = 0; i < w->actions; i++) {
        struct action *a = &w->action[i];

        a->receives =
            a->receives && !receive(w, &a->step, place_of(&w->layout, &a->step.received), wait);
        if (a->receives) {
            return false;
        }
    }
    w->actions = 0;
    return true;
}

/* It is not done, but perhaps its message is sent; the walk goes on with it. */
static NOINLINE bool leave(struct walk *w, const struct noc_step *step, bool sent)
{
    struct action *a = walk_add(w, step);

    a->sends = a->sends && !sent;
    return false;
}

/* A step that is not local; `next` is the one after it, or NULL. False: not done. */
static INLINE bool finish(struct walk *w, const struct noc_step *step, const struct noc_step *next,
                          struct wait *wait)
{
    const bool joined = next && next->joins && w->actions < NOC_STEPS_AT_ONCE - 1;
    struct place p;

    if (step->from != NOC_NOBODY) {
        p = place_of(&w->layout, &step->received);
        if (p.bytes && !joined && !w->actions) {
            return LIKELY(receive(w, step, p, wait)) || leave(w, step, true);
        }
        if (p.bytes) {
            (void)leave(w, step, true);
        }
    }
    return joined || !w->actions || receive_joined(w, wait);
}

/* All of its steps, as far as possible. The next one is made before a message is waited for. */
static void advance(struct walk *w, struct wait *wait)
{
    struct noc_step steps[2], *s = &steps[0], *next = &steps[1], *spare;
    const uint32_t rank = w->group->rank;
    bool more = w->schedule->step(&w->call, rank, 0, s);
    struct place p;

    while (more) {
        if (walk_is_local(s) && !do_local(w, s)) {
            return;
        }
        w->number++;
        if (s->to != NOC_NOBODY) {
            p = place_of(&w->layout, &s->sent);
            if (p.bytes && !send(w, s->to, p)) {
                (void)leave(w, s, false);
                return;
            }
        }
        more = w->schedule->step(&w->call, rank, w->number, next);
        if (!walk_is_local(s) && !finish(w, s, more ? next : NULL, wait)) {
            return;
        }
        spare = s;
        s = next;
        next = spare;
    }
    walk_done(w);
}

void walk_straight(struct walk *w, struct wait *wait)
{
    w->state = STRAIGHT;
    advance(w, wait);
    if (w->state == STRAIGHT) {
        w->state = WALKING;
    }
}
