/* SPDX-License-Identifier: BSD-2-Clause */
/* Everybody waits for the next node, and nobody sends: found, not timed out. */
#include "bare.h"

enum { RECEIVE = 2, WHAT_SHIFT = 28 };

int main(void)
{
    REG(NI_WAITING) = RECEIVE << WHAT_SHIFT | (REG(NI_NODE) + 1) % REG(NI_NODES);
    REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, QUEUES);
    wait_for_line();
    finish(WRONG);
}
