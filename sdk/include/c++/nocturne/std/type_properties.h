/* SPDX-License-Identifier: BSD-2-Clause */
/* <type_traits>: properties, relations, and how objects are made. Mostly the compiler's word. */
#ifndef NOCTURNE_TYPE_PROPERTIES
#define NOCTURNE_TYPE_PROPERTIES

#include <nocturne/std/type_kinds.h>

namespace std
{
/* --- properties -------------------------------------------------------------------------------- */

template <class T> struct is_trivial : __bool<__is_trivial(T)> {
};
template <class T> struct is_trivially_copyable : __bool<__is_trivially_copyable(T)> {
};
template <class T> struct is_standard_layout : __bool<__is_standard_layout(T)> {
};
template <class T> struct is_pod : __bool<__is_trivial(T) && __is_standard_layout(T)> {
};
#if __cplusplus <= 201703L
template <class T> struct is_literal_type : __bool<__is_literal_type(T)> {
};
#endif
template <class T> struct is_empty : __bool<__is_empty(T)> {
};
template <class T> struct is_polymorphic : __bool<__is_polymorphic(T)> {
};
template <class T> struct is_abstract : __bool<__is_abstract(T)> {
};
#if __cplusplus >= 201402L
template <class T> struct is_final : __bool<__is_final(T)> {
};
#endif
#if __cplusplus >= 201703L
template <class T> struct is_aggregate : __bool<__is_aggregate(typename remove_cv<T>::type)> {
};
template <class T>
struct has_unique_object_representations : __bool<__has_unique_object_representations(T)> {
};
#endif

template <class T, bool = is_arithmetic<T>::value> struct __is_signed : false_type{};
template <class T> struct __is_signed<T, true> : __bool<(T(-1) < T(0))>{};
template <class T> struct is_signed : __is_signed<T> {
};
template <class T> struct is_unsigned : __and<is_arithmetic<T>, __not<is_signed<T>>> {
};
#if __cplusplus > 201703L
template <class T> struct is_bounded_array : false_type {
};
template <class T, size_t n> struct is_bounded_array<T[n]> : true_type {
};
template <class T> struct is_unbounded_array : false_type {
};
template <class T> struct is_unbounded_array<T[]> : true_type {
};
#endif
#if __cplusplus > 202002L
template <class T> struct is_scoped_enum : false_type {
};
template <class T>
requires __is_enum(T) &&
    (!requires(T e, void f(int)) { f(e); }) struct is_scoped_enum<T> : true_type {
};
#endif

/* --- relations ------------------------------------------------------------------------------------ */

template <class Base, class Derived> struct is_base_of : __bool<__is_base_of(Base, Derived)> {
};

/* Nothing converts to what a function cannot take or return; void converts to void alone. */
template <class From, class To,
          bool = __or<is_void<From>, is_void<To>, is_function<To>, is_array<To>>::value>
struct __convertible {
    static void take(To) noexcept;
    template <class F> static auto can(int) -> decltype(take(declval<F>()), true_type());
    template <class F> static false_type can(...);
    template <class F> static auto can_nothrow(int) -> __bool<noexcept(take(declval<F>()))>;
    template <class F> static false_type can_nothrow(...);
    typedef decltype(can<From>(0)) type;
    typedef decltype(can_nothrow<From>(0)) nothrow;
};
template <class From, class To> struct __convertible<From, To, true> {
    typedef __bool<is_void<From>::value && is_void<To>::value> type, nothrow;
};
template <class From, class To> struct is_convertible : __convertible<From, To>::type {
};
#if __cplusplus > 201703L
template <class From, class To> struct is_nothrow_convertible : __convertible<From, To>::nothrow {
};
#endif

/* --- arrays ------------------------------------------------------------------------------------------ */

template <class T> struct rank : integral_constant<size_t, 0> {
};
template <class T> struct rank<T[]> : integral_constant<size_t, 1 + rank<T>::value> {
};
template <class T, size_t n> struct rank<T[n]> : integral_constant<size_t, 1 + rank<T>::value> {
};
template <class T, unsigned i = 0> struct extent : integral_constant<size_t, 0> {
};
template <class T, unsigned i> struct extent<T[], i> : extent<T, i - 1> {
};
template <class T> struct extent<T[], 0> : integral_constant<size_t, 0> {
};
template <class T, size_t n, unsigned i> struct extent<T[n], i> : extent<T, i - 1> {
};
template <class T, size_t n> struct extent<T[n], 0> : integral_constant<size_t, n> {
};
template <class T> struct remove_extent : __type<T> {
};
template <class T> struct remove_extent<T[]> : __type<T> {
};
template <class T, size_t n> struct remove_extent<T[n]> : __type<T> {
};
template <class T> struct remove_all_extents : __type<T> {
};
template <class T> struct remove_all_extents<T[]> : remove_all_extents<T> {
};
template <class T, size_t n> struct remove_all_extents<T[n]> : remove_all_extents<T> {
};
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {
};

/* --- how objects are made, assigned and destroyed --------------------------------------------------------- */

template <class T, class... A> struct is_constructible : __bool<__is_constructible(T, A...)> {
};
template <class T, class... A>
struct is_nothrow_constructible : __bool<__is_nothrow_constructible(T, A...)> {
};
template <class T, class... A>
struct is_trivially_constructible : __bool<__is_trivially_constructible(T, A...)> {
};
template <class T, class U> struct is_assignable : __bool<__is_assignable(T, U)> {
};
template <class T, class U> struct is_nothrow_assignable : __bool<__is_nothrow_assignable(T, U)> {
};
template <class T, class U>
struct is_trivially_assignable : __bool<__is_trivially_assignable(T, U)> {
};

/* NAME of the default, by copying or by moving, from the three traits above. */
#define NOCTURNE_MAKES_(how)                                                                 \
    template <class T> struct is_##how##default_constructible : is_##how##constructible<T> { \
    };                                                                                       \
    template <class T>                                                                       \
    struct is_##how##copy_constructible                                                      \
        : is_##how##constructible<T, typename add_lvalue_reference<const T>::type> {         \
    };                                                                                       \
    template <class T>                                                                       \
    struct is_##how##move_constructible                                                      \
        : is_##how##constructible<T, typename add_rvalue_reference<T>::type> {               \
    };                                                                                       \
    template <class T>                                                                       \
    struct is_##how##copy_assignable                                                         \
        : is_##how##assignable<typename add_lvalue_reference<T>::type,                       \
                               typename add_lvalue_reference<const T>::type> {               \
    };                                                                                       \
    template <class T>                                                                       \
    struct is_##how##move_assignable                                                         \
        : is_##how##assignable<typename add_lvalue_reference<T>::type,                       \
                               typename add_rvalue_reference<T>::type> {                     \
    }
NOCTURNE_MAKES_();
NOCTURNE_MAKES_(nothrow_);
NOCTURNE_MAKES_(trivially_);
#undef NOCTURNE_MAKES_

struct __destruction {
    template <class T, class = decltype(declval<T &>().~T())> static true_type can(int);
    template <class T> static false_type can(...);
    template <class T> static __bool<noexcept(declval<T &>().~T())> can_nothrow(int);
    template <class T> static false_type can_nothrow(...);
};
/* References can, void, functions and arrays without bound cannot. */
template <class T, class Test>
using __destructible =
    typename conditional<is_reference<T>::value, __type<true_type>,
                         typename conditional<is_void<T>::value || is_function<T>::value ||
                                                  (is_array<T>::value && extent<T>::value == 0),
                                              __type<false_type>, Test>::type>::type;
template <class T> struct __can_destroy {
    typedef decltype(__destruction::can<typename remove_all_extents<T>::type>(0)) type;
};
template <class T> struct __can_destroy_nothrow {
    typedef decltype(__destruction::can_nothrow<typename remove_all_extents<T>::type>(0)) type;
};
template <class T> struct is_destructible : __destructible<T, __can_destroy<T>>::type {
};
template <class T>
struct is_nothrow_destructible : __destructible<T, __can_destroy_nothrow<T>>::type {
};
template <class T>
struct is_trivially_destructible : __and<is_destructible<T>, __bool<__has_trivial_destructor(T)>> {
};
template <class T> struct has_virtual_destructor : __bool<__has_virtual_destructor(T)> {
};
} // namespace std

#endif
