/* SPDX-License-Identifier: BSD-2-Clause */
#include "usb.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct host_roots host_roots = {.sys = "/sys", .dev = "/dev", .proc = "/proc"};

/* The first line of DIRECTORY/NAME/file. False: there is none. */
static bool attribute(const char *directory, const char *name, const char *file, char *text,
                      int room)
{
    char path[PATH_MAX];
    text[0] = 0;
    if (snprintf(path, sizeof path, "%s/%s/%s", directory, name, file) >= PATH_MAX) {
        return false;
    }
    FILE *f = fopen(path, "r");
    bool there = f && fgets(text, room, f);
    if (f) {
        fclose(f);
    }
    text[strcspn(text, "\r\n")] = 0;
    for (char *c = text; *c; c++) { /* a device may call itself anything */
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    }
    return there;
}

static unsigned number(const char *directory, const char *name, const char *file, int base)
{
    char text[USB_TEXT];
    return attribute(directory, name, file, text, sizeof text) ? (unsigned)strtoul(text, NULL, base)
                                                               : 0;
}

/* The serial port of an interface: a directory ttyUSB0 in its own, or tty/ttyACM0. */
static void find_tty(const char *path, char tty[USB_NAME])
{
    char deeper[PATH_MAX];
    DIR *dir = opendir(path);
    const struct dirent *entry;
    while (dir && !tty[0] && (entry = readdir(dir))) {
        if (strncmp(entry->d_name, "tty", 3) != 0 || strlen(entry->d_name) >= USB_NAME) {
            continue;
        }
        if (entry->d_name[3]) {
            strcpy(tty, entry->d_name);
        } else if (snprintf(deeper, sizeof deeper, "%s/tty", path) < PATH_MAX) {
            find_tty(deeper, tty);
        }
    }
    if (dir) {
        closedir(dir);
    }
}

static void take_interface(struct usb_interface *i, const char *directory, const char *name)
{
    char path[PATH_MAX], target[PATH_MAX];
    memset(i, 0, sizeof *i);
    snprintf(i->name, sizeof i->name, "%s", name);
    i->number = number(directory, name, "bInterfaceNumber", 16);
    if (snprintf(path, sizeof path, "%s/%s/driver", directory, name) < PATH_MAX) {
        ssize_t n = readlink(path, target, sizeof target - 1);
        target[n > 0 ? n : 0] = 0;
        const char *slash = strrchr(target, '/');
        snprintf(i->driver, sizeof i->driver, "%.*s", USB_NAME - 1, slash ? slash + 1 : target);
        path[strlen(path) - strlen("/driver")] = 0;
        find_tty(path, i->tty);
    }
}

/* What lies beside it as NAME:CONFIGURATION.INTERFACE. */
static void take_interfaces(struct usb_device *d, const char *directory, struct dirent **entries,
                            int n)
{
    size_t length = strlen(d->name);
    for (int i = 0; i < n && d->interfaces < USB_INTERFACES_MAX; i++) {
        const char *name = entries[i]->d_name;
        if (strncmp(name, d->name, length) == 0 && name[length] == ':' && strlen(name) < USB_NAME) {
            take_interface(&d->interface[d->interfaces++], directory, name);
        }
    }
}

/* False: what has this name is no device. */
static bool take_device(struct usb_device *d, const char *directory, const char *name)
{
    char vendor[USB_TEXT];
    memset(d, 0, sizeof *d);
    if (strlen(name) >= USB_NAME ||
        !attribute(directory, name, "idVendor", vendor, sizeof vendor)) {
        return false;
    }
    strcpy(d->name, name);
    d->vendor = (unsigned)strtoul(vendor, NULL, 16);
    d->product = number(directory, name, "idProduct", 16);
    d->bus = number(directory, name, "busnum", 10);
    d->number = number(directory, name, "devnum", 10);
    attribute(directory, name, "serial", d->serial, sizeof d->serial);
    attribute(directory, name, "product", d->title, sizeof d->title);
    return true;
}

bool usb_devices(const struct host_roots *roots, struct usb_device *list, unsigned room,
                 unsigned *devices)
{
    char directory[PATH_MAX];
    struct dirent **entries = NULL;
    snprintf(directory, sizeof directory, "%s/bus/usb/devices", roots->sys);
    int n = scandir(directory, &entries, NULL, alphasort);
    *devices = 0;
    for (int i = 0; i < n; i++) {
        if (*devices < room && take_device(&list[*devices], directory, entries[i]->d_name)) {
            take_interfaces(&list[(*devices)++], directory, entries, n);
        }
    }
    for (int i = 0; i < n; i++) {
        free(entries[i]);
    }
    free(entries);
    return n >= 0;
}

const struct usb_interface *usb_interface(const struct usb_device *device, unsigned of_number)
{
    for (unsigned i = 0; i < device->interfaces; i++) {
        if (device->interface[i].number == of_number) {
            return &device->interface[i];
        }
    }
    return NULL;
}

void usb_node(const struct host_roots *roots, const struct usb_device *device, char *path,
              size_t room)
{
    snprintf(path, room, "%s/bus/usb/%03u/%03u", roots->dev, device->bus, device->number);
}
