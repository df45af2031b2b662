/* SPDX-License-Identifier: BSD-2-Clause */
/* Studies from their options to their summary, without a file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sweep/sweep.h"
#include "test.h"

static struct options made(const char *const (*pair)[2], unsigned n)
{
    struct options o = {.text = {NULL}};
    for (unsigned i = 0; i < n; i++) {
        for (int k = 0; k < KEYS; k++) {
            if (strcmp(key_rows[k].name, pair[i][0]) == 0) {
                o.text[k] = alloc_text(pair[i][1]);
            }
        }
    }
    return o;
}
#define OPTIONS(...)                            \
    made((const char *const[][2]){__VA_ARGS__}, \
         sizeof((const char *const[][2]){__VA_ARGS__}) / (2 * sizeof(char *)))

static json_t *summary_of(struct options o, const char *depth)
{
    struct error error = {.text = ""};
    json_t *summary;
    assert_int_equal(sweep_options(&o, depth_find(depth), &summary, &error), STATUS_DONE);
    options_free(&o);
    return summary;
}

static double number(const json_t *summary, size_t point, const char *metric, const char *name)
{
    const json_t *metrics =
        json_object_get(json_array_get(json_object_get(summary, "points"), point), "metrics");
    return json_number_value(json_object_get(json_object_get(metrics, metric), name));
}

static json_int_t count(const json_t *summary, size_t point, const char *name)
{
    return json_integer_value(
        json_object_get(json_array_get(json_object_get(summary, "points"), point), name));
}

/* On a cube of n dimensions u-cube sends to all others in n steps. */
TEST(a_point_for_each_combination)
{
    json_t *s = summary_of(
        OPTIONS({"topology", "cube:3,cube:5"}, {"algorithm", "u-cube"}, {"length", "8,9"}), "plan");
    assert_int_equal(json_array_size(json_object_get(s, "points")), 4);
    assert_int_equal(json_array_size(json_object_get(s, "keys")), 2);
    for (size_t i = 0; i < 4; i++) {
        assert_float_equal(number(s, i, "steps", "mean"), i < 2 ? 3 : 5, 0);
        assert_int_equal(count(s, i, "n"), 1);
    }
    json_decref(s);
}

/*
 * The mean is known: link visits of one message from node 0 to a node drawn from the other 63 of an
 * 8x8 torus are 256 / 63 on average. Each study has the next ten seeds. 93 to 97 % of the intervals
 * contain it, so seeds that follow each other are independent.
 */
TEST(thousand_studies_with_a_known_mean)
{
    unsigned with = 0;
    for (unsigned study = 0; study < 1000; study++) {
        char seed[16];
        snprintf(seed, sizeof seed, "%u", 1 + 10 * study);
        json_t *s = summary_of(OPTIONS({"topology", "torus:8x8"}, {"algorithm", "separate"},
                                       {"dests", "random:1"}, {"trials", "10"}, {"jobs", "1"},
                                       {"seed", seed}),
                               "plan");
        double low = number(s, 0, "link_visits", "low95"),
               high = number(s, 0, "link_visits", "high95");
        assert_int_equal(count(s, 0, "n"), 10);
        with += low <= 256.0 / 63 && 256.0 / 63 <= high;
        json_decref(s);
    }
    assert_in_range(with, 930, 970);
}

TEST(the_same_by_any_number_of_processes)
{
    json_t *one = summary_of(OPTIONS({"topology", "torus:8x8"}, {"dests", "random:4..16x2"},
                                     {"trials", "20"}, {"jobs", "1"}),
                             "sim"),
           *three = summary_of(OPTIONS({"topology", "torus:8x8"}, {"dests", "random:4..16x2"},
                                       {"trials", "20"}, {"jobs", "3"}),
                               "sim");
    assert_true(json_equal(one, three));
    json_decref(one);
    json_decref(three);
}

/* One destination of two neighbours: always one link, so ten trials are enough. */
TEST(precision_ends_trials)
{
    json_t *s = summary_of(OPTIONS({"topology", "torus:8x8,torus:16x16"}, {"algorithm", "separate"},
                                   {"dests", "random:1"}, {"trials", "10..80"},
                                   {"precision", "0.5%"}, {"jobs", "1"}, {"length", "1"}),
                           "sim");
    assert_int_equal(count(s, 0, "n"), 80);
    assert_int_equal(count(s, 1, "n"), 80);
    json_decref(s);
    s = summary_of(OPTIONS({"topology", "utorus:2"}, {"algorithm", "separate"},
                           {"dests", "random:1"}, {"trials", "10..80"}, {"precision", "0.5%"},
                           {"jobs", "1"}),
                   "sim");
    assert_int_equal(count(s, 0, "n"), 10);
    json_decref(s);
}

/* The parts of a study are all of it, and no trial is in two of them. */
TEST(shares)
{
    static const char *const precision[] = {NULL, "5%"};
    for (unsigned p = 0; p < 2; p++) {
        json_int_t trials = 0, whole = 0;
        for (unsigned part = 0; part <= 3; part++) {
            char share[8];
            struct options o = OPTIONS({"topology", "torus:4x4"}, {"dests", "random:2..6"},
                                       {"jobs", "1"}, {"trials", p ? "10..40" : "10"});
            snprintf(share, sizeof share, "%u/3", part);
            o.text[KEY_share] = part ? alloc_text(share) : NULL;
            o.text[KEY_precision] = p ? alloc_text(precision[p]) : NULL;
            json_t *s = summary_of(o, "plan");
            *(part ? &trials : &whole) += json_integer_value(json_object_get(s, "trials"));
            json_decref(s);
        }
        assert_true(whole >= 50);
        assert_int_equal(trials, whole);
    }
}

/* --- ids -------------------------------------------------------------------------------------- */

static void id_of(struct options o, const char *depth, char id[ROW_ID_TEXT])
{
    struct error error = {.text = ""};
    assert_int_equal(depth_id(depth_find(depth), &o, id, NULL, &error), STATUS_DONE);
    options_free(&o);
}

static bool same(struct options a, struct options b)
{
    char one[ROW_ID_TEXT], other[ROW_ID_TEXT];
    id_of(a, "sim", one);
    id_of(b, "sim", other);
    return strcmp(one, other) == 0;
}

#define NET                     \
    {                           \
        "topology", "torus:4x4" \
    }

TEST(an_id_is_of_the_experiment)
{
    assert_true(same(OPTIONS(NET),
                     OPTIONS({"topology", "torus:04x4"}, {"length", "64"}, {"algorithm", "auto"},
                             {"pipeline", "board"}, {"source", "0"}, {"dests", "1-15"})));
    assert_true(same(OPTIONS(NET, {"seed", "7"}), OPTIONS(NET)));
    assert_true(same(OPTIONS(NET, {"traffic", "uniform"}, {"rate", "0.1"}),
                     OPTIONS(NET, {"traffic", "uniform"}, {"rate", "0.10"})));
    assert_false(same(OPTIONS(NET, {"dests", "random:3"}),
                      OPTIONS(NET, {"dests", "random:3"}, {"seed", "2"})));
    assert_false(same(OPTIONS(NET), OPTIONS(NET, {"length", "65"})));
    assert_false(same(OPTIONS(NET), OPTIONS(NET, {"source", "1"})));
    assert_false(same(OPTIONS(NET, {"dests", "5"}), OPTIONS(NET, {"dests", "5"}, {"source", "1"})));
    assert_false(same(OPTIONS(NET), OPTIONS(NET, {"also", "1:2"})));
    assert_false(same(OPTIONS(NET), OPTIONS(NET, {"buffer", "7"})));
    assert_false(same(OPTIONS(NET), OPTIONS(NET, {"algorithm", "separate"})));
    assert_false(same(OPTIONS(NET), OPTIONS(NET, {"collective", "broadcast"})));
    assert_false(same(OPTIONS(NET, {"traffic", "uniform"}, {"rate", "0.1"}),
                      OPTIONS(NET, {"traffic", "uniform"}, {"rate", "0.1"}, {"cycles", "300"})));
    assert_false(
        same(OPTIONS(NET, {"traffic", "uniform"}, {"rate", "0.1"}, {"length", "8:0.9+64:0.1"}),
             OPTIONS(NET, {"traffic", "uniform"}, {"rate", "0.1"}, {"length", "8:0.5+64:0.5"})));
    assert_false(same(OPTIONS(NET), OPTIONS(NET, {"source", "random"})));
}

TEST(an_id_is_of_the_depth)
{
    char plan[ROW_ID_TEXT], sim[ROW_ID_TEXT];
    id_of(OPTIONS(NET), "plan", plan);
    id_of(OPTIONS(NET), "sim", sim);
    assert_string_not_equal(plan, sim);
}

/* An edge more in a graph's file is another experiment, whatever the file's name. */
TEST(an_id_is_of_files)
{
    static const char *const text[] = {"0 1\n1 2\n2 3\n", "0 1\n1 2\n2 3\n3 0\n"};
    char file[] = "/tmp/noct-test-XXXXXX", topology[64], id[2][ROW_ID_TEXT];
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    snprintf(topology, sizeof topology, "graph:%s", file);
    for (unsigned i = 0; i < 2; i++) {
        FILE *f = fopen(file, "w");
        fputs(text[i], f);
        fclose(f);
        id_of(OPTIONS({"topology", topology}), "sim", id[i]);
    }
    remove(file);
    assert_string_not_equal(id[0], id[1]);
}
