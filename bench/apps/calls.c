/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collective calls for bench/costs.py, which profiles them: cores/call.c, of which `noct sim` runs the same on
 * the host.
 *
 * usage: calls.elf OPERATION SCHEDULE|- ROOT WORDS ORDERED CALLS
 */
#include <stdlib.h>
#include <string.h>

#include "here.h"
#include "noc.h"
#include "program.h"

static uint32_t *data[2], *elements;
static int failed;

uint32_t *call_data(uint32_t which)
{
    return data[which];
}

const uint32_t *call_elements(void)
{
    return elements;
}

void call_combines(uint32_t n)
{
    (void)n;
}

void call_meets(void)
{
}

void call_returned(void)
{
}

void call_refused(const char *why)
{
    (void)why;
    failed = 1;
}

int main(int argc, char **argv)
{
    const uint32_t words = argc == 7 ? (uint32_t)atoi(argv[4]) : 0;
    struct cores_call call = {
        .words = words, .element_words = 1, .apart = true, .only_before = true};
    uint32_t i;

    if (argc != 7 || noc_init()) {
        return 2;
    }
    call.operation = argv[1];
    call.schedule = strcmp(argv[2], "-") ? argv[2] : NULL;
    call.root = (uint32_t)atoi(argv[3]);
    call.ordered = argv[5][0] == '1';
    call.before = (uint32_t)atoi(argv[6]);
    call.count = noc_size();
    data[0] = malloc(4 * words * noc_size() + 4);
    data[1] = malloc(4 * words * noc_size() + 4);
    elements = malloc(4 * noc_size());
    for (i = 0; elements && i < noc_size(); i++) {
        elements[i] = words;
    }
    if (!data[0] || !data[1] || !elements) {
        return 2;
    }
    cores_program.run(&call);
    return failed;
}
