/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct doctor's look at a board's adapter: trees made here take the place of /sys, /dev and
 * /proc, a script that of OpenOCD.
 */
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"
#include "doctor/doctor_check.h"
#include "doctor/processes.h"

enum { NOBODY = 65534 };

static char root[] = "/tmp/test_doctor.XXXXXX";
static char sys[64], dev[64], proc[64];
static struct host_roots roots = {sys, dev, proc};
static const struct adapter digilent = {.driver = "ftdi", .id = {{0x0403, 0x6010}}, .ids = 1};
static const struct board_description board = {.path = "b.cfg", .board = "b", .console = "uart"};

/* --- trees ----------------------------------------------------------------- */

/* printf a path below root, with all the directories that lead there. */
static char *below(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *below(const char *format, ...)
{
    static char path[512];
    va_list list;
    int n = snprintf(path, sizeof path, "%s/", root);
    va_start(list, format);
    vsnprintf(path + n, sizeof path - (size_t)n, format, list);
    va_end(list);
    for (char *c = path + n; *c; c++) {
        if (*c == '/') {
            *c = 0;
            (void)mkdir(path, 0755);
            *c = '/';
        }
    }
    return path;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void link_to(const char *target, const char *path)
{
    assert_int_equal(symlink(target, path), 0);
}

static void empty_tree(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'/*", root);
    assert_int_equal(system(command), 0);
}

static void plug(const char *name, const char *ids, const char *serial, unsigned number)
{
    char text[16];
    snprintf(text, sizeof text, "%.4s\n", ids);
    write_file(below("sys/bus/usb/devices/%s/idVendor", name), text);
    snprintf(text, sizeof text, "%.4s\n", ids + 5);
    write_file(below("sys/bus/usb/devices/%s/idProduct", name), text);
    write_file(below("sys/bus/usb/devices/%s/busnum", name), "1\n");
    snprintf(text, sizeof text, "%u\n", number);
    write_file(below("sys/bus/usb/devices/%s/devnum", name), text);
    write_file(below("sys/bus/usb/devices/%s/product", name), "Digilent USB Device\n");
    if (serial) {
        write_file(below("sys/bus/usb/devices/%s/serial", name), serial);
    }
    write_file(below("dev/bus/usb/001/%03u", number), "");
}

/* driver NULL: none has it; tty NULL: it is no serial port. */
static void interface(const char *device, unsigned number, const char *driver, const char *tty)
{
    char text[64];
    snprintf(text, sizeof text, "%02x\n", number);
    write_file(below("sys/bus/usb/devices/%s:1.%u/bInterfaceNumber", device, number), text);
    if (driver) {
        snprintf(text, sizeof text, "../../../../bus/usb/drivers/%s", driver);
        link_to(text, below("sys/bus/usb/devices/%s:1.%u/driver", device, number));
    }
    if (tty) {
        (void)below("sys/bus/usb/devices/%s:1.%u/%s/", device, number, tty);
        write_file(below("dev/%s", tty), "");
    }
}

/* A process that has this file open. */
static void process(unsigned pid, const char *name, const char *file)
{
    char target[512];
    snprintf(target, sizeof target, "%s", file);
    write_file(below("proc/%u/comm", pid), name);
    link_to("/dev/null", below("proc/%u/fd/0", pid));
    link_to(target, below("proc/%u/fd/3", pid));
}

/* The whole look, with findings as doctor.c's. */
struct seen {
    struct plugged_adapter p;
    struct doctor_check adapter, access, interface, uart;
};

static void look(struct seen *s, const struct adapter *adapter)
{
    memset(s, 0, sizeof *s);
    s->p = (struct plugged_adapter){.adapter = adapter, .description = &board, .roots = &roots};
    s->adapter.needed = true;
    look_adapter(&s->adapter, &s->p);
    if (s->p.device) {
        look_access(&s->access, &s->p);
        look_interface(&s->interface, &s->p);
        look_uart(&s->uart, &s->p);
    }
}

static void expect(const struct doctor_check *f, bool ok, const char *found, const char *fix)
{
    if (f->ok != ok || !strstr(f->found, found) || (!ok && !strstr(f->fix, fix))) {
        fail_msg("%s: '%s' -> '%s'; not '%s' -> '%s'", f->ok ? "ok" : "not ok", f->found, f->fix,
                 found, fix);
    }
}

/* --- the adapter ----------------------------------------------------------- */

TEST(no_adapter)
{
    struct seen s;
    empty_tree();
    look(&s, &digilent);
    expect(&s.adapter, false, "this host shows no USB devices", "pass the USB device 0403:6010");
    assert_true(s.adapter.needed);
    plug("1-1", "1d6b:0002", NULL, 1);
    interface("1-1", 0, "hub", NULL);
    look(&s, &digilent);
    expect(&s.adapter, false, "none of 1 USB devices is 0403:6010", "lsusb -d 0403:6010");
    assert_null(s.p.device);
}

TEST(one_adapter)
{
    struct seen s;
    empty_tree();
    plug("1-1", "1d6b:0002", NULL, 1);
    plug("1-2.3", "0403:6010", "210203A\n", 17);
    interface("1-2.3", 0, NULL, NULL);
    interface("1-2.3", 1, "ftdi_sio", "ttyUSB1");
    look(&s, &digilent);
    expect(&s.adapter, true, "0403:6010 'Digilent USB Device', serial number '210203A'", "");
    expect(&s.access, true, "/dev/bus/usb/001/017", "");
    expect(&s.interface, true, "nobody has the interface", "");
    expect(&s.uart, true, "/dev/ttyUSB1", "");
    assert_string_equal(s.p.device->name, "1-2.3");
}

TEST(two_adapters)
{
    struct adapter second = digilent;
    struct seen s;
    empty_tree();
    plug("1-1", "0403:6010", "A1\n", 4);
    interface("1-1", 0, NULL, NULL);
    plug("1-1.2", "0403:6010", "B2\n", 5);
    interface("1-1.2", 0, NULL, NULL);
    look(&s, &digilent);
    assert_int_equal(s.p.device->interfaces, 1);
    expect(&s.adapter, false,
           "2 adapters fit, OpenOCD takes one of them: serial number 'A1', serial "
           "number 'B2'",
           "add to b.cfg the line: adapter serial A1");
    assert_false(s.adapter.needed);
    strcpy(second.serial, "B2");
    look(&s, &second);
    expect(&s.adapter, true, "'B2'", "");
    assert_int_equal(s.p.device->number, 5);
    strcpy(second.serial, "C3");
    look(&s, &second);
    expect(&s.adapter, false,
           "none of the adapters is 0403:6010, serial number 'C3'; there is "
           "'Digilent USB Device' with serial number 'A1', 'Digilent",
           "serial number in b.cfg");
    second.serial[0] = 0;
    strcpy(second.title, "Another USB Device");
    look(&s, &second);
    expect(&s.adapter, false, "called 'Another USB Device'", "correct its name");
}

/* Files that are root's; looked at by somebody else. */
static void as_nobody(struct seen *s, gid_t group, mode_t mode)
{
    char node[512], tty[512];
    strcpy(node, below("dev/bus/usb/001/007"));
    strcpy(tty, below("dev/ttyUSB1"));
    if (geteuid() == 0) {
        assert_int_equal(chown(node, 0, group) | chown(tty, 0, group), 0);
    }
    assert_int_equal(chmod(node, mode) | chmod(tty, mode), 0);
    bool root_user = geteuid() == 0;
    assert_true(!root_user || seteuid(NOBODY) == 0);
    look(s, &digilent);
    assert_true(!root_user || seteuid(0) == 0);
}

TEST(no_permission)
{
    struct seen s;
    empty_tree();
    plug("1-1", "0403:6010", "A1\n", 7);
    interface("1-1", 0, NULL, NULL);
    interface("1-1", 1, "ftdi_sio", "ttyUSB1");
    as_nobody(&s, 0, 0000);
    expect(&s.adapter, true, "'A1'", "");
    expect(&s.access, false, "001/007: Permission denied",
           "ATTR{idVendor}==\"0403\", ATTR{idProduct}==\"6010\", MODE=\"0660\", GROUP=\"plugdev\"");
    expect(&s.uart, false, "ttyUSB1: Permission denied", "sudo usermod -aG dialout ");
    as_nobody(&s, 0, 0666);
    expect(&s.access, true, "", "");
    expect(&s.uart, true, "", "");
    if (geteuid() == 0) { /* a group that the user could join: here that of tapes */
        as_nobody(&s, 26, 0640);
        expect(&s.access, false, "Permission denied", "/etc/udev/rules.d/60-nocturne.rules");
        as_nobody(&s, 26, 0660);
        expect(&s.access, false, "Permission denied", "sudo usermod -aG tape nobody, and log in");
        expect(&s.uart, false, "Permission denied", "sudo usermod -aG tape nobody, and log in");
    }
    unlink(below("dev/bus/usb/001/007"));
    look(&s, &digilent);
    expect(&s.access, false, "No such file", "pass /dev/bus/usb on to it");
}

TEST(interface_taken)
{
    struct adapter second = digilent;
    struct seen s;
    empty_tree();
    plug("1-1", "0403:6010", "A1\n", 7);
    interface("1-1", 0, "ftdi_sio", "ttyUSB0");
    interface("1-1", 1, "ftdi_sio", "ttyUSB1");
    look(&s, &digilent); /* as it is when just plugged in */
    expect(&s.interface, true, "the kernel's ftdi_sio has the interface of JTAG, ", "");
    expect(&s.interface, true, "/dev/ttyUSB0, until OpenOCD takes it", "");
    expect(&s.uart, true, "/dev/ttyUSB1", "");
    second.channel = 1;
    look(&s, &second);
    expect(&s.interface, true, "/dev/ttyUSB1, until", "");
    expect(&s.uart, true, "/dev/ttyUSB0", "");
    second.channel = 2;
    look(&s, &second);
    expect(&s.interface, false, "has no interface 2, only 2", "'ftdi channel' in b.cfg");
    interface("1-1", 10, NULL, NULL);
    second.channel = 10;
    look(&s, &second);
    expect(&s.interface, true, "nobody has the interface", "");
    process(123, "minicom\n", below("dev/ttyUSB0"));
    look(&s, &digilent);
    expect(&s.interface, false, "minicom (process 123) has ", "kill 123");
    second.channel = 1;
    look(&s, &second);
    expect(&s.interface, true, "", "");
}

TEST(adapter_taken)
{
    struct seen s;
    empty_tree();
    plug("1-1", "0403:6010", "A1\n", 7);
    interface("1-1", 0, "usbfs", NULL);
    look(&s, &digilent);
    expect(&s.interface, false, "another user's program has the adapter", "sudo fuser -v ");
    process(77, "openocd\n", below("dev/bus/usb/001/007"));
    look(&s, &digilent);
    expect(&s.interface, false, "openocd (process 77) has the adapter", "kill 77");
}

TEST(serial_ports)
{
    struct seen s;
    empty_tree();
    plug("1-1", "0403:6010", "A1\n", 7);
    interface("1-1", 0, "ftdi_sio", "ttyUSB0");
    look(&s, &digilent);
    expect(&s.uart, false, "no serial port is certainly this board's", "noct console --board b");
    plug("1-2", "0403:6001", NULL, 8); /* its UART is a chip of its own */
    interface("1-2", 0, "ftdi_sio", "ttyUSB3");
    look(&s, &digilent);
    expect(&s.uart, true, "/dev/ttyUSB3", "");
    plug("1-3", "0403:6001", NULL, 9);
    interface("1-3", 0, "ftdi_sio", "ttyUSB4");
    look(&s, &digilent);
    expect(&s.uart, false, "no serial port is certainly", "plug in");
    interface("1-1", 1, NULL, NULL);
    look(&s, &digilent);
    expect(&s.uart, false, "no driver has the adapter's other interface, 1-1:1.1",
           "sudo modprobe ftdi_sio; echo 1-1:1.1 | sudo tee");
    write_file(below("sys/bus/usb/devices/1-1:1.1/tty/ttyACM0/dev"), "");
    write_file(below("dev/ttyACM0"), "");
    look(&s, &digilent);
    expect(&s.uart, true, "/dev/ttyACM0", "");
}

/* --- who listens ----------------------------------------------------------- */

TEST(listeners)
{
    static const char table[] =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
        " inode\n"
        "   0: 0100007F:0D05 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        "
        "0 "
        "41 1 0000000000000000 100 0 0 10 0\n"
        "   1: 0100007F:0D05 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        "
        "0 "
        "42 1 0000000000000000 100 0 0 10 0\n"
        "   2: 00000000:115C 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        "
        "0 "
        "43 1 0000000000000000 100 0 0 10 0\n";
    static const char table6[] =
        "  sl  local_address                         remote_address                        st\n"
        "   0: 00000000000000000000000001000000:1A0A 00000000000000000000000000000000:0000 0A "
        "00000000:00000000 00:00000000 00000000  4321        0 44 1 0000000000000000 100 0 0 10 "
        "0\n";
    struct process p;
    char text[128];
    empty_tree();
    assert_false(process_at_port(&roots, 3333, &p));
    write_file(below("proc/net/tcp"), table);
    write_file(below("proc/net/tcp6"), table6);
    process(9, "other\n", "socket:[41]");
    process(17, "openocd\n", "socket:[42]");
    assert_true(process_at_port(&roots, 3333, &p));
    process_text(&p, text, sizeof text);
    assert_string_equal(text, "openocd (process 17)");
    assert_true(process_at_port(&roots, 4444, &p));
    process_text(&p, text, sizeof text);
    assert_string_equal(text, "a program of user root");
    assert_true(process_at_port(&roots, 6666, &p));
    process_text(&p, text, sizeof text);
    assert_string_equal(text, "a program of user 4321");
    assert_false(process_at_port(&roots, 9824, &p));
    assert_false(process_at_port(&roots, 0x9c40, &p)); /* the other end of a connection */
}

TEST(who_is_connected)
{
    static const char table[] =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n"
        "   0: 0100007F:2660 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        "
        "0 41 1 0 100 0 0 10 0\n" /* the board listens, and has its end of a connection */
        "   1: 0100007F:2660 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        "
        "0 41 1 0 100 0 0 10 0\n"
        "   2: 0200A8C0:9C41 0500A8C0:2660 01 00000000:00000000 00:00000000 00000000     0        "
        "0 43 1 0 100 0 0 10 0\n" /* another host's port */
        "   3: 0100007F:9C42 0100007F:2660 06 00000000:00000000 00:00000000 00000000     0        "
        "0 44 1 0 100 0 0 10 0\n"; /* one that has ended */
    static const char client[] =
        "   4: 0100007F:9C40 0100007F:2660 01 00000000:00000000 00:00000000 00000000  1000        "
        "0 42 1 0 100 0 0 10 0\n";
    char both[sizeof table + sizeof client], text[128];
    struct process p;
    empty_tree();
    write_file(below("proc/net/tcp"), table);
    process(9, "board\n", "socket:[41]");
    process(17, "openocd\n", "socket:[42]");
    assert_false(process_connected(&roots, 9824, &p));
    snprintf(both, sizeof both, "%s%s", table, client);
    write_file(below("proc/net/tcp"), both);
    assert_true(process_connected(&roots, 9824, &p));
    process_text(&p, text, sizeof text);
    assert_string_equal(text, "openocd (process 17)");
    assert_false(process_connected(&roots, 9825, &p));
}

/* --- what the description asks for ----------------------------------------- */

static enum status execute(struct adapter *a, const char *prints, int ends, struct error *error)
{
    char script[512], text[1024];
    strcpy(script, below("openocd"));
    snprintf(text, sizeof text, "#!/bin/sh\ncat <<'END'\n%sEND\nexit %d\n", prints, ends);
    write_file(script, text);
    assert_int_equal(chmod(script, 0700), 0);
    return adapter_of(a, script, &board, error);
}

TEST(descriptions_adapter)
{
    struct adapter a;
    struct error error;
    char text[200];
    empty_tree();
    assert_int_equal(execute(&a,
                             "Open On-Chip Debugger\nnoct: driver ftdi\nInfo : noct: driver x\n"
                             "noct: usb 0x0403 0x6010 0x0403 0x6014\nnoct: channel 1\n"
                             "noct: title {Digilent USB Device}\nnoct: serial 0042\nshutdown\n",
                             0, &error),
                     STATUS_DONE);
    assert_string_equal(a.driver, "ftdi");
    assert_int_equal(a.channel, 1);
    adapter_text(&a, text, sizeof text);
    assert_string_equal(text, "0403:6010 or 0403:6014, called 'Digilent USB Device', serial number "
                              "'0042'");
    assert_int_equal(execute(&a, "noct: driver ft232r\n", 0, &error), STATUS_DONE);
    adapter_text(&a, text, sizeof text);
    assert_string_equal(text, "0403:6001");
    assert_int_equal(
        execute(&a, "noct: driver ft232r\nnoct: usb 1 2\nnoct: usb 0x0403 0x6015\n", 0, &error),
        STATUS_DONE);
    adapter_text(&a, text, sizeof text);
    assert_string_equal(text, "0403:6015");
    assert_int_equal(execute(&a, "noct: driver remote_bitbang\n", 0, &error), STATUS_DONE);
    assert_int_equal(a.ids, 0);
    assert_int_equal(execute(&a, "noct: driver foo\nb.cfg:3: Error: no such driver\n", 1, &error),
                     STATUS_BAD);
    assert_string_equal(error.text, "b.cfg: OpenOCD rejects this description: no such driver");
    assert_string_equal(a.driver, "foo");
    assert_int_equal(execute(&a,
                             "noct: driver foo\nError: The specified debug interface was not found "
                             "(foo)\n",
                             1, &error),
                     STATUS_BAD);
    assert_string_equal(error.text,
                        "b.cfg: this OpenOCD was built without the driver 'foo'; apt-get "
                        "install openocd");
    assert_int_equal(execute(&a, "", 1, &error), STATUS_BAD);
    assert_int_equal(execute(&a, "nothing\n", 0, &error), STATUS_BAD);
}

BEFORE_ALL
{
    assert_non_null(mkdtemp(root));
    assert_int_equal(chmod(root, 0755), 0);
    snprintf(sys, sizeof sys, "%s/sys", root);
    snprintf(dev, sizeof dev, "%s/dev", root);
    snprintf(proc, sizeof proc, "%s/proc", root);
}

AFTER_ALL
{
    empty_tree();
    assert_int_equal(rmdir(root), 0);
}
