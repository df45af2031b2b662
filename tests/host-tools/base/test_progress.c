/* SPDX-License-Identifier: BSD-2-Clause */
/* The bar on a terminal: it never comes to its last column, and says when a study ends. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/progress.h"
#include "test.h"

enum { SHOWN = 4096, END = '\004' };

/* A terminal in the place of standard error. */
struct terminal {
    int own, before;
    char shown[SHOWN];
};

static void open_terminal(struct terminal *t, unsigned short columns)
{
    const struct winsize size = {.ws_row = 24, .ws_col = columns};
    *t = (struct terminal){.own = posix_openpt(O_RDWR | O_NOCTTY), .before = dup(STDERR_FILENO)};
    assert_true(t->own >= 0 && grantpt(t->own) == 0 && unlockpt(t->own) == 0);
    int end = open(ptsname(t->own), O_RDWR | O_NOCTTY);
    assert_true(end >= 0);
    assert_int_equal(ioctl(end, TIOCSWINSZ, &size), 0);
    dup2(end, STDERR_FILENO);
    close(end);
    setenv("TERM", "xterm", 1);
}

/* What is on it now: all that stands before an end that is written behind it, since nothing else says
 * that no more of it is on its way. */
static const char *look(struct terminal *t)
{
    size_t length = 0;
    assert_int_equal(write(STDERR_FILENO, &(char){END}, 1), 1);
    while (length == 0 || t->shown[length - 1] != END) {
        ssize_t n = read(t->own, t->shown + length, SHOWN - length);
        assert_true(n > 0);
        length += (size_t)n;
    }
    t->shown[length - 1] = 0;
    return t->shown;
}

static void close_terminal(struct terminal *t)
{
    progress_study_end();
    dup2(t->before, STDERR_FILENO);
    close(t->before);
    close(t->own);
}

/* Work is long from half a second on. */
static void wait_until_long(void)
{
    (void)poll(NULL, 0, 600);
}

/* The longest line of what was shown: \r begins one anew, and an escape takes no column. */
static size_t widest(const char *shown)
{
    size_t most = 0, now = 0;
    for (; *shown; shown++) {
        if (*shown == '\033') {
            shown += strcspn(shown, "K");
        } else {
            now = *shown == '\r' ? 0 : now + 1;
            most = now > most ? now : most;
        }
    }
    return most;
}

/* A terminal that writes no line anew has no bar. */
TEST(dumb_terminals)
{
    static const char *const names[] = {"dumb", "", NULL};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        struct terminal t;
        open_terminal(&t, 80);
        if (names[i]) {
            setenv("TERM", names[i], 1);
        } else {
            unsetenv("TERM");
        }
        progress_study("trials", 1000, 0);
        wait_until_long();
        progress_study_at(500, 0);
        assert_string_equal(look(&t), "");
        close_terminal(&t);
    }
}

TEST(a_line_is_shorter_than_the_terminal)
{
    static const unsigned short columns[] = {200, 100, 80, 60, 45};
    for (unsigned i = 0; i < sizeof columns / sizeof *columns; i++) {
        struct terminal t;
        open_terminal(&t, columns[i]);
        progress_study("trials", 1000, 0);
        wait_until_long();
        progress_study_at(1, 0);
        progress_study_at(999, 0);
        const char *shown = look(&t);
        assert_true(strstr(shown, "left, until "));
        assert_true(strstr(shown, "  99%, 0 s left"));
        assert_true(widest(shown) + strlen("^C") <= columns[i]);
        assert_true(widest(shown) <= 100);
        close_terminal(&t);
    }
}

/* Where there is too little room the bar is left out, or the end. */
TEST(narrow_terminals)
{
    struct terminal t;
    open_terminal(&t, 38);
    progress_study("trials", 1000, 0);
    wait_until_long();
    progress_study_at(500, 0);
    assert_null(strstr(look(&t), " ["));
    assert_true(strstr(t.shown, "trials  50%, "));
    assert_true(widest(t.shown) < 38);
    close_terminal(&t);
    open_terminal(&t, 21);
    progress_study("trials", 1000, 0);
    wait_until_long();
    progress_study_at(500, 0);
    assert_true(strstr(look(&t), "\rtrials [##   ]  50%\033[K"));
    close_terminal(&t);
}

/* Of 1000 trials 900 were there. The 10 that were made took half a second or more, and 90 will take
 * nine times as long. */
TEST(rows_that_were_there_took_no_time)
{
    struct terminal t;
    open_terminal(&t, 80);
    progress_study("trials", 1000, 0);
    wait_until_long();
    progress_study_at(900, 900);
    assert_true(strstr(look(&t), " 90%\033[K"));
    progress_study_at(910, 900);
    assert_true(strstr(look(&t), " left, until "));
    assert_null(strstr(t.shown, " 0 s left"));
    close_terminal(&t);
}

/* A study that lasts for days tells the day; one that has a time to keep ends then. */
TEST(an_end_on_another_day)
{
    static const char until[] = " h left, until ";
    struct terminal t;
    open_terminal(&t, 100);
    progress_study("trials", 600000, 0);
    wait_until_long();
    progress_study_at(1, 0);
    const char *end = strstr(look(&t), until);
    assert_non_null(end);
    assert_int_not_equal(end[strlen(until) + 2], ':');
    progress_study("trials", 600000, 3600);
    wait_until_long();
    progress_study_at(1, 0);
    assert_non_null(strstr(look(&t), " min left, until "));
    close_terminal(&t);
}
