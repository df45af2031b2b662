/* SPDX-License-Identifier: BSD-2-Clause */
#include "host.h"

#include <sanitizer/asan_interface.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "console.h"
#include "eager/checked.h"
#include "model/board.h"
#include "layer/layer.h"
#include "leaks.h"
#include "params.h"
#include "routing/routings.h"
#include "stop.h"
#include "timer.h"
#include "topology/shape.h"
#include "topology/topologies.h"

enum {
    RAM = 1 << 20, /* of a core: heap below, stack above */
    STACK = 192 << 10,
    ARENA_MAX = 64 << 10, /* between them */
    CORES_MAX = 1024,
    LOOP_S = 5 /* of the processor: who looks at no register for so long never will */
};

/* The address sanitizer of gcc 14 keeps local variables elsewhere than on the stack, which has addresses
 * of 32 bits, as the network interface needs them. It asks this. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_stack_use_after_return=0";
}

struct block {
    uint32_t bytes;
    enum { UNUSED, OF_PROGRAM, OF_LAYER } used;
    struct block *next;
};

/* A slot that a receive queue of the NI has. */
struct given {
    uint32_t address, queue;
};

/* What is not looked at when the next core is picked. */
struct body {
    jmp_buf here;
    ucontext_t first; /* until it has begun */
    struct layer_state layer;
    char console[256];
};

struct core {
    uint64_t time;
    struct body *body;
    bool begun;
    bool asleep, done, line;
    char *ram;
    struct block *heap;
    uint32_t heap_used, heap_blocks;
    uint32_t allowed; /* allocations that may still succeed; UINT32_MAX: all */
    uint32_t exit_instead;
    uint32_t sleeps;
    struct given *given;
    uint32_t givens;
    bool tampered; /* the program has written to the NI what only the layer writes */
};

static struct core *core;
static struct body *bodies;
static uint32_t cores, current;
static jmp_buf scheduler;
static struct noc_board *board;
static struct cores_config cfg;
static struct noc_topology topology;
static const struct noc_routing *routing;
static bool failed;
static uint64_t random_state;
static void (*the_program)(void *);
static void *the_arg;

uint64_t cores_seed(void)
{
    return cfg.seed;
}
const struct noc_topology *cores_topology(void)
{
    return &topology;
}
const struct noc_routing *cores_routing(void)
{
    return routing;
}
uint32_t core_number(void)
{
    return current;
}
uint64_t core_time(void)
{
    return core[current].time;
}
uint32_t core_heap_used(void)
{
    return core[current].heap_used;
}

uint32_t core_heap_blocks(void)
{
    return core[current].heap_blocks;
}

static uint32_t cost_in_arena(const void *memory, uint32_t bytes)
{
    const struct arena *a = &noc_layer.arena;

    return memory && (uintptr_t)memory - (uintptr_t)a->memory < a->bytes ? arena_cost(bytes) : 0;
}

uint32_t core_arena_used(void)
{
    const struct layer_state *l = &noc_layer;
    const struct backlog *b;
    const struct request *r;
    uint32_t own = cost_in_arena(l->room, sizeof(struct slot) + NOC_EAGER_BYTES) +
                   cost_in_arena(l->bounce, sizeof(*l->bounce));

    for (b = l->backlogs; b; b = b->next) {
        own += cost_in_arena(b, sizeof(*b));
        for (r = b->first; r; r = r->next) { /* questions, which nobody need take */
            own += r->owned ? cost_in_arena(r->body, r->bytes) : 0;
        }
    }
    return l->arena.used - own;
}

void core_allow(uint32_t allocations)
{
    core[current].allowed = allocations;
}

uint32_t core_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32);
}

/* Leave the core that runs; the scheduler picks the next. */
static void yield(void)
{
    if (!_setjmp(core[current].body->here)) {
        _longjmp(scheduler, 1);
    }
}

void core_fail(const char *what, ...)
{
    va_list args;

    fprintf(stderr, "seed %llu, cycle %llu, core %u: ", (unsigned long long)cfg.seed,
            (unsigned long long)core[current].time, current);
    va_start(args, what);
    vfprintf(stderr, what, args);
    va_end(args);
    fprintf(stderr, "\n");
    failed = true;
    core[current].done = true;
    yield();
}

static bool earlier_core(uint64_t time)
{
    uint32_t i;

    for (i = 0; i < cores; i++) {
        if (!core[i].done && !core[i].asleep && core[i].time < time) {
            return true;
        }
    }
    return false;
}

/* Bring everything else up to this core's time. */
static void catch_up(void)
{
    while (earlier_core(core[current].time) ||
           (noc_board_now(board) < core[current].time &&
            noc_board_run(board, core[current].time) < core[current].time)) {
        if (earlier_core(core[current].time)) {
            yield();
        }
    }
}

static void spend(void)
{
    core[current].time += 1 + (current ? 0 : cfg.slow);
    if (cfg.jitter && core_random() % 4 == 0) {
        core[current].time += core_random() % (cfg.jitter + 1);
    }
    if (core[current].time > cfg.limit_cycles) {
        yield(); /* the others may be done */
    }
}

uint32_t cores_note(uint32_t node)
{
    catch_up();
    return noc_ni_peek(board, node, NI_WAITING);
}

uint32_t core_sleeps(void)
{
    return core[current].sleeps;
}

void core_delay(uint64_t cycles)
{
    core[current].time += cycles;
    catch_up();
}

/* --- bsp's mock --------------------------------------------------------------- */

static bool is_address(uint32_t offset)
{
    return offset == NI_TX_ADDR || offset == NI_TX_LIST_ADDR || offset == NI_TX_HEADERS_ADDR ||
           offset == NI_WINDOW_ADDR ||
           (offset >= NI_RX_FREE && ((offset - NI_RX_FREE) % NI_QUEUE_STRIDE == 0 ||
                                     (offset - NI_RX_ADDR) % NI_QUEUE_STRIDE == 0));
}

uint32_t mmio_read32(uint32_t address)
{
    uint32_t offset = address - NOC_NI_BASE, value;

    catch_up();
    value = noc_ni_read(board, current, offset, core[current].time);
    if (is_address(offset)) {
        value = value - NOC_RAM_BASE + (uint32_t)(uintptr_t)core[current].ram;
    }
    spend();
    return value;
}

/* Which slots the NI has, after a write to a queue of it. Queues of groups are reset by the layer. */
static void note_slots(uint32_t offset, uint32_t value)
{
    const uint32_t queue = (offset - NI_RX_FREE) / NI_QUEUE_STRIDE;
    const uint32_t which = offset - queue * NI_QUEUE_STRIDE;
    struct core *c = &core[current];
    uint32_t popped, i;

    if (offset < NI_RX_FREE || queue >= NOC_QUEUES) {
        return;
    }
    if (which == NI_RX_FREE) {
        c->given = realloc(c->given, (c->givens + 1) * sizeof(*c->given));
        c->given[c->givens++] = (struct given){value, queue};
    } else if (which == NI_RX_POP || which == NI_RX_RESET) {
        popped = noc_ni_peek(board, current, NI_RX_ADDR + queue * NI_QUEUE_STRIDE) - NOC_RAM_BASE +
                 (uint32_t)(uintptr_t)c->ram;
        for (i = 0; i < c->givens;) {
            if (c->given[i].queue == queue &&
                (which == NI_RX_RESET || c->given[i].address == popped)) {
                c->given[i] = c->given[--c->givens];
            } else {
                i++;
            }
        }
        c->tampered |= which == NI_RX_RESET && queue < NOC_QUEUE_GROUP;
    }
}

void mmio_write32(uint32_t address, uint32_t value)
{
    uint32_t offset = address - NOC_NI_BASE;

    catch_up();
    note_slots(offset, value);
    if (is_address(offset)) {
        value = value - (uint32_t)(uintptr_t)core[current].ram + NOC_RAM_BASE;
    }
    noc_ni_write(board, current, offset, value, core[current].time);
    spend();
}

uint32_t mmio_ram_base(void)
{
    return (uint32_t)(uintptr_t)core[current].ram;
}

void mmio_fence_out(void)
{
}
void mmio_fence_in(void)
{
}

uint64_t hart_cycles(void)
{
    catch_up();
    spend();
    return core[current].time;
}

_Noreturn void bsp_abort(uint32_t status)
{
    core_fail("ended the board with status %u", (unsigned)status);
    abort(); /* nobody lets it go on */
}

void hart_sleep(void)
{
    catch_up();
    spend();
    if (!core[current].line) {
        core[current].sleeps++;
        core[current].asleep = true;
        yield();
    }
}

void life_broken(const char *table, uint32_t node, uint32_t state, uint32_t event, uint32_t is)
{
    core_fail("%s of node %u: state %u, event %u, and the layer is in state %u (life/eager.def)",
              table, (unsigned)node, (unsigned)state, (unsigned)event, (unsigned)is);
}

/* --- the cores' heaps: first fit, blocks never join ----------------------------- */

static void *take_block(uint32_t bytes)
{
    struct core *c = &core[current];
    uint32_t limit = cfg.heap_bytes ? cfg.heap_bytes : RAM - STACK - ARENA_MAX;
    struct block **link = &c->heap, *b;
    char *end = c->ram;

    if (!c->allowed) {
        return NULL;
    }
    bytes = (bytes + 15) & ~15u;
    for (; (b = *link); link = &b->next) {
        if (!b->used && b->bytes >= bytes) {
            break;
        }
        end = (char *)(b + 1) + b->bytes;
    }
    if (!b) {
        if (end + sizeof(*b) + bytes > c->ram + limit) {
            return NULL;
        }
        b = (struct block *)end;
        *b = (struct block){.bytes = bytes};
        *link = b;
    }
    c->allowed -= c->allowed != UINT32_MAX;
    b->used = OF_PROGRAM;
    c->heap_used += b->bytes;
    c->heap_blocks++;
    memset(b + 1, 0xa5, b->bytes);
    return b + 1;
}

void *core_malloc(uint32_t bytes)
{
    return take_block(bytes);
}

void *layer_malloc(uint32_t bytes);
void *layer_malloc(uint32_t bytes)
{
    struct block *b = take_block(bytes);

    if (b) {
        b[-1].used = OF_LAYER;
    }
    return b;
}

void core_fill_heap(void)
{
    for (uint32_t bytes = 1u << 20; bytes >= 16; bytes /= 2) {
        while (core_malloc(bytes)) {
        }
    }
}

void core_free(void *p)
{
    if (p) {
        struct block *b = (struct block *)p - 1;

        if (!b->used) {
            core_fail("freed twice: %p", p);
        }
        b->used = UNUSED;
        core[current].heap_used -= b->bytes;
        core[current].heap_blocks--;
        memset(p, 0x5a, b->bytes);
    }
}

void *noc_arena(uint32_t *bytes)
{
    *bytes = cfg.arena_bytes ? cfg.arena_bytes : NOC_ARENA_BYTES;
    memset(core[current].ram + RAM - STACK - ARENA_MAX, 0xa5, ARENA_MAX);
    return core[current].ram + RAM - STACK - ARENA_MAX;
}

static void (*exit_handler)(void); /* of all cores the same */

int core_atexit(void (*function)(void));
int core_atexit(void (*function)(void))
{
    exit_handler = function;
    return 0;
}

void core_end(void)
{
    exit_handler();
}

/* --- the console, by console.h, and the exit status -------------------------------- */

void console_puts(const char *text)
{
    struct core *c = &core[current];
    char *console = c->body->console;
    size_t used = strlen(console);

    snprintf(console + used, sizeof(c->body->console) - used, "%s", text);
}

void console_put_decimal(uint32_t value)
{
    char digits[11];

    snprintf(digits, sizeof(digits), "%u", value);
    console_puts(digits);
}

void console_end_line(void)
{
}

/* Only programs that end sleep by it. */
void timer_sleep_until(uint64_t when)
{
    core_fail("slept until cycle %llu", (unsigned long long)when);
}

void bsp_fail_exit(uint32_t status)
{
    core[current].exit_instead = status;
}

const char *core_console(void)
{
    return core[current].body->console;
}

uint32_t core_exit_instead(void)
{
    return core[current].exit_instead;
}

/* --- the board's callbacks ---------------------------------------------------------- */

static bool dma(uint32_t node, uint32_t addr, uint32_t bytes, char **at)
{
    uint32_t offset = addr - NOC_RAM_BASE;

    *at = core[node].ram + offset;
    return offset <= RAM && bytes <= RAM - offset;
}

static bool on_read(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes)
{
    char *at;

    (void)opaque;
    return dma(node, addr, bytes, &at) && memcpy(to, at, bytes);
}

static bool on_write(void *opaque, uint32_t node, uint32_t addr, const void *from, uint32_t bytes)
{
    char *at;

    (void)opaque;
    return dma(node, addr, bytes, &at) && memcpy(at, from, bytes);
}

static void on_line(void *opaque, uint32_t node, bool high, uint64_t when)
{
    struct core *c = &core[node];

    (void)opaque;
    c->line = high;
    if (high && c->asleep) {
        c->asleep = false;
        if (c->time < when) {
            c->time = when;
        }
    }
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)opaque;
    (void)wait;
    fprintf(stderr, "seed %llu: %u worms wait in a cycle, cycle %llu\n",
            (unsigned long long)cfg.seed, n, (unsigned long long)when);
    failed = true;
}

/* --- running -------------------------------------------------------------------------- */

/* The program has returned: its layer has lost nothing. */
static void check_leaks(void)
{
    const struct core *c = &core[current];
    const struct block *b;
    const char *lost;

    if (!noc_layer.size || c->tampered) {
        return;
    }
    leaks_begin();
    for (b = c->heap; b; b = b->next) {
        if (b->used == OF_LAYER) {
            leaks_allocated(b + 1, b->bytes);
        }
    }
    lost = leaks_find(c->given, c->givens * (uint32_t)sizeof(*c->given));
    if (lost) {
        core_fail("the layer has lost %s", lost);
    }
}

static void core_main(void)
{
    the_program(the_arg);
    check_leaks();
    core[current].done = true;
    yield();
}

static void say_where(void)
{
    uint32_t i;

    for (i = 0; i < cores && i < 64; i++) {
        if (!core[i].done) {
            uint32_t w = noc_ni_peek(board, i, NI_WAITING);

            fprintf(stderr, "  core %u at %llu%s: waits for %u, tag %u, node %u; pending %x\n", i,
                    (unsigned long long)core[i].time, core[i].asleep ? " asleep" : "", w >> 28,
                    w >> 16 & 0xfff, w & 0xffff, noc_ni_peek(board, i, NI_PENDING));
            if (cfg.where) {
                cfg.where(i);
            }
        }
    }
}

static int32_t pick(void)
{
    int32_t best = -1;
    uint32_t i;

    for (i = 0; i < cores; i++) {
        if (!core[i].done && !core[i].asleep && (best < 0 || core[i].time < core[best].time)) {
            best = (int32_t)i;
        }
    }
    return best;
}

static bool any_left(void)
{
    uint32_t i;

    for (i = 0; i < cores && core[i].done; i++) {
    }
    return i < cores;
}

/* swapcontext() asks the kernel for the signals' mask each time, which takes longer than all else. */
static void enter(struct core *c)
{
    if (!_setjmp(scheduler)) {
        if (c->begun) {
            _longjmp(c->body->here, 1);
        }
        c->begun = true;
        setcontext(&c->body->first);
    }
}

static void schedule(void)
{
    static uint32_t loaded = UINT32_MAX;

    loaded = UINT32_MAX;
    while (any_left() && !failed) {
        int32_t next = pick();

        if (next < 0) {
            uint64_t event = noc_board_next(board);

            if (event == NOC_NEVER && cfg.stood) {
                *cfg.stood = true;
                return;
            }
            if (event == NOC_NEVER) {
                fprintf(stderr, "seed %llu: all cores sleep for ever\n",
                        (unsigned long long)cfg.seed);
                say_where();
                failed = true;
                return;
            }
            noc_board_run(board, event + 1);
            continue;
        }
        if (core[next].time > cfg.limit_cycles) {
            fprintf(stderr, "seed %llu: not done in %llu cycles\n", (unsigned long long)cfg.seed,
                    (unsigned long long)cfg.limit_cycles);
            say_where();
            failed = true;
            return;
        }
        if (loaded != (uint32_t)next) {
            if (loaded != UINT32_MAX) {
                core[loaded].body->layer = noc_layer;
            }
            noc_layer = core[next].body->layer;
            loaded = (uint32_t)next;
        }
        current = (uint32_t)next;
        enter(&core[next]);
    }
}

/* A core that loops without a look at a register takes no time, and would never be stopped. */
static void on_tick(int number)
{
    static uint64_t seen;
    uint64_t now = 0;
    uint32_t i;

    (void)number;
    for (i = 0; i < cores; i++) {
        now += core[i].time;
    }
    if (now == seen && any_left()) {
        fprintf(stderr, "seed %llu: core %u loops for ever, cycle %llu\n",
                (unsigned long long)cfg.seed, current, (unsigned long long)core[current].time);
        _exit(1);
    }
    seen = now;
}

static void watch_loops(int seconds)
{
    const struct itimerval every = {{seconds, 0}, {seconds, 0}};

    signal(SIGVTALRM, on_tick);
    setitimer(ITIMER_VIRTUAL, &every, NULL);
}

/* A broadcast from node 0, cut by hand. */
static void write_cuts(struct noc_params *p, uint32_t m, const uint16_t *cuts)
{
    uint16_t *dests = (uint16_t *)(p + 1);
    uint32_t i;

    for (i = 0; i < m; i++) {
        dests[i] = (uint16_t)(i + 1);
    }
    memcpy(dests + m, cuts, (m + 1) * sizeof(*cuts));
    p->m = m;
    p->flags |= NOC_PARAMS_CUTS;
    p->bytes += (2 * m + 1) * (uint32_t)sizeof(*cuts);
}

static struct noc_params *params;

/* Before anything else takes memory: Linux draws where the heap begins, and it could lie there. */
static __attribute__((constructor(101))) void map_params(void)
{
    params = mmap((void *)NOC_PARAMS_BASE, NOC_PARAMS_SIZE, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (params == MAP_FAILED) {
        perror("the parameter block");
        exit(1);
    }
}

/* The same block as a host tool writes, where the layer looks for it. */
static void write_params(const struct noc_topology *t, const struct cores_config *c)
{
    struct noc_params *p = params;

    memset(p, 0xff, sizeof(*p));
    if (c->algorithm_topology) {
        *p = (struct noc_params){.magic = NOC_PARAMS_MAGIC,
                                 .version = NOC_PARAMS_VERSION,
                                 .dims = t->dims,
                                 .ports = c->ports,
                                 .wiring = c->wiring ? c->wiring : noc_ni_peek(board, 0, NI_WIRING),
                                 .flags = c->force ? NOC_PARAMS_FORCE : 0};
        strncpy(p->topology, t->kind->name, NOC_NAME_BYTES - 1);
        strncpy(p->routing, routing->name, NOC_NAME_BYTES - 1);
        memcpy(p->width, t->width, sizeof(p->width));
        if (t->shape) {
            p->dims = 0;
            p->shape_bytes = noc_shape_reduce(t->shape, p + 1);
        }
        p->bytes = (uint32_t)sizeof(*p) + p->shape_bytes;
        if (c->cuts) {
            write_cuts(p, t->nodes - 1, c->cuts);
        }
    }
}

static bool setup(const struct noc_topology *t, const struct noc_routing *r)
{
    struct noc_board_config bc = {.net = {.topology = t, .routing = r, .ports = cfg.ports},
                                  .ram_bytes = RAM,
                                  .unicasts = cfg.unicasts};
    const struct noc_board_ops ops = {
        .read = on_read, .write = on_write, .line = on_line, .deadlock = on_deadlock};
    uint32_t i;
    char *ram;

    noc_net_preset(&bc.net, "board");
    bc.net.topology = t;
    bc.net.routing = r;
    bc.net.ports = cfg.ports;
    cores = t->nodes;
    board = noc_board_new(&bc, &ops);
    core = calloc(cores, sizeof(*core));
    bodies = calloc(cores, sizeof(*bodies));
    ram = mmap(NULL, (size_t)cores * RAM, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (!board || !core || !bodies || ram == MAP_FAILED) {
        return false;
    }
    for (i = 0; i < cores; i++) {
        struct core *c = &core[i];

        c->body = &bodies[i];
        c->ram = ram + (size_t)i * RAM;
        /* Of a stack that was there before nobody has told the address sanitizer that it went. */
        ASAN_UNPOISON_MEMORY_REGION(c->ram, RAM);
        c->allowed = UINT32_MAX;
        getcontext(&c->body->first);
        c->body->first.uc_stack.ss_sp = c->ram + RAM - STACK;
        c->body->first.uc_stack.ss_size = STACK;
        makecontext(&c->body->first, core_main, 0);
        noc_ni_write(board, i, NI_TAU_R, cfg.tau_r, 0);
    }
    return true;
}

uint32_t core_discards(void)
{
    return noc_board_counter(board, current, CNT_DISCARDED, &(struct noc_hart){0});
}

/* Every worm found what it was for. */
static void check_board(void)
{
    uint32_t i;

    for (i = 0; i < cores && !cfg.wild_headers; i++) {
        uint32_t bad = noc_board_counter(board, i, CNT_BAD, &(struct noc_hart){0});

        if (bad) {
            fprintf(stderr, "seed %llu: node %u sank %u broken worms, last reason %u\n",
                    (unsigned long long)cfg.seed, i, bad,
                    NOC_GET(noc_ni_peek(board, i, NI_BAD_WHERE), NI_BAD_WHERE, REASON));
            failed = true;
        }
    }
}

/* The network that cfg names. *room: where its shape lies, to be freed. */
static bool make_network(void **room)
{
    const struct noc_topology_kind *kind = noc_topology_kind_find(cfg.topology);
    struct noc_fault fault;
    size_t length = cfg.text ? strlen(cfg.text) : 0;

    *room = cfg.text ? malloc(noc_shape_room(length)) : NULL;
    return (cfg.text ? kind && kind->read(&topology, cfg.text, length, *room, &fault)
                     : noc_topology_parse(&topology, cfg.topology, &fault)) &&
           noc_routing_choose(&routing, cfg.routing, &topology, &fault);
}

bool cores_run(const struct cores_config *config, void (*program)(void *arg), void *arg)
{
    void *room;
    uint32_t i;

    cfg = *config;
    failed = false;
    random_state = cfg.seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    the_program = program;
    the_arg = arg;
    if (!make_network(&room) || topology.nodes > CORES_MAX || !setup(&topology, routing)) {
        fprintf(stderr, "%s: cannot set the cores up\n", cfg.topology);
        free(room);
        return false;
    }
    write_params(&topology, &cfg);
    watch_loops(LOOP_S);
    schedule();
    watch_loops(0);
    if (!failed) {
        check_board();
    }
    noc_board_free(board);
    munmap(core[0].ram, (size_t)cores * RAM);
    for (i = 0; i < cores; i++) {
        free(core[i].given);
    }
    free(core);
    free(bodies);
    free(room);
    return !failed;
}
