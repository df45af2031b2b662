/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct cc, c++ and mpicc: Debian's compiler with the board's headers, libraries and linker script,
 * and what its messages mean for somebody who does not know the board.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arguments.h"
#include "base/alloc.h"
#include "base/install_paths.h"
#include "base/subprocess.h"
#include "base/terminal.h"
#include "commands.h"
#include "diagnosis.h"
#include "memory_map.h"

#define CROSS   "riscv64-unknown-elf-"
#define PACKAGE "gcc-riscv64-unknown-elf"

enum {
    NOT_FOUND = 127,
    OWN_WORDS = 20 /* before and behind the user's own */
};

/* One of the three commands. */
struct compiler {
    const char *name, *program;
    bool mpi;
};

/* --- the command line -------------------------------------------------------------------- */

/* The directory of headers, libraries and specs, and that all of it is there. */
static enum status find_parts(const struct compiler *c, char sdk[PATH_MAX], struct error *error)
{
    char mpi[PATH_MAX];
    enum status status = find_sdk(sdk, error);
    if (status || !c->mpi) {
        return status;
    }
    if (snprintf(mpi, sizeof mpi, "%s/mpi/libmpi.a", sdk) >= (int)sizeof mpi ||
        access(mpi, R_OK) != 0) {
        error_set(error, STATUS_ENVIRONMENT, "no MPI library at '%s/mpi'", sdk);
        return error_fix(error, "'make' builds it, where the source has one");
    }
    return STATUS_DONE;
}

static char *joined(const char *before, const char *between, const char *behind)
{
    size_t length = strlen(before) + strlen(between) + strlen(behind) + 1;
    char *text = alloc_zeroed(length);
    snprintf(text, length, "%s%s%s", before, between, behind);
    return text;
}

/* noct ends soon: nothing of this is freed. */
static char **command_line(const struct compiler *c, const struct arguments *a, const char *sdk)
{
    char **words = alloc_array((size_t)a->count + OWN_WORDS, sizeof *words);
    int n = 0;
    words[n++] = alloc_text(c->program);
    if (a->trace) { /* its libnocturne.a is found first */
        words[n++] = joined("-B", sdk, "/trace/");
        words[n++] = alloc_text("-DNOC_TRACE");
    }
    words[n++] = joined("-B", sdk, "/");
    words[n++] = joined("-B", sdk, "/newlib/");
    if (c->mpi) {
        words[n++] = joined("-B", sdk, "/mpi/");
    }
    words[n++] = joined("--specs=", sdk, "/nocturne.specs");
    words[n++] = alloc_text("-march=rv32imac");
    words[n++] = alloc_text("-mabi=ilp32");
    words[n++] = alloc_text("-ffunction-sections");
    words[n++] = alloc_text("-fdata-sections");
    if (terminal_has_colours(STDERR_FILENO)) {
        words[n++] = alloc_text("-fdiagnostics-color=always"); /* it will see a pipe */
    }
    memcpy(words + n, a->text, (size_t)a->count * sizeof *words);
    n += a->count;
    if (c->mpi && a->links && a->inputs) {
        words[n++] = alloc_text("-lmpi");
    }
    if (a->trace && a->links && a->inputs) {
        words[n++] = joined("@", sdk, "/trace/options");
    }
    return words;
}

/* --- running it -------------------------------------------------------------------------- */

static void become_compiler(char **words, int fd, pid_t parent)
{
    program_ends_with(parent);
    dup2(fd, STDERR_FILENO);
    execvp(words[0], words);
    _exit(errno == ENOENT ? NOT_FOUND : NOT_FOUND - 1);
}

/* Its exit status, or -1; its words go on to our standard error, line by line. */
static int run(char **words, struct diagnosis *d)
{
    int fd[2], state = -1;
    char *line = NULL;
    size_t room = 0;
    if (pipe(fd)) {
        return -1;
    }
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        close(fd[0]);
        become_compiler(words, fd[1], parent);
    }
    close(fd[1]);
    FILE *said = fdopen(fd[0], "r");
    while (said && getline(&line, &room, said) >= 0) {
        fputs(line, stderr);
        diagnosis_read(d, line);
    }
    if (said) {
        fclose(said);
    }
    free(line);
    return child > 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) ? WEXITSTATUS(state)
                                                                               : -1;
}

static enum status no_compiler(const struct compiler *c, struct error *error)
{
    error_set(error, STATUS_ENVIRONMENT, "no compiler '%s' on the PATH", c->program);
    return error_fix(error, "install Debian's package " PACKAGE);
}

static enum status compile(const struct compiler *c, const struct arguments *a, const char *sdk,
                           struct error *error)
{
    struct diagnosis d = {.mpi = c->mpi};
    stale_begin(&d.stale, sdk);
    int ended = run(command_line(c, a, sdk), &d);
    if (ended == NOT_FOUND) {
        return no_compiler(c, error);
    }
    if (ended < 0 || ended == NOT_FOUND - 1) {
        return error_set(error, STATUS_ENVIRONMENT, "'%s' cannot be run, or was ended by a signal",
                         c->program);
    }
    diagnosis_print(&d, c->name);
    return ended ? STATUS_NO : STATUS_DONE; /* the compiler has said why */
}

static enum status do_compile(const struct compiler *c, const struct arguments *a,
                              struct error *error)
{
    char sdk[PATH_MAX];
    enum status status = find_parts(c, sdk, error);
    if (status) {
        return status;
    }
    if (a->sdk) {
        printf("%s\n", sdk);
        return STATUS_DONE;
    }
    status = compile(c, a, sdk, error);
    if (!status && a->links && a->inputs) {
        status = memory_map_tell(c->name, a->output ? a->output : "a.out", a->size, error);
    }
    return status;
}

static enum status run_compiler(const struct compiler *c, int argc, char **argv)
{
    struct arguments a = {0};
    struct error error = {.text = ""};
    enum status status = arguments_read(&a, argc, argv, &error);
    status = status ? status : do_compile(c, &a, &error);
    if (error.text[0]) {
        fprintf(stderr, "noct %s: %s\n", c->name, error.text);
    }
    free(a.text);
    return status;
}

enum status run_cc(int argc, char **argv)
{
    static const struct compiler cc = {.name = "cc", .program = CROSS "gcc"};
    return run_compiler(&cc, argc, argv);
}

enum status run_cxx(int argc, char **argv)
{
    static const struct compiler cxx = {.name = "c++", .program = CROSS "g++"};
    return run_compiler(&cxx, argc, argv);
}

enum status run_mpicc(int argc, char **argv)
{
    static const struct compiler mpicc = {.name = "mpicc", .program = CROSS "gcc", .mpi = true};
    return run_compiler(&mpicc, argc, argv);
}
