/* SPDX-License-Identifier: BSD-2-Clause */

#include "plan.h"
/*
 * Separate addressing: the source sends to each destination itself, in the
 * order given. The baseline: works everywhere, no relays, free of contention
 * since all messages leave one node one after the other.
 *
 * Cost: m messages, all of them the source's; m steps with one port.
 *
 *     chain   d1 d2 d3 ... dm source     the source hands over from the left
 */

static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    uint16_t source = chain[0];

    (void)env;
    for (uint32_t i = 0; i < m; i++) {
        chain[i] = chain[i + 1];
    }
    chain[m] = source;
    *whole = (struct noc_part){.right = (uint16_t)m, .self = (uint16_t)m};
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    (void)env;
    (void)chain;
    if (mine->left == mine->right) {
        return false;
    }
    *theirs = (struct noc_part){.left = mine->left, .right = mine->left, .self = mine->left};
    mine->left++;
    return true;
}

const struct noc_algorithm noc_algorithm_separate = {
    .name = "separate",
    .summary = "one message from the source to each destination",
    .any_network = true,
    .fits = noc_fits_everywhere,
    .order = order,
    .next = next,
};
