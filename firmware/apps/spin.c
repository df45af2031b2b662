/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The last core never finishes: it spins without sleeping. All others are done
 * at once. For whoever wants to see what a board and its tools do about that.
 */
#include "ni.h"

int main(void)
{
    while (ni_node() == ni_nodes() - 1) {
    }
    return 0;
}
