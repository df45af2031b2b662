/* SPDX-License-Identifier: BSD-2-Clause */
/* Labels along the Hamiltonian circuit, boundaries, and the order of destinations. */
#include "hcycle.h"

#include "topology/cartesian.h"
#include "topology/sort.h"
#include "topology/topologies.h"

bool noc_hcycle_fits(const struct noc_topology *t, struct noc_fault *fault)
{
    if (t->kind != &noc_topology_utorus) {
        return noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, 0,
                          "utpr is for unidirectional tori, as utorus:8x8");
    }
    for (unsigned d = 1; d < t->dims; d++) {
        if (t->width[d] % t->width[d - 1] != 0) {
            return noc_refuse(fault, NOC_FAULT_ROUTING_FIT, 0, t->width[d],
                              "utpr's circuit closes only where each width is a multiple of the "
                              "next lower dimension's, as utorus:8x8 or utorus:8x4x4");
        }
    }
    return true;
}

uint32_t noc_hcycle_label(const struct noc_topology *t, uint32_t node)
{
    uint32_t label = 0, sum = 0;

    for (unsigned d = t->dims; d-- > 0;) {
        sum = (sum + noc_digit(t, node, d)) % t->width[d];
        label += sum * t->stride[d];
    }
    return label;
}

uint32_t noc_hcycle_node(const struct noc_topology *t, uint32_t label)
{
    uint32_t node = 0, above = 0;

    for (unsigned d = t->dims; d-- > 0;) { /* a coordinate is what its sum adds to the one above */
        uint32_t width = t->width[d];
        uint32_t sum = noc_digit(t, label, d);

        node += (sum + width - above % width) % width * t->stride[d];
        above = sum;
    }
    return node;
}

bool noc_hcycle_boundary(const struct noc_topology *t, uint32_t node, unsigned d)
{
    uint32_t sum = 0;

    for (unsigned i = d; i < t->dims; i++) {
        sum += noc_digit(t, node, i);
    }
    return sum % t->width[d] == t->width[d] - 1u;
}

void noc_hcycle_order(const struct noc_topology *t, uint16_t *chain, uint32_t m)
{
    uint32_t source, at = 0;

    if (m == t->nodes) { /* all: no need to sort */
        at = noc_hcycle_label(t, chain[0]);
        for (uint32_t i = 1; i < m; i++) {
            at = at + 1 < m ? at + 1 : 0;
            chain[i] = (uint16_t)noc_hcycle_node(t, at);
        }
        return;
    }
    for (uint32_t i = 0; i < m; i++) {
        chain[i] = (uint16_t)noc_hcycle_label(t, chain[i]);
    }
    source = m > 0 ? chain[0] : 0;
    noc_sort(chain, m);
    while (at < m && chain[at] != source) {
        at++;
    }
    noc_rotate(chain, m, at);
    for (uint32_t i = 0; i < m; i++) {
        chain[i] = (uint16_t)noc_hcycle_node(t, chain[i]);
    }
}

/* The highest dimension in which two different nodes differ. */
static unsigned level(const struct noc_topology *t, uint32_t a, uint32_t b)
{
    uint32_t here, there;

    return noc_differ(t, a, b, &here, &there);
}

void noc_hcycle_own_first(const struct noc_topology *t, uint16_t *chain, uint32_t m)
{
    uint32_t first = 1;

    if (!noc_hcycle_fits(t, NULL)) {
        return;
    }
    /* Sub-tori are stretches of the cycle, so along it levels rise, then fall. */
    for (unsigned d = 0; d + 1u < t->dims; d++) {
        uint32_t last = m + 1;

        while (first <= m && level(t, chain[0], chain[first]) == d) {
            first++;
        }
        while (last > first && level(t, chain[0], chain[last - 1]) == d) {
            last--;
        }
        noc_rotate(chain + first, m + 1 - first, last - first);
        first += m + 1 - last;
    }
}
