/* SPDX-License-Identifier: BSD-2-Clause */
#include "options.h"

#include <ctype.h>
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

const struct key_row key_rows[KEYS + 1] = {
#define KEY(name_, group_, argument_, help_) \
    {.name = #name_, .argument = argument_, .help = help_, .group = GROUP(group_)},
#include "keys.def"
#undef KEY
};

/* What getopt_long() returns for a flag: FLAG_KEY + its key, apart from the characters that it
 * returns by itself. */
enum { FLAG_KEY = 256, FLAG_JSON = FLAG_KEY + KEYS, FLAG_BATCH, FLAG_HELP, SPELLING_MAX = 32 };

void options_copy(struct options *to, const struct options *from)
{
    *to = *from;
    for (int k = 0; k < KEYS; k++) {
        to->text[k] = from->text[k] ? alloc_text(from->text[k]) : NULL;
    }
    json_incref(to->id);
}

void options_free(struct options *o)
{
    for (int k = 0; k < KEYS; k++) {
        free(o->text[k]);
        o->text[k] = NULL;
    }
    json_decref(o->id);
    o->id = NULL;
}

/* Must a key be given a value? One whose argument stands in brackets may. */
static bool takes_value(int key)
{
    return key_rows[key].argument && key_rows[key].argument[0] != '[';
}

bool option_takes_lists(int key)
{
    const key_groups single = GROUPS_STUDY | GROUPS_DETAIL | GROUP(DEPTH) | GROUP(CURVES) |
                              GROUP(CSV) | GROUP(LIVE) | GROUP(HOST) | GROUP(GDB) |
                              GROUP(LOCKSTEP) | GROUP(WAVE);
    return key_rows[key].argument && !(key_rows[key].group & single);
}

bool option_has_commas(int key)
{
    return key == KEY_dests || key == KEY_also || key == KEY_nodes || key == KEY_partition;
}

/* A key that may be given several times keeps all values, with this between them. */
static void set(struct options *o, int key, const char *text, key_groups groups)
{
    bool list = key == KEY_env || (groups & GROUP(SWEEP) && option_takes_lists(key));
    bool names = key == KEY_depth || key == KEY_y || key == KEY_by;
    const char *between = key == KEY_also ? ";" : names ? "," : list ? OPTION_SEPARATOR : NULL;
    if (between && o->text[key]) {
        char *before = o->text[key];
        size_t room = strlen(before) + strlen(text) + 2;
        o->text[key] = alloc_zeroed(room);
        snprintf(o->text[key], room, "%s%s%s", before, between, text);
        free(before);
        return;
    }
    free(o->text[key]);
    o->text[key] = alloc_text(key == KEY_also && !*text ? ";" : text); /* else it was not given */
}

/* "tau_s" -> "tau-s": the dashed spelling. */
static void dashed(char to[SPELLING_MAX], const char *name)
{
    snprintf(to, SPELLING_MAX, "%s", name);
    for (char *c = to; *c; c++) {
        *c = *c == '_' ? '-' : *c;
    }
}

/* The names that a command takes, for suggestions; some only as flags. */
static void names_of(const char *names[KEYS + 4], key_groups groups, bool flags)
{
    int n = 0;
    for (int k = 0; k < KEYS; k++) {
        if (key_rows[k].group & groups) {
            names[n++] = key_rows[k].name;
        }
    }
    if (flags) {
        names[n++] = "json";
        names[n++] = "batch";
        names[n++] = "help";
    }
    names[n] = NULL;
}

static enum status unknown(const char *what, const char *word, const char *command,
                           key_groups groups, struct error *error)
{
    const char *names[KEYS + 4];
    char bare[64];
    const char *dashes = *what == '-' ? what : "";
    snprintf(bare, sizeof bare, "%s", word);
    bare[strcspn(bare, "=")] = 0;
    error_set(error, STATUS_BAD, "%s%s: unknown %s", dashes, bare, *dashes ? "flag" : "key");
    for (char *c = bare; *c; c++) {
        *c = *c == '-' ? '_' : *c;
    }
    for (int k = 0; k < KEYS; k++) {
        if (strcmp(bare, key_rows[k].name) == 0) {
            error_append(error, " for this command");
            return error_fix(error, "'noct %s --help' lists its own", command);
        }
    }
    if (!*dashes && (strcmp(bare, "json") == 0 || strcmp(bare, "batch") == 0)) {
        error_fix(error, "it is a flag, --%s, for the whole batch", bare);
        return STATUS_BAD;
    }
    names_of(names, groups, *dashes);
    const char *near = nearest(bare, names);
    if (near) {
        error_fix(error, "did you mean %s%s?", dashes, near);
    } else {
        error_fix(error, "'noct %s --help' lists all", command);
    }
    return STATUS_BAD;
}

/* getopt's table: each key in both spellings. */
static void long_options(struct option *option, char (*spelling)[SPELLING_MAX], key_groups groups)
{
    static const struct option always[] = {
        {"json", no_argument, NULL, FLAG_JSON},
        {"batch", no_argument, NULL, FLAG_BATCH},
        {"help", no_argument, NULL, FLAG_HELP},
        {NULL, 0, NULL, 0},
    };
    for (int k = 0; k < KEYS; k++) {
        if (key_rows[k].group & groups) {
            int argument = takes_value(k)       ? required_argument
                         : key_rows[k].argument ? optional_argument
                                                : no_argument;
            *option++ = (struct option){key_rows[k].name, argument, NULL, FLAG_KEY + k};
            if (strchr(key_rows[k].name, '_')) {
                dashed(spelling[k], key_rows[k].name);
                *option++ = (struct option){spelling[k], argument, NULL, FLAG_KEY + k};
            }
        }
    }
    memcpy(option, always, sizeof always);
}

/* What is about a whole study has one value. */
static enum status refuse_twice(const struct options *o, int key, const char *text,
                                key_groups groups, struct error *error)
{
    const char *before = o->text[key];
    const key_groups once = groups & GROUP(SWEEP) ? GROUPS_STUDY : 0;
    if (!before || !(key_rows[key].group & once) || strcmp(before, text) == 0) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "%s: %s and %s are given, and a study has one", key_rows[key].name,
              before, text);
    return error_fix(error, "leave one of the two out");
}

/* The short forms that MPI's users write; -np is one of them. */
static int long_of(int got, char **argv)
{
    if (got == 'n' && strcmp(argv[optind - 1], "-np") == 0) {
        optarg = argv[optind] ? argv[optind++] : NULL;
    }
    return got == 'n' ? FLAG_KEY + KEY_n : got == 'x' ? FLAG_KEY + KEY_env : got;
}

/* After a flag that may have a port stands what is none: the program, as in --gdb ./a.elf. */
static bool is_no_port(int key, const char *word)
{
    return strcmp(key_rows[key].argument, "[PORT]") == 0 && !isdigit((unsigned char)*word);
}

/* What stands behind the flags. */
static enum status take_words(struct options *o, int argc, char **argv, key_groups groups,
                              struct error *error)
{
    if (optind < argc && !(groups & (GROUP(PROGRAM) | GROUP(FILES)))) {
        error_set(error, STATUS_BAD, "'%s': not a flag", argv[optind]);
        return error_fix(error, "values follow flags, as --topology torus:8x8");
    }
    o->words = argv + optind;
    o->words_n = (unsigned)(argc - optind);
    return STATUS_DONE;
}

/* A word with one dash of which some letter is no flag: the word before getopt's next, or that
 * itself while letters of it are left. */
static enum status unknown_short(char **argv, int argc, key_groups groups, struct error *error)
{
    const char *names[KEYS + 4], *word = argv[optind - 1];
    char bare[64];
    if (optind < argc && argv[optind][0] == '-' && strchr(argv[optind], optopt)) {
        word = argv[optind];
    }
    snprintf(bare, sizeof bare, "%s", word + 1);
    for (char *c = bare; *c; c++) {
        *c = *c == '-' ? '_' : *c;
    }
    names_of(names, groups, true);
    const char *near = bare[0] && bare[1] ? nearest(bare, names) : NULL;
    error_set(error, STATUS_BAD, "%s: unknown flag", word);
    return near ? error_fix(error, "did you mean --%s?", near)
                : error_fix(error, "flags are whole words, as --json; 'noct %s --help' lists all",
                            argv[0]);
}

enum status options_flags(struct options *o, int argc, char **argv, key_groups groups,
                          struct error *error)
{
    struct option option[2 * KEYS + 4];
    char spelling[KEYS][SPELLING_MAX];
    int got;
    long_options(option, spelling, groups);
    opterr = 0;
    optind = 0;                                   /* begin anew */
    const bool program = groups & GROUP(PROGRAM); /* what follows its name is its own */
    const char *shorts = !program ? ":h" : groups & GROUP(RANKS) ? "+:hn:x:" : "+:h";
    while ((got = getopt_long(argc, argv, shorts, option, NULL)) != -1) {
        got = long_of(got, argv);
        if (got == FLAG_JSON) {
            o->json = true;
        } else if (got == FLAG_BATCH) {
            o->batch = o->json = true;
        } else if (got == FLAG_HELP || got == 'h') {
            o->help = true;
        } else if (got == ':' || (got >= FLAG_KEY && !optarg && takes_value(got - FLAG_KEY))) {
            error_set(error, STATUS_BAD, "%s: needs a value", argv[optind - 1]);
            return error_fix(error, "'noct %s --help' shows which", argv[0]);
        } else if (got == '?') {
            const char *word = argv[optind - 1];
            if ((optopt >= FLAG_JSON && optopt <= FLAG_HELP) ||
                (optopt >= FLAG_KEY && optopt < FLAG_JSON &&
                 !key_rows[optopt - FLAG_KEY].argument)) {
                return error_set(error, STATUS_BAD, "%s: takes no value", word);
            }
            if (optopt > 0 && optopt < FLAG_KEY) {
                return unknown_short(argv, argc, groups, error);
            }
            return unknown("--", word + 2, argv[0], groups, error);
        } else {
            int key = got - FLAG_KEY;
            if (!optarg && key_rows[key].argument && optind < argc && argv[optind][0] != '-' &&
                !(program && is_no_port(key, argv[optind]))) {
                optarg = argv[optind++]; /* "--key value", where getopt takes "--key=value" only */
            }
            const char *text = optarg ? optarg : OPTION_GIVEN;
            if (refuse_twice(o, key, text, groups, error)) {
                return STATUS_BAD;
            }
            set(o, key, text, groups);
        }
    }
    return take_words(o, argc, argv, groups, error);
}

/* A real number with as few digits as tell it from all others: 0.1, and not 0.10000000000000001. */
static char *spell_real(double real)
{
    char number[40];
    int digits = 15;
    do {
        snprintf(number, sizeof number, "%.*g", digits++, real);
    } while (digits <= 17 && strtod(number, NULL) != real);
    return alloc_text(number);
}

/* A JSON value as its flag would spell it; NULL if no flag could. */
static char *spell(const json_t *value)
{
    char number[40];
    if (json_is_string(value)) {
        return alloc_text(json_string_value(value));
    }
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        return alloc_text(number);
    }
    if (json_is_real(value)) {
        return spell_real(json_real_value(value));
    }
    if (json_is_array(value)) {
        size_t n = json_array_size(value);
        char *list = alloc_zeroed(n * 24 + 1);
        char *end = list;
        for (size_t i = 0; i < n; i++) {
            const json_t *item = json_array_get(value, i);
            if (!json_is_integer(item)) {
                free(list);
                return NULL;
            }
            end += sprintf(end, "%s%" JSON_INTEGER_FORMAT, i ? "," : "", json_integer_value(item));
        }
        return list;
    }
    return NULL;
}

/* A list of strings, with this between them, and before an empty first one; NULL if it is none. */
static char *spell_texts(const json_t *value, const char *between)
{
    size_t n = json_array_size(value), room = 1;
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(value, i));
        if (!text) {
            return NULL;
        }
        room += strlen(text) + 1;
    }
    char *list = alloc_zeroed(room), *end = list;
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(value, i));
        end = stpcpy(stpcpy(end, i || !*text ? between : ""), text);
    }
    return list;
}

/* One value of key k. */
static char *spell_one(int k, const json_t *value)
{
    const char *between = k == KEY_also ? ";" : k == KEY_depth ? "," : NULL;
    return between && json_is_array(value) ? spell_texts(value, between) : spell(value);
}

/* Is it several values of key k, and not the members of one? */
static bool are_several(int k, const json_t *value)
{
    const json_t *first = json_array_get(value, 0);
    return first && (!option_has_commas(k) || json_is_array(first) ||
                     (k != KEY_also && json_is_string(first)));
}

/* Is one of several values an empty list, or an empty text? */
static bool has_empty(const json_t *several)
{
    const json_t *one;
    size_t i;
    json_array_foreach (several, i, one) {
        if ((json_is_array(one) && !json_array_size(one)) ||
            (json_is_string(one) && !json_string_length(one))) {
            return true;
        }
    }
    return false;
}

/* Each of them, with the separator between them; NULL if one cannot be spelled. */
static char *spell_several(int k, const json_t *value)
{
    size_t room = 0;
    char *list = NULL;
    FILE *memory = open_memstream(&list, &room);
    bool spelled = memory;
    for (size_t i = 0; spelled && i < json_array_size(value); i++) {
        char *one = spell_one(k, json_array_get(value, i));
        spelled = one && fprintf(memory, "%s%s", i ? OPTION_SEPARATOR : "", one) >= 0;
        free(one);
    }
    if (!memory || fclose(memory)) {
        out_of_memory();
    }
    if (!spelled) {
        free(list);
        return NULL;
    }
    return list;
}

/* A JSON value becomes the text of key k. */
static enum status set_value(struct options *o, int k, const json_t *value, key_groups groups,
                             struct error *error)
{
    const char *name = key_rows[k].name;
    bool lists = groups & GROUP(SWEEP) && option_takes_lists(k);
    bool several = lists && are_several(k, value);
    if (several && has_empty(value)) {
        return error_set(error, STATUS_BAD, "%s: one of the values of the list is empty", name);
    }
    if (lists && !option_has_commas(k) && json_is_array(value) && !json_array_size(value)) {
        return error_set(error, STATUS_BAD, "%s: an empty list, which makes no experiment", name);
    }
    char *text = several              ? spell_several(k, value)
               : key_rows[k].argument ? spell_one(k, value)
                                      : NULL;
    if (json_is_boolean(value) && !takes_value(k)) {
        text = json_is_true(value) ? alloc_text(OPTION_GIVEN) : NULL;
    } else if (!text && !takes_value(k)) {
        return error_set(error, STATUS_BAD, "%s: must be true or false%s", name,
                         key_rows[k].argument ? ", or a name" : "");
    } else if (!text) {
        return error_set(error, STATUS_BAD, "%s: a value is a string, a number, or a list of %s",
                         name,
                         k == KEY_also || k == KEY_depth  ? "strings"
                         : lists && !option_has_commas(k) ? "these"
                                                          : "whole numbers");
    }
    free(o->text[k]);
    o->text[k] = text;
    return STATUS_DONE;
}

static enum status set_pair(struct options *o, const char *name, const json_t *value,
                            const char *command, key_groups groups, struct error *error)
{
    for (int k = 0; k < KEYS; k++) {
        char dash[SPELLING_MAX];
        dashed(dash, key_rows[k].name);
        if ((key_rows[k].group & groups) &&
            (strcmp(name, key_rows[k].name) == 0 || strcmp(name, dash) == 0)) {
            return set_value(o, k, value, groups, error);
        }
    }
    return unknown("", name, command, groups, error);
}

/* What the answer to this line is to be told by. A fraction might be printed otherwise than it was
 * written. */
static enum status take_id(struct options *o, json_t *id, struct error *error)
{
    if (id && !json_is_string(id) && !json_is_integer(id)) {
        return error_set(error, STATUS_BAD, "id: must be a string or a whole number");
    }
    json_decref(o->id);
    o->id = json_incref(id);
    return STATUS_DONE;
}

enum status options_object(struct options *o, const char *line, const char *command,
                           key_groups groups, struct error *error)
{
    json_error_t cause;
    json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &cause);
    const char *name;
    json_t *value;
    enum status status = STATUS_DONE;
    if (!object) {
        error_set(error, STATUS_BAD, "column %d: not JSON: %s", cause.column > 0 ? cause.column : 1,
                  cause.text);
        return error_fix(error, "a line must be one object, as {\"topology\":\"torus:8x8\"}");
    }
    if (!json_is_object(object)) {
        error_set(error, STATUS_BAD, "not an object");
        status = error_fix(error, "a line must be one, as {\"topology\":\"torus:8x8\"}");
    }
    status = status ? status : take_id(o, json_object_get(object, "id"), error);
    json_object_foreach (object, name, value) {
        if (!status && strcmp(name, "id") != 0) {
            status = set_pair(o, name, value, command, groups, error);
        }
    }
    json_decref(object);
    return status;
}
