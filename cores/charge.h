/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a core's cycles are charged for. The compiler calls a hook at each beginning of a function of the
 * layer (-finstrument-functions), also of one that is put into another on a board. A function takes its
 * own cycles once for each call of it, and more for each call that it makes itself, which may be another
 * number for each function that it calls: a loop that looks at a register, or a way that is rarely gone,
 * has other calls than the rest. A pass of a loop that calls nothing is a call of firmware/layer/counted.h.
 */
#ifndef CORES_CHARGE_H
#define CORES_CHARGE_H

#include <stdint.h>
#include <stdio.h>

/* A cycle has so many parts in charges, since costs are averages. */
enum { CHARGE_PARTS = 256 };

struct charges;

/* None is known yet. */
struct charges *charges_new(void);
void charges_free(struct charges *c);
/*
 * What a function takes itself, and more for each call of `callee` if that is not NULL; in parts of a
 * cycle. A function is named by file and name, "straight.c:look", or by its name alone if it is in a header.
 * False: the layer has no such function. A function of which nothing is known takes CHARGE_UNKNOWN cycles.
 */
enum { CHARGE_UNKNOWN = 4 };
int charges_set(struct charges *c, const char *function, const char *callee, uint32_t parts);
/* A function is named so in what follows; names with a file come first. NULL: none. */
void charges_name(struct charges *c, const char *function);
/* Of a core's combining: a call of it, and each element. */
void charges_set_combine(struct charges *c, uint32_t call, uint32_t element);
/* How often each was charged: a line "FUNCTION CALLEE COUNT" for each, by the linker's names. */
void charges_print(const struct charges *c, FILE *out);

/* The core that runs begins with nothing called. */
struct charge_stack {
    uint32_t depth, parts;
    uint16_t function[128];
};
extern struct charge_stack *charge_stack; /* NULL: nothing is charged */
extern uint64_t *charge_clock;            /* that goes on */
void charges_use(struct charges *c);
/* So many elements are combined. */
void charge_combine(uint32_t elements);

#endif
