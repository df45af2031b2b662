/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sparse sets of (number, node). In hardware a bit for each pair; here a
 * sorted array of those that are set, since of a node's 32 * 16,384 bits few
 * are set at a time: 4 bytes each. Looking up costs O(log n), changing O(n)
 * of a memmove.
 */
#include <stdlib.h>
#include <string.h>

#include "board_priv.h"

enum { ROOM_FIRST = 4, ROOM_KEPT = 64 };

/* Index of the first key that is not below `key`. */
static uint32_t lower_bound(const struct ni_set *set, uint32_t key)
{
    uint32_t low = 0, high = set->used;

    while (low < high) {
        uint32_t mid = low + (high - low) / 2;

        if (set->key[mid] < key) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low;
}

static bool is_at(const struct ni_set *set, uint32_t at, uint32_t key)
{
    return at < set->used && set->key[at] == key;
}

bool ni_set_has(const struct ni_set *set, uint32_t key)
{
    return is_at(set, lower_bound(set, key), key);
}

bool ni_set_has_any(const struct ni_set *set, uint32_t first, uint32_t end)
{
    uint32_t at = lower_bound(set, ni_key(first, 0));

    return at < set->used && ni_key_number(set->key[at]) < end;
}

static void grow(struct ni_set *set)
{
    uint32_t room = set->room ? 2 * set->room : ROOM_FIRST;
    uint32_t *key = realloc(set->key, room * sizeof(*key));

    if (!key) {
        abort();
    }
    set->key = key;
    set->room = room;
}

bool ni_set_add(struct ni_set *set, uint32_t key)
{
    uint32_t at = lower_bound(set, key);

    if (is_at(set, at, key)) {
        return false;
    }
    if (set->used == set->room) {
        grow(set);
    }
    memmove(set->key + at + 1, set->key + at, (set->used - at) * sizeof(*set->key));
    set->key[at] = key;
    set->used++;
    return true;
}

bool ni_set_remove(struct ni_set *set, uint32_t key)
{
    uint32_t at = lower_bound(set, key);

    if (!is_at(set, at, key)) {
        return false;
    }
    set->used--;
    memmove(set->key + at, set->key + at + 1, (set->used - at) * sizeof(*set->key));
    if (!set->used && set->room > ROOM_KEPT) {
        ni_set_free(set); /* a burst is over */
    }
    return true;
}

uint32_t ni_set_turn(const struct ni_set *set, uint32_t first, const uint16_t *next)
{
    uint32_t begin = lower_bound(set, ni_key(first, 0));
    uint32_t number = ni_key_number(set->key[begin]);
    uint32_t at = lower_bound(set, ni_key(number, next[number]));

    if (at < set->used && ni_key_number(set->key[at]) == number) {
        return set->key[at];
    }
    return set->key[begin];
}

void ni_set_free(struct ni_set *set)
{
    free(set->key);
    *set = (struct ni_set){0};
}
