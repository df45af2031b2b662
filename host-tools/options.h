/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the user asked for, as text: one string for each key of keys.def,
 * whether it came as a flag or in a JSON object. experiment.c gives the
 * strings their meaning, so that both ways are checked by the same code.
 */
#ifndef NOCT_OPTIONS_H
#define NOCT_OPTIONS_H

#include <stdbool.h>

#include "complain.h"

enum key {
#define KEY(name, group, argument, help) KEY_##name,
#include "keys.def"
#undef KEY
    KEYS
};

/* Groups of keys; a command takes some of them. */
enum {
    GROUP_NETWORK = 1,
    GROUP_SET = 2,
    GROUP_MODEL = 4,
    GROUP_BOARD = 8,
    GROUP_ROUTE = 16,
    GROUP_TRAFFIC = 32,
    GROUP_FIRMWARE = 64,
    GROUP_PORT = 128,
    GROUP_LIVE = 256,
    GROUP_PORTS = 512,
    GROUP_COST = 1024,
    GROUP_LIMIT = 2048,
    GROUP_SHARING = 1 << 12,
    GROUP_DESTS = 1 << 13,
    GROUP_VERIFY = 1 << 14,
    GROUP_CHANCE = 1 << 15,
    GROUP_LATTICE = 1 << 16,
    GROUP_PATTERN = 1 << 17,
    GROUP_LOAD = 1 << 18,
    GROUP_CLAIMS = 1 << 19,
    GROUP_ALSO = 1 << 20,
    GROUP_CONTEXTS = 1 << 21,
    GROUP_RELAY = 1 << 22,
    GROUP_JTAG = 1 << 23,
    GROUP_NODES = 1 << 24,
    GROUP_FLASH = 1 << 25,
    GROUP_COUNTERS = 1 << 26,
    GROUP_CONSOLE = 1 << 27,
    GROUP_TRACE = 1 << 28,
    GROUP_OUT = 1 << 29,
    GROUP_SAMPLES = 1 << 30,
    /* One object fits plan, sim and run. */
    GROUP_EXPERIMENT = GROUP_NETWORK | GROUP_PORTS | GROUP_SET | GROUP_DESTS | GROUP_CHANCE |
                       GROUP_COST | GROUP_MODEL | GROUP_BOARD | GROUP_LIMIT | GROUP_SHARING |
                       GROUP_CONTEXTS | GROUP_RELAY
};

/* The text of a key that was given without a value. */
#define OPTION_GIVEN "yes"

struct key_row {
    const char *name, *argument, *help;
    unsigned group;
};
extern const struct key_row key_rows[KEYS + 1]; /* a row without a name ends */

struct options {
    char *text[KEYS]; /* malloc'd; NULL: not given */
    bool json, batch, help;
};

/* Copy, and free, all texts. */
void options_copy(struct options *to, const struct options *from);
void options_free(struct options *o);

/* Flags argv[1..]; argv[0] is the command. Only keys of these groups. */
enum status options_flags(struct options *o, int argc, char **argv, unsigned groups,
                          struct complaint *why);

/* One JSON object as text, on top of what *o has already. command: for the
 * complaint. */
enum status options_object(struct options *o, const char *line, const char *command,
                           unsigned groups, struct complaint *why);

#endif
