/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pack and unpack by a datatype's map. A walk keeps its place in each map that it is in on a stack
 * of its own: a short one, or if maps are nested deeper one in the heap that was made when the type
 * was. So a walk cannot fail, and does not grow the core's stack.
 */
#include "type_map.h"

#include <stdlib.h>
#include <string.h>

#include "mpi_priv.h"

/* Where a walk is in one map. */
struct frame {
    const struct type_part *part;
    uint32_t parts; /* left, this one included */
    uint32_t done;  /* repetitions of it that were begun */
    char *base;     /* the element's address */
};

enum { FRAMES = 6 };
static struct frame *deep_frames;
static uint32_t deep_room;

/* Runs that are found. */
struct list {
    struct type_run *runs; /* NULL: they are only counted */
    uint32_t count;
    ptrdiff_t end; /* of the last */
};

/* What is copied, and which way; or listed. */
struct walk {
    char *packed;
    size_t left; /* bytes */
    bool unpack;
    struct list *list; /* NULL: copy */
};

int map_reserve(uint32_t depth)
{
    struct frame *more;

    if (depth <= FRAMES || depth <= deep_room) {
        return MPI_SUCCESS;
    }
    more = realloc(deep_frames, (size_t)depth * 2 * sizeof(*more));
    if (!more) {
        return MPI_ERR_NO_MEM;
    }
    deep_frames = more;
    deep_room = depth * 2;
    return MPI_SUCCESS;
}

/* Blocks of one aligned word, or of two: the most frequent ones. */
static void copy_words(char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t from_stride,
                       uint32_t count)
{
    for (; count; count--, to += to_stride, from += from_stride) {
        memcpy(__builtin_assume_aligned(to, 4), __builtin_assume_aligned(from, 4), 4);
    }
}

static void copy_pairs(char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t from_stride,
                       uint32_t count)
{
    for (; count; count--, to += to_stride, from += from_stride) {
        memcpy(__builtin_assume_aligned(to, 4), __builtin_assume_aligned(from, 4), 8);
    }
}

static void list_run(struct list *l, ptrdiff_t offset, uint32_t bytes)
{
    if (l->count && l->end == offset) {
        if (l->runs) {
            l->runs[l->count - 1].bytes += bytes;
        }
    } else {
        if (l->runs) {
            l->runs[l->count] = (struct type_run){offset, bytes};
        }
        l->count++;
    }
    l->end = offset + (ptrdiff_t)bytes;
}

/* Its address is an offset. */
static void list_part(struct list *l, const char *memory, const struct type_part *p)
{
    ptrdiff_t offset = (ptrdiff_t)(uintptr_t)memory;
    uint32_t i;

    for (i = 0; p->bytes && i < p->count; i++, offset += p->stride) {
        list_run(l, offset, p->bytes);
    }
}

/* One part of blocks, as far as bytes are left. */
static void copy_part(struct walk *w, char *memory, const struct type_part *p)
{
    uint32_t count = p->count;
    size_t whole = (size_t)count * p->bytes;
    uintptr_t odd = ((uintptr_t)memory | (uintptr_t)p->stride | (uintptr_t)w->packed) & 3;

    if (whole <= w->left && count > 1 && !odd && (p->bytes == 4 || p->bytes == 8)) {
        if (w->unpack) {
            (p->bytes == 4 ? copy_words : copy_pairs)(memory, p->stride, w->packed, p->bytes,
                                                      count);
        } else {
            (p->bytes == 4 ? copy_words : copy_pairs)(w->packed, p->bytes, memory, p->stride,
                                                      count);
        }
        w->packed += whole;
        w->left -= whole;
        return;
    }
    for (; count && w->left; count--, memory += p->stride) {
        size_t bytes = p->bytes <= w->left ? p->bytes : w->left;

        memcpy(w->unpack ? memory : w->packed, w->unpack ? w->packed : memory, bytes);
        w->packed += bytes;
        w->left -= bytes;
    }
}

/* All repetitions of a part, which may be of maps. */
static void walk_part(struct walk *w, struct frame *stack, char *base, const struct type_part *all)
{
    struct frame *f = stack;

    *f = (struct frame){.part = all, .parts = 1, .base = base};
    while (w->left) {
        const struct type_part *p = f->part;

        if (!f->parts) {
            if (f == stack) {
                return;
            }
            f--;
            continue;
        }
        if (!p->of && w->list) {
            list_part(w->list, f->base + p->offset, p);
        } else if (!p->of) {
            copy_part(w, f->base + p->offset, p);
        } else if (f->done < p->count) {
            char *at = f->base + p->offset + (ptrdiff_t)f->done++ * p->stride;

            *++f = (struct frame){.part = p->of->part, .parts = p->of->parts, .base = at};
            continue;
        }
        f->part++;
        f->parts--;
        f->done = 0;
    }
}

static void walk(struct walk *w, char *memory, MPI_Count count, MPI_Datatype t)
{
    struct type_part all = {.stride = (ptrdiff_t)t->extent, .count = (uint32_t)count};
    struct frame short_stack[FRAMES + 1];
    bool deep = t->map && t->map->depth > FRAMES;

    if (t->map) {
        all.of = t->map;
    } else {
        all.offset = (ptrdiff_t)t->true_lb;
        all.bytes = (uint32_t)t->size;
    }
    if (t->dense) {
        all.bytes *= all.count;
        all.count = 1;
    }
    walk_part(w, deep ? deep_frames : short_stack, memory, &all);
}

void type_pack(void *to, const void *from, MPI_Count count, MPI_Datatype t)
{
    struct walk w = {.packed = to, .left = (size_t)(count * t->size)};

    walk(&w, (char *)(uintptr_t)from, count, t);
}

void type_unpack(void *to, MPI_Count count, MPI_Datatype t, const void *from, size_t bytes)
{
    struct walk w = {.packed = (char *)(uintptr_t)from, .left = bytes, .unpack = true};

    walk(&w, to, count, t);
}

uint32_t type_runs(MPI_Count count, MPI_Datatype t, struct type_run *runs)
{
    struct list list = {.runs = runs};
    struct walk w = {.left = 1, .list = &list}; /* bytes are always left */

    if (count && t->size) {
        walk(&w, NULL, count, t);
    }
    return list.count;
}

int type_copy(void *to, MPI_Count to_count, MPI_Datatype to_type, const void *from,
              MPI_Count from_count, MPI_Datatype from_type)
{
    const uint32_t all = type_bytes((uint32_t)from_count, from_type),
                   room = type_bytes((uint32_t)to_count, to_type);
    const uint32_t bytes = room < all ? room : all;
    char *block = type_block(from, from_count, from_type);

    if (!bytes) {
        return MPI_SUCCESS;
    }
    if (block) {
        type_unpack(to, to_count, to_type, block, bytes);
        return MPI_SUCCESS;
    }
    block = all <= MESSAGE_BYTES_MAX ? malloc(all) : NULL;
    if (!block) {
        return MPI_ERR_NO_MEM;
    }
    type_pack(block, from, from_count, from_type);
    type_unpack(to, to_count, to_type, block, bytes);
    free(block);
    return MPI_SUCCESS;
}
