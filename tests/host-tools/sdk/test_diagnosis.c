/* SPDX-License-Identifier: BSD-2-Clause */
/* What compilers and linkers say, and what is understood of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "sdk/diagnosis.h"

/* The only name that this line is about. */
static void assert_names(const char *line, const char *name)
{
    struct diagnosis d = {0};
    diagnosis_read(&d, line);
    assert_int_equal(d.missing_count, 1);
    assert_string_equal(d.missing[0], name);
    free(d.missing[0]);
}

static void assert_says_nothing(const char *line)
{
    struct diagnosis d = {0};
    diagnosis_read(&d, line);
    assert_int_equal(d.missing_count, 0);
    assert_true(!d.ram && !d.image);
}

TEST(names_that_are_not_there_are_found)
{
    assert_names("ld: a.c:(.text+0x8): undefined reference to `pthread_create'\n",
                 "pthread_create");
    assert_names("a.cc:(.text+0x8): undefined reference to `std::sort(int*, int*)'\n", "std::sort");
    assert_names("a.cc:(.text+0x8): undefined reference to `vtable for __cxxabiv1::__class_type'\n",
                 "vtable for __cxxabiv1::__class_type");
    assert_names("a.c:1:10: fatal error: sys/socket.h: No such file or directory\n",
                 "sys/socket.h");
    assert_names("/usr/bin/ld: cannot find -lpthread: No such file or directory\n", "-lpthread");
    /* As a terminal shows it. */
    assert_names("\033[01m\033[Ka.c:1:10:\033[m\033[K \033[01;31m\033[Kfatal error: \033[m\033[K"
                 "dlfcn.h: No such file or directory\n",
                 "dlfcn.h");
}

TEST(what_others_have_not_defined_is_their_own)
{
    assert_says_nothing("a.c:(.text+0x8): undefined reference to `my_function'\n");
    assert_says_nothing("a.c:1:10: fatal error: mine.h: No such file or directory\n");
    assert_says_nothing("a.c:1:10: error: 'pthread_create' undeclared\n");
    assert_says_nothing("a.c:1:10: warning: overflow in conversion\n");
    assert_says_nothing("\033[01");
    assert_says_nothing("");
}

TEST(a_name_is_said_once)
{
    struct diagnosis d = {0};
    for (int i = 0; i < 3; i++) {
        diagnosis_read(&d, "a.c:(.text+0x8): undefined reference to `fork'\n");
    }
    assert_int_equal(d.missing_count, 1);
    free(d.missing[0]);
}

TEST(no_more_names_than_there_is_room_for)
{
    struct diagnosis d = {0};
    for (unsigned i = 0; i < 2 * MISSING_MAX; i++) {
        char line[80];
        snprintf(line, sizeof line, "a.c: undefined reference to `pthread_%u'\n", i);
        diagnosis_read(&d, line);
    }
    assert_int_equal(d.missing_count, MISSING_MAX);
    for (unsigned i = 0; i < MISSING_MAX; i++) {
        free(d.missing[i]);
    }
}

TEST(what_is_missing_of_memory_is_read)
{
    struct diagnosis d = {0};
    diagnosis_read(&d, "ld: a.out section `.bss' will not fit in region `RAM'\n");
    assert_true(d.ram == 0 && d.image == 0);
    diagnosis_read(&d, "ld: region `RAM' overflowed by 472432 bytes\n");
    assert_true(d.ram == 472432 && d.image == 0);
    diagnosis_read(&d, "ld: region `IMAGE' overflowed by 7 bytes\n");
    assert_true(d.ram == 472432 && d.image == 7);
}

/* As a tool chain has them, then one line of the linker's. */
static struct stale_object stale_after(const char *wanted)
{
    struct diagnosis d = {.stale = {.own = {"noc_headers_12ab", "mpi_headers_34cd"}}};
    char line[160];
    snprintf(line, sizeof line,
             "/bin/ld: lib.a(a.o):(.noc_headers+0x0): undefined reference to `%s'\n", wanted);
    diagnosis_read(&d, line);
    diagnosis_read(&d, line);
    assert_int_equal(d.stale.count, 1);
    assert_int_equal(d.missing_count, 0);
    return d.stale.object[0];
}

TEST(stale_objects_are_told_from_stale_libraries)
{
    static const struct {
        const char *wanted;
        bool own;
    } cases[] = {{"noc_headers_12ab", true},
                 {"mpi_headers_34cd", true},
                 {"noc_headers_12a", false},
                 {"noc_headers_12ab0", false},
                 {"mpi_headers_0", false}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct stale_object object = stale_after(cases[i].wanted);
        assert_string_equal(object.name, "lib.a(a.o)");
        assert_int_equal(object.own, cases[i].own);
        free(object.name);
    }
}

TEST(other_references_are_not_stale)
{
    struct stale s = {.count = 0};
    assert_false(stale_read(&s, "a.o:(.text+0x0): undefined reference to `noc_headers_1'\n"));
    assert_false(stale_read(&s, "a.o:(.noc_headers+0x0): something else\n"));
    assert_int_equal(s.count, 0);
    for (unsigned i = 0; i < 2 * STALE_MAX; i++) {
        char line[80];
        snprintf(line, sizeof line,
                 "%u.o:(.noc_headers+0x0): undefined reference to `noc_headers_1'\n", i);
        assert_true(stale_read(&s, line));
    }
    assert_int_equal(s.count, STALE_MAX);
    for (unsigned i = 0; i < s.count; i++) {
        assert_string_equal(s.object[i].name + strlen(s.object[i].name) - 2, ".o");
        free(s.object[i].name);
    }
}
