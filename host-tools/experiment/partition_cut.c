/* SPDX-License-Identifier: BSD-2-Clause */
#include "partition_cut.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "memmap.h"
#include "multicast/algorithms.h"
#include "multicast/partition.h"
#include "own/checked_algorithm.h"

/* Is it by the model of costs, which takes memory for each pair of nodes? */
static bool by_cost(const struct partition_choice *c)
{
    return c->kind == CUT_BY_COSTS || c->kind == CUT_BY_SIZES;
}

/* The first step's pieces are all nodes of every multicast. */
static enum status check_sizes(const struct experiment *e, struct error *error)
{
    const struct partition_choice *c = &e->cut;
    uint64_t nodes = 0;
    for (uint32_t k = 0; k < c->sizes.pieces; k++) {
        nodes += c->sizes.size[k];
    }
    for (uint32_t i = 0; i <= e->also_count; i++) {
        uint32_t m = experiment_multicast(e, i).m;
        if (nodes != m + 1) {
            return error_set(error, STATUS_BAD,
                             "partition '%s': the pieces have %llu nodes in all, but the source "
                             "and the destinations are %u",
                             c->text, (unsigned long long)nodes, m + 1);
        }
    }
    return STATUS_DONE;
}

/* Chains too long for the model of costs. */
static enum status check_room(const struct experiment *e, bool sets, struct error *error)
{
    for (uint32_t i = 0; i <= e->also_count; i++) {
        uint32_t m = sets ? experiment_multicast(e, i).m : e->topology.nodes - 1;
        if (noc_partition_room(m) == 0) {
            return error_set(error, STATUS_BAD,
                             "algorithm '%s': at most %u nodes can be cut by costs; give partition "
                             "halves, dimensional or uniform:R",
                             e->algorithm_text, NOC_PARTITION_NODES_MAX);
        }
    }
    return STATUS_DONE;
}

enum status partition_choose(struct experiment *e, const struct options *o, bool sets,
                             struct error *error)
{
    const char *text = o->text[KEY_partition];
    struct partition_choice *c = &e->cut;
    if (text && !e->algorithm->partitioned) {
        return error_set(error, STATUS_BAD,
                         "partition: only m-torus can be cut, but the algorithm is '%s'; leave "
                         "partition out, or give algorithm m-torus",
                         e->algorithm_text);
    }
    if (text && partition_parse(c, text, error)) {
        return STATUS_BAD;
    }
    c->text = text ? alloc_text(text) : NULL;
    if (c->kind == CUT_BY_SIZES && !sets) {
        return error_set(error, STATUS_BAD,
                         "partition '%s': sizes fit a single set of destinations, and here there "
                         "are many; give costs, halves, dimensional or uniform:R",
                         text);
    }
    if (c->kind == CUT_BY_SIZES && check_sizes(e, error)) {
        return STATUS_BAD;
    }
    if (e->algorithm->partitioned && by_cost(c) && check_room(e, sets, error)) {
        return STATUS_BAD;
    }
    return STATUS_DONE;
}

struct noc_partition *partition_new(const struct experiment *e, const struct noc_algorithm *a,
                                    uint32_t m)
{
    const struct partition_choice *c = &e->cut;
    if (!a->partitioned) {
        return NULL;
    }
    struct noc_cost_partition *p = alloc_zeroed(sizeof *p);
    p->wrong = checked_algorithm_misstep();
    p->partition.cuts = alloc_array(m + 1, sizeof *p->partition.cuts);
    uint32_t hop = (uint32_t)e->net.header_cycles + e->net.flight_cycles;
    /* of the formula of docs/board.md, 3, for a worm with one destination: the rest */
    uint32_t beyond =
        (uint32_t)e->net.inject_cycles - 1 + e->net.eject_cycles - 1 + e->net.header_cycles;
    p->partition.cut = by_cost(c) ? noc_partition_by_cost : noc_partition_as;
    p->cost = (struct noc_cost){.send = e->tau_s + e->ni_cycles,
                                .receive = e->tau_r + beyond,
                                .gap = e->tau_s,
                                .flits = e->ni_words + e->length,
                                .hop = hop};
    if (c->kind == CUT_BY_SIZES) {
        p->sizes = c->sizes.size;
        p->pieces = c->sizes.pieces;
    }
    if (c->kind == CUT_DIMENSIONAL) {
        p->partition.cuts[0] = NOC_CUT_OWN_FIRST;
    }
    p->like = c->kind == CUT_DIMENSIONAL ? &noc_algorithm_md_torus : &noc_algorithm_mu_torus;
    p->parameter = c->kind == CUT_UNIFORM ? c->uniform : 2;
    p->room = alloc_zeroed(by_cost(c) ? noc_partition_room(m) : (m + 1) * sizeof(uint32_t));
    return &p->partition;
}

uint32_t partition_settle(struct noc_partition *partition)
{
    struct noc_cost_partition *p = (struct noc_cost_partition *)partition;
    if (!p) {
        return 0;
    }
    free(p->room);
    p->room = NULL;
    p->partition.cut = NULL;
    return p->predicted;
}

void partition_free(struct noc_partition *p)
{
    if (p) {
        free(p->cuts);
        free(((struct noc_cost_partition *)p)->room);
        free(p);
    }
}
