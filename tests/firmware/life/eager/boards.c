/* SPDX-License-Identifier: BSD-2-Clause */
/* The boards, the events, and what must hold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../space.h"
#include "eager/eager.h"
#include "nodes.h"
#include "progress/progress.h"
#include "rendezvous/rendezvous.h"

enum kind { ARRIVE, ACKNOWLEDGED, MARKED, PULLED, CALL, GO_ON, TIME, DIE };

enum call { SEND, SEND_OWN, MOVE, PROGRESS, RECEIVE, RECEIVE_FIRST };

struct setup {
    const char *name;
    uint8_t senders, messages, own; /* of each sender: a program's, and the layer's */
    uint8_t may_die;                /* a bit for each node */
    uint8_t interrupted;            /* a bit for each node whose calls are */
    uint8_t time;                   /* a bit for each enum age that passes */
    bool named;                     /* the receiver wants messages of sender 0, too */
    uint32_t arena_bytes;
    uint8_t budget; /* the least TEST_BUDGET, in percent, with which it is explored */
};

enum {
    R = 1 << RECEIVER,
    S = 1 << 1,
    PATIENCE = 1 << AGE_PATIENCE,
    PLACE = 1 << AGE_PLACE,
    LOST = 1 << AGE_LOST,
    LARGE = 4096, /* an arena that is never pressed, */
    SMALL = 2048, /* one that is when messages are held, */
    LEAST = 700   /* and one with a place for one answer */
};

static const struct setup setups[] = {
    {"1 sender of 3, the receiver interrupted", 1, 3, 0, 0, R, LOST, false, LARGE, 1},
    {"1 of 3, the sender interrupted", 1, 3, 0, 0, S, LOST, false, LARGE, 1},
    {"1 of 1 and 1 own, interrupted", 1, 1, 1, 0, S, PLACE | LOST, false, LARGE, 1},
    {"1 of 1 and 2 own", 1, 1, 2, 0, 0, PLACE | LOST, false, LARGE, 1},
    {"1 of 4, small arena", 1, 4, 0, 0, 0, PLACE | LOST, false, SMALL, 1},
    {"1 of 3, least arena, r interrupted", 1, 3, 0, 0, R, PLACE, false, LEAST, 1},
    {"1 of 2, the receiver may die", 1, 2, 0, R, R, LOST, false, LARGE, 1},
    {"1 of 2, the sender may die", 1, 2, 0, S, R, LOST, false, LARGE, 1},
    {"2 of 1, small arena, named", 2, 1, 0, 0, 0, PATIENCE | PLACE, true, SMALL, 1},
    {"2 of 1, the receiver interrupted", 2, 1, 0, 0, R, PATIENCE, false, LARGE, 1},
    {"1 of 3 and 2 own, least arena", 1, 3, 2, 0, 0, PLACE, false, LEAST, 1},
    {"1 of 4, least arena, given up", 1, 4, 0, 0, 0, LOST, false, LEAST, 1},
    {"1 of 4, least arena, r interrupted", 1, 4, 0, 0, R, 0, false, LEAST, 5},
    {"2 of 2, least arena, impatient", 2, 2, 0, 0, 0, PATIENCE, false, LEAST, 100},
    {"1 of 2 and 2 own, least arena, given up", 1, 2, 2, 0, 0, PLACE | LOST, false, LEAST, 1},
    {"1 of 3, least arena, s interrupted", 1, 3, 0, 0, S, 0, false, LEAST, 5},
    {"1 of 2 and 1 own, least arena, s interrupted", 1, 2, 1, 0, S, 0, false, LEAST, 50},
    {"2 of 2, least arena", 2, 2, 0, 0, 0, 0, false, LEAST, 5},
    {"2 of 2, least arena, late", 2, 2, 0, 0, 0, PLACE, false, LEAST, 100},
    {"2 of 2", 2, 2, 0, 0, 0, PATIENCE, false, LARGE, 5},
    {"2 of 2, the receiver interrupted", 2, 2, 0, 0, R, 0, false, LARGE, 50},
    {"2 of 2, one sender may die", 2, 2, 0, S, 0, PATIENCE, false, LARGE, 50},
    {"2 of 2, small arena, named", 2, 2, 0, 0, 0, PLACE, true, SMALL, 50},
    {"2 of 2, given up", 2, 2, 0, 0, 0, LOST, false, LARGE, 100},
    {"2 of 2, pressed arena", 2, 2, 0, 0, 0, PATIENCE | PLACE, false, 2 * LEAST, 100},
};
static const uint32_t setup_count = sizeof(setups) / sizeof(setups[0]);

static const struct setup *setup;

/* --- what calls come to ----------------------------------------------------------------------------- */

static struct {
    noc_err result;
    int32_t peer;
    noc_status status;
    uint32_t owns[4], own_count; /* what came of the layer's own, source and number */
} outcome;

void __wrap_long_ended(uint32_t source, uint32_t name);
void __wrap_long_ended(uint32_t source, uint32_t name)
{
    if (outcome.own_count < 4) {
        outcome.owns[outcome.own_count++] = source << 16 | name;
    }
}

static uint32_t word_of(uint32_t sender, uint32_t number)
{
    return 0x5a000000u | sender << 8 | number;
}

static uint32_t number_sent;

static void call_send(void)
{
    uint32_t *words = user_words();

    words[0] = word_of(noc_layer.rank - 1, number_sent);
    outcome.result = noc_send(RECEIVER, TAG, words, 4, 0);
    outcome.peer = noc_last_peer();
}

static void call_send_own(void)
{
    outcome.result = eager_ready(&noc_layer, RECEIVER, KEPT) &&
                             eager_control(RECEIVER, wire_control(WIRE_ENDED, 0), number_sent, 0)
                       ? NOC_ERR_OK
                       : NOC_ERR_BUSY;
}

static void call_move(void)
{
    (void)eager_make_room();
}

static void call_progress(void)
{
    noc_progress();
}

static int32_t from;

static void call_receive(void)
{
    outcome.result = noc_recv(from, TAG, user_words(), 4, &outcome.status, 0);
}

static void (*const calls[])(void) = {
    [SEND] = call_send,         [SEND_OWN] = call_send_own, [MOVE] = call_move,
    [PROGRESS] = call_progress, [RECEIVE] = call_receive,   [RECEIVE_FIRST] = call_receive,
};

/* --- what must hold ------------------------------------------------------------------------------------ */

static bool alive(const struct board *b, uint32_t node)
{
    return !(b->dead >> node & 1);
}

/* A program's message: each but those given up, once, in order. */
static void received(struct board *b)
{
    const uint32_t word = user_words()[0], number = word & 0xff, sender = word >> 8 & 0xff;
    struct side *s = &b->side[sender < SENDERS ? sender : 0];

    if (sender >= setup->senders || word != word_of(sender, number) || number >= s->sent ||
        outcome.status.source != sender + 1 || outcome.status.bytes != 4) {
        breaks("P1: a message that nobody has sent");
        return;
    }
    if (number < s->came) {
        breaks("P5: a message comes twice, or is overtaken");
    }
    for (; s->came < number; s->came++) {
        if (!(s->lost >> s->came & 1)) {
            breaks("P2: a message is lost that its sender calls sent");
        }
    }
    s->came++;
}

static void owns_came(struct board *b)
{
    uint32_t i;

    for (i = 0; i < outcome.own_count; i++) {
        struct side *s = &b->side[(outcome.owns[i] >> 16) - 1];

        if ((outcome.owns[i] & 0xffff) != s->own_came++) {
            breaks("P5: one of the layer's own messages is lost, comes twice or is overtaken");
        }
    }
}

/* The copy is given up, or moved, or neither; who cannot send has waited as long as it should. */
static void look_at_copy(struct board *b, uint32_t sender, uint32_t call, uint8_t before)
{
    struct side *s = &b->side[sender];
    const uint8_t after = noc_layer.kept_life[RECEIVER];

    if (after != before && after == KEPT_GIVEN_UP) {
        s->lost |= (uint8_t)(1u << (s->sent - 1));
        if (s->age < AGE_LOST || outcome.result != NOC_ERR_TIMEOUT || outcome.peer != RECEIVER) {
            breaks("P2: a message is given up too early, or its sender is not told");
        }
    }
    if (after != before && (after == KEPT_GIVEN_UP || after == KEPT_ASIDE) && s->worm) {
        breaks("P3: a copy is free while it leaves");
    }
    if (after != before && after == KEPT_ASIDE && s->age < AGE_PLACE) {
        breaks("P2: one of the layer's messages moves too early");
    }
    if (call == SEND && outcome.result) {
        if (outcome.result != NOC_ERR_TIMEOUT || outcome.peer != RECEIVER) {
            breaks("P2: a send ends with an error that does not name its peer");
        }
        if (s->seen > AGE_LOST && !s->worm && (after == KEPT_SENT || after == KEPT_WAITING)) {
            breaks("P6: a message that nobody takes is not given up");
        }
        if (!s->seen && (after == KEPT_SENT || after == KEPT_WAITING)) {
            s->seen = 1 + AGE_NEW;
        }
    }
}

/* What is under way is read from the copy until it has left. */
static void look_at_worm(const struct board *b, uint32_t sender)
{
    const struct side *s = &b->side[sender];
    const struct layer_state *l = &noc_layer;

    if (s->worm && l->kept_live && l->kept[0].to == RECEIVER) {
        const struct worm_words *w = worm_of(s->worm);

        if (w->w0 && l->kept[0].copy->body[0] != w->word) {
            breaks("P3: a copy changes while it leaves");
        }
    }
}

/* --- calls -------------------------------------------------------------------------------------------------- */

static bool may_call(const struct board *b, uint32_t node, uint32_t call)
{
    const struct side *s = &b->side[node ? node - 1 : 0];

    switch (call) {
    case SEND:
        return node && s->sent < setup->messages;
    case SEND_OWN:
        return node && s->own_sent < setup->own;
    case MOVE:
        return node && setup->own;
    case PROGRESS:
        return true;
    default:
        return !node;
    }
}

/* What came into a backlog, and has not left. */
static void count_kept(struct side *s, uint32_t call)
{
    if (call == SEND && !outcome.result && s->sent == number_sent) {
        s->sent++;
    } else if (call == SEND_OWN && !outcome.result && s->own_sent == number_sent) {
        s->own_sent++;
    }
}

static void called(struct board *b, uint32_t node, uint32_t call, uint8_t before)
{
    if (node) {
        count_kept(&b->side[node - 1], call);
        look_at_copy(b, node - 1, call, before);
        look_at_worm(b, node - 1);
        return;
    }
    owns_came(b);
    if (call >= RECEIVE && !outcome.result) {
        received(b);
    } else if (call >= RECEIVE && outcome.result != NOC_ERR_TIMEOUT &&
               outcome.result != NOC_ERR_MEMORY) {
        breaks("P2: a receive ends with another error");
    }
}

static uint8_t next_number(const struct board *b, uint32_t sender, uint32_t call)
{
    return call == SEND ? b->side[sender].sent : b->side[sender].own_sent;
}

/* Make it, or go on with it. False: it is interrupted. */
static bool run_call(struct board *b, uint32_t node, uint32_t call, bool interrupted)
{
    uint8_t before;

    image_load(b, node);
    before = noc_layer.kept_life[RECEIVER];
    from = call == RECEIVE_FIRST || setup->senders == 1 ? 1 : NOC_ANY_SOURCE;
    memset(&outcome, 0, sizeof(outcome));
    number_sent = interrupted ? b->number : node ? next_number(b, node - 1, call) : 0;
    ni_begin(b, node, interrupted);
    if (!ni_run(calls[call])) {
        return false;
    }
    called(b, node, call, before);
    image_save(b, node);
    return true;
}

/* One call at a time is interrupted; those that others make meanwhile are not. */
static bool make_call(struct board *b, uint32_t node, uint32_t call)
{
    const struct board was = *b;

    if (!alive(b, node) || b->caller == node + 1 || !may_call(b, node, call)) {
        return false;
    }
    if (b->caller) {
        b->log = 0;
        (void)run_call(b, node, call, false);
        b->log = was.log;
        return true;
    }
    b->number = node ? next_number(b, node - 1, call) : 0;
    if (!run_call(b, node, call, setup->interrupted >> node & 1)) {
        b->caller = (uint8_t)(node + 1);
        b->call = (uint8_t)call;
    } else {
        b->number = 0;
    }
    return true;
}

static bool go_on(struct board *b)
{
    if (!b->caller) {
        return false;
    }
    if (run_call(b, b->caller - 1u, b->call, true)) {
        b->caller = b->call = b->number = 0;
    }
    return true;
}

/* --- what happens by itself -------------------------------------------------------------------------------- */

static bool signal_arrives(struct board *b, uint32_t sender, bool ack)
{
    struct side *s = &b->side[sender];

    if (ack ? !s->ack : !s->pull) {
        return false;
    }
    if (ack) {
        s->ack = s->ack_first = 0;
        s->has_ack = 1;
        return true;
    }
    if (s->ack_first) { /* what was sent before it has come */
        s->ack = s->ack_first = 0;
        s->has_ack = 1;
    }
    s->has_marks |= s->marks;
    s->pull = s->marks = 0;
    s->has_pull = 1;
    return true;
}

/* A mark, ahead of its PULL: the one that was sent first. */
static bool mark_arrives(struct board *b, uint32_t sender)
{
    struct side *s = &b->side[sender];
    uint8_t mark;

    if (!s->marks || s->pull || s->ack_first) {
        return false;
    }
    mark = s->marks & MARK_REPEAT ? MARK_REPEAT : s->marks & MARK_TAKEN ? MARK_TAKEN : s->marks;
    s->has_marks |= mark & 15u;
    s->marks &= 15u & ~mark;
    return true;
}

static bool arrive(struct board *b, uint32_t sender)
{
    struct side *s = &b->side[sender];

    if (!s->worm) {
        return false;
    }
    if (b->caller != sender + 2 && alive(b, sender + 1)) {
        image_load(b, sender + 1);
        look_at_worm(b, sender);
    }
    return ni_arrive(b, sender);
}

static bool let_time_pass(struct board *b, enum age by)
{
    uint32_t node;

    if (b->caller) {
        return false;
    }
    for (node = 0; node <= setup->senders; node++) {
        image_load(b, node);
        image_age(by);
        image_save(b, node);
        if (node && b->side[node - 1].age < by) {
            b->side[node - 1].age = by & 3u;
        }
        if (node && b->side[node - 1].seen && b->side[node - 1].seen < 1u + by) {
            b->side[node - 1].seen = (1u + by) & 7u;
        }
    }
    return true;
}

static bool die(struct board *b, uint32_t node)
{
    if (!alive(b, node) || b->caller == node + 1) {
        return false;
    }
    b->dead |= (uint8_t)(1u << node);
    return true;
}

static bool happen(void *state, struct event e)
{
    struct board *b = state;

    broken = NULL;
    switch (e.kind) {
    case ARRIVE:
        return arrive(b, e.index);
    case ACKNOWLEDGED:
        return signal_arrives(b, e.index, true);
    case MARKED:
        return mark_arrives(b, e.index);
    case PULLED:
        return signal_arrives(b, e.index, false);
    case CALL:
        return make_call(b, e.index, e.detail);
    case GO_ON:
        return go_on(b);
    case TIME:
        return let_time_pass(b, e.detail);
    default:
        return die(b, e.index);
    }
}

/* --- the end ---------------------------------------------------------------------------------------------------- */

static bool side_is_over(const struct board *b, uint32_t sender)
{
    const struct side *s = &b->side[sender];

    if (s->worm) {
        return false;
    }
    if (!alive(b, RECEIVER) || !alive(b, sender + 1)) {
        return true;
    }
    if (s->ack || s->pull || s->has_ack || s->has_pull || s->discarded || s->marks ||
        s->own_came != s->own_sent) {
        return false;
    }
    image_load(b, sender + 1);
    if (noc_layer.kept_life[RECEIVER] != KEPT_NONE) {
        return false;
    }
    return s->came == s->sent || !(((1u << s->sent) - (1u << s->came)) & ~(unsigned)s->lost);
}

static bool is_over(const void *state)
{
    const struct board *b = state;
    uint32_t i;

    if (b->caller || (alive(b, RECEIVER) && (b->queue[0].entries || b->queue[1].entries))) {
        return false;
    }
    for (i = 0; i < setup->senders; i++) {
        if (!side_is_over(b, i)) {
            return false;
        }
    }
    if (!alive(b, RECEIVER)) {
        return true;
    }
    image_load(b, RECEIVER);
    for (i = 0; i < setup->senders; i++) {
        if (noc_layer.pull_life[i + 1] != PULL_NONE && alive(b, i + 1)) {
            return false;
        }
    }
    return !noc_layer.unexpected.head;
}

static const char *what_is_broken(void)
{
    return broken;
}

static void print_event(const void *before, struct event e)
{
    static const char *const of_calls[] = {"sends a message",
                                           "sends one of the layer's own",
                                           "looks for copies to move",
                                           "makes progress",
                                           "receives",
                                           "receives from node 1"};
    const struct board *was = before;
    struct board b = *was;
    uint32_t i;

    happen(&b, e);
    switch (e.kind) {
    case ARRIVE:
        printf("  node %u's worm arrives", e.index + 1);
        break;
    case ACKNOWLEDGED:
        printf("  node %u has ACK", e.index + 1);
        break;
    case MARKED:
        printf("  node %u has a mark", e.index + 1);
        break;
    case PULLED:
        printf("  node %u has PULL", e.index + 1);
        break;
    case CALL:
        printf("  node %u %s", e.index, of_calls[e.detail]);
        break;
    case GO_ON:
        printf("  node %u goes on", was->caller - 1);
        break;
    case TIME:
        printf("  time passes: %u", e.detail);
        break;
    default:
        printf("  node %u ends", e.index);
        break;
    }
    printf(b.caller ? ", up to an access ->" : " ->");
    for (i = 0; i < setup->senders; i++) {
        const struct side *s = &b.side[i];

        printf(" [%s%s%s%s sent %u came %u lost %x]",
               s->worm ? s->resend ? "RESEND " : "MESSAGE " : "", s->ack | s->has_ack ? "ACK " : "",
               s->pull | s->has_pull ? "PULL " : "", s->discarded ? "discarded" : "", s->sent,
               s->came, s->lost);
    }
    printf(" queues %u %u of %u %u\n", b.queue[0].entries, b.queue[1].entries,
           b.queue[0].entries + b.queue[0].frees, b.queue[1].entries + b.queue[1].frees);
}

/* --- all of them ---------------------------------------------------------------------------------------------------- */

static struct event events[SPACE_EVENTS];
static uint32_t event_count;

static void add(enum kind kind, uint32_t index, uint32_t detail, enum cause cause)
{
    events[event_count++] =
        (struct event){(uint8_t)kind, (uint8_t)index, (uint8_t)detail, (uint8_t)cause};
}

static void add_all(void)
{
    uint32_t i;

    event_count = 0;
    add(GO_ON, 0, 0, BY_ITSELF);
    for (i = 0; i < setup->senders; i++) {
        add(ARRIVE, i, 0, BY_ITSELF);
        add(ACKNOWLEDGED, i, 0, BY_ITSELF);
        add(MARKED, i, 0, BY_ITSELF);
        add(PULLED, i, 0, BY_ITSELF);
        add(CALL, i + 1, SEND, AT_WILL);
        add(CALL, i + 1, PROGRESS, BY_ITSELF);
        if (setup->own) {
            add(CALL, i + 1, SEND_OWN, AT_WILL);
            add(CALL, i + 1, MOVE, AT_WILL);
        }
    }
    add(CALL, RECEIVER, PROGRESS, BY_ITSELF);
    add(CALL, RECEIVER, RECEIVE, BY_ITSELF);
    if (setup->named) {
        add(CALL, RECEIVER, RECEIVE_FIRST, AT_WILL);
    }
    for (i = AGE_PATIENCE; i <= AGE_LOST; i++) {
        if (setup->time >> i & 1) {
            add(TIME, 0, i, setup->may_die ? BY_ITSELF : BY_DEADLINE);
        }
    }
    for (i = 0; i <= setup->senders; i++) {
        if (setup->may_die >> i & 1) {
            add(DIE, i, 0, AT_WILL);
        }
    }
}

static uint32_t budget(void)
{
    const char *text = getenv("TEST_BUDGET");

    return text && *text ? (uint32_t)strtoul(text, NULL, 10) : 100;
}

static struct board first_board;

static void begin(void *state)
{
    memcpy(state, &first_board, sizeof(first_board));
}

_Static_assert(sizeof(struct board) <= SPACE_STATE_BYTES, "a board is a state");

/* The property that does not hold, or NULL. */
static const char *explore(const struct setup *s, bool print)
{
    struct protocol p = {
        .name = s->name,
        .state_bytes = sizeof(struct board),
        .events = events,
        .begin = begin,
        .happen = happen,
        .broken = what_is_broken,
        .over = is_over,
        .quiet = is_over,
        .print_event = print_event,
    };
    struct findings f;

    setup = s;
    add_all();
    p.event_count = event_count;
    images_begin(s->senders + 1, s->arena_bytes, &first_board);
    f = space_explore(&p, 3000000, print);
    if (!print) {
        return f.broken;
    }
    printf("eager: %-40s %9u states %10llu transitions %6.1f s\n", s->name, f.states,
           (unsigned long long)f.transitions, f.seconds);
    fflush(stdout);
    return f.broken;
}

/* --- rows that nothing took ------------------------------------------------------------------------------------------ */

#define KEPT_STATE(state)
#define KEPT_EVENT(event)
#define PULL_STATE(state)
#define PULL_EVENT(event)
#define KEPT(state, event, next) {#state ", " #event, &kept_taken[KEPT_##state][ON_KEPT_##event]},
#define PULL(state, event, next) {#state ", " #event, &pull_taken[PULL_##state][ON_PULL_##event]},

static const struct {
    const char *text;
    const uint32_t *taken;
} rows[] = {
#include "life/eager.def"
};

/* The least TEST_BUDGET whose boards take the row. These need two senders with two messages: an answer is
 * lost beside another sender's. */
static uint32_t budget_of(const uint32_t *taken)
{
    if (taken == &pull_taken[PULL_ASKED_LEFT][ON_PULL_ASK] ||
        taken == &pull_taken[PULL_ASKED_LEFT][ON_PULL_BROWSE]) {
        return 100;
    }
    return taken == &pull_taken[PULL_ASKED][ON_PULL_ASK] ? 5 : 0;
}

static uint32_t rows_unused(void)
{
    uint32_t i, count = 0;

    for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (!*rows[i].taken && budget() >= budget_of(rows[i].taken)) {
            printf("P7: no board takes the row %s\n", rows[i].text);
            count++;
        }
    }
    return count;
}

/* --- mistakes made on purpose ---------------------------------------------------------------------------------------- */

static const char *const mistakes[EAGER_MISTAKES] = {
    [MISTAKE_OUT_OF_ORDER] = "out of order",
    [MISTAKE_STILL_THERE] = "still there",
    [MISTAKE_CLOSED_EARLY] = "closed early",
    [MISTAKE_ASKED_TWICE] = "asked twice",
};

/* The least boards must show it. */
static bool is_noticed(uint8_t mistake)
{
    const char *property = NULL;
    uint32_t i;

    eager_mistake = mistake;
    for (i = 0; i < setup_count && !property; i++) {
        if (setups[i].budget <= 1) {
            property = explore(&setups[i], false);
        }
    }
    eager_mistake = MISTAKE_NONE;
    printf("eager: %-14s %s%s%s\n", mistakes[mistake], property ? property : "is not noticed",
           property ? ": " : "", property ? setups[i - 1].name : "");
    fflush(stdout);
    return property;
}

static uint32_t mistakes_missed(void)
{
    uint32_t missed = 0;
    uint8_t mistake;

    for (mistake = MISTAKE_NONE + 1; mistake < EAGER_MISTAKES; mistake++) {
        missed += !is_noticed(mistake);
    }
    return missed;
}

int main(int argc, char **argv)
{
    const char *text = argc == 2 ? argv[1] : NULL;
    uint32_t i, bad = 0;

    if (text && !strcmp(text, "mistakes")) {
        return mistakes_missed() > 0;
    }
    for (i = 0; i < setup_count; i++) {
        if (text ? strstr(setups[i].name, text) != NULL : setups[i].budget <= budget()) {
            bad += explore(&setups[i], true) != NULL;
        }
    }
    bad += text ? 0 : rows_unused();
    return bad > 0;
}
