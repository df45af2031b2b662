/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of what handles point to. A handle that was freed shall not become one of something else, so
 * the places of the last KEPT that were freed are given to none: who gets such a place from the heap
 * takes another one. The heap may use them for all else. Where it has no other, a place is given again.
 */
#include "mpi_priv.h"

enum { KEPT = 15, GRANULE_BITS = 4 };

/* Of the heap, once something was freed: places in granules, in turn. */
static struct freed {
    uint16_t next;
    uint16_t place[KEPT];
} * freed;

struct refused {
    struct refused *next;
};

/* No two objects have one granule, and a core has at most 2^16 of them. */
static uint16_t place_of(const void *object)
{
    return (uint16_t)(((uintptr_t)object - RAM_BASE) >> GRANULE_BITS);
}

static bool was_freed(const void *object)
{
    const uint16_t place = place_of(object);
    int i;

    for (i = 0; i < KEPT; i++) {
        if (freed->place[i] == place) {
            return true;
        }
    }
    return false;
}

void *mpi_object_new(size_t bytes)
{
    struct refused *refused = NULL, *one;
    void *object = malloc(bytes);

    while (freed && object && was_freed(object)) {
        one = object;
        one->next = refused;
        refused = one;
        object = malloc(bytes);
    }
    if (!object && refused) {
        object = refused;
        refused = refused->next;
    }
    while ((one = refused)) {
        refused = one->next;
        free(one);
    }
    return object;
}

void mpi_object_free(void *object)
{
    *(uint16_t *)object = 0; /* its mark */
    if (!freed) {
        freed = calloc(1, sizeof(*freed));
    }
    if (freed) {
        freed->place[freed->next] = place_of(object);
        freed->next = (uint16_t)((freed->next + 1) % KEPT);
    }
    free(object);
}
