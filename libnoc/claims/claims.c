/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of claims, in the order of papers and places. */
#include "claims.h"

#include "chapters.h"

static const struct chapter chapters[] = {
    {"Robinson 1994", robinson_hypercubes},   {"Robinson 1994", robinson_all_port},
    {"Robinson 1994", robinson_tori},         {"Robinson 1994", robinson_u_torus},
    {"Robinson 1994", robinson_shared_links}, {"Robinson 1994", robinson_utpr},
    {"Robinson 1994", robinson_m_torus},      {"Song et al. 2000", song_ccc},
    {"Song et al. 2000", song_shared_links},  {"Libeskind-Hadas et al. 1998", libeskind_postorder},
    {"Stricker 1991", stricker_grids},        {"Al-Dubai et al. 2002", al_dubai_coded_paths},
};

/* Row i, and its paper; NULL behind the last. */
static const struct row *row_at(uint32_t i, const char **paper)
{
    for (unsigned k = 0; k < sizeof chapters / sizeof *chapters; k++) {
        *paper = chapters[k].paper;
        for (const struct row *row = chapters[k].row; row->place; row++) {
            if (i-- == 0) {
                return row;
            }
        }
    }
    return NULL;
}

bool noc_claim_at(uint32_t i, struct noc_claim *claim)
{
    const char *paper;
    const struct row *row = row_at(i, &paper);

    if (row) {
        *claim = (struct noc_claim){paper, row->place, row->kind, row->claim, row->remark};
    }
    return row;
}

void noc_claim_check(uint32_t i, bool deep, struct noc_finding *finding)
{
    const char *paper;
    const struct row *row = row_at(i, &paper);

    if (row) {
        row_check(row, deep, finding);
    }
}
