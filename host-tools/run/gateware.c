/* SPDX-License-Identifier: BSD-2-Clause */
#include "gateware.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/install_paths.h"
#include "memmap.h"
#include "multicast/algorithms.h"
#include "routing/routings.h"
#include "shapes/shapes.h"
#include "target/registry.h"
#include "topology/topologies.h"

/* Tiles are compiled for so many links and virtual channels. */
static const struct shape {
    unsigned links, vcs;
} shapes[] = {
#define TILE_SHAPE(links, vcs) {links, vcs},
#include "shapes/shapes.def"
#undef TILE_SHAPE
};

bool gateware_named(const struct options *o)
{
    return o->text[KEY_board] && strcmp(o->text[KEY_board], "rtl") == 0;
}

enum status gateware_complete(struct options *o, struct error *error)
{
    struct noc_topology t;
    struct noc_fault fault;
    const struct noc_algorithm *a =
        o->text[KEY_algorithm] ? noc_algorithm_find(o->text[KEY_algorithm]) : NULL;
    if (a && a->worm && !o->text[KEY_routing]) {
        error_set(error, STATUS_BAD,
                  "board rtl: algorithm '%s': its worms have several destinations, and the routers "
                  "do not copy worms",
                  o->text[KEY_algorithm]);
        return error_fix(error, "give one with unicasts, as separate or auto");
    }
    bool by_plan = !o->text[KEY_relay] || strcmp(o->text[KEY_relay], "group") == 0;
    if (!o->text[KEY_costs] && !o->text[KEY_collective] && by_plan) {
        o->text[KEY_costs] = alloc_text("rtl"); /* for auto */
    }
    if (o->text[KEY_routing] || !o->text[KEY_topology] ||
        !noc_topology_parse(&t, o->text[KEY_topology], &fault)) {
        return STATUS_DONE; /* what is wrong is told by who reads it next */
    }
    for (unsigned i = 0; noc_routings[i]; i++) {
        const struct noc_routing *r = noc_routings[i];
        if (!r->copies && r->vcs <= TILE_VCS_MAX && r->fits(&t, NULL)) {
            o->text[KEY_routing] = alloc_text(r->name);
            return STATUS_DONE;
        }
    }
    error_set(error, STATUS_BAD, "board rtl: no routing fits %s", o->text[KEY_topology]);
    return error_fix(error, "gateware has routers without copies, with up to %d virtual channels",
                     TILE_VCS_MAX);
}

static enum status refuse(struct error *error, const char *what, const char *fix)
{
    error_set(error, STATUS_BAD, "board rtl: %s", what);
    return error_fix(error, "%s", fix);
}

/* Are its routers and interfaces those of the preset? */
static enum status check_preset(const struct experiment *e, struct error *error)
{
    struct noc_net_config board = {.consumption = NOC_CONSUME_VC};
    noc_net_preset(&board, "board");
    const struct {
        const char *key;
        uint32_t has, wanted;
    } values[] = {
        {"lanes", board.lanes, e->net.lanes},
        {"buffer", board.buffer_flits, e->net.buffer_flits},
        {"header_cycles", board.header_cycles, e->net.header_cycles},
        {"flight_cycles", board.flight_cycles, e->net.flight_cycles},
        {"credit_cycles", board.credit_cycles, e->net.credit_cycles},
        {"inject_cycles", board.inject_cycles, e->net.inject_cycles},
        {"eject_cycles", board.eject_cycles, e->net.eject_cycles},
    };
    if (board.consumption != e->net.consumption) {
        error_set(error, STATUS_BAD, "board rtl: consumption: its routers have '%s', not '%s'",
                  noc_consumption_words[board.consumption],
                  noc_consumption_words[e->net.consumption]);
        return error_fix(error, "leave it out");
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (values[i].has != values[i].wanted) {
            error_set(error, STATUS_BAD,
                      "board rtl: %s: its routers have %" PRIu32
                      ", as the preset 'board', not %" PRIu32,
                      values[i].key, values[i].has, values[i].wanted);
            return error_fix(error, "leave out what changes it");
        }
    }
    return STATUS_DONE;
}

/* What the routers of this network would have to be. */
static enum status check_network(const struct experiment *e, struct error *error)
{
    if (e->topology.nodes > TILE_NODES_MAX) {
        error_set(error, STATUS_BAD, "board rtl: %s has %" PRIu32 " nodes", e->topology_text,
                  e->topology.nodes);
        return error_fix(error, "at most %d fit", TILE_NODES_MAX);
    }
    if (e->topology.ports > TILE_LINKS_MAX) {
        error_set(error, STATUS_BAD, "board rtl: a router of %s has %u links", e->topology_text,
                  (unsigned)e->topology.ports);
        return error_fix(error, "at most %d fit", TILE_LINKS_MAX);
    }
    if (e->routing->copies) {
        error_set(error, STATUS_BAD, "board rtl: routing '%s' needs routers that copy worms",
                  e->routing->name);
        return error_fix(error, "its routers forward a worm to one destination");
    }
    if (e->routing->vcs > TILE_VCS_MAX) {
        error_set(error, STATUS_BAD, "board rtl: routing '%s' needs %u virtual channels",
                  e->routing->name, (unsigned)e->routing->vcs);
        return error_fix(error, "at most %d fit", TILE_VCS_MAX);
    }
    return STATUS_DONE;
}

/* Digits alone, up to this character. */
static bool is_cycle(uint64_t *cycle, const char *text, char behind)
{
    char *end;
    errno = 0;
    *cycle = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == behind && !errno;
}

static enum status check_wave(const char *wave, struct error *error)
{
    uint64_t from, to;
    const char *colon = wave ? strchr(wave, ':') : NULL;
    if (!wave ||
        (colon && is_cycle(&from, wave, ':') && is_cycle(&to, colon + 1, 0) && from <= to)) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "wave '%s': must be two cycles, the first one first", wave);
    return error_fix(error, "as --wave 1000:2000");
}

enum status gateware_take(struct experiment *e, const struct options *o, struct error *error)
{
    e->gateware = gateware_named(o);
    e->lockstep = o->text[KEY_lockstep];
    e->wave = o->text[KEY_wave];
    if (!e->gateware) {
        const char *board = o->text[KEY_board];
        if ((e->lockstep || e->wave) && board && registry_is_gateware(board)) {
            return refuse(error,
                          e->lockstep ? "lockstep: is not of a board that is up"
                                      : "wave: is not of a board that is up",
                          "give --board rtl, without a number, and a topology");
        }
        return e->lockstep ? refuse(error, "lockstep: is of gateware alone", "add --board rtl")
             : e->wave     ? refuse(error, "wave: is of gateware alone", "add --board rtl")
                           : STATUS_DONE;
    }
    enum status status = check_wave(e->wave, error);
    if (!status) {
        status = check_network(e, error);
    }
    if (!status && e->ports != 1) {
        status = refuse(error, "ports: its interfaces have one port", "leave --ports out");
    }
    if (!status) {
        status = check_preset(e, error);
    }
    if (!status && o->words_n > 1) {
        status = refuse(error, "arguments: its harts cannot ask for them yet",
                        "leave out what follows the program");
    }
    if (!status && (o->text[KEY_files] || o->text[KEY_gdb])) {
        status = refuse(error,
                        o->text[KEY_gdb] ? "gdb: there is no server for gdb yet"
                                         : "files: its harts cannot ask for files yet",
                        "leave it out, or leave --board rtl out");
    }
    return status;
}

enum status gateware_find(char path[PATH_MAX], const struct experiment *e, struct error *error)
{
    char name[32] = "", first[PATH_MAX] = "";
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const struct shape *s = &shapes[i];
        if (e->topology.ports <= s->links && e->routing->vcs <= s->vcs) {
            int length = snprintf(name, sizeof name, "nocturne-rtl-%u-%u", s->links, s->vcs);
            if (e->ram != NOC_RAM_DEFAULT) {
                snprintf(name + length, sizeof name - (size_t)length, "-%" PRIu32 "K",
                         e->ram / 1024);
            }
            if (find_gateware(path, name)) {
                return STATUS_DONE;
            }
            if (!first[0]) {
                strcpy(first, path);
            }
        }
    }
    error_set(error, STATUS_ENVIRONMENT, "no gateware at '%s'", first);
    error_fix(error, "'make gateware");
    if (e->ram != NOC_RAM_DEFAULT) {
        error_append(error, " RAM=%" PRIu32 "K", e->ram / 1024);
    }
    error_append(error,
                 is_installed() ? "' and then 'make install' put it there" : "' compiles it");
    return STATUS_ENVIRONMENT;
}
