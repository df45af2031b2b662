/* SPDX-License-Identifier: BSD-2-Clause */
/* Of <utility> what <type_traits> and <atomic> need as well: move, forward, swap, addressof. */
#ifndef NOCTURNE_MOVE
#define NOCTURNE_MOVE

#include <nocturne/std/type_properties.h>

/* What became constexpr later than in C++11. */
#if __cplusplus >= 201402L
#define NOCTURNE_CONSTEXPR_14 constexpr
#else
#define NOCTURNE_CONSTEXPR_14
#endif
#if __cplusplus > 201703L
#define NOCTURNE_CONSTEXPR_20 constexpr
#else
#define NOCTURNE_CONSTEXPR_20
#endif

namespace std
{
template <class T> constexpr T &&forward(typename remove_reference<T>::type &t) noexcept
{
    return static_cast<T &&>(t);
}
template <class T> constexpr T &&forward(typename remove_reference<T>::type &&t) noexcept
{
    static_assert(!is_lvalue_reference<T>::value, "a temporary is no lvalue");
    return static_cast<T &&>(t);
}
template <class T> constexpr typename remove_reference<T>::type &&move(T &&t) noexcept
{
    return static_cast<typename remove_reference<T>::type &&>(t);
}
template <class T>
constexpr typename conditional<!is_nothrow_move_constructible<T>::value &&
                                   is_copy_constructible<T>::value,
                               const T &, T &&>::type
move_if_noexcept(T &t) noexcept
{
    return move(t);
}

template <class T> constexpr T *addressof(T &t) noexcept
{
    return __builtin_addressof(t);
}
template <class T> const T *addressof(const T &&) = delete;

template <class T>
NOCTURNE_CONSTEXPR_20
    typename enable_if<__and<is_move_constructible<T>, is_move_assignable<T>>::value>::type
    swap(T &a, T &b) noexcept(
        __and<is_nothrow_move_constructible<T>, is_nothrow_move_assignable<T>>::value)
{
    T old = move(a);
    a = move(b);
    b = move(old);
}

template <class T, class U> struct __swaps;
template <class T, class U> struct __swaps_nothrow;
template <class T, size_t n>
NOCTURNE_CONSTEXPR_20 typename enable_if<__swaps<T &, T &>::value>::type swap(
    T (&a)[n], T (&b)[n]) noexcept(__swaps_nothrow<T &, T &>::value);

/* Swaps as an unqualified call does that also sees std::swap. */
struct __swapping {
    template <class T, class U, class = decltype(swap(declval<T>(), declval<U>()))>
    static true_type can(int);
    template <class T, class U> static false_type can(...);
    template <class T, class U>
    static __bool<noexcept(swap(declval<T>(), declval<U>()))> can_nothrow(int);
    template <class T, class U> static false_type can_nothrow(...);
};
template <class T, class U>
struct __swaps : __and<decltype(__swapping::can<T, U>(0)), decltype(__swapping::can<U, T>(0))> {
};
template <class T, class U>
struct __swaps_nothrow : __and<__swaps<T, U>, decltype(__swapping::can_nothrow<T, U>(0)),
                               decltype(__swapping::can_nothrow<U, T>(0))> {
};

template <class T, size_t n>
NOCTURNE_CONSTEXPR_20 typename enable_if<__swaps<T &, T &>::value>::type swap(
    T (&a)[n], T (&b)[n]) noexcept(__swaps_nothrow<T &, T &>::value)
{
    for (size_t i = 0; i < n; i++) {
        swap(a[i], b[i]);
    }
}

#if __cplusplus >= 201703L
template <class T, class U> struct is_swappable_with : __swaps<T, U> {
};
template <class T, class U> struct is_nothrow_swappable_with : __swaps_nothrow<T, U> {
};
template <class T>
struct is_swappable
    : __swaps<typename add_lvalue_reference<T>::type, typename add_lvalue_reference<T>::type> {
};
template <class T>
struct is_nothrow_swappable : __swaps_nothrow<typename add_lvalue_reference<T>::type,
                                              typename add_lvalue_reference<T>::type> {
};
#endif
} // namespace std

#endif
