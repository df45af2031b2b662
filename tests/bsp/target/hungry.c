/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked with a least heap of 100 KiB (bsp/build.mk): where there is less RAM,
 * main() is not reached; where there is enough, the heap is there.
 */
#include <stdlib.h>

#include "check.h"

int main(void)
{
    CHECK(malloc(99 * 1024) != NULL);
    return check_end("hungry");
}
