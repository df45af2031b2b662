/* SPDX-License-Identifier: BSD-2-Clause */
/* Operations: which are allowed, and how they are applied on one core (3.1: 5.9). */
#include <string.h>

#include "mpi_priv.h"
#include "types.h"

#define PREDEFINED(word, what)      \
    struct mpi_op mpi_op_##word = { \
        .mark = MARK_OP, .number = (what), .commutative = true, .references = 1};
PREDEFINED(max, OP_MAX)
PREDEFINED(min, OP_MIN)
PREDEFINED(sum, OP_SUM)
PREDEFINED(prod, OP_PROD)
PREDEFINED(land, OP_LAND)
PREDEFINED(lor, OP_LOR)
PREDEFINED(lxor, OP_LXOR)
PREDEFINED(band, OP_BAND)
PREDEFINED(bor, OP_BOR)
PREDEFINED(bxor, OP_BXOR)
PREDEFINED(maxloc, OP_MAXLOC)
PREDEFINED(minloc, OP_MINLOC)
PREDEFINED(replace, OP_REPLACE)
struct mpi_op mpi_op_no_op = {.mark = MARK_OP, .number = OP_NO_OP, .references = 1};

const noc_op *op_for(MPI_Op op, MPI_Datatype t)
{
    return op->number < OP_TABLED && t->operations ? t->operations->by[op->number] : NULL;
}

int op_check(MPI_Op op, MPI_Datatype t)
{
    if (!mpi_is(op, MARK_OP) || (op->number != OP_USER && !op_for(op, t))) {
        return MPI_ERR_OP;
    }
    return MPI_SUCCESS;
}

void op_apply(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype t)
{
    const noc_op *layers = op_for(op, t);

    if (!count || op->number == OP_NO_OP) {
        return;
    }
    if (layers) {
        layers->combine(layers, inout, in, (uint32_t)count);
    } else if (op->number == OP_USER) {
        op->function((void *)(uintptr_t)in, inout, &count, &t);
    } else if (type_copy(inout, count, t, in, count, t)) {
        mpi_die("MPI_REPLACE", MPI_ERR_NO_MEM, "the elements do not fit the heap");
    }
}

/* --- the program's own as one of the layer's ------------------------------------------ */

static void *memory_for(size_t bytes)
{
    void *memory = malloc(bytes);

    if (memory) {
        return memory;
    }
    mpi_die("an operation of the program", MPI_ERR_NO_MEM, "its elements do not fit the heap");
}

/* How many elements of at most n are laid out at once. Those that lie between each other take little
 * more memory together than one of them. */
static uint32_t at_once(MPI_Datatype t, uint32_t n)
{
    enum { AT_ONCE_BYTES = 512 };
    const MPI_Count step = t->extent < 0 ? -t->extent : t->extent;
    const MPI_Count some = step ? AT_ONCE_BYTES / step : 1;

    return some < 1 ? 1 : some > n ? n : (uint32_t)some;
}

/* A type with gaps: elements are laid out as the function expects them, some at a time. */
static void combine_packed(const struct op_wrapped *w, char *inout, const char *in, uint32_t n)
{
    enum { ALIGN = 8 }; /* as malloc's */
    MPI_Datatype t = w->type;
    const uint32_t some = at_once(t, n);
    MPI_Count low, high;
    char *memory, *a, *b;

    type_span(some, t, &low, &high);
    low &= -ALIGN;
    high = (high + ALIGN - 1) & -ALIGN;
    memory = memory_for(2 * (size_t)(high - low));
    a = memory - low;
    b = a + (high - low);
    while (n) {
        const uint32_t now = n < some ? n : some;
        const size_t bytes = (size_t)(now * t->size);

        type_unpack(a, now, t, in, bytes);
        type_unpack(b, now, t, inout, bytes);
        op_apply(w->user, a, b, (int)now, t);
        type_pack(inout, b, now, t);
        in += bytes;
        inout += bytes;
        n -= now;
    }
    free(memory);
}

static void combine_user(const noc_op *op, void *inout, const void *in, uint32_t n)
{
    const struct op_wrapped *w = (const struct op_wrapped *)(const void *)op;

    if (type_is_contiguous(w->type)) {
        op_apply(w->user, (const char *)in - w->type->true_lb, (char *)inout - w->type->true_lb,
                 (int)n, w->type);
    } else {
        combine_packed(w, inout, in, n);
    }
}

void op_wrap(struct op_wrapped *w, MPI_Op op, MPI_Datatype t)
{
    *w = (struct op_wrapped){
        .op = {.combine = combine_user, .bytes = type_bytes(1, t), .commutative = op->commutative},
        .user = op,
        .type = t};
}
