/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * By which calls did a core come from main() to where it is? Found without its registers, which
 * nobody can read while it goes on: by the return addresses on its stack, from the top down. Each
 * must follow a call, in the function that the calls so far have led to, and of the function where
 * the next one is; the last leads to the function that the core is in.
 *
 *   top  | ... ra into _start's callee | ra into main, behind "jal noc_recv" | ra into noc_recv,
 *        behind "jal receive_slowly" | ... | what earlier calls have left
 */
#ifndef NOCT_PROGRAM_CALL_STACK_H
#define NOCT_PROGRAM_CALL_STACK_H

#include "image/elf_image.h"

enum { CALLS_MAX = 12 };

struct call {
    uint32_t at;     /* an address in the instruction that calls */
    uint32_t target; /* the function that it calls */
};

/*
 * stack: the top `words` words of the core's, the topmost last. call[0] is main()'s. Returns how many
 * there are; 0: the core is in main(), or it cannot be told, because of a call by a pointer, say.
 * A function that ends by jumping to another one leaves no trace, and is not there. If one ends by
 * jumping to where a register points, and no other calls lead to the core's function, these do.
 */
unsigned call_stack_find(const struct elf_image *image, const uint32_t *stack, unsigned words,
                         uint32_t pc, struct call call[CALLS_MAX]);

/* Where the stack ends on a core with so many bytes of RAM, by the image's symbols; 0: they do not
 * tell. */
uint32_t call_stack_stack_top(const struct elf_image *image, uint32_t ram);

#endif
