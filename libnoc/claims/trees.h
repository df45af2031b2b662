/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rooted trees with every order of children, nodes named by their postorder numbers 0 to n - 1
 * (Libeskind-Hadas et al. 1998, section 3.2). Whatever network has such a breadth-first tree, its
 * cross links join nodes whose levels differ by one at most; so the tree with all of these links
 * has all the relaxed paths that any such network has. A set of channels is bits: from * 8 + to.
 */
#ifndef LIBNOC_CLAIMS_TREES_H
#define LIBNOC_CLAIMS_TREES_H

#include "multicasts.h"

enum { TREE_MAX = 8 };

/* What a message may take: the strict path; any relaxed path whose tree links are the strict
 * path's (definition 4 as meant); any path that definition 4 admits to the letter. */
enum paths { STRICT, RELAXED, LITERAL };

struct tree {
    unsigned n;
    unsigned parent[TREE_MAX], level[TREE_MAX];
    unsigned way[TREE_MAX][TREE_MAX][TREE_MAX],
        hops[TREE_MAX][TREE_MAX]; /* nodes of strict paths */
    uint64_t strict[TREE_MAX][TREE_MAX], trail[TREE_MAX][TREE_MAX];
    uint64_t may_take[TREE_MAX][TREE_MAX]; /* of each_tree: by check.with, enum paths */
};

/* A path by its nodes. */
struct tree_path {
    unsigned node[TREE_MAX], hops;
};

/*
 * All trees of 2 to check.limit nodes, into i->own; of a tree u and v, and u, v, x and y; its
 * multicasts as postorder recursive doubling sends them, small sets first, into i->plan.
 */
extern const struct quantifier each_tree, each_tree_pair, each_tree_quadruple, each_tree_plan;

static inline const struct tree *tree_of(const struct instance *i)
{
    return i->own;
}

/* From parent[0..n-2]: is it a tree in postorder? Then all that follows from it. */
bool tree_make(struct tree *t);

static inline uint64_t tree_channel(unsigned from, unsigned to)
{
    return UINT64_C(1) << (from * 8 + to);
}

bool tree_edge(const struct tree *t, unsigned a, unsigned b);
bool cross_edge(const struct tree *t, unsigned a, unsigned b);
bool leads_up(const struct tree *t, unsigned a, unsigned b);

/* Place of a node on the strict path, or hops + 1. */
unsigned place_on_strict(const struct tree *t, unsigned u, unsigned v, unsigned node);

/* The postorder circuit: nodes as they are visited, children in order. Returns how many. */
unsigned circuit_make(const struct tree *t, unsigned c[2 * TREE_MAX]);

/* The last place of a node in it: its exit point. */
unsigned exit_point(const unsigned *c, unsigned n, unsigned v);

/* Relaxed path number `choice` of those from u to v below relaxed_choices(): by which nodes of the
 * strict path it visits. False: it is none. */
bool relaxed_path(const struct tree *t, unsigned u, unsigned v, unsigned choice,
                  struct tree_path *path);
unsigned relaxed_choices(const struct tree *t, unsigned u, unsigned v);

/* Channels of all paths that definition 4 admits to the letter; *odd (may be NULL) is one that has
 * a tree link which the strict path has not. */
uint64_t literal_paths(const struct tree *t, unsigned u, unsigned v, struct tree_path *odd);

/* The plan from s to the nodes of a set, of n. */
void recursive_doubling(unsigned n, unsigned s, unsigned set, struct multicast *p);

/* "0-4 1-2 2-3 3-4", and "0-4-3". */
void say_tree(struct text *t, const struct tree *tree);
void say_way(struct text *t, const struct tree_path *path);

#endif
