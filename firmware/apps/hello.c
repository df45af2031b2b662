/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every core says hello.
 */
#include <stdio.h>

#include "ni.h"

int main(void)
{
    printf("hello from core %lu of %lu\n", (unsigned long)ni_node(), (unsigned long)ni_nodes());
    return 0;
}
