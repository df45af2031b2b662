/* SPDX-License-Identifier: BSD-2-Clause */
/* Whole numbers in what people write. */
#include "base/number.h"
#include "test.h"

TEST(limits)
{
    static const char *const bad[] = {
        "", "-1", "+5", " 5", "5 ", "0x5", "4", "11", "18446744073709551621"};
    struct error error;
    uint64_t value = 0;
    assert_int_equal(number_parse("ports", "5", 5, 10, &value, &error), STATUS_DONE);
    assert_int_equal(value, 5);
    assert_int_equal(number_parse("ports", "010", 5, 10, &value, &error), STATUS_DONE);
    assert_int_equal(value, 10);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(number_parse("ports", bad[i], 5, 10, &value, &error), STATUS_BAD);
        assert_int_equal(value, 10); /* as it was */
    }
    assert_string_equal(error.text,
                        "ports '18446744073709551621': must be a whole number from 5 to 10");
}

/* A key that was not given has the number that stands for that, whatever the limits are. */
TEST(not_given)
{
    struct options o = {0};
    struct error error;
    uint64_t value = 0;
    assert_int_equal(number_option(&o, KEY_lanes, 1, 16, 99, &value, &error), STATUS_DONE);
    assert_int_equal(value, 99);
    o.text[KEY_lanes] = (char *)"17";
    assert_int_equal(number_option(&o, KEY_lanes, 1, 16, 99, &value, &error), STATUS_BAD);
    assert_string_equal(error.text, "lanes '17': must be a whole number from 1 to 16");
}
