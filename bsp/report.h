/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A line about why this core ends: on the host's standard error, if the host keeps that apart, else
 * on the console. Nothing here uses the heap, stdio, or what a program could have spoiled.
 */
#ifndef BSP_REPORT_H
#define BSP_REPORT_H

#include <stdint.h>

/* Begins a line with "core N: ". The rest take what this returns. */
int report_begin(void);
void report_puts(int to, const char *text);
void report_put_decimal(int to, uint32_t value);
void report_put_hex(int to, uint32_t value);
void report_end(int to);

#endif
