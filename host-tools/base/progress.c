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
    bool study; /* it is one over others */
    int shown;  /* per cent, or seconds; -1: nothing yet */
} bar = {.shown = -1};

static void begin(const char *what, uint64_t whole)
{
    bar.what = what;
    bar.whole = whole;
    bar.terminal = isatty(STDERR_FILENO);
    bar.shown = -1;
    clock_gettime(CLOCK_MONOTONIC, &bar.begun);
}

void progress_begin(const char *what, uint64_t whole)
{
    if (!bar.study) {
        begin(what, whole);
    }
}

void progress_whole(uint64_t whole)
{
    if (!bar.study) {
        bar.whole = whole;
    }
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
    if (bar.terminal && !bar.study && seconds > 0 && seconds != bar.shown) {
        bar.shown = seconds;
        fprintf(stderr, "\r%s, %d s; Ctrl-C ends it", bar.what, seconds);
    }
}

/* False: nothing new is to be shown. */
static bool draw(uint64_t done)
{
    enum { BAR = 50 };
    if (!bar.terminal || !bar.whole) {
        return false;
    }
    int percent = (int)(done * 100 / bar.whole);
    percent = percent > 100 ? 100 : percent;
    if (percent == bar.shown || seconds_since(&bar.begun) < 0.5) {
        return false;
    }
    bar.shown = percent;
    fprintf(stderr, "\r%s [", bar.what);
    for (int i = 0; i < BAR; i++) {
        fputc(i < percent * BAR / 100 ? '#' : ' ', stderr);
    }
    fprintf(stderr, "] %3d%%", percent);
    return true;
}

void progress_at(uint64_t done)
{
    if (!bar.study) {
        (void)draw(done);
    }
}

static void wipe(void)
{
    if (bar.shown >= 0) {
        fprintf(stderr, "\r\033[K");
        bar.shown = -1;
    }
}

void progress_end(void)
{
    if (!bar.study) {
        wipe();
    }
}

/* --- over others -------------------------------------------------------------- */

void progress_study(const char *what, uint64_t whole)
{
    begin(what, whole);
    bar.study = true;
}

void progress_study_at(uint64_t done)
{
    if (draw(done)) {
        double left = seconds_since(&bar.begun) *
                      (done < bar.whole ? (double)(bar.whole - done) : 0) / (double)done;
        time_t end = time(NULL) + (time_t)left;
        struct tm at;
        char clock[16] = "";
        if (localtime_r(&end, &at)) {
            strftime(clock, sizeof clock, ", until %H:%M", &at);
        }
        fprintf(stderr, left < 90 ? ", %.0f s left%s " : ", %.0f min left%s ",
                left < 90 ? left : left / 60, clock);
    }
}

void progress_study_end(void)
{
    bar.study = false;
    wipe();
}
