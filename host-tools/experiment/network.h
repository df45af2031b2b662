/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A topology by its text: torus:8x8, or graph:FILE and grid:FILE, whose file is
 * read here. What was read is kept, so that a batch about one file reads it
 * into a network once.
 */
#ifndef NOCT_EXPERIMENT_NETWORK_H
#define NOCT_EXPERIMENT_NETWORK_H

#include <stddef.h>

#include "base/error.h"
#include "topology/topology.h"

enum { NETWORK_FILE_MAX = 16 << 20 }; /* bytes of a file */

/* What a file said; its inside is network.c's. */
struct network;

/*
 * text -> *t. *network: what the topology lies in, to be dropped when *t is of
 * no more use; NULL if it was not read from a file.
 */
enum status network_find(const char *text, struct noc_topology *t, struct network **network,
                         struct error *error);

/* The same of a graph file's text, malloc'd, that was drawn with this seed: it becomes the network's,
 * or is freed after an error. */
enum status network_of_graph(const char *text, uint64_t seed, char *bytes, struct noc_topology *t,
                             struct network **network, struct error *error);
/* The one that was drawn so the last time; false: it is no longer kept. */
bool network_drawn(const char *text, uint64_t seed, struct noc_topology *t,
                   struct network **network);
void network_drop(struct network *network);

/* The file's bytes; how many there are. */
const char *network_bytes(const struct network *network, size_t *length);

/* The same topology again, as it was last found under this text: no file is read. It stays
 * until the next network_find(). */
bool network_again(const char *text, struct noc_topology *t);

#endif
