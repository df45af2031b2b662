/* SPDX-License-Identifier: BSD-2-Clause */
/* Board descriptions: those there are, and what may be wrong with one. */
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "target/board_description.h"

static const char whole[] = "# a comment\n"
                            "set noct(id) 7\n"
                            "  set noct(name) \"A board: of ours\" ;# said so\n"
                            "set noct(clock_hz) 50000000\n"
                            "set noct(topology) torus:4x4\n"
                            "set noct(routing) btr\n"
                            "set noct(ram) 65536\n"
                            "set noct(image) 131072\n"
                            "set noct(tap) 0x03631093\n"
                            "set noct(console) {uart}\n"
                            "set noct(flash)\tcfi;\n"
                            "set noct(tried) emulated\n"
                            "set other(id) 8\n"
                            "adapter driver ftdi\n";

static char path[] = "/tmp/test_description.XXXXXX.cfg";

static enum status open_text(struct board_description *d, const char *text, struct error *error)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return board_description_open(d, path, error);
}

TEST(reads_all_of_it)
{
    struct board_description d;
    struct error error = {.text = ""};
    assert_int_equal(open_text(&d, whole, &error), STATUS_DONE);
    assert_int_equal(d.id, 7);
    assert_string_equal(d.name, "A board: of ours");
    assert_int_equal(d.clock_hz, 50000000);
    assert_string_equal(d.topology, "torus:4x4");
    assert_string_equal(d.routing, "btr");
    assert_int_equal(d.ram, 65536);
    assert_int_equal(d.image, 131072);
    assert_int_equal(d.fpga, 0x03631093);
    assert_string_equal(d.console, "uart");
    assert_string_equal(d.flash, "cfi");
    assert_string_equal(d.tried, "emulated");
    assert_string_equal(d.path, path);
    assert_string_equal(d.directory, "/tmp");
    assert_memory_equal(d.board, "test_description", 16);
    assert_null(strstr(d.board, ".cfg"));
}

/* `whole` with the line that begins so replaced. */
static void with_line(char text[2048], const char *begins, const char *line)
{
    const char *at = strstr(whole, begins);
    assert_non_null(at);
    const char *rest = strchr(at, '\n') + 1;
    snprintf(text, 2048, "%.*s%s%s", (int)(at - whole), whole, line, rest);
}

TEST(refuses)
{
    static const struct {
        const char *begins, *line, *says;
    } wrong[] = {
        {"set noct(id)", "", "no line 'set noct(id) VALUE'"},
        {"set noct(tried)", "", "no line 'set noct(tried) VALUE'"},
        {"set noct(id)", "set noct(id) 0\n", ":2: id '0': must be a whole number"},
        {"set noct(id)", "set noct(id) seven\n", ":2: id 'seven': must be a whole number"},
        {"set noct(id)", "set noct(id) 4294967296\n", ":2: id '4294967296'"},
        {"set noct(id)", "set noct(id)\n", ":2: id: must have one plain value"},
        {"set noct(id)", "set noct(id) 1 2\n", ":2: id: must have one plain value"},
        {"set noct(id)", "set noct(id) $x\n", ":2: id: must have one plain value"},
        {"set noct(id)", "set noct(id) \"7\n", ":2: id: must have one plain value"},
        {"set noct(id)", "set noct(id) 7\nset noct(id) 7\n", ":3: id: is set twice"},
        {"set noct(id)", "set noct(idd) 7\n", ":2: noct(idd): unknown; did you mean noct(id)?"},
        {"set noct(id)", "set noct(colour) 7\n", ":2: noct(colour): unknown; docs"},
        {"set noct(clock_hz)", "set noct(clock_hz) 1e6\n", ":4: clock_hz '1e6'"},
        {"set noct(topology)", "set noct(topology) tours:4x4\n", ":5: topology 'tours:4x4'"},
        {"set noct(ram)", "set noct(ram) 1024\n", ":7: ram '1024': must be"},
        {"set noct(ram)", "set noct(ram) 98304\n", ":7: ram '98304': must be a power of two"},
        {"set noct(routing)", "set noct(routing) yx\n", ":6: routing 'yx': there is none"},
        {"set noct(image)", "set noct(image) 4194304\n", ":8: image '4194304': must be"},
        {"set noct(tap)", "set noct(tap) theirs\n", ":9: tap 'theirs': must be own"},
        {"set noct(tap)", "set noct(tap) 0x103631093\n", ":9: tap '0x103631093'"},
        {"set noct(console)", "set noct(console) tv\n", "console 'tv': must be uart or jtag"},
        {"set noct(flash)", "set noct(flash) tape\n", "flash 'tape': must be "},
        {"set noct(tried)", "set noct(tried) yes\n", "tried 'yes': must be emulated or hardware"},
    };
    char text[2048];
    struct board_description d;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = {.text = ""};
        char begins[40];
        snprintf(begins, sizeof begins, "%s", wrong[i].begins);
        with_line(text, begins, wrong[i].line);
        assert_int_equal(open_text(&d, text, &error), STATUS_BAD);
        if (!strstr(error.text, wrong[i].says) || !strstr(error.text, path)) {
            fail_msg("'%s': %s", wrong[i].line, error.text);
        }
    }
}

TEST(refuses_what_is_no_description)
{
    struct board_description d;
    struct error error = {.text = ""};
    assert_int_equal(board_description_open(&d, "./nosuch.cfg", &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "board './nosuch.cfg': No such file"));
    assert_int_equal(board_description_open(&d, "/tmp/", &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "board '/tmp/': not a file"));
}

BEFORE_ALL
{
    int fd = mkstemps(path, 4);

    assert_true(fd >= 0);
    close(fd);
}

AFTER_ALL
{
    unlink(path);
}
