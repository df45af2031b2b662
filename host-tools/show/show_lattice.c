/* SPDX-License-Identifier: BSD-2-Clause */
/* noct lattice for people: the graph file's text as it is. */
#include <stdio.h>

#include "commands.h"
#include "result/result.h"

void show_lattice(const struct options *o, const json_t *result)
{
    (void)o;
    fputs(result_text(result, "text"), stdout);
}
