/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of one-sided communication share. A window is one of the layer's (noc.h), and a
 * communicator of the same members, for the messages of MPI_Win_post, _start and _complete.
 *
 *     win_make.c win_allocate.c win_dynamic.c             making and freeing
 *     win_check.c                                         arguments, errors, and epochs
 *     win_transfer.c win_layout.c                         what all accesses do
 *     win_put.c win_accumulate.c win_atomic.c win_requests.c   the accesses
 *     win_operations.c                                    numbers of operations
 *     win_fence.c win_lock.c win_flush.c win_post.c       epochs
 *     win_query.c win_info.c win_attributes.c win_errhandlers.c   what a window has beside its memory
 */
#ifndef MPI_WIN_H
#define MPI_WIN_H

#include "mpi_priv.h"
#include "types.h"

/* By rank: what this core has of the lock there. */
enum win_locked {
    LOCKED = 1,      /* MPI_Win_lock was called */
    LOCKED_LAYER = 2 /* the layer's lock is held, for it or for MPI_Win_lock_all */
};

/* Whether accesses may follow a fence; and whether one has. */
enum win_fence { FENCE_NONE, FENCE_OPEN, FENCE_USED };

/* Memory that an access needs until it is done. */
struct win_buffer;

/* What MPI_Win_post has begun: a receive from each member of the group. */
struct win_post {
    uint32_t count, left; /* left: that were not seen to be done */
    noc_request request[];
};

/* The members that MPI_Win_start has named. */
struct win_start {
    uint32_t count;
    int rank[];
};

struct mpi_win {
    uint16_t mark;
    uint8_t fence;      /* enum win_fence */
    bool locked_all;    /* MPI_Win_lock_all */
    bool fencing;       /* a fence is under way, and nothing may be flushed */
    bool unchecked;     /* the same, with MPI_MODE_NOCHECK */
    bool allocated;     /* the memory is the library's */
    int references;     /* the program's, and of requests */
    noc_window *window; /* NULL: it was freed */
    MPI_Comm comm;
    void *base;
    MPI_Aint bytes;
    int unit, flavor, model; /* as attributes, too */
    uint32_t *units;         /* of each rank; NULL: all have `unit` */
    uint8_t *locked;         /* enum win_locked of each rank; NULL: none */
    uint32_t locks;          /* how many MPI_Win_lock has */
    struct win_start *started;
    struct win_post *posted;
    struct win_buffer *buffers;
    struct win_attached *attached; /* MPI_Win_attach */
    struct mpi_errhandler *errhandler;
    struct mpi_attribute *attributes;
    MPI_Info info; /* hints that the program has given; NULL: none */
    char *name;
};

/* Messages of the window's communicator. */
enum win_message { WIN_POSTED, WIN_COMPLETED };

/* --- win_make.c -------------------------------------------------------------------------- */

/* All members call it, each with its part of the memory. wanted->info: the program's, or NULL. */
int win_make(const char *call, MPI_Comm comm, const struct mpi_win *wanted, MPI_Win *win);
/* At the last reference its memory is free. */
void win_release(MPI_Win win);

/* --- win_info.c ---------------------------------------------------------------------------- */

/* Keep what it says, which may be NULL. It is there if the program asks for hints. */
int win_hints(MPI_Win win, MPI_Info info) __attribute__((weak));

/* --- win_check.c: MPI_SUCCESS, or what mpi_fail_win returned ----------------------------------- */

int win_check(const char *call, MPI_Win win);
int win_check_rank(const char *call, MPI_Win win, int rank);
/* With the layer's error. */
int win_fail_noc(MPI_Win win, const char *call, noc_err err);
/* No access epoch is open that another one excludes; a fence that nobody used is over. */
int win_check_idle(const char *call, MPI_Win win);
/* Assertions are some of these. */
int win_check_assertion(const char *call, MPI_Win win, int assertion, int known);
/* Whether this rank is held by MPI_Win_lock or MPI_Win_lock_all. */
bool win_is_locked(const struct mpi_win *win, int rank);

/*
 * A call of the layer that may wait, while other requests have to be gone on with:
 *
 *     do {
 *         err = noc_fence(win->window, win_patience());
 *     } while (win_again(err));
 */
uint32_t win_patience(void);
bool win_again(noc_err err);

/* The layer's lock of that rank, which this core has not yet. */
int win_lock_layer(const char *call, MPI_Win win, int rank, bool exclusive);

/* --- win_layout.c ------------------------------------------------------------------------------ */

/* Where the bytes of so many elements of a datatype are. */
struct win_layout {
    uint32_t runs;
    uint32_t bytes;
    int64_t low, high; /* the first of them, and behind the last */
    struct type_run one;
    struct type_run *run; /* &one, or of malloc */
};

/* elements: of pairs the gaps belong to it, as the layer's operations want them. False: no memory. */
bool win_layout_make(struct win_layout *l, int count, MPI_Datatype type, bool elements);
void win_layout_drop(struct win_layout *l);
/* Copy to or from a block. */
void win_layout_pack(const struct win_layout *l, void *to, const void *from);
void win_layout_unpack(const struct win_layout *l, void *to, const void *from);

/* --- win_transfer.c ---------------------------------------------------------------------------- */

/* A buffer of the program's. */
struct win_side {
    const void *at;
    int count;
    MPI_Datatype type;
};

/* One access of the program. */
struct win_access {
    const char *call;
    MPI_Win win;
    int rank;
    MPI_Aint displacement;
    struct win_side from, to;
    bool no_from, no_to;    /* there is none of them */
    struct win_side target; /* at: not used */
    const noc_op *op;       /* or NULL */
    bool elements;          /* it is about elements of `op` */
    /* One block of it. */
    noc_err (*go)(const struct win_access *a, uint32_t offset, const void *from, void *to,
                  uint32_t bytes);
};

/* The arguments make sense, and there is an epoch. *nothing: it is for MPI_PROC_NULL. */
int win_access_check(const struct win_access *a, bool *nothing);
/* Begin it. */
int win_transfer(const struct win_access *a);
/* Where a displacement is in that rank's part; false: it is not in it. */
bool win_place(const struct mpi_win *win, int rank, MPI_Aint displacement, int64_t low,
               int64_t high, uint32_t *offset);
/* What was begun at this rank (NOC_ANY_SOURCE: at all) is done, at both ends. */
noc_err win_flush(MPI_Win win, int rank, uint32_t timeout);
/* The same, without waiting: it is known to be done. */
void win_buffers_end(MPI_Win win, int rank);
/* A call of the layer failed for want of memory: what is under way is done now. False: it was not
 * that, or nothing helps. */
bool win_make_room(MPI_Win win, noc_err err);

/* The accesses as the calls give them. MPI_Rput and its like begin the same. */
int win_put(struct win_access *a);
int win_get(struct win_access *a);
int win_accumulate(struct win_access *a, MPI_Op op);
int win_get_accumulate(struct win_access *a, MPI_Op op);

/* --- win_operations.c ------------------------------------------------------------------------- */

/* Every member knows the operations of MPI by number. It is there if the program accumulates. Before it:
 * there is memory for them. */
bool win_operations_ready(void) __attribute__((weak));
int win_operations(const char *call, MPI_Win win) __attribute__((weak));
/* The layer's operation; NULL, and an error class, if this is none for the type. */
const noc_op *win_op(MPI_Op op, MPI_Datatype type);

#endif
