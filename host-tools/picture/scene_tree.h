/* SPDX-License-Identifier: BSD-2-Clause */
/* A tree of the first multicast, and the row of each node in it. */
#ifndef NOCT_PICTURE_SCENE_TREE_H
#define NOCT_PICTURE_SCENE_TREE_H

#include "scene.h"

struct tree {
    const struct scene *s;
    uint32_t *first,
        *next;            /* children of a node, those of the last step first; SCENE_NOBODY ends */
    uint32_t *row, *slot; /* slot: how many of its worm are before it in the row */
    uint32_t *worm;       /* that brings it */
    bool *placed;         /* it is in the tree */
    uint32_t rows, source;
    uint32_t number;
};

/* number: which of the trees that the parts of a message go along, from 0. */
void scene_tree(struct tree *t, const struct scene *s, uint32_t number);
void scene_tree_free(struct tree *t);

/* The last step of the tree. */
uint32_t scene_tree_steps(const struct tree *t);

/* The step in which it is reached; 0: it is the source. */
uint32_t scene_tree_step(const struct tree *t, uint32_t node);

#endif
