/* SPDX-License-Identifier: BSD-2-Clause */
#include "progress.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "terminal.h"

/* What only noct may do to a line of a terminal (terminal.h). */
#define LINE_ANEW "\r"
#define LINE_REST "\033[K" /* is cleared */

enum { BAR = 50, BAR_LEAST = 5, COLUMNS_PLAIN = 80, TAIL_TEXT = 64 };

static struct {
    const char *what;
    uint64_t whole;
    struct timespec begun;
    bool terminal;
    bool study;    /* it is one over others */
    double most;   /* seconds that a study may take; 0: any */
    int shown;     /* per cent, or seconds; -1: nothing yet */
    int at_second; /* of a study: when that was */
} bar = {.shown = -1};

static void act(const char *sequence)
{
    (void)!write(STDERR_FILENO, sequence, strlen(sequence));
}

static void begin(const char *what, uint64_t whole)
{
    bar.what = what;
    bar.whole = whole;
    bar.terminal = terminal_redraws(STDERR_FILENO);
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
        act(LINE_ANEW);
        fprintf(stderr, "%s, %d s; Ctrl-C ends it", bar.what, seconds);
    }
}

/* The columns of the terminal. */
static int columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col
                                                                       : COLUMNS_PLAIN;
}

static int percent_of(uint64_t done)
{
    return done < bar.whole ? (int)(done * 100 / bar.whole) : 100;
}

/* "what [####    ]  50%, 7 s left". A line as wide as the terminal would leave pieces of itself behind, so
 * the bar is as short as need be, and in a narrow one there is no bar, and no tail. Behind it there is
 * room for the ^C of whoever interrupts it. */
static void draw(int percent, const char *tail)
{
    int all = columns() - 2, words = (int)(strlen(bar.what) + strlen(" 100%"));
    if (words + (int)strlen(tail) > all) {
        tail = "";
    }
    int room = all - words - (int)strlen(tail) - (int)strlen(" []"),
        length = room < BAR ? room : BAR;
    bar.shown = percent;
    act(LINE_ANEW);
    fprintf(stderr, "%s", bar.what);
    if (length >= BAR_LEAST) {
        fprintf(stderr, " [");
        for (int i = 0; i < length; i++) {
            fputc(i < percent * length / 100 ? '#' : ' ', stderr);
        }
        fputc(']', stderr);
    }
    fprintf(stderr, " %3d%%%s", percent, tail);
    act(LINE_REST);
}

void progress_at(uint64_t done)
{
    if (bar.study || !bar.terminal || !bar.whole || percent_of(done) == bar.shown ||
        seconds_since(&bar.begun) < 0.5) {
        return;
    }
    draw(percent_of(done), "");
}

static void wipe(void)
{
    if (bar.shown >= 0) {
        act(LINE_ANEW LINE_REST);
        bar.shown = -1;
    }
}

void progress_interrupted(void)
{
    if (bar.shown >= 0) {
        act(LINE_ANEW LINE_REST);
    }
}

void progress_end(void)
{
    if (!bar.study) {
        wipe();
    }
}

/* --- over others -------------------------------------------------------------- */

void progress_study(const char *what, uint64_t whole, uint64_t seconds)
{
    begin(what, whole);
    bar.study = true;
    bar.most = (double)seconds;
    bar.at_second = -1;
}

void progress_study_whole(uint64_t whole)
{
    bar.whole = whole;
}

/* ", 7 s left, until 21:56"; of an end on another day ", 31 h left, until Tue 07:12". */
static void say_end(char tail[TAIL_TEXT], double left)
{
    const time_t now = time(NULL), end = now + (time_t)left;
    struct tm today, then;
    char when[24] = "";
    if (localtime_r(&now, &today) && localtime_r(&end, &then)) {
        const bool same = today.tm_yday == then.tm_yday && today.tm_year == then.tm_year;
        const char *format = same ? "%H:%M" : left < 6 * 86400 ? "%a %H:%M" : "%Y-%m-%d %H:%M";
        when[strftime(when, sizeof when, format, &then)] = 0; /* 0: it has no room */
    }
    const double unit = left < 90 ? 1 : left < 90 * 60 ? 60 : 3600;
    snprintf(tail, TAIL_TEXT, ", %.0f %s left%s%s", left / unit,
             left < 90        ? "s"
             : left < 90 * 60 ? "min"
                              : "h",
             *when ? ", until " : "", when);
}

/* What was in the file already took no time, and says nothing of what is to come. */
void progress_study_at(uint64_t done, uint64_t resumed)
{
    const double seconds = seconds_since(&bar.begun);
    const uint64_t made = done - resumed;
    char tail[TAIL_TEXT] = "";
    if (!bar.terminal || !bar.whole || seconds < 0.5 ||
        (percent_of(done) == bar.shown && (int)seconds == bar.at_second)) {
        return;
    }
    bar.at_second = (int)seconds;
    if (made) {
        double left = seconds / (double)made * (done < bar.whole ? (double)(bar.whole - done) : 0);
        double most = bar.most > seconds ? bar.most - seconds : 0;
        say_end(tail, bar.most > 0 ? fmin(left, most) : left);
    }
    draw(percent_of(done), tail);
}

void progress_study_end(void)
{
    bar.study = false;
    wipe();
}
