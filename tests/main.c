/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs tests (test.h): all that are linked with it, or those of one file, which its own name says.
 *
 * usage: test_FILE [TEST...]
 *        all
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TESTS_MAX 1000

static struct test *known;
static const char *file; /* whose tests run now */
static uint32_t current_case = TEST_CASES_END;

void test_enter(struct test *test)
{
    test->next = known;
    known = test;
}

static uint32_t number(const char *variable, uint32_t otherwise)
{
    const char *text = getenv(variable);

    return text && *text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static uint32_t budget(void)
{
    return number("TEST_BUDGET", 100);
}

uint32_t test_share(uint32_t count)
{
    uint64_t share = (uint64_t)count * budget() / 100;

    return share > 0 ? (uint32_t)share : 1;
}

bool test_affords(uint32_t percent)
{
    return budget() >= percent;
}

/* TEST_CASE: a number, or the first and the last, as 1000-1999. False: it is not set. */
static bool chosen(uint32_t *first, uint32_t *last)
{
    const char *text = getenv("TEST_CASE");
    char *end;

    if (!text || !*text) {
        return false;
    }
    *first = *last = (uint32_t)strtoul(text, &end, 10);
    if (*end == '-') {
        *last = (uint32_t)strtoul(end + 1, NULL, 10);
    }
    return true;
}

bool test_whole(void)
{
    uint32_t first, last;

    return budget() >= 100 && !chosen(&first, &last);
}

/* Multiples of the golden ratio are spread evenly, and have no period that cases may have, too. */
bool test_takes(uint32_t index)
{
    return budget() >= 100 || index * 2654435769u < (uint64_t)budget() * UINT32_MAX / 100;
}

uint32_t test_case(uint32_t from, uint32_t count)
{
    uint32_t first, last, end = budget() > 100 ? test_share(count) : count;

    if (chosen(&first, &last)) {
        from = from < first ? first : from;
        return current_case = from <= last ? from : TEST_CASES_END;
    }
    while (from < end && !test_takes(from)) {
        from++;
    }
    return current_case = from < end ? from : TEST_CASES_END;
}

bool test_deep(void)
{
    const char *deep = getenv("TEST_DEEP");

    return deep && *deep;
}

/* What a file does before or behind its tests. */
static int hook(enum test_kind kind, void **state)
{
    for (struct test *t = known; t; t = t->next) {
        if (t->kind == kind && strcmp(t->file, file) == 0) {
            t->run(state);
        }
    }
    return 0;
}

static int before_each(void **state)
{
    return hook(TEST_BEFORE_EACH, state);
}

static int after_each(void **state)
{
    if (current_case != TEST_CASES_END) {
        print_message("this was case %u: TEST_CASE=%u repeats it\n", (unsigned)current_case,
                      (unsigned)current_case);
        current_case = TEST_CASES_END;
    }
    return hook(TEST_AFTER_EACH, state);
}

static int before_all(void **state)
{
    return hook(TEST_BEFORE_ALL, state);
}

static int after_all(void **state)
{
    return hook(TEST_AFTER_ALL, state);
}

static bool wanted(const char *name, char **names)
{
    bool any = *names == NULL;

    for (; *names; names++) {
        any |= strcmp(name, *names) == 0;
    }
    return any;
}

/* The tests of `file` in the order of its lines. How many have failed. */
static int run_file(char **names)
{
    static struct CMUnitTest tests[TESTS_MAX];
    size_t count = 0;
    int line = 0;

    for (struct test *next = NULL;; line = next->line, next = NULL) {
        for (struct test *t = known; t; t = t->next) {
            if (t->kind == TEST_ITSELF && strcmp(t->file, file) == 0 && t->line > line &&
                (!next || t->line < next->line)) {
                next = t;
            }
        }
        if (!next || count == TESTS_MAX) {
            break;
        }
        if (wanted(next->name, names)) {
            tests[count++] =
                (struct CMUnitTest){next->name, next->run, before_each, after_each, NULL};
        }
    }
    return _cmocka_run_group_tests(file, tests, count, before_all, after_all);
}

/* Does `program`, a path, run the tests of this file? tests/libnoc/routing/test_btr.c does as build/tests/libnoc/test_btr. */
static bool is_of(const char *program, const char *path)
{
    size_t stem = strlen(path) - strlen(".c"), length = strlen(program);

    return length >= stem && strncmp(program + length - stem, path, stem) == 0;
}

int main(int argc, char **argv)
{
    int failed = 0, files = 0;
    bool all = strstr(argv[0], "test_") == NULL;

    cmocka_set_message_output(CM_OUTPUT_STDOUT);
    for (struct test *t = known; t; t = t->next) {
        bool first = t->kind == TEST_ITSELF;

        for (struct test *before = known; before != t; before = before->next) {
            first &= before->kind != TEST_ITSELF || strcmp(before->file, t->file) != 0;
        }
        if (first && (all || is_of(argv[0], t->file))) {
            file = t->file;
            failed += run_file(argv + (argc > 0));
            files++;
        }
    }
    if (files == 0) {
        fprintf(stderr, "%s: no file of that name has tests\n", argv[0]);
        return 2;
    }
    if (failed) {
        printf("to repeat: TEST_BUDGET=%u %s\n", (unsigned)budget(), argv[0]);
    }
    return failed;
}
