/* SPDX-License-Identifier: BSD-2-Clause */
/* What run, board and demo share. */
#ifndef NOCT_RUN_RUN_H
#define NOCT_RUN_RUN_H

#include "study/experiment.h"
#include "program/elf_image.h"

/* A FILE.elf, or the NAME of one of Nocturne's; NULL: the multicast one. traced: of Nocturne's, the
 * one that writes events. */
enum status firmware_path(char path[PATH_MAX], const char *text, bool traced, struct error *error);

/* The firmware that was asked for, or the multicast one: its path, checked
 * against the board's RAM. */
enum status firmware_open(struct elf_image *image, char *path, const struct experiment *e,
                          const struct options *o, struct error *error);

/* The same where Nocturne's own are taken that write events (include/noc/trace.h). */
enum status firmware_open_traced(struct elf_image *image, char *path, const struct experiment *e,
                                 const struct options *o, struct error *error);

/* --limit-cycles, or some generous figure from what the plan should take. */
uint64_t limit_of(const struct experiment *e);

/* Does the routing reach whom noct's own firmware must reach? Most reach everybody. */
enum status check_routes(const struct experiment *e, struct error *error);

#endif
