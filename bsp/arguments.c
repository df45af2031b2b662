/* SPDX-License-Identifier: BSD-2-Clause */
#include "arguments.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "console.h"
#include "heap.h"
#include "host.h"
#include "ni.h"
#include "stack.h"
#include "stop.h"

extern char **environ __attribute__((weak)); /* newlib's, if the program has getenv() */

/* --- words ------------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Does this begin NAME=? */
static bool begins_name(const char *from)
{
    if (!is_letter(*from)) {
        return false;
    }
    while (is_letter(*from) || (*from >= '0' && *from <= '9')) {
        from++;
    }
    return *from == '=';
}

/* One word from *from to *to, without the zero; both move behind it. A quotation that nothing ends
 * goes to the end of the line. */
static void take_word(const char **from, char **to)
{
    char quote = 0, c;

    while ((c = **from) != 0 && (quote || !is_blank(c))) {
        ++*from;
        if (c == quote) {
            quote = 0;
        } else if (!quote && (c == '\'' || c == '"')) {
            quote = c;
        } else {
            char next = **from;
            bool escapes = quote ? quote == '"' && (next == '"' || next == '\\') : next != 0;

            if (c == '\\' && escapes) {
                c = next;
                ++*from;
            }
            *(*to)++ = c;
        }
    }
}

struct bsp_words bsp_split(char *line)
{
    struct bsp_words all = {.end = line};
    const char *from = line;

    for (;;) {
        bool name, last;

        while (is_blank(*from)) {
            from++;
        }
        if (*from == 0) {
            return all;
        }
        name = all.words == 0 && begins_name(from);
        take_word(&from, &all.end);
        last = *from == 0;
        from++; /* what is written next may be in its place */
        *all.end++ = 0;
        all.names += name;
        all.words += !name;
        if (last) {
            return all;
        }
    }
}

/* --- vectors ----------------------------------------------------------------- */

static _Noreturn void no_room(void)
{
    console_puts("core ");
    console_put_decimal(ni_node());
    console_puts(": the command line does not fit into RAM: give the board more, or fewer words\n");
    bsp_stop(NOC_EXIT_BOARD);
}

/* n words from `text` on, and NULL; *to moves behind that. */
static char *fill(char ***to, char *text, unsigned n)
{
    for (; n > 0; n--) {
        *(*to)++ = text;
        text += strlen(text) + 1;
    }
    *(*to)++ = NULL;
    return text;
}

/* Where the stack is behind the heap. */
static __attribute__((noinline)) uint32_t room_before_stack(const char *line)
{
    return bsp_heap_end(ni_read(NI_RAM)) - ni_address(line);
}

struct bsp_vector bsp_arguments(void)
{
    char *line = _sbrk(0);
    uint32_t room = NOC_RAM_BASE + ni_read(NI_RAM) - ni_address(line);
    uint32_t block[] = {ni_address(line), room};
    struct bsp_words all;
    char **argv, **at;
    uint32_t bytes;

    line[0] = 0;
    if (ni_address(block) > ni_address(line)) {
        block[1] = room_before_stack(line);
    }
    if (host_call(NOC_HOST_CMDLINE, block)) {
        if (host_call(NOC_HOST_ERRNO, NULL) != NOC_HOST_ENOSYS) {
            no_room();
        }
        all = (struct bsp_words){.end = line};
    } else {
        all = bsp_split(line);
    }
    argv = (char **)(((uintptr_t)all.end + sizeof(char *) - 1) & ~(sizeof(char *) - 1));
    bytes = (uint32_t)((char *)argv - line) + (all.names + all.words + 2) * sizeof(char *);
    if (_sbrk((ptrdiff_t)((bytes + 15) & ~15u)) != line) {
        no_room();
    }
    at = argv + all.words + 1;
    line = fill(&at, line, all.names); /* the environment comes first in the line */
    at = argv;
    fill(&at, line, all.words);
    if (&environ) {
        environ = argv + all.words + 1;
    }
    return (struct bsp_vector){(int)all.words, argv};
}
