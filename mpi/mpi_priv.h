/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the MPI library share; nothing here is for programs. types.h has datatypes,
 * operations and topologies.
 *
 * Each call MPI_X is a weak alias of PMPI_X. No file of the library calls an MPI_X, so that a tool
 * that puts itself between sees what the program calls and nothing else.
 */
#ifndef MPI_PRIV_H
#define MPI_PRIV_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "mpi.h"
#include "noc.h"

/* Before PMPI_X is defined. */
#define MPI_WEAK(name) \
    extern __typeof__(PMPI_##name) MPI_##name __attribute__((weak, alias("PMPI_" #name)))

/* The call's name as the program knows it, within a PMPI_X. */
#define CALL        (__func__ + 1)

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* What a handle points to begins with one of these; 0: the program has freed it. */
enum mpi_mark {
    MARK_COMM = 0x4d43,
    MARK_COMM_IN_USE = 0x6d63, /* the program has freed it, but something under way is in it */
    MARK_GROUP = 0x4d47,
    MARK_TYPE = 0x4d54,
    MARK_OP = 0x4d4f,
    MARK_REQUEST = 0x4d52,
    MARK_ERRHANDLER = 0x4d45,
    MARK_INFO = 0x4d49,
    MARK_WIN = 0x4d57,
    MARK_MESSAGE = 0x4d4d
};

/* Whose attributes, error handlers and names they are. */
enum mpi_owner { OF_COMM, OF_TYPE, OF_WIN };

/* --- state.c, environment.c -------------------------------------------------------------- */

#define RAM_BASE    UINT32_C(0x80000000) /* where noc_ram_bytes() begin */
#define IMAGE_BASE  UINT32_C(0x20000000) /* where the program and its constants are, */
#define IMAGE_BYTES UINT32_C(0x00400000) /* at most so many */

/* The layer's longest message. */
enum { MESSAGE_BYTES_MAX = 4194300 };
#define MPI_TOO_LONG      "the message has more than 4194300 bytes"
#define MPI_NOT_IN_MEMORY "the buffer, or a part of it, is not in the memory of the core"

enum mpi_stage { STAGE_BEFORE, STAGE_RUNNING, STAGE_ENDING, STAGE_FINALIZED };
struct mpi_keeper; /* coll.h */

extern struct mpi_state {
    uint8_t stage;      /* enum mpi_stage */
    uint8_t provided;   /* MPI_THREAD_SINGLE or FUNNELED */
    bool show;          /* NOC_SHOW */
    bool reproducible;  /* NOC_REPRODUCIBLE */
    uint32_t ram_bytes; /* from RAM_BASE on; 0 before MPI_Init */
    /* Requests that have to be gone on with whatever call waits: those with stages, and those that
     * the program has freed. */
    struct mpi_request *staged;
    /* Set by who is needed at the end only if it was there before. */
    void (*buffers_end)(void); /* buffered sends */
    void (*comms_end)(void);   /* communicators that were freed */
    void (*comm_delete)(MPI_Comm comm);
    int (*cancel)(struct mpi_request *request); /* one that the program finishes */
    int (*attributes_end)(MPI_Comm comm);
    /* While a call X_init runs: the collective IX is not begun, but kept. */
    const struct mpi_keeper *keeper;
} mpi_state;

/* Whether a handle can be one: programs pass what they never set, and only RAM may be looked at. */
static inline bool mpi_is(const void *handle, enum mpi_mark mark)
{
    return (uintptr_t)handle - RAM_BASE < mpi_state.ram_bytes && !((uintptr_t)handle % 4) &&
         *(const uint16_t *)handle == mark;
}

/* Whether a byte of the core's memory, or of its program, is at this address. */
static inline bool mpi_is_memory(uint32_t address)
{
    return address - RAM_BASE < mpi_state.ram_bytes || address - IMAGE_BASE < IMAGE_BYTES;
}

/* --- objects.c: memory of what handles point to -------------------------------------------- */

/* NULL: there is none. It is no place that was freed just before. */
void *mpi_object_new(size_t bytes);
/* Clears its mark, too. */
void mpi_object_free(void *object);

/* Handles that the program has of something: 1 more, or 1 less. So many are not counted any more. */
static inline void mpi_handle_more(uint16_t *handles)
{
    *handles = (uint16_t)(*handles + (*handles != UINT16_MAX));
}
static inline void mpi_handle_less(uint16_t *handles)
{
    *handles = (uint16_t)(*handles - (*handles != UINT16_MAX));
}

/* --- errors.c ----------------------------------------------------------------------------- */

struct mpi_errhandler {
    uint16_t mark;
    uint8_t of; /* enum mpi_owner: what it is called for */
    bool predefined;
    uint16_t references;                            /* of communicators and windows */
    uint16_t handles;                               /* the program's; 0: it has freed them all */
    void (*function)(void *handle, int *code, ...); /* NULL: fatal, or return */
};

/*
 * An error of this class in a call. One sentence with the reason; it may be NULL. The error handler
 * of comm (NULL: that of MPI_COMM_WORLD) is called: it prints one line and ends the program on all
 * cores, or the code comes back, which the call returns.
 */
int mpi_fail(MPI_Comm comm, const char *call, int error_class, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int mpi_fail_win(MPI_Win win, const char *call, int error_class, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same with a handler. handle: the place of the communicator or window. A function of the program
 * gets the name of the call and the sentence, too. */
int mpi_fail_to(struct mpi_errhandler *handler, void *handle, const char *call, int error_class,
                const char *format, va_list arguments);
/* The same with the layer's error. */
int mpi_fail_noc(MPI_Comm comm, const char *call, noc_err err);
/* The class that an error of the layer is of. */
int mpi_class_of(noc_err err);
/* Prints one line with rank and call, and ends the program on all cores. */
_Noreturn void mpi_die(const char *call, int error_class, const char *reason);
/* mismatch.c: the rank of the world at this node; negative: none. */
int mpi_rank_at(unsigned node);
/* A sentence on the last NOC_ERR_MISMATCH. */
void mpi_mismatch(char text[MPI_MAX_ERROR_STRING]);
/* NULL: it is none of the library's. */
const char *mpi_class_text(int error_class);
/* What MPI_LASTUSEDCODE says. */
extern int mpi_last_code;

/* --- errhandlers.c ---------------------------------------------------------------------------- */

void mpi_errhandler_hold(struct mpi_errhandler *handler);
/* One more handle for the program. */
MPI_Errhandler mpi_errhandler_give(struct mpi_errhandler *handler);
void mpi_errhandler_release(struct mpi_errhandler *handler);
int mpi_errhandler_new(const char *call, enum mpi_owner of, void (*function)(void *, int *, ...),
                       MPI_Errhandler *made);
int mpi_errhandler_check(const char *call, MPI_Comm comm, enum mpi_owner of,
                         MPI_Errhandler handler);

/* --- check.c: MPI_SUCCESS, or what mpi_fail returned ---------------------------------------- */

/* A call before MPI_Init, or after MPI_Finalize: always fatal. */
static inline bool mpi_running(void)
{
    return mpi_state.stage == STAGE_RUNNING || mpi_state.stage == STAGE_ENDING;
}
int mpi_check_running(const char *call);
int mpi_check_comm(const char *call, MPI_Comm comm);
int mpi_check_intra(const char *call, MPI_Comm comm);
int mpi_check_count(const char *call, MPI_Comm comm, int count);
/* To be used in communication: valid and committed. */
int mpi_check_type(const char *call, MPI_Comm comm, MPI_Datatype type);
/* Valid, committed or not. */
int mpi_check_any_type(const char *call, MPI_Comm comm, MPI_Datatype type);
int mpi_check_buffer(const char *call, MPI_Comm comm, const void *buf, int count,
                     MPI_Datatype type);
/* What is wrong with a buffer that is NULL. */
const char *mpi_null_text(char room[MPI_MAX_ERROR_STRING], int count, MPI_Datatype type);
/* A part of a buffer, `offset` bytes behind its address: its elements can lie in memory. */
int mpi_check_place(const char *call, MPI_Comm comm, const void *buf, MPI_Count offset,
                    MPI_Count count, MPI_Datatype type);
int mpi_check_op(const char *call, MPI_Comm comm, MPI_Op op, MPI_Datatype type);
int mpi_check_pointer(const char *call, MPI_Comm comm, const void *pointer, const char *name);
/* So many elements of `bytes` each, which the call reads or writes; of none the array may be NULL. */
int mpi_check_far_array(const char *call, MPI_Comm comm, const void *array, MPI_Count count,
                        size_t bytes, const char *name);
static inline int mpi_check_array(const char *call, MPI_Comm comm, const void *array,
                                  MPI_Count count, size_t bytes, const char *name)
{
    const uint32_t at = (uint32_t)(uintptr_t)array - RAM_BASE, ram = mpi_state.ram_bytes;

    /* Most are in RAM, and are short: products of 32 bits do. */
    return LIKELY((uint64_t)count < 1 << 20 && at < ram && (uint32_t)count * bytes <= ram - at)
             ? MPI_SUCCESS
             : mpi_check_far_array(call, comm, array, count, bytes, name);
}
/* MPI_INFO_NULL, or an info. */
int mpi_check_hints(const char *call, MPI_Comm comm, MPI_Info info);
int mpi_check_group(const char *call, MPI_Group group);
int mpi_check_root(const char *call, MPI_Comm comm, int root);

/* A check in a call: `CHECK(mpi_check_count(CALL, comm, count));` returns what is wrong. */
#define CHECK(check)                \
    do {                            \
        const int check_ = (check); \
        if (UNLIKELY(check_)) {     \
            return check_;          \
        }                           \
    } while (0)

/* --- attributes.c ---------------------------------------------------------------------------- */

struct mpi_attribute; /* a list of them: NULL when nothing is set */

/* What belongs to `old` is copied for `made`, by the copy functions. An error is theirs. */
int mpi_attributes_copy(enum mpi_owner of, void *old, struct mpi_attribute *list,
                        struct mpi_attribute **copied);
/* All are deleted, in the reverse order; after an error of a delete function the rest stays. */
int mpi_attributes_delete(enum mpi_owner of, void *handle, struct mpi_attribute **list);

/* What the calls of each owner do; comm: whose error handler is asked, or NULL. */
int mpi_key_new(const char *call, enum mpi_owner of, void (*copy)(void), void (*remove)(void),
                int *keyval, void *extra);
int mpi_key_free(const char *call, enum mpi_owner of, int *keyval);
int mpi_attribute_set(const char *call, MPI_Comm comm, enum mpi_owner of, void *handle,
                      struct mpi_attribute **list, int keyval, void *value);
int mpi_attribute_get(const char *call, MPI_Comm comm, enum mpi_owner of,
                      struct mpi_attribute *list, int keyval, void *value, int *flag);
int mpi_attribute_delete(const char *call, MPI_Comm comm, enum mpi_owner of, void *handle,
                         struct mpi_attribute **list, int keyval);

/* --- groups.c --------------------------------------------------------------------------------- */

struct mpi_group {
    uint16_t mark;
    bool predefined;
    uint16_t references;   /* the library's */
    uint16_t handles;      /* the program's; 0: it has freed them all */
    int size, rank;        /* rank: this core's, or MPI_UNDEFINED */
    const uint16_t *nodes; /* by rank; NULL: rank r is node r */
};

static inline uint16_t mpi_group_node(const struct mpi_group *g, int rank)
{
    return g->nodes ? g->nodes[rank] : (uint16_t)rank;
}

/* A group of a copy of these nodes, that nobody holds yet; NULL: no memory. */
struct mpi_group *mpi_group_new(const uint16_t *nodes, int size);
void mpi_group_hold(struct mpi_group *group);
void mpi_group_release(struct mpi_group *group);
/* One more handle for the program. */
MPI_Group mpi_group_give(struct mpi_group *group);
/* group_sets.c: MPI_Group_compare of two that are there. */
int mpi_group_compare(const char *call, const struct mpi_group *a, const struct mpi_group *b,
                      int *result);

/* --- communicators ----------------------------------------------------------------------------- */

struct mpi_topology; /* types.h */
struct mpi_inter;
struct mpi_collective;

/*
 * A communicator. Messages of an intercommunicator go in a group of the layer's of both sides, the
 * lower side's members first: rank r of the other side is `shift` + r in it.
 */
struct mpi_comm {
    uint16_t mark;
    bool predefined;
    bool every;                    /* rank r is node r, of all nodes: the layer's world */
    const struct mpi_inter *inter; /* NULL: it has one side */
    noc_group *group;
    uint32_t peers; /* ranks that may be sent to: of the other side, if there is one */
    uint32_t shift;
    int size, rank;                 /* of the own side */
    uint32_t own_shift;             /* the own side's rank 0 in `group` */
    noc_group *inner;               /* the own side's alone; with one side: `group` */
    struct mpi_group *own, *remote; /* NULL: not made yet */
    struct mpi_errhandler *errhandler;
    struct mpi_attribute *attributes;
    struct mpi_topology *topology;
    char *name;
    int references; /* of the program, and of requests under way */
};

/* --- comm.c: memory of communicators ------------------------------------------------------------ */

/* A communicator over these groups of the layer's; inner: NULL if there is one side. The error
 * handler is comm's, and all else empty. NULL: no memory; the groups are as before. */
MPI_Comm mpi_comm_new(MPI_Comm comm, noc_group *group, noc_group *inner, uint32_t own_size);
/* The group of its own side, and of the other; NULL: no memory. */
struct mpi_group *mpi_comm_own(MPI_Comm comm);
struct mpi_group *mpi_comm_other(MPI_Comm comm);
/* What has been freed, and all members have freed by now: its groups go. */
void mpi_comms_poll(void);
/*
 * Around a call of the layer that makes a group, so that a core without memory fails at all members
 * alike: the layer tells them. What a communicator takes is there before. The next one cannot be made
 * if mpi_comm_poor() was called: then there is none for what else belongs to it.
 */
struct mpi_hunger {
    struct mpi_hunger *next;
};
void mpi_comm_poor(void);
void mpi_comm_begin(struct mpi_hunger **taken);
void mpi_comm_end(struct mpi_hunger *taken);
/* The end of a call that makes a communicator; made NULL: this core is not in it. */
int mpi_comm_made(const char *call, MPI_Comm comm, noc_err err, noc_group *group, MPI_Comm *made);

/* Lists of so many nodes need no heap: whoever has none can still take part in what fails then. */
enum { MPI_FEW_NODES = 512 };

/* --- comm_make.c --------------------------------------------------------------------------------- */

/* By these cores alone, each of which calls it: rank r is nodes[r]. No attributes, no topology. An
 * error class, which was told. */
int mpi_comm_of_nodes(const char *call, MPI_Comm comm, const uint16_t *nodes, int size,
                      MPI_Comm *made);
/* The same for all members of comm, those with the same color; color negative: none. */
int mpi_comm_split(const char *call, MPI_Comm comm, int color, int key, MPI_Comm *made);
/* The same members again, on each side. */
int mpi_comm_duplicate(const char *call, MPI_Comm comm, MPI_Comm *made);

/* --- coll_mend.c: there if the program calls collectives --------------------------------------------- */

/* In a barrier at the end: if members of comm have differed in a length, another group is there now. */
void mpi_mend_at_end(MPI_Comm comm) __attribute__((weak));

/* --- comm_inter.c -------------------------------------------------------------------------------- */

/* What communicators with two sides do in another way. */
struct mpi_inter {
    int (*duplicate)(const char *call, MPI_Comm comm, MPI_Comm *made);
    int (*split)(const char *call, MPI_Comm comm, int color, int key, MPI_Comm *made);
    int (*collective)(const char *call, const struct mpi_collective *c, MPI_Request *request);
};

static inline void mpi_comm_hold(MPI_Comm comm)
{
    if (comm) {
        comm->references++;
    }
}
/* At the last one its memory is free. */
static inline void mpi_comm_release(MPI_Comm comm)
{
    if (comm && !--comm->references) {
        mpi_state.comm_delete(comm);
    }
}

/* --- requests: request.c --------------------------------------------------------------------------- */

enum mpi_request_kind {
    REQUEST_SEND,
    REQUEST_RECEIVE,
    REQUEST_COLLECTIVE,
    REQUEST_SEVERAL, /* of the layer's, one after the other: each is waited for, whatever fails */
    REQUEST_GENERAL, /* MPI_Grequest_start */
    REQUEST_NOTHING  /* it is done: to MPI_PROC_NULL, or buffered */
};
enum send_mode { SEND_STANDARD, SEND_BUFFERED, SEND_SYNCHRONOUS, SEND_READY };

/* A message as the program names it. */
struct mpi_message_of {
    void *buf; /* of sends only read */
    int count;
    MPI_Datatype type;
    int peer, tag;
    MPI_Comm comm;
};

/*
 * Something under way. Where one call of the layer is not enough it has stages: whenever nothing of
 * the layer's is under way for it `next` is called, and begins what follows.
 */
struct mpi_request {
    uint16_t mark;
    uint8_t kind; /* enum mpi_request_kind */
    uint8_t mode; /* enum send_mode */
    bool persistent;
    bool active; /* persistent: it was started and not yet waited for; others: true */
    bool done, cancelled;
    bool freed;    /* the program has no handle of it */
    bool listed;   /* in mpi_state.staged */
    uint16_t turn; /* how many requests this memory was before, up to TURNS */
    noc_request layer;
    struct mpi_message_of message;
    void *packed;   /* of malloc: what is sent, or where it lands; or NULL */
    int error;      /* once it is done: a class */
    noc_status got; /* the same */
    /* NEXT_BEGUN: the layer's request is under way. NEXT_LATER: nothing can be begun now, ask again.
     * NEXT_DONE, or an error class. NULL: there is one stage, which `layer` is. */
    int (*next)(struct mpi_request *request);
    void (*ends)(struct mpi_request *request); /* it is done, or could not be begun; of a persistent
                                               one: it is deleted; or NULL */
    /* What the program is told, and (last) that it is told for the last time; NULL: as is usual. */
    int (*reports)(struct mpi_request *request, MPI_Status *status, bool last);
    void *work;                /* of these */
    struct mpi_request *after; /* in a list */
};

enum { NEXT_DONE = 0, NEXT_BEGUN = -1, NEXT_LATER = -2 };

/* A handle of a request is its address with `turn` in bits that no address in RAM has, so that handles
 * of requests that had the same memory differ. */
#define REQUEST_TURN_BIT 20
#define REQUEST_TURNS    2048
static inline MPI_Request mpi_request_handle(struct mpi_request *r)
{
    return (MPI_Request)((uintptr_t)r | (uintptr_t)r->turn << REQUEST_TURN_BIT);
}
/* From a handle that was checked, or MPI_REQUEST_NULL. */
static inline struct mpi_request *mpi_request_at(MPI_Request handle)
{
    return (struct mpi_request *)((uintptr_t)handle &
                                  (RAM_BASE | ((UINT32_C(1) << REQUEST_TURN_BIT) - 1)));
}

/* A request of this kind, not under way. NULL: no memory. */
struct mpi_request *mpi_request_new(enum mpi_request_kind kind, const struct mpi_message_of *m);
/* Memory of one for mpi_request_new(), for good. */
void mpi_request_give(struct mpi_request *memory);
/* It is gone, and holds no communicator and type any more. */
void mpi_request_delete(struct mpi_request *request);
/* It has stages, or nobody waits for it: from now on all calls that wait go on with it. */
void mpi_request_list(struct mpi_request *request);
/* Whether it is done; goes on with it. Never waits. */
bool mpi_request_poll(struct mpi_request *request);
/* Of the request that a persistent collective has begun, as a stage of it: NEXT_LATER, or how it ended;
 * then it is deleted, and MPI_REQUEST_NULL. */
int mpi_request_inner(MPI_Request *inner);
/* Go on with what is listed. */
void mpi_progress(void);
/* Until one of these handles' is done; NULL and inactive ones are ignored. False: none is under way. */
bool mpi_wait_first(MPI_Request *requests, int count);
/* Until it is done. */
void mpi_wait_done(struct mpi_request *request);
/* Everything that the program has freed. */
void mpi_requests_drain(void);
static inline bool mpi_request_is_idle(const struct mpi_request *r)
{
    return !r || !r->active;
}
/* What it left: the status, and the error class. It is gone, or inactive if it is persistent. */
int mpi_request_reap(MPI_Request *request, MPI_Status *status);
/* The same without an end. */
int mpi_request_report(struct mpi_request *r, MPI_Status *status, bool last);
void mpi_status_empty(MPI_Status *status);
void mpi_status_set(MPI_Status *status, int source, int tag, uint32_t bytes);
int mpi_check_requests(const char *call, int count, const MPI_Request *requests);

/* --- point to point: send.c, receive.c, sendrecv.c, buffered.c ------------------------------------------------ */

/* MPI_SUCCESS, or what mpi_fail returned. The peer may be MPI_PROC_NULL. */
int mpi_check_send(const char *call, const struct mpi_message_of *m);
/* source and tag, which may be "any". */
int mpi_check_source(const char *call, MPI_Comm comm, int from, int tag);
int mpi_check_receive(const char *call, const struct mpi_message_of *m);
/* Both are valid: their buffers do not overlap. */
int mpi_check_apart(const char *call, const struct mpi_message_of *out,
                    const struct mpi_message_of *in);
/* Begin what the request says; error classes. */
int mpi_send_begin(struct mpi_request *request);
int mpi_receive_begin(struct mpi_request *request);
/* Until it has left, or is there; the same. */
int mpi_send_now(const char *call, enum send_mode mode, const struct mpi_message_of *m);
int mpi_receive_now(const char *call, const struct mpi_message_of *m, MPI_Status *status);
/* A buffered send, from the buffer that is attached; an error class. */
int mpi_send_buffered(const struct mpi_message_of *m);

/* Who it is from, as the communicator's ranks. */
static inline int mpi_source_of(const struct mpi_comm *comm, const noc_status *got)
{
    return (int)(got->source - comm->shift);
}

struct mpi_message {
    uint16_t mark;
    noc_message taken;
    MPI_Comm comm;
    uint32_t bytes;
};

#endif
