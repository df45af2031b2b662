/* SPDX-License-Identifier: BSD-2-Clause */
/* noct load: the loads that Stricker's figures 12 to 14 draw (1991, section 8.1). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyse/commands.h"
#include "predict/commands.h"
#include "test.h"
#include "base/alloc.h"

/* "grid:/tmp/..." of a file with this text. */
static const char *grid_file(const char *text)
{
    static char name[64];
    snprintf(name, sizeof name, "grid:/tmp/noct-load-XXXXXX");
    int file = mkstemp(name + strlen("grid:"));
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    return name;
}

/* Ask with these words; NULL: left out. */
static enum status execute(json_t **result, struct error *error, const char *topology,
                           const char *routing, const char *traffic, const char *io_share,
                           bool labels)
{
    struct options o = {0};
    o.text[KEY_topology] = alloc_text(topology);
    o.text[KEY_routing] = routing ? alloc_text(routing) : NULL;
    o.text[KEY_traffic] = traffic ? alloc_text(traffic) : NULL;
    o.text[KEY_io_share] = io_share ? alloc_text(io_share) : NULL;
    o.text[KEY_labels] = labels ? alloc_text(OPTION_GIVEN) : NULL;
    *result = NULL;
    enum status status = execute_load(&o, result, error);
    options_free(&o);
    return status;
}

/* A grid of two rows whose auxiliary cell x-then-y does not reach: 4 pairs each way. */
TEST(pairs_without_a_route_are_told)
{
    static const struct {
        const char *routing, *traffic;
        int unreached;
    } row[] = {
        {"x-then-y", NULL, 8}, {"x-then-y", "cells", 0}, {"wxyz", NULL, 0}, {"wxyz", "io", 0}};
    const char *host = grid_file("torus 2x2\naux left 1 right 0\n");
    struct error error = {0};
    json_t *result;
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        assert_int_equal(
            execute(&result, &error, host, row[i].routing, row[i].traffic, NULL, false),
            STATUS_DONE);
        assert_int_equal(json_integer_value(json_object_get(result, "unreached")),
                         row[i].unreached);
        json_decref(result);
    }
    unlink(host + strlen("grid:"));
}

/* What a command answers to a line of a batch; NULL: it refuses. */
static json_t *answer_to(enum status (*command)(const struct options *, json_t **, struct error *),
                         const char *line, struct error *error)
{
    struct options o = {0};
    json_t *result = NULL;
    error->text[0] = 0;
    assert_int_equal(options_object(&o, line, "load", ~(key_groups)0, error), STATUS_DONE);
    (void)command(&o, &result, error);
    options_free(&o);
    return result;
}

static long long number_of(const json_t *result, const char *key)
{
    return (long long)json_integer_value(json_object_get(result, key));
}

/* A multicast's links are travelled as often as its plan says, by unicasts and by worms that
 * routers copy. */
TEST(multicasts_are_those_of_the_plan)
{
    static const char *const line[] = {
        "{\"topology\":\"torus:5x5\",\"algorithm\":\"u-torus\",\"source\":23,\"dests\":\"0,6,11,3,8,24\"}",
        "{\"topology\":\"torus:8x8\",\"algorithm\":\"separate\",\"dests\":\"random:20\",\"seed\":3}",
        "{\"topology\":\"cube:5\",\"algorithm\":\"w-sort\",\"ports\":\"all\",\"source\":9}",
        "{\"topology\":\"utorus:8x8\",\"algorithm\":\"s-torus\"}",
        "{\"topology\":\"utorus:8x8\",\"algorithm\":\"mu-torus:4\",\"relay\":\"header\"}",
        "{\"topology\":\"utorus:4x4\",\"algorithm\":\"m-torus\",\"partition\":\"4,2,10\"}",
        "{\"topology\":\"mesh:4x4\",\"algorithm\":\"pcp\",\"dests\":\"3,5\",\"force\":true}",
        "{\"topology\":\"ccc:3\",\"algorithm\":\"auto\",\"length\":8}",
    };
    for (unsigned i = 0; i < sizeof line / sizeof *line; i++) {
        struct error error;
        json_t *load = answer_to(execute_load, line[i], &error),
               *plan = answer_to(execute_plan, line[i], &error);
        json_t *link;
        long long routes = 0, most = 0;
        size_t k;
        assert_non_null(load);
        json_array_foreach (json_object_get(load, "links"), k, link) {
            routes += number_of(link, "routes");
            most = number_of(link, "routes") > most ? number_of(link, "routes") : most;
        }
        assert_int_equal(routes, number_of(plan, "link_visits"));
        assert_int_equal(routes, number_of(load, "sum"));
        assert_int_equal(most, number_of(load, "max"));
        assert_string_equal(json_string_value(json_object_get(load, "traffic")), "multicast");
        static const char *const same[] = {"topology", "routing", "ports",  "algorithm",
                                           "source",   "m",       "length", "partition",
                                           "forced",   "auto"};
        for (k = 0; k < sizeof same / sizeof *same; k++) {
            const json_t *of_plan = json_object_get(plan, same[k]);
            assert_true(of_plan ? json_equal(json_object_get(load, same[k]), of_plan)
                                : !json_object_get(load, same[k]));
        }
        json_decref(load);
        json_decref(plan);
    }
}

/* One message: the channels of its route, once each, and no other. */
TEST(one_message_takes_its_route)
{
    struct error error;
    json_t *load = answer_to(execute_load,
                             "{\"topology\":\"torus:5x5\",\"algorithm\":\"u-torus\","
                             "\"source\":23,\"dests\":[4]}",
                             &error);
    json_t *route =
        answer_to(execute_route, "{\"topology\":\"torus:5x5\",\"from\":23,\"to\":4}", &error);
    json_t *link, *channel;
    size_t i, k, taken = 0;
    json_array_foreach (json_object_get(load, "links"), i, link) {
        bool on_route = false;
        json_array_foreach (json_object_get(route, "channels"), k, channel) {
            on_route = on_route ||
                       (number_of(channel, "node") == number_of(link, "node") &&
                        number_of(channel, "next") == number_of(link, "next") &&
                        json_equal(json_object_get(channel, "vc"), json_object_get(link, "vc")));
        }
        assert_int_equal(number_of(link, "routes"), on_route);
        taken += on_route;
    }
    assert_int_equal(taken, number_of(route, "hops"));
    json_decref(load);
    json_decref(route);
}

/* Nothing is ignored: what is of a multicast goes with an algorithm, what is of all pairs without. */
TEST(words_of_the_other_kind_are_refused)
{
    static const struct {
        const char *line, *says;
    } row[] = {
        {"{\"topology\":\"torus:4x4\",\"dests\":\"1\"}",
         "dests: is for the load of a multicast; add algorithm"},
        {"{\"topology\":\"torus:4x4\",\"source\":3}", "source: is for the load of a multicast"},
        {"{\"topology\":\"torus:4x4\",\"ports\":\"all\"}", "ports: is for the load of a multicast"},
        {"{\"topology\":\"torus:4x4\",\"length\":3}", "length: is for the load of a multicast"},
        {"{\"topology\":\"torus:4x4\",\"algorithm\":\"u-torus\",\"traffic\":\"all\"}",
         "traffic: is for the load of all pairs, but algorithm 'u-torus' asks for that of one multicast"},
        {"{\"topology\":\"torus:4x4\",\"algorithm\":\"auto\",\"io_share\":3}",
         "io_share: is for the load of all"},
        {"{\"topology\":\"torus:4x4\",\"algorithm\":\"u-cube\"}", "does not fit"},
        {"{\"topology\":\"torus:4x4\",\"algorithm\":\"u-torus\",\"dests\":\"16\"}", "no node 16"},
        {"{\"topology\":\"mesh:4x4\",\"algorithm\":\"s-torus\",\"routing\":\"hamiltonian\",\"force\":true}",
         "hamiltonian finds no way"},
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        struct error error;
        assert_null(answer_to(execute_load, row[i].line, &error));
        if (!strstr(error.text, row[i].says)) {
            fail_msg("%s: '%s' does not say '%s'", row[i].line, error.text, row[i].says);
        }
    }
}

TEST(what_makes_no_sense)
{
    struct error error = {0};
    json_t *result;
    assert_int_equal(execute(&result, &error, "mesh:2x2", NULL, "uniform", NULL, false),
                     STATUS_BAD);
    assert_int_equal(execute(&result, &error, "mesh:2x2", NULL, "io", NULL, false), STATUS_BAD);
    assert_int_equal(execute(&result, &error, "mesh:2x2", NULL, NULL, "25", false), STATUS_BAD);
    assert_int_equal(execute(&result, &error, "mesh:2x2", NULL, NULL, "x", false), STATUS_BAD);
    assert_int_equal(execute(&result, &error, "mesh:2x2", NULL, "cells", "25", false), STATUS_BAD);
    assert_null(result);
}

/* The busiest link of a pattern, worked by hand: all channels of a link together. */
TEST(patterns_have_a_capacity)
{
    static const struct {
        const char *topology, *routing, *traffic;
        int sum, link_max;
    } row[] = {{"mesh:8x8", NULL, "transpose", 336, 7},
               {"mesh:4", NULL, "bit-complement", 8, 2},
               {"torus:8x8", NULL, "tornado", 64 * 6, 3},
               {"torus:8x8", NULL, "neighbour", 128, 1},
               {"cube:4", NULL, "bit-complement", 64, 1},
               {"utorus:4x4", "utpr", "shuffle", 48, 4}}; /* on both channels of the link */
    struct error error = {0};
    json_t *result;
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        assert_int_equal(
            execute(&result, &error, row[i].topology, row[i].routing, row[i].traffic, NULL, false),
            STATUS_DONE);
        assert_string_equal(json_string_value(json_object_get(result, "traffic")), row[i].traffic);
        assert_int_equal(json_integer_value(json_object_get(result, "sum")), row[i].sum);
        assert_int_equal(json_integer_value(json_object_get(result, "link_max")), row[i].link_max);
        assert_true(json_real_value(json_object_get(result, "capacity")) == 1.0 / row[i].link_max);
        json_decref(result);
    }
    assert_int_equal(execute(&result, &error, "mesh:4x4", NULL, "uniform", NULL, false),
                     STATUS_BAD);
    assert_non_null(strstr(error.text, "must be all, cells or io, or a pattern"));
    assert_int_equal(execute(&result, &error, "mesh:4x4", NULL, "tornado", "5", false), STATUS_BAD);
    assert_non_null(strstr(error.text, "io_share"));
    assert_int_equal(execute(&result, &error, "ccc:3", NULL, "tornado", NULL, false), STATUS_BAD);
}
