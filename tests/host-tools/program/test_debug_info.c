/* SPDX-License-Identifier: BSD-2-Clause */
/* Where variables have what, by the debug information of this very program. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "base/alloc.h"
#include "program/debug_info.h"

typedef struct inner {
    uint8_t first;
    const uint16_t *members;
    volatile uint8_t round;
} inner_t;

struct outer {
    uint32_t before[3];
    inner_t group[6];
    struct {
        uint64_t a, b;
    } pair;
};

struct outer source_outer;
const volatile struct outer source_qualified = {.before = {1}};
uint32_t source_number;

static struct elf_image own_program(void)
{
    struct elf_image image = {.bytes = NULL};
    FILE *file = fopen("/proc/self/exe", "rb");
    assert_non_null(file);
    enum { ROOM = 1 << 25 };
    image.bytes = alloc_zeroed(ROOM);
    image.size = fread(image.bytes, 1, ROOM, file);
    assert_true(feof(file));
    fclose(file);
    return image;
}

static void expect(const struct debug_info *s, const char *variable, const char *path,
                   size_t offset, size_t bytes, size_t element)
{
    struct debug_info_member m;
    assert_true(debug_info_member(s, variable, path, &m));
    assert_int_equal(m.offset, offset);
    assert_int_equal(m.bytes, bytes);
    assert_int_equal(m.element, element);
}

TEST(members)
{
    struct elf_image image = own_program();
    struct debug_info *s = debug_info_open(&image);
    struct debug_info_member m;
    const struct outer *o = &source_outer;
    assert_non_null(s);
    expect(s, "source_outer", "before", 0, sizeof o->before, sizeof *o->before);
    expect(s, "source_outer", "group", offsetof(struct outer, group), sizeof o->group,
           sizeof *o->group);
    expect(s, "source_outer", "group.members", offsetof(inner_t, members), sizeof(uint16_t *), 0);
    expect(s, "source_outer", "group.round", offsetof(inner_t, round), 1, 0);
    expect(s, "source_outer", "pair.b", offsetof(struct outer, pair.b), 8, 0);
    expect(s, "source_qualified", "group.first", 0, 1, 0);
    assert_false(debug_info_member(s, "source_outer", "grou", &m));
    assert_false(debug_info_member(s, "source_outer", "group.rounds", &m));
    assert_false(debug_info_member(s, "source_outer", "before.first", &m));
    assert_false(debug_info_member(s, "source_number", "first", &m));
    assert_false(debug_info_member(s, "source_none", "group", &m));
    debug_info_close(s);
    free(image.bytes);
}
