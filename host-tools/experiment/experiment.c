/* SPDX-License-Identifier: BSD-2-Clause */
#include "experiment.h"

#include <stdlib.h>
#include <string.h>

#include "memmap.h"
#include "multicast/part_list.h"
#include "params.h"
#include "routing/routings.h"

struct experiment experiment_multicast(const struct experiment *e, uint32_t i)
{
    struct experiment view = *e;
    if (i > 0) {
        view.source = e->also[i - 1].source;
        view.dests = e->also[i - 1].dests;
        view.m = e->also[i - 1].m;
    }
    view.plan = e->plan ? e->plan + (size_t)i * e->trees : NULL;
    view.also = NULL;
    view.also_count = 0;
    return view;
}

void experiment_segment(struct experiment *e, uint32_t flits)
{
    e->segment = flits;
    e->segments = flits && e->length ? (e->length + flits - 1) / flits : 1;
    e->trees = noc_plan_trees(e->algorithm, &e->topology, e->segments);
}

uint32_t segment_flits(const struct experiment *e, uint32_t segment)
{
    return segment + 1 < e->segments ? e->segment : e->length - segment * e->segment;
}

struct noc_plan_env experiment_env(const struct experiment *e)
{
    return (struct noc_plan_env){.topology = e->net.topology, /* a view of e looks at e's */
                                 .routing = e->routing,
                                 .ports = e->ports,
                                 .source = e->source,
                                 .parameter = e->parameter};
}

uint32_t route_cost(const struct experiment *e, uint32_t from, uint32_t to, uint32_t rest,
                    uint64_t *flit_hops)
{
    uint32_t header[NOC_TURNS_MAX + 1];
    uint32_t n = noc_route_headers(&e->topology, e->routing, from, to, header);
    int32_t hops = noc_route_path(&e->topology, e->routing, from, to, NULL, 0);
    *flit_hops = 0;
    if (n == 0 || hops <= 0) {
        return 0;
    }
    /* A turn's own flit is kept by the router before the last of its links. */
    for (uint32_t i = 0; i + 1 < n; i++) {
        uint32_t links = noc_header_node(header[i]);
        *flit_hops += (uint64_t)links * (n - i + rest) - 1;
    }
    if (n == 1) {
        *flit_hops = (uint64_t)hops * (1 + rest);
    }
    return (uint32_t)hops;
}

enum status limit_reached(const struct experiment *e, uint64_t cycle, struct error *error)
{
    return error_set(error, STATUS_NO,
                     "not finished by cycle %llu, the %slimit (--%s sets another)",
                     (unsigned long long)cycle, e->limit_cycles ? "" : "default ",
                     key_rows[KEY_limit_cycles].name);
}

uint32_t part_flits(const struct experiment *e, const struct noc_part *part)
{
    return e->relay != NOC_RELAY_BODY ? 0
         : e->algorithm->worm         ? noc_part_list_flits(part)
                                      : noc_part_flits(part);
}

const char *relay_refuses(uint32_t relay, const struct noc_algorithm *a,
                          const struct noc_routing *r)
{
    if (relay == NOC_RELAY_GROUP) {
        return NULL;
    }
    if (a->partitioned) {
        return "m-torus is cut beforehand, and a list has nodes but no cuts; give group";
    }
    if (relay == NOC_RELAY_HEADER && !a->worm) {
        return "this algorithm's worms have one destination each, so their headers carry no "
               "lists; give group or body";
    }
    return relay == NOC_RELAY_HEADER && !r->lists
             ? "under this routing, routers do not read lists in a header; give group or body"
             : NULL;
}

void plan_free(struct plan *p)
{
    if (p->env.partition) {
        free(p->env.partition->cuts);
        free(p->env.partition);
    }
    free(p->chain);
    free(p->message);
}

void experiment_unplan(struct experiment *e)
{
    for (uint32_t i = 0; e->plan && i < (1 + e->also_count) * e->trees; i++) {
        plan_free(&e->plan[i]);
    }
    free(e->plan);
    e->plan = NULL;
}

void experiment_free(struct experiment *e)
{
    experiment_unplan(e);
    free(e->choices.at);
    e->choices = (struct choices){0};
    partition_choice_free(&e->cut);
    free(e->dests);
    e->dests = NULL;
    for (uint32_t i = 0; i < e->also_count; i++) {
        free(e->also[i].dests);
    }
    free(e->also);
    e->also = NULL;
    e->also_count = 0;
    network_drop(e->network);
    e->network = NULL;
}

void choice_name(char text[ALGORITHM_TEXT], const struct choice *c)
{
    snprintf(text, ALGORITHM_TEXT, c->parameter ? "%s:%u" : "%s", c->algorithm->name, c->parameter);
}
