/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of 8 cores out of all, backwards: what they cost, and that they are what was asked for. */
#include <stdio.h>

#include "cores.h"

enum { ROW = 8, GROUPS = 9, AGAIN = 4 };

static uint32_t begin(void)
{
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    return (uint32_t)noc_now();
}

static void say(const char *what, uint32_t cycles)
{
    if (noc_rank() == 0) {
        printf("%s %u cycles\n", what, (unsigned)cycles);
    }
}

static void barriers(const char *what, noc_group *g)
{
    uint32_t then, n;

    then = begin();
    for (n = 0; n < AGAIN; n++) {
        ok(noc_barrier(g, NOC_FOREVER), what);
    }
    say(what, ((uint32_t)noc_now() - then) / AGAIN);
}

static void check(noc_group *g)
{
    const uint32_t me = noc_rank(), row = me / ROW;
    uint32_t i, word = me, got = 0;
    noc_status s;

    for (i = 0; i < ROW; i++) {
        if (noc_group_node(g, i) != (int32_t)(row * ROW + ROW - 1 - i)) {
            core_fail("member %u is %d", (unsigned)i, (int)noc_group_node(g, i));
        }
    }
    i = (uint32_t)noc_group_rank(g);
    ok(noc_send_in(g, (i + 1) % ROW, 1, &word, sizeof(word), NOC_FOREVER), "send");
    ok(noc_recv_in(g, NOC_ANY_SOURCE, 1, &got, sizeof(got), &s, NOC_FOREVER), "receive");
    if ((int32_t)got != noc_group_node(g, s.source) || s.source != (i + ROW - 1) % ROW) {
        core_fail("%u came", (unsigned)got);
    }
}

int main(void)
{
    uint16_t members[ROW];
    noc_group *g[GROUPS];
    uint32_t then, i;

    ok(noc_init(), "init");
    then = begin();
    ok(noc_group_split(noc_world(), (int32_t)(noc_rank() / ROW), -(int32_t)noc_rank(), &g[0],
                       NOC_FOREVER),
       "split");
    say("split", (uint32_t)noc_now() - then);
    for (i = 0; i < ROW; i++) {
        members[i] = (uint16_t)noc_group_node(g[0], i);
    }
    then = begin();
    for (i = 1; i < GROUPS; i++) {
        ok(noc_group_create(members, ROW, &g[i], NOC_FOREVER), "create");
    }
    say("create", ((uint32_t)noc_now() - then) / (GROUPS - 1));
    check(g[0]);
    check(g[GROUPS - 1]);
    if (noc_group_reserve(g[GROUPS - 1], 1, NOC_BY_PLAN, NOC_FOREVER) != NOC_ERR_QUEUE) {
        core_fail("it has a queue");
    }
    barriers("barrier by signals", g[0]);
    barriers("barrier by messages", g[GROUPS - 1]);
    then = begin();
    for (i = 0; i < GROUPS; i++) {
        ok(noc_group_free(g[i], NOC_FOREVER), "free");
    }
    say("free", ((uint32_t)noc_now() - then) / GROUPS);
    return 0;
}
