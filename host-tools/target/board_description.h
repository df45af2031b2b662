/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Board descriptions: boards/NAME.cfg, a configuration for OpenOCD with lines
 * `set noct(KEY) VALUE` that say what noct must know of the board. docs/boards.md has the
 * keys.
 */
#ifndef NOCT_TARGET_BOARD_DESCRIPTION_H
#define NOCT_TARGET_BOARD_DESCRIPTION_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { DESCRIPTION_TEXT = 80, DESCRIPTIONS_MAX = 64 };

struct board_description {
    char path[PATH_MAX];
    char directory[PATH_MAX];        /* where it is: for what it includes */
    char board[DESCRIPTION_TEXT];    /* as --board calls it: its file's name */
    char name[DESCRIPTION_TEXT];     /* for people */
    uint32_t id;                     /* NI_BOARD */
    uint64_t clock_hz;               /* 0: emulated, none of its own */
    char topology[DESCRIPTION_TEXT]; /* as --topology; empty: whatever it says itself */
    char routing[DESCRIPTION_TEXT];  /* as --routing; empty: whatever it says itself */
    uint32_t ram;                    /* bytes of each node; 0: whatever it says itself */
    uint32_t image;                  /* bytes of code that each node's has room for; 0: any */
    uint32_t fpga;                   /* IDCODE of the FPGA behind whose TAP it is; 0: its own */
    char console[DESCRIPTION_TEXT];  /* uart or jtag */
    char flash[DESCRIPTION_TEXT];    /* OpenOCD's driver */
    char tried[DESCRIPTION_TEXT];    /* emulated or hardware */
};

/*
 * Read and check one: a NAME, of boards/ beside the build or where make install has put it, or
 * a FILE.cfg. STATUS_BAD: there is none, or something in it is missing, twice there, unknown or
 * malformed; the error has file and line.
 */
enum status board_description_open(struct board_description *d, const char *text,
                                   struct error *error);

/* The names of those in boards/, in order; returns how many, at most `room`. */
unsigned board_description_names(char (*names)[DESCRIPTION_TEXT], unsigned room);

#endif
