/* SPDX-License-Identifier: BSD-2-Clause */
#include "number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

enum status number_parse(const char *name, const char *text, uint64_t lowest, uint64_t highest,
                         uint64_t *value, struct error *error)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end || errno || n < lowest || n > highest) {
        return error_set(error, STATUS_BAD, "%s '%s': must be a whole number from %llu to %llu",
                         name, text, (unsigned long long)lowest, (unsigned long long)highest);
    }
    *value = n;
    return STATUS_DONE;
}

enum status number_option(const struct options *o, int key, uint64_t lowest, uint64_t highest,
                          uint64_t otherwise, uint64_t *value, struct error *error)
{
    *value = otherwise;
    if (!o->text[key]) {
        return STATUS_DONE;
    }
    return number_parse(key_rows[key].name, o->text[key], lowest, highest, value, error);
}
