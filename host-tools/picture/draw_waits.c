/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *   ,-> [ 0 to 4, holds 0 to 1 ]
 *   |        | waits for 1 to 2, which has
 *   |   [ 1 to 5, holds 1 to 2 ]
 *   |        | ...
 *   `--------'
 */
#include <stdio.h>
#include <string.h>

#include "draw.h"
#include "result/result.h"

enum { BOX_X = 44, BOX_WIDTH = 330, BOX_HEIGHT = 30, APART = 66, TOP = 8 };

/* "3 to 4, h", or the NI of a node. */
static int channel_text(char *text, size_t room, const json_t *channel)
{
    const char *vc = json_string_value(json_object_get(channel, "vc"));
    if (result_is_context(channel)) {
        return snprintf(text, room, "the way into node %lld", result_number(channel, "node"));
    }
    return snprintf(text, room, "%lld to %lld%s%s", result_number(channel, "node"),
                    result_number(channel, "next"), vc ? " " : "", vc ? vc : "");
}

static void draw_box(FILE *f, const json_t *worm, double y)
{
    char text[160], channel[64], to[24] = "";
    const json_t *last = json_object_get(worm, "to");
    channel_text(channel, sizeof channel, json_object_get(worm, "holds"));
    if (json_is_integer(last)) {
        snprintf(to, sizeof to, " to %lld", (long long)json_integer_value(last));
    }
    snprintf(text, sizeof text, "message of %lld%s, holds %s", result_number(worm, "from"), to,
             channel);
    fprintf(f, "<rect class=\"box\" x=\"%d\" y=\"%g\" width=\"%d\" height=\"%d\" rx=\"5\"/>", BOX_X,
            y, BOX_WIDTH, BOX_HEIGHT);
    svg_label(f, "boxed", BOX_X + BOX_WIDTH / 2.0, y + BOX_HEIGHT * 0.65, text);
}

/* From below one box to the next one. */
static void draw_wait(FILE *f, const json_t *worm, double y, bool last)
{
    char text[160], channel[64];
    double x = BOX_X + BOX_WIDTH / 2.0, begin = y + BOX_HEIGHT, end = y + APART;
    channel_text(channel, sizeof channel, json_object_get(worm, "wants"));
    snprintf(text, sizeof text, "waits for %s, which %s", channel,
             last ? "the first one holds" : "this one holds:");
    if (last) {
        fprintf(f,
                "<path class=\"wait\" d=\"M%g %gv16H18V%gH%d\"/>"
                "<path class=\"tip\" d=\"M%d %gl-9 -5v10Z\"/>",
                x, begin, TOP + BOX_HEIGHT / 2.0, BOX_X - 9, BOX_X, TOP + BOX_HEIGHT / 2.0);
    } else {
        fprintf(f,
                "<path class=\"wait\" d=\"M%g %gV%g\"/>"
                "<path class=\"tip\" d=\"M%g %gl-5 -9h10Z\"/>",
                x, begin, end - 9, x, end);
    }
    svg_label(f, "note", x + 12, begin + (last ? 13 : 22), text);
}

void draw_waits(struct figure *f, const struct scene *s)
{
    const json_t *cycle = json_object_get(s->answer, "deadlock"), *worm;
    size_t n = json_array_size(cycle), i;
    json_array_foreach (cycle, i, worm) {
        double y = TOP + (double)APART * (double)i;
        draw_box(f->file, worm, y);
        draw_wait(f->file, worm, y, i + 1 == n);
    }
    f->width = BOX_X + BOX_WIDTH + 300;
    f->height = TOP + (double)APART * (double)n;
}
