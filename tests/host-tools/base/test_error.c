/* SPDX-License-Identifier: BSD-2-Clause */
/* An error's fields, and the line that is made of them. */
#include <string.h>

#include "test.h"
#include "base/error.h"

TEST(fields_make_the_line)
{
    struct error e;
    assert_int_equal(error_set(&e, STATUS_BAD, "ram '%s': too small; really", "1K"), STATUS_BAD);
    assert_string_equal(e.text, "ram '1K': too small; really");
    assert_string_equal(e.what, e.text);
    assert_string_equal(e.fix, "");
    assert_int_equal(error_fix(&e, "give %uK", 64), STATUS_BAD);
    assert_int_equal(e.status, STATUS_BAD);
    error_append(&e, " or more");
    error_remark(&e, "nothing has been %s", "written");
    error_append(&e, ", all is well");
    assert_string_equal(e.what, "ram '1K': too small; really");
    assert_string_equal(e.fix, "give 64K or more");
    assert_string_equal(e.remark, "nothing has been written, all is well");
    assert_string_equal(e.text, "ram '1K': too small; really; give 64K or more; nothing has been "
                                "written, all is well");
}

TEST(a_new_error_forgets_the_old_one)
{
    struct error e;
    error_set(&e, STATUS_BAD, "a");
    error_fix(&e, "b");
    error_remark(&e, "c");
    error_set(&e, STATUS_ENVIRONMENT, "d");
    assert_int_equal(e.status, STATUS_ENVIRONMENT);
    assert_string_equal(e.text, "d");
    assert_string_equal(e.fix, "");
    assert_string_equal(e.remark, "");
    error_clear(&e);
    assert_int_equal(e.status, STATUS_DONE);
    assert_string_equal(e.text, "");
    assert_string_equal(e.what, "");
}

TEST(long_texts_are_cut)
{
    struct error e;
    char word[2 * ERROR_TEXT];
    memset(word, '\n', sizeof word - 1);
    word[sizeof word - 1] = 0;
    error_set(&e, STATUS_BAD, "%s", word);
    assert_int_equal(strlen(e.text), ERROR_TEXT - 1);
    assert_string_equal(e.text + ERROR_TEXT - 5, "?...");
    error_fix(&e, "give a shorter one");
    assert_string_equal(e.text + ERROR_TEXT - 5, "?...");
    assert_string_equal(e.fix, "give a shorter one");
}
