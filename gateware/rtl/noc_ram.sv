// SPDX-License-Identifier: BSD-2-Clause
//
// A node's RAM: two banks of 32 bits, for even words and odd ones, each with a port for the network
// interface and one for the hart. The interface's access is served in its cycle; a read's answer is
// there in the next one, and stays until the next access. So does the hart's, from `done` on.
//
// The hart waits, with its request as it is, until the writes that the interface has decided on in
// earlier cycles are in RAM (noc_ni_land: `behind`), and while both ports want one place and one of
// them writes. So it finds all that has come before, it overwrites it, and no port ever reads what
// the other is writing. It waits for 32 writes at most, and nearly always for none.
// docs/board.md, section 4.2, "Visible": a body is in RAM in its v.
//
// Size: 85 LUT4, 8 flip-flops, 32 block RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ram #(
    parameter integer RAM_BITS = 16
) (
    input  logic                clk,
    input  logic                rst,
    input  logic                tick,
    // The interface: 64-bit words.
    input  logic                access,
    input  logic [RAM_BITS-4:0] at,
    input  logic [         7:0] write,     // these bytes; 0: a read
    input  logic [        63:0] wdata,
    output logic [        63:0] rdata,
    input  logic [         5:0] behind,
    // The hart: words.
    input  logic                request,
    input  logic [RAM_BITS-3:0] hart_at,
    input  logic [         3:0] hart_write,
    input  logic [        31:0] hart_wdata,
    output logic                done,      // it is served in this cycle
    output logic [        31:0] hart_rdata
);
  (* no_rw_check *)
  logic [31:0] even[0:(1<<(RAM_BITS-3))-1];
  (* no_rw_check *)
  logic [31:0] odd[0:(1<<(RAM_BITS-3))-1];

  // --- when the hart is served ---

  logic waits, meets;
  logic [5:0] left, first;  // writes that come first: of a request that waits; of this one

  assign first = waits ? left : behind;
  assign meets = access && at == hart_at[RAM_BITS-3:1] && (|write || |hart_write);
  assign done  = request && first == 0 && !meets;

  always_ff @(posedge clk)
    if (rst) waits <= 1'b0;
    else if (tick) waits <= request && !done;
  always_ff @(posedge clk) if (tick) left <= first - 6'(|write && first != 0);

  // --- the banks ---

  logic serve_even, serve_odd, last_odd;
  logic [31:0] even_data, odd_data;
  logic [RAM_BITS-4:0] hart_row;

  assign serve_even = tick && done && !hart_at[0];
  assign serve_odd = tick && done && hart_at[0];
  assign hart_row = hart_at[RAM_BITS-3:1];
  assign hart_rdata = last_odd ? odd_data : even_data;

  always_ff @(posedge clk) begin
    for (integer b = 0; b < 4; b = b + 1) begin
      if (tick && access && write[b]) even[at][8*b+:8] <= wdata[8*b+:8];
      if (serve_even && hart_write[b]) even[hart_row][8*b+:8] <= hart_wdata[8*b+:8];
    end
    if (tick && access && write == 0) rdata[31:0] <= even[at];
    if (serve_even) even_data <= even[hart_row];
  end

  always_ff @(posedge clk) begin
    for (integer b = 0; b < 4; b = b + 1) begin
      if (tick && access && write[4+b]) odd[at][8*b+:8] <= wdata[32+8*b+:8];
      if (serve_odd && hart_write[b]) odd[hart_row][8*b+:8] <= hart_wdata[8*b+:8];
    end
    if (tick && access && write == 0) rdata[63:32] <= odd[at];
    if (serve_odd) odd_data <= odd[hart_row];
  end

  always_ff @(posedge clk) if (tick && done) last_odd <= hart_at[0];
endmodule
