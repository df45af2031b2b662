/* SPDX-License-Identifier: BSD-2-Clause */
#include "identity.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own_algorithm.h"
#include "own_code.h"
#include "params.h"
#include "traffic/lengths.h"

/* FNV-1a, 64 bits: Fowler, Noll and Vo. */
#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

void identity_begin(struct identity *id, bool with_keys)
{
    *id = (struct identity){.hash = FNV_BASIS, .keys = with_keys ? json_object() : NULL};
}

static void add(struct identity *id, const void *bytes, size_t length)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < length; i++) {
        id->hash = (id->hash ^ b[i]) * FNV_PRIME;
    }
}

void identity_add_text(struct identity *id, const char *text)
{
    add(id, text ? text : "", (text ? strlen(text) : 0) + 1);
}

static void add_number(struct identity *id, uint64_t number)
{
    unsigned char byte[8];
    for (unsigned i = 0; i < sizeof byte; i++) {
        byte[i] = (unsigned char)(number >> 8 * i);
    }
    add(id, byte, sizeof byte);
}

void identity_add_file(struct identity *id, const char *name)
{
    char piece[4096];
    size_t got;
    FILE *file = fopen(name, "rb");
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

/* --- the keys as a row has them ---------------------------------------------------------- */

static void key_text(struct identity *id, int key, const char *text)
{
    json_object_set_new(id->keys, key_rows[key].name, identity_value(text));
}

static void key_number(struct identity *id, int key, uint64_t number)
{
    json_object_set_new(id->keys, key_rows[key].name, json_integer((json_int_t)number));
}

static void add_network_keys(struct identity *id, const struct experiment *e)
{
    key_text(id, KEY_topology, e->topology_text);
    key_text(id, KEY_routing, e->routing->name);
    if (e->ports > 1) {
        key_number(id, KEY_ports, e->ports);
    } else {
        key_text(id, KEY_ports, e->ports ? "one" : "all");
    }
}

static void add_multicast_keys(struct identity *id, const struct experiment *e,
                               const struct options *o, const char *algorithm)
{
    static const char *const relays[] = {
        [NOC_RELAY_GROUP] = "group", [NOC_RELAY_BODY] = "body", [NOC_RELAY_HEADER] = "header"};
    key_text(id, KEY_algorithm, algorithm);
    key_number(id, KEY_source, e->source);
    key_text(id, KEY_dests, o->text[KEY_dests] ? o->text[KEY_dests] : "all");
    json_object_set_new(id->keys, "m", json_integer(e->m));
    key_text(id, KEY_relay, relays[e->relay]);
    key_number(id, KEY_tau_s, e->tau_s);
    key_number(id, KEY_tau_r, e->tau_r);
}

static void add_model_keys(struct identity *id, const struct experiment *e)
{
    const struct noc_net_config *net = &e->net;
    key_text(id, KEY_pipeline, e->pipeline);
    key_text(id, KEY_consumption, noc_consumption_words[net->consumption]);
    key_number(id, KEY_lanes, net->lanes);
    key_number(id, KEY_buffer, net->buffer_flits);
    key_number(id, KEY_header_cycles, net->header_cycles);
    key_number(id, KEY_flight_cycles, net->flight_cycles);
    key_number(id, KEY_credit_cycles, net->credit_cycles);
    key_number(id, KEY_inject_cycles, net->inject_cycles);
    key_number(id, KEY_eject_cycles, net->eject_cycles);
}

static void add_keys(struct identity *id, const struct experiment *e, const struct options *o,
                     const char *algorithm)
{
    add_network_keys(id, e);
    if (!o->text[KEY_traffic]) {
        add_multicast_keys(id, e, o, algorithm);
    }
    key_number(id, KEY_seed, e->seed);
    if (lengths_mixed(o->text[KEY_length])) {
        key_text(id, KEY_length, o->text[KEY_length]);
    } else {
        key_number(id, KEY_length, e->length);
    }
    add_model_keys(id, e);
    for (int k = 0; k < KEYS; k++) {
        if (o->text[k] && !(key_rows[k].group & GROUPS_STUDY) &&
            !json_object_get(id->keys, key_rows[k].name)) {
            key_text(id, k, o->text[k]);
        }
    }
}

/* --- the hash -------------------------------------------------------------------------------- */

static void add_network(struct identity *id, const struct experiment *e)
{
    size_t length;
    identity_add_text(id, e->topology_text);
    if (e->network) {
        const char *bytes = network_bytes(e->network, &length);
        add(id, bytes, length);
    }
    identity_add_text(id, e->routing->name);
    add_number(id, e->ports);
}

static void add_model(struct identity *id, const struct experiment *e)
{
    const struct noc_net_config *net = &e->net;
    identity_add_text(id, e->pipeline);
    add_number(id, net->consumption);
    add_number(id, net->lanes);
    add_number(id, net->buffer_flits);
    add_number(id, net->header_cycles);
    add_number(id, net->flight_cycles);
    add_number(id, net->credit_cycles);
    add_number(id, net->inject_cycles);
    add_number(id, net->eject_cycles);
}

static void add_set(struct identity *id, uint32_t source, const uint16_t *dests, uint32_t m)
{
    add_number(id, source);
    for (uint32_t i = 0; i < m; i++) {
        add_number(id, dests[i]);
    }
    add_number(id, UINT64_MAX); /* of no node */
}

static void add_multicasts(struct identity *id, const struct experiment *e)
{
    add_set(id, e->source, e->dests, e->m);
    for (uint32_t i = 0; i < e->also_count; i++) {
        add_set(id, e->also[i].source, e->also[i].dests, e->also[i].m);
    }
    add_number(id, e->length);
    add_number(id, e->segment);
    add_number(id, e->segment_free);
    add_number(id, e->tau_s);
    add_number(id, e->tau_r);
    add_number(id, e->relay);
    add_number(id, e->sharing);
    add_number(id, e->ram);
    add_number(id, e->limit_cycles);
}

/* Groups whose keys are resolved above, or say nothing of what comes out. */
#define RESOLVED                                                                                   \
    (GROUP(NETWORK) | GROUP(PORTS) | GROUP(DESTS) | GROUP(ALSO) | GROUP(CHANCE) | GROUP(SHARING) | \
     GROUP(RELAY) | GROUP(COST) | GROUP(SEGMENT) | GROUP(MODEL) | GROUP(CONTEXTS) | GROUP(BOARD) | \
     GROUP(LIMIT) | GROUP(OUT) | GROUP(SWEEP))

/* A text with one spelling for each number: 0.10 is 0.1. */
static void add_other(struct identity *id, int key, const char *text)
{
    char number[40];
    char *end;
    double value = strtod(text, &end);
    identity_add_text(id, key_rows[key].name);
    if (isdigit((unsigned char)*text) && !*end) {
        snprintf(number, sizeof number, "%.17g", value);
        text = number;
    }
    identity_add_text(id, text);
}

static bool is_random(const struct options *o)
{
    const char *dests = o->text[KEY_dests], *also = o->text[KEY_also];
    const char *traffic = o->text[KEY_traffic], *source = o->text[KEY_source];
    return (source && strcmp(source, "random") == 0) ||
           (traffic && strncmp(traffic, "file:", 5) != 0) ||
           (dests && strncmp(dests, "random:", 7) == 0) || (also && strstr(also, "random:"));
}

void identify(struct identity *id, const struct experiment *e, const struct options *o)
{
    const char *asked = o->text[KEY_algorithm];
    bool named = asked && strcmp(asked, "auto") != 0;
    const char *algorithm = !named ? "auto" : e->algorithm_text[0] ? e->algorithm_text : asked;
    add_network(id, e);
    add_model(id, e);
    add_multicasts(id, e);
    identity_add_text(id, algorithm);
    if (lengths_mixed(o->text[KEY_length])) {
        identity_add_text(id, o->text[KEY_length]); /* e has none of its numbers */
    }
    for (int k = 0; k < KEYS; k++) {
        if (o->text[k] && k != KEY_algorithm && k != KEY_source &&
            !(key_rows[k].group & RESOLVED)) {
            add_other(id, k, o->text[k]);
        }
    }
    if (o->text[KEY_routing] && own_code_named(o->text[KEY_routing])) {
        identity_add_file(id, o->text[KEY_routing]);
    }
    if (asked && own_algorithm_named(asked)) {
        char file[PATH_MAX];
        own_algorithm_file(asked, file);
        identity_add_file(id, file);
    }
    if (o->text[KEY_traffic] && strncmp(o->text[KEY_traffic], "file:", 5) == 0) {
        identity_add_file(id, o->text[KEY_traffic] + 5);
    }
    id->random = is_random(o);
    if (id->random) {
        add_number(id, e->seed);
    }
    if (id->keys) {
        add_keys(id, e, o, algorithm);
    }
}
