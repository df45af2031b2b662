/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a program is made: as a row of events, each of which appends operations to the cores that take
 * part in it. What a core waits for in an event is what earlier events, or this one, have begun at
 * the others. So the first event that is not over can always end: no core waits in it for one that
 * is not there yet. That holds also if sends wait for their receivers, and whatever messages a
 * receive gets of those that it may get.
 */
#ifndef TESTS_FIRMWARE_MAKER_H
#define TESTS_FIRMWARE_MAKER_H

#include "data.h"
#include "program.h"

/* A request under way. */
struct open {
    uint8_t id, kind; /* OP_ISEND, OP_IRECV, OP_ICOLLECTIVE, OP_UNWANTED */
    uint8_t group;
    uint16_t of, index; /* a stream and a message, or which of collective[] */
};

/* A collective call that does not block: some begin it later than others. */
struct begun {
    uint8_t group, which;
    uint16_t started; /* members */
    uint32_t number, bytes;
};

struct maker {
    struct program *p;
    uint32_t state;
    uint32_t collectives;
    struct open open[PROGRAM_CORES][PROGRAM_REQUESTS];
    uint8_t opens[PROGRAM_CORES];
    uint32_t ids[PROGRAM_CORES][PROGRAM_REQUESTS / 32];
    struct begun collective[PROGRAM_COLLECTIVES];
    uint16_t reached[PROGRAM_CORES]; /* of collective[]: what a core has begun lies before */
    uint8_t late[PROGRAM_CORES];     /* those that it has yet to begin */
    uint16_t puts[PROGRAM_WINDOWS][PROGRAM_CORES], locked[PROGRAM_WINDOWS][PROGRAM_CORES];
    uint32_t added[PROGRAM_WINDOWS][PROGRAM_CORES];
    bool window_live[PROGRAM_WINDOWS];
    struct op nowhere;
};

/* Below `below`. */
uint32_t draw(struct maker *m, uint32_t below);
/* One of a hundred. */
static inline bool percent(struct maker *m, uint32_t of)
{
    return draw(m, 100) < of;
}

/* The next operation of this core. */
struct op *emit(struct maker *m, uint32_t core, enum kind kind);
bool may_open(const struct maker *m, uint32_t core, uint32_t requests);
/* Of an operation of this core: its request. */
void open_request(struct maker *m, uint32_t core, struct op *op, struct open o);
uint32_t draw_team(struct maker *m);
uint32_t draw_member(struct maker *m, uint32_t group);

/* generator.c */
void wait_for_some(struct maker *m, uint32_t core, uint32_t group, uint32_t most);
/* All that is under way in a group ends: its messages, and its requests. */
void settle(struct maker *m, uint32_t group);

/* calls.c */
/* A member begins all that others have begun. */
void catch_up(struct maker *m, uint32_t core);
void make_collective(struct maker *m);
void make_icollective(struct maker *m);
void make_late_start(struct maker *m);
void make_team(struct maker *m);
void end_team(struct maker *m);
void free_team(struct maker *m, uint32_t group);
void make_multicast(struct maker *m);
void make_window(struct maker *m);
void make_access(struct maker *m);
void make_fence(struct maker *m);
void end_window(struct maker *m);

#endif
