/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Core 0 sends 8 flits to core 1 and gets them back, so many times as the parameter block's LENGTH says.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "memmap.h"
#include "noc.h"
#include "params.h"

enum { FLITS = 8, TAG = 1, DEADLINE = 100000000 };

static const struct noc_params *const params = (const struct noc_params *)NOC_PARAMS_BASE;
static uint32_t body[FLITS];

static void must(noc_err err)
{
    if (err) {
        printf("ping_pong: core %" PRIu32 ": %s\n", noc_rank(), noc_strerror(err));
        exit(1);
    }
}

static void send(uint32_t to)
{
    must(noc_send(to, TAG, body, sizeof(body), DEADLINE));
}

static void receive(uint32_t from)
{
    must(noc_recv((int32_t)from, TAG, body, sizeof(body), NULL, DEADLINE));
}

int main(void)
{
    uint32_t i;

    must(noc_init());
    if (params->magic != NOC_PARAMS_MAGIC || noc_size() < 2) {
        printf("ping_pong: needs two cores, and the rounds as length\n");
        return 1;
    }
    for (i = 0; i < params->length; i++) {
        if (noc_rank() == 0) {
            body[0] = i;
            send(1);
            receive(1);
            if (body[0] != ~i) {
                printf("ping_pong: round %" PRIu32 ": wrong data\n", i);
                return 1;
            }
        } else if (noc_rank() == 1) {
            receive(0);
            body[0] = ~body[0];
            send(0);
        }
    }
    return 0;
}
