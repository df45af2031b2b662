/* SPDX-License-Identifier: BSD-2-Clause */
/* The kinds of claims. */
#ifndef NOCT_ANALYSE_CLAIM_KINDS_H
#define NOCT_ANALYSE_CLAIM_KINDS_H

#include "claims/claims.h"

/* How many kinds there are; those before CLAIMED are claimed by a paper. */
enum { KINDS = 5, CLAIMED = NOC_OURS };

/* By weight, as in libnoc/claims/finding.h: its name in answers, many of it for people. */
struct claim_kind {
    const char *name, *many;
};
extern const struct claim_kind claim_kinds[KINDS];

#endif
