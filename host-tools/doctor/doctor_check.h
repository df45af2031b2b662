/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What noct doctor finds: doctor.c looks at this host's programs and files, doctor_adapter.c
 * at a board's adapter, doctor_board.c at the board itself.
 */
#ifndef NOCT_DOCTOR_DOCTOR_CHECK_H
#define NOCT_DOCTOR_DOCTOR_CHECK_H

#include <limits.h>
#include <stdbool.h>

#include "adapter.h"
#include "base/error.h"
#include "target/board_description.h"
#include "target/transport.h"
#include "base/options.h"
#include "usb.h"

struct doctor_check {
    bool ok, needed;
    char found[PATH_MAX + 100];
    char fix[PATH_MAX + 100]; /* a command, if there is one */
};

/* It is so, and well. */
void check_passes(struct doctor_check *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* It is so, and not well; check_fix() says what to do. */
void check_fails(struct doctor_check *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void check_fix(struct doctor_check *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Not well, in the words of an error; fix: what to do, if the error does not say it. */
void check_error(struct doctor_check *f, const struct error *error, const char *fix);

/* --- the adapter of a description ------------------------------------------ */

/* What is to be seen of it. */
struct plugged_adapter {
    struct usb_device list[USB_DEVICES_MAX];
    unsigned devices;
    const struct usb_device *device; /* the one that OpenOCD will take; NULL: there is none */
    const struct adapter *adapter;
    const struct board_description *description;
    const struct host_roots *roots;
};

/* Is it plugged in? Fills *p from roots, adapter and description. */
void look_adapter(struct doctor_check *f, struct plugged_adapter *p);
/* May this user open it? Of p->device, as all below. */
void look_access(struct doctor_check *f, const struct plugged_adapter *p);
/* Does anybody else have the interface that JTAG is at? */
void look_interface(struct doctor_check *f, const struct plugged_adapter *p);
/* The board's serial console. */
void look_uart(struct doctor_check *f, const struct plugged_adapter *p);

/* --- a board that answers --------------------------------------------------- */

/* Who it is. d: NULL where no description was named. */
void look_identity(struct doctor_check *f, struct transport *transport,
                   const struct board_description *d);
/* What its boot ROM has found in its flash. */
void look_flash(struct doctor_check *f, struct transport *transport);
/* Is this what it runs? path: an ELF. STATUS_BAD: it is no firmware. */
enum status look_program(struct doctor_check *f, struct transport *transport, const char *path,
                         struct error *error);

#endif
