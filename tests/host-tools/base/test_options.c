/* SPDX-License-Identifier: BSD-2-Clause */
/* Flags and JSON keys are the same words and come to the same. */
#include <stdint.h>

#include <stdio.h>
#include <string.h>

#include "test.h"
#include "base/options.h"

static const key_groups ALL = ~(key_groups)0;

static enum status flags(struct options *o, struct error *error, key_groups groups, char *first,
                         ...)
{
    static char *argv[16] = {(char *)"plan"}; /* *o points into it */
    int argc = 1;
    va_list list;
    va_start(list, first);
    for (char *arg = first; arg; arg = va_arg(list, char *)) {
        argv[argc++] = arg;
    }
    va_end(list);
    argv[argc] = NULL;
    memset(o, 0, sizeof *o);
    error->text[0] = 0;
    return options_flags(o, argc, argv, groups, error);
}

#define A(text) ((char *)(text))

TEST(both_spellings)
{
    struct options o;
    struct error error;
    assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("--tau_s"), A("5"), A("--tau-r=6"),
                           A("--limit-cycles"), A("9"), NULL),
                     0);
    assert_string_equal(o.text[KEY_tau_s], "5");
    assert_string_equal(o.text[KEY_tau_r], "6");
    assert_string_equal(o.text[KEY_limit_cycles], "9");
    options_free(&o);
    memset(&o, 0, sizeof o);
    assert_int_equal(options_object(&o, "{\"tau_s\":5,\"tau-r\":6,\"limit_cycles\":9}", "plan",
                                    GROUPS_EXPERIMENT, &error),
                     0);
    assert_string_equal(o.text[KEY_tau_s], "5");
    assert_string_equal(o.text[KEY_tau_r], "6");
    assert_string_equal(o.text[KEY_limit_cycles], "9");
    options_free(&o);
}

/* Every key is a flag and a JSON key. (A value that need not be given, as a port, is a number.) */
TEST(every_key)
{
    for (int k = 0; k < KEYS; k++) {
        struct options o;
        struct error error;
        char flag[64], object[64];
        snprintf(flag, sizeof flag, "--%s", key_rows[k].name);
        bool takes = key_rows[k].argument;
        snprintf(object, sizeof object, "{\"%s\":%s}", key_rows[k].name, takes ? "\"7\"" : "true");
        assert_int_equal(flags(&o, &error, ALL, flag, takes ? A("7") : NULL, NULL), 0);
        assert_string_equal(o.text[k], takes ? "7" : "yes");
        options_free(&o);
        memset(&o, 0, sizeof o);
        assert_int_equal(options_object(&o, object, "x", ALL, &error), 0);
        assert_string_equal(o.text[k], takes ? "7" : "yes");
        options_free(&o);
    }
}

/* Keys that are flags: true sets them, false takes back what a default had set. */
TEST(flags_of_objects)
{
    struct options o = {.text = {NULL}};
    struct error error;
    assert_int_equal(options_object(&o, "{\"force\":true}", "sim", ALL, &error), 0);
    assert_string_equal(o.text[KEY_force], "yes");
    assert_int_equal(options_object(&o, "{\"force\":false}", "sim", ALL, &error), 0);
    assert_null(o.text[KEY_force]);
    assert_int_equal(options_object(&o, "{\"force\":\"no\"}", "sim", ALL, &error), STATUS_BAD);
    assert_string_equal(error.text, "force: must be true or false");
    options_free(&o);
}

/* A value may follow, in either way, or not. */
TEST(values_that_may_be_left_out)
{
    struct options o;
    struct error error;
    assert_int_equal(flags(&o, &error, ALL, A("--sharing"), NULL), 0);
    assert_string_equal(o.text[KEY_sharing], "yes");
    options_free(&o);
    assert_int_equal(flags(&o, &error, ALL, A("--sharing"), A("--json"), NULL), 0);
    assert_string_equal(o.text[KEY_sharing], "yes");
    assert_true(o.json);
    options_free(&o);
    assert_int_equal(flags(&o, &error, ALL, A("--sharing=later"), NULL), 0);
    assert_string_equal(o.text[KEY_sharing], "later");
    options_free(&o);
    assert_int_equal(flags(&o, &error, ALL, A("--sharing"), A("both"), A("--seed"), A("3"), NULL),
                     0);
    assert_string_equal(o.text[KEY_sharing], "both");
    assert_string_equal(o.text[KEY_seed], "3");
    options_free(&o);
    assert_int_equal(
        flags(&o, &error, ALL & ~(GROUP(PROGRAM) | GROUP(FILES)), A("--force"), A("both"), NULL),
        STATUS_BAD);
    assert_string_equal(error.text,
                        "'both': not a flag; values follow flags, as --topology torus:8x8");
    options_free(&o);
}

TEST(values_of_all_kinds)
{
    struct options o = {.text = {NULL}};
    struct error error;
    assert_int_equal(
        options_object(&o, "{\"dests\":[3,4,17],\"rate\":0.25,\"ports\":2,\"topology\":\"cube:3\"}",
                       "sim", ALL, &error),
        0);
    assert_string_equal(o.text[KEY_dests], "3,4,17");
    assert_string_equal(o.text[KEY_rate], "0.25");
    assert_string_equal(o.text[KEY_ports], "2");
    assert_string_equal(o.text[KEY_topology], "cube:3");
    assert_int_equal(options_object(&o, "{\"dests\":[]}", "sim", ALL, &error), 0);
    assert_string_equal(o.text[KEY_dests], "");
    options_free(&o);
}

TEST(bad_objects)
{
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "3",
        "\"x\"",
        "{\"dests\":[1.5]}",
        "{\"dests\":[\"a\"]}",
        "{\"dests\":{}}",
        "{\"source\":null}",
        "{\"source\":true}",
        "{\"nonsense\":1}",
        "{\"source\":1,\"source\":2}",
        "{\"source\":1} x",
        "{\"from\":1}",
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct options o = {.text = {NULL}};
        struct error error = {.text = ""};
        assert_int_equal(options_object(&o, bad[i], "plan", GROUPS_EXPERIMENT, &error), STATUS_BAD);
        assert_true(error.text[0]);
        assert_null(strchr(error.text, '\n'));
        options_free(&o);
    }
}

TEST(near_words_are_suggested)
{
    struct options o;
    struct error error;
    assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("--topolgy"), A("x"), NULL),
                     STATUS_BAD);
    assert_string_equal(error.text, "--topolgy: unknown flag; did you mean --topology?");
    assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("--tau-x"), A("x"), NULL), STATUS_BAD);
    assert_non_null(strstr(error.text, "--tau_"));
    assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("--from"), A("3"), NULL), STATUS_BAD);
    assert_non_null(strstr(error.text, "unknown flag for this command"));
    assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("--quux"), NULL), STATUS_BAD);
    assert_null(strstr(error.text, "mean"));
    assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("--json=3"), NULL), STATUS_BAD);
    assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("--source"), NULL), STATUS_BAD);
    assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("stray"), NULL), STATUS_BAD);
    assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("-j"), NULL), STATUS_BAD);
    assert_int_equal(strncmp(error.text, "-j: unknown flag; ", 18), 0);
}

/* A word with one dash is named whole, whichever of its letters are flags. */
TEST(flags_with_one_dash_are_named)
{
    static const struct {
        const char *word, *begins;
    } cases[] = {{"-topology", "-topology: unknown flag; did you mean --topology?"},
                 {"-limit-cycles", "-limit-cycles: unknown flag; did you mean --limit_cycles?"},
                 {"-hostfile", "-hostfile: unknown flag; "},
                 {"-q", "-q: unknown flag; "},
                 {"-wdir", "-wdir: unknown flag; "}};
    struct options o;
    struct error error;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char word[32];
        strcpy(word, cases[i].word);
        assert_int_equal(flags(&o, &error, GROUPS_EXPERIMENT, A("--json"), word, A("x"), NULL),
                         STATUS_BAD);
        assert_int_equal(strncmp(error.text, cases[i].begins, strlen(cases[i].begins)), 0);
    }
}

/* Whatever a user types, an error is one line of plain text. */
TEST(errors_are_printable)
{
    struct error error;
    char longest[2000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    error_set(&error, STATUS_BAD, "a\nb\033[31m\xff%s", "\r");
    assert_string_equal(error.text, "a?b?[31m??");
    error_set(&error, STATUS_BAD, "%s", longest);
    assert_true(strlen(error.text) < sizeof error.text);
    error_append(&error, "%s", longest);
    assert_true(strlen(error.text) < sizeof error.text);
}

TEST(distances)
{
    static const char *const names[] = {"u-torus", "u-mesh", "u-cube", "separate", NULL};
    assert_string_equal(nearest("u-tours", names), "u-torus");
    assert_string_equal(nearest("seperate", names), "separate");
    assert_string_equal(nearest("sep", names), "separate");
    assert_null(nearest("", names));
    assert_null(nearest("postorder", names));

    /* A name of two letters is not near to everything short. */
    static const char *const routings[] = {"xy", "btr", NULL};
    assert_string_equal(nearest("yx", (const char *const[]){"yxz", NULL}), "yxz");
    assert_string_equal(nearest("xz", routings), "xy");
    assert_null(nearest("", routings));
    assert_null(nearest("x", routings));
    assert_null(nearest("ab", routings));
}

/* Behind the flags of a command that takes a program. */
TEST(words_follow_flags)
{
    const key_groups program = GROUP(NETWORK) | GROUP(PROGRAM);
    struct options o;
    struct error error;
    assert_int_equal(flags(&o, &error, program, A("--topology"), A("mesh:2"), A("./a.elf"),
                           A("--topology"), A("-n"), NULL),
                     0);
    assert_int_equal(o.words_n, 3);
    assert_string_equal(o.words[0], "./a.elf");
    assert_string_equal(o.words[2], "-n");
    options_free(&o);
    assert_int_equal(flags(&o, &error, program, A("--"), A("--topology"), NULL), 0);
    assert_int_equal(o.words_n, 1);
    options_free(&o);
    assert_int_equal(flags(&o, &error, GROUP(NETWORK), A("./a.elf"), NULL), STATUS_BAD);
}

TEST(ranks_have_short_flags)
{
    const key_groups job = GROUP(PROGRAM) | GROUP(RANKS);
    struct options o;
    struct error error;
    assert_int_equal(
        flags(&o, &error, job, A("-np"), A("4"), A("-x"), A("A=1"), A("--env=B=2;3"), A("a"), NULL),
        0);
    assert_string_equal(o.text[KEY_n], "4");
    assert_string_equal(o.text[KEY_env], "A=1" OPTION_SEPARATOR "B=2;3");
    assert_int_equal(o.words_n, 1);
    options_free(&o);
    assert_int_equal(flags(&o, &error, job, A("-n8"), A("-n"), A("9"), NULL), 0);
    assert_string_equal(o.text[KEY_n], "9");
    options_free(&o);
    assert_int_equal(flags(&o, &error, job, A("-np"), NULL), STATUS_BAD);
    assert_int_equal(flags(&o, &error, GROUP(PROGRAM), A("-n"), A("4"), NULL), STATUS_BAD);
}
