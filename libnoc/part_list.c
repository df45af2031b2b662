/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of parts: written by who makes a worm, read by who receives it. Cost: one store for two
 * nodes. */
#include "part_list.h"

enum { LAST = 1 << 15 }; /* in the first half: the receiver is the last node, not the first */

/* Half a flit, which C may otherwise take for something else than the flit. */
typedef uint16_t __attribute__((may_alias)) half;

uint32_t noc_part_list_write(const uint16_t *chain, const struct noc_part *part, uint32_t *list)
{
    uint32_t others = (uint32_t)part->right - part->left, at = part->left, n = 0;
    bool last = others > 0 && part->self == part->right;

    list[n++] = others | (last ? LAST : 0u) | (uint32_t)chain[at++] << 16;
    for (; at < part->right; at += 2) {
        list[n++] = chain[at] | (uint32_t)chain[at + 1] << 16;
    }
    if (at == part->right) {
        list[n++] = chain[at];
    }
    return n;
}

/* What a list's first half says of itself: its flits, and which half names the receiver. Without
 * branches, so that every receiver behind it waits the same time. */
static inline uint32_t list_flits(const uint32_t *list)
{
    return ((list[0] & (LAST - 1u)) + 1) / 2 + 1;
}

static inline uint32_t receiver(const uint32_t *list)
{
    return 1 + (list[0] & (LAST - 1u) & -(list[0] / LAST & 1));
}

/* Whether it is for node `self`. */
static inline bool is_for(const uint32_t *list, uint32_t self)
{
    return ((const half *)list)[receiver(list)] == self;
}

static inline void part_of(const uint32_t *list, struct noc_part *part)
{
    *part = (struct noc_part){.left = 1,
                              .right = (uint16_t)(1 + (list[0] & (LAST - 1u))),
                              .self = (uint16_t)receiver(list)};
}

const uint32_t *noc_part_list_find(const uint32_t *list, uint32_t flits, uint32_t self,
                                   struct noc_part *part)
{
    const uint32_t *end = list + flits;

    while (list < end && list_flits(list) <= (uint32_t)(end - list)) {
        if (is_for(list, self)) {
            part_of(list, part);
            return list;
        }
        list += list_flits(list);
    }
    return NULL;
}

uint32_t noc_headers_add(uint32_t *header, uint32_t n, const uint16_t *chain,
                         const struct noc_part *part, bool lists)
{
    header[n++] = noc_header(NOC_HEADER_ADDRESS, chain[part->self], 0);
    if (lists && part->left != part->right) {
        header[n++] = noc_header(NOC_HEADER_COUNT, 0, noc_part_list_flits(part));
        n += noc_part_list_write(chain, part, header + n);
    }
    return n;
}
