/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Some ranks access the memory of some others (11.5.2), by empty messages:
 *
 *     origin                   target
 *                    <---      MPI_Win_post
 *     MPI_Win_start
 *     MPI_Put ...
 *     MPI_Win_complete
 *       flush        --->
 *       completed    --->      MPI_Win_wait
 */
#include "win.h"

MPI_WEAK(Win_post);
MPI_WEAK(Win_start);
MPI_WEAK(Win_complete);
MPI_WEAK(Win_wait);
MPI_WEAK(Win_test);

static int message(const char *call, MPI_Win win, int rank, int tag, bool send)
{
    const struct mpi_message_of m = {.type = MPI_BYTE, .peer = rank, .tag = tag, .comm = win->comm};

    return send ? mpi_send_now(call, SEND_STANDARD, &m) : mpi_receive_now(call, &m, NULL);
}

/* The window's rank of each of a group. */
static int find_ranks(const char *call, MPI_Win win, MPI_Group group, int *ranks)
{
    const struct mpi_group *own = mpi_comm_own(win->comm);
    int i, rank = -1, looked;

    if (!own) {
        return mpi_fail_win(win, call, MPI_ERR_NO_MEM, "there is no memory for the group");
    }
    for (i = 0; i < group->size; i++) {
        for (looked = 0; looked < own->size; looked++) { /* often the next one */
            rank = (rank + 1) % own->size;
            if (mpi_group_node(own, rank) == mpi_group_node(group, i)) {
                break;
            }
        }
        if (looked == own->size) {
            return mpi_fail_win(win, call, MPI_ERR_GROUP,
                                "rank %d of the group is not in the window", i);
        }
        ranks[i] = rank;
    }
    return MPI_SUCCESS;
}

/* Of a group that is given; NULL: *error says why. */
static struct win_start *list_of(const char *call, MPI_Win win, MPI_Group group, int *error)
{
    struct win_start *s = malloc(sizeof(*s) + (size_t)group->size * sizeof(s->rank[0]));

    if (!s) {
        *error = mpi_fail_win(win, call, MPI_ERR_NO_MEM, "there is no memory for the group");
        return NULL;
    }
    s->count = (uint32_t)group->size;
    *error = find_ranks(call, win, group, s->rank);
    if (*error) {
        free(s);
        return NULL;
    }
    return s;
}

/* --- origin ------------------------------------------------------------------------------------ */

int PMPI_Win_start(MPI_Group group, int assertion, MPI_Win win)
{
    struct win_start *s;
    int error = MPI_SUCCESS;
    uint32_t i;

    CHECK(win_check(CALL, win));
    CHECK(mpi_check_group(CALL, group));
    CHECK(win_check_assertion(CALL, win, assertion, MPI_MODE_NOCHECK));
    CHECK(win_check_idle(CALL, win));
    if (win->locks) {
        return mpi_fail_win(win, CALL, MPI_ERR_RMA_SYNC, "a rank is locked");
    }
    s = list_of(CALL, win, group, &error);
    for (i = 0; s && !error && !(assertion & MPI_MODE_NOCHECK) && i < s->count; i++) {
        error = message(CALL, win, s->rank[i], WIN_POSTED, false);
    }
    if (error) {
        free(s);
        return error;
    }
    win->started = s;
    win->fence = FENCE_NONE;
    return MPI_SUCCESS;
}

int PMPI_Win_complete(MPI_Win win)
{
    struct win_start *s;
    int error = MPI_SUCCESS;
    noc_err err;
    uint32_t i;

    CHECK(win_check(CALL, win));
    s = win->started;
    if (!s) {
        return mpi_fail_win(win, CALL, MPI_ERR_RMA_SYNC, "MPI_Win_start was not called");
    }
    do {
        err = win_flush(win, NOC_ANY_SOURCE, win_patience());
    } while (win_again(err));
    for (i = 0; !error && i < s->count; i++) {
        error = message(CALL, win, s->rank[i], WIN_COMPLETED, true);
    }
    free(s);
    win->started = NULL;
    return err ? win_fail_noc(win, CALL, err) : error;
}

/* --- target --------------------------------------------------------------------------------------- */

/* The receives of what the origins say in the end. */
static int expect(const char *call, MPI_Win win, const struct win_start *from)
{
    struct win_post *p = malloc(sizeof(*p) + from->count * sizeof(p->request[0]));
    noc_err err = p ? NOC_ERR_OK : NOC_ERR_MEMORY;

    for (uint32_t i = 0; !err && i < from->count; i++) {
        p->count = p->left = i + 1;
        err = noc_irecv_in(win->comm->group, from->rank[i], WIN_COMPLETED, NULL, 0, &p->request[i]);
    }
    if (err) { /* those that were begun stay, and so does their memory */
        return win_fail_noc(win, call, err);
    }
    p->count = p->left = from->count;
    win->posted = p;
    return MPI_SUCCESS;
}

int PMPI_Win_post(MPI_Group group, int assertion, MPI_Win win)
{
    struct win_start *to;
    int error = MPI_SUCCESS;
    uint32_t i;

    CHECK(win_check(CALL, win));
    CHECK(mpi_check_group(CALL, group));
    CHECK(win_check_assertion(CALL, win, assertion,
                              MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT));
    if (win->posted) {
        return mpi_fail_win(win, CALL, MPI_ERR_RMA_SYNC, "MPI_Win_wait has to be called first");
    }
    to = list_of(CALL, win, group, &error);
    if (!to) {
        return error;
    }
    error = expect(CALL, win, to);
    for (i = 0; !error && !(assertion & MPI_MODE_NOCHECK) && i < to->count; i++) {
        error = message(CALL, win, to->rank[i], WIN_POSTED, true);
    }
    free(to);
    return error;
}

/* Whether all origins have completed; timeout 0: it does not wait. */
static noc_err wait(struct win_post *p, uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;

    while (!err && p->left) {
        err = noc_wait(&p->request[p->left - 1], NULL, timeout);
        p->left -= !err;
    }
    return err;
}

static int check_posted(const char *call, MPI_Win win)
{
    CHECK(win_check(call, win));
    return win->posted ? MPI_SUCCESS
                       : mpi_fail_win(win, call, MPI_ERR_RMA_SYNC, "MPI_Win_post was not called");
}

static void end(MPI_Win win)
{
    free(win->posted);
    win->posted = NULL;
}

int PMPI_Win_wait(MPI_Win win)
{
    noc_err err;

    CHECK(check_posted(CALL, win));
    do {
        err = wait(win->posted, win_patience());
    } while (win_again(err));
    end(win);
    return err ? win_fail_noc(win, CALL, err) : MPI_SUCCESS;
}

int PMPI_Win_test(MPI_Win win, int *flag)
{
    noc_err err;

    CHECK(win_check(CALL, win));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "the place for the flag"));
    CHECK(check_posted(CALL, win));
    mpi_progress();
    err = wait(win->posted, 0);
    *flag = err != NOC_ERR_TIMEOUT;
    if (*flag) {
        end(win);
    }
    return err && err != NOC_ERR_TIMEOUT ? win_fail_noc(win, CALL, err) : MPI_SUCCESS;
}
