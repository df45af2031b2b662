/* SPDX-License-Identifier: BSD-2-Clause */
#include "install_paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The directory of this very program. */
static bool own_directory(char path[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (n <= 0) {
        return false;
    }
    path[n] = 0;
    char *slash = strrchr(path, '/');
    if (slash) {
        *slash = 0;
    }
    return slash != NULL;
}

/*
 * The first of DIR/far and DIR/near that can be accessed so, without `bin/..`, since people are
 * shown it, and type it; else *path is the second.
 */
static bool find(char path[PATH_MAX], const char *near, const char *far, int access_mode)
{
    const char *const places[] = {far, near};
    char own[PATH_MAX], plain[PATH_MAX];
    if (!own_directory(own)) {
        return false;
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (snprintf(path, PATH_MAX, "%s/%s", own, places[i]) < PATH_MAX &&
            access(path, access_mode) == 0) {
            if (realpath(path, plain)) {
                strcpy(path, plain);
            }
            return true;
        }
    }
    return false;
}

enum status find_qemu(char path[PATH_MAX], struct error *error)
{
    const char *given = getenv("NOCT_QEMU");
    if (given && *given) {
        snprintf(path, PATH_MAX, "%s", given);
        if (access(path, X_OK) != 0) {
            error_set(error, STATUS_ENVIRONMENT, "no QEMU at '%s', which NOCT_QEMU names", path);
            return error_fix(error, "unset it or name one that is there");
        }
        return STATUS_DONE;
    }
    if (find(path, "qemu-system-nocturne", "../libexec/nocturne/qemu-system-nocturne", X_OK)) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_ENVIRONMENT, "no QEMU at '%s'", path);
    return error_fix(error, "'make' builds it and the firmware");
}

bool is_installed(void)
{
    char path[PATH_MAX];
    return find(path, "../libexec/nocturne", "../libexec/nocturne", X_OK);
}

bool find_gateware(char path[PATH_MAX], const char *name)
{
    char far[96], place[PATH_MAX];
    snprintf(far, sizeof far, "../libexec/nocturne/%s", name);
    if (find(path, name, far, X_OK)) {
        return true;
    }
    if (find(place, "../libexec/nocturne", "../libexec/nocturne", X_OK) &&
        strlen(place) + 1 + strlen(name) < PATH_MAX) {
        strcpy(path, strcat(strcat(place, "/"), name));
    }
    return false;
}

enum status find_headers(char path[PATH_MAX], struct error *error)
{
    if (find(path, "include/nocturne", "../include/nocturne", R_OK)) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_ENVIRONMENT, "no headers at '%s'", path);
    return error_fix(error, "'make' puts them there");
}

enum status find_sdk(char path[PATH_MAX], struct error *error)
{
    if (find(path, "sdk", "../lib/nocturne", R_OK | X_OK)) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_ENVIRONMENT, "no tool chain at '%s'", path);
    return error_fix(error, "'make' builds it");
}

bool find_boards(char path[PATH_MAX])
{
    return find(path, "../boards", "../share/nocturne/boards", R_OK | X_OK);
}

enum status find_firmware(char path[PATH_MAX], const char *name, struct error *error)
{
    char near[64], far[96];
    snprintf(near, sizeof near, "firmware/%s.elf", name);
    snprintf(far, sizeof far, "../share/nocturne/firmware/%s.elf", name);
    if (find(path, near, far, R_OK)) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_ENVIRONMENT, "no firmware at '%s'", path);
    return error_fix(error, "'make' builds it and QEMU");
}

enum status find_rom(char path[PATH_MAX], struct error *error)
{
    if (find(path, "boot.elf", "../share/nocturne/boot.elf", R_OK)) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_ENVIRONMENT, "no boot ROM at '%s'", path);
    return error_fix(error, "'make' builds it");
}
