/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the test programs want from whoever runs them: the host's coroutines
 * (host/cores.c) or the board (target/cores.c).
 */
#ifndef TESTS_FIRMWARE_CORES_H
#define TESTS_FIRMWARE_CORES_H

#include <stdbool.h>
#include <stdint.h>

#include "noc.h"

uint32_t core_number(void);
uint32_t core_random(void);       /* of the run's seed */
void core_delay(uint64_t cycles); /* compute */
uint64_t core_time(void);
/* Ends this core's program. uint32_t goes with %u: on the harts it is a long,
 * of the same size, so that only the host's compiler is asked to check. */
#ifdef BSP_MOCK
__attribute__((format(printf, 1, 2)))
#endif
void core_fail(const char *what, ...);
uint32_t core_discards(void); /* worms this core has discarded */
void core_end(void);          /* what exit() does before a core ends */
void *core_malloc(uint32_t bytes);
/** Takes all of this core's heap, but what is less than 16 bytes and the head of a block. */
void core_fill_heap(void);
void core_free(void *p);
uint32_t core_heap_used(void); /* bytes allocated now */

/* What must succeed. */
static inline void ok(noc_err err, const char *what)
{
    if (err) {
        core_fail("%s: %s", what, noc_strerror(err));
    }
}

/* What must end so, as WANT(noc_send(...), TIMEOUT), and what must hold. */
static inline void want(noc_err got, noc_err wanted, int line)
{
    if (got != wanted) {
        core_fail("line %d: %s, not %s; %s", line, noc_strerror(got), noc_strerror(wanted),
                  noc_last_mismatch());
    }
}
#define WANT(call, err) want(call, NOC_ERR_##err, __LINE__)

static inline void must(bool holds, int line)
{
    if (!holds) {
        core_fail("line %d", line);
    }
}
#define MUST(condition) must(condition, __LINE__)

static inline void must_be(noc_err err, noc_err expected, const char *what)
{
    if (err != expected) {
        core_fail("%s: %s", what, noc_strerror(err));
    }
}

/* A group that is to have multicasts. After an error there is none. */
static inline noc_err group_with_slots(const uint16_t *members, uint32_t count, uint32_t slot_bytes,
                                       noc_relay relay, noc_group **group, uint32_t timeout)
{
    noc_group *made;
    noc_err err = noc_group_create(members, count, &made, timeout);

    *group = NULL;
    if (err) {
        return err;
    }
    err = noc_group_reserve(made, slot_bytes, relay, timeout);
    if (err) {
        (void)!noc_group_free(made, 0);
    } else {
        *group = made;
    }
    return err;
}

#endif
