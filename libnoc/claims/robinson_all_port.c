/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, sections 3.3 to 3.5: U-cube, Maxport, Combine and W-sort, and their chains. */
#include <string.h>

#include "chains.h"
#include "chapters.h"
#include "paths.h"
#include "proofs.h"
#include "multicast/algorithms.h"

static const struct chain *chain_of(const struct instance *i)
{
    return i->own;
}

/* --- 3.3: order --------------------------------------------------------------------------- */

/* u <_d v by its definition, in 6 bits. */
static bool below(uint32_t u, uint32_t v)
{
    for (uint32_t j = 6; j-- > 0;) {
        if ((u ^ v) >> j & 1) {
            return v >> j & 1;
        }
    }
    return true;
}

static bool order_is_of_numbers(const struct instance *i)
{
    return below(i->u, i->v) == (i->u <= i->v);
}

/* Five bits, the lowest first. */
static uint32_t reversed(uint32_t v)
{
    uint32_t r = 0;

    for (uint32_t k = 0; k < 5; k++) {
        r |= (v >> k & 1) << (4 - k);
    }
    return r;
}

static bool order_example(const struct instance *i)
{
    if (!below(2, 18) || !below(18, 20)) {
        return against(i, "highest bit first: not 00010, 10010, 10100");
    }
    return (below(reversed(20), reversed(2)) && below(reversed(2), reversed(18))) ||
           against(i, "lowest bit first: not 10100, 00010, 10010");
}

/* The chain relative to 4 is 0, 1, 3, 5, 7, 11, 12, 14, 15. */
static const uint32_t figure_3_4[] = {4, 5, 7, 1, 3, 15, 8, 10, 11};

/* --- plans -------------------------------------------------------------------------------- */

static bool same_tree(const struct multicast *p, const struct multicast *q)
{
    for (uint32_t k = 0; k < p->m; k++) {
        const struct noc_message *one = &p->message[k], *two = message_into(q, one->to);

        if (!two || one->from != two->from || one->step != two->step) {
            return false;
        }
    }
    return true;
}

/* libnoc's plan is that of figure 3.5 as printed; check.with: variant. */
static bool as_figure_3_5(const struct instance *i)
{
    struct chain c = {.n = 1};
    struct multicast printed;

    for (uint32_t k = 0; k < i->m; k++) { /* they are ascending */
        c.d[c.n++] = i->dests[k];
    }
    figure_3_5_plan((enum variant)i->check->with, &c, &printed);
    return same_tree(i->plan, &printed);
}

/* The plan is that of the algorithm check.expected. */
static bool same_as_another(const struct instance *i)
{
    const struct planner other = {.algorithm = noc_algorithm_find(i->check->expected)};
    struct multicast q;

    multicast_make(&q, i, &other, i->source, i->dests, i->m, NULL);
    return same_tree(i->plan, &q);
}

/* From every source the plan for the same relative addresses is the same one. */
static bool same_from_all_sources(const struct instance *i)
{
    for (uint16_t source = 1; source < i->net->n; source++) {
        uint16_t moved[SENDS_MAX];
        struct multicast q, back;

        for (uint32_t k = 0; k < i->m; k++) {
            moved[k] = i->dests[k] ^ source;
        }
        multicast_make(&q, i, i->planner, source, moved, i->m, NULL);
        back = q;
        for (uint32_t k = 0; k < q.m; k++) {
            back.message[k].from = q.message[k].from ^ source;
            back.message[k].to = q.message[k].to ^ source;
        }
        multicast_index(&back);
        if (!same_tree(i->plan, &back)) {
            return false;
        }
    }
    return true;
}

enum { SETS_MAX = 1000 };

/* Steps for random sets of check.table[u] destinations, the same ones for each algorithm; their sum. */
static uint64_t count_steps(const struct instance *i, const struct planner *planner,
                            uint32_t steps[SETS_MAX])
{
    const struct noc_plan_env env = {.topology = &i->net->t, .routing = i->net->r};
    uint32_t m = i->check->table[i->u], state = 6;
    static uint16_t chain[1025];
    static struct noc_message message[1024];
    static struct noc_part scratch[1025];
    uint64_t sum = 0;

    for (uint32_t k = 0; k < bound(i, i->check->random); k++) {
        chain[0] = 0;
        random_dests(&state, env.topology->nodes, 0, m, chain + 1);
        steps[k] = noc_plan_make(planner->algorithm, &env, chain, m, message, scratch);
        sum += steps[k];
    }
    return sum;
}

/* The first algorithm's mean, and by how much that of the next best is above it, in hundredths. */
static void tell_steps(const struct instance *i, const uint32_t *first, uint64_t sum,
                       const struct planner *other, const uint32_t *next, uint64_t its)
{
    uint32_t sets = bound(i, i->check->random);
    int64_t more = (int64_t)(its - sum) * 100 / sets;
    uint64_t squares = 0, mean = sum * 100 / sets;

    for (uint32_t k = 0; k < sets; k++) {
        int64_t off = ((int64_t)next[k] - (int64_t)first[k]) * 100 - more;

        squares += (uint64_t)(off * off);
    }
    uint64_t half = half_of_sum(squares, sets) / sets;
    seen(i, "%u of %s, %u sets: %llu.%02llu, %s +%llu.%02llu +- %llu.%02llu", i->check->table[i->u],
         i->net->name, sets, (unsigned long long)mean / 100, (unsigned long long)mean % 100,
         other->name, (unsigned long long)more / 100, (unsigned long long)more % 100,
         (unsigned long long)half / 100, (unsigned long long)half % 100);
}

static bool first_takes_fewest_steps(const struct instance *i)
{
    static uint32_t steps[4][SETS_MAX];
    uint64_t sum[4] = {count_steps(i, i->planner, steps[0])};
    uint32_t next = 1;

    for (uint32_t k = 1; k < i->planners; k++) {
        sum[k] = count_steps(i, i->planner + k, steps[k]);
        if (sum[0] > sum[k]) {
            return against(i, "%s, %u destinations: %s %llu steps, %s %llu", i->net->name,
                           i->check->table[i->u], i->planner->name, (unsigned long long)sum[0],
                           i->planner[k].name, (unsigned long long)sum[k]);
        }
        next = sum[k] < sum[next] ? k : next;
    }
    tell_steps(i, steps[0], sum[0], i->planner + next, steps[next], sum[next]);
    return true;
}

static const uint32_t few[] = {10, 30, 50}, many[] = {100, 400, 800};

/* --- 3.1: heuristics ---------------------------------------------------------------------- */

static bool free_of_contention(const struct net *net, const struct multicast *p)
{
    for (uint32_t k = 0; k < p->m * p->m; k++) {
        const struct noc_message *a = &p->message[k / p->m], *b = &p->message[k % p->m];

        if (a != b && a->step <= b->step && !in_sequence(p, a, b) &&
            shared_channel(net, a->from, a->to, b->from, b->to)) {
            return false;
        }
    }
    return true;
}

/* Who has the message sends to all that are left in step 2, each over channels of its own: is
 * there a way that meets the four conditions? */
static bool second_step(const struct net *net, struct multicast *p, uint64_t informed,
                        uint64_t left)
{
    uint16_t to[SENDS_MAX], from[SENDS_MAX];
    uint32_t n = members(left, to), senders = members(informed, from), m = p->m;
    uint32_t choice[8] = {0}, k;

    do {
        uint32_t used[8] = {0};
        bool good = true;

        p->m = m;
        for (k = 0; k < n; k++) {
            uint16_t u = from[choice[k]];

            good = good && !(used[u] >> highest_bit(u, to[k]) & 1);
            used[u] |= 1u << highest_bit(u, to[k]);
            p->message[p->m++] = (struct noc_message){.from = u, .to = to[k], .step = 2};
        }
        multicast_index(p);
        if (good && free_of_contention(net, p)) {
            return true;
        }
        for (k = 0; k < n && ++choice[k] == senders; k++) {
            choice[k] = 0;
        }
    } while (k < n);
    return false;
}

/* Step 1 goes to some of the set, over different channels, step 2 to the others. */
static bool two_steps_do(const struct net *net, uint64_t set)
{
    for (uint64_t first = set; first; first = (first - 1) & set) {
        struct multicast p = {.m = 0};
        uint16_t to[SENDS_MAX];
        uint32_t n = members(first, to), channels = 0;
        bool good = true;

        for (uint32_t k = 0; k < n; k++) {
            good = good && !(channels >> highest_bit(0, to[k]) & 1);
            channels |= 1u << highest_bit(0, to[k]);
            p.message[p.m++] = (struct noc_message){.from = 0, .to = to[k], .step = 1};
        }
        if (good && second_step(net, &p, first | 1, set & ~first)) {
            return true;
        }
    }
    return false;
}

static bool more_than_needed(const struct instance *i)
{
    struct text dests = {0};
    uint64_t set = 0;

    for (uint32_t k = 0; k < i->m; k++) {
        set |= UINT64_C(1) << i->dests[k];
    }
    if (i->plan->steps <= 2 || !two_steps_do(i->net, set)) {
        return false;
    }
    say_dests(&dests, i->dests, i->m);
    return shows(i, "%s: %u steps from 0 to {%s}, where 2 do", i->planner->name, i->plan->steps,
                 dests.at);
}

/* --- Maxport and Combine ------------------------------------------------------------------ */

/* Different channels: each first hop's dimension is above the next one's. */
static bool other_channel(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    uint64_t self = c->d[c->left];

    return c->next - 1 == c->left ||
           highest_bit(self, c->d[c->next - 1]) < highest_bit(self, c->d[c->next]);
}

/* What is handed over over channel k lies in the receiver's S-cube of dimension k, and nothing that
 * is kept does. */
static bool one_s_cube(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    uint32_t k = highest_bit(c->d[c->left], c->d[c->next]);

    for (uint32_t l = c->left; l <= c->right; l++) {
        if ((c->d[l] >> k == c->d[c->next] >> k) != (l >= c->next)) {
            return false;
        }
    }
    return true;
}

/* The dimension of the smallest S-cube around d[left..right]. */
static uint32_t hull(const struct chain *c, uint32_t left, uint32_t right)
{
    uint32_t dim = 0;

    for (uint32_t k = left; k <= right; k++) {
        while (c->d[k] >> dim != c->d[left] >> dim) {
            dim++;
        }
    }
    return dim;
}

/* Two S-cubes are disjoint exactly if the larger one does not hold a node of the other. */
static bool disjoint_cubes(uint64_t u, uint32_t one, uint64_t v, uint32_t two)
{
    uint32_t larger = one > two ? one : two;

    return u >> larger != v >> larger;
}

/* The proof's S_local and S_remote: both within the smallest around the whole, too. */
static bool disjoint_hulls(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    uint32_t local = hull(c, c->left, c->next - 1), remote = hull(c, c->next, c->right);
    uint32_t whole = hull(c, c->left, c->right);

    return disjoint_cubes(c->d[c->left], local, c->d[c->next], remote) && local < whole &&
           remote < whole;
}

/* S_remote of this iteration and of all later ones of the same sender. */
static bool disjoint_parts(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    uint32_t mine = hull(c, c->next, c->right);

    for (uint32_t right = c->next - 1, next; right > c->left; right = next - 1) {
        next = figure_3_5(MAXPORT, c->d, c->left, right);
        if (!disjoint_cubes(c->d[next], hull(c, next, right), c->d[c->next], mine)) {
            return false;
        }
    }
    return true;
}

/* As many messages as there are different channels towards the destinations. */
static bool uses_every_channel(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    uint32_t channels = 0, sends = 0;

    for (uint32_t k = 1; k < c->n; k++) {
        channels |= 1u << highest_bit(c->d[0], c->d[k]);
    }
    for (uint32_t right = c->n - 1; right > 0;) {
        right = figure_3_5(MAXPORT, c->d, 0, right);
        channels &= ~(1u << highest_bit(c->d[0], c->d[right]));
        right--;
        sends++;
    }
    return channels == 0 && sends <= c->dims;
}

/* Looking for highdim from the right, each element is looked at once, and once more at the end. */
static bool looks_at_most_twice(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    uint32_t looks = 0;

    for (uint32_t right = c->n - 1, next; right > 0; right = next - 1) {
        next = figure_3_5(MAXPORT, c->d, 0, right);
        looks += right - next + 2;
    }
    return looks <= 2 * (c->n - 1);
}

static bool hands_over_half(const struct instance *i)
{
    const struct chain *c = chain_of(i);

    for (uint32_t right = c->n - 1, next; right > 0; right = next - 1) {
        next = figure_3_5(COMBINE, c->d, 0, right);
        if (2 * (right - next) > right) {
            return false;
        }
    }
    return true;
}

static bool maxport_is_free(const struct instance *i)
{
    struct multicast p;

    figure_3_5_plan(MAXPORT, chain_of(i), &p);
    return free_of_contention(i->net, &p);
}

/* --- 3.4: cube-ordered chains, WeightedSort ----------------------------------------------- */

static bool is_cube_ordered(const struct instance *i)
{
    return cube_ordered(chain_of(i));
}

static struct chain weighted(const struct chain *c)
{
    struct counts counts = {0};
    struct chain sorted = *c;

    weighted_sort(sorted.d, 0, sorted.n - 1, sorted.dims, &counts);
    return sorted;
}

static bool figure_3_7(const struct instance *i)
{
    static const struct chain chain[3] = {
        {.d = {0, 1, 3, 5, 7, 11, 12, 14, 15}, .n = 9, .dims = 4},
        {.d = {0, 1, 3, 5, 7, 12, 14, 15, 11}, .n = 9, .dims = 4},
        {.d = {0, 1, 3, 5, 7, 14, 15, 12, 11}, .n = 9, .dims = 4}};

    for (unsigned k = 0; k < 3; k++) {
        if (!cube_ordered(&chain[k])) {
            return against(i, "chain %u", k);
        }
    }
    return !memcmp(weighted(&chain[0]).d, chain[2].d, sizeof chain[2].d) ||
           against(i, "the weighted chain is another one");
}

/* The proof's center: in a chain with nodes in both halves of its S-cube there is one place where
 * the half changes, and CubeCenter finds it; with one half it gives last + 1. */
static bool one_change_of_halves(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    uint32_t changes = 0, place = c->n;
    struct counts counts = {0};

    for (uint32_t k = 1; k < c->n; k++) {
        if ((c->d[k] ^ c->d[k - 1]) >> (c->dims - 1)) {
            changes++;
            place = k;
        }
    }
    return changes <= 1 && cube_center(c->d, 0, c->n - 1, c->dims, &counts) == place;
}

static bool theorem_3_5_1(const struct instance *i)
{
    struct chain out = weighted(chain_of(i));

    return cube_ordered(&out);
}

static bool theorem_3_5_2(const struct instance *i)
{
    struct chain out = weighted(chain_of(i));
    uint64_t before = 0, after = 0;

    for (uint32_t k = 0; k < out.n; k++) {
        before |= UINT64_C(1) << chain_of(i)->d[k];
        after |= UINT64_C(1) << out.d[k];
    }
    return before == after;
}

static bool theorem_3_5_3(const struct instance *i)
{
    return weighted(chain_of(i)).d[0] == chain_of(i)->d[0];
}

/* As printed the chain may begin at any index `first`; the guard looks for index 0. */
static bool theorem_3_5_from_index_1(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    uint64_t d[SENDS_MAX] = {0};
    struct counts counts = {0};
    struct text t = {0};

    memcpy(d + 1, c->d, c->n * sizeof *d);
    weighted_sort(d, 1, c->n, c->dims, &counts);
    for (uint32_t k = 0; k < c->n; k++) {
        say(&t, "%s%llu", k ? ", " : "", (unsigned long long)c->d[k]);
    }
    return d[1] == c->d[0] || against(i, "cube:%u, first = 1, chain {%s}: node %llu comes first",
                                      c->dims, t.at, (unsigned long long)d[1]);
}

/* In every S-cube without the source the fuller half comes first, and at equal numbers none moves. */
static bool fuller_half_first(const struct instance *i)
{
    struct chain c = weighted(chain_of(i));

    for (uint32_t dim = 1; dim <= c.dims; dim++) {
        for (uint32_t k = 1, end; k < c.n; k = end) {
            uint32_t first = 0;

            for (end = k; end < c.n && c.d[end] >> dim == c.d[k] >> dim; end++) {
                first += c.d[end] >> (dim - 1) == c.d[k] >> (dim - 1);
            }
            if (c.d[k] >> dim != 0 && end - k > 2 && 2 * first < end - k) {
                return false;
            }
        }
    }
    return true;
}

/* --- theorem 3.6 -------------------------------------------------------------------------- */

/* A message from the source, and one from another node. */
static bool first_is_the_sources(const struct instance *i)
{
    return i->a->from == 0 && i->b->from != 0;
}

static bool reached_through_the_first(const struct instance *i)
{
    struct text dests = {0};

    if (reaches(i->plan, i->a->to, i->b->from)) {
        return true;
    }
    say_dests(&dests, i->dests, i->m);
    return against(i, "%s from 0 to {%s}: 0>%u and %u>%u: %u is not reached through %u",
                   i->net->name, dests.at, i->a->to, i->b->from, i->b->to, i->b->from, i->a->to);
}

/* --- cost --------------------------------------------------------------------------------- */

/* m = 2 in a cube of 2^u dimensions: at most 2 m ceil(log2(m + 1)). */
static bool comparisons_of_two(const struct instance *i)
{
    uint64_t d[3] = {0, 1, 2};
    struct counts count = {0};
    uint32_t dims = 1u << i->u;

    weighted_sort(d, 0, 2, dims, &count);
    seen(i, "m=2, n=%u: %llu comparisons", dims, (unsigned long long)count.comparisons);
    return count.comparisons <= 8 ||
           against(i,
                   "{0, 1, 2} as a chain in a cube of %u dimensions: %llu comparisons in %llu "
                   "calls; the number grows with the dimension, m does not",
                   dims, (unsigned long long)count.comparisons, (unsigned long long)count.calls);
}

static bool three_nodes_or_more(const struct instance *i)
{
    return chain_of(i)->n >= 3;
}

static bool trimmed_comparisons(const struct instance *i)
{
    struct chain c = *chain_of(i);
    struct counts count = {.trim = true};

    weighted_sort(c.d, 0, c.n - 1, c.dims, &count);
    return count.comparisons <= (c.n - 1) * doublings(c.n);
}

/*
 * The source that picks out its receivers in a sorted chain, d[0] being itself: it cuts off the
 * farther half, follows the fuller half down to a node, and goes on with the nearer half.
 * Receivers in the order of messages; returns how many.
 */
static uint32_t pick_receivers(const struct chain *c, uint64_t *receiver, struct counts *count)
{
    const uint64_t *d = c->d;
    uint32_t receivers = 0;

    for (uint32_t right = c->n - 1; right > 0;) {
        uint32_t centre = cube_center(d, 0, right, 1 + highest_bit(d[0], d[right]), count);
        uint32_t first = centre, last = right;

        while (last > first + 1) { /* of two, WeightedSort leaves the first in front */
            uint32_t half = cube_center(d, first, last, 1 + highest_bit(d[first], d[last]), count);

            if (half - first < last + 1 - half) {
                first = half;
            } else {
                last = half - 1;
            }
        }
        receiver[receivers++] = d[first];
        right = centre - 1;
    }
    return receivers;
}

static bool picks_at_little_cost(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    uint64_t receiver[SENDS_MAX];
    struct counts count = {.trim = true};

    pick_receivers(c, receiver, &count);
    return count.comparisons <= 2 * (c->n - 1) * doublings(c->n);
}

/* The receivers are those of W-sort. */
static bool picks_the_receivers(const struct instance *i)
{
    const struct chain *c = chain_of(i);
    struct counts count = {.trim = true};
    uint64_t receiver[SENDS_MAX], picked = 0, sent = 0;
    uint32_t receivers = pick_receivers(c, receiver, &count);
    uint16_t dests[SENDS_MAX];
    struct multicast p;

    for (uint32_t k = 1; k < c->n; k++) {
        dests[k - 1] = (uint16_t)c->d[k];
    }
    multicast_make(&p, i, i->planner, 0, dests, c->n - 1, NULL);
    for (uint32_t k = 0; k < receivers; k++) {
        picked |= UINT64_C(1) << receiver[k];
    }
    for (uint32_t k = 0; k < p.m; k++) {
        sent |= p.message[k].from == 0 ? UINT64_C(1) << p.message[k].to : 0;
    }
    return picked == sent;
}

/* The worst case that the text names, of m = u destinations: each chain is split after its first
 * element. 1000.., 1100.., 1110..: each half has one, then the rest. */
static bool copies_of_the_worst(const struct instance *i)
{
    uint32_t m = i->u, n = 1;
    struct counts count = {0};
    uint64_t d[SENDS_MAX] = {0}, all = (UINT64_C(1) << m) - 1;

    for (uint32_t k = m; k-- > 0;) {
        d[n++] = (UINT64_C(1) << m) | (all & ~((UINT64_C(1) << (k + 1)) - 1));
    }
    weighted_sort(d, 0, m, m + 1, &count);
    seen(i, "m=%u in %u dimensions: %llu copies", m, m + 1, (unsigned long long)count.copies);
    return count.copies <= (uint64_t)m * m && 4 * count.copies >= (uint64_t)m * m;
}

static bool twelve_apart(const struct instance *i)
{
    return i->u % 12 == 4;
}

static bool copies_at_most_m_squared(const struct instance *i)
{
    struct chain c = *chain_of(i);
    struct counts count = {0};
    uint64_t m = c.n - 1;

    weighted_sort(c.d, 0, c.n - 1, c.dims, &count);
    measure(i, count.copies, "%llu destinations", (unsigned long long)m);
    return count.copies <= m * m;
}

/* --- rows --------------------------------------------------------------------------------- */

#define EXAMPLE "1, 3, 5, 7, 11, 12, 14, 15"
#define GIVEN(name, set)                                                                \
    .over = {&each_network, &given_set, &each_plan}, .on = "cube:4", .algorithm = name, \
    .dests = set, .holds = takes_steps
#define HEURISTIC(name)                                                                    \
    {                                                                                      \
        .over = {&each_network, &each_set, &each_plan}, .on = "cube:3", .sources = FROM_0, \
        .algorithm = name, .holds = more_than_needed,                                      \
        .none = name ": no set of cube:3 for which 2 steps do and it takes more"           \
    }
#define PLANS_OF_CUBE_4(names)                                                         \
    .over = {&each_network, &each_set, &each_plan}, .on = "cube:4", .sources = FROM_0, \
    .algorithm = names
#define EVERY_SET      .over = {&each_sorted_chain}, .limit = {4}, .sources = FROM_0
#define ORDERED_CHAINS .over = {&each_ordered_chain}, .limit = {3}
#define PIECES(predicate)                                                                 \
    {                                                                                     \
        {.over = {&each_ordered_chain, &each_piece}, .limit = {3}, .holds = predicate},   \
        {                                                                                 \
            .over = {&each_weighted_chain, &each_piece}, .limit = {4}, .holds = predicate \
        }                                                                                 \
    }

const struct row robinson_all_port[] = {
    {"3.1", NOC_TEXT, "The chapter's methods are heuristic: not optimal in every case.",
     .check = {HEURISTIC("u-cube"), HEURISTIC("maxport"), HEURISTIC("combine"),
               HEURISTIC("w-sort")}},
    {"3.3", NOC_TEXT,
     "Where addresses are resolved from the highest bit down, dimension order is the increasing "
     "order of addresses.",
     .check = {{.over = {&each_number},
                .number = {{0, 63}, {0, 63}},
                .holds = order_is_of_numbers,
                .checked = "all pairs of 6 bits"}}},
    {"3.3", NOC_TEXT,
     "The chains of 10100, 00010 and 10010: 00010, 10010, 10100; resolved from the lowest bit up: "
     "10100, 00010, 10010.",
     .check = {{.holds = order_example, .checked = "both chains"}}},
    {"3.3, figure 3.4", NOC_TEXT,
     "From 0100 to {0001, 0011, 0101, 0111, 1000, 1010, 1011, 1111}: the relative chain is that of "
     "figure 3.2; 4 steps with one port.",
     .check = {{.over = {&each_network, &given_set, &each_plan},
                .on = "cube:4",
                .source = 4,
                .dests = "1, 3, 5, 7, 8, 10, 11, 15",
                .algorithm = "u-cube",
                .ports = 1,
                .holds = chain_as_printed,
                .table = figure_3_4,
                .with = 4,
                .checked = "the chain relative to 4 and its plan"}}},
    {"3.3", NOC_RESULT,
     "U-cube takes ceil(log2(m+1)) steps for m destinations with one port: the least possible.",
     .check = {{PLANS_OF_CUBE_4("u-cube"), .ports = 1, .holds = least_steps}}},
    {"figure 3.5", NOC_TEXT,
     "One loop gives U-cube, Maxport and Combine; with step 4(a) it is U-cube.",
     .check = {{PLANS_OF_CUBE_4("u-cube"), .holds = as_figure_3_5, .with = U_CUBE,
                .checked = "{scope}, senders and steps"},
               {PLANS_OF_CUBE_4("maxport"), .holds = as_figure_3_5, .with = MAXPORT,
                .checked = "{scope}, senders and steps"},
               {PLANS_OF_CUBE_4("combine"), .holds = as_figure_3_5, .with = COMBINE,
                .checked = "{scope}, senders and steps"}}},
    {"3.3", NOC_RESULT,
     "A Maxport sender uses every channel that leads towards one of its destinations.",
     .check = {{EVERY_SET, .holds = uses_every_channel,
                .checked = "the source's messages for {scope}"}}},
    {"3.3, figure 3.6", NOC_TEXT,
     "Maxport can take more steps than U-cube: from 0000 to {1001, 1010, 1011} three against two.",
     .check = {{GIVEN("maxport", "9, 10, 11"), .with = 3},
               {GIVEN("u-cube", "9, 10, 11"), .with = 2, .checked = "from 0 to {9, 10, 11}"}}},
    {"3.3", NOC_RESULT,
     "Combine leaves no single node responsible for more than half of the destinations, besides "
     "itself.",
     .check = {{EVERY_SET, .holds = hands_over_half,
                .checked = "the source's messages for {scope}: at most half of them, besides the "
                           "receiver"}}},
    {"figure 3.7", NOC_TEXT, "Its three chains are cube-ordered; the third is the weighted one.",
     .check = {{.holds = figure_3_7,
                .checked = "the three chains; WeightedSort turns the first into the third"}}},
    {"theorem 3.4", NOC_RESULT, "Every dimension-ordered chain is cube-ordered.",
     .check = {{.over = {&each_sorted_chain}, .limit = {4}, .holds = is_cube_ordered}}},
    {"3.4", NOC_RESULT, "In Maxport all messages of a node leave it by different channels.",
     .check = PIECES(other_channel)},
    {"3.4", NOC_RESULT,
     "What comes with a message over channel d is exactly what the sender had in one S-cube of "
     "dimension d.",
     .check = PIECES(one_s_cube)},
    {"3.4", NOC_RESULT,
     "Maxport avoids contention on any cube-ordered chain, not only on sorted ones.",
     .check = {{.over = {&each_network, &each_ordered_chain},
                .on = "cube:4",
                .limit = {3},
                .holds = maxport_is_free,
                .checked = "all {count} cube-ordered chains of cube:3"},
               {.over = {&each_network, &each_ordered_chain},
                .on = "cube:4",
                .limit = {4},
                .random = {100000, 1000000},
                .holds = maxport_is_free,
                .checked = "{count} random ones of cube:4"}}},
    {"3.4, figure 3.8", NOC_TEXT,
     "After WeightedSort the fuller half of every S-cube without the source comes first.",
     .check = {{EVERY_SET, .holds = fuller_half_first, .checked = "{scope}, every S-cube"}}},
    {"3.4, figure 3.9", NOC_TEXT,
     "All ports, from 0 to {1, 3, 5, 7, 11, 12, 14, 15}: U-cube 4 steps, Maxport 4, W-sort 2.",
     .check = {{GIVEN("u-cube", EXAMPLE), .with = 4},
               {GIVEN("maxport", EXAMPLE), .with = 4},
               {GIVEN("w-sort", EXAMPLE), .with = 2}}},
    {"theorem 3.5 (1)", NOC_RESULT,
     "WeightedSort of a cube-ordered chain gives a cube-ordered chain.",
     .check = {{ORDERED_CHAINS, .holds = theorem_3_5_1}}},
    {"theorem 3.5 (2)", NOC_RESULT, "WeightedSort permutes the chain: nothing is lost or doubled.",
     .check = {{ORDERED_CHAINS, .holds = theorem_3_5_2}}},
    {"theorem 3.5 (3)", NOC_RESULT,
     "WeightedSort leaves the source first, in a chain that begins at index 0.",
     .check = {{ORDERED_CHAINS, .holds = theorem_3_5_3}}},
    {"theorem 3.5 (3), as printed", NOC_SLIP,
     "WeightedSort leaves the source first also in a chain that begins at another index than 0.",
     .check = {{.over = {&each_sorted_chain},
                .limit = {2},
                .holds = theorem_3_5_from_index_1,
                .checked = "every set of cube:2 as a chain that begins at index 1"}},
     .remark = "The theorem speaks of a chain from `first` on; the procedure guards the source by "
               "asking whether first is 0. It holds for chains numbered from 0, which W-sort "
               "uses."},
    {"theorem 3.5, proof", NOC_PROOF,
     "A cube-ordered chain changes from one half of its S-cube to the other at one place, which "
     "bisection finds.",
     .check = {{ORDERED_CHAINS, .holds = one_change_of_halves}}},
    /* Every cube-ordered chain is made by such interchanges. */
    {"theorem 3.5, proof", NOC_PROOF,
     "Interchanging the two halves of an S-cube keeps a chain cube-ordered.",
     .check = {{ORDERED_CHAINS, .holds = is_cube_ordered,
                .checked = "every set of cube:3, every choice of halves to interchange: {count} "
                           "chains"}}},
    {"theorem 3.6", NOC_RESULT, "W-sort is contention-free.",
     .check = {{.over = {&each_topology},
                .on = "cube:2 to cube:4",
                .algorithm = "w-sort",
                .holds = sets_apart},
               {.over = {&each_topology},
                .on = "cube:8",
                .algorithm = "w-sort",
                .sources = FROM_0,
                .random = {2000, 10000},
                .holds = sets_apart}}},
    {"theorem 3.6, proof", NOC_PROOF,
     "The smallest S-cubes around what a Maxport sender keeps and what it hands over are disjoint.",
     .check = PIECES(disjoint_hulls)},
    {"theorem 3.6, proof", NOC_PROOF,
     "The smallest S-cubes around any two parts that one sender hands over are disjoint.",
     .check = PIECES(disjoint_parts)},
    {"theorem 3.6, proof, case 1", NOC_PROOF,
     "If one message comes from the source and the other does not, the other's sender has the "
     "message through the first one's receiver (condition 3).",
     .check = {{.over = {&each_network, &each_set, &each_plan, &each_message_pair},
                .on = "cube:2, cube:3",
                .sources = FROM_0,
                .algorithm = "w-sort",
                .given = first_is_the_sources,
                .holds = reached_through_the_first}},
     .remark = "The theorem stands, its proof has a gap: of two messages one may come from the "
               "source and the other from a part handed over in another iteration. Then theorem "
               "3.2 applies: the S-cube of that part holds the one message and not the ends of the "
               "other. (The text also says ancestor where descendant is meant.)"},
    {"3.4, cost", NOC_TEXT,
     "WeightedSort takes O(m log m) comparisons in the worst case, CubeCenter by bisection.",
     .check = {{.over = {&each_number}, .number = {{2, 5}}, .holds = comparisons_of_two}},
     .remark = "Each level of recursion halves the S-cube, not the chain: when all nodes lie in "
               "one half, a call is spent without dividing anything. For m nodes close together in "
               "an n-cube there are n - log m such levels: the number grows with n, too. It is O(m "
               "log m) if each call begins at the highest bit in which two of its nodes differ (an "
               "observation below)."},
    {"3.4, cost", NOC_OURS,
     "Not claimed: WeightedSort takes O(m log m) comparisons if each call begins at the highest "
     "dimension in which its nodes differ.",
     .check = {{EVERY_SET, .given = three_nodes_or_more, .holds = trimmed_comparisons},
               {.over = {&each_sparse_chain},
                .random = {2000, 100000},
                .holds = trimmed_comparisons,
                .checked = "{scope}: at most m ceil(log2(m+1)) comparisons"}},
     .remark = "At most m - 1 calls divide anything, and each bisects m + 1 nodes at most."},
    {"3.4, cost", NOC_TEXT,
     "WeightedSort's permutations copy O(m^2) addresses in the worst case, when each chain is "
     "split after its first element.",
     .check = {{.over = {&each_number},
                .number = {{4, 40}},
                .given = twelve_apart,
                .holds = copies_of_the_worst}},
     .remark = "Such a chain needs as many dimensions as destinations. In an n-cube each dimension "
               "moves an address at most once, so there are at most m n copies."},
    {"3.4, cost", NOC_TEXT, "WeightedSort makes at most m^2 address copies for any set.",
     .check = {{EVERY_SET, .holds = copies_at_most_m_squared,
                .checked = "{scope}: at most m*m copies; the most are {most}, for {where}"}}},
    {"3.4, cost", NOC_TEXT, "Maxport is O(m) at the local node.",
     .check = {{EVERY_SET, .holds = looks_at_most_twice,
                .checked = "{scope}: at most 2m elements looked at, from the right"}}},
    {"3.4", NOC_RESULT,
     "The source need not permute the chain: who only picks out the right receivers sends the same "
     "tree.",
     .check = {{PLANS_OF_CUBE_4("w-sort-local"), .holds = same_as_another, .expected = "w-sort",
                .checked = "{scope}: the same senders and steps as w-sort's, without a "
                           "permutation"}}},
    {"3.4, cost", NOC_TEXT,
     "A source that only picks out its receivers needs O(m log m) comparisons.",
     .check = {{EVERY_SET, .holds = picks_at_little_cost},
               {.over = {&each_sparse_chain},
                .random = {2000, 100000},
                .holds = picks_at_little_cost,
                .checked = "{scope}: at most 2 m ceil(log2(m+1)) comparisons beside the sort"},
               {.over = {&each_topology, &each_sorted_chain},
                .on = "cube:4",
                .limit = {4},
                .sources = FROM_0,
                .algorithm = "w-sort",
                .given = three_nodes_or_more,
                .holds = picks_the_receivers,
                .checked = "W-sort's receivers on cube:4"}},
     .remark = "If it begins each S-cube at the highest dimension in which its nodes differ, as "
               "with WeightedSort."},
    {"3.5", NOC_RESULT, "Multicasts from one source correspond to those from any other.",
     .check = {{.over = {&each_network, &each_set, &each_plan},
                .on = "cube:3",
                .sources = FROM_0,
                .algorithm = "u-cube, maxport, combine, w-sort",
                .holds = same_from_all_sources,
                .checked = "{scope}, against every source"}}},
    {"3.5.1", NOC_RESULT, "In a broadcast all the algorithms are the same.",
     .check = {{.over = {&each_network, &each_broadcast, &each_plan},
                .on = "cube:1 to cube:5",
                .sources = FROM_0,
                .algorithm = "maxport, combine, w-sort",
                .holds = same_as_another,
                .expected = "u-cube",
                .checked = "{scope}: the same senders and steps as by u-cube"}}},
    {"3.5.1", NOC_TEXT, "W-sort takes the fewest steps on average.",
     .check = {{.over = {&each_topology, &each_number},
                .on = "cube:6",
                .number = {{0, 2}},
                .table = few,
                .algorithm = "w-sort, u-cube, maxport, combine",
                .random = {100, 1000},
                .holds = first_takes_fewest_steps},
               {.over = {&each_topology, &each_number},
                .on = "cube:10",
                .number = {{0, 2}},
                .table = many,
                .algorithm = "w-sort, u-cube, maxport, combine",
                .random = {100, 1000},
                .holds = first_takes_fewest_steps}},
     .remark =
         "By number of destinations; and by how much the next best algorithm's mean is above."},
    {0},
};
