/* SPDX-License-Identifier: BSD-2-Clause */
/* A grid with something written at each link. */
#ifndef NOCT_SHOW_DRAW_LINKS_H
#define NOCT_SHOW_DRAW_LINKS_H

#include "topology/topology.h"

enum {
    PICTURE_TEXT = 32, /* room for the text at a link */
    PICTURE_LINES_MAX = 120
};

struct picture_size {
    unsigned columns, lines;
};

/*
 * Print a grid, or a mesh or torus of two dimensions. text[node * 4 + port] stands at the link
 * that leaves node by port, NULL: "-", "": nothing; `what` says what they are. *size is what it
 * takes. False: that is wider than the screen, or longer than PICTURE_LINES_MAX, and nothing was
 * printed.
 */
bool draw_links(const struct noc_topology *t, char **text, const char *what,
                struct picture_size *size);

#endif
