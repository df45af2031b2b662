/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two-phase path: the worms of dual-path (Lin, McKinley and Ni 1994), but one after the other and
 * from different nodes: the phases of a multi-phase path-based multicast (Robinson 1994, 6.1). The
 * source sends a worm to all destinations on one side of it on the Hamiltonian path (hpath.h). The
 * last of these stands at an end of the path, from where one worm reaches all of the other side.
 * Made for long bodies in segments: the second worm takes a segment on while the next one arrives,
 * so each port sends the body once, where one port sends both worms of dual-path in turn.
 *
 *     labels  d0 d1 d2 s d3 d4      chain  s | d2 d1 d0 d3 d4      worms  s > d2 > d1 > d0  and
 *                                                                         d0 > d3 > d4
 *
 * Cost: two steps of a worm each; one if all destinations are on one side. The side with more of
 * them goes first, so that most wait for one worm only. In K segments of S flits the last node has
 * the body after about (K + 1) * (S + m / 2) cycles, m / 2 being the header flits of a worm from the
 * middle of the path. No contention, since one worm climbs and the other one descends; several
 * multicasts cannot deadlock (hamiltonian.c). Precondition: hamiltonian. Under another routing, if
 * forced, each destination gets a worm of its own.
 *
 * legs->given: the place of the worm's next receiver; first: that of its last one.
 */
#include "plan.h"
#include "routing/hpath.h"
#include "routing/routings.h"
#include "topology/sort.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return r == &noc_routing_hamiltonian ||
           noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0,
                      "two-phase-path is for meshes, tori and hypercubes under hamiltonian");
}

static void reverse(uint16_t *item, uint32_t n)
{
    for (uint32_t i = 0; i < n / 2; i++) {
        uint16_t moved = item[i];

        item[i] = item[n - 1 - i];
        item[n - 1 - i] = moved;
    }
}

/* The source, the larger side from the source outwards, and the other side the same way. Where
 * there is no such path, in the order given. */
static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    *whole = (struct noc_part){.right = (uint16_t)m};
    if (!noc_hpath_exists(env->topology)) {
        return;
    }

    uint32_t lower = noc_hpath_order(env->topology, chain, m), higher = m - lower;

    if (higher >= lower) {
        noc_rotate(chain, m + 1, lower);
        reverse(chain + higher + 1, lower);
    } else {
        reverse(chain, lower + 1);
    }
}

/* The last place of a worm along chain[left..right] that only climbs or only descends. */
static uint32_t worm_end(const struct noc_topology *t, const uint16_t *chain,
                         const struct noc_part *mine)
{
    if (!noc_hpath_exists(t)) {
        return mine->right;
    }

    uint32_t end = mine->left + 1u, before = noc_hpath_label(t, chain[end]), label;
    bool climbs = before > noc_hpath_label(t, chain[mine->left]);

    for (; end < mine->right; end++, before = label) {
        label = noc_hpath_label(t, chain[end + 1]);
        if (label == before || (label > before) != climbs) {
            break;
        }
    }
    return end;
}

/* A part whose receiver does not stand first is nobody's. */
static bool worm(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs, struct noc_worm_progress *legs)
{
    const bool worms = env->routing == &noc_routing_hamiltonian;
    uint32_t at = legs->given, last;

    if (mine->left >= mine->right || mine->self != mine->left) {
        return false;
    }
    legs->joins = at > 0 && worms;
    legs->run = 0;
    if (at == 0) {
        at = mine->left + 1u;
        legs->first = worm_end(env->topology, chain, mine);
    }
    last = legs->first;
    if (legs->runs && worms && at < last) {
        legs->run = last - at - (last < mine->right);
    }
    *theirs = (struct noc_part){.left = (uint16_t)at,
                                .right = at < last ? (uint16_t)at : mine->right,
                                .self = (uint16_t)at};
    legs->given = at + legs->run + 1;
    if (legs->given > last) {
        mine->right = mine->left;
        legs->given = 0;
    }
    return true;
}

const struct noc_algorithm noc_algorithm_two_phase_path = {
    .name = "two-phase-path",
    .summary = "a worm up or down a Hamiltonian path, and one back from its end, for segments",
    .routing = "hamiltonian",
    .looks_at_all = true,
    .pipelined = true,
    .fits = fits,
    .order = order,
    .worm = worm,
};
