/* SPDX-License-Identifier: BSD-2-Clause */
/* Trees in postorder, their paths and trails, and multicasts along them. */
#include "trees.h"

/* --- trees -------------------------------------------------------------------------------- */

bool tree_edge(const struct tree *t, unsigned a, unsigned b)
{
    return (a + 1 < t->n && t->parent[a] == b) || (b + 1 < t->n && t->parent[b] == a);
}

bool cross_edge(const struct tree *t, unsigned a, unsigned b)
{
    unsigned la = t->level[a], lb = t->level[b];

    return a != b && !tree_edge(t, a, b) && (la > lb ? la - lb : lb - la) <= 1;
}

bool leads_up(const struct tree *t, unsigned a, unsigned b)
{
    return t->level[a] > t->level[b] || (t->level[a] == t->level[b] && a > b);
}

static void strict_path(struct tree *t, unsigned u, unsigned v)
{
    unsigned down[TREE_MAX], n = 0, hops = 0, a = u, b = v;
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
    for (unsigned k = 0; k < hops; k++) {
        t->strict[u][v] |= tree_channel(way[k], way[k + 1]);
    }
}

unsigned circuit_make(const struct tree *t, unsigned c[2 * TREE_MAX])
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
        } else if (at == t->n - 1) {
            return n;
        } else {
            next = at + 1;
            at = t->parent[at];
        }
        c[n++] = at;
    }
}

unsigned exit_point(const unsigned *c, unsigned n, unsigned v)
{
    while (c[n - 1] != v) {
        n--;
    }
    return n - 1;
}

/* The postorder trails between all nodes, along the circuit c, whose end is its beginning. */
static void lay_trails(struct tree *t)
{
    unsigned c[2 * TREE_MAX], n = circuit_make(t, c);

    for (unsigned p = 0; p < t->n * t->n; p++) {
        unsigned u = p / t->n, v = p % t->n, k = exit_point(c, n, u), end = exit_point(c, n, v);

        t->trail[u][v] = 0;
        while (k != end) {
            k = k == n - 1 ? 0 : k;
            if (k != end) {
                t->trail[u][v] |= tree_channel(c[k], c[k + 1]);
                k++;
            }
        }
    }
}

bool tree_make(struct tree *t)
{
    unsigned n = t->n;

    for (unsigned k = 0; k + 1 < n; k++) {
        for (unsigned l = k + 1; l < t->parent[k]; l++) {
            if (t->parent[l] > t->parent[k]) {
                return false; /* l's subtree is cut in two */
            }
        }
    }
    t->level[n - 1] = 0;
    for (unsigned k = n - 1; k-- > 0;) {
        t->level[k] = t->level[t->parent[k]] + 1;
    }
    for (unsigned p = 0; p < n * n; p++) {
        strict_path(t, p / n, p % n);
    }
    lay_trails(t);
    return true;
}

unsigned place_on_strict(const struct tree *t, unsigned u, unsigned v, unsigned node)
{
    unsigned k = 0;

    while (k <= t->hops[u][v] && t->way[u][v][k] != node) {
        k++;
    }
    return k;
}

/* --- definition 4 ------------------------------------------------------------------------- */

bool relaxed_path(const struct tree *t, unsigned u, unsigned v, unsigned choice,
                  struct tree_path *path)
{
    unsigned hops = t->hops[u][v];
    bool down = false;

    path->hops = 0;
    path->node[0] = u;
    for (unsigned k = 1; k <= hops; k++) {
        unsigned a = path->node[path->hops], b = t->way[u][v][k];

        if (k < hops && !(choice >> (k - 1) & 1)) {
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

unsigned relaxed_choices(const struct tree *t, unsigned u, unsigned v)
{
    return t->hops[u][v] ? 1u << (t->hops[u][v] - 1) : 0;
}

static uint64_t channels_of(const struct tree_path *path)
{
    uint64_t set = 0;

    for (unsigned k = 0; k < path->hops; k++) {
        set |= tree_channel(path->node[k], path->node[k + 1]);
    }
    return set;
}

static uint64_t relaxed_paths(const struct tree *t, unsigned u, unsigned v)
{
    uint64_t set = 0;

    for (unsigned choice = 0; choice < relaxed_choices(t, u, v); choice++) {
        struct tree_path path;

        set |= relaxed_path(t, u, v, choice, &path) ? channels_of(&path) : 0;
    }
    return set;
}

/* Whether the wording, which asks nothing of tree links, lets a path from u to v go on to b. */
static bool may_go_on(const struct tree *t, unsigned u, unsigned v, const struct tree_path *path,
                      unsigned b)
{
    unsigned a = path->node[path->hops], last = t->hops[u][v];
    unsigned k = place_on_strict(t, u, v, a), l = place_on_strict(t, u, v, b);
    bool down = false;

    for (unsigned h = 0; h <= path->hops; h++) {
        if (path->node[h] == b) {
            return false;
        }
        down = down || (h < path->hops && !leads_up(t, path->node[h], path->node[h + 1]));
    }
    return !(down && leads_up(t, a, b)) &&
           (tree_edge(t, a, b) || (cross_edge(t, a, b) && k <= last && l <= last && k < l));
}

static bool has_odd_tree_link(const struct tree *t, unsigned u, unsigned v,
                              const struct tree_path *path)
{
    for (unsigned k = 0; k < path->hops; k++) {
        if (tree_edge(t, path->node[k], path->node[k + 1]) &&
            !(t->strict[u][v] & tree_channel(path->node[k], path->node[k + 1]))) {
            return true;
        }
    }
    return false;
}

uint64_t literal_paths(const struct tree *t, unsigned u, unsigned v, struct tree_path *odd)
{
    struct tree_path path = {.node = {u}};
    unsigned next[TREE_MAX] = {0};
    uint64_t set = 0;

    for (;;) {
        unsigned b = next[path.hops]++;

        if (b >= t->n) { /* all tried from here */
            if (path.hops-- == 0) {
                return set;
            }
        } else if (path.node[path.hops] != v && may_go_on(t, u, v, &path, b)) {
            path.node[++path.hops] = b;
            next[path.hops] = 0;
            if (b == v) {
                set |= channels_of(&path);
                if (odd && has_odd_tree_link(t, u, v, &path)) {
                    *odd = path;
                }
            }
        }
    }
}

/* --- the algorithm ------------------------------------------------------------------------ */

/* The list L from s: s, then higher numbers, then lower ones. */
static unsigned list_make(unsigned n, unsigned s, unsigned set, unsigned *list)
{
    unsigned count = 0;

    list[count++] = s;
    for (unsigned k = 1; k < n; k++) {
        if (set >> (s + k) % n & 1) {
            list[count++] = (s + k) % n;
        }
    }
    return count;
}

void recursive_doubling(unsigned n, unsigned s, unsigned set, struct multicast *p)
{
    unsigned list[TREE_MAX], left[TREE_MAX] = {0}, right[TREE_MAX], step[TREE_MAX] = {0};
    unsigned parts = 1;

    right[0] = list_make(n, s, set, list) - 1;
    p->m = 0;
    p->steps = 0;
    for (unsigned k = 0; k < parts; k++) {
        for (unsigned r = right[k], at = step[k] + 1; r > left[k]; at++) {
            unsigned middle = left[k] + (r - left[k] + 2) / 2; /* the ceil((d+1)/2)-th of d+1 */

            p->message[p->m++] = (struct noc_message){.from = (uint16_t)list[left[k]],
                                                      .to = (uint16_t)list[middle],
                                                      .step = (uint16_t)at};
            left[parts] = middle;
            right[parts] = r;
            step[parts++] = at;
            p->steps = at > p->steps ? at : p->steps;
            r = middle - 1;
        }
    }
    multicast_index(p);
}

/* --- quantifiers -------------------------------------------------------------------------- */

static void then_tree(struct instance *i, struct tree *t)
{
    for (unsigned p = 0; p < t->n * t->n; p++) {
        unsigned u = p / t->n, v = p % t->n;

        t->may_take[u][v] = i->check->with == STRICT  ? t->strict[u][v]
                          : i->check->with == RELAXED ? relaxed_paths(t, u, v)
                          : u == v                    ? 0
                                                      : literal_paths(t, u, v, NULL);
    }
    i->own = t;
    then(i);
    i->own = NULL;
}

/* Parents count like digits: parent[k] from k + 1 to n - 1. */
static void each_of_trees(struct instance *i)
{
    for (unsigned n = 2; n <= bound(i, i->check->limit); n++) {
        struct tree t = {.n = n};
        unsigned k = 0;

        for (unsigned l = 0; l < n; l++) {
            t.parent[l] = l + 1;
        }
        while (k + 1 < n) {
            if (tree_make(&t)) {
                then_tree(i, &t);
            }
            for (k = 0; k + 1 < n && ++t.parent[k] == n; k++) {
                t.parent[k] = k + 1;
            }
        }
    }
}

static void tell_tree(const struct instance *i, struct text *t)
{
    say(t, "tree ");
    say_tree(t, i->own);
}

static void each_of_pairs(struct instance *i)
{
    for (i->u = 0; i->u < tree_of(i)->n; i->u++) {
        for (i->v = 0; i->v < tree_of(i)->n; i->v++) {
            then(i);
        }
    }
}

static void tell_pair(const struct instance *i, struct text *t)
{
    say(t, "from %u to %u", i->u, i->v);
}

static void each_of_quadruples(struct instance *i)
{
    uint32_t n = tree_of(i)->n;

    for (uint32_t q = 0; q < n * n * n * n; q++) {
        i->u = q % n;
        i->v = q / n % n;
        i->x = q / n / n % n;
        i->y = q / n / n / n;
        then(i);
    }
}

static void tell_quadruple(const struct instance *i, struct text *t)
{
    say(t, "u=%u v=%u x=%u y=%u", i->u, i->v, i->x, i->y);
}

static void each_of_plans(struct instance *i)
{
    unsigned n = tree_of(i)->n;
    struct multicast plan;

    i->plan = &plan;
    for (i->m = 1; i->m < n; i->m++) {
        for (unsigned q = 0; q < n << n; q++) {
            unsigned s = q >> n, set = q & ((1u << n) - 1);

            if (!(set >> s & 1) && (unsigned)__builtin_popcount(set) == i->m) {
                i->source = s;
                recursive_doubling(n, s, set, &plan);
                then(i);
            }
        }
    }
    i->plan = NULL;
}

static void tell_plan(const struct instance *i, struct text *t)
{
    say(t, "plan ");
    say_plan(t, i->plan);
}

const struct quantifier each_tree = {"all {count} trees of up to {limit} nodes",
                                     " of all trees of up to {limit} nodes", each_of_trees,
                                     tell_tree};
const struct quantifier each_tree_pair = {"all {count} pairs of nodes", NULL, each_of_pairs,
                                          tell_pair};
const struct quantifier each_tree_quadruple = {"all {count} quadruples of nodes", NULL,
                                               each_of_quadruples, tell_quadruple};
const struct quantifier each_tree_plan = {"all {count} multicasts", " of all multicasts",
                                          each_of_plans, tell_plan};

void say_tree(struct text *t, const struct tree *tree)
{
    for (unsigned k = 0; k + 1 < tree->n; k++) {
        say(t, "%s%u-%u", k ? " " : "", k, tree->parent[k]);
    }
}

void say_way(struct text *t, const struct tree_path *path)
{
    for (unsigned k = 0; k <= path->hops; k++) {
        say(t, "%s%u", k ? "-" : "", path->node[k]);
    }
}
