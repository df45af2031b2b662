/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The strict mock of mmio.h and hart.h: a queue of expected accesses.
 */
#include "mock.h"

#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "hart.h"
#include "host.h"
#include "memmap.h"
#include "mmio.h"
#include "regs.h"
#include "stack.h"

/* No RAM moves this stack. */
const struct bsp_layout bsp_layout = {.stack_bottom = NOC_RAM_BASE,
                                      .stack_top = NOC_RAM_BASE + 0x4000,
                                      .stack_moves_above = UINT32_MAX,
                                      .text_end = NOC_IMAGE_BASE + 0x8000};

enum kind { READ, WRITE, FENCE_OUT, FENCE_IN, CYCLES, SLEEP, STOP, HOST };
enum { EXPECTATIONS_MAX = 4096 };

struct expectation {
    enum kind kind;
    uint32_t address;
    uint64_t value;
};

static struct expectation queue[EXPECTATIONS_MAX];
static unsigned expected, met;
jmp_buf mock_stopped;
uint32_t mock_block[MOCK_BLOCK];

static const char *kind_name(enum kind kind)
{
    static const char *const names[] = {"read",  "write", "fence out",  "fence in",
                                        "clock", "sleep", "last sleep", "call to the host"};

    return names[kind];
}

static void expect(enum kind kind, uint32_t address, uint64_t value)
{
    assert_true(expected < EXPECTATIONS_MAX);
    queue[expected++] = (struct expectation){kind, address, value};
}

/* The next expectation, which must be of this kind and address. */
static struct expectation *meet(enum kind kind, uint32_t address)
{
    struct expectation *e = &queue[met];

    if (met == expected) {
        fail_msg("%s of %08x: nothing more was expected", kind_name(kind), address);
    }
    if (e->kind != kind || e->address != address) {
        fail_msg("%s of %08x: access %u was to be a %s of %08x", kind_name(kind), address, met,
                 kind_name(e->kind), e->address);
    }
    met++;
    return e;
}

void mock_read(uint32_t offset, uint32_t value)
{
    expect(READ, NOC_NI_BASE + offset, value);
}

void mock_write(uint32_t offset, uint32_t value)
{
    expect(WRITE, NOC_NI_BASE + offset, value);
}

void mock_text(const char *text)
{
    for (; *text != '\0'; text++) {
        mock_write(NI_CONSOLE, (unsigned char)*text);
    }
}

void mock_fence_out(void)
{
    expect(FENCE_OUT, 0, 0);
}

void mock_fence_in(void)
{
    expect(FENCE_IN, 0, 0);
}

void mock_cycles(uint64_t value)
{
    expect(CYCLES, 0, value);
}

void mock_sleep(void)
{
    expect(SLEEP, 0, 0);
}

void mock_stop(void)
{
    expect(STOP, 0, 0);
}

uint32_t mmio_read32(uint32_t address)
{
    return (uint32_t)meet(READ, address)->value;
}

void mmio_write32(uint32_t address, uint32_t value)
{
    struct expectation *e = meet(WRITE, address);

    if (e->value != value) {
        fail_msg("write of %08x to %08x: access %u was to write %08x", value, address, met - 1,
                 (unsigned)e->value);
    }
}

void mmio_fence_out(void)
{
    meet(FENCE_OUT, 0);
}

void mmio_fence_in(void)
{
    meet(FENCE_IN, 0);
}

uint64_t hart_cycles(void)
{
    return meet(CYCLES, 0)->value;
}

void hart_sleep(void)
{
    if (met < expected && queue[met].kind == STOP) {
        met++;
        longjmp(mock_stopped, 1);
    }
    meet(SLEEP, 0);
}

void mock_host(uint32_t call, uint32_t answer)
{
    expect(HOST, call, answer);
}

/* How many words the block of a call has. */
static unsigned words_of(uint32_t call)
{
    return call == NOC_HOST_ERRNO                                                   ? 0
         : call == NOC_HOST_RENAME                                                  ? 4
         : call == NOC_HOST_OPEN || call == NOC_HOST_READ || call == NOC_HOST_WRITE ? 3
         : call == NOC_HOST_SEEK || call == NOC_HOST_REMOVE                         ? 2
                                                                                    : 1;
}

uint32_t host_call(uint32_t call, uint32_t *block)
{
    uint32_t answer = (uint32_t)meet(HOST, call)->value;

    for (unsigned i = 0; i < words_of(call); i++) {
        mock_block[i] = block[i];
    }
    return answer;
}

void mock_begin(void)
{
    expected = met = 0;
}

void mock_end(void)
{
    if (met != expected) {
        fail_msg("%u of %u expected accesses were not made; the next was to be a %s of %08x",
                 expected - met, expected, kind_name(queue[met].kind), queue[met].address);
    }
}
