/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Libeskind-Hadas, Mazzoni, Rajagopalan 1998: postorder recursive doubling.
 *
 * Trees are enumerated: every rooted tree with every order of children, nodes named by their
 * postorder numbers 0 to n-1. Whatever network has such a breadth-first tree, its cross links
 * join nodes whose levels differ by one at most; so the tree with all of these links has all the
 * relaxed paths that any such network has. Channels are bits: from * 8 + to.
 */
#include <stdio.h>
#include <string.h>

#include "claims.h"
#include "multicast/algorithms.h"

enum { N_MAX = 8 };

struct tree {
    unsigned n;
    unsigned parent[N_MAX], level[N_MAX];
    uint64_t strict[N_MAX][N_MAX];
    unsigned way[N_MAX][N_MAX][N_MAX], hops[N_MAX][N_MAX]; /* nodes of the strict path */
};

static uint64_t channel(unsigned from, unsigned to)
{
    return UINT64_C(1) << (from * 8 + to);
}

static bool tree_edge(const struct tree *t, unsigned a, unsigned b)
{
    return (a + 1 < t->n && t->parent[a] == b) || (b + 1 < t->n && t->parent[b] == a);
}

static bool cross_edge(const struct tree *t, unsigned a, unsigned b)
{
    unsigned la = t->level[a], lb = t->level[b];

    return a != b && !tree_edge(t, a, b) && (la > lb ? la - lb : lb - la) <= 1;
}

static bool leads_up(const struct tree *t, unsigned a, unsigned b)
{
    return t->level[a] > t->level[b] || (t->level[a] == t->level[b] && a > b);
}

static void strict_path(struct tree *t, unsigned u, unsigned v)
{
    unsigned down[N_MAX], n = 0, hops = 0, a = u, b = v;
    unsigned *way = t->way[u][v];

    way[0] = u;
    while (a != b) {
        if (t->level[a] >= t->level[b]) {
            a = t->parent[a];
            way[++hops] = a;
        } else {
            down[n++] = b;
            b = t->parent[b];
        }
    }
    while (n) {
        way[++hops] = down[--n];
    }
    t->hops[u][v] = hops;
    t->strict[u][v] = 0;
    for (unsigned i = 0; i < hops; i++) {
        t->strict[u][v] |= channel(way[i], way[i + 1]);
    }
}

/* parent[0..n-2]: is it a tree in postorder? Then all that follows from it. */
static bool tree_make(struct tree *t)
{
    unsigned n = t->n;

    for (unsigned i = 0; i + 1 < n; i++) {
        for (unsigned j = i + 1; j < t->parent[i]; j++) {
            if (t->parent[j] > t->parent[i]) {
                return false; /* j's subtree is cut in two */
            }
        }
    }
    t->level[n - 1] = 0;
    for (unsigned i = n - 1; i-- > 0;) {
        t->level[i] = t->level[t->parent[i]] + 1;
    }
    for (unsigned p = 0; p < n * n; p++) {
        strict_path(t, p / n, p % n);
    }
    return true;
}

/* The next tree of n nodes; begin with parent[] = 1, 2, ... and fresh. False: no more. */
static bool next_tree(struct tree *t, unsigned n, bool *fresh)
{
    for (;;) {
        if (*fresh) {
            t->n = n;
            for (unsigned i = 0; i < n; i++) {
                t->parent[i] = i + 1;
            }
            *fresh = false;
        } else {
            unsigned i = 0;

            while (i + 1 < n && ++t->parent[i] == n) {
                t->parent[i] = i + 1;
                i++;
            }
            if (i + 1 >= n) {
                return false;
            }
        }
        if (tree_make(t)) {
            return true;
        }
    }
}

static const char *tree_text(const struct tree *t, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (unsigned i = 0; i + 1 < t->n && used < size; i++) {
        used +=
            (size_t)snprintf(text + used, size - used, "%s%u-%u", i ? " " : "", i, t->parent[i]);
    }
    return text;
}

/* --- the algorithm ------------------------------------------------------------------ */

/* The list L from s, by the paper: s, then higher numbers, then lower ones. */
static unsigned list_make(unsigned n, unsigned s, unsigned set, unsigned *list)
{
    unsigned count = 0;

    list[count++] = s;
    for (unsigned i = 1; i < n; i++) {
        if (set >> (s + i) % n & 1) {
            list[count++] = (s + i) % n;
        }
    }
    return count;
}

static void doubling(unsigned n, unsigned s, unsigned set, struct multicast *p)
{
    unsigned list[N_MAX], left[N_MAX], right[N_MAX], step[N_MAX], parts = 1;

    left[0] = 0;
    right[0] = list_make(n, s, set, list) - 1;
    step[0] = 0;
    p->m = 0;
    p->steps = 0;
    for (unsigned i = 0; i < parts; i++) {
        for (unsigned r = right[i], at = step[i] + 1; r > left[i]; at++) {
            unsigned middle = left[i] + (r - left[i] + 2) / 2; /* the ceil((d+1)/2)-th of d+1 */

            p->message[p->m++] = (struct noc_message){
                (uint16_t)list[left[i]], (uint16_t)list[middle], (uint16_t)at, {.self = 0}, false};
            left[parts] = middle;
            right[parts] = r;
            step[parts++] = at;
            p->steps = at > p->steps ? at : p->steps;
            r = middle - 1;
        }
    }
    multicast_index(p);
}

/* Every multicast of up to n nodes (lists depend on n alone), told to `look`. */
typedef void plan_look(const struct tree *t, const struct multicast *p, struct noc_finding *f);

static uint64_t every_plan(const struct tree *t, plan_look *look, struct noc_finding *f)
{
    uint64_t plans = 0;

    for (unsigned m = 1; m < t->n; m++) { /* few destinations first */
        for (unsigned s = 0; s < t->n; s++) {
            for (unsigned set = 1; set < 1u << t->n; set++) {
                struct multicast p;
                uint16_t d[64];

                if (!(set >> s & 1) && members(set, d) == m) {
                    doubling(t->n, s, set, &p);
                    look(t, &p, f);
                    plans++;
                }
            }
        }
    }
    return plans;
}

static void every_tree(struct noc_finding *f, unsigned most, plan_look *look)
{
    uint64_t plans = 0, trees = 0;

    for (unsigned n = 2; n <= most; n++) {
        struct tree t;
        bool fresh = true;

        while (next_tree(&t, n, &fresh)) {
            trees++;
            plans += every_plan(&t, look, f);
        }
    }
    claim_checked(f, "all %llu trees of up to %u nodes, all sources and sets: %llu multicasts",
                  (unsigned long long)trees, most, (unsigned long long)plans);
}

/* Whether a and b, a not later, meet condition 1, 3 or 4. */
static bool ordered(const struct multicast *p, const struct noc_message *a,
                    const struct noc_message *b)
{
    return a->from == b->from || reaches(p, a->to, b->from) || sent_before_ancestor(p, a, b->from);
}

static void tell_pair(const struct tree *t, const struct multicast *p, const struct noc_message *a,
                      const struct noc_message *b, struct noc_finding *f)
{
    char tree[64], plan[64];

    claim_against(f, "tree %s, plan %s: %u>%u and %u>%u", tree_text(t, tree, sizeof tree),
                  plan_text(p, plan, sizeof plan), a->from, a->to, b->from, b->to);
}

/* --- 3.2: trees and trails --------------------------------------------------------------- */

typedef void tree_look(const struct tree *t, struct noc_finding *f);

static void only_trees(struct noc_finding *f, unsigned most, tree_look *look)
{
    unsigned trees = 0;

    for (unsigned n = 2; n <= most; n++) {
        struct tree t;
        bool fresh = true;

        while (next_tree(&t, n, &fresh)) {
            trees++;
            look(&t, f);
        }
    }
    claim_checked(f, "all %u trees of up to %u nodes", trees, most);
}

/* Up/down routing over all links: no cycle of dependencies. Channels without successors
 * are struck out until none is left. */
static void up_down_acyclic(const struct tree *t, struct noc_finding *f)
{
    uint64_t left = 0;

    for (unsigned p = 0; p < t->n * t->n; p++) {
        unsigned a = p / t->n, b = p % t->n;

        left |= tree_edge(t, a, b) || cross_edge(t, a, b) ? channel(a, b) : 0;
    }
    for (uint64_t before = 0; left != before;) {
        before = left;
        for (unsigned p = 0; p < t->n * t->n; p++) {
            unsigned a = p / t->n, b = p % t->n;
            bool waits = false;

            for (unsigned c = 0; c < t->n && left & channel(a, b); c++) {
                waits |=
                    left & channel(b, c) && c != a && (leads_up(t, a, b) || !leads_up(t, b, c));
            }
            if (!waits) {
                left &= ~channel(a, b);
            }
        }
    }
    if (left) {
        char text[64];

        claim_against(f, "tree %s with all cross links", tree_text(t, text, sizeof text));
    }
}

static void check_up_down(bool deep, struct noc_finding *f)
{
    only_trees(f, deep ? 8 : 7, up_down_acyclic);
    claim_checked(f, "each with all possible cross links");
}

/* The postorder circuit: nodes as they are visited, children in order. Returns how many. */
static unsigned circuit_make(const struct tree *t, unsigned *c)
{
    unsigned n = 0, at = t->n - 1, next = 0; /* next: the least child that may be visited */

    c[n++] = at;
    for (;;) {
        unsigned child = next;

        while (child < at && t->parent[child] != at) {
            child++;
        }
        if (child < at) {
            at = child;
            next = 0;
            c[n++] = at;
            continue;
        }
        if (at == t->n - 1) {
            return n;
        }
        next = at + 1;
        at = t->parent[at];
        c[n++] = at;
    }
}

static unsigned exit_point(const unsigned *c, unsigned n, unsigned v)
{
    while (c[n - 1] != v) {
        n--;
    }
    return n - 1;
}

/* The channels of the postorder trail from u to v. */
static uint64_t trail(const struct tree *t, unsigned u, unsigned v)
{
    unsigned c[2 * N_MAX], n = circuit_make(t, c), i = exit_point(c, n, u), j = exit_point(c, n, v);
    uint64_t set = 0;

    while (u != v && i != j) {
        if (i == n - 1) {
            i = 0; /* the circuit's end is its beginning */
            continue;
        }
        set |= channel(c[i], c[i + 1]);
        i++;
    }
    return set;
}

static void circuit_right(const struct tree *t, struct noc_finding *f)
{
    unsigned c[2 * N_MAX], n = circuit_make(t, c);
    uint64_t seen = 0;
    bool good = n == 2 * t->n - 1;
    char text[64];

    for (unsigned i = 0; i + 1 < n; i++) {
        good = good && !(seen & channel(c[i], c[i + 1])) && tree_edge(t, c[i], c[i + 1]);
        seen |= channel(c[i], c[i + 1]);
    }
    for (unsigned v = 0; v + 1 < t->n; v++) {
        good = good && exit_point(c, n, v) < exit_point(c, n, v + 1);
    }
    if (!good) {
        claim_against(f, "tree %s", tree_text(t, text, sizeof text));
    }
}

static void check_circuit(bool deep, struct noc_finding *f)
{
    (void)deep;
    only_trees(f, 8, circuit_right);
}

static void lemma_2(const struct tree *t, struct noc_finding *f)
{
    char text[64];

    for (unsigned q = 0; q < t->n * t->n * t->n * t->n; q++) {
        unsigned n = t->n, u = q % n, v = q / n % n, x = q / n / n % n, y = q / n / n / n;
        bool one = u < v && v < x && x < y, two = y < u && u < v && v < x;

        if ((one || two) && trail(t, u, v) & trail(t, x, y)) {
            claim_against(f, "tree %s, u=%u v=%u x=%u y=%u", tree_text(t, text, sizeof text), u, v,
                          x, y);
        }
    }
}

static void check_lemma_2(bool deep, struct noc_finding *f)
{
    only_trees(f, deep ? 8 : 7, lemma_2);
}

static void lemma_3(const struct tree *t, struct noc_finding *f)
{
    uint64_t all[N_MAX][N_MAX];
    unsigned n = t->n;
    char text[64];

    for (unsigned p = 0; p < n * n; p++) {
        all[p / n][p % n] = trail(t, p / n, p % n);
        if (t->strict[p / n][p % n] & ~all[p / n][p % n]) {
            claim_against(f, "tree %s: path %u to %u is not in its trail",
                          tree_text(t, text, sizeof text), p / n, p % n);
        }
    }
    for (unsigned q = 0; q < n * n * n * n; q++) {
        unsigned u = q % n, v = q / n % n, x = q / n / n % n, y = q / n / n / n;

        if (!(all[u][v] & all[x][y]) && t->strict[u][v] & t->strict[x][y]) {
            claim_against(f, "tree %s, u=%u v=%u x=%u y=%u", tree_text(t, text, sizeof text), u, v,
                          x, y);
        }
    }
}

static void check_lemma_3(bool deep, struct noc_finding *f)
{
    only_trees(f, deep ? 8 : 7, lemma_3);
}

/* --- lemma 1, theorem 3 ----------------------------------------------------------------------- */

static void lemma_1(const struct tree *t, const struct multicast *p, struct noc_finding *f)
{
    for (uint32_t i = 0; i < p->m; i++) {
        const struct noc_message *a = &p->message[i];

        for (uint32_t j = 0; j < p->m; j++) {
            uint32_t u = a->from, v = a->to, y = p->message[j].to; /* any destination */
            bool between = u < v ? u < y && y < v : y < v || u < y;

            if (between && !sent_before_ancestor(p, a, y)) {
                tell_pair(t, p, a, &p->message[j], f);
            }
        }
    }
}

static void steps_least(const struct tree *t, const struct multicast *p, struct noc_finding *f)
{
    if (p->steps != doublings(p->m + 1)) {
        tell_pair(t, p, p->message, p->message, f);
    }
    for (uint32_t i = 0; i < p->m; i++) { /* messages of a step: all four nodes different */
        for (uint32_t j = 0; j < i; j++) {
            const struct noc_message *a = &p->message[i], *b = &p->message[j];

            if (a->step == b->step &&
                (a->from == b->from || a->from == b->to || a->to == b->from || a->to == b->to)) {
                tell_pair(t, p, a, b, f);
            }
        }
    }
}

static void theorem_3(const struct tree *t, const struct multicast *p, struct noc_finding *f)
{
    for (uint32_t i = 0; i < p->m; i++) {
        for (uint32_t j = 0; j < p->m; j++) {
            const struct noc_message *a = &p->message[i], *b = &p->message[j];

            if (i != j && a->step <= b->step && !ordered(p, a, b) &&
                t->strict[a->from][a->to] & t->strict[b->from][b->to]) {
                tell_pair(t, p, a, b, f);
            }
        }
    }
}

/* What the proof says case by case of u, v, x different, t <= tau. */
static void theorem_3_cases(const struct tree *t, const struct multicast *p, struct noc_finding *f)
{
    for (uint32_t q = 0; q < p->m * p->m; q++) {
        const struct noc_message *a = &p->message[q / p->m], *b = &p->message[q % p->m];
        uint32_t u = a->from, v = a->to, x = b->from, y = b->to;
        bool good = true;

        if (a == b || a->step > b->step || u == x || v == x) {
            continue;
        }
        if ((u < x && x < v) || (x < v && v < u) || (v < u && u < x)) {
            good = sent_before_ancestor(p, a, x); /* condition 4 */
        } else if (u < v && v < x) {
            good = y < u || y > x; /* lemma 2 */
        } else { /* x < u < v and v < x < u: "analogous": the cyclic order is u, v, x, y */
            good = x < u && u < v ? x < y && y < u : x < y && y < u;
        }
        if (!good) {
            tell_pair(t, p, a, b, f);
        }
    }
}

static void check_lemma_1(bool deep, struct noc_finding *f)
{
    every_tree(f, deep ? 8 : 7, lemma_1);
}

static void check_steps(bool deep, struct noc_finding *f)
{
    every_tree(f, deep ? 8 : 7, steps_least);
}

static void check_theorem_3(bool deep, struct noc_finding *f)
{
    (void)deep;
    every_tree(f, 8, theorem_3);
}

static void check_theorem_3_cases(bool deep, struct noc_finding *f)
{
    every_tree(f, deep ? 8 : 7, theorem_3_cases);
}

/* --- definition 4, theorem 2 --------------------------------------------------------------------- */

/*
 * Relaxed paths whose tree links are the strict path's: choose which of its nodes to visit. Told
 * to `each` as nodes; returns the channels of all of them.
 */
struct path {
    unsigned node[N_MAX], hops;
};

static bool choose(const struct tree *t, unsigned u, unsigned v, unsigned choice, struct path *path)
{
    const unsigned *way = t->way[u][v];
    unsigned hops = t->hops[u][v];
    bool down = false;

    path->hops = 0;
    path->node[0] = u;
    for (unsigned i = 1; i <= hops; i++) {
        unsigned a = path->node[path->hops], b = way[i];

        if (i < hops && !(choice >> (i - 1) & 1)) {
            continue;
        }
        if ((!tree_edge(t, a, b) && !cross_edge(t, a, b)) || (down && leads_up(t, a, b))) {
            return false;
        }
        down = down || !leads_up(t, a, b);
        path->node[++path->hops] = b;
    }
    return true;
}

static unsigned choices(const struct tree *t, unsigned u, unsigned v)
{
    return t->hops[u][v] ? 1u << (t->hops[u][v] - 1) : 0;
}

static uint64_t relaxed(const struct tree *t, unsigned u, unsigned v)
{
    uint64_t set = 0;

    for (unsigned choice = 0; choice < choices(t, u, v); choice++) {
        struct path path;

        if (choose(t, u, v, choice, &path)) {
            for (unsigned i = 0; i < path.hops; i++) {
                set |= channel(path.node[i], path.node[i + 1]);
            }
        }
    }
    return set;
}

/* Place of a node on the strict path, or hops + 1. */
static unsigned place(const struct tree *t, unsigned u, unsigned v, unsigned node)
{
    unsigned i = 0;

    while (i <= t->hops[u][v] && t->way[u][v][i] != node) {
        i++;
    }
    return i;
}

static bool allowed(const struct tree *t, unsigned u, unsigned v, unsigned a, unsigned b, bool down)
{
    unsigned last = t->hops[u][v], i = place(t, u, v, a), j = place(t, u, v, b);

    return !(down && leads_up(t, a, b)) &&
           (tree_edge(t, a, b) || (cross_edge(t, a, b) && i <= last && j <= last && i < j));
}

/* The same by the wording of definition 4, which asks nothing of tree links. */
static uint64_t literal(const struct tree *t, unsigned u, unsigned v, struct path *odd)
{
    struct path path = {.hops = 0};
    unsigned next[N_MAX] = {0};
    uint64_t set = 0;

    path.node[0] = u;
    for (;;) {
        unsigned a = path.node[path.hops], b = next[path.hops]++;
        bool fresh = b < t->n, down = false;

        if (b >= t->n) { /* all tried from here */
            if (path.hops == 0) {
                return set;
            }
            path.hops--;
            continue;
        }
        for (unsigned i = 0; i <= path.hops; i++) {
            fresh = fresh && path.node[i] != b;
            down = down || (i < path.hops && !leads_up(t, path.node[i], path.node[i + 1]));
        }
        if (!fresh || a == v || !allowed(t, u, v, a, b, down)) {
            continue;
        }
        path.node[++path.hops] = b;
        next[path.hops] = 0;
        if (b == v) {
            uint64_t arcs = 0;

            for (unsigned i = 0; i < path.hops; i++) {
                arcs |= channel(path.node[i], path.node[i + 1]);
                if (odd && tree_edge(t, path.node[i], path.node[i + 1]) &&
                    !(t->strict[u][v] & channel(path.node[i], path.node[i + 1]))) {
                    *odd = path;
                }
            }
            set |= arcs;
        }
    }
}

static void tree_links_strict(const struct tree *t, struct noc_finding *f)
{
    for (unsigned p = 0; p < t->n * t->n; p++) {
        struct path odd = {.hops = 0};
        char tree[64], way[64];
        size_t used = 0;

        if (p / t->n == p % t->n) {
            continue;
        }
        literal(t, p / t->n, p % t->n, &odd);
        if (odd.hops) {
            for (unsigned i = 0; i <= odd.hops; i++) {
                used += (size_t)snprintf(way + used, sizeof way - used, "%s%u", i ? "-" : "",
                                         odd.node[i]);
            }
            claim_against(f, "tree %s, cross links as the path needs: from %u to %u by %s",
                          tree_text(t, tree, sizeof tree), p / t->n, p % t->n, way);
        }
    }
}

static void check_tree_links(bool deep, struct noc_finding *f)
{
    only_trees(f, deep ? 7 : 7, tree_links_strict);
}

static void tell_shared(const struct tree *t, const struct multicast *p,
                        const struct noc_message *a, const struct noc_message *b, uint64_t shared,
                        struct noc_finding *f)
{
    char tree[64], plan[64];
    unsigned c = 0;

    while (!(shared >> c & 1)) {
        c++;
    }
    claim_against(f, "tree %s, plan %s: %u>%u (step %u) and %u>%u (step %u) may both take %u-%u",
                  tree_text(t, tree, sizeof tree), plan_text(p, plan, sizeof plan), a->from, a->to,
                  a->step, b->from, b->to, b->step, c / 8, c % 8);
}

static void theorem_2(const struct tree *t, struct noc_finding *f, bool by_wording)
{
    uint64_t any[N_MAX][N_MAX] = {{0}};
    unsigned n = t->n;

    for (unsigned p = 0; p < n * n; p++) {
        if (p / n != p % n) {
            any[p / n][p % n] =
                by_wording ? literal(t, p / n, p % n, NULL) : relaxed(t, p / n, p % n);
        }
    }
    for (unsigned m = 1; m < n; m++) {
        for (unsigned q = 0; q < n << n; q++) {
            unsigned s = q >> n, set = q & ((1u << n) - 1);
            struct multicast p;
            uint16_t d[64];

            if (set >> s & 1 || members(set, d) != m) {
                continue;
            }
            doubling(n, s, set, &p);
            for (uint32_t k = 0; k < p.m * p.m; k++) {
                const struct noc_message *a = &p.message[k / p.m], *b = &p.message[k % p.m];

                uint64_t shared = a == b ? 0 : any[a->from][a->to] & any[b->from][b->to];

                if (shared && a->step <= b->step && !ordered(&p, a, b)) {
                    tell_shared(t, &p, a, b, shared, f);
                }
            }
        }
    }
}

static void theorem_2_meant(const struct tree *t, struct noc_finding *f)
{
    theorem_2(t, f, false);
}

static void theorem_2_worded(const struct tree *t, struct noc_finding *f)
{
    theorem_2(t, f, true);
}

static void check_theorem_2(bool deep, struct noc_finding *f)
{
    only_trees(f, deep ? 8 : 7, theorem_2_meant);
    claim_checked(f, "each with all possible cross links, all relaxed paths, all sources and sets");
}

static void check_theorem_2_worded(bool deep, struct noc_finding *f)
{
    only_trees(f, deep ? 7 : 6, theorem_2_worded);
    claim_checked(f, "each with all possible cross links, all paths that definition 4 admits");
}

/* The proof's last paragraph: of two strict paths that both have a, and b later, the links
 * that follow a are the same. */
static void first_tree_link(const struct tree *t, struct noc_finding *f)
{
    unsigned n = t->n;
    char text[64];

    for (unsigned p = 0; p < n * n; p++) {
        for (unsigned q = 0; q < n * n; q++) {
            unsigned u = p / n, v = p % n, x = q / n, y = q % n;

            for (unsigned k = 0; u != v && x != y && k < n * n; k++) {
                unsigned a = k / n, b = k % n, i = place(t, u, v, a), j = place(t, u, v, b);
                unsigned g = place(t, x, y, a), h = place(t, x, y, b);

                if (cross_edge(t, a, b) && i < j && j <= t->hops[u][v] && g < h &&
                    h <= t->hops[x][y] && t->way[u][v][i + 1] != t->way[x][y][g + 1]) {
                    claim_against(f, "tree %s, cross link %u-%u, %u>%u and %u>%u",
                                  tree_text(t, text, sizeof text), a, b, u, v, x, y);
                }
            }
        }
    }
}

static void check_first_tree_link(bool deep, struct noc_finding *f)
{
    only_trees(f, deep ? 7 : 6, first_tree_link);
}

/* --- theorem 1, condition 3, and the selection policy ------------------------------------------- */

static unsigned place_of(const struct path *path, unsigned a, unsigned b)
{
    unsigned i = 0;

    while (i < path->hops && (path->node[i] != a || path->node[i + 1] != b)) {
        i++;
    }
    return i;
}

static const char *way_text(const struct path *path, char *text, size_t size)
{
    size_t used = 0;

    for (unsigned i = 0; i <= path->hops && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%u", i ? "-" : "", path->node[i]);
    }
    return text;
}

/* One sender, two messages: a path of the second that reaches a common channel in fewer hops
 * finds the first one's worm still there. */
static void overtaken(const struct tree *t, const struct multicast *p, const struct noc_message *a,
                      const struct noc_message *b, struct noc_finding *f)
{
    for (unsigned one = 0; one < choices(t, a->from, a->to); one++) {
        for (unsigned two = 0; two < choices(t, b->from, b->to); two++) {
            struct path first, second;

            if (!choose(t, a->from, a->to, one, &first) ||
                !choose(t, b->from, b->to, two, &second)) {
                continue;
            }
            for (unsigned j = 0; j < second.hops; j++) {
                unsigned i = place_of(&first, second.node[j], second.node[j + 1]);
                char tree[48], plan[48], way[2][32];

                if (i < first.hops && j < i) {
                    claim_against(
                        f,
                        "tree %s, plan %s: %s, then %s; link %u-%u is hop %u of the first, "
                        "hop %u of the second",
                        tree_text(t, tree, sizeof tree), plan_text(p, plan, sizeof plan),
                        way_text(&first, way[0], 32), way_text(&second, way[1], 32), second.node[j],
                        second.node[j + 1], i + 1, j + 1);
                    return;
                }
            }
        }
    }
}

static void same_sender(const struct tree *t, const struct multicast *p, struct noc_finding *f)
{
    for (uint32_t k = 0; k < p->m * p->m && f->verdict != NOC_FAILS; k++) {
        const struct noc_message *a = &p->message[k / p->m], *b = &p->message[k % p->m];

        if (a->from == b->from && a->step < b->step) {
            overtaken(t, p, a, b, f);
        }
    }
}

static void check_same_sender(bool deep, struct noc_finding *f)
{
    (void)deep;
    every_tree(f, 6, same_sender);
}

/* "The policy implicitly prefers cross channels": a choice where it takes the tree's. */
static void prefers_cross(const struct tree *t, struct noc_finding *f)
{
    unsigned n = t->n;
    char text[64];

    for (unsigned p = 0; p < n * n; p++) {
        unsigned u = p / n, v = p % n;

        for (unsigned j = 2; j <= t->hops[u][v]; j++) {
            unsigned tree = t->way[u][v][1], cross = t->way[u][v][j];
            unsigned far_tree = tree > v ? tree - v : v - tree;
            unsigned far_cross = cross > v ? cross - v : v - cross;

            if (cross_edge(t, u, cross) && far_tree < far_cross) {
                claim_against(f,
                              "tree %s, cross link %u-%u: from %u to %u the tree's %u is nearer "
                              "in number (%u) than %u (%u)",
                              tree_text(t, text, sizeof text), u, cross, u, v, tree, far_tree,
                              cross, far_cross);
            }
        }
    }
}

static void check_prefers_cross(bool deep, struct noc_finding *f)
{
    (void)deep;
    only_trees(f, 7, prefers_cross);
}

/* --- examples ------------------------------------------------------------------------------------- */

/* Figure 1, numbers less one: 1-2 2-8 3-8 4-5 5-7 6-7 7-8. */
static void figure_1(struct tree *t)
{
    static const unsigned parent[] = {1, 7, 7, 4, 6, 6, 7};

    t->n = 8;
    memcpy(t->parent, parent, sizeof parent);
    tree_make(t);
}

static void check_figure_1(bool deep, struct noc_finding *f)
{
    static const unsigned circuit[] = {8, 2, 1, 2, 8, 3, 8, 7, 5, 4, 5, 7, 6, 7, 8};
    static const unsigned strict[] = {1, 2, 8, 7, 5, 4};
    struct tree t;
    unsigned c[2 * N_MAX], n;

    (void)deep;
    figure_1(&t);
    n = circuit_make(&t, c);
    for (unsigned i = 0; i < 15; i++) {
        if (n != 15 || c[i] + 1 != circuit[i]) {
            claim_against(f, "the circuit's element %u", i);
        }
    }
    for (unsigned i = 0; i < 6; i++) {
        if (t.hops[0][3] != 5 || t.way[0][3][i] + 1 != strict[i]) {
            claim_against(f, "the strict path from 1 to 4, element %u", i);
        }
    }
    uint64_t any = relaxed(&t, 0, 3);

    if (!cross_edge(&t, 1, 4) || !(any & channel(1, 4)) || any & channel(2, 6)) {
        claim_against(f, "cross links 2-5 and 3-7 on relaxed paths from 1 to 4");
    }
    claim_checked(
        f, "the tree of figure 1: circuit, strict path, cross links 2-5 (allowed) and 3-7 (not)");
}

static void check_figure_2(bool deep, struct noc_finding *f)
{
    struct multicast p;

    (void)deep;
    doubling(8, 2, 0xff & ~4u, &p);
    if (p.steps != 3 || p.message[0].from != 2 || p.message[0].to != 6 ||
        p.message[p.into[4]].from != 2 || p.message[p.into[4]].step != 2 ||
        p.message[p.into[0]].from != 6 || p.message[p.into[0]].step != 2) {
        claim_against(f, "another tree");
    }
    claim_checked(f, "from 3: to 7 in step 1, 3 to 5 and 7 to 1 in step 2, all in step 3");
}

/* --- libnoc's networks and plans --------------------------------------------------------------------- */

enum { TEXT = 512 };

/* All connected graphs of n nodes, by which of the pairs are linked. False: not connected. */
static bool graph_text(unsigned n, uint32_t links, char *text)
{
    unsigned part[8], bit = 0;
    size_t used = (size_t)snprintf(text, TEXT, "graph\n");

    for (unsigned i = 0; i < n; i++) {
        part[i] = i;
    }
    for (unsigned a = 0; a < n; a++) {
        for (unsigned b = a + 1; b < n; b++, bit++) {
            if (links >> bit & 1) {
                unsigned old = part[b];

                used += (size_t)snprintf(text + used, TEXT - used, "%u %u\n", a, b);
                for (unsigned i = 0; i < n; i++) {
                    part[i] = part[i] == old ? part[a] : part[i];
                }
            }
        }
    }
    for (unsigned i = 1; i < n; i++) {
        if (part[i] != part[0]) {
            return false;
        }
    }
    return true;
}

static void links_of(uint32_t links, unsigned n, char *text, size_t size)
{
    unsigned bit = 0;
    size_t used = 0;

    text[0] = '\0';
    for (unsigned a = 0; a < n; a++) {
        for (unsigned b = a + 1; b < n; b++, bit++) {
            if (links >> bit & 1 && used < size) {
                used +=
                    (size_t)snprintf(text + used, size - used, "%s%u-%u", used ? " " : "", a, b);
            }
        }
    }
}

/* Looks at one network and one of its sets. */
typedef void graph_look(const struct net *net, const char *links, uint32_t source,
                        const uint16_t *dests, uint32_t m, struct noc_finding *f);

static bool one_graph(unsigned n, uint32_t links, const char *routing, graph_look *look,
                      struct noc_finding *f)
{
    char text[TEXT], shown[120];
    struct net net;

    if (!graph_text(n, links, text)) {
        return false;
    }
    if (!net_open(&net, text, routing, f)) {
        return false;
    }
    links_of(links, n, shown, sizeof shown);
    for (uint32_t m = 1; m < n; m++) {
        for (uint32_t q = 0; q < n << n; q++) {
            uint32_t s = q >> n, set = q & ((1u << n) - 1);
            uint16_t d[64];

            if (!(set >> s & 1) && members(set, d) == m) {
                look(&net, shown, s, d, m, f);
            }
        }
    }
    net_close(&net);
    return true;
}

static void every_graph(struct noc_finding *f, const char *routing, bool deep, graph_look *look)
{
    uint32_t state = 1998, graphs = 0, random = 0;

    for (unsigned n = 2; n <= (deep ? 6 : 5); n++) {
        for (uint32_t links = 1; links < 1u << n * (n - 1) / 2; links++) {
            graphs += one_graph(n, links, routing, look, f);
        }
    }
    for (unsigned i = 0; i < (deep ? 3000 : 200); i++) {
        unsigned n = 6 + i % 3;
        uint32_t links = random_below(&state, 1u << n * (n - 1) / 2);

        links &= i & 1 ? random_below(&state, UINT32_MAX) : UINT32_MAX; /* sparser ones too */
        random += one_graph(n, links, routing, look, f);
    }
    claim_checked(
        f,
        "all %u connected graphs of 2 to %u nodes, %u random ones of 6 to 8, all sources and sets",
        graphs, deep ? 6 : 5, random);
}

static void plan_apart(const struct net *net, const char *links, uint32_t source,
                       const uint16_t *dests, uint32_t m, struct noc_finding *f)
{
    struct noc_plan_env env = {&net->t, net->r, 1, source, 0, NULL};
    struct noc_violation v;
    struct multicast p;
    char text[40], one[40], two[40];

    multicast_make(&p, net, noc_algorithm_find("postorder"), 1, source, dests, m);
    if (noc_plan_violations(&env, p.message, m, &v)) {
        claim_against(f, "links %s, from %u to {%s}: %s (step %u) and %s (step %u) share %u-%u",
                      links, source, dests_text(dests, m, text, sizeof text),
                      path_text(net, v.first.from, v.first.to, one, sizeof one), v.first.step,
                      path_text(net, v.second.from, v.second.to, two, sizeof two), v.second.step,
                      v.channel.node, v.channel.next);
    }
    if (p.steps != doublings(m + 1)) {
        claim_against(f, "links %s, from %u to {%s}: %u steps", links, source,
                      dests_text(dests, m, text, sizeof text), p.steps);
    }
}

static void check_policy(bool deep, struct noc_finding *f)
{
    every_graph(f, "updown", deep, plan_apart);
}

static void check_strict(bool deep, struct noc_finding *f)
{
    every_graph(f, "updown-strict", deep, plan_apart);
}

static void check_general(bool deep, struct noc_finding *f)
{
    every_graph(f, "updown-any", deep, plan_apart);
}

/* Processors on switches, as in the paper: a random tree of switches with more links, one
 * processor on each; random sources and sets. */
static void check_switches(bool deep, struct noc_finding *f)
{
    uint32_t state = 8, sets = 0, networks = deep ? 1000 : 100;

    for (uint32_t i = 0; i < networks; i++) {
        uint32_t n = 4 + random_below(&state, 6);
        char text[TEXT];
        size_t used = (size_t)snprintf(text, TEXT, "graph\nswitch 0-%u\n", n - 1);
        bool linked[10][10] = {{false}};
        struct net net;

        for (uint32_t k = 1; k < 2 * n; k++) {
            uint32_t a = k < n ? k : random_below(&state, n),
                     b = random_below(&state, k < n ? k : n);

            if (a != b && !linked[a][b]) {
                linked[a][b] = linked[b][a] = true;
                used += (size_t)snprintf(text + used, TEXT - used, "%u %u\n", a, b);
            }
        }
        for (uint32_t k = 0; k < n; k++) {
            used += (size_t)snprintf(text + used, TEXT - used, "%u %u\n", k, n + k);
        }
        if (!net_open(&net, text, "updown", f)) {
            return;
        }
        for (uint32_t k = 0; k < 40; k++, sets++) {
            uint32_t s = n + random_below(&state, n), m = 1 + random_below(&state, n - 1);
            uint16_t d[16];

            random_dests(&state, n, s - n, m, d);
            for (uint32_t j = 0; j < m; j++) {
                d[j] = (uint16_t)(d[j] + n);
            }
            plan_apart(&net, text, s, d, m, f);
        }
        net_close(&net);
    }
    claim_checked(f, "%u random networks of 4 to 9 switches with a processor each, %u random sets",
                  networks, sets);
}

static void in_time(const struct net *net, const char *links, uint32_t source,
                    const uint16_t *dests, uint32_t m, const char *algorithm, struct noc_finding *f)
{
    static const struct pace paces[] = {{0, 0, 1}, {0, 0, 3}, {8, 4, 3}};

    for (unsigned k = 0; k < 3; k++) {
        struct clash clash;
        char text[40], one[40], two[40];

        if (worms_clash(net, noc_algorithm_find(algorithm), 1, source, dests, m, &paces[k],
                        &clash)) {
            claim_against(
                f,
                "links %s, from %u to {%s}, %u flits, no start-up: %s and %s want %u-%u in cycle "
                "%u",
                links, source, dests_text(dests, m, text, sizeof text), paces[k].length,
                path_text(net, clash.a.from, clash.a.to, one, sizeof one),
                path_text(net, clash.b.from, clash.b.to, two, sizeof two), clash.channel.node,
                clash.channel.next, clash.cycle);
        }
    }
}

static void plan_in_time(const struct net *net, const char *links, uint32_t source,
                         const uint16_t *dests, uint32_t m, struct noc_finding *f)
{
    in_time(net, links, source, dests, m, "postorder", f);
}

static void separate_in_time(const struct net *net, const char *links, uint32_t source,
                             const uint16_t *dests, uint32_t m, struct noc_finding *f)
{
    in_time(net, links, source, dests, m, "separate", f);
}

/* The bit of a pair in graph_text(). */
static uint32_t pair_bit(unsigned n, unsigned a, unsigned b)
{
    unsigned low = a < b ? a : b, high = a + b - low, bit = 0;

    for (unsigned i = 0; i < low; i++) {
        bit += n - 1 - i;
    }
    return UINT32_C(1) << (bit + high - low - 1);
}

/* One sender of all messages: condition 3 for every pair. All small graphs; and rings of up to 7
 * nodes, the root anywhere, with a tail. */
static void check_separate_in_time(bool deep, struct noc_finding *f)
{
    unsigned rings = 0;

    every_graph(f, "updown", deep, separate_in_time);
    for (unsigned n = 4; n <= 8; n++) {
        for (unsigned ring = 3; ring < n; ring++) {
            for (unsigned at = 0; at < ring; at++) { /* where the tail hangs; the root is node 0 */
                uint32_t links = pair_bit(n, at, n - 1); /* the tail's end has its lowest number */

                for (unsigned i = 0; i < ring; i++) {
                    links |= pair_bit(n, i, (i + 1) % ring);
                }
                for (unsigned i = ring; i + 1 < n; i++) {
                    links |= pair_bit(n, i, i + 1);
                }
                rings += one_graph(n, links, "updown", separate_in_time, f);
            }
        }
    }
    claim_checked(f, "%u rings with a tail, of 4 to 8 nodes", rings);
}

static void check_policy_in_time(bool deep, struct noc_finding *f)
{
    every_graph(f, "updown", deep, plan_in_time);
}

#define LIBESKIND "Libeskind-Hadas et al. 1998"

const struct noc_claim noc_claims_postorder[] = {
    {LIBESKIND, "2", NOC_RESULT,
     "The algorithm takes ceil(log2(d+1)) steps, the least possible; messages of a step have four different ends.",
     check_steps, NULL},
    {LIBESKIND, "3.2", NOC_RESULT, "Up/down routing along a breadth-first tree cannot deadlock.",
     check_up_down, NULL},
    {LIBESKIND, "3.2, figure 1", NOC_TEXT,
     "The example's postorder circuit and strict path; link 2-5 may be used from 1 to 4, link 3-7 may not.",
     check_figure_1, NULL},
    {LIBESKIND, "3.2, figure 2", NOC_TEXT, "The broadcast from node 3 of figure 1.", check_figure_2,
     NULL},
    {LIBESKIND, "theorem 1, condition 3", NOC_RESULT,
     "Two messages of one sender cannot contend: here over any relaxed paths, one port.",
     check_same_sender,
     "Here the wait is of one cycle, but it is one. The condition (x = u) is sound where two paths from one node share at most a common beginning, as under "
     "dimension order. Relaxed paths may part and meet again: a second message that takes a shorter way finds the first "
     "one's tail on the common link. The theorem as cited asks nothing of the routing; theorem 2 relies on it. The plan above is postorder recursive doubling's own, "
     "its two paths are relaxed up-first paths of the algorithm's free choice; under the selection policy the algorithm showed no such case."},
    {LIBESKIND, "theorem 1, condition 3", NOC_RESULT,
     "Two messages of one sender cannot contend: separate addressing over the paths that the selection policy takes, one port, worms followed in time.",
     check_separate_in_time,
     "Two worms, one after the other out of one node; the second has the shorter way to a common link. In the network flit by flit "
     "its header is blocked there. Postorder recursive doubling over these paths showed no such order (the row on the selection policy, below)."},
    {LIBESKIND, "theorem 1, selection policy", NOC_RESULT,
     "Messages that meet the conditions cannot contend: over the paths that the selection policy takes, worms followed in time, one port.",
     check_policy_in_time, NULL},
    {LIBESKIND, "definition 4, as printed", NOC_SLIP,
     "A relaxed path's tree links are on the strict path (used in the proof of theorem 2).",
     check_tree_links,
     "The definition restricts cross links only. A path may take a cross link up to a node of the downward half, climb, and "
     "come down the upward half against the strict path, to another cross link. Surely not meant."},
    {LIBESKIND, "lemma 1", NOC_RESULT,
     "What lies between u and v in the list is reached by a later message of u.", check_lemma_1,
     NULL},
    {LIBESKIND, "definitions 5 to 7", NOC_TEXT,
     "The postorder circuit has each tree link once in each direction; exit points come in the order of numbers.",
     check_circuit, NULL},
    {LIBESKIND, "lemma 2", NOC_RESULT,
     "If u < v < x < y or y < u < v < x, the trails from u to v and from x to y are edge-disjoint.",
     check_lemma_2, NULL},
    {LIBESKIND, "lemma 3", NOC_RESULT,
     "If trails are edge-disjoint, so are the strict paths; a strict path is part of its trail.",
     check_lemma_3, NULL},
    {LIBESKIND, "theorem 3", NOC_RESULT,
     "Postorder recursive doubling over strict paths is depth contention-free: the four conditions.",
     check_theorem_3, NULL},
    {LIBESKIND, "theorem 3, proof", NOC_PROOF,
     "The proof's cases by the order of u, v and x, those called analogous too.",
     check_theorem_3_cases, NULL},
    {LIBESKIND, "theorem 2", NOC_RESULT,
     "Postorder recursive doubling is depth contention-free over any relaxed paths, if their tree links are those of the strict path: the four conditions.",
     check_theorem_2, NULL},
    {LIBESKIND, "theorem 2, definition 4 as printed", NOC_SLIP,
     "Postorder recursive doubling is depth contention-free over any path that definition 4 admits to the letter: the four conditions.",
     check_theorem_2_worded,
     "The extra paths use tree links against the strict path, which nothing in the proof covers."},
    {LIBESKIND, "theorem 2, proof", NOC_PROOF,
     "If two strict paths share both ends of a cross link, they share the tree link after its first end.",
     check_first_tree_link, NULL},
    {LIBESKIND, "4", NOC_RESULT,
     "With the selection policy (routing updown), algorithm postorder meets the four conditions in ceil(log2(d+1)) steps.",
     check_policy, NULL},
    {LIBESKIND, "3.1, 4", NOC_RESULT,
     "With processors on switches, as the paper has them, algorithm postorder meets the four conditions in ceil(log2(d+1)) steps.",
     check_switches, NULL},
    {LIBESKIND, "4", NOC_RESULT,
     "Over strict paths (routing updown-strict) algorithm postorder meets the four conditions in ceil(log2(d+1)) steps.",
     check_strict, NULL},
    {LIBESKIND, "4", NOC_OURS,
     "Not claimed: algorithm postorder meets the four conditions under general up/down routing (updown-any).",
     check_general,
     "The algorithm needs relaxed up-first paths; that the network routes up*/down* is not enough."},
    {LIBESKIND, "4", NOC_TEXT,
     "The selection policy implicitly prefers cross links to tree links (here: always).",
     check_prefers_cross,
     "When the destination is low in a subtree with higher numbers, the parent may be nearer in number than the subtree's root, "
     "which has its highest number. Then the longer way over the tree is taken."},
    {0},
};
