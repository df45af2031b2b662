/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * <type_traits>, its ground: constants, conditions, qualifiers, references, and what kind a type is.
 * Names that begin with two underscores are for these headers alone.
 */
#ifndef NOCTURNE_TYPE_KINDS
#define NOCTURNE_TYPE_KINDS

#include <stddef.h>

namespace std
{
using ::ptrdiff_t;
using ::size_t;
typedef decltype(nullptr) nullptr_t;

template <class T, T v> struct integral_constant {
    static constexpr T value = v;
    typedef T value_type;
    typedef integral_constant type;
    constexpr operator T() const noexcept
    {
        return v;
    }
    constexpr T operator()() const noexcept
    {
        return v;
    }
};
template <class T, T v> constexpr T integral_constant<T, v>::value;

typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
#if __cplusplus >= 201703L
template <bool b> using bool_constant = integral_constant<bool, b>;
#endif

template <bool b> using __bool = integral_constant<bool, b>;
template <class T> struct __type {
    typedef T type;
};

template <bool b, class T, class F> struct conditional : __type<T> {
};
template <class T, class F> struct conditional<false, T, F> : __type<F> {
};
template <bool b, class T = void> struct enable_if {
};
template <class T> struct enable_if<true, T> : __type<T> {
};

template <class... T> struct __make_void : __type<void> {
};
template <class... T> using __void_t = typename __make_void<T...>::type;

/* --- logic ------------------------------------------------------------------------------ */

template <class...> struct __and : true_type {
};
template <class T> struct __and<T> : T {
};
template <class T, class... U>
struct __and<T, U...> : conditional<bool(T::value), __and<U...>, T>::type {
};
template <class...> struct __or : false_type {
};
template <class T> struct __or<T> : T {
};
template <class T, class... U>
struct __or<T, U...> : conditional<bool(T::value), T, __or<U...>>::type {
};
template <class T> struct __not : __bool<!bool(T::value)> {
};
#if __cplusplus >= 201703L
template <class... T> struct conjunction : __and<T...> {
};
template <class... T> struct disjunction : __or<T...> {
};
template <class T> struct negation : __not<T> {
};
#endif

/* --- qualifiers, references, pointers ------------------------------------------------------ */

template <class T> struct remove_const : __type<T> {
};
template <class T> struct remove_const<const T> : __type<T> {
};
template <class T> struct remove_volatile : __type<T> {
};
template <class T> struct remove_volatile<volatile T> : __type<T> {
};
template <class T> struct remove_cv : remove_const<typename remove_volatile<T>::type> {
};
template <class T> struct add_const : __type<const T> {
};
template <class T> struct add_volatile : __type<volatile T> {
};
template <class T> struct add_cv : __type<const volatile T> {
};
template <class T> struct remove_reference : __type<T> {
};
template <class T> struct remove_reference<T &> : __type<T> {
};
template <class T> struct remove_reference<T &&> : __type<T> {
};

/* void, and functions with qualifiers behind them, have no references. */
template <class T, class = void> struct __referenced {
    typedef T lvalue, rvalue;
    static constexpr bool value = false;
};
template <class T> struct __referenced<T, __void_t<T &>> {
    typedef T &lvalue;
    typedef T &&rvalue;
    static constexpr bool value = true;
};
template <class T> struct add_lvalue_reference : __type<typename __referenced<T>::lvalue> {
};
template <class T> struct add_rvalue_reference : __type<typename __referenced<T>::rvalue> {
};
template <class T> typename add_rvalue_reference<T>::type declval() noexcept;

template <class T> struct __unpointed : __type<T> {
};
template <class T> struct __unpointed<T *> : __type<T> {
};
template <class T>
struct remove_pointer
    : conditional<__is_same(typename __unpointed<typename remove_cv<T>::type>::type,
                            typename remove_cv<T>::type),
                  __type<T>, __unpointed<typename remove_cv<T>::type>>::type {
};
template <class T, class = void> struct add_pointer : __type<T> {
};
template <class T>
struct add_pointer<T, __void_t<typename remove_reference<T>::type *>>
    : __type<typename remove_reference<T>::type *> {
};

/* --- which kind of type ---------------------------------------------------------------------- */

template <class T, class U> struct is_same : __bool<__is_same(T, U)> {
};
template <class T, class... U> using __is_one_of = __or<is_same<T, U>...>;

template <class T> struct is_const : false_type {
};
template <class T> struct is_const<const T> : true_type {
};
template <class T> struct is_volatile : false_type {
};
template <class T> struct is_volatile<volatile T> : true_type {
};
template <class T> struct is_void : is_same<typename remove_cv<T>::type, void> {
};
template <class T> struct is_null_pointer : is_same<typename remove_cv<T>::type, nullptr_t> {
};
template <class T>
struct is_integral
    : __is_one_of<typename remove_cv<T>::type, bool, char, signed char, unsigned char, wchar_t,
#if __cpp_char8_t
                  char8_t,
#endif
#ifdef __SIZEOF_INT128__
#ifndef __STRICT_ANSI__
                  __int128, unsigned __int128,
#endif
#endif
                  char16_t, char32_t, short, unsigned short, int, unsigned, long, unsigned long,
                  long long, unsigned long long> {
};
template <class T>
struct is_floating_point : __is_one_of<typename remove_cv<T>::type, float, double, long double> {
};
template <class T> struct is_array : false_type {
};
template <class T> struct is_array<T[]> : true_type {
};
template <class T, size_t n> struct is_array<T[n]> : true_type {
};
template <class T> struct __is_pointer : false_type{};
template <class T> struct __is_pointer<T *> : true_type{};
template <class T> struct is_pointer : __is_pointer<typename remove_cv<T>::type> {
};
template <class T> struct is_lvalue_reference : false_type {
};
template <class T> struct is_lvalue_reference<T &> : true_type {
};
template <class T> struct is_rvalue_reference : false_type {
};
template <class T> struct is_rvalue_reference<T &&> : true_type {
};
template <class T> struct is_reference : __or<is_lvalue_reference<T>, is_rvalue_reference<T>> {
};
template <class T> struct is_enum : __bool<__is_enum(T)> {
};
template <class T> struct is_union : __bool<__is_union(T)> {
};
template <class T> struct is_class : __bool<__is_class(T)> {
};
/* Only functions and references do not become const. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-qualifiers"
template <class T> struct is_function : __and<__not<is_const<const T>>, __not<is_reference<T>>> {
};
#pragma GCC diagnostic pop
template <class T> struct __is_member : false_type {
    typedef void of;
};
template <class T, class C> struct __is_member<T C::*> : true_type {
    typedef T of;
};
template <class T>
struct is_member_pointer : __bool<__is_member<typename remove_cv<T>::type>::value> {
};
template <class T>
struct is_member_function_pointer
    : is_function<typename __is_member<typename remove_cv<T>::type>::of> {
};
template <class T>
struct is_member_object_pointer
    : __and<is_member_pointer<T>, __not<is_member_function_pointer<T>>> {
};

template <class T> struct is_arithmetic : __or<is_integral<T>, is_floating_point<T>> {
};
template <class T> struct is_fundamental : __or<is_arithmetic<T>, is_void<T>, is_null_pointer<T>> {
};
template <class T> struct is_compound : __not<is_fundamental<T>> {
};
template <class T>
struct is_scalar
    : __or<is_arithmetic<T>, is_enum<T>, is_pointer<T>, is_member_pointer<T>, is_null_pointer<T>> {
};
template <class T> struct is_object : __not<__or<is_function<T>, is_reference<T>, is_void<T>>> {
};
} // namespace std

#endif
