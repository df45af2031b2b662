/* SPDX-License-Identifier: BSD-2-Clause */
/* Buffers with guards around them. */
#include "data.h"

#include <string.h>

#include "cores.h"

struct buffer buffer_new(uint32_t bytes, bool aligned)
{
    uint32_t shift = aligned ? 0 : core_random() % 4;
    struct buffer b = {.whole = core_malloc(bytes + 2 * GUARD + 4), .bytes = bytes};

    if (!b.whole) {
        core_fail("no memory for a buffer of %u", (unsigned)bytes);
    }
    b.at = b.whole + GUARD + shift;
    memset(b.whole, GUARD_BYTE, bytes + 2 * GUARD + 4);
    return b;
}

void buffer_check(const struct buffer *b, uint32_t used, const char *what)
{
    uint32_t i, room = b->bytes + 2 * GUARD + 4;

    for (i = 0; i < room; i++) {
        if ((&b->whole[i] < b->at || &b->whole[i] >= b->at + used) && b->whole[i] != GUARD_BYTE) {
            core_fail("%s wrote outside its buffer, at %d of %u bytes", what,
                      (int)(&b->whole[i] - b->at), (unsigned)used);
        }
    }
}

void buffer_end(struct buffer *b, const char *what)
{
    buffer_check(b, b->bytes, what);
    core_free(b->whole);
}
