/* SPDX-License-Identifier: BSD-2-Clause */
/* Looks through the backlogs of others. */
#include <string.h>

#include "checked.h"
#include "maps.h"
#include "seen.h"

/* 2 to this times PULL_PATIENCE is a little more than NOC_LOST_CYCLES. */
enum { PATIENCE_MOST = 8 };

static bool concerns(int32_t peer, uint32_t node)
{
    return peer < 0 || peer == (int32_t)node;
}

bool seen_in_order(uint8_t seen, uint32_t node)
{
    return seen == SEEN_ALL || !has_bit(noc_layer.dirty, node) || mistaken(MISTAKE_OUT_OF_ORDER) ||
           (seen == SEEN_SOME && node < noc_layer.look.turn);
}

/* --- who wants something ------------------------------------------------------------------- */

void seen_begin(void)
{
    struct layer_state *l = &noc_layer;
    struct request *r;

    for (r = l->posted; r; r = r->next) {
        r->state = SEEN_ALL;
    }
    memset(l->want, 0, sizeof(l->want));
    l->look = (struct look){0};
}

/* NULL: it is not remembered. */
static struct want *find(enum want_kind kind, const struct wanted *wanted)
{
    struct want *w = noc_layer.want, *end = w + WANTS;

    while (w != end && (w->kind != kind || memcmp(&w->wanted, wanted, sizeof(*wanted)) != 0)) {
        w++;
    }
    return w != end ? w : NULL;
}

/* How much is lost if it is forgotten. */
static uint32_t worth(const struct want *w)
{
    return w->kind == WANT_NOTHING ? 0 : w->seen == SEEN_SOME ? 3 : w->seen == SEEN_ALL ? 2 : 1;
}

/* What was called last is last. */
static struct want *put_last(struct want *w)
{
    const struct want moved = *w;

    for (; w != &noc_layer.want[WANTS - 1]; w++) {
        w[0] = w[1];
    }
    *w = moved;
    return w;
}

/* In the place of one of which little is lost. */
static struct want *remember(enum want_kind kind, const struct wanted *wanted, uint8_t seen)
{
    struct want *w = noc_layer.want, *other;

    for (other = w + 1; other != noc_layer.want + WANTS; other++) {
        w = worth(other) < worth(w) ? other : w;
    }
    *w = (struct want){.wanted = *wanted, .kind = (uint8_t)kind, .seen = seen};
    return put_last(w);
}

void seen_posted(struct request *r)
{
    struct want *w = find(WANT_RECEIVE, &r->wanted);

    r->state = w ? w->seen : SEEN_NONE;
    if (w) {
        seen_no_more(w);
    }
    seen_due();
}

void seen_unposted(const struct request *r)
{
    (void)remember(WANT_RECEIVE, &r->wanted, r->state);
}

struct want *seen_probe(enum want_kind kind, const struct wanted *wanted)
{
    struct layer_state *l = &noc_layer;
    struct want *w;

    if (!l->lefts) {
        return NULL;
    }
    w = find(kind, wanted);
    if (!w) {
        w = remember(kind, wanted, SEEN_NONE);
    }
    w = put_last(w);
    l->look.due |= w != l->probing;
    l->probing = w;
    return w;
}

void seen_close(uint32_t context)
{
    uint32_t i;

    for (i = 0; i < WANTS; i++) {
        if (wire_is_in(noc_layer.want[i].wanted.w2, context)) {
            seen_no_more(&noc_layer.want[i]);
        }
    }
}

/* --- looks ------------------------------------------------------------------------------------ */

static void change(uint8_t *seen, enum seen from, enum seen to)
{
    *seen = *seen == from ? (uint8_t)to : *seen;
}

/* Of all who want something. */
static void change_all(enum seen from, enum seen to)
{
    struct layer_state *l = &noc_layer;
    struct request *r;
    uint32_t i;

    for (r = l->posted; r; r = r->next) {
        change(&r->state, from, to);
    }
    for (i = 0; i < WANTS; i++) {
        change(&l->want[i].seen, from, to);
    }
    change(&l->wanted_seen, from, to);
    change(&l->windows_seen, from, to);
}

/* Whether somebody waits for a look now; calls that are over go with them. */
static bool is_wanted(void)
{
    const struct layer_state *l = &noc_layer;
    const struct request *r = l->posted;

    while (r && r->state != SEEN_NONE) {
        r = r->next;
    }
    return r || (l->probing && l->probing->seen == SEEN_NONE) ||
           (l->wanted >= 0 && l->wanted_seen == SEEN_NONE) || l->windows_seen == SEEN_NONE;
}

static bool begin(void)
{
    struct layer_state *l = &noc_layer;

    if (!l->look.due || !is_wanted()) {
        l->look.due = false;
        return false;
    }
    l->look.on = true;
    l->look.due = l->look.passed = false;
    l->look.turn = l->look.node = 0;
    l->look.windows = l->windows_seen == SEEN_NONE;
    change_all(SEEN_NONE, SEEN_SOME);
    return true;
}

static void end(void)
{
    struct look *k = &noc_layer.look;

    k->on = false;
    k->patience = k->passed ? k->patience : 0;
    change_all(SEEN_SOME, SEEN_ALL);
}

/* Whether somebody who has seen so much wants something of this node's. */
static bool is_wanted_of(uint32_t node, enum seen seen)
{
    const struct layer_state *l = &noc_layer;
    const struct request *r = l->posted;
    uint32_t i;

    while (r && (r->state != seen || !concerns(r->peer, node))) {
        r = r->next;
    }
    for (i = 0; !r && i < WANTS; i++) {
        const struct want *w = &l->want[i];

        if (w->kind != WANT_NOTHING && !w->found && w->seen == seen &&
            concerns(wanted_peer(&w->wanted), node)) {
            return true;
        }
    }
    return r || (l->wanted == (int32_t)node && l->wanted_seen == seen);
}

static bool is_aboard(uint32_t node)
{
    return noc_layer.look.windows || is_wanted_of(node, SEEN_SOME);
}

uint32_t seen_patience(uint32_t node)
{
    const struct look *k = &noc_layer.look;

    return k->node == node + 1 ? k->patience : 0;
}

void seen_asked(uint32_t node)
{
    struct layer_state *l = &noc_layer;

    if (l->pull_from != node) {
        l->look.asked = 0;
    }
    l->look.asked += l->look.asked != UINT16_MAX;
}

/* Each message is a request of its sender's. */
bool seen_too_much(uint32_t node)
{
    const struct layer_state *l = &noc_layer;

    return l->pull_from == node &&
           l->look.asked * (uint32_t)sizeof(struct request) > ni_read(NI_RAM);
}

bool seen_wants_more(uint32_t node)
{
    return !seen_too_much(node) &&
           ((noc_layer.look.node == node + 1 && is_aboard(node)) ||
            (!has_bit(noc_layer.dirty, node) && is_wanted_of(node, SEEN_NONE)));
}

/* The first node with a backlog from this one on; NOBODY: there is none. */
static int32_t open_from(uint32_t node)
{
    const struct layer_state *l = &noc_layer;

    for (; node < l->size; node++) {
        if (!l->open[node / 32]) {
            node |= 31;
        } else if (has_bit(l->open, node)) {
            return (int32_t)node;
        }
    }
    return NOBODY;
}

/* It computes, or has ended: its answer is a late one. */
static void pass_by(void)
{
    noc_layer.pull_from = UINT16_MAX;
    noc_layer.look.passed = true;
}

/* The look goes on to the next that somebody aboard wants something of. */
static int32_t next_node(void)
{
    struct layer_state *l = &noc_layer;
    int32_t node = open_from(l->look.turn);

    while (node >= 0) {
        if (is_aboard((uint32_t)node)) {
            if (!has_bit(l->asked, (uint32_t)node)) {
                break;
            }
            pass_by();
        }
        node = open_from((uint32_t)node + 1);
    }
    return node;
}

int32_t seen_look(uint32_t *mark)
{
    struct layer_state *l = &noc_layer;
    int32_t node;

    if (!l->look.on && !begin()) {
        return NOBODY;
    }
    node = l->look.node - 1;
    if (node >= 0 && has_bit(l->open, (uint32_t)node) && !seen_too_much((uint32_t)node) &&
        is_aboard((uint32_t)node)) {
        if (!has_bit(l->asked, (uint32_t)node)) {
            *mark = WIRE_NEXT;
            return node;
        }
        pass_by();
    }
    l->look.node = 0;
    node = next_node();
    if (node < 0) {
        end();
        return NOBODY;
    }
    l->look.turn = l->look.node = (uint16_t)(node + 1);
    *mark = WIRE_FIRST;
    return node;
}

void seen_first(uint32_t node)
{
    struct look *k = &noc_layer.look;

    clear_bit(noc_layer.dirty, node);
    k->asked = 0;
    k->tidy = true;
    k->counted = (uint16_t)(node + 1);
    k->left = 0;
}

void seen_left(uint32_t node)
{
    struct look *k = &noc_layer.look;

    set_bit(noc_layer.dirty, node);
    k->left += k->counted == node + 1;
}

uint32_t seen_position(uint32_t node)
{
    const struct look *k = &noc_layer.look;

    return !has_bit(noc_layer.dirty, node) ? 0 : k->counted == node + 1 ? k->left : UINT32_MAX;
}

void seen_ended(uint32_t node)
{
    struct look *k = &noc_layer.look;

    k->node = k->node == node + 1 ? 0 : k->node;
    k->counted = k->counted == node + 1 ? 0 : k->counted; /* what comes later is not counted */
}

/* --- what somebody has missed ----------------------------------------------------------------- */

static void miss(uint8_t *seen)
{
    *seen = *seen == SEEN_SHORT ? SEEN_SHORT : SEEN_NONE;
}

void seen_late(uint32_t node)
{
    struct layer_state *l = &noc_layer;
    struct request *r;
    uint32_t i;

    for (r = l->posted; r; r = r->next) {
        if (concerns(r->peer, node)) {
            miss(&r->state);
        }
    }
    for (i = 0; i < WANTS; i++) {
        if (concerns(wanted_peer(&l->want[i].wanted), node)) {
            miss(&l->want[i].seen);
        }
    }
    if (l->wanted == (int32_t)node) {
        miss(&l->wanted_seen);
    }
    if (l->onesided) {
        l->windows_seen = SEEN_NONE;
    }
    l->look.patience += l->look.patience < PATIENCE_MOST;
    seen_due();
}

void seen_short(void)
{
    noc_layer.short_at = noc_layer.arena.used;
}

void seen_memory(void)
{
    struct layer_state *l = &noc_layer;

    if (l->short_at && (l->arena.used < l->short_at || l->room)) {
        l->short_at = 0;
        change_all(SEEN_SHORT, SEEN_NONE);
        seen_due();
    }
}
