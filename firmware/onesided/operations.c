/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which operation an accumulate means. A message has a number, since an address that another core
 * sends cannot be trusted: first the layer's own operations, then those of the program
 * (noc_window_operations).
 */
#include "slots/copy.h"
#include "onesided_priv.h"

static void replace(const noc_op *op, void *inout, const void *in, uint32_t elements)
{
    copy_bytes(inout, in, elements * op->bytes);
}

const noc_op noc_replace = {replace, 1, false, false};

static const noc_op *const known[] = {
    &noc_replace,
#define NOC_OP(operation, type, expression) &noc_##operation##_##type,
#include "noc_op.def"
#undef NOC_OP
};

enum { KNOWN = sizeof(known) / sizeof(known[0]) };

static uint32_t find(const noc_op *const *ops, uint32_t count, const noc_op *op)
{
    uint32_t i;

    for (i = 0; i < count && ops[i] != op; i++) {
    }
    return i;
}

uint16_t op_number(struct window *w, const noc_op *op)
{
    uint32_t i;

    if (op && op == w->op) {
        return w->op_number;
    }
    i = find(known, KNOWN, op);
    if (i == KNOWN) {
        i += find(w->ops, w->ops_count, op);
    }
    if (!op || i == KNOWN + w->ops_count) {
        return 0;
    }
    w->op = op;
    w->op_number = (uint16_t)(i + 1);
    return w->op_number;
}

const noc_op *op_numbered(const struct window *w, uint32_t number)
{
    if (number - 1 < KNOWN) {
        return known[number - 1];
    }
    return number - 1 - KNOWN < w->ops_count ? w->ops[number - 1 - KNOWN] : NULL;
}
