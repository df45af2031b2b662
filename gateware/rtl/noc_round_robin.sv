// SPDX-License-Identifier: BSD-2-Clause
//
// Picks one of several candidates, beginning behind the one that was served last (at reset: with
// the lowest). `pick` is the answer in this cycle; it becomes the last one if `serve` is high.
// docs/board.md, section 3, step 3 and "Consumption".

module noc_round_robin #(
    parameter integer WIDTH = 2
) (
    input  logic             clk,
    input  logic             rst,
    input  logic             tick,
    input  logic [WIDTH-1:0] able,
    input  logic             serve,
    output logic [WIDTH-1:0] pick
);
  logic [WIDTH-1:0] behind;  // the candidates behind the one served last
  logic [WIDTH-1:0] first;
  logic [WIDTH-1:0] upto;

  assign first = |(able & behind) ? able & behind : able;
  assign pick  = first & (~first + 1'b1);
  assign upto  = pick | (pick - 1'b1);

  always_ff @(posedge clk)
    if (rst) behind <= '0;
    else if (tick && serve && |able) behind <= ~upto;
endmodule
