/* SPDX-License-Identifier: BSD-2-Clause */
/* <type_traits>: NAME_t for NAME<...>::type, and NAME_v for NAME<...>::value. */
#ifndef NOCTURNE_TYPE_SHORTHANDS
#define NOCTURNE_TYPE_SHORTHANDS

#include <nocturne/std/common_reference.h>

namespace std
{
#if __cplusplus >= 201402L
#define NOCTURNE_T_(name) template <class T> using name##_t = typename name<T>::type
NOCTURNE_T_(remove_const);
NOCTURNE_T_(remove_volatile);
NOCTURNE_T_(remove_cv);
NOCTURNE_T_(add_const);
NOCTURNE_T_(add_volatile);
NOCTURNE_T_(add_cv);
NOCTURNE_T_(remove_reference);
NOCTURNE_T_(add_lvalue_reference);
NOCTURNE_T_(add_rvalue_reference);
NOCTURNE_T_(make_signed);
NOCTURNE_T_(make_unsigned);
NOCTURNE_T_(remove_extent);
NOCTURNE_T_(remove_all_extents);
NOCTURNE_T_(remove_pointer);
NOCTURNE_T_(add_pointer);
NOCTURNE_T_(decay);
NOCTURNE_T_(underlying_type);
template <bool b, class T, class F> using conditional_t = typename conditional<b, T, F>::type;
template <bool b, class T = void> using enable_if_t = typename enable_if<b, T>::type;
template <class... T> using common_type_t = typename common_type<T...>::type;
template <size_t bytes, size_t alignment = alignof(__most_aligned)>
using aligned_storage_t = typename aligned_storage<bytes, alignment>::type;
template <size_t bytes, class... T>
using aligned_union_t = typename aligned_union<bytes, T...>::type;
#if __cplusplus <= 201703L
template <class T> using result_of_t = typename result_of<T>::type;
#endif
#if __cplusplus >= 201703L
template <class... T> using void_t = __void_t<T...>;
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
#endif
#if __cplusplus > 201703L
NOCTURNE_T_(remove_cvref);
NOCTURNE_T_(type_identity);
template <class... T> using common_reference_t = typename common_reference<T...>::type;
#endif
#undef NOCTURNE_T_
#endif

#if __cplusplus >= 201703L
#define NOCTURNE_V_(name) template <class T> inline constexpr bool name##_v = name<T>::value
#define NOCTURNE_V2_(name) \
    template <class T, class U> inline constexpr bool name##_v = name<T, U>::value
#define NOCTURNE_VN_(name) \
    template <class T, class... U> inline constexpr bool name##_v = name<T, U...>::value
#define NOCTURNE_VRN_(name) \
    template <class R, class T, class... U> inline constexpr bool name##_v = name<R, T, U...>::value
NOCTURNE_V_(is_void);
NOCTURNE_V_(is_null_pointer);
NOCTURNE_V_(is_integral);
NOCTURNE_V_(is_floating_point);
NOCTURNE_V_(is_array);
NOCTURNE_V_(is_pointer);
NOCTURNE_V_(is_lvalue_reference);
NOCTURNE_V_(is_rvalue_reference);
NOCTURNE_V_(is_member_object_pointer);
NOCTURNE_V_(is_member_function_pointer);
NOCTURNE_V_(is_enum);
NOCTURNE_V_(is_union);
NOCTURNE_V_(is_class);
NOCTURNE_V_(is_function);
NOCTURNE_V_(is_reference);
NOCTURNE_V_(is_arithmetic);
NOCTURNE_V_(is_fundamental);
NOCTURNE_V_(is_object);
NOCTURNE_V_(is_scalar);
NOCTURNE_V_(is_compound);
NOCTURNE_V_(is_member_pointer);
NOCTURNE_V_(is_const);
NOCTURNE_V_(is_volatile);
NOCTURNE_V_(is_trivial);
NOCTURNE_V_(is_trivially_copyable);
NOCTURNE_V_(is_standard_layout);
NOCTURNE_V_(is_pod);
NOCTURNE_V_(is_empty);
NOCTURNE_V_(is_polymorphic);
NOCTURNE_V_(is_abstract);
NOCTURNE_V_(is_final);
NOCTURNE_V_(is_aggregate);
NOCTURNE_V_(is_signed);
NOCTURNE_V_(is_unsigned);
NOCTURNE_V_(is_default_constructible);
NOCTURNE_V_(is_copy_constructible);
NOCTURNE_V_(is_move_constructible);
NOCTURNE_V_(is_copy_assignable);
NOCTURNE_V_(is_move_assignable);
NOCTURNE_V_(is_destructible);
NOCTURNE_V_(is_trivially_default_constructible);
NOCTURNE_V_(is_trivially_copy_constructible);
NOCTURNE_V_(is_trivially_move_constructible);
NOCTURNE_V_(is_trivially_copy_assignable);
NOCTURNE_V_(is_trivially_move_assignable);
NOCTURNE_V_(is_trivially_destructible);
NOCTURNE_V_(is_nothrow_default_constructible);
NOCTURNE_V_(is_nothrow_copy_constructible);
NOCTURNE_V_(is_nothrow_move_constructible);
NOCTURNE_V_(is_nothrow_copy_assignable);
NOCTURNE_V_(is_nothrow_move_assignable);
NOCTURNE_V_(is_nothrow_destructible);
NOCTURNE_V_(has_virtual_destructor);
NOCTURNE_V_(has_unique_object_representations);
NOCTURNE_V_(is_swappable);
NOCTURNE_V_(is_nothrow_swappable);
NOCTURNE_V2_(is_same);
NOCTURNE_V2_(is_base_of);
NOCTURNE_V2_(is_convertible);
NOCTURNE_V2_(is_assignable);
NOCTURNE_V2_(is_nothrow_assignable);
NOCTURNE_V2_(is_trivially_assignable);
NOCTURNE_V2_(is_swappable_with);
NOCTURNE_V2_(is_nothrow_swappable_with);
NOCTURNE_VN_(is_constructible);
NOCTURNE_VN_(is_nothrow_constructible);
NOCTURNE_VN_(is_trivially_constructible);
NOCTURNE_VN_(is_invocable);
NOCTURNE_VN_(is_nothrow_invocable);
NOCTURNE_VRN_(is_invocable_r);
NOCTURNE_VRN_(is_nothrow_invocable_r);
template <class T> inline constexpr size_t alignment_of_v = alignment_of<T>::value;
template <class T> inline constexpr size_t rank_v = rank<T>::value;
template <class T, unsigned i = 0> inline constexpr size_t extent_v = extent<T, i>::value;
template <class... T> inline constexpr bool conjunction_v = conjunction<T...>::value;
template <class... T> inline constexpr bool disjunction_v = disjunction<T...>::value;
template <class T> inline constexpr bool negation_v = negation<T>::value;
#if __cplusplus == 201703L
NOCTURNE_V_(is_literal_type);
#endif
#if __cplusplus > 201703L
NOCTURNE_V_(is_bounded_array);
NOCTURNE_V_(is_unbounded_array);
NOCTURNE_V2_(is_nothrow_convertible);
#endif
#if __cplusplus > 202002L
NOCTURNE_V_(is_scoped_enum);
#endif
#undef NOCTURNE_V_
#undef NOCTURNE_V2_
#undef NOCTURNE_VN_
#undef NOCTURNE_VRN_
#endif
} // namespace std

#endif
