/* SPDX-License-Identifier: BSD-2-Clause */
#include "location.h"

#include <stdio.h>
#include <string.h>

json_t *text_or_null(const char *text)
{
    return text ? json_string(text) : json_null();
}

static bool in_header(const struct debug_info_frame *f)
{
    size_t length = f->file ? strlen(f->file) : 0;
    return length > 2 && strcmp(f->file + length - 2, ".h") == 0;
}

static const char *function_of(const struct elf_image *image, uint32_t pc, uint32_t *offset)
{
    *offset = 0;
    return image ? elf_image_function(image, pc, offset) : NULL;
}

static unsigned frames_of(const struct debug_info *source, uint32_t pc,
                          struct debug_info_frame frame[DEBUG_INFO_FRAMES_MAX])
{
    return source ? debug_info_find(source, pc, frame) : 0;
}

void location_text(char text[LOCATION_TEXT], const struct elf_image *image,
                   const struct debug_info *source, uint32_t pc)
{
    struct debug_info_frame frame[DEBUG_INFO_FRAMES_MAX];
    uint32_t offset;
    const char *function = function_of(image, pc, &offset);
    unsigned n = frames_of(source, pc, frame), i = 0;
    while (i + 1 < n && in_header(&frame[i])) {
        i++;
    }
    if (n && frame[i].file) {
        const char *outer = i + 1 < n ? frame[n - 1].function : NULL;
        const char *inner = frame[i].function ? frame[i].function : function ? function : "?";
        outer = outer && strcmp(outer, inner) != 0 ? outer : NULL; /* not of a function in parts */
        snprintf(text, LOCATION_TEXT, "%.60s (%.80s:%u)%s%.60s", inner, frame[i].file,
                 frame[i].line, outer ? ", in " : "", outer ? outer : "");
    } else if (function) {
        snprintf(text, LOCATION_TEXT, "%.60s+%u", function, offset);
    } else {
        snprintf(text, LOCATION_TEXT, "0x%08x", pc);
    }
}

void location_set(json_t *object, const struct elf_image *image, const struct debug_info *source,
                  uint32_t pc)
{
    struct debug_info_frame frame[DEBUG_INFO_FRAMES_MAX];
    char place[LOCATION_TEXT];
    uint32_t offset;
    const char *function = function_of(image, pc, &offset);
    unsigned n = frames_of(source, pc, frame);
    location_text(place, image, source, pc);
    json_object_set_new(object, "function", text_or_null(function));
    json_object_set_new(object, "offset", function ? json_integer(offset) : json_null());
    json_object_set_new(object, "file", text_or_null(n ? frame[0].file : NULL));
    json_object_set_new(object, "line", n ? json_integer(frame[0].line) : json_null());
    json_object_set_new(object, "place", json_string(place));
    if (n > 1) {
        json_t *frames = json_array();
        for (unsigned i = 0; i < n; i++) {
            json_t *one =
                json_pack("{s:o,s:o,s:i}", "function", text_or_null(frame[i].function), "file",
                          text_or_null(frame[i].file), "line", (int)frame[i].line);
            json_array_append_new(frames, one);
        }
        json_object_set_new(object, "frames", frames);
    }
}
