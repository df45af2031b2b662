/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "topology/text.h"

#include "reference.h"

static struct noc_text begun(const char *text)
{
    struct noc_text r;

    assert_true(noc_text_begin(&r, text, (uint32_t)strlen(text), NULL));
    return r;
}

/* What lies behind the text is not looked at. */
TEST(the_length_ends_it)
{
    struct noc_text r;
    uint32_t n;

    assert_true(noc_text_begin(&r, "12345word", 3, NULL));
    assert_true(noc_text_number(&r, &n));
    assert_int_equal(n, 123);
    assert_int_equal(noc_text_here(&r), '\n');
    assert_false(noc_text_number(&r, &n));
    assert_false(noc_text_goes_on(&r));
    noc_text_next_line(&r);
    assert_int_equal(r.at, 3);
    assert_true(noc_text_begin(&r, "words", 4, NULL));
    assert_false(noc_text_word(&r, "words"));
    assert_int_equal(r.at, 0);
    assert_true(noc_text_word(&r, "word"));
    assert_int_equal(r.at, 4);
}

TEST(control_characters_are_no_text)
{
    static const struct {
        const char *text;
        uint32_t length, where;
    } row[] = {
        {"\0", 1, 0},   {"ab\x01", 3, 2}, {"# \x7f", 3, 2},
        {"a\rb", 3, 1}, {"\r\r\n", 3, 0}, {"\n\x1b", 2, 1},
    };
    struct noc_fault fault;
    struct noc_text r;

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        assert_false(noc_text_begin(&r, row[i].text, row[i].length, &fault));
        assert_int_equal(fault.code, NOC_FAULT_FILE_SYNTAX);
        assert_int_equal(fault.where, row[i].where);
    }
    assert_true(noc_text_begin(&r, "", 0, &fault));
    assert_true(noc_text_begin(&r, "\t\xc3\xa9\r\n\r", 6, &fault));
}

TEST(the_mark_before_utf_8_is_no_word)
{
    struct noc_text r = begun("\xef\xbb\xbfroot"), none = begun("\xef\xbb");

    assert_int_equal(r.at, 3);
    assert_true(noc_text_word(&r, "root"));
    assert_int_equal(none.at, 0);
}

TEST(lines_and_comments)
{
    static const char *const text[] = {"one \t two # three\nfour", "one two\r\nfour",
                                       "one two#\r\nfour"};

    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct noc_text r = begun(text[i]);

        assert_true(noc_text_goes_on(&r) && noc_text_word(&r, "one"));
        assert_true(noc_text_goes_on(&r) && noc_text_word(&r, "two"));
        assert_false(noc_text_goes_on(&r));
        noc_text_next_line(&r);
        assert_true(noc_text_goes_on(&r) && noc_text_word(&r, "four"));
        assert_false(noc_text_goes_on(&r));
    }
}

TEST(words_end_where_others_begin)
{
    struct noc_text r = begun("aux:left");

    assert_false(noc_text_word(&r, "au"));
    assert_false(noc_text_word(&r, "aux:left "));
    assert_true(noc_text_word(&r, "aux"));
    assert_int_equal(noc_text_here(&r), ':');
    r = begun("torus4");
    assert_false(noc_text_word(&r, "torus"));
}

/* Of any length, none wraps around to a small one. */
TEST(numbers)
{
    static const char *const large[] = {"100000000",   "4294967295",  "4294967296",
                                        "4294967300",  "42949672960", "18446744073709551616",
                                        "999999999999"};
    uint32_t n;

    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        struct noc_text r = begun(large[i]);

        assert_true(noc_text_number(&r, &n));
        assert_int_equal(r.at, strlen(large[i]));
        assert_true(n >= NOC_TEXT_NUMBER_MAX);
    }

    struct noc_text r = begun("0012x"), minus = begun("-1");

    assert_true(noc_text_number(&r, &n));
    assert_int_equal(n, 12);
    assert_int_equal(r.at, 4);
    assert_false(noc_text_number(&minus, &n));
}
