// SPDX-License-Identifier: BSD-2-Clause
//
// The credits of one virtual channel: how many places of the next buffer are free, 2 at reset. A
// place that is left in cycle c is a credit here in c + 1. docs/board.md, section 3, step 4:
// `credit_cycles` 1.
//
// Size: 2 LUT4, 2 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_credits (
    input  logic clk,
    input  logic rst,
    input  logic tick,
    input  logic take,  // a flit leaves by the channel; only with a credit
    input  logic give,  // a place of the next buffer becomes free
    output logic some,
    output logic both   // two: `some` is set too
);
  always_ff @(posedge clk)
    if (rst) begin
      some <= 1'b1;
      both <= 1'b1;
    end else if (tick) begin
      some <= both || give || (some && !take);
      both <= (both && (give || !take)) || (some && give && !take);
    end
endmodule
