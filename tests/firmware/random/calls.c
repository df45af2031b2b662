/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes programs: what several cores call together, and windows (maker.h). */
#include "maker.h"

enum {
    FEW = 16,   /* members of a group that may have longer collective operations */
    SHORT = 40, /* bytes of others */
    LONG = 700,
    LONGEST = 5000,
    UNDER_WAY = 12, /* collective operations of a member in a group */
    SLOT = 300      /* bytes, for multicasts */
};

/* --- collective operations ------------------------------------------------------------------------- */

static uint32_t draw_bytes(struct maker *m, uint32_t which, uint32_t members)
{
    if (members > FEW || percent(m, 70)) {
        return draw(m, SHORT);
    }
    return which == 0 && percent(m, 30) ? draw(m, LONGEST) : draw(m, LONG);
}

static void begin_late(struct maker *m, uint32_t core)
{
    const uint32_t which = m->reached[core]++;
    struct begun *b = &m->collective[which];

    if (team_rank(&m->p->team[b->group], core) >= 0) {
        struct op *op = emit(m, core, OP_ICOLLECTIVE);

        op->group = b->group;
        op->index = b->which;
        op->number = b->number;
        op->bytes = b->bytes;
        b->started++;
        m->late[core]--;
        open_request(m, core, op, (struct open){0, OP_ICOLLECTIVE, b->group, (uint16_t)which, 0});
    }
}

void catch_up(struct maker *m, uint32_t core)
{
    while (m->reached[core] < m->collectives) {
        begin_late(m, core);
    }
}

/* All members call it, in this place. */
static void all_call(struct maker *m, uint32_t group, struct op like)
{
    const struct team *t = &m->p->team[group];
    const uint32_t number = m->p->numbers++;
    uint32_t i;

    for (i = 0; i < t->count; i++) {
        struct op *op = emit(m, t->member[i], like.kind);

        *op = like;
        op->group = (uint8_t)group;
        op->number = number;
    }
}

/* Behind all collective operations that have begun. */
static void all_call_behind(struct maker *m, uint32_t group, struct op like)
{
    const struct team *t = &m->p->team[group];
    uint32_t i;

    for (i = 0; i < t->count; i++) {
        catch_up(m, t->member[i]);
    }
    all_call(m, group, like);
}

static void all_come(struct maker *m, uint32_t group)
{
    all_call_behind(m, group, (struct op){.kind = OP_COLLECTIVE, .index = BARRIER});
}

void make_collective(struct maker *m)
{
    const uint32_t group = draw_team(m), which = draw(m, BARRIER + 3);
    struct op like = {.kind = OP_COLLECTIVE, .index = (uint16_t)which};

    if (which >= BARRIER) {
        like.index = BARRIER;
        like.how = percent(m, 30) ? HOW_HASTE : 0;
    }
    like.bytes = draw_bytes(m, which, m->p->team[group].count);
    all_call_behind(m, group, like);
}

static bool many_under_way(const struct maker *m, uint32_t core, uint32_t group)
{
    uint32_t i, n = 0;

    for (i = 0; i < m->opens[core]; i++) {
        n += m->open[core][i].kind == OP_ICOLLECTIVE && m->open[core][i].group == group;
    }
    return n >= UNDER_WAY;
}

void make_icollective(struct maker *m)
{
    const uint32_t group = draw_team(m), which = draw(m, BARRIER + 1);
    const struct team *t = &m->p->team[group];
    uint32_t i;

    if (m->collectives == PROGRAM_COLLECTIVES) {
        return;
    }
    for (i = 0; i < t->count; i++) {
        if (!may_open(m, t->member[i], 8) || many_under_way(m, t->member[i], group)) {
            return;
        }
    }
    m->collective[m->collectives++] = (struct begun){
        (uint8_t)group, (uint8_t)which, 0, m->p->numbers++, draw_bytes(m, which, t->count)};
    for (i = 0; i < t->count; i++) {
        m->late[t->member[i]]++;
    }
    for (i = 0; i < t->count; i++) {
        if (percent(m, 60)) {
            catch_up(m, t->member[i]);
        }
    }
}

void make_late_start(struct maker *m)
{
    catch_up(m, draw(m, m->p->cores));
}

/* --- groups ---------------------------------------------------------------------------------------- */

static void shuffle(struct maker *m, uint16_t *list, uint32_t count)
{
    uint32_t i, other;

    for (i = 0; i < count; i++) {
        const uint16_t one = list[i];

        other = draw(m, count);
        list[i] = list[other];
        list[other] = one;
    }
}

static void create(struct maker *m)
{
    struct program *p = m->p;
    struct team *t = &p->team[p->teams];
    uint32_t i, of = 15 + draw(m, 86);

    *t = (struct team){.live = true};
    for (i = 0; i < p->cores; i++) {
        if (percent(m, of)) {
            t->member[t->count++] = (uint16_t)i;
        }
    }
    if (t->count) {
        shuffle(m, t->member, t->count);
        all_call(m, p->teams++, (struct op){.kind = OP_CREATE});
    }
}

static void duplicate(struct maker *m, uint32_t parent)
{
    struct program *p = m->p;

    all_call_behind(m, parent, (struct op){.kind = OP_DUPLICATE, .peer = (uint16_t)p->teams});
    p->team[p->teams] = p->team[parent];
    p->team[p->teams++].reserved = false;
}

/* By keys, and ranks where these are equal. */
static void insert(struct team *t, uint32_t *keys, uint32_t node, uint32_t key)
{
    uint32_t i = t->count++;

    for (; i && keys[i - 1] > key; i--) {
        keys[i] = keys[i - 1];
        t->member[i] = t->member[i - 1];
    }
    keys[i] = key;
    t->member[i] = (uint16_t)node;
}

/* Into two at most; some get none. */
static void split(struct maker *m, uint32_t parent)
{
    struct program *p = m->p;
    const struct team *t = &p->team[parent];
    const uint32_t number = p->numbers++, first = p->teams;
    uint32_t keys[2][PROGRAM_CORES], i;

    p->team[first] = p->team[first + 1] = (struct team){.live = true};
    for (i = 0; i < t->count; i++) {
        catch_up(m, t->member[i]);
    }
    for (i = 0; i < t->count; i++) {
        const uint32_t color = draw(m, 5) % 3, key = draw(m, 6);
        struct op *op = emit(m, t->member[i], OP_SPLIT);

        op->group = (uint8_t)parent;
        op->number = number;
        op->bytes = key;
        op->index = (uint16_t)color;
        if (color) {
            insert(&p->team[first + color - 1], keys[color - 1], t->member[i], key);
            op->peer = (uint16_t)(first + color - 1);
        }
    }
    p->team[first].live = p->team[first].count;
    p->team[first + 1].live = p->team[first + 1].count;
    p->teams += 2;
}

void make_team(struct maker *m)
{
    if (m->p->teams + 2 > PROGRAM_TEAMS) {
        return;
    }
    switch (draw(m, 4)) {
    case 0:
        split(m, draw_team(m));
        break;
    case 1:
        duplicate(m, draw_team(m));
        break;
    default:
        create(m);
        break;
    }
}

static void free_window(struct maker *m, uint32_t window);

void free_team(struct maker *m, uint32_t group)
{
    uint32_t i;

    for (i = 0; i < m->p->windows; i++) {
        if (m->window_live[i] && m->p->window_team[i] == group) {
            free_window(m, i);
        }
    }
    settle(m, group);
    if (group && percent(m, 30)) {
        all_come(m, group);
        all_call(m, group, (struct op){.kind = OP_FREE, .how = HOW_LEAVE});
    } else if (group) {
        all_call(m, group, (struct op){.kind = OP_FREE});
    }
    m->p->team[group].live = false;
}

void end_team(struct maker *m)
{
    const uint32_t group = draw_team(m);

    if (group) {
        free_team(m, group);
    }
}

void make_multicast(struct maker *m)
{
    const uint32_t group = draw_team(m);
    const uint16_t which = (uint16_t)draw(m, 2);
    struct team *t = &m->p->team[group];

    if (!t->reserved) {
        t->reserved = true;
        all_call_behind(m, group, (struct op){.kind = OP_RESERVE, .bytes = SLOT});
    }
    all_call(m, group,
             (struct op){.kind = OP_MULTICAST,
                         .index = (uint16_t)((group + which) % t->count),
                         .count = which,
                         .bytes = draw(m, SLOT + 1)});
}

/* --- windows --------------------------------------------------------------------------------------- */

void make_window(struct maker *m)
{
    const uint32_t group = draw_team(m);
    struct program *p = m->p;

    if (p->windows < PROGRAM_WINDOWS) {
        m->window_live[p->windows] = true;
        p->window_team[p->windows] = (uint8_t)group;
        all_call_behind(m, group, (struct op){.kind = OP_WINDOW, .window = (uint8_t)p->windows++});
    }
}

/* Of the windows that there are; NONE: none. */
static uint32_t draw_window(struct maker *m)
{
    uint32_t window = m->p->windows ? draw(m, m->p->windows) : 0;

    return m->window_live[window] ? window : NONE;
}

void make_access(struct maker *m)
{
    static const uint8_t kinds[] = {OP_PUT, OP_PUT, OP_PUT, OP_ADD, OP_ADD, OP_GET, OP_LOCKED};
    const uint32_t window = draw_window(m), kind = kinds[draw(m, sizeof(kinds))];
    uint32_t to;
    struct op *op;

    if (window == NONE) {
        return;
    }
    to = draw_member(m, m->p->window_team[window]);
    op = emit(m, draw_member(m, m->p->window_team[window]), kind);
    op->group = m->p->window_team[window];
    op->window = (uint8_t)window;
    op->peer = (uint16_t)to;
    op->bytes = draw(m, 1u << 30);
    op->how = percent(m, 20) ? HOW_HASTE : 0;
    m->puts[window][to] += kind == OP_PUT;
    m->added[window][to] += kind == OP_ADD ? op->bytes : 0;
    m->locked[window][to] += kind == OP_LOCKED;
}

/* Each looks at what is in its own part. */
static void all_look(struct maker *m, uint32_t window, uint32_t how)
{
    const struct team *t = &m->p->team[m->p->window_team[window]];
    uint32_t i;

    for (i = 0; i < t->count; i++) {
        const uint32_t core = t->member[i];
        struct op *op = emit(m, core, OP_LOOK);

        op->group = m->p->window_team[window];
        op->window = (uint8_t)window;
        op->how = (uint8_t)how;
        op->number = m->puts[window][core];
        op->bytes = m->added[window][core];
        op->index = m->locked[window][core];
    }
}

void make_fence(struct maker *m)
{
    const uint32_t window = draw_window(m);

    if (window != NONE) {
        const uint32_t group = m->p->window_team[window];

        all_call_behind(m, group, (struct op){.kind = OP_FENCE, .window = (uint8_t)window});
        if (percent(m, 60)) {
            all_look(m, window, 0);
            all_come(m, group);
        }
    }
}

static void free_window(struct maker *m, uint32_t window)
{
    all_call_behind(m, m->p->window_team[window],
                    (struct op){.kind = OP_WINDOW_FREE, .window = (uint8_t)window});
    all_look(m, window, HOW_LEAVE);
    m->window_live[window] = false;
}

void end_window(struct maker *m)
{
    const uint32_t window = draw_window(m);

    if (window != NONE) {
        free_window(m, window);
    }
}
