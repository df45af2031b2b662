/* SPDX-License-Identifier: BSD-2-Clause */
/* noct route: the channels of one path, and the header where it is made at the source. libnoc
 * alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/node_list.h"
#include "commands.h"
#include "experiment/experiment_result.h"
#include "packet.h"
#include "routing/routings.h"
#include "specify/specify.h"

/* A path's ends: where it begins, and the nodes it visits. */
struct ends {
    uint32_t from;
    uint16_t *to;
    uint32_t n;
};

static enum status one_node(const struct experiment *e, const struct options *o, int key,
                            uint16_t **list, uint32_t *n, struct error *error)
{
    const char *name = key_rows[key].name;
    if (!o->text[key]) {
        return error_set(error, STATUS_BAD, "%s: missing; give a node from 0 to %u", name,
                         e->topology.nodes - 1);
    }
    if (nodes_parse(name, o->text[key], e->topology.nodes, list, n, error)) {
        return STATUS_BAD;
    }
    if (*n == 1 || (key == KEY_to && *n > 1)) {
        return STATUS_DONE;
    }
    return error_set(error, STATUS_BAD, "%s '%s': must be a single node", name, o->text[key]);
}

/* What is wrong with a list that was given is told before what is missing. */
static enum status check_given(const struct experiment *e, const struct options *o, int key,
                               struct error *error)
{
    uint16_t *list = NULL;
    uint32_t n;
    enum status status = o->text[key] ? one_node(e, o, key, &list, &n, error) : STATUS_DONE;
    free(list);
    return status;
}

/* Several nodes: under a path-based routing, each once, and not where the path begins. */
static enum status check_list(const struct experiment *e, const struct options *o,
                              const struct ends *p, struct error *error)
{
    const struct noc_routing *other = NULL;
    for (unsigned i = 0; noc_routings[i]; i++) {
        other = noc_routings[i]->copies && noc_routings[i]->fits(&e->topology, NULL)
                  ? noc_routings[i]
                  : other;
    }
    if (!e->routing->copies) {
        error_set(error, STATUS_BAD, "to '%s': routing %s sends a worm to one node only; give one",
                  o->text[KEY_to], e->routing->name);
        if (other) {
            error_append(error, ", or --routing %s", other->name);
        }
        return STATUS_BAD;
    }
    for (uint32_t i = 0; i < p->n; i++) {
        bool twice = p->to[i] == p->from;
        for (uint32_t j = 0; j < i && !twice; j++) {
            twice = p->to[j] == p->to[i];
        }
        if (twice) {
            return error_set(
                error, STATUS_BAD, "to, item %u: node %u is %s; a worm visits each node once",
                i + 1, p->to[i], p->to[i] == p->from ? "where it begins" : "on the list already");
        }
    }
    return STATUS_DONE;
}

static enum status parse_ends(const struct experiment *e, const struct options *o, struct ends *p,
                              struct error *error)
{
    uint16_t *from = NULL;
    uint32_t n = 0;
    enum status status = o->text[KEY_from] ? STATUS_DONE : check_given(e, o, KEY_to, error);
    status = status ? status : one_node(e, o, KEY_from, &from, &n, error);
    p->from = status ? 0 : from[0];
    free(from);
    status = status ? status : one_node(e, o, KEY_to, &p->to, &p->n, error);
    return status || p->n == 1 ? status : check_list(e, o, p, error);
}

/* The header flits for the first n nodes of the list. Returns how many. */
static uint32_t make_header(const struct experiment *e, const struct ends *p, uint32_t n,
                            uint32_t *header)
{
    return n > 1 ? noc_route_headers_many(&e->topology, e->routing, p->from, p->to, n, header)
                 : noc_route_headers(&e->topology, e->routing, p->from, p->to[0], header);
}

static json_t *header_json(uint32_t flit)
{
    static const char *const kinds[] = {[NOC_HEADER_ADDRESS] = "address",
                                        [NOC_HEADER_LAST] = "last",
                                        [NOC_HEADER_TURN] = "turn",
                                        [NOC_HEADER_CODED] = "coded"};
    static const char *const controls[] = {
        [NOC_CODED_RECEIVE] = "receive", [NOC_CODED_PASS] = "pass", [NOC_CODED_BOTH] = "both"};
    unsigned kind = noc_header_kind(flit), node = noc_header_node(flit),
             field = noc_header_field(flit);
    json_t *one = json_pack("{s:I,s:s}", "flit", (json_int_t)flit, "kind", kinds[kind]);
    if (kind == NOC_HEADER_TURN) {
        json_object_set_new(one, "port", json_integer(field));
        json_object_set_new(one, "links", json_integer(node));
        return one;
    }
    json_object_set_new(one, "node", json_integer(node));
    if (kind == NOC_HEADER_CODED) {
        json_object_set_new(one, "control", json_string(controls[field % NOC_CODED_MORE]));
        json_object_set_new(one, "more", json_boolean(field & NOC_CODED_MORE));
    }
    return one;
}

/* The way to the first n nodes of the list: its links, or -1. */
static int32_t walk(const struct experiment *e, const struct ends *p, uint32_t n, uint32_t *header,
                    struct noc_channel *path, uint32_t most, struct noc_visit *visit)
{
    uint32_t visits = 0, headers;
    if (n == 1) {
        return noc_route_path(&e->topology, e->routing, p->from, p->to[0], path, most);
    }
    headers = make_header(e, p, n, header);
    int32_t hops = noc_route_path_many(&e->topology, e->routing, p->from, header, headers, path,
                                       most, visit, n, &visits);
    return visits == n ? hops : -1;
}

/* What the sending NI says of the list; NULL: nothing. Names as docs/registers.md has them. */
static const char *ni_verdict(const struct experiment *e, const struct ends *p, uint32_t *header)
{
    static const char *const verdicts[] = {[NOC_TX_BAD_HEADER] = "BAD_HEADER",
                                           [NOC_TX_BAD_NODE] = "BAD_NODE",
                                           [NOC_TX_BAD_LIST] = "BAD_LIST"};
    if (p->n == 1 || !e->routing->check) {
        return NULL;
    }
    uint32_t headers = make_header(e, p, p->n, header);
    return verdicts[e->routing->check(&e->topology, p->from, header, headers)];
}

/* Where the right order of a list is told. */
static void append_order(struct error *error, const struct noc_routing *r)
{
    if (r->order_of) {
        error_append(error, "; noct plan --algorithm %s has the order that works", r->order_of);
    }
}

/* Where the way ends in vain, and why. */
static enum status no_way(const struct experiment *e, const struct ends *p, uint32_t *header,
                          struct noc_visit *visit, struct error *error)
{
    uint32_t reached = 0;
    while (reached < p->n && walk(e, p, reached + 1, header, NULL, 0, visit) >= 0) {
        reached++;
    }
    if (reached == 0 || reached == p->n) {
        return error_set(error, STATUS_NO, "routing %s finds no way from %u to %u",
                         e->routing->name, p->from, p->to[0]);
    }
    error_set(error, STATUS_NO, "routing %s finds no way from %u on to %u", e->routing->name,
              p->to[reached - 1], p->to[reached]);
    if (e->routing->disorder) {
        error_append(error, ": %s", e->routing->disorder);
        append_order(error, e->routing);
    }
    const char *verdict = ni_verdict(e, p, header);
    if (verdict) {
        error_append(error, " (the sending NI would say %s)", verdict);
    }
    return STATUS_NO;
}

static void set_path(json_t *result, const struct experiment *e, const struct ends *p,
                     const struct noc_channel *path, uint32_t hops)
{
    json_t *to = json_array(), *channels = json_array();
    for (uint32_t i = 0; i < p->n; i++) {
        json_array_append_new(to, json_integer(p->to[i]));
    }
    for (uint32_t i = 0; i < hops; i++) {
        json_array_append_new(channels, result_channel(e, &path[i]));
    }
    json_object_set_new(result, "from", json_integer(p->from));
    json_object_set_new(result, "to", to);
    json_object_set_new(result, "channels", channels);
    json_object_set_new(result, "hops", json_integer(hops));
}

/* The header where the source makes more than one flit of it; after how many links each node of
 * a list is visited. */
static void set_header(json_t *result, const struct experiment *e, const struct ends *p,
                       uint32_t *header, const struct noc_visit *visit)
{
    json_t *headers = json_array(), *visits = json_array();
    uint32_t n = make_header(e, p, p->n, header);
    for (uint32_t i = 0; i < n; i++) {
        json_array_append_new(headers, header_json(header[i]));
    }
    for (uint32_t i = 0; i < p->n && p->n > 1; i++) {
        json_array_append_new(
            visits, json_pack("{s:i,s:i}", "node", (int)visit[i].node, "hops", (int)visit[i].hops));
    }
    if (p->n > 1) {
        json_object_set(result, "visits", visits);
    }
    if (p->n > 1 || (e->routing->source && p->from != p->to[0])) {
        json_object_set(result, "headers", headers);
    }
    json_decref(visits);
    json_decref(headers);
}

/* Routers are more patient than the NI: it refuses lists that they would get through. */
static enum status refused_list(const struct experiment *e, const char *verdict,
                                struct error *error)
{
    error_set(error, STATUS_NO,
              "to: the routers would follow this list, but the sending NI would refuse it: %s",
              verdict);
    append_order(error, e->routing);
    return STATUS_NO;
}

static enum status answer_route(const struct experiment *e, const struct ends *p, json_t **result,
                                struct error *error)
{
    uint32_t room = (p->n > NOC_TURNS_MAX ? p->n : NOC_TURNS_MAX) + 1;
    uint32_t most = e->topology.nodes * e->topology.ports * e->routing->vcs;
    struct noc_channel *path = alloc_array(most, sizeof *path);
    struct noc_visit *visit = alloc_array(p->n, sizeof *visit);
    uint32_t *header = alloc_array(room, sizeof *header);
    int32_t hops = walk(e, p, p->n, header, path, most, visit);
    enum status status = STATUS_DONE;
    if (hops < 0) {
        status = no_way(e, p, header, visit, error);
    } else if (ni_verdict(e, p, header)) {
        status = refused_list(e, ni_verdict(e, p, header), error);
    } else {
        *result = result_new(e);
        set_path(*result, e, p, path, (uint32_t)hops);
        set_header(*result, e, p, header, visit);
    }
    free(path);
    free(visit);
    free(header);
    return status;
}

enum status execute_route(const struct options *o, json_t **result, struct error *error)
{
    struct experiment e;
    struct ends ends = {0};
    enum status status = experiment_make(&e, o, NEED_NETWORK, error);
    if (status) {
        return status;
    }
    status = parse_ends(&e, o, &ends, error);
    status = status ? status : answer_route(&e, &ends, result, error);
    free(ends.to);
    experiment_free(&e);
    return status;
}
