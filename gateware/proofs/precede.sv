// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ni_signal_queue and noc_ni_inject: the order of signals and worms. A signal of cycle t goes
// ahead of each worm whose start-up ends later than t, and behind each one whose start-up has ended by
// then. So when a worm begins, no signal that has to precede it is in the queue or comes into it, and
// when a signal begins, the worm that comes next is the first one that it has to precede.
//
// `passed` is what noc_ni_transmit calls `started`: the first worm whose start-up is not over, a cycle
// later. It moves on as it likes, and 16 worms at most are there (transmit.sv). Seven cycles later
// `ready` says the same, as in noc_ni_transmit. That the queue does not overflow, and that `mark` is what
// `passed` was, is proven by signals.sv. The signals under "taps" are the modules' own.

module prove_precede #(
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
    input logic [4:0] pass,
    input logic [31:0] word0,
    input logic follows,
    input logic there,
    input logic credit
);
  localparam integer KEY = 5 + NODE_BITS, PAIRS = 1 << KEY, LATER = noc_regs::SEND_CYCLES - 1;

  logic started = 1'b0;
  logic signal_ready, begins, load, left, worm_left;
  logic [4:0] mark, number, left_number;
  logic [NODE_BITS-1:0] node, left_node;

  // --- worms: `later[k]` is `passed` k + 1 cycles ago ---

  logic [4:0] worm, passed, ready;
  logic [5*LATER-1:0] later_passed;

  assign ready = later_passed[5*LATER-1-:5];
  always_ff @(posedge clk)
    if (!started) begin
      worm <= '0;
      passed <= '0;
      later_passed <= '0;
    end else if (tick) begin
      worm <= worm + 5'(worm_left);
      passed <= passed + pass;
      later_passed <= {later_passed[5*(LATER-1)-1:0], passed};
    end

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
      .sent(),
      .answered(),
      .started(passed),
      .ready(signal_ready),
      .mark,
      .node,
      .number,
      .begins,
      .none(),
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
      .first(worm),
      .ready,
      .word0,
      .tag(16'd0),
      .word2(32'd0),
      .to('0),
      .load,
      .worm_left,
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

  logic [PAIRS/2*(KEY+5)-1:0] even, odd;
  logic [KEY-1:0] first, next;
  logic [KEY:0] waits, holds;
  logic [11:0] later;
  logic sent_then, answered_then, active, is_signal;
  logic [KEY+4:0] even_front, odd_front;

  // --- places: by rank, which is how many there are before it ---

  logic [PAIRS*(KEY+5)-1:0] places;
  logic [PAIRS*(KEY+1)-1:0] rank;
  logic [PAIRS-1:0] here;
  logic [PAIRS*5-1:0] until_mark;  // of a place: so many worms go before it
  logic [KEY+4:0] oldest;
  logic [1:0] coming;

  assign coming = 2'(sent_then) + 2'(answered_then);
  assign oldest = places[(KEY+5)*first+:KEY+5];
  always_comb
    for (integer p = 0; p < PAIRS; p = p + 1) begin
      places[(KEY+5)*p+:KEY+5] = p % 2 != 0 ? odd[(KEY+5)*(p/2)+:KEY+5] : even[(KEY+5)*(p/2)+:KEY+5];
      rank[(KEY+1)*p+:KEY+1] = {1'b0, KEY'(p) - first};
      here[p] = rank[(KEY+1)*p+:KEY+1] < holds;
      until_mark[5*p+:5] = places[(KEY+5)*p+KEY+:5] - worm;
    end

  // Signals that may not be given yet: `young[k]` is how many have been there for 7 - k cycles or longer.
  logic [6*(KEY+1)-1:0] young;
  logic [KEY:0] all_young;

  always_comb begin
    all_young = waits;
    for (integer k = 0; k < 6; k = k + 1) begin
      all_young = all_young + (KEY + 1)'(later[2*k+:2]);
      young[(KEY+1)*k+:KEY+1] = all_young;
    end
  end

  // What `passed` was when a signal of this rank, which may not be given yet, was written.
  function automatic logic [4:0] passed_then(input logic [KEY:0] of);
    passed_then = later_passed[0+:5];
    for (integer k = 5; k >= 0; k = k - 1) if (of < young[(KEY+1)*k+:KEY+1]) passed_then = later_passed[5*(5-k)+:5];
  endfunction

  always_ff @(posedge clk)
    if (started) begin
      assume (32'(5'(passed - worm)) + 32'(pass) <= 16);
      assume (32'(holds) + 32'(coming) <= PAIRS);
      // What is promised.
      for (integer p = 0; p < PAIRS; p = p + 1) assert (!load || !here[p] || until_mark[5*p+:5] != 0);
      assert (!load || passed != worm);
      assert (!begins || (holds != 0 && mark == worm));
      cover (begins && passed != ready && ready != worm);
      cover (load && holds == 2 && waits == 1);
      cover (load && waits == 0 && holds == 1);

      // By induction: worms.
      assert (5'(passed - worm) <= 16);
      for (integer k = 1; k < LATER; k = k + 1)
        assert (5'(later_passed[5*k+:5] - worm) <= 5'(later_passed[5*(k-1)+:5] - worm));
      assert (5'(later_passed[4:0] - worm) <= 5'(passed - worm));
      assert (!active || is_signal || ready != worm);
      // The queue.
      assert (next == KEY'(first + KEY'(holds)));
      assert (holds == all_young && waits <= holds);
      for (integer k = 0; k < 6; k = k + 1) assert (later[2*k+:2] != 3);
      if (holds > (KEY + 1)'(later[11:10])) assert ((first[0] ? odd_front : even_front) == oldest);
      // Marks go up along it. Of those that may be given they are ready worms', or the one behind them.
      for (integer p = 0; p < PAIRS; p = p + 1)
        if (here[p]) begin
          assert (!active || is_signal || until_mark[5*p+:5] != 0);
          if (rank[(KEY+1)*p+:KEY+1] < waits) assert (until_mark[5*p+:5] <= 5'(ready - worm));
          else assert (places[(KEY+5)*p+KEY+:5] == passed_then(rank[(KEY+1)*p+:KEY+1]));
          if (rank[(KEY+1)*p+:KEY+1] + 1'b1 < holds)
            assert (until_mark[5*p+:5] <= until_mark[5*((p+1)%PAIRS)+:5]);
        end
    end
endmodule
