/* SPDX-License-Identifier: BSD-2-Clause */
/* The tree as SVG; scene_tree.c says where its nodes stand. */
#include "draw.h"
#include "scene_tree.h"

struct drawing {
    const struct scene *s;
    struct tree t;
    const char *id; /* letters of the names of its nodes and edges */
    double x0, column, line, radius;
};

static struct place place_of(const struct drawing *d, uint32_t node)
{
    return (struct place){d->x0 + d->column * scene_tree_step(&d->t, node) +
                              d->t.slot[node] * (2 * d->radius + 9),
                          26 + d->line * d->t.row[node]};
}

static void draw_lines(const struct drawing *d, FILE *f, uint32_t node)
{
    struct place p = place_of(d, node);
    for (uint32_t c = d->t.first[node]; c != SCENE_NOBODY; c = d->t.next[c]) {
        struct place q = place_of(d, c);
        double turn = q.x - d->radius - 6;
        fprintf(f, "<path id=\"%c%u\" class=\"edge\" d=\"", d->id[1], c);
        if (d->t.slot[c]) {
            svg_point(f, 'M', q.x - d->radius - 9, q.y);
        } else {
            svg_point(f, 'M', p.x + d->radius, p.y);
        }
        if (!d->t.slot[c] && q.y > p.y) {
            svg_point(f, 'L', turn, p.y);
            svg_point(f, 'L', turn, q.y);
        }
        svg_point(f, 'L', q.x - d->radius, q.y);
        fputs("\"/>\n", f);
    }
}

static void draw_member(const struct drawing *d, FILE *f, uint32_t node)
{
    const struct scene_node *n = &d->s->node[node];
    struct place p = place_of(d, node);
    fprintf(f, "<g id=\"%c%u\" class=\"node ", d->id[0], node);
    if (n->root || n->arrival == SCENE_NEVER) {
        fputs(n->root ? "root" : "never", f);
    } else {
        fprintf(f, "a%u", scene_class(n->arrival, d->s->first, d->s->last, DRAW_CLASSES));
    }
    fputs("\" transform=\"translate(", f);
    svg_point(f, ' ', p.x, p.y);
    fprintf(f, ")\"><circle r=\"%g\"/><text>%u</text></g>\n", d->radius, node);
}

static void draw_heads(const struct drawing *d, FILE *f, double bottom)
{
    char name[24];
    for (uint32_t step = 1, steps = scene_tree_steps(&d->t); step <= steps; step++) {
        double x = d->x0 + d->column * step;
        snprintf(name, sizeof name, step == 1 ? "step %u" : "%u", step);
        svg_label(f, "head", x, 9, name);
        fputs("<path class=\"rule\" d=\"", f);
        svg_point(f, 'M', x, 14);
        svg_point(f, 'L', x, bottom);
        fputs("\"/>\n", f);
    }
}

void draw_tree(struct figure *f, const struct scene *s, uint32_t number)
{
    struct drawing d = {.s = s, .id = number ? "uf" : "te", .x0 = 16};
    uint32_t nodes = s->t.nodes;
    d.radius = nodes > 200 ? 8 : 9.5;
    d.line = 2 * d.radius + 1.5;
    d.column = s->steps > 24 ? 34 : 2 * d.radius + 32;
    scene_tree(&d.t, s, number);
    for (uint32_t n = 0; n < nodes; n++) {
        double right = d.t.placed[n] ? place_of(&d, n).x + d.radius + 8 : 0;
        f->width = right > f->width ? right : f->width;
    }
    f->height = 26 + d.line * d.t.rows;
    f->rows = number ? "tree2" : "tree1";
    f->top = 26 - d.line / 2;
    f->line = d.line;
    fprintf(f->file, "<g font-size=\"%g\">\n", d.radius * 0.9);
    draw_heads(&d, f->file, f->height);
    for (uint32_t n = 0; n < nodes; n++) {
        if (d.t.placed[n]) {
            draw_lines(&d, f->file, n);
        }
    }
    for (uint32_t n = 0; n < nodes; n++) {
        if (d.t.placed[n]) {
            draw_member(&d, f->file, n);
        }
    }
    fputs("</g>\n", f->file);
    scene_tree_free(&d.t);
}
