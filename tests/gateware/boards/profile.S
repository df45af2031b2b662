/* SPDX-License-Identifier: BSD-2-Clause */
/* What these tiles can do: turns, though the routing of a mesh needs none, and stamps; no copies and
 * no lists. docs/board.md, section 1. */
#include "asm.h"

#define PROFILE (1 << NI_PROFILE_TURNS_SHIFT | 1 << NI_PROFILE_STAMPS_SHIFT | \
                 1 << NI_PROFILE_VCS_SHIFT | 4 << NI_PROFILE_DEGREE_SHIFT)

    .globl _start
_start:
    li a0, NOC_NI_BASE
    li a1, PROFILE
    lw a2, NI_PROFILE(a0)
    sub a2, a2, a1
    snez a2, a2
    sw a2, NI_EXIT(a0)
1:  wfi
    j 1b
