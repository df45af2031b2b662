/* SPDX-License-Identifier: BSD-2-Clause */
/* <stdatomic.h> and __sync_* of all sizes, with and without instructions for them. */
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

struct pair {
    uint64_t a, b;
};
struct odd {
    char text[5];
};

#define CHECK_SIZE(type, most)                                                     \
    do {                                                                           \
        static _Atomic type x;                                                     \
        type was = 1;                                                              \
        atomic_store(&x, (type)(most));                                            \
        CHECK(atomic_fetch_add(&x, 2) == (type)(most) && atomic_load(&x) == 1);    \
        CHECK(atomic_fetch_sub(&x, 3) == 1 && x == (type)((most)-1));              \
        CHECK(atomic_fetch_and(&x, 0x55) == (type)((most)-1) && x == 0x54);        \
        CHECK(atomic_fetch_or(&x, 0x2a) == 0x54 && x == 0x7e);                     \
        CHECK(atomic_fetch_xor(&x, 0x0f) == 0x7e && x == 0x71);                    \
        CHECK(atomic_exchange(&x, 7) == 0x71 && x == 7);                           \
        CHECK(!atomic_compare_exchange_strong(&x, &was, 9) && was == 7 && x == 7); \
        CHECK(atomic_compare_exchange_strong(&x, &was, 9) && was == 7 && x == 9);  \
        CHECK(x++ == 9 && ++x == 11 && (x -= 5) == 6);                             \
        CHECK(__atomic_nand_fetch((type *)&x, 2, 5) == (type)~2);                  \
    } while (0)

#define CHECK_SYNC(type)                                                             \
    do {                                                                             \
        static volatile type x = 5;                                                  \
        CHECK(__sync_fetch_and_add(&x, 3) == 5 && __sync_sub_and_fetch(&x, 2) == 6); \
        CHECK(__sync_fetch_and_or(&x, 9) == 6 && __sync_and_and_fetch(&x, 7) == 7);  \
        CHECK(__sync_fetch_and_xor(&x, 1) == 7 && x == 6);                           \
        CHECK(__sync_bool_compare_and_swap(&x, 6, 2));                               \
        CHECK(!__sync_bool_compare_and_swap(&x, 1, 3) && x == 2);                    \
        CHECK(__sync_val_compare_and_swap(&x, 2, 8) == 2 && x == 8);                 \
    } while (0)

/* The compiler makes no exchange of it, but a lock: 0 is free. For 8 bytes it forgets the release. */
#define CHECK_LOCK(type)                             \
    do {                                             \
        static volatile type x;                      \
        CHECK(__sync_lock_test_and_set(&x, 1) == 0); \
        CHECK(__sync_lock_test_and_set(&x, 1) != 0); \
        __sync_lock_release(&x);                     \
        CHECK(__sync_lock_test_and_set(&x, 1) == 0); \
    } while (0)

static void check_structures(void)
{
    static _Atomic struct pair p;
    static _Atomic struct odd o;
    struct pair is = {1, 2}, was = {1, 3};
    struct odd text = {"abcd"};

    atomic_store(&p, is);
    CHECK(!atomic_compare_exchange_strong(&p, &was, is) && was.b == 2);
    is.a = 7;
    CHECK(atomic_compare_exchange_strong(&p, &was, is) && atomic_load(&p).a == 7);
    was = atomic_exchange(&p, was);
    CHECK(was.a == 7 && atomic_load(&p).a == 1 && atomic_is_lock_free(&p));
    atomic_store(&o, text);
    text = atomic_load(&o);
    CHECK(strcmp(text.text, "abcd") == 0);
}

int main(void)
{
    static atomic_flag flag = ATOMIC_FLAG_INIT;

    CHECK_SIZE(uint8_t, UINT8_MAX);
    CHECK_SIZE(uint16_t, UINT16_MAX);
    CHECK_SIZE(uint32_t, UINT32_MAX);
    CHECK_SIZE(uint64_t, UINT64_MAX);
    CHECK_SYNC(uint8_t);
    CHECK_SYNC(uint16_t);
    CHECK_SYNC(uint32_t);
    CHECK_SYNC(uint64_t);
    CHECK_LOCK(uint8_t);
    CHECK_LOCK(uint16_t);
    CHECK_LOCK(uint32_t);
    check_structures();
    CHECK(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    CHECK(!atomic_flag_test_and_set(&flag));
    __sync_synchronize();
    atomic_thread_fence(memory_order_seq_cst);
    return check_end();
}
