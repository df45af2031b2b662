// SPDX-License-Identifier: BSD-2-Clause
//
// Routes what comes by a link, or from the NI: each flit as if it were a header, in the cycle in
// which it comes. The buffer keeps the answer beside the flit, and the input looks at it once the
// flit is in front and a header. So a link's virtual channels share this part, and the routing's
// table is out of the way of allocation. The cycle in which a header is routed by docs/board.md is
// that in which it comes to the front: the answer is the same.
//
// A routing is a table: for the header LAST n the entry n of a virtual channel says by which port
// and virtual channel the worm leaves, that it ends here (END), or that it makes no sense (BROKEN).
// Turns need none. docs/board.md, section 2 and section 3, "A stripped TURN".
//
// Size: 40 LUT4, 4 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_route #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer NODE_BITS = 4
) (
    input  logic                 clk,
    // What the router is: whether its routing follows turns, and which of its ports have links.
    input  logic                 turns,
    input  logic [    LINKS-1:0] linked,
    input  logic                 entry_write,
    input  logic                 entry_vc,
    input  logic [NODE_BITS-1:0] entry_node,
    input  logic [          3:0] entry,       // virtual channel, port
    // A flit.
    input  logic                 vc,          // by which it comes
    input  logic [         31:0] header,
    input  logic                 follows,     // another header flit follows
    output logic [          3:0] way,         // virtual channel; port, END or BROKEN
    output logic                 turn,        // it is a TURN
    output logic                 stays        // and will not cross its link
);
  localparam logic [2:0] BROKEN = 3'd7;
  localparam integer TABLE_BITS = VCS > 1 ? NODE_BITS + 1 : NODE_BITS;

  logic [3:0] routes[0:(1<<TABLE_BITS)-1];
  logic [3:0] found;
  logic [noc_packet::NODE_BITS-1:0] node;
  logic [noc_packet::FIELD_BITS-1:0] field;
  logic [noc_packet::KIND_BITS-1:0] kind;
  logic [LINKS-1:0] by;
  logic near, sense;

  assign kind = header[noc_packet::KIND_SHIFT+:noc_packet::KIND_BITS];
  assign node = header[noc_packet::NODE_SHIFT+:noc_packet::NODE_BITS];
  assign field = header[noc_packet::FIELD_SHIFT+:noc_packet::FIELD_BITS];

  always_ff @(posedge clk)
    if (entry_write) routes[TABLE_BITS'({entry_vc, entry_node})] <= entry;
  assign found = routes[TABLE_BITS'({vc, node[NODE_BITS-1:0]})];

  generate
    // A TURN's port, one bit of all.
    for (genvar p = 0; p < LINKS; p = p + 1) begin : g_port
      assign by[p] = field == p[noc_packet::FIELD_BITS-1:0];
    end
  endgenerate

  assign turn = turns && kind == noc_packet::TURN;
  assign near = node == 1;
  assign stays = turn && near;
  assign sense = turn ? |(by & linked) && node != 0 && (!near || follows) :
      kind == noc_packet::LAST && !(|node[noc_packet::NODE_BITS-1:NODE_BITS]);
  assign way = !sense ? {1'b0, BROKEN} : turn ? {1'b0, field[2:0]} : found;
endmodule
