/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of all cores, by one of them.
 */
#include "noc.h"
#include "stop.h"

_Noreturn void noc_abort(int status)
{
    bsp_abort((uint32_t)status);
}
