/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *            o---->o      Each direction of a link is an arrow on its right-hand side. What goes
 *            o<----o      round an edge is a stub at both ends, with the number of the node there.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "draw.h"
#include "topology/shape.h"

/* In pixels. */
struct look {
    double cell, radius, widest, margin;
};

struct network {
    FILE *f;
    const struct scene *s;
    const struct layout *l;
    struct look look;
    bool hints;
};

/* Is any link in use an arc? */
static bool has_arc(const struct scene *s, const struct layout *l)
{
    struct place out;
    bool any = false;
    for (uint32_t i = 0; i < s->links && !any; i++) {
        any = layout_link(l, &s->t, s->link[i].node, s->link[i].next, &out) == LINK_ARC;
    }
    return any;
}

/* Also where no link in use does: a torus is drawn as one. */
bool draw_goes_around(const struct scene *s, const struct layout *l)
{
    struct noc_link link;
    struct place out;
    bool any = false;
    for (uint32_t node = 0; node < s->t.nodes && !any; node++) {
        for (unsigned port = 0; port < s->t.ports && !any; port++) {
            any = noc_topology_link(&s->t, node, port, &link) &&
                  layout_link(l, &s->t, node, link.node, &out) == LINK_AROUND;
        }
    }
    return any;
}

static struct look look_of(const struct scene *s, const struct layout *l)
{
    enum { WIDE = 1180, LEAST = 34 }; /* what a page has room for */
    uint32_t n = s->t.nodes;
    double cell = n <= 64 ? 74 : n <= 144 ? 62 : n <= 400 ? 44 : LEAST;
    cell = fmin(cell, fmax(WIDE / (l->width + 1.7), LEAST));
    double room = draw_goes_around(s, l) ? cell * 0.57 + 32
                : has_arc(s, l)          ? cell * 0.8
                                         : cell * 0.5;
    return (struct look){cell, cell * 0.27, cell * 0.105, room};
}

static struct place at(const struct network *n, uint32_t node)
{
    const struct place *p = &n->l->at[node];
    return (struct place){n->look.margin + p->x * n->look.cell,
                          n->look.margin + p->y * n->look.cell};
}

/* --- what lies below: all links, thin ------------------------------------------------------ */

/* The number of the node at the other side, where a stub ends. */
static void draw_stub_name(const struct network *n, struct place at, struct place out, uint32_t far)
{
    char name[12];
    double size = n->look.cell * 0.17;
    snprintf(name, sizeof name, "%u", far);
    double x = at.x + out.x * size * 0.35, y = at.y + size * 0.36 + out.y * size * 0.75;
    svg_label(n->f, out.x > 0 ? "far begin" : out.x < 0 ? "far finish" : "far", x, y, name);
}

/* Where a stub that leaves in direction `out` ends. */
static struct place stub_end(const struct network *n, uint32_t node, struct place out)
{
    struct place p = at(n, node);
    double length = n->look.radius + 1 + n->look.cell * 0.30;
    return (struct place){p.x + out.x * length, p.y + out.y * length};
}

/* The two stubs of a link round an edge of a plane; names: only their names. A link back has the
 * same two, and is not drawn again. */
static void draw_stubs(const struct network *n, uint32_t node, const struct noc_link *link,
                       struct place out, bool names)
{
    struct noc_link back;
    if (link->node < node && noc_topology_link(&n->s->t, link->node, link->port, &back) &&
        back.node == node) {
        return;
    }
    struct place in = {-out.x, -out.y}, from = at(n, node), to = at(n, link->node);
    struct place end = stub_end(n, node, out), begin = stub_end(n, link->node, in);
    if (names) {
        draw_stub_name(n, end, out, link->node);
        draw_stub_name(n, begin, in, node);
    } else {
        svg_point(n->f, 'M', from.x, from.y);
        svg_point(n->f, 'L', end.x, end.y);
        svg_point(n->f, 'M', to.x, to.y);
        svg_point(n->f, 'L', begin.x, begin.y);
    }
}

static void draw_all_links(const struct network *n, bool names)
{
    struct noc_link link;
    struct place out;
    for (uint32_t node = 0; node < n->s->t.nodes; node++) {
        for (unsigned port = 0; port < n->s->t.ports; port++) {
            if (!noc_topology_link(&n->s->t, node, port, &link)) {
                continue;
            }
            enum link_form form = layout_link(n->l, &n->s->t, node, link.node, &out);
            if (form == LINK_AROUND && layout_is_rim(&n->s->t, node, link.node)) {
                draw_stubs(n, node, &link, out, names);
            } else if (form == LINK_STRAIGHT && link.node > node && !names) {
                struct place a = at(n, node), b = at(n, link.node);
                svg_point(n->f, 'M', a.x, a.y);
                svg_point(n->f, 'L', b.x, b.y);
            }
        }
    }
}

static void draw_ground(const struct network *n)
{
    fputs("<path class=\"ground\" d=\"", n->f);
    draw_all_links(n, false);
    fputs("\"/>\n", n->f);
    draw_all_links(n, true);
}

/* --- links --------------------------------------------------------------------------------- */

/* "class="link h3 waits"" and the number by which a script finds it. */
static void begin_link(const struct network *n, uint32_t i)
{
    const struct scene_link *l = &n->s->link[i];
    fprintf(n->f, "<g id=\"l%u\" class=\"link h%u%s%s\">", i,
            scene_class(l->flits, 0, n->s->flits, DRAW_CLASSES), l->waited ? " waits" : "",
            l->caught ? " caught" : "");
}

static void end_link(const struct network *n, uint32_t i)
{
    const struct scene_link *l = &n->s->link[i];
    const char *unit = json_object_get(n->s->answer, "links") ? "flit" : "message";
    if (n->hints) {
        fprintf(n->f, "<title>%u to %u: %" PRIu64 " %s%s", l->node, l->next, l->flits, unit,
                l->flits == 1 ? "" : "s");
        if (l->waited) {
            fprintf(n->f, "; headers waited %" PRIu64 " cycles", l->waited);
        }
        fputs("</title>", n->f);
    }
    fputs("</g>\n", n->f);
}

/* An arrow a -> b, its middle line `off` to the right of the line between them; bend: how far its
 * middle lies further to the right. */
static void draw_arrow(const struct network *n, struct place a, struct place b, double width,
                       double off, double bend)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    double head = width / 2 + n->look.cell * 0.05, half = width / 2;
    double ux = dx / length, uy = dy / length, nx = -uy, ny = ux, point = head * 1.9;
    point = point > length * 0.7 ? length * 0.7 : point;
    struct place c = {(a.x + b.x) / 2 + nx * bend, (a.y + b.y) / 2 + ny * bend};
    double back_x = b.x - ux * point, back_y = b.y - uy * point;
    fputs("<path d=\"", n->f);
    svg_point(n->f, 'M', a.x + nx * (off - half), a.y + ny * (off - half));
    if (bend > 0) {
        svg_point(n->f, 'Q', c.x + nx * (off - half), c.y + ny * (off - half));
        svg_point(n->f, ' ', back_x + nx * (off - half), back_y + ny * (off - half));
    } else {
        svg_point(n->f, 'L', back_x + nx * (off - half), back_y + ny * (off - half));
    }
    svg_point(n->f, 'L', back_x + nx * (off - head), back_y + ny * (off - head));
    svg_point(n->f, 'L', b.x + nx * off, b.y + ny * off);
    svg_point(n->f, 'L', back_x + nx * (off + head), back_y + ny * (off + head));
    svg_point(n->f, 'L', back_x + nx * (off + half), back_y + ny * (off + half));
    if (bend > 0) {
        svg_point(n->f, 'Q', c.x + nx * (off + half), c.y + ny * (off + half));
        svg_point(n->f, ' ', a.x + nx * (off + half), a.y + ny * (off + half));
    } else {
        svg_point(n->f, 'L', a.x + nx * (off + half), a.y + ny * (off + half));
    }
    fputs("Z\"/>", n->f);
}

static double width_of(const struct network *n, const struct scene_link *l)
{
    double share = n->s->flits ? (double)l->flits / (double)n->s->flits : 0;
    return 1.4 + (n->look.widest - 1.4) * share;
}

static void draw_between(const struct network *n, uint32_t i, bool arc)
{
    const struct scene_link *l = &n->s->link[i];
    struct place a = at(n, l->node), b = at(n, l->next);
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    double width = width_of(n, l), off = 1 + width / 2, r = n->look.radius;
    if (length < 2 * r + 6) {
        r = length * 0.3;
    }
    double bend = arc ? fmin(n->look.cell * 1.05, length * 0.3) : 0;
    if (arc) { /* beside the nodes that lie between */
        off += r * 0.55;
        r *= 0.75;
    }
    dx *= (r + 1) / length;
    dy *= (r + 1) / length;
    begin_link(n, i);
    draw_arrow(n, (struct place){a.x + dx, a.y + dy}, (struct place){b.x - dx, b.y - dy}, width,
               off, bend);
    end_link(n, i);
}

static void draw_around(const struct network *n, uint32_t i, struct place out)
{
    const struct scene_link *l = &n->s->link[i];
    struct place a = at(n, l->node), b = at(n, l->next);
    double r = n->look.radius + 1, stub = n->look.cell * 0.30, width = width_of(n, l);
    double off = 1 + width / 2;
    struct place from = {a.x + out.x * r, a.y + out.y * r};
    struct place end = {from.x + out.x * stub, from.y + out.y * stub};
    struct place to = {b.x - out.x * r, b.y - out.y * r};
    struct place begin = {to.x - out.x * stub, to.y - out.y * stub};
    begin_link(n, i);
    draw_arrow(n, from, end, width, off, 0);
    draw_arrow(n, begin, to, width, off, 0);
    if (!layout_is_rim(&n->s->t, l->node, l->next)) {
        draw_stub_name(n, end, out, l->next);
        draw_stub_name(n, begin, (struct place){-out.x, -out.y}, l->node);
    }
    end_link(n, i);
}

/* --- nodes --------------------------------------------------------------------------------- */

bool draw_is_switch(const struct noc_topology *t, uint32_t node)
{
    const uint8_t *passive =
        t->shape ? (const uint8_t *)noc_shape_part(t->shape, t->shape->passive) : NULL;
    return passive && passive[node / 8] >> node % 8 & 1;
}

static void node_class(const struct network *n, uint32_t node)
{
    const struct scene_node *x = &n->s->node[node];
    fputs("node ", n->f);
    if (x->root) {
        fputs("root", n->f);
    } else if (x->arrival != SCENE_NEVER) {
        fprintf(n->f, "a%u", scene_class(x->arrival, n->s->first, n->s->last, DRAW_CLASSES));
    } else {
        fputs(x->member ? "never" : draw_is_switch(&n->s->t, node) ? "switch" : "out", n->f);
    }
}

static void node_hint(const struct network *n, uint32_t node)
{
    const struct scene_node *x = &n->s->node[node];
    fprintf(n->f, "<title>node %u", node);
    if (x->worm != SCENE_NOBODY) {
        fprintf(n->f, ": from node %u in step %u", n->s->worm[x->worm].from, x->step);
    }
    if (x->arrival != SCENE_NEVER && n->s->cycles) {
        fprintf(n->f, "%s cycle %" PRIu64, x->worm != SCENE_NOBODY ? "," : ": in", x->arrival);
    }
    fputs("</title>", n->f);
}

static void draw_node(const struct network *n, uint32_t node)
{
    struct place p = at(n, node);
    double r = n->look.radius;
    fprintf(n->f, "<g id=\"n%u\" class=\"", node);
    node_class(n, node);
    fputs("\" transform=\"translate(", n->f);
    svg_point(n->f, ' ', p.x, p.y);
    fputs(")\">", n->f);
    if (n->hints) {
        node_hint(n, node);
    }
    if (draw_is_switch(&n->s->t, node)) {
        fputs("<path d=\"", n->f);
        svg_point(n->f, 'M', -r, -r);
        svg_point(n->f, 'L', r, -r);
        svg_point(n->f, 'L', r, r);
        svg_point(n->f, 'L', -r, r);
        fputs("Z\"/>", n->f);
    } else {
        fputs("<circle r=\"", n->f);
        svg_number(n->f, r);
        fputs("\"/>", n->f);
    }
    fprintf(n->f, "<text>%u</text>", node);
    if (n->s->steps > 1 && n->s->node[node].worm != SCENE_NOBODY) {
        fputs("<text class=\"step\" x=\"", n->f);
        svg_number(n->f, r * 0.95);
        fputs("\" y=\"", n->f);
        svg_number(n->f, r * 1.15);
        fprintf(n->f, "\">%u</text>", n->s->node[node].step);
    }
    fputs("</g>\n", n->f);
}

void draw_network(struct figure *f, const struct scene *s, const struct layout *l, bool hints)
{
    const struct network n = {f->file, s, l, look_of(s, l), hints};
    struct place out;
    f->width = 2 * n.look.margin + l->width * n.look.cell;
    f->height = 2 * n.look.margin + l->height * n.look.cell;
    fputs("<g font-size=\"", f->file);
    svg_number(f->file, n.look.radius * (s->t.nodes > 1000 ? 0.82 : 0.92));
    fputs("\">\n", f->file);
    draw_ground(&n);
    for (uint32_t i = 0; i < s->links; i++) {
        enum link_form form = layout_link(l, &s->t, s->link[i].node, s->link[i].next, &out);
        if (form == LINK_AROUND) {
            draw_around(&n, i, out);
        } else {
            draw_between(&n, i, form == LINK_ARC);
        }
    }
    for (uint32_t node = 0; node < s->t.nodes; node++) {
        draw_node(&n, node);
    }
    fputs("</g>\n", f->file);
}
