/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct why of boards in this very process: the model of the hardware, cores that are made up, and
 * in place of host-tools/target/transport.c a link that reads both. What the model itself says of a deadlock
 * is compared with what is found in its state blocks.
 */
/* Alone: it has functions of transport.h of its own. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "experiment/experiment_result.h"
#include "specify/specify.h"
#include "test.h"
#include "result/result.h"
#include "model/board.h"
#include "diagnose/commands.h"
#include "flash.h"
#include "target/transport.h"
#include "memmap.h"
#include "base/alloc.h"
#include "experiment/parameter_block.h"
#include "regs.h"
#include "sim/sim.h"
#include "waiting.h"

enum { RAM_WORDS = 64, WAKE_CYCLES = 40, CUT_NEVER = 1000000 };

static struct world {
    struct options options;
    struct experiment e;
    struct noc_board *board;
    struct noc_hart *hart;      /* [nodes] */
    uint32_t (*ram)[RAM_WORDS]; /* [nodes] */
    unsigned char *params;      /* NULL: the board does not tell what it is */
    uint32_t params_bytes;
    json_t *said;         /* the deadlock that the model reported */
    bool stopped, stands; /* stands: the clock does not go on */
    uint32_t boot;
    unsigned reads_left; /* then the connection is cut */
    json_t *result;
    struct error error;
    const char *doubt; /* the link's, of a snapshot */
} world;

/* --- the link --------------------------------------------------------------------- */

static uint32_t control_word(uint32_t offset)
{
    uint64_t now = noc_board_now(world.board);
    return offset == CTL_CYCLE_LO ? (uint32_t)now
         : offset == CTL_CYCLE_HI ? (uint32_t)(now >> 32)
         : offset == CTL_BOOT     ? world.boot
         : offset == CTL_STOP     ? world.stopped
                                  : 0;
}

static uint32_t word_at(uint32_t address)
{
    uint32_t offset;
    if ((offset = address - NOC_STATE_BASE) < world.e.topology.nodes * NOC_STATE_BLOCK) {
        return noc_board_state(world.board, offset / NOC_STATE_BLOCK, offset % NOC_STATE_BLOCK);
    }
    if ((offset = address - NOC_DEBUG_BASE) < world.e.topology.nodes * NOC_DEBUG_BLOCK) {
        return noc_board_counter(world.board, offset / NOC_DEBUG_BLOCK, offset % NOC_DEBUG_BLOCK,
                                 &world.hart[offset / NOC_DEBUG_BLOCK]);
    }
    if ((offset = address - NOC_PARAMS_BASE) < NOC_PARAMS_SIZE) {
        uint32_t word = UINT32_MAX;
        if (world.params && offset + 4 <= world.params_bytes) {
            memcpy(&word, world.params + offset, sizeof word);
        }
        return word;
    }
    assert_in_range(address, NOC_CONTROL_BASE, NOC_CONTROL_BASE + NOC_CONTROL_SIZE - 4);
    return control_word(address - NOC_CONTROL_BASE);
}

enum status transport_open(struct transport **transport, const char *board, struct error *error)
{
    *transport = (struct transport *)&world;
    return board ? STATUS_DONE : error_set(error, STATUS_BAD, "board: missing");
}

void transport_close(struct transport *transport)
{
    assert_ptr_equal(transport, &world);
    world.stopped = false;
}

enum status transport_read(struct transport *transport, uint32_t address, void *to, size_t bytes,
                           struct error *error)
{
    assert_ptr_equal(transport, &world);
    bool window = address - NOC_PARAMS_BASE >= NOC_PARAMS_SIZE;
    assert_true(world.stopped || !window); /* all of one cycle */
    if (world.reads_left-- == 0) {
        return error_set(error, STATUS_ENVIRONMENT, "the connection was cut");
    }
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = word_at(address + (uint32_t)i);
        memcpy((unsigned char *)to + i, &word, sizeof word);
    }
    return STATUS_DONE;
}

enum status transport_word(struct transport *transport, uint32_t address, uint32_t *word,
                           struct error *error)
{
    return transport_read(transport, address, word, sizeof *word, error);
}

enum status transport_stop(struct transport *transport, struct error *error)
{
    (void)transport, (void)error;
    assert_false(world.stopped);
    world.stopped = true;
    return STATUS_DONE;
}

enum status transport_go(struct transport *transport, struct error *error)
{
    (void)transport, (void)error;
    assert_true(world.stopped);
    world.stopped = false;
    if (!world.stands) {
        noc_board_run(world.board, noc_board_now(world.board) + WAKE_CYCLES);
    }
    return STATUS_DONE;
}

const char *transport_doubt(const struct transport *transport)
{
    (void)transport;
    return world.doubt;
}

uint32_t transport_nodes(const struct transport *transport)
{
    (void)transport;
    return world.e.topology.nodes;
}

const char *transport_name(const struct transport *transport)
{
    (void)transport;
    return "gdb:localhost:3333";
}

bool transport_gdb_server(struct transport *transport, uint32_t core,
                          char address[TRANSPORT_SERVER], uint32_t *thread)
{
    (void)transport;
    *thread = core + 1;
    strcpy(address, "127.0.0.1:3333");
    return true;
}

enum status transport_write(struct transport *transport, uint32_t address, uint32_t value,
                            struct error *error)
{
    (void)transport, (void)address, (void)value, (void)error;
    fail_msg("why writes nothing");
    return STATUS_DONE;
}

/* Stacks are read of programs that are known only. */
uint32_t transport_ram(const struct transport *transport)
{
    (void)transport;
    fail_msg("nobody asks where a stack is");
    return 0;
}

uint32_t transport_board(const struct transport *transport)
{
    (void)transport;
    return 1;
}

/* Stacks are read of programs that are known only. */
enum status transport_read_node(struct transport *transport, uint32_t node, uint32_t address,
                                void *to, size_t bytes, struct error *error)
{
    (void)transport, (void)node, (void)address, (void)to, (void)bytes;
    fail_msg("nobody knows where a stack is");
    return error_set(error, STATUS_ENVIRONMENT, "no RAM");
}

const struct board_description *transport_description(const struct transport *transport)
{
    (void)transport;
    return NULL;
}

const char *transport_topology(const struct transport *transport)
{
    (void)transport;
    return "";
}

const char *transport_routing(const struct transport *transport)
{
    (void)transport;
    return "";
}

const char *transport_disturbs(const struct transport *transport)
{
    (void)transport;
    return NULL;
}

/* --- the board ---------------------------------------------------------------------- */

static bool read_ram(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes)
{
    (void)opaque;
    uint32_t offset = (addr - NOC_RAM_BASE) % (4 * RAM_WORDS);
    for (uint32_t i = 0; i < bytes; i++) {
        ((char *)to)[i] = ((char *)world.ram[node])[(offset + i) % (4 * RAM_WORDS)];
    }
    return true;
}

static bool write_ram(void *opaque, uint32_t node, uint32_t addr, const void *from, uint32_t bytes)
{
    (void)opaque, (void)node, (void)addr, (void)from, (void)bytes;
    return true;
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)opaque, (void)when;
    if (!world.said) {
        world.said = waits_json(&world.e, wait, n);
    }
}

static void finish(void)
{
    noc_board_free(world.board);
    experiment_free(&world.e);
    options_free(&world.options);
    free(world.hart);
    free(world.ram);
    free(world.params);
    json_decref(world.said);
    json_decref(world.result);
    memset(&world, 0, sizeof world);
}

/* A board by the keys of an experiment, all of whose cores run. */
static void begin(const char *keys)
{
    static const struct noc_board_ops ops = {
        .read = read_ram, .write = write_ram, .deadlock = on_deadlock};
    struct error error = {.text = ""};
    memset(&world, 0, sizeof world);
    if (options_object(&world.options, keys, "sim", ~(key_groups)0, &error) ||
        experiment_make(&world.e, &world.options, NEED_SET, &error)) {
        fail_msg("%s: %s", keys, error.text);
    }
    uint32_t nodes = world.e.topology.nodes;
    const struct noc_board_config config = {.net = world.e.net, .ram_bytes = NOC_RAM_MIN};
    world.board = noc_board_new(&config, &ops);
    assert_non_null(world.board);
    world.hart = alloc_array(nodes, sizeof *world.hart);
    world.ram = alloc_array(nodes, sizeof *world.ram);
    for (uint32_t i = 0; i < nodes; i++) {
        world.hart[i].pc = NOC_IMAGE_BASE + 0x100;
    }
    world.params = parameter_block_make(&world.e, 0, &world.params_bytes);
    world.reads_left = CUT_NEVER;
}

static void wr(uint32_t node, uint32_t offset, uint32_t value)
{
    noc_ni_write(world.board, node, offset, value, noc_board_now(world.board));
}

static void run_for(uint64_t cycles)
{
    uint64_t until = noc_board_now(world.board) + cycles;
    while (noc_board_now(world.board) < until) {
        noc_board_run(world.board, until);
    }
}

/* A worm to one node, or to those listed. */
static void send(uint32_t from, const uint32_t *header, uint32_t headers, uint32_t flits)
{
    wr(from, NI_TX_ADDR, NOC_RAM_BASE);
    wr(from, NI_TX_W0,
       NOC_PUT(flits, NI_TX_W0, LENGTH) | NOC_PUT(NOC_WORM_MESSAGE, NI_TX_W0, TYPE));
    if (headers == 1) {
        wr(from, NI_TX_DEST, header[0]);
    } else {
        memcpy(world.ram[from], header, headers * sizeof *header);
        wr(from, NI_TX_HEADERS_ADDR, NOC_RAM_BASE);
        wr(from, NI_TX_HEADERS, headers);
    }
    assert_int_equal(noc_ni_peek(world.board, from, NI_TX_STATUS),
                     headers == 1 ? NOC_TX_OK : NOC_TX_CHECKING);
}

static void send_to(uint32_t from, uint32_t to, uint32_t flits)
{
    uint32_t header = noc_header(NOC_HEADER_LAST, to, 0);
    send(from, &header, 1, flits);
}

static void sleep_for(uint32_t node, enum noc_wait_what what, uint32_t tag, uint32_t peer)
{
    world.hart[node].asleep = true;
    wr(node, NI_WAITING, noc_waiting(what, tag) | NOC_PUT(peer, NI_WAITING, NODE));
}

/* Ask; more: keys besides board and samples. */
static enum status execute(const char *more)
{
    struct options o = {.text = {NULL}};
    struct error error = {.text = ""};
    char keys[200];
    snprintf(keys, sizeof keys, "{\"board\":\"gdb:localhost:3333\",\"samples\":2%s}", more);
    if (options_object(&o, keys, "why", ~(key_groups)0, &error)) {
        fail_msg("%s: %s", keys, error.text);
    }
    json_decref(world.result);
    world.result = NULL;
    world.error.text[0] = 0;
    enum status status = execute_why(&o, &world.result, &world.error);
    assert_false(world.stopped); /* the clock goes on, whatever happened */
    options_free(&o);
    return status;
}

static const char *verdict(void)
{
    return result_text(world.result, "verdict");
}

static void expect_said(const char *text)
{
    const char *sentence = result_text(world.result, "sentence");
    if (!strstr(sentence, text)) {
        fail_msg("'%s' is not in '%s'", text, sentence);
    }
}

static json_t *part(const char *list, size_t i)
{
    return json_array_get(json_object_get(world.result, list), i);
}

/* --- worms --------------------------------------------------------------------------- */

/* A cycle of waits may begin anywhere. */
static void expect_same_wait_cycle(const json_t *said, const json_t *found)
{
    size_t n = json_array_size(said), shift = 0, i;
    assert_int_equal(json_array_size(found), n);
    while (shift < n && !json_equal(json_object_get(json_array_get(said, 0), "holds"),
                                    json_object_get(json_array_get(found, shift), "holds"))) {
        shift++;
    }
    for (i = 0; i < n; i++) {
        const json_t *a = json_array_get(said, i), *b = json_array_get(found, (i + shift) % n);
        assert_true(json_equal(json_object_get(a, "holds"), json_object_get(b, "holds")));
        assert_true(json_equal(json_object_get(a, "wants"), json_object_get(b, "wants")));
        assert_true(!result_has_number(b, "from") ||
                    result_number(a, "from") == result_number(b, "from"));
        assert_true(!result_has_number(b, "to") ||
                    result_number(a, "to") == result_number(b, "to"));
    }
}

static void expect_deadlock(size_t worms)
{
    assert_non_null(world.said);
    assert_int_equal(execute(""), STATUS_NO);
    assert_string_equal(verdict(), "deadlock");
    assert_true(!worms || json_array_size(world.said) == worms);
    expect_same_wait_cycle(world.said, json_object_get(world.result, "deadlock"));
}

/* From a[0] a worm to a[1], then a[2]. */
static void send_to_two(const uint32_t a[3])
{
    const uint32_t header[] = {noc_header(NOC_HEADER_ADDRESS, a[1], 0),
                               noc_header(NOC_HEADER_ADDRESS, a[2], 0),
                               noc_header(NOC_HEADER_LAST, a[2], 0)};
    send(a[0], header, 3, 8);
}

/* Two worms to two nodes each, of which each holds a context that the other wants: on a ring
 * (tests/qemu-board/ports.c), where no row shows that even links share one, and on a torus. */
TEST(worms_of_two_jam)
{
    static const struct {
        const char *topology, *consumption;
        uint32_t way[2][3];
    } cases[] = {
        {"utorus:4", "link", {{0, 1, 3}, {2, 3, 1}}},
        {"utorus:3x3", "one", {{0, 1, 4}, {3, 4, 1}}},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char keys[200], command[200];
        snprintf(keys, sizeof keys,
                 "{\"topology\":\"%s\",\"routing\":\"utpr\",\"algorithm\":"
                 "\"s-torus\",\"consumption\":\"one\"}",
                 cases[i].topology);
        begin(keys);
        send_to_two(cases[i].way[0]);
        send_to_two(cases[i].way[1]);
        run_for(1000);
        expect_deadlock(2);
        snprintf(command, sizeof command,
                 "noct verify --topology %s --routing utpr --consumption %s", cases[i].topology,
                 cases[i].consumption);
        assert_string_equal(json_string_value(part("next", 0)), command);
        finish();
    }
}

static uint32_t draw(uint64_t *state, uint32_t below)
{
    return (uint32_t)(random_next(state) % below);
}

/*
 * Random worms between random nodes: whenever the model finds a cycle of waits, the same one is
 * found in the state blocks; whenever it finds none, none is.
 */
TEST(random_worms)
{
    static const char *const networks[] = {
        "{\"topology\":\"torus:5x5\",\"routing\":\"dor\"}",
        "{\"topology\":\"utorus:6\",\"routing\":\"dor\",\"buffer\":8}",
        "{\"topology\":\"torus:4x4\",\"routing\":\"dor\",\"lanes\":2}",
        "{\"topology\":\"torus:5x5\",\"routing\":\"btr\"}",
        "{\"topology\":\"cube:4\",\"ports\":\"all\"}",
        "{\"topology\":\"mesh:4x4\",\"routing\":\"one-turn\"}",
    };
    unsigned jams = 0, free_ones = 0;
    for (unsigned i = 0; i < 10 * sizeof networks / sizeof *networks; i++) {
        uint64_t seed = i;
        begin(networks[i % (sizeof networks / sizeof *networks)]);
        uint32_t nodes = world.e.topology.nodes;
        for (uint32_t from = 0; from < nodes; from++) {
            uint32_t to = (from + 1 + draw(&seed, nodes - 1)) % nodes, header[NOC_TURNS_MAX + 1];
            uint32_t n = noc_route_headers(&world.e.topology, world.e.routing, from, to, header);
            if (n == 1) {
                send(from, header, 1, 20 + draw(&seed, 100));
            } else {
                send_to(from, to, 20 + draw(&seed, 100)); /* the NI makes the turns */
            }
        }
        run_for(20 + draw(&seed, 200));
        if (world.said) {
            expect_deadlock(0);
            jams++;
        } else {
            assert_int_equal(execute(""), STATUS_DONE);
            assert_string_equal(verdict(), "running");
            assert_true(json_is_null(json_object_get(world.result, "deadlock")));
            free_ones++;
        }
        finish();
    }
    assert_true(jams >= 5 && free_ones >= 20);
}

/* What lies where: a worm held up by another one. */
TEST(buffers_and_interfaces)
{
    begin("{\"topology\":\"mesh:4\"}");
    send_to(0, 3, 60);
    run_for(20);
    send_to(1, 3, 50); /* wants 1 -> 2, which the first one has */
    run_for(20);
    world.stands = true;
    assert_int_equal(execute(",\"nodes\":[1]"), STATUS_DONE);
    assert_int_equal(json_array_size(json_object_get(world.result, "cores")), 1);
    assert_int_equal(json_array_size(json_object_get(world.result, "buffers")), 2);
    const json_t *passing = part("buffers", 0), *held = part("buffers", 1);
    assert_int_equal(result_number(passing, "node"), 1);
    assert_int_equal(result_number(passing, "from"), 0);
    assert_int_equal(result_number(passing, "source"), 0);
    assert_int_equal(result_number(passing, "to"), 3);
    assert_int_equal(result_number(json_object_get(passing, "holds"), "next"), 2);
    assert_true(json_is_null(json_object_get(passing, "wants")));
    assert_true(result_has_number(passing, "credits"));
    assert_int_equal(result_number(held, "from"), 1);
    assert_int_equal(result_number(held, "source"), 1);
    assert_int_equal(result_number(held, "flits"), 2);
    assert_true(json_is_null(json_object_get(held, "holds")));
    assert_int_equal(result_number(json_object_get(held, "wants"), "node"), 1);
    assert_int_equal(result_number(json_object_get(held, "wants"), "next"), 2);
    assert_true(json_is_null(json_object_get(held, "credits")));
    assert_int_equal(result_number(part("nodes", 0), "transmitting"), 1);
    finish();
}

/* Two worms that share what a node takes in a cycle: each is held up half of the time. */
TEST(links_that_hold_up)
{
    begin("{\"topology\":\"mesh:3\"}");
    send_to(0, 1, 500);
    send_to(2, 1, 500);
    run_for(100);
    assert_int_equal(execute(""), STATUS_DONE);
    assert_string_equal(verdict(), "running");
    const json_t *blocked = json_object_get(world.result, "blocked");
    assert_int_equal(result_number(world.result, "until_cycle"),
                     result_number(world.result, "cycles") + WAKE_CYCLES);
    assert_int_equal(json_array_size(blocked), 2);
    long long nodes = 0;
    for (size_t i = 0; i < 2; i++) {
        const json_t *link = json_array_get(blocked, i);
        assert_int_equal(result_number(link, "next"), 1);
        nodes += result_number(link, "node");
        assert_int_equal(result_number(link, "flits"), WAKE_CYCLES / 2);
        assert_int_equal(result_number(link, "blocked_cycles"), WAKE_CYCLES / 2);
    }
    assert_int_equal(nodes, 0 + 2);                           /* one each */
    assert_int_equal(execute(",\"nodes\":[1]"), STATUS_DONE); /* whose own links nobody uses */
    assert_int_equal(json_array_size(json_object_get(world.result, "blocked")), 0);
    finish();
}

static long long of_queue(const json_t *node, const char *key, unsigned queue)
{
    return json_integer_value(json_array_get(json_object_get(node, key), queue));
}

/* Messages that have come, and slots for more: in queue q of eight, q + 1 slots. */
TEST(queues)
{
    begin("{\"topology\":\"mesh:2x2\"}");
    for (uint32_t q = 0; q < NOC_QUEUES; q++) {
        wr(3, NI_RX_SIZE + q * NI_QUEUE_STRIDE, 4);
        for (uint32_t i = 0; i <= q; i++) {
            wr(3, NI_RX_FREE + q * NI_QUEUE_STRIDE, NOC_RAM_BASE + 16 * i);
        }
    }
    send_to(0, 3, 4);
    run_for(60);
    send_to(1, 3, 5); /* longer than a slot */
    send_to(2, 0, 4); /* no slot there */
    run_for(60);
    assert_int_equal(execute(""), STATUS_DONE);
    for (unsigned q = 0; q < NOC_QUEUES; q++) {
        assert_int_equal(of_queue(part("nodes", 3), "queued", q), q == 0);
        assert_int_equal(of_queue(part("nodes", 3), "free", q), q + (q > 0));
    }
    assert_int_equal(result_number(part("nodes", 0), "discards"), 1);
    assert_int_equal(json_array_size(json_object_get(world.result, "buffers")), 0);
    finish();
}

/* --- cores ---------------------------------------------------------------------------- */

/* What they wait for has come to one, or is on its way to one of them: no cycle of waits, for
 * long. */
TEST(a_wait_cycle_that_a_message_ends)
{
    for (unsigned queued = 0; queued < 2; queued++) {
        begin("{\"topology\":\"mesh:2x2\"}");
        for (uint32_t i = 0; i < 4; i++) {
            sleep_for(i, NOC_WAIT_RECEIVE, 0, (i + 1) % 4);
        }
        wr(2, NI_RX_SIZE, 4);
        wr(2, NI_RX_FREE, NOC_RAM_BASE);
        send_to(3, 2, 1);
        run_for(queued ? 60 : 2);
        assert_int_equal(execute(""), STATUS_DONE);
        assert_string_equal(verdict(), queued ? "waiting" : "running");
        assert_true(json_is_null(json_object_get(world.result, "waiting_cores")));
        finish();
    }
}

/* The world's barrier, whose context alone says whose it is: all cores but `missing` sleep in it,
 * each for another one there. */
static void sleep_in_barrier(const uint32_t *missing, uint32_t n)
{
    for (uint32_t i = 0; i < world.e.topology.nodes; i++) {
        bool in = true;
        for (uint32_t k = 0; k < n; k++) {
            in = in && i != missing[k];
        }
        if (in) {
            sleep_for(i, NOC_WAIT_BARRIER, 0, i == 0 ? 15 : i - 1);
        }
    }
}

/* While one who is missing runs the others wait, which may end; but so it is now. Of a barrier in
 * which something has changed since the first look nothing is said. */
TEST(a_barrier_that_may_fill)
{
    static const uint32_t missing[] = {3};
    begin("{\"topology\":\"mesh:4x4\"}");
    sleep_in_barrier(missing, 1);
    assert_int_equal(execute(""), STATUS_DONE);
    assert_string_equal(verdict(), "running");
    expect_said("core 3 is not in the barrier that the other 15 wait in: it runs");
    wr(5, NI_RX_SIZE, 4);
    wr(5, NI_RX_FREE, NOC_RAM_BASE);
    send_to(3, 5, 1); /* comes to core 5 between the looks */
    assert_int_equal(execute(""), STATUS_DONE);
    assert_null(strstr(result_text(world.result, "sentence"), "barrier"));
    assert_int_equal(json_array_size(json_object_get(world.result, "barriers")), 1);
    finish();
}

TEST(others_wait_for_one)
{
    begin("{\"topology\":\"mesh:2x2\"}");
    wr(2, NI_EXIT, 5);
    sleep_for(0, NOC_WAIT_RECEIVE, 0, 1);
    sleep_for(1, NOC_WAIT_SEND, 0, 2);
    sleep_for(3, NOC_WAIT_PROBE, 0, NOC_WAITING_ANYBODY);
    assert_int_equal(execute(""), STATUS_DONE);
    assert_string_equal(verdict(), "waiting");
    expect_said("2 cores wait, directly or not, for core 2, which has exited with status 5");
    assert_true(json_is_null(json_object_get(json_object_get(part("cores", 3), "waits"), "peer")));
    wr(2, NI_PC, NOC_IMAGE_BASE + 0x44);
    assert_int_equal(execute(""), STATUS_NO);
    assert_string_equal(verdict(), "trapped");
    assert_int_equal(result_number(part("cores", 2), "pc"), NOC_IMAGE_BASE + 0x44);
    expect_said("core 2, which is stopped");
    finish();
}

TEST(ends)
{
    begin("{\"topology\":\"mesh:2x2\"}");
    for (uint32_t i = 0; i < 4; i++) {
        wr(i, NI_EXIT, i == 3 ? 9 : 0);
    }
    assert_int_equal(execute(""), STATUS_DONE);
    assert_string_equal(verdict(), "exited");
    expect_said("3 with status 0; core 3 has exited with status 9");
    assert_int_equal(result_number(part("cores", 3), "status"), 9);
    finish();
}

/* Whatever others do, and the lowest of those that did it in one cycle. */
TEST(a_core_has_ended_the_board)
{
    begin("{\"topology\":\"mesh:2x2\"}");
    sleep_for(0, NOC_WAIT_RECEIVE, 0, 3);
    sleep_for(3, NOC_WAIT_RECEIVE, 0, 0);
    wr(2, NI_EXIT, 1u << NI_EXIT_ABORT_SHIFT | 8);
    wr(1, NI_EXIT, 1u << NI_EXIT_ABORT_SHIFT | 7);
    assert_int_equal(execute(""), STATUS_NO);
    assert_string_equal(verdict(), "aborted");
    assert_string_equal(result_text(world.result, "sentence"),
                        "core 1 has ended the board with status 7");
    assert_int_equal(result_number(part("cores", 1), "status"), 7);
    finish();
}

TEST(no_image)
{
    begin("{\"topology\":\"mesh:2x2\"}");
    free(world.params);
    world.params = NULL;
    for (uint32_t i = 0; i < 4; i++) {
        world.hart[i] = (struct noc_hart){.pc = NOC_ROM_BASE + 8, .asleep = true};
    }
    assert_int_equal(execute(""), STATUS_DONE);
    assert_string_equal(verdict(), "running");
    assert_string_equal(result_text(part("cores", 1), "state"), "boot");
    world.boot = NOC_PUT(NOC_BOOT_EMPTY, NI_BOOT, SLOT0) |
                 NOC_PUT(NOC_BOOT_BAD_CRC, NI_BOOT, SLOT1) | NOC_PUT(1, NI_BOOT, DONE);
    assert_int_equal(execute(""), STATUS_NO);
    assert_string_equal(verdict(), "no image");
    expect_said("slot 0 is empty, slot 1 bad CRC");
    finish();
}

/* --- bad luck --------------------------------------------------------------------------- */

TEST(cut_anywhere)
{
    unsigned reads = 0;
    enum status status;
    do {
        begin("{\"topology\":\"mesh:2x2\"}");
        world.reads_left = reads++;
        status = execute("");
        assert_true(status == STATUS_DONE || status == STATUS_ENVIRONMENT);
        assert_int_equal(world.result == NULL, status != STATUS_DONE);
        assert_int_equal(world.error.text[0] == 0, status == STATUS_DONE);
        finish();
    } while (status);
    assert_true(reads > 4);
}

/* Another network than the board's. */
TEST(another_topology)
{
    begin("{\"topology\":\"torus:4x4\"}");
    assert_int_equal(execute(",\"topology\":\"mesh:4x4\""), STATUS_BAD);
    assert_int_equal(execute(",\"nodes\":[16]"), STATUS_BAD);
    free(world.params);
    world.params = NULL;
    send_to(0, 3, 64); /* to the left, where a mesh has no link */
    run_for(20);
    assert_int_equal(execute(",\"topology\":\"mesh:2x8\""), STATUS_ENVIRONMENT);
    assert_int_equal(execute(""), STATUS_DONE); /* without names */
    assert_non_null(strstr(json_string_value(part("warnings", 1)), "does not tell its network"));
    finish();
}

TEST(cores_in_a_later_cycle)
{
    begin("{\"topology\":\"torus:4x4\"}");
    world.doubt = "2 cores have computed on";
    assert_int_equal(execute(""), STATUS_DONE);
    assert_non_null(strstr(json_string_value(part("warnings", 1)), world.doubt));
    finish();
}
