/* SPDX-License-Identifier: BSD-2-Clause */
#include "page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "draw.h"
#include "pack.h"
#include "page_data.h"

enum { GAP = 26, MARGIN = 20, BESIDE_MAX = 1500 };

static bool has_latency(const struct scene *s)
{
    return s->first <= s->last && s->cycles &&
           json_object_size(json_object_get(s->answer, "latency"));
}

static bool has_deadlock(const struct scene *s)
{
    return json_object_get(s->answer, "deadlock");
}

/* --- one SVG ------------------------------------------------------------------------------- */

/* Figures one below the other, and beside each other, as they are put into one. */
struct sheet {
    FILE *f;
    double y, width;
};

static void put(struct sheet *sheet, const struct figure *figure, double x, double y)
{
    fputs("<g transform=\"translate(", sheet->f);
    svg_point(sheet->f, ' ', x, y);
    fputs(")\">\n", sheet->f);
    fwrite(figure->text, 1, figure->length, sheet->f);
    fputs("</g>\n", sheet->f);
    sheet->width = fmax(sheet->width, x + figure->width + MARGIN);
}

static void put_below(struct sheet *sheet, struct figure *figure)
{
    figure_end(figure);
    put(sheet, figure, MARGIN, sheet->y);
    sheet->y += figure->height + GAP;
    figure_free(figure);
}

/* Where text is divided that is longer than `most` bytes: at a blank, else between two characters. */
static size_t divide(const char *text, size_t most)
{
    size_t n = most, blank = most;
    while (blank > most / 2 && text[blank] != ' ') {
        blank--;
    }
    while (n > 1 && ((unsigned char)text[n] & 0xc0) == 0x80) {
        n--;
    }
    return text[blank] == ' ' ? blank : n;
}

/* Words, wrapped to so many characters a line. */
static void put_words(struct sheet *sheet, const char *classes, const char *text, size_t most,
                      double line)
{
    while (*text) {
        size_t n = strlen(text);
        n = n > most ? divide(text, most) : n;
        char *part = strndup(text, n);
        if (!part) {
            out_of_memory();
        }
        svg_label(sheet->f, classes, MARGIN, sheet->y, part);
        free(part);
        sheet->y += line;
        text += n;
        text += strspn(text, " ");
    }
}

/* The trees, or of other collective operations the messages, by steps: how many figures. */
static uint32_t drawn_by_steps(const struct scene *s)
{
    enum { TREES_MAX = 2 };
    return s->worms == 0 ? 0
         : s->tree       ? s->trees < TREES_MAX ? s->trees : TREES_MAX
                         : draw_has_lanes(s);
}

static void draw_by_steps(struct figure *f, const struct scene *s, uint32_t number)
{
    figure_begin(f);
    if (s->tree) {
        draw_tree(f, s, number);
    } else {
        draw_lanes(f, s);
    }
}

static void put_pair(struct sheet *sheet, const struct scene *s, const struct layout *l)
{
    struct figure network, tree;
    figure_begin(&network);
    draw_network(&network, s, l, true);
    figure_end(&network);
    put(sheet, &network, MARGIN, sheet->y);
    double right = MARGIN + network.width + GAP, top = sheet->y, bottom = top + network.height;
    for (uint32_t i = 0, n = drawn_by_steps(s); i < n; i++) {
        draw_by_steps(&tree, s, i);
        figure_end(&tree);
        if (right + tree.width >= BESIDE_MAX) {
            right = MARGIN;
            top = bottom + GAP;
        }
        put(sheet, &tree, right, top);
        right += tree.width + GAP;
        bottom = fmax(bottom, top + tree.height);
        figure_free(&tree);
    }
    sheet->y = bottom + GAP;
    figure_free(&network);
}

static void put_all(struct sheet *sheet, const struct scene *s, const struct layout *l)
{
    struct figure f;
    char *sentence = scene_sentence(s), *command = scene_command(s);
    sheet->y = MARGIN + 14;
    put_words(sheet, "sentence", sentence, 128, 21);
    if (has_deadlock(s)) {
        figure_begin(&f);
        draw_waits(&f, s);
        put_below(sheet, &f);
    }
    put_pair(sheet, s, l);
    if (s->timed || has_latency(s)) {
        figure_begin(&f);
        (s->timed ? draw_cores : draw_latency)(&f, s);
        put_below(sheet, &f);
    }
    figure_begin(&f);
    draw_legend(&f, s, l);
    put_below(sheet, &f);
    put_words(sheet, "command", command, 150, 16);
    free(sentence);
    free(command);
}

void page_write_svg(FILE *out, const struct scene *s)
{
    struct figure whole;
    struct layout l;
    struct sheet sheet = {NULL, 0, 1150};
    layout_make(&l, &s->t);
    figure_begin(&whole);
    sheet.f = whole.file;
    put_all(&sheet, s, &l);
    figure_end(&whole);
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 "
        "%.0f %.0f\">\n<style>\n%s</style>\n<rect class=\"paper\" width=\"100%%\" "
        "height=\"100%%\"/>\n",
        sheet.width, sheet.y + 6, sheet.width, sheet.y + 6, page_style);
    fwrite(whole.text, 1, whole.length, out);
    fputs("</svg>\n", out);
    figure_free(&whole);
    layout_free(&l);
}

/* --- a page -------------------------------------------------------------------------------- */

static void open_figure(FILE *out, const char *classes, const char *name, double width,
                        double height)
{
    fprintf(
        out,
        "<svg%s role=\"img\" aria-label=\"%s\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f "
        "%.0f\">\n",
        classes, name, width, height, width, height);
}

/* What of a figure on the screen lies from y on, at y `to` of a part. */
static void write_window(FILE *out, const struct figure *f, double y, double height, double to)
{
    fprintf(out,
            "<svg y=\"%.1f\" width=\"%.0f\" height=\"%.1f\" viewBox=\"0 %.1f %.0f %.1f\"><use "
            "href=\"#%s\"/></svg>\n",
            to, f->width, height, y, f->width, height, f->rows);
}

/* How many rows of a figure fit a sheet of paper, be it A4 or letter; 0: it fits as a whole, or nearly,
 * and is then made smaller by the style. */
static unsigned rows_on_paper(const struct figure *f)
{
    enum { WIDTH = 710, HEIGHT = 880 };
    double scale = f->width > WIDTH ? WIDTH / f->width : 1, most = HEIGHT / scale;
    return f->rows && f->height > 1.25 * most ? (unsigned)fmax((most - f->top) / f->line, 1) : 0;
}

/* The same for paper, in parts that have a sheet each, with what is above the rows again. */
static void write_parts(FILE *out, const struct figure *f, const char *name)
{
    const double step = rows_on_paper(f) * f->line;
    fputs("<div class=\"paper-only\">\n", out);
    for (double y = f->top; y < f->height - f->line / 2; y += step) {
        double height = fmin(step, f->height - y);
        open_figure(out, "", name, f->width, f->top + height);
        if (f->top > 0) {
            write_window(out, f, 0, f->top - 2, 0); /* the first row may be a bit wider */
        }
        write_window(out, f, y, height, f->top);
        fputs("</svg>\n", out);
    }
    fputs("</div>\n", out);
}

/* A figure as an element of its own. */
static void write_figure(FILE *out, struct figure *f, const char *name, bool cursor)
{
    figure_end(f);
    const bool parted = rows_on_paper(f);
    open_figure(out, parted ? " class=\"screen-only\"" : "", name, f->width, f->height);
    if (parted) {
        fprintf(out, "<g id=\"%s\">\n", f->rows);
    }
    fwrite(f->text, 1, f->length, out);
    if (parted) {
        fputs("</g>\n", out);
    }
    if (cursor) {
        fprintf(out, "<line class=\"cursor\" y1=\"14\" y2=\"%.0f\" x1=\"0\" x2=\"0\"/>\n",
                f->height);
    }
    fputs("</svg>\n", out);
    if (parted) {
        write_parts(out, f, name);
    }
    figure_free(f);
}

void page_write_head(FILE *out, const char *sentence, enum page_kind kind)
{
    const bool curves = kind == PAGE_OF_CURVES;
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
            "'%s'%s'%s'; base-uri 'none'; form-action 'none'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n"
            "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
            page_style_hash, curves ? " " : "; script-src ",
            curves ? page_curves_style_hash : page_script_hash);
    xml_text(out, sentence);
    fprintf(out, "</title>\n<style>%s</style>\n", page_style);
    if (curves) {
        fprintf(out, "<style>%s</style>\n", page_curves_style);
    }
    fputs("</head>\n<body>\n<h1>", out);
    xml_text(out, sentence);
    fputs("</h1>\n", out);
}

void page_write_command(FILE *out, const char *command)
{
    fputs("<h2>The command</h2>\n<pre>", out);
    xml_text(out, command);
    fputs("</pre>\n", out);
}

static void write_tools(FILE *out, const struct scene *s)
{
    const char *what = s->timed ? "Cycle" : "Step";
    fprintf(out,
            "<div id=\"tools\"><label>%s <input id=\"cycle\" type=\"range\" min=\"%d\" "
            "max=\"%" PRIu64 "\" value=\"%" PRIu64 "\"></label>"
            "<label>Node <input id=\"node\" type=\"number\" min=\"0\" max=\"%u\"></label>\n"
            "<p id=\"now\"></p><div id=\"room\"><p id=\"about\"></p></div></div>\n",
            what, s->timed ? 0 : 1, s->end + 1, s->end + 1, s->t.nodes - 1);
}

/* What the colours of a figure mean, above or below it. */
static void write_key(FILE *out, const struct scene *s,
                      void (*draw)(struct figure *f, const struct scene *s), const char *name)
{
    struct figure f;
    fputs("<div class=\"wide key\">\n", out);
    figure_begin(&f);
    draw(&f, s);
    write_figure(out, &f, name, false);
    fputs("</div>\n", out);
}

static void write_pair(FILE *out, const struct scene *s, const struct layout *l)
{
    struct figure f;
    fputs("<div class=\"pair\"><div>\n", out);
    figure_begin(&f);
    draw_network(&f, s, l, s->worms == 0);
    write_figure(out, &f, "the network", false);
    write_key(out, s, draw_scales, "colours of nodes and links");
    fputs("</div>\n", out);
    for (uint32_t i = 0, n = drawn_by_steps(s); i < n; i++) {
        fputs("<div>\n", out);
        if (n > 1) {
            fprintf(out, "<h2>The tree of part %u</h2>\n", i + 1);
        }
        draw_by_steps(&f, s, i);
        write_figure(out, &f, s->tree ? "the tree by steps" : "messages by steps", false);
        fputs("</div>\n", out);
    }
    fputs("</div>\n", out);
}

static void write_legend(FILE *out, const struct scene *s, const struct layout *l)
{
    const char *line[DRAW_SIGNS_MAX];
    unsigned n = draw_signs(s, l, s->timed, line);
    fputs("<h2>Legend</h2>\n<ul id=\"legend\">\n", out);
    for (unsigned i = 0; i < n; i++) {
        fputs("<li>", out);
        xml_text(out, line[i]);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
}

/* Folded. */
static void write_channels(FILE *out, const struct scene *s, bool left_out)
{
    struct figure f;
    fputs("<details><summary>Channels by cycle</summary>\n<div class=\"wide\">\n", out);
    if (left_out) {
        fputs("<p>This figure is left out: with it the page would be larger than 2 MB. noct's "
              "--worms tells of all channels by cycle.</p>\n",
              out);
    } else {
        figure_begin(&f);
        draw_channels(&f, s);
        write_figure(out, &f, "channels by cycle", true);
    }
    fputs("</div></details>\n", out);
}

static void write_times(FILE *out, const struct scene *s, bool no_channels)
{
    struct figure f;
    if (s->timed) {
        fputs("<h2>Cores by cycle</h2>\n", out);
        write_key(out, s, draw_bar_kinds, "colours of rows");
        fputs("<div class=\"wide\">\n", out);
        figure_begin(&f);
        draw_cores(&f, s);
        write_figure(out, &f, "cores by cycle", true);
        fputs("</div>\n", out);
        write_channels(out, s, no_channels);
    }
    if (!has_latency(s)) {
        return;
    }
    fputs("<h2>Latency by node</h2>\n<div class=\"wide\">\n", out);
    figure_begin(&f);
    draw_latency(&f, s);
    write_figure(out, &f, "latency by node", false);
    fputs("</div>\n", out);
}

static void write_steps(FILE *out, const struct scene *s, const struct layout *l)
{
    struct figure f;
    if (s->worms == 0) {
        return;
    }
    fprintf(out, "<div class=\"paper-only\"><h2>Step by step%s</h2>\n",
            s->steps > DRAW_STEPS_MAX ? ": the first ones" : "");
    if (s->tree) {
        fputs("<p class=\"key\">Grey nodes have the message, blue ones get it in this step.</p>\n",
              out);
    }
    figure_begin(&f);
    draw_steps(&f, s, l);
    write_figure(out, &f, "step by step", false);
    fputs("</div>\n", out);
}

/* What is between the sentence and the command. */
static void write_figures(FILE *out, const struct scene *s, bool no_channels)
{
    struct figure f;
    struct layout l;
    layout_make(&l, &s->t);
    if (s->worms) {
        write_tools(out, s);
    }
    if (has_deadlock(s)) {
        fputs("<h2>Who waits for whom</h2>\n<div class=\"wide\">\n", out);
        figure_begin(&f);
        draw_waits(&f, s);
        write_figure(out, &f, "who waits for whom", false);
        fputs("</div>\n", out);
    }
    write_pair(out, s, &l);
    write_steps(out, s, &l);
    write_times(out, s, no_channels);
    write_legend(out, s, &l);
    layout_free(&l);
    if (s->worms) {
        fputs("<script type=\"application/json\" id=\"data\">", out);
        page_write_data(out, s);
        fputs("</script>\n", out);
    }
}

static void write_page(FILE *out, const struct scene *s, const struct figure *body, bool packed)
{
    char *sentence = scene_sentence(s), *command = scene_command(s);
    page_write_head(out, sentence, PAGE_OF_ANSWER);
    if (packed) {
        fputs(
            "<p id=\"packed-note\">The figures are packed. A browser with scripts, and of 2023 or "
            "later, shows them.</p>\n<script type=\"application/octet-stream\" id=\"packed\">\n",
            out);
        pack(out, body->text, body->length);
        fputs("</script>\n", out);
    } else {
        fwrite(body->text, 1, body->length, out);
    }
    page_write_command(out, command);
    if (s->worms) {
        fprintf(out, "<script>%s</script>\n", page_script);
    }
    fputs("</body>\n</html>\n", out);
    free(sentence);
    free(command);
}

/* The whole page, as text. */
static void make_page(struct figure *page, const struct scene *s, bool packed, bool no_channels)
{
    struct figure body;
    figure_begin(&body);
    write_figures(body.file, s, no_channels);
    figure_end(&body);
    figure_begin(page);
    write_page(page->file, s, &body, packed);
    figure_end(page);
    figure_free(&body);
}

/* As it is, where that is small enough; else packed; else without the figure that is largest. */
void page_write_html(FILE *out, const struct scene *s)
{
    enum { BYTES_MAX = 1900000 };
    struct figure page;
    make_page(&page, s, false, false);
    if (page.length > BYTES_MAX && s->worms) {
        figure_free(&page);
        make_page(&page, s, true, false);
        if (page.length > BYTES_MAX) {
            figure_free(&page);
            make_page(&page, s, true, true);
        }
    }
    fwrite(page.text, 1, page.length, out);
    figure_free(&page);
}
