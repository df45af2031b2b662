// SPDX-License-Identifier: BSD-2-Clause
//
// The buffer of one virtual channel: two flits, first in, first out.
//
// A flit that is pushed in cycle c is in it from c + 1 on; `valid` and `front` say what lies in
// front in this cycle. The sender's credits see to it that nothing is pushed into a full buffer.
// The two places are a small memory, which becomes LUT-RAM and needs no multiplexer.
// docs/board.md, section 3: `buffer_flits` 2, `flight_cycles` 1.
//
// Size: in that of noc_input.

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
    output logic             second,  // there is a flit behind it
    output logic [WIDTH-1:0] front
);
  logic [WIDTH-1:0] place[0:1];
  logic first;   // the place of the flit in front

  assign front = place[first];

  always_ff @(posedge clk)
    if (rst) begin
      valid  <= 1'b0;
      second <= 1'b0;
      first  <= 1'b0;
    end else if (tick) begin
      valid  <= push || second || (valid && !pop);
      second <= valid && !pop && (second || push);
      first  <= first ^ pop;
    end

  always_ff @(posedge clk) if (tick && push) place[first^valid] <= pushed;
endmodule
