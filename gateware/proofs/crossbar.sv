// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_crossbar: what leaves it is the flit of the input that is picked, bit by bit, or zero.

module prove_crossbar #(
    parameter integer INPUTS = 5,
    parameter integer WIDTH = 34
) (
    input logic clk,
    input logic [INPUTS-1:0] pick,
    input logic [INPUTS*WIDTH-1:0] from
);
  logic [WIDTH-1:0] to;

  noc_crossbar #(
      .INPUTS(INPUTS),
      .WIDTH(WIDTH)
  ) crossbar (
      .pick,
      .from,
      .to
  );
  always_comb assume ((pick & (pick - 1'b1)) == 0);
  always_ff @(posedge clk) begin
    for (integer i = 0; i < INPUTS; i = i + 1) begin
      assert (!pick[i] || to == from[i*WIDTH+:WIDTH]);
      cover (pick[i] && &to);
    end
    assert (|pick || to == 0);
  end
endmodule
