/* SPDX-License-Identifier: BSD-2-Clause */
/* Operations of reductions, predefined and of the program. Any number of ranks. */
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

#include "check.h"

/* Each rank gives rank + 1; the wanted results follow from the ranks alone. */
#define NUMBERS(c, type)                                                         \
    do {                                                                         \
        c in = (c)(check_rank + 1), sum = 0, max = 0, min = 0;                   \
        c product_in = (c)(check_rank < 3 ? check_rank + 1 : 1), product = 0;    \
                                                                                 \
        MPI_Allreduce(&in, &sum, 1, type, MPI_SUM, MPI_COMM_WORLD);              \
        CHECK("5.9.2", sum == (c)(check_size * (check_size + 1) / 2));           \
        MPI_Allreduce(&in, &max, 1, type, MPI_MAX, MPI_COMM_WORLD);              \
        CHECK("5.9.2", max == (c)check_size);                                    \
        MPI_Allreduce(&in, &min, 1, type, MPI_MIN, MPI_COMM_WORLD);              \
        CHECK("5.9.2", min == 1);                                                \
        MPI_Allreduce(&product_in, &product, 1, type, MPI_PROD, MPI_COMM_WORLD); \
        CHECK("5.9.2", product == (check_size > 2 ? 6 : (c)check_size));         \
    } while (0)

#define LOGICAL(c, type)                                                                      \
    do {                                                                                      \
        c in[3] = {(c)(check_rank == 0), (c)(check_rank != 0), 1}, out[3];                    \
                                                                                              \
        MPI_Allreduce(in, out, 3, type, MPI_LAND, MPI_COMM_WORLD);                            \
        CHECK("5.9.2", out[0] == (check_size == 1) && !out[1] && out[2]);                     \
        MPI_Allreduce(in, out, 3, type, MPI_LOR, MPI_COMM_WORLD);                             \
        CHECK("5.9.2", out[0] && (!out[1]) == (check_size == 1) && out[2]);                   \
        MPI_Allreduce(in, out, 3, type, MPI_LXOR, MPI_COMM_WORLD);                            \
        CHECK("5.9.2",                                                                        \
              out[0] && (!out[1]) == (check_size % 2) && (!out[2]) == (check_size % 2 == 0)); \
        in[0] = (c)(type == MPI_C_BOOL ? 1 : check_rank % 7 + 1); /* all are true */          \
        MPI_Allreduce(in, out, 1, type, MPI_LXOR, MPI_COMM_WORLD);                            \
        CHECK("5.9.2", (int)out[0] == check_size % 2);                                        \
    } while (0)

#define BITS(c, type)                                                             \
    do {                                                                          \
        c in[2] = {(c)(1 << check_rank % 7), (c)(0x55 | check_rank % 2)}, out[2]; \
        c any = 0, odd = 0;                                                       \
        int r_;                                                                   \
                                                                                  \
        for (r_ = 0; r_ < check_size; r_++) {                                     \
            any |= (c)(1 << r_ % 7);                                              \
            odd ^= (c)(1 << r_ % 7);                                              \
        }                                                                         \
        MPI_Allreduce(in, out, 2, type, MPI_BOR, MPI_COMM_WORLD);                 \
        CHECK("5.9.2", out[0] == any && out[1] == 0x55);                          \
        MPI_Allreduce(in, out, 2, type, MPI_BXOR, MPI_COMM_WORLD);                \
        CHECK("5.9.2", out[0] == odd);                                            \
        MPI_Allreduce(in, out, 2, type, MPI_BAND, MPI_COMM_WORLD);                \
        CHECK("5.9.2", out[0] == (check_size > 1 ? 0 : 1) && out[1] == 0x55);     \
    } while (0)

#define INTEGERS(c, type)       \
    do {                        \
        if (check_size <= 15) { \
            NUMBERS(c, type);   \
        }                       \
        LOGICAL(c, type);       \
        BITS(c, type);          \
    } while (0)

static void predefined_operations(void)
{
    INTEGERS(signed char, MPI_SIGNED_CHAR);
    INTEGERS(unsigned char, MPI_UNSIGNED_CHAR);
    INTEGERS(short, MPI_SHORT);
    INTEGERS(unsigned short, MPI_UNSIGNED_SHORT);
    INTEGERS(int, MPI_INT);
    INTEGERS(unsigned, MPI_UNSIGNED);
    INTEGERS(long, MPI_LONG);
    INTEGERS(unsigned long, MPI_UNSIGNED_LONG);
    INTEGERS(long long, MPI_LONG_LONG);
    INTEGERS(uint64_t, MPI_UINT64_T);
    INTEGERS(int8_t, MPI_INT8_T);
    INTEGERS(MPI_Aint, MPI_AINT);
    INTEGERS(MPI_Offset, MPI_OFFSET);
    NUMBERS(float, MPI_FLOAT);
    NUMBERS(double, MPI_DOUBLE);
    NUMBERS(long double, MPI_LONG_DOUBLE);
    LOGICAL(bool, MPI_C_BOOL);
    BITS(unsigned char, MPI_BYTE);
}

static void complex_numbers(void)
{
    const double complex in = 1 + check_rank * I;
    double complex sum = 0, product = 0, wanted = 1;
    float complex small = 2 * I, small_sum = 0;
    int i;

    for (i = 0; i < check_size && i < 4; i++) {
        wanted *= 1 + i * I;
    }
    MPI_Allreduce(&in, &sum, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
    CHECK("5.9.2", creal(sum) == check_size && cimag(sum) == check_size * (check_size - 1) / 2);
    MPI_Allreduce(check_rank < 4 ? &in : &(double complex){1}, &product, 1, MPI_C_DOUBLE_COMPLEX,
                  MPI_PROD, MPI_COMM_WORLD);
    CHECK("5.9.2", creal(product) == creal(wanted) && cimag(product) == cimag(wanted));
    MPI_Allreduce(&small, &small_sum, 1, MPI_C_FLOAT_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
    CHECK("5.9.2", crealf(small_sum) == 0 && cimagf(small_sum) == 2 * check_size);
}

#define PAIRS(c, type)                                                                       \
    do {                                                                                     \
        struct {                                                                             \
            c value;                                                                         \
            int place;                                                                       \
        } in[2] = {{(c)(check_rank % 3), check_rank}, {7, check_size - check_rank}}, out[2]; \
                                                                                             \
        MPI_Allreduce(in, out, 2, type, MPI_MAXLOC, MPI_COMM_WORLD);                         \
        CHECK("5.9.4", out[0].value == (c)(check_size > 2 ? 2 : check_size - 1));            \
        CHECK("5.9.4", out[0].place == (check_size > 2 ? 2 : check_size - 1));               \
        CHECK("5.9.4", out[1].value == 7 && out[1].place == 1);                              \
        MPI_Allreduce(in, out, 2, type, MPI_MINLOC, MPI_COMM_WORLD);                         \
        CHECK("5.9.4", out[0].value == 0 && out[0].place == 0);                              \
        CHECK("5.9.4", out[1].value == 7 && out[1].place == 1);                              \
    } while (0)

static void pairs(void)
{
    PAIRS(float, MPI_FLOAT_INT);
    PAIRS(double, MPI_DOUBLE_INT);
    PAIRS(long, MPI_LONG_INT);
    PAIRS(int, MPI_2INT);
    PAIRS(short, MPI_SHORT_INT);
    PAIRS(long double, MPI_LONG_DOUBLE_INT);
}

/* Two by two matrices, whose product is not commutative. */
struct matrix {
    int a[4];
};

static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const struct matrix *x = in;
    struct matrix *y = inout;
    int size, i;

    MPI_Type_size(*type, &size);
    CHECK("5.9.5", size == sizeof(struct matrix));
    for (i = 0; i < *count; i++, x++, y++) {
        const struct matrix z = {
            {x->a[0] * y->a[0] + x->a[1] * y->a[2], x->a[0] * y->a[1] + x->a[1] * y->a[3],
             x->a[2] * y->a[0] + x->a[3] * y->a[2], x->a[2] * y->a[1] + x->a[3] * y->a[3]}};

        *y = z;
    }
}

/* Products of (1 r; 0 1) and (1 0; 1 1) in turn depend on their order; modulo 2^32 they stay ints. */
static struct matrix factor(int rank)
{
    return rank % 2 ? (struct matrix){{1, 0, 1, 1}} : (struct matrix){{1, rank % 5, 0, 1}};
}

static struct matrix product_of(int ranks)
{
    struct matrix all = {{1, 0, 0, 1}};
    int i;

    for (i = 0; i < ranks; i++) {
        struct matrix next = factor(i);
        const struct matrix z = {{all.a[0] * next.a[0] + all.a[1] * next.a[2],
                                  all.a[0] * next.a[1] + all.a[1] * next.a[3],
                                  all.a[2] * next.a[0] + all.a[3] * next.a[2],
                                  all.a[2] * next.a[1] + all.a[3] * next.a[3]}};

        all = z;
    }
    return all;
}

static void own_operation(void)
{
    const int some = check_size < 16 ? check_size : 16;
    struct matrix in = factor(check_rank), out = {{0}}, wanted = product_of(some);
    int commutes = 5;
    MPI_Datatype t;
    MPI_Op op;

    if (check_rank >= some) {
        in = (struct matrix){{1, 0, 0, 1}};
    }
    MPI_Type_contiguous(4, MPI_INT, &t);
    MPI_Type_commit(&t);
    MPI_Op_create(multiply, 0, &op);
    MPI_Op_commutative(op, &commutes);
    CHECK("5.9.7", commutes == 0);
    MPI_Op_commutative(MPI_SUM, &commutes);
    CHECK("5.9.7", commutes == 1);
    MPI_Allreduce(&in, &out, 1, t, op, MPI_COMM_WORLD);
    CHECK("5.9.5", !memcmp(&out, &wanted, sizeof(out)));
    memset(&out, 0, sizeof(out));
    MPI_Reduce(&in, &out, 1, t, op, check_size - 1, MPI_COMM_WORLD);
    CHECK("5.9.1", check_rank != check_size - 1 || !memcmp(&out, &wanted, sizeof(out)));
    MPI_Scan(&in, &out, 1, t, op, MPI_COMM_WORLD);
    wanted = product_of(check_rank < some ? check_rank + 1 : some);
    CHECK("5.11.1", !memcmp(&out, &wanted, sizeof(out)));
    MPI_Op_free(&op);
    CHECK("5.9.5", op == MPI_OP_NULL);
    MPI_Type_free(&t);
}

/* Elements with gaps, which nobody touches. */
struct spread {
    short value;
    int gap;
    short other;
};

static void add_spread(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const struct spread *x = in;
    struct spread *y = inout;
    int i;

    (void)type;
    for (i = 0; i < *count; i++) {
        y[i].value = (short)(y[i].value + x[i].value);
        y[i].other = (short)(y[i].other + x[i].other);
    }
}

static void own_operation_with_gaps(void)
{
    struct spread in[10], out[10];
    MPI_Datatype t, u;
    MPI_Op op;
    int i;

    MPI_Type_create_hindexed_block(2, 1, (MPI_Aint[]){0, 8}, MPI_SHORT, &u);
    MPI_Type_create_resized(u, 0, sizeof(struct spread), &t);
    MPI_Type_commit(&t);
    for (i = 0; i < 10; i++) {
        in[i] = (struct spread){(short)(i + check_rank), 4, 1};
        out[i] = (struct spread){0, 5, 0};
    }
    MPI_Op_create(add_spread, 1, &op);
    MPI_Allreduce(in, out, 10, t, op, MPI_COMM_WORLD);
    for (i = 0; i < 10; i++) {
        CHECK("5.9.5", out[i].value == i * check_size + check_size * (check_size - 1) / 2);
        CHECK("5.9.5", out[i].gap == 5 && out[i].other == check_size);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&t);
    MPI_Type_free(&u);
}

/* Columns of a matrix: the elements of one lie between those of the others. */
enum { SIDE = 32 };

static int step; /* from one column to the next, doubles */

static void add_columns(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const double *x = in;
    double *y = inout;
    int i, k;

    (void)type;
    for (i = 0; i < *count; i++) {
        for (k = 0; k < SIDE; k++) {
            y[i * step + k * SIDE] += x[i * step + k * SIDE];
        }
    }
}

static void own_operation_on_columns(int direction)
{
    static double in[SIDE][SIDE], out[SIDE][SIDE];
    const int first = direction > 0 ? 0 : SIDE - 1;
    MPI_Datatype strided, column;
    int i, k, good = 1;
    MPI_Op op;

    step = direction;
    MPI_Type_vector(SIDE, 1, SIDE, MPI_DOUBLE, &strided);
    MPI_Type_create_resized(strided, 0, direction * (int)sizeof(double), &column);
    MPI_Type_commit(&column);
    MPI_Op_create(add_columns, 1, &op);
    for (i = 0; i < SIDE; i++) {
        for (k = 0; k < SIDE; k++) {
            in[i][k] = i * 1000 + k + check_rank;
            out[i][k] = 0;
        }
    }
    CHECK("5.9.5", !MPI_Allreduce(&in[0][first], &out[0][first], SIDE, column, op, MPI_COMM_WORLD));
    for (i = 0; i < SIDE; i++) {
        for (k = 0; k < SIDE; k++) {
            good = good &&
                   out[i][k] == (i * 1000 + k) * check_size + check_size * (check_size - 1) / 2;
        }
    }
    CHECK("5.9.5", good);
    MPI_Op_free(&op);
    MPI_Type_free(&column);
    MPI_Type_free(&strided);
}

static void reduce_local(void)
{
    int in[3] = {1, 2, 3}, inout[3] = {10, 20, 30};
    struct matrix x = {{1, 2, 0, 1}}, y = {{1, 0, 3, 1}};
    MPI_Datatype t;
    MPI_Op op;

    MPI_Reduce_local(in, inout, 3, MPI_INT, MPI_SUM);
    CHECK("5.9.7", inout[0] == 11 && inout[2] == 33);
    MPI_Type_contiguous(4, MPI_INT, &t);
    MPI_Type_commit(&t);
    MPI_Op_create(multiply, 0, &op);
    MPI_Reduce_local(&x, &y, 1, t, op);
    CHECK("5.9.7", y.a[0] == 7 && y.a[1] == 2 && y.a[2] == 3 && y.a[3] == 1);
    MPI_Op_free(&op);
    MPI_Type_free(&t);
}

static void wrong_pairs(void)
{
    double d = 0, e = 0;
    int i = 0, j = 0;

    CHECK_ERROR("5.9.2", MPI_ERR_OP, MPI_Allreduce(&d, &e, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_SELF));
    CHECK_ERROR("5.9.2", MPI_ERR_OP, MPI_Allreduce(&i, &j, 1, MPI_INT, MPI_MAXLOC, MPI_COMM_SELF));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    predefined_operations();
    complex_numbers();
    pairs();
    own_operation();
    own_operation_with_gaps();
    own_operation_on_columns(1);
    own_operation_on_columns(-1);
    reduce_local();
    wrong_pairs();
    return check_end("op_reduce");
}
