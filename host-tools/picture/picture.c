/* SPDX-License-Identifier: BSD-2-Clause */
#include "picture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/out_file.h"
#include "draw_text.h"
#include "page.h"

/* Of how many worms on channels a page tells, at most: beyond it browsers become slow. */
enum { HOPS_MAX = 400000 };

static bool wants(const struct options *o, int key)
{
    return o->text[key];
}

/* Of random traffic, and of a program, worms are not told. */
static enum status refuse_without_worms(const struct options *o, struct error *error)
{
    const char *other = o->text[KEY_traffic]                ? "random traffic"
                      : o->text[KEY_firmware] || o->words_n ? "a program of one's own"
                                                            : NULL;
    if (other && wants(o, KEY_worms)) {
        error_set(error, STATUS_BAD,
                  "worms: cannot be combined with %s, whose worms are not recorded", other);
        return error_fix(error, "--links tells what each channel carried");
    }
    return STATUS_DONE;
}

/* Text goes behind the answer for people. */
static enum status refuse_text(const struct options *o, struct error *error)
{
    if (o->text[KEY_draw] && (o->json || o->batch)) {
        error_set(error, STATUS_BAD, "draw: cannot be combined with %s",
                  o->batch ? "--batch" : "--json");
        return error_fix(error, "--worms and --links put the same into the answer");
    }
    return STATUS_DONE;
}

enum status picture_check(const struct options *o, struct error *error)
{
    static const int files[] = {KEY_svg, KEY_html};
    const char *svg = o->text[KEY_svg], *html = o->text[KEY_html];
    enum status status = refuse_without_worms(o, error);
    status = status ? status : refuse_text(o, error);
    if (!status && svg && html && strcmp(svg, html) == 0) {
        status =
            error_set(error, STATUS_BAD, "html '%s': svg is the same file; give another one", html);
    }
    for (unsigned i = 0; i < sizeof files / sizeof *files && !status; i++) {
        if (wants(o, files[i])) {
            status = out_file_check_of(key_rows[files[i]].name, o->text[files[i]], error);
        }
    }
    return status;
}

enum status picture_check_batch(const struct options *defaults, struct error *error)
{
    int key = defaults->text[KEY_svg] ? KEY_svg : KEY_html;
    if (!defaults->text[key]) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "%s: all lines of a batch would have the same file",
              key_rows[key].name);
    return error_fix(error, "give each line its own, as {\"%s\":\"1.%s\"}", key_rows[key].name,
                     key_rows[key].name);
}

enum status picture_check_study(const struct options *o, struct error *error)
{
    static const int keys[] = {KEY_worms, KEY_links, KEY_draw, KEY_svg, KEY_html};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (wants(o, keys[i])) {
            error_set(error, STATUS_BAD, "%s: is of one experiment, and this is a study of several",
                      key_rows[keys[i]].name);
            return error_fix(error, "'noct plot' draws the curves of a study");
        }
    }
    return STATUS_DONE;
}

static enum status write_file(const struct scene *s, int key, struct error *error)
{
    const char *name = s->options->text[key];
    FILE *f = fopen(name, "w");
    if (f) {
        (key == KEY_svg ? page_write_svg : page_write_html)(f, s);
    }
    bool failed = !f || ferror(f);
    failed = (f && fclose(f)) || failed;
    if (failed) {
        error_set(error, STATUS_ENVIRONMENT, "%s '%s': %s; give a file that can be written",
                  key_rows[key].name, name, strerror(errno));
        out_file_remove(name);
        return STATUS_ENVIRONMENT;
    }
    return STATUS_DONE;
}

static enum status draw_files(const char *command, const struct options *o, const json_t *answer,
                              struct error *error)
{
    struct scene s;
    enum status status = STATUS_DONE;
    if (!scene_read(&s, command, o, answer)) {
        return error_set(error, STATUS_BAD, "svg, html: nothing is known of the network");
    }
    if (wants(o, KEY_html) && s.hops > HOPS_MAX) {
        error_set(error, STATUS_BAD,
                  "html: a page has at most %d worms on channels, and there are %zu", HOPS_MAX,
                  s.hops);
        status = error_fix(error, "give fewer destinations or longer segments, or --svg");
    }
    if (!status && wants(o, KEY_svg)) {
        status = write_file(&s, KEY_svg, error);
    }
    if (!status && wants(o, KEY_html)) {
        status = write_file(&s, KEY_html, error);
    }
    scene_free(&s);
    return status;
}

void picture_show(const char *command, const struct options *o, const json_t *answer)
{
    struct scene s;
    if (wants(o, KEY_draw) && scene_read(&s, command, o, answer)) {
        draw_text(&s);
        scene_free(&s);
    }
}

enum status picture_draw(const char *command, const struct options *o, json_t *answer,
                         struct error *error)
{
    if (!wants(o, KEY_svg) && !wants(o, KEY_html)) {
        return STATUS_DONE;
    }
    enum status status = draw_files(command, o, answer, error);
    if (!wants(o, KEY_links) && !wants(o, KEY_draw)) {
        json_object_del(answer, "links");
    }
    if (!wants(o, KEY_worms) && !wants(o, KEY_draw)) {
        json_object_del(answer, "worms");
    }
    return status;
}
