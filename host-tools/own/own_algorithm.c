/* SPDX-License-Identifier: BSD-2-Clause */
#include "own_algorithm.h"

#include <stdio.h>
#include <string.h>

#include "checked_algorithm.h"
#include "multicast/algorithms.h"
#include "own_code.h"

static const void *check(const void *found, const char *file, struct error *error)
{
    return checked_algorithm(found, file, error);
}

/* The colon before a parameter, or NULL. */
static const char *parameter_of(const char *text)
{
    const char *colon = strrchr(text, ':');
    return colon && !strchr(colon, '/') && !strchr(colon, '.') ? colon : NULL;
}

void own_algorithm_file(const char *text, char file[PATH_MAX])
{
    const char *colon = parameter_of(text);
    snprintf(file, PATH_MAX, "%.*s", (int)(colon ? (size_t)(colon - text) : strlen(text)), text);
}

bool own_algorithm_named(const char *text)
{
    char file[PATH_MAX];
    if (!strpbrk(text, "/.")) { /* a name, as most are */
        return false;
    }
    own_algorithm_file(text, file);
    return own_code_named(file);
}

enum status own_algorithm_load(const struct noc_algorithm **a, const char *text,
                               uint32_t *parameter, struct error *error)
{
    static const struct own_code_kind kind = {"algorithm", "struct noc_algorithm",
                                              "noc_algorithm_mine", check};
    char file[PATH_MAX];
    const void *made;
    own_algorithm_file(text, file);
    enum status status = own_code_load(&kind, file, &made, error);
    if (status) {
        return status;
    }
    *a = made;
    checked_algorithm_use(*a);
    const char *colon = parameter_of(text);
    *parameter = colon ? noc_algorithm_parameter(colon) : 0;
    if (colon && !(*a)->parameter) {
        return error_set(error, STATUS_BAD, "algorithm '%s': it takes no parameter; leave out '%s'",
                         text, colon);
    }
    return !(*a)->parameter || *parameter
             ? STATUS_DONE
             : error_set(error, STATUS_BAD,
                         "algorithm '%s': must be followed by its parameter %s, a number from 2 to "
                         "%d, as %s:4",
                         text, (*a)->parameter, NOC_PARAMETER_MAX, file);
}

enum status own_algorithm_refuse(const struct noc_algorithm *a, struct error *error)
{
    if (!a || noc_algorithm_find(a->name) == a) {
        return STATUS_DONE;
    }
    return error_set(error, STATUS_BAD,
                     "algorithm '%s': the board's programs have the named algorithms only; plan, "
                     "load, sim and verify take a file of your own",
                     a->name);
}
