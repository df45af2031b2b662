/* SPDX-License-Identifier: BSD-2-Clause */
#include "own_routing.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "checked_routing.h"
#include "base/install_paths.h"
#include "base/alloc.h"
#include "routing/routings.h"

#define SYMBOL "noc_routing_mine"

enum { NOT_FOUND = 127 };

/* What was loaded before: a batch may name one file in every line. */
struct loaded {
    struct loaded *next;
    const char *file;
    const struct noc_routing *routing;
};
static struct loaded *all_loaded;

bool own_routing_named(const char *text)
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

static enum status load(const struct noc_routing **r, const char *file, const char *object,
                        struct error *error)
{
    void *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *cause = dlerror();
        const char *colon = strstr(cause, ": "); /* after the name of a file that nobody knows */
        return error_set(error, STATUS_BAD, "routing '%s': cannot be loaded: %s", file,
                         colon ? colon + 2 : cause);
    }
    const struct noc_routing *own = dlsym(library, SYMBOL);
    if (!own) {
        return error_set(error, STATUS_BAD,
                         "routing '%s': defines no 'const struct noc_routing " SYMBOL "'", file);
    }
    *r = checked_routing(own, file, error);
    return *r ? STATUS_DONE : STATUS_BAD;
}

/* Compile into the directory and load from there. */
static enum status make(const struct noc_routing **r, const char *file, const char *directory,
                        struct error *error)
{
    char headers[PATH_MAX], object[PATH_MAX + 16];
    const char *compiler = getenv("CC");
    enum status status = find_headers(headers, error);
    if (status) {
        return status;
    }
    compiler = compiler && *compiler ? compiler : "cc";
    snprintf(object, sizeof object, "%s/routing.so", directory);
    int code = compile(compiler, headers, file, object);
    if (code < 0 || code == NOT_FOUND) {
        status = error_set(error, STATUS_ENVIRONMENT,
                           "routing '%s': cannot run the compiler '%s'; install gcc, or name "
                           "another in CC",
                           file, compiler);
    } else if (code > 0) {
        status = error_set(error, STATUS_BAD, "routing '%s': does not compile; %s says why, above",
                           file, compiler);
    } else {
        status = load(r, file, object, error);
    }
    unlink(object);
    return status;
}

enum status own_routing_load(const struct noc_routing **r, const char *file, struct error *error)
{
    const char *place = getenv("TMPDIR");
    char directory[PATH_MAX];
    sigset_t ends, before;
    for (const struct loaded *l = all_loaded; l; l = l->next) {
        if (strcmp(l->file, file) == 0) {
            *r = l->routing;
            checked_routing_use(*r);
            return STATUS_DONE;
        }
    }
    if (access(file, R_OK) != 0) {
        return error_set(error, STATUS_BAD, "routing '%s': %s; give a C file that defines " SYMBOL,
                         file, strerror(errno));
    }
    snprintf(directory, sizeof directory - sizeof "/routing.so", "%s/noct-XXXXXX",
             place && *place ? place : "/tmp");
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigprocmask(SIG_BLOCK, &ends, &before);
    enum status status;
    if (mkdtemp(directory)) {
        status = make(r, file, directory, error);
        rmdir(directory);
    } else {
        status = error_set(error, STATUS_ENVIRONMENT,
                           "routing '%s': cannot be compiled in '%s': %s; name a "
                           "directory in TMPDIR",
                           file, directory, strerror(errno));
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (!status) {
        struct loaded *l = alloc_zeroed(sizeof *l);
        *l = (struct loaded){all_loaded, alloc_text(file), *r};
        all_loaded = l;
        checked_routing_use(*r);
    }
    return status;
}

enum status own_routing_refuse(const struct noc_routing *r, struct error *error)
{
    if (noc_routing_find(r->name) == r) {
        return STATUS_DONE;
    }
    return error_set(error, STATUS_BAD,
                     "routing '%s': the board's routers have the named routings only; plan, route, "
                     "load, sim and verify take a file of your own",
                     r->name);
}
