/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One core ends the program: one has exited before, one sleeps in a receive, one spins, one would
 * exit and one end the program itself, but later; before that cycle both have computed ahead.
 */
#include <stdio.h>

#include "noc.h"

enum { CORE = 3, STATUS = 7, LONG = 20000 };

static void compute(unsigned loops)
{
    for (volatile unsigned i = 0; i < loops; i++) {
    }
}

int main(void)
{
    uint32_t word;

    if (noc_init()) {
        return 1;
    }
    switch (noc_rank()) {
    case 0:
        return 0;
    case 1:
        return noc_recv(2, 5, &word, sizeof(word), NULL, NOC_FOREVER);
    case 2:
        for (;;) {
        }
    case CORE:
        compute(LONG);
        printf("this is the end");
        fflush(stdout);
        noc_abort(STATUS);
    case 4:
        compute(LONG + LONG / 10);
        return 9;
    default:
        compute(LONG + LONG / 10);
        noc_abort(8);
    }
}
