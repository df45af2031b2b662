/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barriers that cores sleep in, and who is missing there. A core's note (NI_WAITING) names only the
 * member whose signal its round lacks, which may be in the barrier itself; what it waits for is
 * that all members come. Who they are the message layer knows: the world's context says that it is
 * all cores; a group's list is read from the core's RAM, where the ELF's debug information says
 * that it lies.
 *
 *      0, 1, 2, 4 sleep in it          3 and 5 are missing
 *      0 --> |                 | --> 3
 *      1 --> | barrier of 0-5  |
 *      2 --> |                 | --> 5
 *      4 --> |                 |
 *
 * So each who waits in it waits for each who is missing. The firmware does nothing for this.
 */
#ifndef NOCT_DIAGNOSE_BARRIERS_H
#define NOCT_DIAGNOSE_BARRIERS_H

#include "target/core_state.h"
#include "target/transport.h"
#include "program/running_program.h"

struct barrier {
    uint32_t context; /* its group's number; 0: the world */
    uint16_t *member; /* [members], ascending; NULL: all cores */
    uint32_t members;
    uint32_t waiting;  /* how many sleep in it */
    uint32_t *missing; /* [missing_n], ascending: members that do not */
    uint32_t missing_n;
    bool *came;      /* [missing_n]: has come, and given up after a timeout, or is awake in it */
    bool came_known; /* of all of them */
};

#define BARRIER_NONE UINT32_MAX

struct barriers {
    struct barrier *barrier;
    uint32_t n;
    uint32_t *of; /* [nodes]: in which one a core sleeps; BARRIER_NONE: in none, or not known */
};

/*
 * Read whom the barriers of these cores are of; the clock must stand. Without debug information of
 * the program that the board runs, groups' members are not known, and their barriers not told.
 * STATUS_ENVIRONMENT: the connection; then too barriers_free().
 */
enum status barriers_read(struct barriers *b, const struct core *core, uint32_t nodes,
                          const struct running_program *running, struct transport *transport,
                          struct error *error);
void barriers_free(struct barriers *b);

/* The barrier that a core sleeps in and others are missing in; NULL: none. */
const struct barrier *barrier_of(const struct barriers *b, uint32_t node);

#endif
