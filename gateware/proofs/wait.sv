// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ni_wait: its queue never overflows. Each worm that comes becomes visible once, in the order
// in which they came, one in a cycle; in v = max(t + TAU_R, 1 + the last one's v), or sooner if as many
// wait as there are places and one more comes. It has lost its slot or window if it had when it came,
// or if that was taken back while it waited. What comes, TAU_R and what is taken back are any.
//
// Worms are told apart by numbers of 5 bits. The signals under "taps" are noc_ni_wait's own.

module prove_wait #(
    parameter integer DEPTH_BITS = 2
) (
    input logic clk,
    input logic tick,
    input logic [19:0] tau_r,
    input logic [7:0] clears,
    input logic [7:0] closes,
    input logic [7:0] back_closes,
    input logic push,
    input logic [1:0] becomes,
    input logic lost,
    input logic [2:0] index
);
  localparam integer DEPTH = 1 << DEPTH_BITS, ALL = 5 + 22 + 6;

  logic started = 1'b0;
  logic [21:0] now;
  logic [4:0] come, gone;  // how many have come, and become visible
  logic visible, at_once, visible_lost;
  logic [1:0] visible_becomes;
  logic [2:0] visible_index;
  logic [4:0] visible_number;

  noc_ni_wait #(
      .WIDTH(5),
      .DEPTH_BITS(DEPTH_BITS)
  ) waiting (
      .clk,
      .rst(!started),
      .tick,
      .now,
      .tau_r,
      .clears,
      .closes,
      .back_closes,
      .push,
      .becomes,
      .lost,
      .index,
      .data(come),
      .visible,
      .at_once,
      .visible_becomes,
      .visible_lost,
      .visible_index,
      .visible_data(visible_number)
  );

  always_ff @(posedge clk) begin
    started <= 1'b1;
    if (!started) begin
      come <= '0;
      gone <= '0;
    end else if (tick) begin
      now  <= now + 22'd1;
      come <= come + 5'(push);
      gone <= gone + 5'(visible);
    end
  end

  // --- taps ---

  logic [DEPTH_BITS:0] first, next;
  logic [20:0] behind;
  logic pops, enters;
  logic [ALL-1:0] front;
  logic [DEPTH*ALL-1:0] memory;
  logic [15:0] marked;
  logic [16*(DEPTH_BITS+1)-1:0] marks;

  // --- what should become of one of them, any ---

  (* anyconst *) logic [4:0] mine;
  logic [20:0] after, delay;  // 1 + the last one's v, and this one's, from now on
  logic waits, mine_lost, mine_then;
  logic [1:0] mine_becomes;
  logic [2:0] mine_index;
  logic [21:0] mine_v;
  logic [15:0] taken_now, taken_back;

  assign delay = 21'(tau_r) > after ? 21'(tau_r) : after;
  assign taken_now = {closes, clears};
  assign taken_back = taken_now | {back_closes, 8'd0};
  always_ff @(posedge clk)
    if (!started) begin
      after <= '0;
      waits <= 1'b0;
    end else if (tick) begin
      after <= push ? delay : after - 21'(after != 0);
      if (push && come == mine && !waits) begin
        waits <= delay != 0;
        mine_v <= now + 22'(delay);
        mine_becomes <= becomes;
        mine_index <= index;
        mine_then <= lost;
        mine_lost <= lost;
      end else begin
        if (visible && visible_number == mine) waits <= 1'b0;
        mine_lost <= mine_lost || (!mine_becomes[1] && taken_back[{mine_becomes[0], mine_index}]);
      end
    end

  // --- what is there ---

  logic [DEPTH_BITS:0] many;
  logic [DEPTH_BITS-1:0] at, before;
  logic [ALL-1:0] entry, entry_before;
  logic [3:0] mark_of;
  logic [DEPTH_BITS:0] mark;

  assign many = next - first;
  assign mark_of = {mine_becomes[0], mine_index};
  assign mark = marks[(DEPTH_BITS+1)*mark_of+:DEPTH_BITS+1] - first;

  always_ff @(posedge clk)
    if (started) begin
      // What is promised.
      assert (many <= DEPTH);
      assert (!enters || many < DEPTH || pops);
      assert (!visible || visible_number == gone);
      assert (!(pops && push) || enters);
      if (visible && visible_number == mine && waits) begin
        assert (pops && (now == mine_v || (many == DEPTH && push)));
        assert (visible_becomes == mine_becomes && visible_index == mine_index);
        assert (visible_lost == (mine_lost || (!mine_becomes[1] && taken_now[mark_of])) || mine_becomes[1]);
      end
      if (visible && !pops) begin
        assert (at_once && many == 0 && push && delay == 0);
        assert (visible_becomes == becomes && visible_index == index && visible_lost == lost);
      end
      assert (!(waits && now == mine_v) || (pops && visible_number == mine));
      cover (many == DEPTH && enters && pops && front[ALL-1:ALL-22] != now);
      cover (visible && pops && waits && visible_number == mine && mine_lost && !mine_then);
      cover (visible && !pops && gone == 2);

      // By induction.
      assert (come == 5'(gone + 5'(many)));
      assert (behind == after && behind < 21'h100000);
      assert (many != 0 || behind == 0);
      assert (many == 0 || front == memory[ALL*first[DEPTH_BITS-1:0]+:ALL]);
      for (integer k = 0; k < DEPTH; k = k + 1) begin
        at = first[DEPTH_BITS-1:0] + DEPTH_BITS'(k);
        before = at - 1'b1;
        entry = memory[ALL*at+:ALL];
        entry_before = memory[ALL*before+:ALL];
        if (k < many) begin
          assert (entry[4:0] == 5'(gone + 5'(k)));
          assert (22'(entry[ALL-1:ALL-22] - now) < 22'(behind));
          if (k != 0) assert (22'(entry[ALL-1:ALL-22] - now) > 22'(entry_before[ALL-1:ALL-22] - now));
          if (k + 1 == many) assert (22'(entry[ALL-1:ALL-22] - now) + 22'd1 == 22'(behind));
          if (waits && entry[4:0] == mine) begin
            assert (entry[ALL-1:5] == {mine_v, mine_becomes, mine_then, mine_index});
            assert (mine_lost == (mine_then || (!mine_becomes[1] && marked[mark_of] && mark > k)));
          end
        end
      end
      assert (!waits || (many != 0 && 5'(mine - gone) < 5'(many)));
      for (integer m = 0; m < 16; m = m + 1)
        assert (!marked[m] || (DEPTH_BITS + 1)'(marks[(DEPTH_BITS+1)*m+:DEPTH_BITS+1] - first) <= many);
    end
endmodule
