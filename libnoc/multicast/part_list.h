/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a worm tells several receivers their parts (Robinson 1994, section 6.5): for each a list, of
 * whole flits, with the nodes of its part in the order of the chain, itself first or last.
 *
 *     halves   | how many besides the receiver; bit 15: it is the last | d0 | d1 | d2 | ...
 *     flits    [ 2 | d0 ] [ d1 | d2 ]            first half lower
 *
 * In the body (NOC_RELAY_BODY) the lists of all receivers stand in front of the data, in the order
 * of visits. In the header (NOC_RELAY_HEADER) each stands behind the receiver's ADDRESS and a
 * COUNT; who is responsible for nobody but itself has none.
 */
#ifndef LIBNOC_MULTICAST_PART_LIST_H
#define LIBNOC_MULTICAST_PART_LIST_H

#include "plan.h"

/* Flits of the list of a part. */
static inline uint32_t noc_part_list_flits(const struct noc_part *part)
{
    return ((uint32_t)part->right - part->left + 1) / 2 + 1;
}

/*
 * Write it to list[], and behind it those of `run` more like it (noc_worm_progress.run); returns their flits.
 * The receiver must be at an end of its part.
 */
uint32_t noc_part_list_write(const uint16_t *chain, const struct noc_part *part, uint32_t run,
                             uint32_t *list);

/*
 * Which of the lists in list[0..flits-1], one behind the other, is that of node `self`: where it
 * begins, or NULL: there is none, or what stands before it makes no sense. *part is what self is
 * responsible for, in the chain (const uint16_t *)returned; its nodes may be any. Little-endian
 * hosts only.
 */
const uint32_t *noc_part_list_find(const uint32_t *list, uint32_t flits, uint32_t self,
                                   struct noc_part *part);

/*
 * Append a receiver, chain[part->self], to the header flits header[0..n-1] of a worm, and `run` more
 * like it: its ADDRESS, and with `lists`, if it is responsible for others, COUNT and its list.
 * Returns the new n; it grows for each by 2 + noc_part_list_flits() at most.
 */
uint32_t noc_headers_add(uint32_t *header, uint32_t n, const uint16_t *chain,
                         const struct noc_part *part, uint32_t run, bool lists);

#endif
