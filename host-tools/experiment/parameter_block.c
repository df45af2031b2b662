/* SPDX-License-Identifier: BSD-2-Clause */
#include "parameter_block.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "topology/shape.h"
#include "topology/topologies.h"

_Static_assert(ALGORITHM_TEXT == NOC_NAME_BYTES, "copied as it is");

/* cuts: whether they come last. */
static void fill(struct noc_params *p, const struct experiment *e, bool cuts, uint64_t deadline)
{
    const struct noc_topology *t = &e->topology;
    *p = (struct noc_params){
        .magic = NOC_PARAMS_MAGIC,
        .version = NOC_PARAMS_VERSION,
        .dims = t->shape ? 0 : t->dims,
        .ports = e->ports,
        .source = e->source,
        .length = e->length,
        .tau_s = e->tau_s,
        .tau_r = e->tau_r,
        .seed = (uint32_t)e->seed,
        .relay = e->relay,
        .flags = (e->forced[0] ? NOC_PARAMS_FORCE : 0) | (cuts ? NOC_PARAMS_CUTS : 0) |
                 (e->ordered ? NOC_PARAMS_ORDERED : 0) |
                 (e->reproducible ? NOC_PARAMS_REPRODUCIBLE : 0) |
                 (uint32_t)e->op << NOC_PARAMS_OP_SHIFT |
                 (uint32_t)e->type << NOC_PARAMS_TYPE_SHIFT,
        .segment = e->segment,
        .wiring = noc_net_wiring(&e->net),
        .shape_bytes = t->shape ? noc_shape_reduce(t->shape, NULL) : 0,
        .m = e->m,
        .deadline = deadline < UINT32_MAX ? (uint32_t)deadline : UINT32_MAX - 1,
    };
    strncpy(p->topology, t->kind->name, NOC_NAME_BYTES - 1);
    strncpy(p->routing, e->routing->name, NOC_NAME_BYTES - 1);
    memcpy(p->algorithm, e->algorithm_text, NOC_NAME_BYTES);
    strncpy(p->collective, e->collective ? e->collective : "", NOC_NAME_BYTES - 1);
    for (unsigned d = 0; d < p->dims && d < NOC_PARAMS_DIMS; d++) {
        p->width[d] = t->width[d];
    }
    p->bytes =
        (uint32_t)(sizeof *p + p->shape_bytes + (e->m + (cuts ? e->m + 1 : 0)) * sizeof *e->dests);
}

void *parameter_block_make(const struct experiment *e, uint64_t deadline, uint32_t *bytes)
{
    struct noc_params p;
    const uint16_t *cuts = e->plan && e->plan->env.partition ? e->plan->env.partition->cuts : NULL;
    fill(&p, e, cuts, deadline);
    char *block = alloc_zeroed(p.bytes);
    memcpy(block, &p, sizeof p);
    if (p.shape_bytes) {
        noc_shape_reduce(e->topology.shape, block + sizeof p);
    }
    if (e->m) {
        memcpy(block + sizeof p + p.shape_bytes, e->dests, e->m * sizeof *e->dests);
    }
    if (cuts) {
        size_t length = (e->m + 1) * sizeof *cuts;
        memcpy(block + p.bytes - length, cuts, length);
    }
    *bytes = p.bytes;
    return block;
}

bool parameter_block_topology(const struct noc_params *p, char topology[TOPOLOGY_TEXT])
{
    topology[0] = 0;
    if (p->magic != NOC_PARAMS_MAGIC || p->version != NOC_PARAMS_VERSION ||
        p->dims > NOC_PARAMS_DIMS || (p->dims == 0 && p->shape_bytes == 0)) {
        return false;
    }
    int length = snprintf(topology, TOPOLOGY_TEXT, "%.*s:", NOC_NAME_BYTES, p->topology);
    if (strncmp(p->topology, noc_topology_cube.name, NOC_NAME_BYTES) == 0) {
        snprintf(topology + length, (size_t)(TOPOLOGY_TEXT - length), "%u", p->dims);
        return true;
    }
    for (unsigned d = p->dims; d-- > 0;) {
        length += snprintf(topology + length, (size_t)(TOPOLOGY_TEXT - length), "%u%s", p->width[d],
                           d ? "x" : "");
    }
    return true;
}
