/* SPDX-License-Identifier: BSD-2-Clause */
/* What a claim is, and what checking it has found. */
#ifndef LIBNOC_CLAIMS_FINDING_H
#define LIBNOC_CLAIMS_FINDING_H

#include <stdbool.h>
#include <stdint.h>

enum noc_verdict { NOC_HOLDS, NOC_FAILS, NOC_UNCLEAR };

enum { NOC_CLAIM_TEXT = 480 };

/* What checking a claim has found. */
struct noc_finding {
    enum noc_verdict verdict;
    char checked[NOC_CLAIM_TEXT];        /* how far */
    char counterexample[NOC_CLAIM_TEXT]; /* the first one met; "": none */
};

/*
 * What a row is, by weight: a theorem, lemma or property; a step of a proof; a definition, example,
 * figure or cost; a slip of the pen, where the text around it tells what is meant. What is OURS no
 * paper claims.
 */
enum noc_claim_kind { NOC_RESULT, NOC_PROOF, NOC_TEXT, NOC_SLIP, NOC_OURS };

struct noc_claim {
    const char *paper; /* "Robinson 1994" */
    const char *place; /* "theorem 3.6" */
    enum noc_claim_kind kind;
    const char *claim;  /* in our words, one or two sentences */
    const char *remark; /* what follows from what was found; NULL */
};

#endif
