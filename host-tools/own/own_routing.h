/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routings of the user's own: a C file that defines noc_routing_mine (docs/own-routing.md).
 */
#ifndef NOCT_OWN_OWN_ROUTING_H
#define NOCT_OWN_OWN_ROUTING_H

#include "base/error.h"
#include "routing/routing.h"

/* Compile and load the file (own_code.h), and use it from now on, checked (checked_routing.h). */
enum status own_routing_load(const struct noc_routing **r, const char *file, struct error *error);

/* STATUS_BAD if r is no routing of libnoc's: the emulated board knows only those. */
enum status own_routing_refuse(const struct noc_routing *r, struct error *error);

#endif
