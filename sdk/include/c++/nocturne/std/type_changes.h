/* SPDX-License-Identifier: BSD-2-Clause */
/* <type_traits>: types made of types, and what a call returns. */
#ifndef NOCTURNE_TYPE_CHANGES
#define NOCTURNE_TYPE_CHANGES

#include <nocturne/std/move.h>

namespace std
{
template <class T>
struct __decayed : conditional<is_function<T>::value, add_pointer<T>, remove_cv<T>>::type {
};
template <class T> struct __decayed<T[]> : __type<T *> {
};
template <class T, size_t n> struct __decayed<T[n]> : __type<T *> {
};
template <class T> struct decay : __decayed<typename remove_reference<T>::type> {
};

template <class T, bool = is_enum<T>::value> struct __underlying {
};
template <class T> struct __underlying<T, true> : __type<__underlying_type(T)> {
};
template <class T> struct underlying_type : __underlying<T> {
};

template <class T> struct __without_cvref : remove_cv<typename remove_reference<T>::type> {
};
#if __cplusplus > 201703L
template <class T> struct remove_cvref : __without_cvref<T> {
};
template <class T> struct type_identity : __type<T> {
};
constexpr bool is_constant_evaluated() noexcept
{
    return __builtin_is_constant_evaluated();
}
#endif

/* To with the const and volatile of From. */
template <class From, class To> struct __with_cv_of : __type<To> {
};
template <class From, class To> struct __with_cv_of<const From, To> : __type<const To> {
};
template <class From, class To> struct __with_cv_of<volatile From, To> : __type<volatile To> {
};
template <class From, class To>
struct __with_cv_of<const volatile From, To> : __type<const volatile To> {
};

/* --- signs ------------------------------------------------------------------------------ */

template <class T> struct __signs {
};
#define NOCTURNE_SIGNS_(T, as_signed, as_unsigned) \
    template <> struct __signs<T> {                \
        typedef as_signed with;                    \
        typedef as_unsigned without;               \
    }
NOCTURNE_SIGNS_(char, signed char, unsigned char);
NOCTURNE_SIGNS_(signed char, signed char, unsigned char);
NOCTURNE_SIGNS_(unsigned char, signed char, unsigned char);
NOCTURNE_SIGNS_(short, short, unsigned short);
NOCTURNE_SIGNS_(unsigned short, short, unsigned short);
NOCTURNE_SIGNS_(int, int, unsigned);
NOCTURNE_SIGNS_(unsigned, int, unsigned);
NOCTURNE_SIGNS_(long, long, unsigned long);
NOCTURNE_SIGNS_(unsigned long, long, unsigned long);
NOCTURNE_SIGNS_(long long, long long, unsigned long long);
NOCTURNE_SIGNS_(unsigned long long, long long, unsigned long long);
#undef NOCTURNE_SIGNS_

/* Enumerations and the other characters: the integer of lowest rank that is as large. */
template <class T>
struct __integer_of
    : conditional<
          sizeof(T) == sizeof(char), __signs<char>,
          typename conditional<sizeof(T) == sizeof(short), __signs<short>,
                               typename conditional<sizeof(T) == sizeof(int), __signs<int>,
                                                    __signs<long long>>::type>::type>::type {
};
#define NOCTURNE_SIGNS_(T)                            \
    template <> struct __signs<T> : __integer_of<T> { \
    }
NOCTURNE_SIGNS_(wchar_t);
NOCTURNE_SIGNS_(char16_t);
NOCTURNE_SIGNS_(char32_t);
#if __cpp_char8_t
NOCTURNE_SIGNS_(char8_t);
#endif
#undef NOCTURNE_SIGNS_

template <class T>
using __signs_of =
    typename conditional<is_enum<T>::value, __integer_of<typename remove_cv<T>::type>,
                         __signs<typename remove_cv<T>::type>>::type;
template <class T> struct make_signed : __with_cv_of<T, typename __signs_of<T>::with> {
};
template <class T> struct make_unsigned : __with_cv_of<T, typename __signs_of<T>::without> {
};

/* --- memory ----------------------------------------------------------------------------- */

struct __most_aligned {
} __attribute__((aligned));

template <size_t bytes, size_t alignment = alignof(__most_aligned)> struct aligned_storage {
    union type {
        unsigned char data[bytes];
        struct {
            alignas(alignment) unsigned char first;
        } aligned;
    };
};

template <size_t... n> struct __largest : integral_constant<size_t, 0> {
};
template <size_t n, size_t... more>
struct __largest<n, more...>
    : integral_constant<size_t, (n > __largest<more...>::value ? n : __largest<more...>::value)> {
};
template <size_t bytes, class... T> struct aligned_union {
    static constexpr size_t alignment_value = __largest<alignof(T)...>::value;
    typedef
        typename aligned_storage<__largest<bytes, sizeof(T)...>::value, alignment_value>::type type;
};
template <size_t bytes, class... T> constexpr size_t aligned_union<bytes, T...>::alignment_value;

/* --- the type that several types have in common ------------------------------------------------- */

template <class T, class U> using __either = decltype(false ? declval<T>() : declval<U>());
template <class T, class U, class = void> struct __common_of_values {
};
#if __cplusplus > 201703L
template <class T, class U>
requires requires
{
    typename __either<const T &, const U &>;
}
struct __common_of_values<T, U, void> : __without_cvref<__either<const T &, const U &>> {
};
#endif
template <class T, class U, class = void> struct __common : __common_of_values<T, U> {
};
template <class T, class U>
struct __common<T, U, __void_t<__either<T, U>>> : decay<__either<T, U>> {
};

template <class... T> struct common_type {
};
template <class T> struct common_type<T> : common_type<T, T> {
};
/* A program may say what two types of its own have in common, without qualifiers. */
template <class T, class U>
struct common_type<T, U>
    : conditional<
          is_same<T, typename decay<T>::type>::value && is_same<U, typename decay<U>::type>::value,
          __common<T, U>, common_type<typename decay<T>::type, typename decay<U>::type>>::type {
};
template <class, class... T> struct __common_of_all {
};
template <class T, class U, class... V>
struct __common_of_all<__void_t<typename common_type<T, U>::type>, T, U, V...>
    : common_type<typename common_type<T, U>::type, V...> {
};
template <class T, class U, class V, class... W>
struct common_type<T, U, V, W...> : __common_of_all<void, T, U, V, W...> {
};

/* --- calls -------------------------------------------------------------------------------- */

/* INVOKE of [func.require]: only the types of these are asked for. */
template <class F, class... A>
auto __invoke(F &&f, A &&...a) noexcept(noexcept(declval<F>()(declval<A>()...)))
    -> decltype(declval<F>()(declval<A>()...));

template <class C, class O> using __is_of = is_base_of<C, typename __without_cvref<O>::type>;

#define NOCTURNE_INVOKES_(of_class, object)                                                        \
    template <                                                                                     \
        class T, class C, class O, class... A,                                                     \
        class = typename enable_if<of_class __is_of<C, O>::value && is_function<T>::value>::type,  \
        class = __bool<of_class true>>                                                             \
    auto __invoke(T C::*m, O &&, A &&...) noexcept(noexcept((object.*m)(declval<A>()...)))         \
        ->decltype((object.*m)(declval<A>()...));                                                  \
    template <                                                                                     \
        class T, class C, class O,                                                                 \
        class = typename enable_if<of_class __is_of<C, O>::value && !is_function<T>::value>::type, \
        class = __bool<of_class true>, int = 0>                                                    \
    auto __invoke(T C::*m, O &&) noexcept(noexcept(object.*m))->decltype(object.*m)
NOCTURNE_INVOKES_(, declval<O>());
NOCTURNE_INVOKES_(!, (*declval<O>()));
#undef NOCTURNE_INVOKES_

template <class, class F, class... A> struct __invocation {
    typedef false_type can, can_nothrow;
    template <class> using converts = false_type;
    template <class> using converts_nothrow = false_type;
};
template <class F, class... A>
struct __invocation<__void_t<decltype(__invoke(declval<F>(), declval<A>()...))>, F, A...> {
    typedef decltype(__invoke(declval<F>(), declval<A>()...)) type;
    typedef true_type can;
    typedef __bool<noexcept(__invoke(declval<F>(), declval<A>()...))> can_nothrow;
    template <class R> using converts = __or<is_void<R>, is_convertible<type, R>>;
    template <class R>
    using converts_nothrow =
        __and<can_nothrow, __or<is_void<R>, typename __convertible<type, R>::nothrow>>;
};

#if __cplusplus <= 201703L
template <class> struct result_of;
template <class F, class... A> struct result_of<F(A...)> : __invocation<void, F, A...> {
};
#endif
#if __cplusplus >= 201703L
template <class F, class... A> struct invoke_result : __invocation<void, F, A...> {
};
template <class F, class... A> struct is_invocable : __invocation<void, F, A...>::can {
};
template <class F, class... A>
struct is_nothrow_invocable : __invocation<void, F, A...>::can_nothrow {
};
template <class R, class F, class... A>
struct is_invocable_r : __invocation<void, F, A...>::template converts<R> {
};
template <class R, class F, class... A>
struct is_nothrow_invocable_r : __invocation<void, F, A...>::template converts_nothrow<R> {
};
#endif
} // namespace std

#endif
