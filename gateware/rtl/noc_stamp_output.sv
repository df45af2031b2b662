// SPDX-License-Identifier: BSD-2-Clause
//
// The stamps of one output of a router, a link or the NI: of each worm whose tail leaves here while
// `on`, if its head has left since then. docs/board.md, section 5.3.
//
// A flit that leaves in cycle c is looked at in c. The record of a tail is written at the edge that
// ends c, to its own place: the router numbers its records, and each output has a memory for all of
// them. So several outputs may write in one cycle. A debugger reads while there is no tick.
//
// Size: in that of noc_stamps.

module noc_stamp_output #(
    parameter integer WAY_BITS = 1,  // of a channel of the link, or an input that the NI takes from
    parameter integer WAYS = 1 << WAY_BITS
) (
    input  logic                clk,
    input  logic                rst,
    input  logic                tick,
    input  logic                on,
    input  logic [        31:0] now,
    // A flit leaves.
    input  logic                leaves,
    input  logic [WAY_BITS-1:0] way,
    input  logic [        33:0] flit,   // {tail, another header flit follows, 32 bits}
    // It makes the record of this number, modulo 256.
    output logic                made,
    input  logic [         7:0] place,
    // A debugger reads: {head, way, span, header, w1} of this record, in the next cycle.
    input  logic                look,
    input  logic [         7:0] at,
    output logic [       116:0] found
);
  localparam logic [1:0] HEADER = 2'd0, WORD1 = 2'd2, REST = 2'd3;

  logic [31:0] heads[0:WAYS-1];
  logic [31:0] headers[0:WAYS-1];
  logic [31:0] words1[0:WAYS-1];
  logic [31:0] head, header, word1, span;
  logic [2*WAYS-1:0] steps;   // what comes next of the worm; 1: W0
  logic [WAYS-1:0] begun;     // something of it has left,
  logic [WAYS-1:0] counts;    // while `on`
  logic [1:0] step;
  logic first, tail;

  assign tail = flit[33];
  assign first = !begun[way];
  assign step = first ? HEADER : steps[2*way+:2];
  assign head = first ? now : heads[way];
  assign header = step == HEADER ? flit[31:0] : headers[way];
  assign word1 = step == WORD1 ? flit[31:0] : step == REST ? words1[way] : 32'd0;
  assign span = now - head;
  assign made = leaves && tail && on && (first || counts[way]);

  always_ff @(posedge clk)
    if (rst) begin
      begun  <= '0;
      counts <= '0;
    end else if (tick) begin
      if (!on) counts <= '0;
      else if (leaves && first) counts[way] <= 1'b1;
      if (leaves) begun[way] <= !tail;
    end

  always_ff @(posedge clk)
    if (tick && leaves) begin
      heads[way] <= head;
      headers[way] <= header;
      words1[way] <= word1;
      steps[2*way+:2] <= step == HEADER && flit[32] ? HEADER : step == REST ? REST : step + 1'b1;
    end

  (* no_rw_check *)
  logic [116:0] records[0:noc_regs::STAMPS-1];

  always_ff @(posedge clk)
    if (tick && made)
      records[place] <= {
        head, way == WAY_BITS'(1), |span[31:20] ? noc_regs::STAMP_SPAN_MAX : span[19:0], header, word1
      };
  always_ff @(posedge clk) if (look) found <= records[at];
endmodule
