/* SPDX-License-Identifier: BSD-2-Clause */
/* A compiler's command line: what is read from it, and what no core can run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "sdk/arguments.h"

enum { WORDS_MAX = 16 };

/* The words of a line, parted by blanks; argv[0] is the command. */
static enum status read_line(struct arguments *a, const char *line, struct error *error)
{
    static char copy[256];
    static char *words[WORDS_MAX];
    int n = 0;
    snprintf(copy, sizeof copy, "cc %s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        assert_true(n < WORDS_MAX);
        words[n++] = word;
    }
    memset(a, 0, sizeof *a);
    error->text[0] = 0;
    return arguments_read(a, n, words, error);
}

/* What is passed on. */
static void assert_passes(const struct arguments *a, const char *expected)
{
    char text[256] = "";
    for (int i = 0; i < a->count; i++) {
        strcat(text, i ? " " : "");
        strcat(text, a->text[i]);
    }
    assert_string_equal(text, expected);
}

TEST(what_matters_is_read_and_the_rest_passed_on)
{
    struct arguments a;
    struct error error;

    assert_int_equal(read_line(&a, "-O2 a.c b.c -lm -o c.elf", &error), STATUS_DONE);
    assert_passes(&a, "-O2 a.c b.c -lm -o c.elf");
    assert_true(a.links && !a.size && !a.sdk && !a.trace && a.inputs == 3);
    assert_string_equal(a.output, "c.elf");
    free(a.text);
    assert_int_equal(read_line(&a, "--size -od.elf --sdk x.o --trace", &error), STATUS_DONE);
    assert_passes(&a, "-od.elf x.o");
    assert_true(a.links && a.size && a.sdk && a.trace && a.inputs == 1);
    assert_string_equal(a.output, "d.elf");
    free(a.text);
    assert_int_equal(read_line(&a, "-x c - -o e.elf", &error), STATUS_DONE); /* standard input */
    assert_true(a.links && a.inputs == 1);
    free(a.text);
    assert_int_equal(read_line(&a, "-v", &error), STATUS_DONE);
    assert_true(a.inputs == 0 && !a.output);
    free(a.text);
}

TEST(values_of_options_are_no_options)
{
    struct arguments a;
    struct error error;

    /* A macro, a directory and a file with such names. */
    assert_int_equal(read_line(&a, "-D -c -I -shared -o --size a.c", &error), STATUS_DONE);
    assert_passes(&a, "-D -c -I -shared -o --size a.c");
    assert_true(a.links && !a.size && a.inputs == 1);
    assert_string_equal(a.output, "--size");
    free(a.text);
    assert_int_equal(read_line(&a, "a.c -o", &error), STATUS_DONE); /* the compiler will say it */
    assert_null(a.output);
    free(a.text);
}

TEST(what_stops_before_the_linker_links_nothing)
{
    static const char *const lines[] = {
        "-c a.c", "a.c -S", "-E a.c", "-M a.c", "-MM a.c", "-fsyntax-only a.c", "-r a.o b.o"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct arguments a;
        struct error error;
        assert_int_equal(read_line(&a, lines[i], &error), STATUS_DONE);
        assert_false(a.links);
        free(a.text);
    }
}

TEST(the_cores_are_rv32imac_and_parts_of_it)
{
    static const struct {
        const char *line;
        enum status status;
    } cases[] = {
        {"-march=rv32imac", STATUS_DONE},
        {"-march=rv32i", STATUS_DONE},
        {"-march=rv32im", STATUS_DONE},
        {"-march=rv32imc", STATUS_DONE},
        {"-march=rv32iac", STATUS_DONE},
        {"-march=rv32i2p1m2p0ac", STATUS_DONE},
        {"-march=rv32imac_zicsr", STATUS_DONE},
        {"-march=rv32imac_zicsr2p0_zifencei", STATUS_DONE},
        {"-march=rv32imafc", STATUS_BAD},
        {"-march=rv32imacd", STATUS_BAD},
        {"-march=rv32g", STATUS_BAD},
        {"-march=rv32gc", STATUS_BAD},
        {"-march=rv32e", STATUS_BAD},
        {"-march=rv32", STATUS_BAD},
        {"-march=rv64imac", STATUS_BAD},
        {"-march=rv32imac_zba", STATUS_BAD},
        {"-march=rv32imac_", STATUS_BAD},
        {"-march=rv32imac_zicsrx", STATUS_BAD},
        {"-march=", STATUS_BAD},
        {"-mabi=ilp32", STATUS_DONE},
        {"-mabi=ilp32e", STATUS_BAD},
        {"-mabi=lp64", STATUS_BAD},
        {"-shared a.o", STATUS_BAD},
        {"-pie a.o", STATUS_BAD},
        {"-pthread a.c", STATUS_BAD},
        {"-fopenmp a.c", STATUS_BAD},
        {"-fopenmp-simd a.c", STATUS_DONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arguments a;
        struct error error;
        assert_int_equal(read_line(&a, cases[i].line, &error), cases[i].status);
        assert_true(!error.text[0] == !cases[i].status);
        free(a.text);
    }
}
