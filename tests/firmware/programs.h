/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs that test the message layer, one call on every core. They run on
 * the host's coroutines (host/) and on the board (target/): what differs is
 * behind cores.h.
 */
#ifndef TESTS_FIRMWARE_PROGRAMS_H
#define TESTS_FIRMWARE_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "noc.h"

/* messages.c: first make n messages among `nodes` cores, everywhere the same. */
enum { MESSAGES_MAX = 400 };
void messages_make(uint32_t nodes, uint32_t seed, uint32_t n);
void messages_program(void *unused);

/* collectives.c */
struct casts {
    const char *algorithm[4];
    uint32_t algorithms;
    uint32_t rounds;
    uint32_t slot_flits;
    bool rotate;  /* another root each time */
    bool chatter; /* messages between neighbours meanwhile */
    noc_relay relay;
};
void casts_world_program(void *casts);
void casts_groups_program(void *casts); /* rows and columns: a square of nodes */

void flood_program(void *unused); /* all to node 0, which receives in reverse order */
void self_program(void *unused);
void long_program(void *unused);    /* all to all, rendezvous */
void windows_program(void *unused); /* on 13 cores or more */
void leave_program(void *unused);   /* all send and end, the receiver is late */

#endif
