// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_router, with its routing tables: no flip-flop and no word of a memory changes in a cycle
// without `tick`, but by reset; and a table changes by entry_write alone. `prove` finds what state
// there is, counts it, and connects it.

module prove_tick #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer STATE = 1,
    parameter integer TABLES = 1,
    parameter integer FLIT = 34,
    parameter integer CHANNELS = LINKS * VCS
) (
    input logic clk,
    input logic rst,
    input logic tick,
    input logic turns,
    input logic [LINKS-1:0] linked,
    input logic entry_write,
    input logic [3:0] entry_input,
    input logic [1:0] entry_node,
    input logic [3:0] entry,
    input logic [LINKS-1:0] in_valid,
    input logic [CHANNELS-1:0] in_vc,
    input logic [LINKS*FLIT-1:0] in_flit,
    input logic [CHANNELS-1:0] out_credit,
    input logic inject_valid,
    input logic [FLIT-1:0] inject_flit
);
  noc_router #(
      .LINKS(LINKS),
      .VCS(VCS),
      .NODE_BITS(2),
      .FLIT(FLIT)
  ) router (
      .clk,
      .rst,
      .tick,
      .turns,
      .linked,
      .entry_write,
      .entry_input,
      .entry_node,
      .entry,
      .in_valid,
      .in_vc,
      .in_flit,
      .in_credit(),
      .out_valid(),
      .out_vc(),
      .out_flit(),
      .out_credit,
      .inject_valid,
      .inject_flit,
      .inject_credit(),
      .eject_valid(),
      .eject_input(),
      .eject_flit(),
      .sunk(),
      .headers(),
      .relayed(),
      .blocked()
  );

  logic [STATE-1:0] state, state_before;     // taps
  logic [TABLES-1:0] tables, tables_before;
  logic frozen = 1'b0, kept = 1'b0, ticked = 1'b0;

  always_ff @(posedge clk) begin
    state_before <= state;
    tables_before <= tables;
    frozen <= !tick && !rst;
    kept <= !entry_write;
    ticked <= tick && !rst;
    if (frozen) assert (state == state_before);
    if (kept) assert (tables == tables_before);
    cover (ticked && state != state_before);
    cover (!kept && tables != tables_before);
  end
endmodule
