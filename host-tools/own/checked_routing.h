/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A routing of the user's own as the rest of noct sees it: everything that its functions return is
 * checked here, and nowhere else, so that the rest can rely on it as on libnoc's routings.
 *
 *   verify, route, load, plan, sim ---> the checked routing ---> the file's functions
 *                                            |
 *                                            '- the first answer that no routing may give: kept
 *
 * After such an answer the checked routing says that there is no way, whatever it is asked, so that
 * the command soon comes to its end; what that makes of it is not an answer. Each function is asked
 * twice, since a routing keeps no state. own_call.h names what it
 * does not survive.
 */
#ifndef NOCT_OWN_CHECKED_ROUTING_H
#define NOCT_OWN_CHECKED_ROUTING_H

#include "base/error.h"
#include "routing/routing.h"

enum { CHECKED_VCS_MAX = 16 };

/*
 * *own as a checked routing; file: where it is from, for errors. Both live until noct ends.
 * NULL, with an error: its fields are not those of a routing.
 */
const struct noc_routing *checked_routing(const struct noc_routing *own, const char *file,
                                          struct error *error);

/* The checked routing that is asked from now on, of several: their functions do not know whose they
 * are. What another one has answered is forgotten. */
void checked_routing_use(const struct noc_routing *checked);

/* Has the routing in use given an answer that no routing may? *why says which (STATUS_BAD); it is
 * forgotten then. */
bool checked_routing_fault(struct error *error);

#endif
