/* SPDX-License-Identifier: BSD-2-Clause */
/* A firmware image: is it one that this board can run, and what is where in it. */
#ifndef NOCT_IMAGE_ELF_IMAGE_H
#define NOCT_IMAGE_ELF_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct elf_image {
    unsigned char *bytes; /* the file */
    size_t size;
    size_t symbols, symbols_count, names, names_size; /* in the file */
};

/* Read and check: 32-bit little-endian RISC-V, whole, loaded only where the
 * board has image or RAM. */
enum status elf_image_open(struct elf_image *image, const char *path, struct error *error);
void elf_image_close(struct elf_image *image);

/* Is it a boot ROM: the same kind of ELF, but begins, and is all, at NOC_ROM_BASE? */
enum status elf_image_check_rom(const char *path, struct error *error);

/* Bytes of RAM that a node must have for it: its segments', or __ram_needed if that is more. */
uint32_t elf_image_ram(const struct elf_image *image);

/* Copy what of it is loaded into the board's image, from NOC_IMAGE_BASE on; code NULL: only how
 * many bytes that is, gaps included. */
uint32_t elf_image_code(const struct elf_image *image, unsigned char *code);

/* A symbol's value; false: there is none of this name. */
bool elf_image_symbol(const struct elf_image *image, const char *name, uint32_t *value);

/* The bytes of the variable of this name, or of a function's static variable of this name; false:
 * there is none, and *bytes stays. */
bool elf_image_object(const struct elf_image *image, const char *name, uint32_t *bytes);

/* The bytes of the section of this name, and how many there are; NULL, and 0: there is none. */
const char *elf_image_section(const struct elf_image *image, const char *name, size_t *size);

/* The text at this address of the image, what of it is printable ASCII, shortened to `size` bytes;
 * quotes and backslashes become apostrophes. False: there is none. */
bool elf_image_text(const struct elf_image *image, uint32_t address, char *text, size_t size);

/* The function that pc is in, and how far; NULL if in none. */
const char *elf_image_function(const struct elf_image *image, uint32_t pc, uint32_t *offset);

#endif
