/* SPDX-License-Identifier: BSD-2-Clause */
/* Algorithms that do what none may: each misstep is named, with its node and parts, and a plan is
 * still one that can be read. */
#include "test.h"
#include "multicast/algorithms.h"
#include "multicast/plan_check.h"
#include "reference.h"

enum { NODES = 8 };

static struct noc_part theirs_wrong,
    mine_wrong; /* what step() leaves, from node BAD's 1st call on */
enum { BAD = 4 };

/* order(): halves of the sorted chain, as u-cube from node 0. */
static const struct noc_algorithm *halves(void)
{
    return noc_algorithm_find("u-cube");
}

static bool step(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    if (chain[mine->self] != BAD) {
        return halves()->next(env, chain, mine, theirs);
    }
    *mine = mine_wrong;
    *theirs = theirs_wrong;
    return true;
}

static bool ends(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    return chain[mine->self] != BAD && halves()->next(env, chain, mine, theirs);
}

static struct noc_misstep misstep_of(const struct noc_algorithm *a)
{
    struct noc_topology t = topology("cube:3");
    struct noc_plan_env env = {.topology = &t, .routing = routing(&t, NULL), .ports = 1};
    uint16_t chain[NODES] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct noc_message message[NODES - 1];
    struct noc_part scratch[NODES];
    struct noc_misstep wrong = {0};

    noc_plan_make_checked(a, &env, chain, NODES - 1, message, scratch, &wrong);
    for (unsigned i = 0; i < NODES - 1; i++) {
        assert_true(message[i].from < NODES && message[i].to < NODES);
    }
    assert_ptr_equal(wrong.algorithm, a);
    return wrong;
}

/* Node 4 has places 4 to 7. */
TEST(a_wrong_step_is_named_with_its_node)
{
    static const struct {
        struct noc_part mine, theirs;
        enum noc_misstep_kind kind;
    } rows[] = {
        {{4, 5, 4}, {6, 8, 6}, NOC_MISSTEP_OUTSIDE},  {{4, 5, 4}, {3, 7, 6}, NOC_MISSTEP_OUTSIDE},
        {{4, 5, 4}, {7, 6, 6}, NOC_MISSTEP_OUTSIDE},  {{4, 5, 4}, {6, 7, 5}, NOC_MISSTEP_RECEIVER},
        {{4, 5, 4}, {6, 7, 8}, NOC_MISSTEP_RECEIVER}, {{3, 5, 4}, {6, 7, 6}, NOC_MISSTEP_KEPT},
        {{4, 8, 4}, {6, 7, 6}, NOC_MISSTEP_KEPT},     {{4, 5, 5}, {6, 7, 6}, NOC_MISSTEP_KEPT},
        {{5, 5, 4}, {6, 7, 6}, NOC_MISSTEP_KEPT},     {{5, 4, 4}, {6, 7, 6}, NOC_MISSTEP_KEPT},
        {{4, 5, 4}, {4, 7, 6}, NOC_MISSTEP_OVERLAP},  {{4, 6, 4}, {6, 7, 6}, NOC_MISSTEP_OVERLAP},
        {{4, 6, 4}, {6, 6, 6}, NOC_MISSTEP_OVERLAP},  {{4, 7, 4}, {6, 7, 6}, NOC_MISSTEP_STILL},
        {{4, 4, 4}, {6, 7, 6}, NOC_MISSTEP_LOST},     {{4, 5, 4}, {7, 7, 7}, NOC_MISSTEP_LOST},
    };
    struct noc_algorithm a = *halves();

    a.next = step;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        mine_wrong = rows[i].mine;
        theirs_wrong = rows[i].theirs;
        struct noc_misstep wrong = misstep_of(&a);
        assert_int_equal(wrong.kind, rows[i].kind);
        assert_int_equal(wrong.node, BAD);
        assert_int_equal(wrong.had.left, 4);
        assert_int_equal(wrong.had.right, 7);
        assert_int_equal(wrong.theirs.left, rows[i].theirs.left);
        assert_int_equal(wrong.mine.right, rows[i].mine.right);
        assert_false(wrong.done);
    }
    a.next = ends;
    assert_int_equal(misstep_of(&a).kind, NOC_MISSTEP_LOST);
    assert_true(misstep_of(&a).done);
}

/* --- worms ------------------------------------------------------------------------------- */

static unsigned calls;

/* One worm of the source's to pieces 1-3, 3-5 and 7: together 7 places, but 3 twice. */
static bool twice(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                  struct noc_part *theirs, struct noc_worm_progress *legs)
{
    static const struct noc_part piece[] = {{1, 3, 3}, {3, 5, 3}, {7, 7, 7}};

    (void)env;
    (void)chain;
    if (mine->self != 0 || mine->right == 0) {
        return false;
    }
    *theirs = piece[calls];
    legs->joins = calls > 0;
    mine->right = calls == 2 ? 0 : mine->right;
    calls++;
    return true;
}

/* Never keeps less. */
static bool endless(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                    struct noc_part *theirs, struct noc_worm_progress *legs)
{
    (void)env;
    (void)chain;
    calls++;
    legs->joins = true;
    *theirs = (struct noc_part){mine->right, mine->right, mine->right};
    return true;
}

TEST(worms_are_checked_too)
{
    struct noc_algorithm a = *halves();

    a.worm = twice;
    calls = 0;
    assert_int_equal(misstep_of(&a).kind, NOC_MISSTEP_TWICE);
    a.worm = endless;
    calls = 0;
    assert_int_equal(misstep_of(&a).kind, NOC_MISSTEP_TWICE);
    assert_true(calls <= NODES);
}

/* --- order() ------------------------------------------------------------------------------- */

static uint16_t at, node;
static struct noc_part whole_wrong;

static void spoils(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                   struct noc_part *whole)
{
    halves()->order(env, chain, m, whole);
    chain[at] = node;
    *whole = whole_wrong;
}

TEST(a_wrong_order_is_named)
{
    static const struct {
        uint16_t at, node;
        struct noc_part whole;
        enum noc_misstep_kind kind;
    } rows[] = {
        {3, 3, {0, 7, 0}, NOC_MISSTEP_NONE},  {3, 4, {0, 7, 0}, NOC_MISSTEP_CHAIN},
        {3, 8, {0, 7, 0}, NOC_MISSTEP_CHAIN}, {3, 60000, {0, 7, 0}, NOC_MISSTEP_CHAIN},
        {3, 3, {0, 6, 0}, NOC_MISSTEP_WHOLE}, {3, 3, {1, 7, 1}, NOC_MISSTEP_WHOLE},
        {3, 3, {0, 7, 1}, NOC_MISSTEP_WHOLE}, {3, 3, {0, 7, 9}, NOC_MISSTEP_WHOLE},
    };
    struct noc_algorithm a = *halves();

    a.order = spoils;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        at = rows[i].at;
        node = rows[i].node;
        whole_wrong = rows[i].whole;
        struct noc_misstep wrong = misstep_of(&a);
        assert_int_equal(wrong.kind, rows[i].kind);
        assert_int_equal(wrong.node, 0);
    }
}
