/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of files that are none. */
#include "base/text_lines.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

/* What is read of these bytes, each line in brackets, a torn one with a +, and the error. */
static void reads(const char *bytes, size_t n, const char *wanted)
{
    char got[1000] = "", *memory = malloc(n + 1);
    struct error error = {.text = ""};
    assert_non_null(memory);
    memcpy(memory, bytes, n);
    FILE *file = n ? fmemopen(memory, n, "r") : fopen("/dev/null", "r");
    assert_non_null(file);
    struct text_lines lines = TEXT_LINES(file);
    while (text_lines_next(&lines)) {
        snprintf(got + strlen(got), sizeof got - strlen(got), "[%s%s]", lines.text,
                 lines.whole ? "" : "+");
        assert_int_equal(lines.length, strlen(lines.text));
    }
    text_lines_end(&lines, STATUS_DONE, "'x'", &error);
    snprintf(got + strlen(got), sizeof got - strlen(got), "%s", error.text);
    assert_string_equal(got, wanted);
    fclose(file);
    free(memory);
}

TEST(lines)
{
    reads("", 0, "");
    reads("a\n\nb\r\n", 6, "[a][][b\r]");
    reads("a\nbc", 4, "[a][bc+]");
    reads("a\nb\0c\nd", 7, "[a]'x', line 2: a zero byte, so this is no text");
}

TEST(never_ends)
{
    struct error error;
    FILE *file = fopen("/dev/zero", "r");
    struct text_lines lines = TEXT_LINES(file);
    assert_false(text_lines_next(&lines));
    assert_int_equal(text_lines_end(&lines, STATUS_DONE, "'z'", &error), STATUS_BAD);
    assert_string_equal(error.text, "'z', line 1: a zero byte, so this is no text");
    fclose(file);
    file = popen("yes x | tr -d '\\n'", "r");
    lines = TEXT_LINES(file);
    assert_false(text_lines_next(&lines));
    assert_int_equal(text_lines_end(&lines, STATUS_DONE, "'y'", &error), STATUS_BAD);
    assert_string_equal(error.text, "'y', line 1: it is longer than 16 MiB; no line may be");
    pclose(file);
}

TEST(cannot_be_read)
{
    struct error error;
    FILE *file = fopen("/", "r");
    struct text_lines lines = TEXT_LINES(file);
    assert_false(text_lines_next(&lines));
    assert_int_equal(text_lines_end(&lines, STATUS_DONE, "'/'", &error), STATUS_BAD);
    assert_string_equal(error.text, "'/': cannot be read: Is a directory");
    lines = TEXT_LINES(file);
    assert_int_equal(text_lines_end(&lines, STATUS_NO, "'/'", &error), STATUS_NO);
    fclose(file);
}
