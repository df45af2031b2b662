/* SPDX-License-Identifier: BSD-2-Clause */
/* In the place of newlib's: clock() counts the board's cycles (include/noc/clock.h). */
#ifndef NOCTURNE_MACHINE_TIME_H
#define NOCTURNE_MACHINE_TIME_H

#define _CLOCKS_PER_SEC_ 100000000

#endif
