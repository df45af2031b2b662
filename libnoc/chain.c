/* SPDX-License-Identifier: BSD-2-Clause */
/* Heapsort: the chain is sorted where it lies, on a core without a heap. */
#include "chain.h"

/* Let item[at] sink until neither child in item[0..n-1] is larger. */
static void sink(uint16_t *item, uint32_t at, uint32_t n)
{
    uint16_t value = item[at];

    for (uint32_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && item[child + 1] > item[child]) {
            child++;
        }
        if (item[child] <= value) {
            break;
        }
        item[at] = item[child];
        at = child;
    }
    item[at] = value;
}

void noc_sort(uint16_t *item, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;) {
        sink(item, i, n);
    }
    for (uint32_t end = n; end-- > 1;) {
        uint16_t largest = item[0];

        item[0] = item[end];
        item[end] = largest;
        sink(item, 0, end);
    }
}
