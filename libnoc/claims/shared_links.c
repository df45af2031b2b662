/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, section 4.5, and Song et al. 2000, section 6: virtual channels that share links. */
#include <stdlib.h>

#include "chapters.h"
#include "multicasts.h"
#include "paths.h"
#include "verify/verify.h"

/* --- step counts of random sets ----------------------------------------------------------- */

/* Sums over sets of one size. Steps: the plan's own, and with shared links. */
struct sums {
    uint64_t plan_max, plan_all, shared_max, shared_all, contended, three;
};

/* A plan of the instance's network and planner, however large. */
struct study {
    struct noc_plan_env env;
    uint16_t *chain;
    struct noc_message *message;
    struct noc_part *scratch;
};

static bool study_open(struct study *s, const struct instance *i)
{
    uint32_t n = i->net->n;

    *s = (struct study){.env = {&i->net->t, i->net->r, 1, 0, 0, 0, NULL},
                        .chain = calloc(n + 1, sizeof *s->chain),
                        .message = calloc(n, sizeof *s->message),
                        .scratch = calloc(n + 1, sizeof *s->scratch)};
    return (s->chain && s->message && s->scratch) || unclear(i, "out of memory");
}

static void study_close(struct study *s)
{
    free(s->chain);
    free(s->message);
    free(s->scratch);
}

/* The set in chain[1..m], added to the sums. */
static void add_set(struct study *s, const struct instance *i, uint32_t source, uint32_t m,
                    enum noc_sharing sharing, struct sums *sums)
{
    struct noc_sharing_steps shared;

    s->env.source = source;
    s->chain[0] = (uint16_t)source;
    sums->plan_max +=
        noc_plan_make(i->planner->algorithm, &s->env, s->chain, m, s->message, s->scratch);
    for (uint32_t k = 0; k < m; k++) {
        sums->plan_all += s->message[k].step;
    }
    noc_sharing_steps(&s->env, s->message, m, sharing, &shared);
    sums->shared_max += shared.steps_max;
    sums->shared_all += shared.steps_sum;
    sums->contended += shared.contended;
    sums->three += shared.sharing_three;
}

/* check.random sets of m nodes: the same ones for the same m. */
static struct sums sum_random(const struct instance *i, uint32_t m, enum noc_sharing sharing)
{
    uint32_t state = 1 + m, sets = bound(i, i->check->random);
    struct sums sums = {0};
    struct study s;

    for (uint32_t k = 0, ready = study_open(&s, i); ready && k < sets; k++) {
        uint32_t source = random_below(&state, i->net->n);

        random_dests(&state, i->net->n, source, m, s.chain + 1);
        add_set(&s, i, source, m, sharing, &sums);
    }
    study_close(&s);
    return sums;
}

/* The papers' sets grow with the network. */
enum { SIZES = 3 };

static const uint32_t *sizes_of(const struct net *net)
{
    static const uint32_t few[SIZES] = {8, 24, 64}, many[SIZES] = {64, 200, 511};

    return net->n > 2048 ? many : few;
}

static void each_of_sizes(struct instance *i)
{
    for (unsigned k = 0; k < SIZES; k++) {
        i->m = sizes_of(i->net)[k];
        then(i);
    }
}

static void tell_size(const struct instance *i, struct text *t)
{
    say(t, "%u destinations", i->m);
}

static const struct quantifier each_size = {"{random} random sets of each of three sizes", NULL,
                                            each_of_sizes, tell_size};

static uint64_t permille(uint64_t more, uint64_t less)
{
    return more > less ? (more - less) * 1000 / less : 0;
}

/* Tenths of a percent by which something grows, which must be below check.with. */
static bool grows_less(const struct instance *i, uint64_t more)
{
    measure(i, more, "%s", i->net->name);
    return more < i->check->with ||
           against(i, "%s, %u destinations: %llu.%llu percent more", i->net->name, i->m,
                   (unsigned long long)more / 10, (unsigned long long)more % 10);
}

static bool mean_grows_less(const struct instance *i)
{
    struct sums s = sum_random(i, i->m, NOC_SHARING_BOTH);

    return grows_less(i, permille(s.shared_all, s.plan_all));
}

static bool last_grows_less_if_later_waits(const struct instance *i)
{
    struct sums s = sum_random(i, i->m, NOC_SHARING_LATER);

    return grows_less(i, permille(s.shared_max, s.plan_max));
}

/* If opposite directions share a link too, above both virtual channels of one direction. */
static bool opposite_mean_grows_less(const struct instance *i)
{
    struct sums one = sum_random(i, i->m, NOC_SHARING_BOTH);
    struct sums two = sum_random(i, i->m, NOC_SHARING_OPPOSITE);

    return grows_less(i, permille(two.shared_all, one.shared_all));
}

static bool opposite_last_grows_less(const struct instance *i)
{
    struct sums one = sum_random(i, i->m, NOC_SHARING_BOTH);
    struct sums two = sum_random(i, i->m, NOC_SHARING_OPPOSITE);

    return grows_less(i, permille(two.shared_max, one.shared_max));
}

/* Thousandths of a step by which the last one grows, as the plots show it: measured. */
static bool last_grows(const struct instance *i, enum noc_sharing sharing)
{
    struct sums s = sum_random(i, i->m, sharing);
    uint64_t sets = bound(i, i->check->random);

    measure(i, s.shared_max * 1000 / sets - s.plan_max * 1000 / sets, "%s, %u destinations",
            i->net->name, i->m);
    return true;
}

static bool last_grows_if_both_slow_down(const struct instance *i)
{
    return last_grows(i, NOC_SHARING_BOTH);
}

static bool last_grows_if_later_waits(const struct instance *i)
{
    return last_grows(i, NOC_SHARING_LATER);
}

/* By thousandths of a step, three sizes together. One set's last step is one number, its mean is a
 * sum over m. */
static bool last_grows_more_than_mean(const struct instance *i)
{
    uint64_t last = 0, mean = 0, sets = bound(i, i->check->random);

    for (unsigned k = 0; k < SIZES; k++) {
        uint32_t m = sizes_of(i->net)[k];
        struct sums s = sum_random(i, m, NOC_SHARING_BOTH);

        last += (s.shared_max - s.plan_max) * 1000 / sets;
        mean += (s.shared_all - s.plan_all) * 1000 / sets / m;
    }
    return last >= mean ||
           against(i, "%s: the last step grows by %llu thousandths of a step, the mean by %llu",
                   i->net->name, (unsigned long long)last, (unsigned long long)mean);
}

/* Messages that share with two others are a tenth of those that share with one, at most. */
static bool few_share_with_two(const struct instance *i)
{
    struct sums two = sum_random(i, i->m, NOC_SHARING_BOTH);
    struct sums three = sum_random(i, i->m, NOC_SHARING_OPPOSITE);

    seen(i, "%s, %u: %llu share with one, %llu with two", i->net->name, i->m,
         (unsigned long long)two.contended, (unsigned long long)three.three);
    return 10 * three.three <= two.contended;
}

/* Against separate addressing, which takes m = u steps, the loss is a hundredth of the gain. */
static bool loses_little(const struct instance *i, enum noc_sharing sharing)
{
    struct sums s = sum_random(i, i->u, sharing);
    uint64_t sets = bound(i, i->check->random);
    uint64_t loss = s.shared_max - s.plan_max, gain = i->u * sets - s.shared_max;

    seen(i, "%s, %u destinations, %llu sets: %llu steps are lost, %llu gained", i->net->name, i->u,
         (unsigned long long)sets, (unsigned long long)loss, (unsigned long long)gain);
    return 100 * loss <= gain;
}

static bool loses_little_if_both_slow_down(const struct instance *i)
{
    return loses_little(i, NOC_SHARING_BOTH);
}

static bool loses_little_if_later_waits(const struct instance *i)
{
    return loses_little(i, NOC_SHARING_LATER);
}

/* --- two messages on one link ------------------------------------------------------------- */

static bool in_one_step(const struct instance *i)
{
    return i->a < i->b && i->a->step == i->b->step;
}

/* The same link, other virtual channels; with UP_FROM_1 from coordinate 1 upwards. */
enum { ANYWHERE, UP_FROM_1 };
static bool on_one_link(const struct instance *i)
{
    const struct noc_channel *c = path_of(i->net, i->a->from, i->a->to);
    const struct noc_channel *d = path_of(i->net, i->b->from, i->b->to);
    struct text plan = {0};

    for (uint32_t k = 0; k < path_length(i->net, i->a->from, i->a->to); k++) {
        bool here =
            i->check->with == ANYWHERE || (c[k].dir > 0 && digit(i->net, c[k].node, c[k].dim) == 1);

        for (uint32_t l = 0; here && l < path_length(i->net, i->b->from, i->b->to); l++) {
            if (c[k].node == d[l].node && c[k].port == d[l].port && c[k].vc != d[l].vc) {
                say_plan(&plan, i->plan);
                return shows(i, "%s: %s, step %u: %u>%u and %u>%u both on %u-%u", i->net->name,
                             plan.at, i->a->step, i->a->from, i->a->to, i->b->from, i->b->to,
                             c[k].node, c[k].next);
            }
        }
    }
    return false;
}

/* --- cube-connected cycles ---------------------------------------------------------------- */

/* All nodes if deep, else every fifth. */
static bool is_looked_at(const struct instance *i)
{
    return i->deep || i->u % 5 == 0;
}

static bool broadcast_takes_no_longer(const struct instance *i)
{
    struct sums sums = {0};
    uint32_t m = 0;
    struct study s;

    if (study_open(&s, i)) {
        for (uint32_t node = 0; node < i->net->n; node++) {
            if (node != i->u) {
                s.chain[++m] = (uint16_t)node;
            }
        }
        add_set(&s, i, i->u, m, NOC_SHARING_LATER, &sums);
    }
    study_close(&s);
    return sums.shared_max == sums.plan_max;
}

/* Figure 11: the excess over the bound, from a quarter of all nodes on, falls. */
static bool approaches_the_bound(const struct instance *i)
{
    static const uint32_t m[] = {200, 400, 600, 800, 890};
    uint64_t before = UINT64_MAX;
    bool good = true;

    for (unsigned k = 0; k < sizeof m / sizeof *m; k++) {
        struct sums s = sum_random(i, m[k], NOC_SHARING_LATER);
        uint64_t more = permille(s.shared_max, s.plan_max);

        seen(i, "%u: %llu.%llu percent", m[k], (unsigned long long)more / 10,
             (unsigned long long)more % 10);
        good = good && more <= before;
        before = more;
    }
    return good;
}

/* --- rows --------------------------------------------------------------------------------- */

#define BI "torus:32x32, 8x8x8, 64x64, 16x16x16"
#define TORI                                                                                  \
    .on = "utorus:32x32, torus:32x32, utorus:8x8x8, torus:8x8x8, utorus:64x64, torus:64x64, " \
          "utorus:16x16x16, torus:16x16x16",                                                  \
    .algorithm = "u-torus", .random = {40, 400}
#define CCCS    .on = "ccc:7 to 10", .algorithm = "u-ccc"
#define STUDY   .over = {&each_topology, &each_size}
#define AT_MOST ": at most {most/10} percent more ({where})"
#define LARGEST \
    "largest increase of the last step: {most/1000} steps, {where}, {random} random sets"
#define PAIRS(networks, name)                                                           \
    .over = {&each_network, &each_set, &each_plan, &each_message_pair}, .on = networks, \
    .algorithm = name, .ports = 1, .given = in_one_step, .holds = on_one_link,          \
    .none = "no set of these networks has two such messages"

const struct row robinson_shared_links[] = {
    {"4.5", NOC_TEXT,
     "U-torus may use two virtual channels of one link in one step: unidirectional tori.",
     .check = {{PAIRS("utorus:3x3, 4x3", "u-torus")}}},
    {"4.5", NOC_TEXT,
     "U-torus may use two virtual channels of one link in one step: bidirectional tori.",
     .check = {{PAIRS("torus:3x3, 4x3, 5x2, 2x5, 6x2, 5x3", "u-torus")}}},
    {"4.5", NOC_OURS,
     "Not claimed: two such messages occur in a torus of one dimension too, as figures 4.2 and 4.3 "
     "are drawn.",
     .check = {{PAIRS("utorus:8, torus:8, utorus:11, torus:11", "u-torus")}},
     .remark = "It takes two dimensions: along one ring the messages of a step lie side by side."},
    {"4.5, figure 4.2", NOC_TEXT,
     "U-torus may use, for example, the p and the h channel of a dimension from coordinate 1 "
     "upwards in one step.",
     .check = {{PAIRS("utorus:3x3, 4x3, 3x4", "u-torus"), .with = UP_FROM_1}}},
    {"4.5, figures 4.12, 4.14", NOC_TEXT,
     "Sharing links adds little to the mean number of steps (here: less than 10 percent).",
     .check = {{STUDY, TORI, .holds = mean_grows_less, .with = 100, .checked = "{scope}" AT_MOST}}},
    {"4.5, figures 4.13, 4.15", NOC_TEXT,
     "Sharing links adds more to the last step than to the mean.",
     .check = {{.over = {&each_topology},
                TORI,
                .holds = last_grows_more_than_mean,
                .checked = "{on}: three sizes, {random} random sets each"}}},
    {"4.5", NOC_TEXT,
     "Of the eight networks, sharing links adds most to the last step on the unidirectional 64x64 "
     "torus.",
     .check = {{STUDY, TORI, .holds = last_grows_if_both_slow_down, .most_at = "utorus:64x64,",
                .checked = LARGEST}}},
    {"4.5, figure 4.16", NOC_TEXT,
     "What is lost is extremely little against what is gained over separate addressing (here: a "
     "hundredth).",
     .check = {{.over = {&each_topology, &each_number},
                .on = "utorus:64x64",
                .algorithm = "u-torus",
                .number = {{511, 511}},
                .random = {40, 400},
                .holds = loses_little_if_both_slow_down}}},
    {"4.5", NOC_TEXT,
     "If opposite directions share a link too, the mean grows by no more than 3 percent (rounded).",
     .check = {{STUDY, .on = BI, .algorithm = "u-torus", .random = {80, 800},
                .holds = opposite_mean_grows_less, .with = 36, .checked = "{scope}" AT_MOST}}},
    {"4.5", NOC_TEXT,
     "If opposite directions share a link too, the last step grows by no more than 7 percent "
     "(rounded).",
     .check = {{STUDY, .on = BI, .algorithm = "u-torus", .random = {80, 800},
                .holds = opposite_last_grows_less, .with = 76, .checked = "{scope}" AT_MOST}}},
    {"4.5, figure 4.17", NOC_TEXT,
     "Messages that share with two others are very few against those that share with one (here: a "
     "tenth).",
     .check = {{STUDY, .on = "torus:64x64, 16x16x16", .algorithm = "u-torus", .random = {40, 400},
                .holds = few_share_with_two}}},
    {0},
};

const struct row song_shared_links[] = {
    {"6", NOC_TEXT, "U-CCC may use two virtual channels of one link in one step.",
     .check = {{PAIRS("ccc:2", "u-ccc")}}},
    {"6, figures 8, 9", NOC_TEXT,
     "Sharing links adds little to the last step (here: less than 25 percent).",
     .check = {{STUDY, CCCS, .random = {40, 400}, .holds = last_grows_less_if_later_waits,
                .with = 250, .checked = "{scope}" AT_MOST}}},
    {"6", NOC_TEXT,
     "Of the four networks, sharing links adds most to the last step on the 9-dimensional CCC.",
     .check = {{STUDY, CCCS, .random = {80, 800}, .holds = last_grows_if_later_waits,
                .most_at = "ccc:9,", .checked = LARGEST}}},
    {"6, figure 10", NOC_TEXT,
     "What is lost is extremely little against what is gained over separate addressing (here: a "
     "hundredth).",
     .check = {{.over = {&each_topology, &each_number},
                .on = "ccc:9",
                .algorithm = "u-ccc",
                .number = {{511, 511}},
                .random = {40, 400},
                .holds = loses_little_if_later_waits}}},
    {"6, figure 11", NOC_TEXT,
     "With large sets in the 7-dimensional CCC the number of steps approaches the bound.",
     .check = {{.over = {&each_topology},
                .on = "ccc:7",
                .algorithm = "u-ccc",
                .random = {40, 400},
                .holds = approaches_the_bound}}},
    {"6, figure 11", NOC_TEXT, "A broadcast takes no more steps than the bound.",
     .check = {{.over = {&each_topology, &each_node},
                .on = "ccc:2 to 6",
                .algorithm = "u-ccc",
                .holds = broadcast_takes_no_longer,
                .checked = "{on}: {count} broadcasts, {failed} of them take longer"},
               {.over = {&each_topology, &each_node},
                .on = "ccc:7",
                .algorithm = "u-ccc",
                .given = is_looked_at,
                .holds = broadcast_takes_no_longer,
                .checked = "{on}: {count} broadcasts, {failed} of them take longer"}}},
    {0},
};
