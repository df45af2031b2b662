/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the compiler calls for atomic accesses that it makes no instructions of: __atomic_* and
 * __sync_* of 1, 2, 4 and 8 bytes, and __atomic_* of any size. A core has one hart and no
 * interrupts, and its RAM is its own. So plain accesses are atomic, in every memory order.
 *
 * The compiler knows these names as its own and checks their types, hence `named`.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define NAMED(name) __asm__(#name)

/* fetch_add returns what was, add_fetch what is. */
#define OPERATION(bytes, type, op, expression)                       \
    type fetch_##op##_##bytes(volatile void *at, type by, int order) \
        NAMED(__atomic_fetch_##op##_##bytes);                        \
    type op##_fetch_##bytes(volatile void *at, type by, int order)   \
        NAMED(__atomic_##op##_fetch_##bytes);                        \
    type sync_fetch_##op##_##bytes(volatile void *at, type by)       \
        NAMED(__sync_fetch_and_##op##_##bytes);                      \
    type sync_##op##_fetch_##bytes(volatile void *at, type by)       \
        NAMED(__sync_##op##_and_fetch_##bytes);                      \
    type fetch_##op##_##bytes(volatile void *at, type by, int order) \
    {                                                                \
        type was = *(volatile type *)at;                             \
        (void)order;                                                 \
        *(volatile type *)at = (type)(expression);                   \
        return was;                                                  \
    }                                                                \
    type op##_fetch_##bytes(volatile void *at, type by, int order)   \
    {                                                                \
        type was = *(volatile type *)at;                             \
        type is = (type)(expression);                                \
        (void)order;                                                 \
        *(volatile type *)at = is;                                   \
        return is;                                                   \
    }                                                                \
    type sync_fetch_##op##_##bytes(volatile void *at, type by)       \
    {                                                                \
        return fetch_##op##_##bytes(at, by, __ATOMIC_SEQ_CST);       \
    }                                                                \
    type sync_##op##_fetch_##bytes(volatile void *at, type by)       \
    {                                                                \
        return op##_fetch_##bytes(at, by, __ATOMIC_SEQ_CST);         \
    }

#define ACCESSES(bytes, type)                                                                   \
    type load_##bytes(const volatile void *at, int order) NAMED(__atomic_load_##bytes);         \
    void store_##bytes(volatile void *at, type value, int order) NAMED(__atomic_store_##bytes); \
    type exchange_##bytes(volatile void *at, type value, int order)                             \
        NAMED(__atomic_exchange_##bytes);                                                       \
    type load_##bytes(const volatile void *at, int order)                                       \
    {                                                                                           \
        (void)order;                                                                            \
        return *(const volatile type *)at;                                                      \
    }                                                                                           \
    void store_##bytes(volatile void *at, type value, int order)                                \
    {                                                                                           \
        (void)order;                                                                            \
        *(volatile type *)at = value;                                                           \
    }                                                                                           \
    type exchange_##bytes(volatile void *at, type value, int order)                             \
    {                                                                                           \
        type was = *(volatile type *)at;                                                        \
        (void)order;                                                                            \
        *(volatile type *)at = value;                                                           \
        return was;                                                                             \
    }

#define COMPARISONS(bytes, type)                                                                   \
    bool compare_exchange_##bytes(volatile void *at, void *expected, type value, bool weak,        \
                                  int order, int otherwise)                                        \
        NAMED(__atomic_compare_exchange_##bytes);                                                  \
    type sync_swap_##bytes(volatile void *at, type expected, type value)                           \
        NAMED(__sync_val_compare_and_swap_##bytes);                                                \
    bool sync_swapped_##bytes(volatile void *at, type expected, type value)                        \
        NAMED(__sync_bool_compare_and_swap_##bytes);                                               \
    type sync_lock_##bytes(volatile void *at, type value) NAMED(__sync_lock_test_and_set_##bytes); \
    void sync_unlock_##bytes(volatile void *at) NAMED(__sync_lock_release_##bytes);                \
    type sync_swap_##bytes(volatile void *at, type expected, type value)                           \
    {                                                                                              \
        type was = *(volatile type *)at;                                                           \
        if (was == expected) {                                                                     \
            *(volatile type *)at = value;                                                          \
        }                                                                                          \
        return was;                                                                                \
    }                                                                                              \
    bool compare_exchange_##bytes(volatile void *at, void *expected, type value, bool weak,        \
                                  int order, int otherwise)                                        \
    {                                                                                              \
        type was = sync_swap_##bytes(at, *(type *)expected, value);                                \
        bool same = was == *(type *)expected;                                                      \
        (void)weak;                                                                                \
        (void)order;                                                                               \
        (void)otherwise;                                                                           \
        *(type *)expected = was;                                                                   \
        return same;                                                                               \
    }                                                                                              \
    bool sync_swapped_##bytes(volatile void *at, type expected, type value)                        \
    {                                                                                              \
        return sync_swap_##bytes(at, expected, value) == expected;                                 \
    }                                                                                              \
    type sync_lock_##bytes(volatile void *at, type value)                                          \
    {                                                                                              \
        return exchange_##bytes(at, value, __ATOMIC_ACQUIRE);                                      \
    }                                                                                              \
    void sync_unlock_##bytes(volatile void *at)                                                    \
    {                                                                                              \
        *(volatile type *)at = 0;                                                                  \
    }

#define SIZE(bytes, type)                 \
    ACCESSES(bytes, type)                 \
    COMPARISONS(bytes, type)              \
    OPERATION(bytes, type, add, was + by) \
    OPERATION(bytes, type, sub, was - by) \
    OPERATION(bytes, type, and, was &by)  \
    OPERATION(bytes, type, or, was | by)  \
    OPERATION(bytes, type, xor, was ^ by) \
    OPERATION(bytes, type, nand, ~(was & by))

SIZE(1, uint8_t)
SIZE(2, uint16_t)
SIZE(4, uint32_t)
SIZE(8, uint64_t)

/* --- any size: structures, and what is not aligned --------------------------------------- */

void load_any(size_t bytes, const void *at, void *to, int order) NAMED(__atomic_load);
void store_any(size_t bytes, void *at, const void *from, int order) NAMED(__atomic_store);
void exchange_any(size_t bytes, void *at, const void *from, void *to, int order)
    NAMED(__atomic_exchange);
bool compare_exchange_any(size_t bytes, void *at, void *expected, const void *from, int order,
                          int otherwise) NAMED(__atomic_compare_exchange);
bool test_and_set(volatile void *at, int order) NAMED(__atomic_test_and_set);
bool is_lock_free(size_t bytes, const volatile void *at) NAMED(__atomic_is_lock_free);
void sync_all(void) NAMED(__sync_synchronize);

void load_any(size_t bytes, const void *at, void *to, int order)
{
    (void)order;
    memcpy(to, at, bytes);
}

void store_any(size_t bytes, void *at, const void *from, int order)
{
    (void)order;
    memcpy(at, from, bytes);
}

/* Of a flag: gcc 12 makes an exchange of it, gcc 14 calls this. */
bool test_and_set(volatile void *at, int order)
{
    volatile unsigned char *flag = at;
    bool was = *flag;

    (void)order;
    *flag = 1;
    return was;
}

/* `from` and `to` may be the same. */
void exchange_any(size_t bytes, void *at, const void *from, void *to, int order)
{
    unsigned char *a = at, *t = to;
    const unsigned char *f = from;

    (void)order;
    for (size_t i = 0; i < bytes; i++) {
        unsigned char value = f[i];
        t[i] = a[i];
        a[i] = value;
    }
}

bool compare_exchange_any(size_t bytes, void *at, void *expected, const void *from, int order,
                          int otherwise)
{
    (void)order;
    (void)otherwise;
    if (memcmp(at, expected, bytes) == 0) {
        memcpy(at, from, bytes);
        return true;
    }
    memcpy(expected, at, bytes);
    return false;
}

/* Nothing here takes a lock. */
bool is_lock_free(size_t bytes, const volatile void *at)
{
    (void)bytes;
    (void)at;
    return true;
}

void sync_all(void)
{
    __asm__ volatile("fence" ::: "memory");
}
