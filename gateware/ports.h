/* SPDX-License-Identifier: BSD-2-Clause */
/* What a wide port of a verilated module holds: fields of up to 64 bits, each within two words. */
#ifndef GATEWARE_PORTS_H
#define GATEWARE_PORTS_H

#include "verilated.h"

/* A port of up to 64 bits. */
template <typename Port> void port_set(Port &port, uint64_t value)
{
    port = static_cast<Port>(value);
}

/* The field of so many bits from bit `at` on. */
template <unsigned Bits, std::size_t Words>
uint64_t port_get(const VlWide<Words> &port, unsigned at)
{
    const uint64_t two = port[at / 32] | uint64_t{port[at / 32 + 1]} << 32;

    return two >> at % 32 & (~uint64_t{0} >> (64 - Bits));
}

template <unsigned Bits, std::size_t Words>
void port_put(VlWide<Words> &port, unsigned at, uint64_t value)
{
    constexpr uint64_t mask = ~uint64_t{0} >> (64 - Bits);
    uint64_t two = port[at / 32] | uint64_t{port[at / 32 + 1]} << 32;

    two = (two & ~(mask << at % 32)) | (value & mask) << at % 32;
    port[at / 32] = static_cast<uint32_t>(two);
    port[at / 32 + 1] = static_cast<uint32_t>(two >> 32);
}

#endif
