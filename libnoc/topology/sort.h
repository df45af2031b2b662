/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of node numbers, sorted and rotated in place. */
#ifndef LIBNOC_TOPOLOGY_SORT_H
#define LIBNOC_TOPOLOGY_SORT_H

#include <stdint.h>

/* Sort ascending: in place, O(n log n) whatever the input, without recursion; O(n)
 * if ascending but for its first item, or a rotation of an ascending list. */
void noc_sort(uint16_t *item, uint32_t n);

/* Bring the first `by` items, at most n, behind the others: in place, O(n). */
void noc_rotate(uint16_t *item, uint32_t n, uint32_t by);

#endif
