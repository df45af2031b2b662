/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A collective operation as an experiment: who its members are, which schedule they walk
 * (libnoc/collective), and each one's steps in words of data.
 */
#ifndef NOCT_COLLECTIVES_COLLECTIVE_H
#define NOCT_COLLECTIVES_COLLECTIVE_H

#include <stdio.h>

#include "collective/cost.h"
#include "experiment/experiment.h"

enum { COLLECTIVE_WORDS_MAX = 1 << 28 };

/* What `auto` may take. */
struct collective_choice {
    const struct noc_schedule *schedule;
    uint64_t cycles; /* predicted */
};

/* How a call is done. Where somebody names a schedule its walk is meant. */
enum collective_way {
    BY_SCHEDULE,
    BY_TREE,    /* a broadcast of one short message: the binomial tree's messages, without a walk */
    BY_SIGNALS, /* a barrier */
    BY_PLAN     /* a longer broadcast */
};

struct collective {
    struct experiment e; /* the network and its costs; source and destinations are the members */
    struct noc_call call;
    bool ordered, reproducible;
    uint8_t op, type; /* what is combined: combine.h */
    const struct noc_schedule *schedule;
    uint16_t *node; /* malloc'd, by rank: ascending */
    uint32_t words; /* of all blocks together */
    uint32_t hops;  /* from rank 0 to the others, on average */
    struct noc_costs costs;
    uint64_t predicted;               /* cycles */
    struct collective_choice *choice; /* malloc'd, the one that is taken first */
    uint32_t choices;                 /* 0: somebody named a schedule */
    uint8_t way;                      /* enum collective_way */
    struct experiment plan;           /* BY_PLAN: e with its plan; */
    uint32_t segment;                 /* words; 0: the body goes whole */
};

/* Check and resolve; the key collective is given. Nothing is to be freed after an error; c must stay
 * where it is. */
enum status collective_make(struct collective *c, const struct options *o, struct error *error);
void collective_free(struct collective *c);

/* Cycles of a call by the formula, with the costs that it has. */
uint64_t collective_predict(const struct collective *c);

/* Where nobody named a schedule, take the one that the members themselves do, who know neither the
 * network nor tau_s and tau_r. */
void collective_choose_as_firmware(struct collective *c);

/* It is an allreduce of few bytes, which firmware has a way of its own for. */
bool collective_is_few(const struct collective *c);

/* "signals", "plan", or the schedule's name. */
const char *collective_algorithm(const struct collective *c);

struct identity;

/* identify(), with the operation and the type that are combined, asked for or not. */
void collective_identify(struct identity *id, const struct collective *c, const struct options *o);

/* Without the key collective: what only goes with it. */
enum status collective_refuse_others(const struct options *o, struct error *error);

/* Flits of an element of what is combined. */
uint32_t collective_element_flits(const struct collective *c);

/* A step in words. What is empty is left out, as firmware does, but for a barrier's messages. */
struct collective_step {
    uint32_t to, from;       /* ranks, or NOC_NOBODY */
    uint32_t sent, received; /* words */
    struct noc_span blocks;  /* that are sent */
    uint32_t parts;          /* how many of its spans are not all of a memory */
    bool local, combines, joins;
};

/* Step `number` of a member. False: nothing more. */
bool collective_step(const struct collective *c, uint32_t rank, uint32_t number,
                     struct collective_step *step);

/* The steps that go on at once from step `number` on, and how many they are. */
uint32_t collective_steps(const struct collective *c, uint32_t rank, uint32_t number,
                          struct collective_step step[NOC_STEPS_AT_ONCE]);

/* A message of a schedule, in the round in which it is sent: each member sends one message and
 * receives one in a round, and sends what it has received in a later one. */
struct collective_message {
    uint32_t from, to; /* ranks */
    uint32_t round;    /* the first is 1 */
    uint32_t words;
    struct noc_span blocks; /* BY_PLAN: none */
    uint32_t tree;          /* BY_PLAN: the plan's */
};

/* All messages, malloc'd, by round and sender; *count of them. Of a barrier by signals these, up to
 * three of a member in a round; along a plan one for all segments of a tree. */
struct collective_message *collective_messages(const struct collective *c, uint32_t *count);

/* The rounds of the messages from one member to another, to be found again. */
struct collective_steps_of;
struct collective_steps_of *collective_steps_new(const struct collective *c);
void collective_steps_free(struct collective_steps_of *steps);
/* Message `place` (from 0) from one rank to another; NULL: there is no such one. And its round, or 0. */
const struct collective_message *collective_message_of(const struct collective_steps_of *steps,
                                                       uint32_t from, uint32_t to, uint32_t place);
uint32_t collective_round_of(const struct collective_steps_of *steps, uint32_t from, uint32_t to,
                             uint32_t place);

/* What members of a simulated call came to. */
struct collective_times {
    uint64_t *returned; /* malloc'd, by rank: cycle in which its call has returned; NOC_NEVER */
    uint64_t cycles;    /* until all calls had returned, or the limit */
    struct noc_net_total total;
    json_t *deadlock; /* NULL, or the circular wait */
    json_t *links;    /* NULL, or as asked for: link_counts.h */
    json_t *worms;    /* NULL, or as asked for: worm_log.h */
    bool cut;         /* limit_cycles passed before the end */
};

/* Flit by flit. */
enum status collective_simulate(const struct collective *c, struct collective_times *times,
                                struct error *error);
/* How often each function of the firmware is called in so many calls, with barriers between them, from its
 * beginning on: charges_print(). */
enum status collective_count(const struct collective *c, uint32_t calls, FILE *out,
                             struct error *error);
/* What limit_cycles cuts, and when the last call has returned. */
void collective_conclude(const struct collective *c, struct collective_times *times);
void collective_times_free(struct collective_times *times);

/* No schedule is quicker: a call and one message with all words that some member must send or
 * receive, over the longest way that something must go, without copies. */
uint64_t collective_bound(const struct collective *c);

#endif
