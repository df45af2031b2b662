/* SPDX-License-Identifier: BSD-2-Clause */
/* noct size for people: instruction memory and RAM by part. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "result/result.h"
#include "table.h"

/* Without its directory. */
static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void show_size(const struct options *o, const json_t *result)
{
    const json_t *image = json_object_get(result, "image"), *ram = json_object_get(result, "ram");
    struct table *t;
    (void)o;
    printf("%s: an image of %lld bytes, at least %lld bytes of RAM\n",
           base_of(result_text(result, "file")), result_number(image, "bytes"),
           result_number(ram, "needed"));
    t = table_begin("lrrr", "image\tcode\tconstants\tdata");
    table_row(t, "bytes\t%lld\t%lld\t%lld", result_number(image, "code"),
              result_number(image, "constants"), result_number(image, "data"));
    table_end(t);
    t = table_begin("lrrrrrr", "RAM\tstack\tdata\tbss\tnot cleared\tarena\theap of 256K");
    table_row(t, "bytes\t%lld\t%lld\t%lld\t%lld\t%lld\t%lld", result_number(ram, "stack"),
              result_number(ram, "data"), result_number(ram, "bss"), result_number(ram, "noinit"),
              result_number(ram, "arena"), result_number(ram, "heap"));
    table_end(t);
}
