/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <string.h>

#include "test.h"
#include "topology/fault.h"

TEST(every_fault_has_a_text_of_its_own)
{
    for (int i = 0; i < NOC_FAULTS; i++) {
        const char *text = noc_fault_text((enum noc_fault_code)i);

        assert_non_null(text);
        assert_true(strlen(text) > 8);
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(text, noc_fault_text((enum noc_fault_code)j));
        }
    }
    assert_string_equal(noc_fault_text(NOC_FAULT_WIDTH), "a width must be 2 or more");
}

TEST(an_unknown_code_has_a_text_too)
{
    assert_non_null(noc_fault_text(NOC_FAULTS));
    assert_non_null(noc_fault_text((enum noc_fault_code) - 1));
}

TEST(refuse_fills_and_returns_false)
{
    struct noc_fault fault = {0};

    assert_false(noc_refuse(&fault, NOC_FAULT_WIDTH, 7, -3, "because"));
    assert_int_equal(fault.code, NOC_FAULT_WIDTH);
    assert_int_equal(fault.where, 7);
    assert_int_equal(fault.value, -3);
    assert_string_equal(fault.because, "because");
    assert_false(noc_refuse(NULL, NOC_FAULT_WIDTH, 0, 0, NULL));
}
