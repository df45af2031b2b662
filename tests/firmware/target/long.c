/* SPDX-License-Identifier: BSD-2-Clause */
/* Long messages, all to all. */
#include <stddef.h>

#include "programs.h"

int main(void)
{
    long_program(NULL);
    return 0;
}
