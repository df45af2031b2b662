/* SPDX-License-Identifier: BSD-2-Clause */
/* <atomic>: atomic<T>, atomic_ref<T>, atomic_flag. Functions for volatile objects serve others, too. */
#ifndef NOCTURNE_ATOMIC_OBJECT
#define NOCTURNE_ATOMIC_OBJECT

#include <nocturne/std/move.h>

namespace std
{
/* Objects of 1, 2, 4 and 8 bytes are aligned to their size. */
template <class T> constexpr size_t __atomic_alignment()
{
    return sizeof(T) > alignof(T) && sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0
             ? sizeof(T)
             : alignof(T);
}

/* Where a value is put that has no default. */
template <class T> struct __place {
    alignas(T) unsigned char bytes[sizeof(T)];
    T *value() noexcept
    {
        return reinterpret_cast<T *>(bytes);
    }
};

/* What all atomic objects can do. */
template <class T> struct __atomic_object {
    alignas(__atomic_alignment<T>()) T object;

    typedef T value_type;
#if __cplusplus >= 201703L
    static constexpr bool is_always_lock_free = __atomic_always_lock_free(sizeof(T), 0);
#endif
#if __cplusplus > 201703L
    constexpr __atomic_object() noexcept(is_nothrow_default_constructible_v<T>) : object()
    {
    }
#else
    __atomic_object() noexcept = default;
#endif
    constexpr __atomic_object(T value) noexcept : object(value)
    {
    }

    bool is_lock_free() const volatile noexcept
    {
        return __atomic_is_lock_free(sizeof(T), 0);
    }
    void store(T desired, memory_order order = memory_order_seq_cst) volatile noexcept
    {
        __atomic_store(addressof(object), addressof(desired), int(order));
    }
    T load(memory_order order = memory_order_seq_cst) const volatile noexcept
    {
        __place<T> place;
        __atomic_load(addressof(object), place.value(), int(order));
        return *place.value();
    }
    operator T() const volatile noexcept
    {
        return load();
    }
    T exchange(T desired, memory_order order = memory_order_seq_cst) volatile noexcept
    {
        __place<T> place;
        __atomic_exchange(addressof(object), addressof(desired), place.value(), int(order));
        return *place.value();
    }
    bool compare_exchange_weak(T &expected, T desired, memory_order success,
                               memory_order failure) volatile noexcept
    {
        return __atomic_compare_exchange(addressof(object), addressof(expected), addressof(desired),
                                         true, int(success), int(failure));
    }
    bool compare_exchange_strong(T &expected, T desired, memory_order success,
                                 memory_order failure) volatile noexcept
    {
        return __atomic_compare_exchange(addressof(object), addressof(expected), addressof(desired),
                                         false, int(success), int(failure));
    }
    bool compare_exchange_weak(T &expected, T desired,
                               memory_order order = memory_order_seq_cst) volatile noexcept
    {
        return compare_exchange_weak(expected, desired, order, __when_it_fails(order));
    }
    bool compare_exchange_strong(T &expected, T desired,
                                 memory_order order = memory_order_seq_cst) volatile noexcept
    {
        return compare_exchange_strong(expected, desired, order, __when_it_fails(order));
    }
#if __cplusplus > 201703L
    void wait(T old, memory_order order = memory_order_seq_cst) const volatile noexcept
    {
        T now = load(order);
        while (__builtin_memcmp(addressof(now), addressof(old), sizeof(T)) == 0) {
            now = load(order);
        }
    }
    void notify_one() volatile noexcept
    {
    }
    void notify_all() volatile noexcept
    {
    }
#endif
};

/* --- arithmetic ------------------------------------------------------------------------------ */

/* The `step` is what 1 adds: 1, or the size of what a pointer points to. */
template <class T, class Difference, size_t step> struct __atomic_steps : __atomic_object<T> {
    typedef Difference difference_type;
    using __atomic_object<T>::__atomic_object;

    T fetch_add(Difference by, memory_order order = memory_order_seq_cst) volatile noexcept
    {
        return __atomic_fetch_add(addressof(this->object), by * Difference(step), int(order));
    }
    T fetch_sub(Difference by, memory_order order = memory_order_seq_cst) volatile noexcept
    {
        return __atomic_fetch_sub(addressof(this->object), by * Difference(step), int(order));
    }
    T operator++(int) volatile noexcept
    {
        return fetch_add(1);
    }
    T operator--(int) volatile noexcept
    {
        return fetch_sub(1);
    }
    T operator++() volatile noexcept
    {
        return *this += 1;
    }
    T operator--() volatile noexcept
    {
        return *this -= 1;
    }
    T operator+=(Difference by) volatile noexcept
    {
        return __atomic_add_fetch(addressof(this->object), by * Difference(step), __ATOMIC_SEQ_CST);
    }
    T operator-=(Difference by) volatile noexcept
    {
        return __atomic_sub_fetch(addressof(this->object), by * Difference(step), __ATOMIC_SEQ_CST);
    }
};

template <class T> struct __atomic_integer : __atomic_steps<T, T, 1> {
    using __atomic_steps<T, T, 1>::__atomic_steps;

    T fetch_and(T with, memory_order order = memory_order_seq_cst) volatile noexcept
    {
        return __atomic_fetch_and(addressof(this->object), with, int(order));
    }
    T fetch_or(T with, memory_order order = memory_order_seq_cst) volatile noexcept
    {
        return __atomic_fetch_or(addressof(this->object), with, int(order));
    }
    T fetch_xor(T with, memory_order order = memory_order_seq_cst) volatile noexcept
    {
        return __atomic_fetch_xor(addressof(this->object), with, int(order));
    }
    T operator&=(T with) volatile noexcept
    {
        return fetch_and(with) & with;
    }
    T operator|=(T with) volatile noexcept
    {
        return fetch_or(with) | with;
    }
    T operator^=(T with) volatile noexcept
    {
        return fetch_xor(with) ^ with;
    }
};

template <class T> struct __atomic_float : __atomic_object<T> {
    typedef T difference_type;
    using __atomic_object<T>::__atomic_object;

    T fetch_add(T by, memory_order order = memory_order_seq_cst) volatile noexcept
    {
        T old = this->load(memory_order_relaxed);
        while (!this->compare_exchange_weak(old, old + by, order, memory_order_relaxed)) {
        }
        return old;
    }
    T fetch_sub(T by, memory_order order = memory_order_seq_cst) volatile noexcept
    {
        return fetch_add(-by, order);
    }
    T operator+=(T by) volatile noexcept
    {
        return fetch_add(by) + by;
    }
    T operator-=(T by) volatile noexcept
    {
        return fetch_sub(by) - by;
    }
};

/* Functions are not counted; adding to a pointer to one, or to void, does not compile. */
template <class T> struct __atomic_kind {
    typedef
        typename conditional<is_integral<T>::value && !is_same<T, bool>::value, __atomic_integer<T>,
#if __cplusplus > 201703L
                             typename conditional<is_floating_point<T>::value, __atomic_float<T>,
                                                  __atomic_object<T>>::type
#else
                             __atomic_object<T>
#endif
                             >::type type;
};
template <class T, bool = is_object<T>::value> struct __atomic_pointer {
    typedef __atomic_steps<T *, ptrdiff_t, sizeof(T)> type;
};
template <class T> struct __atomic_pointer<T, false> {
    typedef __atomic_object<T *> type;
};
template <class T> struct __atomic_kind<T *> : __atomic_pointer<T> {
};

/* --- what programs see -------------------------------------------------------------------------- */

template <class T> struct atomic : __atomic_kind<T>::type {
    static_assert(is_trivially_copyable<T>::value, "an atomic object is copied as bytes");

    typedef typename __atomic_kind<T>::type __kind;
#if __cplusplus > 201703L
    constexpr atomic() = default;
#else
    atomic() noexcept = default;
#endif
    constexpr atomic(T value) noexcept : __kind(value)
    {
    }
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;
    atomic &operator=(const atomic &) volatile = delete;
    T operator=(T desired) noexcept
    {
        this->store(desired);
        return desired;
    }
    T operator=(T desired) volatile noexcept
    {
        this->store(desired);
        return desired;
    }
};
#if __cplusplus >= 201703L
template <class T> atomic(T) -> atomic<T>;
#endif

#if __cplusplus > 201703L
/* An object of the program's, used as if it were an atomic one, which looks the same in memory. */
template <class T> class atomic_ref
{
    static_assert(is_trivially_copyable_v<T>, "an atomic object is copied as bytes");
    static_assert(sizeof(atomic<T>) == sizeof(T), "as if it were an atomic one");
    T *at;
    atomic<T> &object() const noexcept
    {
        return *reinterpret_cast<atomic<T> *>(at);
    }

  public:
    typedef T value_type;
    static constexpr bool is_always_lock_free = atomic<T>::is_always_lock_free;
    static constexpr size_t required_alignment = alignof(atomic<T>);

    explicit atomic_ref(T &t) noexcept : at(addressof(t))
    {
    }
    atomic_ref(const atomic_ref &) noexcept = default;
    atomic_ref &operator=(const atomic_ref &) = delete;
    T operator=(T desired) const noexcept
    {
        return object() = desired;
    }
    operator T() const noexcept
    {
        return object().load();
    }
    bool is_lock_free() const noexcept
    {
        return object().is_lock_free();
    }
    void store(T desired, memory_order order = memory_order_seq_cst) const noexcept
    {
        object().store(desired, order);
    }
    T load(memory_order order = memory_order_seq_cst) const noexcept
    {
        return object().load(order);
    }
    T exchange(T desired, memory_order order = memory_order_seq_cst) const noexcept
    {
        return object().exchange(desired, order);
    }
    template <class... Order>
    bool compare_exchange_weak(T &expected, T desired, Order... order) const noexcept
    {
        return object().compare_exchange_weak(expected, desired, order...);
    }
    template <class... Order>
    bool compare_exchange_strong(T &expected, T desired, Order... order) const noexcept
    {
        return object().compare_exchange_strong(expected, desired, order...);
    }
    void wait(T old, memory_order order = memory_order_seq_cst) const noexcept
    {
        object().wait(old, order);
    }
    void notify_one() const noexcept
    {
    }
    void notify_all() const noexcept
    {
    }

    /* Those that the type has. */
    auto fetch_add(auto by, memory_order order = memory_order_seq_cst) const noexcept
    {
        return object().fetch_add(by, order);
    }
    auto fetch_sub(auto by, memory_order order = memory_order_seq_cst) const noexcept
    {
        return object().fetch_sub(by, order);
    }
    auto fetch_and(auto with, memory_order order = memory_order_seq_cst) const noexcept
    {
        return object().fetch_and(with, order);
    }
    auto fetch_or(auto with, memory_order order = memory_order_seq_cst) const noexcept
    {
        return object().fetch_or(with, order);
    }
    auto fetch_xor(auto with, memory_order order = memory_order_seq_cst) const noexcept
    {
        return object().fetch_xor(with, order);
    }
    auto operator++(int) const noexcept
    {
        return object()++;
    }
    auto operator--(int) const noexcept
    {
        return object()--;
    }
    auto operator++() const noexcept
    {
        return ++object();
    }
    auto operator--() const noexcept
    {
        return --object();
    }
    auto operator+=(auto by) const noexcept
    {
        return object() += by;
    }
    auto operator-=(auto by) const noexcept
    {
        return object() -= by;
    }
    auto operator&=(auto with) const noexcept
    {
        return object() &= with;
    }
    auto operator|=(auto with) const noexcept
    {
        return object() |= with;
    }
    auto operator^=(auto with) const noexcept
    {
        return object() ^= with;
    }
};
#endif

struct atomic_flag {
    bool is_set;

    constexpr atomic_flag() noexcept : is_set(false)
    {
    }
    constexpr atomic_flag(bool set) noexcept : is_set(set)
    {
    } /* ATOMIC_FLAG_INIT's */
    atomic_flag(const atomic_flag &) = delete;
    atomic_flag &operator=(const atomic_flag &) = delete;
    atomic_flag &operator=(const atomic_flag &) volatile = delete;
    bool test_and_set(memory_order order = memory_order_seq_cst) volatile noexcept
    {
        return __atomic_test_and_set(&is_set, int(order));
    }
    void clear(memory_order order = memory_order_seq_cst) volatile noexcept
    {
        __atomic_clear(&is_set, int(order));
    }
#if __cplusplus > 201703L
    bool test(memory_order order = memory_order_seq_cst) const volatile noexcept
    {
        return __atomic_load_n(&is_set, int(order));
    }
    void wait(bool old, memory_order order = memory_order_seq_cst) const volatile noexcept
    {
        while (test(order) == old) {
        }
    }
    void notify_one() volatile noexcept
    {
    }
    void notify_all() volatile noexcept
    {
    }
#endif
};
#define ATOMIC_FLAG_INIT \
    {                    \
        false            \
    }
} // namespace std

#endif
