/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorting a list of nodes in place, on a core without a heap: heapsort, but lists
 * that are nearly in order, as groups are, cost one pass. It is paid by every
 * member of every group.
 */
#include "sort.h"

#include <stdbool.h>

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

static void reverse(uint16_t *item, uint32_t n)
{
    for (uint32_t i = 0, j = n; i + 1 < j; i++) {
        uint16_t first = item[i];

        item[i] = item[--j];
        item[j] = first;
    }
}

void noc_rotate(uint16_t *item, uint32_t n, uint32_t by)
{
    reverse(item, by);
    reverse(item + by, n - by);
    reverse(item, n);
}

static uint32_t ascending_run(const uint16_t *item, uint32_t n)
{
    uint32_t i = 1;

    while (i < n && item[i - 1] <= item[i]) {
        i++;
    }
    return i;
}

/* Two ascending runs, the first of `run` items, of which one can be moved as a
 * whole: all of the second are below the first, or the first is one item. */
static bool join_runs(uint16_t *item, uint32_t n, uint32_t run)
{
    uint16_t value = item[0];
    uint32_t at = 0;

    if (ascending_run(item + run, n - run) < n - run) {
        return false;
    }
    if (item[n - 1] <= value) {
        noc_rotate(item, n, run);
        return true;
    }
    if (run > 1) {
        return false;
    }
    for (; at + 1 < n && item[at + 1] < value; at++) {
        item[at] = item[at + 1];
    }
    item[at] = value;
    return true;
}

static void heapsort(uint16_t *item, uint32_t n)
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

void noc_sort(uint16_t *item, uint32_t n)
{
    uint32_t run = ascending_run(item, n);

    if (run < n && !join_runs(item, n, run)) {
        heapsort(item, n);
    }
}
