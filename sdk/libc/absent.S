/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that newlib has and that cannot do anything on a board: the linker warns of programs
 * that use them. (What newlib does not have either is an error.) A part of the crt0.o that programs
 * of others are linked with.
 */
    .macro  absent name, what
    .section .gnu.warning.\name, "", @progbits
    .ascii  "\name() always fails: \what"
    .endm

    absent  fork, "a core runs one program and starts no others"
    absent  execve, "a core runs one program and starts no others"
    absent  wait, "a core runs one program and starts no others"
    absent  system, "a core runs one program and starts no others"
    absent  fcntl, "the board has no such operation on files"
    absent  link, "a file on the board's host has one name"
    absent  mkdtemp, "the board makes no directories"
