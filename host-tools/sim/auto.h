/* SPDX-License-Identifier: BSD-2-Clause */
/* The algorithm `auto`: whichever has the least latency by the model of costs
 * (libnoc/model/worm_model.h). */
#ifndef NOCT_SIM_AUTO_H
#define NOCT_SIM_AUTO_H

#include "experiment/experiment.h"

/*
 * If the length of segments is free (e->segment_free), that is chosen too. Look at all that fit e, which is complete but for its algorithm, under its routing and, if they
 * are `free`, under the one that each algorithm is made for; with what the board's `firmware`
 * takes, or without. The best becomes e's algorithm, parameter and routing; all go into e->choices.
 * False: none fits.
 */
bool auto_choose(struct experiment *e, bool free, bool firmware);

/* Does any fit? */
bool auto_fits(struct experiment *e, bool free_routing);

/* The same of an algorithm that is named: the best length of segments. */
void auto_choose_segment(struct experiment *e, bool firmware);

#endif
