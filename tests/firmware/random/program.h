/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random programs: what each core calls, in order. A seed and the number of cores make all of it, so
 * every core can make it for itself, and an oracle can go through it without any.
 *
 *     generator.c, calls.c    make a program
 *     oracle.c                goes through it with unlimited buffers; on the host alone
 *     runner.c, together.c    make the calls, and check each result
 *
 * Messages belong to *streams*. A stream fixes what its receives name, and which message each of them
 * gets, or from whom it may get one. So a message is the n-th of its sender in its stream, and tag,
 * length and bytes follow from that.
 */
#ifndef TESTS_FIRMWARE_PROGRAM_H
#define TESTS_FIRMWARE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "operations.h"

enum {
    PROGRAM_CORES = 64,
    PROGRAM_TEAMS = 16, /* groups made, the world included */
    PROGRAM_WINDOWS = 6,
    PROGRAM_STREAMS = 320,
    PROGRAM_SHARED = 16,       /* streams with several senders */
    PROGRAM_COLLECTIVES = 120, /* that do not block */
    PROGRAM_EVENTS = 1000,
    PROGRAM_OPS = 2400,     /* of a core */
    PROGRAM_REQUESTS = 128, /* of a core at once */
    NONE = 0xffff,
    BARRIER = OPERATIONS, /* the collective behind those of operations.h */
    UNWANTED_TAG = 60000,
    SLOT_BYTES = 270 /* of a window, for each origin */
};

/* What a call is, and what it reads of its operation beside group and number. */
enum kind {
    OP_DELAY,
    OP_SEND,        /* stream, index */
    OP_ISEND,       /* the same, and request */
    OP_RECV,        /* stream, index: of the message, or of the receive where several may send */
    OP_IRECV,       /* the same, and request */
    OP_PROBE,       /* stream, index: what the next receive will find */
    OP_EXCHANGE,    /* sends stream, index; receives stream2, index2 */
    OP_WAIT,        /* for the requests of the next `count` operations */
    OP_LISTED,      /* request */
    OP_UNWANTED,    /* an isend that nobody receives: peer, index, request */
    OP_TAKE_BACK,   /* request: of one of those */
    OP_COLLECTIVE,  /* index: which; bytes */
    OP_ICOLLECTIVE, /* the same, and request */
    OP_CREATE,
    OP_SPLIT,     /* peer: the group made, or NONE; index: color + 1; bytes: key */
    OP_DUPLICATE, /* peer: the group made */
    OP_FREE,
    OP_RESERVE,   /* bytes */
    OP_MULTICAST, /* index: the root; count: which of its group's two plans; bytes */
    OP_WINDOW,
    OP_PUT,    /* peer */
    OP_ADD,    /* peer, bytes: what is added */
    OP_GET,    /* peer */
    OP_LOCKED, /* peer */
    OP_FENCE,
    OP_LOOK, /* index: accesses under the lock; number: puts; bytes: the sum of what was added */
    OP_WINDOW_FREE
};

enum how {
    HOW_HASTE = 1, /* deadlines that may pass; it is called again then */
    HOW_SYNCHRONOUS = 2,
    HOW_SHORT = 4,   /* first with too little room */
    HOW_CUT = 8,     /* too little room, and NOC_CUT */
    HOW_TAKE = 16,   /* noc_take and noc_recv_taken */
    HOW_CANCEL = 32, /* posted, cancelled, and posted again */
    HOW_PROBE = 64,  /* after a probe, by what that has said */
    HOW_LEAVE = 128  /* noc_group_leave, behind a barrier */
};

/* How the requests of an OP_WAIT are waited for. */
enum { WAIT_EACH, WAIT_TEST, WAIT_ANY, WAIT_SOME, WAIT_ALL, WAITS };

struct op {
    uint8_t kind, how, group, window;
    uint16_t stream, index, request, peer, stream2, index2, count;
    uint32_t number; /* of what several call together: everywhere the same; else any */
    uint32_t bytes;
};

enum stream_kind {
    EXACT, /* receives name source and tag */
    IN_ORDER, /* receives come in the order of the sends: some name no tag. All from one core to another */
    FUNNEL, /* receives name a tag that no others have */
    WILD    /* receives name nothing. All to one core in a group */
};

struct stream {
    uint8_t kind, group, lengths;
    bool closed;       /* all is sent, and received or about to be */
    uint16_t from, to; /* nodes; NONE: several */
    int32_t tag;       /* -1: several */
    uint16_t sent, posted;
    uint8_t shared; /* which of those with several senders */
};

struct team {
    uint16_t member[PROGRAM_CORES]; /* nodes, by rank */
    uint16_t count;
    bool live, reserved;
};

struct program {
    uint32_t seed, cores, streams, teams, windows, shared, numbers;
    uint32_t events;
    const bool *left_out; /* of so many events, each made of its number alone; NULL: none */
    struct stream stream[PROGRAM_STREAMS];
    struct team team[PROGRAM_TEAMS];
    uint8_t window_team[PROGRAM_WINDOWS];
    uint16_t sent_by[PROGRAM_SHARED][PROGRAM_CORES];
    struct op *op[PROGRAM_CORES]; /* NULL: nobody wants this core's */
    uint16_t ops[PROGRAM_CORES];
};

/* The program of this seed, op[] and left_out being set. */
void program_make(struct program *p, uint32_t seed, uint32_t cores);

uint32_t message_tag(const struct program *p, uint32_t stream, uint32_t from, uint32_t index);
uint32_t message_bytes(const struct program *p, uint32_t stream, uint32_t from, uint32_t index);
uint8_t message_byte(uint32_t stream, uint32_t from, uint32_t index, uint32_t at);
/* Of the longest message that it may have. */
uint32_t stream_longest(const struct stream *s);
/* What the receive of this number in a stream names: a node or -1, a tag or -1. */
void receive_names(const struct program *p, uint32_t stream, uint32_t index, int32_t *from,
                   int32_t *tag);
/* -1: it is no member. */
int32_t team_rank(const struct team *t, uint32_t node);
/* A line about what this operation is. */
void op_text(const struct program *p, uint32_t core, uint32_t number, char *text, uint32_t room);

/* oracle.c. False: it is not correct, and why was printed. */
bool oracle_judges(const struct program *p, uint32_t seed);

/* runner.c: this core's part of the program, after noc_init. `all` is the group of all cores that is
 * the program's group 0: the world, or another one. */
struct runner;
struct runner *runner_new(const struct program *p, noc_group *all);
void runner_run(struct runner *r);          /* which is gone then */
uint32_t runner_at(const struct runner *r); /* the operation that it is at */

#endif
