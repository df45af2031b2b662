/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of the host. The system calls below come here for what is no standard stream. They are
 * weak: a program that opens no file has neither this code nor its table.
 */
#ifndef BSP_FILES_H
#define BSP_FILES_H

#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#define BSP_WEAK __attribute__((weak))

BSP_WEAK int bsp_file_read(int fd, void *to, size_t bytes);
BSP_WEAK int bsp_file_write(int fd, const void *from, size_t bytes);
BSP_WEAK int bsp_file_stat(int fd, struct stat *st);
BSP_WEAK off_t bsp_file_seek(int fd, off_t to, int whence);
BSP_WEAK int bsp_file_close(int fd);

#endif
