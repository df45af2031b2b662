/* SPDX-License-Identifier: BSD-2-Clause */
/* The pages by their names. */
#include <string.h>

#include "help.h"

const struct help_page *help_page_find(const char *name)
{
    for (const struct help_page *p = help_pages; p->name; p++) {
        if (strcmp(p->name, name) == 0) {
            return p;
        }
    }
    return NULL;
}

bool help_is_topic(const struct help_page *page)
{
    return !page->usage[0];
}
