/* SPDX-License-Identifier: BSD-2-Clause */
#include "memory_map.h"

#include <stdio.h>

#include "commands.h"
#include "memmap.h"
#include "program/firmware.h"
#include "image/image_origin.h"
#include "ram.h"
#include "result/result.h"
#include "show/commands.h"

/* The symbols of linker/board.ld. */
struct symbols {
    uint32_t text_end, data_load, data_start, data_end, bss_end, heap_start, stack_size, ram_needed;
};

static bool read_symbols(struct symbols *s, const struct elf_image *image)
{
    return elf_image_symbol(image, "__text_end", &s->text_end) &&
           elf_image_symbol(image, "__data_load", &s->data_load) &&
           elf_image_symbol(image, "__data_start", &s->data_start) &&
           elf_image_symbol(image, "__data_end", &s->data_end) &&
           elf_image_symbol(image, "__bss_end", &s->bss_end) &&
           elf_image_symbol(image, "__heap_start", &s->heap_start) &&
           elf_image_symbol(image, "__stack_size", &s->stack_size) &&
           elf_image_symbol(image, "__ram_needed", &s->ram_needed);
}

static json_t *ram_of(const struct symbols *s, uint32_t arena)
{
    uint32_t taken = s->heap_start - NOC_RAM_BASE;
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "stack", (json_int_t)s->stack_size,
                     "data", (json_int_t)(s->data_end - s->data_start), "bss",
                     (json_int_t)(s->bss_end - s->data_end), "noinit",
                     (json_int_t)(s->heap_start - s->bss_end - arena), "arena", (json_int_t)arena,
                     "needed", (json_int_t)s->ram_needed, "heap",
                     (json_int_t)(taken < NOC_RAM_DEFAULT ? NOC_RAM_DEFAULT - taken : 0));
}

enum status memory_map_make(const struct elf_image *image, const char *path, json_t **result,
                            struct error *error)
{
    struct symbols s;
    uint32_t arena = 0;
    if (!read_symbols(&s, image)) {
        error_set(error, STATUS_BAD,
                  "firmware '%s': it lacks the symbols of the board's linker script", path);
        return error_fix(error, "link it by 'noct cc', and do not strip it");
    }
    elf_image_object(image, "noc_arena_memory", &arena);
    uint32_t code = s.text_end - NOC_IMAGE_BASE, data = s.data_end - s.data_start;
    uint32_t bytes = elf_image_code(image, NULL);
    char compiler[COMPILER_TEXT], hash[HASH_TEXT];
    image_compiler(image, compiler);
    image_hash(image, hash);
    *result =
        json_pack("{s:i, s:s, s:s, s:{s:I, s:I, s:I, s:I, s:I, s:s}, s:o}", "schema", RESULT_SCHEMA,
                  "file", path, "compiler", compiler, "image", "bytes", (json_int_t)bytes, "code",
                  (json_int_t)code, "constants", (json_int_t)(s.data_load - s.text_end), "data",
                  (json_int_t)data, "free", (json_int_t)(NOC_PARAMS_BASE - NOC_IMAGE_BASE - bytes),
                  "hash", hash, "ram", ram_of(&s, arena));
    return STATUS_DONE;
}

enum status memory_map_tell(const char *name, const char *path, bool whole, struct error *error)
{
    struct elf_image image;
    json_t *result = NULL;
    if (elf_image_open(&image, path, error)) {
        error_clear(error); /* as -v without files, or -Wl,--oformat=binary */
        return STATUS_DONE;
    }
    uint32_t needed = elf_image_ram(&image);
    enum status status = whole ? memory_map_make(&image, path, &result, error) : STATUS_DONE;
    if (result) {
        show_size(NULL, result);
    }
    if (!status && needed > NOC_RAM_DEFAULT) {
        fprintf(stderr,
                "noct %s: note: '%s' needs %u bytes of RAM, and a core has %u if not told "
                "otherwise; run it with --ram %uK\n",
                name, path, needed, (unsigned)NOC_RAM_DEFAULT, noc_ram_for(needed) / 1024);
    }
    json_decref(result);
    elf_image_close(&image);
    return status;
}

enum status execute_size(const struct options *o, json_t **result, struct error *error)
{
    char path[PATH_MAX];
    struct elf_image image;
    const char *program = o->words_n ? o->words[0] : o->text[KEY_firmware];
    if (!program || o->words_n > 1 || (o->words_n && o->text[KEY_firmware])) {
        error_set(error, STATUS_BAD, "firmware: %s", program ? "more than one" : "missing");
        return error_fix(error, "give one FILE.elf, or a name as hello");
    }
    enum status status = firmware_path(path, program, false, error);
    if (status || (status = elf_image_open(&image, path, error))) {
        return status;
    }
    status = memory_map_make(&image, path, result, error);
    elf_image_close(&image);
    return status;
}
