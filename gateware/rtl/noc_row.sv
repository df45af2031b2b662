// SPDX-License-Identifier: BSD-2-Clause
//
// What a debugger sees of one input of a router between two cycles, c and c + 1: a row of state.def.
// docs/board.md, section 5.2.
//
// By then an input already has what comes in c + 1: flits that were sent in c, and those behind a
// stripped flit. They are not counted here. Nor is a header looked at that comes to the front in
// c + 1.
//
// Size: in that of noc_rows.

module noc_row (
    input  logic       clk,
    input  logic       rst,
    input  logic       tick,
    // The input, in this cycle.
    input  logic       push,
    input  logic       pushed_tail,
    input  logic       pop,
    input  logic       strips,
    input  logic       valid,
    input  logic       second,
    input  logic       idle,         // no header was in front before
    input  logic       whole,        // nothing of the worm in front has left
    input  logic       owns,
    input  logic [2:0] goal,         // where that goes, if it has been routed
    input  logic       front_tail,
    input  logic       front_follows,
    // The row.
    output logic       keeps,        // a header flit leaves that FRONT may show later
    output logic       there,
    output logic [1:0] flits,
    output logic       header,       // the front flit is a header flit
    output logic       header_left,  // the last header flit has left
    output logic       tail,
    output logic       sunk,
    output logic       asks_channel,
    output logic       has_channel,
    output logic       has_context
);
  localparam logic [2:0] END = 3'd6, BROKEN = 3'd7;

  logic fresh;     // the last flit came in this cycle
  logic stripped;  // a header flit was stripped in the cycle before
  logic last_tail; // the last flit is a tail
  logic more;      // behind what has left another header flit follows

  always_ff @(posedge clk)
    if (rst) begin
      fresh <= 1'b0;
      stripped <= 1'b0;
    end else if (tick) begin
      fresh <= push;
      stripped <= strips;
    end
  always_ff @(posedge clk)
    if (tick) begin
      if (push) last_tail <= pushed_tail;
      if (pop) more <= front_follows;
    end

  assign flits = stripped ? 2'd0 : 2'(valid) + 2'(second) - 2'(fresh);
  assign there = !idle || flits != 0;
  assign header = flits != 0 && (whole || more);
  assign header_left = there && !whole && !more;
  assign tail = there && valid && (front_tail || last_tail);
  assign sunk = !idle && goal == BROKEN;
  assign has_context = !idle && goal == END;
  assign has_channel = !idle && owns;
  assign asks_channel = !idle && !owns && !sunk && !has_context;
  // Of a sunk worm the header that was found broken.
  assign keeps = pop && (whole || (more && goal != BROKEN));
endmodule
