/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a program on a board of ours may ask of this machine: its arguments, its environment, files
 * of one directory, standard input.
 */
#ifndef NOCT_RUN_HOST_H
#define NOCT_RUN_HOST_H

#include "base/options.h"
#include "qemu.h"

/*
 * The command line, as bsp/arguments.h splits it: names are NAME=VALUE, words are argv. malloc'd.
 * STATUS_BAD: it is longer than a board takes.
 */
enum status host_line(char **line, char *const *names, unsigned names_n, char *const *words,
                      unsigned words_n, struct error *error);

/* Open the directory of --files, if one is given. STATUS_BAD: it is none. */
enum status host_open_files(struct qemu_host *host, const struct options *o, struct error *error);

/* Give up what is open. */
void host_close(struct qemu_host *host);

/*
 * Let what is started from now on read our standard input. A board is in a process group of its own,
 * so that Ctrl-C is ours, and could not read the terminal: then a process of ours reads it, and a
 * pipe takes the place of our standard input.
 */
void host_share_input(void);

/* What a command was told, with the program behind the flags as firmware, if one is there.
 * options_free() unless this fails. */
enum status host_options(struct options *known, const struct options *o, struct error *error);

/* What such a program may ask for, if anything at all (*served): its words as arguments, --files, our
 * standard input on node 0. host_end() unless this fails. */
enum status host_serve(struct qemu_host *host, bool *served, const struct options *o,
                       struct error *error);
void host_end(struct qemu_host *host);

#endif
