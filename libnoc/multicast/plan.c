/* SPDX-License-Identifier: BSD-2-Clause */
/* Sets of destinations, and the least number of steps to them. */
#include "plan.h"

#include <string.h>

#include "topology/topologies.h"

bool noc_dests_check(const struct noc_topology *t, uint32_t source, const uint16_t *dests,
                     uint32_t m, uint8_t *seen, struct noc_fault *fault)
{
    if (source >= t->nodes) {
        return noc_refuse(fault, NOC_FAULT_NODE_RANGE, 0, source, "the source");
    }
    if (!noc_topology_sends(t, source)) {
        return noc_refuse(fault, NOC_FAULT_NODE_SWITCH, 0, source, "the source");
    }
    if (m == 0) {
        return noc_refuse(fault, NOC_FAULT_DEST_NONE, 0, 0, NULL);
    }
    memset(seen, 0, (t->nodes + 7) / 8);
    for (uint32_t i = 0; i < m; i++) {
        uint32_t node = dests[i];

        if (node >= t->nodes) {
            return noc_refuse(fault, NOC_FAULT_NODE_RANGE, i, node, NULL);
        }
        if (!noc_topology_sends(t, node)) {
            return noc_refuse(fault, NOC_FAULT_NODE_SWITCH, i, node, NULL);
        }
        if (node == source) {
            return noc_refuse(fault, NOC_FAULT_DEST_SOURCE, i, node, NULL);
        }
        if (seen[node / 8] >> node % 8 & 1) {
            return noc_refuse(fault, NOC_FAULT_DEST_TWICE, i, node, NULL);
        }
        seen[node / 8] |= (uint8_t)(1 << node % 8);
    }
    return true;
}

/* How many messages a node can start in a step. */
static uint32_t starts(const struct noc_topology *t, uint32_t ports)
{
    /* Where there are switches, a processor has one link only, to its switch (graph.c). */
    uint32_t links = noc_topology_senders(t) < t->nodes ? 1 : t->links;

    return ports == 0 || ports > links ? links : ports;
}

/* Steps until m + 1 nodes have the message, if each that has it always tells k others. */
static uint32_t rounds(uint32_t m, uint64_t k)
{
    uint32_t steps = 0;

    for (uint64_t have = 1; have < m + 1; have *= k + 1) { /* at most 2^14 * (2^14 * 28) */
        steps++;
    }
    return steps;
}

uint32_t noc_plan_bound(const struct noc_topology *t, uint32_t ports, uint32_t m)
{
    return rounds(m, starts(t, ports));
}

uint32_t noc_algorithm_bound(const struct noc_algorithm *a, const struct noc_plan_env *env,
                             uint32_t m)
{
    if (!a->worm || !env->routing->copies) {
        return noc_plan_bound(env->topology, env->ports, m);
    }

    uint64_t k = starts(env->topology, env->ports);

    return rounds(m, a->parameter ? k * (env->parameter > 2 ? env->parameter - 1 : 1) : m);
}
