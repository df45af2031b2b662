/* SPDX-License-Identifier: BSD-2-Clause */
/* The interpreter beside a core: beside.h. */
#include "beside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void beside_differs(struct beside *b, const char *format, ...)
{
    va_list arguments;

    if (!b->differs) {
        b->differs = true;
        va_start(arguments, format);
        vsnprintf(b->text, sizeof b->text, format, arguments);
        va_end(arguments);
    }
}

/* --- memory, as the core had it --------------------------------------------------------------- */

static struct beside_word *word_at(struct beside *b, uint32_t address)
{
    return &b->fetched[address >> 2 & ((1u << BESIDE_FETCHED_BITS) - 1)];
}

static bool fetch(void *opaque, uint32_t address, uint16_t *half)
{
    struct beside *b = opaque;
    const struct core_request request = {
        .valid = true, .fetch = true, .size = 2, .mask = 15, .address = address & ~3u};
    const struct beside_word *w = word_at(b, address);

    if (b->refused(b->opaque, &request)) {
        return false;
    }
    if (w->address != (address & ~3u) || w->epoch != b->epoch) {
        beside_differs(b, "the instruction at %08x is executed, but was not fetched%s",
                       (unsigned)address,
                       w->address == (address & ~3u) ? " since fence.i or a reset" : "");
    }
    *half = (uint16_t)(w->value >> (address & 2 ? 16 : 0));
    return true;
}

/* The bytes of a word that an access has, and its value where they are. */
static unsigned mask_of(uint32_t address, unsigned bytes)
{
    return ((1u << bytes) - 1) << (address & 3);
}

/* The core's next accesses that are such ones; of several, the last. */
static const struct beside_access *take(struct beside *b, bool write, bool again)
{
    const struct beside_access *a = NULL;

    while (b->used < b->accesses && b->access[b->used].write == write) {
        a = &b->access[b->used++];
        if (!again) {
            break;
        }
    }
    return a;
}

static bool load(void *opaque, uint32_t address, unsigned bytes, bool atomic, uint32_t *value)
{
    struct beside *b = opaque;
    const unsigned size = bytes == 4 ? 2 : bytes - 1;
    const struct core_request request = {
        .valid = true, .atomic = atomic, .size = size, .mask = 15, .address = address};

    if (b->refused(b->opaque, &request)) {
        return false;
    }
    const struct beside_access *a = take(b, false, atomic);

    *value = 0;
    if (!a || a->address != address || a->atomic != atomic) {
        beside_differs(b, "%u bytes at %08x are to be read, and the core reads %s%08x", bytes,
                       (unsigned)address, a ? "" : "nothing, ", a ? (unsigned)a->address : 0);
        return true;
    }
    if (a->stale && b->used < b->accesses) {
        beside_differs(b, "the NI wrote %08x between an atomic operation's read and write",
                       (unsigned)address);
    }
    *value = a->value >> 8 * (address & 3);
    if (bytes < 4) {
        *value &= (1u << 8 * bytes) - 1;
    }
    return true;
}

static bool store(void *opaque, uint32_t address, unsigned bytes, bool atomic, bool written,
                  uint32_t value)
{
    struct beside *b = opaque;
    const unsigned size = bytes == 4 ? 2 : bytes - 1, mask = written ? mask_of(address, bytes) : 0;
    const struct core_request request = {.valid = true,
                                         .write = true,
                                         .atomic = atomic,
                                         .size = size,
                                         .mask = mask,
                                         .address = address,
                                         .written = value};

    if (b->refused(b->opaque, &request)) {
        return false;
    }
    const struct beside_access *a = take(b, true, false);
    uint32_t bits = 0;

    for (unsigned i = 0; i < 4; i++) {
        bits |= mask >> i & 1 ? 0xffu << 8 * i : 0;
    }
    if (!a || (a->address & ~3u) != (address & ~3u) || a->mask != mask || a->atomic != atomic ||
        ((a->value ^ value << 8 * (address & 3)) & bits)) {
        beside_differs(b,
                       "%u bytes at %08x are to become %08x (mask %x), and the core writes "
                       "%s%08x at %08x (mask %x)",
                       bytes, (unsigned)address, (unsigned)value, mask, a ? "" : "nothing, ",
                       a ? (unsigned)a->value : 0, a ? (unsigned)a->address : 0, a ? a->mask : 0);
    }
    return true;
}

static bool is_in(uint32_t address, uint32_t base, uint32_t bytes)
{
    return address - base < bytes;
}

bool beside_map_refuses(const struct beside_map *map, const struct core_request *r)
{
    const bool word = r->size == 2 && !r->fetch;

    if (is_in(r->address, map->ram, map->ram_bytes)) {
        return false;
    }
    return r->atomic ||
           !((is_in(r->address, map->image, map->image_bytes) && !r->write) ||
             (is_in(r->address, map->registers, map->registers_bytes) && word) ||
             (is_in(r->address, map->counters, map->counters_bytes) && word && !r->write));
}

void beside_begin(struct beside *b, uint32_t node, uint32_t start,
                  bool (*refused)(void *opaque, const struct core_request *request), void *opaque)
{
    memset(b, 0, sizeof *b);
    rv32_reset(&b->hart, node, start);
    b->memory = (struct rv32_memory){b, fetch, load, store};
    b->refused = refused;
    b->opaque = opaque;
    b->epoch = 1;
}

bool beside_at_ebreak(struct beside *b)
{
    const uint32_t pc = b->hart.pc;
    const uint32_t low = word_at(b, pc)->value >> (pc & 2 ? 16 : 0) & 0xffff;
    const uint32_t high = word_at(b, pc + 2)->value >> (pc & 2 ? 0 : 16) & 0xffff;

    return rv32_decode((low & 3) == 3 ? high << 16 | low : rv32_expand((uint16_t)low)) ==
           RV32_ebreak;
}

void beside_access(struct beside *b, const struct core_request *request, uint32_t value)
{
    if (request->fetch) {
        *word_at(b, request->address) =
            (struct beside_word){.address = request->address, .value = value, .epoch = b->epoch};
    } else if (b->accesses == BESIDE_ACCESSES) {
        beside_differs(b, "one instruction has more than %d accesses", BESIDE_ACCESSES);
    } else {
        b->access[b->accesses++] = (struct beside_access){.write = request->write,
                                                          .atomic = request->atomic,
                                                          .mask = request->mask,
                                                          .address = request->address,
                                                          .value = value};
    }
}

void beside_written(struct beside *b, uint32_t address)
{
    rv32_written(&b->hart, address);
    for (unsigned i = 0; i < b->accesses; i++) {
        b->access[i].stale |= !b->access[i].write && b->access[i].address == address;
    }
}

/* --- what an instruction did ------------------------------------------------------------------ */

static void compare(struct beside *b, const struct rv32_step *step, const struct core_out *out)
{
    const uint32_t cause = (uint32_t)out->interrupted << 31 | (out->interrupted ? 11 : out->code);
    const unsigned to = out->writes ? out->to : 0;

    if (step->pc != out->next) {
        beside_differs(b, "the core is at %08x, not at %08x", (unsigned)out->next,
                       (unsigned)step->pc);
    } else if (step->trap != out->trap) {
        beside_differs(b, "the core %s, and cause %x, mtval %08x %s",
                       out->trap ? "traps" : "does not trap",
                       out->trap ? out->code : (unsigned)step->cause,
                       out->trap ? (unsigned)out->tval : (unsigned)step->tval,
                       out->trap ? "is not due" : "are due");
    } else if (step->trap &&
               (step->cause != cause || (!out->interrupted && step->tval != out->tval))) {
        beside_differs(b, "a trap of cause %x, mtval %08x, which are %x and %08x in the core",
                       (unsigned)step->cause, (unsigned)step->tval, (unsigned)cause,
                       (unsigned)out->tval);
    } else if (!step->trap && step->instruction != out->instruction) {
        beside_differs(b, "the core has executed %08x", (unsigned)out->instruction);
    } else if (step->to != to || (to && step->value != out->value)) {
        beside_differs(b, "x%u becomes %08x, but in the core x%u %08x", step->to,
                       (unsigned)step->value, to, (unsigned)out->value);
    } else if (b->used != b->accesses) {
        beside_differs(b, "the core has accessed %08x, which nothing asked for",
                       (unsigned)b->access[b->used].address);
    }
}

/* Say where and what it was. */
static void name(struct beside *b, const struct rv32_step *step)
{
    char text[BESIDE_TEXT];

    snprintf(text, sizeof text, "at %08x, %s (%08x): %.300s", (unsigned)step->pc,
             step->trap && step->cause >> 31 ? "interrupt" : rv32_name(step->is),
             (unsigned)step->instruction, b->text);
    memcpy(b->text, text, sizeof text);
}

static void count(struct beside *b, const struct rv32_step *step)
{
    if (step->trap) {
        b->traps++;
        b->in_a_row++;
        b->interrupts += step->cause >> 31;
        b->trapped[step->cause & 15] += !(step->cause >> 31);
        return;
    }
    b->instructions++;
    b->in_a_row = 0;
    b->retired[step->is]++;
    b->short_ones += (step->instruction & 3) != 3;
    b->begun_again += step->is >= RV32_amoswap_w && step->is <= RV32_amomaxu_w && b->accesses > 2;
    b->failed += step->is == RV32_sc_w && b->access[0].mask == 0;
    b->succeeded += step->is == RV32_sc_w && b->access[0].mask != 0;
}

static void end(struct beside *b, const struct core_out *out)
{
    const bool came = b->due && rv32_interrupts(&b->hart);
    struct rv32_step step;

    if (out->interrupted) {
        if (!rv32_interrupts(&b->hart)) {
            beside_differs(b, "an interrupt is taken that is not pending or not enabled");
        }
        if (b->hart.single) {
            beside_differs(b, "an interrupt is taken in a step");
        }
        rv32_interrupt(&b->hart, &step);
    } else {
        if (came) {
            beside_differs(b, "an interrupt is pending and enabled, and is not taken");
        }
        rv32_step(&b->hart, &b->memory, &step);
        if (step.is == RV32_ebreak && b->hart.ebreakm) {
            beside_differs(b, "an ebreak traps that is to enter Debug Mode");
        }
    }
    compare(b, &step, out);
    if (b->differs) {
        name(b, &step);
    }
    b->epoch += step.is == RV32_fence_i && !step.trap;
    count(b, &step);
    b->accesses = b->used = 0;
}

void beside_cycle(struct beside *b, const struct core_in *in, const struct core_out *out,
                  uint64_t cycles)
{
    b->hart.cycles = cycles;
    b->hart.now = in->now;
    b->hart.line = in->line;
    if (out->done) {
        end(b, out);
        b->due = !b->hart.single;
    }
    /* From here to the next end the line must not fall. */
    b->due = b->due && in->line && !out->halted;
}
