/* SPDX-License-Identifier: BSD-2-Clause */
/* <atomic>: the names of C's <stdatomic.h>, as types and functions of std. */
#ifndef NOCTURNE_ATOMIC_CALLS
#define NOCTURNE_ATOMIC_CALLS

#include <nocturne/std/atomic_object.h>

namespace std
{
typedef atomic<bool> atomic_bool;
typedef atomic<char> atomic_char;
typedef atomic<signed char> atomic_schar;
typedef atomic<unsigned char> atomic_uchar;
typedef atomic<short> atomic_short;
typedef atomic<unsigned short> atomic_ushort;
typedef atomic<int> atomic_int;
typedef atomic<unsigned> atomic_uint;
typedef atomic<long> atomic_long;
typedef atomic<unsigned long> atomic_ulong;
typedef atomic<long long> atomic_llong;
typedef atomic<unsigned long long> atomic_ullong;
typedef atomic<wchar_t> atomic_wchar_t;
typedef atomic<char16_t> atomic_char16_t;
typedef atomic<char32_t> atomic_char32_t;
#if __cpp_char8_t
typedef atomic<char8_t> atomic_char8_t;
#endif
#define NOCTURNE_ATOMIC_(name) typedef atomic<name##_t> atomic_##name##_t
NOCTURNE_ATOMIC_(int8);
NOCTURNE_ATOMIC_(uint8);
NOCTURNE_ATOMIC_(int16);
NOCTURNE_ATOMIC_(uint16);
NOCTURNE_ATOMIC_(int32);
NOCTURNE_ATOMIC_(uint32);
NOCTURNE_ATOMIC_(int64);
NOCTURNE_ATOMIC_(uint64);
NOCTURNE_ATOMIC_(int_least8);
NOCTURNE_ATOMIC_(uint_least8);
NOCTURNE_ATOMIC_(int_least16);
NOCTURNE_ATOMIC_(uint_least16);
NOCTURNE_ATOMIC_(int_least32);
NOCTURNE_ATOMIC_(uint_least32);
NOCTURNE_ATOMIC_(int_least64);
NOCTURNE_ATOMIC_(uint_least64);
NOCTURNE_ATOMIC_(int_fast8);
NOCTURNE_ATOMIC_(uint_fast8);
NOCTURNE_ATOMIC_(int_fast16);
NOCTURNE_ATOMIC_(uint_fast16);
NOCTURNE_ATOMIC_(int_fast32);
NOCTURNE_ATOMIC_(uint_fast32);
NOCTURNE_ATOMIC_(int_fast64);
NOCTURNE_ATOMIC_(uint_fast64);
NOCTURNE_ATOMIC_(intptr);
NOCTURNE_ATOMIC_(uintptr);
NOCTURNE_ATOMIC_(size);
NOCTURNE_ATOMIC_(ptrdiff);
NOCTURNE_ATOMIC_(intmax);
NOCTURNE_ATOMIC_(uintmax);
#undef NOCTURNE_ATOMIC_
#if __cplusplus > 201703L
typedef atomic<int> atomic_signed_lock_free;
typedef atomic<unsigned> atomic_unsigned_lock_free;
#endif

/* The argument must fit the object's type, not the other way round. */
template <class T> using __value_of = typename atomic<T>::value_type;

template <class T> bool atomic_is_lock_free(const volatile atomic<T> *a) noexcept
{
    return a->is_lock_free();
}
template <class T> void atomic_init(volatile atomic<T> *a, __value_of<T> value) noexcept
{
    a->store(value, memory_order_relaxed);
}
template <class T> void atomic_store(volatile atomic<T> *a, __value_of<T> value) noexcept
{
    a->store(value);
}
template <class T>
void atomic_store_explicit(volatile atomic<T> *a, __value_of<T> value, memory_order order) noexcept
{
    a->store(value, order);
}
template <class T> T atomic_load(const volatile atomic<T> *a) noexcept
{
    return a->load();
}
template <class T> T atomic_load_explicit(const volatile atomic<T> *a, memory_order order) noexcept
{
    return a->load(order);
}
template <class T> T atomic_exchange(volatile atomic<T> *a, __value_of<T> value) noexcept
{
    return a->exchange(value);
}
template <class T>
T atomic_exchange_explicit(volatile atomic<T> *a, __value_of<T> value, memory_order order) noexcept
{
    return a->exchange(value, order);
}

#define NOCTURNE_COMPARES_(strength)                                                        \
    template <class T>                                                                      \
    bool atomic_compare_exchange_##strength(volatile atomic<T> *a, __value_of<T> *expected, \
                                            __value_of<T> desired) noexcept                 \
    {                                                                                       \
        return a->compare_exchange_##strength(*expected, desired);                          \
    }                                                                                       \
    template <class T>                                                                      \
    bool atomic_compare_exchange_##strength##_explicit(                                     \
        volatile atomic<T> *a, __value_of<T> *expected, __value_of<T> desired,              \
        memory_order success, memory_order failure) noexcept                                \
    {                                                                                       \
        return a->compare_exchange_##strength(*expected, desired, success, failure);        \
    }
NOCTURNE_COMPARES_(weak)
NOCTURNE_COMPARES_(strong)
#undef NOCTURNE_COMPARES_

#define NOCTURNE_FETCHES_(operation, argument)                                                    \
    template <class T>                                                                            \
    T atomic_fetch_##operation(volatile atomic<T> *a, typename atomic<T>::argument by) noexcept   \
    {                                                                                             \
        return a->fetch_##operation(by);                                                          \
    }                                                                                             \
    template <class T>                                                                            \
    T atomic_fetch_##operation##_explicit(volatile atomic<T> *a, typename atomic<T>::argument by, \
                                          memory_order order) noexcept                            \
    {                                                                                             \
        return a->fetch_##operation(by, order);                                                   \
    }
NOCTURNE_FETCHES_(add, difference_type)
NOCTURNE_FETCHES_(sub, difference_type)
NOCTURNE_FETCHES_(and, value_type)
NOCTURNE_FETCHES_(or, value_type)
NOCTURNE_FETCHES_(xor, value_type)
#undef NOCTURNE_FETCHES_

inline bool atomic_flag_test_and_set(volatile atomic_flag *flag) noexcept
{
    return flag->test_and_set();
}
inline bool atomic_flag_test_and_set_explicit(volatile atomic_flag *flag,
                                              memory_order order) noexcept
{
    return flag->test_and_set(order);
}
inline void atomic_flag_clear(volatile atomic_flag *flag) noexcept
{
    flag->clear();
}
inline void atomic_flag_clear_explicit(volatile atomic_flag *flag, memory_order order) noexcept
{
    flag->clear(order);
}

#if __cplusplus > 201703L
inline bool atomic_flag_test(const volatile atomic_flag *flag) noexcept
{
    return flag->test();
}
inline bool atomic_flag_test_explicit(const volatile atomic_flag *flag, memory_order order) noexcept
{
    return flag->test(order);
}
inline void atomic_flag_wait(const volatile atomic_flag *flag, bool old) noexcept
{
    flag->wait(old);
}
inline void atomic_flag_wait_explicit(const volatile atomic_flag *flag, bool old,
                                      memory_order order) noexcept
{
    flag->wait(old, order);
}
inline void atomic_flag_notify_one(volatile atomic_flag *) noexcept
{
}
inline void atomic_flag_notify_all(volatile atomic_flag *) noexcept
{
}
template <class T> void atomic_wait(const volatile atomic<T> *a, __value_of<T> old) noexcept
{
    a->wait(old);
}
template <class T>
void atomic_wait_explicit(const volatile atomic<T> *a, __value_of<T> old,
                          memory_order order) noexcept
{
    a->wait(old, order);
}
template <class T> void atomic_notify_one(volatile atomic<T> *) noexcept
{
}
template <class T> void atomic_notify_all(volatile atomic<T> *) noexcept
{
}
#endif
} // namespace std

#endif
