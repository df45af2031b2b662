/* SPDX-License-Identifier: BSD-2-Clause */
/* The board's network, by its widths or from a file. */
#ifndef GATEWARE_NETWORK_H
#define GATEWARE_NETWORK_H

#include "topology/topology.h"

/* NULL: all is well. Else why not. It stays as long as the program runs. */
const char *network_read(struct noc_topology *t, const char *text);

#endif
