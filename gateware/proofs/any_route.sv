// SPDX-License-Identifier: BSD-2-Clause
//
// In the place of noc_route: any answer to any flit, which is more than any table can do. That a
// TURN stays here only if another header flit follows is proven of noc_route (route.sv).

module noc_route #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer NODE_BITS = 4
) (
    input  logic                 clk,
    input  logic                 turns,
    input  logic [    LINKS-1:0] linked,
    input  logic                 entry_write,
    input  logic                 entry_vc,
    input  logic [NODE_BITS-1:0] entry_node,
    input  logic [          3:0] entry,
    input  logic                 vc,
    input  logic [         31:0] header,
    input  logic                 follows,
    output logic [          3:0] way,
    output logic                 turn,
    output logic                 stays
);
  (* anyseq *)logic [3:0] any_way;
  (* anyseq *)logic any_turn, any_stays;

  assign way   = any_way;
  assign turn  = any_turn;
  assign stays = any_stays;
  always_comb assume (!stays || follows || &way[2:1]);
endmodule
