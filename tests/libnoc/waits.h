/* SPDX-License-Identifier: BSD-2-Clause */
/* What worms wait for while they hold what: a graph of channels and contexts, and whether it has a cycle. */
#ifndef TEST_WAITS_H
#define TEST_WAITS_H

#include <stdbool.h>
#include <string.h>

enum { RESOURCES = 700 };

struct waits {
    bool edge[RESOURCES][RESOURCES]; /* [held][wanted] */
    bool used[RESOURCES];
};

/* By taking away what nobody waits for, again and again. */
static inline bool waits_cyclic(const struct waits *w)
{
    static unsigned before[RESOURCES], queue[RESOURCES];
    unsigned head = 0, tail = 0;

    memset(before, 0, sizeof before);
    for (unsigned a = 0; a < RESOURCES; a++) {
        for (unsigned b = 0; b < RESOURCES; b++) {
            before[b] += w->edge[a][b];
        }
    }
    for (unsigned a = 0; a < RESOURCES; a++) {
        if (before[a] == 0) {
            queue[tail++] = a;
        }
    }
    for (; head < tail; head++) {
        for (unsigned b = 0; b < RESOURCES; b++) {
            if (w->edge[queue[head]][b] && --before[b] == 0) {
                queue[tail++] = b;
            }
        }
    }
    return tail < RESOURCES;
}

#endif
