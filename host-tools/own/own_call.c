/* SPDX-License-Identifier: BSD-2-Clause */
#include "own_call.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static struct call {
    const struct own_file *volatile file;   /* NULL: none is under way */
    const struct own_file *volatile before; /* of the last one; NULL: none was made */
    volatile unsigned long calls, seen;     /* made, and when the clock looked last */
    volatile unsigned seconds;              /* that it has been under way since */
} now;

void own_call_enter(const struct own_file *file)
{
    now.calls++;
    now.file = file;
}

void own_call_leave(void)
{
    now.before = now.file ? now.file : now.before;
    now.file = NULL;
}

/* "routing './mine.c': its fits()" */
static void tell_call(const struct own_file *file, char text[OWN_CALL_TEXT])
{
    int n = snprintf(text, OWN_CALL_TEXT, "%s '%s': its ", file->kind, file->name);
    file->describe(text + n, OWN_CALL_TEXT - (size_t)n);
}

/* In a signal's handler, or at noct's end. */
static _Noreturn void give_up(const struct own_file *file, const char *how)
{
    char call[OWN_CALL_TEXT], text[OWN_CALL_TEXT + 100];
    now.file = now.before = NULL; /* a crash in here is only that */
    tell_call(file, call);
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
    for (unsigned i = 0; now.file && i < sizeof names / sizeof *names; i++) {
        if (names[i].number == number) {
            give_up(now.file, names[i].name);
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
    now.seconds = now.file && now.calls == now.seen ? now.seconds + 1 : 0;
    now.seen = now.calls;
    if (now.seconds >= CHECKED_SECONDS) {
        give_up(now.file, "does not come to its end");
    }
}

static void on_exit_of_noct(void)
{
    if (now.file) {
        give_up(now.file, "calls exit(); it must return");
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

/* --- what a file did wrong --------------------------------------------------------- */

void own_file_use(struct own_file *file, const char *name)
{
    file->name = name;
    file->fault.text[0] = 0;
}

void own_file_blame(struct own_file *file, const char *format, ...)
{
    char call[OWN_CALL_TEXT], text[sizeof file->fault.text];
    va_list arguments;
    if (own_file_failed(file)) {
        return;
    }
    tell_call(file, call);
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(&file->fault, STATUS_BAD, "%s %s", call, text);
}

void own_file_blame_state(struct own_file *file)
{
    own_file_blame(
        file, "answers one thing now and another when it is asked again; it must keep no state");
}

bool own_file_fault(struct own_file *file, struct error *error)
{
    if (!own_file_failed(file)) {
        return false;
    }
    *error = file->fault;
    file->fault.text[0] = 0;
    return true;
}

bool own_file_fits(bool fits, struct noc_fault said, enum noc_fault_code code,
                   struct noc_fault *fault)
{
    if (!fits && (said.code == NOC_FAULT_NONE || (unsigned)said.code >= NOC_FAULTS)) {
        said = (struct noc_fault){code, 0, 0, "its fits() says no"};
    }
    if (!fits && fault) {
        *fault = said;
    }
    return fits;
}
