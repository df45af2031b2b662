/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The host's command line becomes words: quotes, escapes, and which words are the environment.
 */
#include <string.h>

#include "arguments.h"
#include "test.h"

/* The line's words, each followed by '|', and how many of them are of which kind. */
static void splits(const char *line, const char *wanted, unsigned names, unsigned words)
{
    char text[200], got[200] = "";
    struct bsp_words all;
    const char *at = text;

    strcpy(text, line);
    all = bsp_split(text);
    for (unsigned i = 0; i < all.names + all.words; i++) {
        strcat(strcat(got, at), "|");
        at += strlen(at) + 1;
    }
    assert_string_equal(got, wanted);
    assert_int_equal(all.names, names);
    assert_int_equal(all.words, words);
    assert_ptr_equal(all.end, at);
    assert_true(all.end <= text + strlen(line) + 1);
}

TEST(words_end_at_blanks)
{
    splits("", "", 0, 0);
    splits("  \t\n ", "", 0, 0);
    splits("one", "one|", 0, 1);
    splits(" one  two\tthree\n", "one|two|three|", 0, 3);
}

TEST(quotes_keep_what_is_between)
{
    splits("'a b' \"c d\"", "a b|c d|", 0, 2);
    splits("'' \"\" x''y", "||xy|", 0, 3);
    splits("''", "|", 0, 1);
    splits("'a\"b' \"a'b\"", "a\"b|a'b|", 0, 2);
    splits("'a\\b' \"a\\b\" \"a\\\"b\" \"a\\\\b\"", "a\\b|a\\b|a\"b|a\\b|", 0, 4);
    splits("'it'\\''s'", "it's|", 0, 1);
    splits("'no end", "no end|", 0, 1);
}

TEST(a_backslash_keeps_what_follows)
{
    splits("a\\ b \\' \\\" \\\\ c", "a b|'|\"|\\|c|", 0, 5);
    splits("end\\", "end\\|", 0, 1);
}

TEST(leading_assignments_are_the_environment)
{
    splits("A=1 _b2='x y' prog C=3", "A=1|_b2=x y|prog|C=3|", 2, 2);
    splits("A= prog", "A=|prog|", 1, 1);
    splits("2A=1 B=2", "2A=1|B=2|", 0, 2);
    splits("'A=1' B=2", "A=1|B=2|", 0, 2);
    splits("A\\=1 B=2", "A=1|B=2|", 0, 2);
    splits("=1", "=1|", 0, 1);
    splits("A=1", "A=1|", 1, 0);
}
