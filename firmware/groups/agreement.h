/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the members of a group that is to be made find a context and a queue that all of them have
 * free, and how the members of one that is made come together.
 */
#ifndef FIRMWARE_AGREEMENT_H
#define FIRMWARE_AGREEMENT_H

#include "groups.h"

enum { MEMBER_BITS = 14 }; /* of a rank: a member has at most so many children */

_Static_assert(1 << MEMBER_BITS > NOC_NODES_MAX - 1, "a member has at most so many children");

/* What comes of it, the worst last. */
enum verdict {
    VERDICT_MADE,
    VERDICT_AGAIN, /* a member has begun anew: so do all */
    VERDICT_MORE,  /* no context is free: all offer more of them */
    VERDICT_FULL,  /* not even then */
    VERDICT_POOR,  /* a member has no memory */
    VERDICT_DIFFER /* members call with different arguments */
};

/* An offer's body. */
struct bid {
    uint32_t what;   /* a hash of what all members must have called with */
    uint8_t queues;  /* free */
    uint8_t unclean; /* of these: signals or discards of a group that failed may be in them */
    uint8_t verdict; /* MADE, or why it cannot be */
    uint8_t unused;
    uint32_t contexts[CONTEXT_WORDS]; /* free */
};

/* A choice's. */
struct choice {
    uint8_t verdict;
    uint8_t queue;      /* 0: none */
    uint8_t generation; /* of the context */
    uint8_t forget;     /* an earlier group may have left something in context or queue */
    uint32_t context;
};

/* The steps of a meeting. */
enum meeting_stage { MEETING_GATHERS, MEETING_WAITS, MEETING_TELLS };

/*
 * One call that makes a group. Its messages name the members (tag) and the call of the child's
 * that they are about (attempt): what is left of a call that was given up is not taken for an
 * answer to the next one.
 */
struct agreement {
    const uint16_t *members; /* NULL: all cores */
    uint32_t count, rank;
    struct wait *wait;
    uint32_t tag, attempt;
    bool all;      /* contexts are offered that may be unclean */
    uint32_t gone; /* a bit for each child that has begun anew */
    struct bid bid;
    struct choice choice;
    uint8_t theirs[MEMBER_BITS]; /* the children's attempts */
};

/* members, count and rank are there. */
void agreement_begin(struct agreement *a);
/* Offers go up the tree, until the choice has come down. bid is what this core offers. */
noc_err agreement_reach(struct agreement *a);
/* The children are told the choice. */
noc_err agreement_tell(struct agreement *a);

/*
 * A meeting in a group: no member goes on before all have come, with the same `what`; the worst of
 * their verdicts becomes the group's meeting.verdict. After a timeout it goes on when it is called
 * again. a: of a group that is being made, whose members may begin anew; or NULL.
 */
noc_err group_meet(struct noc_group *group, uint32_t what, enum verdict verdict, struct wait *wait,
                   struct agreement *a);
/* Whether others may think that this core has come. */
static inline bool group_may_be_met(const struct noc_group *g)
{
    return g->meeting.stage != MEETING_GATHERS;
}

#endif
