/* SPDX-License-Identifier: BSD-2-Clause */
/* Stricker 1991: corner turns, labels, and routers on meshes and tori with auxiliary cells. */
#include <stdlib.h>
#include <string.h>

#include "chapters.h"
#include "grids.h"
#include "paths.h"
#include "proofs.h"
#include "turns.h"
#include "routing/routings.h"

/* --- 3 and 4: corner turns ---------------------------------------------------------------- */

/* Eight corners; four of an orientation close a square. */
static bool eight_turns(const struct instance *i)
{
    unsigned corners = 0;

    for (unsigned k = 0; k < DIRECTIONS * DIRECTIONS; k++) {
        corners += k / 4 / 2 != k % 4 / 2;
    }
    for (unsigned k = 0; k < 4; k++) {
        if (clockwise[k][1] != clockwise[(k + 1) % 4][0] ||
            counterclockwise[k][1] != counterclockwise[(k + 1) % 4][0]) {
            return against(i, "turn %u", k);
        }
    }
    return corners == 8 || against(i, "%u corner turns", corners);
}

static bool surface_has_cycle(const struct instance *i)
{
    struct turns t = {.rows = 2, .columns = 2};
    unsigned cycle[MESH_CHANNELS_MAX];

    turns_allow_all(&t);
    return shortest_cycle(&t, cycle) == 4 || against(i, "a 2x2 mesh has no cycle of four channels");
}

/* The u-th clockwise and the v-th counterclockwise turn are forbidden: the first mesh of up to
 * check.limit rows and columns that has a cycle all the same. Its length; 0: there is none. */
static unsigned smallest_cycle(const struct instance *i, struct turns *t, unsigned *cycle)
{
    unsigned most = bound(i, i->check->limit), n = 0;

    for (unsigned size = 4; size <= most * most && n == 0; size++) {
        for (unsigned rows = 2; rows <= most && rows <= size / 2 && n == 0; rows++) {
            if (size % rows == 0 && size / rows <= most) {
                *t = (struct turns){.rows = rows, .columns = size / rows};
                turns_forbid(t, i->u, i->v);
                n = shortest_cycle(t, cycle);
            }
        }
    }
    return n;
}

static bool theorem_1(const struct instance *i)
{
    const unsigned *cw = clockwise[i->u], *ccw = counterclockwise[i->v];
    unsigned cycle[MESH_CHANNELS_MAX], n;
    struct text text = {0};
    struct turns t;

    n = smallest_cycle(i, &t, cycle);
    if (n == 0) {
        return true;
    }
    for (unsigned k = 0; k < n; k++) {
        say(&text, "%u-", cycle[k] / 4);
    }
    seen(i, "%s-%s/%s-%s", direction_name[cw[0]], direction_name[cw[1]], direction_name[ccw[0]],
         direction_name[ccw[1]]);
    return against(i,
                   "%ux%u mesh without the turns from %s to %s and from %s to %s: the %u "
                   "channels of %s%u",
                   t.rows, t.columns, direction_name[cw[0]], direction_name[cw[1]],
                   direction_name[ccw[0]], direction_name[ccw[1]], n, text.at, cycle[0] / 4);
}

/* Its proof: every cycle has all four turns of one orientation, one of which is forbidden. */
static bool no_cycle_without_four_turns(const struct instance *i)
{
    const unsigned *cw = clockwise[i->u], *ccw = counterclockwise[i->v];
    struct turns t = {.rows = 3, .columns = 3};
    unsigned cycle[MESH_CHANNELS_MAX], n, right = 0, left = 0;

    turns_forbid(&t, i->u, i->v);
    n = shortest_cycle(&t, cycle);
    for (unsigned k = 0; k < 4 * n; k++) {
        const unsigned *r = clockwise[k % 4], *l = counterclockwise[k % 4];
        unsigned a = cycle[k / 4] % 4, b = cycle[(k / 4 + 1) % n] % 4;

        right += a == r[0] && b == r[1];
        left += a == l[0] && b == l[1];
    }
    return n == 0 || against(i,
                             "3x3 mesh, without %s-%s and %s-%s: a cycle of %u channels with %u "
                             "clockwise and %u counterclockwise turns",
                             direction_name[cw[0]], direction_name[cw[1]], direction_name[ccw[0]],
                             direction_name[ccw[1]], n, right, left);
}

/* Whether a walk along a one-way ring of n cells, 0, 1, ... around, so many visits in all, holds the
 * routes of all pairs: from the first visit to a to a later one to b. */
static bool walk_holds_all_routes(unsigned n, unsigned visits)
{
    for (unsigned p = 0; p < n * n; p++) {
        unsigned a = p / n, b = p % n;

        if (a != b && a + (b + n - a) % n >= visits) {
            return false;
        }
    }
    return true;
}

static bool visits_every_cell_twice(const struct instance *i)
{
    unsigned n = i->u, visits = 2;

    while (!walk_holds_all_routes(n, visits)) {
        visits++;
    }
    return visits == 2 * n ||
           against(i, "a ring of %u: %u visits are enough, one cell needs only one", n, visits);
}

/* Kinds of turns that routes take, into used[from][to]; returns how many. */
static unsigned turns_taken(const struct net *net, bool used[DIRECTIONS][DIRECTIONS])
{
    unsigned kinds = 0;

    for (uint32_t p = 0; p < net->n * net->n; p++) {
        const struct noc_channel *hop = path_of(net, p / net->n, p % net->n);

        for (uint32_t k = 1; k < path_length(net, p / net->n, p % net->n); k++) {
            unsigned a = hop[k - 1].port, b = hop[k].port;

            kinds += a != b && !used[a][b];
            used[a][b] = true;
        }
    }
    return kinds;
}

static bool takes_one_kind_of_turn(const struct instance *i)
{
    bool used[DIRECTIONS][DIRECTIONS] = {{false}};
    unsigned kinds = turns_taken(i->net, used);

    return kinds == 1 || against(i, "%u kinds of turns", kinds);
}

/* --- 5 and 6: labels, lengths ------------------------------------------------------------- */

/* Relation u on five channels, as bits over the pairs in order; AS_PRINTED the other way round. */
enum { AS_MEANT, AS_PRINTED, FIVE = 5 };
static bool relation_is_acyclic(const struct instance *i)
{
    bool reach[FIVE][FIVE] = {{false}}, printed = i->check->with == AS_PRINTED;
    unsigned bit = 0;

    for (unsigned a = 0; a < FIVE; a++) {
        for (unsigned b = a + 1; b < FIVE; b++, bit++) {
            reach[printed ? b : a][printed ? a : b] = i->u >> bit & 1;
        }
    }
    for (unsigned k = 0; k < FIVE * FIVE * FIVE; k++) {
        unsigned via = k / FIVE / FIVE, a = k / FIVE % FIVE, b = k % FIVE;

        reach[a][b] = reach[a][b] || (reach[a][via] && reach[via][b]);
    }
    for (unsigned a = 0; a < FIVE; a++) {
        if (reach[a][a]) {
            return false;
        }
    }
    return true;
}

/* Hops of all routes of s x s cells, a cell to itself among them. */
static bool see_hops(const struct instance *i)
{
    return seen(i, "%s: %u hops in %u routes", i->net->name, all_hops(i->net),
                i->net->n * i->net->n);
}

static bool mean_is_half_a_side(const struct instance *i)
{
    uint64_t n = i->net->n, side = i->net->t.width[0];

    see_hops(i);
    return 2 * (uint64_t)all_hops(i->net) == side * n * n;
}

/* 2/3 (s - 1/s). */
static bool mean_is_of_surface(const struct instance *i)
{
    uint64_t n = i->net->n, side = i->net->t.width[0];

    see_hops(i);
    return 3 * side * all_hops(i->net) == 2 * (side * side - 1) * n * n;
}

/* 7.1.2 as printed: along a row of u cells the labels of both directions grow from left to right. A
 * message leftwards from cell v: link v to v - 1, then v - 1 to v - 2. */
static bool is_two_from_the_left(const struct instance *i)
{
    return i->v >= 2 && i->v < i->u;
}

static bool labels_rise_leftwards(const struct instance *i)
{
    char first = (char)('a' + i->v - 1), second = (char)('a' + i->v - 2);

    return second > first || against(i,
                                     "a row of %u cells, from cell %u to cell %u: labels %c, "
                                     "then %c",
                                     i->u, i->v, i->v - 2, first, second);
}

/* --- 7.1: X then Y ------------------------------------------------------------------------ */

/* Routes over each channel, into load[]: of this traffic, under this routing. The caller frees it. */
static uint64_t *load_of(const struct net *net, const struct noc_routing *r,
                         enum noc_load_traffic traffic, uint64_t *sum)
{
    uint64_t *load = calloc((size_t)net->n * net->t.ports * r->vcs, sizeof *load);

    *sum = load ? noc_link_load(&net->t, r, traffic, load) : 0;
    return load;
}

/* On a mesh of 8x8. */
static bool middle_is_busiest(const struct instance *i)
{
    uint64_t sum, most = 0, edge = 0;
    uint64_t *load = load_of(i->net, i->net->r, NOC_LOAD_ALL, &sum);
    bool good = true;

    for (uint32_t c = 0; load && c < i->net->channels; c++) {
        bool at_edge = c % i->net->t.ports == RIGHT && c / i->net->t.ports % 8 == 0;

        most = load[c] > most ? load[c] : most;
        edge = at_edge && load[c] > edge ? load[c] : edge;
    }
    for (uint32_t c = 0; load && c < i->net->channels; c++) {
        uint32_t x = c / i->net->t.ports % 8, y = c / i->net->t.ports / 8,
                 port = c % i->net->t.ports;
        bool middle = (port == RIGHT && x == 3) || (port == LEFT && x == 4) ||
                      (port == DOWN && y == 3) || (port == UP && y == 4);

        good = good && (load[c] < most || middle);
    }
    free(load);
    seen(i,
         "%s, all to all: %llu routes over the busiest channels, all in the middle; %llu at the "
         "edge",
         i->net->name, (unsigned long long)most, (unsigned long long)edge);
    return good;
}

/* --- 7.2: one turn ------------------------------------------------------------------------ */

/* Ways there and back use the same links. */
static bool same_way_back(const struct instance *i)
{
    uint32_t hops = path_length(i->net, i->u, i->v);

    for (uint32_t k = 0; k <= hops; k++) {
        if (path_length(i->net, i->v, i->u) != hops ||
            path_node(i->net, i->u, i->v, k) != path_node(i->net, i->v, i->u, hops - k)) {
            return false;
        }
    }
    return true;
}

/* Turns of a route; those within the surface alone. */
static unsigned turns_of(const struct instance *i, bool surface)
{
    const struct noc_channel *hop = path_of(i->net, i->u, i->v);
    uint32_t cells = regular_cells(i->net);
    unsigned turns = 0;

    for (uint32_t k = 1; k < path_length(i->net, i->u, i->v); k++) {
        bool inside = hop[k - 1].node < cells && hop[k].next < cells;

        turns += hop[k].port != hop[k - 1].port && (inside || !surface);
    }
    return turns;
}

static bool turns_once(const struct instance *i)
{
    return turns_of(i, false) <= 1;
}

/* From one row and column to others, on a mesh of five columns. */
static bool has_to_turn(const struct instance *i)
{
    return i->u % 5 != i->v % 5 && i->u / 5 != i->v / 5;
}

/* The rule: X first exactly when the destination is below. */
static bool row_first_to_below(const struct instance *i)
{
    return (path_of(i->net, i->u, i->v)->port / 2 == 0) == (i->v / 5 > i->u / 5);
}

/* Turns that the labels allow at every cell that has both channels; returns how many. */
static unsigned turns_by_labels(const struct net *net, bool allowed[DIRECTIONS][DIRECTIONS])
{
    unsigned kinds = 0;

    for (unsigned k = 0; k < DIRECTIONS * DIRECTIONS; k++) {
        unsigned a = k / 4, b = k % 4;

        allowed[a][b] = a / 2 != b / 2;
        for (uint32_t node = 0; node < net->n && allowed[a][b]; node++) {
            struct noc_link in, out;
            struct noc_label first, second;

            if (noc_topology_link(&net->t, node, a ^ 1, &in) &&
                noc_topology_link(&net->t, node, b, &out) &&
                net->r->label(&net->t, in.node, a, 0, &first) &&
                net->r->label(&net->t, node, b, 0, &second)) {
                allowed[a][b] = label_compare(&first, &second) < 0;
            }
        }
        kinds += allowed[a][b];
    }
    return kinds;
}

static bool labels_allow_more_turns(const struct instance *i)
{
    bool allowed[DIRECTIONS][DIRECTIONS], used[DIRECTIONS][DIRECTIONS] = {{false}};
    unsigned kinds = turns_by_labels(i->net, allowed), taken = turns_taken(i->net, used);

    seen(i, "%s: labels allow %u kinds of turns, routes take %u", i->net->name, kinds, taken);
    for (unsigned k = 0; k < DIRECTIONS * DIRECTIONS; k++) {
        if (k / 4 != k % 4 && used[k / 4][k % 4] && !allowed[k / 4][k % 4]) {
            return against(i, "a turn that the labels do not allow: %s to %s",
                           direction_name[k / 4], direction_name[k % 4]);
        }
    }
    return kinds > taken || against(i, "%u turns allowed, %u taken", kinds, taken);
}

/* "Any stair from upper right to lower left": left and down in any order. */
static bool labels_allow_stairs(const struct instance *i)
{
    bool allowed[DIRECTIONS][DIRECTIONS];

    turns_by_labels(i->net, allowed);
    return allowed[LEFT][DOWN] && allowed[DOWN][LEFT];
}

/* 7.2.2: where a channel stands: right and up from the left column on, then left and down from the
 * right one on; a column's vertical channels between the horizontal ones on its two sides. */
static int one_turn_place(const struct labelled *l)
{
    int x = (int)l->node % 5;

    return l->port == UP    ? 2 * x
         : l->port == RIGHT ? 2 * x + 1
         : l->port == DOWN  ? 1000 - 2 * x
                            : 1001 - 2 * x;
}

static bool stands_before(const struct instance *i)
{
    const struct labelled *l = i->own;

    return one_turn_place(&l[0]) < one_turn_place(&l[1]);
}

static bool has_lower_label(const struct instance *i)
{
    const struct labelled *l = i->own;

    return label_compare(&l[0].label, &l[1].label) < 0;
}

/* Definition 3. */
static bool labels_differ(const struct instance *i)
{
    const struct labelled *l = i->own;

    return label_compare(&l[0].label, &l[1].label) != 0;
}

/* --- 7.3: W, X, Y, Z ---------------------------------------------------------------------- */

/* How many of the two ends are auxiliary cells. */
static unsigned cells_of(const struct instance *i)
{
    return (i->u >= regular_cells(i->net)) + (i->v >= regular_cells(i->net));
}

static bool at_most_one_cell(const struct instance *i)
{
    return cells_of(i) < 2;
}

static bool two_cells(const struct instance *i)
{
    return cells_of(i) == 2;
}

/* Once, and twice from or to auxiliary cells; once within the surface. */
static bool few_turns(const struct instance *i)
{
    unsigned turns = turns_of(i, false);

    return (turns <= (cells_of(i) ? 2 : 1) && turns_of(i, true) <= 1) ||
           against(i, "%s: %u turns from %u to %u", i->net->name, turns, i->u, i->v);
}

/* Dimensions in the order W X Y Z: 0 to 3. */
static bool in_order_wxyz(const struct instance *i)
{
    const struct noc_channel *hop = path_of(i->net, i->u, i->v);
    uint32_t cells = regular_cells(i->net);
    unsigned before = 0;

    for (uint32_t k = 0; k < path_length(i->net, i->u, i->v); k++) {
        bool off = hop[k].node >= cells, on = hop[k].next >= cells;
        unsigned now = off && (before == 0 || !on) ? 0 : on || off ? 3 : 1 + hop[k].port / 2;

        if (now < before) {
            return false;
        }
        before = now;
    }
    return true;
}

/* 7.3.2 and 8.2: the first part of a label: 1 off an auxiliary cell, 2 on the surface, 3 onto one;
 * 0 and 4 between two. On the surface all of X below all of Y. */
static bool first_part_as_printed(const struct instance *i)
{
    const struct labelled *l = i->own;
    uint32_t cells = regular_cells(i->net), first = l->label.part[0];
    bool off = l->node >= cells, on = l->next >= cells;

    if (off && on) {
        return first == 0 || first == 4;
    }
    if (is_of_surface(i->net, l->node, l->next)) {
        return first == 2 && (l->label.part[1] < cells / columns_of(i->net)) == (l->port < DOWN);
    }
    return off ? first == 1 : on ? first == 3 : first == 1 || first == 3;
}

/* --- 7.4: inserted cells ------------------------------------------------------------------ */

/* A cell linked in one dimension only: into a row that is not the first, or into a column that is
 * not the last. */
static bool is_farther_in(const struct instance *i)
{
    uint32_t columns = columns_of(i->net);

    return i->v ? i->u % columns + 1 < columns : i->u >= columns;
}

/* --- 8: balanced -------------------------------------------------------------------------- */

/* Within the surface an I/O route between cell u and the hub goes between u and its nearest corner;
 * v: to the cell, or from it. */
static bool by_nearest_corner(const struct instance *i)
{
    uint32_t from = i->v ? i->u : 16, to = i->v ? 16 : i->u, x = i->u % 4, y = i->u / 4;
    uint32_t nearest = (x < 2 ? x : 3 - x) + (y < 2 ? y : 3 - y), surface = 0;

    for (uint32_t k = 0; k < path_length(i->net, from, to); k++) {
        const struct noc_channel *c = &path_of(i->net, from, to)[k];

        surface += is_of_surface(i->net, c->node, c->next);
    }
    return surface == nearest ||
           against(i, "from %u to %u: %u links of the surface, the nearest corner is %u away", from,
                   to, surface, nearest);
}

/* Routes of I/O over the busiest channel of the surface. */
static uint64_t busiest(const struct net *net, const struct noc_routing *r)
{
    uint64_t sum, most = 0, *load = load_of(net, r, NOC_LOAD_IO, &sum);

    for (uint32_t c = 0; load && c < net->n * net->t.ports * r->vcs; c++) {
        uint32_t node = c / r->vcs / net->t.ports;
        struct noc_link link;

        if (noc_topology_link(&net->t, node, c / r->vcs % net->t.ports, &link) &&
            is_of_surface(net, node, link.node) && load[c] > most) {
            most = load[c];
        }
    }
    free(load);
    return most;
}

static bool relieves_the_surface(const struct instance *i)
{
    uint64_t balanced = busiest(i->net, i->net->r);
    uint64_t wxyz = busiest(i->net, noc_routing_find("wxyz"));

    seen(i,
         "torus 4x4 with cell 16 between 3 and 0, I/O traffic alone: the busiest channel of the "
         "surface has %llu routes under balanced, %llu under wxyz",
         (unsigned long long)balanced, (unsigned long long)wxyz);
    return balanced < wxyz;
}

/* Figure 12: the routing, and X then Y. */
static bool loads_differ(const struct instance *i)
{
    uint64_t one_sum, two_sum;
    uint64_t *one = load_of(i->net, i->net->r, NOC_LOAD_ALL, &one_sum);
    uint64_t *two = load_of(i->net, noc_routing_find("x-then-y"), NOC_LOAD_ALL, &two_sum);
    unsigned different = 0;

    for (uint32_t c = 0; one && two && c < i->net->channels; c++) {
        different += one[c] != two[c];
    }
    free(one);
    free(two);
    seen(i, "%s, all to all: %u channels differ, %llu hops in all with both", i->net->name,
         different, (unsigned long long)one_sum);
    return different > 0 && one_sum == two_sum;
}

/* Traffic between cells of the mesh, and I/O, over each channel. */
struct loads {
    uint64_t *cells, *io, cells_sum, io_sum;
};

static bool loads_make(struct loads *l, const struct net *net)
{
    l->cells = load_of(net, net->r, NOC_LOAD_ALL, &l->cells_sum);
    l->io = load_of(net, net->r, NOC_LOAD_IO, &l->io_sum);
    for (uint32_t c = 0; l->cells && l->io && c < net->channels; c++) {
        l->cells[c] -= l->io[c];
    }
    l->cells_sum -= l->io_sum;
    return l->cells && l->io;
}

static void loads_free(struct loads *l)
{
    free(l->cells);
    free(l->io);
}

/* The load of the busiest channel if I/O is `share` per cent of the cells' traffic, in parts of
 * *sum, which is all load. */
static uint64_t busiest_together(const struct loads *l, uint32_t channels, uint64_t share,
                                 uint64_t *sum)
{
    uint64_t most = 0;

    for (uint32_t c = 0; c < channels; c++) {
        uint64_t load = 100 * l->io_sum * l->cells[c] + share * l->cells_sum * l->io[c];

        most = load > most ? load : most;
    }
    *sum = (100 + share) * l->cells_sum * l->io_sum;
    return most;
}

/* How far the busiest channel is above the mean of those in use, in per cent. */
static uint64_t unevenness(const struct loads *l, uint32_t channels, uint64_t share)
{
    uint64_t sum, most = busiest_together(l, channels, share, &sum), used = 0;

    for (uint32_t c = 0; c < channels; c++) {
        used += l->cells[c] + l->io[c] > 0;
    }
    return most * used * 100 / sum;
}

/* Figure 14: I/O traffic a quarter of the cells' own. */
static bool complement_each_other(const struct instance *i)
{
    struct loads l;
    uint64_t alone = 0, together = 0;

    if (loads_make(&l, i->net)) {
        alone = unevenness(&l, i->net->channels, 0);
        together = unevenness(&l, i->net->channels, 25);
    }
    loads_free(&l);
    seen(i,
         "torus 4x4 with cell 16 between 3 and 0: the busiest channel has %llu percent of the "
         "mean with the mesh's traffic alone, %llu with I/O a quarter of it",
         (unsigned long long)alone, (unsigned long long)together);
    return together < alone;
}

/* The share of I/O at which the busiest channel has least of all. */
static bool best_at_a_quarter(const struct instance *i)
{
    uint64_t best_most = 1, best_sum = 0, best = 0, sum, most;
    struct loads l;
    bool ready = loads_make(&l, i->net);

    for (uint64_t share = 0; ready && share <= 100; share++) {
        most = busiest_together(&l, i->net->channels, share, &sum);
        if (!best_sum || most * best_sum < best_most * sum) {
            best = share;
            best_most = most;
            best_sum = sum;
        }
    }
    loads_free(&l);
    if (!best_sum) {
        return unclear(i, "%s: cannot be looked at", i->net->name);
    }
    seen(i,
         "torus 4x4 with cell 16 between 3 and 0, shares of 0 to 100 percent: the busiest "
         "channel has least, %llu.%02llu percent of all, at %llu percent",
         (unsigned long long)(best_most * 100 / best_sum),
         (unsigned long long)(best_most * 10000 / best_sum % 100), (unsigned long long)best);
    return best >= 20 && best <= 30;
}

/* Cells that links outside the surface join to the auxiliary cell `from`, as bits. */
static uint64_t border_reach(const struct net *net, uint32_t from)
{
    uint64_t reach = 1ull << from, before = 0;

    while (reach != before) {
        before = reach;
        for (uint32_t p = 0; p < net->n * net->t.ports; p++) {
            uint32_t a = p / net->t.ports;
            struct noc_link link;

            if (reach >> a & 1 && noc_topology_link(&net->t, a, p % net->t.ports, &link) &&
                !is_of_surface(net, a, link.node)) {
                reach |= 1ull << link.node;
            }
        }
    }
    return reach;
}

/* A torus of 4x4 with auxiliary cells, 16 and more, that such links do not join. */
static bool is_not_linked(const struct instance *i)
{
    uint64_t cells = (1ull << i->net->n) - (1u << 16);

    return regular_cells(i->net) == 16 && columns_of(i->net) == 4 &&
           (border_reach(i->net, 16) & cells) != cells;
}

/* 8.2: by his rule I/O leaves and enters the surface at the corners only. */
static bool some_cell_is_cut_off(const struct instance *i)
{
    const uint64_t corners = 1u << 0 | 1u << 3 | 1u << 12 | 1u << 15;

    for (uint32_t cell = 16; cell < i->net->n; cell++) {
        if ((border_reach(i->net, cell) & corners) != corners) {
            return true;
        }
    }
    return false;
}

/* --- rows --------------------------------------------------------------------------------- */

/* Host cells in wrap-around links; one inserted, with a border cell, and two; a hub, two of them
 * linked with each other, and two apart. */
#define ONE                  "torus 4x4,aux left 7 right 4"
#define TWO                  ONE ",aux up 13 down 1"
#define INSERTED             "torus 4x4,aux left 5 right 6 up 6 down 10"
#define INSERTED_BORDER      INSERTED ",aux left 7 right 4"
#define INSERTED_TWO         INSERTED ",aux left 8 right 9 up 4 down 8"
#define HUB                  "torus 4x4,aux left 3 right 0"
#define HUBS                 HUB " down 17,aux left 11 right 8 up 16"
#define CELLS_APART          HUB ",aux left 11 right 8"

#define PROVEN               .holds = routing_proven, .with = COMPLETE | ACYCLIC | RISING_LABELS
#define LISTED(grids, route) .over = {&each_topology}, .on = grids, .routing = route
#define ONE_TURN_MESHES      "mesh:2x2, 4x4, 3x5"
#define BORDER_PLACES        .limit = {5, 6}, .routing = "one-turn"
#define BORDER_SETS          .limit = {4, 5}, .routing = "wxyz"
#define INSERTIONS(route)    .limit = {5, 6}, .routing = route
#define ROUTES_OF_ONE_TURN(predicate)                                                    \
    {                                                                                    \
        {.over = {&each_network, &each_route},                                           \
         .on = ONE_TURN_MESHES,                                                          \
         .routing = "one-turn",                                                          \
         .holds = predicate},                                                            \
        {                                                                                \
            .over = {&each_border_place, &each_route}, BORDER_PLACES, .holds = predicate \
        }                                                                                \
    }
#define ON_HUB .on = HUB, .routing = "balanced"

const struct row stricker_grids[] = {
    {"3", NOC_TEXT, "A single ring of a torus can deadlock.",
     .check = {{LISTED("torus:5", "dor"), .holds = routing_cyclic,
                .none = "torus:5 under dor has no cycle", .checked = "one ring: {example}"}}},
    {"3", NOC_TEXT,
     "In the surface alone, cycles are possible; they turn at corners, of which there are four "
     "clockwise and four counterclockwise.",
     .check = {{.holds = eight_turns, .checked = "all pairs of directions"}}},
    {"3", NOC_TEXT, "With all eight turns there is a cycle within the surface.",
     .check = {{.holds = surface_has_cycle,
                .checked = "a 2x2 mesh with all eight turns: a cycle of four channels"}}},
    {"4.1", NOC_TEXT,
     "A path through a one-way ring that holds all routes visits every cell twice.",
     .check = {{.over = {&each_number},
                .number = {{2, 9}},
                .holds = visits_every_cell_twice,
                .checked = "one-way rings of 2 to 9 cells, the shortest walk that holds all "
                           "routes"}},
     .remark = "All but one: 2n - 1 visits are enough. UTR's p and h channels are such a path."},
    {"4.2", NOC_TEXT, "Y then X in unidirectional tori takes one of the eight turns.",
     .check = {{.over = {&each_network},
                .on = "utorus:4x4",
                .routing = "utr",
                .holds = takes_one_kind_of_turn,
                .checked = "all routes of {on}, Y then X"}}},
    {"theorem 1", NOC_RESULT,
     "To exclude deadlock in a mesh it is enough to disallow one turn of each orientation, "
     "whichever.",
     .check = {{.over = {&each_number},
                .number = {{0, 3}, {0, 3}},
                .limit = {4, 5},
                .holds = theorem_1,
                .checked = "all 16 choices on all meshes up to {limit}x{limit}: with these "
                           "{failed} channels can form a cycle"}},
     .remark = "Which two matters. If they are a turn and the one with its directions exchanged "
               "(right to down, and down to right), three turns of one orientation can be undone "
               "by three of the other, and a path that crosses itself closes. These four pairs "
               "fail, the other 12 are sound. His own routers use sound ones. (Glass and Ni, 1992, "
               "count the same.)"},
    {"theorem 1, proof", NOC_PROOF,
     "A cycle of channels is clockwise or counterclockwise, and has all four turns of its "
     "orientation.",
     .check = {{.over = {&each_number},
                .number = {{0, 3}, {0, 3}},
                .holds = no_cycle_without_four_turns,
                .checked = "shortest cycles in a 3x3 mesh for all 16 choices"}},
     .remark = "A cycle may cross itself. Then it is neither."},
    {"definition 3", NOC_TEXT, "Labels belong to one channel each.",
     .check = {{.over = {&each_topology, &each_labelled_pair},
                .on = "mesh:4x4",
                .routing = "x-then-y",
                .holds = labels_differ},
               {.over = {&each_topology, &each_labelled_pair},
                .on = "mesh:4x4, " INSERTED,
                .routing = "one-turn",
                .holds = labels_differ},
               {.over = {&each_topology, &each_labelled_pair},
                .on = TWO,
                .routing = "wxyz",
                .holds = labels_differ},
               {.over = {&each_topology, &each_labelled_pair},
                .on = HUB ", " HUBS,
                .routing = "balanced",
                .holds = labels_differ}}},
    {"theorem 2", NOC_RESULT,
     "A routing whose dependencies lie within an order of the channels cannot deadlock.",
     .check = {{.over = {&each_number},
                .number = {{0, 1023}},
                .holds = relation_is_acyclic,
                .checked = "all {count} relations on five channels that are within the order"}}},
    {"theorem 2, as printed", NOC_SLIP,
     "A routing whose dependencies lie within the reversed order of the channels, as the formula "
     "has it, cannot deadlock.",
     .check = {{.over = {&each_number},
                .number = {{0, 1023}},
                .holds = relation_is_acyclic,
                .with = AS_PRINTED,
                .checked = "all {count} relations on five channels that are within the order"}},
     .remark = "The formula exchanges the two channels. No harm: falling labels do as well."},
    {"6.2", NOC_TEXT,
     "In an array of n cells routes are sqrt(n)/2 links long on average (shortest routes on square "
     "tori, even sides).",
     .check = {{.over = {&each_network},
                .on = "torus:2x2, 4x4, 6x6, 8x8",
                .on_deep = "torus:16x16",
                .routing = "dor",
                .holds = mean_is_half_a_side}}},
    {"6.2", NOC_OURS,
     "Not claimed: within the surface, where most of the report's routers stay, routes are 2/3 (s "
     "- 1/s) links long on average, s = sqrt(n).",
     .check = {{.over = {&each_network},
                .on = "mesh:2x2, 3x3, 4x4, 5x5, 8x8",
                .on_deep = "mesh:16x16",
                .routing = "x-then-y",
                .holds = mean_is_of_surface}},
     .remark = "About a third more than on the torus. The order of the cost, O(n^2 sqrt(n)), is "
               "the same."},
    {"theorem 3", NOC_RESULT,
     "X then Y is complete, shortest on a mesh, its labels rise, and it cannot deadlock.",
     .check = {{LISTED("mesh:2x2, 3x4, 4x4, 8x8", "x-then-y"), .holds = routing_proven,
                .with = COMPLETE | MINIMAL | ACYCLIC | RISING_LABELS}}},
    {"7.1.2, as printed", NOC_SLIP,
     "The labels of both directions of a row: left to right from a to c, and right to left from c "
     "to a.",
     .check = {{.over = {&each_number},
                .number = {{2, 6}, {0, 5}},
                .given = is_two_from_the_left,
                .holds = labels_rise_leftwards,
                .checked = "rows of 2 to 6 cells; x-: \"right to left, c to a\" gives the leftmost "
                           "link a"}},
     .remark = "Both numberings are the same one: a message to the left meets falling labels. They "
               "must grow the way that messages go. (The table's fourth row is called x- where y- "
               "is meant.)"},
    {"7.1.1", NOC_RESULT, "X then Y cannot include auxiliary cells (here: one in the border).",
     .check = {{LISTED(ONE, "x-then-y"), .holds = routing_incomplete,
                .none = "all pairs have a route"}}},
    {"7.1.1", NOC_OURS,
     "Not claimed (7.1.1 is about the plain router): X then Y can include a cell inserted into the "
     "surface, completely, with rising labels, without deadlock.",
     .check = {{.over = {&each_insertion}, .limit = {4}, .routing = "x-then-y", PROVEN}},
     .remark = "A cell with four links, inserted into a row and a column, is reached like any "
               "other, by its own row and column."},
    {"7.1.1", NOC_TEXT, "X then Y loads the middle of the mesh most.",
     .check = {{LISTED("mesh:8x8", "x-then-y"), .holds = middle_is_busiest}}},
    {"7.2", NOC_TEXT, "One turn: along the row first exactly when the destination is below.",
     .check = {{.over = {&each_network, &each_route},
                .on = "mesh:4x5",
                .routing = "one-turn",
                .given = has_to_turn,
                .holds = row_first_to_below}}},
    {"7.2", NOC_RESULT,
     "One turn is complete, its labels rise, and it cannot deadlock, with an auxiliary cell in the "
     "border too.",
     .check = {{LISTED(ONE_TURN_MESHES, "one-turn"), PROVEN},
               {.over = {&each_border_place}, BORDER_PLACES, PROVEN}}},
    {"7.2.1", NOC_RESULT, "One turn takes the same way there and back.",
     .check = ROUTES_OF_ONE_TURN(same_way_back)},
    {"7.2.1", NOC_RESULT, "One turn turns at most once.", .check = ROUTES_OF_ONE_TURN(turns_once)},
    {"7.2.2", NOC_TEXT,
     "One turn's labels: first all channels to the right and up, column by column, a column's "
     "vertical ones between the horizontal ones on its sides; then all to the left and down, back.",
     .check = {{.over = {&each_topology, &each_labelled_pair},
                .on = "mesh:4x5",
                .routing = "one-turn",
                .given = stands_before,
                .holds = has_lower_label}}},
    {"figure 7", NOC_TEXT, "The labels of one turn allow more turns than it takes.",
     .check = {{.over = {&each_network},
                .on = "mesh:4x4",
                .routing = "one-turn",
                .holds = labels_allow_more_turns}}},
    {"8.1", NOC_TEXT,
     "Under the labels of one turn any stair from upper right to lower left could be taken.",
     .check = {{LISTED("mesh:5x5", "one-turn"), .holds = labels_allow_stairs,
                .checked = "labels of {on} at all corners from left to down and from down to "
                           "left"}}},
    {"7.3", NOC_RESULT, "W-X-Y-Z is complete, its labels rise, and it cannot deadlock.",
     .check = {{.over = {&each_border_set}, BORDER_SETS, PROVEN}}},
    {"7.3.1", NOC_RESULT, "Routes of W-X-Y-Z take W, X, Y and Z strictly in this order.",
     .check = {{.over = {&each_border_set, &each_route}, BORDER_SETS, .holds = in_order_wxyz}}},
    {"7.3.1", NOC_RESULT,
     "Routes of W-X-Y-Z turn at most once within the surface, twice from or to an auxiliary cell.",
     .check = {{.over = {&each_border_set, &each_route},
                BORDER_SETS,
                .given = at_most_one_cell,
                .holds = few_turns}}},
    {"7.3.1", NOC_OURS,
     "Not claimed in so many words: routes from one auxiliary cell to another turn at most twice "
     "as well.",
     .check = {{.over = {&each_border_set, &each_route},
                BORDER_SETS,
                .given = two_cells,
                .holds = few_turns}},
     .remark = "Off the one, at a corner, and onto the other: three. (The text has at most two "
               "\"from and to\" auxiliary cells, which we read as from or to one.)"},
    {"7.3.2", NOC_TEXT,
     "W-X-Y-Z's labels begin with 1 for W, 2 on the surface, 3 for Z; on the surface all of X lie "
     "below all of Y.",
     .check = {{.over = {&each_border_set, &each_labelled},
                BORDER_SETS,
                .holds = first_part_as_printed}}},
    {"7.4", NOC_RESULT,
     "One turn with a cell inserted into the surface, linked on four sides: complete, labels rise, "
     "no deadlock.",
     .check = {{.over = {&each_insertion}, INSERTIONS("one-turn"), PROVEN}}},
    {"7.4.1", NOC_RESULT, "One turn takes the same way there and back, with an inserted cell too.",
     .check = {{.over = {&each_insertion, &each_route},
                INSERTIONS("one-turn"),
                .holds = same_way_back}}},
    {"7.4.1", NOC_RESULT, "One turn turns at most once, with an inserted cell too.",
     .check = {{.over = {&each_insertion, &each_route},
                INSERTIONS("one-turn"),
                .holds = turns_once}}},
    {"7.4.1", NOC_RESULT,
     "For a complete routing an inserted cell has to be linked on all four sides (one turn, a cell "
     "linked in one dimension only).",
     .check = {{.over = {&each_half_insertion},
                INSERTIONS("one-turn"),
                .holds = routing_incomplete,
                .checked = "every place of one cell with two links in meshes 2x2 to "
                           "{limit}x{limit}: complete at {failed} of {count}"},
               {.over = {&each_half_insertion},
                INSERTIONS("one-turn"),
                .given = is_farther_in,
                .holds = routing_incomplete,
                .checked = "at {failed} of the {count} that are not in the first row or the last "
                           "column"}},
     .remark = "A cell in the first row has all others beside or below it. One turn leaves it "
               "along the row, and comes to it from below by the column first, then along the row: "
               "it needs no links up and down. A cell with links up and down in the last column is "
               "reached as well, if the other order serves where the rule's first link is missing; "
               "its labels rise, too. Everywhere else the claim is right."},
    {"7.4.2", NOC_RESULT,
     "Labels can be adapted to cells inserted into rows and columns of their own: one turn with "
     "two such cells.",
     .check = {{LISTED(INSERTED_TWO, "one-turn"), PROVEN}}},
    {"7.4.2", NOC_RESULT,
     "Labels can be adapted to inserted cells: W-X-Y-Z, also with a border cell or a second "
     "inserted one; complete, without deadlock.",
     .check = {{.over = {&each_insertion}, INSERTIONS("wxyz"), PROVEN},
               {LISTED(INSERTED_BORDER ", " INSERTED_TWO, "wxyz"), PROVEN}}},
    {"8", NOC_RESULT,
     "Balanced routing with one auxiliary cell is complete, its labels rise, and it cannot "
     "deadlock.",
     .check =
         {{.over = {&each_outer_border_place}, .limit = {5, 7}, .routing = "balanced", PROVEN}}},
    {"8", NOC_TEXT, "On the surface an I/O message goes between its end and the nearest corner.",
     .check = {{.over = {&each_network, &each_number},
                ON_HUB,
                .number = {{0, 15}, {0, 1}},
                .holds = by_nearest_corner,
                .checked = "torus 4x4 with cell 16 between 3 and 0: all cells, both ways"}}},
    {"8", NOC_TEXT, "Balanced routing takes I/O traffic off the surface's links.",
     .check = {{.over = {&each_topology}, ON_HUB, .holds = relieves_the_surface}}},
    {"8.1, figure 12", NOC_TEXT,
     "One turn and X then Y load the links of a mesh differently, with as many hops in all.",
     .check = {{LISTED("mesh:4x4", "one-turn"), .holds = loads_differ}},
     .remark = "The text has n^2 messages between every pair of cells; n^2 in all, one for each "
               "pair, are meant (see 6.2)."},
    {"8.1, figure 14", NOC_TEXT,
     "Traffic within the mesh and I/O traffic, a quarter of it, complement each other: together "
     "they load links more evenly.",
     .check = {{.over = {&each_topology}, ON_HUB, .holds = complement_each_other}}},
    {"8.1, figure 14", NOC_TEXT,
     "They complement each other if I/O is roughly one quarter of the traffic within the mesh "
     "(here: the busiest channel has least at 20 to 30 percent).",
     .check = {{.over = {&each_topology}, ON_HUB, .holds = best_at_a_quarter}}},
    {"8.2", NOC_RESULT,
     "Balanced routing with several linked auxiliary cells is complete, its labels rise, and it "
     "cannot deadlock.",
     .check = {{LISTED(HUBS, "balanced"), PROVEN}}},
    {"8, 8.2", NOC_TEXT,
     "Balanced routing's labels: wrap-around links in W or Z, links between auxiliary cells before "
     "W (0) or after Z (4).",
     .check = {{.over = {&each_topology, &each_labelled},
                .on = HUB ", " HUBS,
                .routing = "balanced",
                .holds = first_part_as_printed}}},
    {"8.2", NOC_TEXT,
     "For balanced routing to be complete, auxiliary cells have to be linked among themselves: "
     "else some cell has no way to the corners beside the surface.",
     .check = {{.over = {&each_border_set},
                .limit = {4},
                .routing = "wxyz",
                .given = is_not_linked,
                .holds = some_cell_is_cut_off,
                .checked = "torus 4x4, every set of two border cells or more: in {count} of 247 no "
                           "links beside the surface join them all; in each of these a cell cannot "
                           "reach the corners so"}}},
    /* Cells that are not linked with the hub are no part of the balance. */
    {"8.2", NOC_OURS,
     "Not claimed: a cell apart may be served as in 7.3, by W and Z links of its own, beside a "
     "balanced one; complete, with rising labels, without deadlock.",
     .check = {{LISTED(CELLS_APART, "balanced"), PROVEN}}},
    {0},
};
