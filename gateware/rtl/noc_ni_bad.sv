// SPDX-License-Identifier: BSD-2-Clause
//
// The broken worms of a cycle: how many BAD counts, and the one that BAD_* show. What the NI finds
// comes first, then the worms that the router has sunk, by input port, then by virtual channel.
// docs/board.md, section 4, and 4.2, "Broken".
//
// Worms sunk have left the router in the cycle before, like flits that are in the NI now.
//
// Size: 68 LUT4 (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_bad #(
    parameter integer INPUTS = 5,
    parameter integer VCS = 1
) (
    // What the NI has found.
    input  logic              bad,
    input  logic [      31:0] header,
    input  logic [      23:0] where,
    // What the router has sunk.
    input  logic [INPUTS-1:0] broken,
    input  logic [      31:0] broken_header,
    output logic [       3:0] bads,
    output logic [      31:0] last_header,
    output logic [      23:0] last_where
);
  logic [7:0] port, vc;  // of the last input

  always_comb begin
    bads = 4'(bad);
    port = '0;
    vc   = '0;
    for (integer i = 0; i < INPUTS; i = i + 1) begin
      bads = bads + 4'(broken[i]);
      if (broken[i]) begin
        port = i == INPUTS - 1 ? 8'd255 : 8'(i / VCS);
        vc   = i == INPUTS - 1 ? 8'd0 : 8'(i % VCS);
      end
    end
  end
  assign last_header = |broken ? broken_header : header;
  assign last_where = |broken ? {noc_regs::BAD_HEADER, vc, port} : where;
endmodule
