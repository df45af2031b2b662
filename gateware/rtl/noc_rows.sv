// SPDX-License-Identifier: BSD-2-Clause
//
// The rows of a router's inputs, for a debugger: state.def, docs/board.md, section 5.2. It looks
// while there is no tick. Then the crossbar to the NI has nothing else to do, and gives the flit in
// front of the input that is looked at; that of sunk worms' headers gives the header flit that left.
//
// A row is there for each input that the routing uses, for those in which something lies, and for
// the injection context.
//
// Size: 186 LUT4, 4 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_rows #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer PORT_BITS = 2,
    parameter integer CHANNEL_BITS = 2,
    parameter integer CHANNELS = LINKS * VCS,
    parameter integer INPUTS = CHANNELS + 1
) (
    input  logic                           clk,
    input  logic                           rst,
    input  logic                           tick,
    input  logic [           CHANNELS-1:0] used,          // inputs that the routing uses
    input  logic [                    5:0] row,
    input  logic [                    1:0] word,          // of its row
    output logic [                    4:0] rows,
    output logic [                   31:0] found,
    // The inputs.
    input  logic [             INPUTS-1:0] there,
    input  logic [           2*INPUTS-1:0] flits,
    input  logic [             INPUTS-1:0] header,
    input  logic [             INPUTS-1:0] header_left,
    input  logic [             INPUTS-1:0] tail,
    input  logic [             INPUTS-1:0] sunk,
    input  logic [             INPUTS-1:0] asks_channel,
    input  logic [             INPUTS-1:0] has_channel,
    input  logic [             INPUTS-1:0] has_context,
    input  logic [             INPUTS-1:0] lower,         // a TURN is in front
    input  logic [             INPUTS-1:0] idle,
    input  logic [INPUTS*CHANNEL_BITS-1:0] channel,
    output logic [             INPUTS-1:0] look,          // at this one
    input  logic [                   31:0] front,
    input  logic [                   31:0] left,
    // The channels.
    input  logic [           CHANNELS-1:0] some,
    input  logic [           CHANNELS-1:0] both,
    input  logic [           CHANNELS-1:0] give
);
  localparam logic [7:0] INJECTION = noc_regs::STATE_PORT_INJECTION, TO_NI = noc_regs::STATE_PORT_NI;

  logic [CHANNELS-1:0] given;  // a credit has come that is not there before this cycle
  logic [INPUTS-1:0] has_row;

  always_ff @(posedge clk)
    if (rst) given <= '0;
    else if (tick) given <= give;

  assign has_row = there | {1'b1, used};
  always_comb begin
    rows = '0;
    look = '0;
    for (integer i = 0; i < INPUTS; i = i + 1) begin
      look[i] = has_row[i] && row == 6'(rows);
      rows = rows + 5'(has_row[i]);
    end
  end

  // --- the row's input, and its channel ---

  logic [7:0] in_port, in_vc;
  logic [1:0] in_flits, credits, held;
  logic [CHANNEL_BITS-1:0] to;
  logic [PORT_BITS-1:0] to_port;
  logic to_vc, lowers, coming, some_row, shows_header, shows_left, has, asks, context_has;

  always_comb begin
    in_port = '0;
    in_vc = '0;
    in_flits = '0;
    to = '0;
    lowers = 1'b0;
    for (integer i = 0; i < INPUTS; i = i + 1)
      if (look[i]) begin
        in_port = i == INPUTS - 1 ? INJECTION : 8'(i / VCS);
        in_vc = i == INPUTS - 1 ? 8'd0 : 8'(i % VCS);
        in_flits = flits[2*i+:2];
        to = channel[i*CHANNEL_BITS+:CHANNEL_BITS];
        lowers = lower[i] && !idle[i];
      end
  end
  assign some_row = |look;
  assign has = |(has_channel & look);
  assign asks = |(asks_channel & look);
  assign context_has = |(has_context & look);
  assign shows_header = |(header & look);
  assign shows_left = |(header_left & look);
  assign to_port = to[PORT_BITS-1:0];
  assign to_vc = 1'(to >> PORT_BITS);

  always_comb begin
    held = '0;
    coming = 1'b0;
    for (integer c = 0; c < CHANNELS; c = c + 1)
      if (to_port == PORT_BITS'(c / VCS) && to_vc == 1'(c % VCS)) begin
        held = 2'(some[c]) + 2'(both[c]);
        coming = given[c];
      end
  end
  assign credits = held - 2'(coming);

  // --- its words ---

  logic [31:0] in_word, front_word, out_word, worm_word;

  assign in_word = 32'(in_port) << noc_regs::STATE_IN_PORT_SHIFT | 32'(in_vc) << noc_regs::STATE_IN_VC_SHIFT |
      32'(in_flits) << noc_regs::STATE_IN_FLITS_SHIFT;
  always_comb begin
    front_word = shows_header ? front : left & {32{shows_left}};
    if (lowers && front[noc_packet::NODE_SHIFT+:noc_packet::NODE_BITS] != 1)  // which will be stripped
      front_word[noc_packet::NODE_SHIFT+:noc_packet::NODE_BITS] =
          front[noc_packet::NODE_SHIFT+:noc_packet::NODE_BITS] - 1'b1;
    if (!shows_header && !shows_left) front_word = '0;
  end
  assign out_word = has || asks ? 32'(to_port) << noc_regs::STATE_OUT_PORT_SHIFT | 32'(to_vc) << noc_regs::STATE_OUT_VC_SHIFT |
      (has ? 32'(credits) : 32'd0) << noc_regs::STATE_OUT_CREDITS_SHIFT :
      context_has ? 32'(TO_NI) << noc_regs::STATE_OUT_PORT_SHIFT : 32'd0;
  assign worm_word = (context_has ? 32'(row) << noc_regs::STATE_WORM_CONTEXT_SHIFT : 32'd0) |
      32'(context_has) << noc_regs::STATE_WORM_HAS_CONTEXT_SHIFT |
      32'(asks) << noc_regs::STATE_WORM_ASKS_CHANNEL_SHIFT | 32'(has) << noc_regs::STATE_WORM_HAS_CHANNEL_SHIFT |
      32'(has && coming && credits == 0) << noc_regs::STATE_WORM_COMING_SHIFT |
      32'(|(sunk & look)) << noc_regs::STATE_WORM_SUNK_SHIFT | 32'(|(tail & look)) << noc_regs::STATE_WORM_TAIL_SHIFT |
      32'(shows_header) << noc_regs::STATE_WORM_HEADER_SHIFT | 32'(|(there & look)) << noc_regs::STATE_WORM_THERE_SHIFT;

  always_comb
    if (!some_row) found = '0;
    else
      case (word)
        2'd0: found = in_word;
        2'd1: found = front_word;
        2'd2: found = out_word;
        default: found = worm_word;
      endcase
endmodule
