/* SPDX-License-Identifier: BSD-2-Clause */
#include "workers.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/subprocess.h"

/* Pieces that workers may be ahead of the one that is taken next: what is made of them is kept. */
enum { AHEAD_MAX = 4096, PAUSE_MS = 5 };

/* What all processes see. */
struct shared {
    _Atomic uint64_t next;  /* that nobody has begun */
    _Atomic uint64_t taken; /* by the caller */
};

/* What a worker says of a piece; the text of its row, or of the error, follows. */
struct message {
    uint64_t number;
    enum status status;
    uint32_t length; /* of the text; 0: there is none */
    bool resumed, skipped;
    struct sample sample;
};

struct kept {
    bool there;
    enum status status;
    struct made made; /* of an error, row is its text */
};

struct worker {
    pid_t pid;
    int results; /* -1: it has ended */
};

struct workers {
    unsigned n;
    uint64_t pieces, at; /* at: the piece that is taken next */
    work_function *work;
    void *opaque;
    struct shared *shared; /* NULL: there is only this process */
    struct worker worker[WORKERS_MAX];
    struct kept kept[AHEAD_MAX]; /* of piece p, at p modulo this */
};

unsigned workers_default(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n < 1 ? 1 : n > WORKERS_MAX ? WORKERS_MAX : (unsigned)n;
}

/* --- a worker's life ------------------------------------------------------------------------ */

/* Whoever reads it may have gone; then there is nothing more to do. */
static void say(int to, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length) {
        ssize_t n = write(to, at, length);
        if (n < 0 && errno != EINTR) {
            _exit(1);
        }
        at += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
}

static void wait_until_near(const struct workers *w, uint64_t number)
{
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    while (number >= atomic_load(&w->shared->taken) + AHEAD_MAX) {
        nanosleep(&pause, NULL);
    }
}

static _Noreturn void be_worker(const struct workers *w, int to)
{
    bool well = true;
    uint64_t number;
    signal(SIGPIPE, SIG_IGN);
    while (well && (number = atomic_fetch_add(&w->shared->next, 1)) < w->pieces) {
        struct error error = {.text = ""};
        struct made made = {.row = NULL};
        wait_until_near(w, number);
        struct message m = {.number = number};
        m.status = w->work(w->opaque, number, &made, &error);
        well = m.status == STATUS_DONE;
        const char *text = well ? made.row : error.text;
        m.length = text ? (uint32_t)strlen(text) : 0;
        m.sample = made.sample;
        m.resumed = made.resumed;
        m.skipped = made.skipped;
        say(to, &m, sizeof m);
        say(to, text, m.length);
        free(made.row);
    }
    _exit(0);
}

static void start(struct workers *w, unsigned own)
{
    int ends[2];
    w->worker[own].results = -1;
    if (pipe2(ends, 0)) {
        return;
    }
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        program_dies_with(parent);
        close(ends[0]);
        for (unsigned i = 0; i < own; i++) {
            close(w->worker[i].results);
        }
        be_worker(w, ends[1]);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return;
    }
    w->worker[own] = (struct worker){pid, ends[0]};
}

struct workers *workers_start(unsigned n, uint64_t pieces, work_function *work, void *opaque)
{
    struct workers *w = alloc_zeroed(sizeof *w);
    w->pieces = pieces;
    w->work = work;
    w->opaque = opaque;
    if (n < 2) {
        return w;
    }
    w->shared =
        mmap(NULL, sizeof *w->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w->shared == MAP_FAILED) {
        out_of_memory();
    }
    for (; w->n < n; w->n++) {
        start(w, w->n);
    }
    return w;
}

/* --- what they have made ------------------------------------------------------------------------ */

/* All of it; false: the worker has ended. */
static bool hear(int from, void *bytes, size_t length)
{
    char *at = bytes;
    while (length) {
        ssize_t n = read(from, at, length);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return false;
        }
        at += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* The next message of a worker, which is kept until its turn; false: it has ended. */
static bool keep_message(struct workers *w, struct worker *from)
{
    struct message m;
    if (!hear(from->results, &m, sizeof m)) {
        return false;
    }
    char *text = m.length ? alloc_zeroed((size_t)m.length + 1) : NULL;
    if (!hear(from->results, text, m.length)) {
        free(text);
        return false;
    }
    w->kept[m.number % AHEAD_MAX] =
        (struct kept){true, m.status, {m.sample, m.resumed, m.skipped, text}};
    return true;
}

/* Wait until some worker says something. False: all have ended. */
static bool listen_to_all(struct workers *w)
{
    struct pollfd wait[WORKERS_MAX];
    unsigned alive = 0;
    for (unsigned i = 0; i < w->n; i++) {
        wait[i] = (struct pollfd){.fd = w->worker[i].results, .events = POLLIN};
        alive += w->worker[i].results >= 0;
    }
    if (!alive || poll(wait, w->n, -1) < 0) {
        return alive;
    }
    for (unsigned i = 0; i < w->n; i++) {
        if (wait[i].fd >= 0 && wait[i].revents && !keep_message(w, &w->worker[i])) {
            close(w->worker[i].results);
            w->worker[i].results = -1;
        }
    }
    return true;
}

/* Why one did. */
static enum status ended_early(const struct workers *w, struct error *error)
{
    char killed[PROGRAM_END_TEXT] = "";
    for (unsigned i = 0; i < w->n && !killed[0]; i++) {
        program_ended_by(w->worker[i].pid, killed);
    }
    error_set(error, STATUS_ENVIRONMENT, "a process of this study has ended before its work%s%s",
              killed[0] ? ": " : "", killed);
    return strstr(killed, "memory") ? error_fix(error, "give fewer --jobs") : STATUS_ENVIRONMENT;
}

enum status workers_next(struct workers *w, struct made *made, struct error *error)
{
    uint64_t number = w->at++;
    struct kept *kept = &w->kept[number % AHEAD_MAX];
    if (!w->shared) {
        return w->work(w->opaque, number, made, error);
    }
    while (!kept->there && listen_to_all(w)) {
    }
    if (!kept->there) {
        return ended_early(w, error);
    }
    kept->there = false;
    *made = kept->made;
    atomic_store(&w->shared->taken, number + 1);
    if (kept->status) {
        error_set(error, kept->status, "%s", made->row ? made->row : "");
        free(made->row);
    }
    return kept->status;
}

void workers_end(struct workers *w)
{
    for (unsigned i = 0; w->shared && i < w->n; i++) {
        if (w->worker[i].pid) {
            kill(w->worker[i].pid, SIGTERM);
            while (waitpid(w->worker[i].pid, NULL, 0) < 0 && errno == EINTR) {
            }
        }
        if (w->worker[i].results >= 0) {
            close(w->worker[i].results);
        }
    }
    for (unsigned i = 0; i < AHEAD_MAX; i++) {
        free(w->kept[i].there ? w->kept[i].made.row : NULL);
    }
    if (w->shared) {
        munmap(w->shared, sizeof *w->shared);
    }
    free(w);
}
