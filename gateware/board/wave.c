/* SPDX-License-Identifier: BSD-2-Clause */
#include "wave.h"

#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "worms.h"

struct wave {
    struct board *board;
    struct worms *worms;
    uint64_t from, to, shown; /* shown: cycles */
    bool open, failed, closed;
    const char *why; /* it failed */
    char name[64];
    char made[80]; /* its name until it is whole */
};

/* Its files, of which nobody should find the last one without the others. */
static const char *const kinds[] = {"worms", "gtkw", "fst"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void free_wave(struct wave *w)
{
    if (w) {
        worms_free(w->worms);
    }
    free(w);
}

static const char *file_of(char path[100], const char *name, const char *kind)
{
    snprintf(path, 100, "%.80s.%s", name, kind);
    return path;
}

static void remove_files(const char *name, unsigned n)
{
    char path[100];
    unsigned i;

    for (i = 0; i < n; i++) {
        (void)unlink(file_of(path, name, kinds[i]));
    }
}

/* What has been made so far, and what the writer of waveforms keeps beside it. */
static void remove_made(const char *made)
{
    char path[100];

    remove_files(made, KINDS);
    (void)unlink(file_of(path, made, "fst.hier"));
}

/* --- what may come while it is written ----------------------------------------------------------- */

static volatile sig_atomic_t writes;    /* to mapped files: a full disk is a signal */
static sigjmp_buf no_room;              /* then it goes on here */
static const char *volatile unfinished; /* the name of a file that is not whole yet, or NULL */

static void on_bus_error(int number)
{
    if (writes) {
        siglongjmp(no_room, 1);
    }
    signal(number, SIG_DFL); /* comes again when this returns */
}

/* Whoever ends this program gets no half of a waveform. */
static void on_end(int number)
{
    if (unfinished) {
        remove_made(unfinished);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void take_signals(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_bus_error};
    size_t i;

    sigaction(SIGBUS, &action, NULL);
    action.sa_handler = on_end;
    for (i = 0; i < sizeof ends / sizeof *ends; i++) {
        sigaction(ends[i], &action, NULL);
    }
}

/* False: there was no room. lines NULL: the end. */
static bool write_cycle(uint64_t now, const uint32_t *lines)
{
    if (sigsetjmp(no_room, 1)) {
        writes = 0;
        tiles_wave_forget();
        return false;
    }
    writes = 1;
    if (lines) {
        tiles_wave_cycle(now, lines);
    } else {
        tiles_wave_end();
    }
    writes = 0;
    return true;
}

/* Its writer does not tell of a full disk: the file's blocks, each with its length behind a byte that
 * says what it is, must end where the file does. */
static bool is_whole(const char *path)
{
    unsigned char head[9];
    uint64_t at = 0, length;
    bool good = true;
    long size;
    FILE *file = fopen(path, "rb");
    int i;

    if (!file) {
        return false;
    }
    good = fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0;
    while (good && at < (uint64_t)size) {
        good = fseek(file, (long)at, SEEK_SET) == 0 &&
               fread(head, 1, sizeof head, file) == sizeof head;
        for (i = 1, length = 0; i < 9; i++) {
            length = length << 8 | head[i];
        }
        good = good && length < (uint64_t)size && at + 1 + length <= (uint64_t)size;
        at += 1 + length;
    }
    fclose(file);
    return good;
}

/* --- writing ------------------------------------------------------------------------------------- */

/* Of a difference, which has been said (silent), the run tells all the same how it ends. */
static bool refuse(const struct wave *w, const char *why)
{
    fprintf(stderr, "%s%s.fst cannot be written: %s\n",
            w->board->silent ? "nocturne: wave failed " : "nocturne-rtl: ", w->name, why);
    return false;
}

/* Whether files can be written here at all. */
static bool can_write(const struct wave *w)
{
    char path[100];
    FILE *file = fopen(file_of(path, w->made, "fst"), "wb");

    return file ? fclose(file) == 0 : refuse(w, strerror(errno));
}

/* The file that is whole gets its name, and a view. Whatever has these names is replaced, so that a
 * pipe among them is not waited for. */
static bool give_name(struct wave *w)
{
    char from[100], to[100];
    unsigned i;

    if (!is_whole(file_of(from, w->made, "fst"))) {
        return false;
    }
    if (!worms_view(w->worms, w->name, w->made, w->from)) {
        w->why = strerror(errno);
        return false;
    }
    for (i = 0; i < KINDS; i++) {
        if (rename(file_of(from, w->made, kinds[i]), file_of(to, w->name, kinds[i]))) {
            w->why = strerror(errno);
            remove_files(w->name, i);
            return false;
        }
    }
    return true;
}

/* All that is to be shown has been shown, or the board has ended. */
static void close_wave(struct wave *w)
{
    w->closed = true;
    if (w->open && !w->failed) {
        w->failed = !write_cycle(0, NULL) || !give_name(w);
    }
    remove_made(w->made);
    unfinished = NULL;
}

/* All tiles have been given a cycle. */
static void given(void *opaque)
{
    struct wave *w = opaque;
    const uint64_t now = w->board->now;
    const bool shown = now >= w->from && now <= w->to;
    const uint32_t *lines;
    char path[100];

    if (w->closed) {
        return;
    }
    lines = worms_cycle(w->worms, shown);
    w->failed = !lines;
    if (shown && !w->failed && !w->open) {
        w->open = tiles_wave(file_of(path, w->made, "fst"));
        w->failed = !w->open;
    }
    if (shown && !w->failed) {
        w->failed = !write_cycle(now, lines);
        w->shown++;
    }
    if (w->failed || now >= w->to) {
        close_wave(w);
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
    w->why = "no room, or no memory";
    snprintf(w->name, sizeof w->name, "nocturne-%" PRIu64 "-%" PRIu64, from, to);
    snprintf(w->made, sizeof w->made, "%s-%ld", w->name, (long)getpid());
    if (!can_write(w)) {
        free_wave(w);
        return NULL;
    }
    unfinished = w->made;
    take_signals();
    b->given = given;
    b->given_opaque = w;
    return w;
}

bool wave_end(struct wave *w)
{
    bool good;

    if (!w->closed) {
        close_wave(w);
    }
    good = w->open && !w->failed;
    if (w->failed) {
        fprintf(stderr, "nocturne: wave failed %s.fst cannot be written: %s\n", w->name, w->why);
    } else if (w->open) {
        fprintf(stderr, "nocturne: wave %s cycles %" PRIu64 " to %" PRIu64 "\n", w->name, w->from,
                w->from + w->shown - 1);
    } else {
        fprintf(stderr, "nocturne: wave none\n");
    }
    w->board->given = NULL;
    free_wave(w);
    return good;
}
