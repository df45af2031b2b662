/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the checks of claims share: small networks with all their paths laid
 * out, plans with who got the message from whom, and worms in time. A check
 * starts from definitions wherever it can, and takes routes and plans from
 * libnoc's public routines, so that a fault in these turns its row.
 */
#ifndef LIBNOC_VERIFY_CLAIMS_H
#define LIBNOC_VERIFY_CLAIMS_H

#include "verify.h"

/* One file for each paper or chapter; a claim without a check ends. */
extern const struct noc_claim noc_claims_hypercube[];   /* Robinson 1994, chapter 3 */
extern const struct noc_claim noc_claims_all_port[];    /* the same, sections 3.3 to 3.5 */
extern const struct noc_claim noc_claims_torus[];       /* Robinson 1994, chapter 4 */
extern const struct noc_claim noc_claims_u_torus[];     /* the same, sections 4.4 and 4.5 */
extern const struct noc_claim noc_claims_sharing[];     /* the same, section 4.5 */
extern const struct noc_claim noc_claims_utpr[];        /* Robinson 1994, chapter 5 */
extern const struct noc_claim noc_claims_m_torus[];     /* Robinson 1994, chapter 6 */
extern const struct noc_claim noc_claims_ccc[];         /* Song et al. 2000 */
extern const struct noc_claim noc_claims_ccc_sharing[]; /* the same, section 6 */
extern const struct noc_claim noc_claims_postorder[];   /* Libeskind-Hadas et al. 1998 */
extern const struct noc_claim noc_claims_grid[];        /* Stricker 1991 */
extern const struct noc_claim noc_claims_coded[];       /* Al-Dubai et al. 2002 */

/* --- findings ----------------------------------------------------------------- */

/* How far the check went; what is said twice is put together. */
void claim_checked(struct noc_finding *f, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* The claim fails. Only the first counterexample is kept: checks go from small to large. */
void claim_against(struct noc_finding *f, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* An example that bears a claim out, where one is asked for ("may happen"). */
void claim_example(struct noc_finding *f, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* Nothing can be said. */
void claim_unclear(struct noc_finding *f, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* --- networks -------------------------------------------------------------------- */

struct net {
    struct noc_topology t;
    const struct noc_routing *r;
    char name[96];
    uint32_t n;        /* nodes */
    uint32_t channels; /* numbers of channels are below */
    uint32_t words;    /* of 64 bits, one bit a channel */
    uint32_t *at;      /* path from -> to: hop[at[p]..at[p + 1] - 1], p = from * n + to */
    struct noc_channel *hop;
    uint64_t *set; /* the same as bits: set[p * words] */
    void *room;    /* of a shape */
};

/*
 * A network with all its paths; routing NULL: its own. text: "torus:4x4", or the
 * text of a file after "graph\n" or "grid\n". False: something is refused or there is a pair
 * without a route; the finding says so and is unclear.
 */
bool net_open(struct net *net, const char *text, const char *routing, struct noc_finding *f);
void net_close(struct net *net);

static inline uint32_t path_length(const struct net *net, uint32_t from, uint32_t to)
{
    uint32_t p = from * net->n + to;

    return net->at[p + 1] - net->at[p];
}

static inline const struct noc_channel *path_of(const struct net *net, uint32_t from, uint32_t to)
{
    return net->hop + net->at[from * net->n + to];
}

static inline const uint64_t *path_set(const struct net *net, uint32_t from, uint32_t to)
{
    return net->set + (size_t)(from * net->n + to) * net->words;
}

static inline uint32_t channel_number(const struct net *net, const struct noc_channel *c)
{
    return noc_channel_index(&net->t, net->r, c->node, c->port, c->vc);
}

/* The first channel of u -> v that x -> y uses too; NULL: they are arc-disjoint. */
const struct noc_channel *shared_channel(const struct net *net, uint32_t u, uint32_t v, uint32_t x,
                                         uint32_t y);

/* Node i of the path from -> to: 0 is from, path_length() is to. */
uint32_t path_node(const struct net *net, uint32_t from, uint32_t to, uint32_t i);

/*
 * Theorems of the kind "if v <= x <= y then u -> v and x -> y are arc-disjoint", in the order
 * of node numbers; downwards: v >= x >= y. Every u, v, x, y of the network. What contradicts
 * becomes the finding's counterexample.
 */
bool ordered_paths_disjoint(const struct net *net, bool downwards, struct noc_finding *f);

/* "0>3 3>1": the path's nodes, for a counterexample. */
const char *path_text(const struct net *net, uint32_t from, uint32_t to, char *text, size_t size);

/* --- plans ------------------------------------------------------------------------- */

enum { SENDS_MAX = 64 };

/* One multicast, and when its worms would be where if none were in another's way. */
struct multicast {
    uint32_t m, steps;
    uint16_t chain[SENDS_MAX];
    struct noc_message message[SENDS_MAX]; /* sorted by step */
    struct noc_part scratch[SENDS_MAX];
    uint8_t into[256]; /* message that reaches a node; 0xff: none */
};

void multicast_make(struct multicast *p, const struct net *net, const struct noc_algorithm *a,
                    uint32_t ports, uint32_t source, const uint16_t *dests, uint32_t m);
void multicast_set(struct multicast *p, const struct net *net, const struct noc_algorithm *a,
                   uint32_t ports, uint32_t source, uint64_t set);
/* From messages given: their tree. */
void multicast_index(struct multicast *p);

/* Whether v gets the message through u, or is u: v in the reachable set of u. */
bool reaches(const struct multicast *p, uint32_t u, uint32_t v);

/* Whether u -> v, started before u -> w for some w with x in w's reachable set, comes first:
 * the theorems' condition with the positive integer. */
bool sent_before_ancestor(const struct multicast *p, const struct noc_message *a, uint32_t x);

/* Software and worms of an unhurried world (flits, cycles). */
struct pace {
    uint32_t tau_s,
        tau_r;       /* start-up at the sender, one message after the other; at the receiver */
    uint32_t length; /* flits of a worm */
};

struct clash {
    uint32_t first, second; /* messages, in the order in which they were started */
    struct noc_message a, b;
    struct noc_channel channel;
    uint32_t cycle; /* in which the second one's header finds the channel taken */
};

/*
 * Whether two worms want one channel at a time. A node starts its messages in the algorithm's
 * order; with one port, or over one first link, the next worm enters when the last has left.
 * A worm of L flits that enters at cycle s holds its i-th channel from s + i to s + i + L - 1.
 * The first clash is real: nothing has been blocked before it.
 */
bool worms_clash(const struct net *net, const struct noc_algorithm *a, uint32_t ports,
                 uint32_t source, const uint16_t *dests, uint32_t m, const struct pace *pace,
                 struct clash *clash);

/* A whole exhaustion of sets into the finding: violations are against it. False: it could not
 * be done. random 0: every set. */
bool claim_sets(struct noc_finding *f, const char *network, const char *routing,
                const char *algorithm, uint32_t ports, uint32_t source, uint64_t random);

/* The routing, over all pairs, against the finding when it is incomplete (longer: not minimal)
 * or can deadlock. */
enum { CLAIM_COMPLETE = 1, CLAIM_MINIMAL = 2, CLAIM_ACYCLIC = 4, CLAIM_LABELS = 8 };
bool claim_routing(struct noc_finding *f, const char *network, const char *routing, unsigned what);

/* "4>0 4>2" of a plan; "{1, 2, 3}" of a set. */
const char *plan_text(const struct multicast *p, char *text, size_t size);
const char *dests_text(const uint16_t *dests, uint32_t m, char *text, size_t size);

/* --- unidirectional tori: claims_utpr.c ---------------------------------------------------- */

/* A torus and utpr, which is what chapters 5 and 6 are about; at most 256 nodes. */
bool utpr_open(struct noc_finding *f, const char *network, struct noc_topology *t,
               const struct noc_routing **r);

/* Coordinate d of a node, and its label, by equation 5.2. */
uint32_t utpr_digit(const struct noc_topology *t, uint32_t node, unsigned d);
uint32_t utpr_label(const struct noc_topology *t, uint32_t node);

/* All worms that senders let through, unicasts included, with these contexts: against the finding
 * when their dependencies have a cycle, a router refuses one, or has not the channel. */
void claim_worms(struct noc_finding *f, const char *network, const char *routing,
                 enum noc_contexts contexts);

/* --- small things ---------------------------------------------------------------------- */

/* xorshift32: the same numbers on every host. */
uint32_t random_below(uint32_t *state, uint32_t n);
void random_dests(uint32_t *state, uint32_t nodes, uint32_t source, uint32_t m, uint16_t *dests);

/* ceil(log2(n)). */
uint32_t doublings(uint32_t n);

/* Members of a set, lowest first; returns how many. */
uint32_t members(uint64_t set, uint16_t *node);

#endif
