/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The state of the message layer, and how the things in it look: slots, requests, groups, plans. It
 * is one structure, so that a few registers reach all of it; who may change what of it is said
 * by the rooms (README.md in the directory above). Nothing here is for applications.
 *
 * All of the layer's memory is struct layer_state, the arena, and what noc_init, requests and the
 * groups allocate. With the number of nodes only five bits for each grow.
 */
#ifndef FIRMWARE_LAYER_H
#define FIRMWARE_LAYER_H

#include "arena/arena.h"
#include "barrier.h"
#include "counted.h"
#include "life/eager_life.h"
#include "life/life.h"
#include "multicast/footprint.h"
#include "multicast/walk.h"
#include "ni.h"
#include "noc.h"
#include "packet.h"
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
    STREAMS = 2,        /* long multicasts at once (struct stream) */
    STREAM_WINDOWS = 2, /* of each of them, for its trees; the last ones (broadcast/) */
    OFFER_WINDOWS = NOC_WINDOWS - STREAMS * STREAM_WINDOWS,
    BODY_ENTRY = KEPT,                /* first transmit entry of bodies and multicasts */
    ANSWER_ENTRY = NOC_TX_ENTRIES - 1 /* of worms without a body that answer a pull */
};

/* W0 without entry and length. */
#define WORM(type, channel) \
    ((uint32_t)(type) << NI_TX_W0_TYPE_SHIFT | (uint32_t)(channel) << NI_TX_W0_CHANNEL_SHIFT)

/* Who gets a slot back. 2 and above: that group's queue. SLOT_SELF is in the arena or the heap, but the
 * body is where the core's own request has it, whose index is body[0]. */
enum slot_home { SLOT_ARENA = 0, SLOT_POOL = 1, SLOT_SELF = UINT8_MAX };

/*
 * A place for a message, and what came with it. The NI is given the address
 * of body.
 *
 *   | next home when w0 w1 w2 ahead | body .........|
 *                                   ^ RX_FREE, RX_ADDR
 */
struct slot {
    struct slot *next;
    uint8_t home;   /* enum slot_home, or the queue of a group */
    uint8_t offer;  /* enum offer_state; OFFER_NONE: the message itself is there */
    uint8_t window; /* of an offer, in the states that have one */
    uint8_t taken;  /* by which noc_message, which alone it can be received by; 0: none */
    uint64_t when;
    uint32_t w0, w1, w2;
    uint32_t
        ahead; /* it was taken past so many of its sender's that are left there (eager/seen.h) */
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

/* The node of its sender; -1: any. */
static inline int32_t wanted_peer(const struct wanted *w)
{
    return w->w1_mask & WIRE_SOURCE_MASK ? (int32_t)wire_source(w->w1) : -1;
}

/* A message to be sent. */
struct sending {
    uint32_t to; /* a node */
    uint32_t tag, w2;
    const uint8_t *body;
    uint32_t bytes;
    bool synchronous;
};

/* What somebody who wants a message has seen of the backlogs that it may be in (eager/seen.h). */
enum seen {
    SEEN_ALL,  /* all that lies in front of what is shown next */
    SEEN_SOME, /* the same of nodes before the look's turn: it is aboard the look under way */
    SEEN_NONE, /* it waits for the next look */
    SEEN_SHORT /* the same, once there is memory again: it could not be given what was shown */
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
    uint8_t state; /* sends: enum send_state; receives: enum seen */
    uint8_t window, entry;
    int8_t result; /* noc_err, once done */
    bool done, users, synchronous;
    bool cut;   /* receives: a message that is too long is cut */
    bool owned; /* sends in a backlog: the body is the layer's, and nobody waits for the request */
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
    uint8_t step;         /* of the barrier under way (barrier.c) */
    bool signalled;       /* its step's signals are sent; no barrier is under way: false */
    uint8_t queue;        /* 0: it has none */
    bool unusual;         /* a barrier needs messages: there is no queue */
    uint8_t relay;        /* enum noc_relay: what lists slots have room for */
    uint8_t vacant;       /* slots the NI has and nothing was seen in */
    uint8_t generation;   /* of the context, for messages of the layer's own */
    uint8_t leave_step;   /* as step, of the barrier by which the group ends */
    bool ascending;       /* the members are */
    bool owed;            /* what was discarded of it is asked for when it is waited for */
    uint8_t rounds, rest; /* of a barrier: those with all signals, and the signals of one more */
    uint16_t barriers;    /* that are over: the next one's number */
    bool unsure; /* a call for all members was given up: others may be at another one, rightly */
    const struct noc_barrier_peers *peers; /* in each round */
    uint32_t come[2]; /* without a queue: a bit for each signal of the two barriers */
    uint32_t leave;   /* the same of the barrier by which the group ends */
    struct meeting {
        uint8_t number;  /* of the next, or of the one under way */
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
    uint16_t streams : 15;      /* long multicasts so far */
    uint16_t stream_broken : 1; /* one was given up: the members may be at different ones */
    uint16_t lost; /* 1 + the last node for which a message in the group was given up; 0: none */
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
    struct noc_walk walk; /* where it follows from places alone, and there is no chain */
    noc_plan *second; /* of an algorithm with two trees: the other one, for long bodies; or NULL */
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

enum backlog_under_way { BACKLOG_QUIET, BACKLOG_NEWS, BACKLOG_SHOWN };

/*
 * What this core has for a node that takes only what it wants (eager/backlog.h): the sends, oldest
 * first. Of these `window` says whether it was shown since the oldest was, and whether something behind
 * it was taken.
 */
struct backlog {
    struct backlog *next;
    uint32_t to;
    struct request *first, **end;
    struct request *shown; /* of which the receiver's verdict is to come; NULL: of none */
    uint8_t under_way;     /* enum backlog_under_way: what is not acknowledged */
    bool ended;            /* all was shown, and the receiver told so */
    bool closing;          /* and that nothing is left */
    bool owed : 1;         /* a PULL that is answered when NEWS is acknowledged */
    bool cut : 1; /* what was shown is none any more: END comes before something newer is */
};

/* Of all backlogs of this core: what is shown, as it must lie; and a place for a copy of one that its call
 * must not wait for, when there is no memory for that. */
struct bounce {
    uint32_t shown[EAGER_FLITS], copied[EAGER_FLITS];
    struct request *spare; /* for that; NULL: it is in use, or there is none */
};

/* A message of the layer's own that its receiver has not taken: it needs none of the copies. */
struct aside {
    struct aside *next;
    uint32_t to, w0, w1, w2;
    uint32_t body[OFFER_SENT];
};

struct stream;

/* What lower rooms call of higher ones. start/init.c fills it. */
struct hooks {
    /* rendezvous/: an offer has found its receive */
    void (*offer_matched)(struct slot *slot, struct request *receive);
    /* groups/: a message of an agreement, kept until the call comes that it is for */
    void (*group_message)(struct slot *slot);
    /* the same, of one that is shown: false: it is not taken */
    bool (*group_shown)(struct slot *slot);
    /* multicasts/: signals to a group's queue */
    void (*group_acknowledged)(unsigned queue, uint32_t from);
    void (*group_pulled)(unsigned queue, uint32_t from);
    /* multicasts/: make the slot free that the message forwarded last lies in; false: no memory to
     * keep it */
    bool (*group_relieve)(struct noc_group *group);
    /* collectives/: from now on questions about the group `within` are looked for; NULL: the program
     * has no collective operations */
    void (*watch)(void);
    /* eager/: ACK came from a node; false: it has no backlog */
    bool (*backlog_acknowledged)(uint32_t from);
    /* rendezvous/: the words of a long send's offer, w2 included; and the offer was taken */
    uint32_t (*offer_words)(struct request *send, uint32_t *words);
    void (*offer_taken)(struct request *send);
    /* broadcast/: goes on with an opening. NULL: the program has no long multicasts, and the last
     * queue's signals are free */
    bool (*opening)(struct stream *stream);
    /* rendezvous/: send what long sends have to say */
    void (*longs_progress)(void);
};

/* What is built above the messages (collectives/, onesided/) and has to go on with them. */
struct layer_above {
    bool (*progress)(void); /* false: there is no memory for it */
    void (*group_ends)(struct noc_group *group);
    /* it is over, and its messages are about to be forgotten: NOC_ERR_MISMATCH: one shows that members
     * have called different things. NULL: nobody looks */
    noc_err (*group_left)(const struct noc_group *group);
    /* it is no more; NULL: nobody has anything of it */
    void (*group_gone)(const struct noc_group *group);
    /* the program ends: a sentence on members that called different things in the world, if a message
     * that is left shows it; or NULL. NULL: nobody looks */
    const char *(*world_left)(void);
    /* a message without a receive: true: it has taken it. NULL: it takes none */
    bool (*takes)(struct slot *slot);
    /* whether it is one that `takes` takes now or later, in the order of its sender's */
    bool (*wants)(const struct slot *slot);
};

/*
 * A long multicast that is under way, or whose deadline has passed (broadcast/stream.c). Broadcasts of
 * all cores have a stream of their own, since they may be under way while the program calls others
 * in another order than its partners do; all else has the other one.
 */
struct stream {
    noc_plan *plan;   /* NULL: there is none */
    uint8_t window;   /* the first of its windows */
    bool flowing;     /* it goes on by itself (broadcast/flow.c) */
    uint16_t context; /* of its group, also when it is over */
    uint8_t *body;
    uint32_t *words; /* the body, or if that does not begin at a word a copy */
    uint32_t bytes, segment, key;
    bool open;   /* this member need not wait for others' windows any more (broadcast/opening.c) */
    bool called; /* it is a broadcast */
    uint8_t waits; /* as noc_layer.within_call; 0: it has not slept */
    uint8_t heard; /* in the opening it has waited for so many others, */
    int32_t peer;  /* and waits for this node */
    uint32_t root; /* a rank */
    struct branch {
        const noc_plan *plan;
        const uint32_t *at; /* its piece of the body */
        uint32_t flits;     /* of it; 0: it has none */
        uint32_t forwarded; /* so many of these are here, and were sent to all children */
    } branch[STREAM_WINDOWS];
};

/* Who wants something that may be in backlogs: calls that found nothing in time are remembered, as long
 * as there are not too many (eager/seen.h). */
enum want_kind { WANT_NOTHING, WANT_RECEIVE, WANT_PROBE, WANT_TAKE };
enum { WANTS = 2 };

/* A copy, and whom it went to if it is not acknowledged. */
struct keeping {
    uint32_t to;
    struct kept *copy;
};

enum { LIFE_NODES = 64 }; /* whose short messages' life is checked, where it is */

struct layer_state {
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
    struct keeping kept[KEPT];
    struct request *queued, **queued_end; /* sends not started, oldest first */
    struct request *longs;                /* long sends that are, in any order */
    uint32_t names;                       /* given to long sends */
    uint32_t *given_up; /* a bit for each node: it has not taken a message, or has a backlog */
    uint32_t given_up_nodes;
    /* Receiving. */
    struct request *posted; /* oldest first */
    struct slot_list unexpected;
    uint32_t held;           /* pool slots in it, and in offers */
    uint32_t order;          /* of the next receive */
    bool pull_slot;          /* queue 1 has its slot */
    bool pulling;            /* a resend is under way to it */
    uint16_t pull_from;      /* from this node */
    uint64_t pull_until;     /* then another may be asked for, or there may be room to; or never */
    bool discard_left;       /* one cannot be asked for yet */
    uint8_t starved;         /* STARVED_: what waits has to look further */
    uint8_t multicast_queue; /* of the group whose message is waited for now, or 0 */
    uint8_t next_entry;      /* where multicast looks for one first */
    bool broken;             /* the NI refused a worm */
    int32_t last_peer;
    /* Rendezvous. */
    uint32_t entries_taken;  /* transmit entries of bodies under way */
    struct slot_list offers; /* that receives have, or that are ending */
    struct slot *window[OFFER_WINDOWS];
    struct aside *aside;   /* in any order, at most one to each node that is given up */
    uint64_t window_until; /* then one may be taken from its offer for another */
    uint32_t chunks;
    struct request *vacant; /* requests that nobody uses */
    uint8_t takings;        /* noc_messages so far */
    struct noc_barrier_network barrier_network;
    struct noc_group *group[GROUP_QUEUES];   /* by queue; NULL: it is free */
    struct noc_group *groups[GROUP_BUCKETS]; /* all, by context */
    struct noc_group world;
    struct noc_barrier_peers world_peers[NOC_BARRIER_ROUNDS];
    uint32_t handles; /* groups that this core has had */
    bool network_known;
    bool worms_copied; /* by routing and routers: worms may have several destinations */
    bool long_by_plan; /* broadcasts: the network is known, and what its routing can do it does */
    struct noc_partition cuts; /* the parameter block's */
    struct noc_topology topology;
    const struct noc_routing *routing;
    noc_plan *plans; /* all of this core, the one first that was made or looked for last */
    const struct hooks *hooks;
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
    uint32_t lefts;     /* bits in it and in `open` */
    uint32_t *asked;    /* a bit for each node: it was asked for a message that has not come */
    int32_t wanted;     /* of whom the call under way wants a message that no receive names */
    uint16_t pull_turn; /* where the search in `left` goes on */
    /* Last, so that all else is within reach of a load. */
    struct request receiving; /* of the blocking receive */
    struct request request[REQUESTS];
    struct request *more[REQUEST_CHUNKS];     /* further requests */
    struct onesided *onesided;                /* windows; NULL: there are none */
    uint16_t rested[CONTEXTS_RESTED];         /* of groups freed last: others are taken first */
    uint32_t freed;                           /* groups */
    uint32_t contexts_unclean[CONTEXT_WORDS]; /* messages of a group that failed may still come */
    struct stream stream[STREAMS];            /* the last long multicasts */
    uint32_t awaited; /* the signal that an opening waits for which goes on by itself; 0: none */
    uint32_t entries_awaited; /* transmit entries that one waits for which goes on by itself */
    struct noc_group
        *within; /* this core waits for all members of this group (group_waits); NULL: it
                           * does not, or they called something else */
    struct wait *within_wait; /* and so it waits */
    /* Messages that stay with their senders: this core's own, and others'. */
    struct backlog *backlogs; /* in any order */
    struct bounce *bounce;    /* NULL: there is none */
    uint32_t *open;           /* a bit for each node: it has a backlog for this core */
    uint32_t *dirty;   /* a bit for each node: something was left since its oldest was asked for */
    uint32_t short_at; /* so much of the arena was in use when something wanted had no room; or 0 */
    bool
        group_declined; /* something of an agreement was not taken: who waits for one looks again */
    uint8_t
        within_call; /* in `within`: 0: a barrier; else a meeting of this call, by WHAT_, or enum
                            within */
    uint8_t wanted_seen;  /* enum seen: of `wanted` */
    uint8_t windows_seen; /* the same: of what windows want, if something was left behind */
    struct want {
        struct wanted wanted;
        uint8_t kind; /* enum want_kind */
        uint8_t seen; /* enum seen */
        bool found;   /* WANT_PROBE: in a backlog, where it stays */
    } want[WANTS];
    struct want *probing; /* of the call under way, or NULL */
    noc_status found;     /* of the one that has found something */
    struct look {
        uint16_t turn; /* backlogs of nodes from this on are still to be looked through */
        uint16_t node; /* 1 + whose is looked through; 0: nobody's */
        bool on;       /* it is under way */
        bool due;      /* somebody waits for another */
        bool windows;  /* windows are aboard */
        bool tidy;     /* nothing that a window wants was left since the node's oldest was shown */
        bool passed;   /* it has passed a node by */
        uint8_t patience; /* whose is looked through has 2 to this times as long to answer */
        uint16_t counted; /* 1 + the node whose oldest was asked for last */
        uint16_t asked; /* how often the node was asked that was asked last, since its oldest was */
        uint32_t left;  /* messages of its since then */
    } look;
#ifdef LIFE_CHECKED
    uint8_t kept_life[LIFE_NODES],
        pull_life[LIFE_NODES]; /* as by life/eager.def (eager/checked.h) */
#endif
};

#ifdef NOC_COUNTED
extern struct layer_state *noc_layer_here; /* of the core that runs, on the host (cores/) */
#define noc_layer (*noc_layer_here)
#else
extern struct layer_state noc_layer;
#endif

/* What a call waits for (progress/wait.h). */
struct wait {
    uint64_t deadline;
    uint32_t note;  /* for the WAITING register, without the peer */
    uint32_t wake;  /* PENDING bits beyond the usual */
    uint32_t watch; /* transmit entries whose end is waited for */
    int32_t peer;
    /* Of who waits for a whole group (group_waits): */
    uint64_t ask_at; /* then `peer` is asked what it has called; 0: that is still to be set */
    int32_t asked;   /* who was; -1: nobody yet */
};

enum {
    STARVED_GROUP = 1 /* no memory for it */,
    STARVED_LEFT = 2 /* messages stay with senders */
};

enum detour {
    DETOUR_QUEUED = 1,      /* sends wait in `queued` */
    DETOUR_LAPSED = 2,      /* a long send's deadline has passed */
    DETOUR_GIVEN_UP = 4,    /* what a node has not taken was given up */
    DETOUR_WITHDRAWING = 8, /* a WITHDRAW is to be sent */
    DETOUR_LACKING = 16     /* there was no memory for a backlog */
};

/* A member's node. */
static inline uint32_t group_node(const struct noc_group *g, uint32_t rank)
{
    return g->members ? g->members[rank] : rank;
}

static inline struct offer *offer_of(struct slot *slot)
{
    return (struct offer *)slot->body;
}

static inline const struct offer *offer_in(const struct slot *slot)
{
    return (const struct offer *)slot->body;
}

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

/* W2 of this core's messages in the group, without the pad. */
static inline uint32_t group_w2(const struct noc_group *g, bool second)
{
    return wire_user(g->context, second, g->rank);
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

static inline struct slot *slot_of(uint32_t body)
{
    return (struct slot *)((uintptr_t)body - offsetof(struct slot, body));
}

#endif
