/* SPDX-License-Identifier: BSD-2-Clause */
#include "interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/progress.h"

enum { LINE = 8192 };

/* What a handler sees. */
static const char *volatile command; /* NULL: nothing is to be said */
static const char *volatile out;
static volatile sig_atomic_t at_most;
static volatile pid_t owner; /* its workers have this handler, too, and say nothing */
static _Atomic uint64_t done, all, rows;

/* A handler must not print: here is what it needs of it. As in errors (base/error.c), a name does
 * nothing to a terminal. */
static char *put(char *at, const char *end, const char *text)
{
    while (*text && at < end) {
        *at++ = *text < ' ' || *text > '~' ? '?' : *text;
        text++;
    }
    return at;
}

static char *put_number(char *at, const char *end, uint64_t number)
{
    char digits[24], *first = digits + sizeof digits - 1;
    *first = 0;
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    return put(at, end, first);
}

static void say(void)
{
    static char line[LINE];
    const char *end = line + sizeof line - 1;
    char *at = put(line, end, "noct ");
    at = put(at, end, command);
    at = put(at, end, ": interrupted: ");
    at = put_number(at, end, atomic_load(&done));
    at = put(at, end, " of ");
    at = put_number(at, end, atomic_load(&all));
    at = put(at, end, at_most ? " trials at most" : " trials");
    if (out) {
        at = put(at, end, "; ");
        at = put_number(at, end, atomic_load(&rows));
        at = put(at, end, " rows are in ");
        at = put(at, end, out);
        at = put(at, end, ", and the same again goes on");
    } else {
        at = put(at, end, "; with --out the same again would go on");
    }
    *at++ = '\n';
    progress_interrupted();
    (void)!write(STDERR_FILENO, line, (size_t)(at - line));
}

static void on_signal(int number)
{
    if (command && getpid() == owner) {
        say();
    }
    signal(number, SIG_DFL);
    raise(number); /* comes when this handler returns */
}

void interrupt_begin(const char *of, const char *file, bool most)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, was;
    out = file;
    at_most = most;
    owner = getpid();
    interrupt_at(0, 0, 0);
    command = of;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (sigaction(numbers[i], NULL, &was) == 0 && was.sa_handler == SIG_DFL) {
            sigaction(numbers[i], &action, NULL);
        }
    }
}

void interrupt_at(uint64_t made, uint64_t of, uint64_t written)
{
    atomic_store(&done, made);
    atomic_store(&all, of);
    atomic_store(&rows, written);
}

void interrupt_end(void)
{
    command = NULL;
}
