// SPDX-License-Identifier: BSD-2-Clause
//
// One receive queue: how many slots are free, how many are being filled, how many entries there
// are, and where in their rings of 16 they are. docs/board.md, section 4.2, "Slots".
//
// All of a cycle's events come in their order: first the hart's (free, pop, reset), then an entry
// that becomes visible, a slot that is taken, one that is given back, an entry that becomes
// visible at once. Neither the order of those behind the hart nor which of the two ways an entry
// has come changes any number here, since a slot that is being filled counts like an entry.
//
// Size: in that of noc_ni_slots.

module noc_ni_queue (
    input  logic       clk,
    input  logic       rst,
    input  logic       tick,
    // The hart's: at most one in a cycle.
    input  logic       free,
    input  logic       pop,
    input  logic       clear,     // RX_RESET
    // The NI's.
    input  logic       take,
    input  logic       back,
    input  logic       show,
    output logic       freed,     // there was room for the slot
    output logic       can_take,  // as the hart has left it: a slot is free, and there is room for an entry
    output logic       only_new,  // and it is the one that the hart has just added
    output logic [3:0] free_at,   // where the hart's slot goes
    output logic [3:0] take_at,   // the oldest free slot
    output logic [3:0] back_at,   // where one that is given back goes
    output logic [3:0] show_at,   // where an entry goes
    output logic [3:0] read_at,   // the oldest entry
    output logic [4:0] frees,
    output logic [4:0] entries
);
  logic [4:0] filling, frees_left, filling_left, entries_left, sum, places;
  logic [3:0] first_free, next_entry;
  logic popped;

  assign places = frees + filling;
  assign freed = free && places < 5'(noc_regs::SLOTS);
  assign popped = pop && entries != 0;
  assign frees_left = clear ? 5'd0 : frees + 5'(freed);
  assign filling_left = clear ? 5'd0 : filling;
  assign entries_left = clear ? 5'd0 : entries - 5'(popped);
  assign sum = filling_left + entries_left;
  assign can_take = frees_left != 0 && sum < 5'(noc_regs::SLOTS);
  assign only_new = frees == 0;
  assign take_at = first_free;
  assign free_at = first_free + frees[3:0];
  assign back_at = first_free + frees_left[3:0];
  assign show_at = next_entry;
  assign read_at = next_entry - entries[3:0];

  always_ff @(posedge clk)
    if (rst) begin
      frees <= '0;
      filling <= '0;
      entries <= '0;
      first_free <= '0;
      next_entry <= '0;
    end else if (tick) begin
      frees <= frees_left - 5'(take) + 5'(back);
      filling <= filling_left + 5'(take) - 5'(back) - 5'(show);
      entries <= entries_left + 5'(show);
      first_free <= first_free + 4'(take);
      next_entry <= next_entry + 4'(show);
    end
endmodule
