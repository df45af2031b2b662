/*
 * JTAG: test access port, Debug Transport Module, and OpenOCD's remote_bitbang
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * IEEE 1149.1 for the port; RISC-V External Debug Support 0.13.2, chapter 6, for
 * the transport module; OpenOCD's doc/manual/jtag/drivers/remote_bitbang.txt for
 * the bytes of the character device: each sets the pins or asks for TDO.
 *
 *   remote_bitbang --pins--> port --scans--> transport --reads, writes--> dm.c
 *
 * A byte that is none of the protocol's says that somebody else is there (gdb,
 * say): what it has to say is not for pins, so it is hung up on, with one line.
 * This is no guard against browsers, whose requests may begin with any number of
 * the protocol's bytes: the device is to be a socket that only its user can open.
 * Answers wait until the other side takes them, and meanwhile nothing more is
 * read: the board never waits for it.
 *
 * A second client would wait in the listening socket for the first one to go, with
 * no sign of it. It is hung up on instead, with one line; but not while it may be the first
 * one that comes again and whose end has not been seen yet.
 */
#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/error-report.h"
#include "qemu/timer.h"
#include "qapi/error.h"
#include "chardev/char-fe.h"
#include "chardev/char-socket.h"
#include "hw/noc/nocturne.h"

/* --- transport module (6.1) --------------------------------------------------- */

/* A port's instructions; any other is BYPASS. */
typedef struct Wiring {
    uint8_t ir_bits, ir_capture, idcode, dtmcs, dmi;
} Wiring;

/* The board's own port. */
static const Wiring own_wiring = { 5, 1, 0x01, 0x10, 0x11 };

/* A Xilinx FPGA's (UG470, UG570): USER3 and USER4 lead to the gateware; it is configured. */
static const Wiring fpga_wiring = { 6, 0x35, 0x09, 0x22, 0x23 };

/* Version 1, part "NO"; no manufacturer has the number 0. */
enum { IDCODE = 0x14e4f001 };

/* dtmcs */
enum {
    DTMCS_VERSION_0_13 = 1, DTMCS_ABITS_SHIFT = 4, DTMCS_STAT_SHIFT = 10,
    DTMCS_DMIRESET = 1 << 16, DTMCS_DMIHARDRESET = 1 << 17
};

/* dmi: address, data, operation */
enum { DMI_ABITS = 7, DMI_DATA_SHIFT = 2, DMI_ADDRESS_SHIFT = 34,
       DMI_BITS = DMI_ADDRESS_SHIFT + DMI_ABITS };
enum { DMI_NOP = 0, DMI_READ = 1, DMI_WRITE = 2, DMI_FAILED = 2 };

/* --- port ------------------------------------------------------------------- */

typedef enum TapState {
    RESET, IDLE,
    SELECT_DR, CAPTURE_DR, SHIFT_DR, EXIT1_DR, PAUSE_DR, EXIT2_DR, UPDATE_DR,
    SELECT_IR, CAPTURE_IR, SHIFT_IR, EXIT1_IR, PAUSE_IR, EXIT2_IR, UPDATE_IR
} TapState;

/* By TMS at the rising edge of TCK. */
static const uint8_t next_state[][2] = {
    [RESET] = { IDLE, RESET },
    [IDLE] = { IDLE, SELECT_DR },
    [SELECT_DR] = { CAPTURE_DR, SELECT_IR },
    [CAPTURE_DR] = { SHIFT_DR, EXIT1_DR },
    [SHIFT_DR] = { SHIFT_DR, EXIT1_DR },
    [EXIT1_DR] = { PAUSE_DR, UPDATE_DR },
    [PAUSE_DR] = { PAUSE_DR, EXIT2_DR },
    [EXIT2_DR] = { SHIFT_DR, UPDATE_DR },
    [UPDATE_DR] = { IDLE, SELECT_DR },
    [SELECT_IR] = { CAPTURE_IR, RESET },
    [CAPTURE_IR] = { SHIFT_IR, EXIT1_IR },
    [SHIFT_IR] = { SHIFT_IR, EXIT1_IR },
    [EXIT1_IR] = { PAUSE_IR, UPDATE_IR },
    [PAUSE_IR] = { PAUSE_IR, EXIT2_IR },
    [EXIT2_IR] = { SHIFT_IR, UPDATE_IR },
    [UPDATE_IR] = { IDLE, SELECT_DR },
};

enum { BUFFER_BYTES = 4096 };

/* So long a second client may wait for the first one to have gone. */
enum { SECOND_MS = 200 };

typedef struct Jtag {
    NocturneDM *dm;
    const Wiring *wiring;
    uint32_t idcode;

    TapState state;
    bool tck, tdo;
    uint32_t ir;
    uint64_t shift;             /* the register being shifted, bit 0 next */
    unsigned shift_bits;

    uint64_t dmi;               /* address and data of the last operation */
    unsigned dmi_status;        /* sticky */

    CharBackend chr;
    guint watch;                /* answers wait for it; 0: none do */
    uint8_t answers[BUFFER_BYTES];
    int answers_used, answers_sent;

    SocketChardev *server;      /* NULL: something else than a socket that listens */
    QIOChannelSocket *second;   /* a client that waits; NULL: none does */
    QEMUTimer *second_up;
} Jtag;

static void say(const char *what)
{
    fprintf(stderr, "nocturne: jtag: %s\n", what);
}

static void dtm_hard_reset(Jtag *j)
{
    j->dmi = 0;
    j->dmi_status = 0;
}

static void capture_dr(Jtag *j)
{
    if (j->ir == j->wiring->idcode) {
        j->shift = j->idcode;
        j->shift_bits = 32;
    } else if (j->ir == j->wiring->dtmcs) {
        j->shift = DTMCS_VERSION_0_13 | DMI_ABITS << DTMCS_ABITS_SHIFT |
                   j->dmi_status << DTMCS_STAT_SHIFT;
        j->shift_bits = 32;
    } else if (j->ir == j->wiring->dmi) {
        j->shift = j->dmi | j->dmi_status;
        j->shift_bits = DMI_BITS;
    } else {
        j->shift = 0;
        j->shift_bits = 1;
    }
}

/* An operation is over at once; one after an error is not begun (6.1.5). */
static void update_dmi(Jtag *j)
{
    unsigned address = extract64(j->shift, DMI_ADDRESS_SHIFT, DMI_ABITS);
    uint32_t data = extract64(j->shift, DMI_DATA_SHIFT, 32);

    if (j->dmi_status) {
        return;
    }
    switch (extract64(j->shift, 0, DMI_DATA_SHIFT)) {
    case DMI_NOP:
        return;
    case DMI_READ:
        data = nocturne_dm_read(j->dm, address);
        break;
    case DMI_WRITE:
        nocturne_dm_write(j->dm, address, data);
        break;
    default:
        j->dmi_status = DMI_FAILED;
    }
    j->dmi = (uint64_t)address << DMI_ADDRESS_SHIFT | (uint64_t)data << DMI_DATA_SHIFT;
}

static void update_dr(Jtag *j)
{
    bool dtmcs = j->ir == j->wiring->dtmcs;

    if (j->ir == j->wiring->dmi) {
        update_dmi(j);
    } else if (dtmcs && (j->shift & DTMCS_DMIHARDRESET)) {
        dtm_hard_reset(j);
    } else if (dtmcs && (j->shift & DTMCS_DMIRESET)) {
        j->dmi_status = 0;
    }
}

static void reset_tap(Jtag *j)
{
    j->state = RESET;
    j->ir = j->wiring->idcode;
}

static void rising_edge(Jtag *j, bool tms, bool tdi)
{
    if (j->state == CAPTURE_DR) {
        capture_dr(j);
    } else if (j->state == CAPTURE_IR) {
        j->shift = j->wiring->ir_capture;
        j->shift_bits = j->wiring->ir_bits;
    } else if (j->state == SHIFT_DR || j->state == SHIFT_IR) {
        j->shift = j->shift >> 1 | (uint64_t)tdi << (j->shift_bits - 1);
    }
    j->state = next_state[j->state][tms];
}

static void falling_edge(Jtag *j)
{
    switch (j->state) {
    case RESET:
        reset_tap(j);
        break;
    case SHIFT_DR:
    case SHIFT_IR:
        j->tdo = j->shift & 1;
        break;
    case UPDATE_DR:
        update_dr(j);
        break;
    case UPDATE_IR:
        j->ir = j->shift;
        break;
    default:
        break;
    }
}

static void set_pins(Jtag *j, bool tck, bool tms, bool tdi)
{
    if (tck && !j->tck) {
        rising_edge(j, tms, tdi);
    } else if (!tck && j->tck) {
        falling_edge(j);
    }
    j->tck = tck;
}

static void set_resets(Jtag *j, bool trst, bool srst)
{
    if (trst) {
        reset_tap(j);
        dtm_hard_reset(j);
    }
    nocturne_dm_srst(j->dm, srst);
}

/* --- remote_bitbang ------------------------------------------------------------ */

static gboolean write_more(void *do_not_use, GIOCondition condition, void *opaque);

/* What the other side does not take now waits for it. If it has gone, reading will tell. */
static void send_answers(Jtag *j)
{
    int n = qemu_chr_fe_write(&j->chr, j->answers + j->answers_sent,
                              j->answers_used - j->answers_sent);

    j->answers_sent += MAX(n, 0);
    if (j->answers_sent < j->answers_used && (n >= 0 || errno == EAGAIN)) {
        j->watch = qemu_chr_fe_add_watch(&j->chr, G_IO_OUT | G_IO_HUP, write_more, j);
    }
    if (!j->watch) {
        j->answers_used = j->answers_sent = 0;
    }
}

static gboolean write_more(void *do_not_use, GIOCondition condition, void *opaque)
{
    Jtag *j = opaque;

    j->watch = 0;
    send_answers(j);
    if (!j->watch) {
        qemu_chr_fe_accept_input(&j->chr);
    }
    return G_SOURCE_REMOVE;
}

static int can_receive(void *opaque)
{
    Jtag *j = opaque;

    return j->watch ? 0 : BUFFER_BYTES;
}

static void take_byte(Jtag *j, uint8_t c)
{
    if (c >= '0' && c <= '7') {
        set_pins(j, c & 4, c & 2, c & 1);
    } else if (c >= 'r' && c <= 'u') {
        set_resets(j, (c - 'r') & 2, (c - 'r') & 1);
    } else if (c == 'R') {
        j->answers[j->answers_used++] = '0' + j->tdo;
    } /* else a lamp */
}

static void hang_up(Jtag *j)
{
    reset_tap(j); /* between scans for sure */
    qemu_chr_fe_disconnect(&j->chr);
}

/* Is it OpenOCD that says this? If not, it is hung up on. */
static bool look_through(Jtag *j, const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        if (!bytes[i] || !strchr("01234567rstuRBbQ", bytes[i])) {
            g_autofree char *what = g_strdup_printf("byte 0x%02x is not of remote_bitbang, which "
                                                    "OpenOCD speaks; hung up", bytes[i]);

            say(what);
            hang_up(j);
            return false;
        }
    }
    return true;
}

static void receive(void *opaque, const uint8_t *bytes, int count)
{
    Jtag *j = opaque;

    if (!look_through(j, bytes, count)) {
        return;
    }
    for (int i = 0; i < count; i++) {
        if (bytes[i] == 'Q') {
            hang_up(j);
            return;
        }
        take_byte(j, bytes[i]);
    }
    if (j->answers_used) {
        send_answers(j);
    }
}

/* A cable that is unplugged: nothing is asserted any more. */
static void unplug(Jtag *j)
{
    if (j->state != RESET && j->state != IDLE) {
        say("the connection ended within a scan, which is dropped");
    }
    if (j->watch) {
        g_source_remove(j->watch);
        j->watch = 0;
    }
    j->answers_used = j->answers_sent = 0;
    j->tck = false;
    reset_tap(j);
    nocturne_dm_srst(j->dm, false);
}

/* --- a second client ------------------------------------------------------------- */

static void come_second(QIONetListener *listener, QIOChannelSocket *client, gpointer opaque);

/* The character device lets nobody in while somebody is: see who comes. */
static void watch_door(Jtag *j)
{
    qio_net_listener_set_client_func(j->server->listener, come_second, j, NULL);
}

/* Not two at a time: whoever comes now waits in the listening socket. */
static void come_second(QIONetListener *listener, QIOChannelSocket *client, gpointer opaque)
{
    Jtag *j = opaque;

    qio_net_listener_set_client_func(j->server->listener, NULL, NULL, NULL);
    j->second = QIO_CHANNEL_SOCKET(object_ref(OBJECT(client)));
    timer_mod(j->second_up, qemu_clock_get_ms(QEMU_CLOCK_REALTIME) + SECOND_MS);
}

static void say_second(void)
{
    say("a second debugger was hung up on: the first one is still connected");
}

static void refuse_second(void *opaque)
{
    Jtag *j = opaque;

    say_second();
    qio_channel_close(QIO_CHANNEL(j->second), NULL);
    g_clear_pointer(&j->second, object_unref);
    watch_door(j);
}

/* The first one has gone. */
static void let_second_in(void *opaque)
{
    Jtag *j = opaque;
    int fd = dup(j->second->fd);

    g_clear_pointer(&j->second, object_unref);
    if (fd >= 0 && qemu_chr_add_client(CHARDEV(j->server), fd) < 0) {
        close(fd); /* somebody else was quicker */
        say_second();
    }
}

/* --- events ------------------------------------------------------------------------ */

static void event(void *opaque, QEMUChrEvent what)
{
    Jtag *j = opaque;

    if (what == CHR_EVENT_CLOSED) {
        unplug(j);
        if (j->second) {
            timer_del(j->second_up);
            aio_bh_schedule_oneshot(qemu_get_aio_context(), let_second_in, j);
        }
    } else if (what == CHR_EVENT_OPENED) {
        if (j->server) {
            watch_door(j);
        }
    }
}

/* NULL: the character device does not listen. */
static SocketChardev *listening(Chardev *chr)
{
    Object *socket = object_dynamic_cast(OBJECT(chr), TYPE_CHARDEV_SOCKET);
    SocketChardev *s = socket ? SOCKET_CHARDEV(socket) : NULL;

    return s && s->listener ? s : NULL;
}

void nocturne_jtag_init(NocturneBoard *b)
{
    Chardev *chr;
    Jtag *j;

    if (!b->config.jtag) {
        return;
    }
    chr = qemu_chr_find(b->config.jtag);
    if (!chr) {
        error_report("jtag=%s: no such character device; define it with -chardev",
                     b->config.jtag);
        exit(EXIT_FAILURE);
    }
    j = g_new0(Jtag, 1);
    j->dm = nocturne_dm_new(b);
    j->wiring = b->config.jtag_fpga ? &fpga_wiring : &own_wiring;
    j->idcode = b->config.jtag_fpga ? b->config.jtag_fpga : IDCODE;
    j->server = listening(chr);
    j->second_up = timer_new_ms(QEMU_CLOCK_REALTIME, refuse_second, j);
    reset_tap(j);
    qemu_chr_fe_init(&j->chr, chr, &error_fatal);
    qemu_chr_fe_set_handlers(&j->chr, can_receive, receive, event, NULL, j, NULL, true);
}
