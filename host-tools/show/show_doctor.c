/* SPDX-License-Identifier: BSD-2-Clause */
/* The answer of doctor, for people. */
#include <stdio.h>

#include "commands.h"

void show_doctor(const struct options *o, const json_t *result)
{
    const json_t *check;
    size_t i;
    (void)o;
    json_array_foreach (json_object_get(result, "checks"), i, check) {
        const char *fix = json_string_value(json_object_get(check, "fix"));
        const char *found = json_string_value(json_object_get(check, "host_found"));
        printf("%-8s %-10s %s\n",
               fix ? json_is_true(json_object_get(check, "needed")) ? "MISSING" : "optional" : "ok",
               json_string_value(json_object_get(check, "name")), found ? found : "");
        if (fix) {
            printf("         -> %s\n", fix);
        }
    }
}
