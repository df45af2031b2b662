/* SPDX-License-Identifier: BSD-2-Clause */
/* Does this firmware fit that experiment: its names, the RAM of a node, the routes it needs? */
#ifndef NOCT_PROGRAM_FIRMWARE_FIT_H
#define NOCT_PROGRAM_FIRMWARE_FIT_H

#include "experiment/experiment.h"
#include "image/elf_image.h"

/*
 * Check that the image knows the routing and the algorithm it is to be told, and that a node's RAM
 * holds it; of Nocturne's own multicast (o without a firmware) also that the RAM holds the body.
 */
enum status firmware_check_image(const struct elf_image *image, const char *path,
                                 const struct experiment *e, const struct options *o,
                                 struct error *error);

/* Check that the routing reaches whom Nocturne's own firmware must reach. Most reach everybody. */
enum status firmware_check_routes(const struct experiment *e, struct error *error);
/* The same of the barriers among all nodes, and among source and destinations. */
enum status firmware_check_barriers(const struct experiment *e, struct error *error);
/* Of one message. */
enum status firmware_check_route(const struct experiment *e, uint32_t from, uint32_t to,
                                 struct error *error);

#endif
