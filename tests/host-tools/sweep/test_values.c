/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists and ranges, and the points that they make. */
#include <stdio.h>
#include <string.h>

#include "sweep/decimal.h"
#include "sweep/grid.h"
#include "test.h"

/* The values of this text, with blanks between them; or the error. */
static const char *values(int key, const char *text)
{
    static char all[ERROR_TEXT];
    struct values v;
    struct error error = {.text = ""};
    all[0] = 0;
    if (values_parse(&v, key, text, &error)) {
        snprintf(all, sizeof all, "%s", error.text);
        return all;
    }
    for (uint32_t i = 0; i < v.n; i++) {
        size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s%s", i ? " " : "", v.text[i]);
    }
    values_free(&v);
    return all;
}

TEST(lists_and_ranges)
{
    assert_string_equal(values(KEY_length, "8"), "8");
    assert_string_equal(values(KEY_length, "8,64,512"), "8 64 512");
    assert_string_equal(values(KEY_length, "8" OPTION_SEPARATOR "1..3"), "8 1 2 3");
    assert_string_equal(values(KEY_length, "1..4,9"), "1 2 3 4 9");
    assert_string_equal(values(KEY_length, "8..512x2"), "8 16 32 64 128 256 512");
    assert_string_equal(values(KEY_length, "8..500x2"), "8 16 32 64 128 256");
    assert_string_equal(values(KEY_length, "2..2"), "2");
    assert_string_equal(values(KEY_topology, "torus:8x8,mesh:8x8"), "torus:8x8 mesh:8x8");
    assert_string_equal(values(KEY_segment, "auto,64..128x2"), "auto 64 128");
}

/* In binary fractions the last one would be 0.49999999999999994, or not there. */
TEST(ranges_are_decimal)
{
    assert_string_equal(values(KEY_rate, "0.05..0.5+0.05"),
                        "0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 0.5");
    assert_string_equal(values(KEY_rate, "0.1..0.3+0.1"), "0.1 0.2 0.3");
    assert_string_equal(values(KEY_rate, "1..2x1.1"),
                        "1 1.1 1.21 1.331 1.4641 1.61051 1.771561 1.9487171");
}

TEST(commas_of_one_value)
{
    assert_string_equal(values(KEY_dests, "1,2,3"), "1,2,3");
    assert_string_equal(values(KEY_dests, "1,2" OPTION_SEPARATOR "3,4"), "1,2 3,4");
    assert_string_equal(values(KEY_dests, "random:16..128x2"),
                        "random:16 random:32 random:64 random:128");
    assert_string_equal(values(KEY_also, "3:4,1;5:6"), "3:4,1;5:6");
    assert_string_equal(values(KEY_partition, "1,2"), "1,2");
}

TEST(what_is_no_range)
{
    assert_non_null(strstr(values(KEY_length, "8..2"), "it ends before it begins"));
    assert_non_null(strstr(values(KEY_length, "1..9+0"), "it never ends"));
    assert_non_null(strstr(values(KEY_length, "1..9x1"), "it never ends"));
    assert_non_null(strstr(values(KEY_length, "0..9x2"), "it never ends"));
    assert_non_null(strstr(values(KEY_length, "1..x"), "no range"));
    assert_non_null(strstr(values(KEY_length, "1..2000000"),
                           "adds 2000000 values, and a list has at most a million"));
    assert_non_null(strstr(values(KEY_length, "1..2x1.0001"), "more than nine places"));
    assert_non_null(strstr(values(KEY_length, "8,,9"), "a value is missing between commas"));
    assert_non_null(strstr(values(KEY_length, "8,"), "a value is missing between commas"));
    assert_non_null(strstr(values(KEY_length, "8,1..9"), "the value 8 is given twice"));
}

/* A number that is spelled in two ways is one value; digits of names are no numbers. */
TEST(values_that_are_given_twice)
{
    assert_string_equal(values(KEY_rate, "0.5,0.50"),
                        "rate: 0.5 and 0.50 are the same value, given twice");
    assert_non_null(strstr(values(KEY_rate, "0.2,.2"), "the same value"));
    assert_non_null(strstr(values(KEY_rate, "5e-1,0.5"), "the same value"));
    assert_non_null(strstr(values(KEY_rate, "0.1..0.3+0.1,0.20"), "the same value"));
    assert_non_null(strstr(values(KEY_length, "8..64x2,016"), "the same value"));
    assert_non_null(strstr(values(KEY_topology, "torus:4x4,torus:04x4"), "the same value"));
    assert_non_null(strstr(values(KEY_traffic, "hotspot:3:0.1,hotspot:3:0.10"), "the same"));
    assert_non_null(
        strstr(values(KEY_dests, "random:2..4" OPTION_SEPARATOR "random:03"), "the same value"));
    assert_non_null(strstr(values(KEY_seed, "18446744073709551614,018446744073709551614"), "same"));
    assert_non_null(strstr(values(KEY_length, "1e3,1000"), "the same value"));
    assert_string_equal(values(KEY_seed, "18446744073709551614,18446744073709551615"),
                        "18446744073709551614 18446744073709551615");
    assert_string_equal(values(KEY_rate, "0.5,0.05,5"), "0.5 0.05 5");
    assert_string_equal(values(KEY_topology, "torus:4x4,torus:44"), "torus:4x4 torus:44");
    assert_string_equal(values(KEY_topology, "graph:net1,graph:net01"), "graph:net1 graph:net01");
    assert_string_equal(values(KEY_traffic, "file:a1,file:a01"), "file:a1 file:a01");
    assert_string_equal(values(KEY_firmware, "a1.elf,a01.elf"), "a1.elf a01.elf");
}

TEST(lists_multiply)
{
    struct options base = {.text = {NULL}}, o;
    struct grid g;
    struct error error;
    char seen[200] = "";
    base.text[KEY_topology] = (char *)"cube:3,cube:4";
    base.text[KEY_length] = (char *)"1..3";
    base.text[KEY_out] = (char *)"a,b";
    assert_int_equal(grid_make(&g, &base, &error), STATUS_DONE);
    assert_int_equal(g.points, 6);
    assert_true(grid_varies(&g, KEY_length));
    assert_false(grid_varies(&g, KEY_seed));
    for (uint32_t i = 0; i < g.points; i++) {
        grid_point(&g, i, &o);
        size_t length = strlen(seen);
        snprintf(seen + length, sizeof seen - length, "%s/%s ", o.text[KEY_topology],
                 o.text[KEY_length]);
        assert_null(o.text[KEY_out]);
        options_free(&o);
    }
    assert_string_equal(seen, "cube:3/1 cube:3/2 cube:3/3 cube:4/1 cube:4/2 cube:4/3 ");
    grid_free(&g);
}
