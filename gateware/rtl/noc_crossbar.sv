// SPDX-License-Identifier: BSD-2-Clause
//
// One output of the crossbar: the flit of the input that is picked, or zero if none is.
//
// Inputs are taken in pairs, one behind the other. `odd` says which of a pair is meant, and travels
// along the pairs up to the one that is picked; from there on the flit travels in its place. So two
// inputs cost one LUT4 a bit, while gates for each input would cost a fifth more.
// docs/board.md, section 3, step 3. Combinational: a flit crosses in the cycle in which it leaves.
//
// Size: 106 LUT4 (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_crossbar #(
    parameter integer INPUTS = 5,
    parameter integer WIDTH = 34
) (
    input  logic [      INPUTS-1:0] pick,  // one bit, or none
    input  logic [INPUTS*WIDTH-1:0] from,
    output logic [       WIDTH-1:0] to
);
  localparam integer PAIRS = (INPUTS + 1) / 2;

  logic [2*PAIRS-1:0] picks;
  logic [2*PAIRS*WIDTH-1:0] flits;
  logic [(PAIRS+1)*WIDTH-1:0] chain;
  logic odd;

  assign picks = (2 * PAIRS)'(pick);
  assign flits = (2 * PAIRS * WIDTH)'(from);

  always_comb begin
    odd = 1'b0;
    for (integer k = 0; k < PAIRS; k = k + 1) odd = odd || picks[2*k+1];
  end

  generate
    for (genvar k = 0; k < PAIRS; k = k + 1) begin : g_pair
      noc_pair #(
          .WIDTH(WIDTH)
      ) pair (
          .picked(|picks[2*k+:2]),
          .even(flits[2*k*WIDTH+:WIDTH]),
          .odd(flits[(2*k+1)*WIDTH+:WIDTH]),
          .along(chain[k*WIDTH+:WIDTH]),
          .on(chain[(k+1)*WIDTH+:WIDTH])
      );
    end
  endgenerate
  assign chain[WIDTH-1:0] = {WIDTH{odd}};
  assign to = chain[PAIRS*WIDTH+:WIDTH];
endmodule
