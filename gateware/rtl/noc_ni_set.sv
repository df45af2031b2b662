// SPDX-License-Identifier: BSD-2-Clause
//
// A set of (row, node) which several writers change in one cycle, in their order: what writer 0
// does is seen by writer 1, and so on. One bit for each pair (docs/board.md, section 4: signals
// set, signals being sent, messages discarded, nodes asked).
//
// A memory has one writer only, so each writer has one of its own: a pair is in the set if an odd
// number of them has its bit. A writer reads all of them and turns its own bit round. `rst` must
// be high for 2^ROW_BITS cycles.
//
// Size: in those of noc_ni_turns and noc_ni_signal_queue.

module noc_ni_set #(
    parameter integer ROW_BITS = 5,
    parameter integer NODE_BITS = 4,
    parameter integer WRITERS = 3,
    parameter integer WIDTH = 1 << NODE_BITS
) (
    input  logic                         clk,
    input  logic                         rst,
    input  logic                         tick,
    input  logic [ WRITERS*ROW_BITS-1:0] row,
    input  logic [WRITERS*NODE_BITS-1:0] node,
    input  logic [          WRITERS-1:0] put,
    input  logic [          WRITERS-1:0] remove,
    output logic [          WRITERS-1:0] has,       // it is there, before this writer's change
    output logic [            WIDTH-1:0] first_row  // of writer 0, before this cycle
);
  logic [WRITERS*WIDTH-1:0] seen[0:WRITERS-1];
  logic [WRITERS*WIDTH-1:0] all;
  logic [WRITERS-1:0] turn, after;
  logic [ROW_BITS-1:0] sweep;

  initial sweep = '0;
  always_ff @(posedge clk) sweep <= rst ? sweep + 1'b1 : '0;

  generate
    for (genvar w = 0; w < WRITERS; w = w + 1) begin : g_bank
      logic [WIDTH-1:0] bits;

      assign bits = WIDTH'(1) << node[w*NODE_BITS+:NODE_BITS];
      noc_ni_set_bank #(
          .ROW_BITS(ROW_BITS),
          .NODE_BITS(NODE_BITS),
          .READERS(WRITERS)
      ) bank (
          .clk,
          .rst,
          .tick,
          .sweep,
          .turn(turn[w]),
          .row (row[w*ROW_BITS+:ROW_BITS]),
          .bits,
          .look(row),
          .seen(seen[w])
      );
    end
  endgenerate

  always_comb begin
    all = '0;
    for (integer w = 0; w < WRITERS; w = w + 1) all = all ^ seen[w];
  end
  assign first_row = all[0+:WIDTH];

  generate
    for (genvar w = 0; w < WRITERS; w = w + 1) begin : g_writer
      logic [WIDTH-1:0] mine;
      logic now;

      assign mine = all[w*WIDTH+:WIDTH];
      always_comb begin
        now = mine[node[w*NODE_BITS+:NODE_BITS]];
        for (integer o = 0; o < w; o = o + 1)
          if ((put[o] || remove[o]) && row[o*ROW_BITS+:ROW_BITS] == row[w*ROW_BITS+:ROW_BITS] &&
              node[o*NODE_BITS+:NODE_BITS] == node[w*NODE_BITS+:NODE_BITS])
            now = put[o];
      end
      assign has[w] = now;
      assign after[w] = put[w] || (now && !remove[w]);
      assign turn[w] = after[w] != now;
    end
  endgenerate
endmodule
