/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes programs: messages, and what waits for them (maker.h). */
#include "maker.h"

#include <string.h>

enum {
    OPS_LEFT = 900, /* of a core, for what ends all that is under way */
    AHEAD = 3,      /* receives of a stream that are posted before their messages are sent */
    FLOOD = 80,     /* messages that nobody wants yet */
    LISTED = 12,    /* requests that are waited for at once */
    FUNNEL_TAG = 1000
};

uint32_t draw(struct maker *m, uint32_t below)
{
    m->state = m->state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)mix(m->state, 1) * below >> 32);
}

struct op *emit(struct maker *m, uint32_t core, enum kind kind)
{
    struct program *p = m->p;
    const bool room = p->op[core] && p->ops[core] < PROGRAM_OPS;
    struct op *op = room ? &p->op[core][p->ops[core]] : &m->nowhere;

    p->ops[core]++;
    *op = (struct op){.kind = (uint8_t)kind, .stream = NONE, .request = NONE, .peer = NONE};
    return op;
}

bool may_open(const struct maker *m, uint32_t core, uint32_t requests)
{
    return m->opens[core] + m->late[core] + requests <= PROGRAM_REQUESTS;
}

void open_request(struct maker *m, uint32_t core, struct op *op, struct open o)
{
    uint32_t id = 0;

    while (m->ids[core][id / 32] >> id % 32 & 1) {
        id++;
    }
    m->ids[core][id / 32] |= 1u << id % 32;
    o.id = (uint8_t)id;
    m->open[core][m->opens[core]++] = o;
    op->request = (uint16_t)id;
}

static void close_request(struct maker *m, uint32_t core, uint32_t which)
{
    const uint32_t id = m->open[core][which].id;

    m->ids[core][id / 32] &= ~(1u << id % 32);
    m->open[core][which] = m->open[core][--m->opens[core]];
}

uint32_t draw_team(struct maker *m)
{
    uint32_t g;

    if (percent(m, 40)) {
        return 0;
    }
    do {
        g = draw(m, m->p->teams);
    } while (!m->p->team[g].live);
    return g;
}

uint32_t draw_member(struct maker *m, uint32_t group)
{
    const struct team *t = &m->p->team[group];

    return t->member[draw(m, t->count)];
}

/* --- streams ------------------------------------------------------------------------------------- */

/* Receives of this core in this group name nothing. */
static bool is_wild(const struct maker *m, uint32_t group, uint32_t to)
{
    return mix(m->p->seed + group * 64 + to, 2) % 7 == 0;
}

static bool is_in_order(const struct maker *m, uint32_t group, uint32_t from, uint32_t to)
{
    return mix(m->p->seed + (group * 64 + from) * 64 + to, 3) % 4 == 0;
}

/* What nobody receives would be received by others' receives. */
static bool takes_any(const struct maker *m, uint32_t group, uint32_t from, uint32_t to)
{
    return is_wild(m, group, to) || is_in_order(m, group, from, to);
}

static uint32_t find_stream(const struct program *p, const struct stream *like)
{
    uint32_t i;

    for (i = 0; i < p->streams; i++) {
        const struct stream *s = &p->stream[i];

        if (s->group == like->group && s->to == like->to && s->kind == like->kind &&
            s->from == like->from && s->tag == like->tag) {
            break;
        }
    }
    return i;
}

static uint32_t draw_lengths(struct maker *m, bool shared)
{
    static const uint8_t drawn[] = {0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6};
    const uint32_t lengths = drawn[draw(m, sizeof(drawn))];

    return shared && lengths > 5 ? 4 : lengths;
}

/* NONE: there is no room for one more. */
static uint32_t enter_stream(struct maker *m, struct stream s)
{
    struct program *p = m->p;
    const bool shared = s.kind == FUNNEL || s.kind == WILD;
    uint32_t found = find_stream(p, &s);

    if (found < p->streams) {
        return found;
    }
    if (found == PROGRAM_STREAMS || (shared && p->shared == PROGRAM_SHARED)) {
        return NONE;
    }
    s.lengths = (uint8_t)draw_lengths(m, shared);
    s.shared = (uint8_t)(shared ? p->shared++ : 0);
    p->stream[p->streams] = s;
    return p->streams++;
}

static uint32_t new_stream(struct maker *m, uint32_t group, uint32_t from, uint32_t to)
{
    static const int32_t tags[] = {0, 1, 2, 3, NOC_TAG_MAX};
    struct stream s = {.kind = EXACT,
                       .group = (uint8_t)group,
                       .to = (uint16_t)to,
                       .from = (uint16_t)from,
                       .tag = tags[draw(m, 5)]};

    if (is_wild(m, group, to)) {
        s.kind = WILD;
        s.from = NONE;
        s.tag = -1;
    } else if (is_in_order(m, group, from, to)) {
        s.kind = IN_ORDER;
        s.tag = -1;
    } else if (percent(m, 15)) {
        s.kind = FUNNEL;
        s.from = NONE;
        s.tag = FUNNEL_TAG + (int32_t)m->p->streams;
    }
    return enter_stream(m, s);
}

static bool is_live(const struct maker *m, uint32_t stream)
{
    return !m->p->stream[stream].closed && m->p->team[m->p->stream[stream].group].live;
}

/* One that is there, or a new one; NONE: none. */
static uint32_t draw_stream(struct maker *m)
{
    uint32_t tries, stream, group = draw_team(m);

    for (tries = 0; tries < 8 && m->p->streams && percent(m, 75); tries++) {
        stream = draw(m, m->p->streams);
        if (is_live(m, stream)) {
            return stream;
        }
    }
    stream = new_stream(m, group, draw_member(m, group), draw_member(m, group));
    return stream != NONE && is_live(m, stream) ? stream : NONE;
}

static bool is_shared(const struct stream *s)
{
    return s->from == NONE;
}

/* A sender of this stream. */
static uint32_t draw_sender(struct maker *m, const struct stream *s)
{
    const struct team *t = &m->p->team[s->group];
    uint32_t rank;

    if (!is_shared(s)) {
        return s->from;
    }
    rank = draw(m, t->count);
    while (s->kind == FUNNEL && is_in_order(m, s->group, t->member[rank], s->to)) {
        rank = (rank + 1) % t->count; /* there was one when the stream was made */
    }
    return t->member[rank];
}

/* --- sending and receiving ------------------------------------------------------------------------ */

static struct op *emit_send(struct maker *m, uint32_t stream, uint32_t from, enum kind kind)
{
    struct stream *s = &m->p->stream[stream];
    struct op *op = emit(m, from, kind);

    op->stream = (uint16_t)stream;
    op->index = is_shared(s) ? m->p->sent_by[s->shared][from]++ : s->sent;
    op->group = s->group;
    if (kind == OP_ISEND) {
        open_request(m, from, op, (struct open){0, OP_ISEND, s->group, (uint16_t)stream, s->sent});
    }
    s->sent++;
    if ((kind == OP_ISEND || from != s->to) && percent(m, 15)) {
        op->how |= HOW_SYNCHRONOUS;
    } else if (percent(m, 15)) {
        op->how |= HOW_HASTE;
    }
    return op;
}

static void draw_how(struct maker *m, const struct stream *s, struct op *op)
{
    static const uint8_t of_any[] = {
        0, 0, HOW_HASTE, HOW_TAKE, HOW_TAKE | HOW_HASTE, HOW_PROBE, HOW_PROBE | HOW_HASTE};
    static const uint8_t of_one[] = {0, 0, 0, HOW_SHORT, HOW_CUT, HOW_HASTE, HOW_TAKE, HOW_PROBE};

    if (op->kind == OP_RECV) {
        op->how = is_shared(s) ? of_any[draw(m, sizeof(of_any))] : of_one[draw(m, sizeof(of_one))];
    } else if (percent(m, 20)) {
        op->how = is_shared(s) || percent(m, 50) ? HOW_CANCEL : HOW_CUT;
    }
}

static void emit_receive(struct maker *m, uint32_t stream, enum kind kind)
{
    struct stream *s = &m->p->stream[stream];
    struct op *op = emit(m, s->to, kind);

    op->stream = (uint16_t)stream;
    op->index = s->posted;
    op->group = s->group;
    if (kind == OP_PROBE) {
        op->how = percent(m, 30) ? HOW_HASTE : 0;
        return;
    }
    draw_how(m, s, op);
    if (kind == OP_IRECV) {
        open_request(m, s->to, op,
                     (struct open){0, OP_IRECV, s->group, (uint16_t)stream, s->posted});
    }
    s->posted++;
}

/* Where several may send, a send can be waited for when all receives are posted: before, others' may
 * have taken those that are there. */
static bool is_taken(const struct stream *s, uint32_t index)
{
    return is_shared(s) ? s->closed : s->posted > index;
}

static void make_send(struct maker *m)
{
    const uint32_t stream = draw_stream(m);
    struct stream *s = &m->p->stream[stream];
    uint32_t from;

    if (stream == NONE) {
        return;
    }
    from = draw_sender(m, s);
    if (!is_shared(s) && s->posted > s->sent && percent(m, 50)) {
        emit_send(m, stream, from, OP_SEND);
    } else if (!is_shared(s) && s->posted == s->sent && from != s->to && percent(m, 30)) {
        emit_send(m, stream, from, OP_SEND);
        emit_receive(m, stream, OP_RECV);
    } else if (may_open(m, from, 1)) {
        emit_send(m, stream, from, OP_ISEND);
    }
}

static void make_receive(struct maker *m)
{
    const uint32_t stream = draw_stream(m);
    struct stream *s = &m->p->stream[stream];

    if (stream == NONE) {
        return;
    }
    if (s->sent > s->posted && percent(m, 60)) {
        if (percent(m, 15)) {
            emit_receive(m, stream, OP_PROBE);
        }
        emit_receive(m, stream, OP_RECV);
    } else if (s->posted < s->sent + AHEAD && may_open(m, s->to, 1)) {
        emit_receive(m, stream, OP_IRECV);
    }
}

/* Very many messages that are not wanted before long. */
static void make_flood(struct maker *m)
{
    const uint32_t stream = draw_stream(m), count = 5 + draw(m, FLOOD - 5);
    struct stream *s = &m->p->stream[stream];
    uint32_t i, from;

    if (stream == NONE || s->lengths > 4) {
        return;
    }
    from = draw_sender(m, s);
    for (i = 0; i < count && from != s->to && may_open(m, from, 8); i++) {
        emit_send(m, stream, from, OP_ISEND);
    }
}

/* The receives of a stream come to where its sends are. */
static void receive_all(struct maker *m, uint32_t stream)
{
    struct stream *s = &m->p->stream[stream];

    while (s->posted < s->sent) {
        emit_receive(m, stream, may_open(m, s->to, 8) && percent(m, 30) ? OP_IRECV : OP_RECV);
    }
}

/* Nothing more is sent in this stream. */
static void close_stream(struct maker *m, uint32_t stream)
{
    struct stream *s = &m->p->stream[stream];

    while (s->sent < s->posted) {
        const uint32_t from = draw_sender(m, s);

        emit_send(m, stream, from, may_open(m, from, 1) && percent(m, 50) ? OP_ISEND : OP_SEND);
    }
    receive_all(m, stream);
    s->closed = true;
}

static void make_catching_up(struct maker *m)
{
    const uint32_t stream = draw_stream(m);

    if (stream != NONE) {
        receive_all(m, stream);
    }
}

/* Many send to one and wait until it has received. */
static void make_funnel(struct maker *m)
{
    const uint32_t stream = draw_stream(m), count = 1 + draw(m, 8);
    struct stream *s = &m->p->stream[stream];
    uint32_t i, from;
    uint64_t senders = 0;

    if (stream == NONE || s->kind != FUNNEL || s->sent < s->posted) {
        return;
    }
    for (i = 0; i < count; i++) {
        from = draw_sender(m, s);
        if (from != s->to && !(senders >> from & 1)) {
            senders |= UINT64_C(1) << from;
            emit_send(m, stream, from, OP_SEND);
        }
    }
    while (s->posted < s->sent) {
        emit_receive(m, stream, OP_RECV);
    }
    s->closed = true;
}

static bool is_even(const struct maker *m, uint32_t stream)
{
    const struct stream *s = &m->p->stream[stream];

    return stream != NONE && is_live(m, stream) && !is_shared(s) && s->sent == s->posted;
}

/* All members at once: each to the next, or two to each other. */
static void make_exchange(struct maker *m)
{
    const uint32_t group = draw_team(m);
    const struct team *t = &m->p->team[group];
    uint32_t stream[PROGRAM_CORES], i, n = t->count;

    for (i = 0; i < n; i++) {
        stream[i] = new_stream(m, group, t->member[i], t->member[(i + 1) % n]);
        if (n < 2 || !is_even(m, stream[i])) {
            return;
        }
    }
    for (i = 0; i < n; i++) {
        struct op *op = emit_send(m, stream[i], t->member[i], OP_EXCHANGE);
        struct stream *s = &m->p->stream[stream[(i + n - 1) % n]];

        op->how = 0; /* after a deadline half of it may have happened */
        op->stream2 = (uint16_t)stream[(i + n - 1) % n];
        op->index2 = s->posted++;
    }
}

/* --- waiting -------------------------------------------------------------------------------------- */

static bool can_end(const struct maker *m, const struct open *o)
{
    const struct stream *s = &m->p->stream[o->of];

    switch (o->kind) {
    case OP_ISEND:
        return is_taken(s, o->index);
    case OP_IRECV:
        return s->sent > o->index;
    case OP_ICOLLECTIVE:
        return m->collective[o->of].started == m->p->team[o->group].count;
    default:
        return false;
    }
}

/* group NONE: of any. */
void wait_for_some(struct maker *m, uint32_t core, uint32_t group, uint32_t most)
{
    struct op *wait = NULL;
    uint16_t count = 0;
    uint32_t i = m->opens[core], skip = most == LISTED ? 0 : 40;

    while (i-- && count < most) {
        const struct open *o = &m->open[core][i];

        if ((group != NONE && o->group != group) || !can_end(m, o) || percent(m, skip)) {
            continue;
        }
        if (!wait) {
            wait = emit(m, core, OP_WAIT);
            wait->how = (uint8_t)draw(m, WAITS);
            wait->number = draw(m, 2);
        }
        emit(m, core, OP_LISTED)->request = o->id;
        count++;
        close_request(m, core, i);
    }
    if (wait) {
        wait->count = count;
    }
}

static void make_wait(struct maker *m)
{
    wait_for_some(m, draw(m, m->p->cores), NONE, 1 + draw(m, LISTED - 2));
}

/* --- what nobody wants ----------------------------------------------------------------------------- */

static void make_unwanted(struct maker *m)
{
    const uint32_t group = draw_team(m), from = draw_member(m, group), to = draw_member(m, group);
    uint32_t i, count = percent(m, 50) ? 1 : 1 + draw(m, 30);

    if (takes_any(m, group, from, to)) {
        return;
    }
    for (i = 0; i < count && may_open(m, from, 8); i++) {
        struct op *op = emit(m, from, OP_UNWANTED);

        op->group = (uint8_t)group;
        op->peer = (uint16_t)to;
        op->how = percent(m, 20) ? HOW_SYNCHRONOUS : 0;
        op->bytes = percent(m, 80) ? draw(m, 60) : draw(m, 1500);
        open_request(m, from, op, (struct open){0, OP_UNWANTED, (uint8_t)group, (uint16_t)to, 0});
    }
}

static void take_back(struct maker *m, uint32_t core, uint32_t group, uint32_t of_hundred)
{
    uint32_t i = m->opens[core];

    while (i--) {
        const struct open *o = &m->open[core][i];

        if (o->kind == OP_UNWANTED && (group == NONE || o->group == group) &&
            percent(m, of_hundred)) {
            struct op *op = emit(m, core, OP_TAKE_BACK);

            op->request = o->id;
            op->group = o->group;
            close_request(m, core, i);
        }
    }
}

static void make_taking_back(struct maker *m)
{
    take_back(m, draw(m, m->p->cores), NONE, 30);
}

static void make_delay(struct maker *m)
{
    emit(m, draw(m, m->p->cores), OP_DELAY)->number = draw(m, percent(m, 15) ? 30000 : 2000);
}

/* --- the whole ------------------------------------------------------------------------------------- */

void settle(struct maker *m, uint32_t group)
{
    const struct team *t = &m->p->team[group];
    uint32_t i;

    for (i = 0; i < t->count; i++) {
        catch_up(m, t->member[i]);
    }
    for (i = 0; i < m->p->streams; i++) {
        if (m->p->stream[i].group == group) {
            close_stream(m, i);
        }
    }
    for (i = 0; i < t->count; i++) {
        const uint32_t core = t->member[i];
        uint32_t before;

        take_back(m, core, group, 100);
        do {
            before = m->opens[core];
            wait_for_some(m, core, group, LISTED);
        } while (m->opens[core] < before);
    }
}

static const struct {
    void (*make)(struct maker *m);
    uint32_t weight;
} events[] = {
    {make_send, 24},       {make_receive, 22}, {make_flood, 3},      {make_catching_up, 4},
    {make_funnel, 3},      {make_exchange, 3}, {make_wait, 14},      {make_unwanted, 3},
    {make_taking_back, 3}, {make_delay, 8},    {make_collective, 6}, {make_icollective, 5},
    {make_late_start, 6},  {make_team, 4},     {end_team, 2},        {make_multicast, 3},
    {make_window, 2},      {make_access, 12},  {make_fence, 2},      {end_window, 1},
};

static void make_event(struct maker *m)
{
    uint32_t i, total = 0, drawn;

    for (i = 0; i < sizeof(events) / sizeof(*events); i++) {
        total += events[i].weight;
    }
    drawn = draw(m, total);
    for (i = 0; drawn >= events[i].weight; i++) {
        drawn -= events[i].weight;
    }
    events[i].make(m);
}

static bool is_full(const struct maker *m)
{
    uint32_t core;

    for (core = 0; core < m->p->cores; core++) {
        if (m->p->ops[core] + OPS_LEFT > PROGRAM_OPS) {
            return true;
        }
    }
    return false;
}

static void begin(struct maker *m, struct program *p, uint32_t seed, uint32_t cores)
{
    uint32_t i;

    memset(m, 0, sizeof(*m));
    m->p = p;
    m->state = mix(seed, cores);
    p->seed = seed;
    p->cores = cores;
    p->streams = p->windows = p->shared = p->numbers = 0;
    memset(p->ops, 0, sizeof(p->ops));
    memset(p->sent_by, 0, sizeof(p->sent_by));
    p->teams = 1;
    p->team[0] = (struct team){.count = (uint16_t)cores, .live = true};
    for (i = 0; i < cores; i++) {
        p->team[0].member[i] = (uint16_t)i;
    }
}

void program_make(struct program *p, uint32_t seed, uint32_t cores)
{
    static struct maker maker;
    uint32_t i;

    begin(&maker, p, seed, cores);
    p->events = 20 + draw(&maker, 12 * cores);
    for (i = 0; i < p->events && !is_full(&maker); i++) {
        maker.state = mix(mix(seed, cores), i + 1);
        if (!p->left_out || !p->left_out[i]) {
            make_event(&maker);
        }
    }
    for (i = p->teams; i--;) {
        if (p->team[i].live) {
            free_team(&maker, i);
        }
    }
}
