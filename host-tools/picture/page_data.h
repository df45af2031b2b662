/* SPDX-License-Identifier: BSD-2-Clause */
/* What a page's script reads. */
#ifndef NOCT_PICTURE_PAGE_DATA_H
#define NOCT_PICTURE_PAGE_DATA_H

#include <stdio.h>

#include "scene.h"

/* One JSON object. It has numbers and names of ours only, so that nothing in it can end its
 * element. page.js says what is in it. */
void page_write_data(FILE *f, const struct scene *s);

#endif
