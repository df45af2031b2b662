/* SPDX-License-Identifier: BSD-2-Clause */
/* Random instructions for a core: mostly such as make sense, over memory that is mostly there. */
#ifndef GATEWARE_STREAM_H
#define GATEWARE_STREAM_H

#include <stdint.h>

/* Random numbers; each case has its own. */
struct draws {
    uint64_t state;
};

uint32_t draw(struct draws *d, uint32_t n);
uint32_t draw_word(struct draws *d);

/* Where the random programs may go, and what they may access. */
struct stream_room {
    uint32_t image, image_bytes, ram, ram_bytes, io;
};

/* Fill a piece of memory, at this address, with instructions. */
void stream_fill(struct draws *d, uint32_t *words, uint32_t count);

/* How a program begins, at the beginning of the image: traps go on somewhere in RAM, the interrupt
 * is enabled, and registers 8 to 15 have addresses. Answers the number of words. */
uint32_t stream_begin(struct draws *d, const struct stream_room *room, uint32_t *words);

#endif
