// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ram: no port reads or writes a place that the other writes; the hart is served when all
// that was decided before its request is in RAM, and then at once; and words change by what is
// written alone. Taps: `waits` and `left`, and the words.

module prove_ram #(
    parameter integer RAM_BITS = 4
) (
    input logic clk,
    input logic tick,
    input logic put,
    input logic access,
    input logic [RAM_BITS-4:0] at,
    input logic [7:0] write,
    input logic [63:0] wdata,
    input logic request,
    input logic [RAM_BITS-3:0] hart_at,
    input logic [3:0] hart_write,
    input logic [31:0] hart_wdata
);
  localparam integer WORDS = 1 << (RAM_BITS - 2);

  logic started = 1'b0;
  logic done, waits;                // waits: a tap
  logic [63:0] rdata;
  logic [31:0] hart_rdata;
  logic [5:0] behind, left;         // left: a tap
  logic [WORDS*32-1:0] words;       // taps

  noc_ram #(
      .RAM_BITS(RAM_BITS)
  ) ram (
      .clk,
      .rst(!started),
      .tick,
      .access,
      .at,
      .write,
      .wdata,
      .rdata,
      .behind,
      .request,
      .hart_at,
      .hart_write,
      .hart_wdata,
      .done,
      .hart_rdata
  );
  always_ff @(posedge clk) started <= 1'b1;

  // --- the interface: noc_ni_land, and a hart that keeps its request as it is ---

  logic writes, pending;
  logic [RAM_BITS+35:0] hart, hart_before;
  logic [5:0] owed, owed_now;  // writes decided before the request that are not in RAM

  assign writes = access && |write;
  assign hart = {hart_at, hart_write, hart_wdata, 2'b00};
  assign owed_now = pending ? owed : behind;

  always_comb begin
    assume (access || write == 0);
    assume (!writes || behind != 0);
    assume (!put || behind < 32);
    assume (!pending || (request && hart == hart_before));
  end

  always_ff @(posedge clk)
    if (!started) begin
      behind  <= '0;
      pending <= 1'b0;
    end else if (tick) begin
      behind  <= behind + 6'(put) - 6'(writes);
      pending <= request && !done;
      owed    <= owed_now - 6'(writes && owed_now != 0);
      hart_before <= hart;
    end

  // --- ports never meet; the hart comes behind what was decided before ---

  logic same;

  assign same = access && at == hart_at[RAM_BITS-3:1];

  always_ff @(posedge clk)
    if (started) begin
      assert (!(done && same && (|write || |hart_write)));
      assert (!done || (request && owed_now == 0));
      assert (!request || owed_now != 0 || done || (same && (|write || |hart_write)));
      assert (waits == pending && (!pending || left == owed));
      assert (behind <= 32 && (!pending || owed <= 32));
      cover (done && same);
      cover (pending && done && |hart_write);
      cover (request && !done && owed_now == 0);
    end

  // --- what is written, and what is read ---

  logic [WORDS*32-1:0] words_then;
  logic [63:0] rdata_then;
  logic [31:0] hart_then;
  logic known = 1'b0;

  always_ff @(posedge clk) begin
    known <= started;
    words_then <= words;
    for (integer w = 0; w < WORDS; w = w + 1)
      for (integer b = 0; b < 4; b = b + 1) begin
        if (tick && access && at == w / 2 && write[(w%2)*4+b])
          words_then[32*w+8*b+:8] <= wdata[32*(w%2)+8*b+:8];
        if (tick && done && hart_at == w && hart_write[b]) words_then[32*w+8*b+:8] <= hart_wdata[8*b+:8];
      end
    rdata_then <= tick && access && write == 0 ? words[64*at+:64] : rdata;
    hart_then  <= tick && done ? words[32*hart_at+:32] : hart_rdata;
    if (known) begin
      assert (words == words_then);
      assert (rdata == rdata_then);
      assert (hart_rdata == hart_then);
    end
  end
endmodule
