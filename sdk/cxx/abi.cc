/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What compiled C++ calls without being told, by the Itanium C++ ABI, as far as programs without
 * exceptions and type information need it. ../libc/atexit.c has what destroys static objects.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern "C" {
void *__dso_handle __attribute__((visibility("hidden")));
void __cxa_pure_virtual();
void __cxa_deleted_virtual();
void __cxa_throw_bad_array_new_length();
int __cxa_guard_acquire(uint64_t *guard);
void __cxa_guard_release(uint64_t *guard);
void __cxa_guard_abort(uint64_t *guard);
}

enum : uint8_t { DONE = 1, UNDER_WAY = 2 };

[[noreturn]] static void end(const char *why)
{
    fprintf(stderr, "%s\n", why);
    abort();
}

void __cxa_pure_virtual()
{
    end("a pure virtual function was called");
}

void __cxa_deleted_virtual()
{
    end("a deleted virtual function was called");
}

void __cxa_throw_bad_array_new_length()
{
    end("operator new: an array of negative length, or larger than memory");
}

/*
 * A static variable of a function is made when the function first runs. The first byte of its guard
 * is the compiler's, which looks whether it is 1; the second is ours. 1: the caller makes it.
 */
int __cxa_guard_acquire(uint64_t *guard)
{
    uint8_t *byte = reinterpret_cast<uint8_t *>(guard);
    if (byte[0] == DONE) {
        return 0;
    }
    if (byte[1] == UNDER_WAY) {
        end("a static variable's initialization needs the variable itself");
    }
    byte[1] = UNDER_WAY;
    return 1;
}

void __cxa_guard_release(uint64_t *guard)
{
    uint8_t *byte = reinterpret_cast<uint8_t *>(guard);
    byte[0] = DONE;
    byte[1] = 0;
}

void __cxa_guard_abort(uint64_t *guard)
{
    reinterpret_cast<uint8_t *>(guard)[1] = 0;
}
