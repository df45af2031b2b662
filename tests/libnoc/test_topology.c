/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "reference.h"

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

static void unknown_names_are_refused(void **state)
{
    (void)state;
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

static void a_name_alone_is_a_syntax_fault_at_its_end(void **state)
{
    (void)state;
    refused("torus", NOC_FAULT_TOPOLOGY_SYNTAX, 5);
    refused("cube", NOC_FAULT_TOPOLOGY_SYNTAX, 4);
}

static void faults_point_into_the_whole_text(void **state)
{
    (void)state;
    refused("utorus:8x1", NOC_FAULT_WIDTH, 9);
    refused("mesh:", NOC_FAULT_TOPOLOGY_SYNTAX, 5);
    refused("cube:6 ", NOC_FAULT_TOPOLOGY_SYNTAX, 6);
}

/* Whatever the text: taken as written, or refused at a place within it. */
static void random_texts(void **state)
{
    static const char *const heads[] = {"torus:", "utorus:", "mesh:", "cube:", ""};
    static const char tail[] = "0123456789223344xxxx:-";
    uint32_t random = 12345;
    unsigned taken = 0;

    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        char text[48], again[128];
        struct noc_topology t;
        struct noc_fault fault = {0};
        unsigned length, end = 1;

        strcpy(text, heads[((random = random * 1664525 + 1013904223) >> 16) % 5]);
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
        if (strcmp(text, again) != 0) { /* but for leading zeros */
            assert_non_null(strchr(text, '0'));
            assert_true(strlen(text) > strlen(again));
        }
    }
    assert_true(taken > 1000);
}

static void the_table_is_sound(void **state)
{
    unsigned kinds = 0;

    (void)state;
    for (const struct noc_topology_kind *const *k = noc_topology_kinds; *k; k++, kinds++) {
        struct noc_topology t = topology((*k)->form);
        struct noc_topology again;
        const struct noc_routing *r;

        assert_ptr_equal(noc_topology_kind_find((*k)->name), *k);
        assert_ptr_equal(t.kind, *k);
        assert_memory_equal((*k)->form, (*k)->name, strlen((*k)->name));
        assert_non_null((*k)->summary);
        /* The default routing exists and fits. */
        assert_true(noc_routing_choose(&r, NULL, &t, NULL));
        assert_string_equal(r->name, (*k)->routing);
        /* Numbers make the same topology as text does. */
        memset(&again, 0, sizeof again);
        assert_true((*k)->make(&again, t.dims, t.width, NULL));
        assert_ptr_equal(again.kind, *k);
        assert_int_equal(again.nodes, t.nodes);
        assert_int_equal(again.dims, t.dims);
        assert_int_equal(again.ports, t.ports);
        assert_int_equal(again.links, t.links);
        assert_memory_equal(again.width, t.width, sizeof t.width);
        assert_memory_equal(again.stride, t.stride, sizeof t.stride);
        assert_memory_equal(again.inverse, t.inverse, sizeof t.inverse);
        /* Who gives a wrong name is told of it. */
        struct noc_fault fault = {0};

        assert_false(noc_topology_parse(&again, "none:3", &fault));
        assert_non_null(strstr(fault.because, (*k)->name));
    }
    assert_int_equal(kinds, 4);
    assert_null(noc_topology_kind_find("toru"));
    assert_null(noc_topology_kind_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(a_name_alone_is_a_syntax_fault_at_its_end),
        cmocka_unit_test(faults_point_into_the_whole_text),
        cmocka_unit_test(random_texts),
        cmocka_unit_test(the_table_is_sound),
    };

    return cmocka_run_group_tests_name("libnoc/topology", tests, NULL, NULL);
}
