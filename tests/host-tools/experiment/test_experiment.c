/* SPDX-License-Identifier: BSD-2-Clause */
/* Experiments: what is taken, what is refused, and with which words. */
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/plan.h"
#include "specify/specify.h"
#include "test.h"
#include "multicast/algorithms.h"
#include "experiment/experiment.h"

static enum status make(struct options *o, struct experiment *e, const char *line,
                        struct error *error)
{
    memset(o, 0, sizeof *o);
    error->text[0] = 0;
    assert_int_equal(options_object(o, line, "plan", ~(key_groups)0, error), STATUS_DONE);
    return experiment_make(e, o, NEED_SET, error);
}

/* Each is refused, and the error says this. */
static const struct {
    const char *line, *says;
} bad[] = {
    {"{}", "topology: missing"},
    {"{\"topology\":\"tours:8x8\"}", "did you mean 'torus'?"},
    {"{\"topology\":\"torus:8x1\"}", "column 9: a width must be 2"},
    {"{\"topology\":\"torus:200x200\"}", "at most 16384 nodes"},
    {"{\"topology\":\"torus:8x\"}", "column 9"},
    {"{\"topology\":\"cube:15\"}", "dimensions"},
    {"{\"topology\":\"ccc:1\"}", "topology 'ccc:1'"},
    {"{\"topology\":\"ccc:11\"}", "at most 16384 nodes"},
    {"{\"topology\":\"ccc:4\",\"routing\":\"ecube\"}", "does not fit"},
    {"{\"topology\":\"cube:4\",\"algorithm\":\"u-ccc\"}", "does not fit"},
    {"{\"topology\":\"cube:4\",\"algorithm\":\"w-sotr\"}", "did you mean 'w-sort'?"},
    {"{\"topology\":\"mesh:4x4\",\"algorithm\":\"pcp\",\"also\":\"3:5,6\"}",
     "--force lets it send to some"},
    {"{\"topology\":\"cube:4\",\"relay\":\"head\"}", "group, body, header"},
    {"{\"topology\":\"cube:4\",\"algorithm\":\"u-cube\",\"relay\":\"header\"}",
     "have one destination each"},
    {"{\"topology\":\"mesh:4x4\",\"algorithm\":\"pcp\",\"relay\":\"header\"}",
     "routers do not read lists in a header; give group or body"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"relay\":\"header\"}",
     "relay 'header': m-torus is cut beforehand"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"relay\":\"body\"}",
     "a list has nodes but no cuts; give group"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"s-torus\",\"partition\":\"halves\"}",
     "only m-torus can be cut, but the algorithm is 's-torus'"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"partition\":\"half\"}",
     "partition 'half': must be costs, halves"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"partition\":\"uniform:1\"}",
     "R from 2 to 16384"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"partition\":\"uniformly:3\"}",
     "partition 'uniformly:3': must be"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"partition\":[4,-1,13]}",
     "partition '4,-1,13': must be"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"partition\":[4,0,12]}",
     "partition '4,0,12': must be"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"partition\":[4,13]}",
     "have 17 nodes in all, but the source and the destinations are 16"},
    {"{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"partition\":[4,12],"
     "\"also\":[\"2:3,4\"]}",
     "have 16 nodes in all, but the source and the destinations are 3"},
    {"{\"topology\":\"torus:8x8\",\"algorithm\":\"u-cube\",\"force\":false}",
     "--force uses it all the same"},
    {"{\"topology\":\"torus:8x8\",\"algorithm\":\"u-tours\",\"force\":true}",
     "did you mean 'u-torus'?"},
    {"{\"topology\":\"cube:0\"}", "topology 'cube:0'"},
    {"{\"topology\":\"torus:8x8\",\"routing\":\"brt\"}", "did you mean 'btr'?"},
    {"{\"topology\":\"torus:8x8\",\"routing\":\"xy\"}", "does not fit"},
    {"{\"topology\":\"torus:8x8\",\"algorithm\":\"u-tours\"}", "did you mean 'u-torus'?"},
    {"{\"topology\":\"torus:8x8\",\"algorithm\":\"u-tours\"}", ", auto; did you mean"},
    {"{\"topology\":\"torus:8x8\",\"algorithm\":\"u-cube\"}", "does not fit"},
    {"{\"topology\":\"utorus:8x8\",\"algorithm\":\"mu-torus\"}", "as mu-torus:8"},
    {"{\"topology\":\"utorus:8x8\",\"algorithm\":\"mu-torus:1\"}", "as mu-torus:8"},
    {"{\"topology\":\"utorus:8x8\",\"algorithm\":\"s-torus:2\"}", "unknown algorithm"},
    {"{\"topology\":\"torus:8x8\",\"algorithm\":\"s-torus\"}", "under utpr only"},
    {"{\"topology\":\"utorus:8x8\",\"algorithm\":\"s-torus\",\"routing\":\"utr\"}",
     "under utpr only"},
    {"{\"topology\":\"utorus:8x8\",\"algorithm\":\"md-torus\",\"sharing\":\"both\"}",
     "sharing: algorithm 'md-torus' sends worms with several destinations"},
    {"{\"topology\":\"utorus:32x32x2\",\"algorithm\":\"m-torus\",\"routing\":\"utr\"}",
     "does not fit"},
    {"{\"topology\":\"utorus:64x32\",\"algorithm\":\"m-torus\"}",
     "at most 1024 nodes can be cut by costs; give partition halves, dimensional or uniform:R"},
    {"{\"topology\":\"utorus:64x32\",\"algorithm\":\"m-torus\",\"dests\":\"1\","
     "\"also\":\"2:all\"}",
     "at most 1024 nodes can be cut by costs"},
    {"{\"topology\":\"utorus:64x32\",\"algorithm\":\"m-torus\",\"partition\":\"1024,1024\"}",
     "at most 1024 nodes can be cut by costs"},
    {"{\"topology\":\"torus:8x8\",\"ports\":5}", "ports '5'"},
    {"{\"topology\":\"torus:8x8\",\"ports\":0}", "ports '0'"},
    {"{\"topology\":\"torus:8x8\",\"ports\":\"two\"}", "ports 'two'"},
    {"{\"topology\":\"torus:8x8\",\"source\":64}", "source '64'"},
    {"{\"topology\":\"torus:8x8\",\"source\":-1}", "source '-1'"},
    {"{\"topology\":\"torus:8x8\",\"source\":99999999999999999999.0}", "source"},
    {"{\"topology\":\"torus:8x8\",\"dests\":[64]}", "item 1: there is no node 64"},
    {"{\"topology\":\"torus:8x8\",\"dests\":[-3]}", "item 1"},
    {"{\"topology\":\"torus:8x8\",\"dests\":[65537]}", "no node 65537"},
    {"{\"topology\":\"torus:8x8\",\"dests\":[4,5,4]}", "twice"},
    {"{\"topology\":\"torus:8x8\",\"dests\":[0]}", "source is among"},
    {"{\"topology\":\"torus:8x8\",\"dests\":[]}", "no destinations"},
    {"{\"topology\":\"torus:8x8\",\"dests\":\"5,,6\"}", "item 2"},
    {"{\"topology\":\"torus:8x8\",\"dests\":\"9-5\"}", "item 1"},
    {"{\"topology\":\"torus:8x8\",\"dests\":\"1-63,1-63\"}", "item 2"},
    {"{\"topology\":\"torus:8x8\",\"dests\":\"random:64\"}", "only 63 other"},
    {"{\"topology\":\"torus:8x8\",\"dests\":\"random:0\"}",
     "must be random:M, with M from 1 to 63"},
    {"{\"topology\":\"torus:8x8\",\"dests\":\"random:\"}", "must be random:M, with M from 1 to 63"},
    {"{\"topology\":\"torus:8x8\",\"length\":0}", "length '0'"},
    {"{\"topology\":\"torus:8x8\",\"length\":1048576}", "length '1048576'"},
    {"{\"topology\":\"torus:8x8\",\"length\":1.5}", "length '1.5'"},
    {"{\"topology\":\"torus:8x8\",\"tau_s\":1048576}", "tau_s"},
    {"{\"topology\":\"torus:8x8\",\"pipeline\":\"fast\"}", "board, paper, s1"},
    {"{\"topology\":\"torus:8x8\",\"consumption\":\"all\"}", "vc, link, one"},
    {"{\"topology\":\"torus:8x8\",\"lanes\":0}", "lanes"},
    {"{\"topology\":\"torus:8x8\",\"ram\":\"16K\"}", "32K to 1M"},
    {"{\"topology\":\"torus:8x8\",\"ram\":\"96K\"}", "power of two"},
    {"{\"topology\":\"torus:8x8\",\"ram\":\"2M\"}", "32K to 1M"},
    {"{\"topology\":\"torus:8x8\",\"ram\":\"70000\"}", "power of two"},
    {"{\"topology\":\"torus:8x8\",\"ram\":\"18446744073709551615K\"}", "32K to 1M"},
    {"{\"topology\":\"torus:8x8\",\"limit_cycles\":0}", "limit_cycles"},
    {"{\"topology\":\"torus:8x8\",\"segment\":0}", "segment '0': must be auto, or flits from 1"},
    {"{\"topology\":\"torus:8x8\",\"segment\":\"best\"}", "segment 'best': must be auto, or flits"},
    {"{\"topology\":\"torus:8x8\",\"segment\":8,\"relay\":\"body\"}",
     "segment: relays of a body in segments know their part beforehand, but relay is 'body'"},
    {"{\"topology\":\"torus:8x8\",\"segment\":8,\"sharing\":\"both\"}",
     "sharing: the papers' step counts do not cover a body in segments"},
};

TEST(refusals)
{
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct options o;
        struct experiment e;
        struct error error;
        if (make(&o, &e, bad[i].line, &error) != STATUS_BAD || !strstr(error.text, bad[i].says)) {
            fail_msg("%s: '%s' does not say '%s'", bad[i].line, error.text, bad[i].says);
        }
        options_free(&o);
    }
}

/* The firmware's own time makes segments longer than those of a network alone. */
TEST(segments_of_the_firmware_are_chosen_for_its_costs)
{
    uint32_t segment[2];
    for (unsigned firmware = 0; firmware < 2; firmware++) {
        struct options o = {0};
        struct experiment e;
        struct error error = {0};
        assert_int_equal(options_object(&o,
                                        "{\"topology\":\"torus:8x8\",\"algorithm\":\"chain\","
                                        "\"length\":4096,\"segment\":\"auto\"}",
                                        "run", ~(key_groups)0, &error),
                         STATUS_DONE);
        assert_int_equal(experiment_make(&e, &o, NEED_SET | (firmware ? NEED_FIRMWARE : 0), &error),
                         STATUS_DONE);
        segment[firmware] = e.segment;
        experiment_free(&e);
        options_free(&o);
    }
    assert_true(segment[0] > 0 && segment[0] < segment[1] && segment[1] < 200);
}

TEST(defaults)
{
    struct options o;
    struct experiment e;
    struct error error;
    assert_int_equal(make(&o, &e, "{\"topology\":\"torus:4x4\",\"algorithm\":\"u-torus\"}", &error),
                     STATUS_DONE);
    assert_string_equal(e.routing->name, "btr");
    assert_int_equal(e.ports, 1);
    assert_int_equal(e.source, 0);
    assert_int_equal(e.m, 15);
    assert_int_equal(e.length, 64);
    assert_int_equal(e.ni_words, 3);
    assert_int_equal(e.ram, 256 * 1024);
    experiment_free(&e);
    options_free(&o);
}

TEST(numbers_override_the_preset)
{
    struct options o;
    struct experiment e;
    struct error error;
    assert_int_equal(make(&o, &e,
                          "{\"topology\":\"mesh:4\",\"pipeline\":\"s1\",\"buffer\":3,\"credit_"
                          "cycles\":1,\"lanes\":2,"
                          "\"consumption\":\"one\",\"ports\":\"all\",\"ram\":\"1M\"}",
                          &error),
                     STATUS_DONE);
    assert_int_equal(e.net.buffer_flits, 3);
    assert_int_equal(e.net.credit_cycles, 1);
    assert_int_equal(e.net.lanes, 2);
    assert_int_equal(e.net.flight_cycles, 3); /* the preset's */
    assert_int_equal(e.net.consumption, NOC_CONSUME_ONE);
    assert_int_equal(e.net.ports, 0);
    assert_int_equal(e.ni_words, 0);
    assert_int_equal(e.ram, 1 << 20);
    experiment_free(&e);
    options_free(&o);
}

/* Random sets: as many as asked for, valid, the same for the same seed, and each
 * node about as often as any other. */
TEST(random_sets)
{
    enum { NODES = 16, SETS = 3000, M = 5, SOURCE = 6 };
    unsigned count[NODES] = {0};
    for (unsigned seed = 0; seed < SETS; seed++) {
        struct options o;
        struct experiment e, again;
        struct error error;
        char line[120];
        snprintf(line, sizeof line,
                 "{\"topology\":\"torus:4x4\",\"source\":%d,\"dests\":\"random:%d\",\"seed\":%u}",
                 SOURCE, M, seed);
        assert_int_equal(make(&o, &e, line, &error), STATUS_DONE);
        assert_int_equal(experiment_make(&again, &o, NEED_SET, &error), STATUS_DONE);
        assert_int_equal(e.m, M);
        assert_memory_equal(e.dests, again.dests, M * sizeof *e.dests);
        for (unsigned i = 0; i < M; i++) {
            assert_true(e.dests[i] < NODES && e.dests[i] != SOURCE &&
                        (i == 0 || e.dests[i] > e.dests[i - 1]));
            count[e.dests[i]]++;
        }
        experiment_free(&e);
        experiment_free(&again);
        options_free(&o);
    }
    for (unsigned node = 0; node < NODES; node++) {
        if (node != SOURCE) {
            assert_in_range(count[node], SETS * M / (NODES - 1) * 9 / 10,
                            SETS * M / (NODES - 1) * 11 / 10);
        }
    }
}

/* Worms: the algorithm's own routing and its whole name. */
TEST(worms)
{
    struct options o;
    struct experiment e;
    struct error error;
    struct plan p;
    assert_int_equal(
        make(&o, &e, "{\"topology\":\"utorus:8x8\",\"algorithm\":\"mu-torus:08\"}", &error),
        STATUS_DONE);
    assert_string_equal(e.routing->name, "utpr");
    assert_string_equal(e.algorithm_text, "mu-torus:8");
    assert_int_equal(e.parameter, 8);
    plan_make(&p, &e, e.algorithm);
    assert_int_equal(p.steps, 2); /* 64 = 8 * 8 */
    assert_int_equal(p.predicted_cycles, 0);
    plan_free(&p);
    experiment_free(&e);
    options_free(&o);
    assert_int_equal(
        make(&o, &e, "{\"topology\":\"utorus:8x8\",\"algorithm\":\"s-torus\"}", &error),
        STATUS_DONE);
    plan_make(&p, &e, e.algorithm);
    assert_int_equal(plan_link_visits(&p, &e), 63);
    plan_free(&p);
    experiment_free(&e);
    options_free(&o);
    assert_int_equal(
        make(&o, &e, "{\"topology\":\"utorus:8x8\",\"algorithm\":\"u-torus\"}", &error),
        STATUS_DONE);
    assert_string_equal(e.routing->name, "utr"); /* the topology's */
    experiment_free(&e);
    options_free(&o);
}

/* Each of several multicasts has its own cuts, also if as many nodes take part. */
TEST(cuts_are_its_own)
{
    static const char *const line[] = {
        "{\"topology\":\"utorus:8x8\",\"algorithm\":\"m-torus\",\"tau_s\":20,\"dests\":[1,2,3,4,5],"
        "\"also\":\"9:63,20,8,31,40\"}",
        "{\"topology\":\"utorus:8x8\",\"algorithm\":\"m-torus\",\"tau_s\":20,\"source\":9,"
        "\"dests\":[63,20,8,31,40]}"};
    uint32_t predicted[2], steps[2];
    for (unsigned i = 0; i < 2; i++) {
        struct options o;
        struct experiment e;
        struct error error;
        assert_int_equal(make(&o, &e, line[i], &error), STATUS_DONE);
        predicted[i] = e.plan[1 - i].predicted_cycles;
        steps[i] = e.plan[1 - i].steps;
        experiment_free(&e);
        options_free(&o);
    }
    assert_int_equal(predicted[0], predicted[1]);
    assert_int_equal(steps[0], steps[1]);
}
