/* SPDX-License-Identifier: BSD-2-Clause */
#include "worm.h"

#include "multicast/part_list.h"
#include "params.h"

bool worm_make(struct noc_worm *w, const struct experiment *e, uint32_t from, uint32_t to,
               uint32_t header[NOC_TURNS_MAX + 1])
{
    uint32_t n = 1;
    header[0] = noc_header(NOC_HEADER_LAST, to, 0);
    if (from != to) {
        n = noc_route_headers(&e->topology, e->routing, from, to, header);
    }
    *w = (struct noc_worm){.header = {header[0]},
                           .headers = n > 1 ? header : NULL,
                           .header_flits = n,
                           .flits = n + e->ni_words + e->length,
                           .preamble = 1 + e->ni_words,
                           .source = from};
    return n > 0;
}

bool list_make(struct noc_worm *w, const struct experiment *e, uint32_t from, const uint16_t *to,
               uint32_t n, uint32_t *header)
{
    bool made = worm_make(w, e, from, to[n - 1], header);
    if (n > 1) {
        w->flits -= w->header_flits;
        w->header_flits = noc_route_headers_many(&e->topology, e->routing, from, to, n, header);
        w->headers = header;
        w->flits += w->header_flits;
        made = w->header_flits > 0;
    }
    return made;
}

uint32_t worm_list_cycles(const struct experiment *e, const struct noc_part *part)
{
    bool lists = e->ni_cycles && e->relay == NOC_RELAY_HEADER && e->algorithm->worm;
    return lists && part->left != part->right ? noc_part_list_flits(part) : 0;
}

uint32_t worm_checked_flits(const struct noc_worm *w, const struct experiment *e)
{
    if (!e->ni_cycles || !e->algorithm->worm || !e->net.routing->copies) {
        return 0;
    }
    return w->headers ? w->header_flits : 1;
}
