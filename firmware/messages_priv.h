/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the message layer share; nothing here is for
 * applications. README.md in this directory explains the protocol.
 *
 * All of the layer's memory is struct noc_layer and what noc_init and the
 * groups allocate. Nothing in it grows with the number of nodes.
 */
#ifndef LIBNOC_MESSAGES_PRIV_H
#define LIBNOC_MESSAGES_PRIV_H

#include "ni.h"
#include "noc.h"
#include "packet.h"
#include "multicast/footprint.h"
#include "tracing.h"
#include "waiting.h"
#include "wire.h"

enum {
    KEPT = 9,      /* unacknowledged messages at once; kept copy i is transmit entry i */
    KEPT_USER = 8, /* of them open to user messages: one is left for control */
    SLOTS = 17,    /* receive slots: queue 0 has the rest, queue 1 has one */
    HELD_MAX = 12, /* slots that unexpected messages may hold before they move to the heap */
    REQUESTS = NOC_REQUESTS + 4, /* and some for blocking sends and withdrawals */
    BODY_ENTRY = KEPT,           /* first transmit entry of bodies and multicasts */
    LANDED = 0xff                /* a slot's body is there */
};

/* W0 without entry and length. */
#define WORM(type, channel) \
    ((uint32_t)(type) << NI_TX_W0_TYPE_SHIFT | (uint32_t)(channel) << NI_TX_W0_CHANNEL_SHIFT)

/* Who gets a slot back. 2 and above: that group's queue. */
enum slot_home { SLOT_HEAP = 0, SLOT_POOL = 1 };

/*
 * A place for a message, and what came with it. The NI is given the address
 * of body.
 *
 *   | next home when w0 w1 w2 | body .........|
 *                             ^ RX_FREE, RX_ADDR
 */
struct slot {
    struct slot *next;
    uint8_t home;    /* enum slot_home, or the queue of a group */
    uint8_t landing; /* window its body is still to come by, or LANDED */
    uint64_t when;
    uint32_t w0, w1, w2;
    uint32_t body[];
};

/*
 * A request's life. Sends:
 *   QUEUED -> [eager] DONE
 *   QUEUED -> [RTS sent] OFFERED -> [CTS] GRANTED -> [worm started] LEAVING -> DONE
 *                        OFFERED -> [timeout] WITHDRAWN -> [WITHDRAW sent] FREE
 * Receives:
 *   POSTED -> [eager] DONE
 *   POSTED -> [RTS] MATCHED -> [window opened] OPENED -> [CTS sent] LANDING -> DONE
 */
enum request_state {
    FREE,
    QUEUED,
    OFFERED,
    GRANTED,
    LEAVING,
    WITHDRAWN,
    POSTED,
    MATCHED,
    OPENED,
    LANDING,
    DONE
};

struct request {
    struct request *next;
    uint32_t *body;
    uint32_t flits;    /* to send, or room to receive */
    int32_t peer, tag; /* -1: any */
    uint32_t order;    /* receives: when posted */
    uint16_t generation;
    uint16_t remote; /* receives: the sender's request */
    uint8_t state;   /* enum request_state */
    uint8_t window, entry;
    int8_t result; /* noc_err, once DONE */
    bool users;    /* counts as one of NOC_REQUESTS */
    noc_status status;
};

/* Singly linked, with its end. */
struct slot_list {
    struct slot *head, **end;
};

struct noc_group {
    const uint16_t *members; /* NULL: all cores */
    uint32_t count, rank;
    uint32_t slot_flits;
    uint16_t sequence;     /* of the next multicast */
    uint8_t queue;         /* 0: this entry is free */
    uint8_t parity, round; /* of the barrier under way */
    bool signalled;        /* this round's signal is sent */
    uint8_t relay;         /* enum noc_relay: what lists slots have room for */
    uint8_t vacant;        /* slots the NI has and nothing was seen in */
    struct slot_list arrived;
    struct slot *storage[NOC_GROUP_SLOTS];
    /* The multicast forwarded last: kept until all children have it. */
    uint32_t outstanding; /* children that have not */
    noc_plan *plan;
    const uint16_t *chain; /* mine is a part of it; by plan the plan's own */
    struct noc_part mine;
    const uint32_t *body;
    uint32_t flits, tag;
    struct slot *relayed; /* body lies here, or in kept */
    uint32_t *kept;
};

struct noc_plan {
    noc_group *group; /* NULL: it is gone, and the plan dead */
    const struct noc_algorithm *algorithm;
    struct noc_plan_env env;
    struct noc_part part; /* this core's: at the root everything, by list not known */
    uint16_t place;       /* its place in the chain; by list: not known */
    bool root, lists;
    bool dead;                    /* freed while its copy was kept, or without a group */
    bool aside;                   /* noc_multicast has to look further: it is dead, or has worms */
    noc_plan *next;               /* of all plans of this core */
    struct worms *worms;          /* with several destinations; NULL: it sends none (worms.c) */
    int32_t parent;               /* whom this core gets it from, -1: nobody, or not known */
    uint32_t answers_for;         /* members, itself included */
    _Alignas(4) uint16_t chain[]; /* lists are sent from it; by list only the root has one */
};

/* The copy of an eager message, its worm's words as sent. */
struct kept {
    uint32_t plain; /* W0 without length: MESSAGE, queue 0, this copy's entry */
    uint32_t w0, w1, w2;
    uint32_t body[NOC_EAGER_FLITS];
};

struct noc_layer {
    uint32_t size, rank; /* size 0: not started */
    /* Sending: the first kept_live copies are not acknowledged. */
    uint32_t kept_live;
    struct {
        uint32_t to;
        struct kept *copy;
    } kept[KEPT];
    struct request *queued, **queued_end; /* sends not started, oldest first */
    /* Receiving. */
    struct request *posted; /* oldest first */
    struct slot_list unexpected;
    uint32_t held;           /* pool slots in it */
    uint32_t order;          /* of the next receive */
    bool pull_slot;          /* queue 1 has its slot */
    bool pulling;            /* a resend is under way to it */
    bool discard_left;       /* one cannot be asked for yet */
    bool starved;            /* no memory left for what comes unasked */
    uint8_t multicast_queue; /* of the group whose message is waited for now, or 0 */
    bool broken;             /* the NI refused a worm */
    int32_t last_peer;
    /* Rendezvous. */
    uint32_t moving;        /* requests that progress has to push */
    uint32_t entries_taken; /* transmit entries of bodies under way */
    struct request *window_request[NOC_WINDOWS];
    struct slot *window_slot[NOC_WINDOWS]; /* landing on the heap: nobody waits */
    struct request request[REQUESTS];
    struct request receiving; /* of the blocking receive */
    uint8_t next_entry;       /* where multicast looks for one first */
    struct noc_group group[NOC_GROUPS];
    bool network_known;
    struct noc_partition cuts; /* the parameter block's */
    struct noc_topology topology;
    const struct noc_routing *routing;
    noc_plan *plans;       /* all of this core, the newest first */
    uint8_t group_attempt; /* of noc_group_create, modulo 64 */
    uint8_t unclean;       /* queues in which signals or discards of a group that failed may be */
};

extern struct noc_layer noc_layer;

/* wait.c */
struct wait {
    uint64_t deadline;
    uint32_t note;  /* for the WAITING register, without the peer */
    uint32_t wake;  /* PENDING bits beyond the usual */
    uint32_t watch; /* transmit entries whose end is waited for */
    int32_t peer;
};

void wait_begin(struct wait *wait, enum noc_wait_what what, int32_t tag, int32_t peer,
                uint32_t timeout);
/* Sleep until something happened. Anything but OK: give up. */
noc_err wait_more(const struct wait *wait);
/* Its first half, for who is in a hurry after it: then ni_sleep(), and in the end
 * 0 to WAITING. */
noc_err wait_prepare(const struct wait *wait);

/* progress.c */
void noc_progress(void);
void progress_signals(void);
/* Take queue q's oldest entry. */
struct slot *slot_take(unsigned q);
void slot_release(struct slot *slot);
struct slot *slot_on_heap(const struct slot *from, uint32_t flits);
void list_clear(struct slot_list *list);
void list_append(struct slot_list *list, struct slot *slot);
void list_remove(struct slot_list *list, struct slot **link);
/* Move the message at *link to the heap; its slot is free again. */
bool list_to_heap(struct slot_list *list, struct slot **link);

/* eager.c */
noc_err eager_start(uint32_t to, uint32_t tag, uint32_t w2, const uint32_t *body, uint32_t flits);
void eager_acknowledged(uint32_t from);
void eager_pulled(uint32_t from);

/* match.c */
bool envelope_matches(const struct slot *slot, int32_t from, int32_t tag);
uint32_t envelope_flits(const struct slot *slot);
void envelope_status(const struct slot *slot, noc_status *status);
/* A message came: to the oldest receive that has room for it, or kept. */
void envelope_arrived(struct slot *slot);
/* The link to the oldest kept message that matches; NULL: there is none. */
struct slot **unexpected_find(int32_t from, int32_t tag);
struct slot *unexpected_unlink(struct slot **link);
/* Put a message back where it was among those of its source. */
void unexpected_restore(struct slot *slot);
/* Take a kept message, or wait for one in the order of posting. */
void receive_post(struct request *request);
void receive_unpost(struct request *request);

/* rendezvous.c */
void rendezvous_match(struct request *request, const struct slot *rts);
void rendezvous_join(struct request *request, struct slot *landing);
void rendezvous_progress(void);
void rendezvous_control(const struct slot *slot);
/* Take an offer back: WITHDRAW will follow it. */
void rendezvous_withdraw(struct request *request);
/* Give a matched receive up, so that nothing points to its buffer; the message
 * stays. False: it is about to be complete, or there is no memory to keep it. */
bool rendezvous_abandon(struct request *request);

/* request.c */
struct request *request_new(bool users);
void request_free(struct request *request);
void request_finish(struct request *request, noc_err result);
uint32_t request_name(const struct request *request);
struct request *request_named(uint32_t name);

/* send.c */
noc_err send_check(uint32_t to, uint32_t tag, const void *body, uint32_t flits);
noc_err send_local(uint32_t tag, const uint32_t *body, uint32_t flits);
void send_begin(struct request *request, uint32_t to, uint32_t tag, const void *body,
                uint32_t flits);
void sends_progress(void);

/* recv.c */
noc_err receive_check(int32_t from, int32_t tag, const void *body, uint32_t max_flits);
void receive_begin(struct request *request, int32_t from, int32_t tag, void *body,
                   uint32_t max_flits);

/* group.c */
void groups_begin(void);
/* Of an agreement: kept until the call comes that it is for. */
void group_message(struct slot *slot);
uint32_t group_node(const struct noc_group *group, uint32_t rank);
bool group_valid(const struct noc_group *group);
/* A root's copy for children that will ask; false: no memory for it. */
bool group_keeps(struct noc_group *group);

/* plan.c */
/* Whether routers copy, so that a worm may have several destinations. */
bool plan_worms(void);
void plan_release(noc_plan *plan);
/* The group is freed: its plans have none now, not even one that takes its place. */
void plans_orphan(const struct noc_group *group);
/* Why noc_multicast refuses a plan that is aside, or what it was called with. */
noc_err plan_refusal(const noc_plan *plan) __attribute__((cold));

/* worms.c: plans whose algorithm has worm() */
/* Memory for the worms, and where the plan is known themselves. */
noc_err worms_prepare(noc_plan *plan, noc_relay relay);
noc_err worms_multicast(noc_plan *plan, uint32_t *body, uint32_t flits, uint32_t timeout);
/* The message forwarded last, to one child again. */
void worms_resend(const struct noc_group *group, uint32_t to);

/* multicast.c */
/* Make the slot free that the message forwarded last lies in; false: no memory to keep it. */
bool group_relieve(struct noc_group *group);
void group_acknowledged(unsigned queue);
/* Whoever of the children lacks the message forwarded last: nothing is kept for it. */
void group_give_up(struct noc_group *group);
void group_pulled(unsigned queue, uint32_t from);

/* Copy whole words: shorter than a call of memcpy for the sizes sent eagerly,
 * and with few registers, so that callers need not save any. */
static inline void copy_flits(uint32_t *to, const uint32_t *from, uint32_t flits)
{
    const uint32_t *end = from + (flits & ~3u);

    for (; from != end; to += 4, from += 4) {
        uint32_t a = from[0], b = from[1], c = from[2], d = from[3];

        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
    }
    for (end += flits & 3; from != end; to++, from++) {
        *to = *from;
    }
}

/* The same for bodies of any length. */
void copy_long(uint32_t *to, const uint32_t *from, uint32_t flits);

/* Whether an eager message may go to this node now: fewer than `limit` are not
 * acknowledged, and none of those went there. */
static inline bool eager_ready(const struct noc_layer *l, uint32_t to, uint32_t limit)
{
    uint32_t i;

    for (i = 0; i < l->kept_live; i++) {
        if (l->kept[i].to == to) {
            return false;
        }
    }
    return l->kept_live < limit;
}

/* Copy a message and start its worm; the caller has asked eager_ready. live:
 * kept_live, where the caller knows it. */
static inline noc_err eager_put(struct noc_layer *l, uint32_t live, uint32_t to, uint32_t tag,
                                uint32_t w2, const uint32_t *body, uint32_t flits)
{
    struct kept *k = l->kept[live].copy;

    copy_flits(k->body, body, flits);
    /* What follows is computed after the copy, and needs no saved registers. */
    __asm__("" : "+r"(to), "+r"(tag), "+r"(flits));
    k->w0 = k->plain | flits;
    k->w1 = tag << WIRE_TAG_SHIFT;
    k->w2 = w2;
    TRACE_WORM(to, k->w0, k->w1, w2);
    if (ni_tx(ni_address(k->body), k->w0, k->w1, w2,
              to << NOC_HEADER_NODE_SHIFT | NOC_HEADER_LAST) != NOC_TX_OK) { /* to is in range */
        return NOC_ERR_HARDWARE;
    }
    l->kept[live].to = to;
    l->kept_live = live + 1;
    return NOC_ERR_OK;
}

static inline struct slot *slot_of(uint32_t body)
{
    return (struct slot *)((uintptr_t)body - offsetof(struct slot, body));
}

#endif
