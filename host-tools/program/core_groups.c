/* SPDX-License-Identifier: BSD-2-Clause */
#include "core_groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "memmap.h"
#include "base/alloc.h"
#include "regs.h"

enum {
    GROUPS_SAID = 3 /* in a line; the table shows more */
};

struct place {
    struct core core;
    uint32_t where; /* core_place() */
    uint32_t node;
};

uint32_t core_place(const struct core *c, const struct elf_image *image)
{
    uint32_t offset = 0;
    if (c->state == CORE_RUNNING && image) {
        (void)elf_image_function(image, c->pc, &offset);
    }
    return c->state == CORE_RUNNING || c->state == CORE_TRAPPED ? c->pc - offset : 0;
}

static struct place place_of(const struct elf_image *image, const unsigned char *block,
                             uint32_t node)
{
    struct place p = {.core = core_read(block), .node = node};
    p.where = core_place(&p.core, image);
    return p;
}

static int order(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    const uint32_t left[] = {p->core.state, p->core.code, p->core.what, p->core.tag,
                             p->core.peer,  p->where,     p->node};
    const uint32_t right[] = {q->core.state, q->core.code, q->core.what, q->core.tag,
                              q->core.peer,  q->where,     q->node};
    for (unsigned i = 0; i < sizeof left / sizeof *left; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static bool same_group(const struct place *p, const struct place *q)
{
    return p->core.state == q->core.state && p->core.code == q->core.code &&
           p->core.what == q->core.what && p->core.tag == q->core.tag &&
           p->core.peer == q->core.peer && p->where == q->where;
}

static json_t *group_json(const struct place *p, const struct elf_image *image,
                          const struct debug_info *source)
{
    const struct core *c = &p->core;
    json_t *group = json_pack("{s:s}", "state", core_state_word(c->state));
    if (p->where) {
        json_object_set_new(group, "pc", json_integer(c->pc));
        location_set(group, image, source, c->pc);
        if (json_is_null(json_object_get(group, "function"))) {
            json_object_set_new(group, "offset", json_integer(0)); /* here never null */
        }
    }
    if (c->what) {
        json_object_set_new(group, "waiting", json_string(core_wait_word(c->what)));
        json_object_set_new(group, "peer",
                            c->peer == NOC_WAITING_ANYBODY ? json_null() : json_integer(c->peer));
        json_object_set_new(group, "tag", json_integer(c->tag));
    }
    if (c->state == CORE_EXITED) {
        json_object_set_new(group, "code", json_integer(c->code));
    }
    if (core_cause(c)) {
        json_object_set_new(group, "cause", json_string(core_cause(c)));
    }
    json_object_set_new(group, "nodes", json_array());
    return group;
}

json_t *core_groups_find(const struct elf_image *image, uint32_t nodes, const unsigned char *block)
{
    struct place *place = alloc_array(nodes, sizeof *place);
    struct debug_info *source = debug_info_open(image);
    json_t *groups = json_array(), *group = NULL;
    for (uint32_t i = 0; i < nodes; i++) {
        place[i] = place_of(image, block + (size_t)i * NOC_DEBUG_BLOCK, i);
    }
    qsort(place, nodes, sizeof *place, order);
    for (uint32_t i = 0; i < nodes; i++) {
        if (i == 0 || !same_group(&place[i - 1], &place[i])) {
            group = group_json(&place[i], image, source);
            json_array_append_new(groups, group);
        }
        json_array_append_new(json_object_get(group, "nodes"), json_integer(place[i].node));
    }
    debug_info_close(source);
    free(place);
    return groups;
}

void core_group_text(const json_t *group, char *text, size_t room)
{
    const char *waiting = result_text(group, "waiting"), *place = result_text(group, "place");
    int n = snprintf(text, room, "%s", result_text(group, "state"));
    if (json_object_get(group, "code")) {
        n +=
            snprintf(text + n, room - (size_t)n, " with status %lld", result_number(group, "code"));
    }
    if (json_object_get(group, "cause")) {
        n += snprintf(text + n, room - (size_t)n, " (%s)", result_text(group, "cause"));
    }
    if (json_object_get(group, "pc")) {
        n += snprintf(text + n, room - (size_t)n, " at 0x%08llx", result_number(group, "pc"));
    }
    if (*place && strncmp(place, "0x", 2) != 0) { /* more than the address */
        n += snprintf(text + n, room - (size_t)n, " in %s", place);
    }
    if (*waiting) {
        const json_t *peer = json_object_get(group, "peer");
        char who[24] = "anybody";
        if (json_is_integer(peer)) {
            snprintf(who, sizeof who, "node %lld", (long long)json_integer_value(peer));
        }
        core_wait_text(text + n, room - (size_t)n, core_wait_find(waiting),
                       (uint32_t)result_number(group, "tag"), who);
    }
}

void core_groups_describe(struct error *error, const json_t *cores)
{
    size_t i, said = 0;
    const json_t *group;
    json_array_foreach (cores, i, group) {
        char text[CORE_GROUP_TEXT];
        bool well = core_state_find(result_text(group, "state")) == CORE_EXITED &&
                    result_number(group, "code") == 0;
        if (well) {
            continue;
        }
        if (said == GROUPS_SAID) {
            error_append(error, "; ...");
            return;
        }
        const json_t *nodes = json_object_get(group, "nodes");
        core_group_text(group, text, sizeof text);
        error_append(error, "%s %zu core%s %s (node %lld%s)", said++ ? ";" : ":",
                     json_array_size(nodes), json_array_size(nodes) == 1 ? "" : "s", text,
                     (long long)json_integer_value(json_array_get(nodes, 0)),
                     json_array_size(nodes) > 1 ? ", ..." : "");
    }
}

uint32_t core_groups_abort(const unsigned char *block, uint32_t nodes)
{
    uint32_t node = 0;
    while (node < nodes && !core_read(block + (size_t)node * NOC_DEBUG_BLOCK).aborted) {
        node++;
    }
    return node;
}

const char *core_groups_end(const char *said, const unsigned char *block, uint32_t nodes)
{
    for (uint32_t i = 0; i < nodes && strcmp(said, "exit") == 0; i++) {
        if (core_read(block + (size_t)i * NOC_DEBUG_BLOCK).state == CORE_TRAPPED) {
            return "trap";
        }
    }
    return said;
}

uint32_t core_groups_done(const unsigned char *block, uint32_t nodes)
{
    uint32_t well = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        struct core c = core_read(block + (size_t)i * NOC_DEBUG_BLOCK);
        well += c.state == CORE_EXITED && c.code == 0;
    }
    return well;
}
