/* SPDX-License-Identifier: BSD-2-Clause */
/* Other programs, asked who they are. */
#ifndef NOCT_BASE_SUBPROCESS_H
#define NOCT_BASE_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PROGRAM_TEXT = 4096 };

/*
 * What a program prints, errors included. False: it cannot be run, fails, prints more than that, or
 * is silent for 10 s; it is then killed, with all that it has started, and PROGRAM_SILENT is what it
 * has said.
 */
#define PROGRAM_SILENT "does not answer within 10 s"
bool program_says(const char *const *arguments, char text[PROGRAM_TEXT]);

/* In a child, before it becomes another program: it is killed when its parent ends, however that
 * ends, and by that alone; a terminal's Ctrl-C is for the parent. */
void program_bind(pid_t parent);

/* The same, but a terminal's Ctrl-C is for the child, too. */
void program_dies_with(pid_t parent);

/* The same, but it is told to end, and can remove its files first. */
void program_ends_with(pid_t parent);

/* fork(), for a server of our own: in the child, which ends when we do, standard input, output and
 * error are of nobody, so that who waits for the end of our output does not wait for it. */
pid_t program_fork_server(void);

/* What ended a child that has not been waited for yet, as "killed by signal 9"; "": no signal has. */
enum { PROGRAM_END_TEXT = 80 };
void program_ended_by(pid_t child, char text[PROGRAM_END_TEXT]);

/* As a shell's word: `mine.elf`, `'my program.elf'`. What does not fit is cut. */
void program_word(char *to, size_t room, const char *text);

/* Is this a QEMU with machine 'nocturne'? */
bool program_is_emulator(const char *path);

#endif
