/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the blocks of a collective operation lie. libnoc's schedule.h says which memory of which
 * operation has which blocks.
 */
#include <stdlib.h>

#include "collectives.h"
#include "slots/copy.h"

/* --- cutting --------------------------------------------------------------------------- */

static uint32_t place_of(const struct cut *c, uint32_t block)
{
    uint32_t place;

    if (c->place) {
        return c->place[block];
    }
    place = c->unit * (block * c->each + (block < c->more ? block : c->more));
    return place < c->total ? place : c->total; /* the last unit may be shorter */
}

static void cut_evenly(struct cut *c, uint32_t units, uint32_t unit, uint32_t total)
{
    c->unit = unit;
    c->each = units / c->count;
    c->more = units % c->count;
    c->total = total;
}

/* By lengths, each of so many units. */
static bool cut_by(struct cut *c, const uint32_t *length, uint32_t unit)
{
    uint32_t i;

    c->place = malloc((c->count + 1) * sizeof(*c->place));
    if (!c->place) {
        return false;
    }
    c->place[0] = 0;
    for (i = 0; i < c->count; i++) {
        COUNTED(passed);
        c->place[i + 1] = c->place[i] + length[i] * unit;
    }
    c->total = c->place[c->count];
    return true;
}

enum { WORD = 4 };

static bool make_cut(struct cut *c, const struct arguments *a)
{
    switch (a->operation) {
    case NOC_BARRIER:
    case NOC_BROADCAST:
        cut_evenly(c, (a->length + WORD - 1) / WORD, WORD, a->length);
        return true;
    case NOC_REDUCE:
    case NOC_ALLREDUCE:
    case NOC_SCAN:
    case NOC_EXSCAN:
        cut_evenly(c, a->length, a->op->bytes, a->length * a->op->bytes);
        return true;
    case NOC_REDUCE_SCATTER:
        return cut_by(c, a->elements, a->op->bytes);
    case NOC_ALLGATHER:
        if (a->received) {
            return cut_by(c, a->received->bytes, 1);
        }
        break;
    default:
        break;
    }
    cut_evenly(c, c->count, a->length, c->count * a->length);
    return true;
}

/* --- memories ---------------------------------------------------------------------------- */

static void set_own(struct layout *layout, enum noc_memory which, uint32_t bytes)
{
    layout->memory[which].own = true;
    layout->memory[which].own_bytes = bytes;
}

/* Blocks of the caller's, which need not be the same at all members. */
static void set_blocks(struct layout *layout, enum noc_memory which, const noc_blocks *blocks)
{
    layout->memory[which].blocks = blocks;
}

static void set_memories(struct layout *layout, const struct arguments *a, uint32_t rank)
{
    const struct cut *c = &layout->cut;
    uint32_t own = a->length;

    layout->memory[NOC_INPUT].base = (char *)(uintptr_t)a->from; /* only read */
    layout->memory[NOC_OUTPUT].base = a->to;
    switch (a->operation) {
    case NOC_ALLGATHER:
        if (a->received) {
            own = place_of(c, rank + 1) - place_of(c, rank);
        }
        set_own(layout, NOC_INPUT, own);
        if (a->received && a->received->offset) {
            set_blocks(layout, NOC_OUTPUT, a->received);
        }
        break;
    case NOC_GATHER:
        set_own(layout, NOC_INPUT, own);
        set_blocks(layout, NOC_OUTPUT, a->received);
        break;
    case NOC_SCATTER:
        set_own(layout, NOC_OUTPUT, own);
        set_blocks(layout, NOC_INPUT, a->sent);
        break;
    case NOC_ALLTOALL:
        set_blocks(layout, NOC_INPUT, a->sent);
        set_blocks(layout, NOC_OUTPUT, a->received);
        break;
    case NOC_REDUCE_SCATTER:
        set_own(layout, NOC_OUTPUT, place_of(c, rank + 1) - place_of(c, rank));
        break;
    default:
        break;
    }
}

/* Either may be NULL, which C does not add to. */
static bool overlap(const char *first, uint32_t a_bytes, const char *second, uint32_t b_bytes)
{
    uintptr_t a = (uintptr_t)first, b = (uintptr_t)second;

    return a_bytes && b_bytes && a < b + b_bytes && b < a + a_bytes;
}

/* The schedule reads the input after it has begun with the output. */
static bool separate(struct layout *layout)
{
    struct memory *in = &layout->memory[NOC_INPUT], *out = &layout->memory[NOC_OUTPUT];
    uint32_t bytes = in->own ? in->own_bytes : layout->cut.total;

    if (in->blocks || out->blocks ||
        !overlap(in->base, bytes, out->base, out->own ? out->own_bytes : layout->cut.total)) {
        return true;
    }
    layout->copy = DATA_ROOM(bytes);
    if (!layout->copy) {
        return false;
    }
    copy_bytes(layout->copy, in->base, bytes);
    in->base = layout->copy;
    return true;
}

static bool make_scratch(struct layout *layout, struct noc_span scratch)
{
    uint32_t bytes;

    layout->memory[NOC_SCRATCH].first = scratch.first;
    scratch.memory = NOC_SCRATCH;
    bytes = span_bytes(layout, &scratch);
    if (!bytes) {
        return true;
    }
    if (bytes <= sizeof(layout->few)) {
        layout->memory[NOC_SCRATCH].base = (char *)layout->few;
        return true;
    }
    layout->scratch = DATA_ROOM(bytes);
    layout->memory[NOC_SCRATCH].base = layout->scratch;
    return layout->scratch != NULL;
}

/* The schedule has all of the result everywhere. */
static bool make_whole(struct layout *layout, const struct arguments *a, const struct noc_group *g)
{
    if (!layout->cut.total || (a->operation == NOC_REDUCE && g->rank == a->root)) {
        return true;
    }
    layout->whole = DATA_ROOM(layout->cut.total);
    layout->memory[NOC_OUTPUT] = (struct memory){.base = layout->whole};
    return layout->whole != NULL;
}

void layout_end(struct layout *layout, const struct arguments *a, const struct noc_group *g)
{
    const struct cut *c = &layout->cut;
    uint32_t first;

    if (layout->whole && a->operation == NOC_REDUCE_SCATTER) {
        first = place_of(c, g->rank);
        copy_bytes(a->to, (char *)layout->whole + first, place_of(c, g->rank + 1) - first);
    }
}

/* In fewer instructions than a call of memset takes. */
static void clear(struct layout *layout)
{
    uint32_t *word = (uint32_t *)(void *)layout;
    unsigned i;

#pragma GCC unroll 32
    for (i = 0; i < offsetof(struct layout, few) / sizeof(*word); i++) {
        word[i] = 0;
        __asm__("" : : : "memory"); /* no call of memset */
    }
}

noc_err layout_make(struct layout *layout, const struct arguments *a,
                    const struct noc_schedule *schedule, const struct noc_group *g,
                    struct noc_span scratch)
{
    clear(layout);
    layout->cut.count = g->count;
    if (!make_cut(&layout->cut, a)) {
        return NOC_ERR_MEMORY;
    }
    set_memories(layout, a, g->rank);
    if ((schedule->operation != a->operation && !make_whole(layout, a, g)) ||
        (schedule->apart && !separate(layout)) || !make_scratch(layout, scratch)) {
        layout_free(layout);
        return NOC_ERR_MEMORY;
    }
    return NOC_ERR_OK;
}

void layout_free(struct layout *layout)
{
    if (layout->cut.place || layout->scratch || layout->copy || layout->whole) {
        free(layout->cut.place);
        free(layout->scratch);
        free(layout->copy);
        free(layout->whole);
    }
}

/* --- spans ------------------------------------------------------------------------------- */

static uint32_t block_bytes(const struct layout *layout, const struct memory *m, uint32_t block)
{
    if (m->own) {
        return m->own_bytes;
    }
    return m->blocks ? m->blocks->bytes[block]
                     : place_of(&layout->cut, block + 1) - place_of(&layout->cut, block);
}

uint32_t span_bytes(const struct layout *layout, const struct noc_span *span)
{
    const struct memory *m = &layout->memory[span->memory];
    const struct cut *c = &layout->cut;
    uint32_t end = (uint32_t)span->first + span->count, bytes = 0, i;

    if (!span->count) {
        return 0;
    }
    if (m->own) {
        return m->own_bytes;
    }
    if (m->blocks) {
        for (i = span->first; i < end; i++) {
            bytes += m->blocks->bytes[i];
        }
        return bytes;
    }
    return end <= c->count ? place_of(c, end) - place_of(c, span->first)
                           : c->total - place_of(c, span->first) + place_of(c, end - c->count);
}

/* From the memory's beginning. */
static uint32_t block_offset(const struct layout *layout, const struct memory *m, uint32_t block)
{
    const struct cut *c = &layout->cut;
    uint32_t offset = 0, i;

    if (m->own) {
        return 0;
    }
    if (m->blocks && m->blocks->offset) {
        return m->blocks->offset[block];
    }
    if (m->blocks) {
        for (i = 0; i < block; i++) {
            offset += m->blocks->bytes[i];
        }
        return offset;
    }
    offset = place_of(c, block) - place_of(c, m->first);
    return block < m->first ? offset + c->total : offset;
}

char *span_at(const struct layout *layout, const struct noc_span *span)
{
    const struct memory *m = &layout->memory[span->memory];

    if (!m->own && m->blocks && m->blocks->offset && span->count > 1) {
        return NULL;
    }
    return m->base + block_offset(layout, m, span->first);
}

void span_pack(const struct layout *layout, const struct noc_span *span, char *to)
{
    const struct memory *m = &layout->memory[span->memory];
    uint32_t i, bytes;

    for (i = span->first; i < (uint32_t)span->first + span->count; i++) {
        bytes = block_bytes(layout, m, i);
        copy_bytes(to, m->base + block_offset(layout, m, i), bytes);
        to += bytes;
    }
}

void span_unpack(const struct layout *layout, const struct noc_span *span, const char *from)
{
    const struct memory *m = &layout->memory[span->memory];
    uint32_t i, bytes;

    for (i = span->first; i < (uint32_t)span->first + span->count; i++) {
        bytes = block_bytes(layout, m, i);
        copy_bytes(m->base + block_offset(layout, m, i), from, bytes);
        from += bytes;
    }
}
