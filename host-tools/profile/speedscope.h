/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile as a file for speedscope (https://www.speedscope.app). */
#ifndef NOCT_PROFILE_SPEEDSCOPE_H
#define NOCT_PROFILE_SPEEDSCOPE_H

#include <jansson.h>

#include "profile_read.h"
#include "program/debug_info.h"

/* The whole file: first all cores together, then each of them. Weights are cycles. */
json_t *speedscope_make(const struct profile *p, const struct elf_image *image,
                        const struct debug_info *source, const char *title);

#endif
