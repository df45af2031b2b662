/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "commands.h"
#include "result/result.h"

/* Where nothing is drawn or written, the means are printed. */
void show_plot(const struct options *o, const json_t *result)
{
    static const int files[] = {KEY_svg, KEY_html, KEY_csv};
    if (!o->text[KEY_svg] && !o->text[KEY_html] && !o->text[KEY_csv]) {
        show_study(o, result);
        return;
    }
    printf("%lld rows, %zu points:", result_number(result, "trials"),
           json_array_size(json_object_get(result, "points")));
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        const char *name = o->text[files[i]];
        printf("%s%s", name ? " " : "", name ? name : "");
    }
    printf("\n");
}
