/*
 * Machine `nocturne`: its options, and the board they describe
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The number of cores follows from the topology; -smp and -m are not used.
 * Instruction counting (-icount) is what the harts' clocks are made of, so it
 * is on whether asked for or not.
 *
 * Deliberately not modelled: migration and snapshots (libnoc's state is not
 * described to QEMU).
 */
#include "qemu/osdep.h"
#include "qemu/config-file.h"
#include "qemu/cutils.h"
#include "qemu/error-report.h"
#include "qemu/madvise.h"
#include "qemu/option.h"
#include "qemu/units.h"
#include "qapi/error.h"
#include "qapi/visitor.h"
#include "exec/address-spaces.h"
#include "exec/cputlb.h"
#include "exec/memory.h"
#include "hw/boards.h"
#include "hw/noc/nocturne.h"
#include "migration/vmstate.h"
#include "semihosting/semihost.h"
#include "system/blockdev.h"
#include "system/cpu-timers.h"
#include "system/qtest.h"
#include "system/reset.h"
#include "system/runstate.h"
#include "system/system.h"
#include "system/tcg.h"

#include "memmap.h"
#include "routing/routings.h"

/* Children of one QOM container: few enough to be searched one by one. */
enum { ROW_NODES = 64 };

enum {
    QUANTUM_DEFAULT_CYCLES = 100000, STOP_WAIT_DEFAULT_MS = 500,
    PROFILE_EVERY_DEFAULT_CYCLES = 97 /* a prime: no loop of a program has this period */
};

/* --- options ---------------------------------------------------------------- */

/* Single parameters of the pipeline, each a uint16_t of the network's config;
 * they override what the preset says. */
typedef struct PipelineOption {
    const char *name;
    size_t offset;
    const char *description;
} PipelineOption;

#define PIPELINE_OPTION(name, field, description)                 \
    {                                                             \
        name, offsetof(struct noc_net_config, field), description \
    }

static const PipelineOption pipeline_options[] = {
    PIPELINE_OPTION("lanes", lanes, "lanes for each virtual channel of the routing"),
    PIPELINE_OPTION("buffer", buffer_flits, "depth of an input buffer, flits"),
    PIPELINE_OPTION("header-cycles", header_cycles, "cycles a header waits before it is routed"),
    PIPELINE_OPTION("flight-cycles", flight_cycles, "cycles from buffer to buffer"),
    PIPELINE_OPTION("credit-cycles", credit_cycles, "cycles until a freed place can be used"),
    PIPELINE_OPTION("inject-cycles", inject_cycles, "cycles from interface to router"),
    PIPELINE_OPTION("eject-cycles", eject_cycles, "cycles from router to interface"),
};

enum { UNSET = -1 };

typedef struct TextOption {
    const char *name, *initial, *description;
} TextOption;

enum {
    TOPOLOGY,
    ROUTING,
    PORTS,
    PIPELINE,
    CONSUMPTION,
    ON_EXIT,
    PARAMS,
    CONSOLE,
    JTAG,
    PROFILE,
    FILES,
    CMDLINE,
    TEXT_OPTIONS
};

static const TextOption text_options[TEXT_OPTIONS] = {
    [TOPOLOGY] = {"topology", "torus:8x8",
                  "such as torus:8x8, utorus:8x8, mesh:8x8, cube:6, ccc:3, "
                  "graph:FILE, grid:FILE"},
    [ROUTING] = {"routing", NULL, "by name (default: the topology's own)"},
    [PORTS] = {"ports", "one", "one, all, or a number: worms injected and ejected at once"},
    [PIPELINE] = {"pipeline", "board", "board, paper or s1: presets of all cycles and buffers"},
    [CONSUMPTION] = {"consumption", "vc", "one, link or vc: a consumption context for each"},
    [ON_EXIT] = {"on-exit", "exit", "exit or pause: what the machine does when the run ends"},
    [PARAMS] = {"params", NULL, "file with the parameter block"},
    [CONSOLE] = {"console", NULL, "chardev for the cores' output (default: standard output)"},
    [JTAG] = {"jtag", NULL, "chardev for JTAG, as OpenOCD's remote_bitbang (default: none)"},
    [PROFILE] = {"profile", NULL, "file that is to say where cycles went (default: none)"},
    [FILES] = {"files", NULL, "directory whose files programs may use (default: none)"},
    [CMDLINE] = {"cmdline", NULL, "file with the programs' command line (default: none)"},
};

struct NocturneMachineState {
    MachineState parent_obj;
    char *text[TEXT_OPTIONS];
    int32_t pipeline[ARRAY_SIZE(pipeline_options)];
    uint64_t ram_bytes;
    uint64_t limit_cycles;
    uint32_t quantum_cycles;
    uint32_t stop_at;
    uint32_t stop_wait_ms;
    uint32_t profile_every;
    uint32_t board_id;
    uint32_t jtag_fpga;
    uint32_t input_node;
    bool console_prefix, copies, scramble;
    uint32_t list_flits;
    struct noc_topology topology;
};

OBJECT_DECLARE_SIMPLE_TYPE(NocturneMachineState, NOCTURNE_MACHINE)

static void G_GNUC_PRINTF(1, 2) G_GNUC_NORETURN refuse(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    error_vreport(format, args);
    va_end(args);
    exit(EXIT_FAILURE);
}

static void G_GNUC_NORETURN refuse_fault(const char *option, const char *value,
                                         const struct noc_fault *fault)
{
    refuse("%s=%s: %s%s%s", option, value, noc_fault_text(fault->code), fault->because ? ": " : "",
           fault->because ? fault->because : "");
}

static uint32_t parse_ports(const char *text, const struct noc_topology *t)
{
    unsigned long ports;

    if (!strcmp(text, "all")) {
        return 0;
    }
    if (!strcmp(text, "one")) {
        return 1;
    }
    if (qemu_strtoul(text, NULL, 10, &ports) || ports < 1 || ports > t->links) {
        refuse("ports=%s: %s (here 1 to %u)", text, noc_fault_text(NOC_FAULT_PORTS), t->links);
    }
    return ports;
}

static enum noc_consumption parse_consumption(const char *text)
{
    unsigned i;

    for (i = 0; noc_consumption_words[i]; i++) {
        if (!strcmp(text, noc_consumption_words[i])) {
            return i;
        }
    }
    refuse("consumption=%s: it is one, link or vc", text);
}

static void parse_pipeline(NocturneMachineState *m, struct noc_net_config *net)
{
    unsigned i;

    if (!noc_net_preset(net, m->text[PIPELINE])) {
        refuse("pipeline=%s: it is board, paper or s1", m->text[PIPELINE]);
    }
    if (!net->lanes) {
        net->lanes = 1;
    }
    for (i = 0; i < ARRAY_SIZE(pipeline_options); i++) {
        const PipelineOption *o = &pipeline_options[i];

        if (m->pipeline[i] != UNSET) {
            *(uint16_t *)((char *)net + o->offset) = m->pipeline[i];
        }
    }
}

static void parse_network(NocturneMachineState *m, struct noc_net_config *net)
{
    struct noc_fault fault = {0};
    const char *wrong;

    nocturne_topology_parse(m->text[TOPOLOGY], &m->topology);
    parse_pipeline(m, net);
    net->topology = &m->topology;
    if (!noc_routing_choose(&net->routing, m->text[ROUTING], &m->topology, &fault)) {
        refuse_fault("routing", m->text[ROUTING] ? m->text[ROUTING] : "(default)", &fault);
    }
    net->ports = parse_ports(m->text[PORTS], &m->topology);
    net->consumption = parse_consumption(m->text[CONSUMPTION]);
    wrong = noc_net_refuses(net);
    if (wrong) {
        refuse("machine nocturne: %s", wrong);
    }
}

/* The image is put in place, or comes from flash. */
static void check_boot(const NocturneConfig *c)
{
    if (c->rom && c->kernel) {
        refuse("-kernel, -bios: leave one out: the image is either put in place, or the boot "
               "ROM takes it from flash");
    }
    if (c->rom && c->params) {
        refuse("params=, -bios: leave one out: the boot ROM takes parameters from flash, with "
               "the image");
    }
    if (!c->rom && drive_get(IF_PFLASH, 0, 0)) {
        refuse("-drive if=pflash: nobody boots from it: give the boot ROM, too, by -bios");
    }
}

static void parse_options(NocturneMachineState *m, NocturneConfig *c)
{
    const char *on_exit = m->text[ON_EXIT];

    parse_network(m, &c->model.net);
    if (m->ram_bytes < MAX(NOC_RAM_MIN, qemu_real_host_page_size()) ||
        m->ram_bytes > NOC_RAM_MAX || !is_power_of_2(m->ram_bytes)) {
        refuse("ram=%" PRIu64 ": it is %uK to %uK, a power of two", m->ram_bytes,
               (unsigned)(MAX(NOC_RAM_MIN, qemu_real_host_page_size()) / KiB),
               (unsigned)(NOC_RAM_MAX / KiB));
    }
    if (m->list_flits > NOC_HEADER_FIELD_MAX) {
        refuse("list-flits=%" PRIu32 ": it is at most %u", m->list_flits, NOC_HEADER_FIELD_MAX);
    }
    if (strcmp(on_exit, "exit") && strcmp(on_exit, "pause")) {
        refuse("on-exit=%s: it is exit or pause", on_exit);
    }
    if (!m->profile_every) {
        refuse("profile-every=0: it is 1 or more cycles");
    }
    if (!m->quantum_cycles) {
        refuse("quantum=0: it is 1 or more cycles");
    }
    c->model.ram_bytes = m->ram_bytes;
    c->model.board = m->board_id;
    c->model.list_flits = m->list_flits;
    c->model.unicasts = !m->copies;
    c->model.scrambles = m->scramble;
    c->pause_on_end = !strcmp(on_exit, "pause");
    c->limit_cycles = m->limit_cycles ? m->limit_cycles : NOC_NEVER;
    c->quantum_cycles = m->quantum_cycles;
    c->stop_at = m->stop_at;
    c->stop_wait_ms = m->stop_wait_ms;
    c->params = m->text[PARAMS];
    c->console = m->text[CONSOLE];
    c->jtag = m->text[JTAG];
    c->jtag_fpga = m->jtag_fpga;
    c->profile = m->text[PROFILE];
    c->profile_every = m->profile_every;
    c->console_prefix = m->console_prefix;
    c->files = m->text[FILES];
    c->cmdline = m->text[CMDLINE];
    c->input_node = m->input_node;
    c->kernel = MACHINE(m)->kernel_filename;
    c->rom = MACHINE(m)->firmware;
    check_boot(c);
}

/* --- board ------------------------------------------------------------------ */

NocturneBoard *nocturne_board;

static bool ram_writer(RAMBlock *block, ram_addr_t offset, CPUState **cpu)
{
    NocturneBoard *b = nocturne_board;

    if (block == b->ram.ram_block) {
        *cpu = CPU(&b->node[offset / b->ram_bytes].hart);
        return true;
    }
    *cpu = NULL;
    return block == b->image.ram_block || (b->config.rom && block == b->rom.ram_block);
}

static void build_memory(NocturneBoard *b)
{
    MemoryRegion *system = get_system_memory();
    Object *owner = OBJECT(b);
    uint64_t all_ram_bytes = b->nodes * b->ram_bytes;

    memory_region_init_ram_flags_nomigrate(&b->ram, owner, "nocturne.ram", all_ram_bytes,
                                           RAM_NORESERVE, &error_fatal);
    b->ram_host = memory_region_get_ram_ptr(&b->ram);
    /* A huge page would hold the RAM of several nodes. */
    qemu_madvise(b->ram_host, all_ram_bytes, QEMU_MADV_NOHUGEPAGE);
    memory_region_add_subregion(system, NOCTURNE_ALL_RAM_BASE, &b->ram);

    nocturne_boot_init(b);
    memory_region_add_subregion(system, NOC_IMAGE_BASE, &b->image);

    memory_region_init_io(&b->window, owner, &nocturne_window_ops, b, "nocturne.debug",
                          ROUND_UP(b->nodes * NOC_DEBUG_BLOCK, qemu_real_host_page_size()));
    nocturne_cpu_may_repeat(&b->window);
    memory_region_add_subregion(system, NOC_DEBUG_BASE, &b->window);

    memory_region_init_io(&b->all_ni, owner, &nocturne_all_ni_ops, b, "nocturne.all-ni",
                          (uint64_t)b->nodes * NOC_NI_SIZE);
    nocturne_cpu_may_repeat(&b->all_ni);
    memory_region_add_subregion(system, NOCTURNE_ALL_NI_BASE, &b->all_ni);
}

/* qtest reaches what the first CPU reaches: let that be everything. */
static void map_for_qtest(NocturneBoard *b)
{
    MemoryRegion *root = &b->node[0].root;
    Object *owner = OBJECT(&b->node[0]);
    MemoryRegion *alias = g_new0(MemoryRegion, 2);

    memory_region_init_alias(&alias[0], owner, "all-ni", &b->all_ni, 0,
                             memory_region_size(&b->all_ni));
    memory_region_add_subregion(root, NOCTURNE_ALL_NI_BASE, &alias[0]);
    memory_region_init_alias(&alias[1], owner, "all-ram", &b->ram, 0, memory_region_size(&b->ram));
    memory_region_add_subregion(root, NOCTURNE_ALL_RAM_BASE, &alias[1]);
}

static void build_nodes(NocturneBoard *b)
{
    Object *row = NULL;
    uint32_t i;

    b->node = g_new0(NocturneNode, b->nodes);
    for (i = 0; i < b->nodes; i++) {
        if (i % ROW_NODES == 0) {
            g_autofree char *name = g_strdup_printf("row%" PRIu32, i / ROW_NODES);

            row = object_new("container");
            object_property_add_child(OBJECT(b), name, row);
            object_unref(row);
        }
        nocturne_node_init(b, i, row);
    }
}

static void build_model(NocturneBoard *b)
{
    const struct noc_board_ops ops = {
        .opaque = b,
        .read = nocturne_dma_read,
        .write = nocturne_dma_write,
        .line = nocturne_sched_line,
        .pending = nocturne_sched_pending,
        .console = nocturne_console_put,
        .exit = nocturne_end_core,
        .abort = nocturne_end_abort,
        .deadlock = nocturne_end_worms,
    };

    b->model = noc_board_new(&b->config.model, &ops);
    if (!b->model) {
        refuse("topology: not enough memory for the network's model");
    }
}

void nocturne_board_reset(NocturneBoard *b)
{
    uint32_t i;

    nocturne_console_flush(b);
    noc_board_reset(b->model);
    nocturne_boot_reset(b);
    b->exited = b->failed = 0;
    b->exit_cycles = 0;
    b->ended = b->deadlocked = b->beyond = b->aborted = false;
    for (i = 0; i < b->nodes; i++) {
        nocturne_node_reset(&b->node[i]);
        nocturne_debug_reset(&b->node[i]);
        nocturne_host_reset(&b->node[i]);
    }
    b->changed = false;
    nocturne_sched_reset(b);
}

static void board_reset(void *opaque)
{
    nocturne_board_reset(opaque);
}

void nocturne_on_board(NocturneBoard *b, run_on_cpu_func work, void *opaque)
{
    run_on_cpu(CPU(&b->node[0].hart), work, RUN_ON_CPU_HOST_PTR(opaque));
}

/* To gdb the machine is stopped until it says continue itself. */
void nocturne_board_restart(NocturneBoard *b, run_on_cpu_func work, void *opaque)
{
    bool ended = b->ended;

    nocturne_on_board(b, work, opaque);
    if (ended && !b->ended && !b->gdb_writes) {
        vm_start();
    }
}

static void board_realize(DeviceState *dev, Error **errp)
{
    NocturneBoard *b = NOCTURNE_BOARD(dev);

    b->nodes = b->config.model.net.topology->nodes;
    b->ram_bytes = b->config.model.ram_bytes;
    nocturne_console_init(b);
    nocturne_control_init(b);
    build_model(b);
    nocturne_host_init(b);
    nocturne_sched_init(b);
    nocturne_profile_init(b);
    memory_region_transaction_begin();
    build_memory(b);
    build_nodes(b);
    if (qtest_enabled()) {
        map_for_qtest(b);
    }
    memory_region_transaction_commit();
    ram_writer_fn = ram_writer;
    object_property_add_uint64_ptr(OBJECT(b), "slices", &b->slices, OBJ_PROP_FLAG_READ);
    object_property_add_uint64_ptr(OBJECT(b), "yields", &b->yields, OBJ_PROP_FLAG_READ);
    nocturne_image_load(b);
    nocturne_image_load_rom(b);
    nocturne_jtag_init(b);
    qemu_register_reset(board_reset, b);
}

static const VMStateDescription vmstate_board = {
    .name = TYPE_NOCTURNE_BOARD,
    .unmigratable = 1,
};

static void board_class_init(ObjectClass *oc, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(oc);

    dc->realize = board_realize;
    dc->vmsd = &vmstate_board;
    dc->user_creatable = false;
    dc->desc = "network-on-chip board";
}

/* --- machine ---------------------------------------------------------------- */

static void check_unused_options(const MachineState *ms)
{
    if (!icount_enabled() && !qtest_enabled()) {
        refuse("machine nocturne needs instruction counting: leave out -icount, or give "
               "shift=0,sleep=off");
    }
    if (ms->smp.cpus != 1) {
        refuse("-smp: the number of cores follows from topology=");
    }
    if (semihosting_enabled(false)) {
        refuse("-semihosting: it opens any file and runs commands: give the board files=");
    }
    if (ms->ram_size) {
        refuse("-m: the size of each core's RAM is ram=");
    }
}

static void machine_init(MachineState *ms)
{
    NocturneMachineState *m = NOCTURNE_MACHINE(ms);
    NocturneBoard *b;

    check_unused_options(ms);
    b = NOCTURNE_BOARD(qdev_new(TYPE_NOCTURNE_BOARD));
    parse_options(m, &b->config);
    ms->smp.cpus = ms->smp.max_cpus = ms->smp.cores = m->topology.nodes;
    object_property_add_child(OBJECT(ms), "board", OBJECT(b));
    nocturne_board = b;
    sysbus_realize_and_unref(SYS_BUS_DEVICE(b), &error_fatal);
}

/* --- properties ------------------------------------------------------------- */

static void get_text(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    NocturneMachineState *m = NOCTURNE_MACHINE(obj);
    char *value = m->text[(const TextOption *)opaque - text_options];

    value = value ? value : (char *)"";
    visit_type_str(v, name, &value, errp);
}

static void set_text(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    NocturneMachineState *m = NOCTURNE_MACHINE(obj);
    char *value;

    if (visit_type_str(v, name, &value, errp)) {
        char **text = &m->text[(const TextOption *)opaque - text_options];

        g_free(*text);
        *text = value;
    }
}

static void get_pipeline(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    NocturneMachineState *m = NOCTURNE_MACHINE(obj);

    visit_type_int32(v, name, &m->pipeline[(const PipelineOption *)opaque - pipeline_options],
                     errp);
}

static void set_pipeline(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    NocturneMachineState *m = NOCTURNE_MACHINE(obj);
    uint16_t value;

    if (visit_type_uint16(v, name, &value, errp)) {
        m->pipeline[(const PipelineOption *)opaque - pipeline_options] = value;
    }
}

static void visit_ram(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    visit_type_size(v, name, &NOCTURNE_MACHINE(obj)->ram_bytes, errp);
}

static void visit_limit(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    visit_type_uint64(v, name, &NOCTURNE_MACHINE(obj)->limit_cycles, errp);
}

static void visit_quantum(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    visit_type_uint32(v, name, &NOCTURNE_MACHINE(obj)->quantum_cycles, errp);
}

static void visit_stop_at(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    visit_type_uint32(v, name, &NOCTURNE_MACHINE(obj)->stop_at, errp);
}

static void visit_stop_wait(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    visit_type_uint32(v, name, &NOCTURNE_MACHINE(obj)->stop_wait_ms, errp);
}

static void visit_profile_every(Object *obj, Visitor *v, const char *name, void *opaque,
                                Error **errp)
{
    visit_type_uint32(v, name, &NOCTURNE_MACHINE(obj)->profile_every, errp);
}

static void visit_board_id(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    visit_type_uint32(v, name, &NOCTURNE_MACHINE(obj)->board_id, errp);
}

static void visit_jtag_fpga(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    visit_type_uint32(v, name, &NOCTURNE_MACHINE(obj)->jtag_fpga, errp);
}

static void visit_input(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    visit_type_uint32(v, name, &NOCTURNE_MACHINE(obj)->input_node, errp);
}

static bool get_prefix(Object *obj, Error **errp)
{
    return NOCTURNE_MACHINE(obj)->console_prefix;
}

static void set_prefix(Object *obj, bool value, Error **errp)
{
    NOCTURNE_MACHINE(obj)->console_prefix = value;
}

static bool get_copies(Object *obj, Error **errp)
{
    return NOCTURNE_MACHINE(obj)->copies;
}

static void set_copies(Object *obj, bool value, Error **errp)
{
    NOCTURNE_MACHINE(obj)->copies = value;
}

static bool get_scramble(Object *obj, Error **errp)
{
    return NOCTURNE_MACHINE(obj)->scramble;
}

static void set_scramble(Object *obj, bool value, Error **errp)
{
    NOCTURNE_MACHINE(obj)->scramble = value;
}

static void visit_list_flits(Object *obj, Visitor *v, const char *name, void *opaque, Error **errp)
{
    visit_type_uint32(v, name, &NOCTURNE_MACHINE(obj)->list_flits, errp);
}

static void add_property(ObjectClass *oc, const char *name, const char *type,
                         ObjectPropertyAccessor *get, ObjectPropertyAccessor *set,
                         const void *opaque, const char *description)
{
    object_class_property_add(oc, name, type, get, set, NULL, (void *)opaque);
    object_class_property_set_description(oc, name, description);
}

static void add_properties(ObjectClass *oc)
{
    unsigned i;

    for (i = 0; i < TEXT_OPTIONS; i++) {
        add_property(oc, text_options[i].name, "str", get_text, set_text, &text_options[i],
                     text_options[i].description);
    }
    for (i = 0; i < ARRAY_SIZE(pipeline_options); i++) {
        add_property(oc, pipeline_options[i].name, "uint16", get_pipeline, set_pipeline,
                     &pipeline_options[i], pipeline_options[i].description);
    }
    add_property(oc, "ram", "size", visit_ram, visit_ram, NULL,
                 "private RAM of a core (default: 256K)");
    add_property(oc, "limit", "uint64", visit_limit, visit_limit, NULL,
                 "end the run in this cycle (default: 0, never)");
    add_property(oc, "quantum", "uint32", visit_quantum, visit_quantum, NULL,
                 "cycles a core computes ahead of the others; changes speed only");
    add_property(oc, "stop-at", "uint32", visit_stop_at, visit_stop_at, NULL,
                 "address at which the board stops when all cores have come there (default: none)");
    add_property(oc, "stop-wait", "uint32", visit_stop_wait, visit_stop_wait, NULL,
                 "ms that a write of CTL_STOP waits for cores that are behind (default: 500)");
    add_property(oc, "profile-every", "uint32", visit_profile_every, visit_profile_every, NULL,
                 "cycles between two samples of profile= (default: 97)");
    add_property(oc, "board-id", "uint32", visit_board_id, visit_board_id, NULL,
                 "which board this is, NI_BOARD (default: 0, the emulated one's)");
    add_property(oc, "jtag-fpga", "uint32", visit_jtag_fpga, visit_jtag_fpga, NULL,
                 "IDCODE of an FPGA whose JTAG port leads to the board's (default: 0, none)");
    add_property(oc, "stdin-node", "uint32", visit_input, visit_input, NULL,
                 "the node whose core reads QEMU's standard input (default: none)");
    add_property(oc, "list-flits", "uint32", visit_list_flits, visit_list_flits, NULL,
                 "the longest list in a worm's header (default: 0, any)");
    object_class_property_add_bool(oc, "copies", get_copies, set_copies);
    object_class_property_set_description(oc, "copies",
                                          "routers copy worms with several destinations (default: on)");
    object_class_property_add_bool(oc, "scramble", get_scramble, set_scramble);
    object_class_property_set_description(oc, "scramble",
                                          "words that docs/board.md leaves undefined are wrong ones (default: off)");
    object_class_property_add_bool(oc, "console-prefix", get_prefix, set_prefix);
    object_class_property_set_description(oc, "console-prefix",
                                          "begin each line of output with [node] (default: on)");
}

static int is_qtest(void *opaque, QemuOpts *opts, Error **errp)
{
    return !g_strcmp0(qemu_opt_get(opts, "accel"), "qtest");
}

static void machine_instance_init(Object *obj)
{
    NocturneMachineState *m = NOCTURNE_MACHINE(obj);
    QemuOptsList *icount = qemu_find_opts("icount");
    unsigned i;

    for (i = 0; i < TEXT_OPTIONS; i++) {
        m->text[i] = g_strdup(text_options[i].initial);
    }
    for (i = 0; i < ARRAY_SIZE(pipeline_options); i++) {
        m->pipeline[i] = UNSET;
    }
    m->ram_bytes = NOC_RAM_DEFAULT;
    m->quantum_cycles = QUANTUM_DEFAULT_CYCLES;
    m->input_node = NOC_NODES_MAX;
    m->stop_wait_ms = STOP_WAIT_DEFAULT_MS;
    m->profile_every = PROFILE_EVERY_DEFAULT_CYCLES;
    m->console_prefix = m->copies = true;
    /* Early enough for the accelerator, which qtest's is too strict for. */
    if (!qemu_opts_find(icount, NULL) &&
        !qemu_opts_foreach(qemu_find_opts("accel"), is_qtest, NULL, NULL)) {
        qemu_opts_parse_noisily(icount, "shift=0,sleep=off", true);
    }
}

static void machine_class_init(ObjectClass *oc, void *data)
{
    MachineClass *mc = MACHINE_CLASS(oc);

    mc->desc = "Nocturne: RV32 cores with private memory around a wormhole network";
    mc->init = machine_init;
    mc->max_cpus = NOC_NODES_MAX;
    mc->default_cpus = 1;
    mc->default_cpu_type = TYPE_RISCV_CPU_BASE32;
    mc->default_ram_size = 0;
    mc->default_display = "none";
    mc->no_parallel = mc->no_floppy = mc->no_cdrom = 1;
    add_properties(oc);
}

static const TypeInfo types[] = {
    {
        .name = TYPE_NOCTURNE_BOARD,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(NocturneBoard),
        .class_init = board_class_init,
    },
    {
        .name = TYPE_NOCTURNE_MACHINE,
        .parent = TYPE_MACHINE,
        .instance_size = sizeof(NocturneMachineState),
        .instance_init = machine_instance_init,
        .class_init = machine_class_init,
    },
};

DEFINE_TYPES(types)
