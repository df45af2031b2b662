/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine: goes through the instances of a check, counts them, and words what it found. */
#include "check.h"
#include "multicast/algorithms.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a check stands. */
struct progress {
    struct noc_finding *finding;
    uint64_t count, failed;
    bool occurred; /* what should occur somewhere */
    bool worded;   /* a predicate said how far it went */
    struct text why;
    uint64_t most; /* that was measured */
    struct text where;
};

/* --- texts -------------------------------------------------------------------------------- */

static void say_more(struct text *t, const char *format, va_list arguments)
{
    int n = vsnprintf(t->at + t->used, sizeof t->at - t->used, format, arguments);

    t->used += n > 0 ? (size_t)n : 0;
    t->used = t->used < sizeof t->at ? t->used : sizeof t->at - 1;
}

void say(struct text *t, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say_more(t, format, arguments);
    va_end(arguments);
}

/* Behind what is said already of how far the claim was checked. */
static void add_checked(struct noc_finding *f, const char *text)
{
    size_t used = strlen(f->checked);

    snprintf(f->checked + used, sizeof f->checked - used, "%s%s", used ? "; " : "", text);
}

bool seen(const struct instance *i, const char *format, ...)
{
    struct text t = {0};
    va_list arguments;

    va_start(arguments, format);
    say_more(&t, format, arguments);
    va_end(arguments);
    add_checked(i->progress->finding, t.at);
    i->progress->worded = true;
    return true;
}

/* Whether words about this instance could become the finding's. */
static bool counts(const struct instance *i)
{
    return i->check->none ? !i->progress->occurred : i->progress->finding->verdict != NOC_FAILS;
}

bool against(const struct instance *i, const char *format, ...)
{
    va_list arguments;

    if (counts(i)) {
        va_start(arguments, format);
        say_more(&i->progress->why, format, arguments);
        va_end(arguments);
    }
    return false;
}

bool shows(const struct instance *i, const char *format, ...)
{
    va_list arguments;

    if (counts(i)) {
        va_start(arguments, format);
        say_more(&i->progress->why, format, arguments);
        va_end(arguments);
    }
    return true;
}

bool unclear(const struct instance *i, const char *format, ...)
{
    struct noc_finding *f = i->progress->finding;
    va_list arguments;

    if (f->verdict == NOC_HOLDS) {
        f->verdict = NOC_UNCLEAR;
        va_start(arguments, format);
        vsnprintf(f->counterexample, sizeof f->counterexample, format, arguments);
        va_end(arguments);
    }
    return false;
}

void measure(const struct instance *i, uint64_t value, const char *format, ...)
{
    struct progress *p = i->progress;
    va_list arguments;

    if (value > p->most || !p->where.used) {
        p->most = value;
        p->where = (struct text){0};
        va_start(arguments, format);
        say_more(&p->where, format, arguments);
        va_end(arguments);
    }
}

/* What the quantifiers have chosen, if the predicate did not tell it. */
static void tell_instance(const struct instance *i, struct text *t)
{
    const char *between = "";

    for (unsigned k = 0; k < i->chosen && !i->progress->why.used; k++) {
        const struct quantifier *q = i->check->over[k];

        if (q->tell) {
            say(t, "%s", between);
            q->tell(i, t);
            between = k == 0 ? ": " : ", ";
        }
    }
    say(t, "%s", i->progress->why.at);
}

/* --- going through ------------------------------------------------------------------------ */

/* What should occur has: its words take the place of the predicate's. */
static void occur(const struct instance *i)
{
    struct text t = {0};

    tell_instance(i, &t);
    i->progress->occurred = true;
    i->progress->why = t;
}

static void fail(const struct instance *i)
{
    struct noc_finding *f = i->progress->finding;
    struct text t = {0};

    tell_instance(i, &t);
    f->verdict = NOC_FAILS;
    memcpy(f->counterexample, t.at, sizeof t.at);
}

static void judge(struct instance *i)
{
    struct progress *p = i->progress;
    bool good;

    if (i->check->given && !i->check->given(i)) {
        return;
    }
    p->count++;
    p->why.used = 0;
    p->why.at[0] = '\0';
    good = i->check->holds(i);
    p->failed += !good;
    if (i->check->none) {
        if (good && !p->occurred) {
            occur(i);
        }
    } else if (!good && p->finding->verdict != NOC_FAILS) {
        fail(i);
    }
}

void then(struct instance *i)
{
    const struct quantifier *next = i->chosen < OVER_MAX ? i->check->over[i->chosen] : NULL;

    if (settled(i)) {
        return;
    }
    if (!next) {
        judge(i);
        return;
    }
    i->chosen++;
    next->each(i);
    i->chosen--;
}

bool settled(const struct instance *i)
{
    return i->progress->occurred;
}

/* --- how far ------------------------------------------------------------------------------ */

static void put(const struct instance *i, struct text *t, const char *format);

/* "all 28 hops of all routes of cube:1, cube:2": the innermost quantifier first. */
static void put_scope(const struct instance *i, struct text *t)
{
    const struct quantifier *const *over = i->check->over;
    unsigned n = 0;

    while (n < OVER_MAX && over[n]) {
        n++;
    }
    if (n == 0) {
        say(t, "the example");
        return;
    }
    put(i, t, over[n - 1]->things);
    while (--n > 0) {
        if (over[n - 1]->of) {
            put(i, t, over[n - 1]->of);
        }
    }
    if (i->check->given) {
        say(t, ", where the claim applies");
    }
}

static void put_on(const struct check *c, bool deep, struct text *t)
{
    say(t, "%s", c->on ? c->on : "");
    if (deep && c->on_deep) {
        say(t, "%s%s", c->on ? ", " : "", c->on_deep);
    }
    if (c->routing) {
        say(t, " under %s", c->routing);
    }
}

static void put_by(const struct check *c, struct text *t)
{
    say(t, "%s, ", c->algorithm);
    if (c->ports > 1) {
        say(t, "%u ports,", c->ports);
    } else {
        say(t, "%s,", c->ports ? "one port" : "all ports");
    }
}

static void put_sets(const struct instance *i, struct text *t)
{
    uint32_t stride = bound(i, i->check->stride), most = bound(i, i->check->size);

    if (stride > 1) {
        say(t, "every %uth set", stride);
    } else {
        say(t, "all sets");
    }
    if (most) {
        say(t, " of up to %u", most);
    }
}

/* "{most/1000}": thousandths of it. */
static void put_most(const struct progress *p, const char *token, struct text *t)
{
    unsigned long long unit = token[4] == '/' ? strtoull(token + 5, NULL, 10) : 1;
    int decimals = (int)strlen(token) - (token[4] == '/' ? 6 : 4);

    say(t, "%llu", p->most / unit);
    if (decimals > 0) {
        say(t, ".%0*llu", decimals, p->most % unit);
    }
}

/* False: there is no such token. */
static bool put_token(const struct instance *i, struct text *t, const char *token)
{
    const struct check *c = i->check;
    const struct progress *p = i->progress;
    bool all = c->sources == FROM_ALL || (c->sources == FROM_0_UNLESS_DEEP && i->deep);

    if (!strcmp(token, "scope")) {
        put_scope(i, t);
    } else if (!strcmp(token, "count")) {
        say(t, "%llu", (unsigned long long)p->count);
    } else if (!strcmp(token, "failed")) {
        say(t, "%llu", (unsigned long long)p->failed);
    } else if (!strncmp(token, "most", 4)) {
        put_most(p, token, t);
    } else if (!strcmp(token, "where")) {
        say(t, "%s", p->where.at);
    } else if (!strcmp(token, "example")) {
        say(t, "%s", p->why.at);
    } else if (!strcmp(token, "limit")) {
        say(t, "%u", bound(i, c->limit));
    } else if (!strcmp(token, "paces")) {
        say(t, "%u", bound(i, c->paces));
    } else if (!strcmp(token, "sets")) {
        put_sets(i, t);
    } else if (!strcmp(token, "random")) {
        say(t, "%u", bound(i, c->random));
    } else if (!strcmp(token, "routing")) {
        say(t, "%s", c->routing ? c->routing : "its own routing");
    } else if (!strcmp(token, "on")) {
        put_on(c, i->deep, t);
    } else if (!strcmp(token, "from")) {
        say(t, "%s", all ? " from all nodes" : " from 0");
    } else if (!strcmp(token, "by")) {
        put_by(c, t);
    } else {
        return false;
    }
    return true;
}

/* format, with its tokens filled in; other braces are what they are. */
static void put(const struct instance *i, struct text *t, const char *format)
{
    for (const char *open; (open = strchr(format, '{'));) {
        const char *close = strchr(open, '}');
        char token[16];

        say(t, "%.*s", (int)(open - format), format);
        snprintf(token, sizeof token, "%.*s", (int)(close - open - 1), open + 1);
        if (!put_token(i, t, token)) {
            say(t, "%.*s", (int)(close - open + 1), open);
        }
        format = close + 1;
    }
    say(t, "%s", format);
}

static void put_checked(const struct instance *i)
{
    const struct check *c = i->check;
    const struct progress *p = i->progress;
    struct text t = {0};

    if (p->occurred && !c->checked) {
        say(&t, "%s", p->why.at);
        if (c->on && (strstr(c->on, ", ") || strstr(c->on, " to "))) {
            put(i, &t, ", the first in {on}");
        }
    } else if (c->checked || !p->worded) {
        put(i, &t, c->checked ? c->checked : "{scope}");
    }
    if (t.used) {
        add_checked(p->finding, t.at);
    }
}

/* The algorithms of a check, into planner[]; returns how many. */
static uint32_t find_planners(const struct instance *i, struct planner planner[PLANNERS_MAX])
{
    const char *list = i->check->algorithm;
    uint32_t n = 0;

    while (n < PLANNERS_MAX && next_item(&list, planner[n].name, sizeof planner[n].name)) {
        planner[n].algorithm =
            i->check->own_algorithm ? i->check->own_algorithm : noc_algorithm_find(planner[n].name);
        planner[n].parameter = noc_algorithm_parameter(planner[n].name);
        if (!planner[n].algorithm) {
            unclear(i, "there is no algorithm %s", planner[n].name);
            return 0;
        }
        n++;
    }
    return n;
}

static void check_run(const struct check *check, bool deep, struct noc_finding *f)
{
    struct planner planner[PLANNERS_MAX];
    struct progress progress = {.finding = f};
    struct instance i = {.check = check, .deep = deep, .progress = &progress, .planner = planner};
    struct text most = {0};

    i.planners = find_planners(&i, planner);
    then(&i);
    put_checked(&i);
    if (check->none && !progress.occurred && f->verdict == NOC_HOLDS) {
        f->verdict = NOC_FAILS;
        snprintf(f->counterexample, sizeof f->counterexample, "%s", check->none);
    }
    if (check->most_at && strncmp(progress.where.at, check->most_at, strlen(check->most_at)) != 0) {
        f->verdict = NOC_FAILS;
        put(&i, &most, "{most} at {where}");
        memcpy(f->counterexample, most.at, sizeof most.at);
    }
    if (progress.count == 0) {
        unclear(&i, "there was nothing to look at");
    }
}

void row_check(const struct row *row, bool deep, struct noc_finding *f)
{
    *f = (struct noc_finding){.verdict = NOC_HOLDS};
    if (row->unclear) {
        f->verdict = NOC_UNCLEAR;
        snprintf(f->counterexample, sizeof f->counterexample, "%s", row->unclear);
        snprintf(f->checked, sizeof f->checked, "not checked");
    }
    for (unsigned k = 0; k < CHECKS_MAX && row->check[k].holds; k++) {
        if (deep || row->check[k].on || !row->check[k].on_deep) {
            check_run(&row->check[k], deep, f);
        }
    }
}

/* --- numbers ------------------------------------------------------------------------------ */

static uint32_t end_of(const struct instance *i, unsigned k)
{
    const struct range *r = &i->check->number[k];

    return i->deep && r->to_deep ? r->to_deep : r->to;
}

static void each_of_numbers(struct instance *i)
{
    const struct range *r = i->check->number;

    for (i->u = r[0].from; i->u <= end_of(i, 0); i->u++) {
        for (i->v = r[1].from; i->v <= end_of(i, 1); i->v++) {
            for (i->x = r[2].from; i->x <= end_of(i, 2); i->x++) {
                for (i->y = r[3].from; i->y <= end_of(i, 3); i->y++) {
                    then(i);
                }
            }
        }
    }
}

static void tell_numbers(const struct instance *i, struct text *t)
{
    const uint32_t number[NUMBERS_MAX] = {i->u, i->v, i->x, i->y};

    for (unsigned k = 0; k < NUMBERS_MAX && i->check->number[k].to; k++) {
        say(t, "%s%u", k ? ", " : "", number[k]);
    }
}

const struct quantifier each_number = {"all {count} cases", NULL, each_of_numbers, tell_numbers};

/* --- small things ------------------------------------------------------------------------- */

bool next_item(const char **list, char *item, size_t size)
{
    const char *at = *list, *end = at ? strstr(at, ", ") : NULL;
    size_t length = !at ? 0 : end ? (size_t)(end - at) : strlen(at);

    if (length == 0) {
        return false;
    }
    snprintf(item, size, "%.*s", (int)length, at);
    *list = end ? end + 2 : NULL;
    return true;
}

uint32_t random_below(uint32_t *state, uint32_t n)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % n;
}

uint32_t doublings(uint32_t n)
{
    uint32_t steps = 0;

    while ((UINT32_C(1) << steps) < n) {
        steps++;
    }
    return steps;
}

uint32_t highest_bit(uint64_t u, uint64_t v)
{
    uint32_t d = 0;

    for (uint64_t differ = (u ^ v) >> 1; differ; differ >>= 1) {
        d++;
    }
    return d;
}
