/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The address map of one node, as its hart sees it. Every node has the same
 * map: RAM, network interface and router are private and appear at the same
 * addresses on every node. Plain numbers only: this file is read by C, by
 * assembly and by the linker scripts.
 *
 *   0x1000_0000  +--------------------+
 *                | network interface  |  4 KiB   registers, ni_regs.def
 *   0x1000_1000  +--------------------+
 *                | own counters       |  256 B   one block, counters.def
 *   0x2000_0000  +--------------------+
 *                | image              |  instruction memory, read-only to harts
 *   0x203c_0000  |   parameters       |  256 KiB  params.h, the end of it
 *   0x2040_0000  +--------------------+
 *   0x4000_0000  +--------------------+
 *                | debug window       |  256 B per node, node 0 first
 *   0x4040_0000  +--------------------+
 *   0x8000_0000  +--------------------+
 *                | private RAM        |  64 KiB to 1 MiB, NI_RAM tells
 *                +--------------------+
 */
#ifndef NOC_MEMMAP_H
#define NOC_MEMMAP_H

#define NOC_NI_BASE        0x10000000
#define NOC_NI_SIZE        0x00001000

#define NOC_OWN_BASE       0x10001000  /* this node's counter block */

#define NOC_IMAGE_BASE     0x20000000
#define NOC_IMAGE_SIZE     0x00400000  /* 4 MiB, parameters included */
#define NOC_PARAMS_BASE    0x203c0000
#define NOC_PARAMS_SIZE    0x00040000

#define NOC_DEBUG_BASE     0x40000000  /* node n's block at BASE + n * BLOCK */
#define NOC_DEBUG_BLOCK    0x00000100  /* 256 bytes */

#define NOC_RAM_BASE       0x80000000
#define NOC_RAM_MIN        0x00010000  /* 64 KiB */
#define NOC_RAM_DEFAULT    0x00040000  /* 256 KiB */
#define NOC_RAM_MAX        0x00100000  /* 1 MiB */

#define NOC_NODES_MAX      16384       /* 14-bit node numbers */

#endif
