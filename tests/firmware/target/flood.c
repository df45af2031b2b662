/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages to oneself, then all to node 0 at once. */
#include <stddef.h>

#include "programs.h"

int main(void)
{
    self_program(NULL);
    flood_program(NULL);
    return 0;
}
