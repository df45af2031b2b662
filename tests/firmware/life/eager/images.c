/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memories of nodes. All nodes have theirs at the same addresses, where one is at a time; the others are
 * kept as what differs from how the node was when it was started. Equal ones have one number.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "nodes.h"
#include "params.h"
#include "requests/requests.h"
#include "slots/slots.h"

enum { BLOCKS = 4, BLOCK_BYTES = sizeof(struct bounce) }; /* of the heap, once a node is started */
enum { HEAP_BYTES = 12 << 10, ARENA_MAX = 4 << 10, LAYER_WORDS = (sizeof(noc_layer) + 7) / 8 };

static struct memory {
    char heap[HEAP_BYTES];
    char block[BLOCKS][BLOCK_BYTES];
    uint64_t blocks_used; /* a bit for each */
    char arena[ARENA_MAX];
    uint32_t words[4]; /* the program's */
    char behind[2 * NOC_EAGER_BYTES];
} memory __attribute__((aligned(16)));

enum { MEMORY_WORDS = sizeof(memory) / 8, WORDS = LAYER_WORDS + MEMORY_WORDS };

static uint32_t heap_used, arena_size, slot_at[SLOTS];
static bool started;

/* --- what the firmware is given ------------------------------------------------------------------ */

void *layer_malloc(uint32_t bytes);
void core_free(void *p);
int core_atexit(void (*function)(void));

void *layer_malloc(uint32_t bytes)
{
    char *at = memory.heap + heap_used;
    uint32_t i;

    if (started) {
        for (i = 0; i < BLOCKS && memory.blocks_used >> i & 1; i++) {
        }
        if (i == BLOCKS || bytes > BLOCK_BYTES) {
            return NULL;
        }
        memory.blocks_used |= UINT64_C(1) << i;
        return memory.block[i];
    }
    heap_used += (bytes + 15) & ~15u;
    if (heap_used > HEAP_BYTES) {
        breaks("a node has used its heap up");
        return NULL;
    }
    return at;
}

void core_free(void *p)
{
    const size_t i = (size_t)((char *)p - memory.block[0]) / BLOCK_BYTES;

    if (i < BLOCKS) {
        memory.blocks_used &= ~(UINT64_C(1) << i);
        memset(p, 0, BLOCK_BYTES);
    }
}

int core_atexit(void (*function)(void))
{
    (void)function;
    return 0;
}

void *noc_arena(uint32_t *bytes)
{
    *bytes = arena_size;
    return memory.arena;
}

uint32_t mmio_ram_base(void)
{
    return (uint32_t)(uintptr_t)&memory;
}

uint32_t slot_address(uint32_t number)
{
    return slot_at[number];
}

uint32_t *user_words(void)
{
    return memory.words;
}

/* --- images: lists of words that differ ------------------------------------------------------------ */

struct change {
    uint64_t value;
    uint32_t at;
};

struct snapshot {
    uint64_t hash;
    uint32_t first, count; /* of changes */
};

static uint64_t base[NODES][WORDS], now[WORDS];
static struct change *changes;
static struct snapshot *images;
static uint32_t *table;
static uint32_t change_count, change_room, image_count, image_room;

static void *grown(void *old, size_t bytes)
{
    void *p = realloc(old, bytes);

    if (!p) {
        fputs("explore: there is not enough memory\n", stderr);
        exit(2);
    }
    return p;
}

static void to_words(void)
{
    memcpy(now, &noc_layer, sizeof(noc_layer));
    memcpy(now + LAYER_WORDS, &memory, sizeof(memory));
}

static void from_words(void)
{
    memcpy(&noc_layer, now, sizeof(noc_layer));
    memcpy(&memory, now + LAYER_WORDS, sizeof(memory));
}

static struct snapshot find_changes(uint32_t node)
{
    struct snapshot made = {UINT64_C(0x9e3779b97f4a7c15) + node, change_count, 0};
    uint32_t i;

    for (i = 0; i < WORDS; i++) {
        if (now[i] != base[node][i]) {
            if (change_count == change_room) {
                change_room = change_room ? 2 * change_room : 1 << 16;
                changes = grown(changes, change_room * sizeof(*changes));
            }
            changes[change_count++] = (struct change){now[i], i};
            made.hash = (made.hash ^ now[i] ^ (uint64_t)i << 48) * UINT64_C(0xff51afd7ed558ccd);
            made.hash ^= made.hash >> 29;
        }
    }
    made.count = change_count - made.first;
    return made;
}

static bool same(const struct snapshot *a, const struct snapshot *b)
{
    uint32_t i;

    for (i = 0; i < a->count && a->hash == b->hash && a->count == b->count; i++) {
        if (changes[a->first + i].at != changes[b->first + i].at ||
            changes[a->first + i].value != changes[b->first + i].value) {
            return false;
        }
    }
    return a->hash == b->hash && a->count == b->count;
}

static uint32_t *place_of(const struct snapshot *image)
{
    uint32_t at = (uint32_t)image->hash & (2 * image_room - 1);

    while (table[at] && !same(&images[table[at] - 1], image)) {
        at = (at + 1) & (2 * image_room - 1);
    }
    return &table[at];
}

static void grow(void)
{
    uint32_t i;

    image_room = image_room ? 2 * image_room : 1 << 10;
    images = grown(images, image_room * sizeof(*images));
    free(table);
    table = calloc(2 * image_room, sizeof(*table));
    if (!table) {
        exit(2);
    }
    for (i = 0; i < image_count; i++) {
        *place_of(&images[i]) = i + 1;
    }
}

static uint32_t number_of(uint32_t node)
{
    struct snapshot made = find_changes(node);
    uint32_t *place;

    if (image_count == image_room) {
        grow();
    }
    place = place_of(&made);
    if (*place) {
        change_count = made.first;
    } else {
        images[image_count] = made;
        *place = ++image_count;
    }
    return *place;
}

void image_load(const struct board *b, uint32_t node)
{
    const struct snapshot *image = &images[b->image[node] - 1];
    uint32_t i;

    memcpy(now, base[node], sizeof(now));
    for (i = 0; i < image->count; i++) {
        now[changes[image->first + i].at] = changes[image->first + i].value;
    }
    from_words();
}

/* --- what nobody will look at ------------------------------------------------------------------------ */

static void clear_slot(struct slot *s, uint32_t flits)
{
    s->when = 0;
    memset(s->body + flits, 0, NOC_EAGER_BYTES - 4 * flits);
}

/* Those in the hands of the NI, for which only their home matters. */
static void clear_free_slots(const struct board *b)
{
    uint32_t q, i;

    for (q = 0; q < 2; q++) {
        for (i = 0; i < b->queue[q].frees + b->queue[q].entries; i++) {
            const uint32_t frees = b->queue[q].frees;
            struct slot *s = slot_of(
                slot_at[i < frees ? b->queue[q].free[i] : b->queue[q].entry[i - frees].slot]);

            memset(s, 0, sizeof(*s) + NOC_EAGER_BYTES);
            s->home = SLOT_POOL;
        }
    }
}

static void clear_place(struct slot *s)
{
    const struct slot left = *s;

    memset(s, 0, sizeof(*s) + NOC_EAGER_BYTES);
    if (s != noc_layer.room) {
        s->next = left.next;
        s->w1 = left.w1;
    }
    s->home = left.home;
}

static void clear_slots(const struct board *b)
{
    struct layer_state *l = &noc_layer;
    struct slot *s;

    clear_free_slots(b);
    for (s = l->unexpected.head; s; s = s->next) {
        s->when = 0;
        if (s->home == SLOT_POOL) {
            clear_slot(s, NOC_GET(s->w0, NI_TX_W0, LENGTH));
        }
    }
    for (s = l->rooms; s; s = s->next) {
        clear_place(s);
    }
    if (l->room) {
        clear_place(l->room);
    }
}

static void clear_arena(void)
{
    char *block = (char *)noc_layer.arena.free;

    while (block) {
        struct {
            uint32_t bytes, owner;
            void *next;
        } head;

        memcpy(&head, block, sizeof(head));
        memset(block + sizeof(head), 0, head.bytes - sizeof(head));
        block = head.next;
    }
}

static void clear_copies(void)
{
    struct layer_state *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < KEPT; i++) {
        struct kept *k = l->kept[i].copy;

        memset(k->body + 1, 0, sizeof(k->body) - 4);
        if (i >= l->kept_live) { /* but for `since`, which must be 0 when it is used again */
            l->kept[i].to = k->body[0] = k->w0 = k->w1 = k->w2 = 0;
        }
    }
}

/* Time stands until an age ends all patience (image_age), so how long that is makes no difference. */
static void clear_patience(void)
{
    struct layer_state *l = &noc_layer;

    l->look.passed = false;
    l->look.patience = 0;
    if (l->pull_until != UINT64_MAX && l->pull_until > CLOCK) {
        l->pull_until = CLOCK + 1;
    }
}

/* Calls that were over matter while there are backlogs, and a look while it is under way. */
static void clear_looks(void)
{
    struct layer_state *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < WANTS; i++) {
        if (!l->lefts || l->want[i].kind == WANT_NOTHING) {
            memset(&l->want[i], 0, sizeof(l->want[i]));
        }
    }
    if (!l->lefts) {
        memset(&l->look, 0, sizeof(l->look));
    }
    l->look.asked = 0; /* nobody here shows more than it has memory for */
    if (!l->look.on) {
        l->look.turn = 0;
        l->look.tidy = false;
    }
    clear_patience();
}

static void clear_requests(void)
{
    struct layer_state *l = &noc_layer;
    struct request *r, *next;
    uint16_t index;

    for (r = l->vacant; r; r = next) {
        next = r->next;
        index = r->index;
        memset(r, 0, sizeof(*r));
        r->next = next;
        r->index = index;
    }
    if (!l->posted) {
        l->order = 0;
        memset(&l->receiving, 0, sizeof(l->receiving));
    }
    clear_looks();
}

/* What was shown is read from there until it has left; the network has it then. */
static void clear_bounce(uint32_t node)
{
    if (noc_layer.bounce && node != RECEIVER) {
        memset(noc_layer.bounce->shown, 0, NOC_EAGER_BYTES);
    }
}

void image_save(struct board *b, uint32_t node)
{
    noc_layer.last_peer = -1;
    memset(memory.words, 0, sizeof(memory.words));
    clear_requests();
    clear_copies();
    clear_bounce(node);
    clear_arena();
    if (node == RECEIVER) {
        clear_slots(b);
    }
    to_words();
    b->image[node] = number_of(node);
}

/* --- time ---------------------------------------------------------------------------------------------- */

/* Just too little for what comes next: patience is 4,096 cycles; the layer's own messages move after
 * 50,000. */
static const uint32_t cycles_of[] = {
    [AGE_PATIENCE] = 49998, [AGE_PLACE] = NOC_LOST_CYCLES - 2, [AGE_LOST] = NOC_LOST_CYCLES};

void image_age(enum age by)
{
    struct layer_state *l = &noc_layer;
    uint32_t i;

    if (l->pull_until != UINT64_MAX && l->pull_until > CLOCK &&
        l->pull_until - CLOCK <= cycles_of[by]) {
        l->pull_until = CLOCK;
    }
    for (i = 0; i < l->kept_live; i++) {
        struct kept *k = l->kept[i].copy;

        if (k->since && CLOCK - k->since < cycles_of[by]) {
            k->since = CLOCK - cycles_of[by];
        }
    }
}

/* --- the beginning ----------------------------------------------------------------------------------------- */

/* The parameter block says nothing. */
static void map_params(void)
{
    static void *block;

    if (!block) {
        block = mmap((void *)NOC_PARAMS_BASE, NOC_PARAMS_SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (block == MAP_FAILED) {
            perror("the parameter block");
            exit(2);
        }
        memset(block, 0xff, sizeof(struct noc_params));
    }
}

void images_begin(uint32_t nodes, uint32_t arena_bytes, struct board *b)
{
    uint32_t node, count;

    map_params();
    started = false;
    arena_size = arena_bytes;
    image_count = change_count = 0;
    if (table) {
        memset(table, 0, 2 * image_room * sizeof(*table));
    }
    memset(b, 0, sizeof(*b));
    for (node = 0; node < nodes; node++) {
        memset(&noc_layer, 0, sizeof(noc_layer));
        memset(&memory, 0, sizeof(memory));
        heap_used = count = 0;
        ni_collect(slot_at, &count, nodes);
        ni_begin(b, node, false);
        if (noc_init()) {
            breaks("noc_init");
        }
        ni_collect(NULL, NULL, nodes);
        /* the first slot went to queue 1, the second is queue 0's, and the others are taken away */
        b->queue[1].frees = b->queue[0].frees = 1;
        b->queue[1].free[0] = 0;
        b->queue[0].free[0] = 1;
        to_words();
        memcpy(base[node], now, sizeof(now));
        image_save(b, node);
    }
    started = true;
}
