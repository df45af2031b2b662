/* SPDX-License-Identifier: BSD-2-Clause */
/* Collective operations as experiments: their members, messages in rounds, simulation and bound. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collective/schedules.h"
#include "collectives/collective.h"
#include "collectives/schedule_picture.h"
#include "combine.h"
#include "predict/commands.h"
#include "test.h"

static struct options options;

AFTER_EACH
{
    options_free(&options);
    memset(&options, 0, sizeof options);
}

static enum status read_options(struct error *error, const char *format, va_list list)
{
    char line[1024];
    vsnprintf(line, sizeof line, format, list);
    memset(&options, 0, sizeof options);
    return options_object(&options, line, "sim", ~(key_groups)0, error);
}

/* From one JSON object. */
__attribute__((format(printf, 2, 3))) static void make(struct collective *c, const char *format,
                                                       ...)
{
    struct error error = {0};
    va_list list;
    va_start(list, format);
    if (read_options(&error, format, list) || collective_make(c, &options, &error)) {
        fail_msg("%s", error.text);
    }
    va_end(list);
}

static void end(struct collective *c)
{
    collective_free(c);
    options_free(&options);
    memset(&options, 0, sizeof options);
}

/* By the command sim, it is refused with this status, and these words are in the one line. */
static void refused(enum status status, const char *words, const char *format, ...)
{
    struct error error = {0};
    json_t *result = NULL;
    va_list list;
    va_start(list, format);
    assert_int_equal(read_options(&error, format, list), STATUS_DONE);
    va_end(list);
    assert_int_equal(execute_sim(&options, &result, &error), status);
    if (!strstr(error.text, words) || strchr(error.text, '\n')) {
        fail_msg("'%s' is not in: %s", words, error.text);
    }
    json_decref(result);
    options_free(&options);
    memset(&options, 0, sizeof options);
}

TEST(members_are_source_and_destinations)
{
    static const uint16_t NODES[] = {1, 2, 5, 9};
    struct collective c;
    make(&c, "{\"topology\":\"cube:4\",\"collective\":\"gather\",\"source\":5,\"dests\":[9,1,2]}");
    assert_int_equal(c.call.count, 4);
    assert_int_equal(c.call.root, 2);
    assert_memory_equal(c.node, NODES, sizeof NODES);
    assert_int_equal(c.words, 4 * 64);
    end(&c);
    make(&c, "{\"topology\":\"cube:4\",\"collective\":\"scan\",\"source\":15,\"length\":7}");
    assert_int_equal(c.call.count, 16);
    assert_int_equal(c.call.root, 0);
    assert_int_equal(c.words, 7);
    assert_int_equal(c.node[15], 15);
    end(&c);
}

/* Seven words in four blocks: 2, 2, 2, 1; messages without words are left out. */
TEST(steps_in_words)
{
    struct collective c;
    struct collective_message *m;
    uint32_t count;
    make(&c, "{\"topology\":\"mesh:2x2\",\"collective\":\"broadcast\",\"algorithm\":\"chain\","
             "\"length\":7}");
    m = collective_messages(&c, &count);
    assert_int_equal(count, 12);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(m[i].words, m[i].blocks.first < 3 ? 2 : 1);
        assert_int_equal(m[i].round, 1 + m[i].from + m[i].blocks.first);
    }
    free(m);
    end(&c);
    make(&c, "{\"topology\":\"mesh:2x2\",\"collective\":\"broadcast\",\"algorithm\":\"chain\","
             "\"length\":1}");
    m = collective_messages(&c, &count);
    assert_int_equal(count, 3);
    free(m);
    end(&c);
}

/* The rounds of these are known; no member sends or receives twice in one. */
TEST(rounds)
{
    static const struct {
        const char *operation, *algorithm;
        uint32_t nodes, rounds, messages;
    } known[] = {
        {"barrier", "dissemination", 5, 3, 15},
        {"broadcast", "binomial", 8, 3, 7},
        {"broadcast", "scatter-ring", 5, 3 + 4, 4 + 5 * 4},
        {"reduce", "binomial", 13, 4, 12},
        {"reduce", "linear", 6, 5, 5},
        {"allreduce", "recursive-doubling", 16, 4, 64},
        {"allreduce", "recursive-doubling", 6, 4, 8 + 4},
        {"allreduce", "reduce-scatter-allgather", 8, 6, 48},
        {"allreduce", "ring", 5, 8, 40},
        {"gather", "linear", 9, 8, 8},
        {"scatter", "binomial", 9, 4, 8},
        {"scatter", "linear", 12, 11, 11},
        {"allgather", "bruck", 5, 3, 15},
        {"alltoall", "linear", 12, 11, 132},
        {"alltoall", "pairwise", 12, 11, 132},
        {"scan", "recursive-doubling", 8, 3, 7 + 6 + 4},
        {"exscan", "recursive-doubling", 9, 4, 8 + 7 + 6 + 4},
        {"reduce-scatter", "halving", 8, 3, 24},
    };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        struct collective c;
        uint32_t count;
        make(&c, "{\"topology\":\"torus:%u\",\"collective\":\"%s\",\"algorithm\":\"%s\"}",
             known[i].nodes, known[i].operation, known[i].algorithm);
        struct collective_message *m = collective_messages(&c, &count);
        assert_int_equal(count, known[i].messages);
        assert_int_equal(m[count - 1].round, known[i].rounds);
        for (uint32_t a = 0; a < count; a++) {
            assert_true(m[a].round > 0);
            for (uint32_t b = 0; b < a; b++) {
                assert_true(m[a].round != m[b].round ||
                            (m[a].from != m[b].from && m[a].to != m[b].to));
            }
        }
        free(m);
        end(&c);
    }
}

static uint64_t latest(const struct collective *c)
{
    struct collective_times times;
    struct error error = {0};
    uint64_t last = 0;
    assert_int_equal(collective_simulate(c, &times, &error), STATUS_DONE);
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        assert_true(times.returned[rank] != NOC_NEVER);
        last = times.returned[rank] > last ? times.returned[rank] : last;
    }
    assert_int_equal(times.cycles, last);
    collective_times_free(&times);
    return last;
}

/* All schedules, short and long, some with messages that are offered: all calls return, no sooner
 * than the bound, and about when the model of costs says. */
TEST(all_schedules_end)
{
    static const char *const topologies[] = {"mesh:3x3", "torus:4x4", "cube:3"};
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        for (unsigned t = 0; t < 3; t++) {
            for (unsigned length = 1; length <= (test_affords(5) ? 1000 : 10); length *= 10) {
                struct collective c;
                if ((*s)->fits && t == 0) {
                    continue;
                }
                make(&c,
                     "{\"topology\":\"%s\",\"collective\":\"%s\",\"algorithm\":\"%s\","
                     "\"length\":%u,\"source\":3}",
                     topologies[t], noc_operation_names[(*s)->operation], (*s)->name, length);
                uint64_t cycles = latest(&c);
                assert_true(cycles >= collective_bound(&c));
                assert_true(cycles < 3 * c.predicted && c.predicted < 3 * cycles);
                end(&c);
            }
        }
    }
}

static uint64_t cycles_of(const char *json)
{
    struct collective c;
    make(&c, "%s", json);
    uint64_t cycles = latest(&c);
    assert_true(cycles >= collective_bound(&c));
    end(&c);
    return cycles;
}

/* Two members, one message: it takes tau_s and tau_r more, and a sleep of its receiver. */
TEST(one_message)
{
    uint64_t at_once = cycles_of("{\"topology\":\"mesh:2\",\"collective\":\"broadcast\","
                                 "\"algorithm\":\"binomial\",\"length\":10}");
    uint64_t late = cycles_of("{\"topology\":\"mesh:2\",\"collective\":\"broadcast\",\"algorithm\":"
                              "\"binomial\",\"length\":10,\"tau_s\":1000,\"tau_r\":200}");
    assert_in_range(late - at_once, 1200, 1600);
}

/* A body longer than 256 bytes is offered, and not copied: three worms in the place of one. */
TEST(one_message_that_is_offered)
{
    uint64_t whole = cycles_of("{\"topology\":\"mesh:2\",\"collective\":\"broadcast\","
                               "\"algorithm\":\"binomial\",\"length\":64}");
    uint64_t offered = cycles_of("{\"topology\":\"mesh:2\",\"collective\":\"broadcast\","
                                 "\"algorithm\":\"binomial\",\"length\":65}");
    uint64_t longer = cycles_of("{\"topology\":\"mesh:2\",\"collective\":\"broadcast\","
                                "\"algorithm\":\"binomial\",\"length\":1065}");
    assert_true(offered > 2 * whole);
    assert_in_range(longer - offered, 700, 1200); /* about a cycle for each flit more */
}

/* More messages come to one member than it has slots: all are received in the end, and take longer. */
TEST(messages_without_a_slot)
{
    uint64_t few, many;
    struct collective c;
    make(&c, "{\"topology\":\"torus:4x4\",\"collective\":\"gather\",\"algorithm\":\"linear\","
             "\"length\":8}");
    few = latest(&c);
    end(&c);
    make(&c, "{\"topology\":\"torus:4x8\",\"collective\":\"gather\",\"algorithm\":\"linear\","
             "\"length\":8}");
    many = latest(&c);
    assert_true(many > 3 * few && many < 8 * few);
    end(&c);
}

/* Without a schedule's name: by hand. A signal has four flits, and is looked for every few cycles. */
TEST(a_barrier_goes_by_signals)
{
    struct collective c;
    uint32_t count;
    make(&c, "{\"topology\":\"mesh:2\",\"collective\":\"barrier\"}");
    assert_int_equal(c.way, BY_SIGNALS);
    assert_string_equal(collective_algorithm(&c), "signals");
    /* As long as it takes on the board, by gcc 12.2.0. */
    assert_int_equal(latest(&c), 124);
    end(&c);
    make(&c, "{\"topology\":\"torus:4x4\",\"collective\":\"barrier\"}");
    struct collective_message *m = collective_messages(&c, &count);
    assert_int_equal(count, 16 * 2 * 3);
    assert_int_equal(m[count - 1].round, 2);
    assert_int_equal(m[0].words, 0);
    free(m);
    end(&c);
    make(&c, "{\"topology\":\"torus:4x4\",\"collective\":\"barrier\","
             "\"algorithm\":\"dissemination\"}");
    assert_int_equal(c.way, BY_SCHEDULE);
    end(&c);
}

/* Some members, whose distances are not all the same; by ranks, in a network of one way, and with a
 * last round of fewer signals. None returns before it has all signals. */
TEST(all_barriers_end)
{
    static const char *const networks[] = {"torus:8x8", "torus:2x8", "utorus:4x4", "mesh:3x5",
                                           "ccc:3",     "cube:5",    "mesh:70"};
    for (unsigned i = 0; i < sizeof networks / sizeof *networks; i++) {
        for (unsigned m = 1; m < 15; m += 3) {
            struct collective c;
            make(&c,
                 "{\"topology\":\"%s\",\"collective\":\"barrier\","
                 "\"dests\":\"random:%u\",\"seed\":%u}",
                 networks[i], m, m);
            assert_true(latest(&c) > 100);
            end(&c);
        }
    }
}

/* What is longer than a short message goes along the plan that firmware would take; to one other
 * member it is a message. */
TEST(a_long_broadcast_goes_along_a_plan)
{
    static const struct {
        const char *network, *along;
        uint32_t length, segment;
    } known[] = {
        {"\"torus:4x4\"", "two-tree", 65, 32},
        {"\"torus:4x4\"", "two-tree", 5000, 47}, /* 2/3 of 71 */
        {"\"ccc:3\"", "binary", 100, 32},
        {"\"mesh:3\"", "chain", 100, 32},
        {"\"utorus:4x4\",\"routing\":\"utpr\"", "s-torus", 500, 0},
        {"\"mesh:4x4\",\"routing\":\"hamiltonian\"", "two-phase-path", 500, 0},
        {"\"mesh:4x4\",\"routing\":\"hamiltonian\",\"source\":5", "two-phase-path", 400, 20 * 3},
        {"\"mesh:4x4\",\"routing\":\"hamiltonian\",\"source\":5", "two-phase-path", 100, 0},
    };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        struct collective c;
        uint32_t count, words = 0;
        make(&c, "{\"topology\":%s,\"collective\":\"broadcast\",\"length\":%u}", known[i].network,
             known[i].length);
        assert_int_equal(c.way, BY_PLAN);
        assert_string_equal(c.plan.algorithm->name, known[i].along);
        assert_int_equal(c.segment, known[i].segment);
        struct collective_message *m = collective_messages(&c, &count);
        assert_int_equal(count, c.plan.trees * (c.call.count - 1u));
        for (uint32_t k = 0; k < count; k++) {
            words += m[k].words;
        }
        assert_int_equal(words, known[i].length * (c.call.count - 1u));
        free(m);
        assert_true(latest(&c) >= collective_bound(&c));
        end(&c);
    }
    struct collective c_of_two;
    make(&c_of_two, "{\"topology\":\"mesh:2\",\"collective\":\"broadcast\",\"length\":65}");
    assert_int_equal(c_of_two.way, BY_SCHEDULE);
    end(&c_of_two);
}

/* In a tree of worms each hop costs tau_s and tau_r more. */
TEST(tau_in_a_plan)
{
    static const char *const taus[] = {"", ",\"tau_s\":100", ",\"tau_r\":100"};
    uint64_t cycles[3];
    for (unsigned i = 0; i < 3; i++) {
        struct collective c;
        make(&c, "{\"topology\":\"mesh:3\",\"collective\":\"broadcast\",\"length\":65%s}", taus[i]);
        cycles[i] = latest(&c);
        end(&c);
    }
    assert_in_range(cycles[1] - cycles[0], 200, 700);
    assert_in_range(cycles[2] - cycles[0], 100, 400);
}

/* A short one to two is about what is predicted, and no call undercuts the bound. */
TEST(a_short_broadcast)
{
    struct collective c;
    make(&c, "{\"topology\":\"mesh:2\",\"collective\":\"broadcast\",\"length\":16}");
    assert_int_equal(c.way, BY_TREE);
    assert_in_range(latest(&c), collective_bound(&c) + 16, c.predicted + 100);
    assert_true(collective_bound(&c) < latest(&c));
    end(&c);
    make(&c, "{\"topology\":\"mesh:2\",\"collective\":\"allreduce\",\"length\":1}");
    assert_true(collective_bound(&c) < latest(&c));
    end(&c);
}

/* Of three members one takes part for another: that has its result two messages later. */
TEST(an_allreduce_of_three)
{
    uint64_t two, three;
    struct collective c;
    make(&c, "{\"topology\":\"mesh:2\",\"collective\":\"allreduce\",\"length\":1}");
    two = latest(&c);
    end(&c);
    make(&c, "{\"topology\":\"mesh:3\",\"collective\":\"allreduce\",\"length\":1}");
    three = latest(&c);
    end(&c);
    assert_in_range(three - two, 350, 550); /* measured: 728 - 304 */
}

/* All members choose alike, and so do firmware and noct: whatever the root is. */
TEST(auto_does_not_look_at_the_root)
{
    static const unsigned lengths[] = {1, 100, 10000};
    for (unsigned i = 0; i < 3; i++) {
        const struct noc_schedule *first = NULL;
        for (unsigned root = 0; root < 16; root++) {
            struct collective c;
            make(&c,
                 "{\"topology\":\"cube:4\",\"collective\":\"broadcast\",\"source\":%u,"
                 "\"length\":%u}",
                 root, lengths[i]);
            assert_true(c.choices > 2 && c.choice[0].schedule == c.schedule);
            assert_true(c.choice[0].cycles == c.predicted);
            for (uint32_t j = 2; j < c.choices; j++) {
                assert_true(c.choice[j].cycles >= c.choice[j - 1].cycles);
            }
            first = first ? first : c.schedule;
            assert_ptr_equal(c.schedule, first);
            end(&c);
        }
    }
}

TEST(a_limit)
{
    struct collective c;
    struct collective_times times;
    struct error error = {0};
    make(&c, "{\"topology\":\"cube:4\",\"collective\":\"barrier\",\"limit_cycles\":100}");
    assert_int_equal(collective_simulate(&c, &times, &error), STATUS_DONE);
    assert_true(times.cut);
    assert_int_equal(times.cycles, 100);
    assert_true(times.returned[3] == NOC_NEVER);
    collective_times_free(&times);
    end(&c);
}

static uint32_t occurrences(const char *text, const char *what)
{
    uint32_t n = 0;
    while ((text = strstr(text, what))) {
        text += strlen(what);
        n++;
    }
    return n;
}

/* The picture of a schedule; NULL: it is refused. To be freed. */
static char *picture(const struct collective *c, uint32_t *count, struct error *error)
{
    struct collective_message *m = collective_messages(c, count);
    char path[] = "/tmp/noct-test-XXXXXX", *text = NULL;
    size_t size = 0;
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    if (!schedule_picture(c, m, *count, path, error)) {
        FILE *drawn = fopen(path, "r");
        assert_non_null(drawn);
        assert_true(getdelim(&text, &size, 0, drawn) > 0);
        fclose(drawn);
    }
    remove(path);
    free(m);
    return text;
}

/* A lane for each member, an arrow for each message with its blocks. */
TEST(a_schedule_is_drawn)
{
    struct collective c;
    struct error error = {0};
    uint32_t count;
    make(&c, "{\"topology\":\"mesh:2x3\",\"collective\":\"allgather\",\"algorithm\":\"bruck\"}");
    char *text = picture(&c, &count, &error);
    assert_non_null(text);
    assert_int_equal(occurrences(text, "l-7 -4v8z"), count);
    assert_int_equal(occurrences(text, "text-anchor=\"end\""), 6);
    assert_int_equal(occurrences(text, ">step "), 3);
    assert_int_equal(occurrences(text, ">4-5</text>"), 2);
    assert_int_equal(occurrences(text, ">5,0</text>"), 2); /* around the end */
    assert_non_null(strstr(text, "</svg>"));
    free(text);
    end(&c);
    make(&c, "{\"topology\":\"mesh:5x13\",\"collective\":\"barrier\"}");
    assert_null(picture(&c, &count, &error));
    assert_non_null(strstr(error.text, "at most 64 members and 128 steps, and there are 65 and 4"));
    end(&c);
}

/* What is combined takes longer where it is floating point; a reproducible order leaves no choice. */
TEST(operations_and_types)
{
    struct collective c;
    uint64_t of_int, of_double;
    make(&c, "{\"topology\":\"cube:3\",\"collective\":\"allreduce\",\"length\":32}");
    of_int = latest(&c);
    end(&c);
    make(&c, "{\"topology\":\"cube:3\",\"collective\":\"allreduce\",\"length\":32,"
             "\"type\":\"double\",\"op\":\"product\",\"reproducible\":true}");
    of_double = latest(&c);
    assert_int_equal(c.choices, 1);
    assert_int_equal(c.e.op, NOC_COMBINE_product);
    assert_int_equal(c.e.type, NOC_COMBINE_double);
    assert_true(c.e.reproducible && !c.e.ordered);
    /* Three rounds of 32 words. */
    const uint64_t more = costs_combine(c.e.measured, NOC_COMBINE_product, NOC_COMBINE_double) -
                          costs_combine(c.e.measured, NOC_COMBINE_sum, NOC_COMBINE_int32);
    assert_in_range(of_double - of_int, 3 * 2 * more - 100, 3 * 2 * more + 100);
    end(&c);
}

TEST(bad_input)
{
    refused(STATUS_BAD, "collective 'reduceall': must be one of",
            "{\"topology\":\"cube:4\",\"collective\":\"reduceall\"}");
    refused(STATUS_BAD, "algorithm 'u-cube': must be one of those for scan: recursive-doubling,",
            "{\"topology\":\"cube:4\",\"collective\":\"scan\",\"algorithm\":\"u-cube\"}");
    refused(STATUS_BAD, "'recursive-doubling': needs a power of two of members, and there are 9",
            "{\"topology\":\"mesh:3x3\",\"collective\":\"allgather\","
            "\"algorithm\":\"recursive-doubling\"}");
    refused(STATUS_BAD, "algorithm 'ring': does not keep the order of ranks",
            "{\"topology\":\"cube:4\",\"collective\":\"allreduce\",\"algorithm\":\"ring\","
            "\"ordered\":true}");
    refused(STATUS_BAD, "ordered: gather combines nothing",
            "{\"topology\":\"cube:4\",\"collective\":\"gather\",\"ordered\":true}");
    refused(STATUS_BAD, "op 'mean': must be one of sum, product, min, max, and, or, xor",
            "{\"topology\":\"cube:4\",\"collective\":\"scan\",\"op\":\"mean\"}");
    refused(STATUS_BAD, "type 'int': must be one of int32, uint32, int64, uint64, float, double",
            "{\"topology\":\"cube:4\",\"collective\":\"scan\",\"type\":\"int\"}");
    refused(STATUS_BAD, "op 'xor': is for the bits of integers, and double is none",
            "{\"topology\":\"cube:4\",\"collective\":\"scan\",\"op\":\"xor\","
            "\"type\":\"double\"}");
    refused(STATUS_BAD, "length '7': elements of 64 bits have 2 flits each",
            "{\"topology\":\"cube:4\",\"collective\":\"scan\",\"type\":\"uint64\","
            "\"length\":7}");
    refused(STATUS_BAD, "op: broadcast combines nothing; leave op out",
            "{\"topology\":\"cube:4\",\"collective\":\"broadcast\",\"op\":\"sum\"}");
    refused(STATUS_BAD, "ordered: combines with an operation of its own",
            "{\"topology\":\"cube:4\",\"collective\":\"scan\",\"op\":\"sum\","
            "\"ordered\":true}");
    refused(STATUS_BAD, "reproducible: a reproducible reduce is an allreduce",
            "{\"topology\":\"cube:4\",\"collective\":\"reduce\",\"reproducible\":true}");
    refused(STATUS_BAD, "algorithm 'ring': a reproducible allreduce goes by recursive-doubling",
            "{\"topology\":\"cube:4\",\"collective\":\"allreduce\","
            "\"algorithm\":\"ring\",\"reproducible\":true}");
    refused(STATUS_BAD, "type: is for collective operations only",
            "{\"topology\":\"cube:4\",\"type\":\"double\"}");
    refused(STATUS_BAD, "ordered: is for collective operations only",
            "{\"topology\":\"cube:4\",\"ordered\":true}");
    refused(STATUS_BAD, "out: is for collective operations only",
            "{\"topology\":\"cube:4\",\"out\":\"file.svg\"}");
    refused(STATUS_BAD, "relay: cannot be combined with a collective operation",
            "{\"topology\":\"cube:4\",\"collective\":\"gather\",\"relay\":\"body\"}");
    refused(STATUS_BAD, "traffic: cannot be combined with a collective operation",
            "{\"topology\":\"cube:4\",\"collective\":\"gather\",\"traffic\":\"uniform\"}");
    refused(STATUS_BAD, "length '1048575': 1024 members have 1073740800 flits in all",
            "{\"topology\":\"cube:10\",\"collective\":\"alltoall\",\"length\":1048575}");
    refused(STATUS_BAD, "source",
            "{\"topology\":\"cube:4\",\"collective\":\"scan\",\"source\":16}");
    refused(STATUS_NO, "not finished by cycle 100",
            "{\"topology\":\"cube:4\",\"collective\":\"scan\",\"limit_cycles\":100}");
}
