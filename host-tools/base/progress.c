/* SPDX-License-Identifier: BSD-2-Clause */
#include "progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct {
    const char *what;
    uint64_t whole;
    struct timespec begun;
    bool terminal;
    int shown; /* per cent, or seconds; -1: nothing yet */
} bar = {.shown = -1};

void progress_begin(const char *what, uint64_t whole)
{
    bar.what = what;
    bar.whole = whole;
    bar.terminal = isatty(STDERR_FILENO);
    bar.shown = -1;
    clock_gettime(CLOCK_MONOTONIC, &bar.begun);
}

void progress_whole(uint64_t whole)
{
    bar.whole = whole;
}

static double seconds_since(const struct timespec *begun)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begun->tv_sec) + (double)(now.tv_nsec - begun->tv_nsec) / 1e9;
}

void progress_tick(void)
{
    int seconds = (int)seconds_since(&bar.begun);
    if (bar.terminal && seconds > 0 && seconds != bar.shown) {
        bar.shown = seconds;
        fprintf(stderr, "\r%s, %d s; Ctrl-C ends it", bar.what, seconds);
    }
}

void progress_at(uint64_t done)
{
    enum { BAR = 50 };
    if (!bar.terminal || !bar.whole) {
        return;
    }
    int percent = (int)(done * 100 / bar.whole);
    percent = percent > 100 ? 100 : percent;
    if (percent == bar.shown || seconds_since(&bar.begun) < 0.5) {
        return;
    }
    bar.shown = percent;
    fprintf(stderr, "\r%s [", bar.what);
    for (int i = 0; i < BAR; i++) {
        fputc(i < percent * BAR / 100 ? '#' : ' ', stderr);
    }
    fprintf(stderr, "] %3d%%", percent);
}

void progress_end(void)
{
    if (bar.shown >= 0) {
        fprintf(stderr, "\r\033[K");
        bar.shown = -1;
    }
}
