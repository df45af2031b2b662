/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the bytes of an access are, as runs. */
#include <string.h>

#include "win.h"

static void find_bounds(struct win_layout *l)
{
    uint32_t i;

    l->bytes = 0;
    l->low = INT64_MAX;
    l->high = INT64_MIN;
    for (i = 0; i < l->runs; i++) {
        const struct type_run *r = &l->run[i];

        l->bytes += r->bytes;
        l->low = r->offset < l->low ? r->offset : l->low;
        l->high = r->offset + (int64_t)r->bytes > l->high ? r->offset + (int64_t)r->bytes : l->high;
    }
    if (!l->runs) {
        l->low = l->high = 0;
    }
}

/* Runs of a pair's data become those of whole pairs, gaps included: one for each, unless they are
 * neighbours. False: no memory. */
static bool widen(struct win_layout *l, int count, MPI_Datatype type)
{
    const uint32_t size = (uint32_t)type->basic->size, extent = (uint32_t)type->basic->extent;
    const uint32_t pairs = (uint32_t)(count * type->size / type->basic->size);
    struct type_run *wide = malloc(pairs * sizeof(*wide));
    uint32_t i, at, done = 0, made = 0;

    for (i = 0; wide && i < l->runs; i++) {
        const struct type_run *r = &l->run[i];

        for (at = (size - done % size) % size; at < r->bytes; at += size) {
            const ptrdiff_t offset = r->offset + (ptrdiff_t)at;

            if (made && wide[made - 1].offset + (ptrdiff_t)wide[made - 1].bytes == offset) {
                wide[made - 1].bytes += extent;
            } else {
                wide[made++] = (struct type_run){offset, extent};
            }
        }
        done += r->bytes;
    }
    win_layout_drop(l);
    l->run = wide;
    l->runs = made;
    return wide;
}

bool win_layout_make(struct win_layout *l, int count, MPI_Datatype type, bool elements)
{
    const struct mpi_type *basic = type->basic;
    const bool gaps = elements && basic && basic->size != basic->extent;

    l->run = &l->one;
    l->runs = count && type->size;
    if (gaps && type == basic) {
        l->one = (struct type_run){0, (uint32_t)(count * basic->extent)};
    } else if (type->dense || (count <= 1 && !type->map)) {
        l->one = (struct type_run){(ptrdiff_t)type->true_lb, (uint32_t)(count * type->size)};
    } else if (l->runs) {
        l->runs = type_runs(count, type, NULL);
        if (l->runs > 1) {
            l->run = malloc(l->runs * sizeof(*l->run));
            if (!l->run) {
                return false;
            }
        }
        (void)type_runs(count, type, l->run);
    }
    if (gaps && type != basic && l->runs && !widen(l, count, type)) {
        return false;
    }
    find_bounds(l);
    return true;
}

void win_layout_drop(struct win_layout *l)
{
    if (l->run != &l->one) {
        free(l->run);
    }
}

void win_layout_pack(const struct win_layout *l, void *to, const void *from)
{
    char *at = to;
    uint32_t i;

    for (i = 0; i < l->runs; i++) {
        memcpy(at, (const char *)from + l->run[i].offset, l->run[i].bytes);
        at += l->run[i].bytes;
    }
}

void win_layout_unpack(const struct win_layout *l, void *to, const void *from)
{
    const char *at = from;
    uint32_t i;

    for (i = 0; i < l->runs; i++) {
        memcpy((char *)to + l->run[i].offset, at, l->run[i].bytes);
        at += l->run[i].bytes;
    }
}
