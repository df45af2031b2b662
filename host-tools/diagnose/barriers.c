/* SPDX-License-Identifier: BSD-2-Clause */
#include "barriers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memmap.h"
#include "base/alloc.h"

enum { GROUP_BYTES_MAX = 512, CAME_READ_MAX = 64, GROUPS_READ_MAX = 4096 };

/* --- groups in a core's RAM ----------------------------------------------------------- */

/* Where the message layer (firmware/layer/layer.h) keeps what of its groups: in lists, by the low
 * bits of their contexts. */
struct layout {
    bool known;
    uint32_t table, lists; /* address of the first list's head, and how many there are */
    uint32_t bytes;        /* of a group */
    struct debug_info_member next, context, count, members, signalled;
};

/* A member of the world, which is a group, by its place in a group. */
static bool find_in_group(const struct debug_info *source, const char *name,
                          const struct debug_info_member *world, struct debug_info_member *m)
{
    char path[32];
    snprintf(path, sizeof path, "world.%s", name);
    if (!debug_info_member(source, "noc_layer", path, m)) {
        return false;
    }
    m->offset -= world->offset;
    return m->offset + m->bytes <= world->bytes;
}

static struct layout find_layout(const struct running_program *r)
{
    static const char layer[] = "noc_layer";
    struct layout l = {.known = false};
    struct debug_info_member table, world;
    uint32_t base;
    l.known = r->matches && r->source && elf_image_symbol(&r->image, layer, &base) &&
              debug_info_member(r->source, layer, "groups", &table) && table.element == 4 &&
              debug_info_member(r->source, layer, "world", &world) &&
              find_in_group(r->source, "next", &world, &l.next) &&
              find_in_group(r->source, "context", &world, &l.context) &&
              find_in_group(r->source, "count", &world, &l.count) &&
              find_in_group(r->source, "members", &world, &l.members) &&
              find_in_group(r->source, "signalled", &world, &l.signalled) &&
              world.bytes <= GROUP_BYTES_MAX && world.bytes % 4 == 0;
    if (l.known) {
        l.table = base + table.offset;
        l.lists = table.bytes / table.element;
        l.bytes = world.bytes;
    }
    return l;
}

/* Unsigned, of 1 to 4 bytes. */
static uint32_t member_value(const unsigned char *group, const struct debug_info_member *m)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < m->bytes && i < 4; i++) {
        value |= (uint32_t)group[m->offset + i] << 8 * i;
    }
    return value;
}

static bool in_ram(uint32_t address, uint32_t bytes)
{
    return address - NOC_RAM_BASE < NOC_RAM_MAX && address - NOC_RAM_BASE + bytes <= NOC_RAM_MAX;
}

/* A core's group of this context; all zeros: it has none, or its lists are overwritten. */
static enum status read_group(const struct layout *l, struct transport *transport, uint32_t node,
                              uint32_t context, unsigned char group[GROUP_BYTES_MAX],
                              struct error *error)
{
    unsigned char head[4];
    const struct debug_info_member address = {.bytes = sizeof head};
    memset(group, 0, GROUP_BYTES_MAX);
    if (!l->known) {
        return STATUS_DONE;
    }
    enum status status = transport_read_node(transport, node, l->table + context % l->lists * 4,
                                             head, sizeof head, error);
    uint32_t at = status ? 0 : member_value(head, &address);
    for (uint32_t i = 0; at && i < GROUPS_READ_MAX && at % 4 == 0 && in_ram(at, l->bytes); i++) {
        status = transport_read_node(transport, node, at, group, l->bytes, error);
        if (!status && member_value(group, &l->context) == context) {
            return STATUS_DONE;
        }
        at = status ? 0 : member_value(group, &l->next);
        memset(group, 0, GROUP_BYTES_MAX);
    }
    return status == STATUS_BAD ? STATUS_DONE : status; /* beyond the board's RAM: overwritten */
}

/* `count` numbers from an address in RAM, which need not be that of a word. */
static enum status read_list(struct transport *transport, uint32_t node, uint32_t address,
                             uint16_t *list, uint32_t count, struct error *error)
{
    uint32_t skip = address % 4, bytes = (skip + 2 * count + 3) / 4 * 4;
    unsigned char *words = alloc_zeroed(bytes);
    enum status status = transport_read_node(transport, node, address - skip, words, bytes, error);
    for (uint32_t i = 0; i < count; i++) {
        list[i] = (uint16_t)(words[skip + 2 * i] | words[skip + 2 * i + 1] << 8);
    }
    free(words);
    return status;
}

/* --- barriers --------------------------------------------------------------------------- */

static bool is_member(const struct barrier *b, uint32_t node)
{
    uint32_t low = 0, high = b->members;
    if (!b->member) {
        return node < b->members;
    }
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        *(b->member[middle] <= node ? &low : &high) = middle;
    }
    return b->member[low] == node;
}

static int by_number(const void *a, const void *b)
{
    const uint16_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Sorts it. False: it is no list of members. */
static bool sort_list(uint16_t *list, uint32_t n, uint32_t nodes)
{
    qsort(list, n, sizeof *list, by_number);
    for (uint32_t i = 0; i < n; i++) {
        if (list[i] >= nodes || (i && list[i] == list[i - 1])) {
            return false;
        }
    }
    return true;
}

/* Whom the barrier is of that node sleeps in; members 0: not known. */
static enum status read_members(struct barrier *b, const struct layout *l, uint32_t node,
                                uint32_t nodes, struct transport *transport, struct error *error)
{
    unsigned char group[GROUP_BYTES_MAX];
    if (b->context == 0) { /* the group of all, on every core */
        b->members = nodes;
        return STATUS_DONE;
    }
    enum status status = read_group(l, transport, node, b->context, group, error);
    uint32_t count = status || !l->known ? 0 : member_value(group, &l->count);
    uint32_t list = count ? member_value(group, &l->members) : 0;
    if (count == nodes && list == 0) { /* the same cores in the same order */
        b->members = nodes;
    }
    if (count == 0 || count > nodes || list % 2 || !in_ram(list, 2 * count)) {
        return status;
    }
    b->member = alloc_array(count, sizeof *b->member);
    b->members = count;
    status = read_list(transport, node, list, b->member, count, error);
    bool bad = status == STATUS_BAD; /* beyond the board's RAM: the program has overwritten it */
    status = bad ? STATUS_DONE : status;
    if (status || bad || !sort_list(b->member, count, nodes) || !is_member(b, node)) {
        free(b->member);
        b->member = NULL;
        b->members = 0;
    }
    return status;
}

/* The barrier of this context that node is a member of, among those known; BARRIER_NONE: none. */
static uint32_t find(const struct barriers *b, uint32_t context, uint32_t node)
{
    for (uint32_t i = 0; i < b->n; i++) {
        if (b->barrier[i].context == context && is_member(&b->barrier[i], node)) {
            return i;
        }
    }
    return BARRIER_NONE;
}

static void add(struct barriers *b, const struct barrier *new)
{
    struct barrier *more = alloc_array(b->n + 1, sizeof *more);
    if (b->n) {
        memcpy(more, b->barrier, b->n * sizeof *more);
    }
    more[b->n++] = *new;
    free(b->barrier);
    b->barrier = more;
}

/* Has a member who is not in the barrier been there? A signal of its own remains. */
static enum status find_came(struct barrier *b, const struct layout *l, struct transport *transport,
                             struct error *error)
{
    enum status status = STATUS_DONE;
    b->came = alloc_array(b->missing_n + 1, sizeof *b->came);
    b->came_known = l->known && b->missing_n <= CAME_READ_MAX;
    for (uint32_t i = 0; i < b->missing_n && b->came_known && !status; i++) {
        unsigned char group[GROUP_BYTES_MAX];
        status = read_group(l, transport, b->missing[i], b->context, group, error);
        b->came[i] = !status && member_value(group, &l->signalled) > 0;
    }
    return status;
}

static void find_missing(struct barriers *b, uint32_t index, uint32_t nodes)
{
    struct barrier *one = &b->barrier[index];
    one->missing = alloc_array(one->members, sizeof *one->missing);
    for (uint32_t i = 0; i < one->members; i++) {
        uint32_t node = one->member ? one->member[i] : i;
        if (node < nodes && b->of[node] == index) {
            one->waiting++;
        } else {
            one->missing[one->missing_n++] = node;
        }
    }
}

enum status barriers_read(struct barriers *b, const struct core *core, uint32_t nodes,
                          const struct running_program *running, struct transport *transport,
                          struct error *error)
{
    struct layout layout = {.known = false};
    enum status status = STATUS_DONE;
    bool looked = false;
    *b = (struct barriers){.of = alloc_array(nodes, sizeof *b->of)};
    for (uint32_t i = 0; i < nodes && !status; i++) {
        /* The layer takes the note back when it has woken: who runs with it is about to sleep,
         * or was woken by a debugger and stands since. */
        bool in = core[i].note == NOC_WAIT_BARRIER;
        struct barrier new = {.context = core[i].note_tag};
        if (in && !looked) { /* only then: it takes a while to look for it */
            layout = find_layout(running);
            looked = true;
        }
        b->of[i] = in ? find(b, new.context, i) : BARRIER_NONE;
        if (in && b->of[i] == BARRIER_NONE) {
            status = read_members(&new, &layout, i, nodes, transport, error);
            if (!status && new.members) {
                b->of[i] = b->n;
                add(b, &new);
            }
        }
    }
    for (uint32_t i = 0; i < b->n && !status; i++) {
        find_missing(b, i, nodes);
        status = find_came(&b->barrier[i], &layout, transport, error);
    }
    return status;
}

void barriers_free(struct barriers *b)
{
    for (uint32_t i = 0; i < b->n; i++) {
        free(b->barrier[i].member);
        free(b->barrier[i].missing);
        free(b->barrier[i].came);
    }
    free(b->barrier);
    free(b->of);
    *b = (struct barriers){0};
}

const struct barrier *barrier_of(const struct barriers *b, uint32_t node)
{
    const struct barrier *its =
        b->n && b->of[node] != BARRIER_NONE ? &b->barrier[b->of[node]] : NULL;
    return its && its->missing_n ? its : NULL;
}
