// SPDX-License-Identifier: BSD-2-Clause
//
// Signals on their way out: of SIGNAL_SEND and the NI's own answers, two in a cycle at most, the
// hart's first. A signal whose like (the same number to the same node) has not wholly left merges
// with it. docs/board.md, section 4.1, "Signals"; 4.2, "Answers".
//
// A signal of cycle t may be given from t + 8 on. It goes ahead of all worms whose start-up ends
// later than t, and behind the others: `mark` is the number of the first worm that it precedes.
// The queue holds as many signals as there are pairs of number and node, so it cannot overflow.
// It lies in two memories, one for its even places and one for the odd ones.
//
// Size: 1,362 LUT4, 87 flip-flops, 288 LUT-RAMs, 2 block RAMs (ECP5, 4 links, 1 virtual channel, 64
// nodes).

module noc_ni_signal_queue #(
    parameter integer NODE_BITS = 4
) (
    input  logic                 clk,
    input  logic                 rst,
    input  logic                 tick,
    input  logic                 send,         // by the hart: there is a way to that node
    input  logic [NODE_BITS-1:0] send_node,
    input  logic [          4:0] send_number,
    input  logic                 answer,       // the same, by the NI
    input  logic [NODE_BITS-1:0] answer_node,
    input  logic [          4:0] answer_number,
    output logic                 sent,         // it does not merge: OUT and SIGNALS count
    output logic                 answered,
    input  logic [          4:0] started,      // noc_ni_transmit's
    // The oldest one.
    output logic                 ready,
    output logic [          4:0] mark,
    output logic [NODE_BITS-1:0] node,
    output logic [          4:0] number,
    input  logic                 begins,       // its first flit leaves
    output logic                 none,
    // The signal that is being sent has left.
    input  logic                 left,
    input  logic [NODE_BITS-1:0] left_node,
    input  logic [          4:0] left_number
);
  localparam integer KEY = 5 + NODE_BITS, PLACE = KEY;

  logic [2:0] has;
  logic [(1<<NODE_BITS)-1:0] row;
  logic unused;
  logic [PLACE-1:0] even_place, odd_place, even_first;

  noc_ni_set #(
      .ROW_BITS (5),
      .NODE_BITS(NODE_BITS),
      .WRITERS  (3)
  ) sending (
      .clk,
      .rst,
      .tick,
      .row({left_number, answer_number, send_number}),
      .node({left_node, answer_node, send_node}),
      .put({1'b0, answer, send}),
      .remove({left, 2'b00}),
      .has,
      .first_row(row)
  );
  assign unused = &{row, has[2], even_place[0], odd_place[0], even_first[0]};
  assign sent = send && !has[0];
  assign answered = answer && !has[1];

  // A cycle later `started` has all start-ups that end in t.
  logic sent_then, answered_then;
  logic [KEY-1:0] sent_key, answered_key;

  always_ff @(posedge clk)
    if (rst) begin
      sent_then <= 1'b0;
      answered_then <= 1'b0;
    end else if (tick) begin
      sent_then <= sent;
      answered_then <= answered;
    end
  always_ff @(posedge clk)
    if (tick) begin
      sent_key <= {send_node, send_number};
      answered_key <= {answer_node, answer_number};
    end

  // --- the queue ---

  (* no_rw_check *)
  logic [KEY+4:0] even[0:(1<<(PLACE-1))-1];
  (* no_rw_check *)
  logic [KEY+4:0] odd[0:(1<<(PLACE-1))-1];
  logic [PLACE-1:0] first, next;
  logic both, either, even_write, odd_write;
  logic [KEY+4:0] one, other, even_front, odd_front;

  assign both = sent_then && answered_then;
  assign either = sent_then || answered_then;
  assign one = {started, sent_then ? sent_key : answered_key};
  assign other = {started, answered_key};
  assign even_write = either && (!next[0] || both);
  assign odd_write = either && (next[0] || both);
  assign even_place = next + PLACE'(next[0]);
  assign odd_place = next;

  always_ff @(posedge clk)
    if (tick) begin
      if (even_write) even[even_place[PLACE-1:1]] <= next[0] ? other : one;
      if (odd_write) odd[odd_place[PLACE-1:1]] <= next[0] ? one : other;
    end

  assign even_first = first + PLACE'(first[0]);
  always_ff @(posedge clk)
    if (tick) begin
      even_front <= even[even_first[PLACE-1:1]];
      odd_front  <= odd[first[PLACE-1:1]];
    end
  assign {mark, node, number} = first[0] ? odd_front : even_front;

  // --- 8 cycles ---

  logic [2*(noc_regs::SEND_CYCLES-2)-1:0] later;
  logic [PLACE:0] waits;  // signals that may be given
  logic [PLACE:0] holds;  // all of them

  assign ready = waits != 0;
  assign none  = holds == 0 && !either;

  always_ff @(posedge clk)
    if (rst) begin
      first <= '0;
      next  <= '0;
      later <= '0;
      waits <= '0;
      holds <= '0;
    end else if (tick) begin
      next  <= next + PLACE'(sent_then) + PLACE'(answered_then);
      first <= first + PLACE'(begins);
      later <= {2'(sent_then) + 2'(answered_then), later[2*(noc_regs::SEND_CYCLES-2)-1:2]};
      waits <= waits + (PLACE + 1)'(later[1:0]) - (PLACE + 1)'(begins);
      holds <= holds + (PLACE + 1)'(sent_then) + (PLACE + 1)'(answered_then) -
          (PLACE + 1)'(begins);
    end
endmodule
