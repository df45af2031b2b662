/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Forces among bodies, each on each: the bodies of a rank travel round the ring of all ranks, and
 * those that are at home add up what the travellers do to them. Compared with all positions
 * gathered at every rank; and the sum of all forces is zero.
 */
#include <math.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 2 }; /* of a rank, at most */

struct body {
    double place[2];
    float mass;
};

static int rank, size, bodies;

static MPI_Datatype body_type(void)
{
    const MPI_Aint places[2] = {offsetof(struct body, place), offsetof(struct body, mass)};
    MPI_Datatype t, resized;

    MPI_Type_create_struct(2, (int[]){2, 1}, places, (MPI_Datatype[]){MPI_DOUBLE, MPI_FLOAT}, &t);
    MPI_Type_create_resized(t, 0, sizeof(struct body), &resized);
    MPI_Type_free(&t);
    MPI_Type_commit(&resized);
    return resized;
}

static void attract(const struct body *own, const struct body *others, int count,
                    double force[BODIES][2])
{
    int i, j;

    for (i = 0; i < bodies; i++) {
        for (j = 0; j < count; j++) {
            const double x = others[j].place[0] - own[i].place[0];
            const double y = others[j].place[1] - own[i].place[1];
            const double pull = own[i].mass * others[j].mass / (x * x + y * y + 0.25);

            force[i][0] += pull * x;
            force[i][1] += pull * y;
        }
    }
}

static void travel(const struct body *own, MPI_Datatype type, double force[BODIES][2])
{
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    struct body guests[BODIES], next[BODIES];
    MPI_Request requests[2];
    int i;

    memcpy(guests, own, sizeof(guests));
    for (i = 0; i < size; i++) {
        MPI_Irecv(next, bodies, type, from, i, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(guests, bodies, type, to, i, MPI_COMM_WORLD, &requests[1]);
        attract(own, guests, bodies, force);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        memcpy(guests, next, sizeof(guests));
    }
}

/* Whether a few of the forces are those of all bodies at once, and all of them balance. */
static int check(const struct body *own, MPI_Datatype type, double force[BODIES][2])
{
    struct body *all = malloc((size_t)size * BODIES * sizeof(*all));
    double wanted[BODIES][2] = {{0}}, sum[2] = {0}, total[2];
    int i, ok = 1, all_ok;

    MPI_Allgather(own, bodies, type, all, bodies, type, MPI_COMM_WORLD);
    attract(own, all, size * bodies, wanted);
    for (i = 0; i < bodies; i++) {
        ok &= fabs(force[i][0] - wanted[i][0]) < 1e-6 && fabs(force[i][1] - wanted[i][1]) < 1e-6;
        sum[0] += force[i][0];
        sum[1] += force[i][1];
    }
    MPI_Allreduce(sum, total, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    ok &= fabs(total[0]) < 1e-6 && fabs(total[1]) < 1e-6;
    MPI_Allreduce(&ok, &all_ok, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    free(all);
    return all_ok;
}

int main(int argc, char **argv)
{
    double force[BODIES][2] = {{0}};
    struct body own[BODIES];
    MPI_Datatype type;
    int i, ok;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bodies = size > 256 ? 1 : BODIES;
    for (i = 0; i < bodies; i++) {
        const int n = rank * bodies + i;

        own[i] = (struct body){{n * 37 % 101 / 8.0, n * 53 % 89 / 8.0}, 1 + n % 3};
    }
    type = body_type();
    travel(own, type, force);
    ok = check(own, type, force);
    if (rank == 0) {
        printf("nbody: %s\n", ok ? "the result is right" : "WRONG");
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return !ok;
}
