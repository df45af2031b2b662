/* SPDX-License-Identifier: BSD-2-Clause */
#include "own_call.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/error.h"

static struct call {
    void (*volatile describe)(char *text, size_t room); /* NULL: none is under way */
    void (*volatile before)(char *text, size_t room);   /* of the last one; NULL: none was made */
    volatile unsigned long calls, seen;                 /* made, and when the clock looked last */
    volatile unsigned seconds;                          /* that it has been under way since */
} now;

void own_call_enter(void (*describe)(char *text, size_t room))
{
    now.calls++;
    now.describe = describe;
}

void own_call_leave(void)
{
    now.before = now.describe ? now.describe : now.before;
    now.describe = NULL;
}

/* In a signal's handler, or at noct's end; `describe` says of which call. */
static _Noreturn void give_up(void (*describe)(char *text, size_t room), const char *how)
{
    char call[OWN_CALL_TEXT], text[OWN_CALL_TEXT + 100];
    now.describe = now.before = NULL; /* a crash in here is only that */
    describe(call, sizeof call);
    int n = snprintf(text, sizeof text, "noct: %s %s\n", call, how);
    (void)!write(STDERR_FILENO, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
    _exit(STATUS_BAD);
}

static void on_crash(int number)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {
        {SIGSEGV, "crashes (SIGSEGV): it uses memory that is not there"},
        {SIGBUS, "crashes (SIGBUS): it uses memory that is not there"},
        {SIGFPE, "crashes (SIGFPE): it divides by zero"},
        {SIGILL, "crashes (SIGILL)"},
        {SIGABRT, "gives up (SIGABRT)"},
    };
    if (now.describe) {
        for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
            if (names[i].number == number) {
                give_up(now.describe, names[i].name);
            }
        }
    }
    if (now.before) {
        give_up(now.before, "returned, and noct has crashed since; does the file write where it "
                            "must not?");
    }
    signal(number, SIG_DFL);
    raise(number); /* comes when this handler returns */
}

/* Each second of our own: is it the same call as a second ago? */
static void on_tick(int number)
{
    (void)number;
    now.seconds = now.describe && now.calls == now.seen ? now.seconds + 1 : 0;
    now.seen = now.calls;
    if (now.seconds >= CHECKED_SECONDS) {
        give_up(now.describe, "does not come to its end");
    }
}

static void on_exit_of_noct(void)
{
    if (now.describe) {
        give_up(now.describe, "calls exit(); it must return");
    }
}

/* Also of a stack that is used up. */
void own_call_watch(void)
{
    enum { STACK_BYTES = 65536 };
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static bool watching;
    struct sigaction crash = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
    struct sigaction tick = {.sa_handler = on_tick, .sa_flags = SA_ONSTACK | SA_RESTART};
    const struct itimerval second = {.it_interval.tv_sec = 1, .it_value.tv_sec = 1};
    if (watching) {
        return;
    }
    watching = true;
    static char bytes[STACK_BYTES];
    const stack_t stack = {.ss_sp = bytes, .ss_size = sizeof bytes};
    sigaltstack(&stack, NULL);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaction(numbers[i], &crash, NULL);
    }
    atexit(on_exit_of_noct);
    sigaction(SIGVTALRM, &tick, NULL);
    setitimer(ITIMER_VIRTUAL, &second, NULL);
}
