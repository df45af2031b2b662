/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The receiver's side of a long message: an offer that was matched gets a window on the receive's
 * buffer, and its sender a grant. What follows what is in life.def.
 *
 * An offer lies in `unexpected` while no receive has it, otherwise in `offers`; there too while its
 * end is to be told. A receive that gives up after its grant points the window to the arena: the body
 * lands there and waits for the next receive. If it has no room there it closes the window; the body
 * is refused, and its sender asks again. So it does when another offer needs the window.
 */
#include "eager/eager.h"
#include "matching/matching.h"
#include "rendezvous.h"
#include "requests/requests.h"
#include "slots/copy.h"
#include "slots/slots.h"

enum {
    PATIENCE = 20000, /* cycles that a sender has before another offer may take its window */
    /* A short body lands within so many looks after its grant, which is sooner than a core could
     * see to the grant's acknowledgement, and sleep again. */
    LANDING_LOOKS = 120,
    LANDING_BYTES = 1024,
    LANDING_CYCLES = 2000 /* more than all looks take */
};

static struct slot_list *list_of(const struct slot *o)
{
    bool ours = offer_flags((enum offer_state)o->offer) & LIFE_CALLER || o->offer == OFFER_ENDING;

    return ours ? &noc_layer.offers : &noc_layer.unexpected;
}

static struct slot **link_of(struct slot_list *list, const struct slot *o)
{
    struct slot **link = &list->head;

    while (*link != o) {
        link = &(*link)->next;
    }
    return link;
}

/* --- windows ------------------------------------------------------------------------ */

static uint32_t head_of(const struct slot *o)
{
    return wire_head(offer_in(o)->bytes, o->w2);
}

/* What of its message a receive takes. */
static uint32_t bytes_for(const struct slot *o, const struct request *r)
{
    return offer_in(o)->bytes < r->bytes ? offer_in(o)->bytes : r->bytes;
}

/* Where in this buffer its body lands: a word-aligned place, the last before its own. */
static uint8_t *landing(const struct slot *o, uint8_t *buffer)
{
    uint8_t *own = buffer + head_of(o);

    return own - ni_address(own) % 4;
}

/* Bytes of its window: as much of its body as the receive takes. */
static uint32_t window_bytes(const struct slot *o)
{
    const struct request *r = offer_in(o)->receive;
    uint32_t body = wire_flits(offer_in(o)->bytes, o->w2) * 4, room = bytes_for(o, r);

    if (room <= head_of(o)) {
        return 0;
    }
    room -= (uint32_t)(landing(o, r->body) - r->body);
    return body < room ? body : room;
}

static void window_open(unsigned w, struct slot *o)
{
    struct offer *offer = offer_of(o);

    noc_layer.window[w] = o;
    o->window = (uint8_t)w;
    offer->opened = (uint32_t)ni_time();
    ni_write(NI_WINDOW_INDEX, w);
    ni_write(NI_WINDOW_ADDR, ni_address(landing(o, offer->receive->body)));
    ni_write(NI_WINDOW_LENGTH, window_bytes(o));
    ni_write(NI_WINDOW_KEY, offer->name);
    ni_write(NI_WINDOW_OPEN, wire_source(o->w1));
}

/* False: its body is there already. */
static bool window_close(unsigned w)
{
    ni_write(NI_WINDOW_CLOSE, 1u << w);
    if (ni_read(NI_WINDOW_DONE) & 1u << w) {
        return false;
    }
    noc_layer.window[w] = NULL;
    return true;
}

/* Whether a body is on its way into it, or is there. */
static bool window_landing(unsigned w)
{
    ni_write(NI_WINDOW_INDEX, w);
    return ni_read(NI_WINDOW_OPEN) & 1u << NI_WINDOW_OPEN_LANDING_SHIFT ||
           ni_read(NI_WINDOW_DONE) & 1u << w;
}

/* --- changes of state ----------------------------------------------------------------- */

/* False: the event means nothing now, or comes too late: its body has landed. The offer stays in
 * its list. */
static bool change(struct slot *o, enum offer_event event)
{
    enum offer_state was = (enum offer_state)o->offer, is = was;
    struct offer *offer = offer_of(o);

    if (!offer_follows(&is, event)) {
        return false;
    }
    if (offer_flags(was) & ~offer_flags(is) & LIFE_WINDOW && event != ON_OFFER_LANDED) {
        if (!window_close(o->window)) {
            return false;
        }
        if (offer->parked) {
            slot_release(offer->parked);
            offer->parked = NULL;
        }
    }
    o->offer = (uint8_t)is;
    return true;
}

/* It is over. */
static void forget(struct slot *o, struct slot_list *list)
{
    list_remove(list, link_of(list, o));
    noc_layer.held -= o->home == SLOT_POOL;
    slot_release(o);
}

/* --- windows for those who wait ---------------------------------------------------------- */

/* An open window that its sender does not use: one that no receive waits for, or one whose sender
 * has had time enough. While a body is landing, the others may wait behind it in the network: their
 * senders have time. NULL: there is none now. */
static struct slot *window_victim(void)
{
    struct layer_state *l = &noc_layer;
    uint64_t now = ni_time();
    struct slot *victim = NULL;
    bool busy = false;
    unsigned w;

    l->window_until = UINT64_MAX;
    for (w = 0; w < OFFER_WINDOWS; w++) {
        struct slot *o = l->window[w];
        uint64_t until =
            o->offer == OFFER_PARKED ? 0 : now - ((uint32_t)now - offer_in(o)->opened) + PATIENCE;

        if (window_landing(w)) {
            busy = true;
            continue;
        }
        if (until < l->window_until) {
            l->window_until = until;
            victim = o;
        }
    }
    if (busy && victim && victim->offer != OFFER_PARKED) {
        for (w = 0; w < OFFER_WINDOWS; w++) {
            offer_of(l->window[w])->opened = (uint32_t)now;
        }
        l->window_until = now + PATIENCE;
    }
    return l->window_until <= now ? victim : NULL;
}

static bool window_find(struct slot *o)
{
    struct layer_state *l = &noc_layer;
    struct slot *victim;
    unsigned w;

    for (w = 0; w < OFFER_WINDOWS && l->window[w]; w++) {
    }
    if (w == OFFER_WINDOWS) {
        victim = window_victim();
        if (!victim) {
            return false;
        }
        w = victim->window;
        if (!change(victim, ON_OFFER_REVOKE)) {
            return false; /* its body has just landed */
        }
    }
    window_open(w, o);
    return true;
}

static void push(struct slot *o)
{
    uint32_t source = wire_source(o->w1), name = offer_in(o)->name;

    switch (o->offer) {
    case OFFER_MATCHED:
        if (!window_find(o)) {
            break;
        }
        change(o, ON_OFFER_WINDOW);
        /* fall through */
    case OFFER_OPENED:
        if (eager_control(source, wire_control(WIRE_GRANT, o->window), name,
                          (window_bytes(o) + 3) / 4)) {
            change(o, ON_OFFER_GRANT_GONE);
        }
        break;
    case OFFER_ENDING:
        if (eager_control(source, wire_control(WIRE_ENDED, 0), name, 0)) {
            change(o, ON_OFFER_ENDED_GONE);
            forget(o, &noc_layer.offers);
        }
        break;
    default:
        break;
    }
}

/* --- what comes ----------------------------------------------------------------------------- */

void offer_matched(struct slot *o, struct request *r)
{
    r->offer = o;
    offer_of(o)->receive = r;
    change(o, ON_OFFER_MATCH);
    list_append(&noc_layer.offers, o);
    noc_layer.held += o->home == SLOT_POOL;
    push(o);
}

/*
 * The first `bytes` of a message whose body has landed at `at`: in this buffer, or in another. The
 * body goes to its own place, and head and tail to theirs.
 */
static void assemble(const struct slot *o, uint8_t *buffer, uint32_t bytes, uint8_t *at)
{
    const struct offer *offer = offer_in(o);
    const uint32_t head = head_of(o), tail = head + wire_flits(offer->bytes, o->w2) * 4;
    const uint32_t body = bytes < tail ? bytes : tail;

    if (body > head && at == landing(o, buffer)) {
        move_up((uint32_t *)(void *)at, (uint32_t)(buffer + head - at), body - head);
    } else if (body > head) {
        copy_bytes(buffer + head, at, body - head);
    }
    copy_bytes(buffer, offer->head, bytes < head ? bytes : head);
    if (bytes > tail) {
        copy_bytes(buffer + tail, offer->tail, bytes - tail);
    }
}

static uint8_t *parked_body(struct slot *parked)
{
    return (uint8_t *)parked->body;
}

/* The same for a receive. */
static void fill(const struct slot *o, struct request *r, uint8_t *at)
{
    assemble(o, r->body, bytes_for(o, r), at);
    r->status.when = ni_time();
    r->offer = NULL;
    request_filled(r);
}

/* The body is in window w. */
static void landed(unsigned w)
{
    struct layer_state *l = &noc_layer;
    struct slot *o = l->window[w], *parked;
    struct request *r;

    ni_write(NI_WINDOW_CLEAR, 1u << w);
    if (!o) {
        return;
    }
    l->window[w] = NULL;
    TRACE_ARRIVED(LANDED, WORM(NOC_WORM_BODY, w) | wire_flits_of(offer_in(o)->bytes), o->w1, 0);
    parked = offer_of(o)->parked;
    r = offer_of(o)->receive;
    struct slot_list *list = list_of(o);

    change(o, ON_OFFER_LANDED);
    if (!r) { /* parked: from here on a message like any other */
        struct slot **link = link_of(list, o);

        assemble(o, parked_body(parked), offer_in(o)->bytes, landing(o, parked_body(parked)));
        parked->next = o->next;
        *link = parked;
        if (list->end == &o->next) {
            list->end = &parked->next;
        }
        l->held -= o->home == SLOT_POOL;
        slot_release(o);
        return;
    }
    fill(o, r, landing(o, parked ? parked_body(parked) : r->body));
    if (parked) {
        slot_release(parked);
    }
    forget(o, list);
}

static struct slot *named(const struct slot_list *list, uint32_t source, uint32_t name)
{
    struct slot *o = list->head;

    while (o &&
           (o->offer == OFFER_NONE || wire_source(o->w1) != source || offer_in(o)->name != name)) {
        o = o->next;
    }
    return o;
}

static struct slot *find(uint32_t source, uint32_t name)
{
    struct slot *o = named(&noc_layer.offers, source, name);

    return o ? o : named(&noc_layer.unexpected, source, name);
}

static void see_what_landed(void)
{
    uint32_t done = ni_read(NI_WINDOW_DONE);
    unsigned w;

    mmio_fence_in();
    if (done >> OFFER_WINDOWS) { /* a stream's, which counts by itself and only sleeps by this */
        ni_write(NI_WINDOW_CLEAR, done >> OFFER_WINDOWS << OFFER_WINDOWS);
        done &= noc_mask(OFFER_WINDOWS);
    }
    for (w = 0; done >> w; w++) {
        if (done >> w & 1) {
            landed(w);
        }
    }
}

bool offer_came(struct slot *o)
{
    struct offer *offer = offer_of(o);

    if (NOC_GET(o->w0, NI_TX_W0, LENGTH) != OFFER_SENT || offer->bytes > NOC_LENGTH_MAX * 4) {
        return false;
    }
    if (find(wire_source(o->w1), offer->name)) {
        see_what_landed(); /* then the name is another send's now */
    }
    o->w0 = (o->w0 & ~noc_mask(NI_TX_W0_LENGTH_BITS)) | OFFER_FLITS; /* so much of it is in use */
    offer->receive = NULL;
    offer->parked = NULL;
    return change(o, ON_OFFER_CAME);
}

void offer_again(uint32_t source, uint32_t name)
{
    struct slot *o = find(source, name);

    if (o) {
        change(o, ON_OFFER_AGAIN);
    }
}

void offer_withdrawn(uint32_t source, uint32_t name)
{
    struct slot *o = find(source, name);
    struct slot_list *list = o ? list_of(o) : NULL;
    struct request *r = o ? offer_of(o)->receive : NULL;

    if (!o || !change(o, ON_OFFER_WITHDRAW)) {
        return;
    }
    if (list != &noc_layer.offers) {
        list_remove(list, link_of(list, o));
        list_append(&noc_layer.offers, o);
    }
    offer_of(o)->receive = NULL;
    if (r) {
        r->offer = NULL;
        receive_again(r);
    }
}

void offers_progress(void)
{
    struct layer_state *l = &noc_layer;
    struct slot *o, *next;

    see_what_landed(); /* the queues were seen to since this core last looked */
    l->window_until = UINT64_MAX;
    for (o = l->offers.head; o; o = next) {
        next = o->next;
        push(o);
    }
}

bool offer_lands_soon(const struct wait *wait)
{
    const struct slot *o = noc_layer.offers.head;
    unsigned looks = LANDING_LOOKS;

    if (!o || o->next || o->offer != OFFER_LANDING || offer_in(o)->bytes > LANDING_BYTES ||
        (wait->deadline != UINT64_MAX && wait->deadline < ni_time() + LANDING_CYCLES)) {
        return false;
    }
    while (!(ni_read(NI_PENDING) & 1u << NI_PENDING_WINDOW_SHIFT)) {
        if (!--looks) {
            return false;
        }
    }
    return true;
}

/* --- giving up a receive ---------------------------------------------------------------------- */

/* W2 of the message itself. */
static uint32_t user_w2(const struct slot *o)
{
    const uint32_t others = (1u << WIRE_CLASS_SHIFT | noc_mask(WIRE_PAD_BITS));

    return (o->w2 & ~others) | wire_pad(offer_in(o)->bytes);
}

static bool has_changed(const struct slot *o, const volatile uint32_t *place, uint32_t mark)
{
    mmio_fence_in();
    return wire_flits(offer_in(o)->bytes, o->w2) && *place != mark;
}

/*
 * Let its body land in the arena. The NI ignores a new address while a body is landing: if the address
 * stands and the body is not there, it will land there. If it is there, it came just before the
 * new address, or just behind it, as the mark in its first word tells.
 */
static bool park(struct slot *o)
{
    struct offer *offer = offer_of(o);
    const uint32_t flits = wire_flits_of(offer->bytes);
    const struct slot envelope = {.when = o->when,
                                  .w0 = flits,
                                  .w1 = o->w1,
                                  .w2 = user_w2(o),
                                  .taken = o->taken,
                                  .ahead = o->ahead};
    const uint32_t bytes = (uint32_t)sizeof(envelope) + flits * 4;
    struct slot *parked = arena_allows(wire_source(o->w1), bytes, CLAIM_NONE)
                            ? slot_in_arena(&envelope, flits)
                            : NULL;
    volatile uint32_t *place = parked ? (uint32_t *)(void *)landing(o, parked_body(parked)) : NULL;
    const uint32_t address = ni_address((const void *)(uintptr_t)place);
    const uint32_t mark = (uint32_t)ni_time() * 2654435761u;

    if (!parked) {
        return false;
    }
    if (wire_flits(offer->bytes, o->w2)) {
        *place = mark;
        mmio_fence_out();
    }
    ni_write(NI_WINDOW_INDEX, o->window);
    ni_write(NI_WINDOW_ADDR, address);
    if (ni_read(NI_WINDOW_ADDR) != address ||
        (ni_read(NI_WINDOW_DONE) & 1u << o->window && !has_changed(o, place, mark))) {
        slot_release(parked);
        return false;
    }
    offer->parked = parked;
    return true;
}

/* What was parked for senders that do not send. */
static void unpark(void)
{
    const uint32_t now = (uint32_t)ni_time();
    unsigned w;

    for (w = 0; w < OFFER_WINDOWS; w++) {
        struct slot *o = noc_layer.window[w];

        if (o && o->offer == OFFER_PARKED && now - offer_in(o)->opened > PATIENCE &&
            !window_landing(w)) {
            change(o, ON_OFFER_REVOKE);
        }
    }
}

bool offer_abandon(struct request *r)
{
    struct slot *o = r->offer;
    enum offer_event event = ON_OFFER_GIVEN_UP;

    if (!o) {
        receive_unpost(r);
        return true;
    }
    unpark();
    if (o->offer == OFFER_LANDING) {
        if (bytes_for(o, r) == offer_in(o)->bytes && park(o)) { /* else only its beginning comes */
            event = ON_OFFER_PARK;
        } else if (window_landing(o->window)) {
            return false;
        }
    }
    if (!change(o, event)) {
        return false;
    }
    list_remove(&noc_layer.offers, link_of(&noc_layer.offers, o));
    noc_layer.held -= o->home == SLOT_POOL;
    offer_of(o)->receive = NULL;
    r->offer = NULL;
    envelope_restored(o);
    return true;
}

bool offers_are_done(void)
{
    const struct slot *o = noc_layer.offers.head;

    while (o && !(offer_flags((enum offer_state)o->offer) & LIFE_PUSH)) {
        o = o->next;
    }
    return !o;
}
