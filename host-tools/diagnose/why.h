/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct why, what was found out:
 *
 *   why.c          the board is read: one snapshot, and if that settles nothing some more
 *   why_facts.c    single facts that several of the others need
 *   why_worms.c    cycles of worms, and what lies in the buffers
 *   why_barriers.c barriers that not all have come to
 *   why_result.c   all of it as JSON, and the verdict in one sentence
 *   why_next.c     commands to go on with
 *   show_why.c     the same for people
 */
#ifndef NOCT_DIAGNOSE_WHY_H
#define NOCT_DIAGNOSE_WHY_H

#include <jansson.h>

#include "barriers.h"
#include "program/call_stack.h"
#include "target/core_state.h"
#include "experiment/experiment.h"
#include "program/running_program.h"
#include "target/snapshot.h"
#include "model/wait_graph.h"

enum verdict {
    VERDICT_NO_IMAGE, /* the boot ROM has found none */
    VERDICT_ABORTED,  /* a core has ended the board */
    VERDICT_DEADLOCK, /* of worms: for ever */
    VERDICT_TRAPPED,
    VERDICT_WAIT_CYCLE, /* of cores */
    VERDICT_RUNNING,
    VERDICT_WAITING, /* nothing moves */
    VERDICT_EXITED,
    VERDICTS
};

/* Where cores were seen. */
struct why_place {
    enum core_state state;
    enum noc_wait_what what;
    uint32_t begin; /* core_place() */
    uint32_t pc;    /* in it, as first seen */
    uint32_t seen;  /* how often */
};

/* By which calls a sleeping core came where it is; others asleep at the same pc for the same are
 * taken to have come the same way. */
struct why_calls {
    uint32_t node;
    unsigned n;
    struct call call[CALLS_MAX];
};
enum { WHY_CALLS_MAX = 32 };

struct diagnosis {
    struct experiment e; /* the board's topology and routing */
    bool named;          /* e's topology has its links; else only the nodes' number is known */
    uint32_t nodes;
    struct transport *transport;
    char doubt[TRANSPORT_DOUBT_TEXT]; /* transport_doubt() of any snapshot; "": none */
    struct running_program running;
    struct snapshot first;
    struct core *core; /* [nodes], as in the first snapshot */
    bool *shown;       /* [nodes] */

    struct why_calls calls[WHY_CALLS_MAX];
    unsigned called; /* of how many cores */

    /* What came after the first snapshot: none, if that settled it. */
    struct snapshot last;
    unsigned samples; /* how many, the first one included */
    bool stands;      /* the clock did not go on by itself between the first and the last */
    bool moved;       /* something went on: a core or a worm */
    struct why_place *place;
    uint32_t places;

    /* Worms (why_worms.c). */
    struct noc_wait_graph waits; /* no rows, where the network is not known */
    struct noc_wait_graph_entry *wait_cycle;
    uint32_t wait_cycle_n, wait_cycles; /* worms of the first; how many there are */
    uint32_t caught; /* worms that can never go on, those of cycles of waits included */

    struct barriers barriers; /* that cores sleep in, in the first snapshot */
    uint32_t *waiting;        /* the cycle of cores */
    uint32_t waiting_n;
    enum verdict verdict;
};

/* Of this core, or one like it; NULL: not read. */
const struct why_calls *why_calls_of(const struct diagnosis *w, uint32_t node);

/* Who waits for whom in the first snapshot. STATUS_ENVIRONMENT: blocks that make no sense. */
enum status why_worms(struct diagnosis *w, struct error *error);
/* The cycle of waits as run has it: [{"from","to","holds","wants"}]; null if there is none. */
json_t *why_deadlock(const struct diagnosis *w);
/* "one" or "link": how few consumption contexts there are at most, as rows show that share one;
 * NULL: none does. */
const char *why_consumption(const struct diagnosis *w);
/* What lies in the buffers of the nodes shown. */
json_t *why_buffers(const struct diagnosis *w);

/* Has nothing come to this core, or gone from it, until the last snapshot? */
bool why_still_waits(const struct diagnosis *w, uint32_t node);

/* All that cores sleep in: [{"members","waiting","missing","came"}]. */
json_t *why_barriers(const struct diagnosis *w);
/* Which of them a core sleeps in: its place in that list; -1: none. */
int why_barrier_of(const struct diagnosis *w, uint32_t node);
/* The one that most wait in, of those in which nothing has changed until the last snapshot; NULL:
 * none. */
const struct barrier *why_largest_barrier(const struct diagnosis *w);
/* Of its cores the one to look at: who is missing and has not ended, or else one that waits. */
uint32_t why_barrier_suspect(const struct diagnosis *w, const struct barrier *b);
/* "core 3 has not come to the barrier that the other 63 wait in: it has exited with status 0": of
 * that one, behind what is in text already. */
void why_say_barrier(const struct diagnosis *w, char *text, size_t room);
/* The core that has ended the board; w->nodes: none. */
uint32_t why_aborted(const struct diagnosis *w);
/* The first core in this state; w->nodes: none. */
uint32_t why_first_in(const struct diagnosis *w, enum core_state state);
/*
 * Whom most of the sleeping cores wait for in the end, following who waits for whom: a core that
 * is not asleep, or waits for nobody in particular, or sleeps in a barrier where others are
 * missing. *n: how many; 0: there is no such.
 */
uint32_t why_root(const struct diagnosis *w, uint32_t *n);

/* Commands to go on with, as they are typed. */
json_t *why_next(const struct diagnosis *w);

json_t *why_result(const struct diagnosis *w);

/* More words behind those of a sentence with room for so many bytes; what does not fit is cut. */
void why_add(char *text, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
