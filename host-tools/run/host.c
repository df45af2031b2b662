/* SPDX-License-Identifier: BSD-2-Clause */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <unistd.h>

#include "base/alloc.h"
#include "host_calls.h"

enum { PIECE_BYTES = 4096, QUOTED_MAX = 4 }; /* a quote becomes four characters */

/* One word, in quotes where it needs them. from: where quotes may begin. */
static char *put_word(char *to, const char *word, size_t from)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./:,@%+-";
    bool quoted = !*word || word[from + strspn(word + from, plain)] != 0;
    memcpy(to, word, from);
    to += from;
    word += from;
    if (quoted) {
        *to++ = '\'';
    }
    for (; *word; word++) {
        if (*word == '\'') {
            to = stpcpy(to, "'\\''");
        } else {
            *to++ = *word;
        }
    }
    if (quoted) {
        *to++ = '\'';
    }
    *to++ = ' ';
    return to;
}

enum status host_line(char **line, char *const *names, unsigned names_n, char *const *words,
                      unsigned words_n, struct error *error)
{
    size_t room = 1;
    for (unsigned i = 0; i < names_n + words_n; i++) {
        room += QUOTED_MAX * strlen(i < names_n ? names[i] : words[i - names_n]) + 3;
    }
    char *to = *line = alloc_zeroed(room);
    for (unsigned i = 0; i < names_n; i++) {
        to = put_word(to, names[i], strcspn(names[i], "=") + 1);
    }
    for (unsigned i = 0; i < words_n; i++) {
        to = put_word(to, words[i], 0); /* an '=' in it is quoted, so it is no name */
    }
    size_t bytes = to > *line ? (size_t)(to - *line) - 1 : 0;
    (*line)[bytes] = 0;
    if (bytes <= NOC_HOST_LINE_BYTES) {
        return STATUS_DONE;
    }
    free(*line);
    *line = NULL;
    error_set(error, STATUS_BAD,
              "the program's arguments and environment take %zu bytes, and a board takes at most %d",
              bytes, NOC_HOST_LINE_BYTES);
    return error_fix(error, "give fewer, or write them into a file and give --files");
}

enum status host_open_files(struct qemu_host *host, const struct options *o, struct error *error)
{
    const char *path = o->text[KEY_files];
    host->directory = QEMU_NO_SOCKET;
    if (!path) {
        return STATUS_DONE;
    }
    host->directory = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    return host->directory >= 0 ? STATUS_DONE
                                : error_set(error, STATUS_BAD, "files '%s': %s; give a directory",
                                            path, strerror(errno));
}

void host_close(struct qemu_host *host)
{
    if (host->directory >= 0) {
        close(host->directory);
        host->directory = QEMU_NO_SOCKET;
    }
}

/* Until either end is gone. */
static _Noreturn void relay(int to)
{
    char bytes[PIECE_BYTES];
    ssize_t n;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while ((n = read(STDIN_FILENO, bytes, sizeof bytes)) > 0 && write(to, bytes, (size_t)n) == n) {
    }
    _exit(0);
}

void host_share_input(void)
{
    int end[2];
    if (!isatty(STDIN_FILENO) || pipe2(end, O_CLOEXEC)) {
        return;
    }
    if (fork() == 0) {
        close(end[0]);
        relay(end[1]);
    }
    dup2(end[0], STDIN_FILENO);
    close(end[0]);
    close(end[1]);
}

bool host_is_program(const char *word)
{
    size_t length = strlen(word);
    return strchr(word, '/') || (length > 4 && strcmp(word + length - 4, ".elf") == 0);
}
