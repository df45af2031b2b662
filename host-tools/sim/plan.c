/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "experiment/partition_cut.h"
#include "own/checked_algorithm.h"
#include "verify/verify.h"

int32_t planned_path(const struct plan *p, const struct experiment *e, uint32_t i,
                     struct noc_channel *path, uint32_t max)
{
    uint32_t size = noc_worm_size(p->message + i, p->m - i);
    uint32_t *header = alloc_array(size + 1, sizeof *header);
    struct noc_visit *visit = alloc_array(size, sizeof *visit);
    int32_t hops =
        noc_worm_path(&e->topology, e->routing, p->message + i, size, header, visit, path, max);
    free(header);
    free(visit);
    return hops;
}

/* The chain of e's own multicast, in order, for one tree. */
static void order(struct plan *p, const struct experiment *e, const struct noc_algorithm *a,
                  uint32_t tree)
{
    *p = (struct plan){.env = experiment_env(e), .m = e->m};
    p->env.tree = tree;
    p->env.partition = partition_new(e, a, e->m);
    p->chain = alloc_array(e->m + 1, sizeof *p->chain);
    p->chain[0] = (uint16_t)e->source;
    memcpy(p->chain + 1, e->dests, e->m * sizeof *e->dests);
    noc_plan_order_checked(a, &p->env, p->chain, e->m, &p->whole, checked_algorithm_misstep());
    p->predicted_cycles = partition_settle(p->env.partition);
}

static void add_messages(struct plan *p, const struct noc_algorithm *a)
{
    struct noc_part *scratch = alloc_array(p->m + 1, sizeof *scratch);
    p->message = alloc_array(p->m, sizeof *p->message);
    p->steps = noc_plan_messages_checked(a, &p->env, p->chain, p->m, p->whole, p->message, scratch,
                                         checked_algorithm_misstep());
    free(scratch);
}

void plan_make(struct plan *p, const struct experiment *e, const struct noc_algorithm *a)
{
    order(p, e, a, 0);
    add_messages(p, a);
}

void experiment_order(struct experiment *e)
{
    e->plan = alloc_array((1 + e->also_count) * e->trees, sizeof *e->plan);
    for (uint32_t i = 0; i < (1 + e->also_count) * e->trees; i++) {
        struct experiment view = experiment_multicast(e, i / e->trees);
        order(&e->plan[i], &view, e->algorithm, i % e->trees);
    }
}

void experiment_plan(struct experiment *e)
{
    experiment_order(e);
    for (uint32_t i = 0; i < (1 + e->also_count) * e->trees; i++) {
        add_messages(&e->plan[i], e->algorithm);
    }
}

uint64_t plan_link_visits(const struct plan *p, const struct experiment *e)
{
    uint64_t visits = 0;
    for (uint32_t i = 0; i < p->m; i += noc_worm_size(p->message + i, p->m - i)) {
        int32_t hops = planned_path(p, e, i, NULL, 0);
        visits += hops > 0 ? (uint64_t)hops : 0;
    }
    return visits;
}

/* place[node]: which of its sender's worms reaches it, for all that chain[part.self] sends to. */
static void count_worms(const struct plan *p, const struct experiment *e, struct noc_part part,
                        uint16_t *place)
{
    struct noc_part theirs;
    struct noc_handover h = {{0}, 0};
    uint16_t worms = 0;
    while (noc_plan_next_checked(e->algorithm, &p->env, p->chain, &part, &theirs, &h,
                                 checked_algorithm_misstep())) {
        worms += !h.legs.joins;
        place[p->chain[theirs.self]] = worms;
    }
}

void plan_orders(const struct plan *p, const struct experiment *e, uint16_t *order)
{
    uint16_t *place = alloc_array(e->topology.nodes, sizeof *place);
    count_worms(p, e, p->whole, place);
    for (uint32_t i = 0; i < p->m; i++) {
        count_worms(p, e, p->message[i].part, place);
    }
    for (uint32_t i = 0; i < p->m; i++) {
        order[i] = place[p->message[i].to];
    }
    free(place);
}

uint64_t plan_violations(const struct plan *p)
{
    uint64_t violations = noc_plan_violations(&p->env, p->message, p->m, NULL);
    if (violations == UINT64_MAX) {
        out_of_memory();
    }
    return violations;
}

enum status plan_check(const struct plan *p, const struct experiment *e, struct error *error)
{
    enum { VISITS_TOLD = 5 };
    for (uint32_t i = 0, size; i < p->m; i += size) {
        const struct noc_message *m = &p->message[i];
        size = noc_worm_size(m, p->m - i);
        if (planned_path(p, e, i, NULL, 0) > 0) {
            continue;
        }
        error_set(error, STATUS_NO, "routing %s finds no way from %u to %u", e->routing->name,
                  m->from, m->to);
        for (uint32_t k = 1; k < size && k < VISITS_TOLD; k++) {
            error_append(error, " > %u", m[k].to);
        }
        error_append(error, "%s, and %s sends a %s there", size > VISITS_TOLD ? " > ..." : "",
                     e->algorithm_text, size > 1 ? "worm" : "message");
        return STATUS_NO;
    }
    return STATUS_DONE;
}
