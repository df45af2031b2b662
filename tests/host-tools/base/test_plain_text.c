/* SPDX-License-Identifier: BSD-2-Clause */
/* Which characters only show themselves. */
#include "base/plain_text.h"
#include "test.h"

TEST(plain_and_not)
{
    static const char *const plain[] = {
        "",         "a b~",         "\xc3\xa9",    "\xe2\x82\xac", "\xf0\x9f\x98\x80",
        "\xc2\xa0", "\xe2\x80\xa7", "\xef\xbf\xbd"};
    static const char *const not [] = {"a\n",
                                       "\t",
                                       "\x1b[31m",
                                       "\x7f",
                                       "\x1f",
                                       "\xff",
                                       "\xc3",
                                       "\xc3(",
                                       "\xc0\xaf",
                                       "\xe0\x9f\xbf",
                                       "\xed\xa0\x80",
                                       "\xe2\x82",
                                       "\xf4\x90\x80\x80",
                                       "\xc2\x85",
                                       "\xc2\x9b",
                                       "\xe2\x80\xa8",
                                       "\xe2\x80\xae",
                                       "\xe2\x80\x8f",
                                       "\xe2\x81\xa7",
                                       "\xef\xbf\xbe",
                                       "\xef\xbf\xbf"};
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++) {
        assert_true(is_plain_text(plain[i]));
    }
    for (unsigned i = 0; i < sizeof not / sizeof *not ; i++) {
        if (is_plain_text(not [i])) {
            fail_msg("text %u is taken for a plain one", i);
        }
    }
    assert_int_equal(plain_character("\xe2\x82\xac!"), 3);
}
