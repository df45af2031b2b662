/* SPDX-License-Identifier: BSD-2-Clause */
/* The papers' step counts when virtual channels share their links, beside a plan's own. */
#ifndef NOCT_SIM_LINK_SHARING_H
#define NOCT_SIM_LINK_SHARING_H

#include <jansson.h>

#include "experiment/experiment.h"

/* {"model","steps_max","steps_mean","contended"}, by e->sharing. */
json_t *sharing_json(const struct experiment *e, const struct plan *p);

#endif
