/* SPDX-License-Identifier: BSD-2-Clause */
/* Corner turns in a mesh, and cycles of channels. */
#include "turns.h"

#include <string.h>

const char *const direction_name[DIRECTIONS] = {"right", "left", "down", "up"};
const unsigned clockwise[4][2] = {{RIGHT, DOWN}, {DOWN, LEFT}, {LEFT, UP}, {UP, RIGHT}};
const unsigned counterclockwise[4][2] = {{RIGHT, UP}, {UP, LEFT}, {LEFT, DOWN}, {DOWN, RIGHT}};

void turns_allow_all(struct turns *t)
{
    memset(t->allowed, 0, sizeof t->allowed);
    for (unsigned k = 0; k < 4; k++) {
        t->allowed[clockwise[k][0]][clockwise[k][1]] = true;
        t->allowed[counterclockwise[k][0]][counterclockwise[k][1]] = true;
    }
}

void turns_forbid(struct turns *t, unsigned cw, unsigned ccw)
{
    turns_allow_all(t);
    t->allowed[clockwise[cw][0]][clockwise[cw][1]] = false;
    t->allowed[counterclockwise[ccw][0]][counterclockwise[ccw][1]] = false;
}

/* Where a channel leads; false: there is none. */
static bool leads_to(const struct turns *t, unsigned channel, unsigned *next)
{
    unsigned node = channel / 4, port = channel % 4, x = node % t->columns, y = node / t->columns;

    if ((port == RIGHT && x + 1 == t->columns) || (port == LEFT && x == 0) ||
        (port == DOWN && y + 1 == t->rows) || (port == UP && y == 0)) {
        return false;
    }
    *next = port == RIGHT ? node + 1
          : port == LEFT  ? node - 1
          : port == DOWN  ? node + t->columns
                          : node - t->columns;
    return true;
}

/* A shortest cycle through one channel, breadth first; 0: none shorter than *cycle's `best`. */
static unsigned cycle_through(const struct turns *t, unsigned start, unsigned best, unsigned *cycle)
{
    unsigned queue[MESH_CHANNELS_MAX], before[MESH_CHANNELS_MAX], far[MESH_CHANNELS_MAX] = {0};
    unsigned head = 0, tail = 0, at, next;

    memset(before, 0xff, sizeof before);
    queue[tail++] = start;
    while (head < tail) {
        unsigned c = queue[head++];

        for (unsigned port = 0; leads_to(t, c, &at) && port < DIRECTIONS; port++) {
            unsigned d = at * 4 + port;

            if ((port != c % 4 && !t->allowed[c % 4][port]) || !leads_to(t, d, &next)) {
                continue;
            }
            if (d == start && (!best || far[c] + 1 < best)) {
                best = far[c] + 1;
                for (unsigned k = best, b = c; k-- > 0; b = before[b]) {
                    cycle[k] = b;
                }
            }
            if (d != start && before[d] == UINT32_MAX) {
                before[d] = c;
                far[d] = far[c] + 1;
                queue[tail++] = d;
            }
        }
    }
    return best;
}

unsigned shortest_cycle(const struct turns *t, unsigned cycle[MESH_CHANNELS_MAX])
{
    unsigned best = 0;

    for (unsigned start = 0; start < t->rows * t->columns * DIRECTIONS; start++) {
        best = cycle_through(t, start, best, cycle);
    }
    return best;
}
