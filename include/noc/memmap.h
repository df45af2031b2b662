/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The address map of one node, as its hart sees it. Every node has the same
 * map: RAM, network interface and router are private and appear at the same
 * addresses on every node. Plain numbers only: this file is read by C, by
 * assembly and by the linker scripts.
 *
 *   0x0001_0000  +--------------------+
 *                | boot ROM           |  64 KiB
 *   0x1000_0000  +--------------------+
 *                | network interface  |  4 KiB   registers, ni_regs.def
 *   0x1000_1000  +--------------------+
 *                | own counters       |  256 B   one block, counters.def
 *   0x2000_0000  +--------------------+
 *                | image              |  instruction memory, read-only to harts
 *   0x203c_0000  |   parameters       |  256 KiB  params.h, the end of it
 *   0x2040_0000  +--------------------+
 *   0x3000_0000  +--------------------+
 *                | flash              |  8 MiB, flash.h; on node 0 only
 *   0x3080_0000  +--------------------+
 *
 *   0x4000_0000  +--------------------+  for debuggers:
 *                | counters           |  256 B per node, node 0 first, counters.def
 *   0x4040_0000  +--------------------+
 *   0x4100_0000  +--------------------+
 *                | states             |  1 KiB per node, state.def
 *   0x4200_0000  +--------------------+
 *   0x4400_0000  +--------------------+
 *                | stamps             |  4 KiB per node, stamp.h
 *   0x4800_0000  +--------------------+
 *                | console            |  64 KiB: what was printed last
 *   0x4801_0000  +--------------------+
 *                | control            |  4 KiB, control.def
 *   0x4801_1000  +--------------------+
 *   0x4900_0000  +--------------------+
 *                | peek: registers    |  8 KiB: the interface and counters ...
 *   0x4910_0000  |   RAM              |  1 MiB: ... and RAM of the node that control names
 *   0x4920_0000  +--------------------+
 *
 *   0x8000_0000  +--------------------+
 *                | private RAM        |  32 KiB to 1 MiB, NI_RAM tells
 *                +--------------------+
 */
#ifndef NOC_MEMMAP_H
#define NOC_MEMMAP_H

#define NOC_ROM_BASE      0x00010000 /* harts start here where the image comes from flash */
#define NOC_ROM_SIZE      0x00010000 /* 64 KiB */

#define NOC_NI_BASE       0x10000000
#define NOC_NI_SIZE       0x00001000

#define NOC_OWN_BASE      0x10001000 /* this node's counter block */

#define NOC_IMAGE_BASE    0x20000000
#define NOC_IMAGE_SIZE    0x00400000 /* 4 MiB, parameters included */
#define NOC_PARAMS_BASE   0x203c0000
#define NOC_PARAMS_SIZE   0x00040000

#define NOC_FLASH_BASE    0x30000000
#define NOC_FLASH_SIZE    0x00800000 /* 8 MiB: two slots, flash.h */

#define NOC_DEBUG_BASE    0x40000000 /* node n's block at BASE + n * BLOCK */
#define NOC_DEBUG_BLOCK   0x00000100 /* 256 bytes */
#define NOC_STATE_BASE    0x41000000
#define NOC_STATE_BLOCK   0x00000400 /* 1 KiB */
#define NOC_STAMP_BASE    0x44000000
#define NOC_STAMP_BLOCK   0x00001000 /* 4 KiB */
#define NOC_CONSOLE_BASE  0x48000000
#define NOC_CONSOLE_SIZE  0x00010000 /* 64 KiB */
#define NOC_CONTROL_BASE  0x48010000
#define NOC_CONTROL_SIZE  0x00001000
#define NOC_PEEK_BASE     0x49000000 /* NOC_NI_BASE and on of node CTL_PEEK */
#define NOC_PEEK_SIZE     0x00002000
#define NOC_PEEK_RAM_BASE 0x49100000 /* NOC_RAM_BASE and on of node CTL_PEEK */

#define NOC_RAM_BASE      0x80000000
#define NOC_RAM_MIN       0x00008000 /* 32 KiB; a power of two */
#define NOC_RAM_DEFAULT   0x00040000 /* 256 KiB */
#define NOC_RAM_MAX       0x00100000 /* 1 MiB */
/* Of a program's stack at the end of RAM (bsp/README.md): one part of RAM in so many, and bytes below it
 * that the heap does not get. */
#define NOC_STACK_SHARE   16
#define NOC_STACK_ZONE    1024

#define NOC_NODES_MAX     16384 /* 14-bit node numbers */

#endif
