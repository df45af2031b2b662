/* SPDX-License-Identifier: BSD-2-Clause */
/* Claims of Robinson 1994, chapter 5: path-based routing in unidirectional tori. */
#include <stdio.h>
#include <string.h>

#include "claims.h"
#include "routing/hcycle.h"
#include "packet.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum { NODES_MAX = 256, DIMS_MAX = 8, P = 0, H = 1 };

bool utpr_open(struct noc_finding *f, const char *network, struct noc_topology *t,
               const struct noc_routing **r)
{
    struct noc_fault fault;

    if (noc_topology_parse(t, network, &fault) && noc_routing_choose(r, "utpr", t, &fault) &&
        t->nodes <= NODES_MAX && t->dims <= DIMS_MAX) {
        return true;
    }
    claim_unclear(f, "%s has no utpr, or is too large", network);
    return false;
}

uint32_t utpr_digit(const struct noc_topology *t, uint32_t node, unsigned d)
{
    for (unsigned i = 0; i < d; i++) {
        node /= t->width[i];
    }
    return node % t->width[d];
}

/* l_d, equation 5.4. */
static uint32_t label_digit(const struct noc_topology *t, uint32_t node, unsigned d)
{
    uint32_t sum = 0;

    for (unsigned j = d; j < t->dims; j++) {
        sum += utpr_digit(t, node, j);
    }
    return sum % t->width[d];
}

uint32_t utpr_label(const struct noc_topology *t, uint32_t node)
{
    uint32_t label = 0, unit = 1;

    for (unsigned i = 0; i < t->dims; unit *= t->width[i], i++) {
        label += unit * label_digit(t, node, i);
    }
    return label;
}

/* --- tori ------------------------------------------------------------------------------------ */

/* A torus with libnoc's labels, and all else from the definitions. */
struct torus {
    struct noc_topology t;
    const struct noc_routing *r;
    const char *name;
    uint32_t n, dims;
    uint32_t label[NODES_MAX];
    uint16_t at[NODES_MAX];             /* of a label: node */
    uint16_t next[NODES_MAX][DIMS_MAX]; /* u^d, equation 5.1 */
};

static bool torus_open(struct torus *p, const char *network, struct noc_finding *f)
{
    p->name = network;
    if (!utpr_open(f, network, &p->t, &p->r)) {
        return false;
    }
    p->n = p->t.nodes;
    p->dims = p->t.dims;
    for (uint32_t u = 0; u < p->n; u++) {
        uint32_t unit = 1;

        p->label[u] = noc_hcycle_label(&p->t, u);
        p->at[p->label[u] % p->n] = (uint16_t)u;
        for (unsigned d = 0; d < p->dims; unit *= p->t.width[d], d++) {
            bool around = utpr_digit(&p->t, u, d) + 1 == p->t.width[d];

            p->next[u][d] = (uint16_t)(around ? u + unit - unit * p->t.width[d] : u + unit);
        }
    }
    return true;
}

/* Definition 5.1. */
static bool is_boundary(const struct torus *p, uint32_t u, unsigned d)
{
    return p->label[u] > p->label[p->next[u][d]];
}

static bool is_useful(const struct torus *p, uint32_t u, uint32_t v, unsigned d)
{
    return utpr_digit(&p->t, u, d) != utpr_digit(&p->t, v, d);
}

/* Links of a shortest way. */
static uint32_t distance(const struct torus *p, uint32_t u, uint32_t v)
{
    uint32_t links = 0;

    for (unsigned d = 0; d < p->dims; d++) {
        uint32_t k = p->t.width[d];

        links += (utpr_digit(&p->t, v, d) + k - utpr_digit(&p->t, u, d)) % k;
    }
    return links;
}

/* From small to large; the last ones only in depth. */
static const char *const tori[] = {"utorus:2",       "utorus:3",     "utorus:4",      "utorus:2x2",
                                   "utorus:5",       "utorus:2x2x2", "utorus:3x3",    "utorus:4x4",
                                   "utorus:2x2x2x2", "utorus:5x5",   "utorus:3x3x3",  "utorus:6x6",
                                   "utorus:4x4x4",   "utorus:16x16", "utorus:4x4x4x4"};
enum { TORI = 13, TORI_DEEP = 15 };
static const char tori_text[] = "utorus:2 to 5, 2x2 to 6x6, 2x2x2 to 4x4x4, 2x2x2x2";
static const char tori_deep_text[] = ", 16x16 and 4x4x4x4";

/* The same look at one torus after the other. */
typedef void look_fn(struct noc_finding *f, const struct torus *p);

static void each_torus(struct noc_finding *f, bool deep, look_fn *look)
{
    static struct torus p;

    for (unsigned i = 0; i < (unsigned)(deep ? TORI_DEEP : TORI); i++) {
        if (!torus_open(&p, tori[i], f)) {
            return;
        }
        look(f, &p);
    }
    claim_checked(f, "%s%s", tori_text, deep ? tori_deep_text : "");
}

/* --- labels and boundaries ----------------------------------------------------------- */

static void look_labels(struct noc_finding *f, const struct torus *p)
{
    for (uint32_t u = 0; u < p->n; u++) {
        if (p->label[u] != utpr_label(&p->t, u) || noc_hcycle_node(&p->t, p->label[u]) != u) {
            claim_against(f, "%s: node %u is given the label %u, not %u", p->name, u, p->label[u],
                          utpr_label(&p->t, u));
        }
    }
}

static void check_equation_5_2(bool deep, struct noc_finding *f)
{
    each_torus(f, deep, look_labels);
}

static void look_circuit(struct noc_finding *f, const struct torus *p)
{
    for (uint32_t l = 0; l < p->n; l++) {
        uint32_t u = p->at[l], v = p->at[(l + 1) % p->n];
        bool adjacent = false;

        for (unsigned d = 0; d < p->dims; d++) {
            adjacent = adjacent || p->next[u][d] == v;
        }
        if (!adjacent || p->label[u] != l) {
            claim_against(f, "%s: no link from label %u (node %u) to the next", p->name, l, u);
        }
    }
}

static void check_circuit(bool deep, struct noc_finding *f)
{
    each_torus(f, deep, look_circuit);
}

static void look_walk(struct noc_finding *f, const struct torus *p)
{
    bool been[NODES_MAX] = {false};
    uint32_t u = 0;

    for (uint32_t l = 0; l < p->n; l++) {
        unsigned d = 0;

        if (p->label[u] != l) {
            claim_against(f, "%s: the walk comes to node %u in place %u, its label is %u", p->name,
                          u, l, p->label[u]);
            return;
        }
        been[u] = true;
        while (d < p->dims && been[p->next[u][d]]) {
            d++;
        }
        u = d < p->dims ? p->next[u][d] : u;
    }
}

static void check_walk(bool deep, struct noc_finding *f)
{
    each_torus(f, deep, look_walk);
}

/* Labels that the text names, of the 6x6 torus: (y, x), label. */
static const uint8_t printed[][3] = {
    {0, 0, 0},  {0, 1, 1},  {1, 0, 7},  {3, 2, 23}, {0, 5, 5},  {4, 5, 27},
    {3, 4, 19}, {5, 4, 33}, {4, 3, 25}, {1, 2, 9},  {2, 1, 15}, {5, 1, 30},
};

static void check_figure_5_4(bool deep, struct noc_finding *f)
{
    static struct torus p;

    (void)deep;
    if (!torus_open(&p, "utorus:6x6", f)) {
        return;
    }
    for (unsigned i = 0; i < sizeof printed / sizeof *printed; i++) {
        uint32_t y = printed[i][0], x = printed[i][1];

        if (p.label[6 * y + x] != printed[i][2]) {
            claim_against(f, "(%u, %u) has label %u, not %u", y, x, p.label[6 * y + x],
                          printed[i][2]);
        }
    }
    for (uint32_t u = 0; u < 36; u++) {
        if (p.label[u] != (u % 6 + u / 6) % 6 + 6 * (u / 6)) {
            claim_against(f, "node %u has label %u", u, p.label[u]);
        }
    }
    claim_checked(f, "the labels that chapter 5 prints; the formula for two dimensions, all of "
                     "utorus:6x6");
}

static void check_figure_5_5(bool deep, struct noc_finding *f)
{
    static struct torus p;

    (void)deep;
    if (!torus_open(&p, "utorus:4x4x4", f)) {
        return;
    }
    for (uint32_t u = 0; u < 64; u++) {
        if (noc_hcycle_boundary(&p.t, u, 2) != (u / 16 == 3)) {
            claim_against(f, "the link of dimension 2 that leaves node %u", u);
        }
    }
    claim_checked(f, "all links of dimension 2 of utorus:4x4x4: those from plane 3 and no others");
}

static void look_lemma_5_7(struct noc_finding *f, const struct torus *p)
{
    for (uint32_t u = 0; u < p->n; u++) {
        for (unsigned d = 0; d < p->dims; d++) {
            bool rule = label_digit(&p->t, u, d) == p->t.width[d] - 1u;

            if (rule != is_boundary(p, u, d) || noc_hcycle_boundary(&p->t, u, d) != rule) {
                claim_against(f, "%s: the link of dimension %u that leaves node %u", p->name, d, u);
            }
        }
    }
}

static void check_lemma_5_7(bool deep, struct noc_finding *f)
{
    each_torus(f, deep, look_lemma_5_7);
}

static void look_lemma_5_1(struct noc_finding *f, const struct torus *p)
{
    for (uint32_t u = 0; u < p->n; u++) {
        for (unsigned d = 0; d < p->dims; d++) {
            if (is_boundary(p, u, d) !=
                (label_digit(&p->t, u, d) > label_digit(&p->t, p->next[u][d], d))) {
                claim_against(f, "%s: node %u, dimension %u", p->name, u, d);
            }
        }
    }
}

static void check_lemma_5_1(bool deep, struct noc_finding *f)
{
    each_torus(f, deep, look_lemma_5_1);
}

/* --- lemmas about two nodes ---------------------------------------------------------- */

/* What holds of nodes u and v, or not. */
typedef bool pair_fn(const struct torus *p, uint32_t u, uint32_t v);

static void each_pair(struct noc_finding *f, bool deep, pair_fn *holds)
{
    static struct torus p;

    for (unsigned i = 0; i < (unsigned)(deep ? TORI_DEEP : TORI) && f->verdict == NOC_HOLDS; i++) {
        if (!torus_open(&p, tori[i], f)) {
            return;
        }
        for (uint32_t u = 0; u < p.n; u++) {
            for (uint32_t v = 0; v < p.n; v++) {
                if (u != v && !holds(&p, u, v)) {
                    claim_against(f, "%s: u = %u (label %u), v = %u (label %u)", tori[i], u,
                                  p.label[u], v, p.label[v]);
                }
            }
        }
    }
    claim_checked(f, "all pairs of %s%s", tori_text, deep ? tori_deep_text : "");
}

/* The highest dimension in which they differ. */
static unsigned highest(const struct torus *p, uint32_t u, uint32_t v)
{
    unsigned d = p->dims - 1;

    while (d > 0 && !is_useful(p, u, v, d)) {
        d--;
    }
    return d;
}

static bool lemma_5_2(const struct torus *p, uint32_t u, uint32_t v)
{
    return !is_boundary(p, u, highest(p, u, v)) || p->label[u] > p->label[v];
}

static bool lemma_5_3(const struct torus *p, uint32_t u, uint32_t v)
{
    uint32_t a = utpr_digit(&p->t, u, p->dims - 1), b = utpr_digit(&p->t, v, p->dims - 1);

    return a == b || (a > b) == (p->label[u] > p->label[v]);
}

/* w on the way from u to v, as lemmas 5.4 and 5.5 want it. */
static bool between(const struct torus *p, uint32_t u, uint32_t w, uint32_t v)
{
    uint32_t a = p->label[u], b = p->label[w], c = p->label[v];

    return a < c ? a < b && b <= c : a < b || b <= c;
}

static bool lemma_5_4(const struct torus *p, uint32_t u, uint32_t v)
{
    for (unsigned d = 0; d < p->dims; d++) {
        if (is_useful(p, u, v, d) && between(p, u, p->next[u][d], v)) {
            return true;
        }
    }
    return false;
}

/* As printed, of nodes in one sub-torus: a dimension in which they do not differ. */
static bool lemma_5_4_printed(const struct torus *p, uint32_t u, uint32_t v)
{
    bool same = !is_useful(p, u, v, p->dims - 1) && p->label[u] < p->label[v];

    for (unsigned d = 0; d < p->dims && same; d++) {
        if (!is_useful(p, u, v, d) && between(p, u, p->next[u][d], v)) {
            return true;
        }
    }
    return !same;
}

/* Case 2b.ii: one step apart in the highest dimension, all other useful links boundaries. */
static bool lemma_5_4_case(const struct torus *p, uint32_t u, uint32_t v)
{
    unsigned top = p->dims - 1;

    if (p->label[u] > p->label[v] || utpr_digit(&p->t, v, top) != utpr_digit(&p->t, u, top) + 1) {
        return true;
    }
    for (unsigned d = 0; d < top; d++) {
        if (is_useful(p, u, v, d) && !is_boundary(p, u, d)) {
            return true;
        }
    }
    return p->label[p->next[u][top]] <= p->label[v];
}

static void check_lemma_5_2(bool deep, struct noc_finding *f)
{
    each_pair(f, deep, lemma_5_2);
}

static void check_lemma_5_3(bool deep, struct noc_finding *f)
{
    each_pair(f, deep, lemma_5_3);
}

static void check_lemma_5_4(bool deep, struct noc_finding *f)
{
    each_pair(f, deep, lemma_5_4);
}

static void check_lemma_5_4_printed(bool deep, struct noc_finding *f)
{
    each_pair(f, deep, lemma_5_4_printed);
}

static void check_lemma_5_4_case(bool deep, struct noc_finding *f)
{
    each_pair(f, deep, lemma_5_4_case);
}

/* Of links that leave one node, no boundaries: the lower dimension leads to the lower label; of
 * boundaries the higher one does. */
static void look_neighbours(struct noc_finding *f, const struct torus *p)
{
    for (uint32_t u = 0; u < p->n; u++) {
        for (unsigned j = 1; j < p->dims; j++) {
            for (unsigned i = 0; i < j; i++) {
                uint32_t low = p->label[p->next[u][i]], high = p->label[p->next[u][j]];

                if (is_boundary(p, u, i) == is_boundary(p, u, j) &&
                    (is_boundary(p, u, i) ? high >= low : low >= high)) {
                    claim_against(f, "%s: node %u, dimensions %u and %u", p->name, u, i, j);
                }
            }
        }
    }
}

static void check_neighbours(bool deep, struct noc_finding *f)
{
    each_torus(f, deep, look_neighbours);
}

/* --- the path routing function ------------------------------------------------------- */

struct way {
    unsigned d, vc;
};

/* Equation 5.3. */
static struct way equation_5_3(const struct torus *p, uint32_t u, unsigned vc, uint32_t v)
{
    unsigned least = DIMS_MAX, most = 0;

    for (unsigned d = 0; d < p->dims; d++) {
        if (is_useful(p, u, v, d)) {
            least = least == DIMS_MAX && !is_boundary(p, u, d) ? d : least;
            most = d;
        }
    }
    unsigned d = least < DIMS_MAX ? least : most;
    return (struct way){d, vc == P && !is_boundary(p, u, d) ? P : H};
}

/* Figure 5.11; `boundary` by the rule of lemma 5.7. */
static struct way figure_5_11(const struct torus *p, uint32_t u, unsigned vc, uint32_t v)
{
    unsigned d = 0;

    for (unsigned i = 0; i < p->dims; i++) {
        if (is_useful(p, u, v, i)) {
            if (label_digit(&p->t, u, i) != p->t.width[i] - 1u) {
                return (struct way){i, vc};
            }
            d = i;
        }
    }
    return (struct way){d, H};
}

/* Both, and the routers: which refuse only a second boundary. */
static bool one_function(const struct torus *p, uint32_t u, uint32_t v)
{
    for (unsigned vc = P; vc <= H; vc++) {
        struct way a = equation_5_3(p, u, vc, v), b = figure_5_11(p, u, vc, v);
        uint32_t header = noc_header(NOC_HEADER_LAST, v, 0);
        struct noc_hop hop;
        unsigned in_port = vc == P ? NOC_PORT_LOCAL : 1;
        bool refused = vc == H && is_boundary(p, u, a.d);

        if (a.d != b.d || a.vc != b.vc) {
            return false;
        }
        if ((p->r->route(&p->t, u, in_port, vc, &header, &hop) == NOC_ROUTE_BROKEN) != refused ||
            (!refused && (hop.port != 2 * a.d || hop.vc != a.vc))) {
            return false;
        }
    }
    return true;
}

static void check_equation_5_3(bool deep, struct noc_finding *f)
{
    each_pair(f, deep, one_function);
}

/* The routers' way from u to v; its channels. */
static uint32_t path_between(const struct torus *p, uint32_t u, uint32_t v,
                             struct noc_channel *path)
{
    int32_t hops = noc_route_path(&p->t, p->r, u, v, path, NODES_MAX);

    return hops > 0 && hops <= NODES_MAX ? (uint32_t)hops : 0;
}

static bool lemma_5_5(const struct torus *p, uint32_t u, uint32_t v)
{
    struct noc_channel path[NODES_MAX];

    return path_between(p, u, v, path) && between(p, u, path[0].next, v);
}

static bool lemma_5_6(const struct torus *p, uint32_t u, uint32_t v)
{
    struct noc_channel path[NODES_MAX];
    uint32_t hops = path_between(p, u, v, path), boundaries = 0;

    for (uint32_t i = 0; i < hops; i++) {
        boundaries += p->label[path[i].node] > p->label[path[i].next];
    }
    return hops > 0 && boundaries == (p->label[u] > p->label[v]);
}

/* 5.3.1: on shortest ways, labels rise, p channels are enough. */
static bool restrictive(const struct torus *p, uint32_t u, uint32_t v)
{
    struct noc_channel path[NODES_MAX];
    uint32_t hops = path_between(p, u, v, path);

    if (p->label[u] > p->label[v]) {
        return true;
    }
    for (uint32_t i = 0; i < hops; i++) {
        if (p->label[path[i].next] <= p->label[path[i].node] || path[i].vc != P) {
            return false;
        }
    }
    return hops == distance(p, u, v);
}

static void check_lemma_5_5(bool deep, struct noc_finding *f)
{
    each_pair(f, deep, lemma_5_5);
}

static void check_lemma_5_6(bool deep, struct noc_finding *f)
{
    each_pair(f, deep, lemma_5_6);
}

static void check_restrictive(bool deep, struct noc_finding *f)
{
    each_pair(f, deep, restrictive);
}

static void check_dimensions(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:2", "utorus:2x2", "utorus:3"};

    (void)deep;
    for (unsigned i = 0; i < 3; i++) {
        struct noc_topology t;
        const struct noc_routing *r;

        if (!utpr_open(f, networks[i], &t, &r)) {
            return;
        }
        if (t.dims < t.width[0]) {
            claim_against(f, "n = %u, width %u: channels of a dimension %u that there is not",
                          t.dims, t.width[0], t.dims);
        }
    }
    claim_checked(f, "utorus:2, 2x2 and 3");
}

/* --- worms --------------------------------------------------------------------------- */

/* A worm and its way. */
struct worm {
    uint16_t node[NODES_MAX]; /* the source, then the destinations in order */
    uint32_t m;               /* destinations */
    uint32_t hops;            /* 0: refused, or astray */
    struct noc_channel path[NODES_MAX];
    struct noc_visit visit[NODES_MAX];
};

static void send(const struct torus *p, struct worm *w)
{
    uint32_t header[NODES_MAX + 1], visits;
    uint32_t n = noc_route_headers_many(&p->t, p->r, NOC_ANYWHERE, w->node + 1, w->m, header);
    int32_t hops = noc_route_path_many(&p->t, p->r, w->node[0], header, n, w->path, NODES_MAX,
                                       w->visit, NODES_MAX, &visits);

    w->hops = hops > 0 && hops <= NODES_MAX && visits == w->m ? (uint32_t)hops : 0;
    for (uint32_t i = 0; i < w->m; i++) {
        w->hops = w->visit[i].node == w->node[i + 1] ? w->hops : 0;
    }
}

static const char *worm_text(const struct worm *w, char text[100])
{
    size_t used = 0;

    for (uint32_t i = 0; i <= w->m && used < 100; i++) {
        used += (size_t)snprintf(text + used, 100 - used, i ? ">%u" : "%u", w->node[i]);
    }
    return text;
}

/* "2-0-1", the nodes it passes. */
static const char *way_text(const struct worm *w, char text[100])
{
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < w->hops && used < 100; i++) {
        if (i == 0) {
            used = (size_t)snprintf(text, 100, "%u", w->path[0].node);
        }
        used += (size_t)snprintf(text + used, 100 - used, "-%u", w->path[i].next);
    }
    return text;
}

typedef bool worm_fn(const struct torus *p, const struct worm *w);

static bool look_worm(struct noc_finding *f, const struct torus *p, struct worm *w, worm_fn *holds)
{
    char text[100], way[100];

    send(p, w);
    if (!w->hops || !holds(p, w)) {
        claim_against(f, "%s: the worm %s, %s%s", p->name, worm_text(w, text),
                      w->hops ? "by " : "which is not delivered", way_text(w, way));
        return false;
    }
    return true;
}

/* All H-cycles (definition 5.3): from each source, every set of places behind it on the circuit. */
static void every_worm(struct noc_finding *f, const char *network, worm_fn *holds)
{
    static struct torus p;
    static struct worm w;
    uint32_t worms = 0;

    if (f->verdict != NOC_HOLDS || !torus_open(&p, network, f)) {
        return;
    }
    for (uint32_t set = 1; set < UINT32_C(1) << (p.n - 1); set++) {
        for (uint32_t source = 0; source < p.n; source++) {
            w.node[0] = (uint16_t)source;
            w.m = 0;
            for (uint32_t place = 1; place < p.n; place++) {
                if (set >> (place - 1) & 1) {
                    w.node[++w.m] = p.at[(p.label[source] + place) % p.n];
                }
            }
            worms++;
            if (!look_worm(f, &p, &w, holds)) {
                return;
            }
        }
    }
    claim_checked(f, "%s: all %u H-cycles", network, worms);
}

/* Random ones, as the sender prepares them. */
static void random_worms(struct noc_finding *f, const char *network, uint32_t worms, worm_fn *holds)
{
    static struct torus p;
    static struct worm w;
    uint32_t state = 5;

    if (f->verdict != NOC_HOLDS || !torus_open(&p, network, f)) {
        return;
    }
    for (uint32_t i = 0; i < worms; i++) {
        uint32_t source = random_below(&state, p.n);

        w.m = 1 + random_below(&state, p.n - 1);
        w.node[0] = (uint16_t)source;
        random_dests(&state, p.n, source, w.m, w.node + 1);
        noc_hcycle_order(&p.t, w.node, w.m + 1);
        if (!look_worm(f, &p, &w, holds)) {
            return;
        }
    }
    claim_checked(f, "%s: %u random ones", network, worms);
}

static void all_worms(struct noc_finding *f, bool deep, worm_fn *holds)
{
    every_worm(f, "utorus:2", holds);
    every_worm(f, "utorus:3", holds);
    every_worm(f, "utorus:4", holds);
    every_worm(f, "utorus:2x2", holds);
    every_worm(f, "utorus:3x3", holds);
    every_worm(f, "utorus:2x2x2", holds);
    if (deep) {
        every_worm(f, "utorus:4x4", holds);
    }
    random_worms(f, "utorus:6x6", deep ? 20000 : 1000, holds);
    random_worms(f, "utorus:4x4x4", deep ? 20000 : 500, holds);
}

static bool worm_minimal(const struct torus *p, const struct worm *w)
{
    for (uint32_t i = 0, before = 0; i < w->m; before = w->visit[i++].hops) {
        if (w->visit[i].hops - before != distance(p, w->node[i], w->node[i + 1])) {
            return false;
        }
    }
    return true;
}

/* No physical channel twice, and no node either. */
static bool worm_distinct(const struct torus *p, const struct worm *w)
{
    bool been[NODES_MAX] = {false};

    been[w->node[0]] = true;
    for (uint32_t i = 0; i < w->hops; i++) {
        if (been[w->path[i].next]) {
            return false;
        }
        been[w->path[i].next] = true;
    }
    (void)p;
    return true;
}

static bool worm_short_and_distinct(const struct torus *p, const struct worm *w)
{
    return worm_minimal(p, w) && worm_distinct(p, w);
}

/* Virtual channels in the order of (p before h, label of the node they leave, dimension). */
static bool order_printed(const struct torus *p, const struct worm *w)
{
    for (uint32_t i = 1; i < w->hops; i++) {
        const struct noc_channel *a = &w->path[i - 1], *b = &w->path[i];

        if (a->vc > b->vc || (a->vc == b->vc && p->label[a->node] >= p->label[b->node])) {
            return false;
        }
    }
    return true;
}

/* The same by the node they lead to. */
static bool order_repaired(const struct torus *p, const struct worm *w)
{
    for (uint32_t i = 1; i < w->hops; i++) {
        const struct noc_channel *a = &w->path[i - 1], *b = &w->path[i];

        if (a->vc > b->vc || (a->vc == b->vc && p->label[a->next] >= p->label[b->next])) {
            return false;
        }
    }
    return true;
}

static bool no_p_at_boundaries(const struct torus *p, const struct worm *w)
{
    for (uint32_t i = 0; i < w->hops; i++) {
        if (w->path[i].vc == P && p->label[w->path[i].node] > p->label[w->path[i].next]) {
            return false;
        }
    }
    return true;
}

static void check_minimal(bool deep, struct noc_finding *f)
{
    all_worms(f, deep, worm_minimal);
}

static void check_distinct(bool deep, struct noc_finding *f)
{
    all_worms(f, deep, worm_distinct);
}

static void check_order_printed(bool deep, struct noc_finding *f)
{
    all_worms(f, deep, order_printed);
    claim_checked(f, "H-cycles from utorus:2 on, until one does not keep it");
}

static void check_order_repaired(bool deep, struct noc_finding *f)
{
    all_worms(f, deep, order_repaired);
}

static void check_no_p(bool deep, struct noc_finding *f)
{
    all_worms(f, deep, no_p_at_boundaries);
}

/* --- the sender's list --------------------------------------------------------------- */

static void check_example(bool deep, struct noc_finding *f)
{
    static const uint16_t given[] = {20, 5, 29, 22, 34, 27, 8, 13, 31, 6};
    static const uint16_t wanted[] = {20, 27, 29, 31, 34, 5, 6, 8, 13, 22};
    static struct torus p;
    static struct worm w;
    char text[100];

    (void)deep;
    if (!torus_open(&p, "utorus:6x6", f)) {
        return;
    }
    memcpy(w.node, given, sizeof given);
    noc_hcycle_order(&p.t, w.node, 10);
    w.m = 9;
    if (memcmp(w.node, wanted, sizeof wanted) != 0 || !look_worm(f, &p, &w, worm_distinct)) {
        claim_against(f, "%s", worm_text(&w, text));
    }
    claim_checked(f, "utorus:6x6: %s, %u links", worm_text(&w, text), w.hops);
}

/* Figure 5.8, all sets: an H-cycle by definition 5.3, of the same nodes. */
static void prepare_all(struct noc_finding *f, const char *network)
{
    static struct torus p;
    uint32_t sets = 0;

    if (!torus_open(&p, network, f)) {
        return;
    }
    for (uint32_t source = 0; source < p.n; source++) {
        for (uint32_t set = 1; set < UINT32_C(1) << p.n; set++) {
            uint16_t chain[NODES_MAX];
            uint32_t m, falls = 0, got = 0;

            if (set >> source & 1) {
                continue;
            }
            chain[0] = (uint16_t)source;
            m = members(set, chain + 1);
            noc_hcycle_order(&p.t, chain, m + 1);
            for (uint32_t i = 0; i <= m; i++) {
                falls += p.label[chain[i]] > p.label[chain[(i + 1) % (m + 1)]];
                got |= UINT32_C(1) << chain[i];
            }
            sets++;
            if (falls != 1 || chain[0] != source || got != (set | UINT32_C(1) << source)) {
                claim_against(f, "%s: source %u, set %#x", network, source, (unsigned)set);
            }
        }
    }
    claim_checked(f, "%s: all %u sets", network, sets);
}

static void check_preparation(bool deep, struct noc_finding *f)
{
    prepare_all(f, "utorus:5");
    prepare_all(f, "utorus:2x2");
    prepare_all(f, "utorus:3x3");
    prepare_all(f, "utorus:2x2x2");
    if (deep) {
        prepare_all(f, "utorus:4x4");
    }
}

/* Figure 5.1: y first, then x, both upwards. */
static void check_figure_5_1(bool deep, struct noc_finding *f)
{
    static const uint8_t dest[9] = {5, 29, 22, 34, 27, 8, 13, 31, 6}; /* from (3, 2) */
    uint32_t most = 0;

    (void)deep;
    for (uint32_t up = 0; up < 6; up++) {
        for (uint32_t along = 0; along < 6; along++) {
            uint32_t reached = 0;

            for (unsigned i = 0; i < 9; i++) {
                uint32_t y = (dest[i] / 6 + 6 - 3) % 6, x = (dest[i] % 6 + 6 - 2) % 6;

                reached += x == 0 ? y <= up : y == up && x <= along;
            }
            most = reached > most ? reached : most;
        }
    }
    if (most != 2) {
        claim_against(f, "one worm reaches %u of them", most);
    }
    claim_checked(f, "all 36 XY ways from (3, 2) in utorus:6x6: 2 of the 9 destinations at most");
}

/* --- flits --------------------------------------------------------------------------- */

enum { BODY = 1 << 20, BODY_FLITS = 3, STREAM_MAX = NODES_MAX + 8 };

/* What a router got and gave, by figure 5.10. */
struct forwarding {
    uint32_t flit[STREAM_MAX], flits; /* of the worm, as it goes on; 0: it does not */
    uint32_t local[BODY_FLITS + 1], locals;
    struct way way;
};

/* The algorithm of figure 5.10 at node u, for a worm that came on vc; *w is rewritten. */
static void figure_5_10(const struct torus *p, uint32_t u, unsigned vc, struct forwarding *w)
{
    static uint32_t in[STREAM_MAX];
    uint32_t n = w->flits, at = 0, flit1, flit2 = 0;
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

        w->way = figure_5_11(p, u, vc, next);
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

/* The worm by the figure, from router to router, against what libnoc's do. */
static bool forwards(const struct torus *p, const struct worm *w)
{
    static struct forwarding g;
    uint32_t u = w->node[0], visits = 0;
    unsigned vc = P;

    g.flits = 0;
    for (uint32_t i = 1; i <= w->m; i++) {
        g.flit[g.flits++] = w->node[i];
    }
    g.flit[g.flits++] = w->node[w->m];
    for (uint32_t i = 0; i < BODY_FLITS; i++) {
        g.flit[g.flits++] = BODY + i;
    }
    for (uint32_t hops = 0; hops <= w->hops; hops++) {
        figure_5_10(p, u, vc, &g);
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
            w->path[hops].port != 2 * g.way.d || w->path[hops].vc != g.way.vc) {
            return false;
        }
        vc = g.way.vc;
        u = p->next[u][g.way.d];
    }
    return false;
}

static void check_figure_5_10(bool deep, struct noc_finding *f)
{
    all_worms(f, deep, forwards);
}

/* --- deadlock ------------------------------------------------------------------------ */

static const char *const proven[] = {"utorus:2",     "utorus:3",     "utorus:4",   "utorus:2x2",
                                     "utorus:3x3",   "utorus:2x2x2", "utorus:4x4", "utorus:6x6",
                                     "utorus:4x4x4", "utorus:8x8"};

static void check_deadlock(bool deep, struct noc_finding *f)
{
    for (unsigned i = 0; i < (deep ? 10u : 9u); i++) {
        claim_worms(f, proven[i], "utpr", NOC_CONTEXTS_VC);
    }
    claim_checked(f,
                  "dependencies of all legal worms and unicasts of utorus:2 to 4, 2x2 to 4x4, "
                  "6x6, 2x2x2, 4x4x4%s, a consumption context for each input virtual channel",
                  deep ? ", 8x8" : "");
}

static void check_unicasts(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:2",    "utorus:5",     "utorus:3x3",
                                           "utorus:6x6",  "utorus:4x4x4", "utorus:2x2x2x2",
                                           "utorus:16x16"};

    for (unsigned i = 0; i < (deep ? 7u : 6u); i++) {
        claim_routing(f, networks[i], "utpr",
                      CLAIM_COMPLETE | CLAIM_MINIMAL | CLAIM_ACYCLIC | CLAIM_LABELS);
    }
    claim_checked(f, "all pairs of utorus:2, 5, 3x3, 6x6, 4x4x4, 2x2x2x2%s", deep ? ", 16x16" : "");
}

/* What a worm takes one after the other, channels and contexts; who stands before entry i holds
 * those below i. */
enum { THINGS_MAX = 32 };

struct taking {
    uint16_t node[3]; /* of a worm with at most two destinations */
    uint32_t m;
    uint32_t thing[THINGS_MAX], things;
};

static void list_things(const struct torus *p, const struct worm *w, enum noc_contexts contexts,
                        struct taking *s)
{
    uint32_t channels = p->n * p->t.ports * p->r->vcs, next = 0;

    memcpy(s->node, w->node, sizeof s->node);
    s->m = w->m;
    s->things = 0;
    for (uint32_t i = 0; i < w->hops && s->things + 2 <= THINGS_MAX; i++) {
        const struct noc_channel *c = &w->path[i];
        struct noc_link link;

        s->thing[s->things++] = noc_channel_index(&p->t, p->r, c->node, c->port, c->vc);
        if (next < w->m && w->visit[next].hops == i + 1 &&
            noc_topology_link(&p->t, c->node, c->port, &link)) {
            s->thing[s->things++] =
                channels + c->next * p->t.ports + (contexts == NOC_CONTEXTS_LINK ? link.port : 0);
            next++;
        }
    }
}

static bool holds_thing(const struct taking *s, uint32_t held, uint32_t thing)
{
    for (uint32_t i = 0; i < held; i++) {
        if (s->thing[i] == thing) {
            return true;
        }
    }
    return false;
}

/*
 * Whether n worms can stand so that each waits for what the next one holds, and none holds what
 * another does. They wait for nothing below `least`; worm i < done has taken held[i] things.
 */
static bool circle(const struct taking *s, uint32_t n, uint32_t least, uint32_t *held,
                   uint32_t done)
{
    if (done == n) {
        return holds_thing(&s[0], held[0], s[n - 1].thing[held[n - 1]]);
    }
    for (uint32_t h = 1; h < s[done].things; h++) {
        bool apart = true;

        if (s[done].thing[h] < least ||
            (done > 0 && !holds_thing(&s[done], h, s[done - 1].thing[held[done - 1]]))) {
            continue;
        }
        for (uint32_t i = 0; i < h && apart; i++) {
            for (uint32_t k = 0; k < done && apart; k++) {
                apart = !holds_thing(&s[k], held[k], s[done].thing[i]);
            }
        }
        held[done] = h;
        if (apart && circle(s, n, least, held, done + 1)) {
            return true;
        }
    }
    return false;
}

enum { WORMS = 400 };

/* All worms of a torus with at most two destinations. */
static uint32_t short_worms(const struct torus *p, enum noc_contexts contexts,
                            struct taking taking[WORMS])
{
    static struct worm w;
    uint32_t n = 0;

    for (uint32_t source = 0; source < p->n; source++) {
        for (uint32_t a = 1; a < p->n; a++) {
            for (uint32_t b = a; b < p->n && n < WORMS; b++) {
                w.node[0] = (uint16_t)source;
                w.node[1] = p->at[(p->label[source] + a) % p->n];
                w.node[2] = p->at[(p->label[source] + b) % p->n];
                w.m = 1 + (a < b);
                send(p, &w);
                list_things(p, &w, contexts, &taking[n++]);
            }
        }
    }
    return n;
}

static const char *circle_text(const struct taking *s, uint32_t n, char text[100])
{
    size_t used = 0;

    for (uint32_t i = 0; i < n && used < 100; i++) {
        used += (size_t)snprintf(text + used, 100 - used, s[i].m > 1 ? "%s%u>%u>%u" : "%s%u>%u",
                                 i ? ", " : "", s[i].node[0], s[i].node[1], s[i].node[2]);
    }
    return text;
}

/* Two or three worms of a torus that stand in a circle, into found[]; how many, 0: none. twins: two
 * for the same two destinations only, which wait for contexts. */
static uint32_t find_circle(struct noc_finding *f, const char *network, enum noc_contexts contexts,
                            bool twins, struct taking found[3])
{
    static struct torus p;
    static struct taking worm[WORMS];
    uint32_t n, held[3];

    if (!torus_open(&p, network, f)) {
        return 0;
    }
    n = short_worms(&p, contexts, worm);
    for (uint32_t i = 0; i < n * n; i++) {
        const struct taking *a = &worm[i / n], *b = &worm[i % n];
        bool same = a->m == 2 && b->m == 2 && a->node[1] == b->node[2] && a->node[2] == b->node[1];

        found[0] = *a;
        found[1] = *b;
        if ((same || !twins) && circle(found, 2, twins ? p.n * p.t.ports * p.r->vcs : 0, held, 0)) {
            return 2;
        }
    }
    for (uint32_t i = 0; i < n * n * n && !twins && n < 64; i++) {
        found[0] = worm[i / n / n];
        found[1] = worm[i / n % n];
        found[2] = worm[i % n];
        if (circle(found, 3, 0, held, 0)) {
            return 3;
        }
    }
    return 0;
}

/* Figure 5.2: it may happen, so one example bears it out. */
static void check_figure_5_2(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:2", "utorus:3",   "utorus:4",     "utorus:2x2",
                                           "utorus:5", "utorus:4x2", "utorus:2x2x2", "utorus:3x3"};
    struct taking found[3];
    char text[100];

    (void)deep;
    for (unsigned i = 0; i < sizeof networks / sizeof *networks; i++) {
        if (find_circle(f, networks[i], NOC_CONTEXTS_ONE, true, found)) {
            claim_example(
                f,
                "all pairs of worms for the same two nodes on utorus:2 to 5, 2x2 and larger; "
                "first %s: %s",
                networks[i], circle_text(found, 2, text));
            return;
        }
    }
    claim_against(f, "no such two worms up to utorus:3x3");
}

static void check_all_port(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:2", "utorus:3", "utorus:4", "utorus:2x2"};
    struct taking found[3];
    char text[100];

    (void)deep;
    for (unsigned i = 0; i < sizeof networks / sizeof *networks; i++) {
        uint32_t n = find_circle(f, networks[i], NOC_CONTEXTS_LINK, false, found);

        if (n > 0) {
            claim_against(f, "%s: the worms %s, if long, each hold what the next one waits for",
                          networks[i], circle_text(found, n, text));
        }
    }
    claim_checked(f,
                  "twos and threes of worms with one or two destinations on utorus:2 to 4 and 2x2");
}

static void check_two_long(bool deep, struct noc_finding *f)
{
    struct taking found[3];
    char text[100];

    (void)deep;
    if (find_circle(f, "utorus:3", NOC_CONTEXTS_LINK, false, found) == 2) {
        claim_against(f, "utorus:3: %s", circle_text(found, 2, text));
    }
    if (find_circle(f, "utorus:4", NOC_CONTEXTS_LINK, false, found) != 2) {
        claim_against(f, "utorus:4: two are not enough");
    } else {
        claim_example(f, "utorus:3: all twos; utorus:4: %s", circle_text(found, 2, text));
    }
}

/* --- elsewhere ----------------------------------------------------------------------- */

/* Figure 5.3's worms, by their routing on a path; with each link's context shared or not: there is
 * one virtual channel. */
static void check_figure_5_3(bool deep, struct noc_finding *f)
{
    static const char *const meshes[] = {"mesh:2x2", "mesh:2x3", "mesh:3x3",
                                         "mesh:4x4", "mesh:5x4", "mesh:6x6"};

    for (unsigned i = 0; i < (deep ? 6u : 5u); i++) {
        claim_worms(f, meshes[i], "hamiltonian", NOC_CONTEXTS_VC);
    }
    claim_checked(
        f, "dependencies of all worms with rising or falling labels of mesh:2x2 to 4x4, 5x4%s",
        deep ? " and 6x6" : "");
}

static void check_one_channel(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"mesh:2x2", "mesh:4x4", "torus:3x3", "torus:4x4",
                                           "cube:4"};

    (void)deep;
    for (unsigned i = 0; i < 5; i++) {
        claim_worms(f, networks[i], "hamiltonian", NOC_CONTEXTS_LINK);
    }
    claim_checked(f, "hamiltonian on mesh:2x2 and 4x4, torus:3x3 and 4x4, cube:4");
}

static void check_widths(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:4x2", "utorus:6x3", "utorus:8x4",
                                           "utorus:4x2x2"};

    every_worm(f, "utorus:4x2", worm_short_and_distinct);
    random_worms(f, "utorus:8x4", deep ? 10000 : 500, worm_short_and_distinct);
    for (unsigned i = 0; i < 4; i++) {
        claim_worms(f, networks[i], "utpr", NOC_CONTEXTS_VC);
    }
    claim_checked(f, "dependencies of all worms of utorus:4x2, 6x3, 8x4, 4x2x2");
}

/* Section 5.3.2: h on each link, p on those that are no boundaries. */
static bool uses_printed(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    return noc_topology_link(t, node, port, &link) &&
           (vc == H || utpr_label(t, node) < utpr_label(t, link.node));
}

static void check_every_h(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (unsigned i = 0; i < 7; i++) {
        struct noc_worms_proof proof;
        struct noc_topology t;
        struct noc_routing r;
        const struct noc_routing *utpr;

        if (!utpr_open(f, proven[i], &t, &utpr)) {
            return;
        }
        r = *utpr;
        r.uses = uses_printed;
        if (!noc_verify_worms(&t, &r, NOC_CONTEXTS_VC, NULL, &proof) || !proof.looked) {
            claim_unclear(f, "%s: cannot be looked at", proven[i]);
            return;
        }
        if (proof.unused) {
            claim_against(f, "%s: no worm uses %u of %u channels; the first is that from %u to %u",
                          proven[i], proof.unused, proof.unused + proof.channels,
                          proof.first_unused.node, proof.first_unused.next);
        }
        noc_worms_proof_free(&proof);
    }
    claim_checked(f, "all worms of utorus:2 to 4, 2x2 to 4x4, 2x2x2");
}

#define R94 "Robinson 1994"

const struct noc_claim noc_claims_utpr[] = {
    {R94, "5.1, figure 5.1", NOC_TEXT,
     "Under XY routing one worm reaches at most two of the example's nine destinations.",
     check_figure_5_1, NULL},
    {R94, "5.1, figure 5.2", NOC_RESULT,
     "With one way from router to node (here: one consumption context), two worms for the same two nodes can wait for each other for ever.",
     check_figure_5_2,
     "In the flit-level network too: `noct sim --topology utorus:3x3 --algorithm s-torus --dests 1,4 --also 3:4,1 --consumption one`."},
    {R94, "5.1, all ports", NOC_TEXT,
     "An all-port architecture (here: one consumption context for each input link) is free of such deadlock.",
     check_all_port,
     "A link's two virtual channels share what it has. A worm on p holds the context and waits for a channel; one on h, behind the boundary, waits for that context. "
     "What suffices is a context for each input virtual channel."},
    {R94, "5.1, all ports", NOC_OURS,
     "Not claimed: on a ring of three nodes it takes three worms, on one of four two are enough.",
     check_two_long, NULL},
    {R94, "5.1, all ports", NOC_OURS,
     "Not claimed: where a link has one virtual channel, one consumption context for each link is enough.",
     check_one_channel, "Worms of one virtual channel come to a router one at a time."},
    {R94, "5.2, figure 5.3", NOC_RESULT,
     "In a mesh, worms that visit nodes in the order of a Hamiltonian path, and those in the reverse order, cannot deadlock.",
     check_figure_5_3, NULL},
    {R94, "5.2", NOC_RESULT,
     "In the order of labels each node is a neighbour of the one before, and the first of the last: a Hamiltonian circuit.",
     check_circuit, NULL},
    {R94, "5.2", NOC_TEXT,
     "The circuit begins at node 0; the next node is the neighbour u^d of least d that was not there before.",
     check_walk, NULL},
    {R94, "equation 5.2", NOC_TEXT,
     "The label is the sum over i of k^i times the sum of the coordinates i and above modulo k.",
     check_equation_5_2, NULL},
    {R94, "figure 5.4", NOC_TEXT,
     "The labels of the 6x6 torus, and the formula for two dimensions.", check_figure_5_4, NULL},
    {R94, "figure 5.5", NOC_TEXT,
     "In the 4x4x4 torus every channel from plane 3 to plane 0 is a boundary.", check_figure_5_5,
     NULL},
    {R94, "5.3.1", NOC_RESULT,
     "To a node of higher label the way is minimal, labels rise, and p channels are enough.",
     check_restrictive, NULL},
    {R94, "5.3.2", NOC_TEXT, "Only h channels are needed at boundaries.", check_no_p, NULL},
    {R94, "5.3.2", NOC_OURS,
     "Not claimed: each of the channels that UTPR has, an h channel on each link and a p channel on those that are no boundaries, is used by some worm.",
     check_every_h,
     "The h channels to the node of highest label are not: behind a boundary it could only come last of all, where the source is."},
    {R94, "5.3.2, as printed", NOC_SLIP, "UTPR's channels have dimensions d from 0 to k - 1.",
     check_dimensions, "Meant: from 0 to n - 1."},
    {R94, "definition 5.3, figure 5.8", NOC_RESULT,
     "Sorting by label and rotating the source to the head makes an H-cycle of any set.",
     check_preparation, NULL},
    {R94, "5.4, figure 5.7", NOC_TEXT,
     "The example's list comes out as printed, and is one worm's.", check_example, NULL},
    {R94, "theorem 5.1 (1)", NOC_RESULT, "All ways between successive destinations are minimal.",
     check_minimal, NULL},
    {R94, "theorem 5.1 (2)", NOC_RESULT,
     "The network is free of deadlock under any worms whose lists are H-cycles.", check_deadlock,
     NULL},
    {R94, "theorem 5.1 (3)", NOC_RESULT,
     "A worm uses each physical channel once at most (its proof: visits each node once at most).",
     check_distinct, NULL},
    {R94, "theorem 5.1, proof", NOC_PROOF,
     "Worms take virtual channels in the order of (p before h, label of the node that the channel leaves, dimension).",
     check_order_printed,
     "At the boundary the worm leaves a high label by an h channel, and goes on from a low one. By the label of the node that the channel leads to it stands."},
    {R94, "theorem 5.1, proof, repaired", NOC_OURS,
     "Worms take virtual channels in the order of (p before h, label of the node that the channel leads to).",
     check_order_repaired, NULL},
    {R94, "theorem 5.1, other widths", NOC_OURS,
     "Not claimed: the theorem holds with unequal widths too where each divides the next higher dimension's.",
     check_widths, "Elsewhere some ways cross two boundaries; smallest: utorus:3x2."},
    {R94, "lemma 5.1", NOC_RESULT,
     "A channel of dimension d is a boundary exactly if the label's digit d falls.",
     check_lemma_5_1, NULL},
    {R94, "lemma 5.2", NOC_RESULT,
     "If the channel from u in the highest dimension in which u and v differ is a boundary, u has the higher label.",
     check_lemma_5_2, NULL},
    {R94, "lemma 5.3", NOC_RESULT,
     "Where u and v differ in the highest dimension, labels are ordered as their coordinates there.",
     check_lemma_5_3, NULL},
    {R94, "lemma 5.4", NOC_RESULT,
     "Some useful dimension leads from u to a label between u's and v's; or, where v's is lower, above u's or not above v's.",
     check_lemma_5_4, NULL},
    {R94, "lemma 5.4, case 1, as printed", NOC_SLIP,
     "In a common sub-torus, a dimension in which u and v do not differ leads there.",
     check_lemma_5_4_printed, "Meant: in which they differ."},
    {R94, "lemma 5.4, proof, case 2b.ii", NOC_PROOF,
     "One step from v in the highest dimension, and all other useful channels boundaries: that step leads not above v's label.",
     check_lemma_5_4_case, NULL},
    {R94, "lemma 5.5", NOC_RESULT, "UTPR's first step leads to such a label.", check_lemma_5_5,
     NULL},
    {R94, "lemma 5.5, proof", NOC_PROOF,
     "Of channels that leave a node, among those that are no boundaries the lower dimension leads to the lower label, among boundaries the higher one does.",
     check_neighbours, NULL},
    {R94, "lemma 5.6", NOC_RESULT,
     "UTPR's way crosses no boundary to a node of higher label, exactly one to a node of lower label.",
     check_lemma_5_6, NULL},
    {R94, "lemma 5.7", NOC_RESULT,
     "A channel of dimension d is a boundary exactly if the sum of the coordinates d and above is k - 1 modulo k.",
     check_lemma_5_7, NULL},
    {R94, "5.5", NOC_RESULT,
     "Unicasts are worms with one destination: minimal, and free of deadlock.", check_unicasts,
     NULL},
    {R94, "5.6.1, figure 5.10", NOC_TEXT,
     "With the last address twice, the flit forwarding algorithm brings each destination the body and nothing else, one address flit less behind each.",
     check_figure_5_10, NULL},
    {R94, "5.6.4, figure 5.11", NOC_TEXT, "The algorithm computes equation 5.3.",
     check_equation_5_3,
     "Compared with each other and with the routers, which also refuse a second boundary: no legal worm comes to one."},
    {0},
};
