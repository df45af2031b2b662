/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes a program's calls: messages, and what waits for them. Each result is checked. */
#include "runner.h"

#include <string.h>

enum { SHORT_DEADLINE = 3000, LONG_DEADLINE = 60000, TEXT = 200 };

void op_fail(struct runner *r, const char *what, noc_err err)
{
    char text[TEXT];

    op_text(r->p, r->me, r->at, text, sizeof(text));
    core_fail("seed %u, %u cores, core %u, %s: %s: %s; %s", (unsigned)r->p->seed,
              (unsigned)r->p->cores, (unsigned)r->me, text, what, noc_strerror(err),
              noc_last_mismatch());
}

uint32_t op_patience(const struct op *op)
{
    if (!(op->how & HOW_HASTE)) {
        return NOC_FOREVER;
    }
    return core_random() % (core_random() % 16 ? SHORT_DEADLINE : LONG_DEADLINE);
}

bool op_again(const struct op *op, noc_err err)
{
    return op->how & HOW_HASTE && err == NOC_ERR_TIMEOUT;
}

/* --- sending ----------------------------------------------------------------------------------------- */

static const struct team *team_of(const struct runner *r, uint32_t stream)
{
    return &r->p->team[r->p->stream[stream].group];
}

static noc_group *group_of(const struct runner *r, uint32_t stream)
{
    return r->group[r->p->stream[stream].group];
}

static uint32_t rank_of(const struct runner *r, uint32_t stream, uint32_t node)
{
    return (uint32_t)team_rank(team_of(r, stream), node);
}

static struct buffer body_of(const struct runner *r, const struct op *op)
{
    struct buffer b = buffer_new(message_bytes(r->p, op->stream, r->me, op->index), false);
    uint32_t i;

    for (i = 0; i < b.bytes; i++) {
        b.at[i] = message_byte(op->stream, r->me, op->index, i);
    }
    return b;
}

/* What a core sends to itself has to fit into its arena, but not by a request. */
static noc_err send_to_oneself(noc_group *g, uint32_t tag, const struct buffer *b)
{
    const uint32_t me = (uint32_t)noc_group_rank(g);
    noc_err err = noc_send_in(g, me, tag, b->at, b->bytes, NOC_FOREVER);
    noc_request request;

    if (err == NOC_ERR_MEMORY) {
        err = noc_isend_in(g, me, tag, b->at, b->bytes, &request);
        err = err ? err : noc_wait(&request, NULL, NOC_FOREVER);
    }
    return err;
}

static void run_send(struct runner *r, const struct op *op)
{
    struct buffer b = body_of(r, op);
    const uint32_t tag = message_tag(r->p, op->stream, r->me, op->index),
                   to = rank_of(r, op->stream, r->p->stream[op->stream].to);
    noc_group *g = group_of(r, op->stream);
    noc_err err;

    if (r->p->stream[op->stream].to == r->me) {
        err = send_to_oneself(g, tag, &b);
        op_ok(r, "noc_send to oneself", err);
        buffer_end(&b, "noc_send");
        return;
    }
    do {
        err = op->how & HOW_SYNCHRONOUS
                ? noc_send_synchronous_in(g, to, tag, b.at, b.bytes, op_patience(op))
                : noc_send_in(g, to, tag, b.at, b.bytes, op_patience(op));
    } while (op_again(op, err));
    op_ok(r, "noc_send", err);
    memset(b.at, 0xee, b.bytes);
    buffer_end(&b, "noc_send");
}

static void run_isend(struct runner *r, const struct op *op)
{
    struct held *h = &r->held[op->request];
    const uint32_t tag = message_tag(r->p, op->stream, r->me, op->index),
                   to = rank_of(r, op->stream, r->p->stream[op->stream].to);
    noc_group *g = group_of(r, op->stream);

    *h = (struct held){.op = op, .body = body_of(r, op)};
    op_ok(r, "noc_isend",
          op->how & HOW_SYNCHRONOUS
              ? noc_isend_synchronous_in(g, to, tag, h->body.at, h->body.bytes, &h->request)
              : noc_isend_in(g, to, tag, h->body.at, h->body.bytes, &h->request));
}

/* --- what was received --------------------------------------------------------------------------------- */

static void wrong(struct runner *r, const char *what, uint32_t is, uint32_t should)
{
    char text[TEXT];

    op_text(r->p, r->me, r->at, text, sizeof(text));
    core_fail("seed %u, %u cores, core %u, %s: %s is %u, not %u", (unsigned)r->p->seed,
              (unsigned)r->p->cores, (unsigned)r->me, text, what, (unsigned)is, (unsigned)should);
}

static void check_status(struct runner *r, uint32_t stream, uint32_t from, uint32_t index,
                         const noc_status *s)
{
    if (s->source != rank_of(r, stream, from)) {
        wrong(r, "the source", s->source, rank_of(r, stream, from));
    }
    if (s->tag != message_tag(r->p, stream, from, index)) {
        wrong(r, "the tag", s->tag, message_tag(r->p, stream, from, index));
    }
    if (s->bytes != message_bytes(r->p, stream, from, index)) {
        wrong(r, "the length", s->bytes, message_bytes(r->p, stream, from, index));
    }
}

/* Of its bytes so many came. */
static void check_body(struct runner *r, uint32_t stream, uint32_t from, uint32_t index,
                       const struct buffer *b, uint32_t bytes)
{
    uint32_t i;

    for (i = 0; i < bytes; i++) {
        if (b->at[i] != message_byte(stream, from, index, i)) {
            wrong(r, "a byte of the body", b->at[i], message_byte(stream, from, index, i));
        }
    }
    buffer_check(b, bytes, "a receive");
}

static bool is_shared(const struct stream *s)
{
    return s->from == NONE;
}

/* Of a stream with several senders: the next of its sender's, in the order of the receives. */
static void check_next(struct runner *r, const struct stream *s, const struct got *g)
{
    const struct team *t = team_of(r, g->stream);
    uint32_t from, index;

    if (g->status.source >= t->count) {
        wrong(r, "the source", g->status.source, t->count);
    }
    from = t->member[g->status.source];
    index = r->claimed[s->shared][from]++;
    if (index >= r->p->sent_by[s->shared][from]) {
        wrong(r, "the number of messages from there", index, r->p->sent_by[s->shared][from]);
    }
    check_status(r, g->stream, from, index, &g->status);
    check_body(r, g->stream, from, index, &g->body, g->status.bytes);
}

static void check_all_got(struct runner *r)
{
    struct got **link = &r->got;

    while (*link) {
        struct got *g = *link;
        const struct stream *s = &r->p->stream[g->stream];

        if (g->index == r->checked[s->shared]) {
            r->checked[s->shared]++;
            check_next(r, s, g);
            *link = g->next;
            core_free(g->body.whole);
            core_free(g);
            link = &r->got; /* it may be another's turn */
        } else {
            link = &g->next;
        }
    }
}

/* The receive op has ended so. */
static void received(struct runner *r, const struct op *op, uint32_t index, struct buffer *b,
                     const noc_status *status, noc_err err)
{
    const struct stream *s = &r->p->stream[op->stream];
    const uint32_t bytes = status->bytes < b->bytes ? status->bytes : b->bytes;
    struct got *g;

    if (err && !(err == NOC_ERR_TRUNCATED && op->how & HOW_CUT && status->bytes > b->bytes)) {
        op_fail(r, "a receive", err);
    }
    if (!is_shared(s)) {
        check_status(r, op->stream, s->from, index, status);
        check_body(r, op->stream, s->from, index, b, bytes);
        core_free(b->whole);
        return;
    }
    g = core_malloc(sizeof(*g));
    if (!g) {
        core_fail("no memory");
        return;
    }
    *g = (struct got){.stream = op->stream,
                      .index = (uint16_t)index,
                      .body = *b,
                      .status = *status,
                      .next = r->got};
    r->got = g;
    check_all_got(r);
}

/* --- receiving -------------------------------------------------------------------------------------------- */

/* What a receive passes. */
struct names {
    noc_group *group;
    int32_t from, tag;
    uint32_t room; /* with NOC_CUT, perhaps */
    struct buffer body;
};

static uint32_t room_of(const struct runner *r, const struct op *op, uint32_t stream,
                        uint32_t index)
{
    const struct stream *s = &r->p->stream[stream];
    uint32_t bytes = is_shared(s) ? stream_longest(s) : message_bytes(r->p, stream, s->from, index);

    if (op->how & HOW_CUT && bytes) {
        return bytes - 1 - core_random() % bytes;
    }
    return bytes + (core_random() % 3 ? 0 : core_random() % 20);
}

static struct names names_of(struct runner *r, const struct op *op, uint32_t stream, uint32_t index)
{
    struct names n = {.group = group_of(r, stream), .room = room_of(r, op, stream, index)};

    receive_names(r->p, stream, index, &n.from, &n.tag);
    if (n.from >= 0) {
        n.from = (int32_t)rank_of(r, stream, (uint32_t)n.from);
    }
    n.body = buffer_new(n.room, false);
    n.room |= op->how & HOW_CUT ? NOC_CUT : 0;
    return n;
}

/* What a probe says of what comes next. */
static void check_probed(struct runner *r, const struct op *op, const noc_status *status)
{
    const struct stream *s = &r->p->stream[op->stream];

    if (!is_shared(s)) {
        check_status(r, op->stream, s->from, op->index, status);
    } else if (status->bytes > stream_longest(s)) {
        wrong(r, "the length", status->bytes, stream_longest(s));
    }
}

static void probe(struct runner *r, const struct op *op, struct names *n)
{
    noc_status status;
    noc_err err;

    do {
        err = noc_probe_in(n->group, n->from, n->tag, &status, op_patience(op));
    } while (op_again(op, err));
    op_ok(r, "noc_probe", err);
    check_probed(r, op, &status);
    n->from = (int32_t)status.source;
    n->tag = (int32_t)status.tag;
}

static void run_probe(struct runner *r, const struct op *op)
{
    struct names n = names_of(r, op, op->stream, op->index);

    probe(r, op, &n);
    core_free(n.body.whole);
}

/* With too little room: it stays. */
static void receive_short(struct runner *r, const struct op *op, const struct names *n)
{
    const uint32_t bytes =
        message_bytes(r->p, op->stream, r->p->stream[op->stream].from, op->index);
    noc_status status;
    noc_err err;

    if (bytes) {
        err = noc_recv_in(n->group, n->from, n->tag, n->body.at, bytes - 1, &status, NOC_FOREVER);
        if (err != NOC_ERR_TRUNCATED || status.bytes != bytes) {
            op_fail(r, "a receive with too little room", err);
        }
        buffer_check(&n->body, 0, "a receive with too little room");
    }
}

static noc_err take(const struct op *op, const struct names *n, noc_status *status)
{
    noc_message message;
    noc_status first;
    noc_err err;

    do {
        err = noc_take_in(n->group, n->from, n->tag, &message, &first, op_patience(op));
    } while (op_again(op, err));
    if (err) {
        return err;
    }
    core_delay(core_random() % 4 ? 0 : core_random() % 2000);
    do {
        err = noc_recv_taken(&message, n->body.at, n->room, status, op_patience(op));
    } while (op_again(op, err));
    return err || (first.source == status->source && first.tag == status->tag &&
                   first.bytes == status->bytes)
             ? err
             : NOC_ERR_LIST;
}

static void run_recv(struct runner *r, const struct op *op)
{
    struct names n = names_of(r, op, op->stream, op->index);
    noc_status status;
    noc_err err;

    if (op->how & HOW_SHORT) {
        receive_short(r, op, &n);
    }
    if (op->how & HOW_PROBE) {
        probe(r, op, &n);
    }
    if (op->how & HOW_TAKE) {
        err = take(op, &n, &status);
    } else {
        do {
            err = noc_recv_in(n.group, n.from, n.tag, n.body.at, n.room, &status, op_patience(op));
        } while (op_again(op, err));
    }
    received(r, op, op->index, &n.body, &status, err);
}

static void run_irecv(struct runner *r, const struct op *op)
{
    struct held *h = &r->held[op->request];
    struct names n = names_of(r, op, op->stream, op->index);
    bool cancelled;

    *h = (struct held){.op = op, .body = n.body};
    op_ok(r, "noc_irecv", noc_irecv_in(n.group, n.from, n.tag, n.body.at, n.room, &h->request));
    if (op->how & HOW_CANCEL) {
        core_delay(core_random() % 2 ? 0 : core_random() % 500);
        op_ok(r, "noc_cancel", noc_cancel(&h->request, &cancelled));
        if (cancelled) {
            op_ok(r, "noc_irecv",
                  noc_irecv_in(n.group, n.from, n.tag, n.body.at, n.room, &h->request));
        } else {
            h->over = true;
            h->result = noc_wait(&h->request, &h->status, NOC_FOREVER);
        }
    }
}

static void run_exchange(struct runner *r, const struct op *op)
{
    struct names n = names_of(r, op, op->stream2, op->index2);
    struct buffer b = body_of(r, op);
    const struct op got = {.kind = OP_RECV, .stream = op->stream2};
    noc_status status;
    noc_err err = noc_exchange_in(n.group, rank_of(r, op->stream, r->p->stream[op->stream].to),
                                  message_tag(r->p, op->stream, r->me, op->index), b.at, b.bytes,
                                  n.from, n.tag, n.body.at, n.room, &status, NOC_FOREVER);

    received(r, &got, op->index2, &n.body, &status, err);
    buffer_end(&b, "noc_exchange");
}

/* --- waiting ------------------------------------------------------------------------------------------------ */

/* A request has ended so. */
static void finish(struct runner *r, struct held *h, noc_err err, const noc_status *status)
{
    const struct op *op = h->op;

    if (op->kind == OP_IRECV) {
        received(r, op, op->index, &h->body, status, err);
        return;
    }
    op_ok(r, op->kind == OP_ISEND ? "an isend" : "a collective operation", err);
    if (op->kind == OP_ISEND) {
        memset(h->body.at, 0xee, h->body.bytes);
        buffer_end(&h->body, "noc_isend");
    } else {
        end_collective(r, h);
    }
}

/* One by one, by noc_wait or until noc_test says so. */
static void wait_each(struct runner *r, const struct op *op, uint32_t i)
{
    struct held *h = &r->held[op[1 + i].request];
    noc_status status = {0};
    noc_err err = NOC_ERR_TIMEOUT;
    bool done = false;

    while (op->how == WAIT_TEST && !done) {
        err = noc_test(&h->request, &done, &status);
        core_delay(done ? 0 : core_random() % 300);
    }
    while (!done && err == NOC_ERR_TIMEOUT) {
        err = noc_wait(&h->request, &status,
                       op->number ? core_random() % SHORT_DEADLINE : NOC_FOREVER);
    }
    finish(r, h, err, &status);
}

/* Which of the operation's requests these are. */
static uint32_t gather(struct runner *r, const struct op *op, noc_request *list, bool *over)
{
    uint32_t i, n = 0;

    for (i = 0; i < op->count; i++) {
        struct held *h = &r->held[op[1 + i].request];

        over[i] = h->over;
        list[i] = h->over ? NOC_NO_REQUEST : h->request;
        n += !h->over;
    }
    return n;
}

enum { AT_ONCE = 16 };

static void wait_any(struct runner *r, const struct op *op, noc_request *list, uint32_t left)
{
    noc_status status;
    uint32_t place;
    noc_err err;

    while (left) {
        err = noc_wait_any(list, op->count, &place, &status,
                           op->number ? core_random() % SHORT_DEADLINE : NOC_FOREVER);
        if (err != NOC_ERR_TIMEOUT) {
            if (place >= op->count) {
                op_fail(r, "noc_wait_any says that none is under way", err);
            }
            finish(r, &r->held[op[1 + place].request], err, &status);
            left--;
        }
    }
}

static void wait_some(struct runner *r, const struct op *op, noc_request *list, uint32_t left)
{
    noc_done done[AT_ONCE];
    uint32_t finished, i;
    noc_err err;

    while (left) {
        err = noc_wait_some(list, op->count, done, &finished,
                            op->number ? core_random() % SHORT_DEADLINE : NOC_FOREVER);
        if (err == NOC_ERR_TIMEOUT) {
            continue;
        }
        for (i = 0; i < finished; i++) {
            finish(r, &r->held[op[1 + done[i].place].request], done[i].result, &done[i].status);
        }
        left -= finished;
    }
}

static void wait_all(struct runner *r, const struct op *op, noc_request *list, const bool *over)
{
    noc_done done[AT_ONCE];
    uint32_t i;
    noc_err err;

    do {
        err = noc_wait_all(list, op->count, done,
                           op->number ? core_random() % SHORT_DEADLINE : NOC_FOREVER);
        for (i = 0; i < op->count; i++) {
            struct held *h = &r->held[op[1 + i].request];

            if (!over[i] && !h->over && list[i].index == NOC_NO_REQUEST.index) {
                h->over = true;
                finish(r, h, done[i].result, &done[i].status);
            }
        }
    } while (err == NOC_ERR_TIMEOUT);
}

static void run_wait(struct runner *r, const struct op *op)
{
    noc_request list[AT_ONCE];
    bool over[AT_ONCE];
    uint32_t left = gather(r, op, list, over), i;

    for (i = 0; i < op->count; i++) {
        struct held *h = &r->held[op[1 + i].request];

        if (over[i]) {
            finish(r, h, h->result, &h->status);
        } else if (op->how == WAIT_EACH || op->how == WAIT_TEST) {
            wait_each(r, op, i);
        }
    }
    if (op->how == WAIT_ANY) {
        wait_any(r, op, list, left);
    } else if (op->how == WAIT_SOME) {
        wait_some(r, op, list, left);
    } else if (op->how == WAIT_ALL) {
        wait_all(r, op, list, over);
    }
    r->at += op->count;
}

/* --- what nobody wants ------------------------------------------------------------------------------------- */

static void run_unwanted(struct runner *r, const struct op *op)
{
    struct held *h = &r->held[op->request];
    const uint32_t to = (uint32_t)team_rank(&r->p->team[op->group], op->peer);
    noc_group *g = r->group[op->group];

    *h = (struct held){.op = op, .body = buffer_new(op->bytes, false)};
    memset(h->body.at, (int)r->me, op->bytes);
    op_ok(r, "noc_isend",
          op->how & HOW_SYNCHRONOUS
              ? noc_isend_synchronous_in(g, to, UNWANTED_TAG, h->body.at, op->bytes, &h->request)
              : noc_isend_in(g, to, UNWANTED_TAG, h->body.at, op->bytes, &h->request));
}

static void run_take_back(struct runner *r, const struct op *op)
{
    struct held *h = &r->held[op->request];
    bool cancelled;

    op_ok(r, "noc_cancel", noc_cancel(&h->request, &cancelled));
    if (!cancelled) {
        if (h->op->how & HOW_SYNCHRONOUS) {
            op_fail(r, "noc_cancel: nobody can have received it", NOC_ERR_OK);
        }
        op_ok(r, "an isend that was not cancelled", noc_wait(&h->request, NULL, NOC_FOREVER));
        r->left[h->op->peer] += op->group == 0;
    }
    buffer_end(&h->body, "noc_isend");
}

/* At the end: what nobody wanted and was not cancelled lies here, and nothing else. */
static void receive_what_is_left(struct runner *r)
{
    uint32_t mine[PROGRAM_CORES], from;
    noc_status status;
    uint8_t first;
    noc_err err;

    op_ok(r, "noc_alltoall", noc_alltoall(r->group[0], r->left, mine, sizeof(*mine), NOC_FOREVER));
    for (from = 0; from < r->p->cores; from++) {
        for (; mine[from]; mine[from]--) {
            err = noc_recv_in(r->group[0], (int32_t)from, NOC_ANY_TAG, &first, 1 | NOC_CUT, &status,
                              NOC_FOREVER);
            if (err && err != NOC_ERR_TRUNCATED) {
                op_fail(r, "what nobody wanted", err);
            }
            if (status.tag != UNWANTED_TAG || (status.bytes && first != from)) {
                wrong(r, "the tag of what nobody wanted", status.tag, UNWANTED_TAG);
            }
        }
    }
    err = noc_probe_in(r->group[0], NOC_ANY_SOURCE, NOC_ANY_TAG, &status, 0);
    if (err != NOC_ERR_TIMEOUT) {
        wrong(r, "a message that nobody sent: its tag", status.tag, NONE);
    }
}

/* --- the whole ----------------------------------------------------------------------------------------------- */

static void run_op(struct runner *r, const struct op *op)
{
    switch (op->kind) {
    case OP_DELAY:
        core_delay(op->number);
        break;
    case OP_SEND:
        run_send(r, op);
        break;
    case OP_ISEND:
        run_isend(r, op);
        break;
    case OP_RECV:
        run_recv(r, op);
        break;
    case OP_IRECV:
        run_irecv(r, op);
        break;
    case OP_PROBE:
        run_probe(r, op);
        break;
    case OP_EXCHANGE:
        run_exchange(r, op);
        break;
    case OP_WAIT:
        run_wait(r, op);
        break;
    case OP_UNWANTED:
        run_unwanted(r, op);
        break;
    case OP_TAKE_BACK:
        run_take_back(r, op);
        break;
    default:
        run_together(r, op);
        break;
    }
}

struct runner *runner_new(const struct program *p, noc_group *all)
{
    struct runner *r = core_malloc(sizeof(*r));

    if (!r) {
        core_fail("no memory");
        return NULL;
    }
    memset(r, 0, sizeof(*r));
    r->p = p;
    r->me = core_number();
    r->group[0] = all;
    return r;
}

uint32_t runner_at(const struct runner *r)
{
    return r->at;
}

void runner_run(struct runner *r)
{
    for (r->at = 0; r->at < r->p->ops[r->me]; r->at++) {
        run_op(r, &r->p->op[r->me][r->at]);
    }
    if (r->got) {
        op_fail(r, "a receive before has not ended", NOC_ERR_OK);
    }
    receive_what_is_left(r);
    noc_plan_free(r->plan[0][0]);
    noc_plan_free(r->plan[0][1]);
    core_free(r);
}
