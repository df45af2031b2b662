/* SPDX-License-Identifier: BSD-2-Clause */
/* The random program of messages.c, on the board. */
#include <stddef.h>

#include "ni.h"
#include "programs.h"

int main(void)
{
    messages_make(ni_nodes(), ni_nodes(), MESSAGES_MAX);
    messages_program(NULL);
    return 0;
}
