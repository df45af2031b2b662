/* SPDX-License-Identifier: BSD-2-Clause */
/* A core on its way through a program. */
#ifndef TESTS_FIRMWARE_RUNNER_H
#define TESTS_FIRMWARE_RUNNER_H

#include "cores.h"
#include "data.h"
#include "program.h"

/* A request, and what it is for. */
struct held {
    noc_request request;
    bool over; /* a cancelled receive that had its message after all */
    const struct op *op;
    struct buffer body;
    struct call *call; /* of a collective operation */
    noc_err result;
    noc_status status;
};

/* What a receive of a stream with several senders has got, until all that were posted before have. */
struct got {
    uint16_t stream, index;
    uint32_t cut;
    struct buffer body;
    noc_status status;
    struct got *next;
};

struct held_window {
    noc_window *window;
    uint8_t *memory;
    struct buffer kept; /* what was put, a slot for each member */
    uint32_t *added;    /* what was added, for each */
    uint8_t *version;   /* of what was last put, at each */
    bool *dirty;        /* it may be under way, at each */
};

struct runner {
    const struct program *p;
    uint32_t me, at;
    noc_group *group[PROGRAM_TEAMS];
    noc_plan *plan[PROGRAM_TEAMS][2];
    bool no_slots[PROGRAM_TEAMS];
    struct held held[PROGRAM_REQUESTS];
    struct held_window window[PROGRAM_WINDOWS];
    struct got *got;
    uint16_t checked[PROGRAM_SHARED]; /* receives of these streams */
    uint16_t claimed[PROGRAM_SHARED][PROGRAM_CORES];
    uint32_t left[PROGRAM_CORES]; /* what each core may have of what nobody wants */
};

/* The core fails, and says at which operation. */
void op_fail(struct runner *r, const char *what, noc_err err);
static inline void op_ok(struct runner *r, const char *what, noc_err err)
{
    if (err) {
        op_fail(r, what, err);
    }
}
/* A deadline that may pass, or none. Some are long: a long message that its receiver has no other room for
 * comes to a receive that waits for it as long as the network takes, and to no other. */
uint32_t op_patience(const struct op *op);
/* It has passed, and the call is made again. */
bool op_again(const struct op *op, noc_err err);

/* together.c */
void run_together(struct runner *r, const struct op *op);
void begin_collective(struct runner *r, const struct op *op, struct held *h);
void end_collective(struct runner *r, struct held *h);

#endif
