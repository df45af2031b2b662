/* SPDX-License-Identifier: BSD-2-Clause */
#include "standing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "memmap.h"
#include "memory.h"
#include "regs.h"
#include "table.h"

enum {
    ASKED_MAX = 256, /* running cores whose program counter is asked for */
    GROUPS_SAID = 3, /* in a line; the table shows more */
    GROUPS_SHOWN = 40,
    NODES_TEXT = 60,
    WAITING_KINDS = 7,
    ANYBODY = 0xffff
};

enum state { RUNNING, TRAPPED, ASLEEP, DONE };

struct place {
    enum state state;
    uint32_t code, waiting;
    uint32_t pc;
    uint32_t where; /* cores of one group agree in this: the trap's pc, or a function's begin */
    uint32_t node;
};

static struct place place_of(const unsigned char *block, uint32_t node)
{
    uint32_t status = block_word(block, CNT_STATUS);
    struct place p = { .node = node, .state = RUNNING };
    if (NOC_GET(status, CNT_STATUS, TRAPPED)) {
        p.state = TRAPPED;
        p.pc = p.where = block_word(block, CNT_PC);
    } else if (NOC_GET(status, CNT_STATUS, DONE)) {
        p.state = DONE;
        p.code = NOC_GET(status, CNT_STATUS, CODE);
    } else if (NOC_GET(status, CNT_STATUS, ASLEEP)) {
        p.state = ASLEEP;
        p.waiting = block_word(block, CNT_WAITING);
    }
    return p;
}

static int order(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    const uint32_t left[] = { p->state, p->code, p->waiting, p->where, p->node };
    const uint32_t right[] = { q->state, q->code, q->waiting, q->where, q->node };
    for (unsigned i = 0; i < sizeof left / sizeof *left; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static json_t *group_json(const struct place *p, const struct image *image)
{
    static const char *const states[] = { "running", "trapped", "asleep", "done" };
    static const char *const kinds[WAITING_KINDS] = { NULL,      "send",      "receive", "probe",
                                                      "barrier", "multicast", "group" };
    json_t *group = json_pack("{s:s}", "state", states[p->state]);
    uint32_t kind = p->waiting >> 28, offset = 0;
    if (p->pc) {
        const char *function = image_function(image, p->pc, &offset);
        json_object_set_new(group, "pc", json_integer(p->pc));
        json_object_set_new(group, "function", function ? json_string(function) : json_null());
        json_object_set_new(group, "offset", json_integer(offset));
    }
    if (kind && kind < WAITING_KINDS) {
        uint32_t peer = p->waiting & 0xffff;
        json_object_set_new(group, "waiting", json_string(kinds[kind]));
        json_object_set_new(group, "peer", peer == ANYBODY ? json_null() : json_integer(peer));
        json_object_set_new(group, "tag", json_integer(p->waiting >> 16 & 0xfff));
    }
    if (p->state == DONE) {
        json_object_set_new(group, "code", json_integer(p->code));
    }
    json_object_set_new(group, "nodes", json_array());
    return group;
}

json_t *standing_find(struct gdb *g, const struct image *image, uint32_t nodes,
                      const unsigned char *block)
{
    struct place *place = claim_array(nodes, sizeof *place);
    json_t *groups = json_array(), *group = NULL;
    struct complaint unused;
    unsigned asked = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        place[i] = place_of(block + (size_t)i * NOC_DEBUG_BLOCK, i);
        if (place[i].state == RUNNING && asked++ < ASKED_MAX &&
            !gdb_pc(g, i, &place[i].pc, &unused)) {
            uint32_t offset = 0;
            (void)image_function(image, place[i].pc, &offset);
            place[i].where = place[i].pc - offset;
        }
    }
    qsort(place, nodes, sizeof *place, order);
    for (uint32_t i = 0; i < nodes; i++) {
        const struct place *p = &place[i], *before = i ? p - 1 : NULL;
        if (!before || p->state != before->state || p->code != before->code ||
            p->waiting != before->waiting || p->where != before->where) {
            group = group_json(p, image);
            json_array_append_new(groups, group);
        }
        json_array_append_new(json_object_get(group, "nodes"), json_integer(p->node));
    }
    free(place);
    return groups;
}

/* What the cores of a group do, without which they are. */
static void describe(const json_t *group, char *text, size_t room)
{
    const char *waiting = answer_text(group, "waiting"), *function = answer_text(group, "function");
    int n = snprintf(text, room, "%s", answer_text(group, "state"));
    if (json_object_get(group, "code")) {
        n += snprintf(text + n, room - (size_t)n, " with status %lld",
                      answer_number(group, "code"));
    }
    if (json_object_get(group, "pc")) {
        n += snprintf(text + n, room - (size_t)n, " at 0x%08llx", answer_number(group, "pc"));
    }
    if (*function) {
        n += snprintf(text + n, room - (size_t)n, " (%.60s+%lld)", function,
                      answer_number(group, "offset"));
    }
    if (*waiting) {
        const json_t *peer = json_object_get(group, "peer");
        bool to = strcmp(waiting, "send") == 0 || strcmp(waiting, "receive") == 0;
        n += snprintf(text + n, room - (size_t)n, ", waiting %s %s%s ", to ? "to" : "in", waiting,
                      strcmp(waiting, "send") == 0      ? " to"
                      : strcmp(waiting, "receive") == 0 ? " from"
                                                        : ", for");
        if (json_is_integer(peer)) {
            snprintf(text + n, room - (size_t)n, "node %lld", (long long)json_integer_value(peer));
        } else {
            snprintf(text + n, room - (size_t)n, "anybody");
        }
    }
}

void standing_complain(struct complaint *why, const json_t *cores)
{
    size_t i, said = 0;
    const json_t *group;
    json_array_foreach(cores, i, group) {
        char text[256];
        bool well = strcmp(answer_text(group, "state"), "done") == 0 &&
                    answer_number(group, "code") == 0;
        if (well) {
            continue;
        }
        if (said == GROUPS_SAID) {
            complain_more(why, "; ...");
            return;
        }
        const json_t *nodes = json_object_get(group, "nodes");
        describe(group, text, sizeof text);
        complain_more(why, "%s %zu core%s %s (node %lld%s)", said++ ? ";" : ":",
                      json_array_size(nodes), json_array_size(nodes) == 1 ? "" : "s", text,
                      (long long)json_integer_value(json_array_get(nodes, 0)),
                      json_array_size(nodes) > 1 ? ", ..." : "");
    }
}

/* "0-3 7 9-12 ..." */
static void list_nodes(const json_t *nodes, char *text, size_t room)
{
    size_t i = 0, n = json_array_size(nodes), used = 0;
    text[0] = 0;
    while (i < n) {
        long long first = json_integer_value(json_array_get(nodes, i)), last = first;
        for (i++; i < n && json_integer_value(json_array_get(nodes, i)) == last + 1; i++) {
            last++;
        }
        if (used + 20 > room) {
            strcpy(text + used, "...");
            return;
        }
        used += (size_t)sprintf(text + used, last > first ? "%lld-%lld " : "%lld ", first, last);
    }
}

void standing_show(const json_t *cores)
{
    struct table t;
    size_t i;
    const json_t *group;
    printf("\nwhere the cores stand\n");
    table_begin(&t, "rll", "cores\tstate\tnodes");
    json_array_foreach(cores, i, group) {
        char text[256], nodes[NODES_TEXT];
        if (i == GROUPS_SHOWN) {
            table_row(&t, "...\tand %zu groups more; --json lists them all\t",
                      json_array_size(cores) - i);
            break;
        }
        describe(group, text, sizeof text);
        list_nodes(json_object_get(group, "nodes"), nodes, sizeof nodes);
        table_row(&t, "%zu\t%s\t%s", json_array_size(json_object_get(group, "nodes")), text, nodes);
    }
    table_end(&t);
}

uint32_t standing_well(const unsigned char *block, uint32_t nodes)
{
    uint32_t well = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        struct place p = place_of(block + (size_t)i * NOC_DEBUG_BLOCK, i);
        well += p.state == DONE && p.code == 0;
    }
    return well;
}
