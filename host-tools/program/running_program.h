/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which ELF is the program that a live board runs? The one that was named, or of noct's own the
 * one that lies in the board's image.
 */
#ifndef NOCT_PROGRAM_RUNNING_PROGRAM_H
#define NOCT_PROGRAM_RUNNING_PROGRAM_H

#include <limits.h>
#include <stdbool.h>

#include "image/elf_image.h"
#include "target/transport.h"
#include "debug_info.h"

struct running_program {
    char path[PATH_MAX]; /* "": no such ELF; image and source are empty then */
    struct elf_image image;
    struct debug_info *source; /* NULL: no debug information */
    bool matches;              /* what was compared of the board's image is the same */
    char warning[400];         /* one line; "": nothing to warn of */
};

/* given: FILE.elf, or the NAME of one of Nocturne's; NULL: to be found. Only parts of the image are
 * compared. A file that is no firmware: STATUS_BAD; a board that does not answer:
 * STATUS_ENVIRONMENT; then nothing is to be freed. */
enum status running_program_find(struct running_program *r, struct transport *transport,
                                 const char *given, struct error *error);
void running_program_free(struct running_program *r);

/* What is known of the program that the board runs; NULL: nothing. */
const struct elf_image *running_program_image(const struct running_program *r);

/* The function that pc is in, by the symbols, and how far; NULL: not known. */
const char *running_program_function(const struct running_program *r, uint32_t pc,
                                     uint32_t *offset);

/* As debug_info_find(). */
unsigned running_program_frames(const struct running_program *r, uint32_t pc,
                                struct debug_info_frame frame[DEBUG_INFO_FRAMES_MAX]);

#endif
