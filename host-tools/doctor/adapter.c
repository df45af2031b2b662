/* SPDX-License-Identifier: BSD-2-Clause */
#include "adapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/install_paths.h"
#include "base/subprocess.h"
#include "target/openocd.h"

/*
 * OpenOCD's commands that name an adapter, told of in its log and then done as usual. A driver's
 * own are there once the driver is chosen. (0.12 knows each by its whole name, "ftdi vid_pid".)
 */
static const char teller[] =
    "proc noct_tell {command word} {"
    " if {![llength [info commands $command]] || [llength [info commands \"noct $command\"]]} {"
    "  return };"
    " rename $command \"noct $command\";"
    " proc $command {args} \"echo \\\"noct: $word \\$args\\\"; {noct $command} {*}\\$args\" };"
    "rename {adapter driver} {noct adapter driver};"
    "proc {adapter driver} {name} {"
    " echo \"noct: driver $name\";"
    " {noct adapter driver} $name;"
    " noct_tell \"$name vid_pid\" usb;"
    " noct_tell \"$name channel\" channel;"
    " noct_tell \"$name device_desc\" title };"
    "noct_tell {adapter serial} serial";
static const char told[] = "noct: ";

/* Of drivers that have one of their own where a description gives none. */
static const struct {
    const char *driver;
    unsigned vendor, product;
} defaults[] = {
    {"ft232r", 0x0403, 0x6001},
    {"usb_blaster", 0x09fb, 0x6001},
};

/* A list of one word, as Tcl shows it: braces where it has blanks. */
static void take_text(char to[USB_TEXT], const char *text, size_t length)
{
    if (length >= 2 && text[0] == '{' && text[length - 1] == '}') {
        text++;
        length -= 2;
    }
    snprintf(to, USB_TEXT, "%.*s", (int)length, text);
}

/* The pairs of vendor and product replace earlier ones. */
static void take_ids(struct adapter *a, const char *text)
{
    unsigned vendor, product;
    int used;
    a->ids = 0;
    while (a->ids < ADAPTER_IDS_MAX &&
           sscanf(text, "%i %i%n", (int *)&vendor, (int *)&product, &used) == 2) {
        a->id[a->ids].vendor = vendor;
        a->id[a->ids++].product = product;
        text += used;
    }
}

/* What was told: "usb 0x0403 0x6010". */
static void take(struct adapter *a, const char *line)
{
    size_t word = strcspn(line, " \n"), length = strcspn(line, "\n");
    const char *rest = line + word + (line[word] == ' ');
    size_t rest_length = length - (size_t)(rest - line);
    char text[USB_TEXT];
    take_text(text, rest, rest_length);
    if (strncmp(line, "driver ", 7) == 0) {
        snprintf(a->driver, sizeof a->driver, "%.*s", USB_NAME - 1, text);
    } else if (strncmp(line, "usb ", 4) == 0) {
        take_ids(a, rest);
    } else if (strncmp(line, "channel ", 8) == 0) {
        a->channel = (unsigned)strtoul(text, NULL, 0);
    } else if (strncmp(line, "serial ", 7) == 0) {
        strcpy(a->serial, text);
    } else if (strncmp(line, "title ", 6) == 0) {
        strcpy(a->title, text);
    }
}

enum status adapter_of(struct adapter *a, const char *path, const struct board_description *d,
                       struct error *error)
{
    char text[PROGRAM_TEXT], script[OPENOCD_SETTING_TEXT], boards[PATH_MAX] = ".";
    openocd_script(script, d->path);
    find_boards(boards); /* for descriptions that are elsewhere */
    const char *const arguments[] = {path,   "-s", d->directory, "-s", boards,     "-c",
                                     teller, "-c", script,       "-c", "shutdown", NULL};
    memset(a, 0, sizeof *a);
    bool read = program_says(arguments, text);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, told, sizeof told - 1) == 0) {
            take(a, line + sizeof told - 1);
        }
    }
    for (unsigned i = 0; i < sizeof defaults / sizeof *defaults && !a->ids; i++) {
        if (strcmp(a->driver, defaults[i].driver) == 0) {
            a->ids = 1;
            a->id[0].vendor = defaults[i].vendor;
            a->id[0].product = defaults[i].product;
        }
    }
    if (!read && strstr(text, "debug interface was not found")) {
        error_set(error, STATUS_BAD, "%s: this OpenOCD was built without the driver '%s'", d->path,
                  a->driver);
        return error_fix(error, "apt-get install openocd");
    }
    if (!read) {
        const char *cause = strstr(text, "Error: ");
        cause = cause ? cause + strlen("Error: ") : "it says nothing";
        return error_set(error, STATUS_BAD, "%s: OpenOCD rejects this description: %.*s", d->path,
                         (int)strcspn(cause, "\n"), cause);
    }
    if (a->driver[0]) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "%s: no line 'adapter driver NAME'", d->path);
    return error_fix(error, "OpenOCD needs one");
}

bool adapter_kind_fits(const struct adapter *a, const struct usb_device *device)
{
    for (unsigned i = 0; i < a->ids; i++) {
        if (a->id[i].vendor == device->vendor && a->id[i].product == device->product) {
            return true;
        }
    }
    return false;
}

bool adapter_fits(const struct adapter *a, const struct usb_device *device)
{
    return adapter_kind_fits(a, device) &&
           (!a->serial[0] || strcmp(a->serial, device->serial) == 0) &&
           (!a->title[0] || strcmp(a->title, device->title) == 0);
}

void adapter_text(const struct adapter *a, char *text, size_t room)
{
    size_t used = 0;
    text[0] = 0;
    for (unsigned i = 0; i < a->ids && used < room; i++) {
        used += (size_t)snprintf(text + used, room - used, "%s%04x:%04x", i ? " or " : "",
                                 a->id[i].vendor, a->id[i].product);
    }
    if (a->title[0] && used < room) {
        used += (size_t)snprintf(text + used, room - used, ", called '%s'", a->title);
    }
    if (a->serial[0] && used < room) {
        snprintf(text + used, room - used, ", serial number '%s'", a->serial);
    }
}
