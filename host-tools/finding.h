/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What noct doctor finds: doctor.c looks at this host's programs and files, doctor_adapter.c
 * at a board's adapter, doctor_board.c at the board itself.
 */
#ifndef NOCT_FINDING_H
#define NOCT_FINDING_H

#include <limits.h>
#include <stdbool.h>

#include "adapter.h"
#include "complain.h"
#include "description.h"
#include "link.h"
#include "options.h"
#include "usb.h"

struct finding {
    bool ok, needed;
    char found[PATH_MAX + 100];
    char fix[PATH_MAX + 100]; /* a command, if there is one */
};

/* It is so, and well. */
void find_good(struct finding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* It is so, and not well; find_fix() says what to do. */
void find_bad(struct finding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void find_fix(struct finding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Not well, in a complaint's words: what follows its first semicolon is the fix (but not what it
 * quotes of OpenOCD), else this is. */
void find_complaint(struct finding *f, const struct complaint *why, const char *fix);

/* --- the adapter of a description ------------------------------------------ */

/* What is to be seen of it. */
struct plugged {
    struct usb_device list[USB_DEVICES_MAX];
    unsigned devices;
    const struct usb_device *device; /* the one that OpenOCD will take; NULL: there is none */
    const struct adapter *adapter;
    const struct description *description;
    const struct host_roots *roots;
};

/* Is it plugged in? Fills *p from roots, adapter and description. */
void look_adapter(struct finding *f, struct plugged *p);
/* May this user open it? Of p->device, as all below. */
void look_access(struct finding *f, const struct plugged *p);
/* Does anybody else have the interface that JTAG is at? */
void look_interface(struct finding *f, const struct plugged *p);
/* The board's serial console. */
void look_uart(struct finding *f, const struct plugged *p);

/* --- a board that answers --------------------------------------------------- */

/* Who it is. d: NULL where no description was named. */
void look_identity(struct finding *f, struct link *link, const struct description *d);
/* What its boot ROM has found in its flash. */
void look_flash(struct finding *f, struct link *link);
/* Is this what it runs? path: an ELF. STATUS_BAD: it is no firmware. */
enum status look_program(struct finding *f, struct link *link, const char *path,
                         struct complaint *why);

#endif
