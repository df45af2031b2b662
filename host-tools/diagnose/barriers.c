/* SPDX-License-Identifier: BSD-2-Clause */
#include "barriers.h"

#include <stdlib.h>
#include <string.h>

#include "memmap.h"
#include "base/alloc.h"
#include "packet.h"

enum { GROUP_BYTES_MAX = 512, CAME_READ_MAX = 64 };

/* --- groups in a core's RAM ----------------------------------------------------------- */

/* Where the message layer (firmware/messages_priv.h) keeps what of its groups. */
struct layout {
    bool known;
    uint32_t table, bytes; /* address of the first group, bytes of each */
    uint32_t groups;
    struct debug_info_member queue, count, members, signalled;
};

static struct layout find_layout(const struct running_program *r)
{
    static const char layer[] = "noc_layer";
    struct layout l = {.known = false};
    struct debug_info_member table;
    uint32_t base;
    l.known = r->matches && r->source && elf_image_symbol(&r->image, layer, &base) &&
              debug_info_member(r->source, layer, "group", &table) &&
              debug_info_member(r->source, layer, "group.queue", &l.queue) &&
              debug_info_member(r->source, layer, "group.count", &l.count) &&
              debug_info_member(r->source, layer, "group.members", &l.members) &&
              debug_info_member(r->source, layer, "group.signalled", &l.signalled) &&
              table.element > 0 && table.element <= GROUP_BYTES_MAX && table.element % 4 == 0;
    if (l.known) {
        l.table = base + table.offset;
        l.bytes = table.element;
        l.groups = table.bytes / table.element;
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

/* A core's group of this queue; group[0] = 0 and so on: it has none. */
static enum status read_group(const struct layout *l, struct transport *transport, uint32_t node,
                              unsigned queue, unsigned char group[GROUP_BYTES_MAX],
                              struct error *error)
{
    uint32_t index = queue - NOC_QUEUE_GROUP;
    memset(group, 0, GROUP_BYTES_MAX);
    if (!l->known || queue < NOC_QUEUE_GROUP || index >= l->groups) {
        return STATUS_DONE;
    }
    enum status status =
        transport_read_node(transport, node, l->table + index * l->bytes, group, l->bytes, error);
    if (!status && member_value(group, &l->queue) != queue) {
        memset(group, 0, GROUP_BYTES_MAX);
    }
    return status;
}

/* `count` numbers from an address in RAM or in the image, which need not be that of a word. */
static enum status read_list(struct transport *transport, uint32_t node, uint32_t address,
                             uint16_t *list, uint32_t count, struct error *error)
{
    uint32_t skip = address % 4, bytes = (skip + 2 * count + 3) / 4 * 4;
    unsigned char *words = alloc_zeroed(bytes);
    enum status status =
        address - NOC_IMAGE_BASE < NOC_IMAGE_SIZE
            ? transport_read(transport, address - skip, words, bytes, error)
            : transport_read_node(transport, node, address - skip, words, bytes, error);
    for (uint32_t i = 0; i < count; i++) {
        list[i] = (uint16_t)(words[skip + 2 * i] | words[skip + 2 * i + 1] << 8);
    }
    free(words);
    return status;
}

/* Does so long a list lie in what can be read? */
static bool is_place(uint32_t address, uint32_t count)
{
    uint32_t bytes = 2 * count;
    return address % 2 == 0 && ((address - NOC_IMAGE_BASE < NOC_IMAGE_SIZE &&
                                 address - NOC_IMAGE_BASE + bytes <= NOC_IMAGE_SIZE) ||
                                (address - NOC_RAM_BASE < NOC_RAM_MAX &&
                                 address - NOC_RAM_BASE + bytes <= NOC_RAM_MAX));
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

static bool ascends(const uint16_t *list, uint32_t n, uint32_t nodes)
{
    for (uint32_t i = 0; i < n; i++) {
        if (list[i] >= nodes || (i && list[i] <= list[i - 1])) {
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
    if (b->queue == NOC_QUEUE_GROUP) { /* the group of all, on every core */
        b->members = nodes;
        return STATUS_DONE;
    }
    enum status status = read_group(l, transport, node, b->queue, group, error);
    uint32_t count = status || !l->known ? 0 : member_value(group, &l->count);
    uint32_t list = count ? member_value(group, &l->members) : 0;
    if (count == 0 || count > nodes || !is_place(list, count)) {
        return status;
    }
    b->member = alloc_array(count, sizeof *b->member);
    b->members = count;
    status = read_list(transport, node, list, b->member, count, error);
    bool bad = status == STATUS_BAD; /* beyond the board's RAM: the program has overwritten it */
    status = bad ? STATUS_DONE : status;
    if (status || bad || !ascends(b->member, count, nodes) || !is_member(b, node)) {
        free(b->member);
        b->member = NULL;
        b->members = 0;
    }
    return status;
}

/* The barrier of this queue that node is a member of, among those known; BARRIER_NONE: none. */
static uint32_t find(const struct barriers *b, unsigned queue, uint32_t node)
{
    for (uint32_t i = 0; i < b->n; i++) {
        if (b->barrier[i].queue == queue && is_member(&b->barrier[i], node)) {
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
        status = read_group(l, transport, b->missing[i], b->queue, group, error);
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
        struct barrier new = {.queue = core[i].note_tag};
        if (in && !looked) { /* only then: it takes a while to look for it */
            layout = find_layout(running);
            looked = true;
        }
        b->of[i] = in ? find(b, new.queue, i) : BARRIER_NONE;
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
