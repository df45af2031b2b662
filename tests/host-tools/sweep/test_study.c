/* SPDX-License-Identifier: BSD-2-Clause */
/* Studies from their options to their summary, without a file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    const json_t *of = json_object_get(metrics, metric);
    return json_number_value(json_is_object(of) ? json_object_get(of, name) : of);
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

/* A point that is known well enough after ten trials has no more, where it was to have up to 400. */
TEST(trials_that_precision_saves)
{
    static const struct share all = {0, 1}, third = {1, 3};
    struct options o = OPTIONS({"topology", "utorus:2,utorus:3"}, {"algorithm", "separate"},
                               {"dests", "random:1"}, {"trials", "10..400"}, {"precision", "1%"});
    struct sample sample = {.end = END_DONE};
    struct error error = {.text = ""};
    struct study s;
    uint64_t n;
    sample.low = sample.high = NAN;
    for (unsigned m = 0; m < METRICS; m++) {
        sample.value[m] = NAN;
    }
    study_begin(&s, "plan");
    assert_int_equal(study_add(&s, depth_find("plan"), &o, 0, &error), STATUS_DONE);
    assert_int_equal(study_check(&s, false, &error), STATUS_DONE);
    assert_int_equal(study_trials(&s, &all), 800);
    assert_int_equal(study_trials(&s, &third), 400);
    struct piece *piece = study_next(&s, &all, &n);
    assert_int_equal(n, 20);
    assert_int_equal(study_trials(&s, &all), 800);
    for (uint64_t i = 0; i < n; i++) {
        sample.value[METRIC_steps] = piece[i].point ? (double)(i % 2) : 1;
        study_take(&s, piece[i].point, &sample);
    }
    free(piece);
    assert_int_equal(study_trials(&s, &all), 410);
    study_free(&s);
    options_free(&o);
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

/* Trials of a point need not have the same metrics. */
TEST(statistics_are_of_the_trials_that_have_the_metric)
{
    static const enum metric had[][2] = {{METRIC_steps, METRIC_link_visits},
                                         {METRIC_link_visits, METRIC_latency_max},
                                         {METRIC_accepted_max, METRIC_steps}};
    struct point point = {0};
    struct study s = {.point = &point, .points = 1};
    for (unsigned trial = 0; trial < 3; trial++) {
        struct sample sample = {.end = END_DONE, .low = NAN, .high = NAN};
        for (unsigned m = 0; m < METRICS; m++) {
            sample.value[m] = m == had[trial][0] || m == had[trial][1] ? 10 * m + trial : NAN;
        }
        study_take(&s, 0, &sample);
    }
    assert_int_equal(point_statistics(&point, METRIC_steps)->n, 2);
    assert_float_equal(point_statistics(&point, METRIC_steps)->mean, 10 * METRIC_steps + 1, 0);
    assert_int_equal(point_statistics(&point, METRIC_link_visits)->n, 2);
    assert_float_equal(point_statistics(&point, METRIC_link_visits)->max,
                       10 * METRIC_link_visits + 1, 0);
    assert_float_equal(point_statistics(&point, METRIC_latency_max)->mean,
                       10 * METRIC_latency_max + 1, 0);
    assert_float_equal(point_statistics(&point, METRIC_accepted_max)->mean,
                       10 * METRIC_accepted_max + 2, 0);
    assert_null(point_statistics(&point, METRIC_bound));
    free(point.of);
}

/* --- answers that become rows ------------------------------------------------------------------ */

/* An answer without the lists that no row has tells a row the same as the whole one. */
static void compare_answers(struct options o, const char *depth)
{
    struct error error = {.text = ""};
    const struct depth *d = depth_find(depth);
    json_t *whole, *brief, *value;
    const char *key;
    assert_int_equal(d->execute(&o, NULL, &whole, &error), STATUS_DONE);
    o.for_row = true;
    assert_int_equal(d->execute(&o, NULL, &brief, &error), STATUS_DONE);
    json_object_foreach (whole, key, value) {
        if (!json_is_object(value) && !json_is_array(value)) {
            assert_true(json_equal(value, json_object_get(brief, key)));
        }
    }
    assert_null(json_object_get(brief, "messages"));
    assert_null(json_object_get(brief, "latency"));
    json_t *one = row_derived(&o, whole), *other = row_derived(&o, brief);
    assert_true(json_equal(one, other));
    assert_int_equal(json_object_size(one) > 0, strcmp(depth, "plan") == 0 || o.text[KEY_also]);
    json_decref(one);
    json_decref(other);
    json_decref(whole);
    json_decref(brief);
    options_free(&o);
}

TEST(an_answer_without_lists_makes_the_same_row)
{
    compare_answers(OPTIONS({"topology", "cube:3"}, {"dests", "1"}, {"algorithm", "u-cube"}),
                    "plan");
    compare_answers(OPTIONS({"topology", "torus:8x8"}, {"dests", "random:20"}), "plan");
    compare_answers(
        OPTIONS({"topology", "mesh:4x4"}, {"dests", "random:7"}, {"algorithm", "dual-path"}),
        "plan");
    compare_answers(OPTIONS({"topology", "cube:4"}, {"length", "600"}, {"segment", "64"},
                            {"ports", "all"}, {"algorithm", "two-tree"}),
                    "plan");
    compare_answers(OPTIONS({"topology", "torus:4x4"}, {"dests", "random:7"}), "sim");
    compare_answers(OPTIONS({"topology", "torus:4x4"}, {"dests", "5,6"}, {"also", "3:1,2;9:4"}),
                    "sim");
}

/* --- ids -------------------------------------------------------------------------------------- */

static void id_of(struct options o, const char *depth, char id[ROW_ID_TEXT])
{
    struct error error = {.text = ""};
    if (depth_id(depth_find(depth), &o, id, NULL, &error)) {
        fail_msg("%s", error.text);
    }
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

/*
 * Every key of an experiment: another value is another id, and what a row says of it, written out, is
 * the same id, so that defaults are part of it. Keys that a flag of another key needs stand in `with`.
 */
static const struct {
    int key;
    const char *value[2]; /* the second NULL: it takes none */
    const char *with[4][2];
} of_key[] = {
    {KEY_topology, {"torus:8x8", "mesh:4x4"}, {{NULL}}},
    {KEY_routing, {"dor", "balanced"}, {{NULL}}},
    {KEY_ports, {"all", "2"}, {{NULL}}},
    {KEY_collective, {"reduce", "gather"}, {{NULL}}},
    {KEY_ordered, {"yes", NULL}, {{"collective", "reduce"}}},
    {KEY_op, {"min", "max"}, {{"collective", "allreduce"}}},
    {KEY_type, {"double", "int64"}, {{"collective", "allreduce"}}},
    {KEY_reproducible, {"yes", NULL}, {{"collective", "allreduce"}}},
    {KEY_algorithm, {"separate", "u-torus"}, {{NULL}}},
    {KEY_force, {"yes", NULL}, {{"algorithm", "u-torus"}}},
    {KEY_source, {"1", "random"}, {{NULL}}},
    {KEY_dests, {"3", "random:3"}, {{NULL}}},
    {KEY_also, {"1:2", "1:3"}, {{NULL}}},
    {KEY_multicasts, {"2", "3"}, {{"dests", "random:3"}}},
    {KEY_seed, {"2", "3"}, {{"dests", "random:3"}}},
    {KEY_sharing, {"both", "later"}, {{"algorithm", "u-torus"}}},
    {KEY_partition,
     {"halves", "uniform:3"},
     {{"topology", "utorus:4x4"}, {"algorithm", "m-torus"}}},
    {KEY_relay, {"body", "header"}, {{"topology", "utorus:4x4"}, {"algorithm", "md-torus"}}},
    {KEY_length, {"65", "8"}, {{NULL}}},
    {KEY_segment, {"8", "auto"}, {{NULL}}},
    {KEY_tau_s, {"1", "2"}, {{NULL}}},
    {KEY_tau_r, {"1", "2"}, {{NULL}}},
    {KEY_pipeline, {"paper", "s1"}, {{NULL}}},
    {KEY_consumption, {"link", "one"}, {{NULL}}},
    {KEY_lanes, {"2", "3"}, {{NULL}}},
    {KEY_buffer, {"7", "8"}, {{NULL}}},
    {KEY_header_cycles, {"7", "8"}, {{NULL}}},
    {KEY_flight_cycles, {"7", "8"}, {{NULL}}},
    {KEY_credit_cycles, {"7", "8"}, {{NULL}}},
    {KEY_inject_cycles, {"7", "8"}, {{NULL}}},
    {KEY_eject_cycles, {"7", "8"}, {{NULL}}},
    {KEY_costs, {"emulator", "rtl"}, {{NULL}}},
    {KEY_ram, {"64K", "1M"}, {{NULL}}},
    {KEY_limit_cycles, {"1000", "2000"}, {{NULL}}},
    {KEY_traffic, {"uniform", "tornado"}, {{"rate", "0.1"}}},
    {KEY_rate, {"0.2", "0.3"}, {{"traffic", "uniform"}}},
    {KEY_injection, {"bursty:10:10", "bursty:10:11"}, {{"traffic", "uniform"}, {"rate", "0.1"}}},
    {KEY_warmup, {"0", "100"}, {{"traffic", "uniform"}, {"rate", "0.1"}}},
    {KEY_find, {"saturation", NULL}, {{"traffic", "uniform"}}},
    {KEY_resolution, {"0.1", "0.2"}, {{"traffic", "uniform"}, {"find", "saturation"}}},
    {KEY_fanout, {"2", "3"}, {{"traffic", "multicast"}, {"rate", "0.1"}}},
    {KEY_cycles, {"300", "400"}, {{"traffic", "uniform"}, {"rate", "0.1"}}},
};
enum { OF_KEY = sizeof of_key / sizeof *of_key };

/* The options of a row of the table, with this value or none. */
static struct options with_value(unsigned row, const char *value)
{
    struct options o = OPTIONS(NET);
    for (unsigned i = 0; i < 4 && of_key[row].with[i][0]; i++) {
        for (int k = 0; k < KEYS; k++) {
            if (strcmp(key_rows[k].name, of_key[row].with[i][0]) == 0) {
                free(o.text[k]);
                o.text[k] = alloc_text(of_key[row].with[i][1]);
            }
        }
    }
    if (value) {
        free(o.text[of_key[row].key]);
        o.text[of_key[row].key] = alloc_text(value);
    }
    return o;
}

TEST(each_key_is_in_the_table)
{
    for (int k = 0; k < KEYS; k++) {
        bool found = k == KEY_firmware; /* below */
        for (unsigned row = 0; row < OF_KEY; row++) {
            found |= of_key[row].key == k;
        }
        if (found != !!(key_rows[k].group & GROUPS_ROW)) {
            fail_msg("%s", key_rows[k].name);
        }
    }
}

/* Can it not be left out, of what is in the table with it? */
static bool is_needed(int key)
{
    return key == KEY_traffic || key == KEY_rate || key == KEY_find || key == KEY_fanout;
}

TEST(another_value_is_another_id)
{
    for (unsigned row = 0; row < OF_KEY; row++) {
        const char *const *value = of_key[row].value;
        char id[3][ROW_ID_TEXT] = {"none", "first", "second"};
        if (!is_needed(of_key[row].key)) {
            id_of(with_value(row, NULL), "sim", id[0]);
        }
        id_of(with_value(row, value[0]), "sim", id[1]);
        if (value[1]) {
            id_of(with_value(row, value[1]), "sim", id[2]);
        }
        if (!strcmp(id[0], id[1]) || !strcmp(id[0], id[2]) || !strcmp(id[1], id[2])) {
            fail_msg("%s", key_rows[of_key[row].key].name);
        }
    }
}

/* What a row says of each key is what was asked, or its default. */
TEST(a_default_written_out_is_the_same_id)
{
    for (unsigned row = 0; row < OF_KEY; row++) {
        struct error error = {.text = ""};
        struct options o = with_value(row, of_key[row].value[0]);
        char id[ROW_ID_TEXT], other[ROW_ID_TEXT];
        json_t *keys = json_object(), *value;
        const char *name;
        assert_int_equal(depth_id(depth_find("sim"), &o, id, keys, &error), STATUS_DONE);
        json_object_foreach (keys, name, value) {
            for (int k = 0; k < KEYS; k++) {
                if (strcmp(key_rows[k].name, name) == 0 && !o.text[k] && !json_is_null(value)) {
                    struct options again;
                    options_copy(&again, &o);
                    again.text[k] = json_is_string(value) ? alloc_text(json_string_value(value))
                                                          : json_dumps(value, JSON_ENCODE_ANY);
                    id_of(again, "sim", other);
                    assert_string_equal(id, other);
                }
            }
        }
        json_decref(keys);
        options_free(&o);
    }
}

TEST(an_id_is_of_the_depth)
{
    char plan[ROW_ID_TEXT], sim[ROW_ID_TEXT];
    id_of(OPTIONS(NET), "plan", plan);
    id_of(OPTIONS(NET), "sim", sim);
    assert_string_not_equal(plan, sim);
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* The same file in another directory, as other machines have it, is the same experiment; and a graph is
 * no grid. */
TEST(an_id_is_not_of_a_directory)
{
    static const struct {
        const char *kind, *text;
    } file[] = {{"graph", "0 1\n1 2\n"}, {"grid", "torus 4x4\naux left 3 right 0\n"}};
    char directory[] = "/tmp/noct-test-XXXXXX", name[64], topology[80], id[2][2][ROW_ID_TEXT];
    assert_non_null(mkdtemp(directory));
    for (unsigned i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s/%s", directory, i % 2 ? "other.txt" : "one.txt");
        snprintf(topology, sizeof topology, "%s:%s", file[i / 2].kind, name);
        write_file(name, file[i / 2].text);
        id_of(OPTIONS({"topology", topology}), "sim", id[i / 2][i % 2]);
        remove(name);
    }
    rmdir(directory);
    assert_string_equal(id[0][0], id[0][1]);
    assert_string_equal(id[1][0], id[1][1]);
    assert_string_not_equal(id[0][0], id[1][0]);
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
        write_file(file, text[i]);
        id_of(OPTIONS({"topology", topology}), "sim", id[i]);
    }
    remove(file);
    assert_string_not_equal(id[0], id[1]);
}

/* What a firmware is called says nothing; what is in it does. */
TEST(an_id_is_of_firmware)
{
    char directory[] = "/tmp/noct-test-XXXXXX", one[64], other[64], id[4][ROW_ID_TEXT];
    assert_non_null(mkdtemp(directory));
    snprintf(one, sizeof one, "%s/one.elf", directory);
    snprintf(other, sizeof other, "%s/other.elf", directory);
    write_file(one, "a");
    write_file(other, "a");
    id_of(OPTIONS(NET, {"firmware", one}), "run", id[0]);
    id_of(OPTIONS(NET, {"firmware", other}), "run", id[1]);
    write_file(one, "b");
    id_of(OPTIONS(NET, {"firmware", one}), "run", id[2]);
    remove(one);
    remove(other);
    rmdir(directory);
    assert_string_equal(id[0], id[1]);
    assert_string_not_equal(id[0], id[2]);
}
