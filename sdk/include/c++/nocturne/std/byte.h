/* SPDX-License-Identifier: BSD-2-Clause */
/* <cstddef>: a byte of memory, which is no number. */
#ifndef NOCTURNE_BYTE
#define NOCTURNE_BYTE

#include <nocturne/std/type_kinds.h>

namespace std
{
enum class byte : unsigned char {};

template <class T>
constexpr typename enable_if<is_integral<T>::value, T>::type to_integer(byte b) noexcept
{
    return T(b);
}
template <class T>
constexpr typename enable_if<is_integral<T>::value, byte>::type operator<<(byte b, T n) noexcept
{
    return byte(unsigned(b) << n);
}
template <class T>
constexpr typename enable_if<is_integral<T>::value, byte>::type operator>>(byte b, T n) noexcept
{
    return byte(unsigned(b) >> n);
}
template <class T>
constexpr typename enable_if<is_integral<T>::value, byte &>::type operator<<=(byte &b, T n) noexcept
{
    return b = b << n;
}
template <class T>
constexpr typename enable_if<is_integral<T>::value, byte &>::type operator>>=(byte &b, T n) noexcept
{
    return b = b >> n;
}
constexpr byte operator|(byte a, byte b) noexcept
{
    return byte(unsigned(a) | unsigned(b));
}
constexpr byte operator&(byte a, byte b) noexcept
{
    return byte(unsigned(a) & unsigned(b));
}
constexpr byte operator^(byte a, byte b) noexcept
{
    return byte(unsigned(a) ^ unsigned(b));
}
constexpr byte operator~(byte b) noexcept
{
    return byte(~unsigned(b));
}
constexpr byte &operator|=(byte &a, byte b) noexcept
{
    return a = a | b;
}
constexpr byte &operator&=(byte &a, byte b) noexcept
{
    return a = a & b;
}
constexpr byte &operator^=(byte &a, byte b) noexcept
{
    return a = a ^ b;
}
} // namespace std

#endif
