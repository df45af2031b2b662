/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of claims, in the order of papers and places. */
#include "claims.h"

static const struct noc_claim *const parts[] = {
    noc_claims_hypercube,   noc_claims_all_port,  noc_claims_torus,   noc_claims_u_torus,
    noc_claims_sharing,     noc_claims_utpr,      noc_claims_m_torus, noc_claims_ccc,
    noc_claims_ccc_sharing, noc_claims_postorder, noc_claims_grid,    noc_claims_coded,
};

const struct noc_claim *noc_claim_at(uint32_t i)
{
    for (unsigned p = 0; p < sizeof parts / sizeof *parts; p++) {
        for (const struct noc_claim *c = parts[p]; c->check; c++) {
            if (i-- == 0) {
                return c;
            }
        }
    }
    return NULL;
}

void noc_claim_check(const struct noc_claim *claim, bool deep, struct noc_finding *finding)
{
    *finding = (struct noc_finding){.verdict = NOC_HOLDS};
    claim->check(deep, finding);
}
