/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * operator new and delete in all forms, from malloc(). Each is weak: a program's own takes its
 * place. The array forms call the others, as the language says, so that who replaces one replaces
 * both.
 */
#include <new>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

/* Classes name this function weakly, so that the linker would do without. Whoever has pure virtual
 * functions nearly always has a virtual destructor, and that comes here. */
__asm__(".reloc 0, R_RISCV_NONE, __cxa_pure_virtual");

const std::nothrow_t std::nothrow{};

#define WEAK __attribute__((weak))

enum { ALIGNED = 8 /* malloc()'s */ };

static std::new_handler handler;

std::new_handler std::set_new_handler(std::new_handler now) noexcept
{
    std::new_handler before = handler;
    handler = now;
    return before;
}

std::new_handler std::get_new_handler() noexcept
{
    return handler;
}

/* Asks the program's handler for memory until there is some, or there is no handler. */
static void *find(std::size_t bytes, std::size_t alignment)
{
    void *memory;
    if (bytes == 0) {
        bytes = 1; /* each object has an address of its own */
    }
    while (!(memory = alignment > ALIGNED ? memalign(alignment, bytes) : malloc(bytes)) && handler) {
        handler();
    }
    return memory;
}

static void *found(void *memory, std::size_t bytes)
{
    if (!memory) {
        fprintf(stderr, "operator new: no memory for %lu bytes\n", (unsigned long)bytes);
        abort();
    }
    return memory;
}

WEAK void *operator new(std::size_t bytes)
{
    return found(find(bytes, 0), bytes);
}

WEAK void *operator new[](std::size_t bytes)
{
    return operator new(bytes);
}

WEAK void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept
{
    return find(bytes, 0);
}

WEAK void *operator new[](std::size_t bytes, const std::nothrow_t &) noexcept
{
    return operator new(bytes, std::nothrow);
}

WEAK void *operator new(std::size_t bytes, std::align_val_t alignment)
{
    return found(find(bytes, (std::size_t)alignment), bytes);
}

WEAK void *operator new[](std::size_t bytes, std::align_val_t alignment)
{
    return operator new(bytes, alignment);
}

WEAK void *operator new(std::size_t bytes, std::align_val_t alignment,
                        const std::nothrow_t &) noexcept
{
    return find(bytes, (std::size_t)alignment);
}

WEAK void *operator new[](std::size_t bytes, std::align_val_t alignment,
                          const std::nothrow_t &) noexcept
{
    return operator new(bytes, alignment, std::nothrow);
}

WEAK void operator delete(void *memory) noexcept
{
    free(memory);
}

WEAK void operator delete[](void *memory) noexcept
{
    operator delete(memory);
}

WEAK void operator delete(void *memory, std::size_t) noexcept
{
    operator delete(memory);
}

WEAK void operator delete[](void *memory, std::size_t) noexcept
{
    operator delete[](memory);
}

WEAK void operator delete(void *memory, const std::nothrow_t &) noexcept
{
    operator delete(memory);
}

WEAK void operator delete[](void *memory, const std::nothrow_t &) noexcept
{
    operator delete[](memory);
}

WEAK void operator delete(void *memory, std::align_val_t) noexcept
{
    free(memory);
}

WEAK void operator delete[](void *memory, std::align_val_t alignment) noexcept
{
    operator delete(memory, alignment);
}

WEAK void operator delete(void *memory, std::size_t, std::align_val_t alignment) noexcept
{
    operator delete(memory, alignment);
}

WEAK void operator delete[](void *memory, std::size_t, std::align_val_t alignment) noexcept
{
    operator delete[](memory, alignment);
}

WEAK void operator delete(void *memory, std::align_val_t alignment, const std::nothrow_t &) noexcept
{
    operator delete(memory, alignment);
}

WEAK void operator delete[](void *memory, std::align_val_t alignment,
                            const std::nothrow_t &) noexcept
{
    operator delete[](memory, alignment);
}
