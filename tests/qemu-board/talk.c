/* SPDX-License-Identifier: BSD-2-Clause */
/* Node 1 prints more than the console's ring holds, line by line. */
#include "bare.h"

enum { LINES = 4000 };

int main(void)
{
    if (REG(NI_NODE) == 1) {
        for (uint32_t i = 0; i < LINES; i++) {
            put_number("line number ", i);
            put_text("\n");
        }
    }
    finish(ALL_DONE);
}
