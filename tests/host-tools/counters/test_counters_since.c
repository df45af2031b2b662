/* SPDX-License-Identifier: BSD-2-Clause */
/* Differences of noct counters' answers, and files that have none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "result/result.h"
#include "counters/counters.h"

/* An answer of two nodes with one link each; n is in all its counters. */
static json_t *result(long long cycles, uint32_t n, const char *topology, int next)
{
    json_t *nodes = json_array();
    for (int i = 0; i < 2; i++) {
        json_array_append_new(
            nodes,
            json_pack("{s:i,s:I,s:I,s:I,s:I,s:I,s:I,s:[{s:i,s:n,s:i,s:s,s:I,s:I,s:I}]}", "node", i,
                      "messages_in", (json_int_t)n, "messages_out", (json_int_t)n,
                      "messages_relayed", (json_int_t)n, "messages_discarded", (json_int_t)n,
                      "messages_bad", (json_int_t)n, "startup_cycles", (json_int_t)n, "links",
                      "next", next, "dim", "dir", 1, "vc", "h", "flits", (json_int_t)n, "headers",
                      (json_int_t)n, "blocked_cycles", (json_int_t)n));
    }
    return json_pack("{s:i,s:s,s:s,s:I,s:o}", "schema", 1, "topology", topology, "routing", "btr",
                     "cycles", (json_int_t)cycles, "nodes", nodes);
}

static enum status subtract(json_t *before, json_t *now, json_t **between, struct error *error)
{
    enum status status = counters_difference(before, now, between, error);
    json_decref(before);
    json_decref(now);
    return status;
}

TEST(counters_come_round)
{
    json_t *between;
    struct error error;
    assert_int_equal(subtract(result(0xfffffff0, 0xfffffffe, "torus:2", 1),
                              result(0x100000010, 3, "torus:2", 1), &between, &error),
                     STATUS_DONE);
    char *text = json_dumps(between, JSON_COMPACT);
    assert_string_equal(
        text, "{\"schema\":1,\"topology\":\"torus:2\",\"routing\":\"btr\",\"cycles\":32,"
              "\"from_cycle\":4294967280,\"nodes\":["
              "{\"node\":0,\"messages_in\":5,\"messages_out\":5,\"messages_relayed\":5,"
              "\"messages_discarded\":5,\"messages_bad\":5,\"startup_cycles\":5,\"links\":["
              "{\"next\":1,\"dim\":null,\"dir\":1,\"vc\":\"h\",\"flits\":5,\"headers\":5,"
              "\"blocked_cycles\":5}]},"
              "{\"node\":1,\"messages_in\":5,\"messages_out\":5,\"messages_relayed\":5,"
              "\"messages_discarded\":5,\"messages_bad\":5,\"startup_cycles\":5,\"links\":["
              "{\"next\":1,\"dim\":null,\"dir\":1,\"vc\":\"h\",\"flits\":5,\"headers\":5,"
              "\"blocked_cycles\":5}]}]}");
    free(text);
    json_decref(between);
}

static void refused(json_t *before, json_t *now, const char *words)
{
    json_t *between;
    struct error error = {.text = ""};
    assert_int_equal(subtract(before, now, &between, &error), STATUS_BAD);
    assert_null(between);
    if (!strstr(error.text, words)) {
        fail_msg("%s", error.text);
    }
}

TEST(other_boards_are_refused)
{
    json_t *fewer = result(5, 0, "torus:2", 1), *nameless = result(5, 0, "torus:2", 1);
    refused(
        result(5, 0, "torus:4", 1), result(9, 1, "torus:2", 1),
        "since: the answer is of another board: its topology is 'torus:4', but this board's is 'torus:2'");
    refused(result(10, 0, "torus:2", 1), result(9, 1, "torus:2", 1),
            "of cycle 10, but the board is in cycle 9");
    refused(result(5, 0, "torus:2", 0), result(9, 1, "torus:2", 1),
            "the answer has other links at node 0");
    json_array_remove(json_object_get(fewer, "nodes"), 1);
    refused(fewer, result(9, 1, "torus:2", 1), "has no node 1");
    json_object_del(json_array_get(json_object_get(nameless, "nodes"), 1), "messages_bad");
    refused(nameless, result(9, 1, "torus:2", 1), "the answer has other links at node 1");
}

/* Load a file with this in it. */
static enum status load(const char *text, json_t **loaded, struct error *error)
{
    char name[] = "/tmp/test_counters.XXXXXX";
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    enum status status = counters_load(loaded, name, error);
    unlink(name);
    return status;
}

TEST(the_last_answer_of_a_file_counts)
{
    json_t *loaded;
    struct error error = {.text = ""};
    assert_int_equal(
        load("{\"cycles\":1,\"nodes\":[]}\n{\"cycles\":2,\"nodes\":[]}\n\n", &loaded, &error),
        STATUS_DONE);
    assert_int_equal(result_number(loaded, "cycles"), 2);
    json_decref(loaded);
}

TEST(files_without_an_answer_are_refused)
{
    static const struct {
        const char *text, *words;
    } files[] = {
        {"", "no answer of noct counters; make one by"},
        {"{\"cycles\":1,\"nodes\":[", "no answer of noct counters"},
        {"[1,2]", "no answer of noct counters"},
        {"7", "no answer of noct counters"},
        {"{\"cycles\":1}", "no answer of noct counters"},
        {"{\"cycles\":\"1\",\"nodes\":[]}", "no answer of noct counters"},
        {"\x01\xff", "no answer of noct counters"},
        {"{\"cycles\":1,\"from_cycle\":0,\"nodes\":[]}", "this answer is itself a difference"},
    };
    json_t *loaded;
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        struct error error = {.text = ""};
        assert_int_equal(load(files[i].text, &loaded, &error), STATUS_BAD);
        assert_null(loaded);
        assert_non_null(strstr(error.text, files[i].words));
    }
    struct error error = {.text = ""};
    assert_int_equal(counters_load(&loaded, "/nonexistent.json", &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "No such file"));
    assert_int_equal(counters_load(&loaded, "/tmp", &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "directory"));
}
