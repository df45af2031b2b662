/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the papers claim, row by row, and whether it holds. A claim is a statement of a paper: a
 * theorem, a step of a proof, a figure, a cost. Each row is checked by exhaustion of small networks
 * and random samples of larger ones.
 */
#ifndef LIBNOC_CLAIMS_CLAIMS_H
#define LIBNOC_CLAIMS_CLAIMS_H

#include <stdbool.h>
#include <stdint.h>

#include "finding.h"

/* Claim i, in the order of papers and places. False after the last. */
bool noc_claim_at(uint32_t i, struct noc_claim *claim);

/* Check claim i, which there must be: *finding is written anew. deep: further, in some minutes. */
void noc_claim_check(uint32_t i, bool deep, struct noc_finding *finding);

#endif
