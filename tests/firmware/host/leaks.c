/* SPDX-License-Identifier: BSD-2-Clause */
#include "leaks.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "layer/layer.h"

enum { SLOT_BYTES = sizeof(struct slot) + NOC_EAGER_BYTES };

struct piece {
    uint32_t at, bytes;
    const char *what;
    bool found, looked;
};

static struct piece *piece;
static uint32_t pieces, room;

void leaks_begin(void)
{
    pieces = 0;
}

/* what: its name in an error. */
static void add_piece(const void *at, uint32_t bytes, const char *what)
{
    if (pieces == room) {
        room = room ? 2 * room : 256;
        piece = realloc(piece, room * sizeof(*piece));
    }
    piece[pieces++] = (struct piece){(uint32_t)(uintptr_t)at, bytes, what, false, false};
}

static void requests(const struct request *r, uint32_t count)
{
    uint32_t i;

    for (i = 0; i < count; i++) {
        if (!r[i].users) { /* those the program has a handle of */
            add_piece(&r[i], sizeof(r[i]), "a request");
        }
    }
}

/* Slots of the pool and further requests lie one behind the other. */
void leaks_allocated(const void *at, uint32_t bytes)
{
    uint32_t i;

    if (bytes >= SLOTS * SLOT_BYTES && bytes < SLOTS * SLOT_BYTES + 16) {
        for (i = 0; i < SLOTS; i++) {
            add_piece((const char *)at + i * SLOT_BYTES, SLOT_BYTES, "a receive slot");
        }
        return;
    }
    for (i = 0; i < noc_layer.chunks; i++) {
        if (noc_layer.more[i] == at) {
            requests(at, REQUEST_CHUNK);
            return;
        }
    }
    add_piece(at, bytes, "memory of the heap");
}

static int by_address(const void *a, const void *b)
{
    const struct piece *left = a, *right = b;

    return (left->at > right->at) - (left->at < right->at);
}

/* This address leads to the piece that it lies in. */
static void lead(uint32_t address)
{
    uint32_t low = 0, high = pieces;

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        struct piece *p = &piece[middle];

        if (address - p->at < p->bytes) {
            p->found = true;
            return;
        }
        if (address < p->at) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
}

static void look_through(const void *at, uint32_t bytes)
{
    const char *word = at;
    uint32_t address;

    for (; bytes >= 4; word += 4, bytes -= 4) {
        memcpy(&address, word, 4);
        lead(address);
    }
}

static void add_arena(void)
{
    struct block {
        uint32_t bytes, owner;
    } b;
    const struct arena *a = &noc_layer.arena;
    uint32_t at;

    for (at = 0; at < a->bytes; at += b.bytes) {
        memcpy(&b, a->memory + at, sizeof(b));
        if (b.owner != UINT32_MAX) {
            add_piece(a->memory + at + sizeof(b), b.bytes - (uint32_t)sizeof(b),
                      "memory of the arena");
        }
    }
}

const char *leaks_find(const void *held, uint32_t bytes)
{
    const struct layer_state *l = &noc_layer;
    const uint32_t first = offsetof(struct layer_state, request),
                   behind = first + (uint32_t)sizeof(l->request);
    uint32_t i, found;

    add_arena();
    requests(l->request, REQUESTS);
    qsort(piece, pieces, sizeof(*piece), by_address);
    look_through(held, bytes);
    look_through(l, first);
    look_through((const char *)l + behind, (uint32_t)sizeof(*l) - behind);
    for (i = 0; i < REQUESTS; i++) {
        if (l->request[i].users) {
            look_through(&l->request[i], sizeof(l->request[i]));
        }
    }
    do {
        for (found = i = 0; i < pieces; i++) {
            if (piece[i].found && !piece[i].looked) {
                piece[i].looked = true;
                look_through((const void *)(uintptr_t)piece[i].at, piece[i].bytes);
                found++;
            }
        }
    } while (found);
    for (i = 0; i < pieces && piece[i].found; i++) {
    }
    return i < pieces ? piece[i].what : NULL;
}
