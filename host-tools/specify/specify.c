/* SPDX-License-Identifier: BSD-2-Clause */
#include "specify.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/node_list.h"
#include "base/number.h"
#include "experiment/chance.h"
#include "experiment/costs_option.h"
#include "experiment/lattice.h"
#include "experiment/partition_cut.h"
#include "memmap.h"
#include "model/board.h"
#include "multicast/algorithms.h"
#include "own/own_algorithm.h"
#include "own/own_code.h"
#include "own/own_routing.h"
#include "params.h"
#include "patterns/injection.h"
#include "patterns/lengths.h"
#include "patterns/pattern.h"
#include "ram.h"
#include "routing/routings.h"
#include "sim/auto.h"
#include "sim/plan.h"
#include "topology/topologies.h"

enum { NAMES_MAX = 64, CYCLES_20_BITS = (1 << 20) - 1 };

/* One of `names`; *index tells which. Not given: the first. why may be NULL. */
static enum status word_option(const struct options *o, int key, const char *const *names,
                               unsigned *index, struct error *error)
{
    *index = 0;
    if (!o->text[key]) {
        return STATUS_DONE;
    }
    for (unsigned i = 0; names[i]; i++) {
        if (strcmp(o->text[key], names[i]) == 0) {
            *index = i;
            return STATUS_DONE;
        }
    }
    if (!error) {
        return STATUS_BAD;
    }
    error_set(error, STATUS_BAD, "%s '%s': must be one of", key_rows[key].name, o->text[key]);
    for (unsigned i = 0; names[i]; i++) {
        error_append(error, "%s %s", i ? "," : "", names[i]);
    }
    return STATUS_BAD;
}

/* Append what the word was probably meant to be, if any name is near. */
static void suggest(struct error *error, const char *word, const char *const *names)
{
    const char *near = nearest(word, names);
    if (near && strcmp(near, word) != 0) {
        error_append(error, "; did you mean '%s'?", near);
    }
}

static enum status refused(const char *key, const char *text, const struct noc_fault *fault,
                           struct error *error)
{
    error_set(error, STATUS_BAD, "%s '%s': %s", key, text, noc_fault_text(fault->code));
    if (fault->because) {
        error_append(error, ": %s", fault->because);
    }
    return STATUS_BAD;
}

/* "torus:08x8" -> "torus:8x8". A kind whose size is one number keeps the one that was given. */
static void spell_topology(struct experiment *e, const char *text)
{
    const char *in = text + strcspn(text, ":");
    char *out = e->topology_text, *end = out + TOPOLOGY_TEXT - 1;
    out += snprintf(out, TOPOLOGY_TEXT, "%.*s", (int)(in - text), text);
    for (; *in && out < end; in++) {
        bool leading =
            *in == '0' && !isdigit((unsigned char)in[-1]) && isdigit((unsigned char)in[1]);
        while (leading && *in == '0' && isdigit((unsigned char)in[1])) {
            in++;
        }
        *out++ = *in;
    }
    *out = 0;
}

/* "lattice:64": the graph that noct lattice draws with this seed. */
static enum status draw_lattice(struct experiment *e, const struct options *o, struct error *error)
{
    struct lattice l;
    uint32_t links;
    enum status status = lattice_parse(&l, o->text[KEY_topology], error);
    status = status ? status : number_option(o, KEY_seed, 0, UINT32_MAX, 1, &l.seed, error);
    if (status || network_drawn(o->text[KEY_topology], l.seed, &e->topology, &e->network)) {
        return status;
    }
    char *graph = lattice_draw(&l, &links);
    return graph ? network_of_graph(o->text[KEY_topology], l.seed, graph, &e->topology, &e->network,
                                    error)
                 : lattice_disconnected(&l, error);
}

static enum status choose_topology(struct experiment *e, const struct options *o,
                                   struct error *error)
{
    const char *text = o->text[KEY_topology];
    if (!text) {
        return error_set(error, STATUS_BAD, "topology: missing; give one, as torus:8x8 or cube:6");
    }
    if (strlen(text) >= TOPOLOGY_TEXT) {
        return error_set(error, STATUS_BAD, "topology: longer than a file's name can be");
    }
    enum status status = lattice_named(text) ? draw_lattice(e, o, error)
                                             : network_find(text, &e->topology, &e->network, error);
    if (!status && e->network) {
        strcpy(e->topology_text, text);
    } else if (!status) {
        spell_topology(e, text);
    }
    return status;
}

static enum status routing_refused(const char *text, const struct noc_fault *fault,
                                   struct error *error)
{
    refused("routing", text, fault, error);
    if (fault->code == NOC_FAULT_ROUTING_UNKNOWN) {
        const char *names[NAMES_MAX];
        unsigned n = 0;
        for (; noc_routings[n] && n < NAMES_MAX - 1; n++) {
            names[n] = noc_routings[n]->name;
        }
        names[n] = NULL;
        suggest(error, text, names);
    }
    return STATUS_BAD;
}

/* libnoc's algorithm of this name, NULL if there is none; or one from the user's file. */
static enum status find_algorithm(const struct noc_algorithm **a, const char *text,
                                  uint32_t *parameter, struct error *error)
{
    if (own_algorithm_named(text)) {
        return own_algorithm_load(a, text, parameter, error);
    }
    *a = noc_algorithm_find(text);
    *parameter = *a && (*a)->parameter ? noc_algorithm_parameter(text) : 0;
    return STATUS_DONE;
}

static enum status choose_routing(struct experiment *e, const struct options *o,
                                  struct error *error)
{
    const char *text = o->text[KEY_routing];
    const struct noc_algorithm *a = NULL;
    uint32_t parameter;
    struct noc_fault fault = {0};
    enum status status = o->text[KEY_algorithm]
                           ? find_algorithm(&a, o->text[KEY_algorithm], &parameter, error)
                           : STATUS_DONE;
    if (status) {
        return status;
    }
    if (text && own_code_named(text)) {
        status = own_routing_load(&e->routing, text, error);
        return status                                 ? status
             : e->routing->fits(&e->topology, &fault) ? STATUS_DONE
                                                      : refused("routing", text, &fault, error);
    }
    const char *of_worms = e->topology.kind->routing_of_worms;
    if (!text && o->text[KEY_fanout] &&
        noc_routing_choose(&e->routing, of_worms ? of_worms : noc_routing_hamiltonian.name,
                           &e->topology, NULL)) {
        return STATUS_DONE; /* random worms with several destinations */
    }
    if (!text && a && a->routing && /* the algorithm's own, where it can be */
        noc_routing_choose(&e->routing, a->routing, &e->topology, NULL)) {
        return STATUS_DONE;
    }
    if (noc_routing_choose(&e->routing, text, &e->topology, &fault)) {
        return STATUS_DONE;
    }
    return routing_refused(text ? text : "default", &fault, error);
}

static enum status choose_ports(struct experiment *e, const struct options *o, struct error *error)
{
    const char *text = o->text[KEY_ports];
    uint64_t ports;
    struct error unused;
    e->ports = 1;
    if (!text || strcmp(text, "one") == 0) {
        return STATUS_DONE;
    }
    if (strcmp(text, "all") == 0) {
        e->ports = 0;
        return STATUS_DONE;
    }
    if (number_parse("ports", text, 1, e->topology.links, &ports, &unused)) {
        return error_set(error, STATUS_BAD,
                         "ports '%s': must be 'one', 'all' or a number from 1 to the router's %u",
                         text, e->topology.links);
    }
    e->ports = (uint32_t)ports;
    return STATUS_DONE;
}

/* A 16-bit pipeline number: given, or the preset's. */
static enum status tune(const struct options *o, int key, uint64_t lowest, uint64_t highest,
                        uint16_t *field, struct error *error)
{
    uint64_t value;
    enum status status = number_option(o, key, lowest, highest, *field, &value, error);
    *field = (uint16_t)value;
    return status;
}

static enum status choose_model(struct experiment *e, const struct options *o, struct error *error)
{
    static const char *const presets[] = {"board", "paper", "s1", NULL};
    struct noc_net_config *net = &e->net;
    unsigned preset, consumption;
    if (word_option(o, KEY_pipeline, presets, &preset, error) ||
        word_option(o, KEY_consumption, noc_consumption_words, &consumption, error)) {
        return STATUS_BAD;
    }
    net->topology = &e->topology;
    net->routing = e->routing;
    net->ports = e->ports;
    net->lanes = 1;
    e->pipeline = presets[preset];
    if (!noc_net_preset(net, presets[preset])) {
        return error_set(error, STATUS_BAD,
                         "pipeline '%s': the model in this build has no such preset", e->pipeline);
    }
    net->consumption = (enum noc_consumption)consumption;
    bool board = preset == 0;
    e->ni_words = board ? NOC_NI_WORDS : 0;
    e->ni_cycles = board ? NOC_NI_SEND_CYCLES : 0;
    if (tune(o, KEY_lanes, 1, 16, &net->lanes, error) ||
        tune(o, KEY_buffer, 1, 1024, &net->buffer_flits, error) ||
        tune(o, KEY_header_cycles, 0, 64, &net->header_cycles, error) ||
        tune(o, KEY_flight_cycles, 1, 64, &net->flight_cycles, error) ||
        tune(o, KEY_credit_cycles, 0, 64, &net->credit_cycles, error) ||
        tune(o, KEY_inject_cycles, 1, 64, &net->inject_cycles, error) ||
        tune(o, KEY_eject_cycles, 1, 64, &net->eject_cycles, error)) {
        return STATUS_BAD;
    }
    return STATUS_DONE;
}

/* "256K", "1M" or bytes. */
static enum status choose_ram(struct experiment *e, const struct options *o, struct error *error)
{
    const char *text = o->text[KEY_ram];
    char *end;
    e->ram = NOC_RAM_DEFAULT;
    if (!text) {
        return STATUS_DONE;
    }
    unsigned long long bytes = strtoull(text, &end, 10);
    unsigned long long unit = *end == 'K' || *end == 'k' ? 1024
                            : *end == 'M' || *end == 'm' ? 1 << 20
                                                         : 1;
    if (*end && unit > 1) {
        end++;
    }
    if (!isdigit((unsigned char)*text) || *end || bytes > NOC_RAM_MAX ||
        !noc_ram_is(bytes * unit)) {
        return error_set(error, STATUS_BAD, "ram '%s': must be a power of two from 32K to 1M",
                         text);
    }
    e->ram = (uint32_t)(bytes * unit);
    return STATUS_DONE;
}

static enum status choose_source(struct experiment *e, const struct options *o, struct error *error)
{
    uint64_t source;
    if (o->text[KEY_source] && strcmp(o->text[KEY_source], "random") == 0) {
        e->source = chance_source(&e->topology, e->seed);
        return STATUS_DONE;
    }
    if (number_option(o, KEY_source, 0, e->topology.nodes - 1, chance_first_sender(&e->topology),
                      &source, error)) {
        return STATUS_BAD;
    }
    e->source = (uint32_t)source;
    if (o->text[KEY_source] && !noc_topology_sends(&e->topology, e->source)) {
        return error_set(error, STATUS_BAD, "source '%u': %s", e->source,
                         noc_fault_text(NOC_FAULT_NODE_SWITCH));
    }
    return STATUS_DONE;
}

/* Random traffic may have a mixture of lengths, which traffic_setting.c reads. */
static enum status choose_length(const struct options *o, unsigned need, uint64_t *length,
                                 struct error *error)
{
    *length = 64;
    return need & NEED_EMPTY_BODY && lengths_mixed(o->text[KEY_length])
             ? STATUS_DONE
             : number_option(o, KEY_length, need & NEED_EMPTY_BODY ? 0 : 1, NOC_LENGTH_MAX, 64,
                             length, error);
}

static enum status choose_numbers(struct experiment *e, const struct options *o, unsigned need,
                                  struct error *error)
{
    static const char *const relays[] = {[NOC_RELAY_GROUP] = "group",
                                         [NOC_RELAY_BODY] = "body",
                                         [NOC_RELAY_HEADER] = "header",
                                         NULL};
    uint64_t length, tau_s, tau_r;
    if (number_option(o, KEY_tau_s, 0, CYCLES_20_BITS, 0, &tau_s, error) ||
        number_option(o, KEY_tau_r, 0, CYCLES_20_BITS, 0, &tau_r, error) ||
        number_option(o, KEY_seed, 0, UINT32_MAX, 1, &e->seed, error) ||
        number_option(o, KEY_limit_cycles, 1, INT64_MAX, 0, &e->limit_cycles, error) ||
        choose_length(o, need, &length, error) ||
        word_option(o, KEY_relay, relays, &e->relay, error) || choose_source(e, o, error)) {
        return STATUS_BAD;
    }
    e->length = (uint32_t)length;
    e->tau_s = (uint32_t)tau_s;
    e->tau_r = (uint32_t)tau_r;
    e->halt = o->text[KEY_halt];
    e->detail.worms =
        o->text[KEY_worms] || o->text[KEY_svg] || o->text[KEY_html] || o->text[KEY_draw];
    e->detail.links = o->text[KEY_links] || e->detail.worms;
    return STATUS_DONE;
}

static int ascending(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* What follows "random:", or all others. */
static enum status parse_random(const struct experiment *e, const char *name, const char *text,
                                struct dest_set *set, uint64_t seed, struct error *error)
{
    uint32_t others = noc_topology_senders(&e->topology) - 1;
    uint64_t m = others;
    bool all = strcmp(text, "all") == 0;
    if (!all && number_parse(name, text + 7, 1, NOC_NODES_MAX, &m, error)) {
        return error_set(error, STATUS_BAD, "%s '%s': must be random:M, with M from 1 to %u", name,
                         text, others);
    }
    if (m > others) {
        return error_set(error, STATUS_BAD, "%s '%s': there are only %u other nodes%s", name, text,
                         others, others < e->topology.nodes - 1 ? " that are no switches" : "");
    }
    set->m = (uint32_t)m;
    set->dests = alloc_array(set->m, sizeof *set->dests);
    chance_dests(&e->topology, set, seed);
    return STATUS_DONE;
}

/* Destinations of set->source. After an error set->dests may have been made. */
static enum status parse_dests(const struct experiment *e, const char *name, const char *text,
                               struct dest_set *set, uint64_t seed, struct error *error)
{
    uint32_t nodes = e->topology.nodes;
    struct noc_fault fault = {0};
    if (noc_topology_senders(&e->topology) <= 1) {
        return error_set(error, STATUS_BAD, "%s: all other nodes of %s are switches", name,
                         e->topology_text);
    }
    if (strcmp(text, "all") == 0 || strncmp(text, "random:", 7) == 0) {
        return parse_random(e, name, text, set, seed, error);
    }
    if (nodes_parse(name, text, nodes, &set->dests, &set->m, error)) {
        return STATUS_BAD;
    }
    uint8_t *seen = alloc_zeroed(nodes / 8 + 1);
    bool fine = noc_dests_check(&e->topology, set->source, set->dests, set->m, seen, &fault);
    free(seen);
    if (fine) {
        qsort(set->dests, set->m, sizeof *set->dests, ascending); /* as the firmware's groups are */
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "%s", name);
    if (fault.code != NOC_FAULT_DEST_NONE && fault.where < set->m) {
        error_append(error, ", node %u (number %u of the list)", set->dests[fault.where],
                     (unsigned)fault.where + 1);
    }
    error_append(error, ": %s", noc_fault_text(fault.code));
    return STATUS_BAD;
}

static enum status choose_dests(struct experiment *e, const struct options *o, struct error *error)
{
    const char *text = o->text[KEY_dests] ? o->text[KEY_dests] : "all";
    struct dest_set set = {.source = e->source};
    enum status status = parse_dests(e, "dests", text, &set, e->seed, error);
    e->dests = set.dests;
    e->m = set.m;
    return status;
}

/* "3:4,1", the place-th of its kind: a source and its destinations. */
static enum status parse_also(const struct experiment *e, char *text, uint32_t place,
                              struct dest_set *set, struct error *error)
{
    char *dests = strchr(text, ':'), name[32];
    uint64_t source;
    struct error unused;
    snprintf(name, sizeof name, "also, number %u", place);
    if (dests) {
        *dests++ = 0;
    }
    if (!dests || number_parse(name, trimmed(text), 0, e->topology.nodes - 1, &source, &unused)) {
        return error_set(error, STATUS_BAD,
                         "%s: must be a node from 0 to %u, a colon, and destinations, as 3:4,1",
                         name, e->topology.nodes - 1);
    }
    set->source = (uint32_t)source;
    if (!noc_topology_sends(&e->topology, set->source)) {
        return error_set(error, STATUS_BAD, "%s: source '%u': %s", name, set->source,
                         noc_fault_text(NOC_FAULT_NODE_SWITCH));
    }
    return parse_dests(e, name, trimmed(dests), set, chance_stream(e->seed, place), error);
}

/* What was given each time stands between semicolons. */
static enum status choose_also(struct experiment *e, const struct options *o, struct error *error)
{
    const char *text = o->text[KEY_also];
    enum status status = STATUS_DONE;
    uint32_t room = 1;
    if (!text || !*text) { /* an empty JSON list */
        return STATUS_DONE;
    }
    for (const char *c = text; *c; c++) {
        room += *c == ';';
    }
    char *copy = alloc_text(text), *rest = copy;
    e->also = alloc_array(room, sizeof *e->also);
    while (rest && !status) {
        struct dest_set *set = &e->also[e->also_count++];
        status = parse_also(e, strsep(&rest, ";"), e->also_count, set, error);
    }
    free(copy);
    return status;
}

/* --multicasts N: those behind the first, from other random nodes. */
static enum status choose_multicasts(struct experiment *e, const struct options *o,
                                     struct error *error)
{
    const char *text = o->text[KEY_dests] ? o->text[KEY_dests] : "all";
    uint32_t senders = noc_topology_senders(&e->topology);
    uint64_t multicasts;
    enum status status = number_option(o, KEY_multicasts, 1, senders, 1, &multicasts, error);
    if (status || multicasts == 1) {
        return status;
    }
    if (o->text[KEY_also]) {
        return error_set(error, STATUS_BAD, "multicasts: draws the others; leave it or also out");
    }
    if (strcmp(text, "all") != 0 && strncmp(text, "random:", 7) != 0) {
        return error_set(error, STATUS_BAD,
                         "multicasts: each has destinations of its own; give dests random:M or "
                         "all, or name the others by also");
    }
    uint16_t *source = chance_sources(&e->topology, e->source, e->seed);
    e->also = alloc_array((uint32_t)multicasts - 1, sizeof *e->also);
    while (e->also_count < multicasts - 1 && !status) {
        struct dest_set *set = &e->also[e->also_count++];
        set->source = source[e->also_count - 1];
        status = parse_dests(e, "dests", text, set, chance_stream(e->seed, e->also_count), error);
    }
    free(source);
    return status;
}

/* An algorithm is used where its proof does not hold: why does it not? */
static void note_force(struct experiment *e, const struct noc_fault *fault)
{
    if (fault->code != NOC_FAULT_NONE) {
        snprintf(e->forced, sizeof e->forced, "%s%s%s", noc_fault_text(fault->code),
                 fault->because ? ": " : "", fault->because ? fault->because : "");
    }
}

/* What does not go with algorithms that send worms. */
static enum status check_worms(const struct experiment *e, struct error *error)
{
    if (e->sharing) {
        return error_set(error, STATUS_BAD,
                         "sharing: algorithm '%s' sends worms with several destinations, which the "
                         "papers' step counts do not cover; leave sharing out",
                         e->algorithm_text);
    }
    return STATUS_DONE;
}

/* A broadcast to fewer than all: only if forced, and then the answer says so. */
static enum status check_broadcast(struct experiment *e, const struct options *o,
                                   struct error *error)
{
    uint32_t least = e->m;
    for (uint32_t i = 0; i < e->also_count; i++) {
        least = e->also[i].m < least ? e->also[i].m : least;
    }
    if (least >= noc_topology_senders(&e->topology) - 1) {
        return STATUS_DONE;
    }
    if (!o->text[KEY_force]) {
        return error_set(error, STATUS_BAD,
                         "dests: algorithm '%s' broadcasts to all other nodes; --force lets it "
                         "send to some of them",
                         e->algorithm_text);
    }
    if (!e->forced[0]) {
        snprintf(e->forced, sizeof e->forced,
                 "it is a broadcast, to all others; here it sends to %u", least);
    }
    return STATUS_DONE;
}

static enum status algorithm_refused(const char *text, const struct noc_fault *fault,
                                     struct error *error)
{
    refused("algorithm", text, fault, error);
    if (fault->code == NOC_FAULT_ALGORITHM_FORMULA && fault->value > 0) {
        error_append(error, " (here %d)", (int)fault->value);
    }
    if (fault->code == NOC_FAULT_ALGORITHM_FIT) {
        error_append(error, "; --force uses it all the same");
    }
    if (fault->code == NOC_FAULT_ALGORITHM_UNKNOWN) {
        const char *names[NAMES_MAX];
        unsigned n = 0;
        for (; noc_algorithms[n] && n < NAMES_MAX - 2; n++) {
            names[n] = noc_algorithms[n]->name;
        }
        names[n++] = "auto";
        names[n] = NULL;
        error_append(error, ", auto"); /* noct's own: libnoc's list has just been told */
        suggest(error, text, names);
    }
    return STATUS_BAD;
}

static enum status choose_algorithm(struct experiment *e, const struct options *o, unsigned need,
                                    struct error *error)
{
    const char *text = o->text[KEY_algorithm];
    struct noc_fault fault = {0};
    if (!text || strcmp(text, "auto") == 0) {
        bool known = !text && (need & NEED_KNOWN_ROUTING || o->text[KEY_firmware]);
        bool free_routing = !known && !o->text[KEY_routing];
        return (need & NEED_CHECK ? auto_fits(e, free_routing)
                                  : auto_choose(e, free_routing, need & NEED_FIRMWARE))
                 ? STATUS_DONE
                 : error_set(error, STATUS_BAD,
                             "algorithm 'auto': no algorithm fits topology %s with routing %s%s",
                             e->topology_text, e->routing->name,
                             e->relay == NOC_RELAY_HEADER ? " and relay header" : "");
    }
    enum status status = find_algorithm(&e->algorithm, text, &e->parameter, error);
    if (status) {
        return status;
    }
    if (own_algorithm_named(text)
            ? e->algorithm->fits(&e->topology, e->routing, &fault) || o->text[KEY_force]
            : noc_algorithm_choose(&e->algorithm, text, &e->topology, e->routing,
                                   o->text[KEY_force], &fault)) {
        note_force(e, &fault);
        snprintf(e->algorithm_text, ALGORITHM_TEXT, e->parameter ? "%s:%u" : "%s",
                 e->algorithm->name, e->parameter);
        if (e->algorithm->broadcast && need & NEED_SET && check_broadcast(e, o, error)) {
            return STATUS_BAD;
        }
        return e->algorithm->worm ? check_worms(e, error) : STATUS_DONE;
    }
    return algorithm_refused(text, &fault, error);
}

static enum status choose_segment(struct experiment *e, const struct options *o,
                                  struct error *error)
{
    const char *text = o->text[KEY_segment];
    uint64_t flits;
    struct error unused;
    if (!text) {
        return STATUS_DONE;
    }
    e->segment_free = strcmp(text, "auto") == 0;
    if (!e->segment_free && number_parse("segment", text, 1, NOC_LENGTH_MAX, &flits, &unused)) {
        return error_set(error, STATUS_BAD, "segment '%s': must be auto, or flits from 1 to %u",
                         text, NOC_LENGTH_MAX);
    }
    if (e->relay != NOC_RELAY_GROUP) {
        return error_set(error, STATUS_BAD,
                         "segment: relays of a body in segments know their part beforehand, but "
                         "relay is '%s'; give relay group, or leave one of the two out",
                         o->text[KEY_relay]);
    }
    if (e->sharing) {
        return error_set(error, STATUS_BAD,
                         "sharing: the papers' step counts do not cover a body in segments; leave "
                         "sharing or segment out");
    }
    e->segment = e->segment_free ? 0 : (uint32_t)flits;
    return STATUS_DONE;
}

/* What depends on the algorithm: how it is cut, and how relays are told. */
static enum status check_algorithm(struct experiment *e, const struct options *o, unsigned need,
                                   struct error *error)
{
    if (!e->algorithm) { /* somebody will choose */
        return STATUS_DONE;
    }
    if (partition_choose(e, o, need & NEED_SET, error)) {
        return STATUS_BAD;
    }
    const char *reason = need & NEED_SET ? relay_refuses(e->relay, e->algorithm, e->routing) : NULL;
    return reason ? error_set(error, STATUS_BAD, "relay '%s': %s", o->text[KEY_relay], reason)
                  : STATUS_DONE;
}

/* Without a name: the model of the paper that is about this topology. */
static enum status choose_sharing(struct experiment *e, const struct options *o,
                                  struct error *error)
{
    static const char *const models[] = {OPTION_GIVEN, "both",    "opposite",
                                         "later",      "earlier", NULL};
    static const enum noc_sharing sharing[] = {NOC_SHARING_BOTH, NOC_SHARING_BOTH,
                                               NOC_SHARING_OPPOSITE, NOC_SHARING_LATER,
                                               NOC_SHARING_EARLIER};
    unsigned model;
    if (!o->text[KEY_sharing]) {
        return STATUS_DONE;
    }
    if (word_option(o, KEY_sharing, models, &model, NULL)) {
        return error_set(error, STATUS_BAD,
                         "sharing '%s': must be both, opposite, later or earlier",
                         o->text[KEY_sharing]);
    }
    e->sharing =
        model == 0 && e->topology.kind == &noc_topology_ccc ? NOC_SHARING_LATER : sharing[model];
    return STATUS_DONE;
}

/* auto has chosen the segments with the algorithm; or somebody named that. */
static void settle_segment(struct experiment *e, unsigned need)
{
    if (e->segment_free && !e->choices.at) {
        auto_choose_segment(e, need & NEED_FIRMWARE);
    } else {
        experiment_segment(e, e->segment);
    }
}

/* The words of an experiment without a topology: an unknown one is told before what is missing. */
static enum status check_words(const struct options *o, unsigned need, struct error *error)
{
    struct injection injection;
    uint32_t nodes;
    if (o->text[KEY_traffic] && (pattern_check(o->text[KEY_traffic], error) ||
                                 injection_parse(&injection, o->text[KEY_injection], error))) {
        return STATUS_BAD;
    }
    return experiment_check(o, need | NEED_SET, &nodes, error);
}

enum status experiment_make(struct experiment *e, const struct options *o, unsigned need,
                            struct error *error)
{
    enum status status = o->text[KEY_topology] ? STATUS_DONE : check_words(o, need, error);
    memset(e, 0, sizeof *e);
    status = status ? status : choose_topology(e, o, error);
    if (status || (status = choose_routing(e, o, error))) {
        experiment_free(e);
        return status;
    }
    if (choose_ports(e, o, error) || choose_model(e, o, error) || choose_ram(e, o, error) ||
        choose_numbers(e, o, need, error) || choose_sharing(e, o, error) ||
        choose_segment(e, o, error) || costs_choose(e, o, error) ||
        ((need & (NEED_SET | NEED_DESTS)) && choose_dests(e, o, error)) ||
        ((need & NEED_SET) && (choose_also(e, o, error) || choose_multicasts(e, o, error))) ||
        ((need & (NEED_SET | NEED_ALGORITHM)) &&
         (choose_algorithm(e, o, need, error) || check_algorithm(e, o, need, error)))) {
        experiment_free(e);
        return STATUS_BAD;
    }
    return need & NEED_CHECK ? STATUS_DONE : experiment_finish(e, o, need, error);
}

enum status experiment_finish(struct experiment *e, const struct options *o, unsigned need,
                              struct error *error)
{
    if (need & NEED_SET && !e->algorithm &&
        (choose_algorithm(e, o, need, error) || check_algorithm(e, o, need, error))) {
        experiment_free(e);
        return STATUS_BAD;
    }
    if (e->algorithm) {
        settle_segment(e, need);
    }
    if (need & NEED_SET) {
        experiment_plan(e);
    } else if (o->text[KEY_partition] && !(need & NEED_ALGORITHM) &&
               partition_parse(&e->cut, o->text[KEY_partition], error)) {
        experiment_free(e);
        return STATUS_BAD;
    }
    return STATUS_DONE;
}

/* --- before the network is known ------------------------------------------- */

/* Is there such a routing, and does it fit the topology if that was given? */
static enum status check_routing(struct experiment *e, const struct options *o, struct error *error)
{
    const char *text = o->text[KEY_routing];
    struct noc_fault fault = {0};
    if (!text || noc_routing_find(text)) {
        return text && o->text[KEY_topology] ? choose_routing(e, o, error) : STATUS_DONE;
    }
    if (own_code_named(text)) {
        return own_routing_load(&e->routing, text, error);
    }
    (void)noc_routing_choose(&e->routing, text, &e->topology, &fault);
    return routing_refused(text, &fault, error);
}

/* Is there such an algorithm, wherever it fits, and such a partition? */
static enum status check_algorithm_words(struct experiment *e, const struct options *o,
                                         struct error *error)
{
    const char *text = o->text[KEY_algorithm], *partition = o->text[KEY_partition];
    const struct noc_algorithm *a;
    struct noc_fault fault = {0};
    if (partition && partition_parse(&e->cut, partition, error)) {
        return STATUS_BAD;
    }
    if (text && own_algorithm_named(text)) {
        return own_algorithm_load(&a, text, &e->parameter, error);
    }
    if (!text || strcmp(text, "auto") == 0 ||
        noc_algorithm_choose(&a, text, &e->topology, &noc_routing_ecube, true, &fault)) {
        return STATUS_DONE;
    }
    fault.value = 0; /* of the stand-in */
    return algorithm_refused(text, &fault, error);
}

enum status experiment_check(const struct options *o, unsigned need, uint32_t *nodes,
                             struct error *error)
{
    static const char largest[] = "cube:14"; /* stands in for the board's */
    struct experiment e;
    struct noc_fault unused = {0};
    memset(&e, 0, sizeof e);
    bool given = o->text[KEY_topology];
    enum status status = given ? choose_topology(&e, o, error) : STATUS_DONE;
    if (!given) {
        noc_topology_parse(&e.topology, largest, &unused);
        e.topology.links = NOC_PORTS_MAX; /* a graph's switches may have more of them */
    }
    if (status || (status = check_routing(&e, o, error))) {
        experiment_free(&e);
        return status;
    }
    if (choose_ports(&e, o, error) || choose_model(&e, o, error) || choose_ram(&e, o, error) ||
        choose_numbers(&e, o, need, error) || choose_sharing(&e, o, error) ||
        choose_segment(&e, o, error) || costs_choose(&e, o, error) ||
        ((need & NEED_SET) &&
         (choose_dests(&e, o, error) || check_algorithm_words(&e, o, error)))) {
        status = STATUS_BAD;
    }
    *nodes = e.topology.nodes;
    experiment_free(&e);
    return status;
}
