/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the message layer costs in instructions: minstret around single calls,
 * the counter's own reading subtracted. Node 0 talks to node 1; the others end.
 * One line for each figure: name, instructions; of stream the cycles that one of many messages to
 * one destination takes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "instructions.h"
#include "noc.h"
#include "timer.h"

enum {
    FLITS = 8,
    ODD = 31, /* bytes */
    TAG = 7,
    TAG_READY = 8,
    REPEATS = 16,
    STREAM = 64,
    DEADLINE = 1000000,
    PAUSE = 2000
};

static uint32_t body[FLITS];
static noc_status status;

static void must(noc_err err)
{
    if (err) {
        printf("cost: core %" PRIu32 ": %s\n", noc_rank(), noc_strerror(err));
        exit(1);
    }
}

static void pause(void)
{
    timer_sleep_until(noc_now() + PAUSE);
}

/* One message each, the other side quiet meanwhile. */
static uint32_t send_alone(void)
{
    uint32_t begin = instructions();

    must(noc_send(1, TAG, body, sizeof(body), DEADLINE));
    return instructions() - begin - empty();
}

static uint32_t receive_arrived(noc_status *s)
{
    uint32_t begin = instructions();

    must(noc_recv(0, TAG, body, sizeof(body), s, DEADLINE));
    return instructions() - begin - empty();
}

/* Ping-pong: everything a send costs in the end, acknowledgements too. */
static uint32_t exchange(void)
{
    uint32_t other = 1 - noc_rank(), begin = instructions(), i;

    for (i = 0; i < REPEATS; i++) {
        if (noc_rank() == 0) {
            must(noc_send(other, TAG, body, sizeof(body), DEADLINE));
        }
        must(noc_recv((int32_t)other, TAG, body, sizeof(body), &status, DEADLINE));
        if (noc_rank() == 1) {
            must(noc_send(other, TAG, body, sizeof(body), DEADLINE));
        }
    }
    return (instructions() - begin - empty()) / REPEATS;
}

/* Many messages to one core, which takes them as they come. */
static uint32_t stream(void)
{
    uint64_t begin = noc_now();
    uint32_t i;

    for (i = 0; i < STREAM; i++) {
        if (noc_rank() == 0) {
            must(noc_send(1, TAG, body, sizeof(body), DEADLINE));
        } else {
            must(noc_recv(0, TAG, body, sizeof(body), NULL, DEADLINE));
        }
    }
    return (uint32_t)(noc_now() - begin) / STREAM;
}

/* The ways beside: odd bytes from and to odd addresses, any source and tag, and a group. */
static void beside(void)
{
    static const uint16_t both[] = {0, 1};
    static uint8_t odd[ODD + 3];
    uint32_t spent[3], begin;
    noc_group *group;
    unsigned i;

    must(noc_group_create(both, 2, 1, NOC_BY_PLAN, &group, DEADLINE));
    for (i = 0; i < 3; i++) {
        pause();
        pause();
        if (noc_rank() == 1) {
            pause();
        }
        begin = instructions();
        if (noc_rank() == 0) {
            must(i == 0   ? noc_send(1, TAG, odd + 1, ODD, DEADLINE)
                 : i == 1 ? noc_send(1, TAG, body, sizeof(body), DEADLINE)
                          : noc_send_in(group, 1, TAG, body, sizeof(body), DEADLINE));
        } else {
            must(i == 0 ? noc_recv(0, TAG, odd + 2, ODD, NULL, DEADLINE)
                 : i == 1
                     ? noc_recv(NOC_ANY_SOURCE, NOC_ANY_TAG, body, sizeof(body), NULL, DEADLINE)
                     : noc_recv_in(group, 0, TAG, body, sizeof(body), NULL, DEADLINE));
        }
        spent[i] = instructions() - begin - empty();
    }
    if (noc_rank() == 0) {
        printf("send_bytes %" PRIu32 "\nsend_in_group %" PRIu32 "\n", spent[0], spent[2]);
    } else {
        printf("receive_bytes %" PRIu32 "\nreceive_any %" PRIu32 "\nreceive_in_group %" PRIu32 "\n",
               spent[0], spent[1], spent[2]);
    }
}

int main(void)
{
    uint32_t first = 0, second = 0, round, each;

    must(noc_init());
    if (noc_rank() > 1) {
        return 0;
    }
    if (noc_rank() == 0) {
        first = send_alone();
        pause();
        second = send_alone(); /* and takes the first one's acknowledgement */
        pause();
    } else {
        pause();
        first = receive_arrived(NULL);
        pause();
        second = receive_arrived(&status);
    }
    round = exchange();
    each = stream();
    if (noc_rank() == 0) {
        printf("send %" PRIu32 "\nsend_and_acknowledge %" PRIu32 "\nround_trip %" PRIu32
               "\nstream %" PRIu32 "\n",
               first, second, round, each);
    } else {
        printf("receive %" PRIu32 "\nreceive_with_status %" PRIu32 "\n", first, second);
    }
    beside();
    return 0;
}
