/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What all accesses do. The target's elements lie in runs, each of which is an access of the layer's.
 * The caller's side is one block: as it lies, or packed into a buffer that stays until the access is
 * done. What is got into such a buffer is unpacked then.
 */
#include <string.h>

#include "win.h"

struct win_buffer {
    struct win_buffer *next;
    int rank;
    void *to; /* unpacked there by `layout`; NULL: it was sent */
    struct win_layout layout;
    char body[];
};

/* --- buffers -------------------------------------------------------------------------------- */

void win_buffers_end(MPI_Win win, int rank)
{
    struct win_buffer **link = &win->buffers, *b;

    while ((b = *link)) {
        if (rank != NOC_ANY_SOURCE && b->rank != rank) {
            link = &b->next;
            continue;
        }
        *link = b->next;
        if (b->to) {
            win_layout_unpack(&b->layout, b->to, b->body);
            win_layout_drop(&b->layout);
        }
        free(b);
    }
}

noc_err win_flush(MPI_Win win, int rank, uint32_t timeout)
{
    noc_err err = noc_flush(win->window, rank, timeout);

    if (!err) {
        win_buffers_end(win, rank);
    }
    return err;
}

bool win_make_room(MPI_Win win, noc_err err)
{
    if (err != NOC_ERR_MEMORY && err != NOC_ERR_BUSY) {
        return false;
    }
    do {
        err = win_flush(win, NOC_ANY_SOURCE, win_patience());
    } while (win_again(err));
    return !err;
}

/* Of so many bytes; NULL: no memory, whatever is done. */
static struct win_buffer *buffer_new(MPI_Win win, int rank, uint32_t bytes)
{
    struct win_buffer *b = malloc(sizeof(*b) + bytes);

    if (!b && win_make_room(win, NOC_ERR_MEMORY)) {
        b = malloc(sizeof(*b) + bytes);
    }
    if (b) {
        b->rank = rank;
        b->to = NULL;
        b->next = win->buffers;
    }
    return b;
}

/* --- arguments ------------------------------------------------------------------------------- */

/* The target's runs are counted in 32 bits from its displacement on. */
static int check_reach(const struct win_access *a)
{
    MPI_Count low = 0, high = 0;

    if (a->target.count && a->target.type->size) {
        type_span(a->target.count, a->target.type, &low, &high);
    }
    return low >= INT32_MIN && high <= INT32_MAX
             ? MPI_SUCCESS
             : mpi_fail_win(a->win, a->call, MPI_ERR_RMA_RANGE,
                            "the target's elements reach farther than any window");
}

/* Apart, so that no other access has its room on the stack. */
static __attribute__((noinline)) int null_buffer(const struct win_access *a,
                                                 const struct win_side *s)
{
    char room[MPI_MAX_ERROR_STRING];

    return mpi_fail_win(a->win, a->call, MPI_ERR_BUFFER, "%s",
                        mpi_null_text(room, s->count, s->type));
}

static int check_side(const struct win_access *a, const struct win_side *s)
{
    if (s->count < 0) {
        return mpi_fail_win(a->win, a->call, MPI_ERR_COUNT, "the count is %d", s->count);
    }
    if (!s->type || type_check(s->type)) {
        return mpi_fail_win(a->win, a->call, MPI_ERR_TYPE,
                            s->type ? "this is no datatype, or was not committed"
                                    : "the datatype is MPI_DATATYPE_NULL");
    }
    if (type_bytes((uint32_t)s->count, s->type) > MESSAGE_BYTES_MAX) {
        return mpi_fail_win(a->win, a->call, MPI_ERR_COUNT, "the access has more than %d bytes",
                            MESSAGE_BYTES_MAX);
    }
    if (s == &a->target) {
        return check_reach(a);
    }
    if (!s->at && s->count && s->type->size && !s->type->true_lb) {
        return null_buffer(a, s);
    }
    return type_reaches(s->at, 0, s->count, s->type)
             ? MPI_SUCCESS
             : mpi_fail_win(a->win, a->call, MPI_ERR_BUFFER, MPI_NOT_IN_MEMORY);
}

/* An access epoch for this rank is open. */
static int check_epoch(const struct win_access *a)
{
    MPI_Win win = a->win;
    uint32_t i;

    if (win->locks && win->locked[a->rank] & LOCKED) {
        return MPI_SUCCESS;
    }
    if (win->locked_all) {
        return win->unchecked || win->locked[a->rank] & LOCKED_LAYER
                 ? MPI_SUCCESS
                 : win_lock_layer(a->call, win, a->rank, false);
    }
    for (i = 0; win->started && i < win->started->count; i++) {
        if (win->started->rank[i] == a->rank) {
            return MPI_SUCCESS;
        }
    }
    if (!win->started && win->fence) {
        win->fence = FENCE_USED;
        return MPI_SUCCESS;
    }
    return mpi_fail_win(win, a->call, MPI_ERR_RMA_SYNC,
                        "no fence, lock or start lets this rank access rank %d", a->rank);
}

int win_access_check(const struct win_access *a, bool *nothing)
{
    CHECK(win_check(a->call, a->win));
    CHECK(a->no_from ? MPI_SUCCESS : check_side(a, &a->from));
    CHECK(a->no_to ? MPI_SUCCESS : check_side(a, &a->to));
    CHECK(check_side(a, &a->target));
    CHECK(win_check_rank(a->call, a->win, a->rank));
    *nothing = a->rank == MPI_PROC_NULL;
    if (*nothing) {
        return MPI_SUCCESS;
    }
    if (a->displacement < 0 && a->win->flavor != MPI_WIN_FLAVOR_DYNAMIC) {
        return mpi_fail_win(a->win, a->call, MPI_ERR_DISP, "the displacement is %ld",
                            (long)a->displacement);
    }
    return check_epoch(a);
}

bool win_place(const struct mpi_win *win, int rank, MPI_Aint displacement, int64_t low,
               int64_t high, uint32_t *offset)
{
    const int64_t all = noc_window_bytes(win->window, (uint32_t)rank);
    const int64_t unit = win->units ? win->units[rank] : (uint32_t)win->unit;
    int64_t at = displacement * unit;

    if (win->flavor == MPI_WIN_FLAVOR_DYNAMIC) {
        at = (int64_t)(uint32_t)displacement - (int64_t)(uintptr_t)win->base;
    }
    *offset = (uint32_t)at; /* of the first element, from which runs are counted */
    return at + low >= 0 && at + high <= all;
}

/* --- the transfer ---------------------------------------------------------------------------- */

struct transfer {
    const struct win_access *a;
    struct win_layout from, to, target;
    uint32_t offset;
    const char *source; /* blocks */
    char *sink;
};

/* One run, or a part of it. */
static noc_err go(const struct transfer *t, const struct type_run *r, uint32_t done, uint32_t bytes)
{
    const struct win_access *a = t->a;
    const uint32_t offset = t->offset + (uint32_t)r->offset;
    const char *from = t->source ? t->source + done : NULL;
    char *to = t->sink ? t->sink + done : NULL;
    noc_err err = a->go(a, offset, from, to, bytes);

    return err && win_make_room(a->win, err) ? a->go(a, offset, from, to, bytes) : err;
}

static noc_err go_all(const struct transfer *t, uint32_t bytes)
{
    const struct type_run *r = t->target.run;
    noc_err err = NOC_ERR_OK;
    uint32_t done = 0;

    for (; !err && done < bytes; r++) {
        const uint32_t now = r->bytes < bytes - done ? r->bytes : bytes - done;

        err = go(t, r, done, now);
        done += now;
    }
    return err;
}

/* The caller's sides as blocks. False: no memory. */
static bool find_blocks(struct transfer *t)
{
    const struct win_access *a = t->a;
    struct win_buffer *b;

    if (t->from.runs == 1) {
        t->source = (const char *)a->from.at + t->from.run->offset;
    } else if (t->from.runs) {
        b = buffer_new(a->win, a->rank, t->from.bytes);
        if (!b) {
            return false;
        }
        win_layout_pack(&t->from, b->body, a->from.at);
        a->win->buffers = b;
        t->source = b->body;
    }
    if (t->to.runs == 1) {
        t->sink = (char *)(uintptr_t)a->to.at + t->to.run->offset;
    } else if (t->to.runs) {
        b = buffer_new(a->win, a->rank, t->to.bytes);
        if (!b) {
            return false;
        }
        win_layout_pack(&t->to, b->body, a->to.at); /* of which less than all may be got */
        b->to = (void *)(uintptr_t)a->to.at;
        b->layout = t->to;
        t->to.run = &t->to.one; /* it is the buffer's now */
        a->win->buffers = b;
        t->sink = b->body;
    }
    return true;
}

/* What is transferred has to fit where it goes. */
static int check_lengths(const struct transfer *t, uint32_t *bytes)
{
    const struct win_access *a = t->a;

    *bytes = t->target.bytes;
    if (!a->no_from) {
        if (t->from.bytes > t->target.bytes) {
            return mpi_fail_win(a->win, a->call, MPI_ERR_TRUNCATE,
                                "the origin has %u bytes, and the target %u",
                                (unsigned)t->from.bytes, (unsigned)t->target.bytes);
        }
        *bytes = t->from.bytes;
    }
    if (!a->no_to && t->to.bytes < *bytes) {
        return mpi_fail_win(a->win, a->call, MPI_ERR_TRUNCATE,
                            "the target has %u bytes, and there is room for %u",
                            (unsigned)t->target.bytes, (unsigned)t->to.bytes);
    }
    return MPI_SUCCESS;
}

static int begin(struct transfer *t)
{
    const struct win_access *a = t->a;
    uint32_t bytes;
    noc_err err;

    CHECK(check_lengths(t, &bytes));
    if (!bytes) {
        return MPI_SUCCESS;
    }
    if (!win_place(a->win, a->rank, a->displacement, t->target.low, t->target.high, &t->offset)) {
        return mpi_fail_win(a->win, a->call, MPI_ERR_RMA_RANGE,
                            "displacement %ld is not in the window of rank %d, with %lld bytes "
                            "behind it",
                            (long)a->displacement, a->rank, (long long)t->target.high);
    }
    err = find_blocks(t) ? go_all(t, bytes) : NOC_ERR_MEMORY;
    return err ? win_fail_noc(a->win, a->call, err) : MPI_SUCCESS;
}

static bool lay_out(struct win_layout *l, const struct win_side *s, bool none, bool elements)
{
    if (!none) {
        return win_layout_make(l, s->count, s->type, elements);
    }
    l->run = &l->one;
    l->runs = l->bytes = 0;
    return true;
}

int win_transfer(const struct win_access *a)
{
    struct transfer t;
    int error;

    t.a = a;
    t.source = NULL;
    t.sink = NULL;
    t.from.run = &t.from.one; /* so that they can be dropped */
    t.to.run = &t.to.one;
    t.target.run = &t.target.one;
    if (lay_out(&t.from, &a->from, a->no_from, a->elements) &&
        lay_out(&t.to, &a->to, a->no_to, a->elements) &&
        lay_out(&t.target, &a->target, false, a->elements)) {
        error = begin(&t);
    } else {
        error = win_fail_noc(a->win, a->call, NOC_ERR_MEMORY);
    }
    win_layout_drop(&t.from);
    win_layout_drop(&t.to);
    win_layout_drop(&t.target);
    return error;
}
