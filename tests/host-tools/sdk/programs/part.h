/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PART_H
#define PART_H

#include <stdint.h>

uint32_t part_of(uint32_t rank);

#endif
