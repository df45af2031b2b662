/* SPDX-License-Identifier: BSD-2-Clause */
#include "registry.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"
#include "result/result.h"
#include "base/alloc.h"
#include "base/private_socket.h"

enum {
    FILE_BYTES_MAX = 3 * PATH_MAX,
    PIDS_SAID = 6,
    KIND_LENGTH = 3,
    DIRECTORY_MAX = PATH_MAX - 64
};

static const char *const endings[REGISTRY_SOCKETS] = {".gdb", ".jtag"}; /* of the sockets' names */
static char announced[PATH_MAX], listening[REGISTRY_SOCKETS][PATH_MAX]; /* "": nothing is */

/* --- the directory -------------------------------------------------------- */

static void directory_name(char path[DIRECTORY_MAX])
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    struct stat s;
    if (runtime && *runtime == '/' && stat(runtime, &s) == 0 && S_ISDIR(s.st_mode)) {
        snprintf(path, DIRECTORY_MAX, "%s/nocturne", runtime);
    } else {
        snprintf(path, DIRECTORY_MAX, "/tmp/nocturne-%u", (unsigned)geteuid());
    }
}

/* It must be ours, and nobody else's: what it says is believed. */
static enum status check_directory(const char *path, bool *there, struct error *error)
{
    struct stat s;
    *there = lstat(path, &s) == 0;
    if (!*there && errno == ENOENT) {
        return STATUS_DONE;
    }
    if (!*there) {
        return error_set(error, STATUS_ENVIRONMENT, "%s: %s", path, strerror(errno));
    }
    if (!S_ISDIR(s.st_mode) || s.st_uid != geteuid() || (s.st_mode & 077)) {
        error_set(error, STATUS_ENVIRONMENT,
                  "%s: must be a directory that is yours, and that only you can use", path);
        return error_fix(error, "remove it, or set XDG_RUNTIME_DIR");
    }
    return STATUS_DONE;
}

/* --- telling -------------------------------------------------------------- */

static enum status cannot(const char *path, struct error *error)
{
    error_set(error, STATUS_ENVIRONMENT, "%s: %s", path, strerror(errno));
    return error_fix(error, "'emu' would not find the board");
}

/* The directory; made, if it is not there. */
static enum status make_directory(char directory[DIRECTORY_MAX], struct error *error)
{
    bool there;
    directory_name(directory);
    if (mkdir(directory, 0700) && errno != EEXIST) {
        return cannot(directory, error);
    }
    return check_directory(directory, &there, error);
}

enum status registry_listen(enum registry_socket which, int *listener, char address[PATH_MAX],
                            struct error *error)
{
    char directory[DIRECTORY_MAX], name[32];
    *listener = -1;
    enum status status = make_directory(directory, error);
    int place = status ? -1 : open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (status) {
        return status;
    }
    snprintf(name, sizeof name, "%ld%s", (long)getpid(), endings[which]);
    snprintf(address, PATH_MAX, "%s/%s", directory, name);
    if (place >= 0) {
        unlinkat(place, name, 0);
        *listener = private_listen_in(place, name);
    }
    if (*listener < 0) {
        status = cannot(address, error);
    } else {
        strcpy(listening[which], address);
    }
    if (place >= 0) {
        close(place);
    }
    return status;
}

enum status registry_add(const struct registered_board *live, struct error *error)
{
    char directory[DIRECTORY_MAX], whole[PATH_MAX], fresh[PATH_MAX];
    enum status status = make_directory(directory, error);
    if (status) {
        return status;
    }
    snprintf(fresh, sizeof fresh, "%s/%ld.new", directory, (long)live->pid);
    snprintf(whole, sizeof whole, "%s/%ld.json", directory, (long)live->pid);
    unlink(fresh);
    json_t *text =
        json_pack("{s:I,s:s,s:s,s:i,s:i,s:i,s:I,s:s,s:b}", "pid", (json_int_t)live->pid, "address",
                  live->address, "jtag_socket", live->jtag_socket, "gdb", (int)live->gdb, "jtag",
                  (int)live->jtag, "console", (int)live->console, "board", (json_int_t)live->board,
                  "topology", live->topology, "gateware", (int)live->gateware);
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    /* Locked and whole before it has the name that others look for; open, so locked, to the end. */
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) || json_dumpfd(text, fd, JSON_COMPACT) ||
        rename(fresh, whole)) {
        status = cannot(fresh, error);
        unlink(fresh);
    } else {
        strcpy(announced, whole);
    }
    json_decref(text);
    return status;
}

void registry_remove(void)
{
    char *const files[] = {announced, listening[REGISTRY_GDB], listening[REGISTRY_JTAG]};
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i][0]) {
            unlink(files[i]);
            files[i][0] = 0;
        }
    }
}

/* --- finding -------------------------------------------------------------- */

static bool is_of_kind(const char *board, const char *kind)
{
    return strncmp(board, kind, KIND_LENGTH) == 0 &&
           (!board[KIND_LENGTH] || board[KIND_LENGTH] == ':');
}

bool registry_is_emulated(const char *board)
{
    return is_of_kind(board, "emu");
}

bool registry_is_gateware(const char *board)
{
    return is_of_kind(board, "rtl");
}

bool registry_is_name(const char *board)
{
    return registry_is_emulated(board) || registry_is_gateware(board);
}

const char *registry_name(const struct registered_board *live)
{
    return live->gateware ? "rtl" : "emu";
}

/* Is this the file of that process's socket, in this directory? OpenOCD is led to no other. */
static bool is_socket_of(const char *path, int directory, pid_t pid, enum registry_socket which)
{
    char place[PATH_MAX], name[32];
    const char *slash = strrchr(path, '/');
    struct stat own, its;
    if (!slash) {
        return false;
    }
    snprintf(place, sizeof place, "%.*s", (int)(slash - path), path);
    snprintf(name, sizeof name, "%ld%s", (long)pid, endings[which]);
    return strcmp(slash + 1, name) == 0 && fstat(directory, &own) == 0 && stat(place, &its) == 0 &&
           own.st_dev == its.st_dev && own.st_ino == its.st_ino;
}

static bool take(struct registered_board *live, int directory, const char *text)
{
    json_t *o = json_loads(text, 0, NULL);
    *live = (struct registered_board){.pid = (pid_t)result_number(o, "pid"),
                                      .gdb = (uint16_t)result_number(o, "gdb"),
                                      .jtag = (uint16_t)result_number(o, "jtag"),
                                      .console = (uint16_t)result_number(o, "console"),
                                      .board = (uint32_t)result_number(o, "board"),
                                      .gateware = json_is_true(json_object_get(o, "gateware"))};
    snprintf(live->address, sizeof live->address, "%s", result_text(o, "address"));
    snprintf(live->jtag_socket, sizeof live->jtag_socket, "%s", result_text(o, "jtag_socket"));
    snprintf(live->topology, sizeof live->topology, "%s", result_text(o, "topology"));
    json_decref(o);
    if (!is_socket_of(live->jtag_socket, directory, live->pid, REGISTRY_JTAG)) {
        live->jtag_socket[0] = 0;
    }
    return live->pid > 0 && live->address[0];
}

/* Does this file tell of a board that is up? One that nobody keeps locked is removed. */
static bool look_into(int directory, const char *name, struct registered_board *live)
{
    char text[FILE_BYTES_MAX + 1];
    struct stat opened, named;
    int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) {
        return false;
    }
    if (flock(fd, LOCK_SH | LOCK_NB) == 0) {
        if (fstat(fd, &opened) == 0 && fstatat(directory, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
            opened.st_ino == named.st_ino) {
            unlinkat(directory, name, 0);
        }
        close(fd);
        return false;
    }
    ssize_t n = read(fd, text, FILE_BYTES_MAX);
    text[n > 0 ? n : 0] = 0;
    close(fd);
    return take(live, directory, text);
}

/* "PID.KIND", of a process that is no more, which cannot have removed it? */
static bool is_left_over(const char *name, const char *kind)
{
    char *end;
    long pid = strtol(name, &end, 10);
    return pid > 0 && strcmp(end, kind) == 0 && kill((pid_t)pid, 0) && errno == ESRCH;
}

enum status registry_list(struct registered_board *list, unsigned room, unsigned *boards,
                          struct error *error)
{
    char path[DIRECTORY_MAX];
    bool there;
    const struct dirent *entry;
    *boards = 0;
    directory_name(path);
    enum status status = check_directory(path, &there, error);
    DIR *dir = there && !status ? opendir(path) : NULL;
    while (dir && *boards < room && (entry = readdir(dir))) {
        size_t length = strlen(entry->d_name);
        if (is_left_over(entry->d_name, endings[REGISTRY_GDB]) ||
            is_left_over(entry->d_name, endings[REGISTRY_JTAG]) ||
            is_left_over(entry->d_name, ".new")) {
            unlinkat(dirfd(dir), entry->d_name, 0);
        } else if (length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0 &&
                   look_into(dirfd(dir), entry->d_name, &list[*boards])) {
            ++*boards;
        }
    }
    if (dir) {
        closedir(dir);
    }
    return status;
}

/* Of several, name some. */
static enum status several(const struct registered_board *list, unsigned n, struct error *error)
{
    error_set(error, STATUS_BAD, "board %s: there are %u", registry_name(list), n);
    error_fix(error, "name one:");
    for (unsigned i = 0; i < n && i < PIDS_SAID; i++) {
        error_append(error, "%s %s:%ld", i ? "," : "", registry_name(list), (long)list[i].pid);
    }
    if (n > PIDS_SAID) {
        error_append(error, ", ...");
    }
    return STATUS_BAD;
}

enum status registry_find(struct registered_board *live, const char *board, struct error *error)
{
    const bool gateware = registry_is_gateware(board);
    uint64_t pid = 0;
    unsigned n = 0, found = 0;
    if (board[KIND_LENGTH] == ':' &&
        number_parse(gateware ? "board rtl" : "board emu", board + KIND_LENGTH + 1, 1, INT_MAX,
                     &pid, error)) {
        return STATUS_BAD;
    }
    struct registered_board *list = alloc_array(REGISTRY_MAX, sizeof *list);
    enum status status = registry_list(list, REGISTRY_MAX, &n, error);
    for (unsigned i = 0; i < n; i++) {
        if (list[i].gateware == gateware && (!pid || list[i].pid == (pid_t)pid)) {
            list[found++] = list[i];
        }
    }
    if (!status && found > 1) {
        status = several(list, found, error);
    } else if (!status && !found) {
        error_set(error, STATUS_ENVIRONMENT, "board %s: none is up%s", board,
                  pid ? " with that number" : "");
        status =
            error_fix(error, "'%s' starts one", gateware ? REGISTRY_START_RTL : REGISTRY_START);
    } else if (!status) {
        *live = list[0];
    }
    free(list);
    return status;
}
