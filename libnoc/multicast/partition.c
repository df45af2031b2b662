/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dynamic programming over the stretches of an H-cycle; and the cuts of others, by the same model.
 *
 * Idea: whole[i..j] is the time until all of chain[i..j] have the message, from
 * when chain[i] has it. Its first worm goes to the beginnings of pieces p < q < ... up to j,
 * and i goes on with [i..p-1] as soon as it may begin the next worm:
 *
 *     whole[i..j] = min over p of max(next + whole[i..p-1], sent + hops(i,p) + rest[p..j])
 *
 *     sent = send + 1 + flits,  next = max(gap, 1 + flits)
 *
 * rest[p..j] is what a worm, come to p, still takes until all of [p..j] have the message, where
 * p's piece ends before q, or at j:
 *
 *     rest[p..j] = 1 + min over q of max(receive + whole[p..q-1], hops(p,q) + rest[q..j])
 *
 * Both choices are kept. Shorter stretches come first.
 *
 * Cost: O(m^3) time, and 14 bytes for each pair of nodes; as another algorithm cuts O(m).
 */
#include "partition.h"

#include "hcycle_worms.h"
#include "plan_check.h"

struct tables {
    uint32_t n, *whole, *rest; /* whole[i*n + j]; rest[j*n + p], as it is read along p */
    uint16_t *first, *second,
        *hops; /* p of whole, q of rest (j + 1: none), [j*n + i] links i to j */
};

size_t noc_partition_room(uint32_t m)
{
    size_t n = (size_t)m + 1;

    return n > NOC_PARTITION_NODES_MAX ? 0 : n * n * (2 * sizeof(uint32_t) + 3 * sizeof(uint16_t));
}

/* Links between two nodes, all towards higher coordinates, around the end if need be. */
static uint32_t links(const struct noc_topology *t, uint32_t from, uint32_t to)
{
    uint32_t sum = 0;

    for (unsigned d = 0; d < t->dims; d++) {
        uint32_t here = noc_digit(t, from, d), there = noc_digit(t, to, d);

        sum += there >= here ? there - here : there + t->width[d] - here;
    }
    return sum;
}

static void lay_tables(struct tables *s, void *room, const struct noc_topology *t,
                       const uint16_t *chain, uint32_t n)
{
    s->n = n;
    s->whole = room;
    s->rest = s->whole + (size_t)n * n;
    s->first = (uint16_t *)(s->rest + (size_t)n * n);
    s->second = s->first + (size_t)n * n;
    s->hops = s->second + (size_t)n * n;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i; j < n; j++) {
            s->hops[j * n + i] = (uint16_t)links(t, chain[i], chain[j]);
        }
    }
}

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* From a worm's call until its flits have left. */
static uint32_t sent(const struct noc_cost *cost)
{
    return cost->send + 1 + cost->flits;
}

/* From a worm's call until it is the next one's turn. */
static uint32_t next(const struct noc_cost *cost)
{
    return later(cost->gap, 1 + cost->flits);
}

static void look_at_whole(struct tables *s, const struct noc_cost *cost, uint32_t i, uint32_t j)
{
    uint32_t n = s->n, best = i == j ? 0 : UINT32_MAX;

    for (uint32_t p = i + 1; p <= j; p++) {
        uint32_t time = later(next(cost) + s->whole[i * n + p - 1],
                              sent(cost) + cost->hop * s->hops[p * n + i] + s->rest[j * n + p]);

        if (time < best) {
            best = time;
            s->first[i * n + j] = (uint16_t)p;
        }
    }
    s->whole[i * n + j] = best;
}

static void look_at_rest(struct tables *s, const struct noc_cost *cost, uint32_t p, uint32_t j)
{
    uint32_t n = s->n, best = cost->receive + s->whole[p * n + j];

    s->second[j * n + p] = (uint16_t)(j + 1);
    for (uint32_t q = p + 1; q <= j; q++) {
        uint32_t time = later(cost->receive + s->whole[p * n + q - 1],
                              cost->hop * s->hops[q * n + p] + s->rest[j * n + q]);

        if (time < best) {
            best = time;
            s->second[j * n + p] = (uint16_t)q;
        }
    }
    s->rest[j * n + p] = 1 + best;
}

/* The first step's pieces as given. Returns the cycles until all have the message. */
static uint32_t write_given(const struct tables *s, const struct noc_cost_partition *by)
{
    const struct noc_cost *cost = &by->cost;
    uint32_t n = s->n, end = n, after = 0;

    for (uint32_t k = by->pieces; k-- > 1;) {
        uint32_t p = end - by->sizes[k], own = cost->receive + s->whole[p * n + end - 1];

        after = 1 + later(own, after ? cost->hop * s->hops[end * n + p] + after : 0);
        by->partition.cuts[p] = (uint16_t)(by->sizes[k] | (k > 1 ? NOC_CUT_JOINS : 0));
        end = p;
    }
    by->partition.cuts[0] = (uint16_t)end;
    return after == 0 ? s->whole[n - 1]
                      : later(next(cost) + s->whole[end - 1],
                              sent(cost) + cost->hop * s->hops[end * n] + after);
}

/* From the left: whoever gets a piece stands left of all that it cuts off. cuts[0]: the source's
 * piece; those behind it are given. */
static void write_cuts(const struct tables *s, uint16_t *cuts)
{
    uint32_t n = s->n;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = i + (cuts[i] & ~(uint32_t)NOC_CUT_JOINS) - 1;

        while (j > i) { /* worm after worm, each to what is left on the right */
            uint32_t first = s->first[i * n + j], p = first;

            while (p <= j) {
                uint32_t q = s->second[j * n + p];

                cuts[p] = (uint16_t)((q - p) | (p == first ? 0 : NOC_CUT_JOINS));
                p = q;
            }
            j = first - 1;
        }
    }
}

void noc_partition_by_cost(struct noc_partition *partition, const struct noc_plan_env *env,
                           const uint16_t *chain, uint32_t m)
{
    struct noc_cost_partition *by = (struct noc_cost_partition *)partition;
    uint32_t n = m + 1;
    struct tables s;

    lay_tables(&s, by->room, env->topology, chain, n);
    for (uint32_t span = 0; span < n; span++) {
        for (uint32_t i = 0; i + span < n; i++) {
            look_at_whole(&s, &by->cost, i, i + span);
            look_at_rest(&s, &by->cost, i, i + span);
        }
    }
    by->predicted = write_given(&s, by);
    write_cuts(&s, partition->cuts);
}

/* What chain[i] is responsible for when it gets the message. */
static struct noc_part piece(const uint16_t *cuts, uint32_t i, uint32_t m)
{
    uint32_t size = i == 0 ? m + 1 : cuts[i] & ~(uint32_t)NOC_CUT_JOINS;

    return (struct noc_part){(uint16_t)i, (uint16_t)(i + size - 1), (uint16_t)i};
}

/* Who receives a piece stands left of all that it cuts off; so does the source. */
static void copy_cuts(struct noc_cost_partition *by, const struct noc_plan_env *env,
                      const uint16_t *chain, uint32_t m)
{
    struct noc_plan_env theirs_env = *env;
    struct noc_misstep unused = {0}, *wrong = by->wrong ? by->wrong : &unused;
    uint16_t *cuts = by->partition.cuts;

    theirs_env.parameter = by->parameter;
    for (uint32_t i = 0; i <= m; i++) {
        struct noc_part mine = piece(cuts, i, m), theirs;
        struct noc_handover h = {{0}, 0};
        bool joins = false;

        while (noc_plan_next_checked(by->like, &theirs_env, chain, &mine, &theirs, &h, wrong)) {
            cuts[theirs.left] = (uint16_t)(((uint32_t)theirs.right - theirs.left + 1) |
                                           (joins ? NOC_CUT_JOINS : 0));
            joins = h.legs.given > 0;
        }
    }
    for (uint32_t i = 1; i <= m && wrong->kind != NOC_MISSTEP_NONE; i++) {
        cuts[i] = 1;
    }
}

/* The model of partition.h, worm by worm. */
static uint32_t predict(const struct noc_cost_partition *by, const struct noc_plan_env *env,
                        const uint16_t *chain, uint32_t m)
{
    const struct noc_cost *cost = &by->cost;
    uint32_t *when = by->room, last = 0;

    when[0] = 0;
    for (uint32_t i = 0; i <= m; i++) {
        struct noc_part mine = piece(by->partition.cuts, i, m), theirs;
        struct noc_worm_progress legs = {0};
        uint32_t turn = when[i], at = 0, from = i;

        last = later(last, when[i]);
        while (noc_m_torus_worm(env, chain, &mine, &theirs, &legs)) {
            if (!legs.joins) {
                at = turn + sent(cost);
                turn += next(cost);
                from = i;
            }
            at += 1 + cost->hop * links(env->topology, chain[from], chain[theirs.left]);
            from = theirs.left;
            when[from] = at + cost->receive;
        }
    }
    return last;
}

void noc_partition_as(struct noc_partition *partition, const struct noc_plan_env *env,
                      const uint16_t *chain, uint32_t m)
{
    struct noc_cost_partition *by = (struct noc_cost_partition *)partition;

    copy_cuts(by, env, chain, m);
    by->predicted = predict(by, env, chain, m);
}
