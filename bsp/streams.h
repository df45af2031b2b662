/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BSP_STREAMS_H
#define BSP_STREAMS_H

struct _reent;

/** In the place of newlib's __sinit(): the standard streams, with buffers that are not of the heap. */
void __wrap___sinit(struct _reent *reent);

#endif
