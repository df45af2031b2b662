/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, section 4.5, and Song et al. 2000, section 6: virtual channels that share links. */
#include <stdlib.h>

#include "chapters.h"
#include "multicasts.h"
#include "paths.h"
#include "verify/verify.h"

/* --- step counts of random sets ----------------------------------------------------------- */

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

/* What the set in chain[1..m] takes; with NOC_SHARING_NONE the plan's own steps. */
static struct noc_sharing_steps steps_of(struct study *s, const struct instance *i, uint32_t source,
                                         uint32_t m, enum noc_sharing sharing)
{
    struct noc_sharing_steps steps;

    s->env.source = source;
    s->chain[0] = (uint16_t)source;
    noc_plan_make(i->planner->algorithm, &s->env, s->chain, m, s->message, s->scratch);
    if (!noc_sharing_steps(&s->env, s->message, m, sharing, &steps)) {
        unclear(i, "out of memory");
    }
    return steps;
}

/* What is counted of a set: its last step, the sum of all, messages that share, with two others. */
enum counted { LAST_STEP, ALL_STEPS, SHARING, SHARING_THREE };

/* That of check.random sets of m nodes: the same sets for the same m. */
struct sample {
    uint32_t sets;
    uint64_t sum;
    uint32_t *value;
};

static struct sample sample_of(const struct instance *i, uint32_t m, enum noc_sharing sharing,
                               enum counted counted)
{
    uint32_t state = 1 + m, sets = bound(i, i->check->random);
    struct sample sample = {sets, 0, calloc(sets, sizeof *sample.value)};
    struct study s;
    bool ready = study_open(&s, i) && (sample.value || unclear(i, "out of memory"));

    for (uint32_t k = 0; ready && k < sets; k++) {
        uint32_t source = random_below(&state, i->net->n);

        random_dests(&state, i->net->n, source, m, s.chain + 1);
        struct noc_sharing_steps steps = steps_of(&s, i, source, m, sharing);
        const uint32_t of[] = {steps.steps_max, (uint32_t)steps.steps_sum, steps.contended,
                               steps.sharing_three};

        sample.value[k] = of[counted];
        sample.sum += of[counted];
    }
    study_close(&s);
    return sample;
}

/* In thousandths: an estimate, and half of its 95 % interval. */
struct estimate {
    int64_t at;
    uint64_t half;
};

static struct estimate mean_of(const struct sample *a)
{
    int64_t mean = (int64_t)(a->sum * 1000 / a->sets);
    uint64_t squares = 0;

    for (uint32_t k = 0; a->value && k < a->sets; k++) {
        int64_t off = (int64_t)a->value[k] * 1000 - mean;

        squares += (uint64_t)(off * off);
    }
    return (struct estimate){mean, half_of_sum(squares, a->sets) / a->sets};
}

/* By how much the mean of `more` is above that of `less`, over the same sets; both are freed. */
static struct estimate growth_of(struct sample more, struct sample less)
{
    int64_t a = (int64_t)more.sum, b = less.sum ? (int64_t)less.sum : 1;
    uint64_t squares = 0;

    for (uint32_t k = 0; more.value && less.value && k < more.sets; k++) {
        int64_t off = ((int64_t)more.value[k] * b - (int64_t)less.value[k] * a) * 1000 / b;

        squares += (uint64_t)(off * off);
    }
    free(more.value);
    free(less.value);
    return (struct estimate){((a - b) * 1000 + b / 2) / b,
                             half_of_sum(squares, more.sets) / (uint64_t)b};
}

/* By how much the last or the mean step grows from one way of sharing to another. */
static struct estimate steps_grow(const struct instance *i, uint32_t m, enum counted counted,
                                  enum noc_sharing from, enum noc_sharing to)
{
    return growth_of(sample_of(i, m, to, counted), sample_of(i, m, from, counted));
}

/* By how many steps the last one grows, or by how many in sum all do. */
static struct estimate steps_added(const struct instance *i, uint32_t m, enum counted counted,
                                   enum noc_sharing sharing)
{
    struct sample more = sample_of(i, m, sharing, counted);
    struct sample less = sample_of(i, m, NOC_SHARING_NONE, counted);

    for (uint32_t k = 0; more.value && less.value && k < more.sets; k++) {
        more.value[k] -= less.value[k];
    }
    more.sum -= less.sum;
    struct estimate added = mean_of(&more);
    free(more.value);
    free(less.value);
    return added;
}

/* The papers' sets grow with the network. They count the source, so have 8, 24, 56 nodes, and so
 * on. */
enum { SIZES = 3 };

static const uint32_t *sizes_of(const struct net *net)
{
    static const uint32_t few[SIZES] = {7, 23, 55}, many[SIZES] = {63, 199, 511};

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

static void given_m(struct instance *i)
{
    i->m = i->check->number[0].from;
    then(i);
}

static const struct quantifier given_size = {"{random} random sets", NULL, given_m, tell_size};

/* Tenths of a percent by which something grows, which must be below check.with. */
static bool grows_less(const struct instance *i, struct estimate by)
{
    uint64_t at = by.at > 0 ? (uint64_t)by.at : 0;

    measure(i, at, "%s, %u destinations, +- %llu.%llu", i->net->name, i->m,
            (unsigned long long)by.half / 10, (unsigned long long)by.half % 10);
    return at < i->check->with ||
           against(i, "%s, %u destinations, %u sets: %llu.%llu +- %llu.%llu percent more",
                   i->net->name, i->m, bound(i, i->check->random), (unsigned long long)at / 10,
                   (unsigned long long)at % 10, (unsigned long long)by.half / 10,
                   (unsigned long long)by.half % 10);
}

static bool mean_grows_less(const struct instance *i)
{
    return grows_less(i, steps_grow(i, i->m, ALL_STEPS, NOC_SHARING_NONE, NOC_SHARING_BOTH));
}

static bool last_grows_less_if_later_waits(const struct instance *i)
{
    return grows_less(i, steps_grow(i, i->m, LAST_STEP, NOC_SHARING_NONE, NOC_SHARING_LATER));
}

static bool last_grows_less_if_earlier_waits(const struct instance *i)
{
    return grows_less(i, steps_grow(i, i->m, LAST_STEP, NOC_SHARING_NONE, NOC_SHARING_EARLIER));
}

/* If opposite directions share a link too, above both virtual channels of one direction. */
static bool opposite_mean_grows_less(const struct instance *i)
{
    return grows_less(i, steps_grow(i, i->m, ALL_STEPS, NOC_SHARING_BOTH, NOC_SHARING_OPPOSITE));
}

static bool opposite_last_grows_less(const struct instance *i)
{
    return grows_less(i, steps_grow(i, i->m, LAST_STEP, NOC_SHARING_BOTH, NOC_SHARING_OPPOSITE));
}

/* Thousandths of a step by which the last one grows, as the plots show it: measured. */
static bool last_grows(const struct instance *i, enum noc_sharing sharing)
{
    struct estimate by = steps_added(i, i->m, LAST_STEP, sharing);

    measure(i, (uint64_t)by.at, "%s, %u destinations, +- %llu.%03llu", i->net->name, i->m,
            (unsigned long long)by.half / 1000, (unsigned long long)by.half % 1000);
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

/* By thousandths of a step, three sizes together, of which the mean is told. One set's last step is one
 * number, its mean is a sum over m. */
static bool last_grows_more_than_mean(const struct instance *i)
{
    int64_t last = 0, mean = 0;
    uint64_t last_half = 0, mean_half = 0;

    for (unsigned k = 0; k < SIZES; k++) {
        uint32_t m = sizes_of(i->net)[k];
        struct estimate of_last = steps_added(i, m, LAST_STEP, NOC_SHARING_BOTH);
        struct estimate of_all = steps_added(i, m, ALL_STEPS, NOC_SHARING_BOTH);

        last += of_last.at;
        mean += of_all.at / m;
        last_half += of_last.half;
        mean_half += of_all.half / m;
    }
    seen(i, "%s, %u sets: %lld.%02lld +- %llu.%02llu, %lld.%02lld +- %llu.%02llu", i->net->name,
         SIZES * bound(i, i->check->random), (long long)last / SIZES / 1000,
         (long long)last / SIZES % 1000 / 10, (unsigned long long)last_half / SIZES / 1000,
         (unsigned long long)last_half / SIZES % 1000 / 10, (long long)mean / SIZES / 1000,
         (long long)mean / SIZES % 1000 / 10, (unsigned long long)mean_half / SIZES / 1000,
         (unsigned long long)mean_half / SIZES % 1000 / 10);
    return last - (int64_t)last_half >= mean + (int64_t)mean_half ||
           against(i,
                   "%s: the last step grows by %lld +- %llu thousandths of a step, the mean by "
                   "%lld +- %llu",
                   i->net->name, (long long)last, (unsigned long long)last_half, (long long)mean,
                   (unsigned long long)mean_half);
}

/* Messages that share with two others are a tenth of those that share with one, at most. */
static bool few_share_with_two(const struct instance *i)
{
    struct sample two = sample_of(i, i->m, NOC_SHARING_BOTH, SHARING);
    struct sample three = sample_of(i, i->m, NOC_SHARING_OPPOSITE, SHARING_THREE);
    struct estimate with_one = mean_of(&two), with_two = mean_of(&three);

    free(two.value);
    free(three.value);
    seen(i,
         "%s, %u destinations, %u sets: %lld.%lld +- %llu.%llu share with one, %lld.%lld +- "
         "%llu.%llu with two",
         i->net->name, i->m, two.sets, (long long)with_one.at / 1000,
         (long long)with_one.at % 1000 / 100, (unsigned long long)with_one.half / 1000,
         (unsigned long long)with_one.half % 1000 / 100, (long long)with_two.at / 1000,
         (long long)with_two.at % 1000 / 100, (unsigned long long)with_two.half / 1000,
         (unsigned long long)with_two.half % 1000 / 100);
    return 10 * three.sum <= two.sum;
}

/* Against separate addressing, which takes m = u steps, the loss is a hundredth of the gain. */
static bool loses_little(const struct instance *i, enum noc_sharing sharing)
{
    struct estimate loss = steps_added(i, i->u, LAST_STEP, sharing);
    struct sample shared = sample_of(i, i->u, sharing, LAST_STEP);
    int64_t gain = (int64_t)i->u * 1000 - mean_of(&shared).at;

    free(shared.value);
    seen(i,
         "%s, %u destinations, %u sets: %lld.%02lld +- %llu.%02llu steps are lost, %lld.%02lld "
         "gained",
         i->net->name, i->u, shared.sets, (long long)loss.at / 1000, (long long)loss.at % 1000 / 10,
         (unsigned long long)loss.half / 1000, (unsigned long long)loss.half % 1000 / 10,
         (long long)gain / 1000, (long long)gain % 1000 / 10);
    return 100 * loss.at <= gain;
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
    uint32_t steps[2] = {0, 0}, m = 0;
    struct study s;

    if (study_open(&s, i)) {
        for (unsigned k = 0; k < 2; k++) { /* the chain is put in order in place */
            m = 0;
            for (uint32_t node = 0; node < i->net->n; node++) {
                if (node != i->u) {
                    s.chain[++m] = (uint16_t)node;
                }
            }
            steps[k] = steps_of(&s, i, i->u, m, k ? NOC_SHARING_LATER : NOC_SHARING_NONE).steps_max;
        }
    }
    study_close(&s);
    return steps[1] == steps[0];
}

/* Figure 11: the excess over the bound, from a quarter of all nodes on, falls. */
static bool approaches_the_bound(const struct instance *i)
{
    static const uint32_t m[] = {199, 399, 599, 799, 889};
    int64_t before = INT64_MAX;
    bool good = true;

    for (unsigned k = 0; k < sizeof m / sizeof *m; k++) {
        struct estimate by = steps_grow(i, m[k], LAST_STEP, NOC_SHARING_NONE, NOC_SHARING_LATER);

        seen(i, "%u, %u sets: %lld.%lld +- %llu.%llu percent", m[k], bound(i, i->check->random),
             (long long)by.at / 10, (long long)by.at % 10, (unsigned long long)by.half / 10,
             (unsigned long long)by.half % 10);
        good = good && by.at <= before;
        before = by.at;
    }
    return good;
}

/* --- rows --------------------------------------------------------------------------------- */

#define BI "torus:32x32, 8x8x8, 64x64, 16x16x16"
#define TORI_SETS(sets)                                                                       \
    .on = "utorus:32x32, torus:32x32, utorus:8x8x8, torus:8x8x8, utorus:64x64, torus:64x64, " \
          "utorus:16x16x16, torus:16x16x16",                                                  \
    .algorithm = "u-torus", .random = {sets, 400}
#define TORI    TORI_SETS(40)
#define CCCS    .on = "ccc:7 to 10", .algorithm = "u-ccc"
#define STUDY   .over = {&each_topology, &each_size}
#define AT_MOST ": at most {most/10} percent more ({where})"
#define LARGEST \
    "largest increase of the last step: {most/1000} steps ({where}), {random} random sets"
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
     .check = {{.over = {&each_topology}, TORI_SETS(100), .holds = last_grows_more_than_mean}},
     .remark =
         "By how much the last step grows, then the mean one; means over sets of three sizes."},
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
                .holds = opposite_mean_grows_less, .with = 35, .checked = "{scope}" AT_MOST}}},
    {"4.5", NOC_TEXT,
     "If opposite directions share a link too, the last step grows by no more than 7 percent "
     "(rounded).",
     .check = {{.over = {&each_topology, &given_size},
                .on = "torus:32x32, 8x8x8",
                .algorithm = "u-torus",
                .random = {2400, 9600},
                .number = {{55, 55}},
                .holds = opposite_last_grows_less,
                .with = 75,
                .checked = "{random} random sets of 55 destinations of {on}" AT_MOST}},
     .remark = "The mean over sets of one size; how many sets the text's 7 percent rest on is not "
               "said."},
    {"4.5, figure 4.17", NOC_TEXT,
     "Messages that share with two others are very few against those that share with one (here: a "
     "tenth).",
     .check = {{.over = {&each_topology, &given_size},
                .on = "torus:64x64, 16x16x16",
                .algorithm = "u-torus",
                .number = {{511, 511}},
                .random = {40, 400},
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
    {"6, figures 8, 9", NOC_OURS,
     "Not claimed, since the text leaves open which of two messages is blocked: sharing adds as "
     "little if it is the earlier in the plan, not the later (here: less than 25 percent).",
     .check = {{STUDY, CCCS, .random = {40, 400}, .holds = last_grows_less_if_earlier_waits,
                .with = 250, .checked = "{scope}" AT_MOST}},
     .remark = "One that waits then loses against each that is planned for the next step. If those "
               "that wait come first, it is as with the later (`noct plan --sharing later` and "
               "`earlier` count both)."},
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
