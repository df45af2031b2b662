/* SPDX-License-Identifier: BSD-2-Clause */
/* One-sided access by all members at once, on the host and on the board (programs.h). */
#ifndef TESTS_FIRMWARE_ONESIDED_H
#define TESTS_FIRMWARE_ONESIDED_H

#include "noc.h"

struct epochs {
    uint32_t seed, epochs;
    uint32_t actions;  /* of a member in an epoch; at most its members */
    uint32_t longest;  /* bytes of a put */
    uint32_t patience; /* of each fence: a timeout is repeated */
};

/* Random puts, gets and accumulates of all members of this group, with every byte checked. */
void epochs_try(noc_group *group, const struct epochs *e);

#endif
