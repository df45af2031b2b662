// SPDX-License-Identifier: BSD-2-Clause
//
// Of the start-ups of noc_ni_transmit, with noc_ni_inject: that of a worm started in t ends in
// s = max(t, the end of the one before) + TAU_S, and the worm may be given from s + 8 on, and not
// before. The queue of groups, which are worms whose start-ups end in one cycle, never overflows.
// What the hart writes is any, and so are signals, routes, credits and where body words are.
//
// The signals under "taps" are the modules' own.

module prove_startup #(
    parameter integer RAM_BITS = 8,
    parameter integer IMAGE_BITS = 10
) (
    input logic clk,
    input logic tick,
    input logic [13:0] nodes,
    input logic write,
    input logic [11:0] offset,
    input logic [31:0] wdata,
    input logic dest_good,
    input logic signal_ready,
    input logic [4:0] signal_mark,
    input logic follows,
    input logic there,
    input logic credit
);
  localparam integer LONGEST = (1 << 20) - 1;  // TAU_S
  localparam logic [4:0] LATER = 5'(noc_regs::SEND_CYCLES - 1);

  logic started = 1'b0;
  logic accepted, load, left;
  logic [19:0] tau_s;
  logic [25:0] now;
  logic [4:0] first, passed, ready;
  logic [31:0] word0, word2, list_at, body_at;
  logic [15:0] tag, busy;
  logic to;
  logic [19:0] list_length;

  noc_ni_transmit #(
      .NODE_BITS(1),
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) transmit (
      .clk,
      .rst(!started),
      .tick,
      .self(1'b0),
      .nodes,
      .now,
      .write,
      .offset,
      .wdata,
      .rdata(),
      .idle(),
      .dest(),
      .dest_good,
      .accepted,
      .tau_s,
      .first,
      .started(passed),
      .ready,
      .word0,
      .tag,
      .word2,
      .to,
      .list_at,
      .list_length,
      .body_at,
      .left,
      .busy
  );
  noc_ni_inject #(
      .NODE_BITS(1)
  ) inject (
      .clk,
      .rst(!started),
      .tick,
      .self(1'b0),
      .first,
      .ready,
      .word0,
      .tag,
      .word2,
      .to,
      .load,
      .worm_left(left),
      .signal_ready,
      .signal_mark,
      .signal_node(1'b0),
      .signal_number(5'd0),
      .signal_begins(),
      .signal_left(),
      .left_node(),
      .left_number(),
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
  always_ff @(posedge clk) begin
    started <= 1'b1;
    if (started && tick) now <= now + 26'd1;
  end

  // --- taps ---

  logic [4:0] next, group, groups;
  logic [24:0] rest;
  logic [16*26-1:0] ends;
  logic [16*5-1:0] upto;
  logic [5*LATER-1:0] later;
  logic active, is_signal;

  // There is never a 17th worm: transmit.sv, which takes for granted what is asserted here of the same
  // cycle. So it is taken for granted here of the cycle before only.
  logic [4:0] many;
  logic exceeded;

  assign many = next - first;
  always_ff @(posedge clk) exceeded <= started && accepted && many >= 16;

  // --- one worm, any, by its number ---

  (* anyconst *) logic [4:0] mine;
  logic there_is, due;
  logic [25:0] mine_s;
  logic [24:0] after, whole;  // cycles to the end of the last start-up; with this worm's
  logic [4:0] place;  // of this worm behind the oldest one
  logic [3:0] since;  // cycles since its s

  assign place = mine - first;
  assign whole = after + 25'(tau_s);
  always_ff @(posedge clk)
    if (!started) begin
      there_is <= 1'b0;
      after <= '0;
      since <= '0;
    end else if (tick) begin
      after <= accepted ? whole - 25'(whole != 0) : after - 25'(after != 0);
      if (accepted && next == mine) begin
        there_is <= 1'b1;
        mine_s <= now + 26'(whole);
        due <= whole == 0;
        since <= '0;
      end else begin
        if (left && first == mine) there_is <= 1'b0;
        due <= due || now == mine_s;
        since <= since + 4'(due && since != 15);
      end
    end

  // --- start-ups: groups of worms that end in one cycle ---

  // Of a group, by its place: whether it is there, the oldest one, the newest one; how many worms wait up to
  // its last one; cycles to its end.
  logic [4:0] number, waiting;  // of groups, and of worms in them
  logic [15:0] in_queue, oldest, newest;
  logic [16*5-1:0] behind;
  logic [16*26-1:0] left_of;
  logic [3:0] mine_group;

  assign number  = groups - group;
  assign waiting = next - passed;
  always_comb
    for (integer p = 0; p < 16; p = p + 1) begin
      in_queue[p] = {1'b0, 4'(4'(p) - group[3:0])} < number;
      oldest[p] = group[3:0] == 4'(p);
      newest[p] = groups[3:0] == 4'(p + 1);
      behind[5*p+:5] = upto[5*p+:5] - passed;
      left_of[26*p+:26] = ends[26*p+:26] - now;
    end
  always_ff @(posedge clk) if (tick && accepted && next == mine) mine_group <= groups[3:0] - 4'(tau_s == 0);

  // Of two groups that are there, whether that at place a is older.
  function automatic logic is_older(input logic [3:0] a, input logic [3:0] b, input logic [3:0] first_place);
    is_older = (a < b) != (first_place > (a < b ? a : b) && first_place <= (a < b ? b : a));
  endfunction

  always_ff @(posedge clk)
    if (started) begin
      assume (!exceeded);
      // What is promised.
      assert (many <= 16);
      assert (there_is == (place < many));
      assert (!there_is || (place < 5'(passed - first)) == due);
      assert (!there_is || (place < 5'(ready - first)) == (due && since >= 7));
      assert (!load || first != ready);
      assert (!left || (many != 0 && active && !is_signal));
      cover (left && many == 2);
      cover (accepted && left);
      cover (there_is && since == 7 && mine == 1);
      cover (number == 2 && many == 3);

      // By induction.
      assert (after == rest && 32'(rest) <= LONGEST * 32'(5'(next - passed)));
      assert (due || since == 0);
      assert (!(active && !is_signal) || first != ready);
      assert (5'(passed - first) <= many);
      assert (5'(later[34:30] - first) <= 5'(passed - first));
      for (integer k = 0; k < 6; k = k + 1) assert (5'(later[5*k+:5] - first) <= 5'(later[5*k+5+:5] - first));
      for (integer k = 0; k < 7; k = k + 1)
        assert (!there_is || (place < 5'(later[5*k+:5] - first)) == (due && since >= 7 - k));
      assert (number <= waiting);
      assert (number != 0 || (waiting == 0 && rest == 0));
      for (integer p = 0; p < 16; p = p + 1)
        if (in_queue[p]) begin
          assert (behind[5*p+:5] != 0 && behind[5*p+:5] <= waiting);
          assert (5'(waiting - behind[5*p+:5]) >= 5'(4'(groups[3:0] - 4'(p + 1))));
          for (integer q = 0; q < p; q = q + 1)
            if (in_queue[q])
              assert (is_older(4'(q), 4'(p), group[3:0]) == (behind[5*q+:5] < behind[5*p+:5]) && behind[5*q+:5] != behind[5*p+:5]);
          if (newest[p]) assert (behind[5*p+:5] == waiting && left_of[26*p+:26] == 26'(rest));
          if (!oldest[p]) assert (left_of[26*p+:26] > left_of[26*((p+15)%16)+:26]);
          assert (left_of[26*p+:26] <= 26'(rest));
          assert (32'(rest) - 32'(left_of[26*p+:26]) <= LONGEST * 32'(5'(waiting - behind[5*p+:5])));
          // The group that the one is in.
          if (there_is && !due) begin
            assert ((behind[5*p+:5] > 5'(mine - passed)) ==
                    (mine_group == 4'(p) || is_older(mine_group, 4'(p), group[3:0])));
            assert (mine_group != 4'(p) || ends[26*p+:26] == mine_s);
          end
        end
      if (there_is && !due) assert (in_queue[mine_group]);
    end
endmodule
