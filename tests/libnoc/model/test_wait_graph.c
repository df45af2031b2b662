/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Circular waits from state blocks alone against those that the network finds as it runs: small
 * networks, all of whose nodes send as much as they can, looked at between any two cycles. A
 * cycle of waits is there from the cycle on in which one was reported, and not before; where a worm
 * waits for one other only it is the same, worm by worm.
 */
#include <stdint.h>
#include <stdio.h>

#include "test.h"
#include "routing/hcycle.h"
#include "net_world.h"
#include "model/board_priv.h"
#include "model/wait_graph.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum { NETWORKS = 400, WORMS = 400, CYCLES = 400, WAIT_CYCLES = 64, LONGEST = 64, HEADERS = 8 };

struct wait_cycle {
    struct noc_wait wait[LONGEST];
    uint32_t n;
};

static struct {
    struct wait_cycle wait_cycle[WAIT_CYCLES]; /* reported */
    uint32_t wait_cycles;
    struct noc_worm worm[WORMS];
    uint32_t header[WORMS][HEADERS];
    struct noc_net *net;
} run;

static struct {
    uint32_t wait_cycles, with_copies, with_lanes, sources, contexts;
} seen;

static uint32_t seed;
static uint32_t draw(uint32_t n)
{
    seed += 0x9e3779b9u;
    return world_mix(seed) % n;
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)opaque;
    (void)when;
    assert_true(run.wait_cycles < WAIT_CYCLES && n <= LONGEST && n > 0);
    memcpy(run.wait_cycle[run.wait_cycles].wait, wait, n * sizeof *wait);
    run.wait_cycle[run.wait_cycles++].n = n;
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    (void)opaque;
    (void)w;
    (void)node;
    (void)when;
}

static uint32_t word(void *opaque, uint32_t node, uint32_t offset)
{
    uint32_t row = (offset - STATE_IN) / STATE_ROW_STRIDE, rows = noc_net_rows(run.net, node);
    struct noc_net_row r;

    (void)opaque;
    if (offset == STATE_ROWS) {
        return rows < STATE_ROWS_MAX ? rows : STATE_ROWS_MAX;
    }
    if (offset < STATE_IN) {
        return 0;
    }
    assert_true(noc_net_row(run.net, node, row, &r));
    return ni_row_word(&r, offset - row * STATE_ROW_STRIDE);
}

static bool is_channel(const struct noc_channel *a, const struct noc_channel *b)
{
    return a->node == b->node && a->next == b->next && a->port == b->port && a->vc == b->vc &&
           a->dim == b->dim && a->dir == b->dir;
}

static void check_source(const struct noc_wait_graph *w, uint32_t row, const struct noc_worm *worm)
{
    uint32_t source = noc_wait_graph_source(w, row), front = w->row[row].front;
    const uint32_t *header = worm->headers ? worm->headers : worm->header;

    seen.sources += source != NOC_ANYWHERE;
    assert_true(source == worm->source || source == NOC_ANYWHERE);
    if (noc_header_kind(front) == NOC_HEADER_LAST) {
        assert_int_equal(noc_header_node(front),
                         noc_header_node(header[worm->headers ? worm->header_flits - 1 : 0]));
    }
}

/* A cycle of waits that was reported is this one. */
static bool is_wait_cycle(const struct noc_wait_graph *w, const struct wait_cycle *wait_cycle,
                          const struct noc_wait_graph_entry *entry, uint32_t n)
{
    if (wait_cycle->n != n) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!is_channel(&wait_cycle->wait[i].holds, &entry[i].holds) ||
            !is_channel(&wait_cycle->wait[i].wants, &entry[i].wants)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < n && w->lanes == 1; i++) { /* else others have these, too */
        check_source(w, entry[i].row, wait_cycle->wait[i].worm);
    }
    return true;
}

/* Each worm of a cycle of waits that was reported is caught, and waits for that. */
static void check_caught(const struct noc_wait_graph *w, const struct wait_cycle *wait_cycle)
{
    for (uint32_t i = 0; i < wait_cycle->n; i++) {
        const struct noc_wait *wait = &wait_cycle->wait[i];
        bool context = wait->wants.port == NOC_PORT_LOCAL, found = false;

        for (uint32_t k = 0; k < w->rows && !found; k++) {
            struct noc_channel holds = noc_wait_graph_holds(w, k), wants;

            if (!w->row[k].caught || !is_channel(&holds, &wait->holds) ||
                (context ? !w->row[k].context : !w->row[k].channel)) {
                continue;
            }
            wants = noc_wait_graph_wants(w, k, context);
            found = is_channel(&wants, &wait->wants);
        }
        seen.contexts += context;
        assert_true(found);
    }
}

/* Each of its worms waits for the next one, directly or through buffers of that. */
static void check_wait_cycle(const struct noc_wait_graph *w,
                             const struct noc_wait_graph_entry *entry, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct noc_wait_graph_entry *e = &entry[i], *next = &entry[(i + 1) % n];
        const struct noc_wait_graph_row *row = &w->row[e->row];
        struct noc_channel holds = noc_wait_graph_holds(w, e->row);
        uint32_t at = w->on[row->wait + (e->wants.port == NOC_PORT_LOCAL ? row->channel : 0)];

        assert_true(is_channel(&e->holds, &holds));
        for (uint32_t steps = 0; at != next->row && steps < w->rows; steps++) {
            assert_true(w->row[at].channel > 0); /* a worm that waits for its own header */
            at = w->on[w->row[at].wait];
        }
        /* with lanes any of several may be followed */
        assert_true(at == next->row || w->lanes > 1);
    }
}

static void check(const struct noc_net_config *c)
{
    static struct noc_wait_graph_entry entry[4096];
    bool same = c->lanes == 1 && !c->routing->copies, caught = false;
    uint32_t n, wait_cycles = 0;
    struct noc_wait_graph w;

    assert_null(noc_wait_graph_read(&w, c->topology, word, NULL));
    assert_true(w.rows <= 4096);
    for (uint32_t i = 0; i < w.rows; i++) {
        caught |= w.row[i].caught;
    }
    assert_int_equal(caught, run.wait_cycles > 0);
    while ((n = noc_wait_graph_cycle(&w, entry)) > 0) {
        bool known = false;

        for (uint32_t i = 0; i < run.wait_cycles; i++) {
            known |= is_wait_cycle(&w, &run.wait_cycle[i], entry, n);
        }
        assert_true(known || !same);
        check_wait_cycle(&w, entry, n);
        wait_cycles++;
    }
    assert_int_equal(wait_cycles > 0, caught);
    if (same) {
        assert_int_equal(wait_cycles, run.wait_cycles);
    }
    for (uint32_t i = 0; i < run.wait_cycles; i++) {
        check_caught(&w, &run.wait_cycle[i]);
    }
    noc_wait_graph_free(&w);
}

/* --- networks ------------------------------------------------------------------------- */

static const struct {
    const char *topology, *routing; /* NULL: any that fits */
} named[] = {
    {"torus:4x4", "dor"},
    {"torus:3x5", "dor"},
    {"utorus:5", "dor"},
    {"utorus:4x4", "dor"},
    {"torus:4x4", NULL},
    {"mesh:4x4", NULL},
    {"utorus:3", "utpr"},
    {"utorus:4x2", "utpr"},
    {"utorus:3x3", "utpr"},
    {"utorus:6", "utpr"},
    {"mesh:3x3", "coded-path"},
    {"mesh:4x3", "coded-path"},
    {"mesh:3x3", "hamiltonian"},
    {"cube:3", "hamiltonian"},
    {"ccc:3", NULL},
    {"cube:4", NULL},
};

static void choose(struct noc_topology *t, struct noc_net_config *c)
{
    uint32_t i = draw(sizeof named / sizeof named[0]), fit = 0;

    assert_true(noc_topology_parse(t, named[i].topology, NULL));
    c->routing = NULL;
    for (const struct noc_routing *const *r = noc_routings; *r; r++) {
        if (named[i].routing ? !strcmp((*r)->name, named[i].routing)
                             : (*r)->fits(t, NULL) && draw(++fit) == 0) {
            c->routing = *r;
        }
    }
    assert_non_null(c->routing);
    assert_true(c->routing->fits(t, NULL));
    c->topology = t;
}

/* To a few nodes as the routing has them, or to one. */
static struct noc_worm any_worm(const struct noc_net_config *c, uint32_t i, uint32_t longest)
{
    uint32_t nodes = c->topology->nodes, from = i % nodes, n = 0;
    uint32_t to = (from + 1 + draw(nodes - 1)) % nodes, m = 1 + draw(3), *header = run.header[i];
    uint16_t chain[4] = {(uint16_t)from, (uint16_t)to};

    for (uint32_t k = 2; k <= m; k++) {
        chain[k] = (uint16_t)((from + 1 + draw(nodes - 1)) % nodes);
    }
    if (c->routing->check && draw(3) > 0) {
        if (!strcmp(c->routing->name, "utpr")) {
            noc_hcycle_order(c->topology, chain, m + 1);
        }
        n = noc_route_headers_many(c->topology, c->routing, from, chain + 1, m, header);
    }
    if (n > 0 && n <= HEADERS && c->routing->check(c->topology, from, header, n) == NOC_TX_OK) {
        return world_list(i, from, header, n, 3 + draw(longest));
    }
    n = noc_route_headers(c->topology, c->routing, from, to, header);
    if (n > 1) {
        return world_list(i, from, header, n, 3 + draw(longest));
    }
    return world_worm(i, from, to, 4 + draw(longest));
}

static void saturate(const struct noc_net_config *c)
{
    struct noc_net_ops ops = {.deliver = on_deliver, .deadlock = on_deadlock};
    uint32_t longest = 1 + draw(40), span = 1 + draw(100);

    run.wait_cycles = 0;
    run.net = noc_net_new(c, &ops);
    assert_non_null(run.net);
    for (uint32_t i = 0; i < WORMS; i++) {
        run.worm[i] = any_worm(c, i, longest);
        noc_net_send(run.net, &run.worm[i], draw(span));
    }
    while (noc_net_now(run.net) < CYCLES) {
        noc_net_run(run.net, noc_net_now(run.net) + 1);
        check(c);
    }
    seen.wait_cycles += run.wait_cycles;
    seen.with_copies += c->routing->copies && run.wait_cycles;
    seen.with_lanes += c->lanes > 1 && run.wait_cycles;
    noc_net_free(run.net);
}

TEST(the_same_wait_cycles_in_the_same_cycle)
{
    static struct world world;
    struct noc_topology topology;

    TEST_CASES(current, NETWORKS)
    {
        struct noc_net_config c;

        seed = current * 0x1234567u;
        world_ring(&world, 3 + draw(8), (uint8_t)(1 + draw(2)), draw(2) ? WORLD_VC0 : WORLD_MIX);
        c = world_config(&world, world_presets[draw(3)]);
        if (current % 4) {
            choose(&topology, &c);
        }
        c.ports = draw(3);
        c.lanes = (uint16_t)(draw(3) ? 1 : 2);
        c.consumption = (enum noc_consumption)draw(3);
        if (draw(2)) {
            c.buffer_flits = (uint16_t)(1 + draw(5));
        }
        saturate(&c);
    }
    print_message(
        "%u cycles of waits, %u networks with copies and %u with lanes had some; %u sources, "
        "%u contexts told\n",
        seen.wait_cycles, seen.with_copies, seen.with_lanes, seen.sources, seen.contexts);
    if (!test_whole()) {
        return;
    }
    assert_true(seen.wait_cycles > NETWORKS / 4); /* the test is worth its name */
    assert_true(seen.with_copies > 10 && seen.with_lanes > 10 && seen.contexts > 10);
    assert_true(seen.sources > 10);
}

/* --- blocks that no board has ----------------------------------------------------- */

enum { WRONG_NODE = 5, ROW = 3, PLAUSIBLE_BOARDS = 2000 };

struct odd {
    uint32_t at[4], value[4]; /* these words of WRONG_NODE; all others are 0 */
};

static uint32_t odd_word(void *opaque, uint32_t node, uint32_t offset)
{
    const struct odd *odd = opaque;

    for (unsigned i = 0; node == WRONG_NODE && i < 4; i++) {
        if (odd->at[i] == offset) {
            return odd->value[i];
        }
    }
    return 0;
}

TEST(blocks_that_make_no_sense)
{
    const uint32_t at = ROW * STATE_ROW_STRIDE, there = NOC_PUT(1, STATE_WORM, THERE);
    const uint32_t asks = there | NOC_PUT(1, STATE_WORM, ASKS_CHANNEL);
    const uint32_t has = there | NOC_PUT(1, STATE_WORM, HAS_CHANNEL);
    const struct {
        struct odd odd;
        const char *says; /* NULL: nothing is wrong */
    } cases[] = {
        /* on a mesh node 5 of 4x4 has links 0 to 3 */
        {{{STATE_ROWS}, {STATE_ROWS_MAX}}, NULL},
        {{{STATE_ROWS}, {STATE_ROWS_MAX + 1}}, "more rows than fit"},
        {{{STATE_ROWS, STATE_IN + at, STATE_WORM + at}, {ROW, 4, there}}, NULL},
        {{{STATE_ROWS, STATE_IN + at, STATE_WORM + at}, {ROW + 1, 3, there}}, NULL},
        {{{STATE_ROWS, STATE_IN + at, STATE_WORM + at}, {ROW + 1, 4, there}},
         "where no link arrives"},
        {{{STATE_ROWS, STATE_OUT + at, STATE_WORM + at}, {ROW + 1, 3, asks}}, NULL},
        {{{STATE_ROWS, STATE_OUT + at, STATE_WORM + at}, {ROW + 1, 4, asks}},
         "where no link leaves"},
        {{{STATE_ROWS, STATE_OUT + at, STATE_WORM + at}, {ROW + 1, STATE_PORT_NI, has}},
         "where no link leaves"},
    };
    struct noc_topology topology;

    assert_true(noc_topology_parse(&topology, "mesh:4x4", NULL));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct noc_wait_graph w;
        struct odd odd = cases[i].odd;
        const char *wrong = noc_wait_graph_read(&w, &topology, odd_word, &odd);

        if (!cases[i].says) {
            assert_null(wrong);
            noc_wait_graph_free(&w);
            continue;
        }
        assert_non_null(wrong);
        assert_non_null(strstr(wrong, cases[i].says));
        assert_int_equal(w.wrong, WRONG_NODE);
    }
}

/* A word that could be, in a block in which nothing fits to anything. */
static uint32_t plausible_word(void *opaque, uint32_t node, uint32_t offset)
{
    uint32_t lanes = *(uint32_t *)opaque % 3 ? 1 : 3, r;

    r = world_mix(*(uint32_t *)opaque ^ world_mix(node << 16 | offset));
    if (offset == STATE_ROWS) {
        return r % 20;
    }
    if (offset < STATE_IN) {
        return r;
    }
    switch (STATE_IN + (offset - STATE_IN) % STATE_ROW_STRIDE) {
    case STATE_IN:
        return NOC_PUT(r % 5 == 4 ? STATE_PORT_INJECTION : r % 5, STATE_IN, PORT) |
               NOC_PUT(r >> 8 & 1, STATE_IN, VC) | NOC_PUT((r >> 9 & 31) % lanes, STATE_IN, LANE) |
               NOC_PUT(r >> 14 & 3, STATE_IN, FLITS);
    case STATE_OUT:
        return NOC_PUT(r & 3, STATE_OUT, PORT) | NOC_PUT(r >> 8 & 1, STATE_OUT, VC) |
               NOC_PUT((r >> 9 & 31) % lanes, STATE_OUT, LANE) |
               NOC_PUT(r >> 14 & 1, STATE_OUT, CREDITS);
    case STATE_WORM:
        return (r & 0xff0003) | NOC_PUT(1, STATE_WORM, THERE);
    default:
        return r;
    }
}

/* What comes out means nothing, but it ends, and stays in its bounds. */
TEST(boards_that_cannot_be)
{
    struct noc_topology topology;
    uint32_t wait_cycles = 0;

    assert_true(noc_topology_parse(&topology, "torus:4x4", NULL));
    for (uint32_t i = 0; i < PLAUSIBLE_BOARDS; i++) {
        struct noc_wait_graph_entry entry[16 * 20];
        struct noc_wait_graph w;
        uint32_t n, rows = 0, source;

        assert_null(noc_wait_graph_read(&w, &topology, plausible_word, &i));
        assert_true(w.rows <= sizeof entry / sizeof entry[0]);
        while ((n = noc_wait_graph_cycle(&w, entry)) > 0) {
            wait_cycles++;
            rows += n;
            for (uint32_t k = 0; k < n; k++) {
                assert_true(entry[k].row < w.rows && w.row[entry[k].row].caught);
            }
        }
        assert_true(rows <= w.rows); /* no row is in two */
        for (uint32_t k = 0; k < w.rows; k++) {
            source = noc_wait_graph_source(&w, k);
            assert_true(source == NOC_ANYWHERE || source < topology.nodes);
        }
        noc_wait_graph_free(&w);
    }
    assert_true(wait_cycles > PLAUSIBLE_BOARDS);
}
