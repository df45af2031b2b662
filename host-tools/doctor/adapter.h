/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which JTAG adapter a board description asks OpenOCD for. OpenOCD itself is asked: it reads
 * the description, and all that this sources, and ends before it touches any device.
 */
#ifndef NOCT_DOCTOR_ADAPTER_H
#define NOCT_DOCTOR_ADAPTER_H

#include "base/error.h"
#include "target/board_description.h"
#include "usb.h"

enum { ADAPTER_IDS_MAX = 16 };

struct adapter {
    char driver[USB_NAME]; /* "ftdi" */
    struct {
        unsigned vendor, product;
    } id[ADAPTER_IDS_MAX]; /* any of these; none: it is no USB device, or its driver knows it */
    unsigned ids;
    unsigned channel;                       /* the USB interface that JTAG is at */
    char serial[USB_TEXT], title[USB_TEXT]; /* it must have these; "": any */
};

/*
 * path: OpenOCD's (openocd_find()). STATUS_BAD: OpenOCD does not understand the description, or
 * does not have its drivers; *a then holds what came before, its driver's name perhaps.
 */
enum status adapter_of(struct adapter *a, const char *path, const struct board_description *d,
                       struct error *error);

/* Is this device such an adapter? */
bool adapter_fits(const struct adapter *a, const struct usb_device *device);

/* Is it of the kind, but perhaps not the one that is meant? */
bool adapter_kind_fits(const struct adapter *a, const struct usb_device *device);

/* "0403:6010 or 0403:6014, serial number '1234'" */
void adapter_text(const struct adapter *a, char *text, size_t room);

#endif
