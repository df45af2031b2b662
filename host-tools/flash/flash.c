/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct flash: firmware and its parameters into a board's flash, by JTAG, and seen to boot from it;
 * or into a file.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "base/number.h"
#include "commands.h"
#include "flash_write.h"
#include "program/board_identity.h"
#include "specify/specify.h"
#include "target/registry.h"
#include "base/alloc.h"
#include "experiment/parameter_block.h"
#include "regs.h"
#include "program/firmware.h"
#include "program/firmware_fit.h"
#include "topology/topologies.h"
#include "topology/topology.h"

static const char any_topology[] = "torus:8x8"; /* nobody is told of it */

/* What is asked for. */
struct order {
    struct board_description description;
    struct registered_board live; /* of an emulated board that is up; else zeros */
    char jtag[PATH_MAX];          /* an emulated board's, as openocd_setting() takes it; "": the
                                   * description's own adapter */
    struct flash_image image;
    struct flash_takes takes; /* the image */
};

/* --- which board ----------------------------------------------------------- */

/* --jtag PORT, or the file of a socket. */
static enum status parse_jtag(struct order *order, const struct options *o, struct error *error)
{
    uint64_t port = 0;
    const char *text = o->text[KEY_jtag];
    const bool given = text && strcmp(text, OPTION_GIVEN) != 0;
    enum status status = STATUS_DONE;
    if (text && !given) {
        error_set(error, STATUS_BAD, "jtag: needs a port, or the file of a socket");
        return error_fix(error, "'" REGISTRY_START " --jtag' prints the board's");
    }
    if (given && strchr(text, '/')) {
        return realpath(text, order->jtag)
                 ? STATUS_DONE
                 : error_set(error, STATUS_BAD, "jtag '%s': %s; give the file of a board's JTAG",
                             text, strerror(errno));
    }
    if (given) {
        status = number_parse("jtag", text, 1, UINT16_MAX, &port, error);
        snprintf(order->jtag, sizeof order->jtag, "%u", (unsigned)port);
    }
    return status;
}

/* A word for a board that can be flashed, and its description. */
static enum status which_board(struct order *order, const struct options *o, struct error *error)
{
    const char *board = o->text[KEY_board];
    enum status status;
    uint32_t nodes;
    if (!board && experiment_check(o, NEED_NETWORK, &nodes, error)) {
        return STATUS_BAD; /* an unknown word is told before what is missing */
    }
    if (!board) {
        error_set(error, STATUS_BAD, "board: missing");
        return error_fix(error, "give emu, or the name of a description, as arty_a7");
    }
    if (strncmp(board, "gdb:", 4) == 0 || strncmp(board, "openocd:", 8) == 0) {
        error_set(error, STATUS_BAD, "board '%s': flash is written by JTAG", board);
        return error_fix(error, "give emu, a description's name, or a FILE.cfg");
    }
    status = board_description_open(&order->description,
                                    registry_is_emulated(board) ? "emu" : board, error);
    return status ? status : parse_jtag(order, o, error);
}

/* Where an emulated board is that is up. */
static enum status find_board(struct order *order, const struct options *o, struct error *error)
{
    const char *board = o->text[KEY_board];
    if (!registry_is_emulated(board) || o->text[KEY_jtag] || o->text[KEY_out]) {
        return STATUS_DONE;
    }
    enum status status = registry_find(&order->live, board, error);
    if (!status && !order->live.jtag_socket[0]) {
        error_set(error, STATUS_ENVIRONMENT, "board %s: was started without JTAG", board);
        status = error_fix(error, "start it by 'noct board --topology %s --flash board.bin --jtag'",
                           order->live.topology);
    }
    strcpy(order->jtag, order->live.jtag_socket);
    return status;
}

/* --- the image ------------------------------------------------------------- */

/* Is any word of an experiment given? */
static bool has_experiment(const struct options *o)
{
    for (int k = 0; k < KEYS; k++) {
        if (o->text[k] && (key_rows[k].group & GROUPS_EXPERIMENT)) {
            return true;
        }
    }
    return false;
}

/* "build/firmware/hello.elf" -> "hello" */
static void base_name(char name[NOC_FLASH_NAME_BYTES], const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t length = strlen(base);
    if (length > 4 && strcmp(base + length - 4, ".elf") == 0) {
        length -= 4;
    }
    snprintf(name, NOC_FLASH_NAME_BYTES, "%.*s", (int)length, base);
}

/* Is a board wired as its description says, and no other way? */
static bool is_wired(const struct order *order)
{
    return *order->description.topology && *order->description.routing;
}

/* *e and firmware become the image; told: cores are told *e. */
static enum status pack(struct order *order, const struct options *o, const struct experiment *e,
                        bool told, struct error *error)
{
    struct elf_image firmware;
    char path[PATH_MAX], name[NOC_FLASH_NAME_BYTES];
    uint32_t bytes = 0;
    enum status status = o->text[KEY_firmware] ? STATUS_DONE : firmware_check_routes(e, error);
    if (status || (status = firmware_open(&firmware, path, e, o, error))) {
        return status;
    }
    void *params = told ? parameter_block_make(e, 0, &bytes) : NULL;
    base_name(name, path);
    status = flash_image_make(&order->image, &firmware, name, params, bytes, order->description.id,
                              error);
    order->takes.nodes = told ? e->topology.nodes : 0;
    order->takes.wiring = told && is_wired(order) ? noc_net_wiring(&e->net) : 0;
    order->takes.ram = told ? e->ram : elf_image_ram(&firmware);
    free(params);
    elf_image_close(&firmware);
    return status;
}

/* A board has one topology; of a network from a file only the nodes can be told, when it answers. */
static enum status check_topology(const struct order *order, const struct experiment *e,
                                  const char *boards, struct error *error)
{
    if (!*boards || e->network || strcmp(e->topology_text, boards) == 0) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "topology '%s': %s has %s", e->topology_text,
              order->description.board, boards);
    return error_fix(error, "leave the flag out");
}

/* Nor has it more than one routing. */
static enum status check_routing(const struct order *order, const struct experiment *e,
                                 struct error *error)
{
    const char *boards = order->description.routing;
    if (!*boards || strcmp(e->routing->name, boards) == 0) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "routing '%s': the routers of %s have %s", e->routing->name,
              order->description.board, boards);
    return error_fix(error, "give an algorithm for that routing");
}

/* Nor other RAM: what counts on more of it would not fit. */
static enum status check_ram(const struct order *order, const struct options *o,
                             const struct experiment *e, struct error *error)
{
    uint32_t boards = order->description.ram;
    if (!boards || e->ram <= boards) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "ram '%s': the nodes of %s have %" PRIu32 "K", o->text[KEY_ram],
              order->description.board, boards / 1024);
    return error_fix(error, "leave the flag out");
}

/*
 * As for noct run; the topology is the board's own, if that is known. Firmware other than noct's
 * that is told of none finds no parameters.
 */
static enum status make_image(struct order *order, const struct options *o, struct error *error)
{
    struct experiment e;
    struct options known;
    char ram[16];
    const char *topology =
        order->live.topology[0] ? order->live.topology : order->description.topology;
    options_copy(&known, o);
    if (!known.text[KEY_topology] && *topology) {
        known.text[KEY_topology] = alloc_text(topology);
    }
    bool told = known.text[KEY_topology] || has_experiment(o) || !o->text[KEY_firmware];
    if (!told) {
        known.text[KEY_topology] = alloc_text(any_topology);
    }
    if (told && !known.text[KEY_routing] && *order->description.routing) {
        known.text[KEY_routing] = alloc_text(order->description.routing);
    }
    if (!known.text[KEY_ram] && order->description.ram) {
        snprintf(ram, sizeof ram, "%u", order->description.ram);
        known.text[KEY_ram] = alloc_text(ram);
    }
    enum status status =
        experiment_make(&e, &known, NEED_SET | NEED_FIRMWARE | NEED_KNOWN_ROUTING, error);
    if (!status) {
        status = told ? check_topology(order, &e, topology, error) : STATUS_DONE;
        status = status || !told ? status : check_routing(order, &e, error);
        status = status ? status : check_ram(order, &known, &e, error);
        status = status ? status : pack(order, &known, &e, told, error);
        experiment_free(&e);
    }
    options_free(&known);
    return status;
}

/* For how many nodes, and on a board that is described for which wiring, its parameters are; 0: it
 * has none, or they do not tell. */
static void read_params(struct order *order)
{
    const struct flash_image *image = &order->image;
    struct noc_params p;
    struct noc_topology t;
    struct noc_fault fault = {0};
    char text[TOPOLOGY_TEXT];
    if (image->header.params_bytes < sizeof p) {
        return;
    }
    memcpy(&p, image->body + image->header.code_bytes, sizeof p);
    if (parameter_block_topology(&p, text) && noc_topology_parse(&t, text, &fault)) {
        order->takes.nodes = t.nodes;
        order->takes.wiring = is_wired(order) ? p.wiring : 0;
    }
}

static enum status read_image(struct order *order, const struct options *o, struct error *error)
{
    const char *path = o->text[KEY_image];
    if (o->text[KEY_firmware] || o->text[KEY_out] || has_experiment(o)) {
        error_set(error, STATUS_BAD, "image '%s': is packed already", path);
        return error_fix(error, "leave out firmware, out and the flags of an experiment");
    }
    enum status status = flash_image_read(&order->image, path, error);
    if (!status && order->image.header.board != order->description.id) {
        error_set(error, STATUS_BAD, "image '%s': is for boards with the id %u, %s has %u", path,
                  order->image.header.board, order->description.board, order->description.id);
        status = error_fix(error, "pack it for this board");
        flash_image_free(&order->image);
    }
    if (!status) {
        read_params(order);
    }
    return status;
}

static enum status check_size(const struct order *order, struct error *error)
{
    uint32_t room = order->description.image, code = order->image.header.code_bytes;
    return room && code > room
             ? error_set(error, STATUS_BAD,
                         "image '%.*s': too large: %u bytes of code, the nodes of %s have room for "
                         "%u",
                         NOC_FLASH_NAME_BYTES, order->image.header.name, code,
                         order->description.board, room)
             : STATUS_DONE;
}

/* --- the command ----------------------------------------------------------- */

static json_t *answer_of(const struct order *order)
{
    json_t *result = json_pack(
        "{s:i,s:s,s:I}", "schema", RESULT_SCHEMA, "board", order->description.board, "bytes",
        (json_int_t)order->image.body_bytes + (json_int_t)sizeof order->image.header);
    json_object_set_new(result, "name",
                        json_stringn(order->image.header.name,
                                     strnlen(order->image.header.name, NOC_FLASH_NAME_BYTES)));
    return result;
}

static enum status into_board(struct order *order, json_t **result, struct error *error)
{
    struct openocd *openocd;
    struct flashed flashed;
    enum status status = openocd_start(&openocd, &order->description, order->jtag, error);
    if (status) {
        return status;
    }
    status =
        flash_write_do(openocd, &order->description, &order->image, &order->takes, &flashed, error);
    openocd_end(openocd);
    if (status != STATUS_DONE && status != STATUS_NO) {
        return status;
    }
#define FIELD(name) noc_field_get(flashed.boot, NI_BOOT_##name##_SHIFT, NI_BOOT_##name##_BITS)
    *result = answer_of(order);
    json_object_set_new(*result, "slot", json_integer((json_int_t)flashed.slot));
    json_object_set_new(*result, "sequence", json_integer((json_int_t)flashed.sequence));
    json_object_set_new(*result, "boot",
                        json_pack("{s:s,s:s,s:o}", "slot0", flash_boot_text(FIELD(SLOT0)), "slot1",
                                  flash_boot_text(FIELD(SLOT1)), "slot",
                                  FIELD(READY) ? json_integer(FIELD(SLOT)) : json_null()));
#undef FIELD
    return status;
}

static enum status into_file(const struct order *order, const char *path, json_t **result,
                             struct error *error)
{
    enum status status = flash_image_write(&order->image, path, error);
    if (!status) {
        *result = answer_of(order);
        json_object_set_new(*result, "file", json_string(path));
    }
    return status;
}

enum status execute_flash(const struct options *o, json_t **result, struct error *error)
{
    struct order order;
    memset(&order, 0, sizeof order);
    bool packed = o->text[KEY_image];
    enum status status = which_board(&order, o, error);
    if (!status) {
        status = packed ? read_image(&order, o, error) : identity_check_flags(o, NEED_SET, error);
    }
    if (!status) {
        status = find_board(&order, o, error);
    }
    if (!status && !packed) {
        status = make_image(&order, o, error);
    }
    if (!status) {
        status = check_size(&order, error);
    }
    if (!status) {
        status = o->text[KEY_out] ? into_file(&order, o->text[KEY_out], result, error)
                                  : into_board(&order, result, error);
    }
    flash_image_free(&order.image);
    return status;
}
