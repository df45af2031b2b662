/* SPDX-License-Identifier: BSD-2-Clause */
/* What was counted between two answers of noct counters. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "counters.h"

static const char *const node_keys[] = {
    "messages_in",    "messages_out", "messages_relayed", "messages_discarded", "messages_bad",
    "startup_cycles", NULL,
};
static const char *const link_keys[] = { "flits", "headers", "blocked_cycles", NULL };
/* What a link's channel is. */
static const char *const channel_keys[] = { "row", "next", "dim", "dir", "vc", NULL };

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
static bool is_counters(const json_t *answer)
{
    const json_t *nodes = json_object_get(answer, "nodes"), *node;
    size_t i;
    bool fine = json_is_array(nodes) && answer_known(answer, "cycles");
    json_array_foreach(nodes, i, node)
    {
        fine = fine && json_is_array(json_object_get(node, "links"));
        for (const char *const *key = node_keys; *key; key++) {
            fine = fine && answer_known(node, *key);
        }
    }
    return fine;
}

enum status counters_load(json_t **answer, const char *name, struct complaint *why)
{
    json_error_t error;
    FILE *file = fopen(name, "re");
    if (!file) {
        return complain(why, STATUS_BAD, "since '%s': %s", name, strerror(errno));
    }
    char *line = last_line(file);
    int failed = ferror(file) ? errno : 0;
    fclose(file);
    *answer = line ? json_loads(line, JSON_REJECT_DUPLICATES, &error) : NULL;
    free(line);
    if (failed) {
        return complain(why, STATUS_BAD, "since '%s': %s", name, strerror(failed));
    }
    if (!is_counters(*answer)) {
        json_decref(*answer);
        *answer = NULL;
        return complain(
            why, STATUS_BAD,
            "since '%s': no answer of noct counters; make one, as by 'noct counters --board emu "
            "--json > before.json'",
            name);
    }
    if (json_object_get(*answer, "from_cycle")) {
        json_decref(*answer);
        *answer = NULL;
        return complain(why, STATUS_BAD,
                        "since '%s': is itself a difference; give an answer made without since and "
                        "delta",
                        name);
    }
    return STATUS_DONE;
}

/* Of one kind: all these keys of both are numbers. */
static bool subtract(json_t *now, const json_t *before, const char *const *key)
{
    for (; *key; key++) {
        if (!answer_known(now, *key) || !answer_known(before, *key)) {
            return false;
        }
        uint32_t between =
            (uint32_t)answer_number(now, *key) - (uint32_t)answer_number(before, *key);
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

static const json_t *find_node(const json_t *answer, long long number)
{
    const json_t *nodes = json_object_get(answer, "nodes"), *node;
    size_t i;
    json_array_foreach(nodes, i, node)
    {
        if (answer_known(node, "node") && answer_number(node, "node") == number) {
            return node;
        }
    }
    return NULL;
}

static bool subtract_node(json_t *now, const json_t *before)
{
    json_t *links = json_object_get(now, "links");
    const json_t *links_before = json_object_get(before, "links");
    if (!subtract(now, before, node_keys) ||
        json_array_size(links) != json_array_size(links_before)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(links); i++) {
        const json_t *link_before = json_array_get(links_before, i);
        if (!same(json_array_get(links, i), link_before, channel_keys) ||
            !subtract(json_array_get(links, i), link_before, link_keys)) {
            return false;
        }
    }
    return true;
}

/* Is `before` of the same board, and earlier? */
static enum status check_pair(const json_t *before, const json_t *now, struct complaint *why)
{
    static const char *const keys[] = { "topology", "routing" };
    for (unsigned i = 0; i < 2; i++) {
        if (strcmp(answer_text(before, keys[i]), answer_text(now, keys[i])) != 0) {
            return complain(why, STATUS_BAD,
                            "since: of another board: its %s is '%s', this one's '%s'", keys[i],
                            answer_text(before, keys[i]), answer_text(now, keys[i]));
        }
    }
    if (answer_number(before, "cycles") > answer_number(now, "cycles")) {
        return complain(why, STATUS_BAD,
                        "since: of cycle %lld, but the board is in cycle %lld: it was reset, or is "
                        "another one",
                        answer_number(before, "cycles"), answer_number(now, "cycles"));
    }
    return STATUS_DONE;
}

enum status counters_difference(const json_t *before, const json_t *now, json_t **difference,
                                struct complaint *why)
{
    const char *key;
    json_t *value, *node;
    size_t i;
    enum status status = check_pair(before, now, why);
    *difference = NULL;
    if (status) {
        return status;
    }
    json_t *between = json_object(), *nodes = json_deep_copy(json_object_get(now, "nodes"));
    json_object_foreach((json_t *)now, key, value)
    { /* in the same order, from_cycle before nodes */
        if (strcmp(key, "nodes") == 0) {
            json_object_set(between, "from_cycle", json_object_get(before, "cycles"));
            json_object_set_new(between, key, nodes);
        } else {
            json_object_set(between, key, value);
        }
    }
    json_object_set_new(
        between, "cycles",
        json_integer(answer_number(now, "cycles") - answer_number(before, "cycles")));
    json_array_foreach(nodes, i, node)
    {
        long long number = answer_number(node, "node");
        const json_t *earlier = find_node(before, number);
        if (!earlier || !subtract_node(node, earlier)) {
            json_decref(between);
            return complain(why, STATUS_BAD,
                            earlier ? "since: its node %lld has other counters"
                                    : "since: has no node %lld; name others, or make "
                                      "one of all nodes",
                            number);
        }
    }
    *difference = between;
    return STATUS_DONE;
}
