/* SPDX-License-Identifier: BSD-2-Clause */
#include "rows.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text_lines.h"
#include "depth.h"

struct kept {
    char id[ROW_ID_TEXT];
    struct sample sample;
};

struct rows {
    int fd; /* -1: nobody writes, and there is no file */
    char *name;
    struct row_maker maker;
    struct kept *at; /* in order of their ids, as they were when the file was opened */
    uint32_t n;
    json_t *added; /* {id: true} of those since then */
    uint32_t written;
};

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct kept *)a)->id, ((const struct kept *)b)->id);
}

static void keep(struct rows *rows, const json_t *row, const char *id)
{
    if (!(rows->n & (rows->n - 1))) { /* full at 0, 1, 2, 4, ... */
        rows->at = realloc(rows->at, (rows->n ? 2 * (size_t)rows->n : 1) * sizeof *rows->at);
        if (!rows->at) {
            out_of_memory();
        }
    }
    struct kept *k = &rows->at[rows->n++];
    snprintf(k->id, sizeof k->id, "%s", id);
    k->sample = sample_of_row(row);
}

static const char begin[] = "{\"id\":\"";

/* {"id":"0123456789abcdef","depth":" or the beginning of it. */
bool rows_torn(const char *line)
{
    static const char like[] = "{\"id\":\"0000000000000000\",\"depth\":\"";
    for (const char *l = like; *l && *line; l++, line++) {
        if (*l == '0' ? !strchr("0123456789abcdef", *line) : *line != *l) {
            return false;
        }
    }
    return true;
}

/* Has a row what each of them has, whatever came out? */
static bool is_complete(const json_t *row)
{
    const char *id = json_string_value(json_object_get(row, "id"));
    const char *depth = json_string_value(json_object_get(row, "depth"));
    return id && strlen(id) == ROW_ID_TEXT - 1 && depth && depth_find(depth) &&
           json_integer_value(json_object_get(row, "trial")) > 0 &&
           json_is_string(json_object_get(row, "end"));
}

/* Does this row stand beside those that the maker has made? */
static enum status check_maker(const char *name, uint64_t number, const json_t *row,
                               struct row_maker *maker, struct error *error)
{
    const char *compiler = row_compiler(row);
    if (!compiler) {
        return STATUS_DONE;
    }
    if (!*maker->compiler && *compiler) {
        snprintf(maker->compiler, sizeof maker->compiler, "%s", compiler);
    }
    if (*compiler && strcmp(compiler, maker->compiler) == 0) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "'%s', line %llu: ", name, (unsigned long long)number);
    if (!*compiler) {
        error_append(error, "a run that does not name the compiler of its firmware");
        return error_fix(error, "give a new file, or make these rows again");
    }
    error_append(error, "a run of firmware by %.60s; %s by %.60s, and takes other cycles", compiler,
                 maker->own ? "this noct's firmware is" : "that of the runs before it is",
                 maker->compiler);
    return error_fix(error, maker->own ? "give a new file, or make these rows again"
                                       : "keep the rows of each compiler in a file of their own");
}

enum status rows_line(const char *name, const char *line, uint64_t number, struct row_maker *maker,
                      json_t **row, struct error *error)
{
    *row = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    const json_int_t version = json_integer_value(json_object_get(*row, "version"));
    if (!is_complete(*row)) {
        error_set(error, STATUS_BAD, "'%s', line %llu: no row of a study", name,
                  (unsigned long long)number);
        error_fix(error, "give a new file, or one that noct has written");
    } else if (version != RESULTS_VERSION) {
        error_set(error, STATUS_BAD,
                  "'%s', line %llu: results of version %lld, and this noct's are of version %d",
                  name, (unsigned long long)number, (long long)version, RESULTS_VERSION);
        error_fix(error, "give a new file, or make these rows again");
    } else if (!check_maker(name, number, *row, maker, error)) {
        return STATUS_DONE;
    }
    json_decref(*row);
    *row = NULL;
    return STATUS_BAD;
}

static enum status not_usable(const char *name, const char *what, struct error *error)
{
    return error_set(error, STATUS_BAD, "out '%s': %s: %s", name, what, strerror(errno));
}

static enum status read_rows(struct rows *rows, bool cut, struct error *error)
{
    int own = dup(rows->fd);
    FILE *file = own < 0 ? NULL : fdopen(own, "r");
    char what[PATH_MAX + 8];
    off_t whole = 0;
    enum status status = STATUS_DONE;
    if (!file) {
        return not_usable(rows->name, "cannot be read", error);
    }
    struct text_lines lines = TEXT_LINES(file);
    while (!status && text_lines_next(&lines) && (lines.whole || !rows_torn(lines.text))) {
        json_t *row;
        status = rows_line(rows->name, lines.text, lines.number, &rows->maker, &row, error);
        if (!status) {
            keep(rows, row, json_string_value(json_object_get(row, "id")));
            json_decref(row);
        }
        whole += (off_t)lines.length + lines.whole;
    }
    snprintf(what, sizeof what, "out '%s'", rows->name);
    status = text_lines_end(&lines, status, what, error);
    fclose(file);
    if (!status && cut && ftruncate(rows->fd, whole)) {
        status = not_usable(rows->name, "a torn last line cannot be cut", error);
    }
    if (rows->n) {
        qsort(rows->at, rows->n, sizeof *rows->at, by_id);
    }
    return status;
}

static enum status refuse_file(const char *name, bool regular, struct error *error)
{
    return error_set(error, STATUS_BAD, "out '%s': %s; give another file", name,
                     regular ? "another noct writes it" : "no ordinary file");
}

enum status rows_lock(const char *name, int *fd, struct error *error)
{
    *fd = open(name, O_RDONLY | O_CLOEXEC);
    if (*fd >= 0 && flock(*fd, LOCK_EX | LOCK_NB)) {
        close(*fd);
        *fd = -1;
        return refuse_file(name, true, error);
    }
    return STATUS_DONE;
}

static struct rows *rows_of(int fd, const char *name, const char *compiler)
{
    struct rows *rows = alloc_zeroed(sizeof *rows);
    *rows = (struct rows){.fd = fd, .name = alloc_text(name), .maker = {.own = compiler}};
    snprintf(rows->maker.compiler, sizeof rows->maker.compiler, "%s", compiler ? compiler : "");
    return rows;
}

enum status rows_open(struct rows **opened, const char *name, const char *compiler,
                      struct error *error)
{
    struct stat file;
    int fd = open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0 || fstat(fd, &file)) {
        return not_usable(name, "cannot be opened", error);
    }
    if (!S_ISREG(file.st_mode) || flock(fd, LOCK_EX | LOCK_NB)) {
        bool regular = S_ISREG(file.st_mode);
        close(fd);
        return refuse_file(name, regular, error);
    }
    struct rows *rows = rows_of(fd, name, compiler);
    rows->added = json_object();
    enum status status = read_rows(rows, true, error);
    if (status) {
        rows_close(rows);
        return status;
    }
    *opened = rows;
    return STATUS_DONE;
}

enum status rows_look(struct rows **opened, const char *name, const char *compiler,
                      struct error *error)
{
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    struct rows *rows = rows_of(fd, name, compiler);
    enum status status = fd >= 0         ? read_rows(rows, false, error)
                       : errno == ENOENT ? STATUS_DONE
                                         : not_usable(name, "cannot be read", error);
    if (status) {
        rows_close(rows);
        return status;
    }
    *opened = rows;
    return STATUS_DONE;
}

void rows_close(struct rows *rows)
{
    if (rows) {
        if (rows->fd >= 0) {
            close(rows->fd);
        }
        free(rows->name);
        free(rows->at);
        json_decref(rows->added);
        free(rows);
    }
}

uint32_t rows_count(const struct rows *rows)
{
    return rows->n;
}

uint64_t rows_in_file(const struct rows *rows)
{
    return (uint64_t)rows->n + rows->written;
}

const struct sample *rows_find(const struct rows *rows, const char *id)
{
    struct kept wanted = {.id = ""};
    snprintf(wanted.id, sizeof wanted.id, "%s", id);
    const struct kept *k =
        rows->n ? bsearch(&wanted, rows->at, rows->n, sizeof *rows->at, by_id) : NULL;
    return k ? &k->sample : NULL;
}

enum status rows_add(struct rows *rows, const char *line, struct error *error)
{
    size_t length = strlen(line);
    char id[ROW_ID_TEXT];
    memcpy(id, line + strlen(begin), ROW_ID_TEXT - 1);
    id[ROW_ID_TEXT - 1] = 0;
    if (json_object_get(rows->added, id)) {
        return STATUS_DONE;
    }
    json_object_set_new(rows->added, id, json_true());
    errno = ENOSPC; /* if a part of it is written */
    if (write(rows->fd, line, length) == (ssize_t)length) {
        rows->written++;
        return STATUS_DONE;
    }
    error_set(error, STATUS_ENVIRONMENT, "out '%s': a row cannot be written: %s", rows->name,
              strerror(errno));
    return error_fix(error, "make room, and run the same again: it goes on from here");
}
