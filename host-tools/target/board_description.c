/* SPDX-License-Identifier: BSD-2-Clause */
#include "board_description.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/in_file.h"
#include "base/number.h"
#include "base/install_paths.h"
#include "memmap.h"
#include "ram.h"
#include "routing/routings.h"
#include "topology/topologies.h"
#include "topology/topology.h"

enum { LINE_LENGTH_MAX = 4096 };

/* --- values ---------------------------------------------------------------- */

static enum status take_id(struct board_description *d, const char *text, struct error *error)
{
    uint64_t n = 0;
    enum status status = number_parse("id", text, 1, UINT32_MAX, &n, error);
    d->id = (uint32_t)n;
    return status;
}

static enum status take_clock(struct board_description *d, const char *text, struct error *error)
{
    return number_parse("clock_hz", text, 0, 10000000000u, &d->clock_hz, error);
}

static enum status take_ram(struct board_description *d, const char *text, struct error *error)
{
    uint64_t n = 0;
    if (strcmp(text, "any") == 0) {
        return STATUS_DONE;
    }
    enum status status = number_parse("ram", text, NOC_RAM_MIN, NOC_RAM_MAX, &n, error);
    if (!status && !noc_ram_is(n)) {
        return error_set(error, STATUS_BAD, "ram '%s': must be a power of two", text);
    }
    d->ram = (uint32_t)n;
    return status;
}

static enum status take_image(struct board_description *d, const char *text, struct error *error)
{
    uint64_t n = 0;
    if (strcmp(text, "any") == 0) {
        return STATUS_DONE;
    }
    enum status status =
        number_parse("image", text, 4, NOC_PARAMS_BASE - NOC_IMAGE_BASE, &n, error);
    d->image = (uint32_t)n;
    return status;
}

/* As in boards/nocturne.tcl. */
static enum status take_tap(struct board_description *d, const char *text, struct error *error)
{
    char *end;
    errno = 0;
    unsigned long idcode = strtoul(text, &end, 16);
    if (strcmp(text, "own") == 0) {
        return STATUS_DONE;
    }
    if (strncmp(text, "0x", 2) != 0 || *end || errno || idcode == 0 || idcode > UINT32_MAX) {
        return error_set(error, STATUS_BAD,
                         "tap '%s': must be own, or an FPGA's IDCODE, as 0x03631093", text);
    }
    d->fpga = (uint32_t)idcode;
    return STATUS_DONE;
}

static enum status take_topology(struct board_description *d, const char *text, struct error *error)
{
    struct noc_topology t;
    struct noc_fault fault = {0};
    if (strcmp(text, "any") == 0) {
        return STATUS_DONE;
    }
    if (!noc_topology_parse(&t, text, &fault)) {
        return error_set(error, STATUS_BAD, "topology '%s': %s", text, noc_fault_text(fault.code));
    }
    strcpy(d->topology, text);
    return STATUS_DONE;
}

static enum status take_routing(struct board_description *d, const char *text, struct error *error)
{
    if (strcmp(text, "any") == 0) {
        return STATUS_DONE;
    }
    if (!noc_routing_find(text)) {
        error_set(error, STATUS_BAD, "routing '%s': there is none of this name", text);
        return error_fix(error, "give one of 'noct help routings', or any");
    }
    strcpy(d->routing, text);
    return STATUS_DONE;
}

static enum status take_name(struct board_description *d, const char *text, struct error *error)
{
    if (!*text) {
        error_set(error, STATUS_BAD, "name '': must not be empty");
        return error_fix(error, "say which board this is");
    }
    strcpy(d->name, text);
    return STATUS_DONE;
}

/* One of the words there are. */
static enum status take_word(char to[DESCRIPTION_TEXT], const char *key, const char *text,
                             const char *const *words, struct error *error)
{
    for (unsigned i = 0; words[i]; i++) {
        if (strcmp(text, words[i]) == 0) {
            strcpy(to, text);
            return STATUS_DONE;
        }
    }
    error_set(error, STATUS_BAD, "%s '%s': must be", key, text);
    for (unsigned i = 0; words[i]; i++) {
        error_append(error, "%s %s", i ? " or" : "", words[i]);
    }
    return STATUS_BAD;
}

static enum status take_console(struct board_description *d, const char *text, struct error *error)
{
    static const char *const words[] = {"uart", "jtag", NULL};
    return take_word(d->console, "console", text, words, error);
}

/* What boards/nocturne.tcl can program. */
static enum status take_flash(struct board_description *d, const char *text, struct error *error)
{
    static const char *const words[] = {"cfi", NULL};
    return take_word(d->flash, "flash", text, words, error);
}

static enum status take_tried(struct board_description *d, const char *text, struct error *error)
{
    static const char *const words[] = {"emulated", "hardware", NULL};
    return take_word(d->tried, "tried", text, words, error);
}

static const struct field {
    const char *key;
    enum status (*take)(struct board_description *d, const char *text, struct error *error);
} fields[] = {
    {"id", take_id},       {"name", take_name},       {"clock_hz", take_clock},
    {"ram", take_ram},     {"image", take_image},     {"topology", take_topology},
    {"tap", take_tap},     {"flash", take_flash},     {"console", take_console},
    {"tried", take_tried}, {"routing", take_routing},
};
enum { FIELDS = sizeof fields / sizeof *fields };

/* --- the file -------------------------------------------------------------- */

/* The value behind "set noct(KEY)": a word, or what stands in quotes or braces. In place; NULL:
 * it is none, or not whole, or too long. */
static char *value_of(char *text)
{
    char *end;
    text += strspn(text, " \t");
    if (*text == '"' || *text == '{') {
        end = strchr(text + 1, *text == '"' ? '"' : '}');
        text++;
    } else {
        end = text + strcspn(text, " \t;");
        end = end == text ? NULL : end;
    }
    if (!end || end - text >= DESCRIPTION_TEXT) {
        return NULL;
    }
    char *rest = end + (*end != 0);
    rest += strspn(rest, " \t");
    if (*rest && *rest != ';' && *rest != '#') {
        return NULL;
    }
    *end = 0;
    return strpbrk(text, "$[\\") ? NULL : text; /* Tcl would make something else of it */
}

/* One line; those that do not begin with "set noct(" are OpenOCD's alone. */
static enum status take_line(struct board_description *d, char *line, bool seen[FIELDS],
                             struct error *error)
{
    static const char begins[] = "noct(";
    line += strspn(line, " \t");
    if (strncmp(line, "set", 3) != 0 || !isblank((unsigned char)line[3])) {
        return STATUS_DONE;
    }
    line += 3 + strspn(line + 3, " \t");
    size_t length = strcspn(line, ")");
    if (strncmp(line, begins, sizeof begins - 1) != 0 || !line[length]) {
        return STATUS_DONE;
    }
    line[length] = 0;
    const char *key = line + sizeof begins - 1;
    const char *value = value_of(line + length + 1);
    for (unsigned i = 0; i < FIELDS; i++) {
        if (strcmp(key, fields[i].key) != 0) {
            continue;
        }
        if (seen[i]) {
            error_set(error, STATUS_BAD, "%s: is set twice", key);
            return error_fix(error, "set it once");
        }
        seen[i] = true;
        if (!value) {
            return error_set(error, STATUS_BAD,
                             "%s: must have one plain value of fewer than %d characters, without "
                             "substitutions",
                             key, DESCRIPTION_TEXT);
        }
        return fields[i].take(d, value, error);
    }
    const char *names[FIELDS + 1] = {NULL};
    for (unsigned i = 0; i < FIELDS; i++) {
        names[i] = fields[i].key;
    }
    const char *near = nearest(key, names);
    error_set(error, STATUS_BAD, "noct(%s): unknown", key);
    return near ? error_fix(error, "did you mean noct(%s)?", near)
                : error_fix(error, "docs/boards.md lists the keys that there are");
}

static enum status read_lines(struct board_description *d, FILE *file, struct error *error)
{
    char line[LINE_LENGTH_MAX];
    bool seen[FIELDS] = {false};
    struct error wrong;
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = 0;
        if (take_line(d, line, seen, &wrong)) {
            return error_set(error, STATUS_BAD, "%s:%u: %s", d->path, number, wrong.text);
        }
    }
    if (ferror(file)) {
        return error_set(error, STATUS_BAD, "board '%s': %s", d->path, strerror(errno));
    }
    for (unsigned i = 0; i < FIELDS; i++) {
        if (!seen[i]) {
            error_set(error, STATUS_BAD, "%s: no line 'set noct(%s) VALUE'", d->path,
                      fields[i].key);
            return error_fix(error, "docs/boards.md says what it is");
        }
    }
    return STATUS_DONE;
}

/* --- finding it ------------------------------------------------------------ */

unsigned board_description_names(char (*names)[DESCRIPTION_TEXT], unsigned room)
{
    char directory[PATH_MAX];
    struct dirent **entries = NULL;
    int n = find_boards(directory) ? scandir(directory, &entries, NULL, alphasort) : 0;
    unsigned known = 0;
    for (int i = 0; i < n; i++) {
        char *end = strrchr(entries[i]->d_name, '.');
        if (end && strcmp(end, ".cfg") == 0 && known < room) {
            *end = 0;
            snprintf(names[known++], DESCRIPTION_TEXT, "%.*s", DESCRIPTION_TEXT - 1,
                     entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    return known;
}

/* No such board: which there are. */
static enum status no_board(const char *text, struct error *error)
{
    char name[DESCRIPTIONS_MAX][DESCRIPTION_TEXT];
    const char *names[DESCRIPTIONS_MAX + 1] = {NULL};
    unsigned known = board_description_names(name, DESCRIPTIONS_MAX);
    if (strcmp(text, "rtl") == 0) {
        error_set(error, STATUS_BAD, "board rtl: gateware has no JTAG and no flash yet");
        return error_fix(error,
                         "'noct board --board rtl --firmware FILE.elf' starts it with another "
                         "program");
    }
    error_set(error, STATUS_BAD, "board '%s': there is no such description", text);
    for (unsigned i = 0; i < known; i++) {
        names[i] = name[i];
    }
    const char *near = nearest(text, names);
    if (near) {
        error_fix(error, "did you mean %s?", near);
    } else {
        error_fix(error, "give a FILE.cfg%s", known ? " or one of" : "");
        for (unsigned i = 0; i < known; i++) {
            error_append(error, "%s %s", i ? "," : "", names[i]);
        }
    }
    return STATUS_BAD;
}

static bool is_file_name(const char *text)
{
    size_t length = strlen(text);
    return strchr(text, '/') || (length > 4 && strcmp(text + length - 4, ".cfg") == 0);
}

/* path, directory, board. */
static enum status find(struct board_description *d, const char *text, struct error *error)
{
    char boards[PATH_MAX];
    if (is_file_name(text)) {
        snprintf(d->path, sizeof d->path, "%s", text);
    } else if (!find_boards(boards) ||
               snprintf(d->path, sizeof d->path, "%s/%s.cfg", boards, text) >= PATH_MAX) {
        error_set(error, STATUS_ENVIRONMENT, "no board descriptions at '%s'", boards);
        return error_fix(error, "'make install' puts them there");
    }
    const char *slash = strrchr(d->path, '/');
    const char *base = slash ? slash + 1 : d->path;
    snprintf(d->directory, sizeof d->directory, "%.*s", slash ? (int)(slash - d->path) : 1,
             slash ? d->path : ".");
    size_t length = strcspn(base, ".");
    snprintf(d->board, sizeof d->board, "%.*s",
             length < sizeof d->board ? (int)length : DESCRIPTION_TEXT - 1, base);
    return STATUS_DONE;
}

enum status board_description_open(struct board_description *d, const char *text,
                                   struct error *error)
{
    memset(d, 0, sizeof *d);
    enum status status = find(d, text, error);
    if (status) {
        return status;
    }
    const char *why;
    FILE *file = in_file_open(d->path, &why);
    if (!file && errno == ENOENT && !is_file_name(text)) {
        return no_board(text, error);
    }
    if (!file) {
        error_set(error, STATUS_BAD, "board '%s': %s", text, why);
        return error_fix(error, "give the name of a description, or a FILE.cfg for OpenOCD");
    }
    status = read_lines(d, file, error);
    fclose(file);
    return status;
}
