/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * USB devices and their serial ports, as Linux shows them in sysfs:
 *
 *   bus/usb/devices/1-2      idVendor, idProduct, busnum, devnum, serial, product
 *                   1-2:1.0  bInterfaceNumber, driver -> .../ftdi_sio, ttyUSB0
 *
 * Nothing is opened but these files: looking disturbs no device.
 */
#ifndef NOCT_DOCTOR_USB_H
#define NOCT_DOCTOR_USB_H

#include <stdbool.h>
#include <stddef.h>

enum { USB_DEVICES_MAX = 64, USB_INTERFACES_MAX = 8, USB_TEXT = 80, USB_NAME = 32 };

/* Where that is; tests have trees of their own. */
struct host_roots {
    const char *sys, *dev, *proc; /* "/sys", "/dev", "/proc" */
};
extern const struct host_roots host_roots;

struct usb_interface {
    unsigned number;
    char name[USB_NAME];   /* "1-2:1.0" */
    char driver[USB_NAME]; /* "" : none has it; "usbfs": a program */
    char tty[USB_NAME];    /* "ttyUSB0"; "": it is no serial port */
};

struct usb_device {
    char name[USB_NAME]; /* "1-2": bus and ports */
    unsigned vendor, product, bus, number;
    char serial[USB_TEXT], title[USB_TEXT]; /* "": it has none; title: its product string */
    struct usb_interface interface[USB_INTERFACES_MAX];
    unsigned interfaces;
};

/* All there are, at most `room`, in the order of their names. False: this host shows none, not
 * even that there are none. */
bool usb_devices(const struct host_roots *roots, struct usb_device *list, unsigned room,
                 unsigned *devices);

/* The interface of this number; NULL: it has none. */
const struct usb_interface *usb_interface(const struct usb_device *device, unsigned number);

/* Its node, "/dev/bus/usb/001/005". */
void usb_node(const struct host_roots *roots, const struct usb_device *device, char *path,
              size_t room);

#endif
