/* SPDX-License-Identifier: BSD-2-Clause */
/* Two sources, the message layer and the mathematical library: each core's square root, added up
 * on core 0 by a word that goes around. */
#include <math.h>
#include <noc.h>
#include <noc_trace.h>
#include <stdio.h>

#include "part.h"

int main(void)
{
    uint32_t next, sum;

    if (noc_init()) {
        return 1;
    }
    next = (noc_rank() + 1) % noc_size();
    sum = part_of(noc_rank());
    NOC_TRACE_MARK("mark of mine", sum);
    if (noc_rank() == 0) {
        if (noc_send(next, 1, &sum, sizeof(sum), NOC_FOREVER) ||
            noc_recv(NOC_ANY_SOURCE, 1, &sum, sizeof(sum), NULL, NOC_FOREVER)) {
            return 2;
        }
        printf("the sum is %lu, %.4f\n", (unsigned long)sum, pow(sum, 0.5));
        return 0;
    }
    uint32_t before;
    if (noc_recv(NOC_ANY_SOURCE, 1, &before, sizeof(before), NULL, NOC_FOREVER)) {
        return 3;
    }
    sum += before;
    return noc_send(next, 1, &sum, sizeof(sum), NOC_FOREVER) ? 4 : 0;
}
