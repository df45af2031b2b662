// SPDX-License-Identifier: BSD-2-Clause
//
// One explicit bank of memory: 32-bit words with byte enables, one access in a cycle. What was read
// stays until the next read. It has no tick: who stops the clock asks for nothing.

module noc_bank #(
    parameter integer BITS = 12  // 2^BITS words
) (
    input  logic            clk,
    input  logic            read,
    input  logic [     3:0] write,  // these bytes; none while it is read
    input  logic [BITS-1:0] at,
    input  logic [    31:0] wdata,
    output logic [    31:0] rdata
);
  logic [31:0] words[0:2**BITS-1];

  always_ff @(posedge clk) begin
    if (write[0]) words[at][7:0] <= wdata[7:0];
    if (write[1]) words[at][15:8] <= wdata[15:8];
    if (write[2]) words[at][23:16] <= wdata[23:16];
    if (write[3]) words[at][31:24] <= wdata[31:24];
    if (read) rdata <= words[at];
  end
endmodule
