/* SPDX-License-Identifier: BSD-2-Clause */
/* What goes to a terminal, whoever it is from. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "base/terminal.h"

/* What the stream writes of these bytes, in pieces of so many. */
static void written(const char *bytes, size_t n, size_t piece, char out[256])
{
    int end[2];
    assert_int_equal(pipe(end), 0);
    FILE *stream = terminal_stream(end[1]);
    assert_non_null(stream);
    setvbuf(stream, NULL, _IONBF, 0);
    for (size_t i = 0; i < n; i += piece) {
        fwrite(bytes + i, 1, n - i < piece ? n - i : piece, stream);
    }
    assert_int_equal(fclose(stream), 0);
    close(end[1]);
    ssize_t length = read(end[0], out, 255);
    out[length > 0 ? length : 0] = 0;
    close(end[0]);
}

static void expect(const char *bytes, size_t n, const char *wanted)
{
    char out[256];
    for (size_t piece = 1; piece <= n; piece++) {
        written(bytes, n, piece, out);
        assert_string_equal(out, wanted);
    }
}

TEST(text_and_colours_stay)
{
    static const char *const kept[] = {
        "plain text, with\ttabs\nand lines\r\n",
        "\033[31mred\033[0m \033[38;5;255m\033[48;5;16m x \033[0m\033[m",
        "Gr\xc3\xbc\xc3\x9f"
        "e, \xe2\x86\x92 \xf0\x9f\x99\x82",
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        expect(kept[i], strlen(kept[i]), kept[i]);
    }
}

TEST(all_else_that_acts_is_shown)
{
    static const struct {
        const char *bytes, *shown;
    } cases[] = {
        {"\033[2J", "^[[2J"},                           /* clears the screen */
        {"core 1: x\rcore 2: ", "core 1: x^Mcore 2: "}, /* writes over the line */
        {"\r\r\n", "^M\r\n"},
        {"\033[K\r", "^[[K^M"},
        {"\033[1;1H", "^[[1;1H"},                     /* moves */
        {"\033]0;title\a", "^[]0;title^G"},           /* names the window */
        {"\033]52;c;cm0=\033\\", "^[]52;c;cm0=^[\\"}, /* fills the clipboard */
        {"\033P+q\033\\", "^[P+q^[\\"},               /* has it answer */
        {"\033[31", "^[[31"},                         /* cut */
        {"\033\033[31m", "^[\033[31m"},
        {"\033[\033[2J", "^[[^[[2J"},
        {"\033[?25l\033[!p", "^[[?25l^[[!p"},
        {"a\bb\x7f\v\f\x0e", "a^Hb^?^K^L^N"},
        {"\xc2\x9b"
         "2J",
         "\xef\xbf\xbd\xef\xbf\xbd"
         "2J"}, /* the same as ESC [ */
        {"\x9b"
         "2J",
         "\xef\xbf\xbd"
         "2J"},
        {"\xe2\x80\xae"
         "x",
         "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
         "x"}, /* writes from right to left */
        {"\xc3", "\xef\xbf\xbd"},
        {"\xc3(", "\xef\xbf\xbd("},
        {"\xf0\x9f\x99", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xe2\x86\033[2J", "\xef\xbf\xbd\xef\xbf\xbd^[[2J"},
        {"\xc0\xaf\xff", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect(cases[i].bytes, strlen(cases[i].bytes), cases[i].shown);
    }
    expect("a\0b", 3, "a^@b");
    expect("\033\0", 2, "^[^@");
    expect("\033[\0", 3, "^[[^@");
    expect("\033[1\0", 4, "^[[1^@");
}

TEST(a_sequence_has_an_end)
{
    char longest[64] = "\033[", shown[70] = "^[[";
    memset(longest + 2, '1', 50);
    memset(shown + 3, '1', 50);
    expect(longest, strlen(longest), shown);
}

/* Random bytes: nothing but what is allowed comes out. */
TEST(nothing_else_comes_out)
{
    static const char some[] = "\033[;0123mKJH]\a\xc2\x9b\x80\xe2\xaeq\r\n";
    char bytes[40], out[256];
    TEST_CASES(seed, 20000)
    {
        uint64_t chance = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
        for (size_t i = 0; i < sizeof bytes; i++) {
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            bytes[i] = some[(chance >> 33) % (sizeof some - 1)];
        }
        written(bytes, sizeof bytes, 1 + seed % 7, out);
        for (const char *c = out; *c; c++) {
            const size_t numbers = c[0] == '\033' && c[1] == '[' ? strspn(c + 2, "0123456789;") : 0;
            const bool sequence = c[0] == '\033' && c[1] == '[' && c[2 + numbers] == 'm';
            assert_true(*c != '\033' || sequence);
            assert_true(*c != '\r' || c[1] == '\n');
            assert_true((unsigned char)*c != 0x07 && strncmp(c, "\xc2\x9b", 2) != 0);
        }
    }
}
