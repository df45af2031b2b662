/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cores' clocks, memory, and what bsp/ is to the layer.
 *
 *     area:  | core 0: heap, arena | core 1 | ... | input | output | scratch |
 *
 * The network interface knows addresses of 32 bits, so all of it lies below 4 GiB. To the interfaces it
 * is RAM, the same for all nodes. The data is there once, since nobody looks at it.
 */
#include "cores.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "here.h"
#include "memmap.h"
#include "regs.h"

enum {
    STACK_BYTES = 128 << 10,
    CORE_BYTES = 256 << 10, /* heap and arena, */
    AREA_BYTES = 3 << 29,   /* but of all cores no more than this */
    ARENA_BYTES = 16 << 10,
    SCRATCHES = 3,    /* times the data, at most, is what a schedule needs besides */
    BEHIND = 4096,    /* bytes: no data is at the end of RAM */
    BEGINS_LATER = 64 /* cycles, when all have met */
};

struct block {
    uint32_t bytes, used;
    struct block *next;
};

struct core {
    jmp_buf here;
    ucontext_t first;    /* until it has begun */
    uint64_t time, free; /* free: from then on it may access a register */
    bool begun, asleep, met, done, line;
    char *ram, *stack;
    void *layer;
    struct block *heap;
    struct charge_stack charges;
};

static struct machine {
    const struct cores_setup *setup;
    struct noc_board *board;
    struct core *core; /* by rank */
    uint32_t count, running;
    uint32_t *rank;          /* by node; UINT32_MAX: no member */
    uint32_t *awake, awakes; /* heap of ranks, the first one in front */
    jmp_buf scheduler;
    char *area, *data, *layers;
    size_t area_bytes, core_bytes;
    uint32_t data_bytes; /* of input and output each */
    uint32_t *elements;
    uint32_t met, left; /* cores that wait to begin; that have not ended */
    uint64_t begun;     /* the call's cycle 0; NOC_NEVER: not yet */
    enum cores_end end;
    const char *why;
    bool over;
} m;

/* --- who is next --------------------------------------------------------------------------------- */

static bool is_before(uint32_t a, uint32_t b)
{
    return m.core[a].time != m.core[b].time ? m.core[a].time < m.core[b].time : a < b;
}

static void awake_add(uint32_t rank)
{
    uint32_t i = m.awakes++;

    for (; i > 0 && is_before(rank, m.awake[(i - 1) / 2]); i = (i - 1) / 2) {
        m.awake[i] = m.awake[(i - 1) / 2];
    }
    m.awake[i] = rank;
}

static uint32_t awake_take(void)
{
    uint32_t first = m.awake[0], last = m.awake[--m.awakes], i = 0, child;

    while ((child = 2 * i + 1) < m.awakes) {
        child += child + 1 < m.awakes && is_before(m.awake[child + 1], m.awake[child]);
        if (!is_before(m.awake[child], last)) {
            break;
        }
        m.awake[i] = m.awake[child];
        i = child;
    }
    m.awake[i] = last;
    return first;
}

/* --- coroutines ---------------------------------------------------------------------------------- */

static struct core *here(void)
{
    return &m.core[m.running];
}

static void leave(void)
{
    if (!_setjmp(here()->here)) {
        _longjmp(m.scheduler, 1);
    }
}

static void core_main(void)
{
    m.setup->program->run(&m.setup->call);
    here()->done = true;
    m.left--;
    leave();
}

static void enter(uint32_t rank)
{
    struct core *c = &m.core[rank];

    m.running = rank;
    m.setup->program->use_layer(c->layer);
    charge_stack = &c->charges;
    charge_clock = &c->time;
    if (!_setjmp(m.scheduler)) {
        if (c->begun) {
            _longjmp(c->here, 1);
        }
        c->begun = true;
        setcontext(&c->first);
    }
    charge_stack = NULL;
}

/* Others that are behind go on, and the network comes up to this core's cycle. */
static void catch_up(void)
{
    struct core *c = here();

    while (m.awakes && is_before(m.awake[0], m.running)) {
        awake_add(m.running);
        leave();
    }
    while (noc_board_now(m.board) < c->time && noc_board_run(m.board, c->time) < c->time) {
        while (m.awakes && is_before(m.awake[0], m.running)) {
            awake_add(m.running);
            leave();
        }
    }
}

/* --- bsp ----------------------------------------------------------------------------------------- */

static uint32_t node_here(void)
{
    return m.setup->call.node[m.running];
}

static bool is_address(uint32_t offset)
{
    return offset == NI_TX_ADDR || offset == NI_TX_LIST_ADDR || offset == NI_TX_HEADERS_ADDR ||
           offset == NI_WINDOW_ADDR ||
           (offset >= NI_RX_FREE && ((offset - NI_RX_FREE) % NI_QUEUE_STRIDE == 0 ||
                                     (offset - NI_RX_ADDR) % NI_QUEUE_STRIDE == 0));
}

static uint32_t area_base(void)
{
    return (uint32_t)(uintptr_t)m.area;
}

/* An access takes a cycle, whatever is charged: so a loop that waits for a register ends. */
static void access_register(void)
{
    struct core *c = here();

    c->time = c->time < c->free ? c->free : c->time;
    c->free = c->time + 1;
}

uint32_t bsp_read(uint32_t offset)
{
    uint32_t value;

    access_register();
    if (!noc_ni_timeless(offset, false)) {
        catch_up();
    }
    value = noc_ni_read(m.board, node_here(), offset, here()->time);
    return is_address(offset) ? value - NOC_RAM_BASE + area_base() : value;
}

void bsp_write(uint32_t offset, uint32_t value)
{
    access_register();
    if (!noc_ni_timeless(offset, true)) {
        catch_up();
    }
    noc_ni_write(m.board, node_here(), offset,
                 is_address(offset) ? value - area_base() + NOC_RAM_BASE : value, here()->time);
}

uint32_t bsp_ram_base(void)
{
    return area_base();
}

uint64_t bsp_cycles(void)
{
    return here()->time;
}

void bsp_sleep(void)
{
    catch_up();
    if (!here()->line) {
        here()->asleep = true;
        leave();
    }
}

const void *bsp_params(void)
{
    return m.setup->params;
}

void *bsp_malloc(uint32_t bytes)
{
    struct core *c = here();
    struct block **link = &c->heap, *b;
    char *end = c->ram;

    bytes = (bytes + 15) & ~15u;
    for (; (b = *link); link = &b->next) {
        if (!b->used && b->bytes >= bytes) {
            break;
        }
        end = (char *)(b + 1) + b->bytes;
    }
    if (!b) {
        if (end + sizeof(*b) + bytes > c->ram + m.core_bytes - ARENA_BYTES) {
            return NULL;
        }
        b = (struct block *)(void *)end;
        *b = (struct block){.bytes = bytes};
        *link = b;
    }
    b->used = 1;
    return b + 1;
}

void bsp_free(void *p)
{
    if (p && (char *)p < m.data) {
        ((struct block *)p - 1)->used = 0;
    }
}

void *bsp_data(uint32_t bytes)
{
    return bytes <= SCRATCHES * (uint64_t)m.data_bytes ? m.data + 2 * (size_t)m.data_bytes : NULL;
}

void *bsp_arena(uint32_t *bytes)
{
    *bytes = ARENA_BYTES;
    return here()->ram + m.core_bytes - ARENA_BYTES;
}

/* --- the call ------------------------------------------------------------------------------------ */

uint32_t *call_data(uint32_t which)
{
    return (uint32_t *)(void *)(m.data + which * (size_t)m.data_bytes);
}

const uint32_t *call_elements(void)
{
    return m.elements;
}

void call_combines(uint32_t elements)
{
    charge_combine(elements);
}

static void over(enum cores_end end, const char *why)
{
    if (!m.over) {
        m.end = end;
        m.why = why;
        m.over = true;
    }
}

void call_refused(const char *why)
{
    over(CORES_REFUSED, why);
}

void call_meets(void)
{
    here()->met = true;
    m.met++;
    leave();
}

void call_returned(void)
{
    m.setup->returned(m.setup->opaque, m.running, here()->time - m.begun);
}

/*
 * Costs are averages, by which all members of a symmetric call would do everything in the same cycles,
 * and their worms never meet. On a board a member's way depends on its rank. So some have a few cycles to
 * pay at the beginning.
 */
static uint32_t parts_of(uint32_t rank)
{
    enum { CYCLES = 4 };

    return (rank * UINT32_C(2654435761) >> 16) % CYCLES * CHARGE_PARTS;
}

/* All are there, and nothing is under way any more. */
static void begin_all(void)
{
    uint64_t when = noc_board_now(m.board);

    for (uint32_t i = 0; i < m.count; i++) {
        when = m.core[i].time > when ? m.core[i].time : when;
    }
    m.begun = when + BEGINS_LATER;
    while (noc_board_now(m.board) < m.begun) {
        noc_board_run(m.board, m.begun);
    }
    m.setup->begin(m.setup->opaque, m.board, m.begun);
    for (uint32_t i = 0; i < m.count; i++) {
        noc_ni_write(m.board, m.setup->call.node[i], NI_TAU_S, m.setup->tau_s, m.begun);
        noc_ni_write(m.board, m.setup->call.node[i], NI_TAU_R, m.setup->tau_r, m.begun);
        m.core[i].time = m.begun;
        m.core[i].charges.parts = parts_of(i);
        m.core[i].met = false;
        awake_add(i);
    }
    m.met = 0;
}

/* --- the board's calls ----------------------------------------------------------------------------- */

static char *place(uint32_t address, uint32_t bytes)
{
    const uint32_t offset = address - NOC_RAM_BASE;

    return offset <= m.area_bytes && bytes <= m.area_bytes - offset ? m.area + offset : NULL;
}

static bool on_read(void *opaque, uint32_t node, uint32_t address, void *to, uint32_t bytes)
{
    const char *at = place(address, bytes);

    (void)opaque;
    (void)node;
    return at && memcpy(to, at, bytes);
}

static bool on_write(void *opaque, uint32_t node, uint32_t address, const void *from,
                     uint32_t bytes)
{
    char *at = place(address, bytes);

    (void)opaque;
    (void)node;
    return at && (at >= m.data || memcpy(at, from, bytes));
}

static void on_line(void *opaque, uint32_t node, bool high, uint64_t when)
{
    const uint32_t rank = m.rank[node];
    struct core *c = &m.core[rank];

    (void)opaque;
    if (rank == UINT32_MAX) {
        return;
    }
    c->line = high;
    if (high && c->asleep) {
        c->asleep = false;
        c->time = c->time < when ? when : c->time;
        awake_add(rank);
    }
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)opaque;
    if (!m.over) {
        m.setup->deadlock(m.setup->opaque, wait, n, m.begun == NOC_NEVER ? 0 : when - m.begun);
        over(CORES_DEADLOCK, NULL);
    }
}

/* --- the whole --------------------------------------------------------------------------------------- */

static bool past_limit(uint64_t when)
{
    return m.setup->limit && m.begun != NOC_NEVER && when >= m.begun + m.setup->limit;
}

/* Nobody is awake: the network goes on. */
static void go_on_alone(void)
{
    const uint64_t next = noc_board_next(m.board);

    if (m.met == m.count && noc_board_next_move(m.board) == NOC_NEVER) {
        begin_all();
    } else if (next == NOC_NEVER) {
        over(CORES_STUCK, NULL);
    } else if (past_limit(next)) {
        over(CORES_LIMIT, NULL);
    } else {
        noc_board_run(m.board, next + 1);
    }
}

static void run_all(void)
{
    while (m.left && !m.over) {
        if (!m.awakes) {
            go_on_alone();
        } else if (past_limit(m.core[m.awake[0]].time)) {
            over(CORES_LIMIT, NULL);
        } else {
            enter(awake_take());
        }
    }
    while (!m.over && noc_board_next_move(m.board) != NOC_NEVER) {
        noc_board_run(m.board, noc_board_next_move(m.board) + 1);
    }
}

/* Below 4 GiB; NULL: there is no such place. */
static char *map_low(size_t bytes)
{
    static const uintptr_t step = 0x10000000;

    for (uintptr_t at = step; at + bytes <= UINT32_MAX; at += step) {
        char *p = mmap((void *)at, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

        if (p == (char *)at) {
            return p;
        }
        if (p != MAP_FAILED) {
            munmap(p, bytes);
        }
    }
    return NULL;
}

static bool find_memory(void)
{
    const struct cores_call *call = &m.setup->call;
    const uint64_t data = 4ull * call->words * call->count + 64;
    const uint32_t nodes = m.setup->board.net.topology->nodes;

    m.core_bytes = CORE_BYTES < AREA_BYTES / m.count ? CORE_BYTES : AREA_BYTES / m.count & ~4095u;
    m.data_bytes = (uint32_t)(data < UINT32_MAX / 4 ? data : UINT32_MAX / 4) & ~63u;
    m.area_bytes = m.count * m.core_bytes + (2 + SCRATCHES) * (size_t)m.data_bytes + BEHIND;
    m.core = calloc(m.count, sizeof(*m.core));
    m.awake = calloc(m.count, sizeof(*m.awake));
    m.rank = malloc(nodes * sizeof(*m.rank));
    m.elements = malloc(m.count * sizeof(*m.elements));
    m.layers = calloc(m.count, m.setup->program->layer_bytes());
    m.area = m.area_bytes < INT32_MAX ? map_low(m.area_bytes) : NULL;
    if (!m.core || !m.awake || !m.rank || !m.elements || !m.layers || !m.area) {
        return false;
    }
    m.data = m.area + m.count * m.core_bytes;
    for (uint32_t node = 0; node < nodes; node++) {
        m.rank[node] = UINT32_MAX;
    }
    return true;
}

static bool prepare(uint32_t rank)
{
    struct core *c = &m.core[rank];

    m.rank[m.setup->call.node[rank]] = rank;
    m.elements[rank] = m.setup->call.words / m.setup->call.element_words;
    c->ram = m.area + rank * m.core_bytes;
    c->layer = m.layers + rank * (size_t)m.setup->program->layer_bytes();
    c->stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (c->stack == MAP_FAILED) {
        c->stack = NULL;
        return false;
    }
    getcontext(&c->first);
    c->first.uc_stack.ss_sp = c->stack;
    c->first.uc_stack.ss_size = STACK_BYTES;
    makecontext(&c->first, core_main, 0);
    awake_add(rank);
    return true;
}

static bool prepare_all(void)
{
    const struct noc_board_ops ops = {
        .read = on_read, .write = on_write, .line = on_line, .deadlock = on_deadlock};
    struct noc_board_config config = m.setup->board;
    bool good = find_memory();

    config.ram_bytes = (uint32_t)m.area_bytes;
    m.board = good ? noc_board_new(&config, &ops) : NULL;
    good = m.board;
    for (uint32_t rank = 0; good && rank < m.count; rank++) {
        good = prepare(rank);
    }
    return good;
}

static void free_all(void)
{
    for (uint32_t i = 0; m.core && i < m.count; i++) {
        if (m.core[i].stack) {
            munmap(m.core[i].stack, STACK_BYTES);
        }
    }
    if (m.area) {
        munmap(m.area, m.area_bytes);
    }
    noc_board_free(m.board);
    free(m.core);
    free(m.awake);
    free(m.rank);
    free(m.elements);
    free(m.layers);
}

enum cores_end cores_run(const struct cores_setup *setup, const char **why)
{
    m = (struct machine){.setup = setup,
                         .count = setup->call.count,
                         .left = setup->call.count,
                         .begun = NOC_NEVER,
                         .end = CORES_DONE};
    charges_use(setup->charges);
    if (!prepare_all()) {
        over(CORES_NO_MEMORY, NULL);
    } else {
        run_all();
        setup->end(setup->opaque, m.board);
    }
    free_all();
    *why = m.why;
    return m.end;
}
