/* SPDX-License-Identifier: BSD-2-Clause */
/* How many instructions something takes: for the programs that measure. */
#ifndef APPS_INSTRUCTIONS_H
#define APPS_INSTRUCTIONS_H

#include "hart.h"

static inline uint32_t instructions(void)
{
    __asm__ volatile("" : : : "memory");
    return hart_instructions_low();
}

/* Reading the counter twice with nothing between. */
static inline uint32_t empty(void)
{
    uint32_t begin = instructions();

    return instructions() - begin;
}

#endif
