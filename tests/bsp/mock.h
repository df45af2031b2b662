/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board made of expectations. A test says beforehand which accesses the code
 * under test makes, in their order; any other fails the test there and then,
 * and so do expectations that are left over at the end.
 */
#ifndef TESTS_BSP_MOCK_H
#define TESTS_BSP_MOCK_H

#include <setjmp.h>
#include <stdint.h>

/* offset: an NI register. */
void mock_read(uint32_t offset, uint32_t value);
void mock_write(uint32_t offset, uint32_t value);
void mock_text(const char *text); /* its characters, on the console */
void mock_fence_out(void);
void mock_fence_in(void);
void mock_cycles(uint64_t value);
void mock_sleep(void);
/* A call to the host, and its answer. What the block's first words were is in mock_block then. */
void mock_host(uint32_t call, uint32_t answer);
enum { MOCK_BLOCK = 4 };
extern uint32_t mock_block[MOCK_BLOCK];
/* A sleep that the code under test never leaves: MOCK_UNTIL_STOP ends there. */
void mock_stop(void);

/* Runs a call that does not return, up to the mock_stop(). */
#define MOCK_UNTIL_STOP(call)            \
    do {                                 \
        if (setjmp(mock_stopped) == 0) { \
            call;                        \
            fail_msg("returned");        \
        }                                \
    } while (0)

extern jmp_buf mock_stopped;

/* Before each test, and after it. */
void mock_begin(void);
void mock_end(void);

#endif
