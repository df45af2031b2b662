/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Handles that were freed, for wrong_calls.c: of each kind one whose memory others of its kind could
 * have, one whose memory others of all kinds could have, one whose memory is vacant, and one that
 * something still uses.
 */
#include "wrong_calls.h"

MPI_Comm stale_comm[4];
MPI_Group stale_group[4];
MPI_Datatype stale_type[4];
MPI_Op stale_op[4];
MPI_Request stale_request[4];
MPI_Win stale_win[4];
MPI_Errhandler stale_handler[4];
MPI_Info stale_info[3];
MPI_Message stale_message[3];
int stale_comm_key[2], stale_type_key[2], stale_win_key[2];

enum { AFTER_ITS_KIND, AFTER_ALL, VACANT, IN_USE, OTHERS = 3, TAG = 77, TAG_FREED };

static char memory_of[64];
static MPI_Request in_comm; /* under way in the communicator that was freed */

/* --- one of each kind ------------------------------------------------------------------------- */

static MPI_Comm new_comm(void)
{
    MPI_Comm made;

    MPI_Comm_dup(MPI_COMM_SELF, &made);
    return made;
}

static MPI_Group new_group(void)
{
    const int zero = 0;
    MPI_Group made;

    MPI_Group_incl(group, 1, &zero, &made);
    return made;
}

static MPI_Datatype new_type(void)
{
    MPI_Datatype made;

    MPI_Type_vector(3, 1, 2, MPI_INT, &made);
    MPI_Type_commit(&made);
    return made;
}

static MPI_Op new_op(void)
{
    MPI_Op made;

    MPI_Op_create(a_user_function, 1, &made);
    return made;
}

static MPI_Request new_request(void)
{
    MPI_Request made;

    MPI_Recv_init(memory_of, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, &made);
    return made;
}

static MPI_Win new_win(void)
{
    MPI_Win made;

    MPI_Win_create(memory_of, sizeof(memory_of), 1, MPI_INFO_NULL, MPI_COMM_SELF, &made);
    return made;
}

static MPI_Errhandler new_handler(void)
{
    MPI_Errhandler made;

    MPI_Comm_create_errhandler(a_comm_errhandler_function, &made);
    return made;
}

static MPI_Info new_info(void)
{
    MPI_Info made;

    MPI_Info_create(&made);
    return made;
}

static MPI_Message new_message(void)
{
    MPI_Request sent;
    MPI_Message made;

    MPI_Isend(memory_of, 4, MPI_BYTE, 0, TAG, MPI_COMM_SELF, &sent);
    MPI_Mprobe(0, TAG, MPI_COMM_SELF, &made, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    return made;
}

static int free_message(MPI_Message *one)
{
    return MPI_Mrecv(memory_of, 4, MPI_BYTE, one, MPI_STATUS_IGNORE);
}

/* --- freed, and others made since ---------------------------------------------------------------- */

/* What is made stays. */
#define STALE(word, release, place)             \
    do {                                        \
        int i_;                                 \
                                                \
        stale_##word[place] = new_##word();     \
        others_##word[0] = stale_##word[place]; \
        release(&others_##word[0]);             \
        for (i_ = 0; i_ < others; i_++) {       \
            others_##word[i_] = new_##word();   \
        }                                       \
    } while (0)

static MPI_Comm others_comm[OTHERS];
static MPI_Group others_group[OTHERS];
static MPI_Datatype others_type[OTHERS];
static MPI_Op others_op[OTHERS];
static MPI_Request others_request[OTHERS];
static MPI_Win others_win[OTHERS];
static MPI_Errhandler others_handler[OTHERS];
static MPI_Info others_info[OTHERS];
static MPI_Message others_message[OTHERS];

/* others: so many of the same kind are made after each. */
static void stale_all(int place, int others)
{
    STALE(win, MPI_Win_free, place); /* first: a window takes several pieces of memory */
    STALE(comm, MPI_Comm_free, place);
    STALE(group, MPI_Group_free, place);
    STALE(type, MPI_Type_free, place);
    STALE(op, MPI_Op_free, place);
    STALE(request, MPI_Request_free, place);
    STALE(handler, MPI_Errhandler_free, place);
    STALE(info, MPI_Info_free, place);
    STALE(message, free_message, place);
}

static void make_one_of_each(void)
{
    (void)new_info();
    (void)new_handler();
    (void)new_request();
    (void)new_op();
    (void)new_type();
    (void)new_group();
    (void)new_comm();
    (void)new_win();
}

/* Freed, and used by something that is there. */
static void stale_in_use(void)
{
    static int one, total;
    MPI_Comm comm = new_comm(), held = new_comm();
    MPI_Datatype outer, type = new_type();
    MPI_Op made = new_op();
    MPI_Errhandler of = new_handler();
    MPI_Group own;
    MPI_Request request;
    MPI_Win of_request = new_win();

    stale_comm[IN_USE] = comm;
    MPI_Irecv(memory_of, 1, MPI_INT, 0, TAG, comm, &in_comm);
    MPI_Comm_free(&comm);
    MPI_Irecv(memory_of, 1, MPI_INT, 0, TAG_FREED, MPI_COMM_SELF, &request);
    stale_request[IN_USE] = request;
    MPI_Request_free(&request);
    stale_type[IN_USE] = type;
    MPI_Type_contiguous(2, type, &outer);
    MPI_Type_free(&type);
    stale_op[IN_USE] = made;
    MPI_Allreduce_init(&one, &total, 1, MPI_INT, made, held, MPI_INFO_NULL, &request);
    MPI_Op_free(&made);
    stale_handler[IN_USE] = of;
    MPI_Comm_set_errhandler(held, of);
    MPI_Errhandler_free(&of);
    MPI_Comm_group(held, &own);
    stale_group[IN_USE] = own;
    MPI_Group_free(&own);
    stale_win[IN_USE] = of_request;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, of_request);
    MPI_Rput(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, of_request, &request);
    MPI_Win_unlock(0, of_request);
    MPI_Win_free(&of_request);
}

#define STALE_KEY(Word, WORD, word, place, others)                                                \
    do {                                                                                          \
        int key_, i_;                                                                             \
                                                                                                  \
        MPI_##Word##_create_keyval(MPI_##WORD##_NULL_COPY_FN, MPI_##WORD##_NULL_DELETE_FN, &key_, \
                                   NULL);                                                         \
        stale_##word##_key[place] = key_;                                                         \
        MPI_##Word##_free_keyval(&key_);                                                          \
        for (i_ = 0; i_ < (others); i_++) {                                                       \
            MPI_##Word##_create_keyval(MPI_##WORD##_NULL_COPY_FN, MPI_##WORD##_NULL_DELETE_FN,    \
                                       &key_, NULL);                                              \
        }                                                                                         \
    } while (0)

static void stale_keys(void)
{
    STALE_KEY(Comm, COMM, comm, 1, 1);
    STALE_KEY(Type, TYPE, type, 1, 1);
    STALE_KEY(Win, WIN, win, 1, 1);
    STALE_KEY(Comm, COMM, comm, 0, 0);
    STALE_KEY(Type, TYPE, type, 0, 0);
    STALE_KEY(Win, WIN, win, 0, 0);
}

void make_stale(void)
{
    stale_all(AFTER_ITS_KIND, OTHERS);
    stale_all(AFTER_ALL, 0);
    make_one_of_each();
    stale_in_use();
    stale_keys();
    stale_all(VACANT, 0);
}

void end_stale(void)
{
    int one = 1;

    MPI_Send(&one, 1, MPI_INT, 0, TAG_FREED, MPI_COMM_SELF);
    MPI_Cancel(&in_comm);
    MPI_Wait(&in_comm, MPI_STATUS_IGNORE);
}
