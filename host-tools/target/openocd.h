/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * OpenOCD, spoken to in its Tcl language: one that noct starts with a board's
 * description, or one that runs already. Commands and answers end with a byte 0x1a.
 *
 *   noct ---- a socket pair: OpenOCD's standard input and output, `tcl_port pipe`
 *        <--- a pipe: its log
 *
 * So no port is chosen or open, nobody else can ask it, and it ends when noct does,
 * however noct ends.
 */
#ifndef NOCT_TARGET_OPENOCD_H
#define NOCT_TARGET_OPENOCD_H

#include <limits.h>
#include <stdint.h>

#include "base/error.h"
#include "board_description.h"

enum {
    OPENOCD_VERSION_TEXT = 64,
    OPENOCD_SETTING_TEXT = 2 * PATH_MAX + 64,
    OPENOCD_START_SECONDS = 10, /* without a word; an emulated board of 4,096 takes less than 2 */
    OPENOCD_OLDEST = 12         /* 0.12: the oldest that will do */
};

struct openocd;

/*
 * Which OpenOCD noct uses: $NOCT_OPENOCD, else the one in PATH; version: its first line.
 * STATUS_ENVIRONMENT: there is none, or it is too old.
 */
enum status openocd_find(const char **path, char version[OPENOCD_VERSION_TEXT],
                         struct error *error);

/*
 * What -c is to say before the description of an emulated board, in Tcl. jtag: its JTAG's port on
 * this host, in digits, or the file of its socket, "/...".
 */
void openocd_setting(char setting[OPENOCD_SETTING_TEXT], const char *jtag);
/* The command by which OpenOCD reads a file, whatever its name has in it: its own flag -f puts the name
 * between braces, which the name may end. */
void openocd_script(char script[OPENOCD_SETTING_TEXT], const char *path);

/*
 * Start one for the board that *d describes, and wait until it has looked at its first target.
 * jtag: of an emulated board, as for openocd_setting(), which takes the adapter's place; "": the
 * description's own. It must live as long as *o. *o is to be ended after STATUS_DONE only. Errors: STATUS_BAD: OpenOCD
 * does not understand the description; STATUS_ENVIRONMENT: no OpenOCD, no adapter, no board, one
 * that answers nonsense or that another debugger has.
 */
enum status openocd_start(struct openocd **o, const struct board_description *d, const char *jtag,
                          struct error *error);

/* Speak to one that runs already, over a connected socket, which is then *o's; name: for
 * errors, as openocd:localhost:6666. */
void openocd_attach(struct openocd **o, int socket, const char *name);

/*
 * How long one that begins is waited for: until `until`, but longer as long as it was heard of,
 * at heard_ms, within the last `seconds`: a slow host is no silent board. For six times `seconds`
 * at most. All times in ms of one clock, until being `seconds` after the first of them.
 */
int64_t openocd_patience(int64_t until, int64_t heard_ms, int seconds);

/*
 * One command, its answer in *answer (NULL: not wanted), which lives until the next one. It is
 * put between braces, so its own must be in pairs. STATUS_ENVIRONMENT, with OpenOCD's reason: it
 * failed, it took longer than `seconds`, the connection was cut.
 */
enum status openocd_ask(struct openocd *o, const char *command, int seconds, const char **result,
                        struct error *error);

/* Hang up, and end it if noct started it. NULL: nothing. */
void openocd_end(struct openocd *o);

#endif
