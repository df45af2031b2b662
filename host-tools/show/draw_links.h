/* SPDX-License-Identifier: BSD-2-Clause */
/* A grid with something written at each link. */
#ifndef NOCT_SHOW_DRAW_LINKS_H
#define NOCT_SHOW_DRAW_LINKS_H

#include "topology/topology.h"

enum { PICTURE_TEXT = 32 }; /* room for the text at a link */

/*
 * Print a grid, or a mesh or torus of two dimensions. text[node * 4 + port] stands at the link
 * that leaves node by port, NULL: "-"; `what` says what they are. False: it is larger than
 * the screen, and nothing was printed.
 */
bool draw_links(const struct noc_topology *t, char **text, const char *what);

#endif
