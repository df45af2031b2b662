/* SPDX-License-Identifier: BSD-2-Clause */
/* Lock step of network interfaces: the worms that they give. */
#include "ni.h"

/* Flit i of the model's worm. */
uint32_t model_flit(const struct ni_worm *w, uint32_t i)
{
    const uint32_t headers = w->net.headers ? w->net.header_flits : 1;

    return i < headers                ? w->net.headers ? w->net.headers[i] : w->net.header[i]
                        : i < headers + NOC_NI_WORDS ? w->word[i - headers]
                                      : w->body[i - headers - NOC_NI_WORDS];
}

static const struct ni_worm *model_worm(uint32_t node)
{
    for (const struct ni_worm *w = traffic.board->pool.live; w; w = w->next) {
        if (w->net.source == node && w->net.tail_left == now) {
            return w;
        }
    }
    return NULL;
}

/* The tail of a worm has left in this cycle, which has happened in the model too. */
void compare_worm(uint32_t node)
{
    struct state *s = &state[node];
    const struct ni_worm *w = model_worm(node);
    const uint32_t headers = w && w->net.headers ? w->net.header_flits : 1;

    if (!w || w->net.head_left != s->head || w->net.flits != s->flits) {
        differ("node %u gives a worm of %u flits from cycle %llu on in the gateware; in the model "
               "%u flits from cycle %llu on",
               (unsigned)node, (unsigned)s->flits, (unsigned long long)s->head,
               w ? (unsigned)w->net.flits : 0, w ? (unsigned long long)w->net.head_left : 0);
    }
    for (uint32_t i = 0; i < s->flits && i < FLITS_MAX; i++) {
        if (s->flit[i] != model_flit(w, i) || s->follows[i] != (i + 1 < headers)) {
            differ("node %u gives %08x as flit %u of a worm in the gateware, %08x in the model",
                   (unsigned)node, (unsigned)s->flit[i], (unsigned)i, (unsigned)model_flit(w, i));
        }
    }
    totals.worms++;
    s->flits = 0;
}

void gather(uint32_t node, const struct node_out *out)
{
    struct state *s = &state[node];

    if (out->injects) {
        if (s->flits == 0) {
            s->head = now;
        }
        if (s->flits < FLITS_MAX) {
            s->flit[s->flits] = (uint32_t)out->injected;
            s->follows[s->flits] = out->injected >> 32 & 1;
        }
        s->flits++;
    }
}
