// SPDX-License-Identifier: BSD-2-Clause
//
// What the NI is told of worms that the router sinks: by which inputs, and the header of the last.
// docs/board.md, section 3, "Sinking", and 4.2, "Broken".
//
// An input finds a header broken in the cycle in which it comes to the front; the header is kept
// here until the tail has left, in cycle c. In c + 1, which is the NI's cycle, `broken` has all
// inputs whose tails have left in c, and `header` that of the highest: the only one that the NI
// needs, since it shows the last worm. The next header of that input cannot be kept before the edge
// that ends c + 1.
//
// The last input is the injection context. What an NI gives can be routed here, since it asks the
// routing before; so no header is kept for that one, but for a debugger.
//
// With ROWS a debugger can look while there is no tick, and other header flits are kept too: `left`
// is what FRONT of state.def shows of the input that it looks at.
//
// Size: 13 LUT4, 165 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_sunk #(
    parameter integer INPUTS = 5,
    parameter integer FLIT = 34,
    parameter integer ROWS = 0
) (
    input  logic                   clk,
    input  logic                   rst,
    input  logic                   tick,
    input  logic [     INPUTS-1:0] keep,    // the flit in front: its header makes no sense
    input  logic [INPUTS*FLIT-1:0] flit,    // in front
    input  logic [     INPUTS-1:0] sunk,    // the tail of such a worm leaves
    output logic [     INPUTS-1:0] broken,  // it left in the cycle before
    output logic [           31:0] header,
    input  logic [     INPUTS-1:0] look,    // at one
    output logic [           31:0] left
);
  localparam integer LINKED = INPUTS - 1;
  localparam integer KEPT = ROWS != 0 ? INPUTS : LINKED;

  logic [KEPT*32-1:0] kept;
  logic [KEPT-1:0] pick, shown;
  logic [31:0] chosen;
  logic [INPUTS-1:0] left_then;  // `broken`, under a name of its own for iverilog 11
  logic later;  // a higher input's tail has left too
  logic unused;

  assign unused = &{keep[LINKED], look, flit};

  always_ff @(posedge clk)
    if (rst) left_then <= '0;
    else if (tick) left_then <= sunk;
  assign broken = left_then;

  generate
    for (genvar i = 0; i < KEPT; i = i + 1) begin : g_input
      always_ff @(posedge clk) if (tick && keep[i]) kept[i*32+:32] <= flit[i*FLIT+:32];
    end
  endgenerate

  always_comb begin
    later = left_then[LINKED];
    pick  = '0;
    for (integer i = LINKED - 1; i >= 0; i = i - 1) begin
      pick[i] = left_then[i] && !later;
      later   = later || left_then[i];
    end
  end

  assign shown = ROWS == 0 || tick ? pick : KEPT'(look);
  noc_crossbar #(
      .INPUTS(KEPT),
      .WIDTH (32)
  ) last (
      .pick(shown),
      .from(kept),
      .to  (chosen)
  );
  assign header = chosen;
  assign left = chosen;
endmodule
