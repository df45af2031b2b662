/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Schedules of collective operations. One file for each algorithm; collectives.h has the table of
 * them all.
 *
 * A schedule says what each member of a group does, step by step: to whom it sends which blocks of
 * which memory, from whom it receives which, and how what came is combined with what is there. It
 * is data: step() is a function of the call, the member and the step's number alone. So noct shows
 * it, simulates it and predicts its time, and firmware walks it without keeping it.
 *
 * Each member has three memories: INPUT, what it contributes; OUTPUT, the result; and SCRATCH. Data
 * is cut into as many blocks as there are members, and block b has the same size at all of them:
 *
 *     operation        INPUT has               OUTPUT has
 *     broadcast        -                       all blocks, at the root from the start
 *     reduce           all blocks              all blocks, at the root only
 *     allreduce        all blocks              all blocks
 *     scan, exscan     all blocks              all blocks
 *     reduce-scatter   all blocks              its own block
 *     gather           its own block           all blocks, at the root only
 *     scatter          all, at the root only   its own block
 *     allgather        its own block           all blocks
 *     alltoall         all blocks: block b     all blocks: block b
 *                      is for member b         is from member b
 *
 * exscan leaves member 0 without a result. A member's INPUT and OUTPUT have no other blocks than
 * these. SCRATCH has the blocks that scratch() says, and what lies there at the start means nothing.
 *
 * A span is contiguous in memory. Those of INPUT and OUTPUT end with the last block at the latest.
 * SCRATCH begins with the first block of scratch(), and there block 0 follows the last one.
 *
 * Both sides of a message mean the same blocks, but for alltoall, where a sender names the block of
 * its INPUT and a receiver the one of its OUTPUT. Messages from one member to another arrive in the
 * order in which their steps sent them.
 */
#ifndef LIBNOC_COLLECTIVE_SCHEDULE_H
#define LIBNOC_COLLECTIVE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

enum noc_operation {
    NOC_BARRIER,
    NOC_BROADCAST,
    NOC_REDUCE,
    NOC_ALLREDUCE,
    NOC_GATHER,
    NOC_SCATTER,
    NOC_ALLGATHER,
    NOC_ALLTOALL,
    NOC_SCAN,
    NOC_EXSCAN,
    NOC_REDUCE_SCATTER,
    NOC_OPERATIONS
};

enum noc_memory { NOC_INPUT, NOC_OUTPUT, NOC_SCRATCH };

/* Blocks first, first + 1, ... of a memory, `count` of them; 0: none. */
struct noc_span {
    uint8_t memory; /* enum noc_memory */
    uint16_t first, count;
};

enum noc_then {
    NOC_STORE,  /* what was received replaces what is there */
    NOC_BEFORE, /* it becomes received op present */
    NOC_AFTER   /* it becomes present op received */
};

enum { NOC_NOBODY = UINT16_MAX };

/*
 * One step of a member: it sends and receives at once, and when both are done it combines, and the
 * next step begins. So what it sends is not yet combined with what it receives. Without to and from
 * it is local: `sent` is stored in or combined with `received`.
 */
struct noc_step {
    uint16_t to, from; /* ranks, or NOC_NOBODY */
    struct noc_span sent, received;
    uint8_t then; /* enum noc_then */
    bool joins;   /* the step before need not be done: both go on at once. Neither is local or
                     combines, and neither touches what the other one receives */
};

/* So many steps go on at once at most: one, and those that join it. */
enum { NOC_STEPS_AT_ONCE = 8 };

/* The rows of schedules.def. */
enum noc_schedule_number {
#define NOC_SCHEDULE(symbol, name) NOC_NUMBER_##symbol,
#include "schedules.def"
    NOC_SCHEDULE_NUMBERS
};

/* A call, as all its members make it. */
struct noc_call {
    uint8_t operation; /* enum noc_operation */
    bool ordered;      /* combine in the order of ranks: for operations that do not commute, and for
                          results that do not depend on the algorithm */
    uint16_t count;    /* members */
    uint16_t root;     /* where there is one, else 0 */
};

/*
 * What a call takes on its longest way through all members. Blocks are counted as often as they are
 * sent, combined or copied there; all data is call->count blocks.
 */
struct noc_weight {
    uint32_t rounds;  /* messages each of which is sent when the one before has come */
    uint32_t further; /* messages that a member sends or receives without waiting between them; */
    bool both;        /* as many as it sends it receives, too */
    bool relayed; /* who sends a round's message has waited for the one before, with nothing else to
                         do; else all are busy in each round */
    bool fans;   /* the same; and it sends to all who wait for it before it sees to their answers */
    bool joined; /* the further ones are received by steps that go on at once, */
    bool late;   /* the longest messages are the last ones */
    uint32_t meets;    /* and so many messages may come to one member at the same time */
    uint32_t halvings; /* so often there are rounds that send half of all data, a quarter, and so on
                          to a block, or in the other order; */
    uint32_t halved;   /* so many each time. All other messages are equally long */
    uint32_t sent;     /* blocks of all of these */
    uint32_t crowded; /* the same, each counted as often as there are messages on its way that share
                          a link with it at the same time */
    uint32_t combined; /* blocks */
    uint32_t copied;   /* blocks, in steps that are local */
    uint32_t locals;   /* local steps */
};

struct noc_schedule {
    const char *name;    /* "recursive-doubling" */
    const char *summary; /* one line, with the citation */
    uint8_t operation;   /* enum noc_operation */
    bool ordered;        /* keeps the order of ranks */
    bool apart; /* OUTPUT may not be the same memory as INPUT, block by block; without, it may */
    /* Whether it works for this call; NULL: always. */
    bool (*fits)(const struct noc_call *call);
    /* The blocks of SCRATCH that a member needs; NULL: none. */
    struct noc_span (*scratch)(const struct noc_call *call, uint32_t rank);
    uint8_t number; /* of the rows of schedules.def: enum noc_schedule_number */
    /* What it takes, whatever the root is. *weight is {0} before. Where each member sends to one
     * whose rank is 2^k away, crowd[k] messages share a link. */
    void (*weigh)(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight);
    /* What member `rank` does in step `number`, from 0 on; false: nothing more. Nobody asks beyond
     * the first number of which it is false, but one. */
    bool (*step)(const struct noc_call *call, uint32_t rank, uint32_t number,
                 struct noc_step *step);
};

#endif
