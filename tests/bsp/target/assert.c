/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A failed assertion says where, and stops this core.
 */
#include <assert.h>
#include <stdio.h>

#include "ni.h"

int main(void)
{
    printf("about to fail");
    assert(ni_node() != 1);
    printf(": no\n");
    return 0;
}
