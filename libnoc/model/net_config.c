/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pipeline presets, what a configuration must satisfy, and its checksum.
 */
#include <string.h>

#include "net_priv.h"

const char *const noc_consumption_words[] = {
    [NOC_CONSUME_VC] = "vc",
    [NOC_CONSUME_LINK] = "link",
    [NOC_CONSUME_ONE] = "one",
    NULL,
};

static const struct {
    const char *name;
    uint16_t buffer, header, flight, credit, inject, eject;
} presets[] = {
    {"board", 2, 0, 1, 1, 1, 1},
    {"paper", 1, 0, 1, 0, 1, 1},
    {"s1", 8, 1, 3, 2, 1, 4},
};

bool noc_net_preset(struct noc_net_config *config, const char *name)
{
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        if (strcmp(presets[i].name, name) != 0) {
            continue;
        }
        config->buffer_flits = presets[i].buffer;
        config->header_cycles = presets[i].header;
        config->flight_cycles = presets[i].flight;
        config->credit_cycles = presets[i].credit;
        config->inject_cycles = presets[i].inject;
        config->eject_cycles = presets[i].eject;
        if (config->lanes == 0) {
            config->lanes = 1;
        }
        return true;
    }
    return false;
}

/* --- the wiring -------------------------------------------------------------------------- */

/* CRC-32 (IEEE 802.3, reflected) of what came before and one byte more. */
static uint32_t crc_byte(uint32_t crc, uint32_t byte)
{
    crc ^= byte & 0xff;
    for (unsigned bit = 0; bit < 8; bit++) {
        crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
    }
    return crc;
}

static uint32_t crc_word(uint32_t crc, uint32_t word)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        crc = crc_byte(crc, word >> shift);
    }
    return crc;
}

uint32_t noc_net_wiring(const struct noc_net_config *config)
{
    const struct noc_topology *t = config->topology;
    const uint32_t words[] = {t->nodes,
                              t->ports,
                              config->ports,
                              config->consumption,
                              config->lanes,
                              config->buffer_flits,
                              config->header_cycles,
                              config->flight_cycles,
                              config->credit_cycles,
                              config->inject_cycles,
                              config->eject_cycles};
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        crc = crc_word(crc, words[i]);
    }
    for (const char *name = config->routing->name; *name; name++) {
        crc = crc_byte(crc, (unsigned char)*name);
    }
    crc = crc_byte(crc, 0);
    for (uint32_t node = 0; node < t->nodes; node++) {
        for (unsigned port = 0; port < t->ports; port++) {
            struct noc_link link;
            bool there = noc_topology_link(t, node, port, &link);

            crc = crc_word(crc, there ? link.node | (uint32_t)link.port << 16 : UINT32_MAX);
        }
    }
    return ~crc;
}

const char *noc_net_refuses(const struct noc_net_config *config)
{
    if (config->lanes == 0) {
        return "lanes must be 1 or more";
    }
    if (config->routing->vcs * config->lanes > NET_LINK_VCS_MAX) {
        return "virtual channels times lanes must be at most 32 on a link";
    }
    if (config->ports > NOC_PORTS_MAX) {
        return "ports must be at most 28";
    }
    if (config->buffer_flits == 0) {
        return "buffer_flits must be 1 or more";
    }
    if (config->flight_cycles == 0) {
        return "flight_cycles must be 1 or more";
    }
    if (config->inject_cycles == 0) {
        return "inject_cycles must be 1 or more";
    }
    if (config->flight_cycles > NET_COMING_MAX || config->credit_cycles > NET_COMING_MAX ||
        config->inject_cycles > NET_COMING_MAX) {
        return "flight_cycles, credit_cycles and inject_cycles must be at most 31";
    }
    if (config->eject_cycles == 0) {
        return "eject_cycles must be 1 or more";
    }
    return NULL;
}
