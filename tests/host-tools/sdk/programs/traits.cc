/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the headers of C++ say of types. The host's compiler with its own library must agree with
 * every line, and so must ours for the cores; most lines are decided while they compile.
 */
#include <cstddef>
#include <type_traits>
#include <utility>

#include "check.h"

struct Empty {
};
struct Plain {
    int a;
    char b;
};
struct Base {
    virtual ~Base() {}
};
struct Derived final : Base {
};
struct Abstract {
    virtual void f() = 0;
};
union Union {
    int i;
    float f;
};
enum Old { OLD };
enum class Small : unsigned char { ONE };
struct NoCopy {
    NoCopy(NoCopy &&) {}
    NoCopy(const NoCopy &) = delete;
    NoCopy &operator=(NoCopy &&) noexcept;
};
struct NoDefault {
    explicit NoDefault(int) noexcept;
};
struct NoEnd {
    ~NoEnd() = delete;
};
struct Throws {
    ~Throws() noexcept(false) {}
    void swap(Throws &);
};
struct FromInt {
    FromInt(int) noexcept;
    operator double() const;
};
struct HasSwap {
    HasSwap(HasSwap &&) = delete;
    friend void swap(HasSwap &, HasSwap &) noexcept {}
};
struct Callable {
    int operator()(int) noexcept;
    char operator()(double, int) const;
    int member;
    int method(char) const &;
    int quiet() noexcept;
};
struct Metres {
    double x;
};
struct Feet {
    double x;
};
namespace std
{
template <> struct common_type<Metres, Feet> {
    typedef Metres type;
};
template <> struct common_type<Feet, Metres> {
    typedef Metres type;
};
}

#define IS(...)          static_assert(__VA_ARGS__, "")
#define SAME(a, ...)     static_assert(std::is_same<a, __VA_ARGS__>::value, "")

using std::size_t;
typedef int Function(int);
typedef int (*Pointer)(int);

/* --- kinds --------------------------------------------------------------------------- */

IS(std::is_void<const void>::value && !std::is_void<int>::value);
IS(std::is_null_pointer<std::nullptr_t>::value && std::is_null_pointer<const std::nullptr_t>::value);
IS(std::is_integral<bool>::value && std::is_integral<const char16_t>::value);
IS(std::is_integral<unsigned long long>::value && !std::is_integral<float>::value);
IS(!std::is_integral<Old>::value && !std::is_integral<int &>::value && !std::is_integral<int *>::value);
IS(std::is_floating_point<volatile long double>::value && !std::is_floating_point<int>::value);
IS(std::is_array<int[]>::value && std::is_array<const int[2][3]>::value && !std::is_array<int *>::value);
IS(std::is_pointer<int *const>::value && std::is_pointer<Pointer>::value);
IS(!std::is_pointer<int *&>::value && !std::is_pointer<std::nullptr_t>::value);
IS(!std::is_pointer<int Plain::*>::value && !std::is_pointer<int[3]>::value);
IS(std::is_lvalue_reference<int &>::value && !std::is_lvalue_reference<int &&>::value);
IS(std::is_rvalue_reference<int &&>::value && !std::is_rvalue_reference<int>::value);
IS(std::is_function<Function>::value && std::is_function<int() const &>::value);
IS(std::is_function<void(...) noexcept>::value && !std::is_function<Pointer>::value);
IS(!std::is_function<Function &>::value && !std::is_function<void>::value && !std::is_function<int[]>::value);
IS(std::is_member_pointer<int Plain::*const>::value && std::is_member_pointer<int (Plain::*)() const>::value);
IS(std::is_member_object_pointer<int Plain::*>::value && !std::is_member_object_pointer<int (Plain::*)()>::value);
IS(std::is_member_function_pointer<int (Plain::*)() const &>::value);
IS(!std::is_member_function_pointer<int Plain::*>::value && !std::is_member_function_pointer<int>::value);
IS(std::is_enum<Old>::value && std::is_enum<const Small>::value && !std::is_enum<int>::value);
IS(std::is_union<Union>::value && std::is_class<Plain>::value && !std::is_class<Union>::value);
IS(std::is_arithmetic<char>::value && std::is_fundamental<void>::value && !std::is_fundamental<Old>::value);
IS(std::is_compound<int *>::value && std::is_compound<Function>::value && !std::is_compound<int>::value);
IS(std::is_scalar<std::nullptr_t>::value && std::is_scalar<Small>::value && !std::is_scalar<Plain>::value);
IS(std::is_object<Plain>::value && std::is_object<int[2]>::value && !std::is_object<int &>::value);
IS(!std::is_object<void>::value && !std::is_object<Function>::value);
IS(std::is_const<const int>::value && !std::is_const<const int *>::value && !std::is_const<const int &>::value);
IS(std::is_volatile<const volatile int>::value && std::is_const<const int[3]>::value);
IS(std::is_signed<int>::value && std::is_signed<double>::value && !std::is_signed<Old>::value);
IS(std::is_unsigned<bool>::value && std::is_unsigned<char32_t>::value && !std::is_unsigned<void>::value);
IS(std::is_signed<char>::value != std::is_unsigned<char>::value && !std::is_unsigned<unsigned *>::value);

/* --- properties ------------------------------------------------------------------------ */

IS(std::is_trivial<Plain>::value && !std::is_trivial<Base>::value);
IS(std::is_trivially_copyable<Plain>::value && !std::is_trivially_copyable<NoCopy>::value);
IS(std::is_standard_layout<Plain>::value && !std::is_standard_layout<Derived>::value);
IS(std::is_empty<Empty>::value && !std::is_empty<Plain>::value && !std::is_empty<int>::value);
IS(std::is_polymorphic<Derived>::value && std::is_abstract<Abstract>::value && !std::is_abstract<Base>::value);
IS(std::has_virtual_destructor<Derived>::value && !std::has_virtual_destructor<Abstract>::value);
IS(std::is_base_of<Base, Derived>::value && std::is_base_of<Base, const Base>::value);
IS(!std::is_base_of<Derived, Base>::value && !std::is_base_of<int, int>::value);
IS(std::alignment_of<double>::value == alignof(double));
IS(std::rank<int[][2][3]>::value == 3 && std::rank<int>::value == 0);
IS(std::extent<int[4][2]>::value == 4 && std::extent<int[4][2], 1>::value == 2);
IS(std::extent<int[], 0>::value == 0 && std::extent<int[4], 1>::value == 0 && std::extent<int[][7], 1>::value == 7);

IS(std::is_convertible<int, double>::value && std::is_convertible<Derived *, Base *>::value);
IS(!std::is_convertible<Base *, Derived *>::value && !std::is_convertible<int, NoDefault>::value);
IS(std::is_convertible<void, void>::value && !std::is_convertible<void, int>::value && !std::is_convertible<int, void>::value);
IS(!std::is_convertible<int[3], int[3]>::value && std::is_convertible<int[3], int *>::value);
IS(std::is_convertible<Function, Pointer>::value && !std::is_convertible<Function, Function>::value);
IS(std::is_convertible<const int, int>::value && !std::is_convertible<const int &, int &>::value);
IS(std::is_convertible<int, FromInt>::value && std::is_convertible<FromInt, float>::value);

IS(std::is_constructible<NoDefault, int>::value && !std::is_constructible<NoDefault>::value);
IS(std::is_nothrow_constructible<NoDefault, int>::value && !std::is_constructible<Plain, Empty>::value);
IS(std::is_default_constructible<Plain>::value && !std::is_default_constructible<NoDefault>::value);
IS(!std::is_default_constructible<int &>::value && !std::is_default_constructible<void>::value);
IS(!std::is_copy_constructible<NoCopy>::value && std::is_move_constructible<NoCopy>::value);
IS(!std::is_nothrow_move_constructible<NoCopy>::value && !std::is_copy_constructible<void>::value);
IS(std::is_copy_constructible<int &>::value && !std::is_copy_constructible<int[2]>::value);
IS(!std::is_copy_assignable<NoCopy>::value && std::is_nothrow_move_assignable<NoCopy>::value);
IS(std::is_assignable<int &, double>::value && !std::is_assignable<int, int>::value);
IS(!std::is_assignable<const int &, int>::value && !std::is_copy_assignable<const int>::value);
IS(std::is_trivially_copy_constructible<Plain>::value && !std::is_trivially_move_constructible<NoCopy>::value);
IS(std::is_trivially_default_constructible<Plain>::value && !std::is_trivially_default_constructible<Base>::value);
IS(std::is_trivially_copy_assignable<Plain>::value && std::is_nothrow_copy_assignable<Plain>::value);
IS(std::is_trivially_constructible<int, double>::value && std::is_trivially_assignable<int &, char>::value);
IS(std::is_destructible<Plain>::value && !std::is_destructible<NoEnd>::value && !std::is_destructible<NoEnd[2]>::value);
IS(std::is_destructible<int &>::value && !std::is_destructible<void>::value && !std::is_destructible<int[]>::value);
IS(!std::is_destructible<Function>::value && std::is_destructible<Plain[2]>::value);
IS(std::is_destructible<Throws>::value && !std::is_nothrow_destructible<Throws>::value);
IS(std::is_nothrow_destructible<Base[3]>::value && !std::is_trivially_destructible<Base>::value);
IS(std::is_trivially_destructible<Plain>::value && !std::is_trivially_destructible<NoEnd>::value);

/* --- types made of types ---------------------------------------------------------------------- */

SAME(std::remove_cv<const volatile int>::type, int);
SAME(std::remove_cv<const int *>::type, const int *);
SAME(std::remove_const<const volatile int>::type, volatile int);
SAME(std::add_cv<int>::type, const volatile int);
SAME(std::add_const<int &>::type, int &);
SAME(std::remove_reference<int &&>::type, int);
SAME(std::add_lvalue_reference<int &&>::type, int &);
SAME(std::add_lvalue_reference<void>::type, void);
SAME(std::add_lvalue_reference<int() const>::type, int() const);
SAME(std::add_rvalue_reference<int &>::type, int &);
SAME(std::add_rvalue_reference<int>::type, int &&);
SAME(std::remove_pointer<int *const>::type, int);
SAME(std::remove_pointer<int **>::type, int *);
SAME(std::remove_pointer<const int>::type, const int);
SAME(std::add_pointer<int &>::type, int *);
SAME(std::add_pointer<void>::type, void *);
SAME(std::add_pointer<Function>::type, Pointer);
SAME(std::add_pointer<int() const>::type, int() const);
SAME(std::remove_extent<int[3][4]>::type, int[4]);
SAME(std::remove_all_extents<const int[][4]>::type, const int);
SAME(std::decay<const int &>::type, int);
SAME(std::decay<const int[3]>::type, const int *);
SAME(std::decay<int (&)[]>::type, int *);
SAME(std::decay<Function &>::type, Pointer);
SAME(std::decay<int() const>::type, int() const);
SAME(std::underlying_type<Small>::type, unsigned char);
SAME(std::make_unsigned<int>::type, unsigned);
SAME(std::make_unsigned<const char>::type, const unsigned char);
SAME(std::make_signed<volatile unsigned long>::type, volatile long);
SAME(std::make_signed<Small>::type, signed char);
SAME(std::make_unsigned<long long>::type, unsigned long long);
SAME(std::make_signed<char16_t>::type, short);
IS(sizeof(std::make_unsigned<wchar_t>::type) == sizeof(wchar_t));
IS(std::is_unsigned<std::make_unsigned<char32_t>::type>::value);
SAME(std::conditional<true, int, char>::type, int);
SAME(std::conditional<false, int, char>::type, char);
SAME(std::enable_if<true>::type, void);
SAME(std::common_type<int>::type, int);
SAME(std::common_type<const int &>::type, int);
SAME(std::common_type<int, double, float>::type, double);
SAME(std::common_type<char, short>::type, int);
SAME(std::common_type<Derived *, const Base *>::type, const Base *);
SAME(std::common_type<const Metres, Feet &>::type, Metres);
SAME(std::common_type<void, const void>::type, void);
SAME(std::common_type<int[3], std::nullptr_t>::type, int *);
IS(sizeof(std::aligned_storage<7, 4>::type) == 8 && alignof(std::aligned_storage<7, 4>::type) == 4);
IS(alignof(std::aligned_storage<1>::type) >= alignof(long double));
IS(sizeof(std::aligned_union<1, char[5], int>::type) == 8 && std::aligned_union<1, short, char>::alignment_value == 2);
IS(std::true_type() && !std::integral_constant<int, 0>() && std::is_same<std::true_type::value_type, bool>::value);

/* Whether the trait has a type at all. */
template <class...> using Void = void;
template <class T, class U, class = void> struct HasCommon : std::false_type {
};
template <class T, class U>
struct HasCommon<T, U, Void<typename std::common_type<T, U>::type>> : std::true_type {
};
IS(HasCommon<int, char>::value && !HasCommon<int, int *>::value && !HasCommon<Plain, Empty>::value);
template <class T, class = void> struct HasUnderlying : std::false_type {
};
template <class T>
struct HasUnderlying<T, Void<typename std::underlying_type<T>::type>> : std::true_type {
};
IS(HasUnderlying<Old>::value && !HasUnderlying<int>::value);

/* --- later than C++11 ----------------------------------------------------------------------------- */

#if __cplusplus >= 201402L
SAME(std::remove_cv_t<const int>, int);
SAME(std::common_type_t<int, long long>, long long);
IS(std::is_final<Derived>::value && !std::is_final<Base>::value);
SAME(std::make_index_sequence<3>, std::index_sequence<0, 1, 2>);
SAME(std::make_integer_sequence<char, 0>, std::integer_sequence<char>);
SAME(std::index_sequence_for<int, char>, std::index_sequence<0, 1>);
#endif

#if __cplusplus >= 201703L
IS(std::is_same_v<std::void_t<int, char>, void> && std::is_aggregate_v<Plain> && !std::is_aggregate_v<Base>);
IS(std::has_unique_object_representations_v<int> && !std::has_unique_object_representations_v<Plain>);
IS(!std::has_unique_object_representations_v<float>);
IS(std::conjunction_v<> && !std::disjunction_v<> && std::negation_v<std::false_type>);
IS(std::is_swappable_v<int> && std::is_swappable_v<HasSwap> && std::is_nothrow_swappable_v<HasSwap>);
IS(std::is_swappable_v<HasSwap[2]> && !std::is_swappable_v<void> && !std::is_swappable_v<const int>);
IS(std::is_swappable_v<NoCopy> && !std::is_nothrow_swappable_v<NoCopy>);
IS(std::is_swappable_with_v<int &, int &> && !std::is_swappable_with_v<int, int>);
IS(!std::is_swappable_with_v<int &, char &>);

IS(std::is_invocable_v<Callable &, int> && std::is_nothrow_invocable_v<Callable, int>);
IS(!std::is_nothrow_invocable_v<const Callable, double, int> && !std::is_invocable_v<const Callable &, int>);
IS(!std::is_invocable_v<Callable> && !std::is_invocable_v<int> && std::is_invocable_v<Function &, char>);
IS(std::is_invocable_r_v<void, Callable, int> && std::is_invocable_r_v<double, Callable, int>);
IS(!std::is_invocable_r_v<int *, Callable, int> && std::is_nothrow_invocable_r_v<FromInt, Callable, int>);
SAME(std::invoke_result_t<const Callable, double, int>, char);
SAME(std::invoke_result_t<Pointer, int>, int);
SAME(std::invoke_result_t<int Callable::*, Callable &>, int &);
SAME(std::invoke_result_t<int Callable::*, const Callable *>, const int &);
SAME(std::invoke_result_t<int Callable::*, Callable>, int &&);
SAME(std::invoke_result_t<int (Callable::*)(char) const &, Callable &, int>, int);
IS(std::is_invocable_v<int (Callable::*)(char) const &, const Callable *, char>);
IS(!std::is_invocable_v<int (Callable::*)(char) const &, Plain &, char>);
IS(!std::is_invocable_v<int (Callable::*)() noexcept, const Callable &>);
IS(std::is_nothrow_invocable_v<int (Callable::*)() noexcept, Callable &>);
IS(!std::is_invocable_v<int Callable::*, Callable &, int>);
IS(std::tuple_size_v<std::pair<int, char>> == 2);
#endif

#if __cplusplus > 201703L
SAME(std::remove_cvref_t<const int &>, int);
SAME(std::type_identity_t<int[]>, int[]);
IS(std::is_bounded_array_v<int[2]> && !std::is_bounded_array_v<int[]> && std::is_unbounded_array_v<int[]>);
IS(std::is_nothrow_convertible_v<int, FromInt> && !std::is_nothrow_convertible_v<FromInt, double>);
IS(std::is_nothrow_convertible_v<void, void> && !std::is_nothrow_convertible_v<int, int[2]>);
SAME(std::common_reference_t<int &, const int &>, const int &);
SAME(std::common_reference_t<int &&, int &&>, int &&);
SAME(std::common_reference_t<int &, int &&>, const int &);
SAME(std::common_reference_t<int &, const volatile int &>, const volatile int &);
SAME(std::common_reference_t<int, int &>, int);
SAME(std::common_reference_t<int &, double &>, double);
SAME(std::common_reference_t<Derived &, Base &>, Base &);
SAME(std::common_reference_t<const Derived &&, Base &&>, const Base &&);
SAME(std::common_reference_t<Metres &, const Feet &>, Metres);
SAME(std::common_reference_t<int &, int &, double>, double);
SAME(std::common_reference_t<void>, void);
#endif

template <class A, class B> static std::pair<A, B> swapped(std::pair<B, A> p)
{
    return std::pair<A, B>(p.second, p.first);
}

struct Counts {
    int copies, moves;
    Counts() : copies(0), moves(0) {}
    Counts(const Counts &c) : copies(c.copies + 1), moves(c.moves) {}
    Counts(Counts &&c) noexcept : copies(c.copies), moves(c.moves + 1) {}
    Counts &operator=(const Counts &c)
    {
        copies = c.copies + 1;
        moves = c.moves;
        return *this;
    }
    Counts &operator=(Counts &&c) noexcept
    {
        copies = c.copies;
        moves = c.moves + 1;
        return *this;
    }
    Counts *operator&()
    {
        return nullptr;
    }
};

static void check_moves()
{
    Counts a, b;
    Counts c(std::move(a)), d(std::move_if_noexcept(c)), e(std::forward<Counts &>(d)),
        f(std::forward<Counts>(e));
    CHECK(c.moves == 1 && d.moves == 2 && d.copies == 0 && e.copies == 1 && f.moves == 3);
    std::swap(a, b);
    CHECK(a.copies == 0 && a.moves == 1 && b.moves == 2);
    CHECK(std::addressof(a) != nullptr);
    int x[2] = {1, 2}, y[2] = {3, 4};
    std::swap(x, y);
    CHECK(x[0] == 3 && x[1] == 4 && y[1] == 2);
}

static void check_pairs()
{
    std::pair<int, double> p(1, 2.5), q = std::make_pair(1, 2.0);
    CHECK(p.first == 1 && q < p && p > q && p >= q && q <= p && p != q && !(p == q));
    std::pair<double, int> r = swapped<double, int>(p);
    CHECK(r.first == 2.5 && std::get<1>(r) == 1);
    p.swap(q);
    CHECK(p.second == 2 && q.second == 2.5);
    swap(p, q);
    CHECK(p.second == 2.5);
    int i = 1, j = 2;
    std::pair<int &, int> to(i, 5), other(j, 6);
    to = other; /* through the reference */
    CHECK(i == 2 && to.second == 6 && &to.first == &i);
    r = p;
    CHECK(r.first == 1 && r.second == 2);
    Counts c;
    std::pair<Counts, int> moved(std::move(c), 1);
    CHECK(moved.first.moves == 1 && moved.first.copies == 0);
    std::pair<Counts, int> again(std::move(moved));
    CHECK(again.first.moves == 2);
    again = std::move(moved);
    CHECK(again.first.moves == 2 && again.first.copies == 0);
    CHECK(std::get<0>(std::pair<int, int>(7, 8)) == 7);
    IS(std::is_copy_constructible<std::pair<int, Plain>>::value);
    IS(!std::is_copy_assignable<std::pair<const int, int>>::value);
    IS(!std::is_copy_constructible<std::pair<NoCopy, int>>::value);
}

#if __cplusplus >= 201703L
static void check_17()
{
    auto [a, b] = std::pair(3, 'x');
    CHECK(a == 3 && b == 'x');
    int n = 1;
    CHECK(std::exchange(n, 5) == 1 && n == 5);
    SAME(decltype(std::as_const(n)), const int &);
    std::byte byte{0x5a};
    byte = (byte << 1 ^ std::byte{1}) & ~std::byte{0x10};
    byte |= std::byte{2};
    CHECK(std::to_integer<int>(byte) == 0xa7 && std::to_integer<int>(byte >> 4) == 0xa);
    static constexpr std::pair<int, int> fixed(1, 2);
    static_assert(fixed.second == 2 && std::get<0>(fixed) == 1);
}
#endif

#if __cplusplus > 201703L
static void check_20()
{
    CHECK(std::cmp_less(-1, 1u) && std::cmp_greater(1u, -1) && !std::cmp_equal(-1, ~0u));
    CHECK(std::cmp_less_equal(5, 5ul) && std::cmp_greater_equal(-1, -2ll) && std::cmp_not_equal(1, 2u));
    CHECK(std::in_range<signed char>(-128) && !std::in_range<signed char>(128));
    CHECK(!std::in_range<unsigned>(-1) && std::in_range<unsigned long long>(5) && std::in_range<int>(0x7fffffffu));
    CHECK((std::pair(1, 2.0) <=> std::pair(1, 3.0)) < 0);
    SAME(decltype(std::pair(1, 2.0) <=> std::pair(1, 3.0)), std::partial_ordering);
    SAME(decltype(std::pair(1, 2) <=> std::pair(1, 3)), std::strong_ordering);
    constexpr int two = [] {
        int a = 1, b = 2;
        std::swap(a, b);
        return std::is_constant_evaluated() ? a : 0;
    }();
    static_assert(two == 2);
    CHECK(!std::is_constant_evaluated());
}
#endif

int main()
{
    check_moves();
    check_pairs();
#if __cplusplus >= 201703L
    check_17();
#endif
#if __cplusplus > 201703L
    check_20();
#endif
    return check_end();
}
