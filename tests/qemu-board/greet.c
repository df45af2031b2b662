/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For images in flash: each core prints which one it was started from, by the seed in its
 * parameters, and whether all of it is there.
 */
#include "bare.h"
#include "params.h"

enum { FILLING_WORDS = 3000, FILLING = 0x5aa5c33c }; /* programmed by more than one command */

__asm__(".section .rodata.filling\n"
        ".balign 4\n"
        ".globl filling\n"
        "filling: .fill 3000, 4, 0x5aa5c33c\n"
        ".text\n");
extern const volatile uint32_t filling[FILLING_WORDS];

int main(void)
{
    const struct noc_params *p = (const struct noc_params *)NOC_PARAMS_BASE;
    uint32_t wrong = 0;

    for (uint32_t i = 0; i < FILLING_WORDS; i++) {
        wrong += filling[i] != FILLING;
    }
    put_number("greet ", p->magic == NOC_PARAMS_MAGIC ? p->seed : 0);
    put_text(wrong ? " broken\n" : "\n");
    finish(wrong ? WRONG : ALL_DONE);
}
