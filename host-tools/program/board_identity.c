/* SPDX-License-Identifier: BSD-2-Clause */
#include "board_identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/node_list.h"
#include "routing/routings.h"
#include "target/board_description.h"
#include "image/elf_image.h"
#include "target/registry.h"
#include "memmap.h"
#include "base/alloc.h"
#include "experiment/parameter_block.h"
#include "base/subprocess.h"
#include "firmware.h"
#include "topology/topologies.h"

/* The board's own words for topology and routing; "" where it has none. */
static enum status ask_params(struct transport *l, char topology[TOPOLOGY_TEXT],
                              char routing[NOC_NAME_BYTES + 1], struct error *error)
{
    struct noc_params p;
    enum status status = transport_read(l, NOC_PARAMS_BASE, &p, sizeof p, error);
    topology[0] = routing[0] = 0;
    if (status || !parameter_block_topology(&p, topology)) {
        return status;
    }
    snprintf(routing, NOC_NAME_BYTES + 1, "%.*s", NOC_NAME_BYTES, p.routing);
    return STATUS_DONE;
}

/* Are these words for one topology? Of one from a file the board says the kind alone. */
static bool same_topology(const struct experiment *e, const char *topology)
{
    return strncmp(topology, e->topology_text, e->network ? strlen(topology) : TOPOLOGY_TEXT) == 0;
}

/* What was given must not contradict what the board says, or how many nodes it has. */
static enum status check_board(const struct transport *l, const struct experiment *e,
                               const char *topology, const char *routing, struct error *error)
{
    uint32_t nodes = transport_nodes(l);
    if (*topology && !same_topology(e, topology)) {
        error_set(error, STATUS_BAD, "topology '%s': the board has %s", e->topology_text, topology);
        return error_fix(error, "%s",
                         topology[strlen(topology) - 1] == ':' ? "give its file"
                                                               : "leave the flag out");
    }
    if (*routing && strcmp(routing, e->routing->name) != 0) {
        error_set(error, STATUS_BAD, "routing '%s': the board has %s", e->routing->name, routing);
        return error_fix(error, "leave the flag out");
    }
    if (nodes != e->topology.nodes) {
        error_set(error, STATUS_BAD, "topology '%s': has %u nodes, but the board has %u",
                  e->topology_text, e->topology.nodes, nodes);
        return error_fix(error, "give the board's own");
    }
    return STATUS_DONE;
}

/* A board whose network was read from a file that nobody gave: what it says of itself. */
static enum status nameless(const struct transport *l, struct experiment *e, const char *kind,
                            const char *routing, struct error *error)
{
    memset(e, 0, sizeof *e);
    snprintf(e->topology_text, sizeof e->topology_text, "%.*s", (int)strcspn(kind, ":"), kind);
    e->topology.kind = noc_topology_kind_find(e->topology_text);
    e->routing = noc_routing_find(routing);
    if (!e->topology.kind || !e->routing) {
        error_set(error, STATUS_BAD,
                  "this noct does not know the board's topology '%s' or its routing '%s'",
                  e->topology_text, routing);
        return error_fix(error, "build both from the same source");
    }
    e->topology.nodes = transport_nodes(l);
    return STATUS_DONE;
}

enum status identity_find(struct transport *l, struct experiment *e, const struct options *given,
                          struct options *o, struct error *error)
{
    char topology[TOPOLOGY_TEXT], routing[NOC_NAME_BYTES + 1];
    options_copy(o, given);
    enum status status = ask_params(l, topology, routing, error);
    if (status) {
        return status;
    }
    if (!*topology) { /* it has no image yet */
        snprintf(topology, sizeof topology, "%s", transport_topology(l));
        snprintf(routing, sizeof routing, "%s", transport_routing(l));
    }
    if (!o->text[KEY_topology] && !*topology) {
        error_set(error, STATUS_BAD, "topology: missing, and this board does not tell its own");
        return error_fix(error, "give the board's, as torus:8x8");
    }
    bool file = *topology && topology[strlen(topology) - 1] == ':';
    if (!o->text[KEY_topology] && file) {
        return nameless(l, e, topology, routing, error);
    }
    if (!o->text[KEY_topology]) {
        o->text[KEY_topology] = alloc_text(topology);
    }
    if (!o->text[KEY_routing] && *routing &&
        strncmp(o->text[KEY_topology], topology, file ? strlen(topology) : TOPOLOGY_TEXT) == 0) {
        o->text[KEY_routing] = alloc_text(routing);
    }
    status = experiment_make(e, o, NEED_NETWORK, error);
    if (!status) {
        status = check_board(l, e, topology, routing, error);
        if (status) {
            experiment_free(e);
        }
    }
    return status;
}

enum status identity_nodes(const struct options *o, uint32_t nodes, uint16_t **list, uint32_t *n,
                           struct error *error)
{
    const char *text = o->text[KEY_nodes];
    *list = NULL;
    *n = nodes;
    if (text && text[strspn(text, " \t")] == 0) {
        error_set(error, STATUS_BAD, "nodes '': is empty");
        return error_fix(error, "give some, as 0,5-7, or leave it out for all nodes");
    }
    return text ? nodes_parse("nodes", text, nodes, list, n, error) : STATUS_DONE;
}

/* Is it an ELF file for the board's cores? */
static enum status check_firmware(const char *text, struct error *error)
{
    char path[PATH_MAX];
    struct elf_image image;
    enum status status = firmware_path(path, text, false, error);
    if (!status && !(status = elf_image_open(&image, path, error))) {
        elf_image_close(&image);
    }
    return status;
}

enum status identity_check_flags(const struct options *o, unsigned need, struct error *error)
{
    uint32_t nodes, n;
    uint16_t *list;
    enum status status = experiment_check(o, need, &nodes, error);
    if (!status && !(status = identity_nodes(o, nodes, &list, &n, error))) {
        free(list);
    }
    if (!status && o->text[KEY_firmware]) {
        status = check_firmware(o->text[KEY_firmware], error);
    }
    return status;
}

bool identity_names_channels(const struct experiment *e)
{
    return e->topology.ports > 0;
}

/* --- how it is flashed ---------------------------------------------------- */

/* The board of this user's whose gdb server has this address, "HOST:PORT". */
static bool find_served(struct registered_board *live, const char *address)
{
    struct registered_board *list = alloc_array(REGISTRY_MAX, sizeof *list);
    struct error unused;
    unsigned n = 0;
    const char *port = strrchr(address, ':');
    bool here = strncmp(address, "localhost:", 10) == 0 || strncmp(address, "127.", 4) == 0;
    bool found = false;
    (void)registry_list(list, REGISTRY_MAX, &n, &unused);
    for (unsigned i = 0; i < n && here && port && !found; i++) {
        found = list[i].gdb == atoi(port + 1);
        *live = list[i];
    }
    free(list);
    return found;
}

/* The description of boards with this id. False: there is none. */
static bool find_described(char word[DESCRIPTION_TEXT], uint32_t id)
{
    char names[DESCRIPTIONS_MAX][DESCRIPTION_TEXT];
    unsigned n = board_description_names(names, DESCRIPTIONS_MAX);
    struct board_description d;
    struct error unused;
    for (unsigned i = 0; i < n; i++) {
        if (!board_description_open(&d, names[i], &unused) && d.id == id) {
            strcpy(word, names[i]);
            return true;
        }
    }
    return false;
}

bool identity_flash_command(const struct transport *transport, const char *firmware, char *text,
                            size_t room)
{
    const char *name = transport_name(transport);
    char word[PATH_MAX], file[PATH_MAX], described[DESCRIPTION_TEXT];
    struct registered_board live;
    struct error unused;
    bool served = strncmp(name, "gdb:", 4) == 0, openocd = strncmp(name, "openocd:", 8) == 0;
    bool up = served ? find_served(&live, name + 4)
                     : registry_is_name(name) && !registry_find(&live, name, &unused);
    program_word(word, sizeof word, name);
    program_word(file, sizeof file, firmware);
    char topology[PATH_MAX];
    program_word(topology, sizeof topology, up ? live.topology : "");
    if (up && live.gateware) {
        snprintf(text, room, "noct board --board rtl --topology %s --firmware %s", topology, file);
        return true;
    }
    if (up && !live.jtag_socket[0]) {
        snprintf(text, room,
                 "start it with JTAG: noct board --topology %s --flash board.bin --jtag", topology);
        return false;
    }
    if (up && served) {
        snprintf(word, sizeof word, "emu:%ld", (long)live.pid);
    }
    if (up || !(served || openocd)) {
        snprintf(text, room, "noct flash --board %s --firmware %s", word, file);
        return true;
    }
    if (find_described(described, transport_board(transport))) {
        snprintf(text, room, "end the server at %s, then: noct flash --board %s --firmware %s",
                 strchr(name, ':') + 1, described, file);
    } else {
        snprintf(text, room, "noct flash, by the name of the board's description");
    }
    return false;
}
