/* SPDX-License-Identifier: BSD-2-Clause */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

void progress_begin(struct progress *p, const char *what, uint64_t whole)
{
    p->what = what;
    p->whole = whole;
    p->terminal = isatty(STDERR_FILENO);
    p->shown = -1;
    clock_gettime(CLOCK_MONOTONIC, &p->begun);
}

void progress_whole(struct progress *p, uint64_t whole)
{
    p->whole = whole;
}

static double seconds_since(const struct timespec *begun)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begun->tv_sec) + (double)(now.tv_nsec - begun->tv_nsec) / 1e9;
}

void progress_tick(struct progress *p)
{
    int seconds = (int)seconds_since(&p->begun);
    if (p->terminal && seconds > 0 && seconds != p->shown) {
        p->shown = seconds;
        fprintf(stderr, "\r%s, %d s; Ctrl-C ends it", p->what, seconds);
    }
}

void progress_at(struct progress *p, uint64_t done)
{
    enum { BAR = 50 };
    if (!p->terminal || !p->whole) {
        return;
    }
    int percent = (int)(done * 100 / p->whole);
    percent = percent > 100 ? 100 : percent;
    if (percent == p->shown || seconds_since(&p->begun) < 0.5) {
        return;
    }
    p->shown = percent;
    fprintf(stderr, "\r%s [", p->what);
    for (int i = 0; i < BAR; i++) {
        fputc(i < percent * BAR / 100 ? '#' : ' ', stderr);
    }
    fprintf(stderr, "] %3d%%", percent);
}

void progress_end(struct progress *p)
{
    if (p->shown >= 0) {
        fprintf(stderr, "\r\033[K");
        p->shown = -1;
    }
}
