/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Proof by exhaustion: what a routing function does between all pairs of
 * nodes, and what an algorithm's messages can do to each other over all sets of
 * destinations. An archive of its own, for hosts: it uses the heap, and works
 * on any topology, routing and algorithm of the tables, also on new ones.
 */
#ifndef LIBNOC_VERIFY_H
#define LIBNOC_VERIFY_H

#include <stddef.h>

#include "multicast/plan_check.h"

/* Told of progress; returns false to give up. done of total, any unit. May be NULL. */
struct noc_watch {
    bool (*tell)(void *opaque, uint64_t done, uint64_t total);
    void *opaque;
};

/* Consumption contexts of a node. With one for each input virtual channel nobody waits for
 * another's, so none is in a graph of dependencies. */
enum noc_contexts { NOC_CONTEXTS_VC, NOC_CONTEXTS_LINK, NOC_CONTEXTS_ONE };

/* --- routings: routes.c ------------------------------------------------------ */

/* A pair of nodes that something is wrong with. */
struct noc_pair {
    uint16_t from, to;
};

struct noc_routing_proof {
    uint64_t pairs;      /* ordered pairs of different nodes */
    uint64_t unreached;  /* of them without a route that ends where it should */
    uint64_t longer;     /* with a route longer than the shortest path of links the topology has */
    uint64_t total_hops; /* of all routes that arrive */
    uint64_t unlabelled; /* routes whose labels do not rise (routing->label) */
    bool has_labels;
    struct noc_pair first_unreached, first_longer, first_unlabelled; /* lowest from, then to */
    uint32_t channels;   /* virtual channels that routes use */
    uint32_t undeclared; /* of them without noc_routing.uses: routers have no such channel */
    struct noc_channel first_undeclared;
    uint64_t dependencies; /* pairs of channels that some route takes one after the other */
    struct noc_channel
        *cycle; /* a shortest cycle of dependencies, lowest channel first; NULL: none */
    uint32_t cycle_length;
};

/*
 * Look at all routes. A route that leaves by a port without a link or on a
 * channel that no router has, that is refused on the way, ends elsewhere or
 * never, does not arrive; what it takes until then counts as used. False:
 * given up, or out of memory (*proof is then empty). Time: for routings that
 * see only node, input channel and header, nodes times channels; for those
 * that rewrite the header the sum of all routes' hops; where sources write
 * turns the number of turns.
 */
bool noc_verify_routing(const struct noc_topology *t, const struct noc_routing *r,
                        const struct noc_watch *watch, struct noc_routing_proof *proof);
void noc_routing_proof_free(struct noc_routing_proof *proof);

/* --- worms with several destinations: hcycle_worms.c ---------------------------------- */

struct noc_worms_proof {
    bool looked;         /* false: the network is too large, or routers write flits that no
                                  sender does; nothing else is said then */
    uint64_t states;     /* (source, channel, header flit) that legal worms come to */
    uint64_t refused;    /* ways on from them that check() lets through, a router does not */
    uint32_t channels;   /* virtual channels that they use */
    uint32_t contexts;   /* contexts that they wait for */
    uint32_t undeclared; /* channels without noc_routing.uses */
    uint32_t unused;     /* channels of noc_routing.uses that no worm takes */
    struct noc_channel first_undeclared, first_unused;
    uint64_t dependencies;     /* pairs of them */
    uint64_t unlabelled;       /* of these pairs of channels, without labels that rise */
    struct noc_channel *cycle; /* a shortest cycle, the lowest first; contexts behind all channels,
                                  given as in dependencies.h; NULL: none */
    uint32_t cycle_length;
};

/*
 * The dependencies of all legal worms, unicasts included: those whose header flits r->check()
 * lets through at some sender, as r->route() leads them. Premise: what may follow depends on
 * sender, channel and the header flit in front, not on what was before it. A list for a
 * receiver (COUNT) lets it ask for its context before the channel: cycle.c. False: given up, or out
 * of memory. Time: senders * channels * flits; at destinations again flits.
 */
bool noc_verify_worms(const struct noc_topology *t, const struct noc_routing *r,
                      enum noc_contexts contexts, const struct noc_watch *watch,
                      struct noc_worms_proof *proof);
void noc_worms_proof_free(struct noc_worms_proof *proof);

/* --- algorithms: sets.c ------------------------------------------------------- */

/* Every set: sets_max of them, of one source or of every node (NOC_ALL_SOURCES). */
#define NOC_ALL_SOURCES UINT32_MAX

struct noc_sets_config {
    const struct noc_topology *topology;
    const struct noc_routing *routing;
    const struct noc_algorithm *algorithm;
    uint32_t ports;  /* 0: all */
    uint32_t source; /* node, or NOC_ALL_SOURCES */
    uint64_t random; /* so many random sets (and sources, if all); 0: every set */
    uint64_t seed;
    uint32_t parameter;              /* the algorithm's */
    struct noc_partition *partition; /* m-torus's, with room for all nodes; else NULL */
    enum noc_contexts contexts;      /* where routers copy */
};

/* Two messages that share a channel and meet none of the four conditions. Of a worm with several
 * destinations: the message to its first. */
struct noc_violation {
    uint32_t source, m;
    uint16_t *dests;                  /* m */
    struct noc_message first, second; /* first's step is not later */
    struct noc_channel channel;       /* one that they share */
};

struct noc_sets_proof {
    uint64_t sets;       /* (source, set) pairs looked at */
    uint64_t violations; /* pairs of messages, over all sets */
    uint64_t violating_sets;
    uint64_t sum_steps; /* last steps */
    uint64_t sum_link_visits;
    uint64_t above_bound; /* sets that take more steps than noc_algorithm_bound */
    uint64_t undelivered; /* sets with a destination missed, reached twice, or without a route */
    struct noc_misstep misstep;     /* the algorithm's first, if it does what none may */
    struct noc_violation *smallest; /* fewest destinations, then lowest source, then lowest
                                       nodes; NULL: none */
    struct noc_channel *cycle; /* where routers copy: a shortest cycle of the dependencies of all
                                  worms of all these sets, as in struct noc_worms_proof; NULL: none */
    uint32_t cycle_length;
};

/*
 * Every non-empty set of destinations that has no switch and not the source;
 * or random ones: the source (if all) uniform, then the size uniform from 1 to
 * all others, then a uniform set of that size. An algorithm made for broadcasts: only those,
 * each source's. The same on any host. False:
 * given up, out of memory, or more than 2^30 sets.
 */
bool noc_verify_sets(const struct noc_sets_config *config, const struct noc_watch *watch,
                     struct noc_sets_proof *proof);
void noc_sets_proof_free(struct noc_sets_proof *proof);

/*
 * The four conditions for one plan (Robinson 1994, theorems 3.3 and 4.1): how
 * many pairs of its messages, which are sorted by step, violate them.
 * UINT64_MAX: out of memory. *first (may be NULL) gets the pair whose later
 * message comes first in the plan, then whose earlier does; dests is left NULL.
 */
uint64_t noc_plan_violations(const struct noc_plan_env *env, const struct noc_message *message,
                             uint32_t m, struct noc_violation *first);

/* --- step counts with shared links: sharing.c -------------------------------------- */

/* How virtual channels of a link slow each other down, in steps. */
enum noc_sharing {
    NOC_SHARING_NONE,     /* each has a link of its own */
    NOC_SHARING_BOTH,     /* both of a pair that shares take 2 steps (Robinson 1994, 4.5) */
    NOC_SHARING_OPPOSITE, /* the same, and opposite directions share one link too */
    NOC_SHARING_LATER,    /* the later one in plan order is blocked (Song et al. 2000, 6) */
    NOC_SHARING_EARLIER   /* the same, but the earlier one is blocked */
};

struct noc_sharing_steps {
    uint32_t steps_max;     /* the last step */
    uint64_t steps_sum;     /* over the destinations; the mean is this / m */
    uint32_t contended;     /* messages that shared a link (LATER, EARLIER: that were blocked) */
    uint32_t sharing_three; /* OPPOSITE: messages that share with two others at once */
};

/* False: out of memory. */
bool noc_sharing_steps(const struct noc_plan_env *env, const struct noc_message *message,
                       uint32_t m, enum noc_sharing sharing, struct noc_sharing_steps *steps);

/* --- load of links: load.c ------------------------------------------------------------ */

enum noc_load_traffic {
    NOC_LOAD_ALL, /* every node to every other; switches aside */
    NOC_LOAD_IO   /* between auxiliary cells of a grid and all other nodes, both ways */
};

/* Routes over each channel, into load[noc_channel_index()]; returns their sum. All
 * entries are written. Pairs without a route are left out. */
uint64_t noc_link_load(const struct noc_topology *t, const struct noc_routing *r,
                       enum noc_load_traffic traffic, uint64_t *load);

/* Of the routes from one node only, added to load[], their hops to *visits, the nodes to
 * which there is none to *unreached. False: out of memory. */
bool noc_link_load_from(const struct noc_topology *t, const struct noc_routing *r,
                        enum noc_load_traffic traffic, uint32_t from, uint64_t *load,
                        uint64_t *visits, uint64_t *unreached);

#endif
