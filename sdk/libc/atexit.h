/* SPDX-License-Identifier: BSD-2-Clause */
/* What is to be done at exit: atexit()'s functions and the destructors of C++'s static objects. */
#ifndef SDK_LIBC_ATEXIT_H
#define SDK_LIBC_ATEXIT_H

/* Runs all of them, the last one first, those included that they ask for themselves. Weak to who
 * calls it: programs that ask for nothing do not have it. */
#pragma weak nocturne_run_at_exit
void nocturne_run_at_exit(void);

#endif
