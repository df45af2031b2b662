/* SPDX-License-Identifier: BSD-2-Clause */
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plain_text.h"

bool terminal_redraws(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}

bool terminal_has_colours(int fd)
{
    const char *no = getenv("NO_COLOR");
    return terminal_redraws(fd) && !(no && *no);
}

/* --- what may be on it ---------------------------------------------------------------------- */

enum { HELD_MAX = 32, SHOWN_MAX = 4, PIECE_BYTES = 4096 };

struct guard {
    int fd;
    char held[HELD_MAX + 1]; /* a character or a sequence that is not whole yet; a string */
    size_t length;
    char out[PIECE_BYTES];
    size_t used;
};

enum held { HELD_PART, HELD_GOOD, HELD_BAD };

/* ESC [ and numbers, and m, which sets colours. */
static enum held look_at_sequence(const char *held, size_t n)
{
    static const char numbers[] = "0123456789;";
    if (n == 1) {
        return HELD_PART;
    }
    const size_t whole = held[1] == '[' ? 2 + strspn(held + 2, numbers) : 0;
    return !whole        ? HELD_BAD
         : whole < n     ? held[whole] == 'm' ? HELD_GOOD : HELD_BAD
         : n == HELD_MAX ? HELD_BAD
                         : HELD_PART;
}

static enum held look_at_held(const char *held, size_t n)
{
    const unsigned char c = (unsigned char)*held;
    if (c == '\033') {
        return look_at_sequence(held, n);
    }
    if (c == '\r') { /* at the end of a line: alone it would begin the line anew */
        return n == 1 ? HELD_PART : held[1] == '\n' ? HELD_GOOD : HELD_BAD;
    }
    if (c < 0x80) {
        return plain_character(held) || (c && strchr("\n\t", c)) ? HELD_GOOD : HELD_BAD;
    }
    const size_t whole = c < 0xc2 || c > 0xf4 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    return n < whole && (n == 1 || (held[n - 1] & 0xc0) == 0x80) ? HELD_PART
         : plain_character(held) == n                            ? HELD_GOOD
                                                                 : HELD_BAD;
}

static bool write_out(struct guard *g)
{
    for (size_t done = 0; done < g->used;) {
        ssize_t n = write(g->fd, g->out + done, g->used - done);
        if (n < 0 && errno != EINTR) {
            g->used = 0;
            return false;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    g->used = 0;
    return true;
}

static bool put(struct guard *g, const char *bytes, size_t n)
{
    if (g->used + n > sizeof g->out && !write_out(g)) {
        return false;
    }
    memcpy(g->out + g->used, bytes, n);
    g->used += n;
    return true;
}

/* The first byte that is held, as it is shown. */
static bool put_shown(struct guard *g)
{
    const unsigned char c = (unsigned char)*g->held;
    const char shown[SHOWN_MAX] = {'^', (char)(c ^ 0x40)};
    return c < 0x80 ? put(g, shown, 2) : put(g, "\xef\xbf\xbd", 3);
}

static bool take(struct guard *g, char c);

/* What is held is nothing: its first byte is shown, and the others may begin something. */
static bool give_up(struct guard *g)
{
    char rest[HELD_MAX + 1];
    const size_t n = g->length - 1;
    bool good = put_shown(g);
    memcpy(rest, g->held + 1, n);
    g->length = 0;
    for (size_t i = 0; i < n && good; i++) {
        good = take(g, rest[i]);
    }
    return good;
}

static bool take(struct guard *g, char c)
{
    g->held[g->length++] = c;
    g->held[g->length] = 0;
    switch (look_at_held(g->held, g->length)) {
    case HELD_PART:
        return true;
    case HELD_GOOD: {
        const size_t n = g->length;
        g->length = 0;
        return put(g, g->held, n);
    }
    default:
        return give_up(g);
    }
}

static ssize_t guard_write(void *cookie, const char *bytes, size_t n)
{
    struct guard *g = cookie;
    for (size_t i = 0; i < n; i++) {
        if (!take(g, bytes[i])) {
            return 0; /* an error, says fopencookie(3) */
        }
    }
    return write_out(g) ? (ssize_t)n : 0;
}

static int guard_close(void *cookie)
{
    struct guard *g = cookie;
    bool good = true;
    while (g->length && good) {
        good = give_up(g);
    }
    good = write_out(g) && good;
    free(g);
    return good ? 0 : EOF;
}

FILE *terminal_stream(int fd)
{
    const cookie_io_functions_t functions = {.write = guard_write, .close = guard_close};
    struct guard *g = calloc(1, sizeof *g);
    FILE *stream = g ? fopencookie(g, "w", functions) : NULL;
    if (!stream) {
        free(g);
        return NULL;
    }
    g->fd = fd;
    return stream;
}

void terminal_guard(void)
{
    FILE *out = isatty(STDOUT_FILENO) ? terminal_stream(STDOUT_FILENO) : NULL;
    FILE *err = isatty(STDERR_FILENO) ? terminal_stream(STDERR_FILENO) : NULL;
    if (out) {
        setvbuf(out, NULL, _IOLBF, BUFSIZ);
        stdout = out;
    }
    if (err) {
        setvbuf(err, NULL, _IONBF, 0);
        stderr = err;
    }
}
