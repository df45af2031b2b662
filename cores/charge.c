/* SPDX-License-Identifier: BSD-2-Clause */
#include "charge.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"

enum { BUCKETS = 1024 };

struct charges {
    uint16_t *id;                    /* by number in core_functions: those of one name have one */
    uint32_t ids;                    /* 0: no function of the layer */
    uint32_t bucket[BUCKETS], *next; /* numbers by the hash of their names; 0: no more */
    uint32_t *cost;                  /* [caller][callee], [function][0] */
    uint64_t *count;                 /* the same */
    bool *known;                     /* by id */
    uint32_t combine_call, combine_element;
};

struct charge_stack *charge_stack;
uint64_t *charge_clock;
static struct charges *charges;
static uint16_t *by_place; /* function's number and 1, by its offset in the layer's text over 16 */

enum { PLACE = 16 };

static void index_places(void)
{
    uint32_t last = core_functions[core_functions_count - 1].offset;

    by_place = calloc(last / PLACE + 1, sizeof(*by_place));
    for (uint32_t i = 0; by_place && i < core_functions_count; i++) {
        by_place[core_functions[i].offset / PLACE] = (uint16_t)(i + 1);
    }
}

static uint32_t hash(const char *name)
{
    uint32_t h = 5381;

    for (; *name; name++) {
        h = h * 33 + (unsigned char)*name;
    }
    return h % BUCKETS;
}

struct charges *charges_new(void)
{
    struct charges *c = calloc(1, sizeof(*c));
    const size_t n = core_functions_count + 1u;

    if (!by_place) {
        index_places();
    }
    if (c) {
        c->ids = (uint32_t)n;
        c->id = calloc(n, sizeof(*c->id));
        c->cost = calloc(n * n, sizeof(*c->cost));
        c->count = calloc(n * n, sizeof(*c->count));
        c->known = calloc(n, sizeof(*c->known));
        c->next = calloc(n, sizeof(*c->next));
        for (uint32_t i = core_functions_count; c->id && c->next && i > 0; i--) {
            uint32_t *bucket = &c->bucket[hash(core_functions[i - 1].name)];

            c->id[i] = (uint16_t)i;
            c->next[i] = *bucket;
            *bucket = i;
        }
    }
    if (!c || !by_place || !c->id || !c->next || !c->cost || !c->count || !c->known) {
        abort();
    }
    return c;
}

void charges_free(struct charges *c)
{
    if (c) {
        free(c->id);
        free(c->next);
        free(c->cost);
        free(c->count);
        free(c->known);
        free(c);
    }
}

/* Whether a function of this number is meant. */
static bool is_named(uint32_t number, const char *file, size_t length, const char *name)
{
    const struct core_function *f = &core_functions[number - 1];

    return strcmp(f->name, name) == 0 &&
           (!length || !f->file[0] || (strncmp(f->file, file, length) == 0 && !f->file[length]));
}

/* The id of all functions that are meant; 0: there are none. */
static uint32_t id_of(struct charges *c, const char *name)
{
    const char *colon = strchr(name, ':'), *own = colon ? colon + 1 : name;
    const size_t length = colon ? (size_t)(colon - name) : 0;
    uint32_t id = 0;

    for (uint32_t i = c->bucket[hash(own)]; i; i = c->next[i]) {
        if (is_named(i, name, length, own) && (length || id || c->id[i] == i)) {
            id = id ? id : c->id[i];
            c->id[i] = (uint16_t)id;
        }
    }
    return id;
}

void charges_name(struct charges *c, const char *function)
{
    if (function) {
        (void)id_of(c, function);
    }
}

int charges_set(struct charges *c, const char *function, const char *callee, uint32_t parts)
{
    const uint32_t f = id_of(c, function), g = callee ? id_of(c, callee) : 0;

    if (!f || (callee && !g)) {
        return 0;
    }
    c->known[f] = true;
    c->cost[f * c->ids + g] = parts;
    return 1;
}

void charges_set_combine(struct charges *c, uint32_t call, uint32_t element)
{
    c->combine_call = call;
    c->combine_element = element;
}

void charges_print(const struct charges *c, FILE *out)
{
    for (uint32_t f = 1; f < c->ids; f++) {
        for (uint32_t g = 0; g < c->ids; g++) {
            if (c->count[f * c->ids + g]) {
                const struct core_function *a = &core_functions[f - 1];
                const struct core_function *b = g ? &core_functions[g - 1] : NULL;

                fprintf(out, "%s:%s %s:%s %llu\n", a->file, a->name, b ? b->file : "",
                        b ? b->name : "", (unsigned long long)c->count[f * c->ids + g]);
            }
        }
    }
}

void charges_use(struct charges *c)
{
    charges = c;
}

/* --- the hooks --------------------------------------------------------------------------------- */

static void pay(uint32_t parts)
{
    struct charge_stack *s = charge_stack;

    s->parts += parts;
    *charge_clock += s->parts / CHARGE_PARTS;
    s->parts %= CHARGE_PARTS;
}

static void enter(const void *function)
{
    const struct charges *c = charges;
    struct charge_stack *s = charge_stack;
    const uint32_t offset = (uint32_t)((const char *)function - core_text);
    const uint32_t g = c->id[by_place[offset / PLACE]];
    const uint32_t f = s->depth ? s->function[s->depth - 1] : 0;

    if (f) {
        c->count[f * c->ids + g]++;
        pay(c->cost[f * c->ids + g]);
    }
    c->count[g * c->ids]++;
    pay(c->known[g] ? c->cost[g * c->ids] : CHARGE_UNKNOWN * CHARGE_PARTS);
    if (s->depth == sizeof(s->function) / sizeof(*s->function)) {
        abort();
    }
    s->function[s->depth++] = (uint16_t)g;
}

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    if (charge_stack) {
        enter(function);
    }
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
    if (charge_stack) {
        charge_stack->depth--;
    }
}

void charge_combine(uint32_t elements)
{
    if (charge_stack) {
        uint64_t parts = charges->combine_call + (uint64_t)elements * charges->combine_element;

        *charge_clock += parts / CHARGE_PARTS;
        pay((uint32_t)(parts % CHARGE_PARTS));
    }
}
