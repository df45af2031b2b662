/* SPDX-License-Identifier: BSD-2-Clause */
#include "claim_kinds.h"

const struct claim_kind claim_kinds[KINDS] = {
    [NOC_RESULT] = {"result", "theorems, lemmas and properties"},
    [NOC_PROOF] = {"proof", "steps of proofs"},
    [NOC_TEXT] = {"text", "definitions, examples, figures and costs"},
    [NOC_SLIP] = {"slip", "slips of the pen, as printed"},
    [NOC_OURS] = {"observation", "not claimed by the paper: observations of ours"},
};
