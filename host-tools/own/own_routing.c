/* SPDX-License-Identifier: BSD-2-Clause */
#include "own_routing.h"

#include "checked_routing.h"
#include "own_code.h"
#include "routing/routings.h"

static const void *check(const void *found, const char *file, struct error *error)
{
    return checked_routing(found, file, error);
}

enum status own_routing_load(const struct noc_routing **r, const char *file, struct error *error)
{
    static const struct own_code_kind kind = {"routing", "struct noc_routing", "noc_routing_mine",
                                              check};
    const void *made;
    enum status status = own_code_load(&kind, file, &made, error);
    if (!status) {
        *r = made;
        checked_routing_use(*r);
    }
    return status;
}

enum status own_routing_refuse(const struct noc_routing *r, struct error *error)
{
    if (noc_routing_find(r->name) == r) {
        return STATUS_DONE;
    }
    return error_set(error, STATUS_BAD,
                     "routing '%s': the board's routers have the named routings only; plan, route, "
                     "load, sim and verify take a file of your own",
                     r->name);
}
