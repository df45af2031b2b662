/* SPDX-License-Identifier: BSD-2-Clause */
#include "profile_sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "program/location.h"
#include "target/core_state.h"

struct profile_place profile_place(const struct elf_image *image, const struct debug_info *source,
                                   uint32_t pc)
{
    struct debug_info_frame frame[DEBUG_INFO_FRAMES_MAX];
    unsigned frames = source ? debug_info_find(source, pc, frame) : 0;
    uint32_t offset;
    const char *function = elf_image_function(image, pc, &offset);
    struct profile_place place = {.function = function ? function : "?"};

    if (frames && frame[0].file && frame[0].line) {
        place.file = frame[0].file;
        place.line = frame[0].line;
        place.inlined = frames > 1 ? frame[0].function : NULL;
        if (!function) { /* assembly without a type */
            place.function = strrchr(place.file, '/') ? strrchr(place.file, '/') + 1 : place.file;
        }
    }
    return place;
}

void profile_reason(char text[PROFILE_REASON], uint32_t waiting)
{
    uint32_t what = NOC_GET(waiting, NI_WAITING, WHAT), peer = NOC_GET(waiting, NI_WAITING, NODE);
    char who[20] = "anybody";

    if (!what || what >= NOC_WAITS) {
        snprintf(text, PROFILE_REASON, "for nothing that has a name");
        return;
    }
    if (peer != NOC_WAITING_ANYBODY) {
        snprintf(who, sizeof who, "core %u", peer);
    }
    core_wait_text(text, PROFILE_REASON, what, NOC_GET(waiting, NI_WAITING, TAG), who);
    memmove(text, text + strlen(", waiting "), strlen(text) - strlen(", waiting ") + 1);
}

/* --- sums ------------------------------------------------------------------ */

/* A pc, and what its samples are counted under. */
struct key {
    struct profile_place place;
    uint64_t samples;
};

static int compare_texts(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

static int by_function(const void *p, const void *q)
{
    const struct key *a = p, *b = q;
    return compare_texts(a->place.function, b->place.function);
}

static int by_line(const void *p, const void *q)
{
    const struct key *a = p, *b = q;
    int order = compare_texts(a->place.file, b->place.file);
    order = order ? order : (a->place.line > b->place.line) - (a->place.line < b->place.line);
    return order ? order : by_function(p, q);
}

/* The most first, else as they were. */
static int by_samples(const void *p, const void *q)
{
    const struct key *a = p, *b = q;
    int order = (a->samples < b->samples) - (a->samples > b->samples);
    return order ? order : by_line(p, q);
}

static int by_pc(const void *p, const void *q)
{
    const struct profile_at *a = p, *b = q;
    return (a->pc > b->pc) - (a->pc < b->pc);
}

/* Keys of all pcs, of all cores; each is looked up once. Returns how many. */
static size_t keys_of(struct key **key, const struct profile *p, const struct elf_image *image,
                      const struct debug_info *source)
{
    struct profile_at *at = alloc_array(p->ats + 1, sizeof *at);
    size_t n = 0;

    memcpy(at, p->at, p->ats * sizeof *at);
    qsort(at, p->ats, sizeof *at, by_pc);
    *key = alloc_array(p->ats + 1, sizeof **key);
    for (size_t i = 0; i < p->ats; i++) {
        if (i == 0 || at[i].pc != at[i - 1].pc) {
            (*key)[n++].place = profile_place(image, source, at[i].pc);
        }
        (*key)[n - 1].samples += at[i].samples;
    }
    free(at);
    return n;
}

/* Those that are equal in this order become one; then the most come first. Returns how many. */
static size_t join(struct key *key, size_t n, int (*order)(const void *, const void *))
{
    size_t left = 0;

    qsort(key, n, sizeof *key, order);
    for (size_t i = 0; i < n; i++) {
        if (left && order(&key[left - 1], &key[i]) == 0) {
            key[left - 1].samples += key[i].samples;
        } else {
            key[left++] = key[i];
        }
    }
    qsort(key, left, sizeof *key, by_samples);
    return left;
}

/* What its samples stand for. */
static json_int_t cycles_of(const struct key *key, const struct profile *p)
{
    uint64_t cycles = key->samples * p->every;
    return (json_int_t)cycles;
}

json_t *profile_functions(const struct profile *p, const struct elf_image *image,
                          const struct debug_info *source)
{
    struct key *key;
    size_t n = keys_of(&key, p, image, source);
    json_t *rows = json_array();

    n = join(key, n, by_function);
    for (size_t i = 0; i < n; i++) {
        json_array_append_new(rows, json_pack("{s:s,s:I}", "function", key[i].place.function,
                                              "cycles", cycles_of(&key[i], p)));
    }
    free(key);
    return rows;
}

json_t *profile_lines(const struct profile *p, const struct elf_image *image,
                      const struct debug_info *source)
{
    struct key *key;
    size_t n = keys_of(&key, p, image, source);
    json_t *rows = json_array();

    n = join(key, n, by_line);
    for (size_t i = 0; i < n; i++) {
        const struct profile_place *at = &key[i].place;
        json_array_append_new(
            rows,
            json_pack("{s:o,s:o,s:s,s:o,s:I}", "file", text_or_null(at->file), "line",
                      at->file ? json_integer(at->line) : json_null(), "function", at->function,
                      "inlined", text_or_null(at->inlined), "cycles", cycles_of(&key[i], p)));
    }
    free(key);
    return rows;
}

/* --- sleeps ------------------------------------------------------------------ */

static int by_cycles(const void *p, const void *q)
{
    const struct profile_wait *a = p, *b = q;
    int order = (a->cycles < b->cycles) - (a->cycles > b->cycles);
    order = order ? order : (a->node > b->node) - (a->node < b->node);
    return order ? order : (a->waiting > b->waiting) - (a->waiting < b->waiting);
}

json_t *profile_waits(const struct profile *p)
{
    struct profile_wait *wait = alloc_array(p->waits + 1, sizeof *wait);
    json_t *rows = json_array();

    memcpy(wait, p->wait, p->waits * sizeof *wait);
    qsort(wait, p->waits, sizeof *wait, by_cycles);
    for (size_t i = 0; i < p->waits; i++) {
        uint32_t what = NOC_GET(wait[i].waiting, NI_WAITING, WHAT);
        uint32_t peer = NOC_GET(wait[i].waiting, NI_WAITING, NODE);
        bool known = what && what < NOC_WAITS;
        json_array_append_new(
            rows,
            json_pack("{s:i,s:o,s:o,s:o,s:I}", "node", (int)wait[i].node, "what",
                      text_or_null(known ? core_wait_word(what) : NULL), "peer",
                      known && peer != NOC_WAITING_ANYBODY ? json_integer(peer) : json_null(),
                      "tag",
                      known ? json_integer(NOC_GET(wait[i].waiting, NI_WAITING, TAG)) : json_null(),
                      "cycles", (json_int_t)wait[i].cycles));
    }
    free(wait);
    return rows;
}

json_t *profile_cores(const struct profile *p)
{
    json_t *rows = json_array();

    for (uint32_t i = 0; i < p->nodes; i++) {
        json_array_append_new(rows, json_pack("{s:i,s:I,s:I}", "node", (int)i, "awake",
                                              (json_int_t)p->core[i].awake, "asleep",
                                              (json_int_t)p->core[i].asleep));
    }
    return rows;
}
