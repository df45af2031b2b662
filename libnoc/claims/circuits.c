/* SPDX-License-Identifier: BSD-2-Clause */
/* Labels, boundaries and worms of unidirectional tori. */
#include "circuits.h"

#include "multicasts.h"

/* --- labels ------------------------------------------------------------------------------- */

uint32_t label_digit(const struct noc_topology *t, uint32_t node, unsigned d)
{
    uint32_t sum = 0;

    for (unsigned j = d; j < t->dims; j++) {
        sum += noc_digit(t, node, j);
    }
    return sum % t->width[d];
}

uint32_t printed_label(const struct noc_topology *t, uint32_t node)
{
    uint32_t sum = 0, unit = 1;

    for (unsigned k = 0; k < t->dims; unit *= t->width[k], k++) {
        sum += unit * label_digit(t, node, k);
    }
    return sum;
}

uint32_t step_up(const struct net *net, uint32_t u, unsigned d)
{
    uint32_t unit = 1;

    for (unsigned k = 0; k < d; k++) {
        unit *= net->t.width[k];
    }
    bool around = digit(net, u, d) + 1 == net->t.width[d];

    return around ? u + unit - unit * net->t.width[d] : u + unit;
}

bool is_boundary(const struct net *net, uint32_t u, unsigned d)
{
    return label(net, u) > label(net, step_up(net, u, d));
}

uint32_t distance(const struct net *net, uint32_t u, uint32_t v)
{
    uint32_t links = 0;

    for (unsigned d = 0; d < net->t.dims; d++) {
        int32_t k = net->t.width[d];

        links += (uint32_t)((digit(net, v, d) + k - digit(net, u, d)) % k);
    }
    return links;
}

/* --- worms -------------------------------------------------------------------------------- */

void worm_send(const struct net *net, struct circuit_worm *w)
{
    uint32_t header[NODES_MAX + 1], visits;
    uint32_t n = noc_route_headers_many(&net->t, net->r, NOC_ANYWHERE, w->node + 1, w->m, header);
    int32_t hops = noc_route_path_many(&net->t, net->r, w->node[0], header, n, w->path, NODES_MAX,
                                       w->visit, NODES_MAX, &visits);

    w->hops = hops > 0 && hops <= NODES_MAX && visits == w->m ? (uint32_t)hops : 0;
    for (uint32_t k = 0; k < w->m; k++) {
        w->hops = w->visit[k].node == w->node[k + 1] ? w->hops : 0;
    }
}

void say_worm(struct text *t, const struct circuit_worm *w)
{
    for (uint32_t k = 0; k <= w->m; k++) {
        say(t, k ? ">%u" : "%u", w->node[k]);
    }
    say(t, w->hops ? ", by %u" : ", which is not delivered", w->path[0].node);
    for (uint32_t k = 0; k < w->hops; k++) {
        say(t, "-%u", w->path[k].next);
    }
}

static void then_worm(struct instance *i, struct circuit_worm *w)
{
    worm_send(i->net, w);
    i->own = w;
    then(i);
    i->own = NULL;
}

static void each_of_worms(struct instance *i)
{
    uint32_t n = i->net->n;
    struct circuit_worm w;

    for (uint32_t set = 1; set < UINT32_C(1) << (n - 1); set++) {
        for (uint32_t source = 0; source < n; source++) {
            w.node[0] = (uint16_t)source;
            w.m = 0;
            for (uint32_t rest = set; rest; rest &= rest - 1) {
                uint32_t place = label(i->net, source) + 1 + (uint32_t)__builtin_ctz(rest);

                w.node[++w.m] = (uint16_t)noc_hcycle_node(&i->net->t, place % n);
            }
            then_worm(i, &w);
        }
    }
}

static void each_of_random_worms(struct instance *i)
{
    uint32_t state = 5, n = i->net->n;
    struct circuit_worm w;

    for (uint32_t k = 0; k < bound(i, i->check->random); k++) {
        uint32_t source = random_below(&state, n);

        w.m = 1 + random_below(&state, n - 1);
        w.node[0] = (uint16_t)source;
        random_dests(&state, n, source, w.m, w.node + 1);
        noc_hcycle_order(&i->net->t, w.node, w.m + 1);
        then_worm(i, &w);
    }
}

static void tell_worm(const struct instance *i, struct text *t)
{
    say(t, "the worm ");
    say_worm(t, i->own);
}

const struct quantifier each_worm = {"all {count} H-cycles", NULL, each_of_worms, tell_worm};
const struct quantifier each_random_worm = {"{count} random H-cycles", NULL, each_of_random_worms,
                                            tell_worm};
