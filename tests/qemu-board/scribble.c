/* SPDX-License-Identifier: BSD-2-Clause */
/* Every core stores to the image, which it must not. */
#include "bare.h"

int main(void)
{
    *(volatile uint32_t *)(NOC_IMAGE_BASE + 0x8000) = 1;
    finish(ALL_DONE);
}
