/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What main() is given: words of the host's command line.
 */
#ifndef BSP_ARGUMENTS_H
#define BSP_ARGUMENTS_H

struct bsp_words {
    unsigned names; /* NAME=VALUE, which are the environment */
    unsigned words; /* behind them */
    char *end;      /* behind the last word's zero */
};

/*
 * Split a line in place, as a shell does: words end at blanks, '...' is taken as it is, in "..." a
 * backslash counts before " and \, elsewhere before any character. Words lie one behind the other,
 * each ended by a zero. Leading ones that begin NAME=, unquoted, are the environment.
 */
struct bsp_words bsp_split(char *line);

struct bsp_vector {
    int argc;
    char **argv; /* [argc], NULL; behind it the environment, NULL */
};

/* From the host; crt0 calls it. What does not fit into RAM ends the core, and a line says so. */
struct bsp_vector bsp_arguments(void);

#endif
