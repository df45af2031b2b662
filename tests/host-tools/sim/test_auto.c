/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The algorithm auto: what it predicts against what flit by flit becomes of it, what it takes
 * against all that it might have taken, and what it may take at all.
 */
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/experiment_result.h"
#include "sim/plan.h"
#include "specify/specify.h"
#include "test.h"
#include "sim/auto.h"
#include "experiment/experiment.h"
#include "base/alloc.h"
#include "sim/sim.h"

static struct options options;
static struct experiment experiment;
static struct error error;

/* An experiment from a JSON object, with ' for ". */
static enum status make(const char *format, ...)
{
    char line[512];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    for (char *c = line; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    memset(&options, 0, sizeof options);
    error.text[0] = 0;
    if (options_object(&options, line, "sim", ~(key_groups)0, &error)) {
        fail_msg("%s: %s", line, error.text);
    }
    return experiment_make(&experiment, &options, NEED_SET, &error);
}

static void done(void)
{
    experiment_free(&experiment);
    options_free(&options);
}

static uint64_t predicted(const struct experiment *e)
{
    uint64_t steps = UINT32_MAX;
    return predict_latency(e, NOC_NEVER, &steps);
}

/* latency_max flit by flit, if it is not above `limit`; *blocked: cycles in which anything waited.
 */
static uint64_t simulated(const struct experiment *e, uint64_t limit, uint64_t *blocked)
{
    struct experiment tried = *e;
    struct simulated s;
    uint64_t latest = 0;
    tried.limit_cycles = limit;
    assert_int_equal(simulate(&tried, &s, &error), STATUS_DONE);
    for (uint32_t i = 0; i < e->m; i++) {
        latest =
            s.cast[0].returned[e->dests[i]] > latest ? s.cast[0].returned[e->dests[i]] : latest;
    }
    *blocked = s.total.blocked_cycles;
    simulated_free(&s);
    return latest;
}

/* Where nothing contends the prediction is exact, with any costs and any relays. */
TEST(exact)
{
    static const struct {
        const char *topology, *algorithm, *ports;
        uint32_t m; /* 0: all */
    } row[] = {
        {"utorus:8x8", "s-torus", "one", 20},   {"utorus:8x8", "md-torus", "one", 30},
        {"utorus:8x8", "mu-torus:3", "one", 0}, {"utorus:4x4x4", "mu-torus:2", "one", 40},
        {"utorus:8x8", "m-torus", "one", 50},   {"mesh:6x6", "u-mesh", "one", 0},
        {"mesh:6x7", "u-torus", "one", 25},     {"mesh:8x4", "rd", "one", 0},
        {"cube:6", "u-cube", "one", 0},         {"cube:6", "maxport", "all", 40},
        {"cube:6", "combine", "all", 40},       {"cube:6", "w-sort", "all", 0},
        {"cube:6", "separate", "one", 20},      {"ccc:3", "separate", "one", 15},
        {"mesh:7x6", "pcp", "all", 0},          {"mesh:6x6", "dual-path", "one", 20},
        {"torus:4x4", "separate", "all", 0},
    };
    static const uint32_t length[] = {1, 7, 64, 900}, tau[] = {0, 60, 3000};
    for (unsigned i = 0; i < sizeof row / sizeof *row * 4 * 3 * 2; i++) {
        unsigned r = i / 24;
        char dests[24] = "all";
        uint64_t blocked;
        bool body = i % 2 && strcmp(row[r].algorithm, "m-torus") != 0;
        if (row[r].m) {
            snprintf(dests, sizeof dests, "random:%u", row[r].m);
        }
        assert_int_equal(make("{'topology':'%s','algorithm':'%s','ports':'%s','dests':'%s',"
                              "'seed':%u,'source':5,'length':%u,'tau_s':%u,'tau_r':%u,"
                              "'relay':'%s'}",
                              row[r].topology, row[r].algorithm, row[r].ports, dests, i,
                              length[i / 6 % 4], tau[i / 2 % 3], tau[i / 2 % 3] / 3,
                              body ? "body" : "group"),
                         STATUS_DONE);
        if (predicted(&experiment) != simulated(&experiment, 0, &blocked)) {
            fail_msg("%s, %s: row %u", row[r].topology, row[r].algorithm, i);
        }
        done();
    }
}

/* By hand: one worm around the ring to 1, 2 and 5. 90 cycles of software, 8 of the NI; 4 header
 * flits, 3 words, 20 of body; 5 links; then 30 cycles more. */
TEST(by_hand)
{
    assert_int_equal(make("{'topology':'utorus:6','dests':'1,2,5','length':20,'tau_s':90,"
                          "'tau_r':30}"),
                     STATUS_DONE);
    assert_string_equal(experiment.algorithm_text, "s-torus");
    assert_string_equal(experiment.routing->name, "utpr");
    assert_int_equal(experiment.choices.at[0].cycles, 90 + 8 + 1 + 5 + 1 + 27 - 1 + 30);
    done();
    /* Two start-ups, and 24 flits over a link: 2 > 3 waits for 0 > 2. */
    assert_int_equal(make("{'topology':'cube:2','algorithm':'u-cube','length':20,'tau_s':90,"
                          "'tau_r':30}"),
                     STATUS_DONE);
    assert_int_equal(predicted(&experiment), 2 * (90 + 8 + 1 + 1 + 1 + 24 - 1 + 30));
    done();
}

/*
 * What the firmware takes, by hand: core 0's first worm leaves for 2 at once (5 flits over 2
 * links), 67 cycles until that one's does for 3, 203 for the call. By list the third receiver finds
 * two lists of others first, 20 each. The NI checks each worm's header flits first.
 */
TEST(of_firmware)
{
    assert_int_equal(
        make("{'topology':'utorus:64','algorithm':'mu-torus:2','dests':'1-3','length':1}"),
        STATUS_DONE);
    experiment.software =
        costs_multicast(experiment.measured, experiment.algorithm, experiment.relay);
    assert_int_equal(predicted(&experiment), 1 + 8 + 2 + 5 + 1 + 67 + 1 + 8 + 1 + 5 + 1 + 203);
    done();
    assert_int_equal(make("{'topology':'utorus:64','algorithm':'s-torus','dests':'1-3','length':1,"
                          "'relay':'body'}"),
                     STATUS_DONE);
    experiment.software =
        costs_multicast(experiment.measured, experiment.algorithm, experiment.relay);
    assert_int_equal(predicted(&experiment), 4 + 8 + 3 + (4 + 3 + 3 + 1) + 1 + 2 * 20 + 279);
    done();
    /* Two worms of one core: 36 between them; by list 59, and steps of 22. */
    assert_int_equal(
        make("{'topology':'torus:64','algorithm':'separate','dests':'1,2','length':1}"),
        STATUS_DONE);
    experiment.software =
        costs_multicast(experiment.measured, experiment.algorithm, experiment.relay);
    assert_int_equal(predicted(&experiment), 36 + 8 + 2 + 5 + 1 + 202);
    done();
    assert_int_equal(make("{'topology':'torus:64','algorithm':'separate','dests':'1,2','length':1,"
                          "'relay':'body'}"),
                     STATUS_DONE);
    experiment.software =
        costs_multicast(experiment.measured, experiment.algorithm, experiment.relay);
    assert_int_equal(predicted(&experiment), 22 + 59 + 22 + 8 + 2 + (5 + 1) + 1 + 265);
    done();
}

/* auto's latency over the best candidate's, flit by flit, in parts of 1000. */
static unsigned ratio(void)
{
    uint64_t blocked, mine = simulated(&experiment, 0, &blocked), best = mine;
    const struct choices *c = &experiment.choices;
    for (uint32_t i = 1; i < c->n; i++) {
        struct experiment other = experiment;
        other.algorithm = c->at[i].algorithm;
        other.parameter = c->at[i].parameter;
        other.routing = other.net.routing = c->at[i].routing;
        experiment_order(&other);
        uint64_t latest = simulated(&other, mine, &blocked);
        experiment_unplan(&other);
        best = latest < best ? latest : best;
    }
    return (unsigned)(1000 * mine / best);
}

/* A part of the grid of docs/benchmarks.md. */
TEST(near_the_best)
{
    static const char *const topology[] = {"utorus:8x8", "torus:5x5", "mesh:6x6",
                                           "cube:5",     "ccc:3",     "utorus:4x4x4"};
    static const char *const dests[] = {"random:3", "random:12", "all"};
    static const uint32_t length[] = {4, 400}, tau[] = {0, 1500};
    unsigned sum = 0, cells = 0;
    for (unsigned i = 0; i < 6 * 2 * 3 * 2 * 2; i++) {
        assert_int_equal(make("{'topology':'%s','ports':'%s','dests':'%s','length':%u,"
                              "'tau_s':%u,'tau_r':%u}",
                              topology[i / 24], i / 12 % 2 ? "all" : "one", dests[i / 4 % 3],
                              length[i / 2 % 2], tau[i % 2], tau[i % 2] / 4),
                         STATUS_DONE);
        unsigned r = ratio();
        assert_in_range(r, 1000, 1100);
        sum += r;
        cells++;
        done();
    }
    assert_in_range(sum / cells, 1000, 1050);
}

static bool among(const char *algorithm)
{
    for (uint32_t i = 0; i < experiment.choices.n; i++) {
        if (strcmp(experiment.choices.at[i].algorithm->name, algorithm) == 0) {
            return true;
        }
    }
    return false;
}

/* What is not for such an experiment is no candidate, however fast it were. */
TEST(allowed)
{
    assert_int_equal(make("{'topology':'mesh:16x16','length':1,'dests':'random:254'}"),
                     STATUS_DONE);
    assert_false(among("pcp")); /* a broadcast */
    done();
    assert_int_equal(make("{'topology':'mesh:4x4','also':['5:all']}"), STATUS_DONE);
    assert_true(among("pcp"));
    done();
    assert_int_equal(make("{'topology':'mesh:4x4','also':['5:1,2']}"), STATUS_DONE);
    assert_true(among("dual-path") && !among("pcp"));
    done();
    assert_int_equal(make("{'topology':'mesh:4x4','also':['5:1,2'],'consumption':'one'}"),
                     STATUS_DONE);
    assert_false(among("dual-path")); /* might deadlock */
    done();
    assert_int_equal(make("{'topology':'utorus:4x4','sharing':true}"), STATUS_DONE);
    assert_false(among("s-torus")); /* those models know unicasts */
    done();
    assert_int_equal(make("{'topology':'utorus:4x4','relay':'body'}"), STATUS_DONE);
    assert_false(among("m-torus")); /* cut beforehand */
    done();
    assert_int_equal(make("{'topology':'utorus:4x4','relay':'header'}"), STATUS_DONE);
    assert_false(among("u-torus")); /* no worms */
    done();
    assert_int_equal(make("{'topology':'utorus:4x4','routing':'utr','relay':'header'}"),
                     STATUS_BAD);
    assert_non_null(strstr(error.text, "topology utorus:4x4 with routing utr and relay header"));
    options_free(&options);
    assert_int_equal(make("{'topology':'utorus:32x32','length':1}"), STATUS_DONE);
    assert_false(among("m-torus")); /* 1,024 nodes would be cut in seconds */
    done();
}

/* Of 16,383 worms around a ring nobody waits for the last. */
TEST(given_up)
{
    const struct choices *c = &experiment.choices;
    json_t *json, *last;
    assert_int_equal(make("{'topology':'utorus:16384'}"), STATUS_DONE);
    assert_string_equal(c->at[c->n - 1].algorithm->name, "separate");
    assert_true(c->at[c->n - 1].cycles == NOC_NEVER && c->at[0].cycles < 40000);
    json = auto_json(c);
    last = json_array_get(json_object_get(json, "candidates"), c->n - 1);
    assert_true(json_is_null(json_object_get(last, "predicted_cycles")));
    json_decref(json);
    done();
}

static bool considers(const char *algorithm)
{
    for (uint32_t i = 0; i < experiment.choices.n; i++) {
        if (strcmp(experiment.choices.at[i].algorithm->name, algorithm) == 0) {
            return true;
        }
    }
    return false;
}

/* Algorithms for bodies in segments are considered for these only, and segments only if asked for. */
TEST(segments_are_asked_for)
{
    static const char *const pipelined[] = {"chain", "binary", "two-tree", "two-phase-path"};
    static const char *const segment[] = {"", ",'segment':100", ",'segment':'auto'"};
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(make("{'topology':'cube:4','length':4096%s}", segment[k]), STATUS_DONE);
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(considers(pipelined[i]), k > 0);
        }
        for (uint32_t i = 0; i < experiment.choices.n; i++) {
            uint32_t flits = experiment.choices.at[i].segment;
            assert_true(k == 0 ? flits == 0 : k == 1 ? flits == 100 : flits > 0 && flits <= 4096);
        }
        done();
    }
}

/* Of a long body without worms, auto takes segments, and is better off; of a short one, one. */
TEST(algorithm_and_segment_are_chosen_together)
{
    uint64_t blocked;
    assert_int_equal(make("{'topology':'cube:6','routing':'ecube','length':4096,'tau_s':61,"
                          "'tau_r':62,'algorithm':'u-cube'}"),
                     STATUS_DONE);
    uint64_t whole = simulated(&experiment, 0, &blocked);
    done();
    assert_int_equal(make("{'topology':'cube:6','routing':'ecube','length':4096,'tau_s':61,"
                          "'tau_r':62,'segment':'auto'}"),
                     STATUS_DONE);
    assert_string_equal(experiment.algorithm_text, "two-tree");
    assert_true(experiment.segments > 8);
    assert_int_equal(experiment.segment, experiment.choices.at[0].segment);
    assert_true(3 * simulated(&experiment, 0, &blocked) < whole);
    done();
    assert_int_equal(make("{'topology':'cube:6','routing':'ecube','length':8,'tau_s':61,"
                          "'tau_r':62,'segment':'auto'}"),
                     STATUS_DONE);
    assert_int_equal(experiment.segments, 1);
    assert_string_equal(experiment.algorithm_text, "u-cube");
    done();
}

/* Of an algorithm that is named, the length of its segments. */
TEST(a_named_algorithms_segment)
{
    assert_int_equal(make("{'topology':'mesh:6','algorithm':'chain','length':1000,'tau_s':20,"
                          "'segment':'auto'}"),
                     STATUS_DONE);
    assert_string_equal(experiment.algorithm_text, "chain");
    uint64_t best = predicted(&experiment);
    assert_int_equal(best, experiment.choices.at[0].cycles);
    for (uint32_t i = 1; i < experiment.choices.n; i++) {
        assert_true(experiment.choices.at[i].cycles >= best);
    }
    assert_true(experiment.segments > 1);
    done();
}
