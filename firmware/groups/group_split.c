/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups out of a group. All members say what they want, by messages in the group's second context
 * up a binomial tree; the first member sorts that, and the order of all goes down again. Then the
 * members of each color agree on their group.
 *
 * Cost beside the agreement: a meeting, and 2 (n - 1) messages, 2 ceil(log2 n) of them in sequence:
 * 8 bytes for each member of a subtree go up, 2 bytes for each member of the group go down. RAM at a
 * member during the call: 8 bytes for each member of its subtree and 2 for each of the group.
 *
 * After a timeout all stays as it is, and the next call goes on with it.
 */
#include <stdlib.h>

#include "agreement.h"
#include "groups.h"
#include "messages/messages.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "requests/requests.h"

enum {
    TAG = NOC_TAG_MAX, /* in the second context; collectives have others */
    FIRST = 1 << 15    /* in the order: a rank with which a color begins */
};

/* What a member wants. */
struct wish {
    int32_t color, key;
};

enum stage { MEETS, GATHERS, ORDERS, TELLS, MAKES };

struct split {
    uint32_t what;
    struct wish mine;
    uint8_t stage;   /* enum stage */
    uint8_t started; /* requests of this stage */
    struct request *request[MEMBER_BITS + 1];
    struct request *up;
    uint32_t subtree;  /* members in it */
    uint32_t first, n; /* of this core's color in the order */
    struct wish *wish; /* [subtree], this core's first */
    uint16_t order[];  /* [count]; then nodes */
};

static uint32_t subtree_of(const struct noc_group *g)
{
    const uint32_t width = g->rank ? g->rank & -g->rank : g->count, left = g->count - g->rank;

    return width < left ? width : left;
}

/* NULL: no memory. */
static struct split *split_new(const struct noc_group *g, uint32_t what, struct wish mine)
{
    const bool split = what == WHAT_SPLIT;
    const uint32_t order = split ? (g->count + 1) / 2 * 4 : 0;
    const uint32_t subtree = split ? subtree_of(g) : 0;
    struct split *s = malloc(sizeof(*s) + order + subtree * sizeof(*s->wish));
    unsigned i;

    if (!s) {
        return NULL;
    }
    s->what = what;
    s->mine = mine;
    s->stage = MEETS;
    s->started = 0;
    for (i = 0; i <= MEMBER_BITS; i++) {
        s->request[i] = NULL;
    }
    s->up = NULL;
    s->subtree = subtree;
    s->wish = (struct wish *)((char *)(s + 1) + order);
    if (split) {
        s->wish[0] = mine;
    }
    return s;
}

/* It is not under way any more. */
static void release(struct request **r)
{
    struct request *one = *r;

    *r = NULL;
    while (one && !one->done) {
        if (inner_give_up(one)) {
            return;
        }
        noc_progress(); /* it ends by itself */
    }
    if (one) {
        request_free(one);
    }
}

void group_forget_split(struct noc_group *g)
{
    struct split *s = g->split;
    unsigned i;

    if (s) {
        for (i = 0; i <= MEMBER_BITS; i++) {
            release(&s->request[i]);
        }
        release(&s->up);
        free(s);
        g->split = NULL;
    }
}

/* --- the order ------------------------------------------------------------------------- */

/* By color, those without one last; by key; by rank. */
static bool is_before(const struct wish *wish, uint32_t a, uint32_t b)
{
    const uint32_t x = (uint32_t)wish[a].color, y = (uint32_t)wish[b].color;

    if (x != y) { /* none is -1, the highest */
        return x < y;
    }
    return wish[a].key != wish[b].key ? wish[a].key < wish[b].key : a < b;
}

/* Heapsort: item[at] sinks among the first n. */
static void sink(const struct wish *wish, uint16_t *item, uint32_t at, uint32_t n)
{
    const uint16_t one = item[at];
    uint32_t next;

    while ((next = 2 * at + 1) < n) {
        if (next + 1 < n && is_before(wish, item[next], item[next + 1])) {
            next++;
        }
        if (!is_before(wish, one, item[next])) {
            break;
        }
        item[at] = item[next];
        at = next;
    }
    item[at] = one;
}

static void sort(struct split *s, uint32_t count)
{
    uint16_t *order = s->order, last;
    uint32_t i;

    for (i = 0; i < count; i++) {
        order[i] = (uint16_t)i;
    }
    for (i = count / 2; i-- > 0;) {
        sink(s->wish, order, i, count);
    }
    for (i = count; i-- > 1;) {
        last = order[i];
        order[i] = order[0];
        order[0] = last;
        sink(s->wish, order, 0, i);
    }
    for (i = count; i-- > 1;) { /* backwards: the one before has no mark yet */
        if (s->wish[order[i]].color != s->wish[order[i - 1]].color) {
            order[i] |= FIRST;
        }
    }
    order[0] |= FIRST;
}

/* Those of this core's color become nodes. False: it is not among them, which nobody sends. */
static bool find_color(struct split *s, const struct noc_group *g)
{
    uint32_t i, rank = UINT32_MAX;

    s->first = 0;
    for (i = 0; i < g->count && rank != g->rank; i++) {
        rank = s->order[i] & ~(uint32_t)FIRST;
        if (s->order[i] & FIRST) {
            s->first = i;
        }
    }
    for (; i < g->count && !(s->order[i] & FIRST); i++) {
    }
    s->n = i - s->first;
    for (i = s->first; i < s->first + s->n; i++) {
        uint32_t other = s->order[i] & ~(uint32_t)FIRST;

        if (other >= g->count) {
            return false;
        }
        s->order[i] = (uint16_t)group_node(g, other);
    }
    return rank == g->rank;
}

/* --- who sends to whom -------------------------------------------------------------------- */

static noc_err finish(struct request **r, struct wait *wait)
{
    noc_err err;

    for (noc_progress(); !(*r)->done; noc_progress()) {
        wait->peer = request_peer(*r);
        err = wait_more(wait);
        if (err) {
            return err;
        }
    }
    err = (noc_err)(*r)->result;
    request_free(*r);
    *r = NULL;
    return err;
}

static noc_err finish_all(struct split *s, struct wait *wait)
{
    noc_err err = NOC_ERR_OK;
    uint32_t i;

    for (i = 0; i < s->started && !err; i++) {
        err = s->request[i] ? finish(&s->request[i], wait) : NOC_ERR_OK;
    }
    return err;
}

static uint32_t children(const struct split *s)
{
    uint32_t n = 0;

    while (UINT32_C(1) << n < s->subtree) {
        n++;
    }
    return n;
}

/* All children's subtrees: at the places that their ranks have in this core's. */
static noc_err gather(struct split *s, const struct noc_group *g, struct wait *wait)
{
    for (; s->started < children(s); s->started++) {
        const uint32_t at = UINT32_C(1) << s->started;
        const uint32_t n = at < s->subtree - at ? at : s->subtree - at;

        s->request[s->started] =
            inner_irecv(g, g->rank + at, TAG, s->wish + at, n * (uint32_t)sizeof(*s->wish));
        if (!s->request[s->started]) {
            return NOC_ERR_MEMORY;
        }
    }
    return finish_all(s, wait);
}

/* The order of all: the first member makes it, the others get it. */
static noc_err order(struct split *s, const struct noc_group *g, struct wait *wait)
{
    const uint32_t parent = g->rank & (g->rank - 1);

    if (!g->rank) {
        sort(s, g->count);
        return NOC_ERR_OK;
    }
    if (!s->started) {
        s->request[0] = inner_irecv(g, parent, TAG, s->order, 2 * g->count);
        s->started += s->request[0] != NULL;
    }
    if (!s->up && s->started == 1) {
        s->up = inner_isend(g, parent, TAG, s->wish, s->subtree * (uint32_t)sizeof(*s->wish));
        s->started += s->up != NULL;
    }
    if (s->started < 2) {
        return NOC_ERR_MEMORY;
    }
    return s->request[0] ? finish(&s->request[0], wait) : NOC_ERR_OK;
}

static noc_err tell(struct split *s, const struct noc_group *g, struct wait *wait)
{
    noc_err err;

    for (; s->started < children(s); s->started++) { /* the farthest first */
        const uint32_t at = UINT32_C(1) << (children(s) - 1 - s->started);

        s->request[s->started] = inner_isend(g, g->rank + at, TAG, s->order, 2 * g->count);
        if (!s->request[s->started]) {
            return NOC_ERR_MEMORY;
        }
    }
    err = finish_all(s, wait);
    if (!err && s->up) {
        err = finish(&s->up, wait);
    }
    return err;
}

/* --- the calls ------------------------------------------------------------------------------ */

static noc_err meet(struct noc_group *g, uint32_t what, struct wait *wait)
{
    noc_err err = group_meet(g, what, g->split ? VERDICT_MADE : VERDICT_POOR, wait, NULL);

    if (!err && g->meeting.verdict) {
        group_forget_split(g);
        err = g->meeting.verdict == VERDICT_DIFFER ? NOC_ERR_ARGUMENT : NOC_ERR_MEMORY;
    }
    return err;
}

static noc_err make(struct noc_group *g, noc_group **made, struct wait *wait)
{
    const struct split *s = g->split;
    const uint32_t what = s->what | g->context;
    uint32_t rank = 0;

    if (s->what != WHAT_SPLIT) {
        return group_make(g->members, g->count, g->rank, what, made, wait);
    }
    if (s->mine.color < 0) {
        *made = NULL;
        return NOC_ERR_OK;
    }
    while (s->order[s->first + rank] != noc_layer.rank) {
        rank++;
    }
    return group_make(s->order + s->first, s->n, rank, what, made, wait);
}

static noc_err step(struct noc_group *g, noc_group **made, struct wait *wait)
{
    struct split *s = g->split;

    switch (s->stage) {
    case GATHERS:
        return gather(s, g, wait);
    case ORDERS:
        return order(s, g, wait);
    case TELLS: {
        noc_err err = tell(s, g, wait);

        return !err && !find_color(s, g) ? NOC_ERR_HARDWARE : err;
    }
    default:
        return make(g, made, wait);
    }
}

static noc_err run(struct noc_group *g, uint32_t what, noc_group **made, struct wait *wait)
{
    noc_err err = NOC_ERR_OK;

    if (!g->split || g->split->stage == MEETS) {
        err = meet(g, what, wait);
        if (err) {
            return err;
        }
        g->split->stage = what == WHAT_SPLIT ? GATHERS : MAKES;
    }
    while (!err && g->split->stage <= MAKES) {
        err = step(g, made, wait);
        if (!err) {
            g->split->stage++;
            g->split->started = 0;
        }
    }
    if (err != NOC_ERR_TIMEOUT && (err != NOC_ERR_MEMORY || g->split->stage == MAKES)) {
        group_forget_split(g);
    }
    return err;
}

static noc_err derive(noc_group *group, uint32_t what, struct wish mine, noc_group **made,
                      uint32_t timeout)
{
    struct noc_group *g = group_of(group);
    struct wait wait;

    if (!g) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (!made || (g->split && (g->split->what != what || g->split->mine.color != mine.color ||
                               g->split->mine.key != mine.key))) {
        return NOC_ERR_ARGUMENT;
    }
    if (!g->split) {
        g->split = split_new(g, what, mine);
    }
    wait_begin(&wait, NOC_WAIT_GROUP, (int32_t)(what >> WHAT_SHIFT), -1, timeout);
    return run(g, what, made, &wait);
}

noc_err noc_group_split(noc_group *group, int32_t color, int32_t key, noc_group **made,
                        uint32_t timeout)
{
    return derive(group, WHAT_SPLIT, (struct wish){color < 0 ? -1 : color, key}, made, timeout);
}

noc_err group_duplicate(noc_group *group, uint32_t what, noc_group **made, uint32_t timeout)
{
    return derive(group, what, (struct wish){0, 0}, made, timeout);
}

noc_err noc_group_duplicate(noc_group *group, noc_group **made, uint32_t timeout)
{
    return group_duplicate(group, WHAT_DUPLICATE, made, timeout);
}
