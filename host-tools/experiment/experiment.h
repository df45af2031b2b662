/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One experiment, checked: what plan, route, sim, run and board are about. It is data; specify.h
 * makes it of options.
 */
#ifndef NOCT_EXPERIMENT_EXPERIMENT_H
#define NOCT_EXPERIMENT_EXPERIMENT_H

#include <limits.h>

#include "base/options.h"
#include "costs/costs.h"
#include "costs/firmware_costs.h"
#include "model/net.h"
#include "multicast/plan.h"
#include "network.h"
#include "partition_option.h"
#include "verify/verify.h"

enum { TOPOLOGY_TEXT = PATH_MAX + 16, REASON_TEXT = 240, ALGORITHM_TEXT = 32 };

/* What `auto` may take: an algorithm, what stands behind its name, a routing. */
struct choice {
    const struct noc_algorithm *algorithm;
    uint32_t parameter;
    const struct noc_routing *routing;
    uint32_t segment; /* flits; 0: the body goes in one worm */
    uint64_t cycles;  /* predicted latency_max; NOC_NEVER: later than the best, or nobody knows */
};

struct choices {
    struct choice *at; /* malloc'd, what was taken first; NULL: somebody named an algorithm */
    uint32_t n;
};

/* Another multicast at the same time. */
struct dest_set {
    uint32_t source;
    uint16_t *dests; /* malloc'd, ascending */
    uint32_t m;
};

/* The plan of a multicast to m destinations; plan.h makes it, once for each multicast. */
struct plan {
    struct noc_plan_env env; /* what the algorithm looks at, with the partition of its chain */
    uint32_t m;
    uint16_t *chain;             /* 1 + m nodes, in the algorithm's order */
    struct noc_part whole;       /* the source's part of the chain: everything */
    struct noc_message *message; /* m, in step order; NULL: only the chain was asked for */
    uint32_t steps;
    uint32_t predicted_cycles; /* by the model of costs; 0: of m-torus only */
};

struct experiment {
    struct noc_topology topology;
    struct network *network;           /* the file that the topology is read from; or NULL */
    char topology_text[TOPOLOGY_TEXT]; /* its one spelling: no leading zeros */
    const struct noc_routing *routing;
    const struct noc_algorithm *algorithm; /* NULL without NEED_SET */
    char algorithm_text[ALGORITHM_TEXT];   /* its name and parameter, as "mu-torus:8"; with
                                              `collective` that of a schedule, or "auto" */
    const char *collective;                /* NULL, or the operation in place of a multicast */
    bool ordered;                          /* it combines in the order of ranks, */
    bool reproducible;                     /* or in one that depends on their number alone, */
    uint8_t op, type;                      /* with what, and what: combine.h */
    uint32_t parameter;                    /* 0: none */
    struct choices choices;                /* what `auto` looked at */
    char forced[REASON_TEXT];              /* why its proof does not hold here; "": it does */
    struct partition_choice cut;           /* m-torus's */
    enum noc_sharing sharing;              /* NOC_SHARING_NONE: not asked for */
    uint32_t relay;                        /* enum noc_params_relay */
    uint32_t ports;                        /* 0: all */
    uint32_t source, length, tau_s, tau_r;
    uint32_t segment;  /* flits of a segment; 0: the body goes in one worm */
    bool segment_free; /* `auto` chooses it */
    uint32_t segments; /* that the body goes in; at least 1 */
    uint32_t trees;    /* that they are dealt out to, segment i to tree i % trees */
    uint64_t seed;
    uint16_t *dests; /* malloc'd, ascending */
    uint32_t m;      /* how many */
    struct dest_set *also;
    uint32_t also_count;
    struct plan
        *plan; /* [1 + also_count][trees]: its own, and those of `also`; NULL without NEED_SET */
    struct noc_net_config net;
    const char *pipeline;
    const struct firmware_costs *software; /* of predictions; NULL: tau_s and tau_r are all of it */
    const char *costs;      /* who measured them: "emulator", "rtl" or a file; NULL: nobody asked */
    struct costs *measured; /* by them, or by who is the default */
    uint32_t ni_words;      /* flits between header and body */
    uint32_t ni_cycles;     /* hardware start-up of a worm */
    uint32_t ram;           /* bytes of a node */
    uint64_t limit_cycles;  /* 0: not given */
    bool halt;              /* a board that stands still until a debugger lets it go */
    bool gateware, lockstep; /* on the board as gateware; and beside it the model */
    const char *wave;        /* then "FROM:TO", of a waveform; NULL: none */
    struct {
        bool links, worms; /* told in answers, one by one */
    } detail;
};

void experiment_free(struct experiment *e);
void experiment_unplan(struct experiment *e); /* frees e->plan */
void plan_free(struct plan *p);

/* The experiment with multicast i alone: 0 is its own, 1 to alsos are also[i - 1]. Not to be freed. */
struct experiment experiment_multicast(const struct experiment *e, uint32_t i);

/* The body goes in segments of so many flits, 0: in one worm; over the trees of e's algorithm. */
void experiment_segment(struct experiment *e, uint32_t flits);

/* The flits of a segment; the last one has what is left. */
uint32_t segment_flits(const struct experiment *e, uint32_t segment);

/* How many of the segments go along this tree. */
static inline uint32_t tree_segments(const struct experiment *e, uint32_t tree)
{
    return (e->segments - tree + e->trees - 1) / e->trees;
}

/* What algorithms look at; without a partition. */
struct noc_plan_env experiment_env(const struct experiment *e);

/* The name and parameter of a choice, as "mu-torus:8". */
void choice_name(char text[ALGORITHM_TEXT], const struct choice *c);

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
