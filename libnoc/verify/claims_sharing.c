/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, section 4.5, and Song et al. 2000, section 6: virtual channels that share links. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "multicast/algorithms.h"
#include "routing/routings.h"
#include "topology/topologies.h"

/* Sums over random sets of one size. Steps: the plan's own, and with shared links. */
struct sums {
    uint64_t plan_max, plan_all, shared_max, shared_all, contended, three;
    uint64_t last_more, mean_more; /* thousandths of a step */
    uint32_t sets, m;
};

/* A network of random sets; the same ones for the same m. */
struct study {
    struct noc_topology t;
    const struct noc_routing *r;
    const struct noc_algorithm *a;
    uint16_t *chain;
    struct noc_message *message;
    struct noc_part *scratch;
};

static bool study_open(struct study *s, const char *network, const char *algorithm,
                       struct noc_finding *f)
{
    struct noc_fault fault;

    memset(s, 0, sizeof *s);
    s->a = noc_algorithm_find(algorithm);
    if (!noc_topology_parse(&s->t, network, &fault) ||
        !noc_routing_choose(&s->r, NULL, &s->t, &fault)) {
        claim_unclear(f, "%s is refused", network);
        return false;
    }
    s->chain = calloc(s->t.nodes + 1, sizeof *s->chain);
    s->message = calloc(s->t.nodes, sizeof *s->message);
    s->scratch = calloc(s->t.nodes + 1, sizeof *s->scratch);
    return true;
}

static void study_close(struct study *s)
{
    free(s->chain);
    free(s->message);
    free(s->scratch);
}

static void study_set(struct study *s, uint32_t source, uint32_t m, enum noc_sharing sharing,
                      struct sums *sums)
{
    struct noc_plan_env env = {&s->t, s->r, 1, source, 0, NULL};
    struct noc_sharing_steps shared;

    s->chain[0] = (uint16_t)source;
    sums->plan_max += noc_plan_make(s->a, &env, s->chain, m, s->message, s->scratch);
    for (uint32_t i = 0; i < m; i++) {
        sums->plan_all += s->message[i].step;
    }
    noc_sharing_steps(&env, s->message, m, sharing, &shared);
    sums->shared_max += shared.steps_max;
    sums->shared_all += shared.steps_sum;
    sums->contended += shared.contended;
    sums->three += shared.sharing_three;
    sums->sets++;
    sums->m = m;
}

static struct sums study_random(struct study *s, uint32_t m, uint32_t sets,
                                enum noc_sharing sharing)
{
    struct sums sums = {0};
    uint32_t state = 1 + m;

    for (uint32_t i = 0; i < sets; i++) {
        uint32_t source = random_below(&state, s->t.nodes);

        random_dests(&state, s->t.nodes, source, m, s->chain + 1);
        study_set(s, source, m, sharing, &sums);
    }
    return sums;
}

static uint64_t permille(uint64_t more, uint64_t less)
{
    return more > less ? (more - less) * 1000 / less : 0;
}

struct point {
    const char *network;
    uint32_t m[3];
};
static const struct point tori[] = {
    {"utorus:32x32", {8, 24, 64}},       {"torus:32x32", {8, 24, 64}},
    {"utorus:8x8x8", {8, 24, 64}},       {"torus:8x8x8", {8, 24, 64}},
    {"utorus:64x64", {64, 200, 511}},    {"torus:64x64", {64, 200, 511}},
    {"utorus:16x16x16", {64, 200, 511}}, {"torus:16x16x16", {64, 200, 511}}};
static const struct point cccs[] = {{"ccc:7", {8, 24, 64}},
                                    {"ccc:8", {8, 24, 64}},
                                    {"ccc:9", {64, 200, 511}},
                                    {"ccc:10", {64, 200, 511}}};
enum { TORI = sizeof tori / sizeof *tori, CCCS = sizeof cccs / sizeof *cccs };

static uint32_t sets_of(bool deep)
{
    return deep ? 400 : 40;
}

/* --- both: averages --------------------------------------------------------------- */

/* "Small", "close to the bound": here, less than `limit` tenths of a percent. */
static void averages(struct noc_finding *f, const struct point *points, unsigned n,
                     const char *algorithm, enum noc_sharing sharing, bool all, uint64_t limit,
                     uint32_t sets)
{
    uint64_t worst = 0;
    const char *where = "";

    for (unsigned i = 0; i < n; i++) {
        struct study s;

        if (!study_open(&s, points[i].network, algorithm, f)) {
            return;
        }
        for (unsigned k = 0; k < 3; k++) {
            struct sums sums = study_random(&s, points[i].m[k], sets, sharing);
            uint64_t more = all ? permille(sums.shared_all, sums.plan_all)
                                : permille(sums.shared_max, sums.plan_max);

            if (more > worst) {
                worst = more;
                where = points[i].network;
            }
            if (more >= limit) {
                claim_against(f, "%s, %u destinations: %llu.%llu percent more", points[i].network,
                              sums.m, (unsigned long long)more / 10, (unsigned long long)more % 10);
            }
        }
        study_close(&s);
    }
    claim_checked(
        f, "%u networks, three sizes, %u random sets each: at most %llu.%llu percent more (%s)", n,
        sets, (unsigned long long)worst / 10, (unsigned long long)worst % 10, where);
}

static void check_mean(bool deep, struct noc_finding *f)
{
    averages(f, tori, TORI, "u-torus", NOC_SHARING_BOTH, true, 100, sets_of(deep));
}

static void check_max_above_mean(bool deep, struct noc_finding *f)
{
    for (unsigned i = 0; i < TORI; i++) {
        struct study s;
        struct sums sums = {0};

        if (!study_open(&s, tori[i].network, "u-torus", f)) {
            return;
        }
        for (unsigned k = 0; k < 3; k++) {
            struct sums one = study_random(&s, tori[i].m[k], sets_of(deep), NOC_SHARING_BOTH);

            sums.last_more += (one.shared_max - one.plan_max) * 1000 / one.sets;
            sums.mean_more += (one.shared_all - one.plan_all) * 1000 / one.sets / one.m;
        }
        study_close(&s);
        /* One set's last step is one number, its mean is sum / m. */
        if (sums.last_more < sums.mean_more) {
            claim_against(f,
                          "%s: the last step grows by %llu thousandths of a step, the mean by %llu",
                          tori[i].network, (unsigned long long)sums.last_more,
                          (unsigned long long)sums.mean_more);
        }
    }
    claim_checked(f, "8 networks, three sizes, %u random sets each", sets_of(deep));
}

/* Which network has the largest increase of the last step. */
static void worst_case(struct noc_finding *f, const struct point *points, unsigned n,
                       const char *algorithm, enum noc_sharing sharing, const char *expected,
                       uint32_t sets)
{
    uint64_t worst = 0;
    const char *where = "";
    uint32_t m = 0;

    for (unsigned i = 0; i < n; i++) {
        struct study s;

        if (!study_open(&s, points[i].network, algorithm, f)) {
            return;
        }
        for (unsigned k = 0; k < 3; k++) {
            struct sums sums = study_random(&s, points[i].m[k], sets, sharing);
            uint64_t steps = sums.shared_max * 1000 / sets; /* the plots' height */
            uint64_t more = steps - sums.plan_max * 1000 / sets;

            if (more > worst) {
                worst = more;
                where = points[i].network;
                m = points[i].m[k];
            }
        }
        study_close(&s);
    }
    claim_checked(
        f,
        "largest increase of the last step: %llu.%03llu steps, %s, %u destinations, %u random sets",
        (unsigned long long)worst / 1000, (unsigned long long)worst % 1000, where, m, sets);
    if (strcmp(where, expected)) {
        claim_against(f, "%s, %u destinations: %llu.%03llu steps more", where, m,
                      (unsigned long long)worst / 1000, (unsigned long long)worst % 1000);
    }
}

static void check_worst(bool deep, struct noc_finding *f)
{
    worst_case(f, tori, TORI, "u-torus", NOC_SHARING_BOTH, "utorus:64x64", sets_of(deep));
}

/* Two or three links' worth into one, both directions. */
static void opposite(struct noc_finding *f, bool all, uint64_t limit, uint32_t sets)
{
    uint64_t worst = 0;

    for (unsigned i = 1; i < TORI; i += 2) { /* the bidirectional ones */
        struct study s;

        if (!study_open(&s, tori[i].network, "u-torus", f)) {
            return;
        }
        for (unsigned k = 0; k < 3; k++) {
            struct sums one = study_random(&s, tori[i].m[k], sets, NOC_SHARING_BOTH);
            struct sums two = study_random(&s, tori[i].m[k], sets, NOC_SHARING_OPPOSITE);
            uint64_t more = all ? permille(two.shared_all, one.shared_all)
                                : permille(two.shared_max, one.shared_max);

            worst = more > worst ? more : worst;
            if (more > limit) {
                claim_against(f, "%s, %u destinations, %u random sets: %llu.%llu percent more",
                              tori[i].network, one.m, sets, (unsigned long long)more / 10,
                              (unsigned long long)more % 10);
            }
        }
        study_close(&s);
    }
    claim_checked(
        f,
        "4 bidirectional networks, three sizes, %u random sets each: at most %llu.%llu percent more",
        sets, (unsigned long long)worst / 10, (unsigned long long)worst % 10);
}

static void check_opposite_mean(bool deep, struct noc_finding *f)
{
    opposite(f, true, 35, 2 * sets_of(deep));
}

static void check_opposite_max(bool deep, struct noc_finding *f)
{
    opposite(f, false, 75, 2 * sets_of(deep)); /* 7 when rounded */
}

static void check_three(bool deep, struct noc_finding *f)
{
    for (unsigned i = 5; i < TORI; i += 2) { /* 4096 nodes, bidirectional */
        struct study s;

        if (!study_open(&s, tori[i].network, "u-torus", f)) {
            return;
        }
        for (unsigned k = 0; k < 3; k++) {
            struct sums two = study_random(&s, tori[i].m[k], sets_of(deep), NOC_SHARING_BOTH);
            struct sums three = study_random(&s, tori[i].m[k], sets_of(deep), NOC_SHARING_OPPOSITE);

            claim_checked(f, "%s, %u: %llu share with one, %llu with two", tori[i].network, two.m,
                          (unsigned long long)two.contended, (unsigned long long)three.three);
            if (10 * three.three > two.contended) {
                claim_against(
                    f, "%s, %u destinations: %llu messages share with one other, %llu with two",
                    tori[i].network, two.m, (unsigned long long)two.contended,
                    (unsigned long long)three.three);
            }
        }
        study_close(&s);
    }
}

/* Against separate addressing, which takes m steps: the loss is a hundredth of the gain. */
static void small_loss(struct noc_finding *f, const char *network, const char *algorithm,
                       enum noc_sharing sharing, uint32_t m, uint32_t sets)
{
    struct study s;

    if (!study_open(&s, network, algorithm, f)) {
        return;
    }
    struct sums sums = study_random(&s, m, sets, sharing);
    uint64_t loss = sums.shared_max - sums.plan_max, gain = (uint64_t)m * sets - sums.shared_max;

    claim_checked(f, "%s, %u destinations, %u sets: %llu steps are lost, %llu gained", network, m,
                  sets, (unsigned long long)loss, (unsigned long long)gain);
    if (100 * loss > gain) {
        claim_against(f, "%llu steps lost, %llu gained", (unsigned long long)loss,
                      (unsigned long long)gain);
    }
    study_close(&s);
}

static void check_separate(bool deep, struct noc_finding *f)
{
    small_loss(f, "utorus:64x64", "u-torus", NOC_SHARING_BOTH, 511, sets_of(deep));
}

/* --- pairs on one link ------------------------------------------------------------------ */

/* Hop i of one and hop j of two: the same link, other virtual channels; from coordinate 1
 * upwards, if that is asked for. */
static bool on_one_link(const struct net *net, const struct noc_message *one,
                        const struct noc_message *two, bool from_one, uint32_t *node,
                        uint32_t *next)
{
    const struct noc_channel *c = path_of(net, one->from, one->to);
    const struct noc_channel *d = path_of(net, two->from, two->to);

    for (uint32_t i = 0; i < path_length(net, one->from, one->to); i++) {
        bool here = !from_one || (c[i].dir > 0 && noc_digit(&net->t, c[i].node, c[i].dim) == 1);

        for (uint32_t j = 0; here && j < path_length(net, two->from, two->to); j++) {
            if (c[i].node == d[j].node && c[i].port == d[j].port && c[i].vc != d[j].vc) {
                *node = c[i].node;
                *next = c[i].next;
                return true;
            }
        }
    }
    return false;
}

/* A set that has two such messages in one step; false: none has. */
static bool pair_on_link(struct noc_finding *f, const char *network, const char *algorithm,
                         bool from_one)
{
    const struct noc_algorithm *a = noc_algorithm_find(algorithm);
    struct net net;
    bool found = false;

    if (!net_open(&net, network, NULL, f)) {
        return false;
    }
    for (uint64_t q = 0; q < (uint64_t)net.n << net.n && !found; q++) {
        struct multicast p;
        uint32_t source = (uint32_t)(q >> net.n), set = (uint32_t)(q & ((1u << net.n) - 1));
        uint32_t node, next;
        char text[120];

        if (set >> source & 1 || set == 0) {
            continue;
        }
        multicast_set(&p, &net, a, 1, source, set);
        for (uint32_t k = 0; k < p.m * p.m && !found; k++) {
            const struct noc_message *one = &p.message[k / p.m], *two = &p.message[k % p.m];

            found = one < two && one->step == two->step &&
                    on_one_link(&net, one, two, from_one, &node, &next);
            if (found) {
                claim_checked(f, "%s: %s, step %u: %u>%u and %u>%u both on %u-%u", network,
                              plan_text(&p, text, sizeof text), one->step, one->from, one->to,
                              two->from, two->to, node, next);
            }
        }
    }
    net_close(&net);
    return found;
}

static void pair_on_some(struct noc_finding *f, const char *const *networks, unsigned n,
                         bool from_one)
{
    for (unsigned i = 0; i < n; i++) {
        if (pair_on_link(f, networks[i], "u-torus", from_one)) {
            return;
        }
        claim_checked(f, "%s: none", networks[i]);
    }
    claim_against(f, "no set of these networks has two such messages");
}

static void check_pair_ring(bool deep, struct noc_finding *f)
{
    static const char *const rings[] = {"utorus:8", "torus:8", "utorus:11", "torus:11"};

    (void)deep;
    pair_on_some(f, rings, 4, false);
}

static void check_pair_uni(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:3x3", "utorus:4x3"};

    (void)deep;
    pair_on_some(f, networks, 2, false);
}

static void check_pair_bi(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"torus:3x3", "torus:4x3", "torus:5x2",
                                           "torus:2x5", "torus:6x2", "torus:5x3"};

    (void)deep;
    pair_on_some(f, networks, 6, false);
}

static void check_pair_figure_4_2(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:3x3", "utorus:4x3", "utorus:3x4"};

    (void)deep;
    pair_on_some(f, networks, 3, true);
}

static void check_pair_ccc(bool deep, struct noc_finding *f)
{
    (void)deep;
    if (!pair_on_link(f, "ccc:2", "u-ccc", false)) {
        claim_against(f, "ccc:2: no set has two such messages");
    }
}

/* --- cube-connected cycles ------------------------------------------------------------------ */

static void check_ccc_mean(bool deep, struct noc_finding *f)
{
    averages(f, cccs, CCCS, "u-ccc", NOC_SHARING_LATER, false, 250, sets_of(deep));
}

static void check_ccc_worst(bool deep, struct noc_finding *f)
{
    worst_case(f, cccs, CCCS, "u-ccc", NOC_SHARING_LATER, "ccc:9", 2 * sets_of(deep));
}

static void check_ccc_separate(bool deep, struct noc_finding *f)
{
    small_loss(f, "ccc:9", "u-ccc", NOC_SHARING_LATER, 511, sets_of(deep));
}

/* Broadcasts from every node (deep) or some. */
static void check_ccc_broadcast(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"ccc:2", "ccc:3", "ccc:4", "ccc:5", "ccc:6", "ccc:7"};
    uint64_t broadcasts = 0, longer = 0;

    for (unsigned i = 0; i < 6; i++) {
        struct study s;

        if (!study_open(&s, networks[i], "u-ccc", f)) {
            return;
        }
        for (uint32_t source = 0; source < s.t.nodes; source += deep || i < 5 ? 1 : 5) {
            struct sums sums = {0};
            uint32_t n = 0;

            for (uint32_t node = 0; node < s.t.nodes; node++) {
                if (node != source) {
                    s.chain[++n] = (uint16_t)node;
                }
            }
            study_set(&s, source, n, NOC_SHARING_LATER, &sums);
            broadcasts++;
            if (sums.shared_max > sums.plan_max) {
                longer++;
                claim_against(f, "%s from %u: %llu steps instead of %llu", networks[i], source,
                              (unsigned long long)sums.shared_max,
                              (unsigned long long)sums.plan_max);
            }
        }
        study_close(&s);
    }
    claim_checked(f, "ccc:2 to ccc:7: %llu broadcasts, %llu of them take longer",
                  (unsigned long long)broadcasts, (unsigned long long)longer);
}

/* Figure 11: the excess over the bound, from a quarter of all nodes on, falls. */
static void check_ccc_approach(bool deep, struct noc_finding *f)
{
    static const uint32_t m[] = {200, 400, 600, 800, 890};
    uint64_t before = UINT64_MAX;
    struct study s;

    if (!study_open(&s, "ccc:7", "u-ccc", f)) {
        return;
    }
    for (unsigned i = 0; i < 5; i++) {
        struct sums sums = study_random(&s, m[i], sets_of(deep), NOC_SHARING_LATER);
        uint64_t more = permille(sums.shared_max, sums.plan_max);

        claim_checked(f, "%u: %llu.%llu percent", m[i], (unsigned long long)more / 10,
                      (unsigned long long)more % 10);
        if (more > before) {
            claim_against(f, "ccc:7: the excess grows from %u to %u destinations", m[i - 1], m[i]);
        }
        before = more;
    }
    study_close(&s);
}

#define ROBINSON "Robinson 1994"
#define SONG     "Song et al. 2000"

const struct noc_claim noc_claims_sharing[] = {
    {ROBINSON, "4.5", NOC_TEXT,
     "U-torus may use two virtual channels of one link in one step: unidirectional tori.",
     check_pair_uni, NULL},
    {ROBINSON, "4.5", NOC_TEXT,
     "U-torus may use two virtual channels of one link in one step: bidirectional tori.",
     check_pair_bi, NULL},
    {ROBINSON, "4.5", NOC_OURS,
     "Not claimed: two such messages occur in a torus of one dimension too, as figures 4.2 and 4.3 are drawn.",
     check_pair_ring,
     "It takes two dimensions: along one ring the messages of a step lie side by side."},
    {ROBINSON, "4.5, figure 4.2", NOC_TEXT,
     "U-torus may use, for example, the p and the h channel of a dimension from coordinate 1 upwards in one step.",
     check_pair_figure_4_2, NULL},
    {ROBINSON, "4.5, figures 4.12, 4.14", NOC_TEXT,
     "Sharing links adds little to the mean number of steps (here: less than 10 percent).",
     check_mean, NULL},
    {ROBINSON, "4.5, figures 4.13, 4.15", NOC_TEXT,
     "Sharing links adds more to the last step than to the mean.", check_max_above_mean, NULL},
    {ROBINSON, "4.5", NOC_TEXT,
     "Of the eight networks, sharing links adds most to the last step on the unidirectional 64x64 torus.",
     check_worst, NULL},
    {ROBINSON, "4.5, figure 4.16", NOC_TEXT,
     "What is lost is extremely little against what is gained over separate addressing (here: a hundredth).",
     check_separate, NULL},
    {ROBINSON, "4.5", NOC_TEXT,
     "If opposite directions share a link too, the mean grows by no more than 3 percent (rounded).",
     check_opposite_mean, NULL},
    {ROBINSON, "4.5", NOC_TEXT,
     "If opposite directions share a link too, the last step grows by no more than 7 percent (rounded).",
     check_opposite_max, NULL},
    {ROBINSON, "4.5, figure 4.17", NOC_TEXT,
     "Messages that share with two others are very few against those that share with one (here: a tenth).",
     check_three, NULL},
    {0},
};

const struct noc_claim noc_claims_ccc_sharing[] = {
    {SONG, "6", NOC_TEXT, "U-CCC may use two virtual channels of one link in one step.",
     check_pair_ccc, NULL},
    {SONG, "6, figures 8, 9", NOC_TEXT,
     "Sharing links adds little to the last step (here: less than 25 percent).", check_ccc_mean,
     NULL},
    {SONG, "6", NOC_TEXT,
     "Of the four networks, sharing links adds most to the last step on the 9-dimensional CCC.",
     check_ccc_worst, NULL},
    {SONG, "6, figure 10", NOC_TEXT,
     "What is lost is extremely little against what is gained over separate addressing (here: a hundredth).",
     check_ccc_separate, NULL},
    {SONG, "6, figure 11", NOC_TEXT,
     "With large sets in the 7-dimensional CCC the number of steps approaches the bound.",
     check_ccc_approach, NULL},
    {SONG, "6, figure 11", NOC_TEXT, "A broadcast takes no more steps than the bound.",
     check_ccc_broadcast, NULL},
    {0},
};
