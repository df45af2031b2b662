/* SPDX-License-Identifier: BSD-2-Clause */
/* Datatypes: what their sizes, bounds, contents and names are. Any number of ranks. */
#include <limits.h>
#include <stddef.h>

#include "check.h"

static int size_of(MPI_Datatype t)
{
    int size = -1;

    MPI_Type_size(t, &size);
    return size;
}

static MPI_Aint extent_of(MPI_Datatype t)
{
    MPI_Aint lb, extent = -1;

    MPI_Type_get_extent(t, &lb, &extent);
    return extent;
}

static MPI_Aint lb_of(MPI_Datatype t)
{
    MPI_Aint lb = -1, extent;

    MPI_Type_get_extent(t, &lb, &extent);
    return lb;
}

static MPI_Aint true_lb_of(MPI_Datatype t)
{
    MPI_Aint lb = -1, extent;

    MPI_Type_get_true_extent(t, &lb, &extent);
    return lb;
}

static MPI_Aint true_extent_of(MPI_Datatype t)
{
    MPI_Aint lb, extent = -1;

    MPI_Type_get_true_extent(t, &lb, &extent);
    return extent;
}

static void predefined_types(void)
{
    struct {
        double value;
        int place;
    } pair;
    MPI_Count big = 0;

    CHECK("3.2.2", size_of(MPI_CHAR) == 1 && size_of(MPI_BYTE) == 1 && size_of(MPI_PACKED) == 1);
    CHECK("3.2.2", size_of(MPI_SHORT) == sizeof(short) && size_of(MPI_LONG) == sizeof(long));
    CHECK("3.2.2", size_of(MPI_LONG_LONG) == sizeof(long long));
    CHECK("3.2.2", size_of(MPI_UNSIGNED_CHAR) == 1 && size_of(MPI_SIGNED_CHAR) == 1);
    CHECK("3.2.2", size_of(MPI_LONG_DOUBLE) == sizeof(long double));
    CHECK("3.2.2", size_of(MPI_WCHAR) == sizeof(wchar_t));
    CHECK("3.2.2", size_of(MPI_INT8_T) == 1 && size_of(MPI_UINT16_T) == 2);
    CHECK("3.2.2", size_of(MPI_INT32_T) == 4 && size_of(MPI_UINT64_T) == 8);
    CHECK("3.2.2", size_of(MPI_C_DOUBLE_COMPLEX) == 2 * sizeof(double));
    CHECK("3.2.2",
          size_of(MPI_AINT) == sizeof(MPI_Aint) && size_of(MPI_COUNT) == sizeof(MPI_Count));
    CHECK("3.2.2", size_of(MPI_OFFSET) == sizeof(MPI_Offset));
    CHECK("5.9.4", size_of(MPI_DOUBLE_INT) == sizeof(double) + sizeof(int));
    CHECK("5.9.4", extent_of(MPI_DOUBLE_INT) == sizeof(pair));
    CHECK("5.9.4", size_of(MPI_2INT) == 2 * sizeof(int) && extent_of(MPI_2INT) == 2 * sizeof(int));
    CHECK("5.9.4", size_of(MPI_SHORT_INT) == sizeof(short) + sizeof(int));
    CHECK("4.1.5", MPI_Type_size_x(MPI_INT, &big) == MPI_SUCCESS && big == sizeof(int));
}

static void vectors(void)
{
    const int ints = sizeof(int);
    MPI_Datatype t, u;

    MPI_Type_contiguous(5, MPI_INT, &t);
    CHECK("4.1.2", size_of(t) == 5 * ints && extent_of(t) == 5 * ints && lb_of(t) == 0);
    MPI_Type_vector(2, 3, 4, t, &u);
    CHECK("4.1.2", size_of(u) == 30 * ints && extent_of(u) == 35 * ints);
    MPI_Type_free(&u);
    CHECK("4.1.9", u == MPI_DATATYPE_NULL);
    MPI_Type_vector(3, 1, -2, MPI_INT, &u);
    CHECK("4.1.2", size_of(u) == 3 * ints && extent_of(u) == 5 * ints && lb_of(u) == -4 * ints);
    MPI_Type_free(&u);
    MPI_Type_create_hvector(3, 2, 12, MPI_SHORT, &u);
    CHECK("4.1.2", size_of(u) == 12 && extent_of(u) == 28);
    MPI_Type_free(&u);
    MPI_Type_vector(2, 2, 3, MPI_DOUBLE_INT, &u);
    CHECK("4.1.2", extent_of(u) == 5 * extent_of(MPI_DOUBLE_INT));
    MPI_Type_free(&u);
    MPI_Type_contiguous(0, MPI_INT, &u);
    CHECK("4.1.2", size_of(u) == 0 && extent_of(u) == 0);
    MPI_Type_free(&u);
    MPI_Type_vector(3, 0, 7, MPI_INT, &u);
    CHECK("4.1.2", size_of(u) == 0);
    MPI_Type_free(&u);
    MPI_Type_free(&t);
}

static void indexed(void)
{
    const int lengths[3] = {3, 0, 1}, places[3] = {4, 90, 0};
    const MPI_Aint bytes[3] = {16, 1000, 3};
    const int ints = sizeof(int);
    MPI_Datatype t;

    MPI_Type_indexed(3, lengths, places, MPI_INT, &t);
    CHECK("4.1.2", size_of(t) == 4 * ints && lb_of(t) == 0 && extent_of(t) == 7 * ints);
    MPI_Type_free(&t);
    MPI_Type_create_hindexed(3, lengths, bytes, MPI_CHAR, &t);
    CHECK("4.1.2", size_of(t) == 4 && lb_of(t) == 3 && extent_of(t) == 16);
    MPI_Type_free(&t);
    MPI_Type_create_indexed_block(2, 2, places + 1, MPI_INT, &t);
    CHECK("4.1.2", size_of(t) == 4 * ints && extent_of(t) == 92 * ints);
    MPI_Type_free(&t);
    MPI_Type_create_hindexed_block(2, 3, bytes, MPI_CHAR, &t);
    CHECK("4.1.2", size_of(t) == 6 && lb_of(t) == 16 && extent_of(t) == 987);
    MPI_Type_free(&t);
}

static void structs(void)
{
    struct padded {
        double d;
        char c[3];
    };
    const int lengths[2] = {1, 3};
    const MPI_Aint places[2] = {offsetof(struct padded, d), offsetof(struct padded, c)};
    const MPI_Datatype types[2] = {MPI_DOUBLE, MPI_CHAR};
    MPI_Datatype t, u;

    MPI_Type_create_struct(2, lengths, places, types, &t);
    CHECK("4.1.6", size_of(t) == 11 && extent_of(t) == sizeof(struct padded));
    CHECK("4.1.8", true_lb_of(t) == 0 && true_extent_of(t) == 11);
    MPI_Type_contiguous(3, t, &u);
    CHECK("4.1.6", extent_of(u) == 3 * sizeof(struct padded));
    CHECK("4.1.8", true_extent_of(u) == 2 * sizeof(struct padded) + 11);
    MPI_Type_free(&u);
    MPI_Type_create_resized(t, -4, 40, &u);
    CHECK("4.1.7", lb_of(u) == -4 && extent_of(u) == 40 && size_of(u) == 11);
    CHECK("4.1.7", true_lb_of(u) == 0 && true_extent_of(u) == 11);
    MPI_Type_free(&t);
    MPI_Type_contiguous(2, u, &t);
    CHECK("4.1.7", lb_of(t) == -4 && extent_of(t) == 80);
    MPI_Type_free(&t);
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 100}, (MPI_Datatype[]){u, MPI_INT},
                           &t);
    CHECK("4.1.8", true_extent_of(t) == 104);
    MPI_Type_free(&t);
    MPI_Type_free(&u);
}

static void subarrays(void)
{
    const int sizes[3] = {4, 5, 6}, subsizes[3] = {2, 3, 2}, starts[3] = {1, 0, 3};
    const int ints = sizeof(int);
    MPI_Datatype t;

    MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &t);
    CHECK("4.1.3", size_of(t) == 12 * ints && lb_of(t) == 0 && extent_of(t) == 120 * ints);
    CHECK("4.1.3", true_lb_of(t) == (1 * 30 + 0 * 6 + 3) * ints);
    CHECK("4.1.3", true_extent_of(t) == (30 + 2 * 6 + 2) * ints);
    MPI_Type_free(&t);
    MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_INT, &t);
    CHECK("4.1.3", true_lb_of(t) == (1 + 0 * 4 + 3 * 20) * ints);
    CHECK("4.1.3", true_extent_of(t) == (20 + 2 * 4 + 2) * ints);
    MPI_Type_free(&t);
}

/* Which indices of a vector each of three processes gets. */
static void darrays(void)
{
    static const int wanted[3][3][6] = {
        {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10}}, /* blocks of 4 */
        {{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8}}, /* one by one */
        {{0, 1, 6, 7}, {2, 3, 8, 9}, {4, 5, 10}}, /* two by two */
    };
    static const int counts[3][3] = {{4, 4, 3}, {4, 4, 3}, {4, 4, 3}};
    static const int kinds[3] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC,
                                 MPI_DISTRIBUTE_CYCLIC};
    static const int arguments[3] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG, 2};
    int array[11], part[11], i, kind, p;

    for (i = 0; i < 11; i++) {
        array[i] = i;
    }
    for (kind = 0; kind < 3; kind++) {
        for (p = 0; p < 3; p++) {
            const int count = counts[kind][p];
            int position = 0;
            MPI_Datatype t;

            MPI_Type_create_darray(3, p, 1, (int[]){11}, &kinds[kind], &arguments[kind], (int[]){3},
                                   MPI_ORDER_C, MPI_INT, &t);
            MPI_Type_commit(&t);
            CHECK("4.1.4", size_of(t) == count * (int)sizeof(int));
            CHECK("4.1.4", extent_of(t) == sizeof(array));
            memset(part, -1, sizeof(part));
            MPI_Pack(array, 1, t, part, sizeof(part), &position, MPI_COMM_WORLD);
            CHECK("4.1.4", position == count * (int)sizeof(int));
            CHECK("4.1.4", !memcmp(part, wanted[kind][p], (size_t)count * sizeof(int)));
            MPI_Type_free(&t);
        }
    }
}

/* Of a matrix of 4 by 6, dealt out to 2 by 2 processes: rows by blocks, columns in turn. */
static void darray_of_matrix(void)
{
    const int sizes[2] = {4, 6}, kinds[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    const int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, 1}, processes[2] = {2, 2};
    int matrix[24], part[24], i, p;

    for (i = 0; i < 24; i++) {
        matrix[i] = i;
    }
    for (p = 0; p < 4; p++) {
        int position = 0;
        MPI_Datatype t;

        MPI_Type_create_darray(4, p, 2, sizes, kinds, arguments, processes, MPI_ORDER_C, MPI_INT,
                               &t);
        MPI_Type_commit(&t);
        MPI_Pack(matrix, 1, t, part, sizeof(part), &position, MPI_COMM_WORLD);
        CHECK("4.1.4", position == 6 * (int)sizeof(int));
        for (i = 0; i < 6; i++) {
            CHECK("4.1.4", part[i] == (p / 2 * 2 + i / 3) * 6 + p % 2 + i % 3 * 2);
        }
        MPI_Type_free(&t);
    }
}

static void contents(void)
{
    int integers, addresses, types, combiner, ints[8];
    MPI_Aint longs[4];
    MPI_Datatype t, u, inside[2] = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL};

    MPI_Type_get_envelope(MPI_INT, &integers, &addresses, &types, &combiner);
    CHECK("4.1.13", combiner == MPI_COMBINER_NAMED && integers + addresses + types == 0);
    MPI_Type_vector(7, 2, 3, MPI_FLOAT, &t);
    MPI_Type_get_envelope(t, &integers, &addresses, &types, &combiner);
    CHECK("4.1.13", combiner == MPI_COMBINER_VECTOR);
    CHECK("4.1.13", integers == 3 && addresses == 0 && types == 1);
    MPI_Type_get_contents(t, 3, 0, 1, ints, longs, inside);
    CHECK("4.1.13", ints[0] == 7 && ints[1] == 2 && ints[2] == 3 && inside[0] == MPI_FLOAT);
    MPI_Type_create_struct(2, (int[]){4, 5}, (MPI_Aint[]){8, -8}, (MPI_Datatype[]){MPI_INT, t}, &u);
    MPI_Type_free(&t);
    MPI_Type_get_envelope(u, &integers, &addresses, &types, &combiner);
    CHECK("4.1.13", combiner == MPI_COMBINER_STRUCT);
    CHECK("4.1.13", integers == 3 && addresses == 2 && types == 2);
    MPI_Type_get_contents(u, 3, 2, 2, ints, longs, inside);
    CHECK("4.1.13", ints[0] == 2 && ints[1] == 4 && ints[2] == 5 && longs[1] == -8);
    CHECK("4.1.13", inside[0] == MPI_INT && inside[1] != MPI_DATATYPE_NULL);
    /* What was freed lives on in what was made of it. */
    CHECK("4.1.9", size_of(inside[1]) == 14 * (int)sizeof(float));
    MPI_Type_free(&inside[1]);
    MPI_Type_free(&u);
    MPI_Type_dup(MPI_INT, &t);
    MPI_Type_get_envelope(t, &integers, &addresses, &types, &combiner);
    CHECK("4.1.10", combiner == MPI_COMBINER_DUP && types == 1 && size_of(t) == sizeof(int));
    MPI_Type_free(&t);
}

static int copied, deleted;

static int copy_function(MPI_Datatype t, int keyval, void *extra, void *value, void *made,
                         int *flag)
{
    (void)t;
    (void)keyval;
    (void)extra;
    copied++;
    *(void **)made = value;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_function(MPI_Datatype t, int keyval, void *value, void *extra)
{
    (void)t;
    (void)keyval;
    (void)value;
    (void)extra;
    deleted++;
    return MPI_SUCCESS;
}

static void names_and_attributes(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length, keyval, flag = 1, value = 5, *got = NULL;
    MPI_Datatype t, u;

    MPI_Type_get_name(MPI_INT, name, &length);
    CHECK("6.8", !strcmp(name, "MPI_INT") && length == 7);
    MPI_Type_contiguous(2, MPI_INT, &t);
    MPI_Type_get_name(t, name, &length);
    CHECK("6.8", !strcmp(name, "") && length == 0);
    MPI_Type_set_name(t, "two ints");
    MPI_Type_get_name(t, name, &length);
    CHECK("6.8", !strcmp(name, "two ints") && length == 8);

    MPI_Type_create_keyval(copy_function, delete_function, &keyval, NULL);
    MPI_Type_get_attr(t, keyval, &got, &flag);
    CHECK("6.7.4", !flag);
    MPI_Type_set_attr(t, keyval, &value);
    MPI_Type_get_attr(t, keyval, &got, &flag);
    CHECK("6.7.4", flag && got == &value);
    MPI_Type_dup(t, &u);
    got = NULL;
    MPI_Type_get_attr(u, keyval, &got, &flag);
    CHECK("6.7.4", copied == 1 && flag && got == &value);
    MPI_Type_free(&u);
    CHECK("6.7.4", deleted == 1);
    MPI_Type_delete_attr(t, keyval);
    CHECK("6.7.4", deleted == 2);
    MPI_Type_free_keyval(&keyval);
    CHECK("6.7.4", keyval == MPI_KEYVAL_INVALID);
    MPI_Type_free(&t);
}

static void wrong_arguments(void)
{
    MPI_Datatype t = MPI_INT;

    CHECK_ERROR("4.1.9", MPI_ERR_TYPE, MPI_Type_free(&t));
    CHECK_ERROR("8.4", MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &t));
    CHECK_ERROR("8.4", MPI_ERR_TYPE, MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &t));
    CHECK_REFUSED("8.4", MPI_Type_vector(1, -1, 1, MPI_INT, &t));
}

static void addresses(void)
{
    int array[4] = {0};
    MPI_Aint a, b;

    MPI_Get_address(&array[0], &a);
    MPI_Get_address(&array[3], &b);
    CHECK("4.1.5", b - a == 3 * sizeof(int));
    CHECK("4.1.5", MPI_Aint_diff(b, a) == 3 * sizeof(int));
    CHECK("4.1.5", MPI_Aint_add(a, 3 * sizeof(int)) == b);
}

static void match_size(void)
{
    MPI_Datatype t;

    MPI_Type_match_size(MPI_TYPECLASS_REAL, sizeof(double), &t);
    CHECK("17.1.9", size_of(t) == sizeof(double));
    MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 2, &t);
    CHECK("17.1.9", size_of(t) == 2);
    MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 2 * sizeof(float), &t);
    CHECK("17.1.9", size_of(t) == 2 * sizeof(float));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    predefined_types();
    vectors();
    indexed();
    structs();
    subarrays();
    darrays();
    darray_of_matrix();
    contents();
    names_and_attributes();
    wrong_arguments();
    addresses();
    match_size();
    return check_end("type_make");
}
