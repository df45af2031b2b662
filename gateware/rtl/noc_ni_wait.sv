// SPDX-License-Identifier: BSD-2-Clause
//
// Worms whose tail has come, until their v: docs/board.md, section 4.2, "Visible". One that comes
// in t is visible in v = max(t + TAU_R, 1 + the last one's v). So they leave in the order in which
// they come, one in a cycle; one whose v is t itself does not wait, and then no other does.
//
// When the hart takes back a queue's slots or a window, all that wait for it have lost it: a mark
// for each queue and window says how far in the queue here that goes.
//
// As many wait as noc_regs::WAITING says, a power of two. One more has the oldest leave at once; so
// there is always a place.
//
// Size: 371 LUT4, 262 flip-flops, 2 block RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_wait #(
    parameter integer WIDTH = 128,
    parameter integer DEPTH_BITS = $clog2(noc_regs::WAITING)
) (
    input  logic             clk,
    input  logic             rst,
    input  logic             tick,
    input  logic [     21:0] now,
    input  logic [     19:0] tau_r,
    input  logic [      7:0] clears,       // queues lose what waits for them, now
    input  logic [      7:0] closes,       // windows
    input  logic [      7:0] back_closes,  // windows, behind what becomes visible now
    input  logic             push,
    input  logic [      1:0] becomes,      // 0: in a slot, 1: in a window, 2: refused, 3: broken
    input  logic             lost,
    input  logic [      2:0] index,        // of the queue or window
    input  logic [WIDTH-1:0] data,
    output logic             visible,
    output logic             at_once,      // it is the one that has just come
    output logic [      1:0] visible_becomes,
    output logic             visible_lost,
    output logic [      2:0] visible_index,
    output logic [WIDTH-1:0] visible_data
);
  localparam integer ALL = WIDTH + 22 + 6;

  logic [20:0] behind, delay;  // cycles from now to 1 + the last v; from t to v
  (* no_rw_check *)
  logic [ALL-1:0] memory[0:(1<<DEPTH_BITS)-1];
  logic [ALL-1:0] front, pushed;
  logic [DEPTH_BITS:0] first, next;
  logic [DEPTH_BITS-1:0] read_at;
  logic holds, full, pops, enters, pushed_now;
  logic [ALL-1:0] read, fresh;
  logic [1:0] front_becomes;
  logic front_lost;
  logic [2:0] front_index;
  logic [WIDTH-1:0] front_data;
  logic [21:0] front_v;

  assign delay = 21'(tau_r) > behind ? 21'(tau_r) : behind;
  assign enters = push && delay != 0;
  assign pushed = {now + 22'(delay), becomes, lost, index, data};
  assign holds = first != next;
  assign front = pushed_now ? fresh : read;
  assign {front_v, front_becomes, front_lost, front_index, front_data} = front;
  assign full = first[DEPTH_BITS] != next[DEPTH_BITS] && first[DEPTH_BITS-1:0] == next[DEPTH_BITS-1:0];
  assign pops = holds && (front_v == now || (full && enters));

  // Memory is read ahead; what was written in the cycle before comes from `fresh`.
  assign read_at = first[DEPTH_BITS-1:0] + DEPTH_BITS'(pops);
  always_ff @(posedge clk)
    if (tick) begin
      if (enters) memory[next[DEPTH_BITS-1:0]] <= pushed;
      read <= memory[read_at];
      fresh <= pushed;
      pushed_now <= enters && read_at == next[DEPTH_BITS-1:0];
    end

  always_ff @(posedge clk)
    if (rst) begin
      first  <= '0;
      next   <= '0;
      behind <= '0;
    end else if (tick) begin
      first  <= first + (DEPTH_BITS + 1)'(pops);
      next   <= next + (DEPTH_BITS + 1)'(enters);
      behind <= push ? delay : behind - 21'(behind != 0);
    end

  // --- what was lost ---

  logic [15:0] lost_now;
  logic [15:0] marked, loses, loses_later;  // queues; windows above them
  logic [3:0] front_mark;

  assign loses = {closes, clears};
  assign loses_later = {back_closes, 8'd0};
  assign front_mark = {front_becomes[0], front_index};
  generate
    for (genvar m = 0; m < 16; m = m + 1) begin : g_mark
      logic [DEPTH_BITS:0] mark;  // the first one behind those that have lost theirs
      logic set;

      assign set = marked[m] && mark != first;
      always_ff @(posedge clk)
        if (rst) marked[m] <= 1'b0;
        else if (tick) marked[m] <= loses[m] || loses_later[m] || set;
      always_ff @(posedge clk) if (tick && (loses[m] || loses_later[m])) mark <= next;
      assign lost_now[m] = set || loses[m];
    end
  endgenerate

  assign visible = pops || (push && delay == 0);
  assign at_once = !pops;
  assign visible_becomes = pops ? front_becomes : becomes;
  assign visible_lost = pops ? front_lost || (!front_becomes[1] && lost_now[front_mark]) : lost;
  assign visible_index = pops ? front_index : index;
  assign visible_data = pops ? front_data : data;
endmodule
