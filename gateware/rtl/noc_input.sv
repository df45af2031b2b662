// SPDX-License-Identifier: BSD-2-Clause
//
// One input of a router, a virtual channel of a link or the injection context: its buffer, and the
// state of the worm in front.
//
// A header that comes to the front in cycle c asks for its output channel from c on. In the cycle
// in which it is granted one it may leave; a TURN whose last link this is stays here instead, and
// the flit behind is the header from the next cycle on. A worm that is to end here has its
// consumption context at once; one whose header makes no sense is sunk, a flit a cycle.
// docs/board.md, section 3: step 2, "A stripped TURN", "Sinking"; `header_cycles` 0.
//
// Size: 23 LUT4, 10 flip-flops, 10 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_input #(
    parameter integer VCS = 1,
    parameter integer FLIT = 34,
    parameter integer PORT_BITS = 2,
    parameter integer CHANNEL_BITS = 2
) (
    input  logic            clk,
    input  logic            rst,
    input  logic            tick,
    // The link before it: flit = {tail, another header flit follows, 32 bits}, and its route.
    input  logic            push,
    input  logic [FLIT-1:0] pushed,
    input  logic [     3:0] way,
    input  logic            turn,
    input  logic            stays,
    output logic            freed,    // a place: a credit for the sender
    // Step 2.
    output logic            idle,     // no header was in front before this cycle
    output logic            asks,
    input  logic            granted,
    output logic            owns,     // it has its channel since an earlier cycle
    output logic [CHANNEL_BITS-1:0] channel,  // which it has or asks for: virtual channel, port
    // Step 3.
    output logic            goes,     // its flit is to cross the link
    output logic            ends,     // its flit is for the NI
    output logic            waits,    // its flit is to go to the channel, and is not stripped
    output logic            lower,    // its flit is a TURN, with one link less to go behind this one
    output logic [FLIT-1:0] flit,
    input  logic            taken,    // it crosses, or the NI takes it
    output logic            found,    // its header is in front, and makes no sense
    output logic            sunk,     // the tail of a worm that makes no sense leaves
    // For a debugger.
    output logic            valid,    // there is a flit in front,
    output logic            second,   // and one behind it
    output logic            whole,    // no flit of the worm has left, nor was stripped
    output logic            strips,   // its flit is stripped
    output logic [     2:0] towards   // where it goes
);
  localparam logic [2:0] END = 3'd6, BROKEN = 3'd7;

  logic [3:0] kept;  // where it goes, as the header said
  logic pop, tail, link, sinks, by_turn, strippable, vc;
  logic [3:0] routed, goal;

  noc_buffer #(
      .WIDTH(FLIT + 6)
  ) buffer (
      .clk,
      .rst,
      .tick,
      .push,
      .pushed({way, turn, stays, pushed}),
      .pop,
      .valid,
      .second,
      .front ({vc, routed[2:0], by_turn, strippable, flit})
  );

  assign routed[3] = VCS > 1 && vc;
  assign goal = whole ? routed : kept;
  assign channel = CHANNEL_BITS'({goal[3], goal[PORT_BITS-1:0]});
  assign link = goal[2:0] != END && goal[2:0] != BROKEN;
  assign towards = goal[2:0];
  assign tail = flit[33];

  assign asks = valid && link && !owns;
  assign strips = granted && strippable;
  assign goes = valid && (owns || (granted && !strippable));
  assign ends = valid && goal[2:0] == END;
  assign sinks = valid && goal[2:0] == BROKEN;
  assign waits = valid && link && !strips;
  assign lower = by_turn && whole;
  assign found = sinks && whole;
  assign sunk = sinks && tail;
  assign pop = taken || strips || sinks;
  assign freed = pop;

  always_ff @(posedge clk)
    if (rst) begin
      idle  <= 1'b1;
      owns  <= 1'b0;
      whole <= 1'b1;
    end else if (tick) begin
      idle  <= (pop && tail) || (idle && !valid);
      owns  <= !(pop && tail) && (owns || granted);
      whole <= pop ? tail : whole;
    end

  always_ff @(posedge clk) if (tick) kept <= goal;
endmodule
