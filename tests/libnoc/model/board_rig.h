/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board without harts for tests: arrays as RAM, and a record of everything
 * the board called back. A write to RAM outside of what a test has allowed
 * fails the test.
 */
#ifndef BOARD_RIG_H
#define BOARD_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/board.h"
#include "memmap.h"
#include "model/board_priv.h" /* for worms that no NI would send */
#include "regs.h"
#include "routing/routings.h"
#include "topology/shape.h"
#include "stamp.h"
#include "topology/topologies.h"

/* Round a ring on one virtual channel: a textbook deadlock. */
static inline enum noc_routed rig_ring_route(const struct noc_topology *t, uint32_t node,
                                             unsigned in_port, unsigned in_vc, uint32_t *header,
                                             struct noc_hop *out)
{
    (void)in_port;
    (void)in_vc;
    if (noc_header_kind(*header) != NOC_HEADER_LAST || noc_header_node(*header) >= t->nodes) {
        return NOC_ROUTE_BROKEN;
    }
    out->vc = 0;
    out->port = noc_header_node(*header) == node ? NOC_PORT_LOCAL : 0;
    return NOC_ROUTED;
}

static inline bool rig_ring_uses(const struct noc_topology *t, uint32_t node, unsigned port,
                                 unsigned vc)
{
    (void)t;
    (void)node;
    return port == 0 && vc == 0;
}

static const struct noc_routing rig_ring __attribute__((unused)) = {
    .name = "ring", .vcs = 1, .route = rig_ring_route, .uses = rig_ring_uses};

enum { RIG_RAM = 0x10000, RIG_IMAGE_WORDS = 16, RIG_LOG = 4096, RIG_ALLOWED = 64 };

enum rig_what { RIG_RISE, RIG_FALL, RIG_EXIT, RIG_CONSOLE, RIG_DEADLOCK, RIG_ABORT, RIG_PENDING };

struct rig_event {
    enum rig_what what;
    uint32_t node, value;
    uint64_t when;
};

struct rig_range {
    uint32_t node, addr, bytes;
};

struct rig {
    struct noc_topology topology;
    void *shape; /* of a topology whose file's text the test gave; or NULL */
    struct noc_board_config config;
    struct noc_board *board;
    uint8_t *ram; /* nodes * RIG_RAM */
    struct rig_event log[RIG_LOG];
    unsigned logged;
    struct rig_range allowed[RIG_ALLOWED]; /* none: everywhere */
    unsigned alloweds;
    uint64_t writes; /* bytes the board wrote */
    uint32_t key;    /* W2 of bodies that start() starts */
};

static inline uint32_t *rig_word(struct rig *rig, uint32_t node, uint32_t addr)
{
    assert_true(addr - NOC_RAM_BASE < RIG_RAM);
    return (uint32_t *)(void *)(rig->ram + (size_t)node * RIG_RAM + (addr - NOC_RAM_BASE));
}

static inline bool rig_read(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes)
{
    struct rig *rig = opaque;
    uint32_t i;

    if (addr - NOC_RAM_BASE < RIG_RAM && bytes <= RIG_RAM - (addr - NOC_RAM_BASE)) {
        memcpy(to, rig_word(rig, node, addr), bytes);
        return true;
    }
    if (addr - NOC_IMAGE_BASE >= 4 * RIG_IMAGE_WORDS ||
        bytes > 4 * RIG_IMAGE_WORDS - (addr - NOC_IMAGE_BASE)) {
        return false;
    }
    for (i = 0; i < bytes / 4; i++) { /* the image: each word its address */
        ((uint32_t *)to)[i] = addr + 4 * i;
    }
    return true;
}

static inline bool rig_write(void *opaque, uint32_t node, uint32_t addr, const void *from,
                             uint32_t bytes)
{
    struct rig *rig = opaque;
    bool allowed = !rig->alloweds;
    unsigned i;

    assert_true(addr % 4 == 0);
    assert_true(addr - NOC_RAM_BASE < RIG_RAM);
    assert_true(bytes <= RIG_RAM - (addr - NOC_RAM_BASE));
    for (i = 0; i < rig->alloweds; i++) {
        const struct rig_range *r = &rig->allowed[i];

        allowed |= r->node == node && addr >= r->addr && addr + bytes <= r->addr + r->bytes;
    }
    assert_true(allowed);
    memcpy(rig_word(rig, node, addr), from, bytes);
    rig->writes += bytes;
    return true;
}

static inline void rig_log(struct rig *rig, enum rig_what what, uint32_t node, uint32_t value,
                           uint64_t when)
{
    rig->log[rig->logged++ % RIG_LOG] =
        (struct rig_event){.what = what, .node = node, .value = value, .when = when};
}

static inline void rig_line(void *opaque, uint32_t node, bool high, uint64_t when)
{
    rig_log(opaque, high ? RIG_RISE : RIG_FALL, node, 0, when);
}

static inline void rig_pending(void *opaque, uint32_t node, uint64_t when)
{
    rig_log(opaque, RIG_PENDING, node, 0, when);
}

static inline void rig_console(void *opaque, uint32_t node, char c)
{
    rig_log(opaque, RIG_CONSOLE, node, (uint8_t)c, 0);
}

static inline void rig_exit(void *opaque, uint32_t node, uint32_t status, uint64_t when)
{
    rig_log(opaque, RIG_EXIT, node, status, when);
}

static inline void rig_abort(void *opaque, uint32_t node, uint32_t status, uint64_t when)
{
    rig_log(opaque, RIG_ABORT, node, status, when);
}

static inline void rig_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n,
                                uint64_t when)
{
    (void)wait;
    rig_log(opaque, RIG_DEADLOCK, 0, n, when);
}

/* "torus:4x4", or a kind that is read from a file, and the file's text. */
static inline void rig_topology(struct rig *rig, const char *topology)
{
    const char *text;
    const struct noc_topology_kind *kind = noc_topology_file(topology, &text);

    if (!kind) {
        assert_true(noc_topology_parse(&rig->topology, topology, NULL));
        return;
    }
    rig->shape = malloc(noc_shape_room(strlen(text)));
    assert_non_null(rig->shape);
    assert_true(kind->read(&rig->topology, text, strlen(text), rig->shape, NULL));
}

static inline const struct noc_routing *rig_routing(const char *name)
{
    unsigned i = 0;

    while (strcmp(noc_routings[i]->name, name) != 0) {
        i++;
        assert_non_null(noc_routings[i]);
    }
    return noc_routings[i];
}

/* Another board, as rig->config has become. */
static inline void rig_rebuild(struct rig *rig)
{
    struct noc_board_ops ops = {
        .opaque = rig,
        .read = rig_read,
        .write = rig_write,
        .line = rig_line,
        .pending = rig_pending,
        .console = rig_console,
        .exit = rig_exit,
        .abort = rig_abort,
        .deadlock = rig_deadlock,
    };

    noc_board_free(rig->board);
    rig->board = noc_board_new(&rig->config, &ops);
    assert_non_null(rig->board);
}

/* ports: as in struct noc_net_config. routing NULL: the topology's. */
static inline struct rig *rig_new_routed(const char *topology, const struct noc_routing *routing,
                                         uint32_t ports, const char *preset)
{
    struct rig *rig = calloc(1, sizeof(*rig));
    struct noc_net_config *net;

    assert_non_null(rig);
    net = &rig->config.net;
    rig_topology(rig, topology);
    if (!routing) {
        assert_true(noc_routing_choose(&routing, NULL, &rig->topology, NULL));
    }
    net->routing = routing;
    net->topology = &rig->topology;
    net->ports = ports;
    net->lanes = 1;
    assert_true(noc_net_preset(net, preset));
    rig->config.ram_bytes = RIG_RAM;
    rig->ram = calloc(rig->topology.nodes, RIG_RAM);
    assert_non_null(rig->ram);
    rig_rebuild(rig);
    return rig;
}

static inline struct rig *rig_new(const char *topology, uint32_t ports, const char *preset)
{
    return rig_new_routed(topology, NULL, ports, preset);
}

static inline void rig_free(struct rig *rig)
{
    noc_board_free(rig->board);
    free(rig->ram);
    free(rig->shape);
    free(rig);
}

static inline uint64_t rig_now(const struct rig *rig)
{
    return noc_board_now(rig->board);
}

static inline uint32_t rd(struct rig *rig, uint32_t node, uint32_t offset)
{
    return noc_ni_read(rig->board, node, offset, rig_now(rig));
}

static inline uint64_t rd64(struct rig *rig, uint32_t node, uint32_t low_offset)
{
    return (uint64_t)rd(rig, node, low_offset + 4) << 32 | rd(rig, node, low_offset);
}

static inline void wr(struct rig *rig, uint32_t node, uint32_t offset, uint32_t value)
{
    noc_ni_write(rig->board, node, offset, value, rig_now(rig));
}

static inline uint32_t queue_reg(uint32_t reg, unsigned q)
{
    return reg + q * NI_QUEUE_STRIDE;
}

static inline uint32_t counter(struct rig *rig, uint32_t node, uint32_t offset)
{
    const struct noc_hart hart = {.time = rig_now(rig)};

    return noc_board_counter(rig->board, node, offset, &hart);
}

static inline uint32_t state_of(const struct rig *rig, uint32_t node, uint32_t offset)
{
    return noc_board_state(rig->board, node, offset);
}

/* Stamp i of node's ring. */
static inline struct noc_stamp stamp_of(const struct rig *rig, uint32_t node, uint32_t i)
{
    uint32_t at = i % NOC_STAMPS * (uint32_t)sizeof(struct noc_stamp);

    return (struct noc_stamp){
        .head = noc_board_stamp_word(rig->board, node, at),
        .where = noc_board_stamp_word(rig->board, node, at + 4),
        .header = noc_board_stamp_word(rig->board, node, at + 8),
        .w1 = noc_board_stamp_word(rig->board, node, at + 12),
    };
}

/* As noc_wait_graph_word() has it; opaque: a rig. */
static inline uint32_t rig_state_word(void *opaque, uint32_t node, uint32_t offset)
{
    return state_of(opaque, node, offset);
}

/* Up to `until` whatever rises. */
static inline void run_to(struct rig *rig, uint64_t until)
{
    while (noc_board_run(rig->board, until) < until) {
    }
    assert_true(rig_now(rig) == until);
}

/* Until nothing can happen; fails if that takes more than `cycles`. */
static inline void run_out(struct rig *rig, uint64_t cycles)
{
    uint64_t end = rig_now(rig) + cycles;

    while (noc_board_next(rig->board) != NOC_NEVER) {
        assert_true(rig_now(rig) < end);
        noc_board_run(rig->board, noc_board_next(rig->board) + 1);
    }
}

static inline uint32_t w0(uint32_t type, uint32_t channel, uint32_t length, uint32_t entry)
{
    return NOC_PUT(type, NI_TX_W0, TYPE) | NOC_PUT(channel, NI_TX_W0, CHANNEL) |
           NOC_PUT(length, NI_TX_W0, LENGTH) | NOC_PUT(entry, NI_TX_W0, ENTRY);
}

static inline uint32_t w2_of(const struct rig *rig, uint32_t w0_value, uint32_t tag)
{
    return NOC_GET(w0_value, NI_TX_W0, TYPE) == NOC_WORM_BODY ? rig->key : 0x12340000 | tag;
}

/* Start a worm; the verdict. */
static inline uint32_t start(struct rig *rig, uint32_t from, uint32_t to, uint32_t w0_value,
                             uint32_t tag, uint32_t addr)
{
    wr(rig, from, NI_TX_ADDR, addr);
    wr(rig, from, NI_TX_W0, w0_value);
    wr(rig, from, NI_TX_W1, NOC_PUT(tag, NI_TX_W1, TAG));
    wr(rig, from, NI_TX_W2, w2_of(rig, w0_value, tag));
    wr(rig, from, NI_TX_DEST, noc_header(NOC_HEADER_LAST, to, 0));
    return rd(rig, from, NI_TX_STATUS);
}

/* Start a worm whose n header flits lie at `headers`; the verdict, which its node can read n cycles
 * later (TX_STATUS does not depend on the network). */
static inline uint32_t start_headers(struct rig *rig, uint32_t from, uint32_t headers, uint32_t n,
                                     uint32_t w0_value, uint32_t tag, uint32_t addr)
{
    wr(rig, from, NI_TX_ADDR, addr);
    wr(rig, from, NI_TX_W0, w0_value);
    wr(rig, from, NI_TX_W1, NOC_PUT(tag, NI_TX_W1, TAG));
    wr(rig, from, NI_TX_W2, w2_of(rig, w0_value, tag));
    wr(rig, from, NI_TX_HEADERS_ADDR, headers);
    wr(rig, from, NI_TX_HEADERS, n);
    return noc_ni_read(rig->board, from, NI_TX_STATUS, rig_now(rig) + n + 1);
}

/*
 * Behind the NI's back: a worm of any header flits, words, body (of `length` flits; NULL: zeros)
 * and `flits`, all told, straight into the network, given now.
 */
static inline struct ni_worm *rig_inject(struct rig *rig, uint32_t from, const uint32_t *header,
                                         uint32_t headers, const uint32_t word[NOC_NI_WORDS],
                                         const uint32_t *body, uint32_t length, uint32_t flits)
{
    struct ni_worm *w = ni_worm_new(&rig->board->pool, length + headers);

    assert_true(flits > 0 && flits <= headers + NOC_NI_WORDS + length);
    memset(w->body, 0, 4 * length);
    if (body) {
        memcpy(w->body, body, 4 * length);
    }
    memcpy(w->word, word, sizeof(w->word));
    w->net.header[0] = header[0];
    if (headers > 1) {
        w->net.headers = memcpy(w->body + length, header, 4 * headers);
        w->net.header_flits = headers;
    }
    w->net.flits = flits;
    w->net.preamble = NI_WORM_FLITS;
    w->net.source = from;
    noc_net_send(rig->board->net, &w->net, rig_now(rig));
    return w;
}

static inline void send_signal(struct rig *rig, uint32_t from, uint32_t to, uint32_t number)
{
    wr(rig, from, NI_SIGNAL_SEND,
       NOC_PUT(to, NI_SIGNAL_SEND, NODE) | NOC_PUT(number, NI_SIGNAL_SEND, NUMBER));
}

/* n slots of `flits` for queue q, from addr on. */
static inline void give_slots(struct rig *rig, uint32_t node, unsigned q, unsigned n,
                              uint32_t flits, uint32_t addr)
{
    unsigned i;

    wr(rig, node, queue_reg(NI_RX_SIZE, q), flits);
    for (i = 0; i < n; i++) {
        wr(rig, node, queue_reg(NI_RX_FREE, q), addr + 4 * flits * i);
    }
}

/* Links between two nodes along the route. */
static inline uint32_t hops(struct rig *rig, uint32_t from, uint32_t to)
{
    struct noc_channel path[64];
    int32_t n = noc_route_path(&rig->topology, rig->config.net.routing, from, to, path, 64);

    assert_true(n >= 0);
    return (uint32_t)n;
}

/* docs/board.md, 3, `board` preset: the cycle in which a lone worm given from
 * `give` on is wholly in the destination's NI. body: flits. */
static inline uint64_t whole_at(struct rig *rig, uint64_t give, uint32_t from, uint32_t to,
                                uint32_t body)
{
    return give + hops(rig, from, to) + (4 + body) + 1;
}

static inline unsigned rig_count(const struct rig *rig, enum rig_what what, uint32_t node)
{
    unsigned i, n = 0;

    for (i = 0; i < rig->logged && i < RIG_LOG; i++) {
        n += rig->log[i].what == what && rig->log[i].node == node;
    }
    return n;
}

/* The same numbers on every host. */
static inline uint32_t rig_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

#endif
