/* SPDX-License-Identifier: BSD-2-Clause */
#include "debug_port.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { READ_MAX = 2040, WORD = 4 };

static const char STOPPED[] = "T05thread:01;";

/* A send does not wait for ever for a debugger that reads nothing. */
static void limit_waits(int socket)
{
    const struct timeval limit = {.tv_sec = DEBUG_PORT_SEND_S};

    (void)setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

void debug_port_begin(struct debug_port *p, struct control *c, int socket, bool listens, bool holds)
{
    *p = (struct debug_port){.control = c,
                             .listener = listens ? socket : DEBUG_PORT_NONE,
                             .client = listens ? DEBUG_PORT_NONE : socket,
                             .holds = holds};
    if (!listens) {
        limit_waits(socket);
    }
}

bool debug_port_is_over(const struct debug_port *p)
{
    return p->listener < 0 && p->client < 0;
}

/* --- packets ------------------------------------------------------------------------------------ */

static void hang_up(struct debug_port *p)
{
    close(p->client);
    p->client = DEBUG_PORT_NONE;
}

static void send_all(struct debug_port *p, const char *text, size_t bytes)
{
    while (bytes && p->client >= 0) {
        const ssize_t sent = send(p->client, text, bytes, MSG_NOSIGNAL);

        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            hang_up(p); /* it has read nothing for DEBUG_PORT_SEND_S */
            return;
        }
        if (sent <= 0) {
            return; /* that it has gone is seen where something is to come */
        }
        text += sent;
        bytes -= (size_t)sent;
    }
}

static void answer(struct debug_port *p, const char *payload)
{
    char frame[2 * READ_MAX + 8];
    unsigned char sum = 0;
    const char *c;
    int length;

    for (c = payload; *c; c++) {
        sum = (unsigned char)(sum + (unsigned char)*c);
    }
    length = snprintf(frame, sizeof frame, "$%s#%02x", payload, sum);
    send_all(p, frame, (size_t)length);
}

/* "mADDRESS,BYTES", through the hart of node 0. */
static void read_memory(struct debug_port *p)
{
    char hex[2 * READ_MAX + 1] = "";
    uint32_t address, bytes, word = 0, i;

    if (sscanf(p->packet, "m%" SCNx32 ",%" SCNx32, &address, &bytes) != 2 || bytes > READ_MAX) {
        answer(p, "E01");
        return;
    }
    for (i = 0; i < bytes; i++) {
        const uint32_t at = address + i;

        if ((i == 0 || at % WORD == 0) && !control_read(p->control, at & ~UINT32_C(3), &word)) {
            answer(p, "E14");
            return;
        }
        sprintf(hex + 2 * i, "%02x", (unsigned)(word >> 8 * (at % WORD) & 0xff));
    }
    answer(p, hex);
}

/* "MADDRESS,BYTES:HEX": whole words. */
static void write_memory(struct debug_port *p)
{
    uint32_t address, bytes, i;
    int at = 0;

    if (sscanf(p->packet, "M%" SCNx32 ",%" SCNx32 ":%n", &address, &bytes, &at) != 2 || !at ||
        address % WORD || bytes % WORD || strlen(p->packet + at) != 2 * (size_t)bytes) {
        answer(p, "E01");
        return;
    }
    for (i = 0; i < bytes; i += WORD) {
        unsigned byte[WORD];

        if (sscanf(p->packet + at + 2 * i, "%2x%2x%2x%2x", &byte[0], &byte[1], &byte[2],
                   &byte[3]) != WORD ||
            !control_write(p->control, address + i,
                           byte[0] | byte[1] << 8 | byte[2] << 16 | (uint32_t)byte[3] << 24)) {
            answer(p, "E14");
            return;
        }
    }
    answer(p, "OK");
}

static void packet_came(struct debug_port *p)
{
    send_all(p, "+", 1);
    switch (p->packet[0]) {
    case 'm':
        read_memory(p);
        break;
    case 'M':
        write_memory(p);
        break;
    case '?':
        answer(p, STOPPED);
        break;
    case 'c':
        p->holds = false;
        break;
    case 'D':
        answer(p, "OK");
        p->holds = false;
        if (p->client >= 0) {
            hang_up(p);
        }
        break;
    case 'q':
        answer(p, strncmp(p->packet, "qSupported", 10) == 0 ? "PacketSize=1000" : "");
        break;
    default:
        answer(p, "");
    }
}

static void byte_came(struct debug_port *p, char byte)
{
    switch (p->state) {
    case PORT_OUTSIDE:
        p->state = byte == '$' ? PORT_INSIDE : PORT_OUTSIDE;
        p->length = 0;
        break;
    case PORT_INSIDE:
        if (byte == '#') {
            p->state = PORT_SUM;
        } else if (p->length < DEBUG_PORT_PACKET) {
            p->packet[p->length++] = byte;
        }
        break;
    case PORT_SUM: /* a socket does not damage */
        p->state = PORT_SUM_LOW;
        break;
    default:
        p->state = PORT_OUTSIDE;
        p->packet[p->length] = 0;
        packet_came(p);
    }
}

/* --- connections -------------------------------------------------------------------------------- */

static void take_bytes(struct debug_port *p)
{
    char bytes[4096];
    const ssize_t n = recv(p->client, bytes, sizeof bytes, 0);
    ssize_t i;

    if (n <= 0) {
        hang_up(p);
    }
    for (i = 0; i < n && p->client >= 0; i++) {
        byte_came(p, bytes[i]);
    }
}

static void let_in(struct debug_port *p)
{
    p->client = accept4(p->listener, NULL, NULL, SOCK_CLOEXEC);
    if (p->client >= 0) {
        limit_waits(p->client);
        p->state = PORT_OUTSIDE;
        p->holds = true;
    }
}

void debug_port_look(struct debug_port *p, int ms)
{
    struct pollfd ready = {.fd = p->client >= 0 ? p->client : p->listener, .events = POLLIN};

    while (ready.fd >= 0 && poll(&ready, 1, ms) > 0) {
        if (p->client >= 0) {
            take_bytes(p);
        } else {
            let_in(p);
        }
        ready.fd = p->client >= 0 ? p->client : p->listener;
        ms = 0;
    }
}

void debug_port_stopped(struct debug_port *p)
{
    if (p->client >= 0) {
        answer(p, STOPPED);
    }
}
