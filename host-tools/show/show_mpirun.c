/* SPDX-License-Identifier: BSD-2-Clause */
/* The answer of mpirun, for people: standard output is the program's alone. */
#include "commands.h"

void show_mpirun(const struct options *o, const json_t *result)
{
    (void)o;
    (void)result;
}
