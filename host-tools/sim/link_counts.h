/* SPDX-License-Identifier: BSD-2-Clause */
/* What each channel carried, for the key "links" of answers. */
#ifndef NOCT_SIM_LINK_COUNTS_H
#define NOCT_SIM_LINK_COUNTS_H

#include <jansson.h>

#include "experiment/experiment.h"

/* One channel's: {channel,"flits","headers","blocked_cycles"}. */
json_t *link_count(const struct experiment *e, const struct noc_channel *c,
                   const struct noc_channel_count *count);

/* Those of all channels that the routing uses, by node, port and virtual channel; less those that were
 * counted before, if that is not NULL. */
json_t *link_counts_simulated(const struct experiment *e, const struct noc_net *net,
                              const struct noc_channel_count *before);

/* The same as they are now, malloc'd. */
struct noc_channel_count *link_counts_now(const struct experiment *e, const struct noc_net *net);

#endif
