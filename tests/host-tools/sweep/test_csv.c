/* SPDX-License-Identifier: BSD-2-Clause */
/* Cells of comma-separated values, as spreadsheets read them. */
#include <stdio.h>
#include <stdlib.h>

#include "sweep/csv.h"
#include "test.h"

static void cell_is(const json_t *value, const char *wanted)
{
    char *text = NULL;
    size_t bytes;
    FILE *to = open_memstream(&text, &bytes);
    csv_value(to, true, value);
    fclose(to);
    assert_string_equal(text, wanted);
    free(text);
}

static void text_is(const char *given, const char *wanted)
{
    json_t *value = json_string(given);
    cell_is(value, wanted);
    json_decref(value);
}

TEST(texts_are_quoted_where_they_must_be)
{
    text_is("torus:8x8", "torus:8x8");
    text_is("", "");
    text_is("1,2", "\"1,2\"");
    text_is("say \"so\"", "\"say \"\"so\"\"\"");
    text_is("two\nlines", "\"two\nlines\"");
}

/* What begins so is calculated by spreadsheets. */
TEST(no_text_is_a_formula)
{
    text_is("=1+1", "\"'=1+1\"");
    text_is("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
    text_is("+x", "\"'+x\"");
    text_is("-x.c", "\"'-x.c\"");
    text_is("@x.c", "\"'@x.c\"");
    text_is("\t=1", "\"'\t=1\"");
    text_is("\r=1", "\"'\r=1\"");
    text_is("a=1", "a=1");
}

TEST(numbers_stay_numbers)
{
    json_t *integer = json_integer(-7), *real = json_real(-0.5);
    cell_is(integer, "-7");
    cell_is(real, "-0.5");
    cell_is(json_true(), "true");
    cell_is(NULL, "");
    json_decref(integer);
    json_decref(real);
}
