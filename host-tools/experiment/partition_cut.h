/* SPDX-License-Identifier: BSD-2-Clause */
/* The chain of a multicast by m-torus is cut: as its experiment's key partition says, and by its
 * costs. */
#ifndef NOCT_EXPERIMENT_PARTITION_CUT_H
#define NOCT_EXPERIMENT_PARTITION_CUT_H

#include "experiment.h"

/* e->cut from the text, checked against e's algorithm and, with `sets`, its sets of destinations. To be
 * freed also after an error. */
enum status partition_choose(struct experiment *e, const struct options *o, bool sets,
                             struct error *error);

/* The partition of m destinations that the algorithm wants, by this experiment's costs; NULL: it
 * wants none. */
struct noc_partition *partition_new(const struct experiment *e, const struct noc_algorithm *a,
                                    uint32_t m);

/* Its chain has been cut: the cuts stay, what it took to find them goes. The cycles that the model of
 * costs predicts; 0 for NULL. */
uint32_t partition_settle(struct noc_partition *p);

void partition_free(struct noc_partition *p);

#endif
