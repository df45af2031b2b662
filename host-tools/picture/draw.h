/* SPDX-License-Identifier: BSD-2-Clause */
/* The figures of a picture, each by itself. */
#ifndef NOCT_PICTURE_DRAW_H
#define NOCT_PICTURE_DRAW_H

#include "layout.h"
#include "scene.h"
#include "svg.h"

/* Colours are classes a0 to a7 (early to late arrivals) and h0 to h7 (little to much load). */
enum { DRAW_CLASSES = 8 };

/* The network: nodes by arrival, links as wide as their flits, steps. hints: elements say on their
 * own what they are, where no script does. */
void draw_network(struct figure *f, const struct scene *s, const struct layout *l, bool hints);

/* A tree of the first multicast, a column for each step; number: which of its trees. */
void draw_tree(struct figure *f, const struct scene *s, uint32_t number);

/* Of a collective operation: a lane for each member, a column for each step, an arrow for each
 * message; at most DRAW_LANES_MAX members and DRAW_ARROWS_MAX messages. */
enum { DRAW_LANES_MAX = 256, DRAW_ARROWS_MAX = 8192 };
bool draw_has_lanes(const struct scene *s);
void draw_lanes(struct figure *f, const struct scene *s);

/* A row for each core over time: what comes in, what software does, what goes out. */
void draw_cores(struct figure *f, const struct scene *s);

/* A row for each channel over time. */
void draw_channels(struct figure *f, const struct scene *s);

/* A small network for each step with that step's messages, at most DRAW_STEPS_MAX of them. */
enum { DRAW_STEPS_MAX = 24 };
void draw_steps(struct figure *f, const struct scene *s, const struct layout *l);

/* Who waits for whom in a deadlock. */
void draw_waits(struct figure *f, const struct scene *s);

/* When calls returned, by node. */
void draw_latency(struct figure *f, const struct scene *s);

/* Does a link go round an edge? */
bool draw_goes_around(const struct scene *s, const struct layout *l);

/* Does this node only forward? */
bool draw_is_switch(const struct noc_topology *t, uint32_t node);

/* What colours and widths mean: of the network, and of rows of cores and channels. */
void draw_scales(struct figure *f, const struct scene *s);
void draw_bar_kinds(struct figure *f, const struct scene *s);

/* What other signs mean, a sentence each; how many. rows: also those of rows of channels. */
enum { DRAW_SIGNS_MAX = 10 };
unsigned draw_signs(const struct scene *s, const struct layout *l, bool rows,
                    const char *line[DRAW_SIGNS_MAX]);

/* All of that. */
void draw_legend(struct figure *f, const struct scene *s, const struct layout *l);

/* The time axis that figures share: cycle -> x, and its numbers above `top`, lines down to `bottom`. */
enum { AXIS_LEFT = 64, AXIS_WIDTH = 1040 };
double axis_x(const struct scene *s, uint64_t cycle);
void axis_draw(FILE *f, const struct scene *s, double top, double bottom);

#endif
