/* SPDX-License-Identifier: BSD-2-Clause */
#include "firmware.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/install_paths.h"
#include "firmware_fit.h"
#include "own/own_algorithm.h"
#include "own/own_routing.h"

/* One of Nocturne's own. */
static enum status own_path(char path[PATH_MAX], const char *program, bool traced,
                            struct error *error)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", traced ? "trace/" : "", program);
    return find_firmware(path, name, error);
}

enum status firmware_path(char path[PATH_MAX], const char *text, bool traced, struct error *error)
{
    if (text && snprintf(path, PATH_MAX, "%s", text) >= PATH_MAX) {
        return error_set(error, STATUS_BAD, "firmware: the file's name is too long");
    }
    if (text && (strpbrk(text, "./") || access(text, R_OK) == 0)) {
        return STATUS_DONE;
    }
    enum status status = own_path(path, text ? text : "multicast", traced, error);
    if (!status || !text) {
        return status;
    }
    error_set(error, STATUS_BAD,
              "firmware '%s': no such file, and no program of Nocturne has this name", text);
    return error_fix(error, "give a FILE.elf, or a name as hello");
}

static enum status open_firmware(struct elf_image *image, char *path, const struct experiment *e,
                                 const struct options *o, bool traced, struct error *error)
{
    enum status status = own_routing_refuse(e->routing, error);
    if (status ||
        (status = e->algorithm ? own_algorithm_refuse(e->algorithm, error) : STATUS_DONE)) {
        return status;
    }
    status = e->collective ? own_path(path, "collective", traced, error)
                           : firmware_path(path, o->text[KEY_firmware], traced, error);
    if (status || (status = elf_image_open(image, path, error))) {
        return status;
    }
    status = firmware_check_image(image, path, e, o, error);
    if (status) {
        elf_image_close(image);
    }
    return status;
}

enum status firmware_open(struct elf_image *image, char *path, const struct experiment *e,
                          const struct options *o, struct error *error)
{
    return open_firmware(image, path, e, o, false, error);
}

enum status firmware_open_traced(struct elf_image *image, char *path, const struct experiment *e,
                                 const struct options *o, struct error *error)
{
    return open_firmware(image, path, e, o, true, error);
}
