/* SPDX-License-Identifier: BSD-2-Clause */
/* The arena of programs that do not say NOC_ARENA. Alone in its file: where a program says it, the
 * linker does not take this one out of the library. */
#include "noc.h"

#pragma weak noc_arena

NOC_ARENA(NOC_ARENA_BYTES)
