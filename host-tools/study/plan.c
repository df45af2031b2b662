/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "multicast/partition.h"
#include "partition_cut.h"
#include "verify/verify.h"

int32_t planned_path(const struct plan *p, const struct experiment *e, uint32_t i,
                     struct noc_channel *path, uint32_t max)
{
    uint32_t size = noc_worm_size(p->message + i, e->m - i);
    uint32_t *header = alloc_array(size + 1, sizeof *header);
    struct noc_visit *visit = alloc_array(size, sizeof *visit);
    int32_t hops =
        noc_worm_path(&e->topology, e->routing, p->message + i, size, header, visit, path, max);
    free(header);
    free(visit);
    return hops;
}

void plan_make(struct plan *p, const struct experiment *e, const struct noc_algorithm *a)
{
    struct noc_plan_env env = experiment_env(e);
    struct noc_part *scratch = alloc_array(e->m + 1, sizeof *scratch);
    p->chain = alloc_array(e->m + 1, sizeof *p->chain);
    p->message = alloc_array(e->m, sizeof *p->message);
    p->chain[0] = (uint16_t)e->source;
    memcpy(p->chain + 1, e->dests, e->m * sizeof *e->dests);
    env.partition = partition_new(e, a, e->m);
    p->steps = noc_plan_make(a, &env, p->chain, e->m, p->message, scratch);
    p->predicted_cycles =
        env.partition ? ((struct noc_cost_partition *)env.partition)->predicted : 0;
    p->link_visits = 0;
    for (uint32_t i = 0; i < e->m; i += noc_worm_size(p->message + i, e->m - i)) {
        int32_t hops = planned_path(p, e, i, NULL, 0);
        p->link_visits += hops > 0 ? (uint64_t)hops : 0;
    }
    partition_free(env.partition);
    free(scratch);
}

uint64_t plan_violations(const struct plan *p, const struct experiment *e)
{
    struct noc_plan_env env = experiment_env(e);
    uint64_t violations = noc_plan_violations(&env, p->message, e->m, NULL);
    if (violations == UINT64_MAX) {
        out_of_memory();
    }
    return violations;
}

void plan_free(struct plan *p)
{
    free(p->chain);
    free(p->message);
}

enum status plan_check(const struct plan *p, const struct experiment *e, struct error *error)
{
    enum { VISITS_TOLD = 5 };
    for (uint32_t i = 0, size; i < e->m; i += size) {
        const struct noc_message *m = &p->message[i];
        size = noc_worm_size(m, e->m - i);
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
