// SPDX-License-Identifier: BSD-2-Clause
//
// Picks one of several candidates, beginning behind the one that was served last (at reset: with
// the lowest). `pick` is the answer in this cycle; who is picked is served.
// docs/board.md, section 3, step 3 and "Consumption".
//
// Size: 3 LUT4, 1 flip-flop (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_round_robin #(
    parameter integer WIDTH = 2
) (
    input  logic             clk,
    input  logic             rst,
    input  logic             tick,
    input  logic [WIDTH-1:0] able,
    output logic [WIDTH-1:0] pick
);
  logic [WIDTH-1:0] behind;  // the candidates behind the one served last
  logic [WIDTH-1:0] first;   // those of this cycle that come before all others
  logic [WIDTH-1:0] passed;  // one of them is lower than this one

  assign first = |(able & behind) ? able & behind : able;

  always_comb begin
    passed = '0;
    for (integer i = 1; i < WIDTH; i = i + 1) passed[i] = passed[i-1] || first[i-1];
  end
  assign pick = first & ~passed;

  always_ff @(posedge clk)
    if (rst) behind <= '0;
    else if (tick && |able) behind <= passed;
endmodule
