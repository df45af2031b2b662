/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicast planners. One file for each algorithm;
 * algorithms.h has the table of them all.
 *
 * An algorithm does two things. order() arranges source and destinations as a
 * chain. next() lets a node that has the message, and is responsible for a
 * part of the chain, hand over a piece of it: the message goes to one node of
 * the piece, which is then responsible for the rest. The source starts with
 * the whole chain; every node calls next() until it returns false. That is
 * the whole algorithm, on the host (noc_plan_make) as in a relay's firmware,
 * which needs nothing but the chain and its own part.
 *
 *     chain   d0 d1 d2 d3 | d4 d5 d6 d7
 *     part    [left ........... right]      self = d0
 *     next()  keeps [d0..d3], sends to d4 the part [d4..d7], self = d4
 *
 * Path-based algorithms send worms to several nodes at once, each of which is then
 * responsible for a piece. worm(), which they have for next(), names the receivers one after the
 * other, in the order in which the worm visits them; all but the first join the worm of the one
 * before:
 *
 *     part    [d0 d1 | d2 d3 | d4 d5 | d6 d7]    self = d0
 *     worm()  d2 [d2 d3];  d4 [d4 d5], joins;  d6 [d6 d7], joins: one worm, d0 > d2 > d4 > d6
 */
#ifndef LIBNOC_MULTICAST_PLAN_H
#define LIBNOC_MULTICAST_PLAN_H

#include "routing/routing.h"

/* chain[left..right] is what the node chain[self] is responsible for. */
struct noc_part {
    uint16_t left, right, self;
};

/* One as large right of it, with its receiver at the same place. */
static inline struct noc_part noc_part_behind(const struct noc_part *part)
{
    uint16_t nodes = (uint16_t)(part->right - part->left + 1);

    return (struct noc_part){(uint16_t)(part->left + nodes), (uint16_t)(part->right + nodes),
                             (uint16_t)(part->self + nodes)};
}

/* What a path-based algorithm keeps between the receivers of one worm: {0} before the first. */
struct noc_worm_progress {
    uint32_t given; /* how far it is, as it counts; between worms 0 */
    bool joins;     /* this receiver is on the worm of the one before */
    bool runs;      /* the caller's: it takes runs. Without, run is 0 */
    uint8_t dimension;
    uint32_t run; /* so many more receivers join: their pieces are right of theirs, each as large
                       as theirs and with its receiver at the same place */
    /* What it found out for the worm's first receiver, and need not for the others. */
    uint32_t first, size, larger, own;
};

/*
 * A linear partition of a chain, whatever it was made by: cuts[i] says how many nodes the piece
 * has that chain[i] receives, itself included, and whether chain[i] joins the worm of the piece
 * before. For the worms 0 > 2 > 4 and then 0 > 1, and 2 > 3, 4 > 5:
 *
 *     chain   0  1  2  3  4  5
 *     cuts    -  1  2  1  2' 1       ' joins
 *
 * cuts[0] says in what order the chain is: with NOC_CUT_OWN_FIRST the nodes of the source's own
 * sub-tori come first (noc_hcycle_own_first()).
 */
struct noc_plan_env;
struct noc_partition {
    /* Fill cuts[1..m] for chain[0..m], which is in its order already; NULL: they are given. */
    void (*cut)(struct noc_partition *p, const struct noc_plan_env *env, const uint16_t *chain,
                uint32_t m);
    uint16_t *cuts; /* [m + 1], the caller's */
};
enum { NOC_CUT_JOINS = 1 << 15, NOC_CUT_OWN_FIRST = NOC_CUT_JOINS }; /* of cuts[0] the latter */

/*
 * Flits of the list that tells a receiver its part (NOC_RELAY_BODY): the chain's nodes of the
 * part, two in a flit, from the even place at or before the first on.
 */
static inline uint32_t noc_part_flits(const struct noc_part *part)
{
    return part->right / 2u - part->left / 2u + 1;
}

/* What an algorithm may look at. */
struct noc_plan_env {
    const struct noc_topology *topology;
    const struct noc_routing *routing;
    uint32_t ports; /* injection ports; 0: all */
    uint32_t source;
    uint16_t parameter; /* what stands behind the algorithm's name; 0: nothing */
    uint16_t tree;      /* which of the algorithm's trees this plan is; the first is 0 */
    struct noc_partition *partition; /* of an algorithm that is .partitioned; else NULL */
};

struct noc_algorithm {
    const char *name;      /* "u-torus" */
    const char *summary;   /* one line, with the citation */
    const char *parameter; /* what stands behind its name and a colon, as "R"; NULL: nothing */
    const char *routing; /* the routing it is made for, where that is not the topology's; or NULL */
    /* The routing under which several of its multicasts at once do not deadlock either, where that
     * is not `routing`: whoever may choose takes it. NULL: there is none */
    const char *routing_of_several;
    bool broadcast;    /* made for all nodes as destinations; to fewer only if forced */
    bool any_network;  /* looks neither at topology nor at routing: plans without knowing them */
    bool partitioned;  /* takes noc_plan_env.partition, by which its chain is cut beforehand */
    bool looks_at_all; /* worm() looks at each node of its part: relays take longer */
    bool pipelined;    /* made for bodies in segments: auto considers it for these only */
    /*
     * How many trees the segments of a body are dealt out to, one after the other; each tree is a
     * plan of its own to all destinations, made with its number as env->tree. NULL: one.
     */
    uint32_t (*trees)(const struct noc_topology *t);
    /* Whether its proof applies here; if not, why. The functions below work on any
     * topology all the same, since one may be forced to try. */
    bool (*fits)(const struct noc_topology *t, const struct noc_routing *r,
                 struct noc_fault *fault);
    /*
     * Arrange chain[0..m] (chain[0] the source, then m destinations, all
     * distinct) in place. *whole becomes the source's part: everything.
     */
    void (*order)(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole);
    /*
     * The next message of chain[mine->self]: *mine shrinks, *theirs is the receiver's part and
     * chain[theirs->self] the receiver; both together are what *mine was. False: done, *mine is
     * itself alone. It looks at nothing of the chain but mine's part, does not care where that
     * begins, and stays within it whatever nodes stand there: a relay may have no more than its
     * part, and that from somebody who is wrong.
     */
    bool (*next)(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs);
    /*
     * next() of algorithms that look at nothing but places on a walk (walk.h): their order() is
     * noc_walk_order(), so what concerns one node is found without the chain. `source`: mine->self
     * is the source's place. NULL: of others.
     */
    bool (*split)(const struct noc_plan_env *env, bool source, struct noc_part *mine,
                  struct noc_part *theirs);
    /*
     * The same as next() for algorithms whose worms have several destinations, where the routing
     * has them; next is then NULL. *mine shrinks with a worm's last receiver.
     */
    bool (*worm)(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs, struct noc_worm_progress *legs);
};

/* fits() of algorithms that work on every network, under every routing. */
static inline bool noc_fits_everywhere(const struct noc_topology *t, const struct noc_routing *r,
                                       struct noc_fault *fault)
{
    (void)t;
    (void)r;
    (void)fault;
    return true;
}

/*
 * Check a destination list: in range, not the source, none twice, not empty, no
 * switches.
 * seen: nodes/8 rounded up bytes of scratch, any contents.
 */
bool noc_dests_check(const struct noc_topology *t, uint32_t source, const uint16_t *dests,
                     uint32_t m, uint8_t *seen, struct noc_fault *fault);

/* The next receiver, by either kind of algorithm. *legs as for worm(). */
static inline bool noc_plan_next(const struct noc_algorithm *a, const struct noc_plan_env *env,
                                 const uint16_t *chain, struct noc_part *mine,
                                 struct noc_part *theirs, struct noc_worm_progress *legs)
{
    if (a->worm) {
        return a->worm(env, chain, mine, theirs, legs);
    }
    *legs = (struct noc_worm_progress){0};
    return a->next(env, chain, mine, theirs);
}

/* The trees of an algorithm that a body in so many segments takes: no more than there are
 * segments. Segment i goes along tree i modulo their number. */
static inline uint32_t noc_plan_trees(const struct noc_algorithm *a, const struct noc_topology *t,
                                      uint32_t segments)
{
    uint32_t trees = a->trees ? a->trees(t) : 1;

    return trees < segments ? trees : segments;
}

/* One message of a plan. */
struct noc_message {
    uint16_t from, to;
    uint16_t step;        /* the first step is 1 */
    struct noc_part part; /* the receiver's */
    bool joins;           /* it is on the worm of the message before it */
};

/* How many of message[0..n-1] are one worm: the first, and those that join it. 0 if n is 0. */
static inline uint32_t noc_worm_size(const struct noc_message *message, uint32_t n)
{
    uint32_t size = n > 0;

    while (size < n && message[size].joins) {
        size++;
    }
    return size;
}

/*
 * The channels of the worm message[0..size-1], as noc_route_path(); visit[i].hops: after how many of them it
 * has come to message[i].to. -1 also if it comes elsewhere. header: size + 1 words of scratch.
 */
int32_t noc_worm_path(const struct noc_topology *t, const struct noc_routing *r,
                      const struct noc_message *message, uint32_t size, uint32_t *header,
                      struct noc_visit *visit, struct noc_channel *path, uint32_t max);

/*
 * The whole plan: message[0..m-1] sorted by step; within a step senders in
 * breadth-first order of the multicast tree, each one's messages as it makes
 * them. chain[0..m] as for order(). A worm with several destinations is one message for
 * each, one after the other in the order of its visits, all in one step.
 *
 * step follows the port model: with k ports a node starts at most k messages
 * in a step, and never two over one first link (whatever the virtual
 * channel; a worm's is that towards its first destination); 0 means no limit but the latter. A message takes the first step
 * that leaves room for it, so it may overtake one that waits for its link. A
 * node may send from the step after the one in which it received.
 *
 * scratch: m + 1 entries of struct noc_part, owned for the call. Returns the
 * number of steps.
 */
uint32_t noc_plan_make(const struct noc_algorithm *a, const struct noc_plan_env *env,
                       uint16_t *chain, uint32_t m, struct noc_message *message,
                       struct noc_part *scratch);

/* The least number of steps to reach m destinations: ceil(log(m+1)/log(k+1))
 * where k is the ports a node can use at once (one-port: ceil(log2(m+1))). */
uint32_t noc_plan_bound(const struct noc_topology *t, uint32_t ports, uint32_t m);

/* The same with this algorithm's messages: worms for all destinations reach them in one step, worms for
 * at most R - 1 in ceil(log(m+1)/log(k(R-1)+1)). */
uint32_t noc_algorithm_bound(const struct noc_algorithm *a, const struct noc_plan_env *env,
                             uint32_t m);

#endif
