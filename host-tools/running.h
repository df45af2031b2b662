/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which ELF is the program that a live board runs? The one that was named, or of noct's own the
 * one that lies in the board's image.
 */
#ifndef NOCT_RUNNING_H
#define NOCT_RUNNING_H

#include <limits.h>
#include <stdbool.h>

#include "image.h"
#include "link.h"
#include "source.h"

struct running {
    char path[PATH_MAX];   /* "": no such ELF; image and source are empty then */
    struct image image;
    struct source *source; /* NULL: no debug information */
    bool matches;          /* what was compared of the board's image is the same */
    char warning[400];     /* one line; "": nothing to warn of */
};

/* given: FILE.elf, or the NAME of one of Nocturne's; NULL: to be found. Only parts of the image are
 * compared. A file that is no firmware: STATUS_BAD; a board that does not answer:
 * STATUS_ENVIRONMENT; then nothing is to be freed. */
enum status running_find(struct running *r, struct link *link, const char *given,
                         struct complaint *why);
void running_free(struct running *r);

/* The function that pc is in, by the symbols, and how far; NULL: not known. */
const char *running_function(const struct running *r, uint32_t pc, uint32_t *offset);

/* As source_find(). */
unsigned running_frames(const struct running *r, uint32_t pc,
                        struct source_frame frame[SOURCE_FRAMES_MAX]);

#endif
