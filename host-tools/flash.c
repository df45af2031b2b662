/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct flash: firmware and its parameters into a board's flash, by JTAG, and seen to boot from it;
 * or into a file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "flashing.h"
#include "known.h"
#include "live.h"
#include "memory.h"
#include "parameters.h"
#include "regs.h"
#include "run.h"
#include "topology.h"

static const char any_topology[] = "torus:8x8"; /* nobody is told of it */

/* What is asked for. */
struct order {
    struct description description;
    struct live live;       /* of an emulated board that is up; else zeros */
    uint16_t jtag;          /* an emulated board's port; 0: the description's own adapter */
    struct flash_image image;
    uint32_t nodes, ram;    /* that the image is for; 0: any */
};

/* --- which board ----------------------------------------------------------- */

static enum status jtag_port(struct order *order, const struct options *o, struct complaint *why)
{
    uint64_t port = 0;
    const char *text = o->text[KEY_jtag];
    if (text && strcmp(text, OPTION_GIVEN) == 0) {
        return complain(why, STATUS_BAD, "jtag: needs a port, which '" LIVE_START " --jtag' says");
    }
    enum status status = text ? number_parse("jtag", text, 1, UINT16_MAX, &port, why) : STATUS_DONE;
    order->jtag = (uint16_t)port;
    return status;
}

/* A word for a board that can be flashed, and its description. */
static enum status which_board(struct order *order, const struct options *o, struct complaint *why)
{
    const char *board = o->text[KEY_board];
    enum status status;
    if (!board) {
        return complain(why, STATUS_BAD,
                        "board: which one? emu, or the name of a description, as arty_a7");
    }
    if (strncmp(board, "gdb:", 4) == 0 || strncmp(board, "openocd:", 8) == 0) {
        return complain(why, STATUS_BAD,
                        "board '%s': flash is written by JTAG; give emu, a description's "
                        "name, or a FILE.cfg",
                        board);
    }
    status = description_open(&order->description, live_is_name(board) ? "emu" : board, why);
    return status ? status : jtag_port(order, o, why);
}

/* Where an emulated board is that is up. */
static enum status find_board(struct order *order, const struct options *o, struct complaint *why)
{
    const char *board = o->text[KEY_board];
    if (!live_is_name(board) || o->text[KEY_jtag] || o->text[KEY_out]) {
        return STATUS_DONE;
    }
    enum status status = live_find(&order->live, board, why);
    if (!status && !order->live.jtag) {
        status = complain(why, STATUS_ENVIRONMENT,
                          "board %s: has no JTAG; start it by 'noct board --topology %s --flash "
                          "board.bin --jtag'",
                          board, order->live.topology);
    }
    order->jtag = order->live.jtag;
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

/* *e and firmware become the image; told: cores are told *e. */
static enum status pack(struct order *order, const struct options *o, const struct experiment *e,
                        bool told, struct complaint *why)
{
    struct image firmware;
    char path[PATH_MAX], name[NOC_FLASH_NAME_BYTES];
    uint32_t bytes = 0;
    enum status status = o->text[KEY_firmware] ? STATUS_DONE : check_routes(e, why);
    if (status || (status = firmware_open(&firmware, path, e, o, why))) {
        return status;
    }
    void *params = told ? parameters_make(e, 0, &bytes) : NULL;
    base_name(name, path);
    status = flash_image_make(&order->image, &firmware, name, params, bytes,
                              order->description.id, why);
    order->nodes = told ? e->topology.nodes : 0;
    order->ram = told ? e->ram : image_ram(&firmware);
    free(params);
    image_close(&firmware);
    return status;
}

/* A board has one topology; of a network from a file only the nodes can be told, when it answers. */
static enum status check_topology(const struct order *order, const struct experiment *e,
                                  const char *boards, struct complaint *why)
{
    return *boards && !e->network && strcmp(e->topology_text, boards) != 0
               ? complain(why, STATUS_BAD, "topology '%s': %s has %s; leave the flag out",
                          e->topology_text, order->description.board, boards)
               : STATUS_DONE;
}

/*
 * As for noct run; the topology is the board's own, if that is known. Firmware other than noct's
 * that is told of none finds no parameters.
 */
static enum status make_image(struct order *order, const struct options *o, struct complaint *why)
{
    struct experiment e;
    struct options known;
    char ram[16];
    const char *topology = order->live.topology[0] ? order->live.topology
                                                   : order->description.topology;
    options_copy(&known, o);
    if (!known.text[KEY_topology] && *topology) {
        known.text[KEY_topology] = copy_text(topology);
    }
    bool told = known.text[KEY_topology] || has_experiment(o) || !o->text[KEY_firmware];
    if (!told) {
        known.text[KEY_topology] = copy_text(any_topology);
    }
    if (!known.text[KEY_ram] && order->description.ram) {
        snprintf(ram, sizeof ram, "%u", order->description.ram);
        known.text[KEY_ram] = copy_text(ram);
    }
    enum status status = experiment_make(&e, &known, NEED_SET | NEED_FIRMWARE | NEED_KNOWN_ROUTING,
                                         why);
    if (!status) {
        status = told ? check_topology(order, &e, topology, why) : STATUS_DONE;
        status = status ? status : pack(order, &known, &e, told, why);
        experiment_free(&e);
    }
    options_free(&known);
    return status;
}

/* For how many nodes its parameters are; 0: it has none, or they do not tell. */
static uint32_t nodes_told(const struct flash_image *image)
{
    struct noc_params p;
    struct noc_topology t;
    struct noc_fault fault = { 0 };
    char text[TOPOLOGY_TEXT];
    if (image->header.params_bytes < sizeof p) {
        return 0;
    }
    memcpy(&p, image->body + image->header.code_bytes, sizeof p);
    return parameters_topology(&p, text) && noc_topology_parse(&t, text, &fault) ? t.nodes : 0;
}

static enum status read_image(struct order *order, const struct options *o, struct complaint *why)
{
    const char *path = o->text[KEY_image];
    if (o->text[KEY_firmware] || o->text[KEY_out] || has_experiment(o)) {
        return complain(why, STATUS_BAD,
                        "image '%s': is packed already; leave out firmware, out and the experiment",
                        path);
    }
    enum status status = flash_image_read(&order->image, path, why);
    if (!status && order->image.header.board != order->description.id) {
        status = complain(why, STATUS_BAD,
                          "image '%s': is for boards with the id %u, %s has %u; pack it for this "
                          "board",
                          path, order->image.header.board, order->description.board,
                          order->description.id);
        flash_image_free(&order->image);
    }
    order->nodes = status ? 0 : nodes_told(&order->image);
    return status;
}

static enum status check_size(const struct order *order, struct complaint *why)
{
    uint32_t room = order->description.image, code = order->image.header.code_bytes;
    return room && code > room
               ? complain(why, STATUS_BAD,
                          "image '%.*s': too large: %u bytes of code, the nodes of %s have room for "
                          "%u",
                          NOC_FLASH_NAME_BYTES, order->image.header.name, code,
                          order->description.board, room)
               : STATUS_DONE;
}

/* --- the command ----------------------------------------------------------- */

static json_t *answer_of(const struct order *order)
{
    json_t *answer = json_pack("{s:i,s:s,s:I}", "schema", 1, "board", order->description.board,
                               "bytes",
                               (json_int_t)(order->image.body_bytes + sizeof order->image.header));
    json_object_set_new(answer, "name", json_stringn(order->image.header.name,
                                                     strnlen(order->image.header.name,
                                                             NOC_FLASH_NAME_BYTES)));
    return answer;
}

static enum status into_board(struct order *order, json_t **answer, struct complaint *why)
{
    struct openocd *openocd;
    struct flashed flashed;
    enum status status = openocd_start(&openocd, &order->description, order->jtag, why);
    if (status) {
        return status;
    }
    status = flashing_do(openocd, &order->description, &order->image, order->nodes, order->ram,
                         &flashed, why);
    openocd_end(openocd);
    if (status != STATUS_DONE && status != STATUS_NO) {
        return status;
    }
#define FIELD(name) noc_field_get(flashed.boot, NI_BOOT_##name##_SHIFT, NI_BOOT_##name##_BITS)
    *answer = answer_of(order);
    json_object_set_new(*answer, "slot", json_integer((json_int_t)flashed.slot));
    json_object_set_new(*answer, "sequence", json_integer((json_int_t)flashed.sequence));
    json_object_set_new(*answer, "boot",
                        json_pack("{s:s,s:s,s:o}", "slot0", flash_boot_text(FIELD(SLOT0)), "slot1",
                                  flash_boot_text(FIELD(SLOT1)), "slot",
                                  FIELD(READY) ? json_integer(FIELD(SLOT)) : json_null()));
#undef FIELD
    return status;
}

static enum status into_file(const struct order *order, const char *path, json_t **answer,
                             struct complaint *why)
{
    enum status status = flash_image_write(&order->image, path, why);
    if (!status) {
        *answer = answer_of(order);
        json_object_set_new(*answer, "file", json_string(path));
    }
    return status;
}

enum status ask_flash(const struct options *o, json_t **answer, struct complaint *why)
{
    struct order order;
    memset(&order, 0, sizeof order);
    bool packed = o->text[KEY_image];
    enum status status = which_board(&order, o, why);
    if (!status) {
        status = packed ? read_image(&order, o, why) : known_flags(o, NEED_SET, why);
    }
    if (!status) {
        status = find_board(&order, o, why);
    }
    if (!status && !packed) {
        status = make_image(&order, o, why);
    }
    if (!status) {
        status = check_size(&order, why);
    }
    if (!status) {
        status = o->text[KEY_out] ? into_file(&order, o->text[KEY_out], answer, why)
                                  : into_board(&order, answer, why);
    }
    flash_image_free(&order.image);
    return status;
}

void show_flash(const struct options *o, const json_t *answer)
{
    const json_t *boot = json_object_get(answer, "boot");
    (void)o;
    if (!boot) {
        printf("%s: '%s' for %s, %lld bytes\n", answer_text(answer, "file"),
               answer_text(answer, "name"), answer_text(answer, "board"),
               answer_number(answer, "bytes"));
        return;
    }
    printf("%s: '%s', %lld bytes, in slot %lld, number %lld\n", answer_text(answer, "board"),
           answer_text(answer, "name"), answer_number(answer, "bytes"),
           answer_number(answer, "slot"), answer_number(answer, "sequence"));
    printf("slot 0: %s, slot 1: %s; ", answer_text(boot, "slot0"), answer_text(boot, "slot1"));
    if (answer_known(boot, "slot")) {
        printf("booted from slot %lld\n", answer_number(boot, "slot"));
    } else {
        printf("nothing booted\n");
    }
}
