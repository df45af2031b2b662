/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the SystemVerilog package noc_packet: what of include/noc/packet.h routers read. */
#include <stdio.h>

#include "packet.h"

int main(void)
{
    printf("// Made from include/noc/packet.h.\n"
           "package noc_packet;\n"
           "  localparam integer KIND_SHIFT = %d, KIND_BITS = %d;\n"
           "  localparam integer NODE_SHIFT = %d, NODE_BITS = %d;\n"
           "  localparam integer FIELD_SHIFT = %d, FIELD_BITS = %d;\n"
           "  localparam logic [KIND_BITS-1:0] LAST = %d, TURN = %d;\n"
           "endpackage\n",
           NOC_HEADER_KIND_SHIFT, NOC_HEADER_KIND_BITS, NOC_HEADER_NODE_SHIFT, NOC_HEADER_NODE_BITS,
           NOC_HEADER_FIELD_SHIFT, NOC_HEADER_FIELD_BITS, NOC_HEADER_LAST, NOC_HEADER_TURN);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
