/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that says which build it is, by a constant in its code: BUILD.
 */
#ifndef TOLD_H
#define TOLD_H

#include "bare.h"

int main(void)
{
    put_number("build ", BUILD);
    put_text("\n");
    finish(ALL_DONE);
}

#endif
