/* SPDX-License-Identifier: BSD-2-Clause */
/* <type_traits>: common_reference of C++20, as [meta.trans.other] builds it step by step. */
#ifndef NOCTURNE_COMMON_REFERENCE
#define NOCTURNE_COMMON_REFERENCE

#include <nocturne/std/type_changes.h>

#if __cplusplus > 201703L
namespace std
{
template <class T, class U, template <class> class QualifiersOfT,
          template <class> class QualifiersOfU>
struct basic_common_reference {
};

/* From's qualifiers and references put on a type. */
template <class From> struct __as {
    template <class T> using on = typename __with_cv_of<From, T>::type;
};
template <class From> struct __as<From &> {
    template <class T> using on = typename __with_cv_of<From, T>::type &;
};
template <class From> struct __as<From &&> {
    template <class T> using on = typename __with_cv_of<From, T>::type &&;
};

template <class T, class U>
using __result = decltype(false ? declval<T (&)()>()() : declval<U (&)()>()());

/* Two references: to an object with the qualifiers of both. */
template <class T, class U> struct __common_of_references {
};
template <class T, class U>
using __common_lvalue =
    __result<typename __with_cv_of<U, T>::type &, typename __with_cv_of<T, U>::type &>;
template <class T, class U>
requires is_reference<__common_lvalue<T, U>>::value struct __common_of_references<T &, U &>
    : __type<__common_lvalue<T, U>> {
};
template <class T, class U>
using __common_rvalue =
    typename remove_reference<typename __common_of_references<T &, U &>::type>::type &&;
template <class T, class U>
requires is_convertible<T &&, __common_rvalue<T, U>>::value &&
    is_convertible<U &&, __common_rvalue<T, U>>::value struct __common_of_references<T &&, U &&>
    : __type<__common_rvalue<T, U>> {
};
template <class T, class U>
using __common_const = typename __common_of_references<const T &, U &>::type;
template <class T, class U>
requires is_convertible<T &&, __common_const<T, U>>::value struct __common_of_references<T &&, U &>
    : __type<__common_const<T, U>> {
};
template <class T, class U>
struct __common_of_references<T &, U &&> : __common_of_references<U &&, T &> {
};

template <class T, class U>
using __basic_common =
    typename basic_common_reference<typename __without_cvref<T>::type,
                                    typename __without_cvref<U>::type, __as<T>::template on,
                                    __as<U>::template on>::type;

template <class T, class U> struct __common_reference : common_type<T, U> {
};
template <class T, class U>
requires requires
{
    typename __result<T, U>;
}
struct __common_reference<T, U> : __type<__result<T, U>> {
};
template <class T, class U> struct __common_reference_2 : __common_reference<T, U> {
};
template <class T, class U>
requires requires
{
    typename __basic_common<T, U>;
}
struct __common_reference_2<T, U> : __type<__basic_common<T, U>> {
};
template <class T, class U> struct __common_reference_1 : __common_reference_2<T, U> {
};
template <class T, class U>
requires requires
{
    typename __common_of_references<T, U>::type;
}
struct __common_reference_1<T, U> : __common_of_references<T, U> {
};

template <class... T> struct common_reference {
};
template <class T> struct common_reference<T> : __type<T> {
};
template <class T, class U> struct common_reference<T, U> : __common_reference_1<T, U> {
};
template <class T, class U, class V, class... W>
requires requires
{
    typename common_reference<T, U>::type;
}
struct common_reference<T, U, V, W...>
    : common_reference<typename common_reference<T, U>::type, V, W...> {
};
} // namespace std
#endif

#endif
