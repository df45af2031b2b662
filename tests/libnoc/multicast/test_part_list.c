/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists of parts: written and read back for all parts of a chain; garbage, with a page behind it
 * that must not be read; and whole multicasts whose relays know nothing but their lists.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "test.h"
#include "multicast/algorithms.h"
#include "multicast/part_list.h"
#include "routing/routings.h"
#include "routing_checks.h"

enum { CHAIN = 40, ROOM = 4096, GUARD = 0x5a5aa5a5 };

typedef uint16_t __attribute__((may_alias)) half; /* of a flit */

static uint32_t draw(uint32_t n)
{
    static uint32_t seed = 1;

    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

/* Room for `flits` flits that ends where nothing may be read or written. */
static uint32_t *edge(uint32_t flits)
{
    static uint32_t *end;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    if (!end) {
        size_t bytes = (ROOM * sizeof *end + page - 1) / page * page;
        char *at =
            mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

        assert_true(at != MAP_FAILED);
        assert_int_equal(mprotect(at + bytes, page, PROT_NONE), 0);
        end = (uint32_t *)(void *)(at + bytes);
    }
    assert_true(flits <= ROOM);
    return end - flits;
}

TEST(by_hand)
{
    static const uint16_t chain[] = {9, 7, 5, 300, 16383};
    uint32_t list[4];

    assert_int_equal(noc_part_list_write(chain, &(struct noc_part){1, 3, 1}, 0, list), 2);
    assert_int_equal(list[0], 2 | 7 << 16);
    assert_int_equal(list[1], 5 | 300 << 16);
    assert_int_equal(noc_part_list_write(chain, &(struct noc_part){1, 4, 4}, 0, list), 3);
    assert_int_equal(list[0], 3 | 1 << 15 | 7 << 16);
    assert_int_equal(list[1], 5 | 300 << 16);
    assert_int_equal(list[2], 16383);
    assert_int_equal(noc_part_list_write(chain, &(struct noc_part){2, 2, 2}, 0, list), 1);
    assert_int_equal(list[0], 5 << 16);
}

/* A run is written as its parts are one by one. */
TEST(runs)
{
    enum { MOST = 200 };
    uint16_t chain[MOST];
    uint32_t one[2 * MOST], all[2 * MOST], n, of_run;

    for (uint32_t i = 0; i < MOST; i++) {
        chain[i] = (uint16_t)draw(16384);
    }
    for (uint32_t tried = 0; tried < 4000; tried++) {
        uint32_t nodes = 1 + draw(9), run = draw(12), left = draw(40), lists = tried % 2;
        uint32_t self = left + (draw(2) ? nodes - 1 : 0);
        struct noc_part part = {(uint16_t)left, (uint16_t)(left + nodes - 1), (uint16_t)self};
        struct noc_part next = part;

        n = 0;
        for (uint32_t i = 0; i <= run; i++, next = noc_part_behind(&next)) {
            n += noc_part_list_write(chain, &next, 0, one + n);
        }
        all[n] = GUARD;
        assert_int_equal(noc_part_list_write(chain, &part, run, all), n);
        assert_memory_equal(all, one, n * sizeof *all);
        assert_int_equal(all[n], GUARD);
        n = 0;
        next = part;
        for (uint32_t i = 0; i <= run; i++, next = noc_part_behind(&next)) {
            n = noc_headers_add(one, n, chain, &next, 0, lists);
        }
        all[n] = GUARD;
        of_run = noc_headers_add(all, 0, chain, &part, run, lists);
        assert_int_equal(of_run, n);
        assert_memory_equal(all, one, n * sizeof *all);
        assert_int_equal(all[n], GUARD);
    }
}

/* --- written and read back --- */

static void check_part(const uint16_t *chain, struct noc_part part)
{
    uint32_t n = noc_part_list_flits(&part), *list = edge(n), self = chain[part.self];
    const half *read = (const half *)list;
    struct noc_part got;

    list[-1] = GUARD;
    assert_int_equal(noc_part_list_write(chain, &part, 0, list), n);
    assert_int_equal(list[-1], GUARD);
    assert_ptr_equal(noc_part_list_find(list, n, self, &got), list);
    assert_int_equal(noc_part_list_flits(&got), n);
    assert_int_equal(got.right - got.left, part.right - part.left);
    assert_int_equal(got.self - got.left, part.self - part.left);
    for (uint32_t i = 0; i <= (uint32_t)part.right - part.left; i++) {
        assert_int_equal(read[got.left + i], chain[part.left + i]);
    }
    for (uint32_t cut = 0; cut < n; cut++) { /* the end is missing */
        memmove(edge(cut), list, cut * sizeof *list);
        assert_null(noc_part_list_find(edge(cut), cut, self, &got));
        noc_part_list_write(chain, &part, 0, list);
    }
    for (uint32_t i = 0; i < CHAIN; i++) { /* only its own receiver reads it */
        assert_ptr_equal(noc_part_list_find(list, n, chain[i], &got), i == part.self ? list : NULL);
    }
}

static void a_chain(uint16_t *chain)
{
    for (uint32_t i = 0; i < CHAIN; i++) {
        uint32_t k = draw(i + 1);

        chain[i] = chain[k];
        chain[k] = (uint16_t)(i * 419); /* up to 16341 */
    }
}

TEST(all_parts)
{
    uint16_t chain[CHAIN];

    a_chain(chain);
    for (uint16_t left = 0; left < CHAIN; left++) {
        for (uint16_t right = left; right < CHAIN; right++) {
            check_part(chain, (struct noc_part){left, right, left});
            check_part(chain, (struct noc_part){left, right, right});
        }
    }
}

/* All nodes of the largest board; its list is one that COUNT can announce. */
TEST(the_largest_part)
{
    static uint16_t chain[16384];
    static uint32_t header[8200];
    struct noc_part part = {0, 16383, 16383}, got;
    uint32_t n;

    for (uint32_t i = 0; i < 16384; i++) {
        chain[i] = (uint16_t)(16383 - i);
    }
    assert_int_equal(noc_part_list_flits(&part), 8193);
    n = noc_headers_add(header, 0, chain, &part, 0, true);
    assert_int_equal(n, 2 + 8193);
    assert_int_equal(header[1], noc_header(NOC_HEADER_COUNT, 0, 8193));
    assert_ptr_equal(noc_part_list_find(header + 2, 8193, 0, &got), header + 2);
    assert_int_equal(got.right - got.left, 16383);
    assert_int_equal(got.self, got.right);
    assert_int_equal(((const half *)(header + 2))[got.left], 16383);
    assert_null(noc_part_list_find(header + 2, 8192, 0, &got));
}

/* Lists one behind the other: each receiver finds its own, also if what follows is no list. */
TEST(several)
{
    for (uint32_t round = 0; round < 5000; round++) {
        uint16_t chain[CHAIN];
        struct noc_part part[CHAIN], got;
        uint32_t at[CHAIN + 1] = {0}, parts = 0, more = draw(3), *list;

        a_chain(chain);
        for (uint32_t left = 0; left < CHAIN; parts++) {
            uint32_t size = 1 + draw(draw(3) ? 4 : CHAIN);
            uint32_t right = left + size < CHAIN ? left + size - 1 : CHAIN - 1;

            part[parts] = (struct noc_part){(uint16_t)left, (uint16_t)right,
                                            (uint16_t)(draw(2) ? left : right)};
            at[parts + 1] = at[parts] + noc_part_list_flits(&part[parts]);
            left = right + 1;
        }
        list = edge(at[parts] + more);
        for (uint32_t i = 0; i < parts; i++) {
            noc_part_list_write(chain, &part[i], 0, list + at[i]);
        }
        for (uint32_t i = 0; i < more; i++) {
            list[at[parts] + i] = 0xffff7fff; /* of a list that is much longer */
        }
        for (uint32_t i = 0; i < CHAIN; i++) {
            uint32_t k = 0;

            while (k < parts && part[k].self != i) {
                k++;
            }
            if (k == parts) { /* no receiver */
                assert_null(noc_part_list_find(list, at[parts] + more, chain[i], &got));
                continue;
            }
            assert_ptr_equal(noc_part_list_find(list, at[parts] + more, chain[i], &got),
                             list + at[k]);
            assert_int_equal(got.right - got.left, part[k].right - part[k].left);
            assert_int_equal(got.self - got.left, part[k].self - part[k].left);
        }
        assert_null(noc_part_list_find(list, at[parts] + more, 16383, &got));
    }
}

/* --- garbage --- */

/* Whatever stands there: nothing behind it is read, and what is said stays within it. */
TEST(garbage)
{
    uint32_t found = 0, none = 0;

    for (uint32_t round = 0; round < 400000; round++) {
        uint32_t flits = draw(12), *list = edge(flits), self = draw(4);
        struct noc_part part;
        const uint32_t *at;

        for (uint32_t i = 0; i < flits; i++) {
            uint32_t low = draw(3) ? draw(10) : draw(2) ? 2 * flits - draw(5) : draw(1 << 16);

            list[i] = ((low | draw(2) << 15) & 0xffff) | draw(4) << 16;
        }
        at = noc_part_list_find(list, flits, self, &part);
        found += at != NULL;
        none += at == NULL;
        if (at) {
            assert_true(at >= list && at < list + flits);
            assert_int_equal(part.left, 1);
            assert_true(part.self == part.left || part.self == part.right);
            assert_in_range(noc_part_list_flits(&part), 1, list + flits - at);
            assert_int_equal(((const half *)at)[part.self], self);
        }
    }
    assert_true(found > 50000 && none > 50000);
}

/* --- multicasts --- */

/* A relay that has a list makes of it what it would make of the whole chain. */
static void check_relay(const struct noc_plan_env *env, const struct noc_algorithm *a,
                        const uint16_t *chain, struct noc_part mine)
{
    uint32_t list[ROOM], n = noc_part_list_write(chain, &mine, 0, list);
    const uint16_t *read = (const uint16_t *)list;
    struct noc_part part, theirs, by_list;
    struct noc_worm_progress legs = {0}, list_legs = {0};

    assert_ptr_equal(noc_part_list_find(list, n, chain[mine.self], &part), list);
    for (;;) {
        bool more = noc_plan_next(a, env, chain, &mine, &theirs, &legs);

        assert_int_equal(noc_plan_next(a, env, read, &part, &by_list, &list_legs), more);
        if (!more) {
            return;
        }
        assert_int_equal(list_legs.joins, legs.joins);
        assert_int_equal(read[by_list.self], chain[theirs.self]);
        assert_int_equal(by_list.right - by_list.left, theirs.right - theirs.left);
        for (uint32_t i = 0; i <= (uint32_t)theirs.right - theirs.left; i++) {
            assert_int_equal(read[by_list.left + i], chain[theirs.left + i]);
        }
    }
}

/* The worm message[0..size-1] with lists in its header: what the NI says of it, and where it
 * comes. */
static void check_worm(const struct noc_plan_env *env, const uint16_t *chain,
                       const struct noc_message *message, uint32_t size)
{
    static uint32_t header[ROOM];
    struct noc_visit visit[CHAIN];
    uint32_t n = 0, visits, plain = 0;

    for (uint32_t i = 0; i < size; i++) {
        const struct noc_part *part = &message[i].part;
        uint32_t alone = part->left == part->right, before = n;

        n = noc_headers_add(header, n, chain, part, 0, true);
        assert_int_equal(n - before, alone ? 1 : 2 + noc_part_list_flits(part));
        assert_int_equal(header[before], noc_header(NOC_HEADER_ADDRESS, message[i].to, 0));
    }
    header[n++] = noc_header(NOC_HEADER_LAST, message[size - 1].to, 0);
    assert_int_equal(env->routing->check(env->topology, message[0].from, header, n), NOC_TX_OK);
    assert_true(noc_route_path_many(env->topology, env->routing, message[0].from, header, n, NULL,
                                    0, visit, CHAIN, &visits) > 0);
    assert_int_equal(visits, size);
    for (uint32_t i = 0; i < size; i++) {
        assert_int_equal(visit[i].node, message[i].to);
        plain = noc_headers_add(header, plain, chain, &message[i].part, 0, false);
        assert_int_equal(plain, i + 1);
    }
}

static void check_multicast(const struct noc_plan_env *env, const struct noc_algorithm *a,
                            uint32_t m)
{
    uint16_t chain[CHAIN] = {(uint16_t)env->source};
    struct noc_message message[CHAIN];
    struct noc_part scratch[CHAIN];

    for (uint32_t n = 1; n <= m;) {
        uint32_t i = 0;

        chain[n] = (uint16_t)draw(env->topology->nodes);
        while (chain[i] != chain[n]) {
            i++;
        }
        n += i == n;
    }
    noc_plan_make(a, env, chain, m, message, scratch);
    for (uint32_t i = 0, size; i < m; i += size) {
        size = noc_worm_size(&message[i], m - i);
        for (uint32_t k = i; k < i + size; k++) {
            check_relay(env, a, chain, message[k].part);
        }
        if (env->routing->lists) {
            check_worm(env, chain, &message[i], size);
        }
    }
}

/* All algorithms whose worms have several destinations, but for the one whose pieces are cut
 * beforehand. */
TEST(relays_know_enough)
{
    static const char *const names[] = {"utorus:6x6", "utorus:4x4x4", "utorus:9", "mesh:6x7",
                                        "mesh:3x4x3", "torus:6x6",    "cube:5"};
    uint32_t multicasts = 0;

    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct noc_topology t = topology(names[i]);

        for (const struct noc_algorithm *const *a = noc_algorithms; *a; a++) {
            const struct noc_routing *r = NULL;

            if (!(*a)->worm || strcmp((*a)->name, "m-torus") == 0 ||
                !noc_routing_choose(&r, (*a)->routing, &t, NULL) || !(*a)->fits(&t, r, NULL)) {
                continue;
            }
            for (uint32_t k = 0; k < 400; k++, multicasts++) {
                struct noc_plan_env env = {
                    &t, r, 1, draw(t.nodes), (*a)->parameter ? 2 + draw(9) : 0, 0, NULL};
                uint32_t most = t.nodes < CHAIN ? t.nodes - 1 : CHAIN - 1;

                check_multicast(&env, *a, (*a)->broadcast ? most : 1 + draw(most));
            }
        }
    }
    assert_true(multicasts > 4000);
}
