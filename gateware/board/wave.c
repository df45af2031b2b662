/* SPDX-License-Identifier: BSD-2-Clause */
#include "wave.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "worms.h"

struct wave {
    struct board *board;
    struct worms *worms;
    uint64_t from, to, shown; /* shown: cycles */
    bool open, failed;
    char name[64];
};

static void free_wave(struct wave *w)
{
    if (w) {
        worms_free(w->worms);
    }
    free(w);
}

static bool refuse(const struct wave *w, const char *why)
{
    fprintf(stderr, "nocturne-rtl: %s.fst cannot be written: %s\n", w->name, why);
    return false;
}

static const char *fst_of(const struct wave *w)
{
    static char path[80];

    snprintf(path, sizeof path, "%s.fst", w->name);
    return path;
}

/* Whether files can be written here at all. */
static bool can_write(const struct wave *w)
{
    FILE *file = fopen(fst_of(w), "wb");

    return file ? fclose(file) == 0 : refuse(w, strerror(errno));
}

/* All tiles have been given a cycle. */
static void given(void *opaque)
{
    struct wave *w = opaque;
    const uint64_t now = w->board->now;
    const bool shown = now >= w->from && now <= w->to;
    const uint32_t *lines = w->failed ? NULL : worms_cycle(w->worms, shown);

    if (!lines) {
        w->failed = true;
        return;
    }
    if (shown && !w->open) {
        w->open = tiles_wave(fst_of(w));
        w->failed = !w->open;
    }
    if (shown && w->open) {
        tiles_wave_cycle(now, lines);
        w->shown++;
    }
}

struct wave *wave_begin(struct board *b, uint64_t from, uint64_t to)
{
    struct wave *w = calloc(1, sizeof *w);

    if (!w || !(w->worms = worms_new(b))) {
        fprintf(stderr, "nocturne-rtl: no memory for a waveform\n");
        free_wave(w);
        return NULL;
    }
    w->board = b;
    w->from = from;
    w->to = to;
    snprintf(w->name, sizeof w->name, "nocturne-%" PRIu64 "-%" PRIu64, from, to);
    if (!can_write(w)) {
        free_wave(w);
        return NULL;
    }
    b->given = given;
    b->given_opaque = w;
    return w;
}

bool wave_end(struct wave *w)
{
    bool good = !w->failed;

    if (w->open) {
        tiles_wave_end();
        good = worms_view(w->worms, w->name, w->from) && good;
    }
    if (!good) {
        refuse(w, "no room, or no memory");
    } else if (w->open) {
        fprintf(stderr, "nocturne: wave %s cycles %" PRIu64 " to %" PRIu64 "\n", w->name, w->from,
                w->from + w->shown - 1);
    } else {
        fprintf(stderr, "nocturne: wave none\n");
        (void)unlink(fst_of(w));
    }
    good = good && w->open;
    w->board->given = NULL;
    free_wave(w);
    return good;
}
