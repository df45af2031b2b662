/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The operations of MPI as a list that all ranks have alike, since a message has an operation's number
 * in it. A program has the tables of the types that it names: the others are weak here, so that the
 * list does not bring them along, and stand in it as an operation that does nothing.
 */
#include "op_tables.h"
#include "win.h"

#define TABLE(word) extern const struct type_operations operations_##word __attribute__((weak))
TABLE(int8);
TABLE(uint8);
TABLE(int16);
TABLE(uint16);
TABLE(int32);
TABLE(uint32);
TABLE(int64);
TABLE(uint64);
TABLE(float);
TABLE(double);
TABLE(long_double);
TABLE(bool);
TABLE(byte);
TABLE(float_complex);
TABLE(double_complex);
TABLE(long_double_complex);
#define PAIR(word, first, second) TABLE(word);
#include "type_pairs.def"
#undef PAIR

static const struct type_operations *const tables[] = {
    &operations_int8,           &operations_uint8,
    &operations_int16,          &operations_uint16,
    &operations_int32,          &operations_uint32,
    &operations_int64,          &operations_uint64,
    &operations_float,          &operations_double,
    &operations_long_double,    &operations_bool,
    &operations_byte,           &operations_float_complex,
    &operations_double_complex, &operations_long_double_complex,
#define PAIR(word, first, second) &operations_##word,
#include "type_pairs.def"
#undef PAIR
};

enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

static void nothing(const noc_op *op, void *inout, const void *in, uint32_t elements)
{
    (void)op;
    (void)inout;
    (void)in;
    (void)elements;
}

static const noc_op none = {.combine = nothing, .bytes = 1, .commutative = true};
static const noc_op **list;

const noc_op *win_op(MPI_Op op, MPI_Datatype type)
{
    return op->number == OP_REPLACE ? &noc_replace : op_for(op, type);
}

static bool list_make(void)
{
    uint32_t i, k;

    list = malloc(TABLES * OP_TABLED * sizeof(*list));
    for (i = 0; list && i < TABLES; i++) {
        for (k = 0; k < OP_TABLED; k++) {
            const noc_op *op = tables[i] ? tables[i]->by[k] : NULL;

            list[i * OP_TABLED + k] = op ? op : &none;
        }
    }
    return list;
}

bool win_operations_ready(void)
{
    return list || list_make();
}

/* Nobody accumulates before all know the list. */
int win_operations(const char *call, MPI_Win win)
{
    noc_err err = noc_window_operations(win->window, list, TABLES * OP_TABLED);

    err = err ? err : noc_barrier(win->comm->group, NOC_FOREVER);
    return err ? win_fail_noc(win, call, err) : MPI_SUCCESS;
}
