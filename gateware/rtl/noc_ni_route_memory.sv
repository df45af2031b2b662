// SPDX-License-Identifier: BSD-2-Clause
//
// The NI's route memory: for each node the header of a worm to it, as the routing's source() makes
// it: up to TURNS TURN flits and LAST. It is written before the first tick and does not change.
// docs/board.md, section 4.1. Combinational; a header is LAST alone where TURNS is 0.
//
// Size: 193 LUT4, 64 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_route_memory #(
    parameter integer NODE_BITS = 4,
    parameter integer TURNS = 0
) (
    input  logic                 clk,
    input  logic                 write,
    input  logic [NODE_BITS-1:0] write_node,
    input  logic [          4:0] write_index,  // a TURN's place; 16: what follows is of the header
    input  logic [          9:0] write_value,  // port, links; or refused here, routed, turns
    // A worm that TX_DEST starts, a signal of SIGNAL_SEND, an answer.
    input  logic [         13:0] dest,
    output logic                 dest_good,    // there is a way, and the routing takes it here
    input  logic [         13:0] signal,
    output logic                 signal_good,  // there is a way
    input  logic [         13:0] answer,
    output logic                 answer_good,
    // The worm that is being sent.
    input  logic [NODE_BITS-1:0] node,
    input  logic [          3:0] index,
    output logic                 follows,      // there is another header flit behind that one
    output logic [         31:0] flit
);
  logic [5:0] ways[0:(1<<NODE_BITS)-1];  // refused here, routed, turns
  logic [5:0] way, dest_way, signal_way, answer_way;
  logic unused;

  always_ff @(posedge clk) if (write && write_index[4]) ways[write_node] <= write_value[5:0];

  assign dest_way = ways[dest[NODE_BITS-1:0]];
  assign signal_way = ways[signal[NODE_BITS-1:0]];
  assign answer_way = ways[answer[NODE_BITS-1:0]];
  assign dest_good = dest[13:NODE_BITS] == 0 && dest_way[5:4] == 2'b01;
  assign signal_good = signal[13:NODE_BITS] == 0 && signal_way[4];
  assign answer_good = answer[13:NODE_BITS] == 0 && answer_way[4];
  assign way = ways[node];
  assign follows = index != way[3:0];
  assign unused = &{way[5:4], dest_way[3:0], signal_way[5], signal_way[3:0], answer_way[5],
      answer_way[3:0]};

  generate
    if (TURNS == 0) begin : g_plain
      logic unused_turn;

      assign flit = 32'(node) << noc_packet::NODE_SHIFT | 32'(noc_packet::LAST);
      assign unused_turn = &{write_value[9:6], write_index[3:0]};
    end else begin : g_turns
      localparam integer TURN_BITS = $clog2(TURNS);
      logic [9:0] turns[0:(1<<(NODE_BITS+TURN_BITS))-1];
      logic [9:0] turn;
      logic unused_turn;

      assign unused_turn = &{write_index};

      always_ff @(posedge clk)
        if (write && !write_index[4]) turns[{write_node, write_index[TURN_BITS-1:0]}] <= write_value;
      assign turn = turns[{node, index[TURN_BITS-1:0]}];
      assign flit = follows ? 32'(turn[9:6]) << noc_packet::FIELD_SHIFT |
          32'(turn[5:0]) << noc_packet::NODE_SHIFT | 32'(noc_packet::TURN) :
          32'(node) << noc_packet::NODE_SHIFT | 32'(noc_packet::LAST);
    end
  endgenerate
endmodule
