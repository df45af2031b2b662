/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of routings. */
#include "routings.h"

#include <string.h>

#include "params.h"

const struct noc_routing *const noc_routings[] = {
#define NOC_ROUTING(symbol, name) &noc_routing_##symbol,
#include "routings.def"
    NULL,
};

/* The parameter block has room for the name. */
#define NOC_ROUTING(symbol, name) \
    _Static_assert(sizeof name <= NOC_NAME_BYTES, "the name of routing " name " is too long");
#include "routings.def"

const char noc_routing_names[] =
#define NOC_ROUTING(symbol, name) ", " name
#include "routings.def"
    ;

const struct noc_routing *noc_routing_find(const char *name)
{
    for (const struct noc_routing *const *r = noc_routings; *r; r++) {
        if (strcmp((*r)->name, name) == 0) {
            return *r;
        }
    }
    return NULL;
}

bool noc_routing_choose(const struct noc_routing **r, const char *name,
                        const struct noc_topology *t, struct noc_fault *fault)
{
    const struct noc_routing *found = noc_routing_find(name ? name : t->kind->routing);

    if (!found) {
        return noc_refuse(fault, NOC_FAULT_ROUTING_UNKNOWN, 0, 0, noc_routing_names + 2);
    }
    if (!found->fits(t, fault)) {
        return false;
    }
    *r = found;
    return true;
}
