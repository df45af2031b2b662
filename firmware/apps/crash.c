/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Everything that can go wrong on one core, chosen by its number: core n does
 * the deed n modulo DEEDS of the table at the end. The others are not
 * disturbed, and each line on the console says what happened.
 */
#include <stdint.h>
#include <stdlib.h>

#include "hart.h"
#include "memmap.h"
#include "ni.h"

#define AT(address) (*(volatile uint32_t *)(uintptr_t)(address))

/* The compiler must not know that an address cannot be right. */
static uint32_t hidden(uint32_t address)
{
    __asm__("" : "+r"(address));
    return address;
}

static void call(uint32_t address)
{
    ((void (*)(void))(uintptr_t)hidden(address))();
}

static void finish(void)
{
}

static void finish_with_status(void)
{
    exit(7);
}

static void illegal_instruction(void)
{
    __asm__ volatile("unimp");
}

static void load_outside_ram(void)
{
    (void)AT(hidden(NOC_RAM_BASE + ni_read(NI_RAM)));
}

static void store_outside_ram(void)
{
    AT(hidden(NOC_RAM_BASE + ni_read(NI_RAM))) = 1;
}

static void load_null(void)
{
    (void)AT(hidden(8));
}

static void call_null(void)
{
    call(0);
}

/* RAM can be executed, but nothing there is code; zero is no instruction. */
static void call_data(void)
{
    static uint32_t zero[4];

    call(ni_address(zero));
}

static void call_nowhere(void)
{
    call(0x60000000);
}

static void store_to_image(void)
{
    AT(hidden(NOC_IMAGE_BASE)) = 1;
}

static void misaligned(void)
{
    uint32_t word = 0, odd = ni_address(&word) + 1;

    __asm__ volatile("amoadd.w zero, zero, (%0)" : : "r"(odd) : "memory");
}

static void breakpoint(void)
{
    __asm__ volatile("ebreak");
}

static void environment_call(void)
{
    __asm__ volatile("ecall");
}

static uint32_t recurse(uint32_t depth)
{
    volatile uint32_t frame[16];

    frame[0] = depth;
    return depth == UINT32_MAX ? 0 : recurse(depth + 1) + frame[0];
}

static void overflow_stack(void)
{
    recurse(hidden(0));
}

static void break_stack_pointer(void)
{
    __asm__ volatile("li sp, 0x90000000\n\tsw ra, 0(sp)");
}

static void break_global_pointer(void)
{
    __asm__ volatile("li gp, 0x90000000\n\tunimp");
}

/* mscratch 1 tells the trap entry that it is within a trap already. */
static void trap_in_trap(void)
{
    __asm__ volatile(".option push\n\t.option arch, +zicsr\n\t"
                     "csrwi mscratch, 1\n\tunimp\n\t.option pop");
}

int main(void)
{
    static void (*const deeds[])(void) = {
        finish,           finish_with_status,  abort,          illegal_instruction,
        load_outside_ram, store_outside_ram,   load_null,      call_null,
        call_data,        call_nowhere,        store_to_image, misaligned,
        breakpoint,       environment_call,    overflow_stack, break_stack_pointer,
        trap_in_trap,     break_global_pointer};

    deeds[ni_node() % (sizeof deeds / sizeof deeds[0])]();
    return 0;
}
