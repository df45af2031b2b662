/* SPDX-License-Identifier: BSD-2-Clause */
/* What compute.c asks of the board: here one core, and a loop DIVIDE times
 * shorter. */
#ifndef BENCH_VIRT_NI_H
#define BENCH_VIRT_NI_H

#include <stdint.h>

static inline uint32_t ni_nodes(void)
{
    return DIVIDE;
}

static inline uint32_t ni_node(void)
{
    return 0;
}

#endif
