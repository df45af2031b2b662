/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of parts: written by who makes a worm, read by who receives it. Cost: one store for two
 * nodes. */
#include "part_list.h"

enum { LAST = 1 << 15 }; /* in the first half: the receiver is the last node, not the first */

/* Half a flit, which C may otherwise take for something else than the flit. */
typedef uint16_t __attribute__((may_alias)) half;

/* The list of first[0..others], received by the last of them, or the first. Returns its end. */
static inline uint32_t *put(const uint16_t *first, uint32_t others, bool last, uint32_t *list)
{
    const uint16_t *end = first + others;

    *list++ = others | (last ? LAST : 0u) | (uint32_t)*first++ << 16;
    for (; first < end; first += 2) {
        *list++ = first[0] | (uint32_t)first[1] << 16;
    }
    if (first == end) {
        *list++ = *first;
    }
    return list;
}

uint32_t noc_part_list_write(const uint16_t *chain, const struct noc_part *part, uint32_t run,
                             uint32_t *list)
{
    const uint32_t others = (uint32_t)part->right - part->left;
    const uint16_t *first = chain + part->left;
    uint32_t *at = list;

    if (others == 0) {
        do {
            *at++ = (uint32_t)*first++ << 16;
        } while (run-- > 0);
        return (uint32_t)(at - list);
    }

    const bool last = part->self == part->right;

    do {
        at = put(first, others, last, at);
        first += others + 1;
    } while (run-- > 0);
    return (uint32_t)(at - list);
}

uint32_t noc_headers_add(uint32_t *header, uint32_t n, const uint16_t *chain,
                         const struct noc_part *part, uint32_t run, bool lists)
{
    const uint32_t others = (uint32_t)part->right - part->left;
    const uint16_t *node = chain + part->self;
    uint32_t *at = header + n;

    if (!lists || others == 0) {
        do {
            *at++ = noc_header(NOC_HEADER_ADDRESS, *node, 0);
            node += others + 1;
        } while (run-- > 0);
        return (uint32_t)(at - header);
    }

    const uint32_t count = noc_header(NOC_HEADER_COUNT, 0, noc_part_list_flits(part));
    const bool last = part->self == part->right;

    do {
        *at++ = noc_header(NOC_HEADER_ADDRESS, *node, 0);
        *at++ = count;
        at = put(node - (last ? others : 0), others, last, at);
        node += others + 1;
    } while (run-- > 0);
    return (uint32_t)(at - header);
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
