/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The model against the naive reference: random graphs, routings, parameters
 * and traffic, headers of turns among them, and libnoc's own graphs and grids; then
 * worms of several destinations on unidirectional tori, meshes, tori and hypercubes, and with
 * compound headers;
 * every event, every counter and every circular wait must agree; and so must what debuggers
 * see of buffers at some moments (PICTURES), and the cycles of waits that can be told from that
 * alone. A failure names the network.
 */
#include <stdint.h>
#include <stdio.h>

#include "test.h"
#include "hcycle_checks.h"
#include "routing/hpath.h"
#include "net_reference.h"
#include "net_world.h"
#include "model/board_priv.h"
#include "routing/routings.h"
#include "topology/shape.h"
#include "model/wait_graph.h"
#include "topology/topologies.h"

enum {
    WORMS = 150,
    NETWORKS = 2800,
    PATHS = 700,
    CODED = 400,
    LISTED = 600,
    TOTAL = NETWORKS + PATHS + CODED + LISTED,
    END = 900,
    PICTURES = 5
};
enum { HEADERS = 96 }; /* of a worm, at most */

struct traffic {
    struct noc_worm worm[WORMS];
    uint64_t hand[WORMS]; /* cycle in which it is handed over; NOC_NEVER: by a callback */
    uint64_t when[WORMS];
    bool by_turns[WORMS]; /* it has a header of turns */
    uint32_t header[WORMS][HEADERS];
    uint32_t on_deliver[WORMS], on_left[WORMS]; /* worm to send then; 0: none */
    uint32_t worms;
};

/* All nodes' rows of state.def, and what the reference says of circular waits. */
struct picture {
    uint32_t rows[R_NODES];
    uint32_t word[R_NODES][STATE_ROWS_MAX][4];
    bool deadlock;
    uint32_t wait_cycles;
};

/* One run, of either network. */
struct run {
    struct world_log log;
    struct traffic traffic;
    const struct world *world; /* NULL: one of libnoc's own networks */
    bool lists;                /* header lists are compound */
    const struct noc_net_config *config;
    struct noc_net *net;
    struct reference *reference;
    uint64_t take[PICTURES]; /* cycles between which and the one before pictures are taken */
    struct picture picture[PICTURES];
    uint64_t stamps_on, stamps_off;
    struct r_stamp stamp[R_STAMPS];
    uint32_t stamps;
};

static uint32_t seed;
static uint32_t draw(uint32_t n)
{
    seed += 0x9e3779b9u;
    return world_mix(seed) % n;
}

/* Turns along the shortest way, or any way; sometimes link by link, sometimes
 * such that make no sense. */
static uint32_t any_turns(const struct world *world, uint32_t at, uint32_t dice, uint32_t *header)
{
    uint32_t n = 0, steps = dice >> 8 & 7, to = dice % world->topology.nodes;

    while (n < NOC_TURNS_MAX && (dice & 1 ? at != to : steps-- > 0)) {
        uint32_t port =
            dice & 1 ? world->next[at][to] : world_mix(dice + steps) % world->topology.ports;

        if (!world->there[at][port]) {
            break;
        }
        if (n > 0 && noc_header_field(header[n - 1]) == port && dice & 2) {
            header[n - 1] = noc_header(NOC_HEADER_TURN, noc_header_node(header[n - 1]) + 1, port);
        } else {
            header[n++] = noc_header(NOC_HEADER_TURN, 1, port);
        }
        at = world->link[at][port].node;
    }
    header[n++] = noc_header(NOC_HEADER_LAST, at, 0);
    if ((dice >> 16) % 32 == 0 && n > 1) {
        n--; /* nobody says where it ends */
    }
    if ((dice >> 20) % 16 == 0) {
        header[dice >> 12 & 1 ? 0 : n - 1] =
            noc_header(NOC_HEADER_TURN, dice >> 24 & 3, dice >> 26 & 3);
    }
    return n;
}

/* Bring chain[0..n-1], the source first, into the order of visits. Along a path those ahead of the
 * source remain, or those behind it. Returns how many. */
static uint32_t in_order(const struct noc_net_config *config, uint16_t *chain, uint32_t n,
                         uint32_t dice)
{
    uint16_t path[NOC_TURNS_MAX + 1];
    uint32_t self;
    bool climbs;

    if (!noc_hpath_exists(config->topology)) {
        noc_hcycle_order(config->topology, chain, n);
        assert_true(hcycle_ordered(config->topology, chain, n));
        return n;
    }
    memcpy(path, chain, n * sizeof *chain);
    self = noc_hpath_order(config->topology, path, n - 1);
    climbs = self == 0 || (self + 1 < n && dice & 1);
    n = climbs ? n - self : self + 1;
    for (uint32_t i = 0; i < n; i++) {
        chain[i] = path[climbs ? self + i : self - i];
    }
    return n;
}

/* Addresses in the order of visits; sometimes such that make no sense. */
static uint32_t any_list(const struct noc_net_config *config, uint32_t source, uint32_t dice,
                         uint32_t *header)
{
    const struct noc_topology *t = config->topology;
    uint16_t chain[NOC_TURNS_MAX + 1] = {(uint16_t)source};
    uint32_t n = 1, most = 1 + world_mix(dice) % (dice % 4 ? 4 : NOC_TURNS_MAX), at;

    for (uint32_t node = 0, left = t->nodes; node < t->nodes; node++, left--) {
        dice = world_mix(dice + 1);
        if (node != source && n <= most && dice % left <= most) {
            chain[n++] = (uint16_t)node;
        }
    }
    if (n == 1) {
        chain[n++] = (uint16_t)((source + 1) % t->nodes);
    }
    n = in_order(config, chain, n, dice);
    if ((dice >> 3) % 24 == 0) { /* any order, any node twice, the source itself */
        chain[1 + (dice >> 8) % (n - 1)] = chain[(dice >> 12) % n];
    }
    n = noc_route_headers_many(t, config->routing, NOC_ANYWHERE, chain + 1, n - 1, header);
    at = (dice >> 16) % n;
    switch ((dice >> 20) % 128) {
    case 0: /* nobody says that the last one is the last */
        return n - 1;
    case 1: /* no such node */
        header[at] = noc_header(noc_header_kind(header[at]), t->nodes + dice % 3, 0);
        break;
    case 2: /* no such kind */
        header[at] = noc_header(dice >> 24 & 15, noc_header_node(header[at]), 0);
        break;
    case 3: /* another one is the last */
        header[n - 1] = noc_header(NOC_HEADER_LAST, dice % t->nodes, 0);
        break;
    case 4: /* it ends earlier, and goes on */
        header[at] = noc_header(NOC_HEADER_LAST, noc_header_node(header[at]), 0);
        break;
    }
    return n;
}

/* Behind some of the addresses header[0..n-1] put COUNT and a list, whose flits may be anything;
 * sometimes what makes no sense. */
static uint32_t any_lists(uint32_t *header, uint32_t n, uint32_t dice)
{
    uint32_t plain[NOC_TURNS_MAX + 1], at = 0, counts[NOC_TURNS_MAX + 1], k = 0;

    memcpy(plain, header, n * sizeof *header);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t flits = (dice >> 8) % ((dice >> 16) % 4 ? 4 : 10);

        header[at++] = plain[i];
        dice = world_mix(dice + 1);
        if (at + 12 + n - i > HEADERS || noc_header_kind(plain[i]) != NOC_HEADER_ADDRESS ||
            dice % 3 == 0) {
            continue;
        }
        counts[k++] = at;
        header[at++] = noc_header(NOC_HEADER_COUNT, 0, flits);
        while (flits-- > 0) {
            dice = world_mix(dice + 1);
            header[at++] = dice % 2 ? dice : plain[dice % n];
        }
    }
    if (k == 0 || dice % 128 > 6) {
        return at;
    }
    uint32_t *one = &header[counts[(dice >> 16) % k]];
    switch (dice % 128) {
    case 0: /* it overruns the header, or takes a few flits that are no list's */
        *one = noc_header(NOC_HEADER_COUNT, 0, noc_header_field(*one) + (dice >> 8) % 20);
        break;
    case 1:
        *one = noc_header(NOC_HEADER_COUNT, 0, noc_header_field(*one) - 1);
        break;
    case 2:
        *one = noc_header(NOC_HEADER_COUNT, dice >> 8, noc_header_field(*one));
        break;
    case 3: /* in front, or behind another */
        header[(dice >> 8) % at] = *one;
        break;
    case 4: /* the header ends in a list, or anywhere */
        return 1 + (dice >> 8) % at;
    case 5:
        return counts[(dice >> 16) % k] + 1 + (dice >> 8) % 2;
    }
    return at;
}

/* Coded paths to a few nodes in any order: what the routing makes of a list, or flits with
 * any control bits; sometimes such that make no sense. */
static uint32_t any_path(const struct noc_net_config *config, uint32_t source, uint32_t dice,
                         uint32_t *header)
{
    const struct noc_topology *t = config->topology;
    uint32_t n = 1 + (dice >> 4) % 4, at;

    for (uint32_t i = 0; i < n; i++) {
        dice = world_mix(dice + 1);
        header[i] = noc_header(NOC_HEADER_ADDRESS, dice % t->nodes, 0);
    }
    if (dice & 256) {
        n = noc_code_headers(t, config->routing, source, header, n);
    } else {
        for (uint32_t i = 0; i < n; i++) {
            header[i] = noc_header(NOC_HEADER_CODED, noc_header_node(header[i]),
                                   (2 | (dice >> (9 + i) & 1)) | (i + 1 < n ? NOC_CODED_MORE : 0));
        }
    }
    dice = world_mix(dice + 2);
    at = (dice >> 16) % n;
    if (dice % 16 == 0) { /* any kind, any node, any field */
        header[at] = noc_header(dice >> 24 & 7, dice >> 4 & 31, dice >> 9 & 15);
    } else if (dice % 16 == 1) { /* the last control bits left: receive, and go no further */
        header[n - 1] =
            noc_header(NOC_HEADER_CODED, noc_header_node(header[n - 1]), NOC_CODED_RECEIVE);
    }
    return n;
}

/* A header that says the way, from where the worm now begins. The flits behind
 * it stay as many. */
static void make_turns(struct run *run, uint32_t number)
{
    struct noc_worm *w = &run->traffic.worm[number];
    uint32_t *header = run->traffic.header[number], n;
    uint32_t dice = world_mix(number * 77 + w->source);

    if (run->config->routing->code) {
        n = any_path(run->config, w->source, dice, header);
    } else if (run->config->routing->copies) {
        n = any_list(run->config, w->source, dice, header);
    } else if (run->world) {
        n = any_turns(run->world, w->source, dice, header);
    } else {
        n = noc_route_headers(run->config->topology, run->config->routing, w->source,
                              noc_header_node(w->header[0]), header);
    }
    if (n == 0) {
        return; /* there is no way: let it be broken */
    }
    if (run->lists) {
        n = any_lists(header, n, world_mix(dice + 3));
    }
    if (n == 1 && run->config->routing->code && dice & 4) {
        w->header[0] = header[0]; /* one flit needs no list */
        return;
    }
    w->headers = header;
    w->header_flits = n;
    w->flits += n - 1;
    if ((dice >> 5) % 32 == 0) {
        w->flits = 1 + dice % n; /* its tail is one of them */
    }
}

static void hand_over(struct run *run, uint32_t number, uint64_t when)
{
    if (run->traffic.by_turns[number]) {
        make_turns(run, number);
    }
    if (run->net) {
        noc_net_send(run->net, &run->traffic.worm[number], when);
    } else {
        r_send(run->reference, &run->traffic.worm[number], when);
    }
}

static void on_arrive(void *run, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                      uint64_t when)
{
    log_arrive(&((struct run *)run)->log, w, node, port, vc, when);
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct run *run = opaque;
    uint32_t next = run->traffic.on_deliver[(uintptr_t)w->cookie];

    log_deliver(&run->log, w, node, when);
    if (next && w->last) {
        run->traffic.worm[next].source = node;
        hand_over(run, next, when + next % 3);
    }
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    struct run *run = opaque;
    uint32_t next = run->traffic.on_left[(uintptr_t)w->cookie];

    log_left(&run->log, w, when);
    if (next) {
        run->traffic.worm[next].source = w->source;
        hand_over(run, next, when + next % 3);
    }
}

static void on_broken(void *run, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                      uint64_t when)
{
    log_broken(&((struct run *)run)->log, w, node, port, vc, when);
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct run *run = opaque;

    (void)wait, (void)n;
    run->log.deadlocks++;
    world_note(&run->log, 'D', NULL, 0, 0, 0, when);
}

/* A strongly connected graph: a ring in random order and links at random. */
static void random_world(struct world *world)
{
    uint32_t nodes = 2 + draw(7), order[WORLD_NODES];
    uint16_t ports = (uint16_t)(1 + draw(4));
    uint8_t outs[WORLD_NODES] = {0}, ins[WORLD_NODES] = {0};

    world_init(world, nodes, ports, (uint8_t)(1 + draw(R_VCS)), (enum world_rule)draw(4));
    if (world->rule == WORLD_DATELINE && world->routing.vcs < 2) {
        world->rule = WORLD_VC0;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t j = draw(i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t from = order[i], to = order[(i + 1) % nodes];
        world_connect(world, from, outs[from]++, to, ins[to]++);
    }
    for (uint32_t i = draw(nodes * ports); i > 0; i--) {
        uint32_t from = draw(nodes), to = draw(nodes);
        if (from != to && outs[from] < ports && ins[to] < ports) {
            world_connect(world, from, outs[from]++, to, ins[to]++);
        }
    }
    assert_true(world_solve(world));
}

static const char *const files[] = {
    "grid:torus 3x3\naux left 5 right 3\n",
    "grid:mesh 3x3\naux right 3\n",
    "grid:mesh 2x3\naux left 1 right 2\naux left 5\naux right 0\n",
    "grid:torus 2x4\naux left 7 right 4\naux up 5 down 1\n",
    "graph:0 1\n1 2\n2 3\n3 0\n0 2\n3 4\n4 5\n5 2\n5 6\n",
    "graph:switch 0-2\n0 1\n1 2\n2 0\n0 3\n1 4\n2 5\n2 6\n0 7\n",
};

/* One of these under any of the routings that fit it. The block is the caller's. */
static void *random_file(struct noc_topology *t, const struct noc_routing **routing)
{
    const char *text;
    const struct noc_topology_kind *kind =
        noc_topology_file(files[draw(sizeof files / sizeof files[0])], &text);
    void *room = malloc(noc_shape_room(strlen(text)));
    uint32_t fit = 0;

    assert_non_null(room);
    assert_true(kind->read(t, text, strlen(text), room, NULL));
    for (const struct noc_routing *const *r = noc_routings; *r; r++) {
        if ((*r)->fits(t, NULL) && draw(++fit) == 0) {
            *routing = *r;
        }
    }
    assert_true(fit > 0);
    return room;
}

/* Where worms of several destinations are at home. */
static void random_torus(struct noc_topology *t, const struct noc_routing **routing)
{
    static const char *const names[] = {"utorus:2",   "utorus:3",   "utorus:4",     "utorus:5",
                                        "utorus:7",   "utorus:2x2", "utorus:3x3",   "utorus:4x2",
                                        "utorus:4x4", "utorus:6x2", "utorus:2x2x2", "utorus:4x2x2",
                                        "utorus:3x3", "utorus:4",   "utorus:2x2",   "utorus:2x2x2"};

    assert_true(noc_topology_parse(t, names[draw(sizeof names / sizeof names[0])], NULL));
    assert_true(noc_routing_choose(routing, "utpr", t, NULL));
}

/* And where they climb or descend along a path. */
static void random_path(struct noc_topology *t, const struct noc_routing **routing)
{
    static const char *const names[] = {"mesh:2x2", "mesh:3x3",  "mesh:4x4",  "mesh:2x5",
                                        "torus:5",  "torus:4x4", "torus:3x4", "cube:3",
                                        "cube:4",   "mesh:2x2x3"};

    assert_true(noc_topology_parse(t, names[draw(sizeof names / sizeof names[0])], NULL));
    assert_true(noc_routing_choose(routing, "hamiltonian", t, NULL));
}

/* Where coded paths are. */
static void random_mesh(struct noc_topology *t, const struct noc_routing **routing)
{
    static const char *const names[] = {"mesh:2x2", "mesh:2x3", "mesh:3x2", "mesh:3x3",
                                        "mesh:4x4", "mesh:2x6", "mesh:5x3", "mesh:4x3"};

    assert_true(noc_topology_parse(t, names[draw(sizeof names / sizeof names[0])], NULL));
    assert_true(noc_routing_choose(routing, draw(2) ? "coded-path" : "coded-path-vc", t, NULL));
}

static struct noc_net_config random_config(const struct world *world)
{
    static const char *const preset[] = {"board", "paper", "s1"};
    struct noc_net_config config = world_config(world, preset[draw(3)]);

    config.ports = draw(4);
    config.consumption = (enum noc_consumption)draw(3);
    config.lanes = (uint16_t)(draw(2) ? 1 : 1 + draw(R_LANES));
    if (draw(2)) {
        config.buffer_flits = (uint16_t)(1 + draw(5));
        config.header_cycles = (uint16_t)draw(3);
        config.flight_cycles = (uint16_t)(1 + draw(4));
        config.credit_cycles = (uint16_t)draw(4);
        config.inject_cycles = (uint16_t)(1 + draw(3));
        config.eject_cycles = (uint16_t)(1 + draw(4));
    }
    return config;
}

static void random_traffic(uint32_t nodes, bool file, struct traffic *t)
{
    uint32_t longest = 1 + draw(20), span = 1 + draw(300);
    bool hot = draw(4) == 0, by_turns = draw(2);

    memset(t, 0, sizeof *t);
    t->worms = 2 + draw(WORMS - 2);
    for (uint32_t i = 0; i < t->worms; i++) {
        struct noc_worm *w = &t->worm[i];

        *w = world_worm(i, draw(nodes), hot ? draw(2) : draw(nodes), 1 + draw(longest));
        w->preamble = 1 + draw(6);
        t->by_turns[i] = file ? draw(25) > 0 : by_turns && draw(8) > 0;
        if (draw(25) == 0) {
            w->header[0] =
                noc_header(file || draw(2) ? NOC_HEADER_COUNT : draw(16), draw(nodes + 1), 0);
        }
        t->hand[i] = draw(span);
        t->when[i] = t->hand[i] + (draw(2) ? 0 : draw(40));
        if (i < 2 || draw(3) > 0) {
            continue;
        }
        t->hand[i] = NOC_NEVER; /* a worm that an earlier one sets off */
        if (draw(2)) {
            t->on_deliver[draw(i)] = i;
        } else {
            t->on_left[draw(i)] = i;
        }
    }
    for (uint32_t i = 0; i < t->worms; i++) { /* nobody is set off twice */
        if (t->on_left[i] && t->on_left[i] == t->on_deliver[i]) {
            t->on_left[i] = 0;
        }
    }
}

static void take(struct run *run, struct picture *picture)
{
    static struct noc_net_row row[STATE_ROWS_MAX + 1];
    const struct noc_net_config *c = run->config;

    for (uint32_t node = 0; node < c->topology->nodes; node++) {
        uint32_t n = 0;

        if (run->reference) {
            n = r_rows(run->reference, node, row);
        } else {
            while (noc_net_row(run->net, node, n, &row[n])) {
                n++;
            }
        }
        assert_true(n <= STATE_ROWS_MAX);
        assert_true(run->reference || n == noc_net_rows(run->net, node));
        picture->rows[node] = n;
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t k = 0; k < 4; k++) {
                picture->word[node][i][k] = ni_row_word(&row[i], STATE_IN + 4 * k);
            }
        }
    }
    if (run->reference) {
        picture->deadlock = run->reference->deadlock;
        picture->wait_cycles = run->reference->wait_cycles;
    }
}

static uint32_t picture_word(void *opaque, uint32_t node, uint32_t offset)
{
    const struct picture *picture = opaque;
    uint32_t at = (offset - STATE_IN) / 4;

    return offset == STATE_ROWS ? picture->rows[node]
         : offset >= STATE_IN   ? picture->word[node][at / 4][at % 4]
                                : 0;
}

/* What follows from a picture alone is what the reference knows. */
static void check_waits(const struct noc_net_config *c, struct picture *picture,
                        const struct picture *naive)
{
    static struct noc_wait_graph_entry entry[R_NODES * STATE_ROWS_MAX];
    struct noc_wait_graph waits;
    uint32_t wait_cycles = 0;
    bool caught = false;

    assert_null(noc_wait_graph_read(&waits, c->topology, picture_word, picture));
    for (uint32_t i = 0; i < waits.rows; i++) {
        caught |= waits.row[i].caught;
    }
    while (noc_wait_graph_cycle(&waits, entry) > 0) {
        wait_cycles++;
    }
    assert_int_equal(caught, naive->deadlock);
    assert_int_equal(wait_cycles > 0, naive->deadlock);
    if (c->lanes == 1 && !c->routing->copies) {
        assert_int_equal(wait_cycles, naive->wait_cycles);
    }
    noc_wait_graph_free(&waits);
}

static void on_stamp(void *opaque, const struct noc_net_stamp *s)
{
    struct run *run = opaque;

    assert_true(run->stamps < R_STAMPS);
    run->stamp[run->stamps++] = (struct r_stamp){
        s->head, s->tail, s->node, s->port, s->vc, s->header, (uint32_t)(uintptr_t)s->worm->cookie};
}

/* Switch stamps on or off, if it is time. Returns until when to run, at most. */
static uint64_t change_stamps(struct run *run, uint64_t now, uint64_t until)
{
    const uint64_t when[] = {run->stamps_off, run->stamps_on};

    for (uint32_t on = 0; on < 2; on++) {
        if (when[on] == now && run->reference) {
            r_stamp(run->reference, on);
        } else if (when[on] == now) {
            noc_net_stamp(run->net, on ? on_stamp : NULL, run);
        } else if (when[on] > now && when[on] < until) {
            until = when[on];
        }
    }
    return until;
}

/* The reference's worms are numbered as they were handed over. */
static void name_worms(struct run *run)
{
    struct reference *r = run->reference;

    run->stamps = r->stamps;
    memcpy(run->stamp, r->stamp, r->stamps * sizeof r->stamp[0]);
    for (uint32_t i = 0; i < r->stamps; i++) {
        run->stamp[i].worm = (uint32_t)(uintptr_t)r->worm[r->stamp[i].worm].w->cookie;
    }
}

static int by_place(const void *left, const void *right)
{
    const struct r_stamp *a = left, *b = right;

    if (a->tail != b->tail) {
        return a->tail < b->tail ? -1 : 1;
    }
    if (a->node != b->node) {
        return a->node < b->node ? -1 : 1;
    }
    if (a->port != b->port) {
        return a->port < b->port ? -1 : 1;
    }
    return a->worm < b->worm ? -1 : a->worm > b->worm;
}

static void compare_stamps(struct run *model, struct run *naive)
{
    name_worms(naive);
    assert_int_equal(model->stamps, naive->stamps);
    qsort(model->stamp, model->stamps, sizeof model->stamp[0], by_place);
    qsort(naive->stamp, naive->stamps, sizeof naive->stamp[0], by_place);
    for (uint32_t i = 0; i < model->stamps; i++) {
        const struct r_stamp *a = &model->stamp[i], *b = &naive->stamp[i];

        assert_int_equal(a->tail, b->tail);
        assert_int_equal(a->node, b->node);
        assert_int_equal(a->port, b->port);
        assert_int_equal(a->worm, b->worm);
        assert_int_equal(a->head, b->head);
        assert_int_equal(a->vc, b->vc);
        assert_int_equal(a->header, b->header);
    }
}

/* Run to the end: in steps of random length, handing worms over on the way.
 * The model is asked for its next event: nothing may happen before. */
static void drive(struct run *run, uint32_t stride)
{
    struct traffic *t = &run->traffic;

    for (uint64_t now = 0; now < END;) {
        uint64_t until = now + stride < END ? now + stride : END;

        until = change_stamps(run, now, until);
        for (uint32_t i = 0; i < PICTURES; i++) {
            if (run->take[i] == now) {
                take(run, &run->picture[i]);
            } else if (run->take[i] > now && run->take[i] < until) {
                until = run->take[i];
            }
        }
        for (uint32_t i = 0; i < t->worms; i++) {
            if (t->hand[i] == now) {
                hand_over(run, i, t->when[i]);
            }
        }
        for (uint32_t i = 0; i < t->worms; i++) {
            if (t->hand[i] > now && t->hand[i] < until) {
                until = t->hand[i];
            }
        }
        if (run->reference) {
            r_run(run->reference, until);
        } else {
            while (noc_net_now(run->net) < until) {
                uint64_t next = noc_net_next(run->net);
                uint32_t told = run->log.n;

                assert_true(next >= noc_net_now(run->net));
                next = next < until ? next : until;
                assert_int_equal(noc_net_run(run->net, next), next);
                assert_int_equal(run->log.n, told);
                noc_net_run(run->net, next < until ? next + 1 : until);
            }
        }
        now = until;
    }
}

/* What is told within a cycle: to the NI of the receiver, of the sender, all else. */
static int group(char what)
{
    return what == 'D' ? 2 : what == 'l';
}

static int by_time(const void *left, const void *right)
{
    const struct log_entry *a = left, *b = right;

    if (a->when != b->when) {
        return a->when < b->when ? -1 : 1;
    }
    if (group(a->what) != group(b->what)) {
        return group(a->what) - group(b->what);
    }
    if (a->node != b->node) {
        return a->node < b->node ? -1 : 1;
    }
    return a->order < b->order ? -1 : a->order > b->order;
}

/* Within a cycle nodes come in any order; at a node it matters. */
static void sort_log(struct world_log *log)
{
    for (uint32_t i = 1; i < log->n; i++) {
        assert_true(log->entry[i - 1].when <= log->entry[i].when);
    }
    qsort(log->entry, log->n, sizeof log->entry[0], by_time);
}

static struct {
    uint32_t deadlocks, delivered, broken, finished, stripped, copied;
    uint32_t path_deadlocks[3], coded_deadlocks[3], stamps, shared, both, waited;
} seen;

static void compare_counters(const struct noc_net *net, const struct reference *r)
{
    struct noc_net_total total,
        sum = {.shared_cycles = r->shared, .channel_wait_cycles = r->waited};

    for (uint32_t n = 0; n < r->nodes; n++) {
        struct noc_node_count node;
        noc_net_node_count(net, n, &node);
        assert_int_equal(node.relayed, r->node_count[n].relayed);
        assert_int_equal(node.ejected, r->node_count[n].ejected);
        for (uint32_t p = 0; p < r->ports; p++) {
            for (uint32_t v = 0; v < r->vcs; v++) {
                struct noc_channel_count count;
                noc_net_channel_count(net, n, p, v, &count);
                assert_int_equal(count.flits, r->count[n][p][v].flits);
                assert_int_equal(count.headers, r->count[n][p][v].headers);
                assert_int_equal(count.blocked, r->count[n][p][v].blocked);
                sum.flit_hops += count.flits;
                sum.link_visits += count.headers;
                sum.blocked_cycles += count.blocked;
            }
        }
    }
    noc_net_total(net, &total);
    assert_memory_equal(&total, &sum, sizeof total);
    seen.shared += total.shared_cycles > 0;
    seen.both += total.shared_cycles > 0 && total.shared_cycles < total.blocked_cycles;
    seen.waited += total.channel_wait_cycles > 0;
}

static void compare_logs(const struct world_log *a, const struct world_log *b, bool lanes)
{
    uint32_t i = 0, j = 0;

    for (;; i++, j++) {
        /* with lanes the reference knows only the first deadlock */
        while (lanes && i < a->n && a->entry[i].what == 'D') {
            i++;
        }
        while (lanes && j < b->n && b->entry[j].what == 'D') {
            j++;
        }
        if (i >= a->n || j >= b->n) {
            break;
        }
        assert_int_equal(a->entry[i].when, b->entry[j].when);
        assert_int_equal(a->entry[i].what, b->entry[j].what);
        assert_int_equal(a->entry[i].worm, b->entry[j].worm);
        assert_int_equal(a->entry[i].node, b->entry[j].node);
        assert_int_equal(a->entry[i].port, b->entry[j].port);
        assert_int_equal(a->entry[i].vc, b->entry[j].vc);
    }
    assert_int_equal(i, a->n);
    assert_int_equal(j, b->n);
}

static uint64_t first_deadlock(const struct world_log *log)
{
    for (uint32_t i = 0; i < log->n; i++) {
        if (log->entry[i].what == 'D') {
            return log->entry[i].when;
        }
    }
    return NOC_NEVER;
}

/* Idle and no deadlock: every worm that was sent has come, once. */
static void check_conserved(struct run *run)
{
    const struct world_log *log = &run->log;
    uint32_t told[WORMS] = {0}, left = 0, ended = 0;

    for (uint32_t i = 0; i < log->n; i++) {
        bool end = log->entry[i].what == 'd' || log->entry[i].what == 'b';
        told[log->entry[i].worm] += end;
        ended += end;
        left += log->entry[i].what == 'l';
        seen.delivered += log->entry[i].what == 'd';
        seen.copied += log->entry[i].what == 'C';
        seen.broken += log->entry[i].what == 'b';
    }
    for (uint32_t i = 0; i < WORMS; i++) {
        assert_true(told[i] <= 1);
    }
    if (noc_net_next(run->net) != NOC_NEVER || log->deadlocks) {
        return;
    }
    seen.finished++;
    assert_int_equal(left, ended);
    for (uint32_t i = 0; i < run->traffic.worms; i++) {
        if (run->traffic.hand[i] != NOC_NEVER) {
            assert_int_equal(told[i], 1);
        }
    }
}

static void one_network(uint32_t number)
{
    static struct run model, naive;
    static struct reference reference;
    static struct world world;
    struct noc_topology topology;
    void *room = NULL;
    struct noc_net_config config;
    struct noc_net_ops ops = {&model, on_arrive, on_deliver, on_left, on_broken, on_deadlock};

    seed = number * 0x1234567u;
    random_world(&world);
    config = random_config(&world);
    memset(&model, 0, sizeof model);
    memset(&naive, 0, sizeof naive);
    if (number >= NETWORKS + PATHS && number < NETWORKS + PATHS + CODED) {
        random_mesh(&topology, &config.routing);
        config.topology = &topology;
    } else if (number >= NETWORKS) {
        if (number >= NETWORKS + PATHS + CODED && number % 3 == 0) {
            random_path(&topology, &config.routing);
        } else {
            random_torus(&topology, &config.routing);
        }
        config.topology = &topology;
        model.lists = naive.lists = number >= NETWORKS + PATHS + CODED;
        if (number % 10 == 0) { /* links whose choice the NI does not take choose again */
            config.ports = config.credit_cycles = 0;
            config.lanes = (uint16_t)(1 + draw(R_LANES));
            config.buffer_flits = (uint16_t)(1 + draw(2));
            config.consumption = NOC_CONSUME_VC;
        }
    } else if (number % 4 == 3) {
        room = random_file(&topology, &config.routing);
        config.topology = &topology;
    } else {
        model.world = naive.world = &world;
    }
    model.config = naive.config = &config;
    for (uint32_t i = 0; i < PICTURES; i++) {
        model.take[i] = naive.take[i] = world_mix(number * PICTURES + i) % (i ? 300 : END);
    }
    random_traffic(config.topology->nodes, room, &model.traffic);
    naive.traffic = model.traffic;
    model.stamps_on = naive.stamps_on = number % 2 ? 0 : world_mix(number) % 200;
    model.stamps_off = naive.stamps_off = number % 4 ? END : 200 + world_mix(number) % 100;
    model.net = noc_net_new(&config, &ops);
    ops.opaque = &naive;
    r_init(&reference, &config, &ops);
    naive.reference = &reference;
    drive(&model, 1 + draw(50));
    drive(&naive, 1 + draw(50));

    assert_int_equal(first_deadlock(&model.log), first_deadlock(&naive.log));
    sort_log(&model.log);
    sort_log(&naive.log);
    compare_logs(&model.log, &naive.log, config.lanes > 1 || config.routing->copies);
    compare_counters(model.net, &reference);
    compare_stamps(&model, &naive);
    seen.stamps += model.stamps;
    for (uint32_t i = 0; i < PICTURES; i++) {
        assert_memory_equal(model.picture[i].rows, naive.picture[i].rows,
                            sizeof model.picture[i].rows);
        assert_memory_equal(model.picture[i].word, naive.picture[i].word,
                            sizeof model.picture[i].word);
        check_waits(&config, &model.picture[i], &naive.picture[i]);
    }
    for (uint32_t i = 0; i < model.traffic.worms; i++) {
        const struct noc_worm *a = &model.traffic.worm[i], *b = &naive.traffic.worm[i];
        assert_int_equal(a->head, b->head);
        assert_int_equal(a->hops, b->hops);
        assert_int_equal(a->stripped, b->stripped);
        seen.stripped += a->stripped;
        assert_int_equal(a->head_left, b->head_left);
        assert_int_equal(a->tail_left, b->tail_left);
    }
    seen.deadlocks += model.log.deadlocks > 0;
    assert_true(!room || model.log.deadlocks == 0); /* what libnoc offers is proven */
    if (config.routing->code && config.routing->vcs == 1) {
        seen.coded_deadlocks[config.consumption] += model.log.deadlocks > 0;
    } else if (config.routing->copies) {
        seen.path_deadlocks[config.consumption] += model.log.deadlocks > 0;
    }
    check_conserved(&model);
    noc_net_free(model.net);
    free(room);
}

TEST(agree)
{
    uint32_t networks = 0;

    TEST_CASES(i, TOTAL)
    {
        one_network(i);
        networks++;
    }
    print_message(
        "%u networks, %u ran empty, %u deadlocked; %u worms delivered, %u broken; "
        "%u turns and addresses, %u copies; deadlocked with them: vc %u, link %u, one %u; "
        "with coded paths on one channel: vc %u, link %u, one %u\n",
        networks, seen.finished, seen.deadlocks, seen.delivered, seen.broken, seen.stripped,
        seen.copied, seen.path_deadlocks[0], seen.path_deadlocks[1], seen.path_deadlocks[2],
        seen.coded_deadlocks[0], seen.coded_deadlocks[1], seen.coded_deadlocks[2]);
    print_message("links were shared in %u, with other waiting in %u; headers waited in %u\n",
                  seen.shared, seen.both, seen.waited);
    assert_int_equal(seen.path_deadlocks[NOC_CONSUME_VC], 0);
    if (!test_whole()) {
        return;
    }
    assert_true(seen.coded_deadlocks[NOC_CONSUME_VC] > 0);
    assert_true(seen.deadlocks > networks / 50); /* the test is worth its name */
    assert_true(seen.finished > networks / 4);
    assert_true(seen.broken > networks);
    assert_true(seen.delivered > 20 * networks);
    assert_true(seen.stripped > 10 * networks);
    assert_true(seen.stamps > 50 * networks);
    assert_true(seen.shared > networks / 4);
    assert_true(seen.both > networks / 8); /* not all that waits has lost a link */
    assert_true(seen.waited > networks / 2);
}
