/* SPDX-License-Identifier: BSD-2-Clause */
/* Collective operations, each tried and judged (operations.c), on the host and on the board. */
#ifndef TESTS_FIRMWARE_OPERATIONS_H
#define TESTS_FIRMWARE_OPERATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "noc.h"

enum { OPERATIONS = 15 };

/* A call, the same at all members. */
struct tried {
    uint32_t which;  /* of OPERATIONS */
    uint32_t number; /* of the call: data, root, lists and operation follow from it */
    uint32_t bytes;
    bool aligned;
};

const char *operation_name(uint32_t which); /* as noc_collective_use has it */
/* Make it, and judge the result: the core fails if it is wrong. */
void operation_try(noc_group *group, const struct tried *tried);

/* In two parts. *err is the call's result. */
struct call;
struct call *operation_begin(noc_group *group, const struct tried *tried, uint32_t timeout,
                             noc_request *request, noc_err *err);
/* It has ended well: judge its result. */
void operation_end(struct call *call, const struct tried *tried);

#endif
