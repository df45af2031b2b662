/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests on the host, by cmocka. A test is defined, and with that known to the program that runs it:
 *
 *     TEST(three_steps)
 *     {
 *         assert_int_equal(steps(8), 3);
 *     }
 *
 * A file may say what happens before each of its tests and behind it, and before the first and
 * behind the last:
 *
 *     BEFORE_EACH { mock_begin(); }
 *     AFTER_EACH { mock_end(); }
 *     BEFORE_ALL { assert_non_null(mkdtemp(directory)); }
 *     AFTER_ALL { rmdir(directory); }
 *
 * The tests of a directory are one program (tests/main.c). build/tests/libnoc/test_btr runs those
 * of one file, and of them only those whose names it is given.
 */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum test_kind { TEST_ITSELF, TEST_BEFORE_EACH, TEST_AFTER_EACH, TEST_BEFORE_ALL, TEST_AFTER_ALL };

struct test {
    const char *file, *name;
    int line;
    enum test_kind kind;
    void (*run)(void **state);
    struct test *next;
};

/** Makes a test known, or what a file does before and behind its tests. */
void test_enter(struct test *test);

/**
 * As many of `count` random or repeated things as TEST_BUDGET, in percent, allows; at least one.
 * More than 100 percent are more than `count`.
 */
uint32_t test_share(uint32_t count);

/** Is all done that 100 percent are? Only then can be said how many of something there must be. */
bool test_whole(void);

/** Is the `index`-th of many cases one of those that TEST_BUDGET allows, which are spread evenly? */
bool test_takes(uint32_t index);

/**
 * Goes through the cases from 0 to count - 1, each made of its number alone, that TEST_BUDGET
 * allows: spread over them all, or more, beyond count. If the test fails in one of them it is told
 * how that one is repeated: TEST_CASE=NUMBER. TEST_CASE=FIRST-LAST does several.
 */
#define TEST_CASES(i, count) \
    for (uint32_t i = test_case(0, count); i != TEST_CASES_END; i = test_case(i + 1, count))
#define TEST_CASES_END UINT32_MAX
uint32_t test_case(uint32_t from, uint32_t count);

/** Is TEST_DEEP=1 set, for what takes long? */
bool test_deep(void);

/** Leaves this test out, which is then told and counted, unless TEST_DEEP=1 is set. */
#define TEST_ONLY_DEEP()                          \
    do {                                          \
        if (!test_deep()) {                       \
            print_message("needs TEST_DEEP=1\n"); \
            skip();                               \
        }                                         \
    } while (0)

/**
 * Leaves this test out, which is then told and counted, if TEST_BUDGET is below so many percent: for
 * what is one piece and takes seconds with sanitizers (mk/checks.mk).
 */
bool test_affords(uint32_t percent);
#define TEST_NEEDS_BUDGET(percent)                              \
    do {                                                        \
        if (!test_affords(percent)) {                           \
            print_message("needs TEST_BUDGET=%u\n", (percent)); \
            skip();                                             \
        }                                                       \
    } while (0)

#define TEST_ENTER(function, kind)                                                        \
    static void function(void **state);                                                   \
    __attribute__((constructor)) static void enter_##function(void)                       \
    {                                                                                     \
        static struct test entry = {__FILE__, #function, __LINE__, kind, function, NULL}; \
        test_enter(&entry);                                                               \
    }                                                                                     \
    static void function(__attribute__((unused)) void **state)

#define TEST(name)  TEST_ENTER(name, TEST_ITSELF)
#define BEFORE_EACH TEST_ENTER(before_each, TEST_BEFORE_EACH)
#define AFTER_EACH  TEST_ENTER(after_each, TEST_AFTER_EACH)
#define BEFORE_ALL  TEST_ENTER(before_all, TEST_BEFORE_ALL)
#define AFTER_ALL   TEST_ENTER(after_all, TEST_AFTER_ALL)

#endif
