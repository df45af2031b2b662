/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Inside of the board model: what its files share. Users include board.h.
 *
 *   board.c        life, time, the network's callbacks
 *   board_time.c   timed events, deadlines
 *   ni_line.c      PENDING and the interrupt line
 *   ni_boot.c      BOOT
 *   ni_worm.c      memory of worms
 *   ni_set.c       sparse sets of (number, node)
 *   ni_tx.c        start-up, signals sent
 *   ni_arrival.c   what of a worm comes to one destination
 *   ni_rx.c        decide, land, show
 *   ni_regs.c      registers
 *   ni_counters.c  the counter block
 *   ni_state.c     the state block
 *   ni_stamp.c     the block of stamps
 *
 * Out of memory while running: abort(), as an emulator without memory cannot
 * go on, and a board that lost a worm would answer wrongly.
 */
#ifndef LIBNOC_MODEL_BOARD_PRIV_H
#define LIBNOC_MODEL_BOARD_PRIV_H

#include <stddef.h>

#include "board.h"
#include "memmap.h"
#include "regs.h"
#include "stamp.h"

/* --- sparse sets (ni_set.c) ---------------------------------------------- */

/* A sorted array of keys: number << 14 | node. */
struct ni_set {
    uint32_t *key;
    uint32_t used, room;
};

static inline uint32_t ni_key(uint32_t number, uint32_t node)
{
    return number << NOC_HEADER_NODE_BITS | node;
}
static inline uint32_t ni_key_number(uint32_t key)
{
    return key >> NOC_HEADER_NODE_BITS;
}
static inline uint32_t ni_key_node(uint32_t key)
{
    return key & noc_mask(NOC_HEADER_NODE_BITS);
}

bool ni_set_has(const struct ni_set *set, uint32_t key);
/* False: it was there already. */
bool ni_set_add(struct ni_set *set, uint32_t key);
/* False: it was not there. */
bool ni_set_remove(struct ni_set *set, uint32_t key);
/* Whether the set has a number from first on, and below end. */
bool ni_set_has_any(const struct ni_set *set, uint32_t first, uint32_t end);
/*
 * Of the lowest number in the set from `first` on: the key of the first node from next[number]
 * on, cyclically. The set must have such a number.
 */
uint32_t ni_set_turn(const struct ni_set *set, uint32_t first, const uint16_t *next);
void ni_set_free(struct ni_set *set);

/* --- worms (ni_worm.c) --------------------------------------------------- */

/* What a destination's NI does with a worm, decided when W2 has come. */
enum ni_fate {
    NI_FATE_NONE, /* not decided yet */
    NI_FATE_SINK, /* discarded or broken, and counted already */
    NI_FATE_SLOT,
    NI_FATE_WINDOW,
    NI_FATE_REFUSED, /* a body that its window did not take */
    NI_FATE_BROKEN,  /* a body that was broken at its tail, and counted already */
    NI_FATE_SIGNAL
};

/*
 * A worm at one of its destinations: the flits of the worm that came there.
 *
 *     ADDRESS u | COUNT 2 | l | l | ADDRESS v | LAST v | W0 | W1 | W2 | body
 *                          ---- list at u      ^ first ------------------->
 *
 * Flits are numbered from the header's first on.
 */
struct ni_arrival {
    struct ni_worm *worm;
    struct ni_arrival *next;     /* of the worm's copies, in the order of coming; or in the pool */
    uint32_t first;              /* the flit in front of W0 */
    uint32_t list, list_flits;   /* its own list: the first flit behind COUNT, and how many */
    uint32_t word[NOC_NI_WORDS]; /* W0, W1, W2 as they came */
    uint32_t generation;         /* of the queue or window when it was taken */
    uint32_t addr;               /* its slot, or the window's */
    uint32_t room;               /* bytes from there on that it may write */
    uint16_t node;
    uint8_t fate, index; /* of the queue or window */
    uint8_t port, vc;    /* it came by */
};

/*
 * A worm lives until the network has told of it for the last time, and nothing of it waits
 * for a TAU_R any more. What it was at its destinations lives as long.
 */
struct ni_worm {
    struct noc_worm net;         /* net.cookie points back here */
    struct ni_worm *prev, *next; /* all that live; or next in the pool */
    uint32_t word[NOC_NI_WORDS]; /* W0, W1, W2 */
    uint8_t size_class;          /* ni_worm.c */
    uint16_t to;                 /* a signal's destination */
    struct ni_worm *next_signal; /* of its node's `leaving` */
    uint64_t started; /* the cycle in which it was described; a signal that waits: to be given */
    uint32_t addr, list_addr,
        list_flits;   /* where its body was read, its first flits at list_addr */
    uint32_t holders; /* the network, and copies not shown or dropped yet */
    uint32_t behind;  /* flits of the list up to the last destination that was reached */
    struct ni_arrival *copies, *newest; /* at destinations but the last; first and last of them */
    struct ni_arrival *coming;          /* the first of them whose tail has not come */
    struct ni_arrival last; /* at the last destination; a worm without copies needs no other */
    uint32_t body[];        /* then its header, if that has several flits */
};

struct ni_pool {
    struct ni_worm *live;        /* list of all worms in use */
    struct ni_worm *spare[3];    /* by size class */
    struct ni_arrival *arrivals; /* spare ones */
};

/* A worm with room for `flits` of body and header list; its net.cookie is set, the network
 * holds it, the rest is 0. */
struct ni_worm *ni_worm_new(struct ni_pool *pool, uint32_t flits);
/* No holder needs it any more. */
void ni_worm_done(struct ni_pool *pool, struct ni_worm *w);
/* One holder less; the last one ends it. */
static inline void ni_worm_drop(struct ni_pool *pool, struct ni_worm *w)
{
    if (--w->holders == 0) {
        ni_worm_done(pool, w);
    }
}
/* One more copy of w, which holds it. */
struct ni_arrival *ni_worm_copy(struct ni_pool *pool, struct ni_worm *w);
void ni_pool_free(struct ni_pool *pool); /* with all that live */

/* --- time (board_time.c) ------------------------------------------------- */

/* An arrival to be shown in its v; or without one the end of the check of a header (TX_HEADERS). */
struct ni_event {
    uint64_t when, order;
    struct ni_arrival *arrival;
    uint32_t node, tau_s; /* of a check: TAU_S as the write of TX_HEADERS found it */
    uint16_t claim;       /* bits of TX_BUSY that are 1 only while it lasts */
};

/* A binary heap by (when, order). */
struct ni_events {
    struct ni_event *event;
    uint32_t used, room;
    uint64_t order;
};

void ni_event_add(struct ni_events *events, struct ni_event e); /* its order is made here */
uint64_t ni_event_next(const struct ni_events *events);         /* NOC_NEVER: none */
struct ni_event ni_event_take(struct ni_events *events);
/* The first arrival of node, which there must be, is no event any more. O(events). */
struct ni_arrival *ni_event_take_arrival(struct ni_events *events, uint32_t node);

/* --- a node's NI --------------------------------------------------------- */

struct ni_entry {
    uint64_t time;
    uint32_t word[NOC_NI_WORDS];
    uint32_t addr;
};

/*
 *   free ring   [first_free .. + frees)         slots the NI may take
 *   filling     worms on their way into slots taken
 *   entry ring  [first_entry .. + entries)      what the hart sees
 *
 * frees + filling <= 16 and filling + entries <= 16.
 */
struct ni_queue {
    struct ni_entry entry[NOC_QUEUE_SLOTS];
    uint32_t free[NOC_QUEUE_SLOTS];
    uint32_t size;       /* RX_SIZE, flits */
    uint32_t generation; /* RX_RESET disowns worms of earlier ones */
    uint8_t first_free, frees, filling, first_entry, entries;
};

struct ni_window {
    uint32_t addr, length, key, generation; /* length: bytes */
    uint32_t taken, landed;                 /* flits, of one that stays */
    uint16_t source;
    bool open, filling, stays;
};

/* Counters a node has besides those of the network; then the network's. */
enum ni_count {
    NI_COUNT_IN,
    NI_COUNT_OUT,
    NI_COUNT_DISCARDED,
    NI_COUNT_BAD,
    NI_COUNT_STARTUP,
    NI_COUNT_SIGNALS,
    NI_COUNTS,
    NI_COUNT_RELAYED = NI_COUNTS,
    NI_COUNT_EJECTED,
    NI_COUNT_LINKS,
    NI_COUNTS_ALL = NI_COUNT_LINKS + 3 * CNT_ROWS_MAX
};

/* What clearing and freezing need, made when first asked for. */
struct ni_view {
    uint32_t base[NI_COUNTS_ALL];   /* subtracted from what is counted */
    uint32_t frozen[NI_COUNTS_ALL]; /* shown while is_frozen */
    bool is_frozen;
};

enum {
    NI_SERVICE_SIGNALS = NOC_SIGNAL_EVEN * NOC_QUEUES, /* numbers below show in HEAD */
    NI_WORM_FLITS = 1 + NOC_NI_WORDS                   /* as it arrives, without its body */
};

struct ni {
    uint64_t deadline, startup_end, bad_time, mark[2];
    uint64_t tx_told; /* the first cycle in which TX_STATUS reads tx_status; CHECKING before */
    uint64_t tail;    /* the last cycle in which a tail came whose worm has a v (4.2) */
    uint64_t v_least, v_next; /* of tails of that cycle, and of later ones: v is not before it */
    uint32_t deadline_at;     /* place in the deadline heap, from 1; 0: not in it */
    uint32_t wake, tx_addr, tx_w0, tx_w1, tx_w2, tx_list_addr, tx_list_flits;
    uint32_t tx_headers_addr;
    uint32_t tau_s, tau_r, select, discard_select;
    uint32_t exit, waiting, pc, bad_header, bad_where;
    uint32_t count[NI_COUNTS];
    struct ni_view *view;
    struct ni_set sending, signals, discards;
    struct ni_set asked; /* (queue, node): was sent PULL, and has not answered by RESEND */
    uint16_t signal_next[NI_SERVICE_SIGNALS], discard_next[NOC_QUEUES];
    uint16_t waits; /* worms whose tails have come and whose v has not */
    uint16_t tx_busy, tx_watch;
    uint8_t tx_status, window_index, window_done;
    uint8_t ready;       /* bit q: queue q has an entry */
    uint8_t signal_turn; /* the number at which SIGNAL_HEAD begins its search */
    bool due;            /* the deadline was reached */
    bool line, trapped;
    bool watched; /* PENDING is, which was: */
    uint32_t watched_pending;
    uint64_t watched_deadline; /* as `deadline` was */
    struct ni_window window[NOC_WINDOWS];
    struct ni_queue *queue[NOC_QUEUES]; /* made when first used */
};

/* NI_BOOT: what was written, and is not seen yet. One hart writes, once a cycle at most. */
struct ni_boot {
    struct {
        uint64_t when; /* from this cycle on all nodes read it */
        uint32_t value;
    } coming[NOC_NI_SEND_CYCLES];
    uint32_t first, used; /* of that ring */
    uint32_t shown;
    bool closed; /* READY was written */
};

/* A router's stamps, made with the first one. */
struct ni_stamps {
    struct noc_stamp stamp[NOC_STAMPS];
    uint32_t written; /* ever */
    uint64_t cycle;   /* of the last one */
    uint32_t fresh;   /* of that cycle */
};

struct noc_board {
    struct noc_board_config config;
    struct noc_board_ops ops;
    struct noc_net *net;
    struct ni *ni;
    uint32_t wiring;          /* NI_WIRING */
    struct ni_worm **leaving; /* [node]: its signals that have not left, oldest first. NULL: it does
                               * not matter, since none can pass another */
    struct ni_pool pool;
    struct ni_events events;
    uint16_t *deadlines; /* heap of nodes by deadline */
    uint32_t deadlines_used;
    struct ni_boot boot;
    struct ni_stamps **stamps; /* [node]; NULL: never on since the reset */
    bool stamping;
    bool in_net, stop;
};

/* The longest list that an NI keeps for its node, or lets pass for others (2). */
static inline uint32_t ni_list_flits(const struct noc_board *board)
{
    return board->config.list_flits ? board->config.list_flits : noc_mask(NOC_HEADER_FIELD_BITS);
}

/* Deadlines (board_time.c): put node where its deadline, its WAKE and `due`
 * say it belongs. */
void ni_deadline_place(struct noc_board *board, uint32_t node);
uint64_t ni_deadline_next(const struct noc_board *board);

/* BOOT (ni_boot.c): written, in cycle `when`; the cycle from which on the oldest write that
 * nobody has seen is seen (NOC_NEVER: none); seen, if that is `now`. */
void ni_boot_write(struct noc_board *board, uint32_t node, uint32_t value, uint64_t when);
uint64_t ni_boot_next(const struct noc_board *board);
void ni_boot_show(struct noc_board *board, uint64_t now);

/* ni_line.c */
/* PENDING as a hart sees it in cycle `time`. */
uint32_t ni_pending(const struct noc_board *board, uint32_t node, uint64_t time);
/* Something changed that a hart sees from cycle `time` on: move the line. */
void ni_update(struct noc_board *board, uint32_t node, uint64_t time);

/* ni_tx.c */
void ni_start(struct noc_board *board, uint32_t node, uint32_t header, uint64_t when);
/* TX_HEADERS: a worm whose n header flits lie at TX_HEADERS_ADDR. */
void ni_start_headers(struct noc_board *board, uint32_t node, uint32_t n, uint64_t when);
/* The last of them has been looked at. */
void ni_checked(struct noc_board *board, const struct ni_event *check);
/* TX_STATUS in cycle `time`. */
uint32_t ni_tx_status(const struct ni *ni, uint64_t time);
void ni_signal(struct noc_board *board, uint32_t node, uint32_t to, uint32_t number, uint64_t when);
void ni_left(struct noc_board *board, struct ni_worm *w, uint64_t when);

/* ni_arrival.c */
/* The worm of which the network has just told that it is at node. Destinations come in the
 * order of visits. */
struct ni_arrival *ni_arrival_new(struct noc_board *board, struct ni_worm *w, uint32_t node);
/* Its flits, from `first` on. */
static inline uint32_t ni_arrival_flits(const struct ni_arrival *a)
{
    return a->worm->net.flits - a->first;
}
/* Its header as it came. */
uint32_t ni_arrival_header(const struct ni_arrival *a);
/* The bytes from a->addr on that it will fill. */
uint32_t ni_arrival_bytes(const struct ni_arrival *a);
/* Where words of memory are undefined, something else than what they will be. */
void ni_arrival_scramble(struct noc_board *board, const struct ni_arrival *a);
/* Copy the list, if any, and then the body to RAM, from a->addr on, as far as there is room. */
void ni_arrival_land(struct noc_board *board, const struct ni_arrival *a);

/* ni_rx.c */
void ni_arrive(struct noc_board *board, struct ni_arrival *a, uint64_t when);
void ni_deliver(struct noc_board *board, struct ni_arrival *a, uint64_t when);
void ni_show(struct noc_board *board, struct ni_arrival *a, uint64_t when);
void ni_bad(struct noc_board *board, const struct ni_arrival *a, uint32_t header,
            enum noc_bad_reason reason, uint64_t when);
struct ni_queue *ni_queue_get(struct ni *ni, unsigned q); /* makes it */
void ni_queue_free_slot(struct ni_queue *queue, uint32_t addr);
void ni_queue_pop(struct ni *ni, unsigned q);
void ni_queue_reset(struct ni *ni, unsigned q);

/* ni_counters.c */
void ni_counters_command(struct noc_board *board, uint32_t node, uint32_t bits);

/* ni_state.c: the word at STATE_IN, _FRONT, _OUT or _WORM of a row. */
uint32_t ni_row_word(const struct noc_net_row *row, uint32_t offset);

/* ni_stamp.c: before, and after, there is another network. */
void ni_stamps_free(struct noc_board *board);
void ni_stamps_reset(struct noc_board *board);

/* calloc that does not fail. */
void *ni_alloc(size_t count, size_t bytes);

#endif
