/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages between the first core and the last one, of many lengths. The first prints of each
 * length, in cycles: half of a ping-pong, and what one of many messages takes that follow each
 * other in one direction, until the last of them has been received.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "hart.h"
#include "noc.h"

enum { LONGEST = 65536, ROUNDS = 8, MESSAGES = 32, TAG = 1, TAG_DONE = 2, DEADLINE = 100000000 };

static uint32_t buffer[LONGEST / 4];

static void must(noc_err err)
{
    if (err) {
        printf("transfer: core %" PRIu32 ": %s\n", noc_rank(), noc_strerror(err));
        exit(1);
    }
}

static void send(uint32_t to, uint32_t bytes)
{
    must(noc_send(to, TAG, buffer, bytes, DEADLINE));
}

static void receive(uint32_t from, uint32_t bytes)
{
    noc_status status;

    must(noc_recv((int32_t)from, TAG, buffer, sizeof(buffer), &status, DEADLINE));
    if (status.bytes != bytes) {
        must(NOC_ERR_LENGTH);
    }
}

/* Half of a round trip. */
static uint32_t latency(uint32_t other, uint32_t bytes)
{
    const bool first = noc_rank() == 0;
    uint32_t began = 0, i;

    for (i = 0; i <= ROUNDS; i++) {
        began = i == 1 ? hart_cycles_low() : began; /* the first round is not counted */
        if (first) {
            send(other, bytes);
            receive(other, bytes);
        } else {
            receive(0, bytes);
            send(0, bytes);
        }
    }
    return (hart_cycles_low() - began) / (2 * ROUNDS);
}

static uint32_t stream(uint32_t other, uint32_t bytes)
{
    uint32_t began = hart_cycles_low(), i;

    for (i = 0; i < MESSAGES; i++) {
        if (noc_rank() == 0) {
            send(other, bytes);
        } else {
            receive(0, bytes);
        }
    }
    if (noc_rank() == 0) {
        must(noc_recv((int32_t)other, TAG_DONE, NULL, 0, NULL, DEADLINE));
    } else {
        must(noc_send(0, TAG_DONE, NULL, 0, DEADLINE));
    }
    return (hart_cycles_low() - began) / MESSAGES;
}

int main(void)
{
    uint32_t last, bytes;

    must(noc_init());
    last = noc_size() - 1;
    if (noc_rank() != 0 && noc_rank() != last) {
        return 0;
    }
    for (bytes = 4; bytes <= LONGEST; bytes *= 2) {
        uint32_t once = latency(last, bytes), each = stream(last, bytes);

        if (noc_rank() == 0) {
            printf("latency_%" PRIu32 " %" PRIu32 "\nstream_%" PRIu32 " %" PRIu32 "\n", bytes, once,
                   bytes, each);
        }
    }
    return 0;
}
