/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routings of the user's own: one C file that defines noc_routing_mine,
 * compiled and loaded when it is named (docs/own-routing.md).
 */
#ifndef NOCT_STUDY_OWN_ROUTING_H
#define NOCT_STUDY_OWN_ROUTING_H

#include <stdbool.h>

#include "base/error.h"
#include "routing/routing.h"

/* Is this the name of a file, not of a routing? It has a slash or ends in .c. */
bool own_routing_named(const char *text);

/*
 * Compile and load the file, and use it from now on, checked (checked_routing.h); it stays loaded until noct ends, and is not
 * compiled again. What the compiler says goes to standard error.
 */
enum status own_routing_load(const struct noc_routing **r, const char *file, struct error *error);

/* STATUS_BAD if r is no routing of libnoc's: the emulated board knows only those. */
enum status own_routing_refuse(const struct noc_routing *r, struct error *error);

#endif
