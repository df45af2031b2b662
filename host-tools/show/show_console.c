/* SPDX-License-Identifier: BSD-2-Clause */
/* The answer of console, for people: the lines as they are. */
#include <stdio.h>

#include "commands.h"
#include "memmap.h"
#include "result/result.h"

void show_console(const struct options *o, const json_t *result)
{
    const json_t *line;
    size_t i;
    if (result_number(result, "lost")) {
        fprintf(stderr,
                "noct console: %lld older characters have been overwritten: the board keeps %d\n",
                result_number(result, "lost"), NOC_CONSOLE_SIZE);
    }
    if (!o->text[KEY_follow] && !json_array_size(json_object_get(result, "lines")) &&
        !result_number(result, "lost")) {
        fprintf(stderr, "noct console: nothing has been printed%s\n",
                o->text[KEY_nodes] ? " by these nodes" : "");
    }
    json_array_foreach (json_object_get(result, "lines"), i, line) {
        if (result_has_number(line, "node")) {
            printf("[%lld] ", result_number(line, "node"));
        }
        puts(result_text(line, "text"));
    }
    fflush(stdout);
}
