/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *              step 1        step 2
 *
 *      0   --0-1----x-----2-----------
 *                  / \
 *      1   --2-3--/   \---------------    the blocks are written where a message leaves its sender
 */
#include "schedule_picture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collective/schedules.h"

enum {
    MEMBERS_MAX = 64,
    STEPS_MAX = 128,
    /* In pixels. */
    LEFT = 70,
    TOP = 78,
    BOTTOM = 34,
    LANE = 30,
    COLUMN_LEAST = 76,
    LETTER = 7, /* of a label */
    TAIL = 10,  /* from a column's begin to its arrows */
    HEAD = 6    /* from their points to its end */
};

struct picture {
    FILE *file;
    const struct collective *c;
    uint32_t steps;
    uint32_t column; /* width in pixels */
};

/* "3" or "0-3" */
static int range_text(char *text, size_t room, uint32_t first, uint32_t count)
{
    return count == 1 ? snprintf(text, room, "%u", first)
                      : snprintf(text, room, "%u-%u", first, first + count - 1);
}

/* "0-3", or around the end "6-7,0"; "" without blocks. */
static void blocks_text(char text[32], const struct collective *c, const struct noc_span *blocks)
{
    uint32_t before = c->call.count - blocks->first;
    text[0] = 0;
    if (blocks->count && blocks->count <= before) {
        range_text(text, 32, blocks->first, blocks->count);
    } else if (blocks->count) {
        int n = range_text(text, 31, blocks->first, before);
        text[n++] = ',';
        range_text(text + n, 32 - (size_t)n, 0, blocks->count - before);
    }
}

/* Wide enough for the longest label and a slope that can be followed. */
static uint32_t column_width(const struct collective *c, const struct collective_message *message,
                             uint32_t count)
{
    uint32_t width = COLUMN_LEAST + 2u * c->call.count;
    for (uint32_t i = 0; i < count; i++) {
        char text[32];
        blocks_text(text, c, &message[i].blocks);
        uint32_t wanted = TAIL + HEAD + 24 + LETTER * (uint32_t)strlen(text);
        width = wanted > width ? wanted : width;
    }
    return width;
}

static uint32_t lane_y(uint32_t rank)
{
    return TOP + LANE * rank + LANE / 2;
}

static uint32_t column_x(const struct picture *p, uint32_t step)
{
    return LEFT + p->column * (step - 1);
}

/* Neighbours differ much: the hue goes on by the golden ratio. */
static uint32_t hue(uint32_t rank)
{
    return rank * 222 % 360;
}

static void draw_title(const struct picture *p, uint32_t count)
{
    const struct collective *c = p->c;
    fprintf(p->file,
            "<text x=\"14\" y=\"24\" font-size=\"16\" font-weight=\"bold\">%s by %s%s</text>\n"
            "<text x=\"14\" y=\"44\" fill=\"#5f6368\">%u members, %u step%s, %u message%s</text>\n",
            noc_operation_names[c->call.operation], collective_algorithm(c),
            c->ordered ? ", in the order of ranks" : "", c->call.count, p->steps,
            p->steps == 1 ? "" : "s", count, count == 1 ? "" : "s");
}

static void draw_lanes(const struct picture *p)
{
    const struct collective *c = p->c;
    uint32_t right = column_x(p, p->steps + 1);
    bool rooted = noc_operation_has_root((enum noc_operation)c->call.operation);
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        bool root = rooted && rank == c->call.root;
        uint32_t y = lane_y(rank);
        fprintf(p->file,
                "<path d=\"M%d %uH%u\" stroke=\"#dadce0\"/>"
                "<text x=\"%d\" y=\"%u\" text-anchor=\"end\"%s>%s%u</text>\n",
                LEFT, y, right, LEFT - 8, y + 4,
                root ? " font-weight=\"bold\" fill=\"#b03020\"" : "", root ? "root " : "",
                c->node[rank]);
    }
}

static void draw_columns(const struct picture *p)
{
    uint32_t bottom = TOP + LANE * p->c->call.count;
    for (uint32_t step = 1; step <= p->steps + 1; step++) {
        uint32_t x = column_x(p, step);
        fprintf(p->file, "<path d=\"M%u %dV%u\" stroke=\"#eceef0\"/>", x, TOP - 6, bottom);
        if (step <= p->steps) {
            fprintf(p->file,
                    "<text x=\"%u\" y=\"%d\" text-anchor=\"middle\" fill=\"#5f6368\">step "
                    "%u</text>",
                    x + p->column / 2, TOP - 10, step);
        }
        fputc('\n', p->file);
    }
}

static void draw_arrow(const struct picture *p, const struct collective_message *m)
{
    uint32_t x = column_x(p, m->round) + TAIL, end = column_x(p, m->round + 1) - HEAD;
    uint32_t y = lane_y(m->from), to_y = lane_y(m->to), colour = hue(m->from);
    char text[32];
    blocks_text(text, p->c, &m->blocks);
    /* Behind the label on its lane, then across, and the last bit on the receiver's. */
    uint32_t leaves = x + (text[0] ? LETTER * (uint32_t)strlen(text) + 6 : 0);
    fprintf(p->file,
            "<path d=\"M%u %uH%uL%u %uH%u\" fill=\"none\" stroke=\"hsl(%u,65%%,42%%)\" "
            "stroke-width=\"1.6\" stroke-linejoin=\"round\"/>"
            "<path d=\"M%u %ul-7 -4v8z\" fill=\"hsl(%u,65%%,42%%)\"/>",
            x, y, leaves, end - 8, to_y, end - 5, colour, end, to_y, colour);
    if (text[0]) {
        fprintf(p->file,
                "<text x=\"%u\" y=\"%u\" font-size=\"11\" fill=\"hsl(%u,65%%,32%%)\">%s</text>",
                x + 1, y - 3, colour, text);
    }
    fputc('\n', p->file);
}

static void draw_legend(const struct picture *p)
{
    const uint32_t members = p->c->call.count;
    if (p->c->call.operation != NOC_BARRIER && p->c->way != BY_PLAN) {
        fprintf(p->file,
                "<text x=\"14\" y=\"%u\" fill=\"#5f6368\">Lanes are nodes. An arrow has the blocks "
                "that are written at its begin, of 0 to %u.</text>\n",
                TOP + LANE * members + 20, members - 1);
    }
}

static void draw(const struct picture *p, const struct collective_message *message, uint32_t count)
{
    enum { LEGEND = 480 };
    uint32_t width = column_x(p, p->steps + 1) + 16;
    uint32_t height = TOP + LANE * p->c->call.count + BOTTOM;
    width = width < LEGEND ? LEGEND : width;
    fprintf(p->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u "
            "%u\" font-family=\"DejaVu Sans, Helvetica, sans-serif\" font-size=\"12\" "
            "fill=\"#202124\">\n<rect width=\"%u\" height=\"%u\" fill=\"white\"/>\n",
            width, height, width, height, width, height);
    draw_title(p, count);
    draw_columns(p);
    draw_lanes(p);
    for (uint32_t i = 0; i < count; i++) {
        draw_arrow(p, &message[i]);
    }
    draw_legend(p);
    fputs("</svg>\n", p->file);
}

enum status schedule_picture(const struct collective *c, const struct collective_message *message,
                             uint32_t count, const char *path, struct error *error)
{
    struct picture p = {.c = c, .steps = count ? message[count - 1].round : 0};
    if (c->call.count > MEMBERS_MAX || p.steps > STEPS_MAX) {
        error_set(error, STATUS_BAD,
                  "out: a picture has at most %d members and %d steps, and there are %u and %u",
                  MEMBERS_MAX, STEPS_MAX, c->call.count, p.steps);
        return error_fix(error, "give fewer destinations");
    }
    p.column = column_width(c, message, count);
    p.file = fopen(path, "w");
    if (!p.file) {
        return error_set(error, STATUS_BAD, "out '%s': %s", path, strerror(errno));
    }
    draw(&p, message, count);
    bool failed = ferror(p.file);
    failed |= fclose(p.file) != 0;
    return failed ? error_set(error, STATUS_ENVIRONMENT, "out '%s': cannot be written", path)
                  : STATUS_DONE;
}
