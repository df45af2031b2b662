/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pipeline presets, and what a configuration must satisfy.
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
        if (strcmp(presets[i].name, name) != 0)
            continue;
        config->buffer_flits = presets[i].buffer;
        config->header_cycles = presets[i].header;
        config->flight_cycles = presets[i].flight;
        config->credit_cycles = presets[i].credit;
        config->inject_cycles = presets[i].inject;
        config->eject_cycles = presets[i].eject;
        if (config->lanes == 0)
            config->lanes = 1;
        return true;
    }
    return false;
}

const char *noc_net_refuses(const struct noc_net_config *config)
{
    if (config->lanes == 0)
        return "lanes must be 1 or more";
    if (config->routing->vcs * config->lanes > NET_LINK_VCS_MAX)
        return "virtual channels times lanes must be at most 32 on a link";
    if (config->ports > NOC_PORTS_MAX)
        return "ports must be at most 28";
    if (config->buffer_flits == 0)
        return "buffer_flits must be 1 or more";
    if (config->flight_cycles == 0)
        return "flight_cycles must be 1 or more";
    if (config->inject_cycles == 0)
        return "inject_cycles must be 1 or more";
    if (config->flight_cycles > NET_COMING_MAX || config->credit_cycles > NET_COMING_MAX ||
        config->inject_cycles > NET_COMING_MAX)
        return "flight_cycles, credit_cycles and inject_cycles must be at most 31";
    if (config->eject_cycles == 0)
        return "eject_cycles must be 1 or more";
    return NULL;
}
