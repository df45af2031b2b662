// SPDX-License-Identifier: BSD-2-Clause
//
// The buffer of one virtual channel: two flits, first in, first out.
//
// A flit that is pushed in cycle c is in it from c + 1 on; `valid` and `front` say what lies in
// front in this cycle. The sender's credits see to it that nothing is pushed into a full buffer.
// docs/board.md, section 3: `buffer_flits` 2, `flight_cycles` 1.

module noc_buffer #(
    parameter integer WIDTH = 34
) (
    input  logic             clk,
    input  logic             rst,
    input  logic             tick,
    input  logic             push,
    input  logic [WIDTH-1:0] pushed,
    input  logic             pop,
    output logic             valid,
    output logic [WIDTH-1:0] front
);
  logic [WIDTH-1:0] behind;
  logic             second;  // there is a flit behind the one in front

  always_ff @(posedge clk)
    if (rst) begin
      valid  <= 1'b0;
      second <= 1'b0;
    end else if (tick) begin
      valid  <= push || second || (valid && !pop);
      second <= valid && !pop && (second || push);
    end

  always_ff @(posedge clk)
    if (tick) begin
      if (!valid || pop) front <= second ? behind : pushed;
      if (push) behind <= pushed;
    end
endmodule
