/* SPDX-License-Identifier: BSD-2-Clause */
/* The image from files. Each prints one line on standard error and returns false where it cannot. */
#ifndef GATEWARE_LOAD_H
#define GATEWARE_LOAD_H

#include <stdbool.h>

/* The loadable segments of an ELF file, at their load addresses. image: NOC_IMAGE_SIZE bytes. */
bool load_elf(const char *file, unsigned char *image);
/* A parameter block. */
bool load_params(const char *file, unsigned char *image);

#endif
