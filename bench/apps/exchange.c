/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All cores talk all the time, for benchmarks of the emulator. The parameter
 * block's LENGTH is the number of rounds, its SEED the pattern:
 *
 *   1  ring        8 flits to the next core, 8 from the one before
 *   2  barrier     a barrier of all
 *   3  all to all  8 flits to each other core in turn, and from each
 *
 * Core 0 prints how many instructions all cores together executed in it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "hart.h"
#include "memmap.h"
#include "noc.h"
#include "params.h"

enum { FLITS = 8, TAG = 1, TAG_COUNT = 2, DEADLINE = 100000000 };
enum { RING = 1, BARRIER, ALL_TO_ALL };

static const struct noc_params *const params = (const struct noc_params *)NOC_PARAMS_BASE;

static void must(noc_err err)
{
    if (err) {
        printf("exchange: core %" PRIu32 ": %s\n", noc_rank(), noc_strerror(err));
        exit(1);
    }
}

/* Send to the core `away` above, receive from the one as far below. */
static void shift(uint32_t away)
{
    static uint32_t out[FLITS], in[FLITS];
    uint32_t size = noc_size(), from = (noc_rank() + size - away) % size;
    noc_request request;

    out[0] = noc_rank() + away;
    must(noc_isend((noc_rank() + away) % size, TAG, out, sizeof(out), &request));
    must(noc_recv((int32_t)from, TAG, in, sizeof(in), NULL, DEADLINE));
    must(noc_wait(&request, NULL, DEADLINE));
    if (in[0] != from + away) {
        printf("exchange: core %" PRIu32 ": wrong data from core %" PRIu32 "\n", noc_rank(), from);
        exit(1);
    }
}

static void do_round(void)
{
    uint32_t away;

    switch (params->seed) {
    case RING:
        shift(1);
        break;
    case BARRIER:
        must(noc_barrier(noc_world(), DEADLINE));
        break;
    default:
        for (away = 1; away < noc_size(); away++) {
            shift(away);
        }
    }
}

int main(void)
{
    uint32_t begin, i, one;
    uint64_t all;

    must(noc_init());
    if (params->magic != NOC_PARAMS_MAGIC || params->seed < RING || params->seed > ALL_TO_ALL) {
        printf("exchange: give rounds as length, and a pattern, 1 to 3, as seed\n");
        return 1;
    }
    must(noc_barrier(noc_world(), DEADLINE));
    begin = hart_instructions_low();
    for (i = 0; i < params->length; i++) {
        do_round();
    }
    one = hart_instructions_low() - begin;
    if (noc_rank() != 0) {
        must(noc_send(0, TAG_COUNT, &one, sizeof(one), DEADLINE));
        return 0;
    }
    all = one;
    for (i = 1; i < noc_size(); i++) {
        must(noc_recv(NOC_ANY_SOURCE, TAG_COUNT, &one, sizeof(one), NULL, DEADLINE));
        all += one;
    }
    printf("instructions %" PRIu64 "\n", all);
    return 0;
}
