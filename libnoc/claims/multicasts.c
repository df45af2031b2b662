/* SPDX-License-Identifier: BSD-2-Clause */
/* Sets of destinations, plans and their messages, one after the other. */
#include "multicasts.h"

#include <stdlib.h>
#include <string.h>

/* --- sets --------------------------------------------------------------------------------- */

uint32_t members(uint64_t set, uint16_t *node)
{
    uint32_t n = 0;

    for (; set; set &= set - 1) {
        node[n++] = (uint16_t)__builtin_ctzll(set);
    }
    return n;
}

void random_dests(uint32_t *state, uint32_t nodes, uint32_t source, uint32_t m, uint16_t *dests)
{
    uint16_t *all = calloc(nodes, sizeof *all);
    uint32_t n = 0;

    for (uint32_t node = 0; all && node < nodes; node++) {
        if (node != source) {
            all[n++] = (uint16_t)node;
        }
    }
    for (uint32_t k = 0; k < m && n > 0; k++) {
        uint32_t j = k + random_below(state, n - k);

        dests[k] = all[j];
        all[j] = all[k];
    }
    free(all);
}

void say_dests(struct text *t, const uint16_t *dests, uint32_t m)
{
    for (uint32_t k = 0; k < m; k++) {
        say(t, "%s%u", k ? ", " : "", dests[k]);
    }
}

static void then_set(struct instance *i, uint32_t source, const uint16_t *dests, uint32_t m)
{
    i->source = source;
    i->dests = dests;
    i->m = m;
    then(i);
    i->dests = NULL;
}

static uint32_t sources(const struct instance *i)
{
    enum sources from = i->check->sources;

    return from == FROM_ALL || (from == FROM_0_UNLESS_DEEP && i->deep) ? i->net->n : 1;
}

/* The next larger number with as many bits set. */
static uint64_t same_bits(uint64_t set)
{
    uint64_t low = set & -set, ripple = set + low;

    return ripple | ((set ^ ripple) >> 2) / low;
}

static void each_of_sets(struct instance *i)
{
    uint32_t n = i->net->n, stride = bound(i, i->check->stride), count = 0;
    uint32_t most = bound(i, i->check->size);

    for (uint32_t m = 1; m < n && (most == 0 || m <= most); m++) {
        for (uint32_t source = 0; source < sources(i); source++) {
            uint64_t below = (UINT64_C(1) << source) - 1, set = (UINT64_C(1) << m) - 1;

            for (; set >> (n - 1) == 0 && !settled(i); set = same_bits(set)) {
                uint16_t dests[SENDS_MAX];

                if (stride == 0 || count++ % stride == 0) { /* bit `source` is left out of set */
                    members((set & below) | (set & ~below) << 1, dests);
                    then_set(i, source, dests, m);
                }
            }
        }
    }
}

static void the_given_set(struct instance *i)
{
    const char *list = i->check->dests;
    uint16_t dests[SENDS_MAX];
    char item[16];
    uint32_t m = 0;

    while (m + 1 < SENDS_MAX && next_item(&list, item, sizeof item)) {
        dests[m++] = (uint16_t)strtoul(item, NULL, 10);
    }
    then_set(i, i->check->source, dests, m);
}

static void each_of_broadcasts(struct instance *i)
{
    for (uint32_t source = 0; source < sources(i); source++) {
        uint16_t dests[SENDS_MAX];

        for (uint32_t k = 0; k + 1 < i->net->n; k++) {
            dests[k] = (uint16_t)(k < source ? k : k + 1);
        }
        then_set(i, source, dests, i->net->n - 1);
    }
}

static void each_of_prefixes(struct instance *i)
{
    uint16_t dests[SENDS_MAX];

    for (uint16_t m = 1; m < i->net->n; m++) {
        dests[m - 1] = m;
        then_set(i, 0, dests, m);
    }
}

static void each_of_random_sets(struct instance *i)
{
    uint32_t state = 1998, n = i->net->n, most = bound(i, i->check->size);

    most = most == 0 || most > n - 1 ? n - 1 : most;
    for (uint32_t k = 0; k < bound(i, i->check->random); k++) {
        uint16_t dests[SENDS_MAX];
        uint32_t source = random_below(&state, n), m = 1 + random_below(&state, most);

        random_dests(&state, n, source, m, dests);
        then_set(i, source, dests, m);
    }
}

static void tell_set(const struct instance *i, struct text *t)
{
    say(t, "from %u to {", i->source);
    say_dests(t, i->dests, i->m);
    say(t, "}");
}

const struct quantifier each_set = {"all {count} sets{from}", " for {sets}{from}", each_of_sets,
                                    tell_set};
const struct quantifier given_set = {"the example", " for the example", the_given_set, tell_set};
const struct quantifier each_broadcast = {
    "all {count} broadcasts{from}", " for all broadcasts{from}", each_of_broadcasts, tell_set};
const struct quantifier each_prefix = {"{count} chains, of 2 nodes and more",
                                       " for chains of 2 nodes and more", each_of_prefixes,
                                       tell_set};
const struct quantifier each_random_set = {"{count} random sets", " for {random} random sets each",
                                           each_of_random_sets, tell_set};

/* --- plans -------------------------------------------------------------------------------- */

void multicast_index(struct multicast *p)
{
    memset(p->into, NO_MESSAGE, sizeof p->into);
    for (uint32_t k = 0; k < p->m; k++) {
        p->into[p->message[k].to % INTO_MAX] = (uint8_t)k;
    }
}

void multicast_make(struct multicast *p, const struct instance *i, const struct planner *planner,
                    uint32_t source, const uint16_t *dests, uint32_t m,
                    struct noc_partition *partition)
{
    p->env = (struct noc_plan_env){&i->net->t,         i->net->r, i->check->ports, source,
                                   planner->parameter, 0,         partition};
    p->m = m;
    p->chain[0] = (uint16_t)source;
    memcpy(p->chain + 1, dests, m * sizeof *dests);
    p->steps = noc_plan_make(planner->algorithm, &p->env, p->chain, m, p->message, p->scratch);
    multicast_index(p);
}

static void each_of_plans(struct instance *i)
{
    const struct planner *first = i->planner;
    struct multicast plan;

    i->plan = &plan;
    for (uint32_t k = 0; k < i->planners; k++) {
        i->planner = first + k;
        multicast_make(&plan, i, i->planner, i->source, i->dests, i->m, NULL);
        then(i);
    }
    i->planner = first;
    i->plan = NULL;
}

static void each_of_algorithms(struct instance *i)
{
    const struct planner *first = i->planner;

    for (uint32_t k = 0; k < i->planners; k++) {
        i->planner = first + k;
        then(i);
    }
    i->planner = first;
}

static void tell_algorithm(const struct instance *i, struct text *t)
{
    say(t, "%s", i->planner->name);
}

static void tell_plan(const struct instance *i, struct text *t)
{
    say(t, "%s: ", i->planner->name);
    say_plan(t, i->plan);
}

static void each_of_messages(struct instance *i)
{
    for (uint32_t k = 0; k < i->plan->m; k++) {
        i->a = &i->plan->message[k];
        then(i);
    }
}

static void tell_message(const struct instance *i, struct text *t)
{
    say(t, "%u>%u", i->a->from, i->a->to);
}

static void each_of_message_pairs(struct instance *i)
{
    for (uint32_t k = 0; k < i->plan->m; k++) {
        for (uint32_t l = 0; l < i->plan->m; l++) {
            i->a = &i->plan->message[k];
            i->b = &i->plan->message[l];
            if (k != l) {
                then(i);
            }
        }
    }
}

static void tell_messages(const struct instance *i, struct text *t)
{
    say(t, "%u>%u and %u>%u", i->a->from, i->a->to, i->b->from, i->b->to);
}

const struct quantifier each_plan = {"all {count} plans by {by}", " of the plans by {by}",
                                     each_of_plans, tell_plan};
const struct quantifier each_algorithm = {"{by}", NULL, each_of_algorithms, tell_algorithm};
const struct quantifier each_message = {"all {count} messages", NULL, each_of_messages,
                                        tell_message};
const struct quantifier each_message_pair = {"all {count} pairs of messages", NULL,
                                             each_of_message_pairs, tell_messages};

/* --- trees -------------------------------------------------------------------------------- */

bool reaches(const struct multicast *p, uint32_t u, uint32_t v)
{
    while (v != u && p->into[v] != NO_MESSAGE) {
        v = p->message[p->into[v]].from;
    }
    return v == u;
}

bool sent_before_ancestor(const struct multicast *p, const struct noc_message *a, uint32_t x)
{
    for (uint32_t w = x; p->into[w] != NO_MESSAGE; w = p->message[p->into[w]].from) {
        const struct noc_message *into = &p->message[p->into[w]];

        if (into->from == a->from && into->step > a->step) {
            return true;
        }
    }
    return false;
}

bool in_sequence(const struct multicast *p, const struct noc_message *a,
                 const struct noc_message *b)
{
    return a->from == b->from || reaches(p, a->to, b->from) || sent_before_ancestor(p, a, b->from);
}

void say_plan(struct text *t, const struct multicast *p)
{
    for (uint32_t k = 0; k < p->m; k++) {
        say(t, "%s%u>%u", k ? " " : "", p->message[k].from, p->message[k].to);
    }
}

void say_worms(struct text *t, const struct multicast *p)
{
    for (uint32_t k = 0; k < p->m; k++) {
        const struct noc_message *a = &p->message[k];

        if (!a->joins) {
            say(t, "%s%u:%u", k ? " " : "", a->step, a->from);
        }
        say(t, ">%u", a->to);
    }
}

/* --- predicates --------------------------------------------------------------------------- */

bool least_steps(const struct instance *i)
{
    return i->plan->steps == doublings(i->m + 1);
}

bool takes_steps(const struct instance *i)
{
    seen(i, "%s, %s: %u steps", i->planner->name, i->check->ports ? "one port" : "all ports",
         i->plan->steps);
    return i->plan->steps == i->check->with ||
           against(i, "%s takes %u steps", i->planner->name, i->plan->steps);
}

bool chain_as_printed(const struct instance *i)
{
    const struct multicast *p = i->plan;

    for (uint32_t k = 0; k <= p->m; k++) {
        if (p->chain[k] != i->check->table[k]) {
            return against(i, "element %u of the chain is node %u", k, p->chain[k]);
        }
    }
    return p->steps == i->check->with || against(i, "%u steps", p->steps);
}

static uint64_t square_root(uint64_t of)
{
    uint64_t root = 0;

    for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1) {
        root += (root + bit) * (root + bit) <= of ? bit : 0;
    }
    return root;
}

uint64_t half_of_sum(uint64_t squares, uint32_t n)
{
    return square_root(squares / (n > 1 ? n - 1 : 1) * n) * 202 / 100;
}
