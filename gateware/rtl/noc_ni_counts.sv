// SPDX-License-Identifier: BSD-2-Clause
//
// The counter block of a node but for what the core reports: counters.def, docs/board.md, section
// 5. What happens in cycle c is counted at the edge that ends c. COUNTERS obeys clear, freeze, run
// in this order, before the events of its cycle; a frozen counter counts nothing.
//
// A counter's low bits are its own (noc_ni_count); the rest of all lies in a block RAM, which a
// sweep visits row by row, two cycles each: it reads a row, and writes it with the wraps of the low
// bits added. The low bits can count as many cycles as the sweep takes, so that each event of one
// bit wraps them at most once between two visits. After a clear the sweep begins anew: rows that it
// has not reached are 0. STARTUP, which adds any number, is a register.
//
// What is looked at in cycle t is `found` in t itself, or `counted` in t + 1 and until the next tick.
//
// Size: 568 LUT4, 196 flip-flops, 2 block RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_counts #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer CHANNELS = LINKS * VCS
) (
    input  logic                clk,
    input  logic                rst,
    input  logic                tick,
    input  logic                command,    // COUNTERS is written
    input  logic [         2:0] bits,
    input  logic                look,
    input  logic                own,        // in the counter block; else `counted` becomes 0
    input  logic [        11:0] offset,
    output logic [        31:0] found,
    output logic [        31:0] counted,
    // The NI.
    input  logic [         1:0] in,
    input  logic [         1:0] out,
    input  logic [         1:0] discarded,
    input  logic [         3:0] bad,
    input  logic [         1:0] signals,
    input  logic [        20:0] startup,
    // The router.
    input  logic                ejected,
    input  logic [CHANNELS-1:0] used,       // channels that the routing uses: these have rows
    input  logic [CHANNELS-1:0] flits,
    input  logic [CHANNELS-1:0] headers,
    input  logic [CHANNELS-1:0] relayed,
    input  logic [CHANNELS-1:0] blocked
);
  // A row of the memory: {channel, which of its three}, or {which of the node's, 3}.
  localparam integer GROUP_BITS = CHANNELS > 8 ? 4 : 3, ROW_BITS = GROUP_BITS + 2, ROWS = 1 << ROW_BITS;
  localparam integer LOW = ROW_BITS + 1, HIGH = 32 - LOW, WRAPS = 4;
  localparam logic [1:0] OF_NODE = 2'd3;
  localparam integer RELAYED = 2, BAD = 4, STARTUP = 5, EJECTED = 7;  // words of counters.def from IN on
  localparam logic [11:0] FIRST = noc_regs::CNT_IN;  // of the node's

  // --- what is counted ---

  logic frozen, still, clear;
  logic [3:0] relays;

  assign still = command ? !bits[2] && (bits[1] || frozen) : frozen;
  assign clear = rst || (command && bits[0]);
  always_ff @(posedge clk)
    if (rst) frozen <= 1'b0;
    else if (tick) frozen <= still;

  always_comb begin
    relays = '0;
    for (integer c = 0; c < CHANNELS; c = c + 1) relays = relays + 4'(relayed[c]);
  end

  // How much each of the node's counts, in the order of counters.def. Of STARTUP see below.
  logic [31:0] steps;
  logic unused;
  logic [ROWS*LOW-1:0] lows;
  logic [ROWS*WRAPS-1:0] wraps;
  logic [ROWS-1:0] taken;

  assign unused = &{steps, offset[1:0]};
  assign steps = {3'd0, ejected, 2'd0, signals, 4'd0, bad, 2'd0, discarded, relays, 2'd0, out, 2'd0, in};
  generate
    for (genvar r = 0; r < ROWS; r = r + 1) begin : g_row
      localparam integer GROUP = r / 4, KIND = r % 4;
      localparam integer STEP = KIND != 3 || GROUP == EJECTED ? 1 : GROUP == RELAYED || GROUP == BAD ? 4 : 2;

      if (KIND == 3 ? GROUP < 8 && GROUP != STARTUP : GROUP < CHANNELS) begin : g_there
        logic [STEP-1:0] n;

        if (KIND == 3) begin : g_of_node
          assign n = steps[4*GROUP+:STEP] & {STEP{!still}};
        end else begin : g_of_channel
          assign n = !still && (KIND == 0 ? flits[GROUP] : KIND == 1 ? headers[GROUP] : blocked[GROUP]);
        end
        noc_ni_count #(
            .LOW  (LOW),
            .STEP (STEP),
            .WRAPS(STEP)
        ) count (
            .clk,
            .tick(tick || rst),
            .clear,
            .n,
            .taken(taken[r]),
            .low(lows[r*LOW+:LOW]),
            .wraps(wraps[r*WRAPS+:STEP])
        );
        if (STEP < WRAPS) begin : g_no_more
          assign wraps[r*WRAPS+STEP+:WRAPS-STEP] = '0;
        end
      end else begin : g_none
        logic unused_taken;

        assign lows[r*LOW+:LOW] = '0;
        assign wraps[r*WRAPS+:WRAPS] = '0;
        assign unused_taken = taken[r];
      end
    end
  endgenerate

  // Bit b of all: one multiplexer each.
  logic [ROWS-1:0] low_bits[0:LOW-1];
  logic [ROWS-1:0] wrap_bits[0:WRAPS-1];
  logic [LOW-1:0] look_low;
  logic [WRAPS-1:0] look_wraps, row_wraps;

  generate
    for (genvar b = 0; b < LOW; b = b + 1) begin : g_low
      for (genvar r = 0; r < ROWS; r = r + 1) begin : g_of
        assign low_bits[b][r] = lows[r*LOW+b];
      end
      assign look_low[b] = low_bits[b][look_row];
    end
    for (genvar b = 0; b < WRAPS; b = b + 1) begin : g_wraps
      for (genvar r = 0; r < ROWS; r = r + 1) begin : g_of
        assign wrap_bits[b][r] = wraps[r*WRAPS+b];
      end
      assign look_wraps[b] = wrap_bits[b][look_row];
      assign row_wraps[b]  = wrap_bits[b][row];
    end
  endgenerate

  // --- the sweep ---

  logic [ROW_BITS-1:0] row;  // it is at this one
  logic writes, wipes;       // it writes it; it began with a clear
  (* ram_style = "block", no_rw_check *)
  logic [HIGH-1:0] memory[0:ROWS-1];
  logic [HIGH-1:0] swept;

  assign taken = (ROWS)'(writes) << row;
  always_ff @(posedge clk)
    if (clear) begin
      if (rst || tick) begin
        {row, writes} <= '0;
        wipes <= 1'b1;
      end
    end else if (tick) begin
      {row, writes} <= {row, writes} + 1'b1;
      if (&{row, writes}) wipes <= 1'b0;
    end
  always_ff @(posedge clk)
    if (tick && writes) memory[row] <= (wipes ? HIGH'(0) : swept) + HIGH'(row_wraps);
    else if (tick) swept <= memory[row];

  // --- what is looked at ---

  logic [GROUP_BITS-1:0] group;
  logic [5:0] word;
  logic [1:0] kind;
  logic [3:0] rank;
  logic [4:0] rows;
  logic [ROW_BITS-1:0] look_row;
  logic in_links, in_node, there;

  assign word = 6'(offset[7:2]) - 6'(noc_regs::CNT_LINKS >> 2);
  assign in_links = offset[11:8] == 0 && offset >= noc_regs::CNT_LINKS && 32'(word) < 3 * CHANNELS;
  assign in_node = offset[11:5] == FIRST[11:5];
  always_comb begin
    rank = '0;
    for (integer i = 1; i < CHANNELS; i = i + 1) if (32'(word) >= 3 * i) rank = 4'(i);
    kind = 2'(word - 6'd3 * 6'(rank));
    // The channel that is the rank-th one that is used.
    rows  = '0;
    group = '0;
    there = 1'b0;
    for (integer c = 0; c < CHANNELS; c = c + 1) begin
      if (used[c] && rows == 5'(rank)) begin
        group = group | GROUP_BITS'(c);
        there = 1'b1;
      end
      rows = rows + 5'(used[c]);
    end
  end
  assign look_row = in_node ? {GROUP_BITS'(offset[4:2]), OF_NODE} : {group, kind};

  // In the next cycle the row is here; where the sweep writes it now, it still has the old one.
  logic [HIGH-1:0] looked;
  logic [LOW-1:0] low_then;
  logic [WRAPS-1:0] wraps_then;
  logic meets, none, shows;

  always_ff @(posedge clk) if (look) looked <= memory[look_row];
  always_ff @(posedge clk)
    if (look) begin
      shows <= own && offset[1:0] == 0 && ((in_node && offset != noc_regs::CNT_STARTUP) || (in_links && there));
      meets <= writes && look_row == row;
      none <= wipes && look_row >= row;
      low_then <= look_low;
      wraps_then <= look_wraps;
    end
  assign counted = shows ? {(none ? HIGH'(0) : meets ? swept : looked) + HIGH'(wraps_then), low_then} : '0;

  logic [31:0] startups;

  always_ff @(posedge clk)
    if (rst) startups <= '0;
    else if (tick) startups <= (clear ? 32'd0 : startups) + (still ? 32'd0 : 32'(startup));
  assign found = offset == noc_regs::CNT_STARTUP ? startups : offset == noc_regs::CNT_ROWS ? 32'(rows) : '0;
endmodule
