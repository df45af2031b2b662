/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random puts, gets and accumulates by all members, epoch after epoch, against a dumb model: what a
 * member does in an epoch follows from the epoch and its rank, so that everybody can tell what must
 * be where.
 *
 * A member's window has two halves, which epochs use in turn: in an epoch one of them is changed,
 * and what the epoch before has put into the other is got.
 *
 *     | put by rank 0 | put by rank 1 | ... | sums | xors |   half 0, then half 1
 */
#include "onesided.h"

#include <string.h>

#include "cores.h"
#include "data.h"

enum { SUMS = 80, XORS = 80 };

struct
try {
    const struct epochs *e;
    uint32_t count, rank;
    uint32_t half; /* bytes */
    noc_window *window;
    uint8_t *memory; /* of the window */
    uint8_t *got;    /* room for all that this member gets in an epoch */
    uint32_t *expected;
};

/* What a member does. */
struct action {
    uint32_t target;
    uint32_t offset, bytes; /* of its put */
    uint32_t at, elements;  /* of its accumulate: the first, and how many */
    bool xor ;
    uint32_t salt;
};

static uint8_t byte_of(uint32_t salt, uint32_t at)
{
    return (uint8_t)mix(salt, at);
}

/* Sums begin where words do not. */
static uint32_t sums_offset(const struct try *t, uint32_t epoch)
{
    return epoch % 2 * t->half + t->count * t->e->longest + 1;
}

static uint32_t length_of(const struct try *t, uint32_t x)
{
    static const uint16_t special[] = {1, 4, 32, 243, 244, 245, 256, 257};
    uint32_t bytes = x % 4 == 0 ? special[x / 4 % (sizeof(special) / sizeof(special[0]))]
                   : x % 4 == 1 ? x / 4 % t->e->longest
                                : x / 4 % 40;

    return bytes < t->e->longest ? bytes : t->e->longest;
}

static struct action action_of(const struct try *t, uint32_t epoch, uint32_t rank, uint32_t i)
{
    const uint32_t salt = mix(mix(t->e->seed, epoch), rank * 64 + i),
                   first = mix(t->e->seed, epoch * 31 + rank);
    struct action a = {.target = (first + i) % t->count, .salt = salt};

    a.bytes = length_of(t, mix(salt, 1));
    a.offset =
        epoch % 2 * t->half + rank * t->e->longest + mix(salt, 2) % (t->e->longest - a.bytes + 1);
    a.at = mix(salt, 3) % SUMS;
    a.elements = mix(salt, 4) % (SUMS - a.at + 1);
    a.xor = mix(salt, 5) % 2;
    return a;
}

static void value_of(const struct action *a, uint32_t *value)
{
    uint32_t i;

    for (i = 0; i < a->elements; i++) {
        value[i] = mix(a->salt, 1000 + i);
    }
}

/* --- doing it ------------------------------------------------------------------------------ */

/* What origins keep until the fence. */
struct kept {
    uint8_t *put;
    uint32_t value[SUMS];
    struct action got;
    uint8_t *to;
    uint32_t old[SUMS];
};

static void put(const struct try *t, const struct action *a, struct kept *k)
{
    uint32_t i;

    for (i = 0; i < a->bytes; i++) {
        k->put[i] = byte_of(a->salt, i);
    }
    ok(noc_put(t->window, a->target, a->offset, k->put, a->bytes), "put");
}

static void accumulate(const struct try *t, uint32_t epoch, const struct action *a, struct kept *k)
{
    const noc_op *op = a->xor ? &noc_xor_uint32 : &noc_sum_uint32;
    uint32_t offset = sums_offset(t, epoch) + (a->xor ? SUMS * 4 : 0) + a->at * 4;

    value_of(a, k->value);
    if (mix(a->salt, 6) % 3) {
        ok(noc_accumulate(t->window, a->target, offset, k->value, a->elements, op), "accumulate");
    } else {
        ok(noc_get_accumulate(t->window, a->target, offset, k->value, k->old, a->elements, op),
           "get_accumulate");
    }
}

/* Something that was put in the epoch before, by anybody. */
static void get(const struct try *t, uint32_t epoch, struct kept *k, uint32_t i)
{
    uint32_t salt = mix(t->e->seed + 77, epoch * 1000 + t->rank * 64 + i);

    k->got = action_of(t, epoch - 1, salt % t->count, mix(salt, 1) % t->e->actions);
    memset(k->to, GUARD_BYTE, t->e->longest + GUARD);
    if (salt / 64 % 3) {
        ok(noc_get(t->window, k->got.target, k->got.offset, k->to, k->got.bytes), "get");
    } else {
        ok(noc_get_accumulate(t->window, k->got.target, k->got.offset, NULL, k->to, k->got.bytes,
                              NULL),
           "get by elements");
    }
}

static void check_got(const struct try *t, const struct kept *k)
{
    uint32_t i;

    for (i = 0; i < t->e->longest + GUARD; i++) {
        uint8_t byte = i < k->got.bytes ? byte_of(k->got.salt, i) : GUARD_BYTE;

        if (k->to[i] != byte) {
            core_fail("rank %u got of rank %u at %u + %u: %02x, not %02x", (unsigned)t->rank,
                      (unsigned)k->got.target, (unsigned)k->got.offset, (unsigned)i, k->to[i],
                      byte);
        }
    }
}

/* --- what must be there ---------------------------------------------------------------------- */

static void check_put(const struct try *t, const struct action *a)
{
    uint32_t i;

    for (i = 0; i < a->bytes; i++) {
        if (t->memory[a->offset + i] != byte_of(a->salt, i)) {
            core_fail("rank %u has %02x at %u, not %02x", (unsigned)t->rank,
                      t->memory[a->offset + i], (unsigned)(a->offset + i), byte_of(a->salt, i));
        }
    }
}

/* The half that this epoch has changed. */
static void check_half(const struct try *t, uint32_t epoch)
{
    uint32_t value[SUMS], rank, i, n, word;

    for (rank = 0; rank < t->count; rank++) {
        for (i = 0; i < t->e->actions; i++) {
            const struct action a = action_of(t, epoch, rank, i);

            if (a.target != t->rank) {
                continue;
            }
            check_put(t, &a);
            value_of(&a, value);
            for (n = 0; n < a.elements; n++) {
                if (a.xor) {
                    t->expected[epoch % 2 * 2 * SUMS + SUMS + a.at + n] ^= value[n];
                } else {
                    t->expected[epoch % 2 * 2 * SUMS + a.at + n] += value[n];
                }
            }
        }
    }
    for (n = 0; n < 2 * SUMS; n++) {
        memcpy(&word, t->memory + sums_offset(t, epoch) + n * 4, 4);
        if (word != t->expected[epoch % 2 * 2 * SUMS + n]) {
            core_fail("rank %u, epoch %u: element %u is %08x", (unsigned)t->rank, (unsigned)epoch,
                      (unsigned)n, (unsigned)word);
        }
    }
}

static void fence(const struct try *t)
{
    noc_err err;

    do {
        err = noc_fence(t->window, t->e->patience);
    } while (err == NOC_ERR_TIMEOUT && t->e->patience != NOC_FOREVER);
    ok(err, "fence");
}

static void epoch_try(const struct try *t, struct kept *kept, uint32_t epoch)
{
    uint32_t i;

    for (i = 0; i < t->e->actions; i++) {
        const struct action a = action_of(t, epoch, t->rank, i);

        if (mix(a.salt, 8) % 4 == 0) {
            core_delay(mix(a.salt, 9) % 500);
        }
        if (epoch) {
            get(t, epoch, &kept[i], i);
        }
        put(t, &a, &kept[i]);
        accumulate(t, epoch, &a, &kept[i]);
        if (mix(a.salt, 10) % 8 == 0) {
            ok(noc_flush(t->window, (int32_t)a.target, NOC_FOREVER), "flush");
            if (epoch && kept[i].got.target == a.target) {
                check_got(t, &kept[i]);
            }
        }
    }
    fence(t);
    for (i = 0; epoch && i < t->e->actions; i++) {
        check_got(t, &kept[i]);
    }
    check_half(t, epoch);
}

static void check_guards(const uint8_t *all, const uint8_t *begin, uint32_t bytes, uint32_t room)
{
    uint32_t i;

    for (i = 0; i < room; i++) {
        if ((&all[i] < begin || &all[i] >= begin + bytes) && all[i] != GUARD_BYTE) {
            core_fail("written outside of the window, at %d", (int)(&all[i] - begin));
        }
    }
}

static struct kept *kept_new(const struct epochs *e)
{
    struct kept *kept = core_malloc(e->actions * sizeof(*kept));
    uint32_t i;

    for (i = 0; kept && i < e->actions; i++) {
        kept[i].put = core_malloc(e->longest + 4);
        kept[i].to = core_malloc(e->longest + GUARD + 4);
        if (!kept[i].put || !kept[i].to) {
            core_fail("no memory");
        }
        kept[i].put += core_random() % 4;
        kept[i].to += core_random() % 4;
    }
    return kept;
}

static void kept_free(struct kept *kept, uint32_t actions)
{
    uint32_t i;

    for (i = 0; i < actions; i++) {
        core_free((void *)((uintptr_t)kept[i].put & ~(uintptr_t)3));
        core_free((void *)((uintptr_t)kept[i].to & ~(uintptr_t)3));
    }
    core_free(kept);
}

void epochs_try(noc_group *group, const struct epochs *e)
{
    struct try t = {.e = e, .count = noc_group_size(group)};
    uint32_t bytes, room, i;
    struct kept *kept = kept_new(e);
    uint8_t *all;

    t.rank = (uint32_t)noc_group_rank(group);
    t.half = t.count * e->longest + 1 + 4 * (SUMS + XORS);
    bytes = 2 * t.half;
    room = bytes + 2 * GUARD + 4 + t.rank % 3; /* members' lengths differ, but not always */
    all = core_malloc(room);
    t.expected = core_malloc(4 * SUMS * sizeof(*t.expected));
    if (!all || !t.expected || !kept) {
        core_fail("no memory for %u bytes", (unsigned)room);
        return;
    }
    memset(all, GUARD_BYTE, room);
    memset(t.expected, 0, 4 * SUMS * sizeof(*t.expected));
    t.memory = all + GUARD + core_random() % 4;
    if (e->seed % 2) {
        bytes += t.rank % 3;
    }
    memset(t.memory, 0, bytes);
    ok(noc_window_create(group, t.memory, bytes, &t.window, NOC_FOREVER), "window");
    if (noc_window_bytes(t.window, (t.rank + 1) % t.count) !=
        2 * t.half + (e->seed % 2 ? (t.rank + 1) % t.count % 3 : 0)) {
        core_fail("the window has %u bytes", (unsigned)noc_window_bytes(t.window, 0));
    }
    for (i = 0; i < e->epochs; i++) {
        epoch_try(&t, kept, i);
    }
    ok(noc_window_free(t.window, NOC_FOREVER), "free");
    check_guards(all, t.memory, bytes, room);
    kept_free(kept, e->actions);
    core_free(t.expected);
    core_free(all);
}
