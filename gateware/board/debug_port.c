/* SPDX-License-Identifier: BSD-2-Clause */
#include "debug_port.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { PACKET_MAX = 4096, READ_MAX = 2040 };

struct port {
    struct board *board;
    int socket;
    char packet[PACKET_MAX + 1]; /* the one that comes in */
    size_t length;
    enum { OUTSIDE, INSIDE, SUM, SUM_LOW } state;
};

static bool send_all(const struct port *p, const char *text, size_t bytes)
{
    while (bytes) {
        const ssize_t sent = send(p->socket, text, bytes, MSG_NOSIGNAL);

        if (sent <= 0) {
            return false;
        }
        text += sent;
        bytes -= (size_t)sent;
    }
    return true;
}

static bool answer(const struct port *p, const char *payload)
{
    char frame[2 * READ_MAX + 8];
    unsigned char sum = 0;
    const char *c;
    int length;

    for (c = payload; *c; c++) {
        sum = (unsigned char)(sum + (unsigned char)*c);
    }
    length = snprintf(frame, sizeof frame, "$%s#%02x", payload, sum);
    return send_all(p, frame, (size_t)length);
}

/* "mADDRESS,BYTES", through the hart of node 0. */
static bool answer_memory(const struct port *p)
{
    char hex[2 * READ_MAX + 1] = "";
    uint32_t address, bytes, word = 0, i;

    if (sscanf(p->packet, "m%" SCNx32 ",%" SCNx32, &address, &bytes) != 2 || bytes > READ_MAX) {
        return answer(p, "E01");
    }
    for (i = 0; i < bytes; i++) {
        const uint32_t at = address + i;

        if ((i == 0 || at % 4 == 0) && !board_read(p->board, 0, at & ~UINT32_C(3), &word)) {
            return answer(p, "E14");
        }
        sprintf(hex + 2 * i, "%02x", (unsigned)(word >> 8 * (at % 4) & 0xff));
    }
    return answer(p, hex);
}

/* False: it is over. */
static bool packet_came(struct port *p)
{
    if (!send_all(p, "+", 1)) {
        return false;
    }
    switch (p->packet[0]) {
    case 'm':
        return answer_memory(p);
    case '?':
        return answer(p, "T05thread:01;");
    case 'D':
        (void)answer(p, "OK");
        return false;
    case 'q':
        return answer(p, strncmp(p->packet, "qSupported", 10) == 0 ? "PacketSize=1000" : "");
    default:
        return answer(p, "");
    }
}

static bool byte_came(struct port *p, char byte)
{
    switch (p->state) {
    case OUTSIDE:
        p->state = byte == '$' ? INSIDE : OUTSIDE;
        p->length = 0;
        return true;
    case INSIDE:
        if (byte == '#') {
            p->state = SUM;
        } else if (p->length < PACKET_MAX) {
            p->packet[p->length++] = byte;
        }
        return true;
    case SUM: /* a socket does not damage */
        p->state = SUM_LOW;
        return true;
    default:
        p->state = OUTSIDE;
        p->packet[p->length] = 0;
        return packet_came(p);
    }
}

void debug_port_serve(struct board *b, int socket)
{
    struct port p = {.board = b, .socket = socket};
    char bytes[4096];
    bool goes_on = answer(&p, "T05thread:01;"); /* it has stopped */
    ssize_t n, i;

    while (goes_on && (n = recv(socket, bytes, sizeof bytes, 0)) > 0) {
        for (i = 0; i < n && goes_on; i++) {
            goes_on = byte_came(&p, bytes[i]);
        }
    }
}
