/* SPDX-License-Identifier: BSD-2-Clause */
#include "costs.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/in_file.h"
#include "base/install_paths.h"
#include "charge.h"
#include "collective/cost.h"
#include "combine.h"
#include "costs_files.h"
#include "params.h"
#include "image/image_origin.h"

enum { COST_MAX = 1 << 20, NAME_TEXT = COMPILER_TEXT + 16 };

/* Of multicasts: how a relay learns its part, and what its worms are. */
enum kind {
    BY_PLAN,
    BY_LIST,
    WORMS_BY_PLAN,
    WORMS_BY_LIST,
    WORMS_BY_HEADER,
    LOOKING_BY_LIST,
    LOOKING_BY_HEADER,
    KINDS
};

static const char *const kinds[KINDS] = {
    [BY_LIST] = "list",
    [WORMS_BY_PLAN] = "worms",
    [WORMS_BY_LIST] = "worms_list",
    [WORMS_BY_HEADER] = "worms_header",
    [LOOKING_BY_LIST] = "looking_list",
    [LOOKING_BY_HEADER] = "looking_header",
};

/* Of a kind, with what this algorithm's steps take. */
struct of_algorithm {
    char *name;
    enum kind kind;
    struct firmware_costs costs;
    struct of_algorithm *next;
};

struct costs {
    char *asked; /* what was looked for, */
    char *name;  /* and which ones that are; NULL: nobody has needed them yet */
    json_t *file;
    struct firmware_costs multicast[KINDS];
    bool known[KINDS];
    struct of_algorithm *algorithms; /* that were asked for */
    struct noc_costs_measured measured;
    struct costs *next;
};

static struct costs *all;

/* --- reading ------------------------------------------------------------------------------------ */

struct reader {
    const json_t *file;
    const char
        *wrong;    /* the name of the first number that is not there, or none; NULL: all are good */
    int32_t least; /* that it can be */
};

/* One number. */
static int32_t number(struct reader *r, const char *name, int32_t least)
{
    const json_t *value = json_object_get(r->file, name);
    json_int_t n = json_integer_value(value);
    if (json_is_integer(value) && n >= least && n <= COST_MAX) {
        return (int32_t)n;
    }
    if (!r->wrong) {
        r->wrong = name;
        r->least = least;
    }
    return 0;
}

static uint32_t cost(struct reader *r, const char *name)
{
    return (uint32_t)number(r, name, 0);
}

/* One that is 0 where it is not there. */
static uint32_t further(struct reader *r, const char *name)
{
    return json_object_get(r->file, name) ? cost(r, name) : 0;
}

/* A relay may return sooner than others, but not before its call. */
static struct firmware_costs read_multicast(struct reader *r)
{
    const uint32_t call = cost(r, "call");
    const int32_t soonest = -(int32_t)call;
    const bool lists = json_object_get(r->file, "relay_finds");
    return (struct firmware_costs){
        .source = {.second = cost(r, "source_second"),
                   .further = cost(r, "source_further"),
                   .made = !json_is_true(json_object_get(r->file, "source_steps"))},
        .relay = {.first = cost(r, "relay"),
                  .second = cost(r, "relay_second"),
                  .further = cost(r, "relay_further"),
                  .receiver = further(r, "relay_receiver"),
                  .doubling = further(r, "relay_doubling"),
                  .made = !json_is_true(json_object_get(r->file, "relay_steps"))},
        .find = lists ? cost(r, "relay_finds") : 0,
        .call = call,
        .copied = {cost(r, "call_16_flits"), cost(r, "call_4_flits"), cost(r, "call_1_flit")},
        .back = {number(r, "relay_return", soonest), number(r, "relay_return_more", soonest)},
        .sleeps = cost(r, "relay_sleeps"),
        .wakes = cost(r, "relay_wakes"),
        .wake = further(r, "relay_wake"),
        .look = further(r, "look"),
    };
}

static void read_measured(struct costs *c)
{
    const json_t *formula = json_object_get(c->file, "formula");
    const json_t *schedules = json_object_get(c->file, "schedules");
    c->measured = (struct noc_costs_measured){
#define NOC_COST(name, what) .name = (uint32_t)json_integer_value(json_object_get(formula, #name)),
#include "collective/costs.def"
#define NOC_SCHEDULE(symbol, name) \
    .think[NOC_NUMBER_##symbol] = (uint16_t)json_integer_value(json_object_get(schedules, #symbol)),
#include "collective/schedules.def"
    };
}

/* The name of the first value in these objects that is no number of cycles; NULL: there is none. */
static const char *wrong_in(json_t *value, const char *name)
{
    const char *key, *wrong = NULL;
    json_t *inner;
    if (!json_is_object(value)) {
        const double cycles = json_number_value(value);
        return json_is_number(value) && cycles >= 0 && cycles <= COST_MAX ? NULL : name;
    }
    json_object_foreach (value, key, inner) {
        wrong = wrong ? wrong : wrong_in(inner, key[0] ? key : name);
    }
    return wrong;
}

/* Those of collective operations, and of finding receivers. */
static enum status check_objects(const struct costs *c, struct error *error)
{
    static const char *const objects[] = {"functions",    "combining",    "formula",
                                          "schedules",    "steps",        "application",
                                          "segment_sent", "segment_taken"};
    for (unsigned i = 0; i < sizeof objects / sizeof *objects; i++) {
        json_t *object = json_object_get(c->file, objects[i]);
        const char *wrong = object ? wrong_in(object, objects[i]) : NULL;
        if (wrong) {
            return error_set(error, STATUS_BAD,
                             "costs '%s': %s: %s: must be a number of cycles from 0 to %d", c->name,
                             objects[i], wrong, COST_MAX);
        }
    }
    return STATUS_DONE;
}

/* unmeasured: nothing is known yet, as before the first make costs. */
static enum status read_all(struct costs *c, bool unmeasured, struct error *error)
{
    const json_t *multicast = json_object_get(c->file, "multicast");
    if (check_objects(c, error)) {
        return STATUS_BAD;
    }
    read_measured(c);
    for (unsigned i = 0; i < KINDS; i++) {
        struct reader r = {.file = i == BY_PLAN ? c->file : json_object_get(multicast, kinds[i])};
        c->known[i] = r.file && !unmeasured;
        if (c->known[i]) {
            c->multicast[i] = read_multicast(&r);
        }
        if (r.wrong) {
            return error_set(error, STATUS_BAD,
                             "costs '%s': %s: must be a whole number of cycles from %d to %d",
                             c->name, r.wrong, (int)r.least, COST_MAX);
        }
    }
    return STATUS_DONE;
}

/* --- finding ------------------------------------------------------------------------------------ */

/* The compiler of the firmware that is installed, as "gcc-12.2.0"; "": there is none. */
static const char *installed_compiler(void)
{
    static char compiler[COMPILER_TEXT];
    static bool known;
    char path[PATH_MAX];
    struct elf_image image;
    struct error error;
    if (!known && !find_firmware(path, "collective", &error) &&
        !elf_image_open(&image, path, &error)) {
        image_compiler(&image, compiler);
        elf_image_close(&image);
    }
    known = true;
    for (char *blank = strchr(compiler, ' '); blank; blank = strchr(blank, ' ')) {
        *blank = '-';
    }
    return compiler;
}

static const char *text_of(const char *name)
{
    const struct costs_text *t = costs_texts;
    while (t->name && strcmp(t->name, name) != 0) {
        t++;
    }
    return t->text;
}

/* What a text means: the name of one of costs/, or a file's. */
static const char *resolve(const char *text, char name[NAME_TEXT])
{
    if (strchr(text, '/') || strchr(text, '.')) {
        return text;
    }
    snprintf(name, NAME_TEXT, "%s-%s", installed_compiler(), text);
    if (!text_of(name)) {
        snprintf(name, NAME_TEXT, "%s-%s", costs_reference, text);
    }
    return text_of(name) ? name : text;
}

static json_t *read_json(const char *name, struct error *error)
{
    json_error_t cause;
    const char *why, *known = text_of(name);
    FILE *file = known ? NULL : in_file_open(name, &why);
    json_t *json = known ? json_loads(known, 0, &cause)
                 : file  ? json_loadf(file, JSON_REJECT_DUPLICATES, &cause)
                         : NULL;
    if (file) {
        why = cause.text;
        fclose(file);
    }
    if (!json) {
        error_set(error, STATUS_BAD, "costs '%s': %s", name, why);
        error_fix(error, "give emulator, rtl, or a file of costs");
    }
    return json;
}

/* noct has them in it. The first make costs has none to begin with. */
static bool are_built_in(const char *text)
{
    return strcmp(text, "emulator") == 0 || strcmp(text, "rtl") == 0 || text_of(text);
}

static enum status read_costs(struct costs *c, struct error *error)
{
    char room[NAME_TEXT];
    const char *name = resolve(c->asked, room);
    const bool unmeasured = are_built_in(c->asked) && !text_of(name);
    c->name = alloc_text(name);
    c->file = unmeasured ? json_object() : read_json(name, error);
    return !c->file ? STATUS_BAD
                    : read_all(c, !json_object_size(c->file) && are_built_in(c->asked), error);
}

/* Those that are built in are read when they are needed first, since most commands need none. */
static const struct costs *loaded(struct costs *c)
{
    struct error error;
    if (!c->name && read_costs(c, &error)) {
        fprintf(stderr, "noct: %s\n", error.text); /* costs/ has been made by hand */
        exit(STATUS_ENVIRONMENT);
    }
    return c;
}

enum status costs_find(struct costs **costs, const char *text, struct error *error)
{
    const char *asked = text ? text : "emulator";
    struct costs *c = all;
    while (c && strcmp(c->asked, asked) != 0) {
        c = c->next;
    }
    *costs = c;
    if (c) {
        return STATUS_DONE;
    }
    c = alloc_zeroed(sizeof *c);
    c->asked = alloc_text(asked);
    enum status status = are_built_in(asked) ? STATUS_DONE : read_costs(c, error);
    if (status) {
        json_decref(c->file);
        free(c->name);
        free(c->asked);
        free(c);
        return status;
    }
    c->next = all;
    all = c;
    *costs = c;
    return STATUS_DONE;
}

const char *costs_name(struct costs *costs)
{
    return loaded(costs)->name;
}

/* --- multicasts --------------------------------------------------------------------------------- */

static enum kind kind_of(const struct noc_algorithm *a, uint32_t relay)
{
    const bool list = relay == NOC_RELAY_BODY;
    return !a->worm                 ? relay == NOC_RELAY_GROUP ? BY_PLAN : BY_LIST
         : relay == NOC_RELAY_GROUP ? WORMS_BY_PLAN
         : a->looks_at_all          ? list ? LOOKING_BY_LIST : LOOKING_BY_HEADER
         : list                     ? WORMS_BY_LIST
                                    : WORMS_BY_HEADER;
}

/* Cycles of `steps`, in the file: of an algorithm that is not there, nothing. */
static struct of_algorithm *add_algorithm(struct costs *costs, const char *name, enum kind kind)
{
    struct of_algorithm *made = alloc_zeroed(sizeof *made);
    const json_t *step = json_object_get(json_object_get(costs->file, "steps"), name);
    made->name = alloc_text(name);
    made->kind = kind;
    made->costs = costs->multicast[kind];
    made->costs.step = (struct step_costs){
        .fixed = (uint32_t)json_integer_value(json_object_get(step, "fixed")),
        .each = (uint32_t)json_integer_value(json_object_get(step, "each")),
        .square = (uint32_t)json_integer_value(json_object_get(step, "square"))};
    made->next = costs->algorithms;
    costs->algorithms = made;
    return made;
}

const struct firmware_costs *costs_multicast(struct costs *costs, const struct noc_algorithm *a,
                                             uint32_t relay)
{
    const enum kind kind = kind_of(a, relay);
    struct of_algorithm *found = loaded(costs)->algorithms;
    while (found && (found->kind != kind || strcmp(found->name, a->name) != 0)) {
        found = found->next;
    }
    if (!found && costs->known[kind]) {
        found = add_algorithm(costs, a->name, kind);
    }
    return found ? &found->costs : NULL;
}

bool costs_know_lists(struct costs *costs)
{
    loaded(costs);
    return costs->known[BY_LIST];
}

/* --- collective operations ------------------------------------------------------------------------ */

static uint32_t parts_of(const json_t *cycles)
{
    return (uint32_t)(json_number_value(cycles) * CHARGE_PARTS + 0.5);
}

/* {"FUNCTION": {"": cycles, "CALLEE": cycles, ...}, ...}. A name alone means those that have no other. */
static void set_functions(struct charges *charges, json_t *functions)
{
    const char *function, *callee;
    json_t *own, *cycles;
    json_object_foreach (functions, function, own) {
        charges_name(charges, strchr(function, ':') ? function : NULL);
    }
    json_object_foreach (functions, function, own) {
        json_object_foreach (own, callee, cycles) {
            charges_set(charges, function, callee[0] ? callee : NULL, parts_of(cycles));
        }
    }
}

static const char *const ops[] = {
#define NOC_COMBINE_OP(name) #name,
#define NOC_COMBINE_TYPE(name, bytes)
#include "combine.def"
};

static const struct {
    const char *name;
    uint32_t bytes;
} types[] = {
#define NOC_COMBINE_OP(name)
#define NOC_COMBINE_TYPE(name, bytes) {#name, bytes},
#include "combine.def"
};

static const json_t *combine_of(struct costs *costs, uint32_t op, uint32_t type)
{
    const json_t *combine = json_object_get(loaded(costs)->file, "combining");
    return json_object_get(json_object_get(combine, types[type].name), ops[op]);
}

struct charges *costs_charges(struct costs *costs, uint32_t op, uint32_t type, bool ordered)
{
    struct charges *charges = charges_new();
    const json_t *combine = json_object_get(loaded(costs)->file, "combining");
    set_functions(charges, json_object_get(loaded(costs)->file, "functions"));
    charges_set_combine(
        charges, parts_of(json_object_get(combine, "call")),
        parts_of(ordered ? json_object_get(combine, "ordered") : combine_of(costs, op, type)));
    return charges;
}

bool costs_know_collectives(struct costs *costs)
{
    return json_is_object(json_object_get(loaded(costs)->file, "functions"));
}

uint64_t costs_application(struct costs *costs)
{
    return (uint64_t)json_integer_value(json_object_get(loaded(costs)->file, "application"));
}

uint32_t costs_combine(struct costs *costs, uint32_t op, uint32_t type)
{
    return (uint32_t)(json_number_value(combine_of(costs, op, type)) * (64.0 / types[type].bytes) +
                      0.5);
}

const struct noc_costs_measured *costs_measured(struct costs *costs)
{
    return &loaded(costs)->measured;
}

uint32_t costs_segment_sent(struct costs *costs)
{
    return (uint32_t)json_integer_value(json_object_get(loaded(costs)->file, "segment_sent"));
}

uint32_t costs_segment_taken(struct costs *costs)
{
    return (uint32_t)json_integer_value(json_object_get(loaded(costs)->file, "segment_taken"));
}
