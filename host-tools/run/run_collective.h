/* SPDX-License-Identifier: BSD-2-Clause */
/* noct run of a collective operation: with the key collective. */
#ifndef NOCT_RUN_RUN_COLLECTIVE_H
#define NOCT_RUN_RUN_COLLECTIVE_H

#include <jansson.h>

#include "base/options.h"
#include "target/transport.h"

/* link: a live board; NULL: one of its own. */
enum status run_collective(const struct options *o, struct transport *link, json_t **result,
                           struct error *error);

#endif
