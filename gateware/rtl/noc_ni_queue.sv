// SPDX-License-Identifier: BSD-2-Clause
//
// How many slots of a receive queue are free, and how many entries there are: for the state block
// (docs/board.md, section 5.2). noc_ni_slots has its own numbers.
//
// Size: none, where there is no state block.

module noc_ni_queue (
    input  logic       clk,
    input  logic       rst,
    input  logic       tick,
    input  logic       free,
    input  logic       pop,
    input  logic       clear,
    input  logic       take,
    input  logic       back,
    input  logic       show,
    output logic [4:0] frees,
    output logic [4:0] entries
);
  always_ff @(posedge clk)
    if (rst) begin
      frees   <= '0;
      entries <= '0;
    end else if (tick) begin
      frees   <= clear ? 5'd0 : frees + 5'(free) - 5'(take) + 5'(back);
      entries <= clear ? 5'd0 : entries - 5'(pop) + 5'(show);
    end
endmodule
