/* SPDX-License-Identifier: BSD-2-Clause */
/* noct doctor: the adapter that a board description asks for, as this host shows it. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doctor_check.h"
#include "processes.h"

/* Who is to be put into a group. */
static const char *user_name(void)
{
    const struct passwd *user = getpwuid(geteuid());
    return user ? user->pw_name : "$USER";
}

/* --- plugged in ------------------------------------------------------------ */

/* How one of several is told from the others. */
static void name_device(const struct usb_device *d, char *text, size_t room)
{
    if (d->serial[0]) {
        snprintf(text, room, "serial number '%s'", d->serial);
    } else {
        snprintf(text, room, "no serial number, at %s", d->name);
    }
}

/* None fits, but some are of the kind. */
static void say_others(struct doctor_check *f, const struct plugged_adapter *p, const char *wanted)
{
    check_fails(f, "none of the adapters is %s; there is", wanted);
    unsigned said = 0;
    for (unsigned i = 0; i < p->devices; i++) {
        const struct usb_device *d = &p->list[i];
        if (adapter_kind_fits(p->adapter, d)) {
            size_t used = strlen(f->found);
            snprintf(f->found + used, sizeof f->found - used, "%s '%s' with serial number '%s'",
                     said++ ? "," : "", d->title, d->serial);
        }
    }
    check_fix(f, "plug in the one that is meant, or correct its name or serial number in %s",
              p->description->path);
}

/* Several fit: OpenOCD takes the first that it comes to. */
static void say_several(struct doctor_check *f, const struct plugged_adapter *p, unsigned fit)
{
    char one[2 * USB_TEXT];
    unsigned said = 0;
    check_fails(f, "%u adapters fit, OpenOCD takes one of them:", fit);
    for (unsigned i = 0; i < p->devices; i++) {
        if (adapter_fits(p->adapter, &p->list[i])) {
            size_t used = strlen(f->found);
            name_device(&p->list[i], one, sizeof one);
            snprintf(f->found + used, sizeof f->found - used, "%s %s", said++ ? "," : "", one);
        }
    }
    if (p->device->serial[0]) {
        check_fix(f, "add to %s the line: adapter serial %s (or another's); or unplug the others",
                  p->description->path, p->device->serial);
    } else {
        check_fix(f, "unplug the others");
    }
    f->needed = false;
}

static void say_none(struct doctor_check *f, const struct plugged_adapter *p, bool shown,
                     const char *wanted)
{
    unsigned vendor = p->adapter->id[0].vendor, product = p->adapter->id[0].product;
    if (!shown) {
        check_fails(f, "this host shows no USB devices at all");
        check_fix(f, "in a container or virtual machine: pass the USB device %04x:%04x on to it",
                  vendor, product);
        return;
    }
    check_fails(f, "no adapter: none of %u USB devices is %s", p->devices, wanted);
    check_fix(f,
              "plug in the board's USB cable for JTAG, and switch the board on; lsusb -d %04x:%04x "
              "then shows it",
              vendor, product);
}

void look_adapter(struct doctor_check *f, struct plugged_adapter *p)
{
    char wanted[3 * USB_TEXT + ADAPTER_IDS_MAX * 16];
    unsigned fit = 0, kind = 0;
    bool shown = usb_devices(p->roots, p->list, USB_DEVICES_MAX, &p->devices);
    p->device = NULL;
    adapter_text(p->adapter, wanted, sizeof wanted);
    for (unsigned i = 0; i < p->devices; i++) {
        const struct usb_device *d = &p->list[i];
        kind += adapter_kind_fits(p->adapter, d);
        if (adapter_fits(p->adapter, d)) {
            fit++;
            p->device = p->device ? p->device : d;
        }
    }
    if (fit == 1) {
        char one[2 * USB_TEXT];
        name_device(p->device, one, sizeof one);
        check_passes(f, "%04x:%04x '%s', %s, by OpenOCD's %s", p->device->vendor,
                     p->device->product, p->device->title, one, p->adapter->driver);
    } else if (fit > 1) {
        say_several(f, p, fit);
    } else if (kind > 0) {
        say_others(f, p, wanted);
    } else {
        say_none(f, p, shown, wanted);
    }
}

/* --- may it be opened? ----------------------------------------------------- */

/* A file that this user may read and write. False: says why not, and what to do if a group does. */
static bool may_open(struct doctor_check *f, const char *path)
{
    struct stat s;
    if (faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0) {
        return true;
    }
    int cause = errno;
    check_fails(f, "%s: %s", path, strerror(cause));
    if (cause == EACCES && stat(path, &s) == 0 && s.st_gid != 0 && (s.st_mode & 060) == 060) {
        const struct group *group = getgrgid(s.st_gid);
        check_fix(f, "sudo usermod -aG %s %s, and log in again", group ? group->gr_name : "GROUP",
                  user_name());
    }
    return false;
}

void look_access(struct doctor_check *f, const struct plugged_adapter *p)
{
    char path[PATH_MAX];
    usb_node(p->roots, p->device, path, sizeof path);
    if (may_open(f, path)) {
        check_passes(f, "this user may open %s", path);
    } else if (access(path, F_OK)) {
        check_fix(f, "in a container: pass /dev/bus/usb on to it");
    } else if (!f->fix[0]) {
        check_fix(
            f,
            "apt-get install openocd has rules for most; for this one: echo 'SUBSYSTEM==\"usb\", "
            "ATTR{idVendor}==\"%04x\", ATTR{idProduct}==\"%04x\", MODE=\"0660\", "
            "GROUP=\"plugdev\", TAG+=\"uaccess\"' | sudo tee /etc/udev/rules.d/60-nocturne.rules; "
            "sudo udevadm control --reload; sudo udevadm trigger; sudo usermod -aG plugdev %s, "
            "and log in again",
            p->device->vendor, p->device->product, user_name());
    }
}

/* --- who has its interface? ------------------------------------------------ */

/* "/dev/ttyUSB0" */
static void tty_path(const struct plugged_adapter *p, const char *tty, char *path, size_t room)
{
    snprintf(path, room, "%s/%s", p->roots->dev, tty);
}

/* A program has claimed it: most likely the one that has the device's node open. */
static void say_claimed(struct doctor_check *f, const struct plugged_adapter *p)
{
    char node[PATH_MAX], who[2 * PROCESS_TEXT];
    struct process holder;
    usb_node(p->roots, p->device, node, sizeof node);
    if (process_with_file(p->roots, node, &holder)) {
        process_text(&holder, who, sizeof who);
        check_fails(f, "%s has the adapter", who);
        check_fix(f, "end it: kill %ld", (long)holder.pid);
    } else {
        check_fails(f, "another user's program has the adapter");
        check_fix(f, "sudo fuser -v %s names it; end it", node);
    }
}

void look_interface(struct doctor_check *f, const struct plugged_adapter *p)
{
    const struct usb_interface *i = usb_interface(p->device, p->adapter->channel);
    char path[PATH_MAX], who[2 * PROCESS_TEXT];
    struct process holder;
    if (!i) {
        check_fails(f, "the adapter has no interface %u, only %u", p->adapter->channel,
                    p->device->interfaces);
        check_fix(f, "correct the line 'ftdi channel' in %s", p->description->path);
        return;
    }
    if (strcmp(i->driver, "usbfs") == 0) {
        say_claimed(f, p);
        return;
    }
    if (!i->driver[0]) {
        check_passes(f, "nobody has the interface of JTAG");
        return;
    }
    tty_path(p, i->tty, path, sizeof path);
    if (i->tty[0] && process_with_file(p->roots, path, &holder)) {
        process_text(&holder, who, sizeof who);
        check_fails(f, "%s has %s open, which is the interface of JTAG and not a serial console",
                    who, path);
        check_fix(f, "end it: kill %ld", (long)holder.pid);
        return;
    }
    check_passes(f, "the kernel's %s has the interface of JTAG, %s, until OpenOCD takes it",
                 i->driver, i->tty[0] ? path : i->name);
}

/* --- the serial console ---------------------------------------------------- */

/* The first serial port of a device, but not the interface that JTAG is at (NULL: any). */
static const struct usb_interface *serial_port(const struct usb_device *d,
                                               const struct usb_interface *jtag)
{
    for (unsigned i = 0; i < d->interfaces; i++) {
        if (&d->interface[i] != jtag && d->interface[i].tty[0]) {
            return &d->interface[i];
        }
    }
    return NULL;
}

/* The board's: at the adapter, where that has another interface; else the only other one there is.
 */
static const struct usb_interface *find_uart(const struct plugged_adapter *p)
{
    const struct usb_interface *jtag = usb_interface(p->device, p->adapter->channel);
    const struct usb_interface *uart = serial_port(p->device, jtag), *other = NULL;
    unsigned others = 0;
    for (unsigned i = 0; i < p->devices && !uart; i++) {
        const struct usb_interface *port =
            &p->list[i] == p->device ? NULL : serial_port(&p->list[i], NULL);
        others += port != NULL;
        other = port ? port : other;
    }
    return uart ? uart : others == 1 ? other : NULL;
}

void look_uart(struct doctor_check *f, const struct plugged_adapter *p)
{
    const struct usb_interface *uart = find_uart(p);
    char path[PATH_MAX];
    if (uart) {
        tty_path(p, uart->tty, path, sizeof path);
        if (may_open(f, path)) {
            check_passes(f, "%s", path);
        } else if (!f->fix[0]) {
            check_fix(f, "sudo usermod -aG dialout %s, and log in again", user_name());
        }
        return;
    }
    for (unsigned i = 0; i < p->device->interfaces; i++) {
        const struct usb_interface *free = &p->device->interface[i];
        if (free->number != p->adapter->channel && !free->driver[0]) {
            check_fails(f, "no driver has the adapter's other interface, %s", free->name);
            check_fix(
                f,
                "sudo modprobe ftdi_sio; echo %s | sudo tee /sys/bus/usb/drivers/ftdi_sio/bind; "
                "or without it: noct console --board %s",
                free->name, p->description->board);
            return;
        }
    }
    check_fails(f, "no serial port is certainly this board's");
    check_fix(f,
              "plug in the board's USB cable for its UART; or without it: noct console --board %s",
              p->description->board);
}
