/* SPDX-License-Identifier: BSD-2-Clause */
/* A core with memory: node.h. */
#include "node.h"

#include <string.h>

enum { HALT_CYCLES_MAX = 400, WHY_EBREAK = 1, WHY_HALT = 3, WHY_STEP = 4, DCSR = 0x7b0 };

/* --- memory ----------------------------------------------------------------------------------- */

static bool refused(void *opaque, const struct core_request *request)
{
    const struct node *node = opaque;
    const struct beside_map map = {.ram = node->ram_base,
                                   .ram_bytes = node->ram_bytes,
                                   .image = node->image_base,
                                   .image_bytes = node->image_bytes,
                                   .registers = node->io_base,
                                   .registers_bytes = node->io_bytes};

    return beside_map_refuses(&map, request);
}

static uint32_t *word_at(struct node *node, uint32_t address)
{
    if (address - node->ram_base < node->ram_bytes) {
        return &node->ram[(address - node->ram_base) / 4];
    }
    return &node->image[(address - node->image_base) / 4];
}

static void put(uint32_t *word, unsigned mask, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        if (mask >> i & 1) {
            *word = (*word & ~(0xffu << 8 * i)) | (value & 0xffu << 8 * i);
        }
    }
}

/* The access happens. */
static void access_now(struct node *node)
{
    const struct core_request *r = &node->request;
    const bool io = r->address - node->io_base < node->io_bytes;

    if (r->write) {
        if (io) {
            node->io_write(node->opaque, r->address - node->io_base, r->written);
        } else {
            put(word_at(node, r->address), r->mask, r->written);
        }
        beside_access(&node->beside, r, r->written);
        return;
    }
    node->read =
        io ? node->io_read(node->opaque, r->address - node->io_base) : *word_at(node, r->address);
    node->pending = true;
    beside_access(&node->beside, r, node->read);
}

/* The NI writes words of the pair at this address; the hart has not been given them. */
static void ni_writes(struct node *node, const struct node_cycle *cycle)
{
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t address = (cycle->in.ni_address & ~7u) + 4 * i;

        if (cycle->in.ni_write >> i & 1) {
            *word_at(node, address) = cycle->written[i];
            beside_written(&node->beside, address);
        }
    }
}

static bool taken_by_ni(const struct node *node, const struct core_in *in)
{
    return in->ni_write != 0 && ((node->request.address ^ in->ni_address) & ~7u) == 0;
}

/* --- what must hold --------------------------------------------------------------------------- */

/* A hart that sleeps wakes by the line if mie lets it, or by a halt, and by nothing else. */
static void check_sleep(struct node *node, const struct core_in *in, const struct core_out *out)
{
    struct rv32 *hart = &node->beside.hart;
    const bool woke = hart->meie && node->line;

    if (node->out.asleep && out->asleep && (woke || node->halt)) {
        beside_differs(&node->beside, "the core sleeps on, though it is woken");
    }
    if (node->out.asleep && !out->asleep && !woke && !node->halt) {
        beside_differs(&node->beside, "the core wakes, and nothing has woken it");
    }
    if (!node->out.asleep && out->asleep && (node->waited || hart->single)) {
        beside_differs(&node->beside,
                       "the core sleeps at a wfi at which it was resumed or stepped");
    }
    node->line = in->line;
    node->halt = in->halt;
    if (out->done) {
        node->waited = node->resumed;
        node->resumed = false;
    }
}

/* Into Debug Mode one comes for a reason, and soon. */
static void check_halt(struct node *node, const struct core_in *in, const struct core_out *out,
                       bool asked)
{
    struct rv32 *hart = &node->beside.hart;

    if (out->halted && !node->out.halted) {
        const bool step = hart->single && !node->resumed;
        const bool by_ebreak = hart->ebreakm && beside_at_ebreak(&node->beside);

        if (!asked && !step && !by_ebreak) {
            beside_differs(&node->beside, "the core halts without a reason");
        }
        hart->dcsr_cause = asked ? WHY_HALT : step ? WHY_STEP : WHY_EBREAK;
        if (asked && by_ebreak && in->debug_register == DCSR) {
            hart->dcsr_cause = out->debug_read >> 6 & 7; /* whichever came first */
        }
        if (out->next != hart->pc) {
            beside_differs(&node->beside, "the core halts at %08x, not at %08x",
                           (unsigned)out->next, (unsigned)hart->pc);
        }
    } else if (out->done && hart->single && !node->resumed) {
        beside_differs(&node->beside, "a step has more than one instruction");
    }
    if (!out->halted && node->out.halted) {
        node->resumed = true;
    }
    node->halting = in->halt && !out->halted ? node->halting + 1 : 0;
    if (node->halting > HALT_CYCLES_MAX) {
        beside_differs(&node->beside, "the core does not halt");
    }
}

/* --- a cycle ---------------------------------------------------------------------------------- */

static void hash(struct node *node, uint64_t value)
{
    node->shown = (node->shown ^ value) * UINT64_C(0x100000001b3);
}

static void hash_all(struct node *node)
{
    const struct core_request *r = &node->request;
    const struct core_out *o = &node->out;

    hash(node,
         (uint64_t)r->valid << 4 | r->fetch << 3 | r->write << 2 | o->halted << 1 | o->asleep);
    if (r->valid) {
        hash(node, (uint64_t)r->address << 32 | r->written);
    }
    if (o->done) {
        hash(node, (uint64_t)o->next << 32 | o->value);
    }
}

void node_begin(struct node *node, uint32_t number, uint32_t start)
{
    node->core = core_new(number, start);
    beside_begin(&node->beside, number, start, refused, node);
    node->pending = false;
    node->ticks = node->awake = node->shown = 0;
    node->line = node->halt = node->resumed = node->waited = false;
    node->halting = 0;
    memset(&node->out, 0, sizeof node->out);
}

void node_end(struct node *node)
{
    core_free(node->core);
}

static void tick(struct node *node, struct node_cycle *cycle)
{
    const bool asked = node->halt;
    const bool go =
        node->request.valid && (node->request.address - node->io_base < node->io_bytes ||
                                (!cycle->busy && !taken_by_ni(node, &cycle->in)));
    const bool fault = go && refused(node, &node->request);
    struct core_out out;

    node->pending = false;
    if (go && !fault) {
        access_now(node);
    }
    core_look(node->core, go, fault, &out);
    check_halt(node, &cycle->in, &out, asked);
    check_sleep(node, &cycle->in, &out);
    beside_cycle(&node->beside, &cycle->in, &out, node->ticks);
    ni_writes(node, cycle);
    node->out = out;
    node->ticks++;
    node->awake += !out.asleep && !out.halted;
    hash_all(node);
}

void node_pass(struct node *node, struct node_cycle *cycle)
{
    cycle->in.read = cycle->in.tick && node->pending ? node->read : cycle->noise;
    core_ask(node->core, &cycle->in, &node->request);
    if (cycle->in.tick) {
        tick(node, cycle);
    } else {
        struct core_out out;

        core_look(node->core, cycle->noise & 1, cycle->noise >> 1 & 1, &out);
    }
    core_pass(node->core);
}
