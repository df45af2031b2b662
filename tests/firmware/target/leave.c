/* SPDX-License-Identifier: BSD-2-Clause */
/* Cores that end while the receiver of their messages is late. */
#include <stddef.h>

#include "programs.h"

int main(void)
{
    leave_program(NULL);
    return 0;
}
