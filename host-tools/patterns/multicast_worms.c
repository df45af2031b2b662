/* SPDX-License-Identifier: BSD-2-Clause */
#include "multicast_worms.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "routing/hcycle.h"
#include "routing/hpath.h"
#include "routing/routings.h"

static uint32_t along_circuit(const struct noc_topology *t, uint16_t *chain, uint32_t m,
                              uint16_t *ends)
{
    noc_hcycle_order(t, chain, m + 1);
    ends[0] = (uint16_t)m;
    return 1;
}

/* Those of higher label, rising, and those of lower label, falling. */
static uint32_t along_path(const struct noc_topology *t, uint16_t *chain, uint32_t m,
                           uint16_t *ends)
{
    uint32_t self = noc_hpath_order(t, chain, m), higher = m - self, worms = 0;
    uint16_t *sorted = alloc_array(m + 1, sizeof *sorted);
    memcpy(sorted, chain, (m + 1) * sizeof *sorted);
    chain[0] = sorted[self];
    memcpy(chain + 1, sorted + self + 1, higher * sizeof *chain);
    for (uint32_t i = 0; i < self; i++) {
        chain[1 + higher + i] = sorted[self - 1 - i];
    }
    free(sorted);
    if (higher) {
        ends[worms++] = (uint16_t)higher;
    }
    if (self) {
        ends[worms++] = (uint16_t)m;
    }
    return worms;
}

/* Where a node stands among the destinations of a worm from `from`: the row, the side, how far. */
struct place {
    uint32_t row, side, far;
    uint16_t node;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->row != q->row) {
        return p->row < q->row ? -1 : 1;
    }
    if (p->side != q->side) {
        return p->side < q->side ? -1 : 1;
    }
    return p->far < q->far ? -1 : p->far > q->far;
}

static uint32_t along_rows(const struct noc_topology *t, uint16_t *chain, uint32_t m,
                           uint16_t *ends)
{
    struct place *place = alloc_array(m, sizeof *place);
    uint32_t x = noc_digit(t, chain[0], 0), worms = 0;
    for (uint32_t i = 0; i < m; i++) {
        uint32_t to = noc_digit(t, chain[1 + i], 0);
        place[i] = (struct place){.row = noc_digit(t, chain[1 + i], 1),
                                  .side = to < x,
                                  .far = to < x ? x - to : to - x,
                                  .node = chain[1 + i]};
    }
    qsort(place, m, sizeof *place, compare_places);
    for (uint32_t i = 0; i < m; i++) {
        chain[1 + i] = place[i].node;
        if (i + 1 == m || place[i].row != place[i + 1].row || place[i].side != place[i + 1].side) {
            ends[worms++] = (uint16_t)(i + 1);
        }
    }
    free(place);
    return worms;
}

/* Whether one worm visits to[0..n-1], all of them in this order. header: n + 1 words of scratch. */
static bool goes(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                 const uint16_t *to, uint32_t n, uint32_t *header)
{
    uint32_t flits = noc_route_headers_many(t, r, from, to, n, header), visits = 0;
    struct noc_visit *visit = alloc_array(n, sizeof *visit);
    bool fine = flits &&
                noc_route_path_many(t, r, from, header, flits, NULL, 0, visit, n, &visits) >= 0 &&
                visits == n;
    for (uint32_t i = 0; fine && i < n; i++) {
        fine = visit[i].node == to[i];
    }
    free(visit);
    return fine;
}

static int ascending(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static uint32_t as_far_as_it_goes(const struct noc_topology *t, const struct noc_routing *r,
                                  uint16_t *chain, uint32_t m, uint16_t *ends)
{
    uint32_t *header = alloc_array(m + 1, sizeof *header), worms = 0;
    qsort(chain + 1, m, sizeof *chain, ascending);
    for (uint32_t first = 1, n; first <= m; first += n) {
        n = 1;
        while (first + n <= m && goes(t, r, chain[0], chain + first, n + 1, header)) {
            n++;
        }
        if (n == 1 && noc_route_path(t, r, chain[0], chain[first], NULL, 0) < 0) {
            chain[1] = chain[first];
            worms = 0;
            break;
        }
        ends[worms++] = (uint16_t)(first + n - 1);
    }
    free(header);
    return worms;
}

uint32_t multicast_worms(const struct noc_topology *t, const struct noc_routing *r, uint16_t *chain,
                         uint32_t m, uint16_t *ends)
{
    return r == &noc_routing_utpr        ? along_circuit(t, chain, m, ends)
         : r == &noc_routing_hamiltonian ? along_path(t, chain, m, ends)
         : r == &noc_routing_coded_path || r == &noc_routing_coded_path_vc
             ? along_rows(t, chain, m, ends)
             : as_far_as_it_goes(t, r, chain, m, ends);
}
