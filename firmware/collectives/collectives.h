/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the collectives and the rooms above share; nothing here is for applications.
 * README.md of firmware explains the protocol.
 *
 *     calls.c      the calls of programs
 *     check.c      whether their arguments make sense
 *     choose.c     which schedule a call takes
 *     short.c      allreduce of a few words, straight
 *     straight.[ch] walks a schedule of short messages, straight
 *     walk.c       walks any schedule
 *     memory.c     where its blocks lie
 *     breach.c     members that called different things
 *     room.c       what is remembered
 *     above.c      how what is under way goes on
 */
#ifndef FIRMWARE_COLLECTIVES_H
#define FIRMWARE_COLLECTIVES_H

#include "collective/fold.h"
#include "collective/schedule.h"
#include "layer/layer.h"

enum {
    AT_ONCE = 32,       /* calls of a group under way follow each other so closely */
    RECENT = 64,        /* calls of a group that are remembered */
    SHORT_BYTES = 16,   /* allreduce of so much goes straight, by recursive doubling */
    EARLIES = 16,       /* so many of its messages may come before their turn */
    ASK_CYCLES = 50000, /* whoever waits longer asks whether those it waits for call the same */
    LONG_PLANS = 4,     /* of a group that are kept */
    ROUNDS = 14,        /* log2 of the largest group */
    TELL_MAX = ROUNDS   /* members that one tells that a group is broken */
};

/* --- tags ----------------------------------------------------------------------------- */

/*
 * Of messages in the second context of a group:
 *
 *    15        12 11        6 5        0
 *   | operation  |   root    | sequence |   both modulo 64; operation 15: the group is broken;
 *                                                 14: a question, its body is the call's number
 *                                                 in the upper half and its tag in the lower
 *
 * A reduction that has no root has there which one it is (reduction_of); a reduce has its root, and in
 * its messages both, added without carry (walk_plain_tag).
 *
 * Messages of two calls with the same sequence are of different members or in order, since calls
 * that are under way at once are closer than that.
 */
enum {
    TAG_SEQUENCE_BITS = 6,
    TAG_OPERATION_SHIFT = WIRE_OPERATION_SHIFT,
    TAG_QUESTION = WIRE_TAG_QUESTION,
    TAG_BROKEN = 15 << TAG_OPERATION_SHIFT
};

static inline uint32_t tag_of(uint32_t operation, uint32_t root, uint32_t sequence)
{
    const uint32_t mask = (1u << TAG_SEQUENCE_BITS) - 1;

    return operation << TAG_OPERATION_SHIFT | (root & mask) << TAG_SEQUENCE_BITS |
           (sequence & mask);
}

static inline bool tag_same_sequence(uint32_t a, uint32_t b)
{
    return !((a ^ b) & ((1u << TAG_SEQUENCE_BITS) - 1));
}

static inline uint32_t tag_operation(uint32_t tag)
{
    return tag >> TAG_OPERATION_SHIFT;
}

static inline uint32_t tag_root(uint32_t tag)
{
    return wire_bits(tag, TAG_SEQUENCE_BITS, TAG_SEQUENCE_BITS);
}

/* Whether it is one without a root. */
static inline bool tag_is_reduction(uint32_t operation)
{
    return operation == NOC_ALLREDUCE || operation == NOC_SCAN || operation == NOC_EXSCAN ||
           operation == NOC_REDUCE_SCATTER;
}

/* A number modulo 64 of what is combined, and how: all cores have the same image, so a function has one
 * address. Of 64 pairs of functions one has the same number. */
static inline uint32_t reduction_of(const noc_op *op)
{
    return (uint32_t)(uintptr_t)op->combine >> 4;
}

/* What breaches call a barrier (call: 0), or a call of which members meet: no messages have these tags. */
static inline uint32_t tag_of_wait(uint32_t call)
{
    return call ? tag_of(NOC_OPERATIONS + 1, call, 0) : tag_of(NOC_BARRIER, 0, 0);
}

static inline bool tag_is_wait(uint32_t tag)
{
    return tag_operation(tag) == NOC_BARRIER || tag_operation(tag) > NOC_OPERATIONS;
}

_Static_assert(NOC_OPERATIONS + 1 < 1 << (16 - TAG_OPERATION_SHIFT), "calls fit a tag");

/* --- calls ---------------------------------------------------------------------------- */

/* A call as this core makes it. Which fields mean something follows from the operation. */
struct arguments {
    uint8_t operation; /* enum noc_operation */
    uint32_t root;
    const void *from;
    void *to;
    uint32_t length;                   /* bytes of a block or of all, or elements */
    const noc_op *op;                  /* of reductions */
    const noc_blocks *sent, *received; /* of the v forms; NULL where they mean nothing */
    const uint32_t *elements;          /* reduce-scatter: of each member */
    bool listed;                       /* it is a v form */
};

/* --- check.c -------------------------------------------------------------------------- */

noc_err arguments_check(const struct noc_group *g, const struct arguments *a);

/* --- memory.c ------------------------------------------------------------------------- */

/*
 * How data is cut into a block for each member. Evenly:
 *
 *   | unit .. unit | unit .. unit |     | unit .. unit | ...     each of them `each` units long,
 *     block 0                                                    the first `more` one longer
 *
 * or as `place` says: block b is from place[b] to place[b + 1].
 */
struct cut {
    uint32_t count, unit, each, more, total;
    uint32_t *place; /* from malloc, or NULL */
};

/* One of a call's three memories. */
struct memory {
    char *base; /* of block 0; of SCRATCH: of the first it has; own: of the only one */
    const noc_blocks *blocks; /* the caller's, with offsets; NULL: one behind the other */
    uint32_t own_bytes;
    uint16_t first; /* SCRATCH: it begins with this block, and goes round */
    bool own;       /* it has but one block, whichever is asked for */
};

struct layout {
    struct cut cut;
    struct memory memory[3]; /* by enum noc_memory */
    void *scratch, *copy;    /* from malloc; copy: of the input, in whose place the output is */
    void *whole;             /* the same, or the output, of which this member wants less */
    _Alignas(8) uint32_t few[SHORT_BYTES / 4]; /* SCRATCH that needs no malloc */
};

/* NOC_ERR_MEMORY: nothing is allocated. */
noc_err layout_make(struct layout *layout, const struct arguments *a,
                    const struct noc_schedule *schedule, const struct noc_group *g,
                    struct noc_span scratch);
/* The result is there: what of it is not where the caller wants it is copied. */
void layout_end(struct layout *layout, const struct arguments *a, const struct noc_group *g);
void layout_free(struct layout *layout);
uint32_t span_bytes(const struct layout *layout, const struct noc_span *span);
/* Where it lies; NULL: in several places. */
char *span_at(const struct layout *layout, const struct noc_span *span);
void span_pack(const struct layout *layout, const struct noc_span *span, char *to);
void span_unpack(const struct layout *layout, const struct noc_span *span, const char *from);

/* --- walk.c --------------------------------------------------------------------------- */

/* Memory that one step after the other uses. */
struct buffer {
    char *at; /* from malloc, or NULL */
    uint32_t room;
    bool used;
};

/* A step under way. */
struct action {
    struct noc_step step;
    struct request *send, *receive; /* NULL: not begun, or done */
    char *packed, *landing;         /* malloc's or a buffer's; NULL: the memory itself */
    uint32_t send_bytes, receive_bytes;
    bool sends, receives;      /* still to be begun */
    bool asked_from, asked_to; /* what its other members have called (breach.c) */
};

enum walk_state {
    WALKING,
    STRAIGHT, /* its call waits, and goes on with it without requests */
    ENDING,
    DONE
};

/* A collective operation under way. */
struct walk {
    struct walk *next; /* of all of this core */
    struct noc_group *group;
    struct arguments arguments;
    const struct noc_schedule *schedule;
    struct noc_call call;
    struct layout layout;
    struct request *request; /* the caller's; NULL: it waits */
    uint32_t number;         /* of the step after those under way */
    uint32_t tag;
    uint64_t ask_at; /* then others are asked about it, since it has lasted so long */
    uint32_t asked;  /* `number` and 1, when all that it waits for were asked; 0: they were not */
    uint16_t sequence;
    uint8_t state; /* enum walk_state */
    int8_t result; /* noc_err */
    uint8_t actions;
    bool fetched, last; /* `following` is the next step; there is none */
    bool wrong;         /* a message of `wrong_from` was not of the length that is expected */
    uint32_t wrong_from, expected, got;
    struct noc_step following;
    struct action action[NOC_STEPS_AT_ONCE];
    struct buffer packing, landing;
};

/* Go on as far as possible. False: there was no memory for more. */
bool walk_progress(struct walk *walk);
/* It ends with this error when nothing of it is under way any more. */
void walk_give_up(struct walk *walk, noc_err error);
/* Whom it waits for, a node; -1: nobody. */
int32_t walk_peer(const struct walk *walk);
/* Begin with this step of the schedule, whose message is sent or not. */
void walk_resume(struct walk *walk, uint32_t number, bool sent);
/* The step that waits for a message of this rank; NULL: none. */
const struct action *walk_awaits(const struct walk *walk, uint32_t rank);

/* Parts of it, for straight.c. Those that return a bool: false: no memory, and nothing was done. */
/* `came` is stored in or combined with what is at `to`; it may be changed if it is `scratch`. */
bool walk_combine(struct walk *walk, uint8_t then, char *to, char *came, uint32_t bytes,
                  bool scratch);
/* A step that is local. */
bool walk_local(struct walk *walk, const struct noc_step *step);
static inline bool walk_is_local(const struct noc_step *s)
{
    return s->to == NOC_NOBODY && s->from == NOC_NOBODY;
}
/* `following` becomes the step after those under way. False: there is none. */
bool walk_fetch(struct walk *walk);
/* It is under way, but nothing of it begun. */
struct action *walk_add(struct walk *walk, const struct noc_step *step);
/* Nothing is under way, and nothing follows. */
void walk_done(struct walk *walk);

/* --- straight.c ----------------------------------------------------------------------- */

/* Go on with one that nothing has begun of as far as no request is needed: wait, with the caller's
 * deadline. */
void walk_straight(struct walk *walk, struct wait *wait);

struct group_calls;

/* --- choose.c ------------------------------------------------------------------------- */

/* NULL: none fits. */
const struct noc_schedule *schedule_choose(struct group_calls *c, const struct arguments *a,
                                           const struct noc_call *call);

/* --- room.c --------------------------------------------------------------------------- */

enum breach_kind {
    BREACH_NONE,
    BREACH_CALL,
    BREACH_LENGTH,
    BREACH_GIVEN_UP,
    BREACH_LEFT /* the group is freed, and a message is there of a call that `node` did not make */
};

/* What the root in other_tag is. */
enum breach_root {
    ROOT_KNOWN,
    ROOT_IF_SAME_OP, /* if that reduce combines as this one does */
    ROOT_UNKNOWN
};

/* Who called what: words, as they are sent. */
struct breach {
    uint16_t node, other; /* who noticed it, and whose call it was */
    uint8_t kind;         /* enum breach_kind */
    uint8_t members;      /* at least so many are in the group; 255 stands for more */
    uint8_t root;         /* enum breach_root: of the other call, if it is a reduce */
    uint8_t at_end;       /* BREACH_LEFT: of the program, not of the group */
    uint16_t tag, other_tag;
    uint32_t bytes;       /* BREACH_LENGTH: that node expected, */
    uint32_t other_bytes; /* and got; NOC_FOREVER: not known */
};

/* What was quickest for a call of this length. */
struct choice {
    const struct noc_schedule *schedule; /* NULL: there was no such call */
    uint8_t length;                      /* its class (noc_cost_class) */
    bool ordered;
};

enum { CHOICES = 4 }; /* of an operation, for lengths near each other */

/* Where what is chosen for a class of lengths is kept (noc_cost_class). */
static inline uint32_t choice_place(uint32_t class)
{
    return (class + class / 4) % CHOICES;
}

/* Whom a member exchanges with in a round of short.c: its node, and its place in W2. */
struct partner {
    uint32_t node, sender;
};

/* How long the call of this sequence is: one that was walked, or went along a plan. */
struct long_call {
    uint16_t sequence;
    uint32_t length; /* bytes, and LENGTH_PLAN or 1 more; 0: members may have different ones */
};

enum { LENGTH_PLAN = 1 << 30 };

/* One that goes on by itself (broadcast/flow.c), in the group of all cores. */
struct flow {
    struct flow *next; /* called later */
    struct group_calls *calls;
    struct request *request;
    const struct noc_algorithm *algorithm;
    void *body;
    uint32_t bytes, segment, root;
    uint64_t ask_at; /* as a walk's */
    int32_t asked;   /* 1 and the node that was asked last */
    uint8_t looks;   /* so often it was looked for whom to ask */
    uint16_t sequence;
    uint8_t stage;
};

/* What is remembered for a group, from its first collective on. */
struct group_calls {
    struct group_calls *next;
    struct noc_group *group;        /* NULL: it is freed, and what is told about it still leaves */
    struct noc_fold fold;           /* of its members */
    struct partner partner[ROUNDS]; /* of this member, if it takes part in the rounds */
    uint32_t rounds;
    uint32_t patience;       /* acknowledgements are taken when so many looks are left */
    uint16_t sequence;       /* of the next call */
    uint16_t recent[RECENT]; /* tags of the last ones, by sequence */
    struct walk *stopped;    /* whose deadline has passed */
    const struct noc_schedule *use[NOC_OPERATIONS]; /* as the program wants it, or NULL */
    struct choice choice[NOC_OPERATIONS][CHOICES];  /* the last ones by cost */
    struct breach breach;                           /* not BREACH_NONE: it is broken */
    bool reported;                                  /* by a call that has ended, or will */
    bool refused;                                   /* the last one that said so had not begun */
    struct request *tell[TELL_MAX];
    /* Of broadcast/broadcast.c: its last plans, the latest first, and the last call that went by one. */
    noc_plan *long_plan[LONG_PLANS];
    void (*forget)(struct group_calls *calls); /* NULL: there is none */
    struct long_call longs[AT_ONCE];           /* the last calls, round and round */
    uint32_t long_calls;                       /* so many there were */
    uint16_t
        long_wish[LONG_PLANS]; /* roots of the last broadcasts that might go by a plan, and 1 */
};

/* A short message that came before its turn. */
struct early {
    uint32_t w1, w2, words, when_low, when_high;
    _Alignas(8) uint32_t value[SHORT_BYTES / 4];
};

/* For this core. */
struct room {
    struct walk *walks;
    struct walk *spare; /* NULL, or one that nobody uses */
    struct group_calls *groups;
    struct breach last;
    struct flow *flows;              /* in the order of their calls; the first is under way */
    void (*flow)(struct room *room); /* goes on with them; NULL: there were none */
    struct early early[EARLIES];
    uint32_t earlies;
    bool begun;            /* noc_progress calls above.c */
    bool busy;             /* it is being gone on with */
    bool broke;            /* a group, meanwhile */
    bool asks;             /* a question could not leave, and does when something is acknowledged */
    bool ended_broken;     /* the group that ended last was broken, */
    bool ended_unreported; /* and no call had said so */
};

/* The one of this core; NULL: no memory for it. */
struct room *room_get(void);
/* NULL: no memory for it. */
struct group_calls *calls_of(struct noc_group *g);
/* The layer's hook. Weak: a program without collective operations has none of this. */
void collectives_watch(void) __attribute__((weak));
/* From now on noc_progress goes on with what is under way (above.c). */
void above_begin(struct room *room);
/* A walk begins: what came before its turn becomes unexpected. False: no memory. */
bool earlies_end(void);
struct walk *walk_new(struct room *room);
/* One that is not in the list. */
void walk_free(struct room *room, struct walk *walk);
/* It is DONE. Out of the list, and its memory is free again. */
void walk_delete(struct room *room, struct walk *walk);

/* A call begins: its tag. */
static inline uint32_t call_enter(struct group_calls *calls, uint32_t operation, uint32_t root)
{
    const uint32_t sequence = calls->sequence, tag = tag_of(operation, root, sequence);

    calls->sequence = (uint16_t)(sequence + 1);
    calls->recent[sequence % RECENT] = (uint16_t)tag;
    return tag;
}

/* How a question, or an opening's message, says which call it is about. */
static inline uint32_t call_asked(const struct group_calls *calls, uint16_t sequence)
{
    return (uint32_t)sequence << 16 | calls->recent[sequence % RECENT];
}

/* It goes along a plan. */
static inline void call_is_long(struct group_calls *calls, uint32_t bytes)
{
    calls->longs[calls->long_calls++ % AT_ONCE] =
        (struct long_call){(uint16_t)(calls->sequence - 1), bytes | LENGTH_PLAN};
}

/* The last one that does, or was walked. */
static inline const struct long_call *call_long(const struct group_calls *calls)
{
    return &calls->longs[(calls->long_calls - 1) % AT_ONCE];
}

/* What messages of a reduce have in their tags beside its root. */
static inline uint32_t reduce_mark(const struct arguments *a)
{
    const uint32_t mask = (1u << TAG_SEQUENCE_BITS) - 1;

    return a->operation == NOC_REDUCE ? (reduction_of(a->op) & mask) << TAG_SEQUENCE_BITS : 0;
}

/* The tag of its call, as it is remembered and asked about. */
static inline uint32_t walk_plain_tag(const struct walk *walk)
{
    return walk->tag ^ reduce_mark(&walk->arguments);
}

/* --- calls.c -------------------------------------------------------------------------- */

/* A call that has done the steps before this one; the message of this one is sent or not. */
struct resumed {
    uint32_t number;
    bool sent;
    const uint32_t *value; /* what an allreduce has combined; or NULL */
};
/* One of this group's that is AT_ONCE calls old is still under way. */
bool call_is_crowded(const struct room *room, const struct group_calls *calls);
/* noc_broadcast of what does not go along a plan. */
noc_err call_broadcast(struct noc_group *g, void *body, uint32_t bytes, uint32_t root,
                       uint32_t timeout);
/* noc_ibroadcast of the same. */
noc_err call_ibroadcast(struct noc_group *g, void *body, uint32_t bytes, uint32_t root,
                        noc_request *request);
/* May a call be started, or continued if it waits? What is stopped and is not continued is given up. */
noc_err call_look(struct noc_group *g, const struct arguments *a, bool waits,
                  struct group_calls **calls);
/* noc_allreduce of what is not for short.c. */
noc_err call_allreduce(struct noc_group *g, const void *from, void *to, uint32_t elements,
                       const noc_op *op, uint32_t timeout);
/* It is entered already. */
noc_err call_resume(struct group_calls *calls, const struct arguments *a,
                    const struct resumed *resumed, uint32_t timeout);

/* --- short_broadcast.c ---------------------------------------------------------------- */

/* noc_broadcast of at most NOC_EAGER_BYTES. */
noc_err short_broadcast(struct noc_group *g, void *body, uint32_t bytes, uint32_t root,
                        uint32_t timeout);

/* --- short.c -------------------------------------------------------------------------- */

/* --- breach.c ------------------------------------------------------------------------- */

/* A group is freed, after a barrier. NOC_ERR_MISMATCH: a message is left of a call that this core did not
 * make. */
noc_err breach_left(const struct noc_group *g);
/* Whether there is such a message. */
bool breach_is_left(const struct noc_group *g);
/* The program ends here: a sentence on a message that is left in a group of a call that this core did
 * not make. NULL: none is, or what is may still be under way. */
const char *breach_at_end(void);
/* Whether a message of this rank shows that it has called something else. */
bool breach_seen(const struct group_calls *calls, uint32_t tag, uint32_t rank);
/* A message of this walk has another length. */
void breach_length(struct walk *walk);
/* This core gives up what it has begun. */
void breach_give_up(struct group_calls *calls, uint32_t tag);
/* The last error is that this group is broken, and a call ends with it. */
void breach_report(struct group_calls *calls);
/* Whatever is still to be sent about it. True: nothing. */
bool breach_told(struct group_calls *calls);

/* --- question.c ----------------------------------------------------------------------- */

/* Look among unexpected messages for such as should not be there. */
void breach_look(struct room *room);
/* Whether there is a question about the group in which this core waits. */
bool breach_is_asked(void);
/* Ask those that walks have waited for so long, each once. */
void breach_ask(struct room *room);
/* Those that it waits for from now on are asked later. */
static inline void breach_ask_later(struct walk *walk)
{
    walk->asked = 0;
    walk->ask_at = ni_time() + ASK_CYCLES;
    if (walk->ask_at < noc_layer.ask_at) {
        noc_layer.ask_at = walk->ask_at;
    }
}
/* This core waits for a whole group, or in a long broadcast: whom it waits for is asked, once, when that has
 * lasted. noc_layer.ask_at is at most when it will. If the group is broken, noc_layer.within is NULL
 * then. Weak: a program without collective operations has no questions. */
void breach_ask_waited(void) __attribute__((weak));
/* Cycles until a call looks again whom it waits for, when it has looked so often: twice as many each
 * time, and in the end NOC_FOREVER, so that cores sleep which nobody will serve. */
static inline uint32_t ask_pause(uint32_t looks)
{
    return looks <= 16 ? (uint32_t)ASK_CYCLES << looks : NOC_FOREVER;
}

#endif
