/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Libeskind-Hadas, Mazzoni, Rajagopalan 1998: postorder recursive doubling. First over trees, from
 * the definitions alone, then over libnoc's graphs, routings and plans.
 */
#include "chapters.h"
#include "graphs.h"
#include "in_time.h"
#include "multicasts.h"
#include "trees.h"
#include "verify/verify.h"

/* --- 3.2: trees and trails ---------------------------------------------------------------- */

/* Up/down routing over all links: channels without successors are struck out until none is left. */
static bool up_down_is_acyclic(const struct instance *i)
{
    const struct tree *t = tree_of(i);
    uint64_t left = 0, before = 1;

    for (unsigned p = 0; p < t->n * t->n; p++) {
        unsigned a = p / t->n, b = p % t->n;

        left |= tree_edge(t, a, b) || cross_edge(t, a, b) ? tree_channel(a, b) : 0;
    }
    while (left != before) {
        before = left;
        for (unsigned p = 0; p < t->n * t->n; p++) {
            unsigned a = p / t->n, b = p % t->n;
            bool waits = false;

            for (unsigned c = 0; c < t->n && left & tree_channel(a, b); c++) {
                waits |= left & tree_channel(b, c) && c != a &&
                         (leads_up(t, a, b) || !leads_up(t, b, c));
            }
            left &= waits ? UINT64_MAX : ~tree_channel(a, b);
        }
    }
    return left == 0;
}

static bool circuit_as_defined(const struct instance *i)
{
    const struct tree *t = tree_of(i);
    unsigned c[2 * TREE_MAX], n = circuit_make(t, c);
    bool good = n == 2 * t->n - 1;
    uint64_t seen_channels = 0;

    for (unsigned k = 0; k + 1 < n; k++) {
        good =
            good && !(seen_channels & tree_channel(c[k], c[k + 1])) && tree_edge(t, c[k], c[k + 1]);
        seen_channels |= tree_channel(c[k], c[k + 1]);
    }
    for (unsigned v = 0; v + 1 < t->n; v++) {
        good = good && exit_point(c, n, v) < exit_point(c, n, v + 1);
    }
    return good;
}

static bool is_in_list_order(const struct instance *i)
{
    uint32_t u = i->u, v = i->v, x = i->x, y = i->y;

    return (u < v && v < x && x < y) || (y < u && u < v && v < x);
}

static bool trails_disjoint(const struct instance *i)
{
    return !(tree_of(i)->trail[i->u][i->v] & tree_of(i)->trail[i->x][i->y]);
}

static bool strict_paths_disjoint(const struct instance *i)
{
    return !(tree_of(i)->strict[i->u][i->v] & tree_of(i)->strict[i->x][i->y]);
}

static bool strict_path_is_on_trail(const struct instance *i)
{
    return !(tree_of(i)->strict[i->u][i->v] & ~tree_of(i)->trail[i->u][i->v]);
}

/* --- 2, lemma 1: plans -------------------------------------------------------------------- */

static bool in_one_step(const struct instance *i)
{
    return i->a->step == i->b->step;
}

static bool four_different_ends(const struct instance *i)
{
    const struct noc_message *a = i->a, *b = i->b;

    return a->from != b->from && a->from != b->to && a->to != b->from && a->to != b->to;
}

/* b's receiver stands between a's sender and receiver in the list, which goes around. */
static bool between(const struct instance *i)
{
    uint32_t u = i->a->from, v = i->a->to, y = i->b->to;

    return u < v ? u < y && y < v : y < v || u < y;
}

static bool reached_by_later_message(const struct instance *i)
{
    return sent_before_ancestor(i->plan, i->a, i->b->to);
}

/* --- theorems 2 and 3 --------------------------------------------------------------------- */

/* None of conditions 1, 3 and 4. */
static bool no_condition(const struct instance *i)
{
    return i->a->step <= i->b->step && !in_sequence(i->plan, i->a, i->b);
}

/* Whatever paths they take of those that they may take. */
static bool paths_disjoint(const struct instance *i)
{
    const struct tree *t = tree_of(i);
    const struct noc_message *a = i->a, *b = i->b;
    uint64_t shared = t->may_take[a->from][a->to] & t->may_take[b->from][b->to];
    struct text tree = {0}, plan = {0};

    if (!shared) {
        return true;
    }
    unsigned c = (unsigned)__builtin_ctzll(shared);

    say_tree(&tree, t);
    say_plan(&plan, i->plan);
    return against(i, "tree %s, plan %s: %u>%u (step %u) and %u>%u (step %u) may both take %u-%u",
                   tree.at, plan.at, a->from, a->to, a->step, b->from, b->to, b->step, c / 8,
                   c % 8);
}

/* u, v and x are different, t <= tau. */
static bool different_nodes(const struct instance *i)
{
    return i->a->step <= i->b->step && i->a->from != i->b->from && i->a->to != i->b->from;
}

static bool theorem_3_cases(const struct instance *i)
{
    uint32_t u = i->a->from, v = i->a->to, x = i->b->from, y = i->b->to;

    if ((u < x && x < v) || (x < v && v < u) || (v < u && u < x)) {
        return sent_before_ancestor(i->plan, i->a, x); /* condition 4 */
    }
    if (u < v && v < x) {
        return y < u || y > x; /* lemma 2 */
    }
    return x < y && y < u; /* x < u < v and v < x < u: "analogous": the order is u, v, x, y */
}

static bool tree_links_are_strict(const struct instance *i)
{
    struct tree_path odd = {.hops = 0};
    struct text tree = {0}, way = {0};

    literal_paths(tree_of(i), i->u, i->v, &odd);
    if (i->u == i->v || odd.hops == 0) {
        return true;
    }
    say_tree(&tree, tree_of(i));
    say_way(&way, &odd);
    return against(i, "tree %s, cross links as the path needs: from %u to %u by %s", tree.at, i->u,
                   i->v, way.at);
}

/* The proof's last paragraph: of two strict paths that both have a, and b later, the links that
 * follow a are the same. */
static bool same_link_behind(const struct instance *i)
{
    const struct tree *t = tree_of(i);
    unsigned u = i->u, v = i->v, x = i->x, y = i->y;

    for (unsigned k = 0; u != v && x != y && k < t->n * t->n; k++) {
        unsigned a = k / t->n, b = k % t->n;
        unsigned c = place_on_strict(t, u, v, a), d = place_on_strict(t, u, v, b);
        unsigned g = place_on_strict(t, x, y, a), h = place_on_strict(t, x, y, b);

        if (cross_edge(t, a, b) && c < d && d <= t->hops[u][v] && g < h && h <= t->hops[x][y] &&
            t->way[u][v][c + 1] != t->way[x][y][g + 1]) {
            return false;
        }
    }
    return true;
}

/* --- theorem 1, condition 3, and the selection policy ------------------------------------- */

static bool one_after_the_other(const struct instance *i)
{
    return i->a->from == i->b->from && i->a->step < i->b->step;
}

/* Place of a link on a path, or its hops. */
static unsigned place_of(const struct tree_path *path, unsigned a, unsigned b)
{
    unsigned k = 0;

    while (k < path->hops && (path->node[k] != a || path->node[k + 1] != b)) {
        k++;
    }
    return k;
}

static bool tell_overtaking(const struct instance *i, const struct tree_path *first,
                            const struct tree_path *second, unsigned one, unsigned two)
{
    struct text tree = {0}, plan = {0}, way[2] = {{0}};

    say_tree(&tree, tree_of(i));
    say_plan(&plan, i->plan);
    say_way(&way[0], first);
    say_way(&way[1], second);
    return against(i,
                   "tree %s, plan %s: %s, then %s; link %u-%u is hop %u of the first, hop %u of "
                   "the second",
                   tree.at, plan.at, way[0].at, way[1].at, second->node[two], second->node[two + 1],
                   one + 1, two + 1);
}

/* A relaxed path of the second message that reaches a common channel in fewer hops finds the first
 * one's worm still there. */
static bool never_overtaken(const struct instance *i)
{
    const struct tree *t = tree_of(i);
    unsigned u = i->a->from, v = i->a->to, y = i->b->to, choices = relaxed_choices(t, u, y);

    for (unsigned k = 0; k < relaxed_choices(t, u, v) * choices; k++) {
        struct tree_path first, second;

        if (!relaxed_path(t, u, v, k / choices, &first) ||
            !relaxed_path(t, u, y, k % choices, &second)) {
            continue;
        }
        for (unsigned two = 0; two < second.hops; two++) {
            unsigned one = place_of(&first, second.node[two], second.node[two + 1]);

            if (one < first.hops && two < one) {
                return tell_overtaking(i, &first, &second, one, two);
            }
        }
    }
    return true;
}

/* "The policy implicitly prefers cross channels": no choice where it takes the tree's. */
static bool prefers_cross_links(const struct instance *i)
{
    const struct tree *t = tree_of(i);
    unsigned u = i->u, v = i->v;
    struct text text = {0};

    for (unsigned k = 2; k <= t->hops[u][v]; k++) {
        unsigned tree = t->way[u][v][1], cross = t->way[u][v][k];
        unsigned far_tree = tree > v ? tree - v : v - tree;
        unsigned far_cross = cross > v ? cross - v : v - cross;

        if (cross_edge(t, u, cross) && far_tree < far_cross) {
            say_tree(&text, t);
            return against(i,
                           "tree %s, cross link %u-%u: from %u to %u the tree's %u is nearer in "
                           "number (%u) than %u (%u)",
                           text.at, u, cross, u, v, tree, far_tree, cross, far_cross);
        }
    }
    return true;
}

/* --- examples ----------------------------------------------------------------------------- */

/* Figure 1, numbers less one: 1-2 2-8 3-8 4-5 5-7 6-7 7-8. */
static bool figure_1(const struct instance *i)
{
    static const unsigned circuit[] = {8, 2, 1, 2, 8, 3, 8, 7, 5, 4, 5, 7, 6, 7, 8};
    static const unsigned strict[] = {1, 2, 8, 7, 5, 4};
    struct tree t = {.n = 8, .parent = {1, 7, 7, 4, 6, 6, 7}};
    unsigned c[2 * TREE_MAX];
    uint64_t any = 0;

    tree_make(&t);
    for (unsigned k = 0, n = circuit_make(&t, c); k < 15; k++) {
        if (n != 15 || c[k] + 1 != circuit[k]) {
            return against(i, "the circuit's element %u", k);
        }
    }
    for (unsigned k = 0; k < 6; k++) {
        if (t.hops[0][3] != 5 || t.way[0][3][k] + 1 != strict[k]) {
            return against(i, "the strict path from 1 to 4, element %u", k);
        }
    }
    for (unsigned k = 0; k < relaxed_choices(&t, 0, 3); k++) {
        struct tree_path path;

        for (unsigned h = 0; relaxed_path(&t, 0, 3, k, &path) && h < path.hops; h++) {
            any |= tree_channel(path.node[h], path.node[h + 1]);
        }
    }
    return (cross_edge(&t, 1, 4) && any & tree_channel(1, 4) && !(any & tree_channel(2, 6))) ||
           against(i, "cross links 2-5 and 3-7 on relaxed paths from 1 to 4");
}

static bool figure_2(const struct instance *i)
{
    const struct noc_message *first, *left, *right;
    struct multicast p;

    recursive_doubling(8, 2, 0xff & ~4u, &p);
    first = &p.message[0];
    left = message_into(&p, 4);
    right = message_into(&p, 0);
    return (p.steps == 3 && first->from == 2 && first->to == 6 && left && left->from == 2 &&
            left->step == 2 && right && right->from == 6 && right->step == 2) ||
           against(i, "another tree");
}

/* --- libnoc's networks and plans ---------------------------------------------------------- */

static bool meets_the_conditions(const struct instance *i)
{
    const struct multicast *p = i->plan;
    struct text dests = {0}, one = {0}, two = {0};
    struct noc_violation v;

    say_dests(&dests, i->dests, i->m);
    if (noc_plan_violations(&p->env, p->message, p->m, &v) && net_lay(i)) {
        say_path(&one, i->net, v.first.from, v.first.to);
        say_path(&two, i->net, v.second.from, v.second.to);
        return against(i, "links %s, from %u to {%s}: %s (step %u) and %s (step %u) share %u-%u",
                       i->net->name, i->source, dests.at, one.at, v.first.step, two.at,
                       v.second.step, v.channel.node, v.channel.next);
    }
    return p->steps == doublings(p->m + 1) || against(i, "links %s, from %u to {%s}: %u steps",
                                                      i->net->name, i->source, dests.at, p->steps);
}

static const struct pace paces[] = {{0, 0, 1}, {0, 0, 3}, {8, 4, 3}};

static bool never_meet(const struct instance *i)
{
    struct clash c;

    return !worms_clash(i, &c) ||
           against(i,
                   "links %s, from %u to {%s}, %u flits, no start-up: %s and %s want %u-%u in "
                   "cycle %u",
                   i->net->name, i->source, c.dests.at, i->pace->length, c.way_a.at, c.way_b.at,
                   c.channel.node, c.channel.next, c.cycle);
}

/* --- rows --------------------------------------------------------------------------------- */

#define TREES           .over = {&each_tree}, .limit = {7, 8}
#define TREE_PAIRS      .over = {&each_tree, &each_tree_pair}
#define TREE_QUADRUPLES .over = {&each_tree, &each_tree_quadruple}
#define TREE_PLANS      .over = {&each_tree, &each_tree_plan}
#define TREE_MESSAGES   .over = {&each_tree, &each_tree_plan, &each_message_pair}
#define BY_POSTORDER    .algorithm = "postorder", .ports = 1
#define ON_GRAPHS(route)                                                                \
    {                                                                                   \
        {.over = {&each_graph, &each_set, &each_plan},                                  \
         .limit = {5, 6},                                                               \
         .routing = route,                                                              \
         BY_POSTORDER,                                                                  \
         .holds = meets_the_conditions},                                                \
        {                                                                               \
            .over = {&each_random_graph, &each_set, &each_plan}, .random = {115, 1685}, \
            .routing = route, BY_POSTORDER, .holds = meets_the_conditions               \
        }                                                                               \
    }
#define IN_TIME(graphs, name)                                                                     \
    .over = {&graphs, &each_set, &each_pace}, .routing = "updown", .algorithm = name, .ports = 1, \
    .pace = paces, .paces = {3}, .holds = never_meet

const struct row libeskind_postorder[] = {
    {"2", NOC_RESULT,
     "The algorithm takes ceil(log2(d+1)) steps, the least possible; messages of a step have four "
     "different ends.",
     .check = {{TREE_PLANS, .limit = {7, 8}, .holds = least_steps},
               {TREE_MESSAGES, .limit = {7, 8}, .given = in_one_step,
                .holds = four_different_ends}}},
    {"3.2", NOC_RESULT, "Up/down routing along a breadth-first tree cannot deadlock.",
     .check = {{TREES, .holds = up_down_is_acyclic,
                .checked = "{scope}; each with all possible cross links"}}},
    {"3.2, figure 1", NOC_TEXT,
     "The example's postorder circuit and strict path; link 2-5 may be used from 1 to 4, link 3-7 "
     "may not.",
     .check = {{.holds = figure_1,
                .checked = "the tree of figure 1: circuit, strict path, cross links 2-5 (allowed) "
                           "and 3-7 (not)"}}},
    {"3.2, figure 2", NOC_TEXT, "The broadcast from node 3 of figure 1.",
     .check = {{.holds = figure_2,
                .checked = "from 3: to 7 in step 1, 3 to 5 and 7 to 1 in step 2, all in step 3"}}},
    {"theorem 1, condition 3", NOC_RESULT,
     "Two messages of one sender cannot contend: here over any relaxed paths, one port.",
     .check = {{TREE_MESSAGES, .limit = {6}, .given = one_after_the_other,
                .holds = never_overtaken}},
     .remark = "Here the wait is of one cycle, but it is one. The condition (x = u) is sound where "
               "two paths from one node share at most a common beginning, as under dimension "
               "order. Relaxed paths may part and meet again: a second message that takes a "
               "shorter way finds the first one's tail on the common link. The theorem as cited "
               "asks nothing of the routing; theorem 2 relies on it. The plan above is postorder "
               "recursive doubling's own, its two paths are relaxed up-first paths of the "
               "algorithm's free choice; under the selection policy the algorithm showed no such "
               "case."},
    {"theorem 1, condition 3", NOC_RESULT,
     "Two messages of one sender cannot contend: separate addressing over the paths that the "
     "selection policy takes, one port, worms followed in time.",
     .check = {{IN_TIME(each_graph, "separate"), .limit = {5, 6}},
               {IN_TIME(each_random_graph, "separate"), .random = {115, 1685}},
               {IN_TIME(each_ring_with_tail, "separate")}},
     .remark = "Two worms, one after the other out of one node; the second has the shorter way to "
               "a common link. In the network flit by flit its header is blocked there. Postorder "
               "recursive doubling over these paths showed no such order (the row on the selection "
               "policy, below)."},
    {"theorem 1, selection policy", NOC_RESULT,
     "Messages that meet the conditions cannot contend: over the paths that the selection policy "
     "takes, worms followed in time, one port.",
     .check = {{IN_TIME(each_graph, "postorder"), .limit = {5, 6}},
               {IN_TIME(each_random_graph, "postorder"), .random = {115, 1685}}}},
    {"definition 4, as printed", NOC_SLIP,
     "A relaxed path's tree links are on the strict path (used in the proof of theorem 2).",
     .check = {{TREE_PAIRS, .limit = {7}, .holds = tree_links_are_strict}},
     .remark = "The definition restricts cross links only. A path may take a cross link up to a "
               "node of the downward half, climb, and come down the upward half against the strict "
               "path, to another cross link. Surely not meant."},
    {"lemma 1", NOC_RESULT,
     "What lies between u and v in the list is reached by a later message of u.",
     .check = {{TREE_MESSAGES, .limit = {7, 8}, .given = between,
                .holds = reached_by_later_message}}},
    {"definitions 5 to 7", NOC_TEXT,
     "The postorder circuit has each tree link once in each direction; exit points come in the "
     "order of numbers.",
     .check = {{.over = {&each_tree}, .limit = {8}, .holds = circuit_as_defined}}},
    {"lemma 2", NOC_RESULT,
     "If u < v < x < y or y < u < v < x, the trails from u to v and from x to y are edge-disjoint.",
     .check = {{TREE_QUADRUPLES, .limit = {7, 8}, .given = is_in_list_order,
                .holds = trails_disjoint}}},
    {"lemma 3", NOC_RESULT,
     "If trails are edge-disjoint, so are the strict paths; a strict path is part of its trail.",
     .check = {{TREE_QUADRUPLES, .limit = {7, 8}, .given = trails_disjoint,
                .holds = strict_paths_disjoint},
               {TREE_PAIRS, .limit = {7, 8}, .holds = strict_path_is_on_trail}}},
    {"theorem 3", NOC_RESULT,
     "Postorder recursive doubling over strict paths is depth contention-free: the four "
     "conditions.",
     .check = {{TREE_MESSAGES, .limit = {8}, .given = no_condition, .holds = paths_disjoint,
                .with = STRICT}}},
    {"theorem 3, proof", NOC_PROOF,
     "The proof's cases by the order of u, v and x, those called analogous too.",
     .check = {{TREE_MESSAGES, .limit = {7, 8}, .given = different_nodes,
                .holds = theorem_3_cases}}},
    {"theorem 2", NOC_RESULT,
     "Postorder recursive doubling is depth contention-free over any relaxed paths, if their tree "
     "links are those of the strict path: the four conditions.",
     .check = {{TREE_MESSAGES, .limit = {7, 8}, .given = no_condition, .holds = paths_disjoint,
                .with = RELAXED,
                .checked = "{scope}; each with all possible cross links, all relaxed paths"}}},
    {"theorem 2, definition 4 as printed", NOC_SLIP,
     "Postorder recursive doubling is depth contention-free over any path that definition 4 admits "
     "to the letter: the four conditions.",
     .check = {{TREE_MESSAGES, .limit = {6, 7}, .given = no_condition, .holds = paths_disjoint,
                .with = LITERAL,
                .checked = "{scope}; each with all possible cross links, all paths that definition "
                           "4 admits"}},
     .remark = "The extra paths use tree links against the strict path, which nothing in the proof "
               "covers."},
    {"theorem 2, proof", NOC_PROOF,
     "If two strict paths share both ends of a cross link, they share the tree link after its "
     "first end.",
     .check = {{TREE_QUADRUPLES, .limit = {6, 7}, .holds = same_link_behind}}},
    {"4", NOC_RESULT,
     "With the selection policy (routing updown), algorithm postorder meets the four conditions in "
     "ceil(log2(d+1)) steps.",
     .check = ON_GRAPHS("updown")},
    {"3.1, 4", NOC_RESULT,
     "With processors on switches, as the paper has them, algorithm postorder meets the four "
     "conditions in ceil(log2(d+1)) steps.",
     .check = {{.over = {&each_switch_network, &each_processor_set, &each_plan},
                .random = {100, 1000},
                .limit = {40},
                .routing = "updown",
                BY_POSTORDER,
                .holds = meets_the_conditions}}},
    {"4", NOC_RESULT,
     "Over strict paths (routing updown-strict) algorithm postorder meets the four conditions in "
     "ceil(log2(d+1)) steps.",
     .check = ON_GRAPHS("updown-strict")},
    {"4", NOC_OURS,
     "Not claimed: algorithm postorder meets the four conditions under general up/down routing "
     "(updown-any).",
     .check = ON_GRAPHS("updown-any"),
     .remark = "The algorithm needs relaxed up-first paths; that the network routes up*/down* is "
               "not enough."},
    {"4", NOC_TEXT,
     "The selection policy implicitly prefers cross links to tree links (here: always).",
     .check = {{TREE_PAIRS, .limit = {7}, .holds = prefers_cross_links}},
     .remark = "When the destination is low in a subtree with higher numbers, the parent may be "
               "nearer in number than the subtree's root, which has its highest number. Then the "
               "longer way over the tree is taken."},
    {0},
};
