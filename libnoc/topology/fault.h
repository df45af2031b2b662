/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What can be wrong with an experiment, and the one text for each.
 *
 * libnoc never prints. A function that can refuse its input returns false and
 * fills a struct noc_fault; who has a terminal prints noc_fault_text() with
 * the where and the value.
 */
#ifndef LIBNOC_TOPOLOGY_FAULT_H
#define LIBNOC_TOPOLOGY_FAULT_H

#include <stdbool.h>
#include <stdint.h>

/* NOC_FAULT(name, text): `text` says what would be right. */
enum noc_fault_code {
#define NOC_FAULT(name, text) NOC_FAULT_##name,
#include "faults.def"
#undef NOC_FAULT
    NOC_FAULTS
};

struct noc_fault {
    enum noc_fault_code code;
    uint32_t where;      /* offset in the text, or index in the list */
    int64_t value;       /* the offending number, where there is one */
    const char *because; /* a reason of the refusing part's own, or NULL */
};

/* The text of a code: a static string, never NULL. */
const char *noc_fault_text(enum noc_fault_code code);

/* Fill *fault (may be NULL) and return false, so that callers can return it. */
bool noc_refuse(struct noc_fault *fault, enum noc_fault_code code, uint32_t where, int64_t value,
                const char *because);

#endif
