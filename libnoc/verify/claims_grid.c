/* SPDX-License-Identifier: BSD-2-Clause */
/* Stricker 1991: corner turns, labels, and routers on meshes and tori with auxiliary cells. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "topology/shape.h"

/* Ports, as everywhere on grids; y grows downwards. */
enum { RIGHT, LEFT, DOWN, UP };
static const char *const direction[] = {"right", "left", "down", "up"};

/* --- 3 and 4: corner turns -------------------------------------------------------- */

static const unsigned clockwise[4][2] = {{RIGHT, DOWN}, {DOWN, LEFT}, {LEFT, UP}, {UP, RIGHT}};
static const unsigned counter[4][2] = {{RIGHT, UP}, {UP, LEFT}, {LEFT, DOWN}, {DOWN, RIGHT}};

enum { SIDE_MAX = 5, CHANNELS_MAX = SIDE_MAX * SIDE_MAX * 4 };

/* Which turns are allowed in a mesh; straight on always is, back never. */
struct turns {
    unsigned rows, columns;
    bool allowed[4][4];
};

static bool step(const struct turns *t, unsigned node, unsigned port, unsigned *next)
{
    unsigned x = node % t->columns, y = node / t->columns;

    if ((port == RIGHT && x + 1 == t->columns) || (port == LEFT && x == 0) ||
        (port == DOWN && y + 1 == t->rows) || (port == UP && y == 0)) {
        return false;
    }
    *next = port == RIGHT ? node + 1
          : port == LEFT  ? node - 1
          : port == DOWN  ? node + t->columns
                          : node - t->columns;
    return true;
}

/* A shortest cycle of channels (node * 4 + port), or 0. */
static unsigned shortest_cycle(const struct turns *t, unsigned *cycle)
{
    unsigned best = 0, n = t->rows * t->columns * 4;

    for (unsigned start = 0; start < n; start++) {
        unsigned queue[CHANNELS_MAX], before[CHANNELS_MAX], head = 0, tail = 0, far[CHANNELS_MAX];

        memset(before, 0xff, sizeof before);
        queue[tail++] = start;
        far[start] = 0;
        while (head < tail) {
            unsigned c = queue[head++], at;

            if (!step(t, c / 4, c % 4, &at)) {
                continue;
            }
            for (unsigned port = 0; port < 4; port++) {
                unsigned d = at * 4 + port, next;

                if (!(port == c % 4 || t->allowed[c % 4][port]) || !step(t, at, port, &next)) {
                    continue;
                }
                if (d == start && (!best || far[c] + 1 < best)) {
                    best = far[c] + 1;
                    for (unsigned i = best, b = c; i-- > 0; b = before[b]) {
                        cycle[i] = b;
                    }
                }
                if (d != start && before[d] == UINT32_MAX) {
                    before[d] = c;
                    far[d] = far[c] + 1;
                    queue[tail++] = d;
                }
            }
        }
    }
    return best;
}

static void allow_all(struct turns *t)
{
    memset(t->allowed, 0, sizeof t->allowed);
    for (unsigned i = 0; i < 4; i++) {
        t->allowed[clockwise[i][0]][clockwise[i][1]] = true;
        t->allowed[counter[i][0]][counter[i][1]] = true;
    }
}

static void forbid(struct turns *t, unsigned cw, unsigned ccw)
{
    allow_all(t);
    t->allowed[clockwise[cw][0]][clockwise[cw][1]] = false;
    t->allowed[counter[ccw][0]][counter[ccw][1]] = false;
}

static void check_turns(bool deep, struct noc_finding *f)
{
    unsigned corners = 0;

    (void)deep;
    for (unsigned a = 0; a < 4; a++) {
        for (unsigned b = 0; b < 4; b++) {
            corners += a / 2 != b / 2;
        }
    }
    if (corners != 8) {
        claim_against(f, "%u corner turns", corners);
    }
    for (unsigned i = 0; i < 4; i++) { /* four of an orientation close a square */
        if (clockwise[i][1] != clockwise[(i + 1) % 4][0] ||
            counter[i][1] != counter[(i + 1) % 4][0]) {
            claim_against(f, "turn %u", i);
        }
    }
    claim_checked(f, "all pairs of directions");
}

static void check_surface_cycles(bool deep, struct noc_finding *f)
{
    struct turns t = {2, 2, {{false}}};
    unsigned cycle[CHANNELS_MAX];

    (void)deep;
    allow_all(&t);
    if (shortest_cycle(&t, cycle) != 4) {
        claim_against(f, "a 2x2 mesh has no cycle of four channels");
    }
    claim_checked(f, "a 2x2 mesh with all eight turns: a cycle of four channels");
}

/* Theorem 1 for each of the 16 ways to disallow one turn of each orientation. */
static void check_theorem_1(bool deep, struct noc_finding *f)
{
    unsigned bad = 0, most = deep ? 5 : 4;
    char pairs[200] = "";
    size_t used_pairs = 0;

    for (unsigned choice = 0; choice < 16; choice++) {
        bool cyclic = false;

        for (unsigned size = 4; size <= most * most && !cyclic; size++) {
            for (unsigned rows = 2; rows <= most && !cyclic; rows++) {
                struct turns t = {rows, size / rows, {{false}}};
                unsigned cycle[CHANNELS_MAX], n;
                char text[160];
                size_t used = 0;

                if (size % rows || t.columns < 2 || t.columns > most) {
                    continue;
                }
                forbid(&t, choice / 4, choice % 4);
                n = shortest_cycle(&t, cycle);
                cyclic = n > 0;
                for (unsigned i = 0; i < n; i++) {
                    used += (size_t)snprintf(text + used, sizeof text - used, "%u-", cycle[i] / 4);
                }
                if (n) {
                    snprintf(text + used, sizeof text - used, "%u", cycle[0] / 4);
                    claim_against(
                        f,
                        "%ux%u mesh without the turns from %s to %s and from %s to %s: the "
                        "%u channels of %s",
                        rows, t.columns, direction[clockwise[choice / 4][0]],
                        direction[clockwise[choice / 4][1]], direction[counter[choice % 4][0]],
                        direction[counter[choice % 4][1]], n, text);
                }
            }
        }
        if (cyclic) {
            used_pairs += (size_t)snprintf(
                pairs + used_pairs, sizeof pairs - used_pairs, " %s-%s/%s-%s",
                direction[clockwise[choice / 4][0]], direction[clockwise[choice / 4][1]],
                direction[counter[choice % 4][0]], direction[counter[choice % 4][1]]);
        }
        bad += cyclic;
    }
    claim_checked(
        f, "all 16 choices on all meshes up to %ux%u: with %u of them channels can form a cycle:%s",
        most, most, bad, pairs);
}

/* Its proof: every cycle has all four turns of one orientation. */
static void check_proof_1(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (unsigned choice = 0; choice < 16; choice++) {
        struct turns t = {3, 3, {{false}}};
        unsigned cycle[CHANNELS_MAX], n, right = 0, left = 0;

        forbid(&t, choice / 4, choice % 4);
        n = shortest_cycle(&t, cycle);
        for (unsigned i = 0; i < n; i++) {
            for (unsigned k = 0; k < 4; k++) {
                unsigned a = cycle[i] % 4, b = cycle[(i + 1) % n] % 4;

                right += a == clockwise[k][0] && b == clockwise[k][1];
                left += a == counter[k][0] && b == counter[k][1];
            }
        }
        if (n) {
            claim_against(
                f,
                "3x3 mesh, without %s-%s and %s-%s: a cycle of %u channels with %u clockwise and "
                "%u counterclockwise turns",
                direction[clockwise[choice / 4][0]], direction[clockwise[choice / 4][1]],
                direction[counter[choice % 4][0]], direction[counter[choice % 4][1]], n, right,
                left);
        }
    }
    claim_checked(f, "shortest cycles in a 3x3 mesh for all 16 choices");
}

/* 4.1: a walk along a one-way ring in which every ordered pair of cells finds its way on. */
static void check_double_loop(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (unsigned n = 2; n <= 9; n++) {
        unsigned visits = 1; /* cells 0, 1, ... around, so many in all */

        for (bool all = false; !all;) {
            all = true;
            visits++;
            for (unsigned p = 0; p < n * n; p++) {
                unsigned a = p / n, b = p % n; /* from the first visit to a to a later one to b */

                all = all && (a == b || a + (b + n - a) % n < visits);
            }
        }
        if (visits != 2 * n) {
            claim_against(f, "a ring of %u: %u visits are enough, one cell needs only one", n,
                          visits);
        }
    }
    claim_checked(f, "one-way rings of 2 to 9 cells, the shortest walk that holds all routes");
}

static void check_one_turn_of_eight(bool deep, struct noc_finding *f)
{
    struct net net;
    bool used[4][4] = {{false}};
    unsigned kinds = 0;

    (void)deep;
    if (!net_open(&net, "utorus:4x4", "utr", f)) {
        return;
    }
    for (uint32_t p = 0; p < net.n * net.n; p++) {
        const struct noc_channel *hop = path_of(&net, p / net.n, p % net.n);

        for (uint32_t i = 1; i < path_length(&net, p / net.n, p % net.n); i++) {
            kinds += hop[i - 1].port != hop[i].port && !used[hop[i - 1].port][hop[i].port];
            used[hop[i - 1].port][hop[i].port] = true;
        }
    }
    if (kinds != 1) {
        claim_against(f, "%u kinds of turns", kinds);
    }
    claim_checked(f, "all routes of utorus:4x4, Y then X");
    net_close(&net);
}

static void check_ring_deadlock(bool deep, struct noc_finding *f)
{
    struct noc_finding one = {.verdict = NOC_HOLDS};

    (void)deep;
    claim_routing(&one, "torus:5", "dor", CLAIM_ACYCLIC);
    if (one.verdict != NOC_FAILS) {
        claim_against(f, "torus:5 under dor has no cycle");
    }
    claim_checked(f, "one ring: %s", one.counterexample);
}

/* --- 5: labels ------------------------------------------------------------------------ */

/* All dependency relations on five channels within an order: none has a cycle. */
static void theorem_2(struct noc_finding *f, bool printed)
{
    enum { N = 5 };

    for (unsigned relation = 0; relation < 1u << N * (N - 1) / 2; relation++) {
        bool reach[N][N] = {{false}};
        unsigned bit = 0;

        for (unsigned a = 0; a < N; a++) {
            for (unsigned b = a + 1; b < N; b++, bit++) {
                reach[printed ? b : a][printed ? a : b] = relation >> bit & 1;
            }
        }
        for (unsigned k = 0; k < N * N * N; k++) {
            unsigned via = k / N / N, a = k / N % N, b = k % N;

            reach[a][b] = reach[a][b] || (reach[a][via] && reach[via][b]);
        }
        for (unsigned a = 0; a < N; a++) {
            if (reach[a][a]) {
                claim_against(f, "relation %x", relation);
            }
        }
    }
    claim_checked(f, "all 1024 relations on five channels that are within the order");
}

static void check_theorem_2(bool deep, struct noc_finding *f)
{
    (void)deep;
    theorem_2(f, false);
}

static void check_theorem_2_printed(bool deep, struct noc_finding *f)
{
    (void)deep;
    theorem_2(f, true);
}

/* 6.2: the mean length of shortest routes, one from each cell to each, on s x s cells. */
static bool mean_length(struct noc_finding *f, const char *network, const char *routing,
                        uint64_t *hops, uint64_t *routes)
{
    struct net net;

    if (!net_open(&net, network, routing, f)) {
        return false;
    }
    *hops = net.at[net.n * net.n];
    *routes = (uint64_t)net.n * net.n;
    claim_checked(f, "%s: %llu hops in %llu routes", net.name, (unsigned long long)*hops,
                  (unsigned long long)*routes);
    net_close(&net);
    return true;
}

static void check_mean_length(bool deep, struct noc_finding *f)
{
    static const char *const tori[] = {"torus:2x2", "torus:4x4", "torus:6x6", "torus:8x8",
                                       "torus:16x16"};
    static const uint32_t side[] = {2, 4, 6, 8, 16};
    uint64_t hops, routes;

    for (unsigned i = 0; i < (deep ? 5 : 4) && mean_length(f, tori[i], "dor", &hops, &routes);
         i++) {
        if (2 * hops != side[i] * routes) {
            claim_against(f, "%s: %llu hops in %llu routes", tori[i], (unsigned long long)hops,
                          (unsigned long long)routes);
        }
    }
}

static void check_mean_length_surface(bool deep, struct noc_finding *f)
{
    static const char *const meshes[] = {"mesh:2x2", "mesh:3x3", "mesh:4x4",
                                         "mesh:5x5", "mesh:8x8", "mesh:16x16"};
    static const uint32_t side[] = {2, 3, 4, 5, 8, 16};
    uint64_t hops, routes;

    for (unsigned i = 0;
         i < (deep ? 6 : 5) && mean_length(f, meshes[i], "x-then-y", &hops, &routes); i++) {
        if (3 * side[i] * hops != 2 * (side[i] * side[i] - 1) * routes) {
            claim_against(f, "%s: %llu hops in %llu routes", meshes[i], (unsigned long long)hops,
                          (unsigned long long)routes);
        }
    }
}

/* --- grids --------------------------------------------------------------------------------- */

/* Host cell in a wrap-around link; two of them; one at each side. */
static const char ONE[] = "grid\ntorus 4x4\naux left 7 right 4\n";
static const char TWO[] = "grid\ntorus 4x4\naux left 7 right 4\naux up 13 down 1\n";
static const char INSERTED[] = "grid\ntorus 4x4\naux left 5 right 6 up 6 down 10\n";
static const char INSERTED_BORDER[] =
    "grid\ntorus 4x4\naux left 5 right 6 up 6 down 10\naux left 7 right 4\n";
static const char INSERTED_TWO[] = "grid\ntorus 4x4\naux left 5 right 6 up 6 down 10\n"
                                   "aux left 8 right 9 up 4 down 8\n";
static const char HUB[] = "grid\ntorus 4x4\naux left 3 right 0\n";
static const char HUBS[] =
    "grid\ntorus 4x4\naux left 3 right 0 down 17\naux left 11 right 8 up 16\n";
static const char APART[] = "grid\ntorus 4x4\naux left 3 right 0\naux left 11 right 8\n";

static uint32_t regular(const struct net *net)
{
    return net->t.shape ? net->t.shape->width[0] * net->t.shape->width[1] : net->n;
}

static unsigned turns_of(const struct net *net, uint32_t from, uint32_t to, bool surface)
{
    const struct noc_channel *hop = path_of(net, from, to);
    unsigned turns = 0;

    for (uint32_t i = 1; i < path_length(net, from, to); i++) {
        bool inside = hop[i - 1].node < regular(net) && hop[i].next < regular(net);

        turns += hop[i].port != hop[i - 1].port && (inside || !surface);
    }
    return turns;
}

/* Ways there and back use the same links. */
static bool same_way_back(const struct net *net, uint32_t a, uint32_t b)
{
    uint32_t hops = path_length(net, a, b);

    for (uint32_t i = 0; i <= hops; i++) {
        if (path_length(net, b, a) != hops ||
            path_node(net, a, b, i) != path_node(net, b, a, hops - i)) {
            return false;
        }
    }
    return true;
}

static const char *what_of(const char *grid)
{
    const char *end = strchr(grid, '\n');

    return end ? end + 1 : grid;
}

/* A grid's file in one line. */
static const char *flat(const char *grid, char *text, size_t size)
{
    snprintf(text, size, "%s", what_of(grid));
    for (char *c = text; *c; c++) {
        *c = *c == '\n' ? (c[1] ? ',' : '\0') : *c;
    }
    return text;
}

static void sound(struct noc_finding *f, const char *const *grids, unsigned n, const char *routing,
                  unsigned what)
{
    char text[120];

    for (unsigned i = 0; i < n; i++) {
        claim_routing(f, grids[i], routing, what);
        claim_checked(f, "%s", flat(grids[i], text, sizeof text));
    }
}

enum { PROVEN = CLAIM_COMPLETE | CLAIM_ACYCLIC | CLAIM_LABELS };
static const char *const plain[] = {"mesh:2x2", "mesh:3x4", "mesh:4x4", "mesh:8x8"};

/* What is asked of one grid under one routing. */
typedef void question(struct noc_finding *f, const char *grid, const char *routing);

static void is_sound(struct noc_finding *f, const char *grid, const char *routing)
{
    struct noc_finding one = {.verdict = NOC_HOLDS};
    char text[200];

    claim_routing(&one, grid, routing, PROVEN);
    if (one.verdict == NOC_FAILS) {
        claim_against(f, "%s: %s", flat(grid, text, sizeof text), one.counterexample);
    } else if (one.verdict == NOC_UNCLEAR) {
        claim_unclear(f, "%s: %s", flat(grid, text, sizeof text), one.counterexample);
    }
}

/*
 * A torus with auxiliary cells in wrap-around links: bit i of places, the end of row i, from bit
 * `rows` on the end of a column.
 */
static void border_grid(char *text, size_t size, uint32_t rows, uint32_t columns, uint32_t places)
{
    size_t used = (size_t)snprintf(text, size, "grid\ntorus %ux%u\n", rows, columns);

    for (uint32_t i = 0; i < rows + columns; i++) {
        if (places >> i & 1 && used < size) {
            uint32_t x = i - rows;

            used += (size_t)(i < rows ? snprintf(text + used, size - used, "aux left %u right %u\n",
                                                 i * columns + columns - 1, i * columns)
                                      : snprintf(text + used, size - used, "aux up %u down %u\n",
                                                 (rows - 1) * columns + x, x));
        }
    }
}

/* Every set of border cells, or every place of one, of tori up to most x most. */
static void every_border(struct noc_finding *f, uint32_t most, bool one, const char *routing,
                         question *ask)
{
    uint64_t grids = 0;
    char text[400];

    for (uint32_t rows = 3; rows <= most; rows++) {
        for (uint32_t columns = 3; columns <= most; columns++) {
            for (uint32_t places = 1; places < 1u << (rows + columns); places++) {
                if (!one || !(places & (places - 1))) {
                    border_grid(text, sizeof text, rows, columns, places);
                    ask(f, text, routing);
                    grids++;
                }
            }
        }
    }
    claim_checked(f, "every %s of tori 3x3 to %ux%u: %llu grids",
                  one ? "place of one border cell" : "set of border cells", most, most,
                  (unsigned long long)grids);
}

/* Every place of a cell with four links between neighbours: into a row and a column next to it. */
static void every_insertion(struct noc_finding *f, uint32_t most, const char *routing,
                            question *ask)
{
    uint64_t grids = 0;
    char text[100];

    for (uint32_t rows = 2; rows <= most; rows++) {
        for (uint32_t columns = 2; columns <= most; columns++) {
            for (uint32_t i = 0; i < 4 * (rows - 1) * (columns - 1); i++) {
                uint32_t x = i / 4 % (columns - 1), y = i / 4 / (columns - 1);
                uint32_t left = (y + (i & 1)) * columns + x, up = y * columns + x + (i >> 1 & 1);

                snprintf(text, sizeof text,
                         "grid\nmesh %ux%u\naux left %u right %u up %u down %u\n", rows, columns,
                         left, left + 1, up, up + columns);
                ask(f, text, routing);
                grids++;
            }
        }
    }
    claim_checked(f, "every place of one cell in meshes 2x2 to %ux%u: %llu grids", most, most,
                  (unsigned long long)grids);
}

static void check_theorem_3(bool deep, struct noc_finding *f)
{
    (void)deep;
    sound(f, plain, 4, "x-then-y", PROVEN | CLAIM_MINIMAL);
}

/* 7.1.2 as printed: along a row the labels of both directions grow from left to right. */
static void check_labels_printed(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (unsigned columns = 2; columns <= 6; columns++) {
        for (unsigned x = 2; x < columns;
             x++) { /* a message leftwards: link x to x-1, then x-1 to x-2 */
            char first = (char)('a' + x - 1), second = (char)('a' + x - 2);

            if (second <= first) {
                claim_against(f, "a row of %u cells, from cell %u to cell %u: labels %c, then %c",
                              columns, x, x - 2, first, second);
            }
        }
    }
    claim_checked(f,
                  "rows of 2 to 6 cells; x-: \"right to left, c to a\" gives the leftmost link a");
}

static void check_no_aux(bool deep, struct noc_finding *f)
{
    struct noc_finding one = {.verdict = NOC_HOLDS};

    (void)deep;
    claim_routing(&one, ONE, "x-then-y", CLAIM_COMPLETE);
    if (one.verdict == NOC_HOLDS) {
        claim_against(f, "all pairs have a route");
    }
    claim_checked(f, "torus 4x4 with cell 16 in the border: %s", one.counterexample);
}

/* An inserted cell lies in lines of the surface. */
static void check_x_then_y_inserted(bool deep, struct noc_finding *f)
{
    (void)deep;
    every_insertion(f, 4, "x-then-y", is_sound);
}

static void check_congestion(bool deep, struct noc_finding *f)
{
    uint64_t *load, most = 0, edge = 0;
    struct net net;

    (void)deep;
    if (!net_open(&net, "mesh:8x8", "x-then-y", f)) {
        return;
    }
    load = calloc(net.channels, sizeof *load);
    noc_link_load(&net.t, net.r, NOC_LOAD_ALL, load);
    for (uint32_t c = 0; c < net.channels; c++) {
        uint32_t x = c / net.t.ports % 8, port = c % net.t.ports;

        most = load[c] > most ? load[c] : most;
        edge = port == RIGHT && x == 0 && load[c] > edge ? load[c] : edge;
    }
    for (uint32_t c = 0; c < net.channels; c++) {
        uint32_t node = c / net.t.ports, x = node % 8, y = node / 8, port = c % net.t.ports;
        bool middle = (port == RIGHT && x == 3) || (port == LEFT && x == 4) ||
                      (port == DOWN && y == 3) || (port == UP && y == 4);

        if (load[c] == most && !middle) {
            claim_against(f, "mesh:8x8: a busiest channel leaves node %u %s", node,
                          direction[port]);
        }
    }
    claim_checked(
        f,
        "mesh:8x8, all to all: %llu routes over the busiest channels, all in the middle; %llu at the edge",
        (unsigned long long)most, (unsigned long long)edge);
    free(load);
    net_close(&net);
}

/* --- 7.2: one turn ------------------------------------------------------------------------- */

static const char *const one_turn_grids[] = {"mesh:2x2", "mesh:4x4", "mesh:3x5"};

static void check_one_turn(bool deep, struct noc_finding *f)
{
    sound(f, one_turn_grids, 3, "one-turn", PROVEN);
    every_border(f, deep ? 6 : 5, true, "one-turn", is_sound);
}

static void is_same_back(struct noc_finding *f, const char *grid, const char *routing)
{
    char text[200];
    struct net net;

    if (!net_open(&net, grid, routing, f)) {
        return;
    }
    for (uint32_t p = 0; p < net.n * net.n; p++) {
        if (!same_way_back(&net, p / net.n, p % net.n)) {
            claim_against(f, "%s: between %u and %u", flat(grid, text, sizeof text), p / net.n,
                          p % net.n);
        }
    }
    net_close(&net);
}

static void turns_once(struct noc_finding *f, const char *grid, const char *routing)
{
    char text[200];
    struct net net;

    if (!net_open(&net, grid, routing, f)) {
        return;
    }
    for (uint32_t p = 0; p < net.n * net.n; p++) {
        if (turns_of(&net, p / net.n, p % net.n, false) > 1) {
            claim_against(f, "%s: from %u to %u", flat(grid, text, sizeof text), p / net.n,
                          p % net.n);
        }
    }
    net_close(&net);
}

static void plain_and_border(struct noc_finding *f, bool deep, question *ask)
{
    for (unsigned i = 0; i < 3; i++) {
        ask(f, one_turn_grids[i], "one-turn");
        claim_checked(f, "%s", one_turn_grids[i]);
    }
    every_border(f, deep ? 6 : 5, true, "one-turn", ask);
}

static void check_one_turn_back(bool deep, struct noc_finding *f)
{
    plain_and_border(f, deep, is_same_back);
}

static void check_one_turn_turns(bool deep, struct noc_finding *f)
{
    plain_and_border(f, deep, turns_once);
}

/* The rule: X first exactly when the destination is below. */
static void check_one_turn_rule(bool deep, struct noc_finding *f)
{
    struct net net;

    (void)deep;
    if (!net_open(&net, "mesh:4x5", "one-turn", f)) {
        return;
    }
    for (uint32_t p = 0; p < net.n * net.n; p++) {
        uint32_t a = p / net.n, b = p % net.n;

        if (a % 5 != b % 5 && a / 5 != b / 5 &&
            (path_of(&net, a, b)->port / 2 == 0) != (b / 5 > a / 5)) {
            claim_against(f, "mesh:4x5: from %u to %u", a, b);
        }
    }
    net_close(&net);
    claim_checked(f, "all routes of mesh:4x5");
}

static int compare(const struct noc_label *a, const struct noc_label *b)
{
    for (unsigned i = 0; i < NOC_LABEL_PARTS; i++) {
        if (a->part[i] != b->part[i]) {
            return a->part[i] < b->part[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Turns that the labels allow at every cell of a mesh that has both channels. */
static unsigned turns_by_labels(const struct net *net, bool allowed[4][4])
{
    unsigned kinds = 0;

    for (unsigned a = 0; a < 4; a++) {
        for (unsigned b = 0; b < 4; b++) {
            allowed[a][b] = a / 2 != b / 2;
            for (uint32_t node = 0; node < net->n && allowed[a][b]; node++) {
                struct noc_link in, out;
                struct noc_label first, second;

                if (noc_topology_link(&net->t, node, a ^ 1, &in) &&
                    noc_topology_link(&net->t, node, b, &out) &&
                    net->r->label(&net->t, in.node, a, 0, &first) &&
                    net->r->label(&net->t, node, b, 0, &second)) {
                    allowed[a][b] = compare(&first, &second) < 0;
                }
            }
            kinds += allowed[a][b];
        }
    }
    return kinds;
}

static void check_more_turns(bool deep, struct noc_finding *f)
{
    bool allowed[4][4], used[4][4] = {{false}};
    unsigned kinds, taken = 0;
    struct net net;

    (void)deep;
    if (!net_open(&net, "mesh:4x4", "one-turn", f)) {
        return;
    }
    kinds = turns_by_labels(&net, allowed);
    for (uint32_t p = 0; p < net.n * net.n; p++) {
        const struct noc_channel *hop = path_of(&net, p / net.n, p % net.n);

        for (uint32_t i = 1; i < path_length(&net, p / net.n, p % net.n); i++) {
            unsigned a = hop[i - 1].port, b = hop[i].port;

            taken += a != b && !used[a][b];
            used[a][b] = true;
            if (a != b && !allowed[a][b]) {
                claim_against(f, "a turn that the labels do not allow: %s to %s", direction[a],
                              direction[b]);
            }
        }
    }
    if (kinds <= taken) {
        claim_against(f, "%u turns allowed, %u taken", kinds, taken);
    }
    claim_checked(f, "mesh:4x4: labels allow %u kinds of turns, routes take %u", kinds, taken);
    net_close(&net);
}

/* A channel of a mesh by number, with its label; false: there is none, or no label. */
static bool labelled(const struct net *net, uint32_t number, uint32_t *node, unsigned *port,
                     struct noc_link *link, struct noc_label *label)
{
    unsigned vc = number % net->r->vcs;

    *node = number / net->r->vcs / net->t.ports;
    *port = number / net->r->vcs % net->t.ports;
    return noc_topology_link(&net->t, *node, *port, link) &&
           net->r->label(&net->t, *node, *port, vc, label);
}

/* 7.2.2: where a channel stands: right and up from the left column on, then left and down from
 * the right one on; a column's vertical channels between the horizontal ones on its two sides. */
static int one_turn_place(uint32_t x, unsigned port)
{
    return port == UP    ? 2 * (int)x
         : port == RIGHT ? 2 * (int)x + 1
         : port == DOWN  ? 1000 - 2 * (int)x
                         : 1001 - 2 * (int)x;
}

static void check_one_turn_labels(bool deep, struct noc_finding *f)
{
    struct net net;

    (void)deep;
    if (!net_open(&net, "mesh:4x5", "one-turn", f)) {
        return;
    }
    for (uint32_t q = 0; q < net.channels * net.channels; q++) {
        struct noc_label one, two;
        struct noc_link link;
        uint32_t a, b;
        unsigned p, r;

        if (labelled(&net, q / net.channels, &a, &p, &link, &one) &&
            labelled(&net, q % net.channels, &b, &r, &link, &two) &&
            one_turn_place(a % 5, p) < one_turn_place(b % 5, r) && compare(&one, &two) >= 0) {
            claim_against(f, "mesh:4x5: %s from %u and %s from %u", direction[p], a, direction[r],
                          b);
        }
    }
    net_close(&net);
    claim_checked(f, "all pairs of channels of mesh:4x5");
}

/* "Any stair from upper right to lower left": left and down in any order. */
static void check_stairs(bool deep, struct noc_finding *f)
{
    bool allowed[4][4];
    struct net net;

    (void)deep;
    if (!net_open(&net, "mesh:5x5", "one-turn", f)) {
        return;
    }
    turns_by_labels(&net, allowed);
    if (!allowed[LEFT][DOWN] || !allowed[DOWN][LEFT]) {
        claim_against(f, "labels fall at such a corner");
    }
    claim_checked(f, "labels of mesh:5x5 at all corners from left to down and from down to left");
    net_close(&net);
}

/* --- 7.3: W, X, Y, Z --------------------------------------------------------------------------- */

static void check_wxyz(bool deep, struct noc_finding *f)
{
    every_border(f, deep ? 5 : 4, false, "wxyz", is_sound);
}

/* At most `most` turns from a to b, if so many of the two are auxiliary cells. */
static void turns_of_kind(struct noc_finding *f, const char *grid, const char *routing,
                          unsigned cells, unsigned most)
{
    char text[200];
    struct net net;

    if (!net_open(&net, grid, routing, f)) {
        return;
    }
    for (uint32_t p = 0; p < net.n * net.n; p++) {
        uint32_t a = p / net.n, b = p % net.n, n = regular(&net);
        unsigned turns = turns_of(&net, a, b, false);

        if ((unsigned)(a >= n) + (b >= n) == cells &&
            (turns > most || turns_of(&net, a, b, true) > 1)) {
            claim_against(f, "%s: %u turns from %u to %u", flat(grid, text, sizeof text), turns, a,
                          b);
        }
    }
    net_close(&net);
}

static void turns_between(struct noc_finding *f, const char *grid, const char *routing)
{
    turns_of_kind(f, grid, routing, 0, 1);
    turns_of_kind(f, grid, routing, 1, 2);
}

static void turns_both(struct noc_finding *f, const char *grid, const char *routing)
{
    turns_of_kind(f, grid, routing, 2, 2);
}

static void check_wxyz_turns(bool deep, struct noc_finding *f)
{
    every_border(f, deep ? 5 : 4, false, "wxyz", turns_between);
}

static void check_wxyz_turns_both(bool deep, struct noc_finding *f)
{
    every_border(f, deep ? 5 : 4, false, "wxyz", turns_both);
}

/* Dimensions in the order W X Y Z. */
static void in_order(struct noc_finding *f, const char *grid, const char *routing)
{
    char text[200];
    struct net net;

    if (!net_open(&net, grid, routing, f)) {
        return;
    }
    for (uint32_t p = 0; p < net.n * net.n; p++) {
        const struct noc_channel *hop = path_of(&net, p / net.n, p % net.n);
        unsigned before = 0;

        for (uint32_t k = 0; k < path_length(&net, p / net.n, p % net.n); k++) {
            bool off = hop[k].node >= regular(&net), on = hop[k].next >= regular(&net);
            unsigned now = off && (before == 0 || !on) ? 0 : on || off ? 3 : 1 + hop[k].port / 2;

            if (now < before) {
                claim_against(f, "%s: from %u to %u, hop %u", flat(grid, text, sizeof text),
                              p / net.n, p % net.n, k);
            }
            before = now;
        }
    }
    net_close(&net);
}

static void check_wxyz_order(bool deep, struct noc_finding *f)
{
    every_border(f, deep ? 5 : 4, false, "wxyz", in_order);
}

/* 7.3.2 and 8.2: the first part of each label: 1 off an auxiliary cell, 2 on the surface, 3 onto one;
 * 0 and 4 between two. On the surface all of X below all of Y. */
static void first_parts(struct noc_finding *f, const char *grid, const char *routing)
{
    char text[200];
    struct net net;

    if (!net_open(&net, grid, routing, f)) {
        return;
    }
    for (uint32_t c = 0; c < net.channels; c++) {
        struct noc_label label;
        struct noc_link link;
        uint32_t node;
        unsigned port;

        if (!labelled(&net, c, &node, &port, &link, &label)) {
            continue;
        }
        bool off = node >= regular(&net), on = link.node >= regular(&net);
        uint32_t far = node > link.node ? node - link.node : link.node - node,
                 first = label.part[0];
        bool surface = !off && !on && (far == 1 || far == net.t.shape->width[0]);
        bool good = off && on ? first == 0 || first == 4
                  : surface ? first == 2 && (label.part[1] < net.t.shape->width[1]) == (port < DOWN)
                  : off     ? first == 1
                  : on      ? first == 3
                            : first == 1 || first == 3;

        if (!good) {
            claim_against(f, "%s: the channel from %u to %u has %u.%u",
                          flat(grid, text, sizeof text), node, link.node, first, label.part[1]);
        }
    }
    net_close(&net);
}

static void check_wxyz_labels(bool deep, struct noc_finding *f)
{
    every_border(f, deep ? 5 : 4, false, "wxyz", first_parts);
}

static void check_hub_labels(bool deep, struct noc_finding *f)
{
    char text[100];

    (void)deep;
    first_parts(f, HUB, "balanced");
    first_parts(f, HUBS, "balanced");
    claim_checked(f, "%s", flat(HUB, text, sizeof text));
    claim_checked(f, "%s", flat(HUBS, text, sizeof text));
}

/* --- 7.4: inserted cells -------------------------------------------------------------------------- */

static void check_inserted(bool deep, struct noc_finding *f)
{
    every_insertion(f, deep ? 6 : 5, "one-turn", is_sound);
}

static void check_inserted_wxyz(bool deep, struct noc_finding *f)
{
    static const char *const grids[] = {INSERTED_BORDER, INSERTED_TWO};

    every_insertion(f, deep ? 6 : 5, "wxyz", is_sound);
    sound(f, grids, 2, "wxyz", PROVEN);
}

static void check_inserted_two(bool deep, struct noc_finding *f)
{
    static const char *const grids[] = {INSERTED_TWO};

    (void)deep;
    sound(f, grids, 1, "one-turn", PROVEN);
}

static void check_inserted_back(bool deep, struct noc_finding *f)
{
    every_insertion(f, deep ? 6 : 5, "one-turn", is_same_back);
}

static void check_inserted_turns(bool deep, struct noc_finding *f)
{
    every_insertion(f, deep ? 6 : 5, "one-turn", turns_once);
}

/* Cells with two links only, one on each side: where in a mesh a routing reaches all of them. */
static void check_inserted_half(bool deep, struct noc_finding *f)
{
    uint32_t most = deep ? 6 : 5, places = 0, reached = 0, outer = 0;
    char text[60], line[60];

    for (uint32_t size = 4; size <= most * most; size++) {
        for (uint32_t rows = 2; rows <= most; rows++) {
            uint32_t columns = size / rows;

            for (uint32_t i = 0;
                 size % rows == 0 && columns >= 2 && columns <= most && i < 2 * size; i++) {
                struct noc_finding one = {.verdict = NOC_HOLDS};
                uint32_t a = i / 2, x = a % columns, y = a / columns;
                bool column = i & 1;

                if (column ? y + 1 == rows : x + 1 == columns) {
                    continue;
                }
                snprintf(text, sizeof text, "grid\nmesh %ux%u\naux %s %u %s %u\n", rows, columns,
                         column ? "up" : "left", a, column ? "down" : "right",
                         column ? a + columns : a + 1);
                places++;
                claim_routing(&one, text, "one-turn", CLAIM_COMPLETE);
                if (one.verdict == NOC_HOLDS) {
                    reached++;
                    outer += column ? x + 1 == columns : y == 0;
                    claim_against(f, "%s: every pair has a route", flat(text, line, sizeof line));
                }
            }
        }
    }
    claim_checked(
        f,
        "every place of one cell with two links in meshes 2x2 to %ux%u: complete at %u of %u, %u of "
        "them in the first row or the last column",
        most, most, reached, places, outer);
}

/* --- 8: balanced ------------------------------------------------------------------------------------ */

static const char *const hubs[] = {HUB, HUBS};

/* One cell at each end of the outer rows and columns, whence links lead to all corners. */
static void check_balanced(bool deep, struct noc_finding *f)
{
    uint32_t most = deep ? 7 : 5, grids = 0;
    char text[100];

    for (uint32_t rows = 3; rows <= most; rows++) {
        for (uint32_t columns = 3; columns <= most; columns++) {
            const uint32_t place[] = {0, rows - 1, rows, rows + columns - 1};

            for (unsigned i = 0; i < 4; i++, grids++) {
                border_grid(text, sizeof text, rows, columns, 1u << place[i]);
                is_sound(f, text, "balanced");
            }
        }
    }
    claim_checked(f, "one cell at an end of an outer row or column of tori 3x3 to %ux%u: %u grids",
                  most, most, grids);
}

static void check_balanced_several(bool deep, struct noc_finding *f)
{
    (void)deep;
    sound(f, hubs + 1, 1, "balanced", PROVEN);
}

/* Within the surface an I/O route goes between its end and the nearest corner. */
static void check_corner(bool deep, struct noc_finding *f)
{
    struct net net;

    (void)deep;
    if (!net_open(&net, HUB, "balanced", f)) {
        return;
    }
    for (uint32_t cell = 0; cell < 16; cell++) {
        for (unsigned way = 0; way < 2; way++) {
            uint32_t from = way ? cell : 16, to = way ? 16 : cell, surface = 0;
            uint32_t x = cell % 4, y = cell / 4;
            uint32_t nearest = (x < 2 ? x : 3 - x) + (y < 2 ? y : 3 - y);

            for (uint32_t i = 0; i < path_length(&net, from, to); i++) {
                const struct noc_channel *c = &path_of(&net, from, to)[i];
                uint32_t a = c->node, b = c->next;
                bool around = a < 16 && b < 16 && (a > b ? a - b : b - a) != 1 &&
                              (a > b ? a - b : b - a) != 4;

                surface += a < 16 && b < 16 && !around;
            }
            if (surface != nearest) {
                claim_against(
                    f, "from %u to %u: %u links of the surface, the nearest corner is %u away",
                    from, to, surface, nearest);
            }
        }
    }
    net_close(&net);
    claim_checked(f, "torus 4x4 with cell 16 between 3 and 0: all cells, both ways");
}

static uint64_t busiest(const char *grid, const char *routing, enum noc_load_traffic traffic,
                        struct noc_finding *f)
{
    uint64_t *load, most = 0;
    struct net net;

    if (!net_open(&net, grid, routing, f)) {
        return 0;
    }
    load = calloc(net.channels, sizeof *load);
    noc_link_load(&net.t, net.r, traffic, load);
    for (uint32_t c = 0; c < net.channels; c++) {
        struct noc_link link;
        uint32_t node = c / net.r->vcs / net.t.ports;
        bool there = noc_topology_link(&net.t, node, c / net.r->vcs % net.t.ports, &link);
        uint32_t far = there && node > link.node ? node - link.node : there ? link.node - node : 0;

        if (there && node < 16 && link.node < 16 && (far == 1 || far == 4)) { /* of the surface */
            most = load[c] > most ? load[c] : most;
        }
    }
    free(load);
    net_close(&net);
    return most;
}

static void check_relief(bool deep, struct noc_finding *f)
{
    uint64_t balanced = busiest(HUB, "balanced", NOC_LOAD_IO, f);
    uint64_t wxyz = busiest(HUB, "wxyz", NOC_LOAD_IO, f);

    (void)deep;
    claim_checked(
        f,
        "torus 4x4 with cell 16 between 3 and 0, I/O traffic alone: the busiest channel of the "
        "surface has %llu routes under balanced, %llu under wxyz",
        (unsigned long long)balanced, (unsigned long long)wxyz);
    if (balanced >= wxyz) {
        claim_against(f, "%llu against %llu routes", (unsigned long long)balanced,
                      (unsigned long long)wxyz);
    }
}

/* Figure 12: one turn and X then Y load the mesh differently. */
static void check_figure_12(bool deep, struct noc_finding *f)
{
    uint64_t *one, *two;
    unsigned different = 0;
    struct net a, b;

    (void)deep;
    if (!net_open(&a, "mesh:4x4", "one-turn", f)) {
        return;
    }
    if (!net_open(&b, "mesh:4x4", "x-then-y", f)) {
        net_close(&a);
        return;
    }
    one = calloc(a.channels, sizeof *one);
    two = calloc(b.channels, sizeof *two);
    uint64_t sum_one = noc_link_load(&a.t, a.r, NOC_LOAD_ALL, one);
    uint64_t sum_two = noc_link_load(&b.t, b.r, NOC_LOAD_ALL, two);

    for (uint32_t c = 0; c < a.channels && a.channels == b.channels; c++) {
        different += one[c] != two[c];
    }
    if (!different || sum_one != sum_two) {
        claim_against(f, "%u channels differ; %llu and %llu hops", different,
                      (unsigned long long)sum_one, (unsigned long long)sum_two);
    }
    claim_checked(f, "mesh:4x4, all to all: %u channels differ, %llu hops in all with both",
                  different, (unsigned long long)sum_one);
    free(one);
    free(two);
    net_close(&a);
    net_close(&b);
}

/* Figure 14: I/O traffic a quarter of the cells' own. How far the busiest channel is above the mean of
 * those in use, in per cent: of the cells' traffic alone, and together. */
static uint64_t unevenness(const uint64_t *load, uint32_t channels, const uint64_t *in_use)
{
    uint64_t most = 0, sum = 0, used = 0;

    for (uint32_t c = 0; c < channels; c++) {
        most = load[c] > most ? load[c] : most;
        sum += load[c];
        used += in_use[c] > 0;
    }
    return most * used * 100 / sum;
}

static void check_figure_14(bool deep, struct noc_finding *f)
{
    uint64_t *all, *io, *both, cells_sum = 0, io_sum = 0;
    struct net net;

    (void)deep;
    if (!net_open(&net, HUB, "balanced", f)) {
        return;
    }
    all = calloc(net.channels, sizeof *all);
    io = calloc(net.channels, sizeof *io);
    both = calloc(net.channels, sizeof *both);
    noc_link_load(&net.t, net.r, NOC_LOAD_ALL, all);
    noc_link_load(&net.t, net.r, NOC_LOAD_IO, io);
    for (uint32_t c = 0; c < net.channels; c++) {
        both[c] = all[c];
        all[c] -= io[c]; /* between cells of the mesh */
        cells_sum += all[c];
        io_sum += io[c];
    }
    uint64_t alone = unevenness(all, net.channels, both);

    for (uint32_t c = 0; c < net.channels; c++) {
        all[c] = 4 * io_sum * all[c] + cells_sum * io[c]; /* I/O's sum is a quarter of the other */
    }
    uint64_t together = unevenness(all, net.channels, both);

    claim_checked(
        f,
        "torus 4x4 with cell 16 between 3 and 0: the busiest channel has %llu percent of the mean "
        "with the mesh's traffic alone, %llu with I/O a quarter of it",
        (unsigned long long)alone, (unsigned long long)together);
    if (together >= alone) {
        claim_against(f, "%llu percent alone, %llu together", (unsigned long long)alone,
                      (unsigned long long)together);
    }
    free(all);
    free(io);
    free(both);
    net_close(&net);
}

/* The share of I/O, in per cent of the cells' own traffic, at which the busiest channel has least of all. */
static void check_quarter(bool deep, struct noc_finding *f)
{
    uint64_t *all, *io, cells_sum = 0, io_sum = 0, best_most = 1, best_sum = 0;
    uint32_t best = 0;
    struct net net;

    (void)deep;
    if (!net_open(&net, HUB, "balanced", f)) {
        return;
    }
    all = calloc(net.channels, sizeof *all);
    io = calloc(net.channels, sizeof *io);
    noc_link_load(&net.t, net.r, NOC_LOAD_ALL, all);
    noc_link_load(&net.t, net.r, NOC_LOAD_IO, io);
    for (uint32_t c = 0; c < net.channels; c++) {
        all[c] -= io[c]; /* between cells of the mesh */
        cells_sum += all[c];
        io_sum += io[c];
    }
    for (uint32_t share = 0; share <= 100; share++) {
        uint64_t most = 0, sum = (100 + share) * cells_sum * io_sum;

        for (uint32_t c = 0; c < net.channels; c++) {
            uint64_t load = 100 * io_sum * all[c] + share * cells_sum * io[c];

            most = load > most ? load : most;
        }
        if (!best_sum || most * best_sum < best_most * sum) {
            best = share;
            best_most = most;
            best_sum = sum;
        }
    }
    claim_checked(
        f,
        "torus 4x4 with cell 16 between 3 and 0, shares of 0 to 100 percent: the busiest channel has "
        "least, %llu.%02llu percent of all, at %u percent",
        (unsigned long long)(best_most * 100 / best_sum),
        (unsigned long long)(best_most * 10000 / best_sum % 100), best);
    if (best < 20 || best > 30) {
        claim_against(f, "%u percent are best", best);
    }
    free(all);
    free(io);
    net_close(&net);
}

/* Cells that links outside the surface join to the auxiliary cell `from`, as bits. */
static uint64_t border_reach(const struct noc_topology *t, uint32_t from, uint32_t regular_cells,
                             uint32_t columns)
{
    uint64_t reach = 1ull << from, before = 0;

    while (reach != before) {
        before = reach;
        for (uint32_t p = 0; p < t->nodes * t->ports; p++) {
            uint32_t a = p / t->ports;
            struct noc_link link;

            if (!(reach >> a & 1) || !noc_topology_link(t, a, p % t->ports, &link)) {
                continue;
            }
            uint32_t b = link.node, far = a > b ? a - b : b - a;

            if (a >= regular_cells || b >= regular_cells || (far != 1 && far != columns)) {
                reach |= 1ull << b;
            }
        }
    }
    return reach;
}

/* 8.2: by his rule I/O leaves and enters the surface at the corners only. */
static void check_linked(bool deep, struct noc_finding *f)
{
    const uint64_t corners = 1u << 0 | 1u << 3 | 1u << 12 | 1u << 15;
    uint32_t apart = 0, sets = 0;
    char text[400];

    (void)deep;
    for (uint32_t places = 1; places < 256; places++) {
        struct noc_finding one = {.verdict = NOC_HOLDS};
        bool all = true, joined = true;
        struct net net;

        if (!(places & (places - 1))) {
            continue;
        }
        border_grid(text, sizeof text, 4, 4, places);
        if (!net_open(&net, text, "wxyz", &one)) {
            claim_unclear(f, "%s", one.counterexample);
            return;
        }
        for (uint32_t cell = 16; cell < net.n; cell++) {
            all = all && (border_reach(&net.t, cell, 16, 4) & corners) == corners;
            joined = joined && border_reach(&net.t, 16, 16, 4) >> cell & 1;
        }
        sets++;
        apart += !joined;
        if (all && !joined) {
            char line[200];

            claim_against(f, "%s: each cell has links to all corners",
                          flat(text, line, sizeof line));
        }
        net_close(&net);
    }
    claim_checked(
        f,
        "torus 4x4, every set of two border cells or more: in %u of %u no links beside the surface "
        "join them all; in each of these a cell cannot reach the corners so",
        apart, sets);
}

/* Cells that are not linked with the hub are no part of the balance. */
static void check_apart(bool deep, struct noc_finding *f)
{
    static const char *const grids[] = {APART};

    (void)deep;
    sound(f, grids, 1, "balanced", PROVEN);
}

/* Definition 3: a label belongs to one channel. */
static void check_unique(bool deep, struct noc_finding *f)
{
    static const struct {
        const char *grid, *routing;
    } of[] = {{"mesh:4x4", "x-then-y"}, {"mesh:4x4", "one-turn"},
              {INSERTED, "one-turn"},   {TWO, "wxyz"},
              {HUB, "balanced"},        {HUBS, "balanced"}};

    (void)deep;
    for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
        struct net net;
        char text[80];

        if (!net_open(&net, of[i].grid, of[i].routing, f)) {
            return;
        }
        for (uint32_t p = 0; p < net.channels; p++) {
            for (uint32_t q = 0; q < p; q++) {
                struct noc_label a, b;
                uint32_t ports = net.t.ports, vcs = net.r->vcs;

                if (net.r->label(&net.t, p / vcs / ports, p / vcs % ports, p % vcs, &a) &&
                    net.r->label(&net.t, q / vcs / ports, q / vcs % ports, q % vcs, &b) &&
                    compare(&a, &b) == 0) {
                    claim_against(f, "%s, %s: ports %u of %u and %u of %u",
                                  flat(of[i].grid, text, sizeof text), of[i].routing,
                                  p / vcs % ports, p / vcs / ports, q / vcs % ports,
                                  q / vcs / ports);
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "x-then-y, one-turn, wxyz, balanced: six grids");
}

#define STRICKER "Stricker 1991"

const struct noc_claim noc_claims_grid[] = {
    {STRICKER, "3", NOC_TEXT, "A single ring of a torus can deadlock.", check_ring_deadlock, NULL},
    {STRICKER, "3", NOC_TEXT,
     "In the surface alone, cycles are possible; they turn at corners, of which there are four clockwise and four counterclockwise.",
     check_turns, NULL},
    {STRICKER, "3", NOC_TEXT, "With all eight turns there is a cycle within the surface.",
     check_surface_cycles, NULL},
    {STRICKER, "4.1", NOC_TEXT,
     "A path through a one-way ring that holds all routes visits every cell twice.",
     check_double_loop,
     "All but one: 2n - 1 visits are enough. UTR's p and h channels are such a path."},
    {STRICKER, "4.2", NOC_TEXT, "Y then X in unidirectional tori takes one of the eight turns.",
     check_one_turn_of_eight, NULL},
    {STRICKER, "theorem 1", NOC_RESULT,
     "To exclude deadlock in a mesh it is enough to disallow one turn of each orientation, whichever.",
     check_theorem_1,
     "Which two matters. If they are a turn and the one with its directions exchanged (right to down, and down to right), "
     "three turns of one orientation can be undone by three of the other, and a path that crosses itself closes. These four "
     "pairs fail, the other 12 are sound. His own routers use sound ones. (Glass and Ni, 1992, count the same.)"},
    {STRICKER, "theorem 1, proof", NOC_PROOF,
     "A cycle of channels is clockwise or counterclockwise, and has all four turns of its orientation.",
     check_proof_1, "A cycle may cross itself. Then it is neither."},
    {STRICKER, "definition 3", NOC_TEXT, "Labels belong to one channel each.", check_unique, NULL},
    {STRICKER, "theorem 2", NOC_RESULT,
     "A routing whose dependencies lie within an order of the channels cannot deadlock.",
     check_theorem_2, NULL},
    {STRICKER, "theorem 2, as printed", NOC_SLIP,
     "A routing whose dependencies lie within the reversed order of the channels, as the formula has it, cannot deadlock.",
     check_theorem_2_printed,
     "The formula exchanges the two channels. No harm: falling labels do as well."},
    {STRICKER, "6.2", NOC_TEXT,
     "In an array of n cells routes are sqrt(n)/2 links long on average (shortest routes on square tori, even sides).",
     check_mean_length, NULL},
    {STRICKER, "6.2", NOC_OURS,
     "Not claimed: within the surface, where most of the report's routers stay, routes are 2/3 (s - 1/s) links long on average, s = sqrt(n).",
     check_mean_length_surface,
     "About a third more than on the torus. The order of the cost, O(n^2 sqrt(n)), is the same."},
    {STRICKER, "theorem 3", NOC_RESULT,
     "X then Y is complete, shortest on a mesh, its labels rise, and it cannot deadlock.",
     check_theorem_3, NULL},
    {STRICKER, "7.1.2, as printed", NOC_SLIP,
     "The labels of both directions of a row: left to right from a to c, and right to left from c to a.",
     check_labels_printed,
     "Both numberings are the same one: a message to the left meets falling labels. They must grow the way that messages go. "
     "(The table's fourth row is called x- where y- is meant.)"},
    {STRICKER, "7.1.1", NOC_RESULT,
     "X then Y cannot include auxiliary cells (here: one in the border).", check_no_aux, NULL},
    {STRICKER, "7.1.1", NOC_OURS,
     "Not claimed (7.1.1 is about the plain router): X then Y can include a cell inserted into the surface, completely, with rising labels, without deadlock.",
     check_x_then_y_inserted,
     "A cell with four links, inserted into a row and a column, is reached like any other, by its own row and column."},
    {STRICKER, "7.1.1", NOC_TEXT, "X then Y loads the middle of the mesh most.", check_congestion,
     NULL},
    {STRICKER, "7.2", NOC_TEXT,
     "One turn: along the row first exactly when the destination is below.", check_one_turn_rule,
     NULL},
    {STRICKER, "7.2", NOC_RESULT,
     "One turn is complete, its labels rise, and it cannot deadlock, with an auxiliary cell in the border too.",
     check_one_turn, NULL},
    {STRICKER, "7.2.1", NOC_RESULT, "One turn takes the same way there and back.",
     check_one_turn_back, NULL},
    {STRICKER, "7.2.1", NOC_RESULT, "One turn turns at most once.", check_one_turn_turns, NULL},
    {STRICKER, "7.2.2", NOC_TEXT,
     "One turn's labels: first all channels to the right and up, column by column, a column's vertical ones between the horizontal ones on its sides; then all to the left and down, back.",
     check_one_turn_labels, NULL},
    {STRICKER, "figure 7", NOC_TEXT, "The labels of one turn allow more turns than it takes.",
     check_more_turns, NULL},
    {STRICKER, "8.1", NOC_TEXT,
     "Under the labels of one turn any stair from upper right to lower left could be taken.",
     check_stairs, NULL},
    {STRICKER, "7.3", NOC_RESULT, "W-X-Y-Z is complete, its labels rise, and it cannot deadlock.",
     check_wxyz, NULL},
    {STRICKER, "7.3.1", NOC_RESULT, "Routes of W-X-Y-Z take W, X, Y and Z strictly in this order.",
     check_wxyz_order, NULL},
    {STRICKER, "7.3.1", NOC_RESULT,
     "Routes of W-X-Y-Z turn at most once within the surface, twice from or to an auxiliary cell.",
     check_wxyz_turns, NULL},
    {STRICKER, "7.3.1", NOC_OURS,
     "Not claimed in so many words: routes from one auxiliary cell to another turn at most twice as well.",
     check_wxyz_turns_both,
     "Off the one, at a corner, and onto the other: three. (The text has at most two \"from and to\" auxiliary cells, which we "
     "read as from or to one.)"},
    {STRICKER, "7.3.2", NOC_TEXT,
     "W-X-Y-Z's labels begin with 1 for W, 2 on the surface, 3 for Z; on the surface all of X lie below all of Y.",
     check_wxyz_labels, NULL},
    {STRICKER, "7.4", NOC_RESULT,
     "One turn with a cell inserted into the surface, linked on four sides: complete, labels rise, no deadlock.",
     check_inserted, NULL},
    {STRICKER, "7.4.1", NOC_RESULT,
     "One turn takes the same way there and back, with an inserted cell too.", check_inserted_back,
     NULL},
    {STRICKER, "7.4.1", NOC_RESULT, "One turn turns at most once, with an inserted cell too.",
     check_inserted_turns, NULL},
    {STRICKER, "7.4.1", NOC_RESULT,
     "For a complete routing an inserted cell has to be linked on all four sides (one turn, a cell linked in one dimension only).",
     check_inserted_half,
     "A cell in the first row has all others beside or below it. One turn leaves it along the row, and comes to it from below by the "
     "column first, then along the row: it needs no links up and down. A cell with links up and down in the last column is reached as well, "
     "if the other order serves where the rule's first link is missing; its labels rise, too. Everywhere else the claim is right."},
    {STRICKER, "7.4.2", NOC_RESULT,
     "Labels can be adapted to cells inserted into rows and columns of their own: one turn with two such cells.",
     check_inserted_two, NULL},
    {STRICKER, "7.4.2", NOC_RESULT,
     "Labels can be adapted to inserted cells: W-X-Y-Z, also with a border cell or a second inserted one; complete, without deadlock.",
     check_inserted_wxyz, NULL},
    {STRICKER, "8", NOC_RESULT,
     "Balanced routing with one auxiliary cell is complete, its labels rise, and it cannot deadlock.",
     check_balanced, NULL},
    {STRICKER, "8", NOC_TEXT,
     "On the surface an I/O message goes between its end and the nearest corner.", check_corner,
     NULL},
    {STRICKER, "8", NOC_TEXT, "Balanced routing takes I/O traffic off the surface's links.",
     check_relief, NULL},
    {STRICKER, "8.1, figure 12", NOC_TEXT,
     "One turn and X then Y load the links of a mesh differently, with as many hops in all.",
     check_figure_12,
     "The text has n^2 messages between every pair of cells; n^2 in all, one for each pair, are meant (see 6.2)."},
    {STRICKER, "8.1, figure 14", NOC_TEXT,
     "Traffic within the mesh and I/O traffic, a quarter of it, complement each other: together they load links more evenly.",
     check_figure_14, NULL},
    {STRICKER, "8.1, figure 14", NOC_TEXT,
     "They complement each other if I/O is roughly one quarter of the traffic within the mesh (here: the busiest channel has least at 20 to 30 percent).",
     check_quarter, NULL},
    {STRICKER, "8.2", NOC_RESULT,
     "Balanced routing with several linked auxiliary cells is complete, its labels rise, and it cannot deadlock.",
     check_balanced_several, NULL},
    {STRICKER, "8, 8.2", NOC_TEXT,
     "Balanced routing's labels: wrap-around links in W or Z, links between auxiliary cells before W (0) or after Z (4).",
     check_hub_labels, NULL},
    {STRICKER, "8.2", NOC_TEXT,
     "For balanced routing to be complete, auxiliary cells have to be linked among themselves: else some cell has no way to the corners beside the surface.",
     check_linked, NULL},
    {STRICKER, "8.2", NOC_OURS,
     "Not claimed: a cell apart may be served as in 7.3, by W and Z links of its own, beside a balanced one; complete, with rising labels, without deadlock.",
     check_apart, NULL},
    {0},
};
