/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct's commands. execute_x() finds the answer of the command x as JSON, and show_x() prints that
 * answer for people. So what --json prints and what the tables show is the same.
 */
#ifndef NOCT_COMMANDS_COMMANDS_H
#define NOCT_COMMANDS_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

/* What --board may be. */
enum boards {
    BOARDS_NONE = 0,
    BOARDS_EMU = 1,       /* emu, emu:PID */
    BOARDS_SERVED = 2,    /* gdb:HOST:PORT, openocd:HOST:PORT */
    BOARDS_DESCRIBED = 4, /* NAME, FILE.cfg */
    BOARDS_RTL = 8,       /* rtl, rtl:PID */
    BOARDS_JTAG = BOARDS_EMU | BOARDS_DESCRIBED,
    BOARDS_ANY = BOARDS_JTAG | BOARDS_SERVED | BOARDS_RTL
};

enum { COMMAND_FAILED = 125 };

struct command {
    const char *name; /* its help is the text host-tools/help/NAME.txt */
    enum boards boards;
    key_groups groups; /* keys it takes, options.h */
    key_groups idle;   /* of these, what changes nothing here: taken, but not offered */
    key_groups named;  /* of these, what --help names only; 'noct help experiment' explains them */
    /*
     * Find the answer. STATUS_DONE comes with *result, which the caller frees. STATUS_NO comes with
     * a result, with an error, the line that says why, or with both; the others with an error.
     */
    enum status (*execute)(const struct options *o, json_t **result, struct error *error);
    /* Its exit status is the answer's "exit_status"; where there is no answer, COMMAND_FAILED. It
     * takes no batch. */
    bool own_status;
    void (*show)(const struct options *o, const json_t *result);
    /* In the place of all that: the words behind the command are another program's. */
    enum status (*run)(int argc, char **argv);
};

extern const struct command commands[]; /* a row without a name ends */
const struct command *command_find(const char *name);
/* The command "WORD SECOND", if there is such a one; else the command WORD, or NULL. second
 * may be NULL. */
const struct command *command_find_two(const char *word, const char *second);
/* The second word of a command's name; NULL: it has one only. */
const char *command_second(const struct command *command);

/* Is this key worth naming with this command? */
bool command_offers(const struct command *command, int key);

#endif
