/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exit() in the place of newlib's, which does not run a program's destructors. A part of the crt0.o
 * that programs of others are linked with.
 */
#include <reent.h>
#include <stdlib.h>
#include <unistd.h>

#include "atexit.h"

typedef void (*destructor)(void);

/* linker/board.ld */
extern const destructor __fini_start[], __fini_end[];

void nocturne_run_destructors(void);

/* Those of C. linker/board.ld looks for this name: without it they would not be run. */
__attribute__((noinline)) void nocturne_run_destructors(void)
{
    for (const destructor *d = __fini_end; d != __fini_start;) {
        (*--d)();
    }
}

_Noreturn void exit(int status)
{
    if (nocturne_run_at_exit) {
        nocturne_run_at_exit();
    }
    nocturne_run_destructors();
    if (__stdio_exit_handler) {
        __stdio_exit_handler(); /* stdio's streams are flushed */
    }
    _exit(status);
}
