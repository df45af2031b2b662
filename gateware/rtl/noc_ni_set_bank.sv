// SPDX-License-Identifier: BSD-2-Clause
//
// A memory of rows of bits with one writer, which turns single bits round, and several readers.
// A part of noc_ni_set. While `rst` is high it is cleared, a row a cycle.
// docs/board.md, section 4; what is turned in a cycle is read from the next one on.
//
// Size: in that of noc_ni_set.

module noc_ni_set_bank #(
    parameter integer ROW_BITS = 5,
    parameter integer NODE_BITS = 4,
    parameter integer READERS = 3,
    parameter integer WIDTH = 1 << NODE_BITS
) (
    input  logic                        clk,
    input  logic                        rst,
    input  logic                        tick,
    input  logic [        ROW_BITS-1:0] sweep,   // the row to be cleared
    input  logic                        turn,
    input  logic [        ROW_BITS-1:0] row,
    input  logic [           WIDTH-1:0] bits,    // that turn round in that row
    input  logic [READERS*ROW_BITS-1:0] look,
    output logic [   READERS*WIDTH-1:0] seen
);
  logic [WIDTH-1:0] rows[0:(1<<ROW_BITS)-1];

  always_ff @(posedge clk)
    if (rst) rows[sweep] <= '0;
    else if (tick && turn) rows[row] <= rows[row] ^ bits;

  generate
    for (genvar r = 0; r < READERS; r = r + 1) begin : g_look
      assign seen[r*WIDTH+:WIDTH] = rows[look[r*ROW_BITS+:ROW_BITS]];
    end
  endgenerate
endmodule
