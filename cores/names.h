/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of the layer that is compiled for the host, by place: names.py writes them. */
#ifndef CORES_NAMES_H
#define CORES_NAMES_H

#include <stdint.h>

struct core_function {
    uint32_t offset; /* behind core_text */
    const char *file, *name;
};

extern const struct core_function core_functions[];
extern const uint32_t core_functions_count;
extern const char core_text[];

#endif
