/* SPDX-License-Identifier: BSD-2-Clause */
/* Where noct's QEMU and firmware are: beside it in the build tree, or where
 * make install puts them. */
#ifndef NOCT_BASE_INSTALL_PATHS_H
#define NOCT_BASE_INSTALL_PATHS_H

#include <limits.h>
#include <stdbool.h>

#include "error.h"

/* The emulator: $NOCT_QEMU, else found. */
enum status find_qemu(char path[PATH_MAX], struct error *error);

/* The board as gateware, by its program's name. False: it is not there; path is where it would be. */
bool find_gateware(char path[PATH_MAX], const char *name);
/* Is this program installed, and not where it was built? */
bool is_installed(void);

/* An application's ELF by name, as "multicast". */
enum status find_firmware(char path[PATH_MAX], const char *name, struct error *error);

/* The boot ROM's ELF. */
enum status find_rom(char path[PATH_MAX], struct error *error);

/* The directory of board descriptions. False: it is not there; path is where it would be. */
bool find_boards(char path[PATH_MAX]);

/* The directory of the tool chain for programs of others (sdk/README.md). */
enum status find_sdk(char path[PATH_MAX], struct error *error);

/* The directory of libnoc's headers, for routings of the user's own. */
enum status find_headers(char path[PATH_MAX], struct error *error);

#endif
