// SPDX-License-Identifier: BSD-2-Clause
//
// Gives worms to the router, a flit a cycle while there is a credit: header flits from the route
// memory, W0, W1, W2, then the body. docs/board.md, section 3, "Injection"; 4.1.
//
// While no worm is under way the next one is chosen anew in each cycle, and its first flit leaves
// in the same cycle if there is a credit; so the next worm's header leaves in the cycle behind a
// tail. Worms go in the order in which they become ready, and a signal behind a worm whose
// start-up ends in the signal's cycle (`mark`).
//
// Size: 220 LUT4, 40 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_inject #(
    parameter integer NODE_BITS = 4
) (
    input  logic                 clk,
    input  logic                 rst,
    input  logic                 tick,
    input  logic [NODE_BITS-1:0] self,
    // Worms, from noc_ni_transmit.
    input  logic [          4:0] first,
    input  logic [          4:0] ready,
    input  logic [         31:0] word0,
    input  logic [         15:0] tag,
    input  logic [         31:0] word2,
    input  logic [NODE_BITS-1:0] to,
    output logic                 load,           // its first flit leaves
    output logic                 worm_left,      // its tail leaves
    // Signals.
    input  logic                 signal_ready,
    input  logic [          4:0] signal_mark,
    input  logic [NODE_BITS-1:0] signal_node,
    input  logic [          4:0] signal_number,
    output logic                 signal_begins,
    output logic                 signal_left,
    output logic [NODE_BITS-1:0] left_node,
    output logic [          4:0] left_number,
    // The route memory.
    output logic [NODE_BITS-1:0] node,
    output logic [          3:0] index,
    input  logic                 follows,
    input  logic [         31:0] header,
    // The body.
    input  logic                 there,
    input  logic [         31:0] word,
    output logic                 take,
    // The router.
    output logic                 valid,
    output logic [         33:0] flit,
    input  logic                 credit
);
  localparam logic [2:0] HEADER = 3'd0, WORD0 = 3'd1, WORD1 = 3'd2, WORD2 = 3'd3, BODY = 3'd4;

  logic both, unused;
  logic active, is_signal, signal, begins_signal, begins_worm, some, tail, ready_part;
  logic [2:0] step, at;
  logic [3:0] place;
  logic [19:0] length, rest;
  logic [NODE_BITS-1:0] kept_node;
  logic [4:0] kept_number, number;
  logic [31:0] out;

  noc_credits places (
      .clk,
      .rst,
      .tick,
      .take(valid),
      .give(credit),
      .some,
      .both
  );

  assign unused = both;

  // --- which worm ---

  assign begins_signal = !active && signal_ready && signal_mark == first;
  assign begins_worm = !active && !begins_signal && first != ready;
  assign signal = active ? is_signal : begins_signal;
  assign at = active ? step : HEADER;
  assign index = active ? place : 4'd0;
  assign node = !signal ? to : active ? kept_node : signal_node;
  assign number = active ? kept_number : signal_number;
  assign length = word0[noc_regs::NI_TX_W0_LENGTH_SHIFT+:noc_regs::NI_TX_W0_LENGTH_BITS];

  // --- its flit ---

  assign ready_part = at != BODY || there;
  assign valid = (active || begins_signal || begins_worm) && some && ready_part;
  assign tail = at == BODY ? rest == 1 : at == WORD2 && (signal || length == 0);

  always_comb
    case (at)
      HEADER: out = header;
      WORD0: out = signal ? 32'(noc_regs::WORM_SIGNAL) << noc_regs::NI_TX_W0_TYPE_SHIFT : word0;
      WORD1:
      out = (signal ? 32'd0 : 32'(tag) << noc_regs::NI_TX_W1_TAG_SHIFT) | 32'(self) << noc_regs::NI_TX_W1_SOURCE_SHIFT;
      WORD2: out = signal ? 32'(number) : word2;
      default: out = word;
    endcase
  assign flit = {tail, at == HEADER && follows, out};

  assign take = valid && at == BODY;
  assign load = valid && begins_worm;
  assign signal_begins = valid && begins_signal;
  assign worm_left = valid && tail && !signal;
  assign signal_left = valid && tail && signal;
  assign left_node = kept_node;
  assign left_number = kept_number;

  always_ff @(posedge clk)
    if (rst) active <= 1'b0;
    else if (tick && valid) active <= !tail;

  always_ff @(posedge clk)
    if (tick && valid) begin
      if (!active) begin
        is_signal <= begins_signal;
        kept_node <= signal_node;
        kept_number <= signal_number;
        rest <= length;
      end else if (at == BODY) rest <= rest - 1'b1;
      place <= index + 1'b1;
      step  <= at == HEADER && follows ? HEADER : at == BODY ? BODY : at + 1'b1;
    end
endmodule
