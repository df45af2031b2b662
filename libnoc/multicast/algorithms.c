/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of algorithms, and the way from a name to one of them. */
#include "algorithms.h"

#include <string.h>

#include "params.h"
#include "published.h"

const struct noc_algorithm *const noc_algorithms[] = {
#define NOC_ALGORITHM(symbol, name) &noc_algorithm_##symbol,
#include "algorithms.def"
    NULL,
};

/* The parameter block has room for the name, and for ":16384" where the row is of a parameter. */
#define NOC_ALGORITHM(symbol, name) \
    _Static_assert(sizeof name <= NOC_NAME_BYTES, "the name of algorithm " name " is too long");
#define NOC_ALGORITHM_WITH_PARAMETER(symbol, name)         \
    _Static_assert(sizeof name ":16384" <= NOC_NAME_BYTES, \
                   "the name of algorithm " name " is too long with its parameter");
#include "algorithms.def"

const char noc_algorithm_names[] =
#define NOC_ALGORITHM(symbol, name) ", " name
#include "algorithms.def"
    ;

const struct noc_algorithm *noc_algorithm_find(const char *name)
{
    for (const struct noc_algorithm *const *a = noc_algorithms; *a; a++) {
        size_t length = strlen((*a)->name);

        if (strcmp((*a)->name, name) == 0 ||
            ((*a)->parameter && strncmp((*a)->name, name, length) == 0 && name[length] == ':')) {
            return *a;
        }
    }
    return NULL;
}

uint32_t noc_algorithm_parameter(const char *name)
{
    const char *digit = strchr(name, ':');
    uint32_t n = 0;

    for (digit = digit ? digit + 1 : ""; *digit >= '0' && *digit <= '9'; digit++) {
        n = n > NOC_PARAMETER_MAX ? n : 10 * n + (uint32_t)(*digit - '0');
    }
    return *digit == '\0' && n >= 2 && n <= NOC_PARAMETER_MAX ? n : 0;
}

bool noc_algorithm_choose(const struct noc_algorithm **a, const char *name,
                          const struct noc_topology *t, const struct noc_routing *r, bool force,
                          struct noc_fault *fault)
{
    const struct noc_algorithm *found = noc_algorithm_find(name);
    const struct noc_published *formula = noc_published_find(name);

    if (formula) {
        return noc_refuse(fault, NOC_FAULT_ALGORITHM_FORMULA, 0, noc_published_steps(formula, t),
                          formula->because);
    }
    if (!found) {
        return noc_refuse(fault, NOC_FAULT_ALGORITHM_UNKNOWN, 0, 0, noc_algorithm_names + 2);
    }
    if (found->parameter && noc_algorithm_parameter(name) == 0) {
        return noc_refuse(fault, NOC_FAULT_ALGORITHM_PARAMETER, 0, 0, NULL);
    }
    if (!found->fits(t, r, fault) && !force) {
        return false;
    }
    *a = found;
    return true;
}
