/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the cells of a grid lie, and straight lines from its border to its surface. */
#include "grid.h"

struct noc_grid_cell noc_grid_cell(const struct noc_topology *t, uint32_t node)
{
    const struct noc_grid *grid = noc_grid(t);
    uint32_t x = node % t->width[0], y = node / t->width[0];

    if (grid) {
        return grid->cell[node];
    }
    if (t->shape) { /* reduced: what a board's software knows */
        return (struct noc_grid_cell){
            .column = NOC_GRID_NO_LINE, .row = NOC_GRID_NO_LINE, .toward = NOC_PORT_LOCAL};
    }
    return (struct noc_grid_cell){
        .column = (uint16_t)x,
        .row = (uint16_t)y,
        .column_at = (uint16_t)(x * t->width[1] + y),
        .row_at = (uint16_t)node,
        .half_x = (uint16_t)(2 * x),
        .half_y = (uint16_t)(2 * y),
        .toward = NOC_PORT_LOCAL,
    };
}

uint32_t noc_grid_regular(const struct noc_topology *t)
{
    return (uint32_t)t->width[0] * t->width[1];
}

bool noc_grid_straight(const struct noc_topology *t, uint32_t node, unsigned port, uint32_t *next)
{
    struct noc_link link;

    if (!noc_topology_link(t, node, port, &link) || link.port != (port ^ 1)) {
        return false;
    }
    *next = link.node;
    return true;
}

bool noc_grid_walk(const struct noc_topology *t, uint32_t aux, unsigned port,
                   struct noc_grid_exit *exit)
{
    *exit =
        (struct noc_grid_exit){.cell = aux, .port = port, .run = noc_grid_cell(t, aux).run[port]};
    for (uint32_t i = 0; i < exit->run; i++) {
        noc_grid_straight(t, exit->cell, port, &exit->cell);
    }
    return exit->run > 0;
}

bool noc_grid_exit(const struct noc_topology *t, uint32_t aux, unsigned port,
                   struct noc_grid_exit *exit)
{
    struct noc_grid_cell cell = noc_grid_cell(t, aux);
    struct noc_grid_exit other;

    if (!noc_grid_walk(t, aux, port, exit)) {
        return false;
    }
    for (unsigned p = 0; p < NOC_GRID_PORTS; p++) {
        if (cell.run[p] != 0 && cell.run[p] < exit->run) {
            return false;
        }
        if (p < port && cell.run[p] == exit->run && noc_grid_walk(t, aux, p, &other) &&
            other.cell == exit->cell) {
            return false;
        }
    }
    return true;
}
