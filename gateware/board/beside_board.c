/* SPDX-License-Identifier: BSD-2-Clause */
#include "beside_board.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "memmap.h"
#include "model/board.h"
#include "regs.h"

enum { RAM_BYTES = 1 << TILE_RAM_BITS };

/* A node beside its tile. */
struct node {
    uint8_t *ram;
    bool asked; /* its hart has read in the cycle before, and should have found: */
    bool of_ram;
    uint32_t offset, found;
    bool printed, exited, aborted; /* by the model, in this cycle */
    uint8_t character, status;
};

struct beside_board {
    struct board *board;
    struct noc_board *model;
    struct node node[BOARD_NODES_MAX];
};

__attribute__((format(printf, 2, 3))) static bool differs(const struct beside_board *s,
                                                          const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "nocturne: differs cycle %" PRIu64 ": ", s->board->now);
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

    if (ram < RAM_BYTES && bytes <= RAM_BYTES - ram) {
        memcpy(to, s->node[node].ram + ram, bytes);
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
    const struct beside_board *s = opaque;
    const uint32_t ram = addr - NOC_RAM_BASE;

    if (ram >= RAM_BYTES || bytes > RAM_BYTES - ram) {
        return false;
    }
    memcpy(s->node[node].ram + ram, from, bytes);
    return true;
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

/* --- beginning ------------------------------------------------------------------------------------ */

struct beside_board *beside_board_begin(struct board *b)
{
    struct beside_board *s = calloc(1, sizeof *s);
    struct noc_board_config config = {
        .net = {.topology = b->topology, .routing = b->routing, .ports = 1},
        .ram_bytes = RAM_BYTES};
    const struct noc_board_ops ops = {.opaque = s,
                                      .read = model_read,
                                      .write = model_write,
                                      .console = model_console,
                                      .exit = model_exit,
                                      .abort = model_abort};
    uint32_t n;

    if (!s) {
        return NULL;
    }
    s->board = b;
    noc_net_preset(&config.net, "board");
    s->model = noc_board_new(&config, &ops);
    for (n = 0; n < b->topology->nodes; n++) {
        s->node[n].ram = calloc(1, RAM_BYTES);
        if (!s->model || !s->node[n].ram) {
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
        free(s->node[n].ram);
    }
    noc_board_free(s->model);
    free(s);
}

/* --- a cycle -------------------------------------------------------------------------------------- */

static uint32_t word_of(const struct node *n, uint32_t at)
{
    uint32_t word;

    memcpy(&word, n->ram + at, 4);
    return word;
}

/* What the hart has read in the cycle before. */
static bool compare_found(struct beside_board *s, uint32_t n)
{
    struct node *node = &s->node[n];
    const uint32_t found = s->board->said[n].found;

    if (!node->asked) {
        return true;
    }
    node->asked = false;
    return node->found == found ||
           differs(s, "node %u has read %08x %s 0x%x; the model says %08x (pc %08x)", (unsigned)n,
                   (unsigned)found, node->of_ram ? "in RAM at" : "from register",
                   (unsigned)node->offset, (unsigned)node->found, (unsigned)s->board->out[n].pc);
}

static uint32_t read_model(const struct beside_board *s, uint32_t n, const struct tile_access *a)
{
    const struct noc_hart hart = {.time = s->board->now};

    return a->own ? noc_board_counter(s->model, n, a->offset, &hart)
                  : noc_ni_read(s->model, n, a->offset, s->board->now);
}

/* The hart's access in this cycle. */
static void access_model(struct beside_board *s, uint32_t n)
{
    const struct tile_access *a = &s->board->said[n].access;
    struct node *node = &s->node[n];
    unsigned i;

    for (i = 0; i < 4; i++) {
        if (a->stores >> i & 1) {
            node->ram[a->offset + i] = (uint8_t)(a->value >> 8 * i);
        }
    }
    if (a->registers && a->writes) {
        noc_ni_write(s->model, n, a->offset, a->value, s->board->now);
    } else if ((a->registers && (a->own || a->offset != NI_PROFILE)) || a->loads) {
        node->asked = true;
        node->of_ram = a->loads;
        node->offset = a->offset;
        node->found = a->loads ? word_of(node, a->offset) : read_model(s, n, a);
    }
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

bool beside_board_cycle(struct beside_board *s)
{
    const uint32_t nodes = s->board->topology->nodes;
    const uint64_t now = s->board->now;
    uint32_t n;

    for (n = 0; n < nodes; n++) {
        if (!compare_found(s, n)) {
            return false;
        }
        access_model(s, n);
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
    return true;
}
