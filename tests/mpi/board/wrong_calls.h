/* SPDX-License-Identifier: BSD-2-Clause */
/* What the calls that wrong_calls.py writes are made with (wrong_calls.c). */
#ifndef TESTS_MPI_WRONG_CALLS_H
#define TESTS_MPI_WRONG_CALLS_H

#include <mpi.h>
#include <stddef.h>

/* One wrong argument of one call. */
struct wrong_call {
    const char *call;
    int (*make)(int wrong);
    int wrong;
    const char *argument, *value;
    const char *names; /* the error's sentence has one of these in it: "this|that" */
};

extern const struct wrong_call wrong_calls[];
extern const int wrong_calls_count;

/* Right values. */
extern char memory[256], memory2[256], text[256], long_text[1024];
extern int ones[8], zeros[8], zeroed[8], numbers[64], number, ranges[1][3], none[1], defaults[1];
extern MPI_Aint places[8], aints[64], aint;
extern MPI_Count big;
extern MPI_Datatype types[64], vector, loose;
extern MPI_Comm cart, graph, dist, inter, copy;
extern MPI_Group group;
extern MPI_Win win, dynamic, shared;
extern MPI_Op op;
extern MPI_Info hints;
extern MPI_Errhandler handler, win_handler;
extern MPI_Request idle, requests[1];
extern MPI_Message message;
extern MPI_Status status, statuses[1];
extern int user_key, key_copy, user_class;
extern void *pointer, *attribute;

/* Wrong ones. */
extern int less[8], far_ranks[8], twos[8], bad_ranges[1][3], next_range[1][3];
extern char nothing[64]; /* no handle points there */
extern MPI_Comm no_comm, junk_comm, world;
extern MPI_Group no_group, junk_group;
extern MPI_Win no_win, junk_win;
extern MPI_Op no_op, junk_op, sum;
extern MPI_Info no_info, junk_info;
extern MPI_Errhandler no_handler, junk_handler;
extern MPI_Datatype no_type, junk_type, int_type, junk_types[1];
extern MPI_Request no_request, junk_request, junk_requests[1], no_requests[1];
extern MPI_Message no_message, junk_message;

/* Handles that were freed: others of their kind were made since, then others of all kinds, then none;
 * the last one of most was freed while something used it. */
extern MPI_Comm stale_comm[4];
extern MPI_Group stale_group[4];
extern MPI_Datatype stale_type[4];
extern MPI_Op stale_op[4];
extern MPI_Request stale_request[4];
extern MPI_Win stale_win[4];
extern MPI_Errhandler stale_handler[4];
extern MPI_Info stale_info[3];
extern MPI_Message stale_message[3];
extern int stale_comm_key[2], stale_type_key[2], stale_win_key[2];
void make_stale(void); /* stale_handles.c */
void end_stale(void);  /* what was freed while it was under way ends */

/* Where results would be. */
extern MPI_Comm made_comm;
extern MPI_Group made_group;
extern MPI_Datatype made_datatype;
extern MPI_Op made_op;
extern MPI_Request made_request;
extern MPI_Message made_message;
extern MPI_Errhandler made_errhandler;
extern MPI_Info made_info;
extern MPI_Win made_win;

int query(void *extra, MPI_Status *status);
int release(void *extra);
int cancel(void *extra, int complete);
void a_user_function(void *in, void *inout, int *count, MPI_Datatype *type);
void a_comm_errhandler_function(MPI_Comm *comm, int *code, ...);
void a_win_errhandler_function(MPI_Win *win, int *code, ...);
#define a_handler_function a_comm_errhandler_function

#endif
