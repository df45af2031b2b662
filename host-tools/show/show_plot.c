/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "commands.h"
#include "result/result.h"

/* Where nothing is drawn or written, the means are printed. */
void show_plot(const struct options *o, const json_t *result)
{
    const char *svg = o->text[KEY_svg], *csv = o->text[KEY_csv];
    if (!svg && !csv) {
        show_study(o, result);
        return;
    }
    printf("%lld rows, %zu points:%s%s%s%s\n", result_number(result, "trials"),
           json_array_size(json_object_get(result, "points")), svg ? " " : "", svg ? svg : "",
           csv ? " " : "", csv ? csv : "");
}
