/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct verify claims: what the papers claim, and whether it holds. libnoc/claims
 * checks; here the rows become JSON.
 */
#include <string.h>
#include <strings.h>

#include "result/result.h"
#include "base/progress.h"
#include "claim_kinds.h"
#include "claims/claims.h"
#include "commands.h"

static const char *const verdict_name[] = {"holds", "fails", "unclear"};
static const char *const paper_word[] = {"robinson", "song",     "libeskind",
                                         "stricker", "al-dubai", NULL};

static enum status which_paper(const struct options *o, const char **word, struct error *error)
{
    *word = o->text[KEY_paper];
    for (unsigned i = 0; *word; i++) {
        if (!paper_word[i]) {
            return error_set(error, STATUS_BAD,
                             "paper '%s': must be robinson, song, libeskind, stricker or al-dubai",
                             *word);
        }
        if (strcmp(*word, paper_word[i]) == 0) {
            break;
        }
    }
    return STATUS_DONE;
}

static bool wanted(const struct noc_claim *claim, const char *word)
{
    return !word || strncasecmp(claim->paper, word, strlen(word)) == 0;
}

static json_t *claim_row(const struct noc_claim *claim, const struct noc_finding *f)
{
    json_t *row = json_pack("{s:s, s:s, s:s, s:b, s:s, s:s, s:s}", "paper", claim->paper, "place",
                            claim->place, "kind", claim_kinds[claim->kind].name, "claimed",
                            claim->kind != NOC_OURS, "claim", claim->claim, "verdict",
                            verdict_name[f->verdict], "checked", f->checked);
    json_object_set_new(row, "counterexample",
                        f->counterexample[0] ? json_string(f->counterexample) : json_null());
    json_object_set_new(row, "remark", claim->remark ? json_string(claim->remark) : json_null());
    return row;
}

enum status execute_claims(const struct options *o, json_t **result, struct error *error)
{
    struct noc_claim claim;
    const char *word;
    unsigned count[2][3] = {{0}}, claims = 0; /* claimed, ours */
    enum status status = which_paper(o, &word, error);
    if (status) {
        return status;
    }
    json_t *rows = json_array();
    while (noc_claim_at(claims, &claim)) {
        claims++;
    }
    progress_begin("checking claims", claims);
    for (uint32_t i = 0; noc_claim_at(i, &claim); i++) {
        struct noc_finding finding;
        progress_at(i);
        if (wanted(&claim, word)) {
            noc_claim_check(i, o->text[KEY_deep] != NULL, &finding);
            count[claim.kind == NOC_OURS][finding.verdict]++;
            json_array_append_new(rows, claim_row(&claim, &finding));
        }
    }
    progress_end();
    *result =
        json_pack("{s:i, s:o, s:i, s:i, s:i, s:i, s:i}", "schema", RESULT_SCHEMA, "claims", rows,
                  "holds", (int)count[0][NOC_HOLDS], "fails", (int)count[0][NOC_FAILS], "unclear",
                  (int)count[0][NOC_UNCLEAR], "observations_hold", (int)count[1][NOC_HOLDS],
                  "observations_fail", (int)(count[1][NOC_FAILS] + count[1][NOC_UNCLEAR]));
    return STATUS_DONE;
}
