/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct counters: the counters of a live board, over the gdb remote protocol.
 * The board is stopped while they are read, so that all are of one cycle, and
 * goes on afterwards. Which topology and routing it has is asked from the
 * parameter block in its image, unless given. Of a network that is read from a
 * file the block has the kind only: without the file, channels have no names, and
 * are shown by their rows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "blocks.h"
#include "command.h"
#include "memmap.h"
#include "memory.h"
#include "params.h"
#include "regs.h"
#include "table.h"

enum { CONNECT_SECONDS = 5 };

/* The board's own words for topology and routing; "" where it has none. */
static enum status ask_params(struct gdb *g, char topology[TOPOLOGY_TEXT],
                              char routing[NOC_NAME_BYTES + 1], struct complaint *why)
{
    struct noc_params p;
    enum status status = gdb_memory(g, NOC_PARAMS_BASE, &p, sizeof p, why);
    topology[0] = routing[0] = 0;
    if (status || p.magic != NOC_PARAMS_MAGIC || p.version != NOC_PARAMS_VERSION ||
        p.dims > NOC_PARAMS_DIMS || (p.dims == 0 && p.shape_bytes == 0)) {
        return status;
    }
    int length = snprintf(topology, TOPOLOGY_TEXT, "%.*s:", NOC_NAME_BYTES, p.topology);
    if (strncmp(p.topology, "cube", NOC_NAME_BYTES) == 0) {
        snprintf(topology + length, (size_t)(TOPOLOGY_TEXT - length), "%u", p.dims);
    } else {
        for (unsigned d = p.dims; d-- > 0;) {
            length += snprintf(topology + length, (size_t)(TOPOLOGY_TEXT - length), "%u%s",
                               p.width[d], d ? "x" : "");
        }
    }
    snprintf(routing, NOC_NAME_BYTES + 1, "%.*s", NOC_NAME_BYTES, p.routing);
    return STATUS_DONE;
}

/* Are these words for one topology? Of one from a file the board says the kind alone. */
static bool same_topology(const struct experiment *e, const char *topology)
{
    return strncmp(topology, e->topology_text, e->network ? strlen(topology) : TOPOLOGY_TEXT) == 0;
}

static enum status ask_nodes(struct gdb *g, uint32_t *nodes, struct complaint *why)
{
    unsigned char byte[4] = { 0 };
    enum status status = gdb_memory(g, NOC_NI_BASE + NI_NODES, byte, sizeof byte, why);
    *nodes = block_word(byte, 0);
    return status;
}

/* What was given must not contradict what the board says, or how many nodes it has. */
static enum status check_board(struct gdb *g, const struct experiment *e, const char *topology,
                               const char *routing, struct complaint *why)
{
    uint32_t nodes;
    enum status status = ask_nodes(g, &nodes, why);
    if (status) {
        return status;
    }
    if (*topology && !same_topology(e, topology)) {
        return complain(why, STATUS_BAD, "topology '%s': the board says %s; %s",
                        e->topology_text, topology,
                        topology[strlen(topology) - 1] == ':' ? "give its file"
                                                              : "leave the flag out");
    }
    if (*routing && strcmp(routing, e->routing->name) != 0) {
        return complain(why, STATUS_BAD, "routing '%s': the board says %s; leave the flag out",
                        e->routing->name, routing);
    }
    if (nodes != e->topology.nodes) {
        return complain(why, STATUS_BAD, "topology '%s': has %u nodes, the board %u; give its own",
                        e->topology_text, e->topology.nodes, nodes);
    }
    return STATUS_DONE;
}

/* A board whose network was read from a file that nobody gave: what it says of itself. */
static enum status nameless(struct gdb *g, struct experiment *e, const char *kind,
                            const char *routing, struct complaint *why)
{
    memset(e, 0, sizeof *e);
    snprintf(e->topology_text, sizeof e->topology_text, "%.*s", (int)strcspn(kind, ":"), kind);
    e->topology.kind = noc_topology_kind_find(e->topology_text);
    e->routing = noc_routing_find(routing);
    if (!e->topology.kind || !e->routing) {
        return complain(why, STATUS_BAD, "the board's topology '%s' or routing '%s' is none that "
                        "this noct knows; build both from one source", e->topology_text, routing);
    }
    return ask_nodes(g, &e->topology.nodes, why);
}

/* What is this board? Its own word, or where it has none the flags. */
static enum status know_board(struct gdb *g, struct experiment *e, const struct options *given,
                              struct options *o, struct complaint *why)
{
    char topology[TOPOLOGY_TEXT], routing[NOC_NAME_BYTES + 1];
    options_copy(o, given);
    enum status status = blocks_check_version(g, why);
    if (status || (status = ask_params(g, topology, routing, why))) {
        return status;
    }
    if (!o->text[KEY_topology] && !*topology) {
        return complain(why, STATUS_BAD,
                        "topology: missing; this board does not tell its own, give the one it has, "
                        "as torus:8x8");
    }
    bool file = *topology && topology[strlen(topology) - 1] == ':';
    if (!o->text[KEY_topology] && file) {
        return nameless(g, e, topology, routing, why);
    }
    if (!o->text[KEY_topology]) {
        o->text[KEY_topology] = copy_text(topology);
    }
    if (!o->text[KEY_routing] && *routing &&
        strncmp(o->text[KEY_topology], topology, file ? strlen(topology) : TOPOLOGY_TEXT) == 0) {
        o->text[KEY_routing] = copy_text(routing);
    }
    status = experiment_make(e, o, NEED_NETWORK, why);
    return status ? status : check_board(g, e, topology, routing, why);
}

/* Are the channels known by more than their rows? */
static bool is_named(const struct experiment *e)
{
    return e->topology.ports > 0;
}

/* A block has a row for each channel of its router; of another number of channels it is
 * another router. */
static enum status check_rows(const struct experiment *e, uint32_t node,
                              const unsigned char *block, struct complaint *why)
{
    struct noc_channel c;
    uint32_t rows = block_word(block, CNT_ROWS), channels = 0;
    if (!is_named(e)) {
        return STATUS_DONE;
    }
    while (channels < CNT_ROWS_MAX && noc_channel_row(&e->topology, e->routing, node, channels, &c)) {
        channels++;
    }
    if (rows != channels) {
        return complain(why, STATUS_BAD,
                        "topology '%s', routing %s: node %u would have %u channels, the board's "
                        "has %u; give its own",
                        e->topology_text, e->routing->name, node, channels, rows);
    }
    return STATUS_DONE;
}

static json_t *node_links(const struct experiment *e, uint32_t node, const unsigned char *block)
{
    json_t *links = json_array();
    struct noc_channel c;
    struct noc_channel_count count;
    bool named = is_named(e);
    for (unsigned i = 0; named ? block_row(&e->topology, e->routing, block, node, i, &c, &count)
                               : block_count(block, i, &count);
         i++) {
        json_t *link = named ? answer_channel(e, &c)
                             : json_pack("{s:i,s:n,s:n,s:n}", "row", (int)i, "next", "dim", "vc");
        json_object_set_new(link, "dir", named ? json_integer(c.dir) : json_null());
        json_object_set_new(link, "flits", json_integer(count.flits));
        json_object_set_new(link, "headers", json_integer(count.headers));
        json_object_set_new(link, "blocked_cycles", json_integer(count.blocked));
        json_array_append_new(links, link);
    }
    return links;
}

/* Channels of a node beyond the rows that a block has. */
static uint32_t unseen(const struct experiment *e, uint32_t node)
{
    struct noc_channel c;
    uint32_t beyond = 0;
    while (is_named(e) &&
           noc_channel_row(&e->topology, e->routing, node, CNT_ROWS_MAX + beyond, &c)) {
        beyond++;
    }
    return beyond;
}

static json_t *node_counters(const struct experiment *e, uint32_t node, const unsigned char *block)
{
    uint32_t beyond = unseen(e, node);
    json_t *counters = json_pack(
        "{s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:o}", "node", (json_int_t)node, "messages_in",
        (json_int_t)block_word(block, CNT_IN), "messages_out",
        (json_int_t)block_word(block, CNT_OUT), "messages_relayed",
        (json_int_t)block_word(block, CNT_RELAYED), "messages_discarded",
        (json_int_t)block_word(block, CNT_DISCARDED), "messages_bad",
        (json_int_t)block_word(block, CNT_BAD), "startup_cycles",
        (json_int_t)block_word(block, CNT_STARTUP), "links", node_links(e, node, block));
    if (beyond) {
        json_object_set_new(counters, "links_unseen", json_integer(beyond));
    }
    return counters;
}

/* The nodes asked for, fetched one by one, or all with one sweep. */
static enum status collect(struct gdb *g, const struct experiment *e, const char *which,
                           json_t **answer, struct complaint *why)
{
    uint16_t *list = NULL;
    uint32_t n = e->topology.nodes;
    enum status status = which ? nodes_parse("nodes", which, n, &list, &n, why) : STATUS_DONE;
    if (status) {
        return status;
    }
    unsigned char *block = claim_array(n, NOC_DEBUG_BLOCK);
    if (!list) {
        status = blocks_fetch(g, 0, n, block, why);
    }
    for (uint32_t i = 0; list && i < n && !status; i++) {
        status = blocks_fetch(g, list[i], 1, block + (size_t)i * NOC_DEBUG_BLOCK, why);
    }
    for (uint32_t i = 0; i < n && !status; i++) {
        status = check_rows(e, list ? list[i] : i, block + (size_t)i * NOC_DEBUG_BLOCK, why);
    }
    if (!status) {
        json_t *nodes = json_array();
        uint64_t cycles = 0;
        for (uint32_t i = 0; i < n; i++) {
            const unsigned char *b = block + (size_t)i * NOC_DEBUG_BLOCK;
            uint64_t time = block_pair(b, CNT_TIME_LO);
            cycles = time > cycles ? time : cycles;
            json_array_append_new(nodes, node_counters(e, list ? list[i] : i, b));
        }
        *answer = answer_new(e);
        json_object_del(*answer, "ports"); /* nobody said */
        json_object_set_new(*answer, "cycles", json_integer((json_int_t)cycles));
        json_object_set_new(*answer, "nodes", nodes);
    }
    free(block);
    free(list);
    return status;
}

enum status ask_counters(const struct options *o, json_t **answer, struct complaint *why)
{
    struct gdb *g = claim(sizeof *g);
    struct options known = { .text = { NULL } };
    struct experiment e;
    const char *board = o->text[KEY_board];
    enum status status;
    if (!board || strncmp(board, "gdb:", 4) != 0) {
        free(g);
        return board ? complain(why, STATUS_BAD,
                                "board '%s': must be gdb:HOST:PORT, as gdb:localhost:3333", board)
                     : complain(why, STATUS_BAD,
                                "board: missing; give gdb:HOST:PORT, as 'noct board' prints it");
    }
    status = gdb_connect(g, board + 4, CONNECT_SECONDS, why);
    if (!status) {
        status = know_board(g, &e, o, &known, why);
        if (!status) {
            status = collect(g, &e, o->text[KEY_nodes], answer, why);
            experiment_free(&e);
        }
        gdb_end(g);
        options_free(&known);
    }
    free(g);
    return status;
}

/* A number, or a dash where it is null. */
static const char *number_text(const json_t *object, const char *key, const char *format,
                               char text[24])
{
    strcpy(text, "-");
    if (answer_known(object, key)) {
        snprintf(text, 24, *format == '+' ? "%+lld" : "%lld", answer_number(object, key));
    }
    return text;
}

static void show_links(const json_t *nodes)
{
    const json_t *node, *link;
    struct table t;
    size_t i, j;
    bool named = true;
    table_begin(&t, "rrrrlrrr", "node\tto\tdim\tdir\tvc\tflits\theaders\tblocked cycles");
    json_array_foreach(nodes, i, node) {
        json_array_foreach(json_object_get(node, "links"), j, link) {
            if (answer_number(link, "flits") || answer_number(link, "blocked_cycles")) {
                const char *vc = answer_text(link, "vc");
                char next[32], dim[24], dir[24];
                number_text(link, "next", "", next);
                if (json_object_get(link, "row")) {
                    named = false;
                    snprintf(next, sizeof next, "row %lld", answer_number(link, "row"));
                }
                table_row(&t, "%lld\t%s\t%s\t%s\t%s\t%lld\t%lld\t%lld",
                          answer_number(node, "node"), next, number_text(link, "dim", "", dim),
                          answer_known(link, "dim") ? number_text(link, "dir", "+", dir) : "-", *vc ? vc : "-",
                          answer_number(link, "flits"), answer_number(link, "headers"),
                          answer_number(link, "blocked_cycles"));
            }
        }
    }
    printf("\nlinks that carried flits, or blocked some%s\n",
           named ? "" : ", by their rows: the board does not tell where they lead;\n"
                        "give its --topology, with the file, to have them named");
    table_end(&t);
    json_array_foreach(nodes, i, node) {
        if (json_object_get(node, "links_unseen")) {
            printf("node %lld has %lld channels more than its %d rows of counters\n",
                   answer_number(node, "node"), answer_number(node, "links_unseen"), CNT_ROWS_MAX);
        }
    }
}

void show_counters(const struct options *o, const json_t *answer)
{
    const json_t *nodes = json_object_get(answer, "nodes"), *node;
    struct table t;
    size_t i;
    (void)o;
    printf("%s, routing %s, cycle %lld\n\n", answer_text(answer, "topology"),
           answer_text(answer, "routing"), answer_number(answer, "cycles"));
    table_begin(&t, "rrrrrrr", "node\tin\tout\trelayed\tdiscarded\tbad\tstart-up cycles");
    json_array_foreach(nodes, i, node) {
        table_row(&t, "%lld\t%lld\t%lld\t%lld\t%lld\t%lld\t%lld", answer_number(node, "node"),
                  answer_number(node, "messages_in"), answer_number(node, "messages_out"),
                  answer_number(node, "messages_relayed"),
                  answer_number(node, "messages_discarded"), answer_number(node, "messages_bad"),
                  answer_number(node, "startup_cycles"));
    }
    table_end(&t);
    show_links(nodes);
}
