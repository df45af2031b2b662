/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What only debuggers see is nothing to harts: each node but the last two reads or writes
 * one word of it, and traps. These read another one's counters, which all harts see
 * except for where that is.
 */
#include "bare.h"

static volatile uint32_t *const place[] = {
    (volatile uint32_t *)NOC_STATE_BASE,   (volatile uint32_t *)NOC_STAMP_BASE,
    (volatile uint32_t *)NOC_CONSOLE_BASE, (volatile uint32_t *)(NOC_CONTROL_BASE + CTL_PEEK),
    (volatile uint32_t *)NOC_PEEK_BASE,    (volatile uint32_t *)NOC_PEEK_RAM_BASE,
};

enum { PLACES = sizeof(place) / sizeof(place[0]) };

int main(void)
{
    uint32_t node = REG(NI_NODE);
    volatile uint32_t *other = (volatile uint32_t *)(NOC_DEBUG_BASE + 3 * NOC_DEBUG_BLOCK);

    if (node < PLACES) {
        (void)*place[node];
    } else if (node < 2 * PLACES) {
        *place[node - PLACES] = 1;
    } else if (other[CNT_TIME_LO / 4] && other[CNT_ROWS / 4] && !other[CNT_SAMPLE / 4]) {
        finish(ALL_DONE);
    }
    finish(WRONG);
}
