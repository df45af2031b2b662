// SPDX-License-Identifier: BSD-2-Clause
//
// A node's RAM: four banks (noc_bank), of which each has every fourth word. The NI has a port of 64
// bits, for two banks at a time, and never waits. The hart has one of 32 bits. It waits while the NI
// has an access to the pair of banks that its word is in, `taken`: bodies that are read and
// written one word after the other take each pair half of the time, so the hart is never kept long. No bank is
// ever read and written at once. docs/board.md, section 1.
//
// An access of cycle t is done at its end. What was read is there in t + 1, and stays as long as
// nobody asks for anything, as while the clock stands.

module noc_ram #(
    parameter integer RAM_BITS = 16  // 2^RAM_BITS bytes
) (
    input  logic                clk,
    input  logic                ni,           // first
    input  logic [         7:0] ni_write,     // these bytes; none: it is a read
    input  logic [RAM_BITS-4:0] ni_at,        // of 64-bit words
    input  logic [        63:0] ni_wdata,
    output logic [        63:0] ni_rdata,
    output logic                taken,        // the hart's word cannot be had in this cycle
    input  logic                hart,         // if it is not taken
    input  logic                hart_writes,  // these bytes, or none; else it reads
    input  logic [         3:0] hart_mask,
    input  logic [RAM_BITS-3:0] hart_at,      // of 32-bit words
    input  logic [        31:0] hart_wdata,
    output logic [        31:0] hart_rdata
);
  logic [31:0] rdata[0:3];
  logic ni_pair;
  logic [1:0] hart_bank;

  assign taken = ni && ni_at[0] == hart_at[1];

  generate
    for (genvar b = 0; b < 4; b = b + 1) begin : g_bank
      logic by_ni, by_hart;

      assign by_ni   = ni && ni_at[0] == 1'(b / 2);
      assign by_hart = hart && !taken && hart_at[1:0] == 2'(b);
      noc_bank #(
          .BITS(RAM_BITS - 4)
      ) bank (
          .clk,
          .read(by_ni ? ni_write == 0 : by_hart && !hart_writes),
          .write(by_ni ? ni_write[4*(b%2)+:4] : by_hart && hart_writes ? hart_mask : 4'd0),
          .at(by_ni ? ni_at[RAM_BITS-4:1] : hart_at[RAM_BITS-3:2]),
          .wdata(by_ni ? ni_wdata[32*(b%2)+:32] : hart_wdata),
          .rdata(rdata[b])
      );
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (ni && ni_write == 0) ni_pair <= ni_at[0];
    if (hart && !taken && !hart_writes) hart_bank <= hart_at[1:0];
  end

  assign ni_rdata   = ni_pair ? {rdata[3], rdata[2]} : {rdata[1], rdata[0]};
  assign hart_rdata = rdata[hart_bank];
endmodule
