/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the message layer share; nothing here is for
 * applications. README.md in this directory explains the protocol.
 *
 * All of the layer's memory is struct noc_layer, the arena, and what noc_init, requests and the
 * groups allocate. With the number of nodes only two bits for each grow.
 */
#ifndef LIBNOC_MESSAGES_PRIV_H
#define LIBNOC_MESSAGES_PRIV_H

#include "arena.h"
#include "life.h"
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
    EAGER_FLITS = NOC_EAGER_BYTES / 4,
    SLOTS = 17,    /* receive slots: queue 0 has the rest, queue 1 has one */
    HELD_MAX = 12, /* slots that unexpected messages may hold before they move to the arena */
    REQUESTS = NOC_REQUESTS + 4, /* and some for blocking sends */
    REQUEST_CHUNK = 16,          /* requests that are allocated together when those are in use */
    REQUEST_CHUNKS = 64,
    BODY_ENTRY = KEPT,                /* first transmit entry of bodies and multicasts */
    ANSWER_ENTRY = NOC_TX_ENTRIES - 1 /* of worms without a body that answer a pull */
};

/* W0 without entry and length. */
#define WORM(type, channel) \
    ((uint32_t)(type) << NI_TX_W0_TYPE_SHIFT | (uint32_t)(channel) << NI_TX_W0_CHANNEL_SHIFT)

/* Who gets a slot back. 2 and above: that group's queue. SLOT_SELF is in the arena, too, but the body
 * is where the core's own request has it, whose index is body[0]. */
enum slot_home { SLOT_ARENA = 0, SLOT_POOL = 1, SLOT_SELF = UINT8_MAX };

/*
 * A place for a message, and what came with it. The NI is given the address
 * of body.
 *
 *   | next home when w0 w1 w2 | body .........|
 *                             ^ RX_FREE, RX_ADDR
 */
struct slot {
    struct slot *next;
    uint8_t home;   /* enum slot_home, or the queue of a group */
    uint8_t offer;  /* enum offer_state; OFFER_NONE: the message itself is there */
    uint8_t window; /* of an offer, in the states that have one */
    uint8_t taken;  /* by which noc_message, which alone it can be received by; 0: none */
    uint64_t when;
    uint32_t w0, w1, w2;
    uint32_t body[];
};

/* An offer's body: as it came, and what the receiver adds. Aligned as bodies are. */
struct offer {
    uint32_t name, bytes;
    uint8_t head[8], tail[4]; /* of the message, what is not in BODY (wire.h) */
    struct request *receive;  /* in the states with LIFE_CALLER */
    struct slot *parked;      /* PARKED, JOINED: where the body lands */
    uint32_t opened;          /* when its window was, the low half */
} __attribute__((packed, aligned(4)));

enum { OFFER_FLITS = sizeof(struct offer) / 4, OFFER_SENT = 5 /* of them come with it */ };

/* What a message must look like that a receive takes: its words, where the masks have ones. */
struct wanted {
    uint32_t w1, w1_mask, w2, w2_mask;
    const struct noc_group *group;
};

/* A message to be sent. */
struct sending {
    uint32_t to; /* a node */
    uint32_t tag, w2;
    const uint8_t *body;
    uint32_t bytes;
    bool synchronous;
};

enum request_kind { REQUEST_FREE, REQUEST_SEND, REQUEST_RECEIVE, REQUEST_COLLECTIVE };

/*
 * A send or a receive under way. A send's state is that of life.def (an eager one that waits for
 * its turn is QUEUED too); a receive is posted until it is done, or has an offer, whose state is
 * its own.
 */
struct request {
    struct request *next;
    uint8_t *body;
    uint32_t bytes;     /* to send, or room to receive */
    int32_t peer, tag;  /* peer: a node; -1: any */
    struct slot *offer; /* receives: what they matched */
    union {
        struct {            /* receives */
            uint32_t order; /* when posted */
            struct wanted wanted;
        };
        struct { /* sends */
            uint32_t w2;
            uint32_t name;                  /* long ones: what their messages call them, */
            uint32_t granted;               /* how many flits of BODY the receiver wants, */
            uint32_t edges[OFFER_SENT - 2]; /* and what the offer has of the message */
        };
    };
    uint16_t index, generation;
    uint8_t kind;  /* enum request_kind */
    uint8_t state; /* sends: enum send_state */
    uint8_t window, entry;
    int8_t result; /* noc_err, once done */
    bool done, users, synchronous;
    bool cut; /* receives: a message that is too long is cut */
    noc_status status;
};

/* Singly linked, with its end. */
struct slot_list {
    struct slot *head, **end;
};

enum {
    GROUP_QUEUES = NOC_QUEUES - NOC_QUEUE_GROUP, /* receive queues that groups may have */
    GROUP_BUCKETS = 16,
    CONTEXT_WORDS = NOC_CONTEXTS / 32,
    CONTEXT_BITS = 12, /* of a handle */
    CONTEXTS_RESTED = 64
};

/*
 * A group, while it lives. Its members, if they are not all cores, lie behind it.
 *
 * Programs have its handle, which looks like a pointer and is none: the context and, above it, how
 * many groups this core had had before. So a handle that was kept too long finds no other group.
 */
struct noc_group {
    struct noc_group *next; /* in its bucket: of those with the same low bits of the context */
    uintptr_t handle;
    const uint16_t *members; /* NULL: all cores */
    uint32_t count, rank;
    uint32_t slot_bytes;  /* 0: it has no slots */
    uint16_t context;     /* its number in messages; the world's is 0 */
    uint16_t sequence;    /* of the next multicast */
    uint8_t queue;        /* 0: it has none */
    uint8_t parity, step; /* of the barrier under way (barrier.c) */
    bool signalled;       /* its step's signals are sent; no barrier is under way: false */
    uint8_t relay;        /* enum noc_relay: what lists slots have room for */
    uint8_t vacant;       /* slots the NI has and nothing was seen in */
    uint8_t generation;   /* of the context, for messages of the layer's own */
    bool ascending;       /* the members are */
    uint32_t come[2];     /* without a queue: a bit for each signal of the two barriers */
    struct meeting {
        uint8_t parity;  /* of the next, or of the one under way */
        uint8_t stage;   /* enum meeting_stage */
        uint8_t left;    /* children to be told, the nearest ones */
        uint8_t verdict; /* enum verdict */
        uint32_t what;   /* the call it is of, once this core has come to it */
    } meeting;
    struct split *split; /* under way, or to be gone on with (group_split.c); or NULL */
    struct slot_list arrived;
    struct slot *storage[NOC_GROUP_SLOTS];
    /* The multicast forwarded last: kept until all children have it. */
    uint32_t outstanding; /* children that have not (multicast.c) */
    uint32_t *lacking;    /* a bit for each node: it is one of them */
    noc_plan *plan;
    const uint16_t *chain; /* of a list: mine is a part of it */
    struct noc_part mine;
    uint16_t tag;
    const uint32_t *body;
    uint32_t bytes;
    struct slot *relayed; /* body lies here, or in kept */
    uint32_t *kept;
};

/* How a member learns its part: enum noc_relay, and by list in one form for unicasts and in another
 * for worms with several destinations. */
enum told { TOLD_BY_PLAN, TOLD_BY_LIST, TOLD_BY_LISTS, TOLD_BY_HEADER };

/* noc_multicast, for plans of one kind. */
typedef noc_err multicast_way(noc_plan *plan, void *body, uint32_t bytes, uint32_t timeout);

struct noc_plan {
    struct noc_group *group; /* NULL: it is gone, and the plan dead */
    const struct noc_algorithm *algorithm;
    struct noc_plan_env env;
    struct noc_part part; /* this core's: at the root everything, by list not known */
    uint32_t w2;          /* by plan: of a message for this core, without the pad */
    uint8_t told;         /* enum told */
    bool root;
    bool unicasts; /* its worms have one destination each */
    bool dead;     /* freed while its copy was kept, or without a group */
    multicast_way *way;
    noc_plan *next;       /* of all plans of this core */
    struct worms *worms;  /* made, or room for them (worms.c); NULL: none are needed */
    int32_t parent;       /* whom this core gets it from, -1: nobody, or not known */
    uint32_t answers_for; /* members, itself included */
    uint16_t *chain;      /* the root's, whose lists are sent from it; by plan only until the worms
                             are made */
};

/* The copy of an eager message, its worm's words as sent. Its address is the body's. */
struct kept {
    uint32_t body[EAGER_FLITS];
    uint32_t plain; /* W0 without length: MESSAGE, queue 0, this copy's entry */
    uint32_t w0, w1, w2;
    uint32_t since; /* when it was first seen to wait, the low half, odd; 0: it was not */
};

/* A message of the layer's own that its receiver has not taken: it needs none of the copies. */
struct aside {
    struct aside *next;
    uint32_t to, w0, w1, w2;
    uint32_t body[OFFER_SENT];
};

/* What is built above the messages (collectives/) and has to go on with them. */
struct layer_above {
    bool (*progress)(void); /* false: there is no memory for it */
    void (*group_ends)(struct noc_group *group);
};

struct noc_layer {
    uint32_t size, rank; /* size 0: not started */
    uint32_t world_w2;   /* of this core's messages in the world */
    uint32_t ram_front;  /* an eager message anywhere before this offset ends in RAM */
    /* Sending: the first kept_live copies are not acknowledged. */
    union {
        struct {
            uint16_t kept_live;
            uint16_t detour; /* enum detour: 0, or a send has more to look at */
        };
        uint32_t busy; /* one look at both */
    };
    struct {
        uint32_t to;
        struct kept *copy;
    } kept[KEPT];
    struct request *queued, **queued_end; /* sends not started, oldest first */
    struct request *longs;                /* long sends that are, in any order */
    uint32_t names;                       /* given to long sends */
    uint32_t *given_up;                   /* a bit for each node: it has not taken a message */
    uint32_t given_up_nodes;
    /* Receiving. */
    struct request *posted; /* oldest first */
    struct slot_list unexpected;
    uint32_t held;           /* pool slots in it, and in offers */
    uint32_t order;          /* of the next receive */
    bool pull_slot;          /* queue 1 has its slot */
    bool pulling;            /* a resend is under way to it */
    uint16_t pull_from;      /* from this node */
    uint64_t pull_until;     /* then another may be asked for */
    bool discard_left;       /* one cannot be asked for yet */
    uint8_t starved;         /* STARVED_: what waits has to look further */
    uint8_t multicast_queue; /* of the group whose message is waited for now, or 0 */
    uint8_t next_entry;      /* where multicast looks for one first */
    bool broken;             /* the NI refused a worm */
    int32_t last_peer;
    /* Rendezvous. */
    uint32_t entries_taken;  /* transmit entries of bodies under way */
    struct slot_list offers; /* that receives have, or that are ending */
    struct slot *window[NOC_WINDOWS];
    struct aside *aside;   /* in any order, at most one to each node that is given up */
    uint64_t window_until; /* then one may be taken from its offer for another */
    uint32_t chunks;
    struct request *vacant;                  /* requests that nobody uses */
    uint8_t takings;                         /* noc_messages so far */
    uint8_t ways;                            /* of the network's links (barrier.h) */
    struct noc_group *group[GROUP_QUEUES];   /* by queue; NULL: it is free */
    struct noc_group *groups[GROUP_BUCKETS]; /* all, by context */
    struct noc_group world;
    uint32_t handles; /* groups that this core has had */
    bool network_known;
    struct noc_partition cuts; /* the parameter block's */
    struct noc_topology topology;
    const struct noc_routing *routing;
    noc_plan *plans;                 /* all of this core, the newest first */
    const struct layer_above *above; /* NULL: not used yet */
    struct room *collectives;        /* its memory */
    uint64_t ask_at;                 /* then it wants to be called */
    uint8_t group_attempt;           /* of agreements, modulo 64 */
    uint8_t generation; /* of the group that this core has chosen a context for, modulo 128 */
    uint8_t unclean;    /* queues in which signals or discards of a group that failed may be */
    /* What comes unasked. */
    struct arena arena;
    struct slot
        *room; /* in the arena, for the message that is asked for next; NULL: none is free */
    struct slot *rooms; /* for those that were asked for and have not come; w1: of whom */
    uint32_t *left;     /* a bit for each node: its message was discarded, and is left with it */
    uint32_t lefts;     /* bits in it */
    int32_t wanted;     /* of whom the call under way wants a message that no receive names */
    uint16_t pull_turn; /* where the search in `left` goes on */
    /* Last, so that all else is within reach of a load. */
    struct request receiving; /* of the blocking receive */
    struct request request[REQUESTS];
    struct request *more[REQUEST_CHUNKS];     /* further requests */
    uint16_t rested[CONTEXTS_RESTED];         /* of groups freed last: others are taken first */
    uint32_t freed;                           /* groups */
    uint32_t contexts_unclean[CONTEXT_WORDS]; /* messages of a group that failed may still come */
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
/* The same beyond the deadline, where the network alone is waited for. */
void wait_network(const struct wait *wait);
/* Its first half, for who is in a hurry after it: then ni_sleep(), and in the end
 * 0 to WAITING. */
noc_err wait_prepare(const struct wait *wait);

/* progress.c */
void noc_progress(void);
void progress_signals(void);
/* Take queue q's oldest entry. */
struct slot *slot_take(unsigned q);

/* slots.c */
enum claim {
    CLAIM_NONE,  /* to the arena: of what comes unasked */
    CLAIM_ANY,   /* of what a receive from any source may want */
    CLAIM_NAMED, /* of a sender that a receive, or another call, names */
};
enum relief { RELIEVED, NOTHING_HELD, NO_MEMORY };

void list_clear(struct slot_list *list);
void list_append(struct slot_list *list, struct slot *slot);
void list_remove(struct slot_list *list, struct slot **link);
const void *slot_self_message(const struct slot *slot);
/* Where the message is that it holds. */
static inline const void *slot_message(const struct slot *slot)
{
    return __builtin_expect(slot->home == SLOT_SELF, 0) ? slot_self_message(slot) : slot->body;
}
void slot_release(struct slot *slot);
/* A place for so many flits, with from's words and none of its body. */
struct slot *slot_in_arena(const struct slot *from, uint32_t flits);
/* Half of the arena is in use: what comes unasked is left where it is. */
bool arena_pressed(void);
/* Whether a node may have so many bytes more. */
bool arena_allows(uint32_t node, uint32_t bytes, enum claim claim);
bool slot_may_move(const struct slot *slot, enum claim claim);
/* Whether there is a place for a message that is asked for. */
bool arena_room(void);
/* That place is for this node's message. */
void slot_charge(struct slot *room, uint32_t node);
/* Move the message at *link to the arena; its slot is free again. */
bool list_to_arena(struct slot_list *list, struct slot **link);
/* Free one of the slots of this home that messages in the list hold. */
enum relief slots_relieve(struct slot_list *list, uint32_t home);

/* pull.c */
enum {
    STARVED_GROUP = 1 /* no memory for it */,
    STARVED_LEFT = 2 /* messages stay with senders */
};

/* map: a bit for each node, all 0. */
void pull_begin(uint32_t *map);
/* See to what DISCARD_HEAD shows of queue 0. False: it cannot be asked for yet, and stays. */
bool pull_next(uint32_t head);
/* Ask for one of those that were left with their senders, if it may be. */
void pull_left(void);
/* A resend came. False: it was not asked for, so that it is no honest core's. */
bool pull_answered(uint32_t node);
/* Before a wait: ask for what it wants. NOC_ERR_MEMORY: that can never come. */
noc_err pull_for(const struct wait *wait);

/* eager.c */
enum detour {
    DETOUR_QUEUED = 1,     /* sends wait in `queued` */
    DETOUR_LAPSED = 2,     /* a long send's deadline has passed */
    DETOUR_GIVEN_UP = 4,   /* what a node has not taken was given up */
    DETOUR_WITHDRAWING = 8 /* a WITHDRAW is to be sent */
};

/* Copy a message and start its worm; the caller has asked eager_ready. w2: without its pad. */
noc_err eager_start(uint32_t to, uint32_t tag, uint32_t w2, const void *body, uint32_t bytes);
/* A message of the layer's own, if it can go now. flits: of a GRANT, else 0. */
bool eager_control(uint32_t to, uint32_t w2, uint32_t name, uint32_t flits);
void eager_acknowledged(uint32_t from);
void eager_pulled(uint32_t from);
/* The NI refuses a copy whose place is still on its way out, since a node has acknowledged what it had
 * not got. The copy goes when that has left. */
noc_err eager_refused(void) __attribute__((cold));
/* Look at the copies that others have yet to take. */
void eager_watch(void);
/* Give up a copy that has been seen to wait for NOC_LOST_CYCLES: noc_last_peer() is then its
 * receiver, which is also returned; -1: there is none. */
int32_t eager_give_up(void);

/* A member's node. */
static inline uint32_t group_node(const struct noc_group *g, uint32_t rank)
{
    return g->members ? g->members[rank] : rank;
}

/* match.c */
/* from: a rank in the group, or any. second: of the layer's collectives. */
void wanted_make(struct wanted *wanted, const struct noc_group *group, int32_t from, int32_t tag,
                 bool second);
/* This message, and others of its sender's with its tag. */
void wanted_like(struct wanted *wanted, const struct slot *slot);
/* Whether a message with these words is one, besides its class; w2_mask: the receive's, or more. Any
 * source must be the member that it says, since the NI alone knows who it is. */
static inline bool words_match(const struct wanted *w, uint32_t w1, uint32_t w2, uint32_t w2_mask)
{
    return !(((w1 ^ w->w1) & w->w1_mask) | ((w2 ^ w->w2) & w2_mask)) &&
           (w->w1_mask & WIRE_SOURCE_MASK ||
            (wire_sender(w2) < w->group->count &&
             group_node(w->group, wire_sender(w2)) == wire_source(w1)));
}

bool envelope_matches(const struct slot *slot, const struct wanted *wanted);
uint32_t envelope_bytes(const struct slot *slot);
void envelope_status(const struct slot *slot, noc_status *status);
/* False: no honest core sends this. */
bool envelope_makes_sense(const struct slot *slot);
/* The group ends: its messages are forgotten, and receives in it end with NOC_ERR_GROUP. */
void matching_close(const struct noc_group *group);
/* A message came: to the oldest receive that has room for it, or kept. */
void envelope_arrived(struct slot *slot);
/* An offer has lost its receive: the same, or kept where it was among those of its source. */
void envelope_restored(struct slot *slot);
/* The link to the oldest kept message that matches; NULL: there is none. */
struct slot **unexpected_find(const struct wanted *wanted);
struct slot *unexpected_unlink(struct slot **link);
/* It is this receive's. It has room, and is in no list. */
void envelope_give(struct request *request, struct slot *slot);
/* Take a kept message, or wait for one in the order of posting. */
void receive_post(struct request *request);
/* Its offer was withdrawn: it waits again where it stood, or its group has ended. */
void receive_again(struct request *request);
void receive_unpost(struct request *request);

/* long_send.c: the sender's side of life.def */
void long_begin(struct request *request);
void long_grant(uint32_t source, uint32_t name, uint32_t window, uint32_t flits);
void long_ended(uint32_t source, uint32_t name);
/* The one body that is under way to this node has landed, or was refused. */
void long_answered(uint32_t from, enum send_event event);
/* The deadline of its call has passed. False: it waits for the network alone. */
bool long_deadline(struct request *request);
/* The send whose deadline has passed and that this one repeats; NULL: none. */
struct request *long_repeated(const struct sending *s);
/* What is done instead of repeating them. */
void longs_give_up(void);
/* A WITHDRAW has to go to this node, before any message: else its receiver could match a later
 * message before it hears that the offer is withdrawn. */
bool long_withdrawing(uint32_t to);
void longs_progress(void);
/* Nothing of a send is left to do but to hear that its name is free. */
bool longs_are_done(void);

/* offer.c: the receiver's side */
static inline struct offer *offer_of(struct slot *slot)
{
    return (struct offer *)slot->body;
}

static inline const struct offer *offer_in(const struct slot *slot)
{
    return (const struct offer *)slot->body;
}

/* False: no honest core sends this. */
bool offer_came(struct slot *slot);
void offer_matched(struct slot *slot, struct request *receive);
/* It lies in another slot now. */
void offer_moved(struct slot *slot);
void offer_again(uint32_t source, uint32_t name);
void offer_withdrawn(uint32_t source, uint32_t name);
/* Give a matched receive up, so that nothing points to its buffer; the message
 * stays. False: it is about to be complete. */
bool offer_abandon(struct request *receive);
void offers_progress(void);
/* Nothing is left to be sent for them. */
bool offers_are_done(void);

/* request.c */
/* For isend and irecv (users), or a call of the layer's own. NULL: no memory for one more. */
struct request *request_new(bool users);
/* By its index; NULL: there is none. */
struct request *request_at(uint32_t index);
void requests_begin(void);
void request_free(struct request *request);
void request_finish(struct request *request, noc_err result);
/* The message is in its buffer, or what of it fits. */
void request_filled(struct request *request);
/* Whom it waits for: of a receive that matched an offer its sender. -1: anybody. */
int32_t request_peer(const struct request *request);

/* send.c */
noc_err send_check(const struct noc_group *group, uint32_t to_rank, uint32_t tag, const void *body,
                   uint32_t bytes);
/* What isend and its kind do, arguments checked: *request is under way, or finished. */
noc_err send_start(const struct noc_group *group, uint32_t to_rank, uint32_t tag, const void *body,
                   uint32_t bytes, bool synchronous, struct request **request);
/* The deadline of its call has passed. False: its body is on its way. */
bool send_lapse(struct request *request);
void sends_progress(void);
/* Something else is done than to repeat a send whose deadline has passed. */
static inline void sends_other(void)
{
    if (noc_layer.detour & DETOUR_LAPSED) {
        longs_give_up();
    }
}

/*
 * The same as isend and irecv, in the group's second context: for the layer's own collectives. NULL:
 * no memory. The arguments are not checked. To and from oneself is legal. When r->done (noc_progress
 * makes it so), r->result says how it ended and r->status what came; then request_free(r).
 * give_up: what was under way is not any more, and r is gone. False: it is finished, or about to be.
 */
struct request *inner_isend(const struct noc_group *group, uint32_t to_rank, uint32_t tag,
                            const void *body, uint32_t bytes);
struct request *inner_irecv(const struct noc_group *group, uint32_t from_rank, int32_t tag,
                            void *body, uint32_t max_bytes);
bool inner_give_up(struct request *request);

/* recv.c */
noc_err receive_check(const struct noc_group *group, int32_t from, int32_t tag, const void *body,
                      uint32_t max_bytes);
/* A receive of what request->wanted says, not posted yet; and posted. */
void receive_prepare(struct request *request, void *body, uint32_t max_bytes);
void receive_begin(struct request *request, void *body, uint32_t max_bytes);
/* Until it is done. At the deadline it is given up. */
noc_err receive_finish(struct request *request, struct wait *wait, noc_status *status);

/* group.c */
void groups_begin(void);
/* The living group that a program means; NULL: there is none. */
static inline struct noc_group *group_of(const noc_group *handle)
{
    const uintptr_t h = (uintptr_t)handle;
    struct noc_group *g = noc_layer.groups[h % GROUP_BUCKETS];

    while (g && g->handle != h) {
        g = g->next;
    }
    return g;
}

/* The living group with this context; NULL: there is none. */
struct noc_group *group_in(uint32_t context);

/* A group of its own for these members, with a context and perhaps a queue. members: NULL: all
 * cores. what: the call, which all members must make. */
noc_err group_make(const uint16_t *members, uint32_t count, uint32_t rank, uint32_t what,
                   noc_group **group, struct wait *wait);
/* Of the layer's own: kept until the call comes that it is for. */
void group_message(struct slot *slot);

/* group_split.c */
/* What is left of a split that was not finished. */
void group_forget_split(struct noc_group *group);

/* group_slots.c */
void group_free_slots(struct noc_group *group);
/* A root's copy for children that will ask; false: no memory for it. */
bool group_keeps(struct noc_group *group);

/* barrier.c */
/* A message that does what a signal does; false: it is nonsense. */
bool barrier_arrived(struct noc_group *group, uint32_t source, uint32_t w2);

/* plan.c */
/* Whether routers copy, so that a worm may have several destinations. */
bool plan_worms(void);
void plan_release(noc_plan *plan);
/* The group is freed: its plans have none now, not even one that takes its place. */
void plans_orphan(const struct noc_group *group);
/* Why noc_multicast refuses a plan that is dead. */
noc_err plan_refusal(const noc_plan *plan) __attribute__((cold));

/* multicast.c */
multicast_way *multicast_way_of(const noc_plan *plan);
/* Make the slot free that the message forwarded last lies in; false: no memory to keep it. */
bool group_relieve(struct noc_group *group);
void group_acknowledged(unsigned queue, uint32_t from);
/* Whoever of the children lacks the message forwarded last: nothing is kept for it. */
void group_give_up(struct noc_group *group);
void group_pulled(unsigned queue, uint32_t from);

/* W2 of this core's messages in the group, without the pad. */
static inline uint32_t group_w2(const struct noc_group *g, bool second)
{
    return wire_user(g->context, second, g->rank);
}

/* bytes.c */
/* Copy bytes between any addresses; the places do not overlap. */
void copy_bytes(void *to, const void *from, uint32_t bytes);
/* Move bytes up by `shift`, 0 to 3, from where they lie. What is before them then is anything. */
void move_up(uint32_t *at, uint32_t shift, uint32_t bytes);

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

/* The same for 8 flits and more, where each instruction counts. */
static inline __attribute__((always_inline)) void copy_words(uint32_t *to, const uint32_t *from,
                                                             uint32_t bytes)
{
    const uint32_t *end = from + (bytes & ~31u) / 4;

    for (; from != end; to += 8, from += 8) {
        uint32_t a = from[0], b = from[1], c = from[2], d = from[3];

        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
        a = from[4], b = from[5], c = from[6], d = from[7];
        to[4] = a;
        to[5] = b;
        to[6] = c;
        to[7] = d;
        __asm__("" : "+r"(to)); /* two pointers, and not one and a difference */
    }
    for (end += (bytes & 28) / 4; from != end; to++, from++) {
        *to = *from;
    }
}

/* The world, for who is in a hurry. */
static inline const struct noc_group *world(void)
{
    return &noc_layer.world;
}

/* The length in W0, in bytes. */
static inline uint32_t length_bytes(uint32_t w0)
{
    w0 <<= 32 - NI_TX_W0_LENGTH_BITS;
    __asm__("" : "+r"(w0)); /* two shifts, not a mask of 20 bits */
    return w0 >> (30 - NI_TX_W0_LENGTH_BITS);
}

/* The same for bodies of any length. */
void copy_long(uint32_t *to, const uint32_t *from, uint32_t flits);

/* Whether an eager message may go to this node now: fewer than `limit` are not
 * acknowledged, and none of those went there. Asks nothing else: without a detour that is all. */
static inline bool eager_idle(const struct noc_layer *l, uint32_t to, uint32_t limit)
{
    uint32_t i;

    for (i = 0; i < l->kept_live; i++) {
        if (l->kept[i].to == to) {
            return false;
        }
    }
    return l->kept_live < limit;
}

/* The same, whatever detours there are. */
static inline bool eager_ready(const struct noc_layer *l, uint32_t to, uint32_t limit)
{
    return eager_idle(l, to, limit) &&
           !(l->detour & DETOUR_GIVEN_UP && l->given_up[to / 32] >> to % 32 & 1);
}

/* Start the worm of what was copied to k, the first copy that is free. */
static inline __attribute__((always_inline)) noc_err eager_go(struct noc_layer *l, uint32_t live,
                                                              struct kept *k, uint32_t to,
                                                              uint32_t tag, uint32_t w2,
                                                              uint32_t flits)
{
    /* What follows is computed after the copy, and needs no saved registers. */
    __asm__("" : "+r"(to), "+r"(tag), "+r"(flits));
    k->w0 = k->plain | flits;
    k->w1 = tag << WIRE_TAG_SHIFT;
    k->w2 = w2;
    TRACE_WORM(to, k->w0, k->w1, w2);
    if (ni_tx(ni_address(k->body), k->w0, k->w1, w2,
              to << NOC_HEADER_NODE_SHIFT | NOC_HEADER_LAST) != NOC_TX_OK) { /* to is in range */
        l->kept[live].to = to; /* no argument: no register is chosen for this call's sake */
        return eager_refused();
    }
    l->kept[live].to = to;
    l->kept_live = (uint16_t)(live + 1);
    return NOC_ERR_OK;
}

static inline struct slot *slot_of(uint32_t body)
{
    return (struct slot *)((uintptr_t)body - offsetof(struct slot, body));
}

#endif
