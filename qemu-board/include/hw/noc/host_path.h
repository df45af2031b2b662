/*
 * Files below one directory, and nothing else
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A path goes from the directory down, name by name. It is refused (EACCES) if it is absolute, if
 * one of its names is "..", if any name on the way is a symbolic link, wherever that leads, and if
 * what it names is neither a regular file nor nothing. No path is handed to the kernel that it
 * could follow elsewhere: each name is opened by itself, below the directory before it.
 *
 * A hard link to a file elsewhere is a regular file; whoever may make one there may open it.
 *
 * Plain C, so that it is tested without QEMU.
 */
#ifndef HW_NOC_HOST_PATH_H
#define HW_NOC_HOST_PATH_H

/* `flags` as of open(2), of which O_CREAT, O_TRUNC, O_APPEND and the access count.
 * A descriptor, or an errno, negative. */
int nocturne_path_open(int directory, const char *path, int flags);
/* 0, or an errno, negative. */
int nocturne_path_remove(int directory, const char *path);
int nocturne_path_rename(int directory, const char *from, const char *to);

#endif
