/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nocturne's message passing. One program runs on every core; a core asks for
 * its number and the number of cores, and sends and receives.
 *
 * - Lengths of messages are in bytes, and buffers have any alignment. No call writes a byte outside
 *   the buffer. Whole words at word-aligned places are fastest. (Multicasts: see below.)
 * - A rank is a node number, or a member's place in a group. Sending to oneself is legal.
 * - Messages from one core to another are received in the order sent, among
 *   those that a receive matches. Nothing is lost, however late or slow the
 *   receiver is.
 * - Every call that can wait takes a timeout in cycles; NOC_FOREVER waits
 *   without one. A call that times out names whom it waited for.
 * - Up to NOC_EAGER_BYTES a send returns when the buffer may be used again,
 *   whether or not the receiver has asked for it; a longer one returns when
 *   the body is in the receiver's memory (rendezvous).
 * - Not reentrant: never call from a trap handler.
 */
#ifndef NOC_H
#define NOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum noc_err {
#define NOC_ERR(name, value, text) NOC_ERR_##name = (value),
#include "noc_err.def"
#undef NOC_ERR
} noc_err;

#define NOC_CHECKED    __attribute__((warn_unused_result))

#define NOC_FOREVER    UINT32_MAX /* no deadline */
#define NOC_ANY_SOURCE (-1)
#define NOC_ANY_TAG    (-1)
#define NOC_TAG_MAX    65535
/*
 * Added to max_bytes: a message that is longer is received all the same. The buffer gets its first
 * max_bytes, the rest is dropped, status has the whole length, and the result is NOC_ERR_TRUNCATED.
 * Without it the message stays, and can be received again with room.
 */
#define NOC_CUT        (UINT32_C(1) << 31)

enum {
    NOC_EAGER_BYTES = 256, /* longest message sent eagerly */
    NOC_REQUESTS = 16,     /* isend and irecv under way at once that need no heap */
    NOC_CONTEXTS = 1024,   /* groups a core may be in at once, the world included; at most 4,096 */
    NOC_LOST_CYCLES = 1000000 /* whoever has not taken a message by then may be given up */
};

/*
 * What comes before this core has asked for it is kept in the layer's own memory, never in the heap.
 * Where that is full, messages stay with their senders; a receive that names its source gets its
 * message all the same. It has NOC_ARENA_BYTES, or what one line of the program says, outside of all
 * functions, at least NOC_ARENA_MIN:
 *
 *     NOC_ARENA(65536)
 */
enum { NOC_ARENA_BYTES = 16384, NOC_ARENA_MIN = 2048 };

void *noc_arena(uint32_t *bytes); /* the layer asks it once */

#define NOC_ARENA(size)                                                                 \
    _Static_assert((size) >= NOC_ARENA_MIN, "NOC_ARENA: at least NOC_ARENA_MIN bytes"); \
    void *noc_arena(uint32_t *bytes)                                                    \
    {                                                                                   \
        static uint64_t noc_arena_memory[(size) / 8]                                    \
            __attribute__((section(".noinit.noc_arena")));                              \
                                                                                        \
        *bytes = sizeof(noc_arena_memory);                                              \
        return noc_arena_memory;                                                        \
    }

/* What was received, or would be. */
typedef struct noc_status {
    uint32_t source; /* rank, in the group of the receive */
    uint32_t tag;
    uint32_t bytes; /* the message's whole length */
    uint64_t when;  /* cycle at which its last word was visible in the NI; of more than
                        NOC_EAGER_BYTES: at which the receiver noticed its end */
} noc_status;

typedef struct {
    uint16_t index, generation;
} noc_request;

#define NOC_NO_REQUEST ((noc_request){.index = UINT16_MAX})

/* How one of several requests ended. */
typedef struct {
    uint32_t place; /* in the array */
    noc_err result;
    noc_status status;
} noc_done;

/* A message that was looked at, and is this caller's to receive. */
typedef struct {
    uint8_t number;
} noc_message;

/* Must come first. Sets up queues and slots. */
noc_err noc_init(void) NOC_CHECKED;
/* Bytes of the heap that noc_init takes on this board. May be called before it. */
uint32_t noc_init_bytes(void);
/* Bytes of RAM that each core has, from address 0x80000000 on. May be called before noc_init. */
uint32_t noc_ram_bytes(void);

/*
 * Wait until everything this core sent was accepted where it goes. A core that
 * ends without it may take the only copy of a message along; exit() calls it
 * with a deadline of a million cycles. If that passes the core prints who did not
 * take its message, and ends with status 122 where it would have been 0. exit() does so, too, if
 * another core has called a collective operation in the world that this core has not, and that has
 * sent it something.
 */
noc_err noc_finish(uint32_t timeout) NOC_CHECKED;

/*
 * End the program on all cores at once, whatever they do, with this status, or with 255 if it is
 * larger or negative; the first core to call it counts. May be called before noc_init, and by a core that is to exit. What
 * was sent is lost, and nothing is flushed but this core's line of the console.
 */
_Noreturn void noc_abort(int status);

uint32_t noc_rank(void); /* this core; also after a noc_init that found no memory */
uint32_t noc_size(void); /* how many there are */
uint64_t noc_now(void);  /* board time, cycles; goes on while asleep */
/* Sleep until then. Nothing of the layer makes progress meanwhile. May be called before noc_init. */
void noc_sleep_until(uint64_t when);
/* This core's RAM: where it begins, and how long it is. */
void *noc_memory(uint32_t *bytes);
/*
 * How wide the board is in each dimension, if it is a mesh, a torus or a cube and the parameter
 * block says so: widths[0] is of a node number's lowest digit. At most max are written. Returns how
 * many dimensions there are; 0: no such network is known.
 */
uint32_t noc_widths(uint16_t *widths, uint32_t max);

const char *noc_strerror(noc_err err); /* never NULL */
/* Whom the last call that timed out waited for, a node; -1: anybody. */
int32_t noc_last_peer(void);

/* A group of cores, each with a rank; below. Messages of different groups are never taken for each
 * other. Of each call there are two: among all cores, and in a group (_in). */
typedef struct noc_group_name noc_group;

noc_err noc_send(uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                 uint32_t timeout) NOC_CHECKED;
noc_err noc_send_in(noc_group *group, uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                    uint32_t timeout) NOC_CHECKED;
/* from, tag: or NOC_ANY_SOURCE, NOC_ANY_TAG. status may be NULL. The deadline is
 * not heeded while the body of a long message lands in the buffer. */
noc_err noc_recv(int32_t from, int32_t tag, void *body, uint32_t max_bytes, noc_status *status,
                 uint32_t timeout) NOC_CHECKED;
noc_err noc_recv_in(noc_group *group, int32_t from, int32_t tag, void *body, uint32_t max_bytes,
                    noc_status *status, uint32_t timeout) NOC_CHECKED;

/* Start, and finish later. The buffer belongs to the request until then. What a core sends to itself
 * is done at once if the arena has room for it, otherwise when it was received. */
noc_err noc_isend(uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                  noc_request *request) NOC_CHECKED;
noc_err noc_isend_in(noc_group *group, uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                     noc_request *request) NOC_CHECKED;
noc_err noc_irecv(int32_t from, int32_t tag, void *body, uint32_t max_bytes,
                  noc_request *request) NOC_CHECKED;
noc_err noc_irecv_in(noc_group *group, int32_t from, int32_t tag, void *body, uint32_t max_bytes,
                     noc_request *request) NOC_CHECKED;
/* *done says whether it is finished; if so the request is gone and the result
 * of its operation is returned. */
noc_err noc_test(noc_request *request, bool *done, noc_status *status) NOC_CHECKED;
/* After NOC_ERR_TIMEOUT, and NOC_ERR_MEMORY, the request is still under way. */
noc_err noc_wait(noc_request *request, noc_status *status, uint32_t timeout) NOC_CHECKED;
/*
 * Several requests, each under way or NOC_NO_REQUEST; one that is finished becomes NOC_NO_REQUEST.
 * After NOC_ERR_TIMEOUT, and NOC_ERR_MEMORY, the others are still under way.
 *
 * any: until one is finished; *place says which, or is count if none is under way. The result is
 * that request's own.
 * some: the same; `done` (room for count) says of *finished requests how they ended.
 * all: until all are finished. done[i] (done may be NULL) says how requests[i] ended; the first
 * result that is an error is also returned.
 */
noc_err noc_wait_any(noc_request *requests, uint32_t count, uint32_t *place, noc_status *status,
                     uint32_t timeout) NOC_CHECKED;
noc_err noc_wait_some(noc_request *requests, uint32_t count, noc_done *done, uint32_t *finished,
                      uint32_t timeout) NOC_CHECKED;
noc_err noc_wait_all(noc_request *requests, uint32_t count, noc_done *done,
                     uint32_t timeout) NOC_CHECKED;

/*
 * Give a request up. *cancelled: it is gone; what was to be sent does not arrive, and what was to
 * be received stays. Otherwise it is finished, or about to be: wait for it.
 */
noc_err noc_cancel(noc_request *request, bool *cancelled) NOC_CHECKED;

/* Done when the receiver has matched it and has the body, whatever its length. Without a request not
 * to oneself (NOC_ERR_ARGUMENT), since nobody could receive it meanwhile. */
noc_err noc_send_synchronous(uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                             uint32_t timeout) NOC_CHECKED;
noc_err noc_send_synchronous_in(noc_group *group, uint32_t to, uint32_t tag, const void *body,
                                uint32_t bytes, uint32_t timeout) NOC_CHECKED;
noc_err noc_isend_synchronous(uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
                              noc_request *request) NOC_CHECKED;
noc_err noc_isend_synchronous_in(noc_group *group, uint32_t to, uint32_t tag, const void *body,
                                 uint32_t bytes, noc_request *request) NOC_CHECKED;

/* Send and receive at once. After NOC_ERR_TIMEOUT neither is under way, but one of the two may have
 * happened. */
noc_err noc_exchange(uint32_t to, uint32_t send_tag, const void *body, uint32_t bytes, int32_t from,
                     int32_t tag, void *to_body, uint32_t max_bytes, noc_status *status,
                     uint32_t timeout) NOC_CHECKED;
noc_err noc_exchange_in(noc_group *group, uint32_t to, uint32_t send_tag, const void *body,
                        uint32_t bytes, int32_t from, int32_t tag, void *to_body,
                        uint32_t max_bytes, noc_status *status, uint32_t timeout) NOC_CHECKED;

/*
 * Wait until a receive would find a message, and take it: only noc_recv_taken receives it from then
 * on. NOC_ERR_BUSY: 255 are taken and not yet received. NOC_ERR_ARGUMENT of noc_recv_taken: it is
 * not there, because it was received, or its sender's deadline has passed. After any other error
 * it may be called again.
 */
noc_err noc_take(int32_t from, int32_t tag, noc_message *message, noc_status *status,
                 uint32_t timeout) NOC_CHECKED;
noc_err noc_take_in(noc_group *group, int32_t from, int32_t tag, noc_message *message,
                    noc_status *status, uint32_t timeout) NOC_CHECKED;
noc_err noc_recv_taken(noc_message *message, void *body, uint32_t max_bytes, noc_status *status,
                       uint32_t timeout) NOC_CHECKED;

/* Wait until a receive would find a message; it stays. timeout 0: only look
 * (NOC_ERR_TIMEOUT: there is none). */
noc_err noc_probe(int32_t from, int32_t tag, noc_status *status, uint32_t timeout) NOC_CHECKED;
noc_err noc_probe_in(noc_group *group, int32_t from, int32_t tag, noc_status *status,
                     uint32_t timeout) NOC_CHECKED;

/*
 * Groups. Made together by all their members, who all pass the same list, in any order: ranks within
 * a group follow it. A core may be in as many groups at once as it has memory for, up to
 * NOC_CONTEXTS with the world.
 *
 * noc_group * is a name, not an address: after noc_group_free every call with it says
 * NOC_ERR_GROUP, whatever groups are made later.
 */

/* How a member learns whom it must hand a multicast on to. */
typedef enum noc_relay {
    NOC_BY_PLAN = 0,  /* every member has made the whole plan for itself, beforehand */
    NOC_BY_LIST = 1,  /* only the root has; a message begins with the list of those whom its
                        receiver serves, two in a flit; of a worm with several destinations
                        with the lists of all of them */
    NOC_BY_HEADER = 2 /* the same, but routers give each receiver its own list: a compound header.
                        Only for worms with several destinations */
} noc_relay;

/* The group of all cores; exists from noc_init on, without slots. NULL before. */
noc_group *noc_world(void);
/*
 * Make a group of these nodes, each named once. The list is copied. Cores that are in several groups
 * make them in the same order. If all members have a receive queue free (a core has 6, or 5 in
 * programs with broadcasts or long multicasts, and the world one of them), the group gets it: then it
 * may have slots for multicasts, and its barrier is faster.
 *
 * NOC_ERR_GROUP: this core is not a member, or all contexts of the members are in use.
 * NOC_ERR_MEMORY: this core has none for it; the other members get NOC_ERR_GROUP.
 * After any error this core has given back what it took, and may try again, also with the same
 * members. After NOC_ERR_TIMEOUT others may have the group all the same: their calls in it time out.
 */
noc_err noc_group_create(const uint16_t *members, uint32_t count, noc_group **group,
                         uint32_t timeout) NOC_CHECKED;
/*
 * Make groups out of one: all members call it, and those with the same color (0 or more) become a
 * group, in the order of their keys, and of their ranks where these are equal. color < 0: this core
 * gets none (*made is NULL). Errors are those of noc_group_create, and NOC_ERR_ARGUMENT: also if a
 * member makes another call of these three. After NOC_ERR_TIMEOUT it goes on when it is called again,
 * with the same color and key.
 */
noc_err noc_group_split(noc_group *group, int32_t color, int32_t key, noc_group **made,
                        uint32_t timeout) NOC_CHECKED;
/* The same members again, in another group. */
noc_err noc_group_duplicate(noc_group *group, noc_group **made, uint32_t timeout) NOC_CHECKED;
/*
 * Allocate the slots of a group, once, before its first multicast: all members call it, with the
 * same slot_bytes (the longest body that a multicast in it may have) and relay. With NOC_BY_LIST and
 * NOC_BY_HEADER each slot has room for the longest list as well, a flit for two members; with
 * NOC_BY_LIST where worms may have several destinations for all lists of one, a flit for each
 * member.
 *
 * NOC_ERR_QUEUE: the group has no receive queue. NOC_ERR_MEMORY: a member has none for it; all
 * members may try again. NOC_ERR_ARGUMENT: also if the members' slot_bytes or relays differ;
 * noc_last_peer() is then a member that knows of it. After NOC_ERR_TIMEOUT it goes on when it is
 * called again.
 */
noc_err noc_group_reserve(noc_group *group, uint32_t slot_bytes, noc_relay relay,
                          uint32_t timeout) NOC_CHECKED;
/*
 * All members call it, and nothing else with this group any more. It waits until the others have
 * accepted what this core has sent in the group. Messages that were not received are forgotten;
 * receives in it end with NOC_ERR_GROUP. After NOC_ERR_TIMEOUT this core has left the group all the
 * same, and noc_last_peer() is a member that did not come, or did not accept a message.
 * No other call, not even a barrier, is taken for it.
 * NOC_ERR_MISMATCH: the group is freed, but a member had called a collective operation in it that this
 * core had not; noc_last_mismatch() says which.
 */
noc_err noc_group_free(noc_group *group, uint32_t timeout) NOC_CHECKED;
/*
 * The same without waiting for the other members: a barrier among them (noc_barrier, noc_ibarrier) has
 * told this core that they use the group no more, either. After NOC_ERR_TIMEOUT (something that this
 * core has sent in it was not accepted) nothing has happened.
 */
noc_err noc_group_leave(noc_group *group, uint32_t timeout) NOC_CHECKED;
uint32_t noc_group_size(const noc_group *group);
int32_t noc_group_rank(const noc_group *group); /* this core's place in it; -1: no such group */
/* The node of a member; -1: there is no such member, or group. */
int32_t noc_group_node(const noc_group *group, uint32_t rank);

/* No member returns before all have called. NOC_ERR_MISMATCH, also of the calls above that make groups
 * out of one: a member waits in a collective operation instead, as noc_last_mismatch() says. */
noc_err noc_barrier(noc_group *group, uint32_t timeout) NOC_CHECKED;

/*
 * A route for multicasts in a group, from one root by one algorithm of libnoc (by name, with its
 * parameter: "mu-torus:8"). All members create it, with the same arguments. NOC_BY_PLAN: each works
 * the whole plan out, with two bytes for each member meanwhile, and keeps its own worms: 12 bytes for
 * each child; where worms have several destinations 4 for each child and 12 for each worm.
 * NOC_BY_LIST, NOC_BY_HEADER, in a group made for it (for lists: both): only the root does, and keeps
 * the two bytes for each member. Where worms have several destinations, moreover: at the root as by
 * plan; else 16 bytes for each member.
 *
 * NOC_ERR_ALGORITHM: its proof does not hold here, or it is no broadcast that it is made for (if
 * the parameter block says force: the NI would refuse its worms); NOC_BY_HEADER without routers for
 * it; lists of a partition that the parameter block gives (m-torus).
 */
typedef struct noc_plan noc_plan;
noc_err noc_plan_create(noc_group *group, uint32_t root_rank, const char *algorithm,
                        noc_relay relay, noc_plan **plan) NOC_CHECKED;
/* The node from which this core gets the plan's multicasts, and of how many members, itself
 * included, it is responsible for. By list: of the last one that came, before the first -1 and 0.
 * At the root -1 and the whole group. answers_for may be NULL. */
int32_t noc_plan_parent(const noc_plan *plan, uint32_t *answers_for);
/* NULL, and a plan that is freed already, are ignored. A plan whose group was freed can only be
 * freed: noc_multicast says NOC_ERR_GROUP, even if another group has taken its group's place. */
void noc_plan_free(noc_plan *plan);

/*
 * Multicast: every member calls it, in the same order as every other
 * multicast of the group. The root's body goes to all others. Returns at the
 * root when its buffer may be used again, elsewhere when the body is there and
 * what this member forwards has left it. The root's bytes is the length,
 * NOC_ERR_LENGTH above the group's slot_bytes; elsewhere it is the room there is. Buffers
 * may lie anywhere; those that begin at a word are copied faster.
 * NOC_ERR_LIST: what came was of another plan, or of another root's (by list the root alone decides);
 * it was dropped, and noc_last_peer is who sent it.
 * After NOC_ERR_TIMEOUT, TRUNCATED or MEMORY nothing was done: call again.
 */
noc_err noc_multicast(noc_plan *plan, void *body, uint32_t bytes, uint32_t timeout) NOC_CHECKED;

/*
 * The same for long bodies, by a plan that all members know (NOC_BY_PLAN); the group needs neither a
 * receive queue nor slots. The body goes in segments of so many bytes (whole words; 0: in one), which
 * land in the members' buffers and go on from there, while the next one arrives. All members call it
 * with the same bytes and segment_bytes; nothing is sent before all have called. Buffers that begin at a word are
 * never copied; for others memory of the body's length is taken from the heap meanwhile.
 *
 * NOC_ERR_TIMEOUT: it is still under way, as is its use of the buffer. The same call with the same
 * arguments continues it. Any other long multicast, noc_plan_free and noc_group_free give it up; then
 * it is over at this member, and so are all later ones in this group (NOC_ERR_MISMATCH). Members that
 * call with other lengths wait for each other until their deadlines.
 */
noc_err noc_multicast_long(noc_plan *plan, void *body, uint32_t bytes, uint32_t segment_bytes,
                           uint32_t timeout) NOC_CHECKED;

/*
 * Collective operations. All members of a group call the same ones in the same order, each with
 * the same root, lengths and operation; other calls may come between them. Roots and blocks are
 * numbered by ranks in the group. Lengths are in bytes, of any size and alignment; what is reduced
 * is counted in elements, of which an operation knows the size.
 *
 * - A block that a member has in `from` and also gets in `to` may be at the same place. Otherwise
 *   the two do not overlap.
 * - Each call returns when this member's part is done. That says nothing of the others.
 * - NOC_ERR_TIMEOUT, and NOC_ERR_MEMORY after something was sent: the operation is still under way,
 *   as is its use of the buffers. The same call with the same arguments continues it. Another one
 *   in this group, or noc_group_free, gives it up (NOC_ERR_MISMATCH).
 * - NOC_ERR_MISMATCH: members called different operations, or with different roots or lengths, or
 *   one gave an operation up. noc_last_mismatch() says who; noc_last_peer() is a node that did.
 *   The group's collectives are *broken* from then on: all that are under way or called later end
 *   with this error, at each member that calls the layer. Its messages, barriers and multicasts go
 *   on. Only noc_group_free, or another group, helps.
 * - A call that waits makes all that is under way go on.
 */
typedef struct noc_op noc_op;
struct noc_op {
    /* inout[i] becomes in[i] op inout[i]; neither is aligned if the caller's are not. op is this
     * struct, so one around it can have more. */
    void (*combine)(const noc_op *op, void *inout, const void *in, uint32_t elements);
    uint32_t bytes;    /* of an element */
    bool commutative;  /* a op b is b op a, to the bit */
    bool reproducible; /* wanted: the order in which elements are combined depends on the number of
                          members alone, as if by a binary tree over the ranks in order. So a sum of
                          floating-point numbers is always the same, also with another root */
};

/* noc_sum_int32, noc_min_double, ...: noc_op.def has them all. */
#define NOC_OP(operation, type, expression) extern const noc_op noc_##operation##_##type;
#include "noc_op.def"
#undef NOC_OP

/* The root's bytes to all. */
noc_err noc_broadcast(noc_group *group, void *body, uint32_t bytes, uint32_t root,
                      uint32_t timeout) NOC_CHECKED;

/* The way of a broadcast. */
typedef struct {
    const char *algorithm;  /* "s-torus" of noc's plans, or "binomial" of its schedules */
    bool along_plan;        /* it is one of the plans */
    bool worms;             /* the routers copy it */
    bool routers_copy;      /* the board's routing has routers that do */
    const char *routing;    /* "xyz"; "" if it is not known */
    uint32_t segment_bytes; /* along a plan; 0: it goes whole */
} noc_broadcast_way;
/* Which way a noc_broadcast of so many bytes from this root would go now. The first from a root often
 * goes another way than later ones. */
noc_err noc_broadcast_how(noc_group *group, uint32_t bytes, uint32_t root,
                          noc_broadcast_way *way) NOC_CHECKED;
/* from[0] op from[1] op ..., over all members, elements[i] of each, to the root's `to`. */
noc_err noc_reduce(noc_group *group, const void *from, void *to, uint32_t elements,
                   const noc_op *op, uint32_t root, uint32_t timeout) NOC_CHECKED;
/* The same to all. */
noc_err noc_allreduce(noc_group *group, const void *from, void *to, uint32_t elements,
                      const noc_op *op, uint32_t timeout) NOC_CHECKED;
/* The same of ranks 0 to this one. */
noc_err noc_scan(noc_group *group, const void *from, void *to, uint32_t elements, const noc_op *op,
                 uint32_t timeout) NOC_CHECKED;
/* Of ranks 0 to the one before this: rank 0's `to` is not touched. */
noc_err noc_exscan(noc_group *group, const void *from, void *to, uint32_t elements,
                   const noc_op *op, uint32_t timeout) NOC_CHECKED;
/* All is reduced, and member i gets elements[i] of it, one's behind the other's. `elements` has an
 * entry for each member and is the same at all of them. */
noc_err noc_reduce_scatter(noc_group *group, const void *from, void *to, const uint32_t *elements,
                           const noc_op *op, uint32_t timeout) NOC_CHECKED;
/* `bytes` of each to the root, by rank. */
noc_err noc_gather(noc_group *group, const void *from, void *to, uint32_t bytes, uint32_t root,
                   uint32_t timeout) NOC_CHECKED;
/* The root's block i, of `bytes`, to member i. */
noc_err noc_scatter(noc_group *group, const void *from, void *to, uint32_t bytes, uint32_t root,
                    uint32_t timeout) NOC_CHECKED;
/* `bytes` of each to all, by rank. */
noc_err noc_allgather(noc_group *group, const void *from, void *to, uint32_t bytes,
                      uint32_t timeout) NOC_CHECKED;
/* Block i of each to member i, by rank. */
noc_err noc_alltoall(noc_group *group, const void *from, void *to, uint32_t bytes,
                     uint32_t timeout) NOC_CHECKED;

/* Blocks of different lengths in one memory. Both arrays have an entry for each member, and stay
 * unchanged until the operation is done. */
typedef struct noc_blocks {
    const uint32_t *bytes;
    const uint32_t *offset; /* bytes; NULL: one behind the other */
} noc_blocks;

/* The same with such blocks: those of `to` in gatherv, which only the root knows, and in
 * allgatherv; those of `from` in scatterv, which only the root knows; of both in alltoallv. */
noc_err noc_gatherv(noc_group *group, const void *from, uint32_t bytes, void *to,
                    const noc_blocks *blocks, uint32_t root, uint32_t timeout) NOC_CHECKED;
noc_err noc_scatterv(noc_group *group, const void *from, const noc_blocks *blocks, void *to,
                     uint32_t bytes, uint32_t root, uint32_t timeout) NOC_CHECKED;
noc_err noc_allgatherv(noc_group *group, const void *from, void *to, const noc_blocks *blocks,
                       uint32_t timeout) NOC_CHECKED;
noc_err noc_alltoallv(noc_group *group, const void *from, const noc_blocks *sent, void *to,
                      const noc_blocks *received, uint32_t timeout) NOC_CHECKED;

/* Start, and finish later, by noc_test and noc_wait. Many may be under way in a group, also of
 * 32 that follow each other; NOC_ERR_BUSY: one of 32 before is not finished. They cannot be
 * cancelled. */
noc_err noc_ibarrier(noc_group *group, noc_request *request) NOC_CHECKED;
noc_err noc_ibroadcast(noc_group *group, void *body, uint32_t bytes, uint32_t root,
                       noc_request *request) NOC_CHECKED;
noc_err noc_ireduce(noc_group *group, const void *from, void *to, uint32_t elements,
                    const noc_op *op, uint32_t root, noc_request *request) NOC_CHECKED;
noc_err noc_iallreduce(noc_group *group, const void *from, void *to, uint32_t elements,
                       const noc_op *op, noc_request *request) NOC_CHECKED;
noc_err noc_iscan(noc_group *group, const void *from, void *to, uint32_t elements, const noc_op *op,
                  noc_request *request) NOC_CHECKED;
noc_err noc_iexscan(noc_group *group, const void *from, void *to, uint32_t elements,
                    const noc_op *op, noc_request *request) NOC_CHECKED;
noc_err noc_ireduce_scatter(noc_group *group, const void *from, void *to, const uint32_t *elements,
                            const noc_op *op, noc_request *request) NOC_CHECKED;
noc_err noc_igather(noc_group *group, const void *from, void *to, uint32_t bytes, uint32_t root,
                    noc_request *request) NOC_CHECKED;
noc_err noc_iscatter(noc_group *group, const void *from, void *to, uint32_t bytes, uint32_t root,
                     noc_request *request) NOC_CHECKED;
noc_err noc_iallgather(noc_group *group, const void *from, void *to, uint32_t bytes,
                       noc_request *request) NOC_CHECKED;
noc_err noc_ialltoall(noc_group *group, const void *from, void *to, uint32_t bytes,
                      noc_request *request) NOC_CHECKED;
noc_err noc_igatherv(noc_group *group, const void *from, uint32_t bytes, void *to,
                     const noc_blocks *blocks, uint32_t root, noc_request *request) NOC_CHECKED;
noc_err noc_iscatterv(noc_group *group, const void *from, const noc_blocks *blocks, void *to,
                      uint32_t bytes, uint32_t root, noc_request *request) NOC_CHECKED;
noc_err noc_iallgatherv(noc_group *group, const void *from, void *to, const noc_blocks *blocks,
                        noc_request *request) NOC_CHECKED;
noc_err noc_ialltoallv(noc_group *group, const void *from, const noc_blocks *sent, void *to,
                       const noc_blocks *received, noc_request *request) NOC_CHECKED;

/*
 * Use this algorithm ("ring") for an operation ("allreduce") in a group from now on, where it fits;
 * NULL: choose by predicted cost again. All members call it alike. NOC_ERR_ALGORITHM: there is no
 * such operation or algorithm.
 */
noc_err noc_collective_use(noc_group *group, const char *operation,
                           const char *algorithm) NOC_CHECKED;
/* A sentence on the last NOC_ERR_MISMATCH of this core; "" if there was none. Valid until the next
 * call. */
const char *noc_last_mismatch(void);
/* Whether it was that lengths differed. */
bool noc_mismatch_was_length(void);

/*
 * Whether this group is broken because members had different lengths, and of which call the last
 * NOC_ERR_MISMATCH of this core was: *ahead is how many calls later than that in which they had, less than
 * 0 of an earlier one. begun: the call had begun, and may have written to `to`.
 */
bool noc_mismatch_of_lengths(noc_group *group, int32_t *ahead, bool *begun);

/*
 * One-sided access. The members of a group share memory of theirs in a *window*: each may read and
 * change the others' part of it, at a rank and an offset in bytes from where that part begins, while
 * they call nothing for it.
 *
 * - An access is under way when its call returns. It is done after the next noc_fence of all
 *   members, or a noc_flush or noc_unlock for that rank. Until then `from` may not change, and what
 *   is written to `to` is not to be looked at. What the caller asks of its own part is done at once.
 * - Lengths and offsets have any size and alignment. Nothing is written outside of the window, or of
 *   `to`. Accesses that overlap have any result, but for those by accumulate, get_accumulate and
 *   compare_and_swap: each acts on an element at once (elements of up to 16 bytes), and those of one
 *   member to another come in the order of the calls.
 * - A member's part is accessed while it calls the layer, whatever call it is, as long as it makes
 *   progress: while it waits, say. A member that computes and calls nothing delays gets, long puts and
 *   locks of others, and flushes behind them, for as long.
 * - The errors of an access mean that it was not begun: NOC_ERR_ARGUMENT (no such window; a place
 *   outside of the member's part; an operation that the window does not know; a fence was begun and
 *   has yet to be called again), NOC_ERR_RANK, NOC_ERR_MEMORY and NOC_ERR_BUSY (no heap for one more:
 *   a flush helps).
 *
 * noc_window * is a name, not an address: after noc_window_free every call with it says
 * NOC_ERR_ARGUMENT.
 */
typedef struct noc_window_name noc_window;

enum { NOC_WINDOW_OPERATIONS = 1024 }; /* of the program's own, at most */

/*
 * Share this memory, which may have another length, or none, at each member. All members call it.
 * NOC_ERR_MEMORY, NOC_ERR_GROUP: a member has no memory or no context for it. After these, and after
 * NOC_ERR_TIMEOUT, this core has given back what it took, as after those of noc_group_create, and all
 * members may try again.
 */
noc_err noc_window_create(noc_group *group, void *memory, uint32_t bytes, noc_window **window,
                          uint32_t timeout) NOC_CHECKED;
/*
 * All members call it. What is under way is done, and the memory is the caller's again. After any
 * error the window is gone all the same, nothing touches the memory any more, and accesses of this
 * core that were not done are given up. NOC_ERR_TIMEOUT: noc_last_peer() did not come, or has not
 * taken an access.
 */
noc_err noc_window_free(noc_window *window, uint32_t timeout) NOC_CHECKED;
/* Of this member's part; 0: there is no such window or rank. */
uint32_t noc_window_bytes(const noc_window *window, uint32_t rank);
/*
 * Operations of the program's own, of which accumulates in this window may take one. All members give
 * the same list before the first of them does, and leave it unchanged. Elements have up to 240 bytes.
 */
noc_err noc_window_operations(noc_window *window, const noc_op *const *ops,
                              uint32_t count) NOC_CHECKED;

/* Bytes to and from a member's part. */
noc_err noc_put(noc_window *window, uint32_t rank, uint32_t offset, const void *from,
                uint32_t bytes) NOC_CHECKED;
noc_err noc_get(noc_window *window, uint32_t rank, uint32_t offset, void *to,
                uint32_t bytes) NOC_CHECKED;
/*
 * Each element there becomes the one in `from` op it. The operation is one of noc_op.def, of
 * noc_window_operations, or noc_replace, whose elements are bytes: it puts them, but as an accumulate
 * does.
 */
extern const noc_op noc_replace;
noc_err noc_accumulate(noc_window *window, uint32_t rank, uint32_t offset, const void *from,
                       uint32_t elements, const noc_op *op) NOC_CHECKED;
/* The same, and `to` gets what was there before. op NULL: it stays as it is, and elements are bytes;
 * `from` is not looked at. */
noc_err noc_get_accumulate(noc_window *window, uint32_t rank, uint32_t offset, const void *from,
                           void *to, uint32_t elements, const noc_op *op) NOC_CHECKED;
/* If these 1 to 16 bytes there are those of `expected` they become those of `desired`. `old` gets what
 * was there before. `expected` and `desired` are the caller's again when it returns. */
noc_err noc_compare_and_swap(noc_window *window, uint32_t rank, uint32_t offset,
                             const void *expected, const void *desired, void *old,
                             uint32_t bytes) NOC_CHECKED;

/*
 * All members call it: all accesses that any of them has begun before it are done when it returns,
 * those of this member at the others, and those of the others here.
 *
 * NOC_ERR_TIMEOUT: it goes on when it is called again. noc_last_peer() is a member that has not come,
 * or has not taken an access; of one whose message this core gave up (noc_err.def, TIMEOUT) it says
 * so for ever, and only noc_window_free helps. NOC_ERR_LENGTH: it is over, but noc_last_peer() has
 * answered an access with another length.
 */
noc_err noc_fence(noc_window *window, uint32_t timeout) NOC_CHECKED;
/* What this member has begun at that rank, or with NOC_ANY_SOURCE at all, is done, at both ends, when
 * it returns: whoever looks there because of anything that comes later finds it, that rank itself if
 * it learns from a call of the layer. (If it has ended nobody looks, and a flush of short puts may
 * succeed.) The other members call nothing for it. Errors are those of noc_fence. */
noc_err noc_flush(noc_window *window, int32_t rank, uint32_t timeout) NOC_CHECKED;

/*
 * The lock of a rank's part: exclusive, or shared with others who ask for it so. It binds those who
 * ask for it alone. They get it in the order in which their requests come.
 *
 * NOC_ERR_TIMEOUT: it is still asked for, and the same call goes on. noc_unlock gives it up.
 * NOC_ERR_ARGUMENT: this core has it already, or asks for it otherwise.
 */
noc_err noc_lock(noc_window *window, uint32_t rank, bool exclusive, uint32_t timeout) NOC_CHECKED;
/* Begins with a flush of that rank. NOC_ERR_TIMEOUT: it goes on when it is called again.
 * NOC_ERR_ARGUMENT: this core has not asked for it. */
noc_err noc_unlock(noc_window *window, uint32_t rank, uint32_t timeout) NOC_CHECKED;

#endif
