// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_route: a TURN that stays here has a header flit behind it or makes no sense, and a port
// that a header gets from a TURN has a link.

module prove_route #(
    parameter integer LINKS = 4,
    parameter integer VCS = 2,
    parameter integer NODE_BITS = 6
) (
    input logic clk,
    input logic turns,
    input logic [LINKS-1:0] linked,
    input logic entry_write,
    input logic entry_vc,
    input logic [NODE_BITS-1:0] entry_node,
    input logic [3:0] entry,
    input logic vc,
    input logic [31:0] header,
    input logic follows
);
  logic [3:0] way;
  logic turn, stays;
  logic [7:0] links;

  noc_route #(
      .LINKS(LINKS),
      .VCS(VCS),
      .NODE_BITS(NODE_BITS)
  ) route (
      .clk,
      .turns,
      .linked,
      .entry_write,
      .entry_vc,
      .entry_node,
      .entry,
      .vc,
      .header,
      .follows,
      .way,
      .turn,
      .stays
  );
  assign links = 8'(linked);

  always_ff @(posedge clk) begin
    assert (!stays || follows || &way[2:1]);
    assert (!turn || &way[2:0] || links[way[2:0]]);
    cover (stays && !(&way[2:1]));
    cover (turn && !stays && !(&way[2:1]));
    cover (turn && &way[2:0]);
    cover (!turn && way == 4'd6);
  end
endmodule
