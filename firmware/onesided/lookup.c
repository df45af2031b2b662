/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows by the name that programs have, and by what messages say. */
#include "onesided_priv.h"

struct window *window_of(const noc_window *name)
{
    struct window *w = noc_layer.onesided ? noc_layer.onesided->windows : NULL;

    while (w && w->group != (const noc_group *)name) {
        w = w->next;
    }
    return w;
}

struct window *window_in(uint32_t context)
{
    struct window *w = noc_layer.onesided->windows;

    while (w && w->g->context != context) {
        w = w->next;
    }
    return w;
}
