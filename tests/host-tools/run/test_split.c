/* SPDX-License-Identifier: BSD-2-Clause */
/* The board's stream of lines, as two, in whatever pieces it comes. */
#include <stdlib.h>
#include <string.h>

#include "run/split.h"
#include "test.h"

/* What becomes of the text, in pieces of so many bytes. */
static void assert_split(const char *text, size_t piece, const char *console, const char *errors)
{
    struct split s = {.head_length = 0};
    char *got[2];
    size_t length[2];
    FILE *to[2] = {open_memstream(&got[0], &length[0]), open_memstream(&got[1], &length[1])};
    for (size_t at = 0, n = strlen(text); at < n; at += piece) {
        split_put(&s, to[0], to[1], text + at, piece < n - at ? piece : n - at);
    }
    fclose(to[0]);
    fclose(to[1]);
    assert_string_equal(got[0], console);
    assert_string_equal(got[1], errors);
    free(got[0]);
    free(got[1]);
}

TEST(lines_with_a_mark_are_errors)
{
    static const char text[] = "[0] one!\n[12]! two\n[16383] \n[3]! \n[3] [4]! three\n[1]! last";
    for (size_t piece = 1; piece <= sizeof text; piece++) {
        assert_split(text, piece, "[0] one!\n[16383] \n[3] [4]! three\n",
                     "[12] two\n[3] \n[1] last");
    }
}

TEST(other_lines_are_passed_on)
{
    static const char text[] = "\nno number\n[0]! x\nno number that is longer than any head ]! y\n";
    for (size_t piece = 1; piece <= sizeof text; piece++) {
        assert_split(text, piece, "\nno number\nno number that is longer than any head ]! y\n",
                     "[0] x\n");
    }
}

/* To one place, both are in their order. */
TEST(lines_stay_in_order)
{
    struct split s = {.head_length = 0};
    char *got;
    size_t length;
    FILE *one = open_memstream(&got, &length);
    split_put(&s, one, one, "[0]! a\n[0] b\n[1]! c\n", 20);
    fclose(one);
    assert_string_equal(got, "[0] a\n[0] b\n[1] c\n");
    free(got);
}
