/* SPDX-License-Identifier: BSD-2-Clause */
/* What the headers of C++ do; the host's compiler with its own library must agree (see traits.cc). */
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <type_traits>
#if __cplusplus > 201703L
#include <bit>
#include <compare>
#include <concepts>
#include <coroutine>
#include <source_location>
#include <version>
#endif

#include "check.h"

#define IS(...) static_assert(__VA_ARGS__, "")

/* --- <limits> ------------------------------------------------------------------------ */

template <class T> using L = std::numeric_limits<T>;
IS(L<int>::max() == INT32_MAX && L<int>::min() == INT32_MIN && L<int>::lowest() == INT32_MIN);
IS(L<unsigned char>::max() == 255 && L<signed char>::min() == -128 && L<bool>::max());
IS(L<long long>::max() == INT64_MAX && L<long long>::min() == INT64_MIN && L<uint64_t>::max() == UINT64_MAX);
IS(L<int>::digits == 31 && L<int>::digits10 == 9 && L<unsigned>::digits == 32 && L<unsigned>::digits10 == 9);
IS(L<int64_t>::digits10 == 18 && L<uint64_t>::digits10 == 19 && L<bool>::digits == 1 && L<bool>::digits10 == 0);
IS(L<unsigned char>::digits10 == 2 && L<uint16_t>::digits10 == 4 && L<signed char>::digits10 == 2);
IS(L<int>::is_signed && !L<unsigned>::is_signed && L<unsigned>::is_modulo && !L<int>::is_modulo);
IS(!L<bool>::is_modulo && L<int>::is_exact && !L<double>::is_exact && L<int>::is_bounded && L<int>::radix == 2);
IS(L<double>::digits == 53 && L<double>::digits10 == 15 && L<double>::max_digits10 == 17);
IS(L<float>::digits == 24 && L<float>::digits10 == 6 && L<float>::max_digits10 == 9);
IS(L<double>::max_exponent == 1024 && L<double>::min_exponent == -1021 && L<double>::max_exponent10 == 308);
IS(L<double>::min_exponent10 == -307 && L<double>::is_iec559 && L<double>::has_infinity);
IS(L<double>::epsilon() == 1.0 / (1LL << 52) && L<float>::epsilon() == 1.0f / (1 << 23) && L<double>::round_error() == 0.5);
IS(L<double>::min() > 2.2e-308 && L<double>::min() < 2.3e-308 && L<double>::denorm_min() > 0 && L<double>::lowest() == -L<double>::max());
IS(L<double>::infinity() > L<double>::max() && L<float>::round_style == std::round_to_nearest);
IS(L<int>::round_style == std::round_toward_zero && L<double>::has_denorm == std::denorm_present);
IS(!L<void *>::is_specialized && L<const volatile short>::max() == 32767 && L<char16_t>::max() == 65535);
IS(L<int>::infinity() == 0 && L<long double>::digits >= 64 && L<long double>::max_digits10 >= 21);
IS(L<wchar_t>::is_integer && !L<float>::is_integer && !L<double>::traps && L<double>::has_signaling_NaN);

static void check_limits()
{
    volatile double nan = L<double>::quiet_NaN();
    const int &as_object = L<int>::digits; /* needs a definition */
    CHECK(nan != nan && as_object == 31);
    CHECK(std::isnan(L<float>::quiet_NaN()) && std::isnan(L<double>::signaling_NaN()));
}

/* --- <atomic> -------------------------------------------------------------------------- */

struct Three {
    char c[3];
};
struct Twelve {
    int32_t a, b, c;
};
struct alignas(8) Eight {
    float a, b;
};
template <class T> struct NoDefault {
    T value;
    explicit NoDefault(T v) : value(v) {}
};

IS(sizeof(std::atomic<char>) == 1 && sizeof(std::atomic<int64_t>) == 8 && alignof(std::atomic<int64_t>) == 8);
IS(sizeof(std::atomic<Three>) == 3 && sizeof(std::atomic<Twelve>) == 12 && alignof(std::atomic<Eight>) == 8);
IS(!std::is_copy_constructible<std::atomic<int>>::value && !std::is_copy_assignable<std::atomic<int>>::value);
IS(std::is_same<std::atomic_uint8_t, std::atomic<uint8_t>>::value && std::is_standard_layout<std::atomic<int>>::value);
IS(ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_POINTER_LOCK_FREE == 2);

template <class T> static void check_integer()
{
    std::atomic<T> a(5);
    CHECK(a == 5 && a.load() == 5 && (a = 7) == 7 && a.exchange(9) == 7);
    CHECK(a.fetch_add(3) == 9 && a.fetch_sub(2) == 12 && a.load(std::memory_order_acquire) == 10);
    CHECK(a++ == 10 && ++a == 12 && a-- == 12 && --a == 10 && (a += 5) == 15 && (a -= 3) == 12);
    CHECK(a.fetch_or(3) == 12 && a.fetch_and(6) == 15 && a.fetch_xor(5) == 6 && a == 3);
    CHECK((a |= 12) == 15 && (a &= 10) == 10 && (a ^= 3) == 9);
    T expected = 8;
    CHECK(!a.compare_exchange_strong(expected, 1) && expected == 9 && a == 9);
    while (!a.compare_exchange_weak(expected, 4, std::memory_order_release)) {
    }
    CHECK(a == 4 && !a.compare_exchange_strong(expected, 1, std::memory_order_acq_rel, std::memory_order_relaxed));
    a.store(T(-1), std::memory_order_release);
    CHECK(a.fetch_add(1) == T(-1) && a == 0 && T(a - 1) == T(-1));
    volatile std::atomic<T> v(1);
    v.store(2);
    CHECK(v.fetch_add(1) == 2 && v == 3);
    CHECK(std::atomic_fetch_add(&a, 6) == 0 && std::atomic_load(&a) == 6 && std::atomic_exchange(&v, 1) == 3);
    expected = 6;
    CHECK(std::atomic_compare_exchange_strong(&a, &expected, 2) && a == 2);
    std::atomic_store_explicit(&a, 1, std::memory_order_relaxed);
    CHECK(std::atomic_fetch_xor_explicit(&a, 3, std::memory_order_seq_cst) == 1 && a == 2);
}

static void check_atomics()
{
    check_integer<char>();
    check_integer<uint8_t>();
    check_integer<int16_t>();
    check_integer<int>();
    check_integer<unsigned long>();
    check_integer<int64_t>();
    check_integer<uint64_t>();

    int row[4] = {1, 2, 3, 4};
    std::atomic<int *> p(row);
    CHECK(*p == 1 && *p++ == 1 && *++p == 3 && *(p += 1) == 4 && p.fetch_sub(2) == row + 3 && *p == 2);
    CHECK(p.fetch_add(-1) == row + 1 && p.load() - row == 0 && *(p -= -2) == 3);
    CHECK(std::atomic_fetch_add(&p, 1) == row + 2);
    std::atomic<void *> nothing(nullptr);
    CHECK(!nothing && nothing.exchange(row) == nullptr && nothing == row);
    std::atomic<bool> b(false);
    CHECK(!b.exchange(true) && b && !(b = false));
    enum class Colour : uint8_t { RED, BLUE };
    std::atomic<Colour> colour(Colour::RED);
    CHECK(colour.exchange(Colour::BLUE) == Colour::RED && colour == Colour::BLUE);

    std::atomic<Three> three(Three{{'a', 'b', 'c'}});
    Three old = three.exchange(Three{{'x', 'y', 'z'}});
    CHECK(old.c[2] == 'c' && three.load().c[0] == 'x');
    CHECK(!three.compare_exchange_strong(old, Three{{0, 0, 0}}) && old.c[1] == 'y');
    CHECK(three.compare_exchange_strong(old, Three{{1, 2, 3}}) && three.load().c[2] == 3);
    std::atomic<Twelve> twelve(Twelve{1, 2, 3});
    twelve = Twelve{4, 5, 6};
    CHECK(twelve.load().c == 6);
    std::atomic<NoDefault<int64_t>> made(NoDefault<int64_t>(INT64_MIN));
    CHECK(made.load().value == INT64_MIN && made.exchange(NoDefault<int64_t>(1)).value < 0);

    std::atomic_flag flag = ATOMIC_FLAG_INIT;
    CHECK(!flag.test_and_set() && flag.test_and_set(std::memory_order_acquire));
    flag.clear();
    CHECK(!std::atomic_flag_test_and_set(&flag));
    std::atomic_int c = ATOMIC_VAR_INIT(3);
    std::atomic_init(&c, 4);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::atomic_signal_fence(std::memory_order_acquire);
    CHECK(c.is_lock_free() && std::kill_dependency(5) == 5 && c == 4);
}

/* --- C's headers, with C++'s overloads --------------------------------------------------- */

static void check_c()
{
    IS(std::is_same<decltype(std::sqrt(2.f)), float>::value && std::is_same<decltype(std::sqrt(2)), double>::value);
    IS(std::is_same<decltype(std::pow(2.f, 2.f)), float>::value && std::is_same<decltype(std::pow(2.f, 2)), double>::value);
    IS(std::is_same<decltype(std::abs(-1L)), long>::value && std::is_same<decltype(std::abs(-1.f)), float>::value);
    IS(std::is_same<decltype(std::lround(1.5f)), long>::value && std::is_same<decltype(std::fabs(-1)), double>::value);
    CHECK(std::abs(-1.5) == 1.5 && std::abs(-2) == 2 && std::abs(-3000000000LL) == 3000000000LL);
    CHECK(std::fabs(-2.5f) == 2.5f && std::sqrt(16) == 4 && std::pow(2, 10) == 1024 && std::fmax(1, 2.5) == 2.5);
    CHECK(std::floor(-1.5f) == -2 && std::lround(2.5) == 3 && std::ilogb(8.f) == 3 && std::ldexp(1.f, 4) == 16);
    int exponent;
    double whole;
    float whole_f;
    CHECK(std::frexp(8, &exponent) == 0.5 && exponent == 4 && std::modf(2.25, &whole) == 0.25 && whole == 2);
    CHECK(std::modf(2.5f, &whole_f) == 0.5f && std::fma(2.f, 3.f, 1.f) == 7 && std::hypot(3, 4) == 5);
    CHECK(std::isnan(NAN) && !std::isnan(1) && std::isinf(HUGE_VAL) && std::isfinite(1.f) && std::signbit(-0.0));
    CHECK(std::isless(1, 2.5) && !std::isgreater(1.f, 2.f) && std::isunordered(NAN, 1) && std::isnormal(1.0));
    CHECK(std::fpclassify(0.0) == FP_ZERO && std::fpclassify(L<float>::denorm_min()) == FP_SUBNORMAL);
    CHECK(std::div(7L, 2L).rem == 1 && std::div(7LL, 2LL).quot == 3 && std::div(7, 2).quot == 3);
}

/* --- <exception>, <new> --------------------------------------------------------------------- */

struct Mine : std::exception {
    const char *what() const noexcept override
    {
        return "mine";
    }
};

static void ends() {}

static void check_exceptions()
{
    Mine mine;
    const std::exception &any = mine, root, copy(root);
    std::bad_alloc memory;
    CHECK(std::strcmp(any.what(), "mine") == 0 && std::strcmp(memory.what(), "std::bad_alloc") == 0);
    CHECK(std::strcmp(copy.what(), "std::exception") == 0);
    IS(std::is_base_of<std::bad_alloc, std::bad_array_new_length>::value);
    std::set_terminate(ends);
    CHECK(std::get_terminate() == ends && std::set_terminate(std::abort) == ends);
}

#if __cplusplus > 201703L

/* --- <bit> ----------------------------------------------------------------------------------- */

template <class T> static void check_bits()
{
    const int width = L<T>::digits;
    CHECK(std::countl_zero(T(0)) == width && std::countr_zero(T(0)) == width && std::popcount(T(0)) == 0);
    CHECK(std::countl_one(T(-1)) == width && std::countr_one(T(-1)) == width && std::popcount(T(-1)) == width);
    for (int i = 0; i < width; i++) {
        T bit = T(T(1) << i);
        CHECK(std::countl_zero(bit) == width - 1 - i && std::countr_zero(bit) == i && int(std::bit_width(bit)) == i + 1);
        CHECK(std::has_single_bit(bit) && std::bit_floor(T(bit | bit >> 1)) == bit && std::bit_ceil(bit) == bit);
        CHECK(std::rotl(T(1), i) == bit && std::rotr(bit, i) == 1 && std::rotl(bit, -i) == 1);
        CHECK(std::rotl(T(1), i + width) == bit && std::rotr(T(1), -i - width) == bit);
    }
    CHECK(!std::has_single_bit(T(5)) && std::bit_ceil(T(5)) == 8 && std::bit_ceil(T(0)) == 1 && std::bit_floor(T(0)) == 0);
}
IS(std::bit_cast<uint32_t>(1.f) == 0x3f800000 && std::bit_cast<double>(uint64_t(0x4000000000000000)) == 2);
IS(std::endian::native == std::endian::little && std::popcount(0xf0ul) == 4);

/* --- <concepts>, <compare> ---------------------------------------------------------------------- */

struct Regular {
    int x;
    auto operator<=>(const Regular &) const = default;
};
struct OnlyMoves {
    OnlyMoves(OnlyMoves &&) = default;
    OnlyMoves &operator=(OnlyMoves &&) = default;
};
struct OnlyLess {
    int x;
    bool operator<(const OnlyLess &o) const
    {
        return x < o.x;
    }
};
struct Root {
};
struct Child : private Root {
};
struct Swaps {
    Swaps(const Swaps &) = delete;
    friend void swap(Swaps &, Swaps &) {}
};
IS(std::same_as<int, int> && !std::same_as<int, const int> && !std::derived_from<Child, Root>);
IS(std::convertible_to<int, double> && !std::convertible_to<int *, int> && std::integral<char> && !std::integral<float>);
IS(std::signed_integral<int> && std::unsigned_integral<bool> && std::floating_point<const float>);
IS(std::common_with<int, double> && !std::common_with<int, int *> && std::common_reference_with<int &, const int &>);
IS(std::assignable_from<int &, double> && !std::assignable_from<int, int> && !std::assignable_from<const int &, int>);
IS(std::swappable<int> && std::swappable<OnlyMoves> && std::swappable<Swaps> && !std::swappable<const int>);
IS(std::swappable<Swaps[2]> && std::swappable_with<int &, int &> && !std::swappable_with<int &, double &>);
IS(std::destructible<int &> && std::constructible_from<double, int> && !std::constructible_from<Swaps>);
IS(std::default_initializable<int> && !std::default_initializable<const int> && !std::default_initializable<int &>);
IS(std::move_constructible<OnlyMoves> && !std::copy_constructible<OnlyMoves> && std::copy_constructible<int &>);
IS(std::movable<OnlyMoves> && !std::copyable<OnlyMoves> && !std::movable<int &> && std::semiregular<int>);
IS(std::regular<Regular> && !std::regular<OnlyLess> && std::totally_ordered<Regular> && !std::totally_ordered<OnlyLess>);
IS(std::equality_comparable<int *> && std::equality_comparable_with<int, double> && !std::equality_comparable_with<int, int *>);
IS(std::totally_ordered_with<int, double> && std::invocable<void (*)(int), char> && !std::invocable<int>);
IS(std::predicate<bool (*)(int), int> && !std::predicate<void (*)(int), int>);
IS(std::relation<bool (*)(int, int), int, char> && std::strict_weak_order<bool (*)(int, int), int, int>);
IS(std::three_way_comparable<Regular, std::strong_ordering> && !std::three_way_comparable<OnlyLess>);
IS(std::three_way_comparable<double> && !std::three_way_comparable<double, std::weak_ordering>);
IS(std::three_way_comparable_with<int, double> && std::same_as<std::compare_three_way_result_t<int>, std::strong_ordering>);
IS(std::same_as<std::common_comparison_category_t<std::strong_ordering, std::weak_ordering>, std::weak_ordering>);
IS(std::same_as<std::common_comparison_category_t<std::partial_ordering, std::weak_ordering>, std::partial_ordering>);
IS(std::same_as<std::common_comparison_category_t<>, std::strong_ordering>);
IS(std::same_as<std::common_comparison_category_t<int, std::weak_ordering>, void>);

static void check_orders()
{
    CHECK((1 <=> 2) < 0 && (2 <=> 1) > 0 && (1 <=> 1) == 0 && std::is_lteq(1 <=> 1) && std::is_neq(1 <=> 2));
    auto none = 1.0 <=> L<double>::quiet_NaN();
    CHECK(none == std::partial_ordering::unordered && !(none < 0) && !(none > 0) && !(none == 0) && none != 0);
    CHECK(!(none <= 0) && !(none >= 0) && !(0 <= none) && (0 <=> (1 <=> 2)) > 0);
    CHECK(Regular{1} < Regular{2} && Regular{3} == Regular{3} && Regular{4} >= Regular{3});
    std::weak_ordering weak = std::strong_ordering::greater;
    std::partial_ordering partial = weak;
    CHECK(weak > 0 && partial == std::partial_ordering::greater && std::strong_ordering::equal == 0);
    CHECK(std::compare_three_way()(1, 2.5) < 0);
    int a = 1, b = 2, c[2] = {1, 2}, d[2] = {3, 4};
    std::ranges::swap(a, b);
    std::ranges::swap(c, d);
    CHECK(a == 2 && c[1] == 4 && d[0] == 1);
}

/* --- <coroutine>, <source_location> ------------------------------------------------------------------ */

struct Numbers {
    struct promise_type {
        int value = 0;
        Numbers get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept
        {
            return {};
        }
        std::suspend_always final_suspend() noexcept
        {
            return {};
        }
        std::suspend_always yield_value(int v)
        {
            value = v;
            return {};
        }
        void return_void() {}
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
};

static Numbers squares(int n)
{
    for (int i = 1; i <= n; i++) {
        co_yield i * i;
    }
}

static unsigned line_of(std::source_location where = std::source_location::current())
{
    return where.line();
}

static void check_20()
{
    int sum = 0;
    Numbers numbers = squares(4);
    for (numbers.handle.resume(); !numbers.handle.done(); numbers.handle()) {
        sum += numbers.handle.promise().value;
    }
    std::coroutine_handle<> any = numbers.handle;
    CHECK(sum == 30 && any && any == std::coroutine_handle<>::from_address(any.address()));
    numbers.handle.destroy();
    auto noop = std::noop_coroutine();
    any = noop;
    any.resume();
    CHECK(!noop.done() && !any.done() && noop);
    CHECK(line_of() == __LINE__ && std::strcmp(std::source_location::current().file_name(), __FILE__) == 0);
    CHECK(std::strstr(std::source_location::current().function_name(), "check_20"));

    std::atomic<float> f(1.5f);
    CHECK(f.fetch_add(2) == 1.5f && (f -= 1) == 2.5f && f.load() == 2.5f);
    std::atomic<int> zero;
    CHECK(zero == 0 && std::atomic<int>::is_always_lock_free);
    zero.wait(1);
    zero.notify_all();
    alignas(8) int64_t plain = 4;
    int64_t seven = 7;
    std::atomic_ref<int64_t> ref(plain);
    CHECK(ref.fetch_add(3) == 4 && ++ref == 8 && plain == 8 && (ref = 1) == 1 && ref.exchange(2) == 1);
    CHECK((ref |= 5) == 7 && ref.compare_exchange_strong(seven, 9) && ref.load() == 9);
    std::atomic_flag flag;
    CHECK(!flag.test());
}
#endif

int main()
{
    check_limits();
    check_atomics();
    check_c();
    check_exceptions();
#if __cplusplus > 201703L
    check_bits<unsigned char>();
    check_bits<unsigned short>();
    check_bits<unsigned>();
    check_bits<unsigned long long>();
    check_orders();
    check_20();
#endif
    return check_end();
}
