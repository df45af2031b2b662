/* SPDX-License-Identifier: BSD-2-Clause */
#include "fault.h"

const char *noc_fault_text(enum noc_fault_code code)
{
    static const char *const text[] = {
#define NOC_FAULT(name, text) text,
#include "faults.def"
#undef NOC_FAULT
    };

    return (unsigned)code < NOC_FAULTS ? text[code] : "unknown fault";
}

bool noc_refuse(struct noc_fault *fault, enum noc_fault_code code, uint32_t where, int64_t value,
                const char *because)
{
    if (fault) {
        *fault = (struct noc_fault){code, where, value, because};
    }
    return false;
}
