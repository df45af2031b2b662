/* SPDX-License-Identifier: BSD-2-Clause */
#include "beside_memory.h"

#include <stdlib.h>
#include <string.h>

#include "tile.h"

/*
 * A byte is TAKEN until the worm is visible, or for ever if it never is. If the hart stores to it
 * meanwhile, or another worm takes it too, gateware and model may keep different ones even then: it
 * is MIXED from then on.
 */
enum { DEFINED, TAKEN, MIXED };

bool beside_memory_begin(struct beside_memory *m)
{
    const uint32_t bytes = tile_ram_bytes();

    m->ram = calloc(1, bytes);
    m->state = calloc(1, bytes);
    m->changed = calloc(bytes / 4, sizeof *m->changed);
    return m->ram && m->state && m->changed;
}

void beside_memory_end(struct beside_memory *m)
{
    free(m->ram);
    free(m->state);
    free(m->changed);
}

static void note_change(struct beside_memory *m, uint32_t at, uint32_t bytes, uint64_t now)
{
    uint32_t i;

    for (i = at / 4; i < (at + bytes + 3) / 4; i++) {
        m->changed[i] = now + 1;
    }
}

static void mix(uint8_t *state)
{
    *state = *state == DEFINED ? DEFINED : MIXED;
}

void beside_memory_take(struct beside_memory *m, uint32_t at, uint32_t bytes, uint64_t now)
{
    uint32_t i;

    for (i = at; i < at + bytes; i++) {
        m->state[i] = m->state[i] == DEFINED ? TAKEN : MIXED;
    }
    note_change(m, at, bytes, now);
}

void beside_memory_land(struct beside_memory *m, uint32_t at, const void *from, uint32_t bytes,
                        uint64_t now)
{
    uint32_t i;

    memcpy(m->ram + at, from, bytes);
    for (i = at; i < at + bytes; i++) {
        m->state[i] = m->state[i] == MIXED ? MIXED : DEFINED;
    }
    note_change(m, at, bytes, now);
}

void beside_memory_store(struct beside_memory *m, uint32_t at, unsigned mask, uint32_t value,
                         uint64_t now)
{
    unsigned i;

    for (i = 0; i < 4; i++) {
        if (mask >> i & 1) {
            m->ram[at + i] = (uint8_t)(value >> 8 * i);
            mix(&m->state[at + i]);
        }
    }
    note_change(m, at, mask ? 4 : 0, now);
}

uint32_t beside_memory_load(const struct beside_memory *m, uint32_t at, uint32_t *value)
{
    uint32_t defined = 0;
    unsigned i;

    memcpy(value, m->ram + at, sizeof *value);
    for (i = 0; i < 4; i++) {
        defined |= m->state[at + i] == DEFINED ? UINT32_C(0xff) << 8 * i : 0;
    }
    return defined;
}

void beside_memory_found(struct beside_memory *m, uint32_t at, uint32_t value)
{
    unsigned i;

    for (i = 0; i < 4; i++) {
        if (m->state[at + i] != DEFINED) {
            m->ram[at + i] = (uint8_t)(value >> 8 * i);
        }
    }
}

void beside_memory_restart(struct beside_memory *m, const struct tile *tile)
{
    const uint32_t bytes = tile_ram_bytes();
    uint32_t at;

    for (at = 0; at < bytes; at += 4) {
        beside_memory_found(m, at, tile_ram(tile, at));
    }
    memset(m->state, DEFINED, bytes);
    memset(m->changed, 0, bytes / 4 * sizeof *m->changed);
}

bool beside_memory_changed(const struct beside_memory *m, uint32_t at, uint64_t since)
{
    uint32_t value;

    return m->changed[at / 4] > since || ~beside_memory_load(m, at, &value);
}
