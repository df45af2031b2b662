/* SPDX-License-Identifier: BSD-2-Clause */
#include "own_code.h"

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/install_paths.h"
#include "base/subprocess.h"
#include "own_call.h"

enum {
    NOT_FOUND = 127,
    COMPILER_BYTES = 65536 /* that it needs at least */
};

#define OBJECT "own.so"
enum { OBJECT_PATH = PATH_MAX + sizeof "/" OBJECT };

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

/* --- compiling ----------------------------------------------------------------- */

/* What ends noct: these wait while there are files to be removed. */
static void ending_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
}

/* How the compiler is to be given a file, whose name must not become an option: one that begins with '-'
 * is, and one with '@' names a file of options, to gcc's parts also where it is the last part of a path.
 * *directory: where what it includes is looked for besides. */
static const char *compilers_name(const char *file, char name[PATH_MAX + 2],
                                  char directory[PATH_MAX + 16])
{
    const char *slash = strrchr(file, '/');
    directory[0] = 0;
    if ((slash ? slash[1] : *file) == '@') {
        snprintf(directory, PATH_MAX + 16, "-iquote./%.*s", slash ? (int)(slash - file) : 0, file);
        if (*file == '/') {
            snprintf(directory, PATH_MAX + 16, "-iquote%.*s", (int)(slash - file + 1), file);
        }
        return "-";
    }
    snprintf(name, PATH_MAX + 2, "%s%s", strchr("-@", *file) ? "./" : "", file);
    return name;
}

/* The compiler in a process group of its own, so that all of it can be ended. It reads nothing but
 * the file: standard input may be a batch. What it says of a file has the file's name in it, and may be
 * anything: it goes through noct's own standard error. */
static _Noreturn void become_compiler(const char *compiler, const char *headers, const char *file,
                                      const char *directory, int says)
{
    char include[PATH_MAX + 2], name[PATH_MAX + 2], beside[PATH_MAX + 16], object[OBJECT_PATH];
    const char *source = compilers_name(file, name, beside);
    sigset_t none;
    snprintf(include, sizeof include, "-I%s", headers);
    snprintf(object, sizeof object, "%s/" OBJECT, directory);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(open(*beside ? file : "/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(says, STDOUT_FILENO);
    dup2(says, STDERR_FILENO);
    setenv("TMPDIR", directory, 1); /* what it leaves is removed with its object */
    signal(SIGTTOU, SIG_IGN); /* the terminal is not its group's; it may write there all the same */
    const char *const arguments[] = {
        compiler, "-std=c11", "-O2",  "-Wall", "-Wextra", "-fPIC", "-shared",
        include,  "-o",       object, "-x",    "c",       source,  *beside ? beside : NULL,
        NULL};
    execvp(compiler, (char *const *)arguments);
    _exit(NOT_FOUND);
}

/* What was said up to now. */
static void say_on(int said)
{
    char piece[4096];
    ssize_t n;
    while ((n = read(said, piece, sizeof piece)) > 0) {
        fwrite(piece, 1, (size_t)n, stderr);
    }
}

/* Until it has ended: its exit status, or -1 - errno. */
static int await(pid_t child, int said)
{
    const struct timespec moment = {.tv_nsec = 10000000};
    int status = 0;
    sigset_t ends, waiting;
    for (;;) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        int number = errno;
        say_on(said);
        if (ended) {
            return ended < 0         ? -1 - number
                 : WIFEXITED(status) ? WEXITSTATUS(status)
                                     : 128 + WTERMSIG(status);
        }
        ending_signals(&ends);
        sigpending(&waiting);
        sigandset(&waiting, &waiting, &ends);
        if (!sigisemptyset(&waiting)) {
            kill(-child, SIGTERM);
        }
        nanosleep(&moment, NULL);
    }
}

/* Compiles for the compiler's exit status, or -1 - errno. A signal that ends noct ends the
 * compiler, and still waits afterwards. */
static int compile(const char *compiler, const char *headers, const char *file,
                   const char *directory)
{
    int said[2], status;
    if (pipe2(said, O_CLOEXEC | O_NONBLOCK)) {
        return -1 - errno;
    }
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        program_bind(parent);
        fcntl(said[1], F_SETFL, 0); /* whoever writes there waits */
        become_compiler(compiler, headers, file, directory, said[1]);
    }
    status = child < 0 ? -1 - errno : await(child, said[0]);
    close(said[0]);
    close(said[1]);
    return status;
}

/* --- loading ------------------------------------------------------------------- */

static const struct own_code_kind *loading;
static const char *loading_file;

static struct own_file file_loaded;

static void tell_loading(char *text, size_t room)
{
    snprintf(text, room, "loading");
}

/* The file's own constructors run here, and its struct is read. */
static enum status load_watched(const char *object, const void **made, struct error *error)
{
    void *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *cause = dlerror();
        const char *colon = strstr(cause, ": "); /* after the name of a file that nobody knows */
        return error_set(error, STATUS_BAD, "%s '%s': cannot be loaded: %s", loading->what,
                         loading_file, colon ? colon + 2 : cause);
    }
    const void *found = dlsym(library, loading->symbol);
    if (!found) {
        return error_set(error, STATUS_BAD, "%s '%s': defines no 'const %s %s'", loading->what,
                         loading_file, loading->type, loading->symbol);
    }
    *made = loading->check(found, loading_file, error);
    return *made ? STATUS_DONE : STATUS_BAD;
}

/* An object that is open, and no longer in any directory. It stays open: the loader knows it by
 * its name, which no other may have. */
static enum status load(const struct own_code_kind *kind, const char *file, int object,
                        const void **made, struct error *error)
{
    struct statvfs place;
    char name[sizeof "/proc/self/fd/2147483647"];
    if (fstatvfs(object, &place) == 0 && (place.f_flag & ST_NOEXEC)) {
        return error_set(error, STATUS_ENVIRONMENT,
                         "%s '%s': cannot be loaded from a directory that is mounted noexec; name "
                         "another in TMPDIR",
                         kind->what, file);
    }
    snprintf(name, sizeof name, "/proc/self/fd/%d", object);
    loading = kind;
    loading_file = file;
    own_call_watch();
    file_loaded = (struct own_file){.kind = kind->what, .describe = tell_loading, .name = file};
    own_call_enter(&file_loaded);
    enum status status = load_watched(name, made, error);
    own_call_leave();
    return status;
}

static bool is_full(const char *directory)
{
    struct statvfs place;
    return statvfs(directory, &place) == 0 && place.f_bavail * place.f_frsize < COMPILER_BYTES;
}

/* Compile into the directory; *object is open, its file gone. */
static enum status make(const struct own_code_kind *kind, const char *file, const char *directory,
                        int *object, struct error *error)
{
    char headers[PATH_MAX], path[OBJECT_PATH];
    const char *compiler = getenv("CC");
    enum status status = find_headers(headers, error);
    if (status) {
        return status;
    }
    compiler = compiler && *compiler ? compiler : "cc";
    snprintf(path, sizeof path, "%s/" OBJECT, directory);
    int code = compile(compiler, headers, file, directory);
    if (code < 0 || code == NOT_FOUND) {
        status = error_set(error, STATUS_ENVIRONMENT,
                           "%s '%s': cannot run the compiler '%s'; install gcc, or name "
                           "another in CC",
                           kind->what, file, compiler);
    } else if (code > 0 && is_full(directory)) {
        status = error_set(error, STATUS_ENVIRONMENT,
                           "%s '%s': cannot be compiled in '%s', which has no room; name a "
                           "directory in TMPDIR",
                           kind->what, file, directory);
    } else if (code > 0) {
        status = error_set(error, STATUS_BAD, "%s '%s': does not compile; %s says why, above",
                           kind->what, file, compiler);
    } else {
        *object = open(path, O_RDONLY | O_CLOEXEC);
        status = *object >= 0 ? STATUS_DONE
                              : error_set(error, STATUS_ENVIRONMENT,
                                          "%s '%s': the compiler '%s' has made no readable file: "
                                          "%s; name another in CC",
                                          kind->what, file, compiler, strerror(errno));
    }
    return status;
}

/* With all files in it. */
static void remove_directory(const char *path)
{
    DIR *files = opendir(path);
    for (struct dirent *file; files && (file = readdir(files));) {
        unlinkat(dirfd(files), file->d_name, 0); /* not "." and ".." */
    }
    if (files) {
        closedir(files);
    }
    rmdir(path);
}

/* make(), in a directory that is gone afterwards. */
static enum status make_in_passing(const struct own_code_kind *kind, const char *file, int *object,
                                   struct error *error)
{
    const char *place = getenv("TMPDIR");
    char directory[PATH_MAX];
    sigset_t ends, before;
    enum status status;
    snprintf(directory, sizeof directory, "%s/noct-XXXXXX", place && *place ? place : "/tmp");
    ending_signals(&ends);
    sigprocmask(SIG_BLOCK, &ends, &before);
    if (mkdtemp(directory)) {
        status = make(kind, file, directory, object, error);
        remove_directory(directory);
    } else {
        status = error_set(error, STATUS_ENVIRONMENT,
                           "%s '%s': cannot be compiled in '%s': %s; name a "
                           "directory in TMPDIR",
                           kind->what, file, directory, strerror(errno));
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* It can be read, and reading it ends. */
static enum status check_file(const struct own_code_kind *kind, const char *file,
                              struct error *error)
{
    struct stat about;
    const char *wrong = stat(file, &about) || access(file, R_OK) ? strerror(errno)
                      : S_ISREG(about.st_mode) || S_ISFIFO(about.st_mode)
                          ? NULL
                          : (S_ISDIR(about.st_mode) ? "it is a directory" : "it is no file");
    return wrong ? error_set(error, STATUS_BAD, "%s '%s': %s; give a C file that defines %s",
                             kind->what, file, wrong, kind->symbol)
                 : STATUS_DONE;
}

enum status own_code_load(const struct own_code_kind *kind, const char *file, const void **made,
                          struct error *error)
{
    int object = -1;
    for (const struct loaded *l = all_loaded; l; l = l->next) {
        if (l->kind == kind && strcmp(l->file, file) == 0) {
            *made = l->made;
            return STATUS_DONE;
        }
    }
    enum status status = check_file(kind, file, error);
    if (!status) {
        status = make_in_passing(kind, file, &object, error);
    }
    if (!status) {
        status = load(kind, file, object, made, error);
    }
    if (!status) {
        struct loaded *l = alloc_zeroed(sizeof *l);
        *l = (struct loaded){all_loaded, kind, alloc_text(file), *made};
        all_loaded = l;
    }
    return status;
}
