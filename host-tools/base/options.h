/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the user asked for, as text: one string for each key of keys.def,
 * whether it came as a flag or in a JSON object. experiment.c gives the
 * strings their meaning, so that both ways are checked by the same code.
 */
#ifndef NOCT_BASE_OPTIONS_H
#define NOCT_BASE_OPTIONS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "error.h"

enum key {
#define KEY(name, group, argument, help) KEY_##name,
#include "keys.def"
#undef KEY
    KEYS
};

/* Groups of keys: each key is in one, a command takes some of them. */
enum key_group {
    GROUP_NETWORK,
    GROUP_PORTS,
    GROUP_COLLECTIVE,
    GROUP_COMBINING, /* what a collective operation makes of its data */
    GROUP_SET,
    GROUP_DESTS,
    GROUP_ALSO,
    GROUP_CHANCE,
    GROUP_SHARING,
    GROUP_RELAY,
    GROUP_COST,
    GROUP_SOFTWARE,
    GROUP_SEGMENT,
    GROUP_MODEL,
    GROUP_CONTEXTS,
    GROUP_BOARD,
    GROUP_LIMIT,
    GROUP_VERIFY,
    GROUP_CLAIMS,
    GROUP_ROUTE,
    GROUP_PATTERN,
    GROUP_TRAFFIC,
    GROUP_DURATION,
    GROUP_LOAD,
    GROUP_FIRMWARE,
    GROUP_PROGRAM, /* no keys: words behind the flags are a program and its arguments */
    GROUP_HOST,
    GROUP_RANKS,
    GROUP_PORT,
    GROUP_GDB,
    GROUP_LOCKSTEP,
    GROUP_WAVE,
    GROUP_JTAG,
    GROUP_LIVE,
    GROUP_NODES,
    GROUP_COUNTERS,
    GROUP_CONSOLE,
    GROUP_FLASH,
    GROUP_OUT,
    GROUP_LINKS,
    GROUP_PICTURE,
    GROUP_TRACE,
    GROUP_PROFILE,
    GROUP_SAMPLES,
    GROUP_LATTICE,
    GROUP_FILES, /* no keys: words among the flags are files */
    GROUP_DEPTH,
    GROUP_CURVES,
    GROUP_DRAWING,
    GROUP_CSV,
    GROUP_SWEEP, /* with it, flags that are repeated make a list */
    GROUPS
};

/* A set of groups, a bit for each. */
typedef uint64_t key_groups;
_Static_assert(GROUPS <= 64, "a bit for each");
#define GROUP(name) ((key_groups)1 << GROUP_##name)

/* One object fits plan, sim and run. */
#define GROUPS_EXPERIMENT                                                                      \
    (GROUP(NETWORK) | GROUP(PORTS) | GROUP(SET) | GROUP(DESTS) | GROUP(CHANCE) | GROUP(COST) | \
     GROUP(MODEL) | GROUP(BOARD) | GROUP(LIMIT) | GROUP(SHARING) | GROUP(CONTEXTS) |           \
     GROUP(RELAY) | GROUP(SEGMENT))

/* What plan, sim and run make of an experiment, and take lists of. */
#define GROUPS_PLAN (GROUPS_EXPERIMENT | GROUP(COLLECTIVE) | GROUP(COMBINING))
#define GROUPS_SIM                                                                   \
    (GROUPS_PLAN | GROUP(SOFTWARE) | GROUP(ALSO) | GROUP(PATTERN) | GROUP(TRAFFIC) | \
     GROUP(DURATION))
#define GROUPS_RUN    (GROUPS_PLAN | GROUP(FIRMWARE))
/* Of any of them. */
#define GROUPS_ROW    (GROUPS_SIM | GROUP(FIRMWARE))

/* What is about a study, and not about each of its experiments. */
#define GROUPS_STUDY  (GROUP(SWEEP) | GROUP(OUT))

/* What tells or draws more of an answer, and changes nothing in it. */
#define GROUPS_DETAIL (GROUP(LINKS) | GROUP(PICTURE) | GROUP(DRAWING))

/* Of those of an experiment, what sets the router's timing, buffers and consumption contexts. */
#define GROUPS_ROUTER (GROUP(MODEL) | GROUP(CONTEXTS))

/* The text of a key that was given without a value. */
#define OPTION_GIVEN  "yes"

struct key_row {
    const char *name, *argument, *help;
    key_groups group; /* one */
};
extern const struct key_row key_rows[KEYS + 1]; /* a row without a name ends */

/* Between the values of a key that may be given several times, where they are words of any kind. */
#define OPTION_SEPARATOR "\x1f"

/* May this key have several values, of a command with GROUP_SWEEP? Are commas part of one value? */
bool option_takes_lists(int key);
bool option_has_commas(int key);

struct options {
    char *text[KEYS];   /* malloc'd; NULL: not given */
    char *const *words; /* what stands behind the flags: main()'s, of a command that takes them */
    unsigned words_n;
    json_t *id; /* a batch line's own name for its answer, a string or a whole number, or NULL */
    bool json, batch, help;
    bool for_row; /* the answer becomes a row of a study: what no row tells may be left out of it */
};

/* Copy, and free, all texts and the id. */
void options_copy(struct options *to, const struct options *from);
void options_free(struct options *o);

/* Flags argv[1..]; argv[0] is the command. Only keys of these groups. */
enum status options_flags(struct options *o, int argc, char **argv, key_groups groups,
                          struct error *error);

/* One JSON object as text, on top of what *o has already. command: for the
 * error. o->id is set, if the object has one, whatever is wrong with its other keys. */
enum status options_object(struct options *o, const char *line, const char *command,
                           key_groups groups, struct error *error);

#endif
