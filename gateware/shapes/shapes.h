/* SPDX-License-Identifier: BSD-2-Clause */
/* What a board of tiles can be. */
#ifndef GATEWARE_SHAPES_H
#define GATEWARE_SHAPES_H

enum {
    TILE_LINKS_MAX = 6, /* of shapes.def */
    TILE_VCS_MAX = 2,
    TILE_NODE_BITS = 6, /* of a node's number */
    TILE_NODES_MAX = 1 << TILE_NODE_BITS,
    TILE_IMAGE_BITS = 22
};

#define TILE_SHAPE(links, vcs) \
    _Static_assert((links) <= TILE_LINKS_MAX && (vcs) <= TILE_VCS_MAX, "a shape beyond the limits");
#ifndef __cplusplus
#include "shapes.def"
#endif
#undef TILE_SHAPE

#endif
