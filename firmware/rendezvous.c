/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rendezvous: messages longer than NOC_EAGER_FLITS are never copied.
 *
 *   sender                         receiver
 *   RTS (eager, no body)  ------>  matched like any message
 *                                  opens a window on the receive's buffer
 *                         <------  CTS (control): request, window
 *   BODY, from the buffer,
 *   its key the request   ------>  lands in the buffer: WINDOW_DONE
 *   done when it has left          done
 *
 * A sender that gives up before the CTS came sends WITHDRAW, which follows the
 * RTS in order; a CTS on its way then names a request that is gone. A receiver
 * that gives up after its CTS points the window to the heap, where the message
 * waits for the next receive.
 */
#include <stdlib.h>

#include "messages_priv.h"

enum { BODY_ENTRIES = 3 }; /* bodies on their way out at once */

/* --- windows ------------------------------------------------------------------ */

static void window_open(unsigned w, const struct request *r)
{
    ni_write(NI_WINDOW_INDEX, w);
    ni_write(NI_WINDOW_ADDR, ni_address(r->body));
    ni_write(NI_WINDOW_LENGTH, r->status.flits * 4);
    ni_write(NI_WINDOW_KEY, r->remote);
    ni_write(NI_WINDOW_OPEN, r->status.source);
}

static void window_close(unsigned w)
{
    struct noc_layer *l = &noc_layer;

    ni_write(NI_WINDOW_CLEAR, 1u << w);
    l->window_request[w] = NULL;
    l->window_slot[w] = NULL;
}

/* Find the receive a free window; false: there is none now. */
static bool window_find(struct request *r)
{
    struct noc_layer *l = &noc_layer;
    unsigned w;

    for (w = 0; w < NOC_WINDOWS; w++) {
        if (!l->window_request[w] && !l->window_slot[w]) {
            l->window_request[w] = r;
            r->window = (uint8_t)w;
            window_open(w, r);
            return true;
        }
    }
    return false;
}

/* --- pushing requests on --------------------------------------------------------- */

static bool control(uint32_t to, unsigned operation, uint32_t request, uint32_t window)
{
    return eager_ready(&noc_layer, to, KEPT) &&
           eager_start(to, 0, wire_control(operation, request, window), NULL, 0) == NOC_ERR_OK;
}

static void start_body(struct request *r)
{
    struct noc_layer *l = &noc_layer;
    uint32_t out = ni_read(NI_TX_BUSY) | l->entries_taken;
    unsigned e = BODY_ENTRY;

    while (e < BODY_ENTRY + BODY_ENTRIES && out & 1u << e) {
        e++;
    }
    if (e == BODY_ENTRY + BODY_ENTRIES) {
        return;
    }
    TRACE_WORM(r->peer, WORM(NOC_WORM_BODY, r->window) | r->flits,
               (uint32_t)r->tag << WIRE_TAG_SHIFT, request_name(r));
    if (ni_tx(ni_address(r->body),
              WORM(NOC_WORM_BODY, r->window) | e << NI_TX_W0_ENTRY_SHIFT | r->flits,
              (uint32_t)r->tag << WIRE_TAG_SHIFT, request_name(r),
              noc_header(NOC_HEADER_LAST, (uint32_t)r->peer, 0)) != NOC_TX_OK) {
        l->moving--;
        request_finish(r, NOC_ERR_HARDWARE);
        return;
    }
    r->entry = (uint8_t)e;
    r->state = LEAVING;
    l->entries_taken |= 1u << e;
}

static void push(struct request *r)
{
    struct noc_layer *l = &noc_layer;

    switch (r->state) {
    case GRANTED:
        start_body(r);
        break;
    case LEAVING:
        if (!(ni_read(NI_TX_BUSY) & 1u << r->entry)) {
            l->entries_taken &= ~(1u << r->entry);
            l->moving--;
            request_finish(r, NOC_ERR_OK);
        }
        break;
    case WITHDRAWN:
        if (control((uint32_t)r->peer, WIRE_WITHDRAW, request_name(r), 0)) {
            l->moving--;
            request_free(r);
        }
        break;
    case MATCHED:
        if (!window_find(r)) {
            break;
        }
        r->state = OPENED;
        /* fall through */
    case OPENED:
        if (control(r->status.source, WIRE_CTS, r->remote, r->window)) {
            l->moving--;
            r->state = LANDING;
        }
        break;
    default:
        break;
    }
}

static void move(struct request *r, enum request_state state)
{
    r->state = (uint8_t)state;
    noc_layer.moving++;
    push(r);
}

void rendezvous_match(struct request *r, const struct slot *rts)
{
    r->remote = (uint16_t)wire_request(rts->w2);
    move(r, MATCHED);
}

/* The message is landing on the heap: the receive gets it from there. */
void rendezvous_join(struct request *r, struct slot *landing)
{
    r->window = landing->landing;
    r->state = LANDING;
    r->remote = (uint16_t)wire_request(landing->w2);
    noc_layer.window_request[r->window] = r;
}

void rendezvous_withdraw(struct request *r)
{
    r->users = false;
    move(r, WITHDRAWN);
}

/* --- what comes ------------------------------------------------------------------- */

/* In the trace: a body in window w, a receive's or on the heap. */
static inline void note_landed(unsigned w, const struct request *r, const struct slot *slot)
{
    if (r) {
        TRACE_ARRIVED(LANDED, WORM(NOC_WORM_BODY, w) | r->status.flits,
                      r->status.tag << WIRE_TAG_SHIFT | r->status.source, 0);
    } else if (slot) {
        TRACE_ARRIVED(LANDED, WORM(NOC_WORM_BODY, w) | slot->w0, slot->w1, 0);
    }
    (void)w;
}

static void landed(unsigned w)
{
    struct noc_layer *l = &noc_layer;
    struct request *r = l->window_request[w];
    struct slot *slot = l->window_slot[w];

    window_close(w);
    note_landed(w, r, slot);
    if (slot) {
        slot->landing = LANDED;
    }
    if (!r) {
        return;
    }
    if (slot) {
        copy_long(r->body, slot->body, r->status.flits);
        slot_release(slot);
    }
    r->status.when = ni_time();
    request_finish(r, NOC_ERR_OK);
}

void rendezvous_progress(void)
{
    struct noc_layer *l = &noc_layer;
    uint32_t done = ni_read(NI_WINDOW_DONE);
    unsigned w, i;

    mmio_fence_in();
    for (w = 0; done >> w; w++) {
        if (done >> w & 1) {
            landed(w);
        }
    }
    for (i = 0; l->moving && i < REQUESTS; i++) {
        push(&l->request[i]);
    }
    push(&l->receiving);
}

/* A receive whose message will not come: it waits again where it stood. */
static void repost(struct request *r)
{
    if (r->state != MATCHED) {
        window_close(r->window);
    }
    noc_layer.moving -= r->state != LANDING;
    receive_post(r);
}

static bool receives_from(const struct request *r, uint32_t source, uint32_t name)
{
    return (r->state == MATCHED || r->state == OPENED || r->state == LANDING) &&
           r->status.source == source && r->remote == name;
}

static struct slot **withdrawn_envelope(uint32_t source, uint32_t name)
{
    struct slot **link = &noc_layer.unexpected.head;

    for (; *link; link = &(*link)->next) {
        bool offered = wire_class((*link)->w2) == WIRE_RTS || (*link)->landing != LANDED;

        if (offered && wire_source((*link)->w1) == source && wire_request((*link)->w2) == name) {
            return link;
        }
    }
    return NULL;
}

static void withdrawn(uint32_t source, uint32_t name)
{
    struct noc_layer *l = &noc_layer;
    struct slot **link = withdrawn_envelope(source, name);
    struct slot *slot = NULL;
    struct request *r = &l->receiving;
    unsigned i = 0;

    if (link) {
        slot = unexpected_unlink(link);
        if (slot->landing != LANDED) {
            window_close(slot->landing);
        }
        slot_release(slot);
        return;
    }
    while (i < REQUESTS && !receives_from(r, source, name)) {
        r = &l->request[i++];
    }
    if (receives_from(r, source, name)) {
        slot = r->state == MATCHED ? NULL : l->window_slot[r->window];
        repost(r);
        if (slot) {
            slot_release(slot);
        }
    }
}

void rendezvous_control(const struct slot *slot)
{
    uint32_t source = wire_source(slot->w1);
    uint32_t name = wire_request(slot->w2);
    struct request *r;

    switch (wire_bits(slot->w2, 0, WIRE_OPERATION_BITS)) {
    case WIRE_CTS:
        r = request_named(name);
        if (r && r->state == OFFERED && (uint32_t)r->peer == source) {
            r->window = (uint8_t)wire_bits(slot->w2, WIRE_WINDOW_SHIFT, WIRE_WINDOW_BITS);
            move(r, GRANTED);
        }
        break;
    case WIRE_WITHDRAW:
        withdrawn(source, name);
        break;
    default:
        break;
    }
}

/* --- giving up a receive ------------------------------------------------------------ */

/*
 * Point an open window to the heap. The NI ignores the write while a body is
 * landing, and a body takes longer than the next few instructions: if
 * the new address stands and the body is not there, it will land there.
 */
static bool redirect(unsigned w, const struct slot *to)
{
    ni_write(NI_WINDOW_INDEX, w);
    ni_write(NI_WINDOW_ADDR, ni_address(to->body));
    return ni_read(NI_WINDOW_ADDR) == ni_address(to->body) && !(ni_read(NI_WINDOW_DONE) & 1u << w);
}

/* Its message as an envelope again, in a slot on the heap. */
static struct slot *envelope_of(const struct request *r)
{
    const bool lands = r->state == LANDING;
    const struct slot envelope = {
        .when = r->status.when,
        .w0 = lands ? r->status.flits : 0,
        .w1 = r->status.tag << WIRE_TAG_SHIFT | r->status.source,
        .w2 = lands ? (uint32_t)r->remote << WIRE_REQUEST_SHIFT
                    : wire_rts(r->remote, r->status.flits),
    };

    return slot_on_heap(&envelope, lands ? r->status.flits : 0);
}

bool rendezvous_abandon(struct request *r)
{
    struct noc_layer *l = &noc_layer;
    struct slot *slot;

    if (r->state == POSTED) {
        receive_unpost(r);
        r->state = FREE;
        return true;
    }
    slot = r->state == LANDING ? l->window_slot[r->window] : NULL;
    if (slot) {
        l->window_request[r->window] = NULL; /* it lands on the heap already */
    } else {
        slot = envelope_of(r);
        if (!slot) {
            return false;
        }
        if (r->state == LANDING) {
            if (!redirect(r->window, slot)) {
                slot_release(slot);
                return false;
            }
            slot->landing = r->window;
            l->window_request[r->window] = NULL;
            l->window_slot[r->window] = slot;
        } else {
            if (r->state == OPENED) {
                window_close(r->window);
            }
            l->moving--;
        }
    }
    unexpected_restore(slot);
    r->state = FREE;
    return true;
}
