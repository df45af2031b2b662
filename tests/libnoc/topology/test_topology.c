/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "test.h"
#include "reference.h"
#include "routing/routings.h"
#include "topology/shape.h"
#include "topology/topologies.h"

static void refused(const char *text, enum noc_fault_code code, unsigned where)
{
    struct noc_topology t;
    struct noc_fault fault = {0};

    memset(&t, 0x5a, sizeof t);
    struct noc_topology before = t;

    assert_false(noc_topology_parse(&t, text, &fault));
    if (fault.code != code || fault.where != where) {
        print_error("'%s': %s, at %u\n", text, noc_fault_text(fault.code), fault.where);
        fail();
    }
    assert_memory_equal(&t, &before, sizeof t);
    assert_false(noc_topology_parse(&t, text, NULL));
}

TEST(unknown_names_are_refused)
{
    refused("", NOC_FAULT_TOPOLOGY_UNKNOWN, 0);
    refused(":", NOC_FAULT_TOPOLOGY_UNKNOWN, 0);
    refused(":8x8", NOC_FAULT_TOPOLOGY_UNKNOWN, 0);
    refused("tor", NOC_FAULT_TOPOLOGY_UNKNOWN, 0);
    refused("tor:8x8", NOC_FAULT_TOPOLOGY_UNKNOWN, 0);
    refused("torusx:8x8", NOC_FAULT_TOPOLOGY_UNKNOWN, 0);
    refused("Torus:8x8", NOC_FAULT_TOPOLOGY_UNKNOWN, 0);
    refused(" torus:8x8", NOC_FAULT_TOPOLOGY_UNKNOWN, 0);
    refused("8x8", NOC_FAULT_TOPOLOGY_UNKNOWN, 0);
}

TEST(a_name_alone_is_a_syntax_fault_at_its_end)
{
    refused("torus", NOC_FAULT_TOPOLOGY_SYNTAX, 5);
    refused("cube", NOC_FAULT_TOPOLOGY_SYNTAX, 4);
    refused("ccc", NOC_FAULT_TOPOLOGY_SYNTAX, 3);
    refused("graph", NOC_FAULT_TOPOLOGY_SYNTAX, 5);
}

TEST(faults_point_into_the_whole_text)
{
    refused("utorus:8x1", NOC_FAULT_WIDTH, 9);
    refused("mesh:", NOC_FAULT_TOPOLOGY_SYNTAX, 5);
    refused("cube:6 ", NOC_FAULT_TOPOLOGY_SYNTAX, 6);
    refused("ccc:12", NOC_FAULT_NODES, 4);
}

/* Whatever the text: taken as written, or refused at a place within it. */
TEST(random_texts)
{
    static const char *const heads[] = {"torus:", "utorus:", "mesh:", "cube:", "ccc:", ""};
    static const char tail[] = "0123456789223344xxxx:-";
    uint32_t random = 12345;
    unsigned taken = 0;

    for (unsigned i = 0; i < 200000; i++) {
        char text[48], again[128];
        struct noc_topology t;
        struct noc_fault fault = {0};
        unsigned length, end = 1;

        strcpy(text, heads[((random = random * 1664525 + 1013904223) >> 16) % 6]);
        length = (unsigned)strlen(text);
        end += (random >> 8) % 12;
        for (unsigned c = 0; c < end; c++) {
            random = random * 1664525 + 1013904223;
            text[length++] = tail[(random >> 16) % (sizeof tail - 1)];
        }
        text[length] = '\0';
        if (!noc_topology_parse(&t, text, &fault)) {
            assert_true(fault.code != NOC_FAULT_NONE && fault.where <= length);
            continue;
        }
        taken++;
        assert_in_range(t.nodes, 2, 16384);
        assert_in_range(t.dims, 1, 14);
        char *at = again + sprintf(again, "%s:", t.kind->name);
        for (unsigned d = t.dims; d-- > 0;) {
            at += sprintf(at, "%u%s", t.width[d], d ? "x" : "");
        }
        if (strcmp(t.kind->name, "cube") == 0) {
            sprintf(again, "cube:%u", t.dims);
        }
        assert_int_equal(noc_topology_senders(&t), t.nodes);
        if (strcmp(text, again) != 0) { /* but for leading zeros */
            assert_non_null(strchr(text, '0'));
            assert_true(strlen(text) > strlen(again));
        }
    }
    assert_true(taken > 1000);
}

/* A kind that numbers make: from text or from numbers, it is the same. */
static void check_made_from_numbers(const struct noc_topology_kind *kind)
{
    struct noc_topology t = topology(kind->form), again;
    const struct noc_routing *r;

    memset(&again, 0, sizeof again);
    assert_ptr_equal(t.kind, kind);
    assert_true(kind->make(&again, t.dims, t.width, NULL));
    assert_ptr_equal(again.kind, kind);
    assert_int_equal(again.nodes, t.nodes);
    assert_int_equal(again.dims, t.dims);
    assert_int_equal(again.ports, t.ports);
    assert_int_equal(again.links, t.links);
    assert_memory_equal(again.width, t.width, sizeof t.width);
    assert_memory_equal(again.stride, t.stride, sizeof t.stride);
    assert_memory_equal(again.inverse, t.inverse, sizeof t.inverse);
    assert_null(t.shape);
    /* The default routing exists and fits. */
    assert_true(noc_routing_choose(&r, NULL, &t, NULL));
    assert_string_equal(r->name, kind->routing);
    assert_null(noc_topology_file(kind->form, &(const char *){NULL}));
}

/* A kind that a file describes: text leads to the file, no further. */
static void check_read_from_file(const struct noc_topology_kind *kind)
{
    const char *name = NULL;
    struct noc_topology t;
    struct noc_fault fault = {0};

    assert_null(kind->parse);
    assert_null(kind->make);
    assert_ptr_equal(noc_topology_file(kind->form, &name), kind);
    assert_string_equal(name, "FILE");
    assert_false(noc_topology_parse(&t, kind->form, &fault));
    assert_int_equal(fault.code, NOC_FAULT_TOPOLOGY_FILE);
    assert_int_equal(fault.where, strlen(kind->name) + 1);
    assert_non_null(noc_routing_find(kind->routing));
}

TEST(the_table_is_sound)
{
    unsigned files = 0;
    struct noc_topology t;
    struct noc_fault fault = {0};

    assert_false(noc_topology_parse(&t, "none:3", &fault));
    for (const struct noc_topology_kind *const *k = noc_topology_kinds; *k; k++) {
        assert_ptr_equal(noc_topology_kind_find((*k)->name), *k);
        assert_memory_equal((*k)->form, (*k)->name, strlen((*k)->name));
        assert_int_equal((*k)->form[strlen((*k)->name)], ':');
        assert_non_null((*k)->summary);
        assert_non_null((*k)->link);
        /* Who gives a wrong name is told of it. */
        assert_non_null(strstr(fault.because, (*k)->name));
        if ((*k)->read) {
            check_read_from_file(*k);
            files++;
        } else {
            check_made_from_numbers(*k);
        }
    }
    assert_true(files >= 2);
    assert_null(noc_topology_kind_find("toru"));
    assert_null(noc_topology_kind_find(""));
    assert_null(noc_topology_file("none:FILE", &(const char *){NULL}));
    assert_null(noc_topology_file("graph", &(const char *){NULL}));
}

/* Ten nodes, of which 3 and 9 are switches. */
TEST(switches_do_not_send)
{
    static const struct {
        struct noc_shape shape;
        uint8_t passive[4];
    } ten = {{.bytes = sizeof ten, .nodes = 10, .senders = 8, .passive = sizeof(struct noc_shape)},
             {1 << 3, 1 << 1, 0, 0}};
    struct noc_topology t = topology("mesh:10");

    t.shape = &ten.shape;
    for (unsigned node = 0; node < 10; node++) {
        assert_int_equal(noc_topology_sends(&t, node), node != 3 && node != 9);
    }
    assert_int_equal(noc_topology_senders(&t), 8);
}
