// SPDX-License-Identifier: BSD-2-Clause
//
// One input of a router, a virtual channel of a link or the injection context: its buffer, its
// part of the routing table, and the state of the worm in front.
//
// A header that comes to the front in cycle c is routed in c, and asks for its output channel
// from c on. In the cycle in which it is granted one it may leave; a TURN whose last link this is
// stays here instead, and the flit behind is the header from the next cycle on. A worm that is to
// end here has its consumption context at once; one whose header makes no sense is sunk, a flit a
// cycle. docs/board.md, section 3: step 2, "A stripped TURN", "Sinking"; `header_cycles` 0.
//
// A routing is a table: for the header LAST n the entry n says by which port and virtual channel
// the worm leaves, that it ends here (END), or that it makes no sense (BROKEN). Turns need none.

module noc_input #(
    parameter integer LINKS = 4,
    parameter integer NODE_BITS = 4,
    parameter integer FLIT = 34
) (
    input  logic                 clk,
    input  logic                 rst,
    input  logic                 tick,
    // What the router is: whether its routing follows turns, and which of its ports have links.
    input  logic                 turns,
    input  logic [    LINKS-1:0] linked,
    input  logic                 entry_write,
    input  logic [NODE_BITS-1:0] entry_node,
    input  logic [          3:0] entry,        // virtual channel, port
    // The link before it: flit = {tail, another header flit follows, 32 bits}.
    input  logic                 push,
    input  logic [     FLIT-1:0] pushed,
    output logic                 freed,        // a place: a credit for the sender
    // Step 2.
    output logic                 asks,
    output logic                 fresh,        // it asks since this cycle
    input  logic                 granted,
    output logic                 owns,         // it has its channel since an earlier cycle
    output logic [          3:0] channel,      // which it has or asks for: virtual channel, port
    // Step 3.
    output logic                 goes,         // its flit is to cross the link
    output logic                 ends,         // its flit is for the NI
    output logic                 waits,        // its flit is to go to the channel, and is not stripped
    output logic                 head,         // the flit in front is the worm's header
    output logic [     FLIT-1:0] flit,
    input  logic                 taken,        // it crosses, or the NI takes it
    output logic                 sunk          // the tail of a worm that makes no sense leaves
);
  localparam logic [2:0] END = 3'd6, BROKEN = 3'd7;

  localparam logic [2:0]
      IDLE = 3'd0,    // no worm, or its header is to be routed
      ASKED = 3'd1,   // its header waits for a channel
      HEAD = 3'd2,    // it has a channel, and its header is to leave
      TURNED = 3'd3,  // the same; the header was stripped, and the next one leaves as it is
      BODY = 3'd4,    // its header has left
      ENDS = 3'd5,    // it goes to the NI
      SINKS = 3'd6;

  logic [2:0] state, next;
  logic [3:0] kept;  // the channel that it has
  logic valid, pop, tail, route, broken, here, turn, last_link, lower, strips;
  logic [FLIT-1:0] front;
  logic [3:0] routed;
  logic [LINKS-1:0] by;

  noc_buffer #(
      .WIDTH(FLIT)
  ) buffer (
      .clk,
      .rst,
      .tick,
      .push,
      .pushed,
      .pop,
      .valid,
      .front
  );

  // --- the header in front ---

  logic [3:0] routes[0:(1<<NODE_BITS)-1];
  logic [3:0] found;
  logic [noc_packet::NODE_BITS-1:0] node;
  logic [noc_packet::FIELD_BITS-1:0] field;
  logic [noc_packet::KIND_BITS-1:0] kind;

  always_ff @(posedge clk) if (entry_write) routes[entry_node] <= entry;

  assign kind = front[noc_packet::KIND_SHIFT+:noc_packet::KIND_BITS];
  assign node = front[noc_packet::NODE_SHIFT+:noc_packet::NODE_BITS];
  assign field = front[noc_packet::FIELD_SHIFT+:noc_packet::FIELD_BITS];
  assign tail = front[33];
  assign found = routes[node[NODE_BITS-1:0]];
  assign last_link = node == 1;

  // A TURN's port, one bit of all.
  generate
    for (genvar p = 0; p < LINKS; p = p + 1) begin : g_port
      assign by[p] = field == p[noc_packet::FIELD_BITS-1:0];
    end
  endgenerate

  assign turn = turns && kind == noc_packet::TURN;
  assign routed = turn ? {1'b0, field[2:0]} : found;
  assign here = !turn && found[2:0] == END;
  assign broken = turn ? !(|(by & linked)) || node == 0 || (last_link && !front[32]) :
      kind != noc_packet::LAST || found[2:0] == BROKEN || |node[noc_packet::NODE_BITS-1:NODE_BITS];

  // --- the worm in front ---

  assign route = valid && state == IDLE;
  assign fresh = route && !broken && !here;
  assign asks = fresh || (valid && state == ASKED);
  assign owns = state == HEAD || state == TURNED || state == BODY;
  assign channel = owns ? kept : routed;
  assign strips = asks && granted && turn && last_link;
  assign goes = valid && ((asks && granted && !strips) || owns);
  assign ends = valid && ((route && here && !broken) || state == ENDS);
  assign waits = valid && (asks || owns) && !strips;
  assign head = state != BODY;
  assign sunk = pop && tail && !goes && !ends;
  assign pop = taken || strips || (route && broken) || (valid && state == SINKS);
  assign freed = pop;

  // A TURN that goes on has one link less to go.
  assign lower = turn && (state == IDLE || state == ASKED || state == HEAD);
  assign flit = {front[FLIT-1:noc_packet::FIELD_SHIFT], lower ? node - 1'b1 : node, kind};

  always_comb begin
    next = state;
    if (pop && tail) next = IDLE;
    else if (strips) next = TURNED;
    else if (goes) next = pop ? BODY : state == TURNED || state == BODY ? state : HEAD;
    else if (ends) next = ENDS;
    else if (asks) next = ASKED;
    else if (route) next = SINKS;
  end

  always_ff @(posedge clk)
    if (rst) state <= IDLE;
    else if (tick) state <= next;

  always_ff @(posedge clk) if (tick && asks && granted) kept <= routed;
endmodule
