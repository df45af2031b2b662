/* SPDX-License-Identifier: BSD-2-Clause */
/* The ELF file of the firmware that was asked for: where it is, and opened for an experiment. */
#ifndef NOCT_PROGRAM_FIRMWARE_H
#define NOCT_PROGRAM_FIRMWARE_H

#include <limits.h>

#include "experiment/experiment.h"
#include "image/elf_image.h"

/* A FILE.elf, or the NAME of one of Nocturne's; NULL: the multicast one. traced: of Nocturne's, the
 * one that writes events. */
enum status firmware_path(char path[PATH_MAX], const char *text, bool traced, struct error *error);

/* The firmware that was asked for, or the multicast one, or that of collective operations: its path,
 * checked against the experiment (firmware_fit.h). */
enum status firmware_open(struct elf_image *image, char *path, const struct experiment *e,
                          const struct options *o, struct error *error);

/* The same where Nocturne's own are taken that write events (include/noc/trace.h). */
enum status firmware_open_traced(struct elf_image *image, char *path, const struct experiment *e,
                                 const struct options *o, struct error *error);

#endif
