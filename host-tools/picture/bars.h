/* SPDX-License-Identifier: BSD-2-Clause */
/* What cores and channels are busy with, and when. */
#ifndef NOCT_PICTURE_BARS_H
#define NOCT_PICTURE_BARS_H

#include "scene.h"

enum bar_kind {
    BAR_TRAVELS, /* a message to this core */
    BAR_BLOCKED, /* its header waits */
    BAR_RECEIVES,
    BAR_SOFTWARE, /* software receives */
    BAR_STARTS,   /* a start-up of software */
    BAR_INJECTS,  /* of a channel: a worm is on it */
    BAR_KINDS
};

struct bar {
    uint32_t row; /* a node, or a channel */
    enum bar_kind kind;
    uint64_t begin, end; /* cycles */
};

/* By row, kind and begin. at: malloc'd. */
struct bars {
    struct bar *at;
    size_t n, room;
};

/* Into *b, which is zero before. */
void bars_of_cores(struct bars *b, const struct scene *s);
void bars_of_channels(struct bars *b, const struct scene *s);

#endif
