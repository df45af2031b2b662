/* SPDX-License-Identifier: BSD-2-Clause */
/* Al-Dubai, Ould-Khaoua, Mackenzie 2002: broadcast by coded paths, and its rival rd. */
#include "chapters.h"
#include "multicasts.h"
#include "proofs.h"

/* All meshes of two to check.limit columns and rows, small ones first. */
static void each_of_meshes(struct instance *i)
{
    uint32_t most = bound(i, i->check->limit);

    for (uint32_t area = 4; area <= most * most; area++) {
        for (uint32_t rows = 2; rows <= most && rows <= area / 2; rows++) {
            struct text name = {0};
            struct net net;

            say(&name, "mesh:%ux%u", rows, area / rows);
            if (area % rows == 0 && area / rows <= most && net_open(&net, i, name.at)) {
                then_net(i, &net);
            }
        }
    }
}

static void tell_mesh(const struct instance *i, struct text *t)
{
    say(t, "%s", i->net->name);
}

static const struct quantifier each_mesh = {"mesh:2x2 to {limit}x{limit} under {routing}",
                                            " of mesh:2x2 to {limit}x{limit} under {routing}",
                                            each_of_meshes, tell_mesh};

/* One source after the other; the broadcasts of all at once. */
static void each_of_sources(struct instance *i)
{
    for (i->source = 0; i->source < i->net->n; i->source++) {
        then(i);
    }
}

static void tell_source(const struct instance *i, struct text *t)
{
    say(t, "from %u", i->source);
}

static const struct quantifier each_source = {"all {count} broadcasts", NULL, each_of_sources,
                                              tell_source};

/* PCP's broadcast from i->source, or with TOGETHER from all nodes. False: nothing can be said. */
enum { ALONE, TOGETHER };
static bool prove_broadcasts(const struct instance *i, struct noc_sets_proof *proof)
{
    const struct noc_sets_config config = {.topology = &i->net->t,
                                           .routing = i->net->r,
                                           .algorithm = i->planner->algorithm,
                                           .source = i->check->with == TOGETHER ? NOC_ALL_SOURCES
                                                                                : i->source};

    return noc_verify_sets(&config, NULL, proof) ||
           unclear(i, "%s: cannot be looked at", i->net->name);
}

static bool takes_two_steps(const struct instance *i)
{
    struct noc_sets_proof proof;

    if (!prove_broadcasts(i, &proof)) {
        return true;
    }
    bool good = proof.sum_steps <= 2 && !proof.undelivered;

    noc_sets_proof_free(&proof);
    return good;
}

static bool never_deadlocks(const struct instance *i)
{
    struct noc_sets_proof proof;
    struct text t = {0};

    if (!prove_broadcasts(i, &proof)) {
        return true;
    }
    bool good = !proof.cycle;

    for (uint32_t k = 0; k < proof.cycle_length; k++) {
        say(&t, "%u>", proof.cycle[k].node);
    }
    if (!good) {
        against(i, "%s: channels that wait for each other, %s%u", i->net->name, t.at,
                proof.cycle[0].node);
    }
    noc_sets_proof_free(&proof);
    return good;
}

static bool never_overlaps(const struct instance *i)
{
    struct noc_sets_proof proof;

    if (!prove_broadcasts(i, &proof)) {
        return true;
    }
    const struct noc_violation *v = proof.smallest;
    bool good = !v;

    if (v) {
        against(i,
                "%s, from %u: the worm to %u in step %u and the one to %u in step %u both travel "
                "from %u to %u",
                i->net->name, i->source, v->first.to, v->first.step, v->second.to, v->second.step,
                v->channel.node, v->channel.next);
    }
    noc_sets_proof_free(&proof);
    return good;
}

/* Whether a mesh of so many nodes, u, can have 2^k columns and as many rows. */
static bool is_square_of_power(const struct instance *i)
{
    uint32_t width = 1;

    while (width * width < i->u) {
        width *= 2;
    }
    return width * width == i->u ||
           against(i, "%u nodes: %ux%u has %u, %ux%u has %u", i->u, width / 2, width / 2,
                   width * width / 4, width, width, width * width);
}

/* --- rows --------------------------------------------------------------------------------- */

#define PCP                                                                        \
    .over = {&each_mesh, &each_source}, .limit = {8, 12}, .routing = "coded-path", \
    .algorithm = "pcp"
#define SEVERAL(route)                                                                             \
    .over = {&each_mesh}, .limit = {6, 8}, .routing = route, .algorithm = "pcp", .with = TOGETHER, \
    .holds = never_deadlocks, .checked = "all sources at once of {scope}, all ports"
#define MESHES                                                                             \
    .over = {&each_topology}, .on = "mesh:2x2, 2x3, 3x3, 4x4", .routing = "coded-path-vc", \
    .holds = worms_safe

const struct row al_dubai_coded_paths[] = {
    {"theorem 1", NOC_RESULT, "PCP needs two steps from any source, whatever the mesh's size.",
     .check = {{PCP, .holds = takes_two_steps, .checked = "{scope}, all ports"}}},
    {"theorem 2", NOC_RESULT, "PCP cannot deadlock (its proof looks at one broadcast: so do we).",
     .check = {{PCP, .holds = never_deadlocks, .checked = "{scope}, all ports"}}},
    {"theorem 2", NOC_OURS,
     "Not claimed in so many words: several PCP broadcasts at once cannot deadlock.",
     .check = {{SEVERAL("coded-path")}},
     .remark = "Worms turn from the sides' rows to the columns and back, which dimension order "
               "forbids. In the flit-level network three at once do wait for each other, on "
               "mesh:3x3 from 0, 4 and 5, and four on mesh:2x3, whatever the consumption contexts. "
               "Two columns only are free of it."},
    {"theorem 2", NOC_OURS,
     "Not claimed: with a second virtual channel from the turn from x to y on, several at once "
     "cannot deadlock (coded-path-vc).",
     .check = {{SEVERAL("coded-path-vc")}},
     .remark = "With a consumption context for each virtual channel."},
    {"theorem 2", NOC_OURS,
     "Not claimed: under coded-path-vc no worms at all can deadlock, whatever coded paths they "
     "combine.",
     .check = {{MESHES, .with = NOC_CONTEXTS_VC, .on_deep = "mesh:6x6"}},
     .remark = "With a consumption context for each virtual channel."},
    {"theorem 2", NOC_OURS, "Not claimed: a consumption context for each link is enough for that.",
     .check = {{MESHES, .with = NOC_CONTEXTS_LINK}},
     .remark = "In the flit-level network PCP broadcasts from 0, 4 and 5 of mesh:3x3 do wait for "
               "each other then."},
    {"theorem 2, proof", NOC_OURS,
     "Not claimed (it speaks of one step at a time): no path of the second step overlaps one of "
     "the first, of another sender.",
     .check = {{PCP, .holds = never_overlaps, .checked = "{scope}, all ports"}},
     .remark = "So a first message that is late can be in the way of a second one. From corners "
               "only worms of the source itself share one."},
    {"5", NOC_TEXT, "Recursive doubling takes log2 N steps (here: widths that are powers of two).",
     .check = {{.over = {&each_topology, &each_broadcast, &each_plan},
                .on = "mesh:2x2, 2x4, 4x2, 4x4",
                .on_deep = "mesh:8x2, 8x4",
                .routing = "xy",
                .algorithm = "rd",
                .ports = 1,
                .holds = least_steps}}},
    {"5, figure 4, as printed", NOC_SLIP,
     "The steps are counted on meshes of 2^k x 2^k nodes, from 64 to 20376 of them.",
     .check = {{.over = {&each_number},
                .number = {{64, 64}},
                .holds = is_square_of_power,
                .checked = "64"},
               {.over = {&each_number},
                .number = {{20376, 20376}},
                .holds = is_square_of_power,
                .checked = "20376"}},
     .remark =
         "16384, 128x128, is meant: no mesh of that kind has 20376 nodes, and no square one."},
    {0},
};
