/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of topologies, and the way from text to one of them. */
#include "topologies.h"

#include <string.h>

#include "params.h"
#include "shape.h"

const struct noc_topology_kind *const noc_topology_kinds[] = {
#define NOC_TOPOLOGY(symbol, form) &noc_topology_##symbol,
#include "topologies.def"
    NULL,
};

/* A kind's name is its symbol, and the parameter block has room for it. */
#define NOC_TOPOLOGY(symbol, form)                   \
    _Static_assert(sizeof #symbol <= NOC_NAME_BYTES, \
                   "the name of topology " #symbol " is too long");
#include "topologies.def"

static const char known[] = /* after the first comma */
#define NOC_TOPOLOGY(symbol, form) ", " form
#include "topologies.def"
    ;

/* The kind whose name is name[0..length-1], or NULL. */
static const struct noc_topology_kind *find(const char *name, size_t length)
{
    for (const struct noc_topology_kind *const *kind = noc_topology_kinds; *kind; kind++) {
        if (strlen((*kind)->name) == length && memcmp((*kind)->name, name, length) == 0) {
            return *kind;
        }
    }
    return NULL;
}

const struct noc_topology_kind *noc_topology_kind_find(const char *name)
{
    return find(name, strlen(name));
}

bool noc_topology_parse(struct noc_topology *t, const char *text, struct noc_fault *fault)
{
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    const struct noc_topology_kind *kind = find(text, length);

    if (!kind) {
        return noc_refuse(fault, NOC_FAULT_TOPOLOGY_UNKNOWN, 0, 0, known + 2);
    }
    if (!colon) {
        return noc_refuse(fault, NOC_FAULT_TOPOLOGY_SYNTAX, (uint32_t)length, 0, NULL);
    }
    if (!kind->parse) {
        return noc_refuse(fault, NOC_FAULT_TOPOLOGY_FILE, (uint32_t)length + 1, 0, NULL);
    }
    if (!kind->parse(t, colon + 1, fault)) {
        if (fault) {
            fault->where += (uint32_t)length + 1;
        }
        return false;
    }
    return true;
}

const struct noc_topology_kind *noc_topology_file(const char *text, const char **name)
{
    const char *colon = strchr(text, ':');
    const struct noc_topology_kind *kind = colon ? find(text, (size_t)(colon - text)) : NULL;

    if (!kind || !kind->read) {
        return NULL;
    }
    *name = colon + 1;
    return kind;
}

bool noc_topology_sends(const struct noc_topology *t, uint32_t node)
{
    const uint8_t *passive =
        t->shape ? (const uint8_t *)noc_shape_part(t->shape, t->shape->passive) : NULL;

    return !passive || !(passive[node / 8] >> node % 8 & 1);
}

uint32_t noc_topology_senders(const struct noc_topology *t)
{
    return t->shape ? t->shape->senders : t->nodes;
}
