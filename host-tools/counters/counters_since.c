/* SPDX-License-Identifier: BSD-2-Clause */
/* What was counted between two answers of noct counters. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/in_file.h"
#include "result/result.h"
#include "counters.h"

/* The last line that has something; NULL: there is none. */
static char *last_line(FILE *file)
{
    char *line = NULL, *last = NULL;
    size_t room = 0;
    while (getline(&line, &room, file) >= 0) {
        if (line[strspn(line, " \t\r\n")]) {
            free(last);
            last = line;
            line = NULL;
            room = 0;
        }
    }
    free(line);
    return last;
}

/* Has it, of each node, what noct counters counts? */
static bool is_counters(const json_t *result)
{
    const json_t *nodes = json_object_get(result, "nodes"), *node;
    size_t i;
    bool fine = json_is_array(nodes) && result_has_number(result, "cycles");
    json_array_foreach (nodes, i, node) {
        fine = fine && json_is_array(json_object_get(node, "links"));
        for (const char *const *key = result_node_counters; *key; key++) {
            fine = fine && result_has_number(node, *key);
        }
    }
    return fine;
}

enum status counters_load(json_t **result, const char *name, struct error *error)
{
    json_error_t cause;
    const char *why;
    FILE *file = in_file_open(name, &why);
    if (!file) {
        return error_set(
            error, STATUS_BAD,
            "since '%s': %s; make one by 'noct counters --board emu --json > before.json'", name,
            why);
    }
    char *line = last_line(file);
    int failed = ferror(file) ? errno : 0;
    fclose(file);
    *result = line ? json_loads(line, JSON_REJECT_DUPLICATES, &cause) : NULL;
    free(line);
    if (failed) {
        return error_set(
            error, STATUS_BAD,
            "since '%s': %s; make one by 'noct counters --board emu --json > before.json'", name,
            strerror(failed));
    }
    if (!is_counters(*result)) {
        json_decref(*result);
        *result = NULL;
        error_set(error, STATUS_BAD, "since '%s': this is no answer of noct counters", name);
        return error_fix(error, "make one by 'noct counters --board emu --json > before.json'");
    }
    if (json_object_get(*result, "from_cycle")) {
        json_decref(*result);
        *result = NULL;
        error_set(error, STATUS_BAD, "since '%s': this answer is itself a difference", name);
        return error_fix(error, "make one without since and delta");
    }
    return STATUS_DONE;
}

/* Of one kind: all these keys of both are numbers. */
static bool subtract(json_t *now, const json_t *before, const char *const *key)
{
    for (; *key; key++) {
        if (!result_has_number(now, *key) || !result_has_number(before, *key)) {
            return false;
        }
        uint32_t between =
            (uint32_t)result_number(now, *key) - (uint32_t)result_number(before, *key);
        json_object_set_new(now, *key, json_integer(between));
    }
    return true;
}

static bool same(const json_t *a, const json_t *b, const char *const *key)
{
    for (; *key; key++) {
        const json_t *of_a = json_object_get(a, *key), *of_b = json_object_get(b, *key);
        if (of_a != of_b && !json_equal(of_a, of_b)) {
            return false;
        }
    }
    return true;
}

static const json_t *find_node(const json_t *result, long long number)
{
    const json_t *nodes = json_object_get(result, "nodes"), *node;
    size_t i;
    json_array_foreach (nodes, i, node) {
        if (result_has_number(node, "node") && result_number(node, "node") == number) {
            return node;
        }
    }
    return NULL;
}

static bool subtract_node(json_t *now, const json_t *before)
{
    json_t *links = json_object_get(now, "links");
    const json_t *links_before = json_object_get(before, "links");
    if (!subtract(now, before, result_node_counters) ||
        json_array_size(links) != json_array_size(links_before)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(links); i++) {
        const json_t *link_before = json_array_get(links_before, i);
        if (!same(json_array_get(links, i), link_before, result_channel_keys) ||
            !subtract(json_array_get(links, i), link_before, result_link_counters)) {
            return false;
        }
    }
    return true;
}

/* Is `before` of the same board, and earlier? */
static enum status check_pair(const json_t *before, const json_t *now, struct error *error)
{
    static const char *const keys[] = {"topology", "routing"};
    for (unsigned i = 0; i < 2; i++) {
        if (strcmp(result_text(before, keys[i]), result_text(now, keys[i])) != 0) {
            return error_set(error, STATUS_BAD,
                             "since: the answer is of another board: its %s is '%s', but this "
                             "board's is '%s'",
                             keys[i], result_text(before, keys[i]), result_text(now, keys[i]));
        }
    }
    if (result_number(before, "cycles") > result_number(now, "cycles")) {
        return error_set(error, STATUS_BAD,
                         "since: the answer is of cycle %lld, but the board is in cycle %lld: it "
                         "was reset, or it is another board",
                         result_number(before, "cycles"), result_number(now, "cycles"));
    }
    return STATUS_DONE;
}

enum status counters_difference(const json_t *before, const json_t *now, json_t **difference,
                                struct error *error)
{
    const char *key;
    json_t *value, *node;
    size_t i;
    enum status status = check_pair(before, now, error);
    *difference = NULL;
    if (status) {
        return status;
    }
    json_t *between = json_object(), *nodes = json_deep_copy(json_object_get(now, "nodes"));
    json_object_foreach ((json_t *)now, key,
                         value) { /* in the same order, from_cycle before nodes */
        if (strcmp(key, "nodes") == 0) {
            json_object_set(between, "from_cycle", json_object_get(before, "cycles"));
            json_object_set_new(between, key, nodes);
        } else {
            json_object_set(between, key, value);
        }
    }
    json_object_set_new(
        between, "cycles",
        json_integer(result_number(now, "cycles") - result_number(before, "cycles")));
    json_array_foreach (nodes, i, node) {
        long long number = result_number(node, "node");
        const json_t *earlier = find_node(before, number);
        if (!earlier || !subtract_node(node, earlier)) {
            json_decref(between);
            return error_set(error, STATUS_BAD,
                             earlier ? "since: the answer has other links at node %lld than the "
                                       "board"
                                     : "since: the answer has no node %lld; give other nodes, or "
                                       "make an answer of all nodes",
                             number);
        }
    }
    *difference = between;
    return STATUS_DONE;
}
