/* SPDX-License-Identifier: BSD-2-Clause */
#include "own_code.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/install_paths.h"

enum { NOT_FOUND = 127 };

/* What was loaded before. */
struct loaded {
    struct loaded *next;
    const struct own_code_kind *kind;
    const char *file;
    const void *made;
};
static struct loaded *all_loaded;

bool own_code_is_word(const char *text, size_t most)
{
    size_t n = 0;
    while (n <= most && isgraph((unsigned char)text[n])) {
        n++;
    }
    return n && n <= most && !text[n];
}

bool own_code_named(const char *text)
{
    size_t length = strlen(text);
    return strchr(text, '/') || (length > 2 && strcmp(text + length - 2, ".c") == 0);
}

/* Compiles for the compiler's exit status, or -1 - errno. Signals wait, so that the files made
 * here are removed also when Ctrl-C ends noct. */
static int compile(const char *compiler, const char *headers, const char *file, const char *object)
{
    char include[PATH_MAX + 2];
    int status;
    snprintf(include, sizeof include, "-I%s", headers);
    pid_t child = fork();
    if (child < 0) {
        return -1 - errno;
    }
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execlp(compiler, compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-fPIC", "-shared",
               include, "-o", object, "-x", "c", file, (char *)NULL);
        _exit(NOT_FOUND);
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1 - errno;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static enum status load(const struct own_code_kind *kind, const char *file, const char *object,
                        const void **made, struct error *error)
{
    void *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *cause = dlerror();
        const char *colon = strstr(cause, ": "); /* after the name of a file that nobody knows */
        return error_set(error, STATUS_BAD, "%s '%s': cannot be loaded: %s", kind->what, file,
                         colon ? colon + 2 : cause);
    }
    const void *found = dlsym(library, kind->symbol);
    if (!found) {
        return error_set(error, STATUS_BAD, "%s '%s': defines no 'const %s %s'", kind->what, file,
                         kind->type, kind->symbol);
    }
    *made = kind->check(found, file, error);
    return *made ? STATUS_DONE : STATUS_BAD;
}

/* Compile into the directory and load from there. */
static enum status make(const struct own_code_kind *kind, const char *file, const char *directory,
                        const void **made, struct error *error)
{
    char headers[PATH_MAX], object[PATH_MAX + 16];
    const char *compiler = getenv("CC");
    enum status status = find_headers(headers, error);
    if (status) {
        return status;
    }
    compiler = compiler && *compiler ? compiler : "cc";
    snprintf(object, sizeof object, "%s/own.so", directory);
    int code = compile(compiler, headers, file, object);
    if (code < 0 || code == NOT_FOUND) {
        status = error_set(error, STATUS_ENVIRONMENT,
                           "%s '%s': cannot run the compiler '%s'; install gcc, or name "
                           "another in CC",
                           kind->what, file, compiler);
    } else if (code > 0) {
        status = error_set(error, STATUS_BAD, "%s '%s': does not compile; %s says why, above",
                           kind->what, file, compiler);
    } else {
        status = load(kind, file, object, made, error);
    }
    unlink(object);
    return status;
}

enum status own_code_load(const struct own_code_kind *kind, const char *file, const void **made,
                          struct error *error)
{
    const char *place = getenv("TMPDIR");
    char directory[PATH_MAX];
    sigset_t ends, before;
    for (const struct loaded *l = all_loaded; l; l = l->next) {
        if (l->kind == kind && strcmp(l->file, file) == 0) {
            *made = l->made;
            return STATUS_DONE;
        }
    }
    if (access(file, R_OK) != 0) {
        return error_set(error, STATUS_BAD, "%s '%s': %s; give a C file that defines %s",
                         kind->what, file, strerror(errno), kind->symbol);
    }
    snprintf(directory, sizeof directory - sizeof "/own.so", "%s/noct-XXXXXX",
             place && *place ? place : "/tmp");
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigprocmask(SIG_BLOCK, &ends, &before);
    enum status status;
    if (mkdtemp(directory)) {
        status = make(kind, file, directory, made, error);
        rmdir(directory);
    } else {
        status = error_set(error, STATUS_ENVIRONMENT,
                           "%s '%s': cannot be compiled in '%s': %s; name a "
                           "directory in TMPDIR",
                           kind->what, file, directory, strerror(errno));
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (!status) {
        struct loaded *l = alloc_zeroed(sizeof *l);
        *l = (struct loaded){all_loaded, kind, alloc_text(file), *made};
        all_loaded = l;
    }
    return status;
}
