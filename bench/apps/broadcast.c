/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noc_broadcast to all from the core that the parameter block has as SOURCE, in ever longer bodies:
 * cycles from its call to the return of the last core, as each core takes them with the board's
 * clock. SEED is 1 for the calls as they are, 2 for walks of the schedule that the cost model takes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "memmap.h"
#include "noc.h"
#include "params.h"
#include "timer.h"

enum { BYTES_MAX = 32768, DEADLINE = 100000000, SETTLE = 20000 };

static const struct noc_params *const params = (const struct noc_params *)NOC_PARAMS_BASE;

static void must(noc_err err)
{
    if (err) {
        printf("broadcast: core %" PRIu32 ": %s\n", noc_rank(), noc_strerror(err));
        exit(1);
    }
}

/* The fourth of four calls with this root: the second one makes the plan. */
static void measure(uint32_t *body, uint32_t bytes)
{
    uint32_t i, took = 0, longest;
    uint64_t begin;

    for (i = 0; i < 4; i++) {
        must(noc_barrier(noc_world(), DEADLINE));
        begin = (noc_now() / SETTLE + 2) * SETTLE;
        timer_sleep_until(noc_rank() == params->source ? begin : begin - SETTLE / 2);
        if (params->seed == 2) {
            noc_request request;

            must(noc_ibroadcast(noc_world(), body, bytes, params->source, &request));
            must(noc_wait(&request, NULL, DEADLINE));
        } else {
            must(noc_broadcast(noc_world(), body, bytes, params->source, DEADLINE));
        }
        took = (uint32_t)(noc_now() - begin);
    }
    must(noc_allreduce(noc_world(), &took, &longest, 1, &noc_max_uint32, DEADLINE));
    if (noc_rank() == params->source) {
        printf("%" PRIu32 " bytes: %" PRIu32 " cycles\n", bytes, longest);
    }
}

int main(void)
{
    uint32_t *body = malloc(BYTES_MAX), bytes;

    must(noc_init());
    for (bytes = 256; bytes <= BYTES_MAX; bytes *= 2) {
        measure(body, bytes);
    }
    return 0;
}
