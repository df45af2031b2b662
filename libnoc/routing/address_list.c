/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of addresses, read flit by flit (Robinson 1994, 5.6.1; compound headers: figure 6.2). */
#include "address_list.h"

/* An ADDRESS that names this node: the flit behind it says what comes next. */
static enum noc_routed keep(const struct noc_topology *t, uint32_t node, uint32_t next,
                            uint32_t *to)
{
    *to = noc_header_node(next);
    switch (noc_header_kind(next)) {
    case NOC_HEADER_LAST: /* its duplicate */
        return *to == node ? NOC_ROUTED_STRIP : NOC_ROUTE_BROKEN;
    case NOC_HEADER_COUNT:
        return *to == 0 ? NOC_ROUTED_LIST : NOC_ROUTE_BROKEN;
    case NOC_HEADER_ADDRESS:
        return *to < t->nodes && *to != node ? NOC_ROUTED_COPY : NOC_ROUTE_BROKEN;
    default:
        return NOC_ROUTE_BROKEN;
    }
}

enum noc_routed noc_address_next(const struct noc_topology *t, uint32_t node,
                                 const uint32_t *header, uint32_t *to)
{
    unsigned kind = noc_header_kind(header[0]);

    *to = noc_header_node(header[0]);
    if ((kind != NOC_HEADER_ADDRESS && kind != NOC_HEADER_LAST) || *to >= t->nodes) {
        return NOC_ROUTE_BROKEN;
    }
    return *to == node && kind == NOC_HEADER_ADDRESS ? keep(t, node, header[1], to) : NOC_ROUTED;
}

/* The LAST flit header[at], which is to end the header; `before` is what the last ADDRESS named. */
static enum noc_tx_status check_last(const struct noc_topology *t, uint32_t from,
                                     const uint32_t *header, uint32_t at, uint32_t n,
                                     uint32_t before)
{
    uint32_t node;

    if (at >= n) {
        return NOC_TX_BAD_LIST;
    }
    if (noc_header_kind(header[at]) != NOC_HEADER_LAST || noc_header_field(header[at]) != 0) {
        return NOC_TX_BAD_HEADER;
    }
    node = noc_header_node(header[at]);
    if (node >= t->nodes || node == from) {
        return NOC_TX_BAD_NODE;
    }
    return at + 1 != n || (at > 0 && node != before) ? NOC_TX_BAD_LIST : NOC_TX_OK;
}

enum noc_tx_status noc_address_check(const struct noc_topology *t, uint32_t from,
                                     const uint32_t *header, uint32_t n,
                                     bool (*follows)(const struct noc_topology *t, uint32_t from,
                                                     uint32_t before, uint32_t node))
{
    uint32_t before = from, at = 0;

    while (at < n && noc_header_kind(header[at]) == NOC_HEADER_ADDRESS) {
        uint32_t field = noc_header_field(header[at]), node = noc_header_node(header[at++]);

        if (field != 0) {
            return NOC_TX_BAD_HEADER;
        }
        if (node >= t->nodes || node == from) {
            return NOC_TX_BAD_NODE;
        }
        if (!follows(t, from, before, node)) {
            return NOC_TX_BAD_LIST;
        }
        before = node;
        if (at < n && noc_header_kind(header[at]) == NOC_HEADER_COUNT) {
            if (noc_header_node(header[at]) != 0) {
                return NOC_TX_BAD_LIST;
            }
            at += 1 + noc_header_field(header[at]);
        }
    }
    return check_last(t, from, header, at, n, before);
}
