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
#include "memmap.h"

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
    error_set(
        error, STATUS_BAD,
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

/* Is this word a program's file, and not a flag's value that stands alone? */
static bool is_program(const char *word)
{
    size_t length = strlen(word);
    return strchr(word, '/') || (length > 4 && strcmp(word + length - 4, ".elf") == 0);
}

enum status host_options(struct options *known, const struct options *o, struct error *error)
{
    options_copy(known, o);
    if (!o->words_n || o->text[KEY_firmware]) {
        return STATUS_DONE;
    }
    if (is_program(o->words[0])) {
        known->text[KEY_firmware] = alloc_text(o->words[0]);
        return STATUS_DONE;
    }
    options_free(known);
    error_set(error, STATUS_BAD, "'%s': not a flag", o->words[0]);
    return error_fix(error,
                     "values follow flags, as --topology torus:8x8, and a program is a file, "
                     "as ./a.elf");
}

/* The command line, from argv[0] on, malloc'd; NULL: nobody has given arguments. The program is the
 * first of the words, unless --firmware names it. */
static enum status arguments_of(char **line, const struct options *o, struct error *error)
{
    *line = NULL;
    if (!o->words_n) {
        return STATUS_DONE;
    }
    if (strcmp(o->words[0], o->text[KEY_firmware]) == 0) {
        return host_line(line, o->words, 0, o->words, o->words_n, error);
    }
    char **words = alloc_array(o->words_n + 1, sizeof *words);
    words[0] = o->text[KEY_firmware];
    memcpy(words + 1, o->words, o->words_n * sizeof *words);
    enum status status = host_line(line, words, 0, words, o->words_n + 1, error);
    free(words);
    return status;
}

enum status host_serve(struct qemu_host *host, bool *served, const struct options *o,
                       struct error *error)
{
    char *line;
    *host = (struct qemu_host){.input_node = o->batch ? NOC_NODES_MAX : 0};
    enum status status = arguments_of(&line, o, error);
    if (status || (status = host_open_files(host, o, error))) {
        free(line);
        return status;
    }
    host->line = line;
    *served = line || o->text[KEY_files];
    if (*served) {
        host_share_input();
    }
    return STATUS_DONE;
}

void host_end(struct qemu_host *host)
{
    host_close(host);
    free((char *)(uintptr_t)host->line);
    host->line = NULL;
}
