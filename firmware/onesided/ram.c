/* SPDX-License-Identifier: BSD-2-Clause */
/* What may be shared in a window at most. */
#include "onesided_priv.h"

void *noc_memory(uint32_t *bytes)
{
    *bytes = ni_read(NI_RAM);
    return (void *)(uintptr_t)mmio_ram_base();
}
