/* SPDX-License-Identifier: BSD-2-Clause */
#include "image_origin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* --- the compiler --------------------------------------------------------------------------- */

enum { COMPILERS_MAX = 8, NAME_MAX_TEXT = 32 };

struct compilers {
    char name[COMPILERS_MAX][NAME_MAX_TEXT];
    unsigned n;
};

/* Behind the closing bracket that belongs to the one here, which may hold others; NULL: there is none. */
static const char *behind_brackets(const char *text)
{
    unsigned depth = 0;
    for (; *text; text++) {
        depth += *text == '(';
        depth -= *text == ')';
        if (depth == 0) {
            return text + 1;
        }
    }
    return NULL;
}

/* Where in a line of .comment the version stands, and the name of the compiler; NULL: of none that is
 * known, such as that of a linker. Packagers put words of their own before both:
 *   GCC: (Debian (11) 12.2.0-14) 12.2.0     Debian clang version 14.0.6     rustc version 1.63.0 (...) */
static const char *find_version(const char *line, const char **name)
{
    static const char *const words[][2] = {{"clang version ", "clang"},
                                           {"rustc version ", "rustc"}};
    if (strncmp(line, "GCC: (", 6) == 0) {
        const char *behind = behind_brackets(line + 5);
        *name = "gcc";
        return behind && *behind == ' ' ? behind + 1 : NULL;
    }
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = strstr(line, words[i][0]);
        if (found) {
            *name = words[i][1];
            return found + strlen(words[i][0]);
        }
    }
    return NULL;
}

/* Add what a line names, unless another one has named it. */
static void add(struct compilers *c, const char *line)
{
    char text[NAME_MAX_TEXT];
    const char *name, *version = find_version(line, &name);
    const size_t length = version ? strspn(version, "0123456789.") : 0;
    if (!length || length > NAME_MAX_TEXT - 8 || c->n == COMPILERS_MAX) {
        return;
    }
    snprintf(text, sizeof text, "%s %.*s", name, (int)length, version);
    for (unsigned i = 0; i < c->n; i++) {
        if (strcmp(c->name[i], text) == 0) {
            return;
        }
    }
    memcpy(c->name[c->n++], text, sizeof text);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

void image_compiler(const struct elf_image *image, char text[COMPILER_TEXT])
{
    struct compilers c = {.n = 0};
    size_t size, used = 0;
    const char *comment = elf_image_section(image, ".comment", &size);
    for (size_t at = 0; at < size; at += strnlen(comment + at, size - at) + 1) {
        if (memchr(comment + at, 0, size - at)) {
            add(&c, comment + at);
        }
    }
    qsort(c.name, c.n, sizeof *c.name, by_name);
    snprintf(text, COMPILER_TEXT, "unknown");
    for (unsigned i = 0; i < c.n && used + NAME_MAX_TEXT + 2 < COMPILER_TEXT; i++) {
        used +=
            (size_t)snprintf(text + used, COMPILER_TEXT - used, "%s%s", i ? ", " : "", c.name[i]);
    }
}

/* --- the image ------------------------------------------------------------------------------ */

void image_hash(const struct elf_image *image, char text[HASH_TEXT])
{
    const uint32_t bytes = elf_image_code(image, NULL);
    unsigned char *code = alloc_zeroed(bytes);
    elf_image_code(image, code);
    snprintf(text, HASH_TEXT, "%016" PRIx64, hash_add(HASH_OF_NOTHING, code, bytes));
    free(code);
}

void image_origin_set(json_t *answer, const struct elf_image *image)
{
    char compiler[COMPILER_TEXT], hash[HASH_TEXT];
    image_compiler(image, compiler);
    image_hash(image, hash);
    json_object_set_new(answer, "compiler", json_string(compiler));
    json_object_set_new(answer, "image", json_string(hash));
}
