/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "result/result.h"

void show_merge(const struct options *o, const json_t *result)
{
    printf("%lld rows", result_number(result, "rows"));
    if (result_number(result, "again")) {
        printf(", %lld of them in several files", result_number(result, "again"));
    }
    printf("; %s\n", o->text[KEY_out] ? o->text[KEY_out] : o->text[KEY_csv]);
}
