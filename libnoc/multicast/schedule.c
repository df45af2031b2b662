/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From an algorithm to a whole plan.
 *
 * Idea: message[] is its own queue. The source's messages are appended, then
 * those of each receiver in turn, which walks the tree breadth first. Each
 * message takes the first step in which its sender has a port and the first
 * link free; a worm's later receivers go with its first. At the end a stable counting sort by step puts them in order.
 *
 * Cost: O(m) calls of next(), and of the routing when there is more than one
 * port, besides order()'s O(m log m). No memory but the caller's.
 */
#include <string.h>

#include "packet.h"
#include "plan.h"
#include "plan_check.h"

/* How busy one sender is. Steps count from the one in which it received. */
struct sender {
    struct noc_part *started;     /* [step].left: messages started in it */
    uint32_t room;                /* the first step with a port free */
    uint32_t last;                /* the latest step in use */
    uint32_t link[NOC_PORTS_MAX]; /* first step with this link free */
};

static unsigned first_link(const struct noc_plan_env *env, uint32_t from, uint32_t to)
{
    uint32_t header[NOC_TURNS_MAX + 1];
    struct noc_hop hop = {0, 0};

    header[0] = 0; /* should there be no route */
    noc_route_headers(env->topology, env->routing, from, to, header);
    env->routing->route(env->topology, from, NOC_PORT_LOCAL, 0, header, &hop);
    return hop.port < env->topology->ports ? hop.port : 0;
}

/*
 * The step of a sender's next message, whose first link this is. All links of
 * a step are busy in every earlier one too, unless that was full: so the full
 * steps are the first ones, and none is full from `room` on.
 */
static uint32_t take_step(struct sender *s, uint32_t ports, unsigned link)
{
    uint32_t step = s->link[link] > s->room ? s->link[link] : s->room;

    if (step > s->last) {
        s->last = step;
        s->started[step].left = 0;
    }
    s->started[step].left++;
    s->link[link] = step + 1;
    while (s->room <= s->last && s->started[s->room].left == ports) {
        s->room++;
    }
    return step;
}

/* A plan that is being made. */
struct making {
    const struct noc_algorithm *algorithm;
    const struct noc_plan_env *env;
    const uint16_t *chain;
    struct noc_message *message;
    uint32_t n; /* messages so far */
    struct noc_part *scratch;
    struct noc_misstep *wrong;
    uint8_t has[(1 << NOC_DIMS_MAX) / 8]; /* a bit for each node: it has the message */
};

/* Note that the node has it. False: it had it before. */
static bool note(struct making *p, uint16_t node)
{
    uint8_t bit = (uint8_t)(1 << node % 8), *byte = &p->has[node / 8];
    bool fresh = !(*byte & bit);

    *byte |= bit;
    return fresh;
}

/* Append all that chain[part.self], which received in step `received`, sends. */
static void send_all(struct making *p, struct noc_part part, uint32_t received)
{
    const struct noc_plan_env *env = p->env;
    uint32_t ports = env->ports ? env->ports : NOC_PORTS_MAX;
    unsigned links = ports == 1 ? 1 : env->topology->ports;
    uint16_t from = p->chain[part.self];
    struct sender s = {.started = p->scratch, .room = 1, .last = 0};
    struct noc_part theirs, had = part;
    struct noc_handover h = {{0}, 0};
    uint32_t step = received + 1;

    for (unsigned link = 0; link < links; link++) {
        s.link[link] = 1;
    }
    for (; noc_plan_next_checked(p->algorithm, env, p->chain, &part, &theirs, &h, p->wrong);
         had = part) {
        uint16_t to = p->chain[theirs.self];

        if (!note(p, to)) {
            *p->wrong = (struct noc_misstep){
                NOC_MISSTEP_TWICE, p->algorithm, from, false, had, part, theirs};
            return;
        }
        if (!h.legs.joins) {
            step = received + take_step(&s, ports, ports == 1 ? 0 : first_link(env, from, to));
        }
        p->message[p->n++] = (struct noc_message){from, to, (uint16_t)step, theirs, h.legs.joins};
    }
}

/*
 * Stable counting sort by step, in place. scratch[s].left: how many messages
 * come before step s, then before the next of step s; scratch[i].right:
 * where message i belongs.
 */
static void sort_by_step(struct noc_message *message, uint32_t m, uint32_t steps,
                         struct noc_part *scratch)
{
    uint32_t before = 0;

    for (uint32_t s = 0; s <= steps; s++) {
        scratch[s].left = 0;
    }
    for (uint32_t i = 0; i < m; i++) {
        scratch[message[i].step].left++;
    }
    for (uint32_t s = 1; s <= steps; s++) {
        uint32_t count = scratch[s].left;

        scratch[s].left = (uint16_t)before;
        before += count;
    }
    for (uint32_t i = 0; i < m; i++) {
        scratch[i].right = scratch[message[i].step].left++;
    }
    for (uint32_t i = 0; i < m; i++) {
        while (scratch[i].right != i) {
            uint16_t at = scratch[i].right;
            struct noc_message moved = message[at];

            message[at] = message[i];
            message[i] = moved;
            scratch[i].right = scratch[at].right;
            scratch[at].right = at;
        }
    }
}

int32_t noc_worm_path(const struct noc_topology *t, const struct noc_routing *r,
                      const struct noc_message *message, uint32_t size, uint32_t *header,
                      struct noc_visit *visit, struct noc_channel *path, uint32_t max)
{
    uint32_t visits = 0, headers;
    int32_t hops;

    if (size == 1) {
        hops = noc_route_path(t, r, message->from, message->to, path, max);
        visit[0] = (struct noc_visit){hops > 0 ? (uint32_t)hops : 0, message->to};
        return hops;
    }
    if (!r->copies) {
        return -1;
    }
    for (uint32_t i = 0; i < size; i++) {
        header[i] = noc_header(NOC_HEADER_ADDRESS, message[i].to, 0);
    }
    headers = noc_code_headers(t, r, message->from, header, size);
    hops =
        noc_route_path_many(t, r, message->from, header, headers, path, max, visit, size, &visits);
    if (hops < 0 || visits != size) {
        return -1;
    }
    for (uint32_t i = 0; i < size; i++) {
        if (visit[i].node != message[i].to) {
            return -1;
        }
    }
    return hops;
}

uint32_t noc_plan_messages_checked(const struct noc_algorithm *a, const struct noc_plan_env *env,
                                   const uint16_t *chain, uint32_t m, struct noc_part whole,
                                   struct noc_message *message, struct noc_part *scratch,
                                   struct noc_misstep *wrong)
{
    uint32_t steps = 0;
    struct making p;

    p.algorithm = a;
    p.env = env;
    p.chain = chain;
    p.message = message;
    p.n = 0;
    p.scratch = scratch;
    p.wrong = wrong;
    memset(p.has, 0, (env->topology->nodes + 7) / 8);
    if (!wrong->kind) {
        note(&p, chain[whole.self]);
        send_all(&p, whole, 0);
    }
    for (uint32_t i = 0; i < p.n; i++) {
        if (message[i].step > steps) {
            steps = message[i].step;
        }
        send_all(&p, message[i].part, message[i].step);
    }
    sort_by_step(message, p.n, steps, scratch);
    for (uint32_t i = p.n; i < m; i++) {
        message[i] = (struct noc_message){.from = chain[0], .to = chain[0]};
    }
    return steps;
}

uint32_t noc_plan_make_checked(const struct noc_algorithm *a, const struct noc_plan_env *env,
                               uint16_t *chain, uint32_t m, struct noc_message *message,
                               struct noc_part *scratch, struct noc_misstep *wrong)
{
    struct noc_part whole;

    noc_plan_order_checked(a, env, chain, m, &whole, wrong);
    return noc_plan_messages_checked(a, env, chain, m, whole, message, scratch, wrong);
}

uint32_t noc_plan_make(const struct noc_algorithm *a, const struct noc_plan_env *env,
                       uint16_t *chain, uint32_t m, struct noc_message *message,
                       struct noc_part *scratch)
{
    struct noc_misstep wrong = {0};

    return noc_plan_make_checked(a, env, chain, m, message, scratch, &wrong);
}
