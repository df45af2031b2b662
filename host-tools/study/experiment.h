/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One experiment, checked: what plan, route, sim, run and board are about.
 */
#ifndef NOCT_STUDY_EXPERIMENT_H
#define NOCT_STUDY_EXPERIMENT_H

#include <limits.h>

#include "auto.h"
#include "partition_option.h"
#include "model/net.h"
#include "network.h"
#include "base/options.h"
#include "multicast/plan.h"
#include "firmware_costs.h"
#include "verify/verify.h"

/* Which parts of an experiment a command needs; NEED_FIRMWARE: that auto predicts what the board's
 * firmware takes; NEED_KNOWN_ROUTING: that the routing is the topology's where nobody named an
 * algorithm. */
enum {
    NEED_NETWORK = 0,
    NEED_SET = 1,
    NEED_EMPTY_BODY = 2,
    NEED_ALGORITHM = 4,
    NEED_FIRMWARE = 8,
    NEED_KNOWN_ROUTING = 16
};

enum { TOPOLOGY_TEXT = PATH_MAX + 16, REASON_TEXT = 240, ALGORITHM_TEXT = 16 };

/* Another multicast at the same time. */
struct dest_set {
    uint32_t source;
    uint16_t *dests; /* malloc'd, ascending */
    uint32_t m;
};

struct experiment {
    struct noc_topology topology;
    struct network *network;           /* the file that the topology is read from; or NULL */
    char topology_text[TOPOLOGY_TEXT]; /* its one spelling: no leading zeros */
    const struct noc_routing *routing;
    const struct noc_algorithm *algorithm; /* NULL without NEED_SET */
    char algorithm_text[ALGORITHM_TEXT];   /* its name and parameter, as "mu-torus:8" */
    uint32_t parameter;                    /* 0: none */
    struct choices choices;                /* what `auto` looked at */
    char forced[REASON_TEXT];              /* why its proof does not hold here; "": it does */
    struct partition_choice cut;           /* m-torus's */
    enum noc_sharing sharing;              /* NOC_SHARING_NONE: not asked for */
    uint32_t relay;                        /* enum noc_params_relay */
    uint32_t ports;                        /* 0: all */
    uint32_t source, length, tau_s, tau_r;
    uint64_t seed;
    uint16_t *dests; /* malloc'd, ascending */
    uint32_t m;      /* how many */
    struct dest_set *also;
    uint32_t also_count;
    struct noc_net_config net;
    const char *pipeline;
    const struct firmware_costs *software; /* of predictions; NULL: tau_s and tau_r are all of it */
    uint32_t ni_words;                     /* flits between header and body */
    uint32_t ni_cycles;                    /* hardware start-up of a worm */
    uint32_t ram;                          /* bytes of a node */
    uint64_t limit_cycles;                 /* 0: not given */
    bool halt; /* a board that stands still until a debugger lets it go */
};

/* Check and resolve. Nothing is to be freed after a complaint. */
enum status experiment_make(struct experiment *e, const struct options *o, unsigned need,
                            struct error *error);
void experiment_free(struct experiment *e);

/*
 * What is wrong with the words of an experiment whatever the board's network is that will complete
 * them. *nodes: of the topology, or as many as any can have where it is not given.
 */
enum status experiment_check(const struct options *o, unsigned need, uint32_t *nodes,
                             struct error *error);

/* The experiment with multicast i alone: 0 is its own, 1 to alsos are also[i - 1]. Not to be freed. */
struct experiment experiment_multicast(const struct experiment *e, uint32_t i);

/* The plan: e->m messages in step order, and the chain they are about. */
struct plan {
    uint16_t *chain;             /* 1 + m */
    struct noc_message *message; /* m */
    uint32_t steps;
    uint32_t predicted_cycles; /* by the model of costs; 0: of m-torus only */
    uint64_t link_visits;
};
void plan_make(struct plan *p, const struct experiment *e, const struct noc_algorithm *a);
void plan_free(struct plan *p);

/* The channels of the worm that begins with message i, the first `max` of them into path; how many
 * there are, or -1: there is no way. */
int32_t planned_path(const struct plan *p, const struct experiment *e, uint32_t i,
                     struct noc_channel *path, uint32_t max);

/* Pairs of its messages that may contend for a channel (libnoc/verify). */
uint64_t plan_violations(const struct plan *p, const struct experiment *e);

/* Does the routing have a way for each message of the plan? If not, the answer is no. */
enum status plan_check(const struct plan *p, const struct experiment *e, struct error *error);

/* What algorithms look at; without a partition. */
struct noc_plan_env experiment_env(const struct experiment *e);

/* Why relays cannot be told their parts so (enum noc_params_relay), and what would be right;
 * NULL: they can. */
const char *relay_refuses(uint32_t relay, const struct noc_algorithm *a,
                          const struct noc_routing *r);

/* The run was cut in this cycle by the limit that was in force: which one, and how to raise it. */
enum status limit_reached(const struct experiment *e, uint64_t cycle, struct error *error);

/* Flits of a message's body that tell a receiver its part of the plan. Where worms may have several
 * destinations, the body has those of all, in the order of visits (libnoc/multicast/part_list.h). */
uint32_t part_flits(const struct experiment *e, const struct noc_part *part);

/* The links of the way from -> to, and the flit-hops of a worm on it with `rest` flits
 * behind its header, of which routers keep what they have followed. 0: no way. */
uint32_t route_cost(const struct experiment *e, uint32_t from, uint32_t to, uint32_t rest,
                    uint64_t *flit_hops);

#endif
