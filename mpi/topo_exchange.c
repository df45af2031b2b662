/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The exchange under all neighbourhood collectives: what neighbours send is asked for, then this
 * core's own blocks are sent. A communicator's messages bear its number, which its members share;
 * in a grid also the direction in which they go, so that the two neighbours of a dimension may be
 * the same core.
 */
#include "topo_exchange.h"

#include <limits.h>

/* Where a node is in the group that neighbours talk in. */
static int32_t traffic_rank(const struct mpi_topology *t, const struct mpi_group *own, int rank)
{
    const struct mpi_group *all = t->traffic->members;
    uint16_t node;
    int i;

    if (rank < 0) {
        return -1;
    }
    node = mpi_group_node(own, rank);
    if (!all->nodes) {
        return node;
    }
    for (i = 0; i < all->size && all->nodes[i] != node; i++) {
    }
    return i;
}

/* The i-th neighbour of a rank: of a grid the lower and the upper one of each dimension. */
static int neighbour(const struct mpi_comm *comm, const struct mpi_topology *t, bool out, int i)
{
    switch (t->kind) {
    case MPI_CART:
        return cart_neighbour(t, comm->rank, i / 2, i % 2 ? 1 : -1);
    case MPI_GRAPH:
        return t->data[t->count + (comm->rank ? t->data[comm->rank - 1] : 0) + i];
    default:
        return t->data[out ? 2 * t->count + i : i];
    }
}

static bool find_peers(MPI_Comm comm, struct mpi_topology *t)
{
    const struct mpi_group *own = mpi_comm_own(comm);
    int i;

    if (t->peers || !own) {
        return t->peers;
    }
    if (t->kind == MPI_CART) {
        t->in = t->out = 2 * t->count;
    } else if (t->kind == MPI_GRAPH) {
        t->in = t->data[comm->rank] - (comm->rank ? t->data[comm->rank - 1] : 0);
        t->out = t->in;
    } else {
        t->in = t->count;
        t->out = t->more;
    }
    t->peers = malloc((size_t)(t->in + t->out + 1) * sizeof(*t->peers));
    for (i = 0; t->peers && i < t->in; i++) {
        t->peers[i] = traffic_rank(t, own, neighbour(comm, t, false, i));
    }
    for (i = 0; t->peers && i < t->out; i++) {
        t->peers[t->in + i] = traffic_rank(t, own, neighbour(comm, t, true, i));
    }
    return t->peers;
}

/* --- blocks ----------------------------------------------------------------------------- */

static MPI_Datatype type_of(const struct blocks *b, int i)
{
    return b->types ? b->types[i] : b->type;
}

static int count_of(const struct blocks *b, int i)
{
    return b->counts ? b->counts[i] : b->count;
}

/* From the buffer's address on. */
static MPI_Count offset_of(const struct blocks *b, int i)
{
    if (b->same) {
        return 0;
    }
    if (b->addresses) {
        return b->addresses[i];
    }
    return type_times(b->displacements ? b->displacements[i] : (MPI_Count)i * b->count,
                      type_of(b, i)->extent);
}

static char *place_of(const struct blocks *b, int i)
{
    return (char *)b->buf + (ptrdiff_t)offset_of(b, i);
}

static int check_blocks(const char *call, MPI_Comm comm, const struct blocks *b, int neighbours)
{
    int i;

    if (b->listed) {
        CHECK(mpi_check_array(call, comm, b->counts, neighbours, sizeof(*b->counts),
                              "the array of counts"));
        CHECK(mpi_check_array(call, comm,
                              b->addresses ? (const void *)b->addresses : b->displacements,
                              neighbours, sizeof(int), "the array of displacements"));
    }
    for (i = 0; i < (neighbours && (b->counts || b->types) ? neighbours : 1); i++) {
        if ((b->counts || b->types) && !neighbours) {
            break;
        }
        CHECK(mpi_check_count(call, comm, count_of(b, i)));
        CHECK(mpi_check_type(call, comm, type_of(b, i)));
    }
    for (i = 0; i < neighbours; i++) {
        CHECK(mpi_check_buffer(call, comm, b->buf, count_of(b, i), type_of(b, i)));
        CHECK(mpi_check_place(call, comm, b->buf, offset_of(b, i), count_of(b, i), type_of(b, i)));
    }
    return MPI_SUCCESS;
}

int exchange_check(const char *call, MPI_Comm comm, const struct blocks *from,
                   const struct blocks *to)
{
    CHECK(mpi_check_running(call));
    CHECK(mpi_check_comm(call, comm));
    if (!comm->topology) {
        return mpi_fail(comm, call, MPI_ERR_TOPOLOGY, NULL);
    }
    if (!find_peers(comm, comm->topology)) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, "the neighbours do not fit the heap");
    }
    if (from->buf == MPI_IN_PLACE || to->buf == MPI_IN_PLACE) {
        return mpi_fail(comm, call, MPI_ERR_BUFFER, "MPI_IN_PLACE is not for this call");
    }
    CHECK(check_blocks(call, comm, from, comm->topology->out));
    return check_blocks(call, comm, to, comm->topology->in);
}

/* --- under way ---------------------------------------------------------------------------- */

/* The tag of messages that go in this direction: those to the i-th neighbour, or, as seen by the
 * receiver, from the one on the other side. */
static uint32_t tag_of(const struct exchange *e, int i, bool out)
{
    const uint32_t number = (uintptr_t)e->comm->group % 4096;
    const uint32_t direction = e->topology->kind != MPI_CART ? 0 : (uint32_t)(i + !out) % 2;

    return number * 2 + direction;
}

/* Where the bytes of a block are to be sent from, or land; packed if need be. */
static noc_err bytes_of(const struct blocks *b, int i, bool out, void **at, void **packed,
                        uint32_t *bytes)
{
    MPI_Datatype t = type_of(b, i);
    const int count = count_of(b, i);

    *bytes = type_bytes((uint32_t)count, t);
    *packed = NULL;
    *at = type_block(place_of(b, i), count, t);
    if (*at || !*bytes) {
        return NOC_ERR_OK;
    }
    *at = *packed = malloc(*bytes);
    if (!*packed) {
        return NOC_ERR_MEMORY;
    }
    if (out) {
        type_pack(*packed, place_of(b, i), count, t);
    }
    return NOC_ERR_OK;
}

static noc_err begin_one(struct exchange *e, int i, bool out)
{
    const struct mpi_topology *t = e->topology;
    const int32_t peer = t->peers[out ? t->in + i : i];
    noc_group *group = t->traffic->group;
    const uint32_t place = e->count++;
    noc_request *request = &e->requests[place];
    uint32_t bytes;
    void *at;
    noc_err err;

    *request = NOC_NO_REQUEST;
    e->packed[place] = NULL;
    if (peer < 0) {
        return NOC_ERR_OK;
    }
    err = bytes_of(out ? &e->from : &e->to, i, out, &at, &e->packed[place], &bytes);
    if (err) {
        return err;
    }
    return out ? noc_isend_in(group, (uint32_t)peer, tag_of(e, i, true), at, bytes, request)
               : noc_irecv_in(group, peer, (int32_t)tag_of(e, i, false), at, bytes | NOC_CUT,
                              request);
}

static noc_err begin_all(struct exchange *e)
{
    noc_err err = NOC_ERR_OK;
    int i;

    for (i = 0; i < e->topology->in && !err; i++) {
        err = begin_one(e, i, false);
    }
    for (i = 0; i < e->topology->out && !err; i++) {
        err = begin_one(e, i, true);
    }
    return err;
}

int exchange_begin(const char *call, MPI_Comm comm, const struct blocks *from,
                   const struct blocks *to, struct exchange *e)
{
    size_t most;
    noc_err err;

    *e = (struct exchange){.comm = comm, .topology = comm->topology, .from = *from, .to = *to};
    most = (size_t)(comm->topology->in + comm->topology->out) + 1;
    e->packed = malloc(most * (sizeof(*e->packed) + sizeof(*e->requests)));
    if (!e->packed) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, "the requests do not fit the heap");
    }
    e->requests = (noc_request *)(void *)(e->packed + most);
    err = begin_all(e);
    /* What is under way cannot be taken back: others may wait for it. */
    return err ? mpi_fail_noc(comm, call, err) : MPI_SUCCESS;
}

/* One of its messages has left, or is there; error: a class. One that is shorter than its place is an
 * error, too: each side says how long it is. */
static void ended(struct exchange *e, uint32_t i, int error, uint32_t bytes)
{
    MPI_Datatype t;
    int count;

    if (i < (uint32_t)e->topology->in) {
        t = type_of(&e->to, (int)i);
        count = count_of(&e->to, (int)i);
        error = !error && bytes != type_bytes((uint32_t)count, t) ? MPI_ERR_TRUNCATE : error;
        if (!error && e->packed[i]) {
            type_unpack(place_of(&e->to, (int)i), count, t, e->packed[i], bytes);
        }
    }
    e->error = e->error ? e->error : error;
}

void exchange_end(struct exchange *e)
{
    uint32_t i;

    for (i = 0; i < e->count; i++) {
        free(e->packed[i]);
    }
    free(e->packed);
}

/* Whether the next one is to be waited for: those before are done. */
static bool is_more(struct exchange *e)
{
    while (e->done < e->count && e->requests[e->done].index == NOC_NO_REQUEST.index) {
        e->done++;
    }
    return e->done < e->count;
}

int exchange_now(const char *call, MPI_Comm comm, struct blocks from, struct blocks to)
{
    struct exchange e;
    noc_status got = {0};
    noc_err err;

    CHECK(exchange_check(call, comm, &from, &to));
    CHECK(exchange_begin(call, comm, &from, &to, &e));
    while (is_more(&e)) {
        err = noc_wait(&e.requests[e.done], &got, NOC_FOREVER);
        if (e.requests[e.done].index == NOC_NO_REQUEST.index) { /* or it goes on, without memory */
            ended(&e, e.done, mpi_class_of(err), got.bytes);
        }
    }
    exchange_end(&e);
    return e.error ? mpi_fail(comm, call, e.error, NULL) : MPI_SUCCESS;
}

/* The program may have freed one of the list itself, and set it to MPI_DATATYPE_NULL. */
static void change_types(const struct blocks *b, int neighbours, void (*change)(MPI_Datatype t))
{
    int i;

    for (i = 0; b->types && i < neighbours; i++) {
        if (b->types[i]) {
            change(b->types[i]);
        }
    }
    if (!b->types && b->type) {
        change(b->type);
    }
}

void exchange_types(const struct mpi_topology *topology, const struct blocks *from,
                    const struct blocks *to, void (*change)(MPI_Datatype t))
{
    change_types(from, topology->out, change);
    change_types(to, topology->in, change);
}

/* --- the non-blocking form: the layer's requests are waited for in turn --------------------- */

static int next(struct mpi_request *r)
{
    struct exchange *e = r->work;

    if (e->waited) {
        ended(e, e->done++, r->error, r->got.bytes);
        r->error = MPI_SUCCESS;
    }
    e->waited = is_more(e);
    if (e->waited) {
        r->layer = e->requests[e->done];
        return NEXT_BEGUN;
    }
    return e->error;
}

static void ends(struct mpi_request *r)
{
    struct exchange *e = r->work;

    exchange_end(e);
    exchange_types(e->topology, &e->from, &e->to, type_release);
    free(e);
}

int exchange_start(const char *call, MPI_Comm comm, struct blocks from, struct blocks to,
                   MPI_Request *request)
{
    CHECK(exchange_check(call, comm, &from, &to));
    CHECK(mpi_check_pointer(call, comm, request, "the place for the request"));
    return exchange_again(call, comm, from, to, request);
}

int exchange_again(const char *call, MPI_Comm comm, struct blocks from, struct blocks to,
                   MPI_Request *request)
{
    struct exchange *e;
    struct mpi_request *r;
    int err;

    e = malloc(sizeof(*e));
    if (!e) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, "the request does not fit the heap");
    }
    err = exchange_begin(call, comm, &from, &to, e);
    if (err) {
        free(e);
        return err;
    }
    r = mpi_request_new(REQUEST_SEVERAL, &(struct mpi_message_of){.comm = comm});
    if (r) {
        exchange_types(e->topology, &from, &to, type_hold);
        r->work = e;
        r->next = next;
        r->ends = ends;
        mpi_request_list(r);
        *request = mpi_request_handle(r);
        return MPI_SUCCESS;
    }
    /* What is under way cannot be taken back. */
    mpi_die(call, MPI_ERR_NO_MEM, "the request does not fit the heap");
}
