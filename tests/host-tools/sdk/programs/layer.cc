/* SPDX-License-Identifier: BSD-2-Clause */
/* The message layer, and headers of the board, from C++. */
#include <noc.h>
#include <noc_trace.h>
#include <nocturne/console.h>
#include <nocturne/ni.h>
#include <nocturne/noinit.h>
#include <nocturne/stop.h>
#include <nocturne/timer.h>

#include "check.h"

NOC_ARENA(4096)

static BSP_NOINIT uint64_t started;

int main()
{
    uint32_t size, sum = 0;

    started = timer_now();
    CHECK(!noc_init() && noc_rank() == ni_node());
    size = noc_size();
    const uint32_t mine = noc_rank() + 1;
    NOC_TRACE_MARK("mine", mine);
    CHECK(!noc_allreduce(noc_world(), &mine, &sum, 1, &noc_sum_uint32, NOC_FOREVER));
    CHECK(sum == size * (size + 1) / 2);
    CHECK(timer_now() > started);
    console_end_line();
    if (check_end()) {
        bsp_stop(1);
    }
    return 0;
}
