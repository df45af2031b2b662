/* SPDX-License-Identifier: BSD-2-Clause */
/* Figures beside the large ones: latencies, steps, the legend. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "draw.h"

/* --- latencies ----------------------------------------------------------------------------- */

void draw_latency(struct figure *f, const struct scene *s)
{
    enum { LEFT = 64, TOP = 22, WIDTH = 520, HEIGHT = 190, TICKS = 4 };
    uint64_t most = 1;
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        uint64_t latency = s->node[n].latency;
        most = latency != SCENE_NEVER && latency > most ? latency : most;
    }
    char name[SVG_COUNT];
    f->width = LEFT + WIDTH + 20;
    f->height = TOP + HEIGHT + 34;
    fputs("<g font-size=\"11\">\n", f->file);
    for (unsigned i = 0; i <= TICKS; i++) {
        double y = TOP + HEIGHT - (double)HEIGHT * i / TICKS;
        fputs("<path class=\"rule\" d=\"", f->file);
        svg_point(f->file, 'M', LEFT, y);
        svg_point(f->file, 'L', LEFT + WIDTH, y);
        fputs("\"/>\n", f->file);
        svg_label(f->file, "row", LEFT - 8, y + 4, svg_count(name, most * i / TICKS));
    }
    uint32_t last = s->t.nodes > 1 ? s->t.nodes - 1 : 1, apart = (last + TICKS - 1) / TICKS;
    for (uint32_t node = 0; node < s->t.nodes; node += apart) {
        svg_label(f->file, "head", LEFT + (double)WIDTH * node / last, TOP + HEIGHT + 16,
                  svg_count(name, node));
    }
    svg_label(f->file, "head begin", 2, 12, "cycles until the call returned");
    svg_label(f->file, "head", LEFT + WIDTH / 2.0, TOP + HEIGHT + 31, "node");
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        if (s->node[n].latency == SCENE_NEVER) {
            continue;
        }
        double x = s->t.nodes > 1 ? (double)WIDTH * n / (s->t.nodes - 1) : 0;
        fprintf(f->file, "<circle class=\"dot a%u\" r=\"%s\" cx=\"",
                s->node[n].arrival == SCENE_NEVER
                    ? 0u
                    : scene_class(s->node[n].arrival, s->first, s->last, DRAW_CLASSES),
                s->t.nodes > 300 ? "2" : "3.4");
        svg_number(f->file, LEFT + x);
        fputs("\" cy=\"", f->file);
        svg_number(f->file,
                   TOP + HEIGHT - (double)HEIGHT * (double)s->node[n].latency / (double)most);
        fputs("\"/>\n", f->file);
    }
    fputs("</g>\n", f->file);
}

/* --- steps --------------------------------------------------------------------------------- */

struct steps {
    const struct scene *s;
    const struct layout *l;
    double cell, dot, width, height;
};

static void dots(const struct steps *d, FILE *f, const char *classes, uint32_t step)
{
    fprintf(f, "<path class=\"%s\" stroke-width=\"%.3g\" d=\"", classes, 2 * d->dot);
    for (uint32_t n = 0; n < d->s->t.nodes; n++) {
        const struct scene_node *x = &d->s->node[n];
        bool reached = x->worm != SCENE_NOBODY && x->step <= step;
        bool now = x->worm != SCENE_NOBODY && x->step == step;
        bool wanted = classes[0] == 'n' ? now
                    : classes[0] == 'h' ? (reached && !now) || x->root
                                        : true;
        if (wanted) {
            svg_point(f, 'M', (d->l->at[n].x + 0.7) * d->cell, (d->l->at[n].y + 0.7) * d->cell);
            fputs("h0", f);
        }
    }
    fputs("\"/>\n", f);
}

/* The numbers of senders and receivers, where there is room. */
static void names(const struct steps *d, FILE *f, uint32_t step)
{
    enum { CELL_LEAST = 20 };
    bool *there = alloc_array(d->s->t.nodes, sizeof *there);
    char name[12];
    for (uint32_t i = 0; i < d->s->worms && d->cell >= CELL_LEAST; i++) {
        const struct scene_worm *w = &d->s->worm[i];
        bool drawn = w->data && w->step == step && w->multicast == 0 && w->segment < d->s->trees;
        there[w->from] |= drawn;
        for (uint32_t k = 0; drawn && k < w->visits; k++) {
            there[w->visit[k].node] = true;
        }
    }
    for (uint32_t n = 0; n < d->s->t.nodes; n++) {
        if (there[n]) {
            snprintf(name, sizeof name, "%u", n);
            svg_label(f, "tiny", (d->l->at[n].x + 0.7) * d->cell + d->dot,
                      (d->l->at[n].y + 0.7) * d->cell - d->dot, name);
        }
    }
    free(there);
}

static void ways(const struct steps *d, FILE *f, uint32_t step)
{
    struct place out;
    fprintf(f, "<path class=\"way\" stroke-width=\"%.3g\" d=\"", d->dot * 0.8);
    for (uint32_t i = 0; i < d->s->worms; i++) {
        const struct scene_worm *w = &d->s->worm[i];
        bool drawn = w->data && w->step == step && w->multicast == 0 && w->segment < d->s->trees;
        for (uint32_t k = 0; drawn && k < w->hops; k++) {
            const struct scene_channel *c = &d->s->channel[w->hop[k].channel];
            struct place a = d->l->at[c->node], b = d->l->at[c->next];
            if (layout_link(d->l, &d->s->t, c->node, c->next, &out) == LINK_AROUND) {
                svg_point(f, 'M', (a.x + 0.7) * d->cell, (a.y + 0.7) * d->cell);
                svg_point(f, 'l', out.x * 0.6 * d->cell, out.y * 0.6 * d->cell);
                a = (struct place){b.x - out.x * 0.6, b.y - out.y * 0.6};
            }
            svg_point(f, 'M', (a.x + 0.7) * d->cell, (a.y + 0.7) * d->cell);
            svg_point(f, 'L', (b.x + 0.7) * d->cell, (b.y + 0.7) * d->cell);
        }
    }
    fputs("\"/>\n", f);
}

void draw_steps(struct figure *f, const struct scene *s, const struct layout *l)
{
    enum { WIDE = 230, ROW = 760, HEAD = 18, GAP = 14 };
    struct steps d = {s, l, WIDE / (l->width + 1.4), 0, 0, 0};
    uint32_t steps = s->steps < DRAW_STEPS_MAX ? s->steps : DRAW_STEPS_MAX;
    d.cell = d.cell > 26 ? 26 : d.cell < 2 ? 2 : d.cell;
    d.dot = d.cell * 0.2;
    d.width = (l->width + 1.4) * d.cell;
    d.height = (l->height + 1.4) * d.cell + HEAD;
    uint32_t across = (uint32_t)((ROW + GAP) / (d.width + GAP));
    across = across ? across : 1;
    f->rows = "steps";
    f->line = d.height + GAP;
    fputs("<defs><g id=\"dots\">\n", f->file);
    dots(&d, f->file, "later", 0);
    fputs("</g></defs>\n", f->file);
    for (uint32_t i = 0; i < steps; i++) {
        char name[24];
        fputs("<g transform=\"translate(", f->file);
        uint32_t row = i / across;
        svg_point(f->file, ' ', i % across * (d.width + GAP), row * (d.height + GAP));
        fputs(")\">\n", f->file);
        snprintf(name, sizeof name, "step %u", i + 1);
        svg_label(f->file, "head begin", 4, 12, name);
        fprintf(f->file, "<g transform=\"translate(0 %d)\">\n", HEAD);
        fputs("<use href=\"#dots\"/>\n", f->file);
        ways(&d, f->file, i + 1);
        dots(&d, f->file, "has", i + 1);
        dots(&d, f->file, "now", i + 1);
        names(&d, f->file, i + 1);
        fputs("</g></g>\n", f->file);
    }
    f->width = (steps < across ? steps : across) * (d.width + GAP);
    uint32_t rows = (steps + across - 1) / across;
    f->height = rows * (d.height + GAP);
}

/* --- legend -------------------------------------------------------------------------------- */

/* Where the next sample of a legend stands: beside the one before, or below it. */
struct spot {
    double x, y, widest;
    bool below;
};

static void next_spot(struct spot *spot, double x)
{
    spot->widest = x > spot->widest ? x : spot->widest;
    spot->x = spot->below ? 2 : x + 34;
    spot->y += spot->below ? 22 : 0;
}

static void ramp(struct figure *f, struct spot *spot, char letter, const char *low,
                 const char *high)
{
    double x = spot->x + 6.6 * (double)snprintf(NULL, 0, "%s", low) + 6;
    svg_label(f->file, spot->below ? "key begin" : "key finish", spot->below ? spot->x : x - 6,
              spot->y + 16, low);
    for (unsigned i = 0; i < DRAW_CLASSES; i++) {
        fprintf(f->file, "<rect class=\"dot %c%u\" x=\"%g\" y=\"%g\" width=\"16\" height=\"13\"/>",
                letter, i, x, spot->y + 5);
        x += 16;
    }
    svg_label(f->file, "key begin", x + 6, spot->y + 16, high);
    next_spot(spot, x + 6.6 * (double)snprintf(NULL, 0, "%s", high));
}

static void mark(struct figure *f, struct spot *spot, const char *text)
{
    fprintf(f->file, "<path class=\"mark waits\" d=\"M%g %gh22\"/>", spot->x, spot->y + 11);
    svg_label(f->file, "key begin", spot->x + 28, spot->y + 16, text);
    next_spot(spot, spot->x + 28 + 6.6 * (double)snprintf(NULL, 0, "%s", text));
}

static void sample(struct figure *f, double *x, double y, const char *classes, const char *text)
{
    fprintf(f->file, "<path class=\"%s\" stroke-width=\"9\" d=\"M%g %gh22\"/>", classes, *x, y - 4);
    svg_label(f->file, "key begin", *x + 28, y, text);
    *x += 28 + 6.6 * (double)snprintf(NULL, 0, "%s", text) + 18;
}

/* The colours of nodes and links. */
static void draw_ramps(struct figure *f, const struct scene *s, struct spot *spot)
{
    char low[64], high[64], count[SVG_COUNT];
    const bool counted = json_object_get(s->answer, "links");
    if (s->first <= s->last) {
        snprintf(low, sizeof low, "nodes: %s %s", s->cycles ? "cycle" : "step",
                 svg_count(count, s->first));
        ramp(f, spot, 'a', low, svg_count(count, s->last));
    }
    if (s->flits) {
        snprintf(high, sizeof high, "%s %s", svg_count(count, s->flits),
                 counted         ? s->flits == 1 ? "flit" : "flits"
                 : s->flits == 1 ? "message"
                                 : "messages");
        ramp(f, spot, 'h', "links, also by width: 0", high);
    }
    if (json_object_get(s->answer, "deadlock")) {
        mark(f, spot, "in the cycle of the deadlock");
    } else if (s->waited) {
        mark(f, spot, "a header waited for it");
    }
}

/* The colours of a core's row. */
static void draw_kinds(struct figure *f, const struct scene *s, double y)
{
    double x = 2;
    sample(f, &x, y, "travels", s->collective ? "a message travels" : "its message travels");
    sample(f, &x, y, "blocked", "its header waits");
    sample(f, &x, y, "receives", "it comes in");
    sample(f, &x, y, "software", "software receives");
    sample(f, &x, y, "starts", "start-up");
    sample(f, &x, y, "injects", "it goes out");
}

void draw_scales(struct figure *f, const struct scene *s)
{
    struct spot spot = {.x = 2, .below = true};
    draw_ramps(f, s, &spot);
    f->width = spot.widest + 20;
    f->height = spot.y + 2;
}

void draw_bar_kinds(struct figure *f, const struct scene *s)
{
    draw_kinds(f, s, 16);
    f->width = AXIS_LEFT + AXIS_WIDTH + 30;
    f->height = 24;
}

/* Is there a node of this kind? 'r': a source, 'n': one that never gets all of it, 's': a switch. */
static bool has_node(const struct scene *s, char kind)
{
    bool any = false;
    for (uint32_t n = 0; n < s->t.nodes && !any; n++) {
        const struct scene_node *x = &s->node[n];
        any = kind == 'r' ? x->root
            : kind == 's' ? draw_is_switch(&s->t, n)
                          : x->member && !x->root && x->arrival == SCENE_NEVER;
    }
    return any;
}

/* Does a header wait for a link at any time? */
static bool waits(const struct scene *s)
{
    bool any = s->waited > 0;
    for (uint32_t i = 0; i < s->worms && !any; i++) {
        any = scene_wanted(&s->worm[i]);
    }
    return any;
}

static bool has_channels(const struct scene *s)
{
    bool any = false;
    for (uint32_t c = 0; c < s->channels && !any; c++) {
        any = s->channel[c].vc;
    }
    return any;
}

unsigned draw_signs(const struct scene *s, const struct layout *l, bool rows,
                    const char *line[DRAW_SIGNS_MAX])
{
    const struct {
        bool there;
        const char *text;
    } sign[DRAW_SIGNS_MAX] = {
        {s->first <= s->last,
         !s->cycles ? "The colour of a node is the step in which it gets the message."
         : !s->timed || s->collective
             ? "The colour of a node is the cycle in which its call returned."
         : s->calls
             ? "The colour of a node is the cycle in which its network interface has the message."
             : "The colour of a node is the cycle in which its software has the message."},
        {s->steps > 1, s->collective && !s->tree
                           ? "The small number at a node is the step of the last message to it."
                           : "The small number at a node is its step."},
        {s->trees > 1,
         "The message goes in parts, along the two trees in turn; the small numbers are of "
         "the last part."},
        {has_node(s, 'r'), "A thick ring marks a node that sends a message of its own."},
        {has_node(s, 'n'), "A dashed ring marks a node that never gets all of the message."},
        {has_node(s, 's'), "A square is a switch: it forwards, and neither sends nor receives."},
        {s->links > 0, "Each direction of a link is an arrow, on its right-hand side."},
        {draw_goes_around(s, l), "A grey number at an edge is the node at the other side."},
        {rows && waits(s), "In one cycle, a hollow arrow is a link that a header waits for."},
        {has_channels(s) && (rows || json_object_get(s->answer, "deadlock")),
         "What stands behind the nodes of a channel, as the h of 3 to 4 h, is its virtual channel."},
    };
    unsigned n = 0;
    for (unsigned i = 0; i < DRAW_SIGNS_MAX; i++) {
        if (sign[i].there) {
            line[n++] = sign[i].text;
        }
    }
    return n;
}

void draw_legend(struct figure *f, const struct scene *s, const struct layout *l)
{
    const char *line[DRAW_SIGNS_MAX];
    double y = 42;
    f->width = AXIS_LEFT + AXIS_WIDTH + 30;
    draw_ramps(f, s, &(struct spot){.x = 2});
    if (s->timed) {
        draw_kinds(f, s, y);
        y += 22;
    }
    for (unsigned i = 0, n = draw_signs(s, l, false, line); i < n; i++) {
        svg_label(f->file, "key begin", 2, y, line[i]);
        y += 20;
    }
    f->height = y - 12;
}
