/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Work that is done by several processes. Whoever is free takes the next piece; what is made of the
 * pieces comes in their order, however many workers there are.
 */
#ifndef NOCT_SWEEP_WORKERS_H
#define NOCT_SWEEP_WORKERS_H

#include <stdint.h>

#include "depth.h"

enum { WORKERS_MAX = 256 };

struct workers;

/* Make piece `number`. Not STATUS_DONE: nothing more is to be made. */
typedef enum status work_function(void *opaque, uint64_t number, struct made *made,
                                  struct error *error);

/* How many processors noct may use. */
unsigned workers_default(void);

/* Pieces 0 to pieces - 1. One worker is this process itself. */
struct workers *workers_start(unsigned n, uint64_t pieces, work_function *work, void *opaque);
/* What was made of the next piece; the row is to be freed. */
enum status workers_next(struct workers *w, struct made *made, struct error *error);
/* Those that are still at work are ended. */
void workers_end(struct workers *w);

#endif
