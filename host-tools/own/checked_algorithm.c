/* SPDX-License-Identifier: BSD-2-Clause */
#include "checked_algorithm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "multicast/algorithms.h"
#include "multicast/published.h"
#include "own_call.h"
#include "own_code.h"
#include "params.h"
#include "routing/routings.h"

enum {
    GUARD = 64, /* nodes behind those that order() may write */
    GUARD_NODE = 0xa5c3,
    PARAMETER_TEXT = sizeof ":16384" - 1,
    NAME_LETTERS = 15,
    PARAMETER_LETTER = 15, /* or a word in its place */
    TREES_MAX = 256
};

struct checked {
    struct noc_algorithm shown; /* the first: a pointer to it is one to this */
    struct noc_algorithm own;
    const char *file;
};

static const struct checked *in_use;
static struct noc_misstep misstep;

/* --- the call that is under way, or was last ----------------------------------- */

static struct call {
    const char *function;
    uint32_t node, m;
    struct noc_part part;
} now;

/* "next() at node 5, responsible for places 2 to 7 of the chain, itself at place 3" */
static void describe(const struct call *call, char *text, size_t room)
{
    size_t n = (size_t)snprintf(text, room, "%s()", call->function);
    if (strcmp(call->function, "order") == 0) {
        snprintf(text + n, room - n, " from node %u to %u other%s", call->node, call->m,
                 call->m == 1 ? "" : "s");
    } else if (strcmp(call->function, "fits") != 0 && strcmp(call->function, "trees") != 0) {
        snprintf(text + n, room - n,
                 " at node %u, responsible for places %u to %u of the chain, itself at place %u,",
                 call->node, call->part.left, call->part.right, call->part.self);
    }
}

static void describe_now(char *text, size_t room)
{
    describe(&now, text, room);
}

static struct own_file called = {.kind = "algorithm", .describe = describe_now};
#define blame(...) own_file_blame(&called, __VA_ARGS__)

static bool failed(void)
{
    return own_file_failed(&called);
}

static void enter(const char *function, uint32_t node, uint32_t m, struct noc_part part)
{
    now = (struct call){function, node, m, part};
    own_call_enter(&called);
}

/* --- the file's functions --------------------------------------------------------- */

static bool checked_fits(const struct noc_topology *t, const struct noc_routing *r,
                         struct noc_fault *fault_of)
{
    struct noc_fault error = {NOC_FAULT_NONE, 0, 0, NULL}, unused = error;
    if (failed()) {
        return false;
    }
    enter("fits", 0, 0, (struct noc_part){0});
    bool fits = in_use->own.fits(t, r, &error);
    bool still = in_use->own.fits(t, r, &unused);
    own_call_leave();
    if (fits != still) {
        own_file_blame_state(&called);
    }
    return own_file_fits(fits, error, NOC_FAULT_ALGORITHM_FIT, fault_of);
}

/* A chain that order() may write, and a guard behind it. */
static uint16_t *guarded(const uint16_t *chain, uint32_t m)
{
    uint16_t *copy = alloc_array((size_t)m + 1 + GUARD, sizeof *copy);
    memcpy(copy, chain, (m + 1) * sizeof *copy);
    for (uint32_t i = 0; i < GUARD; i++) {
        copy[m + 1 + i] = GUARD_NODE;
    }
    return copy;
}

static bool guard_broken(const uint16_t *chain, uint32_t m)
{
    bool broken = false;
    for (uint32_t i = 0; i < GUARD; i++) {
        broken = broken || chain[m + 1 + i] != GUARD_NODE;
    }
    return broken;
}

static bool same_part(const struct noc_part *a, const struct noc_part *b)
{
    return a->left == b->left && a->right == b->right && a->self == b->self;
}

static void checked_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                          struct noc_part *whole)
{
    if (failed()) {
        return;
    }
    uint16_t *first = guarded(chain, m), *second = guarded(chain, m);
    struct noc_part again_whole = *whole;
    enter("order", chain[0], m, (struct noc_part){0});
    in_use->own.order(env, first, m, whole);
    in_use->own.order(env, second, m, &again_whole);
    own_call_leave();
    if (guard_broken(first, m) || guard_broken(second, m)) {
        blame("writes beyond the chain's %u nodes", m + 1);
    } else if (memcmp(first, second, (m + 1) * sizeof *first) != 0 ||
               !same_part(whole, &again_whole)) {
        own_file_blame_state(&called);
    }
    memcpy(chain, first, (m + 1) * sizeof *chain);
    free(first);
    free(second);
}

static bool checked_next(const struct noc_plan_env *env, const uint16_t *chain,
                         struct noc_part *mine, struct noc_part *theirs)
{
    struct noc_part mine_again = *mine, theirs_again = *theirs;
    if (failed()) {
        return false;
    }
    enter("next", chain[mine->self], 0, *mine);
    bool more = in_use->own.next(env, chain, mine, theirs);
    bool still = in_use->own.next(env, chain, &mine_again, &theirs_again);
    own_call_leave();
    if (more != still ||
        (more && !(same_part(mine, &mine_again) && same_part(theirs, &theirs_again)))) {
        own_file_blame_state(&called);
    }
    return more && !failed();
}

static bool checked_worm(const struct noc_plan_env *env, const uint16_t *chain,
                         struct noc_part *mine, struct noc_part *theirs,
                         struct noc_worm_progress *legs)
{
    struct noc_part mine_again = *mine, theirs_again = *theirs;
    struct noc_worm_progress legs_again = *legs;
    if (failed()) {
        return false;
    }
    enter("worm", chain[mine->self], 0, *mine);
    bool more = in_use->own.worm(env, chain, mine, theirs, legs);
    bool still = in_use->own.worm(env, chain, &mine_again, &theirs_again, &legs_again);
    own_call_leave();
    if (more != still ||
        (more && !(same_part(mine, &mine_again) && same_part(theirs, &theirs_again) &&
                   legs->joins == legs_again.joins && legs->given == legs_again.given))) {
        own_file_blame_state(&called);
    }
    legs->run = 0;
    return more && !failed();
}

static uint32_t checked_trees(const struct noc_topology *t)
{
    if (failed()) {
        return 1;
    }
    enter("trees", 0, 0, (struct noc_part){0});
    uint32_t trees = in_use->own.trees(t), again = in_use->own.trees(t);
    own_call_leave();
    if (trees != again) {
        own_file_blame_state(&called);
    }
    return trees < 1 ? 1 : trees < TREES_MAX ? trees : TREES_MAX;
}

/* --- making one -------------------------------------------------------------------- */

/* The name of what is missing, or NULL. */
static const char *missing(const struct noc_algorithm *a)
{
    return !a->name || !*a->name ? "name"
         : !a->summary           ? "summary"
         : !a->fits              ? "fits"
         : !a->order             ? "order"
         : !a->next && !a->worm  ? "next (or worm, if its worms have several destinations)"
                                 : NULL;
}

static enum status check_fields(const struct noc_algorithm *a, const char *file,
                                struct error *error)
{
    const char *lacks = missing(a);
    if (lacks) {
        return error_set(error, STATUS_BAD, "algorithm '%s': noc_algorithm_mine has no %s", file,
                         lacks);
    }
    size_t most = NAME_LETTERS - (a->parameter ? PARAMETER_TEXT : 0);
    if (!own_code_is_word(a->name, most) || strchr(a->name, ':')) {
        return error_set(error, STATUS_BAD,
                         "algorithm '%s': its name must be a word of 1 to %zu printable characters "
                         "without a colon",
                         file, most);
    }
    if (a->parameter && !own_code_is_word(a->parameter, PARAMETER_LETTER)) {
        return error_set(error, STATUS_BAD,
                         "algorithm '%s': its parameter must be a word of 1 to %d printable "
                         "characters, as R",
                         file, PARAMETER_LETTER);
    }
    if (noc_algorithm_find(a->name) || noc_published_find(a->name) ||
        strcmp(a->name, "auto") == 0) {
        return error_set(error, STATUS_BAD,
                         "algorithm '%s': its name '%s' is one of noct's; give it another", file,
                         a->name);
    }
    if (a->routing && !noc_routing_find(a->routing)) {
        return error_set(error, STATUS_BAD,
                         "algorithm '%s': its routing '%s' is none of libnoc's; 'noct help "
                         "routings' lists them",
                         file, a->routing);
    }
    return a->partitioned ? error_set(error, STATUS_BAD,
                                      "algorithm '%s': partitioned is for m-torus only; leave it "
                                      "out",
                                      file)
                          : STATUS_DONE;
}

const struct noc_algorithm *checked_algorithm(const struct noc_algorithm *own, const char *file,
                                              struct error *error)
{
    if (check_fields(own, file, error)) {
        return NULL;
    }
    struct checked *c = alloc_zeroed(sizeof *c);
    c->own = *own;
    c->file = alloc_text(file);
    c->shown = *own;
    c->shown.fits = checked_fits;
    c->shown.order = checked_order;
    c->shown.next = own->next ? checked_next : NULL;
    c->shown.worm = own->worm ? checked_worm : NULL;
    c->shown.trees = own->trees ? checked_trees : NULL;
    own_call_watch();
    return &c->shown;
}

void checked_algorithm_use(const struct noc_algorithm *checked)
{
    in_use = (const struct checked *)checked;
    own_file_use(&called, in_use->file);
}

/* --- missteps ------------------------------------------------------------------------ */

struct noc_misstep *checked_algorithm_misstep(void)
{
    return &misstep;
}

/* What it did, and what would be right. */
static void append_misstep(struct error *error, const struct noc_misstep *m)
{
    const struct noc_part *t = &m->theirs, *k = &m->mine;
    switch (m->kind) {
    case NOC_MISSTEP_CHAIN:
        error_append(error,
                     " leaves at place %u of the chain a node that is none of them, or stands "
                     "there twice; it may only change their order",
                     t->left);
        break;
    case NOC_MISSTEP_WHOLE:
        error_append(error,
                     " sets *whole to places %u to %u with the source at place %u; it must be 0 to "
                     "%u with the source where the chain has it",
                     k->left, k->right, k->self, m->had.right);
        break;
    case NOC_MISSTEP_OUTSIDE:
        error_append(error, " gives places %u to %u; they must be among those", t->left, t->right);
        break;
    case NOC_MISSTEP_RECEIVER:
        error_append(error, " gives places %u to %u to place %u; it must be among them", t->left,
                     t->right, t->self);
        break;
    case NOC_MISSTEP_KEPT:
        error_append(error,
                     " keeps places %u to %u, itself at place %u; it must keep some of those, and "
                     "its place",
                     k->left, k->right, k->self);
        break;
    case NOC_MISSTEP_OVERLAP:
        error_append(error, " gives places %u to %u and keeps %u to %u; each must be in one part",
                     t->left, t->right, k->left, k->right);
        break;
    case NOC_MISSTEP_STILL:
        error_append(error, " gives places %u to %u and keeps all of those; it must keep less",
                     t->left, t->right);
        break;
    case NOC_MISSTEP_TWICE:
        error_append(error,
                     " gives places %u to %u to place %u, whose node has the message already",
                     t->left, t->right, t->self);
        break;
    default:
        if (m->done) {
            error_append(error, " says that there is nobody left; it must give all but its own");
        } else {
            error_append(error,
                         " gives places %u to %u and keeps %u to %u; nobody is responsible for the "
                         "rest",
                         t->left, t->right, k->left, k->right);
        }
    }
}

static void tell_misstep(struct error *error, const struct noc_misstep *m)
{
    char call[OWN_CALL_TEXT];
    bool own = in_use && m->algorithm == &in_use->shown;
    bool order = m->kind == NOC_MISSTEP_CHAIN || m->kind == NOC_MISSTEP_WHOLE;
    struct call wrong = {order                ? "order"
                         : m->algorithm->worm ? "worm"
                                              : "next",
                         m->node, m->had.right, m->had};
    describe(&wrong, call, sizeof call);
    error_set(error, STATUS_BAD, "algorithm '%s': its %s", own ? in_use->file : m->algorithm->name,
              call);
    append_misstep(error, m);
}

bool checked_algorithm_fault(struct error *error)
{
    bool found = own_file_fault(&called, error);
    if (!found && misstep.kind != NOC_MISSTEP_NONE) {
        tell_misstep(error, &misstep);
        found = true;
    }
    misstep = (struct noc_misstep){0};
    return found;
}
