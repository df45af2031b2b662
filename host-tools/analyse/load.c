/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct load: how many routes lead over each link, of all pairs, of a pattern of traffic or of one
 * multicast's plan, and the labels that prove a routing free of deadlock. libnoc/verify counts all
 * pairs.
 *
 * Of a pattern the busiest link's routes bound what the network can accept: if each node offers r flits
 * in a cycle, this link gets r times as many as it has routes, and it takes one (the ideal throughput of
 * Dally and Towles 2004, 3.3.1).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/progress.h"
#include "commands.h"
#include "experiment/experiment_result.h"
#include "routing/routings.h"
#include "sim/plan.h"
#include "specify/specify.h"
#include "topology/topologies.h"
#include "patterns/pattern.h"
#include "verify/verify.h"

enum { SHARE_MAX = 10000, LABEL_TEXT = 32 };

enum traffic { TRAFFIC_ALL, TRAFFIC_CELLS, TRAFFIC_IO, TRAFFIC_MULTICAST, TRAFFIC_PATTERN };
static const char *const traffic_name[] = {"all", "cells", "io", "multicast"};

/* Routes over each channel, apart and together. */
struct loads {
    uint64_t *io, *cells, *routes; /* routes: what was asked for */
    uint64_t io_sum, cells_sum, sum, max;
    uint64_t unreached; /* pairs of what was asked for that have no route */
    uint64_t share;     /* I/O in per cent of the rest; 0: as it comes */
};

static enum status which_traffic(const struct options *o, enum traffic *traffic, uint64_t *share,
                                 struct error *error)
{
    const char *text = o->text[KEY_traffic], *io_share = o->text[KEY_io_share];
    for (*traffic = TRAFFIC_ALL; text && strcmp(text, traffic_name[*traffic]) != 0; ++*traffic) {
        if (*traffic == TRAFFIC_IO) {
            *traffic = TRAFFIC_PATTERN;
            break;
        }
    }
    if (*traffic == TRAFFIC_PATTERN && !pattern_is_fixed(text)) {
        return error_set(error, STATUS_BAD,
                         "traffic '%s': must be all, cells or io, or a pattern by which each node "
                         "sends to one other, as transpose or tornado",
                         text);
    }
    *share = 0;
    if (io_share && *traffic != TRAFFIC_ALL) {
        return error_set(error, STATUS_BAD,
                         "io_share: weighs both kinds of traffic; leave out traffic '%s'", text);
    }
    return io_share ? number_parse("io_share", io_share, 1, SHARE_MAX, share, error) : STATUS_DONE;
}

/* A multicast is counted where an algorithm is named. Then nothing else can be; without one the
 * words of a multicast mean nothing. */
static enum status check_words(const struct options *o, struct error *error)
{
    const key_groups pairs = GROUP(PATTERN) | GROUP(LOAD);
    const key_groups multicast =
        GROUPS_EXPERIMENT & ~(GROUP(NETWORK) | GROUP(BOARD) | GROUP(LIMIT) | GROUP(SHARING));
    for (int k = 0; k < KEYS; k++) {
        if (!o->text[k] || k == KEY_algorithm || k == KEY_labels) {
            continue;
        }
        if (o->text[KEY_algorithm] && (key_rows[k].group & pairs)) {
            return error_set(
                error, STATUS_BAD,
                "%s: is for the load of all pairs, but algorithm '%s' asks for that of one "
                "multicast; leave out one of the two",
                key_rows[k].name, o->text[KEY_algorithm]);
        }
        if (!o->text[KEY_algorithm] && (key_rows[k].group & multicast)) {
            return error_set(
                error, STATUS_BAD,
                "%s: is for the load of a multicast; add algorithm NAME, as u-torus or auto, or "
                "leave it out",
                key_rows[k].name);
        }
    }
    return STATUS_DONE;
}

/* Channels that the worms of one tree travel, each so many times. */
static enum status count_tree(struct loads *l, const struct experiment *e, const struct plan *p,
                              uint32_t times, struct error *error)
{
    enum status status = plan_check(p, e, error);
    for (uint32_t i = 0; i < e->m && !status; i += noc_worm_size(p->message + i, e->m - i)) {
        uint32_t hops = (uint32_t)planned_path(p, e, i, NULL, 0);
        struct noc_channel *path = alloc_array(hops, sizeof *path);
        planned_path(p, e, i, path, hops);
        for (uint32_t k = 0; k < hops; k++) {
            uint64_t *at = &l->routes[noc_channel_index(&e->topology, e->routing, path[k].node,
                                                        path[k].port, path[k].vc)];
            *at += times;
            l->max = *at > l->max ? *at : l->max;
        }
        l->sum += (uint64_t)hops * times;
        free(path);
    }
    return status;
}

/* Channels that the worms of the plan travel; with a body in segments, those of all segments. */
static enum status count_multicast(struct loads *l, const struct experiment *e, struct error *error)
{
    uint32_t channels = e->topology.nodes * e->topology.ports * e->routing->vcs;
    enum status status = STATUS_DONE;
    l->routes = alloc_array(channels, sizeof *l->routes);
    for (uint32_t tree = 0; tree < e->trees && !status; tree++) {
        status = count_tree(l, e, &e->plan[tree], tree_segments(e, tree), error);
    }
    return status;
}

/* Routes over each channel and their sum; pairs without a route, apart for what is I/O. */
static void count_all(struct loads *l, const struct experiment *e, uint64_t *io_unreached,
                      uint64_t *unreached)
{
    const struct noc_topology *t = &e->topology;
    progress_begin("all pairs", t->nodes);
    for (uint32_t from = 0; from < t->nodes; from++) {
        if (!noc_link_load_from(t, e->routing, NOC_LOAD_IO, from, l->io, &l->io_sum,
                                io_unreached) ||
            !noc_link_load_from(t, e->routing, NOC_LOAD_ALL, from, l->cells, &l->cells_sum,
                                unreached)) {
            out_of_memory();
        }
        progress_at(from);
    }
    progress_end();
}

static enum status count_pairs(struct loads *l, const struct experiment *e, enum traffic traffic,
                               struct error *error)
{
    uint32_t channels = e->topology.nodes * e->topology.ports * e->routing->vcs;
    uint64_t io_unreached = 0, unreached = 0;
    l->io = alloc_array(channels, sizeof *l->io);
    l->cells = alloc_array(channels, sizeof *l->cells);
    l->routes = alloc_array(channels, sizeof *l->routes);
    count_all(l, e, &io_unreached, &unreached);
    l->cells_sum -= l->io_sum;
    l->unreached = traffic == TRAFFIC_IO    ? io_unreached
                 : traffic == TRAFFIC_CELLS ? unreached - io_unreached
                                            : unreached;
    for (uint32_t i = 0; i < channels; i++) {
        l->cells[i] -= l->io[i];
        l->routes[i] =
            (traffic == TRAFFIC_IO ? 0 : l->cells[i]) + (traffic == TRAFFIC_CELLS ? 0 : l->io[i]);
        l->sum += l->routes[i];
        l->max = l->routes[i] > l->max ? l->routes[i] : l->max;
    }
    if ((l->share || traffic == TRAFFIC_IO) && l->io_sum == 0) {
        return error_set(error, STATUS_BAD,
                         "%s: topology '%s' has no I/O under routing %s; give a grid:FILE with "
                         "auxiliary cells that the routing reaches",
                         l->share ? "io_share" : "traffic 'io'", e->topology_text,
                         e->routing->name);
    }
    return STATUS_DONE;
}

/* The route of each node to where the pattern sends its worms. */
static enum status count_pattern(struct loads *l, const struct experiment *e, const char *text,
                                 struct error *error)
{
    uint32_t channels = e->topology.nodes * e->topology.ports * e->routing->vcs;
    struct noc_channel *path = alloc_array(channels, sizeof *path);
    struct pattern pattern;
    uint64_t unused = 0;
    enum status status = pattern_parse(&pattern, &e->topology, text, error);
    l->routes = alloc_array(channels, sizeof *l->routes);
    for (uint32_t rank = 0; !status && rank < pattern.senders; rank++) {
        int32_t hops = noc_route_path(&e->topology, e->routing, pattern.sender[rank],
                                      pattern_draw(&pattern, rank, &unused), path, channels);
        l->unreached += hops < 0;
        for (int32_t i = 0; i < hops; i++) {
            uint64_t *at = &l->routes[noc_channel_index(&e->topology, e->routing, path[i].node,
                                                        path[i].port, path[i].vc)];
            l->max = ++*at > l->max ? *at : l->max;
            l->sum++;
        }
    }
    if (!status) {
        pattern_free(&pattern);
    }
    free(path);
    return status;
}

/* The routes over the busiest link, all virtual channels together. */
static uint64_t busiest_link(const struct loads *l, const struct experiment *e)
{
    uint64_t most = 0;
    for (uint32_t link = 0; link < e->topology.nodes * e->topology.ports; link++) {
        uint64_t routes = 0;
        for (unsigned vc = 0; vc < e->routing->vcs; vc++) {
            routes += l->routes[link * e->routing->vcs + vc];
        }
        most = routes > most ? routes : most;
    }
    return most;
}

static double part(uint64_t of, uint64_t sum)
{
    return sum ? 100.0 * (double)of / (double)sum : 0;
}

/* Of a channel: per cent of all routes' channels. */
static double percent(const struct loads *l, uint32_t channel)
{
    double share = (double)l->share / 100;
    return l->share
             ? (part(l->cells[channel], l->cells_sum) + share * part(l->io[channel], l->io_sum)) /
                   (1 + share)
             : part(l->routes[channel], l->sum);
}

/* "2.0.1.3", or null */
static json_t *label_or_null(const struct experiment *e, const struct noc_channel *c)
{
    struct noc_label label;
    char text[LABEL_TEXT];
    if (!e->routing->label(&e->topology, c->node, c->port, c->vc, &label)) {
        return json_null();
    }
    snprintf(text, sizeof text, "%u.%u.%u.%u", label.part[0], label.part[1], label.part[2],
             label.part[3]);
    return json_string(text);
}

/* All channels that the routing uses, and unused links. */
static json_t *links_answer(const struct experiment *e, const struct loads *l, bool labels,
                            double *percent_max)
{
    json_t *links = json_array();
    struct noc_link link;
    for (uint32_t node = 0; node < e->topology.nodes; node++) {
        for (unsigned i = 0; i < (unsigned)e->topology.ports * e->routing->vcs; i++) {
            struct noc_channel c = {.node = (uint16_t)node,
                                    .port = (uint8_t)(i / e->routing->vcs),
                                    .vc = (uint8_t)(i % e->routing->vcs)};
            uint32_t at = noc_channel_index(&e->topology, e->routing, node, c.port, c.vc);
            if (!noc_topology_link(&e->topology, node, c.port, &link) ||
                (c.vc > 0 && !e->routing->uses(&e->topology, node, c.port, c.vc))) {
                continue;
            }
            c.next = link.node;
            c.dim = link.dim;
            double of = percent(l, at);
            *percent_max = of > *percent_max ? of : *percent_max;
            json_t *row = result_channel(e, &c);
            json_object_set_new(row, "dir", link.dir ? json_integer(link.dir) : json_null());
            json_object_set_new(row, "routes", json_integer((json_int_t)l->routes[at]));
            json_object_set_new(row, "percent", json_real(of));
            if (labels) {
                json_object_set_new(row, "label", label_or_null(e, &c));
            }
            json_array_append_new(links, row);
        }
    }
    return links;
}

/* pattern: its name, NULL if it is none. */
static json_t *load_answer(const struct experiment *e, const struct loads *l, enum traffic traffic,
                           const char *pattern, bool labels)
{
    double percent_max = 0;
    json_t *result = result_new(e);
    if (traffic != TRAFFIC_MULTICAST) {
        json_object_del(result, "ports"); /* change nothing here */
    }
    json_object_set_new(result, "traffic", json_string(pattern ? pattern : traffic_name[traffic]));
    if (l->share) {
        json_object_set_new(result, "io_share", json_integer((json_int_t)l->share));
    }
    json_object_set_new(result, "links", links_answer(e, l, labels, &percent_max));
    json_object_set_new(result, "sum", json_integer((json_int_t)l->sum));
    json_object_set_new(result, "max", json_integer((json_int_t)l->max));
    json_object_set_new(result, "percent_max", json_real(percent_max));
    if (pattern) {
        uint64_t most = busiest_link(l, e);
        json_object_set_new(result, "link_max", json_integer((json_int_t)most));
        json_object_set_new(result, "capacity", json_real(most ? 1.0 / (double)most : 1));
    }
    json_object_set_new(result, "unreached", json_integer((json_int_t)l->unreached));
    result_auto(result, e);
    return result;
}

static enum status no_labels(const struct experiment *e, struct error *error)
{
    error_set(error, STATUS_BAD,
              "labels: routing %s has no proof by labels; give one that has:", e->routing->name);
    const char *comma = "";
    for (unsigned i = 0; noc_routings[i]; i++) {
        if (noc_routings[i]->label) {
            error_append(error, "%s %s", comma, noc_routings[i]->name);
            comma = ",";
        }
    }
    return STATUS_BAD;
}

enum status execute_load(const struct options *o, json_t **result, struct error *error)
{
    struct experiment e;
    struct loads l = {0};
    enum traffic traffic;
    bool labels = o->text[KEY_labels], multicast = o->text[KEY_algorithm];
    enum status status = check_words(o, error);
    if (status || (status = experiment_make(&e, o, multicast ? NEED_SET : NEED_NETWORK, error))) {
        return status;
    }
    status = which_traffic(o, &traffic, &l.share, error);
    if (!status && labels && !e.routing->label) {
        status = no_labels(&e, error);
    }
    traffic = multicast ? TRAFFIC_MULTICAST : traffic;
    if (!status) {
        status = multicast                  ? count_multicast(&l, &e, error)
               : traffic == TRAFFIC_PATTERN ? count_pattern(&l, &e, o->text[KEY_traffic], error)
                                            : count_pairs(&l, &e, traffic, error);
    }
    if (!status) {
        const char *pattern = traffic == TRAFFIC_PATTERN ? o->text[KEY_traffic] : NULL;
        *result = load_answer(&e, &l, traffic, pattern, labels);
    }
    free(l.io);
    free(l.cells);
    free(l.routes);
    experiment_free(&e);
    return status;
}
