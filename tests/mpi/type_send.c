/* SPDX-License-Identifier: BSD-2-Clause */
/* Datatypes in messages: layouts, packing, partial receives, external32. Two ranks or more. */
#include <stddef.h>

#include "check.h"

enum { ROWS = 6, COLUMNS = 7 };

/* What rank 0 sends to itself or to rank 1, laid out by one type and received by another. */
static void carry(const void *from, int count, MPI_Datatype t, void *to, int to_count,
                  MPI_Datatype to_type, MPI_Status *status)
{
    MPI_Sendrecv(from, count, t, check_rank, 3, to, to_count, to_type, check_rank, 3,
                 MPI_COMM_WORLD, status);
}

static void columns(void)
{
    int a[ROWS][COLUMNS], b[ROWS], c[ROWS][COLUMNS], i, j;
    MPI_Datatype column, resized;

    for (i = 0; i < ROWS; i++) {
        for (j = 0; j < COLUMNS; j++) {
            a[i][j] = 100 * i + j;
            c[i][j] = -1;
        }
    }
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_commit(&column);
    carry(&a[0][2], 1, column, b, ROWS, MPI_INT, MPI_STATUS_IGNORE);
    for (i = 0; i < ROWS; i++) {
        CHECK("4.1.11", b[i] == 100 * i + 2);
    }
    carry(b, ROWS, MPI_INT, &c[0][5], 1, column, MPI_STATUS_IGNORE);
    for (i = 0; i < ROWS; i++) {
        for (j = 0; j < COLUMNS; j++) {
            CHECK("4.1.11", c[i][j] == (j == 5 ? 100 * i + 2 : -1));
        }
    }
    /* All columns at once transpose a matrix. */
    MPI_Type_create_resized(column, 0, sizeof(int), &resized);
    MPI_Type_commit(&resized);
    carry(a, COLUMNS, resized, c, ROWS * COLUMNS, MPI_INT, MPI_STATUS_IGNORE);
    for (i = 0; i < ROWS * COLUMNS; i++) {
        CHECK("4.1.7", (&c[0][0])[i] == a[i % ROWS][i / ROWS]);
    }
    MPI_Type_free(&resized);
    MPI_Type_free(&column);
}

struct particle {
    char kind;
    double place[3];
    short charge[2];
};

static void structs(void)
{
    const int lengths[3] = {1, 3, 2};
    const MPI_Aint places[3] = {offsetof(struct particle, kind), offsetof(struct particle, place),
                                offsetof(struct particle, charge)};
    const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
    const int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    struct particle a[5], b[5];
    MPI_Datatype t;
    MPI_Request request;
    MPI_Status status;
    int i, count;

    MPI_Type_create_struct(3, lengths, places, types, &t);
    MPI_Type_commit(&t);
    memset(a, 0, sizeof(a));
    memset(b, 0, sizeof(b));
    for (i = 0; i < 5; i++) {
        a[i] = (struct particle){(char)('a' + i), {i, check_rank, 0.5}, {(short)i, -1}};
    }
    MPI_Irecv(b, 5, t, from, 1, MPI_COMM_WORLD, &request);
    MPI_Send(a, 4, t, to, 1, MPI_COMM_WORLD);
    /* It is in use until the receive is done, and free after that (4.1.9). */
    MPI_Type_free(&t);
    MPI_Wait(&request, &status);
    for (i = 0; i < 4; i++) {
        CHECK("4.1.9", b[i].kind == 'a' + i && b[i].place[0] == i && b[i].place[1] == from);
        CHECK("4.1.9", b[i].charge[0] == i && b[i].charge[1] == -1);
    }
    CHECK("4.1.9", b[4].kind == 0);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK("3.2.5", count == 4 * (1 + 3 * (int)sizeof(double) + 2 * (int)sizeof(short)));
}

static void overlapping_order(void)
{
    const int lengths[3] = {2, 1, 3}, places[3] = {5, 0, 2};
    const int wanted[6] = {5, 6, 0, 2, 3, 4};
    int a[8], b[6], i;
    MPI_Datatype t;

    for (i = 0; i < 8; i++) {
        a[i] = i;
    }
    MPI_Type_indexed(3, lengths, places, MPI_INT, &t);
    MPI_Type_commit(&t);
    carry(a, 1, t, b, 6, MPI_INT, MPI_STATUS_IGNORE);
    CHECK("4.1", !memcmp(b, wanted, sizeof(b)));
    MPI_Type_free(&t);
}

/* Addresses of one's own instead of a buffer (4.1.12). */
static void bottom(void)
{
    int a = 7, b[3] = {1, 2, 3}, got[4] = {0};
    const int lengths[2] = {1, 3};
    const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Aint places[2];
    MPI_Datatype t;

    MPI_Get_address(&a, &places[0]);
    MPI_Get_address(b, &places[1]);
    MPI_Type_create_struct(2, lengths, places, types, &t);
    MPI_Type_commit(&t);
    carry(MPI_BOTTOM, 1, t, got, 4, MPI_INT, MPI_STATUS_IGNORE);
    CHECK("4.1.12", got[0] == 7 && got[1] == 1 && got[3] == 3);
    MPI_Type_free(&t);
}

static void partial(void)
{
    const int lengths[2] = {2, 1};
    const MPI_Aint places[2] = {0, 16};
    const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
    char from[24] = {0}, to[100];
    int count, elements;
    MPI_Count many;
    MPI_Datatype t;
    MPI_Status status;

    MPI_Type_create_struct(2, lengths, places, types, &t);
    MPI_Type_commit(&t);
    carry(from, 1, t, to, 3, t, &status);
    MPI_Get_count(&status, t, &count);
    MPI_Get_elements(&status, t, &elements);
    CHECK("4.1.11", count == 1 && elements == 3);
    carry(from, 1, MPI_INT, to, 3, t, &status);
    MPI_Get_count(&status, t, &count);
    MPI_Get_elements(&status, t, &elements);
    CHECK("4.1.11", count == MPI_UNDEFINED && elements == 1);
    carry(from, 2, MPI_INT, to, 3, t, &status);
    MPI_Get_elements_x(&status, t, &many);
    CHECK("4.1.11", many == 2);
    carry(from, 0, MPI_INT, to, 3, t, &status);
    MPI_Get_count(&status, t, &count);
    MPI_Get_elements(&status, t, &elements);
    CHECK("4.1.11", count == 0 && elements == 0);
    MPI_Status_set_elements(&status, MPI_INT, 4);
    MPI_Get_elements(&status, MPI_INT, &elements);
    CHECK("12.3", elements == 4);
    MPI_Type_free(&t);
}

static void pack(void)
{
    char buffer[200];
    int i = 5, n[3] = {1, 2, 3}, position = 0, size, got = 0, gots[3] = {0};
    double d = 2.5, gotd = 0;

    MPI_Pack_size(3, MPI_INT, MPI_COMM_WORLD, &size);
    CHECK("4.2", size >= 3 * (int)sizeof(int));
    MPI_Pack(&i, 1, MPI_INT, buffer, sizeof(buffer), &position, MPI_COMM_WORLD);
    MPI_Pack(n, 3, MPI_INT, buffer, sizeof(buffer), &position, MPI_COMM_WORLD);
    MPI_Pack(&d, 1, MPI_DOUBLE, buffer, sizeof(buffer), &position, MPI_COMM_WORLD);
    size = position;
    /* What was packed may be received as what it was, and the other way round. */
    if (check_rank == 0) {
        MPI_Send(buffer, size, MPI_PACKED, 1, 9, MPI_COMM_WORLD);
        MPI_Send(n, 3, MPI_INT, 1, 9, MPI_COMM_WORLD);
    } else if (check_rank == 1) {
        memset(buffer, 0, sizeof(buffer));
        MPI_Recv(buffer, sizeof(buffer), MPI_PACKED, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        position = 0;
        MPI_Unpack(buffer, size, &position, &got, 1, MPI_INT, MPI_COMM_WORLD);
        MPI_Unpack(buffer, size, &position, gots, 3, MPI_INT, MPI_COMM_WORLD);
        MPI_Unpack(buffer, size, &position, &gotd, 1, MPI_DOUBLE, MPI_COMM_WORLD);
        CHECK("4.2", position == size && got == 5 && gots[1] == 2 && gots[2] == 3 && gotd == 2.5);
        MPI_Recv(buffer, sizeof(buffer), MPI_PACKED, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        position = 0;
        MPI_Unpack(buffer, sizeof(buffer), &position, gots, 3, MPI_INT, MPI_COMM_WORLD);
        CHECK("4.2", gots[0] == 1 && gots[2] == 3);
    }
}

static void external(void)
{
    const unsigned char wanted[14] = {1, 2, 3, 4, 0xff, 0xfe, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0};
    const int i = 0x01020304;
    const short s = -2;
    const double d = 1.5;
    const MPI_Aint minus = -2;
    unsigned char buffer[20];
    int got_i = 0;
    short got_s = 0;
    double got_d = 0;
    MPI_Aint size = 0, position = 0;

    MPI_Pack_external_size("external32", 3, MPI_DOUBLE, &size);
    CHECK("4.3", size == 24);
    MPI_Pack_external("external32", &i, 1, MPI_INT, buffer, 20, &position);
    MPI_Pack_external("external32", &s, 1, MPI_SHORT, buffer, 20, &position);
    MPI_Pack_external("external32", &d, 1, MPI_DOUBLE, buffer, 20, &position);
    CHECK("13.5.2", position == 14 && !memcmp(buffer, wanted, 14));
    position = 0;
    MPI_Unpack_external("external32", buffer, 14, &position, &got_i, 1, MPI_INT);
    MPI_Unpack_external("external32", buffer, 14, &position, &got_s, 1, MPI_SHORT);
    MPI_Unpack_external("external32", buffer, 14, &position, &got_d, 1, MPI_DOUBLE);
    CHECK("4.3", position == 14 && got_i == i && got_s == s && got_d == d);
    position = 0;
    MPI_Pack_external("external32", &minus, 1, MPI_AINT, buffer, 20, &position);
    CHECK("13.5.2", position == 8 && buffer[0] == 0xff && buffer[6] == 0xff && buffer[7] == 0xfe);
}

/* A chain of types, each with a gap that the one before has not, a hundred deep. */
static void deep(void)
{
    enum { DEPTH = 100 };
    static char a[8 * DEPTH + 16], b[8 * DEPTH + 16];
    MPI_Datatype t, u;
    int i, size, position = 0;

    MPI_Type_dup(MPI_CHAR, &t);
    for (i = 0; i < DEPTH; i++) {
        MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){i ? 7 : 0, 3},
                               (MPI_Datatype[]){t, MPI_CHAR}, &u);
        MPI_Type_free(&t);
        t = u;
    }
    MPI_Type_commit(&t);
    MPI_Type_size(t, &size);
    CHECK("4.1", size == DEPTH + 1);
    for (i = 0; i < (int)sizeof(a); i++) {
        a[i] = (char)(i % 100);
    }
    MPI_Pack(a, 1, t, b, sizeof(b), &position, MPI_COMM_WORLD);
    CHECK("4.1", position == size && b[0] == (char)(7 * (DEPTH - 1) % 100));
    for (i = 1; i <= DEPTH; i++) {
        CHECK("4.1", b[i] == (char)((7 * (DEPTH - i) + 3) % 100));
    }
    memcpy(a, b, sizeof(a));
    memset(b, -1, sizeof(b));
    position = 0;
    MPI_Unpack(a, size, &position, b, 1, t, MPI_COMM_WORLD);
    CHECK("4.1", b[7 * (DEPTH - 1)] == a[0] && b[3] == a[DEPTH] && b[4] == (char)-1);
    MPI_Type_free(&t);
}

/* Messages that are longer than what the network takes at once, from gaps to gaps. */
static void long_messages(void)
{
    enum { COUNT = 1500 };
    static int a[3 * COUNT], b[2 * COUNT];
    const int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    MPI_Datatype thirds, halves;
    int i, wrong = 0;

    for (i = 0; i < 3 * COUNT; i++) {
        a[i] = i + check_rank;
    }
    MPI_Type_vector(COUNT, 1, 3, MPI_INT, &thirds);
    MPI_Type_commit(&thirds);
    MPI_Type_vector(COUNT, 1, 2, MPI_INT, &halves);
    MPI_Type_commit(&halves);
    memset(b, -1, sizeof(b));
    MPI_Sendrecv(a, 1, thirds, to, 2, b, 1, halves, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < COUNT; i++) {
        wrong += b[2 * i] != 3 * i + from || b[2 * i + 1] != -1;
    }
    CHECK("4.1.11", wrong == 0);
    MPI_Type_free(&thirds);
    MPI_Type_free(&halves);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    columns();
    structs();
    overlapping_order();
    bottom();
    partial();
    pack();
    external();
    deep();
    long_messages();
    return check_end("type_send");
}
