/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A token goes round all cores once; each adds its number. The smallest
 * program that uses the message layer.
 */
#include <inttypes.h>
#include <stdio.h>

#include "noc.h"

enum { TAG_TOKEN = 1, DEADLINE = 10000000 };

static int fail(const char *what, noc_err err)
{
    printf("ring: core %" PRIu32 ": %s: %s\n", noc_rank(), what, noc_strerror(err));
    return 1;
}

int main(void)
{
    noc_err err = noc_init();
    uint32_t sum = 0, next, before, began;

    if (err) {
        return fail("start", err);
    }
    next = (noc_rank() + 1) % noc_size();
    before = (noc_rank() + noc_size() - 1) % noc_size();
    began = (uint32_t)noc_now();
    if (noc_rank() != 0) {
        err = noc_recv((int32_t)before, TAG_TOKEN, &sum, sizeof(sum), NULL, DEADLINE);
    }
    sum += noc_rank();
    if (!err) {
        err = noc_send(next, TAG_TOKEN, &sum, sizeof(sum), DEADLINE);
    }
    if (!err && noc_rank() == 0) {
        err = noc_recv((int32_t)before, TAG_TOKEN, &sum, sizeof(sum), NULL, DEADLINE);
    }
    if (err) {
        return fail("token", err);
    }
    if (noc_rank() == 0) {
        printf("the token came back after %" PRIu32 " cycles with %" PRIu32 ", %s\n",
               (uint32_t)noc_now() - began, sum,
               sum == noc_size() * (noc_size() - 1) / 2 ? "as it should be" : "which is wrong");
    }
    return sum == noc_size() * (noc_size() - 1) / 2 || noc_rank() != 0 ? 0 : 1;
}
