/* SPDX-License-Identifier: BSD-2-Clause */
/* What is drawn: an answer of plan, sim or run, read back from its JSON. */
#ifndef NOCT_PICTURE_SCENE_H
#define NOCT_PICTURE_SCENE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/options.h"
#include "topology/topology.h"

#define SCENE_NEVER  UINT64_MAX
#define SCENE_NOBODY UINT32_MAX

/* A worm on one channel. */
struct scene_hop {
    uint64_t head, tail; /* cycles; SCENE_NEVER: not yet, or not known */
    uint64_t waited;
    uint32_t channel, behind; /* whom it waited for: a worm */
};

struct scene_visit {
    uint32_t node;
    uint64_t head, whole,
        software; /* cycles; SCENE_NEVER; where a board does not tell when software
                                     * had it, that is when the NI had */
};

struct scene_worm {
    uint32_t from, step, multicast, tree, segment, flits;
    uint64_t startup, started, injected, gone; /* cycles; SCENE_NEVER */
    uint64_t stuck; /* the cycle from which on its header waits, until a deadlock; SCENE_NEVER */
    struct scene_visit *visit; /* its destinations, in order */
    struct scene_hop *hop;
    uint32_t visits, hops;
    bool data;  /* it has what its receivers want: of a collective operation not all have */
    bool by_ni; /* an acknowledgement */
};

/* Channels are told apart by their virtual channel, links are not. */
struct scene_channel {
    uint32_t node, next, link;
    const char *vc; /* the answer's; NULL: there is one only */
};

struct scene_link {
    uint32_t node, next;
    uint64_t flits, blocked, waited; /* waited: headers, for channels of other worms */
    bool caught;                     /* in the cycle of waits of a deadlock */
};

/* What is known of a node. */
struct scene_node {
    uint64_t latency; /* cycles until its call returned; SCENE_NEVER */
    uint64_t
        arrival;   /* what its colour tells: the cycle in which its software has the message, or of
                        * a board its network interface; in a collective operation, and where worms
                        * have no cycles, as latency; in a plan the step; SCENE_NEVER */
    uint32_t worm; /* that brought the last of the message; SCENE_NOBODY */
    uint32_t step; /* 0: not known */
    bool member, root; /* it takes part; it sends a message of its own */
};

struct scene {
    const char *command; /* "sim" */
    const struct options *options;
    const json_t *answer;
    struct noc_topology t;
    struct scene_node *node;
    struct scene_worm *worm;
    struct scene_channel *channel;
    struct scene_link *link;
    uint32_t worms, channels, links, steps, trees;
    size_t hops;            /* of all worms */
    uint64_t end;           /* cycles, or steps */
    uint64_t first, last;   /* least and largest arrival; first > last: there is none */
    uint64_t flits, waited; /* of the link that has most */
    bool collective;        /* calls of all members, not a multicast */
    bool calls;             /* calls return when the board says, not when software has it all */
    bool tree;              /* the message goes from one node to the others */
    bool timed;             /* worms have cycles */
    bool cycles;            /* arrivals are cycles, not steps */
};

/* False: the answer names no network that is known, so nothing can be drawn. */
bool scene_read(struct scene *s, const char *command, const struct options *o,
                const json_t *answer);
void scene_free(struct scene *s);

/* The channel that a header which is stuck waits for; NULL: it is not, or waits for the way into a
 * node. */
const struct scene_hop *scene_wanted(const struct scene_worm *w);

/* One sentence or more: who, to how many, cycles, bound, and who waited. malloc'd. */
char *scene_sentence(const struct scene *s);

/* The command line that gave the answer. malloc'd. */
char *scene_command(const struct scene *s);

/* The same of any command, without the keys of these groups. */
char *command_line(const char *command, const struct options *o, key_groups without);

/* The place of a value among `classes` from low to high. */
unsigned scene_class(uint64_t value, uint64_t low, uint64_t high, unsigned classes);

#endif
