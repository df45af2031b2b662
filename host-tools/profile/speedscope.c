/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * speedscope's own format, "sampled": frames are named once, and each sample is a list of them, the
 * outermost first, with a weight. Awake, a core's sample is its function and the line in it; asleep,
 * "asleep" and what it waits for.
 */
#include "speedscope.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "profile_sum.h"

/* The frames that there are, and where each is. */
struct frames {
    json_t *list, *index; /* index: an object, the name to the number */
};

static json_int_t frame_of(struct frames *f, const char *name, const char *file, unsigned line)
{
    json_t *number = json_object_get(f->index, name), *frame;

    if (number) {
        return json_integer_value(number);
    }
    number = json_integer((json_int_t)json_array_size(f->list));
    json_object_set_new(f->index, name, number);
    frame = json_pack("{s:s}", "name", name);
    if (file) {
        json_object_set_new(frame, "file", json_string(file));
        json_object_set_new(frame, "line", json_integer(line));
    }
    json_array_append_new(f->list, frame);
    return json_integer_value(number);
}

static json_t *stack_at(struct frames *f, const struct profile_place *place)
{
    enum { NAME = 400 };
    char name[NAME];
    json_t *stack = json_array();

    json_array_append_new(stack, json_integer(frame_of(f, place->function, NULL, 0)));
    if (place->file) {
        snprintf(name, sizeof name, "%s%s%s:%u", place->inlined ? place->inlined : "",
                 place->inlined ? ", " : "", place->file, place->line);
        json_array_append_new(stack, json_integer(frame_of(f, name, place->file, place->line)));
    }
    return stack;
}

static json_t *stack_asleep(struct frames *f, uint32_t waiting)
{
    char name[PROFILE_REASON], whole[PROFILE_REASON + 8];

    profile_reason(name, waiting);
    snprintf(whole, sizeof whole, "waits %s", name);
    return json_pack("[I,I]", frame_of(f, "asleep", NULL, 0), frame_of(f, whole, NULL, 0));
}

/* The stack of each pc: many cores share them. */
struct stacks {
    uint32_t *pc; /* ascending */
    json_t **stack;
    size_t n;
};

static int by_pc(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void stacks_make(struct stacks *s, const struct profile *p, const struct elf_image *image,
                        const struct debug_info *source, struct frames *f)
{
    s->pc = alloc_array(p->ats + 1, sizeof *s->pc);
    s->n = 0;
    for (size_t i = 0; i < p->ats; i++) {
        s->pc[i] = p->at[i].pc;
    }
    qsort(s->pc, p->ats, sizeof *s->pc, by_pc);
    for (size_t i = 0; i < p->ats; i++) {
        if (i == 0 || s->pc[i] != s->pc[s->n - 1]) {
            s->pc[s->n++] = s->pc[i];
        }
    }
    s->stack = alloc_array(s->n + 1, sizeof(json_t *));
    for (size_t i = 0; i < s->n; i++) {
        struct profile_place place = profile_place(image, source, s->pc[i]);
        s->stack[i] = stack_at(f, &place);
    }
}

static json_t *stack_of(const struct stacks *s, uint32_t pc)
{
    const uint32_t *found = bsearch(&pc, s->pc, s->n, sizeof pc, by_pc);
    return s->stack[found - s->pc];
}

static void stacks_free(struct stacks *s)
{
    for (size_t i = 0; i < s->n; i++) {
        json_decref(s->stack[i]);
    }
    free(s->pc);
    free(s->stack);
}

/* A row of the list of profiles, being filled. */
struct row {
    json_t *samples, *weights;
    uint64_t sum;
};

static void row_add(struct row *r, json_t *stack, uint64_t weight)
{
    json_array_append(r->samples, stack);
    json_array_append_new(r->weights, json_integer((json_int_t)weight));
    r->sum += weight;
}

static json_t *row_end(struct row *r, const char *name)
{
    return json_pack("{s:s,s:s,s:s,s:i,s:I,s:o,s:o}", "type", "sampled", "name", name, "unit",
                     "none", "startValue", 0, "endValue", (json_int_t)r->sum, "samples", r->samples,
                     "weights", r->weights);
}

/* A row of the nodes that are left before `end`. *at and *wait: where theirs begin, and then where
 * those of the next begin. */
static json_t *row_make(const struct profile *p, uint32_t end, size_t *at, size_t *wait,
                        const struct stacks *s, struct frames *f, const char *name)
{
    struct row r = {.samples = json_array(), .weights = json_array()};

    for (; *at < p->ats && p->at[*at].node < end; ++*at) {
        row_add(&r, stack_of(s, p->at[*at].pc), p->at[*at].samples * p->every);
    }
    for (; *wait < p->waits && p->wait[*wait].node < end; ++*wait) {
        json_t *stack = stack_asleep(f, p->wait[*wait].waiting);
        row_add(&r, stack, p->wait[*wait].cycles);
        json_decref(stack);
    }
    return row_end(&r, name);
}

json_t *speedscope_make(const struct profile *p, const struct elf_image *image,
                        const struct debug_info *source, const char *title)
{
    struct frames f = {.list = json_array(), .index = json_object()};
    json_t *profiles = json_array();
    struct stacks s;
    size_t at = 0, wait = 0;
    char name[32];

    stacks_make(&s, p, image, source, &f);
    json_array_append_new(profiles, row_make(p, p->nodes, &at, &wait, &s, &f, "all cores"));
    at = wait = 0;
    for (uint32_t node = 0; node < p->nodes; node++) {
        snprintf(name, sizeof name, "core %u", node);
        json_array_append_new(profiles, row_make(p, node + 1, &at, &wait, &s, &f, name));
    }
    stacks_free(&s);
    json_decref(f.index);
    return json_pack("{s:s,s:s,s:s,s:i,s:{s:o},s:o}", "$schema",
                     "https://www.speedscope.app/file-format-schema.json", "name", title,
                     "exporter", "noct profile", "activeProfileIndex", 0, "shared", "frames",
                     f.list, "profiles", profiles);
}
