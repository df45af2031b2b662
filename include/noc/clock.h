/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The board's time in seconds, for programs that ask the C library. The board counts cycles and has
 * no frequency of its own; a second is what this says, on every board alike.
 */
#ifndef NOC_CLOCK_H
#define NOC_CLOCK_H

#define NOC_CYCLES_PER_SECOND 100000000 /* 10 ns each */

#endif
