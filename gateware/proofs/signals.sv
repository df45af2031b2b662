// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ni_signal_queue and noc_ni_inject: the queue of signals never overflows. Of each pair of
// number and node there is one signal at most that has not wholly left: another one merges with it, and
// does so only then. (One that is sent in the cycle in which the other leaves has left with it.) Each is
// given once, behind exactly those that were sent before it, unchanged, 8 cycles after it was sent at the
// earliest, with the number of the first worm whose start-up was not over. Hart, answers, worms, routes
// and credits are any.
//
// The queue has a place for each pair. What is asserted of one pair, any, holds for all. So the places
// that are taken, and the signals that come in this cycle, have pairs of their own, and there are not more
// of them than pairs. The solver does not count pairs: it takes that for granted of the cycle before.
// The memory of the set is empty at first (`rst` takes 32 cycles for that). The signals under "taps" are
// the modules' own.

module prove_signals #(
    parameter integer NODE_BITS = 1
) (
    input logic clk,
    input logic tick,
    input logic send,
    input logic [NODE_BITS-1:0] send_node,
    input logic [4:0] send_number,
    input logic answer,
    input logic [NODE_BITS-1:0] answer_node,
    input logic [4:0] answer_number,
    input logic [4:0] transmit_started,
    input logic [4:0] first_worm,
    input logic [4:0] ready_worm,
    input logic [31:0] word0,
    input logic follows,
    input logic there,
    input logic credit
);
  localparam integer KEY = 5 + NODE_BITS, PAIRS = 1 << KEY, NODES = 1 << NODE_BITS;

  logic started = 1'b0;
  logic sent, answered, signal_ready, begins, left, none;
  logic [4:0] mark, number, left_number;
  logic [NODE_BITS-1:0] node, left_node;

  noc_ni_signal_queue #(
      .NODE_BITS(NODE_BITS)
  ) queue (
      .clk,
      .rst(!started),
      .tick,
      .send,
      .send_node,
      .send_number,
      .answer,
      .answer_node,
      .answer_number,
      .sent,
      .answered,
      .started(transmit_started),
      .ready(signal_ready),
      .mark,
      .node,
      .number,
      .begins,
      .none,
      .left,
      .left_node,
      .left_number
  );
  noc_ni_inject #(
      .NODE_BITS(NODE_BITS)
  ) inject (
      .clk,
      .rst(!started),
      .tick,
      .self('0),
      .first(first_worm),
      .ready(ready_worm),
      .word0,
      .tag(16'd0),
      .word2(32'd0),
      .to('0),
      .load(),
      .worm_left(),
      .signal_ready,
      .signal_mark(mark),
      .signal_node(node),
      .signal_number(number),
      .signal_begins(begins),
      .signal_left(left),
      .left_node,
      .left_number,
      .node(),
      .index(),
      .follows,
      .header(32'd0),
      .there,
      .word(32'd0),
      .take(),
      .valid(),
      .flit(),
      .credit
  );
  always_ff @(posedge clk) started <= 1'b1;

  // --- taps ---

  logic [3*PAIRS-1:0] banks;
  logic [PAIRS/2*(KEY+5)-1:0] even, odd;
  logic [KEY-1:0] first, next;
  logic [KEY:0] waits, holds;
  logic [11:0] later;
  logic sent_then, answered_then, active, is_signal;
  logic [KEY-1:0] sent_key, answered_key, kept;
  logic [KEY+4:0] even_front, odd_front;
  logic [2:0] step;

  // --- one pair, any: where it is ---

  (* anyconst *) logic [KEY-1:0] mine;  // {node, number}
  logic in_set, under_way;
  logic [PAIRS-1:0] all;
  logic [PAIRS*(KEY+5)-1:0] places;
  logic [KEY+4:0] oldest;
  logic [2:0] coming;       // signals that come into the queue in this cycle
  logic [KEY+1:0] many;     // these, and those in the queue
  logic exceeded;           // there were more of them than places in the cycle before
  logic [PAIRS-1:0] here;   // places at which it is
  logic [PAIRS*KEY-1:0] rank;  // of a place: how many places behind the oldest one
  logic [2:0] elsewhere;

  assign all = banks[0+:PAIRS] ^ banks[PAIRS+:PAIRS] ^ banks[2*PAIRS+:PAIRS];
  assign in_set = all[mine[4:0]*NODES+32'(mine[KEY-1:5])];
  assign coming = 3'(sent_then) + 3'(answered_then);
  assign many = (KEY + 2)'(holds) + (KEY + 2)'(coming);
  assign elsewhere = 3'(sent_then && sent_key == mine) + 3'(answered_then && answered_key == mine) +
      3'(active && is_signal && kept == mine);
  assign oldest = places[(KEY+5)*first+:KEY+5];

  always_comb begin
    for (integer p = 0; p < PAIRS; p = p + 1) begin
      places[(KEY+5)*p+:KEY+5] = p % 2 != 0 ? odd[(KEY+5)*(p/2)+:KEY+5] : even[(KEY+5)*(p/2)+:KEY+5];
      rank[KEY*p+:KEY] = KEY'(p) - first;
      here[p] = {1'b0, rank[KEY*p+:KEY]} < holds && places[(KEY+5)*p+:KEY] == mine;
    end
    assume (started || banks == 0);
  end

  // Whether a signal of this pair is under way, as the specification counts: from being sent until it has left.
  logic sends_mine, answers_mine;

  assign sends_mine = send && {send_node, send_number} == mine;
  assign answers_mine = answer && {answer_node, answer_number} == mine;
  always_ff @(posedge clk)
    if (!started) under_way <= 1'b0;
    else if (tick) under_way <= (sends_mine || answers_mine || under_way) && !(left && {left_node, left_number} == mine);

  always_ff @(posedge clk) exceeded <= started && many > PAIRS;

  // How long it has been there, 8 cycles and more as 8; how many are before it in the queue; the first
  // worm whose start-up ends later.
  logic [3:0] age;
  logic [KEY:0] ahead;
  logic [4:0] worm;

  always_ff @(posedge clk)
    if (!started) age <= 4'd8;
    else if (tick) begin
      age <= (sends_mine || answers_mine) && !under_way ? 4'd1 : age + 4'(age != 8);
      if (age == 1) begin
        ahead <= holds + (KEY + 1)'(sent_then && sent_key != mine) - (KEY + 1)'(begins);
        worm  <= transmit_started;
      end else ahead <= ahead - (KEY + 1)'(begins);
    end

  // Signals written in the last 6 cycles may not be given yet: `later` counts them, two bits a cycle.
  logic [3:0] young;
  logic [6*(KEY+1)-1:0] bounds;  // so many have been there for 8 - k cycles at least

  always_comb begin
    young = '0;
    for (integer k = 0; k < 6; k = k + 1) begin
      bounds[(KEY+1)*k+:KEY+1] = waits + (KEY + 1)'(young);
      young = young + 4'(later[2*k+:2]);
    end
  end

  function automatic logic [3:0] least(input logic [KEY-1:0] behind);
    least = 4'd2;
    for (integer k = 0; k < 6; k = k + 1)
      if ({1'b0, behind} < bounds[(KEY+1)*k+:KEY+1] && least < 4'(8 - k)) least = 4'(8 - k);
  endfunction

  always_ff @(posedge clk)
    if (started) begin
      assume (!exceeded);
      // What is promised.
      assert (in_set == under_way);
      assert (!(sends_mine && sent != !under_way));
      assert (!(answers_mine && answered != !(under_way || sends_mine)));
      assert ((here & (here - 1'b1)) == 0);
      assert (3'(|here) + elsewhere == 3'(in_set));
      assert (!begins || (holds != 0 && {mark, node, number} == oldest));
      assert (!begins || {node, number} != mine || (here[first] && age == 8 && ahead == 0 && mark == worm));
      assert (!left || (active && is_signal));
      assert (none == (holds == 0 && coming == 0));
      cover (left && {left_node, left_number} == mine && sends_mine);
      cover (begins && holds == 2 && {node, number} == mine);
      cover (sent_then && answered_then && next[0]);

      // By induction.
      assert (next == KEY'(first + KEY'(holds)));
      assert (!(active && is_signal) || step <= 3);
      assert (holds == waits + (KEY + 1)'(young) && waits <= holds);
      assert (age <= 8);
      for (integer k = 0; k < 6; k = k + 1) assert (later[2*k+:2] != 3);
      // How long what is at a place has been there at least.
      assert (!(sent_then && sent_key == mine) || age == 1);
      assert (!(answered_then && answered_key == mine) || age == 1);
      for (integer p = 0; p < PAIRS; p = p + 1) if (here[p]) begin
        assert (ahead == (KEY + 1)'(rank[KEY*p+:KEY]));
        assert (places[(KEY+5)*p+KEY+:5] == worm);
      end
      assert (here == 0 || age >= least(ahead[KEY-1:0]));
      // What has been read ahead is the oldest one, unless that was written in the cycle before.
      if (holds > (KEY + 1)'(later[11:10]))
        assert ((first[0] ? odd_front : even_front) == oldest);
    end
endmodule
