/* SPDX-License-Identifier: BSD-2-Clause */
/* Al-Dubai, Ould-Khaoua, Mackenzie 2002: broadcast by coded paths, and its rival rd. */
#include "claims.h"
#include "multicast/algorithms.h"
#include "routing/routings.h"
#include "topology/topologies.h"

#include <stdio.h>

#define AL_DUBAI "Al-Dubai et al. 2002"

enum { WIDTH_MAX = 8, WIDTH_DEEP = 12 };

/* What is found of one mesh's broadcasts: from `source`, or from all at once. False: the finding is
 * unclear, and says so. */
static bool broadcasts(struct noc_finding *f, uint32_t h, uint32_t w, const char *routing,
                       const char *algorithm, uint32_t ports, uint32_t source,
                       struct noc_sets_proof *proof)
{
    struct noc_topology t;
    struct noc_sets_config config = {.topology = &t, .ports = ports, .source = source};
    struct noc_fault fault;
    char name[32];

    snprintf(name, sizeof name, "mesh:%ux%u", h, w);
    if (noc_topology_parse(&t, name, &fault) &&
        noc_routing_choose(&config.routing, routing, &t, &fault) &&
        noc_algorithm_choose(&config.algorithm, algorithm, &t, config.routing, false, &fault) &&
        noc_verify_sets(&config, NULL, proof)) {
        return true;
    }
    claim_unclear(f, "%s: cannot be looked at", name);
    return false;
}

/* Look at all meshes of two columns and rows to `most`. */
static void each_mesh(struct noc_finding *f, uint32_t most, const char *routing, bool together,
                      void (*judge)(struct noc_finding *f, const char *where,
                                    const struct noc_sets_proof *proof))
{
    char where[64];

    for (uint32_t area = 4; area <= most * most; area++) {
        for (uint32_t h = 2; h <= most; h++) {
            uint32_t w = area / h;

            for (uint32_t s = 0; w * h == area && w >= 2 && w <= most && s < (together ? 1 : area);
                 s++) {
                struct noc_sets_proof proof;

                if (!broadcasts(f, h, w, routing, "pcp", 0, together ? NOC_ALL_SOURCES : s,
                                &proof)) {
                    return;
                }
                snprintf(where, sizeof where, together ? "mesh:%ux%u" : "mesh:%ux%u, from %u", h, w,
                         s);
                judge(f, where, &proof);
                noc_sets_proof_free(&proof);
            }
        }
    }
    claim_checked(f, "%s of mesh:2x2 to %ux%u under %s, all ports",
                  together ? "all sources at once" : "all sources", most, most, routing);
}

static void judge_steps(struct noc_finding *f, const char *where,
                        const struct noc_sets_proof *proof)
{
    if (proof->sum_steps > 2 || proof->undelivered) {
        claim_against(f, "%s: %u steps%s", where, (unsigned)proof->sum_steps,
                      proof->undelivered ? ", not delivered" : "");
    }
}

static void check_theorem_1(bool deep, struct noc_finding *f)
{
    each_mesh(f, deep ? WIDTH_DEEP : WIDTH_MAX, "coded-path", false, judge_steps);
}

static void judge_cycle(struct noc_finding *f, const char *where,
                        const struct noc_sets_proof *proof)
{
    char text[200] = "";
    size_t at = 0;

    if (!proof->cycle) {
        return;
    }
    for (uint32_t i = 0; i < proof->cycle_length && at + 8 < sizeof text; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%u>", proof->cycle[i].node);
    }
    claim_against(f, "%s: channels that wait for each other, %s%u", where, text,
                  proof->cycle[0].node);
}

static void check_theorem_2(bool deep, struct noc_finding *f)
{
    each_mesh(f, deep ? WIDTH_DEEP : WIDTH_MAX, "coded-path", false, judge_cycle);
}

static void check_several(bool deep, struct noc_finding *f)
{
    each_mesh(f, deep ? WIDTH_MAX : 6, "coded-path", true, judge_cycle);
}

static void check_several_safe(bool deep, struct noc_finding *f)
{
    each_mesh(f, deep ? WIDTH_MAX : 6, "coded-path-vc", true, judge_cycle);
}

static const char *const meshes[] = {"mesh:2x2", "mesh:2x3", "mesh:3x3", "mesh:4x4"};

static void check_any_lists(bool deep, struct noc_finding *f)
{
    for (unsigned i = 0; i < 4; i++) {
        claim_worms(f, meshes[i], "coded-path-vc", NOC_CONTEXTS_VC);
    }
    if (deep) {
        claim_worms(f, "mesh:6x6", "coded-path-vc", NOC_CONTEXTS_VC);
    }
    claim_checked(f, "mesh:2x2, 2x3, 3x3, 4x4%s", deep ? " and 6x6" : "");
}

static void check_link_contexts(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (unsigned i = 0; i < 4; i++) {
        claim_worms(f, meshes[i], "coded-path-vc", NOC_CONTEXTS_LINK);
    }
    claim_checked(f, "mesh:2x2, 2x3, 3x3, 4x4");
}

static void judge_overlap(struct noc_finding *f, const char *where,
                          const struct noc_sets_proof *proof)
{
    const struct noc_violation *v = proof->smallest;

    if (v) {
        claim_against(
            f,
            "%s: the worm to %u in step %u and the one to %u in step %u both travel from %u to %u",
            where, v->first.to, v->first.step, v->second.to, v->second.step, v->channel.node,
            v->channel.next);
    }
}

static void check_overlap(bool deep, struct noc_finding *f)
{
    each_mesh(f, deep ? WIDTH_DEEP : WIDTH_MAX, "coded-path", false, judge_overlap);
}

/* log2 N where both widths are powers of two. */
static void check_doubling(bool deep, struct noc_finding *f)
{
    for (uint32_t h = 2; h <= (deep ? 8u : 4u); h *= 2) {
        for (uint32_t w = 2; w <= 4; w *= 2) {
            struct noc_topology t;
            const struct noc_algorithm *a = noc_algorithm_find("rd");
            struct noc_plan_env env = {.topology = &t, .ports = 1};
            struct multicast p;
            char name[32];

            snprintf(name, sizeof name, "mesh:%ux%u", h, w);
            if (!noc_topology_parse(&t, name, NULL) ||
                !noc_routing_choose(&env.routing, "xy", &t, NULL)) {
                claim_unclear(f, "%s: refused", name);
                return;
            }
            for (uint32_t s = 0; s < t.nodes; s++) {
                env.source = s;
                for (uint32_t i = 0; i < t.nodes; i++) {
                    p.chain[i] = (uint16_t)((s + i) % t.nodes);
                }
                p.steps = noc_plan_make(a, &env, p.chain, t.nodes - 1, p.message, p.scratch);
                if (p.steps != doublings(t.nodes)) {
                    claim_against(f, "%s, from %u: %u steps", name, s, p.steps);
                }
            }
        }
    }
    claim_checked(f, "all sources of mesh:2x2 to %ux4, powers of two, one port", deep ? 8 : 4);
}

const struct noc_claim noc_claims_coded[] = {
    {AL_DUBAI, "theorem 1", NOC_RESULT,
     "PCP needs two steps from any source, whatever the mesh's size.", check_theorem_1, NULL},
    {AL_DUBAI, "theorem 2", NOC_RESULT,
     "PCP cannot deadlock (its proof looks at one broadcast: so do we).", check_theorem_2, NULL},
    {AL_DUBAI, "theorem 2", NOC_OURS,
     "Not claimed in so many words: several PCP broadcasts at once cannot deadlock.", check_several,
     "Worms turn from the sides' rows to the columns and back, which dimension order forbids. In the flit-level network three at "
     "once do wait for each other, on mesh:3x3 from 0, 4 and 5, and four on mesh:2x3, whatever the consumption contexts. "
     "Two columns only are free of it."},
    {AL_DUBAI, "theorem 2", NOC_OURS,
     "Not claimed: with a second virtual channel from the turn from x to y on, several at once cannot deadlock (coded-path-vc).",
     check_several_safe, "With a consumption context for each virtual channel."},
    {AL_DUBAI, "theorem 2", NOC_OURS,
     "Not claimed: under coded-path-vc no worms at all can deadlock, whatever coded paths they combine.",
     check_any_lists, "With a consumption context for each virtual channel."},
    {AL_DUBAI, "theorem 2", NOC_OURS,
     "Not claimed: a consumption context for each link is enough for that.", check_link_contexts,
     "In the flit-level network PCP broadcasts from 0, 4 and 5 of mesh:3x3 do wait for each other then."},
    {AL_DUBAI, "theorem 2, proof", NOC_OURS,
     "Not claimed (it speaks of one step at a time): no path of the second step overlaps one of the first, of another sender.",
     check_overlap,
     "So a first message that is late can be in the way of a second one. From corners only worms of the source itself share one."},
    {AL_DUBAI, "5", NOC_TEXT,
     "Recursive doubling takes log2 N steps (here: widths that are powers of two).", check_doubling,
     NULL},
    {0},
};
