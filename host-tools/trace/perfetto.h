/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A recording as a trace in the Trace Event Format, JSON, which Perfetto's viewer and
 * chrome://tracing open. docs/tracing.md says what is drawn how.
 */
#ifndef NOCT_TRACE_PERFETTO_H
#define NOCT_TRACE_PERFETTO_H

#include <stdio.h>

#include "experiment/experiment.h"
#include "image/elf_image.h"
#include "recording.h"

/*
 * Write it all. e: whose topology names the links; NULL: not known. image: in which marks have
 * their names; NULL: they have numbers. False: the file took no more (errno).
 */
bool perfetto_write(FILE *file, const struct recording *r, const struct experiment *e,
                    const struct elf_image *image);

#endif
