/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of one-sided access share; nothing here is for applications. README.md of firmware
 * explains the protocol. A window here is memory of the members' that all of them may access, not
 * one of the NI's, in which bodies land.
 *
 *     windows.c     making and freeing; going on with all of them
 *     calls.c       the calls of programs that access another member's memory
 *     origin.c      what is under way of these
 *     fence.c       fences, flushes, and waiting
 *     lock.c        the calls for locks
 *     target.c      what other members want of this one
 *     lock_list.c   who has and wants this member's lock
 *     answers.c     what is under way to and from other members for their sake
 *     operations.c  which operation an accumulate means
 *     lookup.c      windows by their names
 *     blocks.c      the memory of what is under way
 */
#ifndef NOC_ONESIDED_PRIV_H
#define NOC_ONESIDED_PRIV_H

#include "layer/layer.h"

/* --- messages ------------------------------------------------------------------------- */

/* In the window's group. What a member wants, the body of a long put, what a get gets, and that a
 * lock is granted. */
enum window_tag { TAG_HEADER, TAG_DATA, TAG_REPLY, TAG_GRANT };

enum access_kind {
    ACCESS_PUT,        /* with its bytes */
    ACCESS_PUT_LONG,   /* the bytes follow as a message TAG_DATA */
    ACCESS_ACCUMULATE, /* with elements */
    ACCESS_GET,        /* answered from the memory itself */
    ACCESS_FETCH,      /* an accumulate that is answered by what was there; without elements: a get
                          between whose elements nothing else happens */
    ACCESS_SWAP,       /* with what is expected and what is to be there then; the same answer */
    ACCESS_FLUSH,      /* answered by nothing when all that came before is done */
    ACCESS_LOCK,       /* operation: 1 exclusive, 0 shared. Answered by a grant */
    ACCESS_UNLOCK,     /* operation: 1 a flush, too; 0 not answered */
    ACCESS_KINDS
};

/* What a message TAG_HEADER begins with. */
struct header {
    uint32_t offset, bytes; /* the place in the window */
    uint16_t operation;
    uint8_t kind; /* enum access_kind */
    uint8_t unused;
};

enum {
    HEADER_BYTES = sizeof(struct header),
    INLINE_BYTES = NOC_EAGER_BYTES - HEADER_BYTES, /* of a put that needs no message TAG_DATA */
    PIECE_BYTES = 240, /* of an accumulate: no element of 1, 2, 4, 8 or 16 bytes is divided */
    SWAP_BYTES = 16,
    ANSWERS = 4,      /* that a member waits for of another at once, and long puts to it */
    ANSWERS_KEPT = 8, /* under way to one member: more are only asked for by one that errs, or
                           before this core has heard that the earlier ones came */
    SPARES = 4        /* blocks that are kept for the next use */
};

/* --- this member's own accesses ---------------------------------------------------------- */

/* One that could not be sent at once, or that is answered. */
struct access {
    struct access *next;
    struct request *request; /* TAG_DATA's send, or the answer's receive; NULL: none */
    const uint8_t *from;
    uint8_t *to;
    uint32_t bytes;  /* not sent, or not asked for */
    uint32_t offset; /* of these */
    uint32_t answer; /* bytes of the answer under way */
    uint16_t operation;
    uint8_t kind;
    uint8_t piece; /* bytes that a message has at most */
    bool headed;   /* a long put: its header is sent */
    uint8_t own[]; /* ACCESS_SWAP: what `from` points to */
};

/* A member whom some of them concern. They are sent in order; the first alone may be half sent. */
struct peer {
    struct peer *next;
    uint32_t rank, node;
    struct access *first, **end; /* to be sent */
    struct access *sent;         /* that wait for their request, in any order */
    uint32_t waiting;            /* how many */
    struct access *last_flush;   /* nothing follows it */
};

/* A lock that this member has, or wants, of another or of itself. */
struct hold {
    struct hold *next;
    struct request *grant; /* its receive; NULL: it has come, or none is needed */
    uint32_t rank;
    bool exclusive, held, leaving;
};

/* --- for other members --------------------------------------------------------------------- */

/* A message to or from another member that is under way for its sake. */
struct served {
    struct served *next;
    struct request *request;
    uint32_t rank;
    bool landing;   /* a long put to here; else an answer */
    uint8_t copy[]; /* an answer's body, if it is not the memory itself */
};

/* A member that has the lock of this member's memory, or waits for it. */
struct lock {
    struct lock *next;
    uint32_t rank;
    bool exclusive;
    bool told; /* it has it */
};

/* --- windows --------------------------------------------------------------------------------- */

struct window {
    struct window *next;
    noc_group *group; /* of its own; the same number is the program's name for the window */
    struct noc_group *g;
    uint8_t *memory;
    uint32_t bytes;
    uint32_t *sizes;    /* of each member's memory; NULL: all have `bytes` */
    uint32_t *touched;  /* a bit for each member: a long put to it has begun, and it has not said
                           since then that all is done */
    struct peer *peers; /* those of whom something is under way */
    struct hold *holds;
    struct served *served;
    struct lock *locks;       /* in the order in which they were asked for */
    const noc_op *const *ops; /* the program's */
    uint32_t ops_count;
    const noc_op *op; /* of the last accumulate, and its number */
    uint16_t op_number;
    bool meeting;  /* a fence is under way that has come to its barrier */
    int8_t failed; /* noc_err of an access since the last fence, and of whose */
    int32_t failed_node;
};

/* All of this core. */
struct onesided {
    struct window *windows;
    const struct layer_above *below; /* collectives, which go on first; or NULL */
    struct spare *spare;             /* blocks */
    uint8_t spares;
    bool left; /* a header may be among the messages without a receive */
};

/* lookup.c */
/* NULL: there is no such window. */
struct window *window_of(const noc_window *name);
/* By the context of its group. */
struct window *window_in(uint32_t context);

/* blocks.c */
/* So many bytes at least are in any block. */
enum { BLOCK_BYTES = sizeof(struct access) };
/* NULL: no memory. */
void *block_new(uint32_t bytes);
/* block: may be NULL */
void block_free(void *block);
/* Those that are kept go back to the heap. */
void blocks_end(void);
/* It is not under way any more when this returns. */
void request_end(struct request *r);

static inline bool in_range(uint32_t size, uint32_t offset, uint32_t bytes)
{
    return offset <= size && bytes <= size - offset;
}

static inline void window_touch(struct window *w, uint32_t rank)
{
    w->touched[rank / 32] |= 1u << rank % 32;
}

static inline void window_untouch(struct window *w, uint32_t rank)
{
    w->touched[rank / 32] &= ~(1u << rank % 32);
}

static inline bool window_is_touched(const struct window *w, uint32_t rank)
{
    return w->touched[rank / 32] >> rank % 32 & 1;
}

/* fence.c */
/* The node, or if it is negative the first of any, for which a header of the window's waits in a backlog
 * or behind other sends; -1: there is none. (Of what leaves at once each is accepted before the next.) */
int32_t header_on_detour(const struct window *w, int32_t node);

/* operations.c */
/* Its number; 0: it has none, or makes no sense. */
uint16_t op_number(struct window *w, const noc_op *op);
/* NULL: no operation has this number. */
const noc_op *op_numbered(const struct window *w, uint32_t number);

/* origin.c */
/* Go on with what this member has under way. */
void origin_progress(struct window *w);
/* Forget it. Nothing of it is under way any more. */
void origin_end(struct window *w);
struct peer *peer_find(const struct window *w, uint32_t rank);
/* NULL: no memory. */
struct access *access_new(enum access_kind kind, uint32_t own);
/* It is the window's from now on, behind others to the same member. NOC_ERR_MEMORY: it is gone. */
noc_err access_begin(struct window *w, uint32_t rank, struct access *a);
/* An access of one message without an answer, if it can go at once. */
bool access_at_once(struct window *w, uint32_t rank, const struct header *h, const void *body,
                    uint32_t bytes, noc_err *err);
/* A flush of that member, unless one is the last that is under way. */
noc_err flush_begin(struct window *w, uint32_t rank);

/* target.c */
/* A message has come for which there is no receive. True: it was this room's, and is gone. */
bool target_takes(struct slot *slot);
bool target_wants(const struct slot *slot);
/* Headers that could not be served when they came. */
void target_serve(void);

/* answers.c */
/* A message to another member. False: not now. copied: its body changes soon. */
bool answer_send(struct window *w, uint32_t rank, uint32_t tag, const void *body, uint32_t bytes,
                 bool copied);
/* The body of that member's long put goes there. False: not now. */
bool answer_landing(struct window *w, uint32_t rank, void *to, uint32_t bytes);
/* All of its long puts are here. */
bool answer_has_landed(const struct window *w, uint32_t rank);
/* Forget those that are done; and all, which are not under way any more then. */
void answers_retire(struct window *w);
void answers_end(struct window *w);

/* lock_list.c */
/* The link to this member's; to NULL: it has none. */
struct lock **lock_find(struct window *w, uint32_t rank);
/* What a member asks for. False: not now. */
bool lock_asked(struct window *w, uint32_t rank, bool exclusive);
void lock_left(struct window *w, uint32_t rank);
/* Tell those who have a lock now. */
void locks_progress(struct window *w);

/* lock.c */
void locks_end(struct window *w);

/* fence.c */
typedef bool window_over(struct window *w, uint32_t rank, int32_t *peer);
/* Until over() says so; what it waits for is seen to meanwhile. */
noc_err window_wait(struct window *w, window_over *over, uint32_t rank, struct wait *wait);
/* What others want of this member and is in the NI: a call that need not wait sees to it too. */
void window_see(void);
/* What ends with the window is over, and all members have called noc_window_free. */
noc_err fence_to_end(struct window *w, struct wait *wait);
uint32_t wait_left(const struct wait *wait);

#endif
