/* SPDX-License-Identifier: BSD-2-Clause */
/* Random traffic against theory: queues, capacities, what ends how; and worms of a file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "routing/routings.h"
#include "predict/commands.h"
#include "test.h"
#include "topology/topologies.h"
#include "patterns/pattern.h"

static struct options options;
static json_t *answer;
static struct error error;

AFTER_EACH
{
    options_free(&options);
    memset(&options, 0, sizeof options);
    json_decref(answer);
    answer = NULL;
}

/* noct sim of one JSON object, whose apostrophes stand for quotes. */
__attribute__((format(printf, 1, 2))) static enum status sim(const char *format, ...)
{
    char line[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    for (char *c = line; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    options_free(&options);
    memset(&options, 0, sizeof options);
    memset(&error, 0, sizeof error);
    json_decref(answer);
    answer = NULL;
    assert_int_equal(options_object(&options, line, "sim", ~(key_groups)0, &error), STATUS_DONE);
    return execute_sim(&options, &answer, &error);
}

static double value(const char *key)
{
    const json_t *found = json_object_get(answer, key);
    if (!json_is_number(found)) {
        fail_msg("there is no number %s", key);
    }
    return json_number_value(found);
}

static const char *end(void)
{
    return json_string_value(json_object_get(answer, "end"));
}

#define REFUSED(words, ...)                                    \
    do {                                                       \
        assert_int_equal(sim(__VA_ARGS__), STATUS_BAD);        \
        if (!strstr(error.text, words)) {                      \
            fail_msg("'%s' is not in: %s", words, error.text); \
        }                                                      \
    } while (0)

/* --- queues ---------------------------------------------------------------------------- */

/*
 * Under `neighbour` on a torus no two nodes share a channel, so each source is a queue of its own, with
 * worms of S flits made with probability p in a cycle: Geo/D/1, whose mean wait is
 * p S (S - 1) / (2 (1 - p S)). Here S is 17: a header, three words, 13 flits. In 20 cycles it is there.
 */
TEST(sources_are_queues)
{
    TEST_NEEDS_BUDGET(2);
    static const double rates[] = {0.3, 0.7};
    for (unsigned i = 0; i < sizeof rates / sizeof *rates; i++) {
        assert_int_equal(sim("{'topology':'torus:8x8','traffic':'neighbour','length':13,"
                             "'rate':%g,'cycles':100000,'warmup':1000}",
                             rates[i]),
                         STATUS_DONE);
        double p = value("offered") / 17, wait = p * 17 * 16 / 2 / (1 - p * 17);
        if (fabs(value("latency_mean") - 20 - wait) > 0.03 * wait) {
            fail_msg("rate %g: %g cycles, not %g", rates[i], value("latency_mean"), 20 + wait);
        }
        assert_string_equal(end(), "done");
        assert_true(json_is_true(json_object_get(answer, "steady")));
    }
}

/* The same worms, but in bursts: they wait longer, and as many come. */
TEST(bursts_wait_longer)
{
    TEST_NEEDS_BUDGET(2);
    static const char TEXT[] =
        "{'topology':'torus:8x8','traffic':'neighbour','length':13,'rate':0.2,"
        "'cycles':60000,'injection':'%s'}";
    assert_int_equal(sim(TEXT, "bernoulli"), STATUS_DONE);
    double latency = value("latency_mean");
    assert_int_equal(sim(TEXT, "bursty:200:600"), STATUS_DONE);
    assert_true(value("latency_mean") > 1.5 * latency);
    assert_true(fabs(value("accepted") - 0.2) < 0.01);
    assert_true(value("latency_low95") < value("latency_mean"));
    assert_true(value("latency_high95") > value("latency_mean"));
}

/* A mixture of lengths is a queue M/G/1: (Pollaczek and Khinchine) p E[S (S - 1)] / (2 (1 - p E[S])). */
TEST(lengths_are_mixed)
{
    TEST_NEEDS_BUDGET(2);
    assert_int_equal(sim("{'topology':'torus:8x8','traffic':'neighbour','length':'4:0.9+60:0.1',"
                         "'rate':0.4,'cycles':200000,'warmup':2000}"),
                     STATUS_DONE);
    double mean = 0.9 * 8 + 0.1 * 64, p = value("offered") / mean;
    double wait = p * (0.9 * 8 * 7 + 0.1 * 64 * 63) / 2 / (1 - p * mean);
    double alone = 3 + mean;
    if (fabs(value("latency_mean") - alone - wait) > 0.04 * wait) {
        fail_msg("%g cycles, not %g", value("latency_mean"), alone + wait);
    }
    assert_string_equal(json_string_value(json_object_get(answer, "length")), "4:0.9+60:0.1");
}

/* --- capacities ------------------------------------------------------------------------------ */

/* How many nodes' routes lead over the busiest link, if each sends to one other. */
static uint32_t busiest(const char *on, const struct noc_routing *r, const char *text)
{
    enum { HOPS_MAX = 64 };
    struct noc_topology t;
    struct noc_fault fault;
    struct pattern p;
    uint64_t random = 1;
    uint32_t most = 0;
    assert_true(noc_topology_parse(&t, on, &fault));
    assert_int_equal(pattern_parse(&p, &t, text, &error), STATUS_DONE);
    uint32_t *load = calloc((size_t)t.nodes * t.ports, sizeof *load);
    for (uint32_t node = 0; node < t.nodes; node++) {
        struct noc_channel path[HOPS_MAX];
        int32_t hops = noc_route_path(&t, r, node, pattern_draw(&p, node, &random), path, HOPS_MAX);
        for (int32_t i = 0; i < hops; i++) {
            uint32_t of = ++load[path[i].node * t.ports + path[i].port];
            most = of > most ? of : most;
        }
    }
    free(load);
    pattern_free(&p);
    return most;
}

/* No more than 1 / (load of the busiest link) is accepted without saturation, and not much less with long
 * worms and enough lanes (Dally and Towles 2004, 3.3.1: the ideal throughput). A source that is 5 % short
 * may be overlooked, not more. */
static void capacity_is(const char *on, const struct noc_routing *r, const char *text,
                        uint32_t expected)
{
    assert_int_equal(busiest(on, r, text), expected);
    assert_int_equal(
        sim("{'topology':'%s','routing':'%s','traffic':'%s','length':13,'cycles':20000,"
            "'lanes':4,'buffer':16,'find':'saturation','resolution':0.02}",
            on, r->name, text),
        STATUS_DONE);
    if (value("saturation") > 1.05 / expected || value("saturation") < 0.6 / expected) {
        fail_msg("%s, %s: saturation %g, bound %g", on, text, value("saturation"), 1.0 / expected);
    }
    assert_true(value("saturated_at") - value("saturation") < 0.0201);
}

TEST(capacities_are_those_of_the_busiest_link)
{
    assert_int_equal(busiest("utorus:4x4", &noc_routing_utpr, "shuffle"), 4); /* test_load.c, too */
    capacity_is("torus:8", &noc_routing_dateline, "tornado", 3);
    capacity_is("mesh:4x4", &noc_routing_xy, "transpose", 3);
    capacity_is("mesh:16", &noc_routing_xy, "bit-complement", 8);
    capacity_is("cube:4", &noc_routing_ecube, "bit-reverse", 2);
    capacity_is("torus:4x4", &noc_routing_dateline, "shuffle", 2);
}

/* --- how it ends ----------------------------------------------------------------------------- */

/* The runs of a search are those of sim at these rates, and the two rates are neighbours. */
TEST(saturation_is_found_once)
{
    assert_int_equal(sim("{'topology':'mesh:4x4','traffic':'uniform','length':5,'cycles':8000,"
                         "'find':'saturation','resolution':0.02}"),
                     STATUS_DONE);
    const json_t *runs = json_object_get(answer, "runs");
    double good = value("saturation"), bad = value("saturated_at"), before = 0, latency = 0;
    assert_true(fabs(bad - good - 0.02) < 1e-9);
    assert_in_range(json_array_size(runs), 4, 8);
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        double rate = json_number_value(json_object_get(run, "rate"));
        assert_true(rate > before);
        assert_string_equal(json_string_value(json_object_get(run, "end")),
                            rate > good + 1e-9 ? "saturated" : "done");
        before = rate;
        if (fabs(rate - good) < 1e-9) {
            latency = json_number_value(json_object_get(run, "latency_mean"));
        }
    }
    assert_int_equal(sim("{'topology':'mesh:4x4','traffic':'uniform','length':5,'cycles':8000,"
                         "'rate':%.17g}",
                         good),
                     STATUS_DONE);
    assert_string_equal(end(), "done");
    assert_true(value("latency_mean") == latency);
    assert_int_equal(sim("{'topology':'mesh:4x4','traffic':'uniform','length':5,'cycles':8000,"
                         "'rate':%.17g}",
                         bad),
                     STATUS_DONE);
    assert_string_equal(end(), "saturated");
    assert_true(json_is_true(json_object_get(answer, "saturated")));
    assert_true(json_is_null(json_object_get(answer, "latency_low95")));
}

/* All to themselves: nothing can fill the network. */
TEST(what_never_saturates_is_said)
{
    assert_int_equal(sim("{'topology':'mesh:2x2','traffic':'hotspot:0:0','rate':0.1,'cycles':300}"),
                     STATUS_DONE);
    assert_int_equal(sim("{'topology':'torus:4x4','traffic':'neighbour','cycles':20000,"
                         "'injection':'bursty:10:90','find':'saturation','resolution':0.1,"
                         "'length':0}"),
                     STATUS_DONE);
    assert_true(json_is_null(json_object_get(answer, "saturation")));
    assert_true(fabs(value("rate_max") - 0.4) < 1e-9); /* four flits in a tenth of the cycles */
}

/* One of 64 nodes sends more than fits, the others little: 1 % of the worms. */
TEST(a_single_node_can_saturate)
{
    assert_int_equal(sim("{'topology':'mesh:8x8','traffic':'hotspot:9:1','length':13,'rate':0.02,"
                         "'cycles':20000}"),
                     STATUS_DONE);
    assert_string_equal(end(), "saturated");
    assert_int_equal(sim("{'topology':'mesh:8x8','traffic':'hotspot:9:1','length':13,'rate':0.01,"
                         "'cycles':20000}"),
                     STATUS_DONE);
    assert_string_equal(end(), "done");
}

/* At 0.94 of what a queue can take some of the 64 are long, but none grows for ever. */
TEST(a_long_queue_is_not_saturation)
{
    assert_int_equal(sim("{'topology':'torus:8x8','traffic':'neighbour','length':13,'rate':0.94,"
                         "'cycles':60000}"),
                     STATUS_DONE);
    assert_string_equal(end(), "done");
}

TEST(limits_and_deadlocks_end_it)
{
    assert_int_equal(
        sim("{'topology':'mesh:4x4','traffic':'uniform','rate':0.1,'limit_cycles':500}"),
        STATUS_NO);
    assert_string_equal(end(), "limit");
    assert_int_equal(value("cycles"), 500);
    assert_int_equal(sim("{'topology':'torus:8x8','routing':'dor','traffic':'tornado','rate':0.6}"),
                     STATUS_NO);
    assert_string_equal(end(), "deadlock");
    assert_true(json_array_size(json_object_get(answer, "deadlock")) > 1);
    assert_int_equal(sim("{'topology':'torus:8x8','routing':'dor','traffic':'tornado',"
                         "'find':'saturation'}"),
                     STATUS_NO);
    assert_true(json_array_size(json_object_get(answer, "deadlock")) > 1);
}

/* --- multicasts ------------------------------------------------------------------------------ */

TEST(multicasts_reach_all_under_each_routing)
{
    static const char *const rows[][2] = {
        {"utorus:4x4", "utpr"},    {"mesh:4x4", "hamiltonian"}, {"torus:4x4", "hamiltonian"},
        {"cube:4", "hamiltonian"}, {"mesh:4x4", "coded-path"},  {"mesh:4x4", "coded-path-vc"}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(sim("{'topology':'%s','routing':'%s','traffic':'multicast','fanout':5,"
                             "'rate':0.02,'length':8,'cycles':5000,'limit_cycles':40000}",
                             rows[i][0], rows[i][1]),
                         STATUS_DONE);
        assert_string_equal(end(), "done");
        assert_true(value("messages") > 50);
        assert_true(value("delivered") >= 5 * value("messages"));
        assert_true(fabs(value("accepted") - 0.02) < 0.006);
    }
}

TEST(multicasts_choose_a_path_based_routing)
{
    assert_int_equal(sim("{'topology':'mesh:4x4','traffic':'multicast','fanout':3,'rate':0.02}"),
                     STATUS_DONE);
    assert_string_equal(json_string_value(json_object_get(answer, "routing")), "hamiltonian");
    REFUSED("routing xy sends a worm to one node only; give coded-path or coded-path-vc or "
            "hamiltonian",
            "{'topology':'mesh:4x4','routing':'xy','traffic':'multicast','fanout':3,'rate':0.02}");
    REFUSED("give another topology",
            "{'topology':'ccc:3','traffic':'multicast','fanout':3,'rate':0.02}");
}

/* --- files ----------------------------------------------------------------------------------- */

static char name[] = "/tmp/noct-traffic-XXXXXX";

static void write_file(const char *text)
{
    strcpy(name + sizeof name - 7, "XXXXXX");
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    assert_true(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
}

/* Two worms that meet nobody, and one that waits for the other's source: 1 + 3 + flits + hops + 2. */
TEST(files_are_played_back)
{
    write_file("100 0 1 10\n100 5 5 0\n1000000000000 0 3 6\n");
    assert_int_equal(sim("{'topology':'mesh:4x4','traffic':'file:%s'}", name), STATUS_DONE);
    unlink(name);
    double last = 1 + 3 + 6 + 3 + 1;
    assert_string_equal(end(), "done");
    assert_int_equal(value("messages"), 3);
    assert_int_equal(value("delivered"), 3);
    assert_int_equal(value("flit_hops"), 14 + 3 * 10);
    assert_true(value("cycles") > 1e12);
    assert_true(fabs(value("latency_mean") - ((1 + 3 + 10 + 1 + 1) + (1 + 3 + 1) + last) / 3) <
                1e-9);
    assert_null(json_object_get(answer, "rate"));
}

TEST(files_have_multicasts)
{
    write_file("5 6 0,15,7,3 8\n");
    assert_int_equal(
        sim("{'topology':'mesh:4x4','routing':'hamiltonian','traffic':'file:%s'}", name),
        STATUS_DONE);
    assert_int_equal(value("messages"), 1);
    assert_int_equal(value("delivered"), 4);
    REFUSED("line 1: routing xy sends a worm to one node only",
            "{'topology':'mesh:4x4','traffic':'file:%s'}", name);
    REFUSED("rate: is for random traffic", "{'topology':'mesh:4x4','traffic':'file:%s','rate':0.1}",
            name);
    REFUSED("the nodes are 0 to 8", "{'topology':'mesh:3x3','traffic':'file:%s'}", name);
    unlink(name);
}

/* --- what does not go together --------------------------------------------------------------- */

TEST(bad_settings_are_refused)
{
#define MESH "{'topology':'mesh:4x4','traffic':'uniform',"
    REFUSED("resolution: is of a rate to be found", MESH "'rate':0.1,'resolution':0.1}");
    REFUSED("rate: is what find saturation looks for", MESH "'rate':0.1,'find':'saturation'}");
    REFUSED("find 'knee': must be saturation", MESH "'find':'knee'}");
    REFUSED("resolution '0'", MESH "'find':'saturation','resolution':0}");
    REFUSED("warmup '30000'", MESH "'rate':0.1,'warmup':30000}");
    REFUSED("warmup 'none'", MESH "'rate':0.1,'warmup':'none'}");
    REFUSED("so at most 0.68 flits", MESH "'rate':0.9,'injection':'bursty:1:99'}");
    REFUSED("length '8:1+': must be flits, or", MESH "'rate':0.1,'length':'8:1+'}");
    REFUSED("fanout: is for traffic multicast only", MESH "'rate':0.1,'fanout':3}");
    REFUSED("find: is for random traffic only", "{'topology':'mesh:4x4','find':'saturation'}");
    REFUSED("length '8:1'", "{'topology':'mesh:4x4','length':'8:1'}");
}
