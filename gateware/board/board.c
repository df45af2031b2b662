/* SPDX-License-Identifier: BSD-2-Clause */
#include "board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_clock.h"
#include "board_console.h"
#include "memmap.h"
#include "model/net.h"
#include "regs.h"
#include "wiring.h"

/* --- wiring ----------------------------------------------------------------------------------- */

const char *board_refuses(const struct noc_topology *topology, const struct noc_routing *routing)
{
    static char why[200];

    if (topology->nodes > BOARD_NODES_MAX) {
        snprintf(why, sizeof why, "gateware has at most %u nodes, not %u",
                 (unsigned)BOARD_NODES_MAX, (unsigned)topology->nodes);
    } else if (topology->ports > tile_links()) {
        snprintf(why, sizeof why, "these tiles have %u links, and %s needs %u", tile_links(),
                 topology->kind->name, (unsigned)topology->ports);
    } else if (routing->vcs > tile_vcs()) {
        snprintf(why, sizeof why,
                 "these tiles have %u virtual channels, and the routing '%s' needs %u", tile_vcs(),
                 routing->name, (unsigned)routing->vcs);
    } else if (routing->copies) {
        snprintf(why, sizeof why,
                 "gateware's routers do not copy worms, which the routing '%s' needs",
                 routing->name);
    } else {
        return NULL;
    }
    return why;
}

static void enter_route(struct board *b, uint32_t n, unsigned input, uint32_t to)
{
    const unsigned vcs = tile_vcs();
    const bool injected = input == tile_links() * vcs;
    unsigned vc, port;

    port = wiring_route(b->topology, b->routing, n, injected ? NOC_PORT_LOCAL : input / vcs,
                        injected ? 0 : input % vcs, to, &vc);
    tile_route(b->tile[n], input, to, vc, port);
}

static void enter_way(struct board *b, uint32_t n, uint32_t to)
{
    uint16_t way[WIRING_WAYS];
    unsigned i;

    wiring_way(b->topology, b->routing, n, to, way);
    for (i = 0; i < (way[WIRING_COUNT] & WIRING_TURNS); i++) {
        tile_way(b->tile[n], to, i, way[i]);
    }
    tile_way(b->tile[n], to, WIRING_COUNT, way[WIRING_COUNT]);
}

/* What these tiles can do, as their firmware reads it; turns, whichever headers its routing makes. */
static uint32_t profile_of(const struct board *b)
{
    return NOC_PUT(1, NI_PROFILE, TURNS) | NOC_PUT(tile_stamps(), NI_PROFILE, STAMPS) |
           NOC_PUT(b->routing->vcs, NI_PROFILE, VCS) |
           NOC_PUT(b->topology->ports, NI_PROFILE, DEGREE);
}

static struct tile *new_tile(const struct board *b, uint32_t n)
{
    const struct tile_config config = {.self = n,
                                       .nodes = b->topology->nodes,
                                       .start = NOC_IMAGE_BASE,
                                       .profile = b->profile,
                                       .wiring = b->wiring,
                                       .linked = wiring_linked(b->topology, n),
                                       .used = wiring_used(b->topology, b->routing, n, tile_vcs()),
                                       .used_in =
                                           wiring_used_in(b->topology, b->routing, n, tile_vcs()),
                                       .turns = b->routing->source != NULL,
                                       .skips = b->skips};

    return tile_new(&config);
}

static void wire(struct board *b, uint32_t n)
{
    struct noc_link link;
    unsigned p;

    for (p = 0; p < b->topology->ports; p++) {
        if (noc_topology_link(b->topology, n, p, &link)) {
            b->to[n][p] = (struct board_way){true, (uint8_t)link.node, link.port};
            b->from[link.node][link.port] = (struct board_way){true, (uint8_t)n, (uint8_t)p};
        }
    }
}

void board_begin(struct board *b, const struct noc_topology *topology,
                 const struct noc_routing *routing, uint64_t *image, uint64_t limit, bool skips)
{
    struct noc_net_config net = {.topology = topology, .routing = routing, .ports = 1};
    uint32_t n, to;
    unsigned i;

    memset(b, 0, sizeof *b);
    board_clock_begin();
    console_begin();
    b->topology = topology;
    b->routing = routing;
    b->image = image;
    b->limit = limit;
    b->skips = skips;
    b->left = topology->nodes;
    noc_net_preset(&net, "board");
    b->wiring = noc_net_wiring(&net);
    b->profile = profile_of(b);
    for (n = 0; n < topology->nodes; n++) {
        wire(b, n);
        b->tile[n] = new_tile(b, n);
        for (to = 0; to < BOARD_NODES_MAX; to++) {
            enter_way(b, n, to);
            for (i = 0; i <= tile_links() * tile_vcs(); i++) {
                enter_route(b, n, i, to);
            }
        }
    }
}

void board_free(struct board *b)
{
    uint32_t n;

    for (n = 0; n < b->topology->nodes; n++) {
        tile_free(b->tile[n]);
    }
}

/* --- a cycle ------------------------------------------------------------------------------------ */

/* Faults in the cycle that is next, to see what finds them. */
static void break_links(struct board *b)
{
    uint32_t n;

    for (n = 0; n < b->topology->nodes && b->flip && b->now >= b->flip; n++) {
        if (b->out[n].vc) {
            b->out[n].flit[(unsigned)__builtin_ctz(b->out[n].vc) / tile_vcs()] ^= 1;
            b->flip = 0;
        }
    }
    for (n = 0; n < b->topology->nodes && b->lose && b->now >= b->lose; n++) {
        if (b->out[n].credit) {
            b->out[n].credit &= b->out[n].credit - 1;
            b->lose = 0;
        }
    }
}

/* What leaves each tile enters its neighbours. */
static void give_tile(struct board *b, uint32_t n)
{
    const unsigned vcs = tile_vcs();
    const uint32_t mask = (1u << vcs) - 1;
    struct tile_in in;
    unsigned p;

    in.vc = in.credit = 0;
    for (p = 0; p < b->topology->ports; p++) {
        const struct board_way *from = &b->from[n][p], *to = &b->to[n][p];

        if (from->there) {
            in.vc |= (b->out[from->node].vc >> (from->port * vcs) & mask) << (p * vcs);
            in.flit[p] = b->out[from->node].flit[from->port];
        }
        if (to->there) {
            in.credit |= (b->out[to->node].credit >> (to->port * vcs) & mask) << (p * vcs);
        }
    }
    in.image = b->image_word[n];
    in.boot = b->out[0].boot;
    tile_give(b->tile[n], &in, &b->said[n], b->watched ? &b->watch[n] : NULL);
    if (b->said[n].image_read) {
        b->image_word[n] = b->image[b->said[n].image_at % (NOC_IMAGE_SIZE / 8)];
    }
}

static void note_end(struct board *b, uint32_t n, enum board_end *end)
{
    const struct tile_said *s = &b->said[n];

    if (s->exited && !b->exited[n]) {
        b->exited[n] = 1u + s->status;
        b->left--;
        if (*end != BOARD_ABORT && s->status > b->status) {
            b->status = s->status;
        }
    }
    if (s->aborted && *end != BOARD_ABORT) {
        b->aborter = n;
        b->status = s->status;
        *end = BOARD_ABORT;
    }
}

enum board_end board_cycle(struct board *b)
{
    enum board_end end = BOARD_GOES_ON;
    uint32_t n;

    for (n = 0; n < b->topology->nodes; n++) {
        give_tile(b, n);
    }
    if (b->given) {
        b->given(b->given_opaque);
    }
    for (n = 0; n < b->topology->nodes; n++) {
        tile_pass(b->tile[n], &b->out[n]);
    }
    b->now = board_clock_pass();
    break_links(b);
    for (n = 0; n < b->topology->nodes; n++) {
        if (b->said[n].printed && !b->silent) {
            console_put(n, (char)b->said[n].character);
        }
        note_end(b, n, &end);
    }
    console_pass();
    return end ? end : !b->left ? BOARD_EXIT : b->now == b->limit ? BOARD_LIMIT : BOARD_GOES_ON;
}

/* --- debuggers ------------------------------------------------------------------------------------ */

void board_reset(struct board *b)
{
    uint32_t n;

    for (n = 0; n < b->topology->nodes; n++) {
        tile_reset(b->tile[n]);
    }
    memset(b->out, 0, sizeof b->out);
    memset(b->said, 0, sizeof b->said);
    memset(b->exited, 0, sizeof b->exited);
    b->left = b->topology->nodes;
    board_clock_restart();
    b->now = 0;
    b->aborter = b->status = 0;
    if (b->restarted) {
        b->restarted(b->restarted_opaque);
    }
}

uint32_t board_peek(const struct board *b, uint32_t node, enum tile_block block, uint32_t offset)
{
    return tile_peek(b->tile[node], block, offset);
}

void board_stamp(struct board *b, bool on)
{
    uint32_t n;

    b->stamps = on;
    for (n = 0; n < b->topology->nodes; n++) {
        tile_stamp(b->tile[n], on);
    }
}
