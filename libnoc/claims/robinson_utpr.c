/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, chapter 5: path-based routing in unidirectional tori. */
#include <string.h>

#include "chapters.h"
#include "circuits.h"
#include "multicasts.h"
#include "packet.h"
#include "paths.h"
#include "proofs.h"
#include "worm_waits.h"

enum { P = 0, H = 1, DIMS_MAX = 8 };

/* --- 5.1: other ways ---------------------------------------------------------------------- */

/* Figure 5.1: y first, then x, both upwards, from (3, 2). */
static bool xy_reaches_two(const struct instance *i)
{
    static const uint8_t dest[9] = {5, 29, 22, 34, 27, 8, 13, 31, 6};
    uint32_t most = 0;

    for (uint32_t way = 0; way < 36; way++) {
        uint32_t up = way / 6, along = way % 6, reached = 0;

        for (unsigned k = 0; k < 9; k++) {
            uint32_t y = (dest[k] / 6 + 6 - 3) % 6, x = (dest[k] % 6 + 6 - 2) % 6;

            reached += x == 0 ? y <= up : y == up && x <= along;
        }
        most = reached > most ? reached : most;
    }
    return most == 2 || against(i, "one worm reaches %u of them", most);
}

/* Figure 5.2: two worms for the same two nodes, with one consumption context. */
static bool twins_wait(const struct instance *i)
{
    struct waiting_worm w[WAITING_MAX];
    struct text t = {0};

    if (!waiting_worms(i->net, NOC_CONTEXTS_ONE, true, 2, w)) {
        return false;
    }
    say_waiting(&t, w, 2);
    return shows(i, "%s: %s", i->net->name, t.at);
}

/* No two worms, or up to check.with, wait for each other where each link has a context. */
static bool none_wait(const struct instance *i)
{
    struct waiting_worm w[WAITING_MAX];
    uint32_t n = waiting_worms(i->net, NOC_CONTEXTS_LINK, false, i->check->with, w);
    struct text t = {0};

    say_waiting(&t, w, n);
    return n == 0 || against(i, "%s: the worms %s, if long, each hold what the next one waits for",
                             i->net->name, t.at);
}

static bool two_wait(const struct instance *i)
{
    struct waiting_worm w[WAITING_MAX];
    uint32_t n = waiting_worms(i->net, NOC_CONTEXTS_LINK, false, 2, w);
    struct text t = {0};

    say_waiting(&t, w, n);
    return n == 2 && shows(i, "%s: %s", i->net->name, t.at);
}

/* --- 5.2: labels and boundaries ----------------------------------------------------------- */

static bool equation_5_2(const struct instance *i)
{
    return (label(i->net, i->u) == printed_label(&i->net->t, i->u) &&
            noc_hcycle_node(&i->net->t, label(i->net, i->u)) == i->u) ||
           against(i, "%s: node %u is given the label %u, not %u", i->net->name, i->u,
                   label(i->net, i->u), printed_label(&i->net->t, i->u));
}

/* A node of label u, and from it a link to one of the next label. */
static bool next_on_circuit(const struct instance *i)
{
    const struct net *net = i->net;

    for (uint32_t node = 0; node < net->n; node++) {
        for (unsigned d = 0; d < net->t.dims && label(net, node) == i->u; d++) {
            if (label(net, step_up(net, node, d)) == (i->u + 1) % net->n) {
                return true;
            }
        }
    }
    return false;
}

/* From node 0 to the neighbour u^d of least d that was not there before: labels count the steps. */
static bool walk_gives_labels(const struct instance *i)
{
    bool been[NODES_MAX] = {false};
    uint32_t u = 0;

    for (uint32_t l = 0; l < i->net->n; l++) {
        unsigned d = 0;

        if (label(i->net, u) != l) {
            return against(i, "%s: the walk comes to node %u in place %u, its label is %u",
                           i->net->name, u, l, label(i->net, u));
        }
        been[u] = true;
        while (d < i->net->t.dims && been[step_up(i->net, u, d)]) {
            d++;
        }
        u = d < i->net->t.dims ? step_up(i->net, u, d) : u;
    }
    return true;
}

/* Labels that the text names, of the 6x6 torus: (y, x), label; and the formula. */
static bool figure_5_4(const struct instance *i)
{
    static const uint8_t printed[][3] = {
        {0, 0, 0},  {0, 1, 1},  {1, 0, 7},  {3, 2, 23}, {0, 5, 5},  {4, 5, 27},
        {3, 4, 19}, {5, 4, 33}, {4, 3, 25}, {1, 2, 9},  {2, 1, 15}, {5, 1, 30},
    };
    uint32_t x = i->u % 6, y = i->u / 6;

    for (unsigned k = 0; k < sizeof printed / sizeof *printed; k++) {
        if (printed[k][0] == y && printed[k][1] == x && printed[k][2] != label(i->net, i->u)) {
            return against(i, "(%u, %u) has label %u, not %u", y, x, label(i->net, i->u),
                           printed[k][2]);
        }
    }
    return label(i->net, i->u) == (x + y) % 6 + 6 * y;
}

static bool figure_5_5(const struct instance *i)
{
    return noc_hcycle_boundary(&i->net->t, i->u, 2) == (i->u / 16 == 3);
}

/* Of all channels that leave u. */
static bool lemma_5_7(const struct instance *i)
{
    for (unsigned d = 0; d < i->net->t.dims; d++) {
        bool rule = label_digit(&i->net->t, i->u, d) == i->net->t.width[d] - 1u;

        if (rule != is_boundary(i->net, i->u, d) ||
            rule != noc_hcycle_boundary(&i->net->t, i->u, d)) {
            return false;
        }
    }
    return true;
}

static bool lemma_5_1(const struct instance *i)
{
    for (unsigned d = 0; d < i->net->t.dims; d++) {
        uint32_t next = label_digit(&i->net->t, step_up(i->net, i->u, d), d);

        if (is_boundary(i->net, i->u, d) != (label_digit(&i->net->t, i->u, d) > next)) {
            return false;
        }
    }
    return true;
}

/* --- lemmas about two nodes --------------------------------------------------------------- */

/* The highest dimension in which they differ. */
static unsigned highest(const struct net *net, uint32_t u, uint32_t v)
{
    unsigned d = net->t.dims - 1u;

    while (d > 0 && !is_useful(net, u, v, d)) {
        d--;
    }
    return d;
}

static bool lemma_5_2(const struct instance *i)
{
    return !is_boundary(i->net, i->u, highest(i->net, i->u, i->v)) ||
           label(i->net, i->u) > label(i->net, i->v);
}

static bool lemma_5_3(const struct instance *i)
{
    unsigned top = i->net->t.dims - 1u;
    int32_t a = digit(i->net, i->u, top), b = digit(i->net, i->v, top);

    return a == b || (a > b) == (label(i->net, i->u) > label(i->net, i->v));
}

/* w on the way from u to v, as lemmas 5.4 and 5.5 want it. */
static bool between(const struct instance *i, uint32_t w)
{
    uint32_t a = label(i->net, i->u), b = label(i->net, w), c = label(i->net, i->v);

    return a < c ? a < b && b <= c : a < b || b <= c;
}

/* Some dimension leads there, in which they differ or do not. */
static bool some_step_leads_between(const struct instance *i, bool useful)
{
    for (unsigned d = 0; d < i->net->t.dims; d++) {
        if (is_useful(i->net, i->u, i->v, d) == useful && between(i, step_up(i->net, i->u, d))) {
            return true;
        }
    }
    return false;
}

static bool lemma_5_4(const struct instance *i)
{
    return some_step_leads_between(i, true);
}

static bool in_one_sub_torus(const struct instance *i)
{
    return !is_useful(i->net, i->u, i->v, i->net->t.dims - 1u) &&
           label(i->net, i->u) < label(i->net, i->v);
}

static bool lemma_5_4_printed(const struct instance *i)
{
    return some_step_leads_between(i, false) ||
           against(i, "%s: u = %u (label %u), v = %u (label %u)", i->net->name, i->u,
                   label(i->net, i->u), i->v, label(i->net, i->v));
}

/* One step apart in the highest dimension, all other useful channels boundaries. */
static bool is_case_2b_ii(const struct instance *i)
{
    unsigned top = i->net->t.dims - 1u;
    bool good = label(i->net, i->u) < label(i->net, i->v) &&
                digit(i->net, i->v, top) == digit(i->net, i->u, top) + 1;

    for (unsigned d = 0; d < top; d++) {
        good = good && (!is_useful(i->net, i->u, i->v, d) || is_boundary(i->net, i->u, d));
    }
    return good;
}

static bool lemma_5_4_case_2b_ii(const struct instance *i)
{
    return label(i->net, step_up(i->net, i->u, i->net->t.dims - 1u)) <= label(i->net, i->v);
}

/* Of channels that leave u, no boundaries: the lower dimension leads to the lower label; of
 * boundaries the higher one does. */
static bool neighbours_in_order(const struct instance *i)
{
    for (unsigned j = 1; j < i->net->t.dims; j++) {
        for (unsigned k = 0; k < j; k++) {
            uint32_t low = label(i->net, step_up(i->net, i->u, k));
            uint32_t high = label(i->net, step_up(i->net, i->u, j));
            bool boundary = is_boundary(i->net, i->u, k);

            if (boundary == is_boundary(i->net, i->u, j) &&
                (boundary ? high >= low : low >= high)) {
                return false;
            }
        }
    }
    return true;
}

/* --- 5.3: the path routing function ------------------------------------------------------- */

struct hop {
    unsigned d, vc;
};

/* Equation 5.3. */
static struct hop equation_5_3(const struct net *net, uint32_t u, unsigned vc, uint32_t v)
{
    unsigned least = DIMS_MAX, most = 0;

    for (unsigned d = 0; d < net->t.dims; d++) {
        if (is_useful(net, u, v, d)) {
            least = least == DIMS_MAX && !is_boundary(net, u, d) ? d : least;
            most = d;
        }
    }
    unsigned d = least < DIMS_MAX ? least : most;

    return (struct hop){d, vc == P && !is_boundary(net, u, d) ? P : H};
}

/* Figure 5.11; boundaries by the rule of lemma 5.7. */
static struct hop figure_5_11(const struct net *net, uint32_t u, unsigned vc, uint32_t v)
{
    unsigned last = 0;

    for (unsigned d = 0; d < net->t.dims; d++) {
        if (is_useful(net, u, v, d)) {
            if (label_digit(&net->t, u, d) != net->t.width[d] - 1u) {
                return (struct hop){d, vc};
            }
            last = d;
        }
    }
    return (struct hop){last, H};
}

/* Both, and the routers: which refuse only a second boundary. */
static bool one_function(const struct instance *i)
{
    for (unsigned vc = P; vc <= H; vc++) {
        struct hop a = equation_5_3(i->net, i->u, vc, i->v);
        struct hop b = figure_5_11(i->net, i->u, vc, i->v);
        uint32_t header = noc_header(NOC_HEADER_LAST, i->v, 0);
        bool refused = vc == H && is_boundary(i->net, i->u, a.d), broken;
        struct noc_hop hop;

        broken = i->net->r->route(&i->net->t, i->u, vc == P ? NOC_PORT_LOCAL : 1, vc, &header,
                                  &hop) == NOC_ROUTE_BROKEN;
        if (a.d != b.d || a.vc != b.vc || broken != refused ||
            (!refused && (hop.port != 2 * a.d || hop.vc != a.vc))) {
            return false;
        }
    }
    return true;
}

static bool lemma_5_5(const struct instance *i)
{
    return between(i, path_node(i->net, i->u, i->v, 1));
}

static bool lemma_5_6(const struct instance *i)
{
    uint32_t hops = path_length(i->net, i->u, i->v), boundaries = 0;

    for (uint32_t k = 0; k < hops; k++) {
        const struct noc_channel *c = &path_of(i->net, i->u, i->v)[k];

        boundaries += label(i->net, c->node) > label(i->net, c->next);
    }
    return boundaries == (label(i->net, i->u) > label(i->net, i->v));
}

static bool to_higher_label(const struct instance *i)
{
    return label(i->net, i->u) < label(i->net, i->v);
}

/* 5.3.1: on shortest ways, labels rise, p channels are enough. */
static bool shortest_rising_on_p(const struct instance *i)
{
    uint32_t hops = path_length(i->net, i->u, i->v);

    for (uint32_t k = 0; k < hops; k++) {
        const struct noc_channel *c = &path_of(i->net, i->u, i->v)[k];

        if (label(i->net, c->next) <= label(i->net, c->node) || c->vc != P) {
            return false;
        }
    }
    return hops == distance(i->net, i->u, i->v);
}

static bool as_many_dimensions_as_printed(const struct instance *i)
{
    const struct noc_topology *t = &i->net->t;

    return t->dims >= t->width[0] ||
           against(i, "n = %u, width %u: channels of a dimension %u that there is not", t->dims,
                   t->width[0], t->dims);
}

/* Section 5.3.2: h on each link, p on those that are no boundaries. */
static bool uses_printed(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    return noc_topology_link(t, node, port, &link) &&
           (vc == H || printed_label(t, node) < printed_label(t, link.node));
}

static bool every_channel_is_used(const struct instance *i)
{
    struct noc_routing printed = *i->net->r;
    struct noc_worms_proof proof;

    printed.uses = uses_printed;
    if (!noc_verify_worms(&i->net->t, &printed, NOC_CONTEXTS_VC, NULL, &proof) || !proof.looked) {
        unclear(i, "%s: cannot be looked at", i->net->name);
        return true;
    }
    if (proof.unused) {
        against(i, "%s: no worm uses %u of %u channels; the first is that from %u to %u",
                i->net->name, proof.unused, proof.unused + proof.channels, proof.first_unused.node,
                proof.first_unused.next);
    }
    noc_worms_proof_free(&proof);
    return !proof.unused;
}

/* --- 5.4: the sender's list --------------------------------------------------------------- */

static bool figure_5_7(const struct instance *i)
{
    static const uint16_t given[] = {20, 5, 29, 22, 34, 27, 8, 13, 31, 6};
    static const uint16_t wanted[] = {20, 27, 29, 31, 34, 5, 6, 8, 13, 22};
    struct circuit_worm w = {.m = 9};
    struct text t = {0};

    memcpy(w.node, given, sizeof given);
    noc_hcycle_order(&i->net->t, w.node, 10);
    worm_send(i->net, &w);
    say_worm(&t, &w);
    seen(i, "%s: %s, %u links", i->net->name, t.at, w.hops);
    return (memcmp(w.node, wanted, sizeof wanted) == 0 && w.hops) || against(i, "%s", t.at);
}

/* Figure 5.8: an H-cycle by definition 5.3, of the same nodes. */
static bool preparation_makes_h_cycle(const struct instance *i)
{
    uint16_t chain[SENDS_MAX] = {(uint16_t)i->source};
    uint32_t falls = 0, before = UINT32_C(1) << i->source, after = 0;

    memcpy(chain + 1, i->dests, i->m * sizeof *chain);
    noc_hcycle_order(&i->net->t, chain, i->m + 1);
    for (uint32_t k = 0; k <= i->m; k++) {
        falls += label(i->net, chain[k]) > label(i->net, chain[(k + 1) % (i->m + 1)]);
        before |= k < i->m ? UINT32_C(1) << i->dests[k] : 0;
        after |= UINT32_C(1) << chain[k];
    }
    return falls == 1 && chain[0] == i->source && before == after;
}

/* --- theorem 5.1 -------------------------------------------------------------------------- */

/* The instance's worm; NULL: it is not delivered. */
static const struct circuit_worm *delivered(const struct instance *i)
{
    const struct circuit_worm *w = i->own;

    return w->hops ? w : NULL;
}

static bool worm_minimal(const struct instance *i)
{
    const struct circuit_worm *w = delivered(i);

    for (uint32_t k = 0, before = 0; w && k < w->m; before = w->visit[k++].hops) {
        if (w->visit[k].hops - before != distance(i->net, w->node[k], w->node[k + 1])) {
            return false;
        }
    }
    return w;
}

/* No physical channel twice, and no node either. */
static bool worm_distinct(const struct instance *i)
{
    const struct circuit_worm *w = delivered(i);
    bool been[NODES_MAX] = {false};

    for (uint32_t k = 0; w && k < w->hops; k++) {
        been[w->node[0]] = true;
        if (been[w->path[k].next]) {
            return false;
        }
        been[w->path[k].next] = true;
    }
    return w;
}

static bool worm_minimal_and_distinct(const struct instance *i)
{
    return worm_minimal(i) && worm_distinct(i);
}

/* Virtual channels in the order of (p before h, label of the node they leave, dimension), or with
 * LEAD_TO of the node they lead to. */
enum { LEAVE, LEAD_TO };
static bool worm_in_order(const struct instance *i)
{
    const struct circuit_worm *w = delivered(i);

    for (uint32_t k = 1; w && k < w->hops; k++) {
        const struct noc_channel *a = &w->path[k - 1], *b = &w->path[k];
        bool lead = i->check->with == LEAD_TO;

        if (a->vc > b->vc || (a->vc == b->vc && label(i->net, lead ? a->next : a->node) >=
                                                    label(i->net, lead ? b->next : b->node))) {
            return false;
        }
    }
    return w;
}

static bool no_p_at_boundaries(const struct instance *i)
{
    const struct circuit_worm *w = delivered(i);

    for (uint32_t k = 0; w && k < w->hops; k++) {
        const struct noc_channel *c = &w->path[k];

        if (c->vc == P && label(i->net, c->node) > label(i->net, c->next)) {
            return false;
        }
    }
    return w;
}

/* --- 5.6: flits --------------------------------------------------------------------------- */

enum { BODY = 1 << 20, BODY_FLITS = 3, STREAM_MAX = NODES_MAX + 8 };

/* What a router got and gave, by figure 5.10. */
struct forwarding {
    uint32_t flit[STREAM_MAX], flits; /* of the worm, as it goes on; 0: it does not */
    uint32_t local[BODY_FLITS + 1], locals;
    struct hop hop;
};

/* The algorithm of figure 5.10 at node u, for a worm that came on vc; *w is rewritten. */
static void figure_5_10(const struct net *net, uint32_t u, unsigned vc, struct forwarding *w)
{
    uint32_t in[STREAM_MAX], n = w->flits, at = 0, flit1, flit2 = 0;
    bool is_dest, is_last = false;

    memcpy(in, w->flit, sizeof in);
    w->flits = w->locals = 0;
    flit1 = in[at++];
    is_dest = flit1 == u;
    if (is_dest) {
        flit2 = in[at++];
        is_last = flit2 == flit1;
    }
    if (!is_last) {
        uint32_t next = is_dest ? flit2 : flit1;

        w->hop = figure_5_11(net, u, vc, next);
        w->flit[w->flits++] = next;
    }
    while (is_dest && flit2 != flit1 && at < n) {
        flit1 = flit2;
        flit2 = in[at++];
        w->flit[w->flits++] = flit2;
    }
    while (at < n) {
        flit1 = in[at++];
        if (is_dest && w->locals <= BODY_FLITS) {
            w->local[w->locals++] = flit1;
        }
        if (!is_last) {
            w->flit[w->flits++] = flit1;
        }
    }
}

/* The worm as its sender writes it: the last address twice, then the body. */
static void write_flits(const struct circuit_worm *w, struct forwarding *g)
{
    memset(g, 0, sizeof *g);
    for (uint32_t k = 1; k <= w->m; k++) {
        g->flit[g->flits++] = w->node[k];
    }
    g->flit[g->flits++] = w->node[w->m];
    for (uint32_t k = 0; k < BODY_FLITS; k++) {
        g->flit[g->flits++] = BODY + k;
    }
}

/* The worm by the figure, from router to router, against what libnoc's do. */
static bool forwards(const struct instance *i)
{
    const struct circuit_worm *w = delivered(i);
    struct forwarding g;
    uint32_t visits = 0;
    unsigned vc = P;

    if (!w) {
        return false;
    }
    write_flits(w, &g);
    for (uint32_t hops = 0, u = w->node[0]; hops <= w->hops; hops++) {
        figure_5_10(i->net, u, vc, &g);
        if (g.locals > 0) { /* the body, whole, and nothing else; its own address has gone */
            if (visits >= w->m || w->visit[visits].hops != hops || w->node[visits + 1] != u ||
                g.locals != BODY_FLITS || g.local[0] != BODY || g.local[2] != BODY + 2) {
                return false;
            }
            visits++;
        }
        if (g.flits == 0) {
            return hops == w->hops && visits == w->m;
        }
        if (hops == w->hops || g.flits != w->m - visits + 1 + BODY_FLITS ||
            w->path[hops].port != 2 * g.hop.d || w->path[hops].vc != g.hop.vc) {
            return false;
        }
        vc = g.hop.vc;
        u = step_up(i->net, u, g.hop.d);
    }
    return false;
}

/* --- rows --------------------------------------------------------------------------------- */

/* From small to large; the last ones only in depth. */
#define TORI                                                                         \
    .on = "utorus:2 to 4, 2x2, 5, 2x2x2, 3x3, 4x4, 2x2x2x2, 5x5, 3x3x3, 6x6, 4x4x4", \
    .on_deep = "utorus:16x16, 4x4x4x4", .routing = "utpr"
#define NODES  .over = {&each_topology, &each_node}, TORI
#define ROUTES .over = {&each_network, &each_route}, TORI
#define WORMS(...)                                                                            \
    {.over = {&each_topology, &each_worm},                                                    \
     .on = "utorus:2 to 4, 2x2, 3x3, 2x2x2",                                                  \
     .on_deep = "utorus:4x4",                                                                 \
     .routing = "utpr",                                                                       \
     __VA_ARGS__},                                                                            \
        {.over = {&each_topology, &each_random_worm},                                         \
         .on = "utorus:6x6",                                                                  \
         .routing = "utpr",                                                                   \
         .random = {1000, 20000},                                                             \
         __VA_ARGS__},                                                                        \
    {                                                                                         \
        .over = {&each_topology, &each_random_worm}, .on = "utorus:4x4x4", .routing = "utpr", \
        .random = {500, 20000}, __VA_ARGS__                                                   \
    }
#define SAFE(contexts) .over = {&each_topology}, .holds = worms_safe, .with = contexts

const struct row robinson_utpr[] = {
    {"5.1, figure 5.1", NOC_TEXT,
     "Under XY routing one worm reaches at most two of the example's nine destinations.",
     .check = {{.holds = xy_reaches_two,
                .checked = "all 36 XY ways from (3, 2) in utorus:6x6: 2 of the 9 destinations at "
                           "most"}}},
    {"5.1, figure 5.2", NOC_RESULT,
     "With one way from router to node (here: one consumption context), two worms for the same two "
     "nodes can wait for each other for ever.",
     .check = {{.over = {&each_topology},
                .on = "utorus:2 to 4, 2x2, 5, 4x2, 2x2x2, 3x3",
                .routing = "utpr",
                .holds = twins_wait,
                .none = "no such two worms up to utorus:3x3",
                .checked = "all pairs of worms for the same two nodes on utorus:2 to 5, 2x2 and "
                           "larger; first {example}"}},
     .remark = "In the flit-level network too: `noct sim --topology utorus:3x3 --algorithm s-torus "
               "--dests 1,4 --also 3:4,1 --consumption one`."},
    {"5.1, all ports", NOC_TEXT,
     "An all-port architecture (here: one consumption context for each input link) is free of such "
     "deadlock.",
     .check = {{.over = {&each_topology},
                .on = "utorus:2 to 4, 2x2",
                .routing = "utpr",
                .holds = none_wait,
                .with = 3,
                .checked = "twos and threes of worms with one or two destinations on {on}"}},
     .remark = "A link's two virtual channels share what it has. A worm on p holds the context and "
               "waits for a channel; one on h, behind the boundary, waits for that context. What "
               "suffices is a context for each input virtual channel."},
    {"5.1, all ports", NOC_OURS,
     "Not claimed: on a ring of three nodes it takes three worms, on one of four two are enough.",
     .check = {{.over = {&each_topology},
                .on = "utorus:3",
                .routing = "utpr",
                .holds = none_wait,
                .with = 2,
                .checked = "utorus:3: all twos"},
               {.over = {&each_topology},
                .on = "utorus:4",
                .routing = "utpr",
                .holds = two_wait,
                .none = "utorus:4: two are not enough"}}},
    {"5.1, all ports", NOC_OURS,
     "Not claimed: where a link has one virtual channel, one consumption context for each link is "
     "enough.",
     .check = {{SAFE(NOC_CONTEXTS_LINK), .on = "mesh:2x2, 4x4, torus:3x3, 4x4, cube:4",
                .routing = "hamiltonian"}},
     .remark = "Worms of one virtual channel come to a router one at a time."},
    /* By their routing on a path; each link's context may be shared or not: there is one virtual channel. */
    {"5.2, figure 5.3", NOC_RESULT,
     "In a mesh, worms that visit nodes in the order of a Hamiltonian path, and those in the "
     "reverse order, cannot deadlock.",
     .check = {{SAFE(NOC_CONTEXTS_VC), .on = "mesh:2x2, 2x3, 3x3, 4x4, 5x4", .on_deep = "mesh:6x6",
                .routing = "hamiltonian",
                .checked = "dependencies of all worms with rising or falling labels of {on}"}}},
    {"5.2", NOC_RESULT,
     "In the order of labels each node is a neighbour of the one before, and the first of the "
     "last: a Hamiltonian circuit.",
     .check = {{NODES, .holds = next_on_circuit}}},
    {"5.2", NOC_TEXT,
     "The circuit begins at node 0; the next node is the neighbour u^d of least d that was not "
     "there before.",
     .check = {{.over = {&each_topology}, TORI, .holds = walk_gives_labels}}},
    {"equation 5.2", NOC_TEXT,
     "The label is the sum over i of k^i times the sum of the coordinates i and above modulo k.",
     .check = {{NODES, .holds = equation_5_2}}},
    {"figure 5.4", NOC_TEXT, "The labels of the 6x6 torus, and the formula for two dimensions.",
     .check = {{.over = {&each_topology, &each_node},
                .on = "utorus:6x6",
                .routing = "utpr",
                .holds = figure_5_4,
                .checked = "the labels that chapter 5 prints; the formula for two dimensions, "
                           "{scope}"}}},
    {"figure 5.5", NOC_TEXT,
     "In the 4x4x4 torus every channel from plane 3 to plane 0 is a boundary.",
     .check = {{.over = {&each_topology, &each_node},
                .on = "utorus:4x4x4",
                .routing = "utpr",
                .holds = figure_5_5,
                .checked = "all links of dimension 2 of {on}: those from plane 3 and no others"}}},
    {"5.3.1", NOC_RESULT,
     "To a node of higher label the way is minimal, labels rise, and p channels are enough.",
     .check = {{ROUTES, .given = to_higher_label, .holds = shortest_rising_on_p}}},
    {"5.3.2", NOC_TEXT, "Only h channels are needed at boundaries.",
     .check = {WORMS(.holds = no_p_at_boundaries)}},
    {"5.3.2", NOC_OURS,
     "Not claimed: each of the channels that UTPR has, an h channel on each link and a p channel "
     "on those that are no boundaries, is used by some worm.",
     .check = {{.over = {&each_topology},
                .on = "utorus:2 to 4, 2x2, 3x3, 2x2x2, 4x4",
                .routing = "utpr",
                .holds = every_channel_is_used,
                .checked = "all worms of {on}"}},
     .remark = "The h channels to the node of highest label are not: behind a boundary it could "
               "only come last of all, where the source is."},
    {"5.3.2, as printed", NOC_SLIP, "UTPR's channels have dimensions d from 0 to k - 1.",
     .check = {{.over = {&each_topology},
                .on = "utorus:2, 2x2, 3",
                .routing = "utpr",
                .holds = as_many_dimensions_as_printed}},
     .remark = "Meant: from 0 to n - 1."},
    {"definition 5.3, figure 5.8", NOC_RESULT,
     "Sorting by label and rotating the source to the head makes an H-cycle of any set.",
     .check = {{.over = {&each_topology, &each_set},
                .on = "utorus:5, 2x2, 3x3, 2x2x2",
                .on_deep = "utorus:4x4",
                .routing = "utpr",
                .holds = preparation_makes_h_cycle}}},
    {"5.4, figure 5.7", NOC_TEXT, "The example's list comes out as printed, and is one worm's.",
     .check =
         {{.over = {&each_topology}, .on = "utorus:6x6", .routing = "utpr", .holds = figure_5_7}}},
    {"theorem 5.1 (1)", NOC_RESULT, "All ways between successive destinations are minimal.",
     .check = {WORMS(.holds = worm_minimal)}},
    {"theorem 5.1 (2)", NOC_RESULT,
     "The network is free of deadlock under any worms whose lists are H-cycles.",
     .check = {{SAFE(NOC_CONTEXTS_VC), .on = "utorus:2 to 4, 2x2, 3x3, 2x2x2, 4x4, 6x6, 4x4x4",
                .on_deep = "utorus:8x8", .routing = "utpr",
                .checked = "dependencies of all legal worms and unicasts of {on}, a consumption "
                           "context for each input virtual channel"}}},
    {"theorem 5.1 (3)", NOC_RESULT,
     "A worm uses each physical channel once at most (its proof: visits each node once at most).",
     .check = {WORMS(.holds = worm_distinct)}},
    {"theorem 5.1, proof", NOC_PROOF,
     "Worms take virtual channels in the order of (p before h, label of the node that the channel "
     "leaves, dimension).",
     .check = {WORMS(.holds = worm_in_order)},
     .remark = "At the boundary the worm leaves a high label by an h channel, and goes on from a "
               "low one. By the label of the node that the channel leads to it stands."},
    {"theorem 5.1, proof, repaired", NOC_OURS,
     "Worms take virtual channels in the order of (p before h, label of the node that the channel "
     "leads to).",
     .check = {WORMS(.holds = worm_in_order, .with = LEAD_TO)}},
    {"theorem 5.1, other widths", NOC_OURS,
     "Not claimed: the theorem holds with unequal widths too where each divides the next higher "
     "dimension's.",
     .check = {{.over = {&each_topology, &each_worm},
                .on = "utorus:4x2",
                .routing = "utpr",
                .holds = worm_minimal_and_distinct},
               {.over = {&each_topology, &each_random_worm},
                .on = "utorus:8x4",
                .routing = "utpr",
                .random = {500, 10000},
                .holds = worm_minimal_and_distinct},
               {SAFE(NOC_CONTEXTS_VC), .on = "utorus:4x2, 6x3, 8x4, 4x2x2", .routing = "utpr",
                .checked = "dependencies of all worms of {on}"}},
     .remark = "Elsewhere some ways cross two boundaries; smallest: utorus:3x2."},
    {"lemma 5.1", NOC_RESULT,
     "A channel of dimension d is a boundary exactly if the label's digit d falls.",
     .check = {{NODES, .holds = lemma_5_1, .checked = "all channels of {scope}"}}},
    {"lemma 5.2", NOC_RESULT,
     "If the channel from u in the highest dimension in which u and v differ is a boundary, u has "
     "the higher label.",
     .check = {{ROUTES, .holds = lemma_5_2}}},
    {"lemma 5.3", NOC_RESULT,
     "Where u and v differ in the highest dimension, labels are ordered as their coordinates "
     "there.",
     .check = {{ROUTES, .holds = lemma_5_3}}},
    {"lemma 5.4", NOC_RESULT,
     "Some useful dimension leads from u to a label between u's and v's; or, where v's is lower, "
     "above u's or not above v's.",
     .check = {{ROUTES, .holds = lemma_5_4}}},
    {"lemma 5.4, case 1, as printed", NOC_SLIP,
     "In a common sub-torus, a dimension in which u and v do not differ leads there.",
     .check = {{ROUTES, .given = in_one_sub_torus, .holds = lemma_5_4_printed}},
     .remark = "Meant: in which they differ."},
    {"lemma 5.4, proof, case 2b.ii", NOC_PROOF,
     "One step from v in the highest dimension, and all other useful channels boundaries: that "
     "step leads not above v's label.",
     .check = {{ROUTES, .given = is_case_2b_ii, .holds = lemma_5_4_case_2b_ii}}},
    {"lemma 5.5", NOC_RESULT, "UTPR's first step leads to such a label.",
     .check = {{ROUTES, .holds = lemma_5_5}}},
    {"lemma 5.5, proof", NOC_PROOF,
     "Of channels that leave a node, among those that are no boundaries the lower dimension leads "
     "to the lower label, among boundaries the higher one does.",
     .check = {{NODES, .holds = neighbours_in_order, .checked = "all channels of {scope}"}}},
    {"lemma 5.6", NOC_RESULT,
     "UTPR's way crosses no boundary to a node of higher label, exactly one to a node of lower "
     "label.",
     .check = {{ROUTES, .holds = lemma_5_6}}},
    {"lemma 5.7", NOC_RESULT,
     "A channel of dimension d is a boundary exactly if the sum of the coordinates d and above is "
     "k - 1 modulo k.",
     .check = {{NODES, .holds = lemma_5_7, .checked = "all channels of {scope}"}}},
    {"5.5", NOC_RESULT, "Unicasts are worms with one destination: minimal, and free of deadlock.",
     .check = {{.over = {&each_topology},
                .on = "utorus:2, 5, 3x3, 6x6, 4x4x4, 2x2x2x2",
                .on_deep = "utorus:16x16",
                .routing = "utpr",
                .holds = routing_proven,
                .with = COMPLETE | MINIMAL | ACYCLIC | RISING_LABELS,
                .checked = "all pairs of {on}"}}},
    {"5.6.1, figure 5.10", NOC_TEXT,
     "With the last address twice, the flit forwarding algorithm brings each destination the body "
     "and nothing else, one address flit less behind each.",
     .check = {WORMS(.holds = forwards)}},
    {"5.6.4, figure 5.11", NOC_TEXT, "The algorithm computes equation 5.3.",
     .check = {{ROUTES, .holds = one_function}},
     .remark = "Compared with each other and with the routers, which also refuse a second "
               "boundary: no legal worm comes to one."},
    {0},
};
