/* SPDX-License-Identifier: BSD-2-Clause */
/* noct flash for people. */
#include <stdio.h>

#include "commands.h"
#include "result/result.h"

void show_flash(const struct options *o, const json_t *result)
{
    const json_t *boot = json_object_get(result, "boot");
    (void)o;
    if (!boot) {
        printf("%s: '%s' for %s, %lld bytes\n", result_text(result, "file"),
               result_text(result, "name"), result_text(result, "board"),
               result_number(result, "bytes"));
        return;
    }
    printf("%s: '%s', %lld bytes, in slot %lld, number %lld\n", result_text(result, "board"),
           result_text(result, "name"), result_number(result, "bytes"),
           result_number(result, "slot"), result_number(result, "sequence"));
    printf("slot 0: %s, slot 1: %s; ", result_text(boot, "slot0"), result_text(boot, "slot1"));
    if (result_has_number(boot, "slot")) {
        printf("booted from slot %lld\n", result_number(boot, "slot"));
    } else {
        printf("nothing booted\n");
    }
}
