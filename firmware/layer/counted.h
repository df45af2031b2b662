/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A pass of a loop that calls nothing, for who counts what this code does: noct sim charges each call
 * of a function, and each such pass, with the cycles that were measured. On the board it is nothing.
 *
 * DATA_ROOM is memory for data of a collective call. On the host it is the same for all cores, since nobody looks
 * at it (cores/).
 */
#ifndef FIRMWARE_COUNTED_H
#define FIRMWARE_COUNTED_H

#ifdef NOC_COUNTED
#define DATA_ROOM(bytes) core_data(bytes)
void counted_byte(void);
void counted_word(void);
void counted_four_words(void);
void counted_eight_words(void);
void counted_sixteen_words(void);
void counted_passed(void); /* one that is looked at and is not what is looked for */
#define COUNTED(what) counted_##what()
#else
#define DATA_ROOM(bytes) malloc(bytes)
#define COUNTED(what)    ((void)0)
#endif

#endif
