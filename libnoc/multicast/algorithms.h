/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of algorithms. */
#ifndef LIBNOC_MULTICAST_ALGORITHMS_H
#define LIBNOC_MULTICAST_ALGORITHMS_H

#include "plan.h"

#define NOC_ALGORITHM(symbol, name) extern const struct noc_algorithm noc_algorithm_##symbol;
#include "algorithms.def"

/* All algorithms; NULL ends. */
extern const struct noc_algorithm *const noc_algorithms[];

/* ", separate, u-cube, ...": those of the table. Its symbol in a firmware's ELF tells which that
 * firmware was built with. */
extern const char noc_algorithm_names[];

/* The algorithm of this name, with or without its parameter ("mu-torus:8"), or NULL. */
const struct noc_algorithm *noc_algorithm_find(const char *name);

/* What stands behind the name, for noc_plan_env.parameter; 0 if nothing does, or no number from
 * 2 to NOC_PARAMETER_MAX. */
uint32_t noc_algorithm_parameter(const char *name);
enum { NOC_PARAMETER_MAX = 16384 };

/* Name -> *a, refusing an unknown one, and one that does not fit unless forced;
 * *fault then says why it does not. */
bool noc_algorithm_choose(const struct noc_algorithm **a, const char *name,
                          const struct noc_topology *t, const struct noc_routing *r, bool force,
                          struct noc_fault *fault);

#endif
