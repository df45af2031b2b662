/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every call of MPI with every wrong argument, one at a time (wrong_calls.py). Each has to call the
 * error handler with the call's name and a sentence that names the argument, and to return an error.
 * Rank 0 makes them, and rank 1 waits.
 *
 * usage: wrong_calls [CALL...]     only these
 */
#include "wrong_calls.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char memory[256], memory2[256], text[256], long_text[1024];
int ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, zeros[8], zeroed[8], numbers[64], number;
int ranges[1][3] = {{0, 0, 1}}, none[1] = {MPI_DISTRIBUTE_NONE},
    defaults[1] = {MPI_DISTRIBUTE_DFLT_DARG};
MPI_Aint places[8], aints[64], aint;
MPI_Count big;
MPI_Datatype types[64], vector, loose;
MPI_Comm cart, graph, dist, inter, copy;
MPI_Group group;
MPI_Win win, dynamic, shared;
MPI_Op op;
MPI_Info hints;
MPI_Errhandler handler, win_handler;
MPI_Request idle, requests[1] = {MPI_REQUEST_NULL};
MPI_Message message;
MPI_Status status, statuses[1];
int user_key, key_copy, user_class;
void *pointer, *attribute;

int less[8] = {-5, -5, -5, -5, -5, -5, -5, -5}, far_ranks[8] = {7, 7},
    twos[8] = {2, 2, 2, 2, 2, 2, 2, 2}, bad_ranges[1][3] = {{5, 9, 1}},
    next_range[1][3] = {{0, 2, 1}}; /* a rank too far */
char nothing[64] __attribute__((aligned(8)));
MPI_Comm no_comm, junk_comm = (MPI_Comm)(void *)nothing, world = MPI_COMM_WORLD;
MPI_Group no_group, junk_group = (MPI_Group)(void *)nothing;
MPI_Win no_win, junk_win = (MPI_Win)(void *)nothing;
MPI_Op no_op, junk_op = (MPI_Op)(void *)nothing, sum = MPI_SUM;
MPI_Info no_info, junk_info = (MPI_Info)(void *)nothing;
MPI_Errhandler no_handler, junk_handler = (MPI_Errhandler)(void *)nothing;
MPI_Datatype no_type, junk_type = (MPI_Datatype)(void *)nothing, int_type = MPI_INT;
MPI_Datatype junk_types[1] = {(MPI_Datatype)(void *)nothing};
MPI_Request no_request, junk_request = (MPI_Request)(void *)nothing;
MPI_Request junk_requests[1] = {(MPI_Request)(void *)nothing}, no_requests[1];
MPI_Message no_message, junk_message = (MPI_Message)(void *)nothing;

MPI_Comm made_comm;
MPI_Group made_group;
MPI_Datatype made_datatype;
MPI_Op made_op;
MPI_Request made_request;
MPI_Message made_message;
MPI_Errhandler made_errhandler;
MPI_Info made_info;
MPI_Win made_win;

int query(void *extra, MPI_Status *of)
{
    (void)extra;
    (void)of;
    return MPI_SUCCESS;
}

int release(void *extra)
{
    (void)extra;
    return MPI_SUCCESS;
}

int cancel(void *extra, int complete)
{
    (void)extra;
    (void)complete;
    return MPI_SUCCESS;
}

void a_user_function(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in;
    (void)inout;
    (void)count;
    (void)type;
}

/* What the last error said. */
static char told_call[64], told_why[MPI_MAX_ERROR_STRING];
static int told;

static void tell(va_list more)
{
    told++;
    snprintf(told_call, sizeof(told_call), "%s", va_arg(more, const char *));
    snprintf(told_why, sizeof(told_why), "%s", va_arg(more, const char *));
}

void a_comm_errhandler_function(MPI_Comm *comm, int *code, ...)
{
    va_list more;

    (void)comm;
    va_start(more, code);
    tell(more);
    va_end(more);
}

void a_win_errhandler_function(MPI_Win *of, int *code, ...)
{
    va_list more;

    (void)of;
    va_start(more, code);
    tell(more);
    va_end(more);
}

static int rank;

/* --- what the calls are made with ------------------------------------------------------------- */

static void make_communicators(void)
{
    MPI_Comm *const all[5] = {&cart, &graph, &dist, &inter, &copy};
    const int one = 1, zero = 0;
    int i;

    MPI_Cart_create(MPI_COMM_SELF, 1, &one, &one, 0, &cart);
    MPI_Graph_create(MPI_COMM_SELF, 1, &one, &zero, 0, &graph);
    MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, &zero, &one, 1, &zero, &one, MPI_INFO_NULL, 0,
                                   &dist);
    MPI_Comm_dup(MPI_COMM_SELF, &copy);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    for (i = 0; i < 5; i++) {
        MPI_Comm_set_errhandler(*all[i], handler);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
}

static void make_windows(void)
{
    MPI_Win_create(memory2, sizeof(memory2), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &pointer, &shared);
    MPI_Win_set_errhandler(win, win_handler);
    MPI_Win_set_errhandler(dynamic, win_handler);
    MPI_Win_set_errhandler(shared, win_handler);
    MPI_Win_fence(0, win);
}

static void make(void)
{
    int i;

    MPI_Comm_create_errhandler(a_comm_errhandler_function, &handler);
    MPI_Win_create_errhandler(a_win_errhandler_function, &win_handler);
    make_communicators();
    make_windows();
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Op_create(a_user_function, 1, &op);
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "key", "value");
    MPI_Type_create_hvector(2, 1, 8, MPI_INT, &vector);
    MPI_Type_contiguous(2, MPI_INT, &loose);
    for (i = 0; i < 64; i++) {
        types[i] = MPI_INT;
    }
    MPI_Isend(memory, 4, MPI_BYTE, rank, 8, MPI_COMM_WORLD, &made_request);
    MPI_Mprobe(rank, 8, MPI_COMM_WORLD, &message, &status);
    /* To nobody, from nobody: the rest means nothing. */
    MPI_Sendrecv_replace(NULL, 1, MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0,
                         MPI_COMM_WORLD, &status);
    MPI_Recv_init(memory, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &idle);
    MPI_Add_error_class(&user_class);
    memset(long_text, 'x', sizeof(long_text) - 1);
    make_stale();
}

/* --- the calls ------------------------------------------------------------------------------------ */

static int names(const char *why, const char *words)
{
    char word[64];
    size_t length;

    for (;; words += length + 1) {
        length = strcspn(words, "|");
        snprintf(word, sizeof(word), "%.*s", (int)length, words);
        if (strstr(why, word)) {
            return 1;
        }
        if (!words[length]) {
            return 0;
        }
    }
}

static int check(const struct wrong_call *w)
{
    int code;

    told = 0;
    told_call[0] = told_why[0] = '\0';
    code = w->make(w->wrong);
    if (code > 0 && told && !strcmp(told_call, w->call) && names(told_why, w->names)) {
        return 0;
    }
    printf("%s, %s = %s: code %d, told %d times: \"%s: %s\", not of %s\n", w->call, w->argument,
           w->value, code, told, told_call, told_why, w->names);
    fflush(stdout);
    return 1;
}

int main(int argc, char **argv)
{
    int failed = 0, made = 0, i, k;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make();
    if (told) {
        printf("the right calls of rank %d failed: %s: %s\n", rank, told_call, told_why);
        failed++;
    }
    for (i = 0; rank == 0 && i < wrong_calls_count; i++) {
        for (k = 1; k < argc && strcmp(argv[k], wrong_calls[i].call) != 0; k++) {
        }
        if (argc < 2 || k < argc) { /* it may be 0 */
            failed += check(&wrong_calls[i]);
            made++;
        }
    }
    end_stale();
    MPI_Mrecv(memory, 4, MPI_BYTE, &message, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) {
        MPI_Finalize();
        return 0;
    }
    printf("%d of %d wrong calls were not refused as they should be\n", failed, made);
    MPI_Finalize();
    return failed > 0;
}
