/* SPDX-License-Identifier: BSD-2-Clause */
#include "identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "experiment/costs_option.h"
#include "experiment/lattice.h"
#include "own/own_algorithm.h"
#include "own/own_code.h"
#include "params.h"
#include "specify.h"
#include "patterns/lengths.h"

void identity_begin(struct identity *id, json_t *keys)
{
    *id = (struct identity){.hash = HASH_OF_NOTHING, .keys = keys};
}

void identity_begin_unnamed(struct identity *id)
{
    *id = (struct identity){.unnamed = true};
}

static void add(struct identity *id, const void *bytes, size_t length)
{
    id->hash = hash_add(id->hash, bytes, length);
}

void identity_add_text(struct identity *id, const char *text)
{
    add(id, text ? text : "", (text ? strlen(text) : 0) + 1);
}

void identity_add_number(struct identity *id, uint64_t number)
{
    for (unsigned i = 0; i < sizeof number; i++, number >>= 8) {
        id->hash = hash_add_byte(id->hash, number & 0xff);
    }
}

void identity_add_real(struct identity *id, double number)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", number);
    identity_add_text(id, text);
}

void identity_add_file(struct identity *id, const char *name)
{
    char piece[4096];
    size_t got;
    FILE *file = id->unnamed ? NULL : fopen(name, "rb");
    while (file && (got = fread(piece, 1, sizeof piece, file))) {
        add(id, piece, got);
    }
    if (file) {
        fclose(file);
    }
}

json_t *identity_value(const char *text)
{
    const char *c = text;
    size_t whole = strspn(c, "0123456789");
    if (whole == 0 || whole > 18) {
        return json_string(text);
    }
    c += whole;
    if (!*c) {
        return json_integer((json_int_t)strtoll(text, NULL, 10));
    }
    size_t places = *c == '.' ? strspn(c + 1, "0123456789") : 0;
    return places && !c[1 + places] ? json_real(strtod(text, NULL)) : json_string(text);
}

static bool is_word(const struct options *o, int key, const char *word)
{
    return o->text[key] && strcmp(o->text[key], word) == 0;
}

/* Does `auto` choose the routing, too? */
static bool routing_is_free(const struct options *o)
{
    return !o->text[KEY_routing] && !o->text[KEY_traffic] && !o->text[KEY_collective] &&
           (!o->text[KEY_algorithm] || is_word(o, KEY_algorithm, "auto"));
}

/* --- the keys as a row has them ---------------------------------------------------------- */

void identity_key_text(struct identity *id, int key, const char *text)
{
    if (id->keys) {
        json_object_set_new_nocheck(id->keys, key_rows[key].name, identity_value(text));
    }
}

void identity_key_number(struct identity *id, int key, uint64_t number)
{
    if (id->keys) {
        json_object_set_new_nocheck(id->keys, key_rows[key].name, json_integer((json_int_t)number));
    }
}

static void add_network_keys(struct identity *id, const struct experiment *e,
                             const struct options *o)
{
    identity_key_text(id, KEY_topology, e->topology_text);
    if (routing_is_free(o)) {
        json_object_set_new_nocheck(id->keys, key_rows[KEY_routing].name, json_null());
    } else {
        identity_key_text(id, KEY_routing, e->routing->name);
    }
    if (e->ports > 1) {
        identity_key_number(id, KEY_ports, e->ports);
    } else {
        identity_key_text(id, KEY_ports, e->ports ? "one" : "all");
    }
}

static void add_multicast_keys(struct identity *id, const struct experiment *e,
                               const struct options *o, const char *algorithm)
{
    static const char *const relays[] = {
        [NOC_RELAY_GROUP] = "group", [NOC_RELAY_BODY] = "body", [NOC_RELAY_HEADER] = "header"};
    identity_key_text(id, KEY_algorithm, algorithm);
    if (is_word(o, KEY_source, "random")) {
        identity_key_text(id, KEY_source, "random");
    } else {
        identity_key_number(id, KEY_source, e->source);
    }
    identity_key_text(id, KEY_dests, o->text[KEY_dests] ? o->text[KEY_dests] : "all");
    json_object_set_new_nocheck(id->keys, "m", json_integer(e->m));
    if (!e->collective) {
        identity_key_text(id, KEY_relay, relays[e->relay]);
    }
    identity_key_number(id, KEY_tau_s, e->tau_s);
    identity_key_number(id, KEY_tau_r, e->tau_r);
}

static void add_model_keys(struct identity *id, const struct experiment *e)
{
    const struct noc_net_config *net = &e->net;
    identity_key_text(id, KEY_pipeline, e->pipeline);
    identity_key_text(id, KEY_consumption, noc_consumption_words[net->consumption]);
    identity_key_number(id, KEY_lanes, net->lanes);
    identity_key_number(id, KEY_buffer, net->buffer_flits);
    identity_key_number(id, KEY_header_cycles, net->header_cycles);
    identity_key_number(id, KEY_flight_cycles, net->flight_cycles);
    identity_key_number(id, KEY_credit_cycles, net->credit_cycles);
    identity_key_number(id, KEY_inject_cycles, net->inject_cycles);
    identity_key_number(id, KEY_eject_cycles, net->eject_cycles);
}

static void add_keys(struct identity *id, const struct experiment *e, const struct options *o,
                     const char *algorithm)
{
    add_network_keys(id, e, o);
    if (!o->text[KEY_traffic]) {
        add_multicast_keys(id, e, o, algorithm);
    }
    identity_key_number(id, KEY_seed, e->seed);
    if (lengths_mixed(o->text[KEY_length])) {
        identity_key_text(id, KEY_length, o->text[KEY_length]);
    } else {
        identity_key_number(id, KEY_length, e->length);
    }
    add_model_keys(id, e);
    for (int k = 0; k < KEYS; k++) {
        if (o->text[k] && !(key_rows[k].group & GROUPS_STUDY) &&
            !json_object_get(id->keys, key_rows[k].name)) {
            identity_key_text(id, k, o->text[k]);
        }
    }
}

/* --- the hash -------------------------------------------------------------------------------- */

/* What a file is called, and where it lies, says nothing: another machine has it elsewhere. */
static void add_network(struct identity *id, const struct experiment *e)
{
    size_t length;
    const bool read = e->network && !lattice_named(e->topology_text);
    identity_add_text(id, read ? e->topology.kind->name : e->topology_text);
    if (e->network) {
        const char *bytes = network_bytes(e->network, &length);
        add(id, bytes, length);
    }
    identity_add_text(id, e->routing->name);
    identity_add_number(id, e->ports);
}

static void add_model(struct identity *id, const struct experiment *e)
{
    const struct noc_net_config *net = &e->net;
    identity_add_text(id, e->pipeline);
    identity_add_number(id, net->consumption);
    identity_add_number(id, net->lanes);
    identity_add_number(id, net->buffer_flits);
    identity_add_number(id, net->header_cycles);
    identity_add_number(id, net->flight_cycles);
    identity_add_number(id, net->credit_cycles);
    identity_add_number(id, net->inject_cycles);
    identity_add_number(id, net->eject_cycles);
}

static void add_set(struct identity *id, uint32_t source, const uint16_t *dests, uint32_t m)
{
    identity_add_number(id, source);
    for (uint32_t i = 0; i < m; i++) {
        identity_add_number(id, dests[i]);
    }
    identity_add_number(id, UINT64_MAX); /* of no node */
}

static void add_multicasts(struct identity *id, const struct experiment *e)
{
    add_set(id, e->source, e->dests, e->m);
    for (uint32_t i = 0; i < e->also_count; i++) {
        add_set(id, e->also[i].source, e->also[i].dests, e->also[i].m);
    }
    identity_add_number(id, e->length);
    identity_add_number(id, e->segment);
    identity_add_number(id, e->segment_free);
    identity_add_number(id, e->tau_s);
    identity_add_number(id, e->tau_r);
    identity_add_number(id, e->relay);
    identity_add_number(id, e->sharing);
    identity_add_number(id, e->ram);
    identity_add_number(id, e->limit_cycles);
}

/* Groups whose keys are resolved above or by who calls, or say nothing of what comes out. */
#define RESOLVED                                                                                   \
    (GROUP(NETWORK) | GROUP(PORTS) | GROUP(DESTS) | GROUP(ALSO) | GROUP(CHANCE) | GROUP(SHARING) | \
     GROUP(RELAY) | GROUP(COST) | GROUP(SEGMENT) | GROUP(MODEL) | GROUP(CONTEXTS) | GROUP(BOARD) | \
     GROUP(LIMIT) | GROUP(PATTERN) | GROUP(TRAFFIC) | GROUP(DURATION) | GROUP(FIRMWARE) |          \
     GROUP(OUT) | GROUP(SWEEP))

static bool is_random(const struct experiment *e, const struct options *o)
{
    const char *dests = o->text[KEY_dests], *also = o->text[KEY_also];
    const char *traffic = o->text[KEY_traffic];
    return is_word(o, KEY_source, "random") || (traffic && strncmp(traffic, "file:", 5) != 0) ||
           (dests && strncmp(dests, "random:", 7) == 0) || (also && strstr(also, "random:")) ||
           lattice_named(e->topology_text) || (o->text[KEY_multicasts] && e->also_count);
}

/* Asked for, and the same as if it were not. */
static bool is_default(const struct experiment *e, int key)
{
    return (key == KEY_op && e->op == 0) || (key == KEY_type && e->type == 0);
}

void identify(struct identity *id, const struct experiment *e, const struct options *o)
{
    const char *asked = o->text[KEY_algorithm];
    bool named = asked && strcmp(asked, "auto") != 0;
    const char *algorithm = !named ? "auto" : e->algorithm_text[0] ? e->algorithm_text : asked;
    id->random = is_random(e, o);
    if (id->unnamed) {
        return;
    }
    add_network(id, e);
    add_model(id, e);
    add_multicasts(id, e);
    identity_add_text(id, algorithm);
    identity_add_number(id, routing_is_free(o));
    identity_add_text(id, o->text[KEY_partition] ? o->text[KEY_partition] : PARTITION_DEFAULT);
    for (int k = 0; k < KEYS; k++) {
        if (o->text[k] && k != KEY_algorithm && k != KEY_source && k != KEY_partition &&
            !is_default(e, k) && !(key_rows[k].group & RESOLVED)) {
            identity_add_text(id, key_rows[k].name);
            identity_add_text(id, o->text[k]);
        }
    }
    if (o->text[KEY_routing] && own_code_named(o->text[KEY_routing])) {
        identity_add_file(id, o->text[KEY_routing]);
    }
    if (costs_are_in_file(e)) {
        identity_add_file(id, e->costs);
    } else if (e->costs ||
               o->text[KEY_collective]) { /* "emulator" is another one with another compiler */
        identity_add_text(id, costs_name(e->measured));
    }
    if (asked && own_algorithm_named(asked)) {
        char file[PATH_MAX];
        own_algorithm_file(asked, file);
        identity_add_file(id, file);
    }
    if (id->random) { /* rows of a source that was drawn, and of one that was named, differ */
        identity_add_number(id, e->seed);
        identity_add_number(id, is_word(o, KEY_source, "random"));
    }
    if (id->keys) {
        add_keys(id, e, o, algorithm);
    }
}

enum status experiment_identified(struct experiment *e, const struct options *o, unsigned need,
                                  struct identity *identity, struct error *error)
{
    if (!identity) {
        return experiment_make(e, o, need, error);
    }
    enum status status = experiment_make(e, o, need | NEED_CHECK, error);
    if (!status) {
        identify(identity, e, o);
        status = experiment_finish(e, o, need, error);
    }
    return status;
}
