/* SPDX-License-Identifier: BSD-2-Clause */
/* A picture of a collective operation's schedule, as SVG. */
#ifndef NOCT_COLLECTIVES_SCHEDULE_PICTURE_H
#define NOCT_COLLECTIVES_SCHEDULE_PICTURE_H

#include "collective.h"

/*
 * Write it into a file: a lane for each member, a column for each step, an arrow for each message
 * with the blocks that it has. STATUS_BAD: there are more members or steps than can be drawn.
 */
enum status schedule_picture(const struct collective *c, const struct collective_message *message,
                             uint32_t count, const char *path, struct error *error);

#endif
