/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Making a datatype's map, its size and its bounds (3.1: 4.1). Blocks that follow each other become
 * one, and blocks at equal distances a run.
 */
#include "type_map.h"

#include <stdlib.h>
#include <string.h>

#include "mpi_priv.h"

int builder_begin(struct type_builder *b, uint32_t parts)
{
    *b = (struct type_builder){.room = parts};
    b->type = mpi_object_new(sizeof(*b->type));
    b->map = malloc(sizeof(*b->map) + parts * sizeof(b->map->part[0]));
    if (!b->type || !b->map) {
        builder_drop(b);
        return MPI_ERR_NO_MEM;
    }
    memset(b->type, 0, sizeof(*b->type));
    b->map->parts = 0;
    b->map->depth = 1;
    b->type->mark = MARK_TYPE;
    b->type->references = b->type->handles = 1;
    b->type->align = 1;
    return MPI_SUCCESS;
}

void builder_drop(struct type_builder *b)
{
    free(b->type);
    free(b->map);
    b->type = NULL;
    b->map = NULL;
}

/* Whether this block continues the last part. */
static bool extends_last(struct type_part *last, const struct type_part *p)
{
    if (last->of || p->of || p->count != 1) {
        return false;
    }
    if (last->count == 1 && last->offset + (ptrdiff_t)last->bytes == p->offset) {
        last->bytes += p->bytes;
        return true;
    }
    if (last->bytes != p->bytes ||
        (last->count > 1 && last->offset + (ptrdiff_t)last->count * last->stride != p->offset)) {
        return false;
    }
    last->stride = last->count > 1 ? last->stride : p->offset - last->offset;
    last->count++;
    return true;
}

static void put(struct type_builder *b, struct type_part p)
{
    struct type_map *map = b->map;

    if (p.of && p.of->depth + 1 > map->depth) {
        map->depth = p.of->depth + 1;
    }
    if (!map->parts || !extends_last(&map->part[map->parts - 1], &p)) {
        map->part[map->parts++] = p;
    }
}

/* A part of `count` elements; of bytes, it is one block where they follow each other. */
static struct type_part part_of(MPI_Count offset, MPI_Count count, MPI_Count stride,
                                MPI_Datatype old)
{
    struct type_part p = {.offset = (ptrdiff_t)offset,
                          .stride = (ptrdiff_t)stride,
                          .count = (uint32_t)count,
                          .of = old->map};

    if (!old->map) {
        p.offset += (ptrdiff_t)old->true_lb;
        p.bytes = (uint32_t)old->size;
        if (stride == old->size) {
            p.bytes *= p.count;
            p.count = 1;
        }
    }
    return p;
}

/* The least and the greatest place of `count` things at these distances. */
static void span(MPI_Count offset, MPI_Count count, MPI_Count stride, MPI_Count *first,
                 MPI_Count *last)
{
    MPI_Count end = offset + type_times(count - 1, stride);

    *first = end < offset ? end : offset;
    *last = end < offset ? offset : end;
}

/* Bounds that the program has set count alone; otherwise those of all elements. Of the two marks of
 * MPI-1 each has only one. */
static void widen_bounds(struct type_builder *b, MPI_Count first, MPI_Count last, MPI_Datatype old)
{
    struct mpi_type *t = b->type;
    const MPI_Count lb = first + old->lb, ub = last + old->lb + old->extent;

    if (old != MPI_UB) {
        if (old->has_lb == t->has_lb ? !b->has_lb || lb < t->lb : old->has_lb) {
            t->lb = lb;
        }
        t->has_lb |= old->has_lb;
        b->has_lb = true;
    }
    if (old != MPI_LB) {
        if (old->has_ub == t->has_ub ? !b->has_ub || ub > b->ub : old->has_ub) {
            b->ub = ub;
        }
        t->has_ub |= old->has_ub;
        b->has_ub = true;
    }
}

static void widen_data(struct type_builder *b, MPI_Count first, MPI_Count last, MPI_Datatype old)
{
    struct mpi_type *t = b->type;
    MPI_Count lb = first + old->true_lb, ub = last + old->true_lb + old->true_extent;

    if (!b->any || lb < t->true_lb) {
        t->true_lb = lb;
    }
    if (!b->any || ub > b->true_ub) {
        b->true_ub = ub;
    }
    t->basic = !b->any || t->basic == old->basic ? old->basic : NULL;
    b->any = true;
}

/* What is added to, or multiplied, must not go round. */
static bool is_over(MPI_Count n)
{
    return n >= TYPE_MOST || n <= -TYPE_MOST;
}

/* Size and bounds of count * length elements. */
static void measure(struct type_builder *b, MPI_Count offset, MPI_Count count, MPI_Count stride,
                    MPI_Count length, MPI_Datatype old)
{
    struct mpi_type *t = b->type;
    MPI_Count first, last, inner_first, inner_last;

    span(offset, count, stride, &first, &last);
    span(0, length, old->extent, &inner_first, &inner_last);
    first += inner_first;
    last += inner_last;
    t->size += type_times(type_times(count, length), old->size);
    t->basics += type_times(type_times(count, length), old->basics);
    if (old->align > t->align) {
        t->align = old->align;
    }
    widen_bounds(b, first, last, old);
    if (old->size) {
        widen_data(b, first, last, old);
    }
    b->over |= is_over(t->size) || is_over(t->basics) || is_over(t->lb) || is_over(b->ub) ||
               is_over(t->true_lb) || is_over(b->true_ub);
}

void builder_add(struct type_builder *b, MPI_Count offset, MPI_Count count, MPI_Count stride,
                 MPI_Datatype old)
{
    if (count <= 0) {
        return;
    }
    measure(b, offset, count, stride, 1, old);
    if (old->size) {
        put(b, part_of(offset, count, stride, old));
    }
}

/* A type of `length` elements, for nothing but its map. */
static int make_block(MPI_Count length, MPI_Datatype old, struct mpi_type **made)
{
    struct type_builder b;
    int err = builder_begin(&b, 1);

    if (!err) {
        builder_add(&b, 0, length, old->extent, old);
        err = builder_end(&b, made);
    }
    return err;
}

int builder_add_blocks(struct type_builder *b, MPI_Count offset, MPI_Count count, MPI_Count stride,
                       MPI_Count length, MPI_Datatype old)
{
    struct mpi_type *block;
    int err;

    if (count <= 0 || length <= 0) {
        return MPI_SUCCESS;
    }
    if (length == 1 || count == 1 || stride == type_times(length, old->extent)) {
        bool one = length == 1;
        builder_add(b, offset, one ? count : count * length, one ? stride : old->extent, old);
        return MPI_SUCCESS;
    }
    measure(b, offset, count, stride, length, old);
    if (!old->size) {
        return MPI_SUCCESS;
    }
    if (old->dense) {
        put(b, (struct type_part){.offset = (ptrdiff_t)(offset + old->true_lb),
                                  .stride = (ptrdiff_t)stride,
                                  .count = (uint32_t)count,
                                  .bytes = (uint32_t)(length * old->size)});
        return MPI_SUCCESS;
    }
    err = make_block(length, old, &block);
    if (!err) {
        put(b, part_of(offset, count, stride, block));
        b->type->inner = block;
    }
    return err;
}

/* A map that says no more than one block, or one other map, is left out. */
static void simplify(struct type_builder *b)
{
    struct mpi_type *t = b->type;
    struct type_map *map = b->map, *tight;
    const struct type_part *p = map->part;

    if (!map->parts || (map->parts == 1 && p->count == 1 && !p->of)) {
        free(map);
    } else if (map->parts == 1 && p->count == 1 && !p->offset) {
        t->map = p->of;
        free(map);
    } else {
        t->map = map;
        tight = realloc(map, sizeof(*map) + map->parts * sizeof(*p));
        if (tight) {
            t->map = tight;
        }
        t->owns_map = true;
    }
    b->map = NULL;
}

int builder_end(struct type_builder *b, struct mpi_type **made)
{
    struct mpi_type *t = b->type;

    const int err = b->over ? MPI_ERR_COUNT : map_reserve(b->map->depth + 1);

    if (err) {
        type_release(t->inner);
        builder_drop(b);
        return err;
    }
    t->extent = b->ub - t->lb;
    t->true_extent = b->true_ub - t->true_lb;
    simplify(b);
    t->dense = !t->map && t->size == t->extent;
    *made = t;
    return MPI_SUCCESS;
}
