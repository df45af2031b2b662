/* SPDX-License-Identifier: BSD-2-Clause */
#include "beside_board.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside_memory.h"
#include "beside_network.h"
#include "board.h"
#include "lockstep/beside.h"
#include "memmap.h"
#include "model/board.h"
#include "regs.h"

/* A node beside its tile. */
struct node {
    struct beside_memory memory;
    struct beside hart;
    bool asked; /* its hart has read in the cycle before, */
    struct core_request request;
    uint32_t found, compared;      /* and should have found this, in these bits */
    bool printed, exited, aborted; /* by the model, in this cycle */
    uint8_t character, status;
};

struct beside_board {
    struct board *board;
    struct noc_board *model;
    struct beside_network *network;
    uint64_t now;  /* the cycle that is compared */
    uint64_t busy; /* the cycle from which on a node with flits is looked at */
    bool stamps;   /* the model makes some */
    struct node node[BOARD_NODES_MAX];
};

__attribute__((format(printf, 2, 3))) static bool differs(const struct beside_board *s,
                                                          const char *format, ...)
{
    va_list arguments;

    if (s->board->silent) { /* it has been said */
        return false;
    }
    fprintf(stderr, "nocturne: differs cycle %" PRIu64 ": ", s->now);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

/* --- the model's callbacks ---------------------------------------------------------------------- */

static bool model_read(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes)
{
    const struct beside_board *s = opaque;
    const uint32_t ram = addr - NOC_RAM_BASE, image = addr - NOC_IMAGE_BASE;

    if (ram < tile_ram_bytes() && bytes <= tile_ram_bytes() - ram) {
        memcpy(to, s->node[node].memory.ram + ram, bytes);
        return true;
    }
    if (image < NOC_IMAGE_SIZE && bytes <= NOC_IMAGE_SIZE - image) {
        memcpy(to, (const char *)s->board->image + image, bytes);
        return true;
    }
    return false;
}

static bool model_write(void *opaque, uint32_t node, uint32_t addr, const void *from,
                        uint32_t bytes)
{
    struct beside_board *s = opaque;
    const uint32_t ram = addr - NOC_RAM_BASE;

    if (ram >= tile_ram_bytes() || bytes > tile_ram_bytes() - ram) {
        return false;
    }
    beside_memory_land(&s->node[node].memory, ram, from, bytes, s->now);
    return true;
}

static void model_undefined(void *opaque, uint32_t node, uint32_t addr, uint32_t bytes)
{
    struct beside_board *s = opaque;

    beside_memory_take(&s->node[node].memory, addr - NOC_RAM_BASE, bytes, s->now);
}

/* Whether what a worm has of this address need not be what was there when it started. */
static bool may_have_changed(void *opaque, uint32_t node, uint32_t addr, uint64_t since)
{
    const struct beside_board *s = opaque;
    const uint32_t ram = addr - NOC_RAM_BASE;

    return ram < tile_ram_bytes() && beside_memory_changed(&s->node[node].memory, ram, since);
}

static void model_console(void *opaque, uint32_t node, char c)
{
    struct beside_board *s = opaque;

    s->node[node].printed = true;
    s->node[node].character = (uint8_t)c;
}

static void model_exit(void *opaque, uint32_t node, uint32_t status, uint64_t when)
{
    struct beside_board *s = opaque;

    (void)when;
    s->node[node].exited = true;
    s->node[node].status = (uint8_t)status;
}

static void model_abort(void *opaque, uint32_t node, uint32_t status, uint64_t when)
{
    struct beside_board *s = opaque;

    (void)when;
    s->node[node].aborted = true;
    s->node[node].status = (uint8_t)status;
}

/* --- the map ------------------------------------------------------------------------------------ */

static bool is_in(uint32_t address, uint32_t base, uint32_t bytes)
{
    return address - base < bytes;
}

static bool refused(void *opaque, const struct core_request *r)
{
    const struct beside_map map = {.ram = NOC_RAM_BASE,
                                   .ram_bytes = tile_ram_bytes(),
                                   .image = NOC_IMAGE_BASE,
                                   .image_bytes = NOC_IMAGE_SIZE,
                                   .registers = NOC_NI_BASE,
                                   .registers_bytes = NOC_NI_SIZE,
                                   .counters = NOC_OWN_BASE,
                                   .counters_bytes = NOC_DEBUG_BLOCK};

    (void)opaque;
    return beside_map_refuses(&map, r);
}

/* --- beginning ------------------------------------------------------------------------------------ */

/* The board has been reset. */
static void restarted(void *opaque)
{
    struct beside_board *s = opaque;
    uint32_t n;

    noc_board_reset(s->model);
    s->busy = 0;
    beside_network_end(s->network);
    s->network = beside_network_begin(s->board, s->model, may_have_changed, s);
    if (!s->network) {
        abort();
    }
    for (n = 0; n < s->board->topology->nodes; n++) {
        beside_begin(&s->node[n].hart, n, NOC_IMAGE_BASE, refused, NULL);
        beside_memory_restart(&s->node[n].memory, s->board->tile[n]);
        s->node[n].asked = s->node[n].printed = s->node[n].exited = s->node[n].aborted = false;
    }
}

struct beside_board *beside_board_begin(struct board *b)
{
    struct beside_board *s = calloc(1, sizeof *s);
    struct noc_board_config config = {
        .net = {.topology = b->topology, .routing = b->routing, .ports = 1},
        .ram_bytes = tile_ram_bytes()};
    const struct noc_board_ops ops = {.opaque = s,
                                      .read = model_read,
                                      .write = model_write,
                                      .undefined = model_undefined,
                                      .console = model_console,
                                      .exit = model_exit,
                                      .abort = model_abort};
    uint32_t n;

    if (!s) {
        return NULL;
    }
    s->board = b;
    b->watched = true;
    b->restarted = restarted;
    b->restarted_opaque = s;
    noc_net_preset(&config.net, "board");
    s->model = noc_board_new(&config, &ops);
    s->network = s->model ? beside_network_begin(b, s->model, may_have_changed, s) : NULL;
    for (n = 0; n < b->topology->nodes; n++) {
        beside_begin(&s->node[n].hart, n, NOC_IMAGE_BASE, refused, NULL);
        if (!beside_memory_begin(&s->node[n].memory) || !s->network) {
            beside_board_end(s);
            return NULL;
        }
    }
    return s;
}

void beside_board_end(struct beside_board *s)
{
    uint32_t n;

    for (n = 0; n < s->board->topology->nodes; n++) {
        beside_memory_end(&s->node[n].memory);
    }
    beside_network_end(s->network);
    noc_board_free(s->model);
    free(s);
}

/* --- a cycle -------------------------------------------------------------------------------------- */

/* Where in RAM the word of an address is. */
static uint32_t word_of(uint32_t address)
{
    return (address - NOC_RAM_BASE) & ~UINT32_C(3);
}

/* What the hart has read in the cycle before. */
static bool take_found(struct beside_board *s, uint32_t n)
{
    struct node *node = &s->node[n];
    const uint32_t found = s->board->watch[n].found;

    if (!node->asked) {
        return true;
    }
    node->asked = false;
    if ((node->found ^ found) & node->compared) {
        return differs(s, "node %u has read %08x at %08x; the model says %08x (pc %08x)",
                       (unsigned)n, (unsigned)found, (unsigned)node->request.address,
                       (unsigned)node->found, (unsigned)s->board->watch[n].core.next);
    }
    if (is_in(node->request.address, NOC_RAM_BASE, tile_ram_bytes())) {
        beside_memory_found(&node->memory, word_of(node->request.address), found);
    }
    beside_access(&node->hart, &node->request, found);
    return true;
}

/* What the model says to a read in this cycle. Returns the bits of which it says anything. */
static uint32_t read_model(const struct beside_board *s, uint32_t n, uint32_t address,
                           uint32_t *found)
{
    const struct noc_hart hart = {.time = s->now};

    if (is_in(address, NOC_RAM_BASE, tile_ram_bytes())) {
        return beside_memory_load(&s->node[n].memory, word_of(address), found);
    }
    if (is_in(address, NOC_OWN_BASE, NOC_DEBUG_BLOCK)) {
        *found = noc_board_counter(s->model, n, address - NOC_OWN_BASE, &hart);
        return UINT32_MAX;
    }
    if (address == NOC_NI_BASE + NI_PROFILE) { /* the model can do more */
        *found = s->board->profile;
        return UINT32_MAX;
    }
    if (is_in(address, NOC_NI_BASE, NOC_NI_SIZE)) {
        *found = noc_ni_read(s->model, n, address - NOC_NI_BASE, s->now);
        return UINT32_MAX;
    }
    return 0;
}

static void write_model(struct beside_board *s, uint32_t n, const struct core_request *r)
{
    if (is_in(r->address, NOC_NI_BASE, NOC_NI_SIZE)) {
        noc_ni_write(s->model, n, r->address - NOC_NI_BASE, r->written, s->now);
        return;
    }
    beside_memory_store(&s->node[n].memory, word_of(r->address), r->mask, r->written, s->now);
}

/* The hart's access in this cycle. */
static void access_model(struct beside_board *s, uint32_t n)
{
    const struct tile_watch *w = &s->board->watch[n];
    struct node *node = &s->node[n];

    if (!w->happens) {
        return;
    }
    if (w->access.write) {
        write_model(s, n, &w->access);
        beside_access(&node->hart, &w->access, w->access.written);
    } else {
        node->asked = true;
        node->request = w->access;
        node->compared = read_model(s, n, w->access.address, &node->found);
    }
}

/* What its instruction did, if one ends in this cycle. */
static bool compare_hart(struct beside_board *s, uint32_t n)
{
    const struct tile_watch *w = &s->board->watch[n];
    struct node *node = &s->node[n];
    const struct core_in in = {.tick = true, .line = w->line, .now = w->now};
    unsigned i;

    beside_cycle(&node->hart, &in, &w->core, s->now);
    for (i = 0; i < 2; i++) {
        if (w->land >> i & 1) {
            beside_written(&node->hart, NOC_RAM_BASE + w->land_at + 4 * i);
        }
    }
    return !node->hart.differs ||
           differs(s, "the hart of node %u and the interpreter: %s", (unsigned)n, node->hart.text);
}

static bool compare_said(struct beside_board *s, uint32_t n)
{
    const struct tile_said *said = &s->board->said[n];
    struct node *node = &s->node[n];
    const bool same = said->printed == node->printed && said->exited == node->exited &&
                      said->aborted == node->aborted &&
                      (!node->printed || said->character == node->character) &&
                      (!(node->exited || node->aborted) || said->status == node->status);

    node->printed = node->exited = node->aborted = false;
    return same || differs(s, "what the core of node %u prints, or how it ends", (unsigned)n);
}

/* --- counters and state ----------------------------------------------------------------------------- */

/* As control.c has told the routers of the tiles, before this cycle. */
static void switch_stamps(struct beside_board *s)
{
    if (s->stamps != s->board->stamps) {
        s->stamps = s->board->stamps;
        noc_board_stamp(s->model, s->stamps);
    }
}

static bool compare_counters(const struct beside_board *s, uint32_t n)
{
    const struct board *b = s->board;
    struct noc_hart hart = {.time = b->now};
    const uint32_t status = board_peek(b, n, TILE_COUNTERS, CNT_STATUS);
    const uint32_t end =
        CNT_LINKS + CNT_ROW_STRIDE * noc_board_counter(s->model, n, CNT_ROWS, &hart);
    uint32_t at;

    hart.asleep = NOC_GET(status, CNT_STATUS, ASLEEP); /* which the interpreter compares */
    for (at = 0; at < end; at += 4) {
        const uint32_t word = board_peek(b, n, TILE_COUNTERS, at);
        const uint32_t model = noc_board_counter(s->model, n, at, &hart);

        if (word != model) {
            return differs(s, "node %u: the counter at %#x is %08x; the model says %08x",
                           (unsigned)n, (unsigned)at, (unsigned)word, (unsigned)model);
        }
    }
    return true;
}

static bool compare_state(const struct beside_board *s, uint32_t n)
{
    const uint32_t end = STATE_IN + STATE_ROW_STRIDE * noc_board_state(s->model, n, STATE_ROWS);
    uint32_t at;

    for (at = 0; at < end; at += 4) {
        const uint32_t word = board_peek(s->board, n, TILE_STATE, at);
        const uint32_t model = noc_board_state(s->model, n, at);

        if (word != model) {
            return differs(s, "node %u: the word of state at %#x is %08x; the model says %08x",
                           (unsigned)n, (unsigned)at, (unsigned)word, (unsigned)model);
        }
    }
    return true;
}

static bool compare_node(const struct beside_board *s, uint32_t n)
{
    return compare_counters(s, n) && compare_state(s, n);
}

/* Of one node, if it is its turn in this cycle; and of one that has flits. */
static bool compare_next(struct beside_board *s)
{
    const uint32_t nodes = s->board->topology->nodes, every = (BESIDE_ALL / nodes - 1) | 1;
    uint32_t n = (uint32_t)(s->board->now / every % nodes);

    if (s->board->now % every == 0 && !compare_node(s, n)) {
        return false;
    }
    if (s->now < s->busy || !beside_network_busy(s->network, (uint32_t)(s->now % nodes), &n)) {
        return true;
    }
    s->busy = s->now + BESIDE_BUSY;
    return compare_node(s, n);
}

bool beside_board_all(struct beside_board *s)
{
    uint32_t n = 0;

    while (n < s->board->topology->nodes && compare_node(s, n)) {
        n++;
    }
    return n == s->board->topology->nodes;
}

/* --- a cycle ------------------------------------------------------------------------------------------ */

bool beside_board_cycle(struct beside_board *s)
{
    const uint32_t nodes = s->board->topology->nodes;
    const uint64_t now = s->board->now - 1;
    const char *why;
    uint32_t n;

    s->now = now;
    switch_stamps(s);
    for (n = 0; n < nodes; n++) {
        if (!take_found(s, n)) {
            return false;
        }
        access_model(s, n);
        if (!compare_hart(s, n)) {
            return false;
        }
    }
    while (noc_board_run(s->model, now + 1) <= now) {
    }
    for (n = 0; n < nodes; n++) {
        if (!compare_said(s, n)) {
            return false;
        }
        if (s->board->out[n].line != noc_ni_line(s->model, n)) {
            return differs(s, "the interrupt line of node %u is %s in the gateware alone",
                           (unsigned)n, s->board->out[n].line ? "high" : "low");
        }
    }
    why = beside_network_cycle(s->network);
    if (why) {
        return differs(s, "%s", why);
    }
    return compare_next(s);
}
