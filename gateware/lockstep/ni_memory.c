/* SPDX-License-Identifier: BSD-2-Clause */
/* Lock step of network interfaces: RAM, and the bodies in it. */
#include <string.h>

#include "ni.h"

uint32_t image_word(uint32_t addr)
{
    return (addr >> 2) * UINT32_C(0x9e3779b1) ^ addr;
}

bool model_read(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes)
{
    const uint32_t offset = addr - NOC_RAM_BASE, image = addr - NOC_IMAGE_BASE;

    (void)opaque;
    if (offset < RAM_BYTES && bytes <= RAM_BYTES - offset) {
        memcpy(to, state[node].model_ram + offset, bytes);
        return true;
    }
    if (image >= NOC_IMAGE_SIZE || bytes > NOC_IMAGE_SIZE - image) {
        return false;
    }
    for (uint32_t i = 0; i < bytes / 4; i++) {
        ((uint32_t *)to)[i] = image_word(addr + 4 * i);
    }
    return true;
}

bool model_write(void *opaque, uint32_t node, uint32_t addr, const void *from, uint32_t bytes)
{
    struct state *s = &state[node];

    (void)opaque;
    if (addr - NOC_RAM_BASE >= RAM_BYTES || bytes > RAM_BYTES - (addr - NOC_RAM_BASE)) {
        return false;
    }
    memcpy(s->model_ram + (addr - NOC_RAM_BASE), from, bytes);
    if (traffic.orderly && s->bodies < BODIES) {
        s->body[s->bodies++] = (struct body){.v = now, .at = addr - NOC_RAM_BASE, .bytes = bytes};
    }
    return true;
}

void fill_ram(uint32_t n)
{
    for (uint32_t i = 0; i < RAM_BYTES; i++) {
        state[n].model_ram[i] = (uint8_t)(i * 37 + n * 11 + (i >> 8) * 91);
        if (n != traffic.wild) {
            node_set_ram(state[n].node, i, state[n].model_ram[i]);
        }
    }
}

static uint32_t model_word(const struct state *s, uint32_t at)
{
    uint32_t word;

    memcpy(&word, s->model_ram + at, 4);
    return word;
}

/* All of a body is in RAM, as soon as the hart's access has been served. */
static void compare_body(uint32_t node, const struct body *c)
{
    const struct state *s = &state[node];

    totals.bodies++;
    for (uint32_t b = c->at; b < c->at + c->bytes; b++) {
        if (node_ram(s->node, b) != s->model_ram[b]) {
            differ(
                "node %u: the body of %u bytes at %08x, visible in cycle %llu, has the byte %02x "
                "at %u in the model, %02x in the gateware",
                (unsigned)node, (unsigned)c->bytes, (unsigned)(NOC_RAM_BASE + c->at),
                (unsigned long long)c->v, s->model_ram[b], (unsigned)(b - c->at),
                node_ram(s->node, b));
        }
    }
}

/* The hart reads a word of a body in the first cycle in which it can know of it. */
static bool ask_body(struct state *s)
{
    for (uint32_t i = 0; i < s->bodies; i++) {
        const struct body *c = &s->body[i];

        if (c->v + 1 == now && c->bytes) {
            s->load = (struct load){.pending = true, .body = true, .of = *c};
            s->load.at = (c->at & ~3u) + 4 * traffic_draw((c->bytes + 3) / 4);
            return true;
        }
    }
    return false;
}

/* Or it reads and writes where no worm comes. */
static void ask_word(struct state *s)
{
    if (!traffic.roomy && traffic_draw(4) == 0) {
        s->load = (struct load){.pending = true,
                                .at = SCRATCH + 4 * traffic_draw(32),
                                .write = (uint8_t)traffic_draw(16),
                                .value = traffic_draw(1 << 16) * 0x10003u};
    }
}

/* What the hart's load has read; bodies of older cycles are forgotten; the next load. */
void compare_load(uint32_t node, uint32_t read)
{
    struct state *s = &state[node];
    uint32_t left = 0;

    if (s->loaded && read != s->expected) {
        differ("node %u: the word at %08x is %08x in the model, and %08x is read in the gateware",
               (unsigned)node, (unsigned)(NOC_RAM_BASE + s->load.at), (unsigned)s->expected,
               (unsigned)read);
    }
    s->loaded = false;
    for (uint32_t i = 0; i < s->bodies; i++) {
        if (s->body[i].v + 1 >= now) {
            s->body[left++] = s->body[i];
        }
    }
    s->bodies = left;
    if (!s->load.pending && !ask_body(s)) {
        ask_word(s);
    }
}

/* The hart's access to RAM has been served in this cycle. */
void serve(uint32_t node)
{
    struct state *s = &state[node];
    struct load *l = &s->load;

    l->pending = false;
    for (unsigned b = 0; b < 4; b++) {
        if (l->write >> b & 1) {
            s->model_ram[l->at + b] = (uint8_t)(l->value >> 8 * b);
        }
    }
    if (l->body) {
        compare_body(node, &l->of);
    }
    s->loaded =
        !l->write && !(l->body && (l->of.bytes & 3)); /* what is behind a body is anything */
    s->expected = model_word(s, l->at);
}

/* Whether a body is coming to node that has this byte, and a slot or window for it. */
static bool is_of_body(uint32_t node, uint32_t at)
{
    const struct ni *ni = &traffic.board->ni[node];

    for (const struct ni_worm *w = traffic.board->pool.live; w; w = w->next) {
        const struct ni_arrival *a = &w->last;
        const uint32_t bytes = 4 * NOC_GET(a->word[0], NI_TX_W0, LENGTH);

        if (a->node == node &&
            ((a->fate == NI_FATE_SLOT && ni->queue[a->index]->generation == a->generation) ||
             (a->fate == NI_FATE_WINDOW && ni->window[a->index].generation == a->generation)) &&
            at + NOC_RAM_BASE - a->addr < (bytes < a->room ? bytes : a->room)) {
            return true;
        }
    }
    return false;
}

/* What the interface is about to write is a body's; before the model comes to this cycle. */
void compare_put(uint32_t node, const struct node_out *o)
{
    for (unsigned b = 0; b < 8; b++) {
        const uint32_t at = 8 * o->at + b;

        if ((o->write >> b & 1) && !is_of_body(node, at)) {
            differ("node %u: the byte at %08x is written in the gateware, and no body has it",
                   (unsigned)node, (unsigned)(NOC_RAM_BASE + at));
        }
    }
    totals.most_behind = o->behind > totals.most_behind ? o->behind : totals.most_behind;
}
