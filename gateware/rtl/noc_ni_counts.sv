// SPDX-License-Identifier: BSD-2-Clause
//
// The counter block of a node but for what the core reports: counters.def, docs/board.md, section
// 5. What happens in cycle c is counted at the edge that ends c. COUNTERS obeys clear, freeze, run
// in this order, before the events of its cycle; a frozen counter counts nothing.
//
// Size: 1,416 LUT4, 641 flip-flops
// (ECP5, 4 links, 1 virtual channel, 16 nodes).

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
    input  logic [        11:0] offset,
    output logic [        31:0] rdata,
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
  localparam logic [11:0] STRIDE = noc_regs::CNT_LINK_HEADERS - noc_regs::CNT_LINKS;

  logic frozen, frozen_now;
  logic [31:0] ins, outs, discards, bads, startups, signals_sent, relays, ejects;
  logic [3:0] relays_now;

  assign frozen_now = command ? !bits[2] && (bits[1] || frozen) : frozen;
  always_ff @(posedge clk)
    if (rst) frozen <= 1'b0;
    else if (tick) frozen <= frozen_now;

  // A counter after this cycle, in which it counts n.
  function automatic logic [31:0] after(input logic clear, input logic still,
                                        input logic [31:0] count, input logic [20:0] n);
    after = (clear ? 32'd0 : count) + (still ? 32'd0 : 32'(n));
  endfunction

  logic clear;

  assign clear = command && bits[0];
  always_comb begin
    relays_now = '0;
    for (integer c = 0; c < CHANNELS; c = c + 1) relays_now = relays_now + 4'(relayed[c]);
  end

  always_ff @(posedge clk)
    if (rst) begin
      ins <= '0;
      outs <= '0;
      discards <= '0;
      bads <= '0;
      startups <= '0;
      signals_sent <= '0;
      relays <= '0;
      ejects <= '0;
    end else if (tick) begin
      ins <= after(clear, frozen_now, ins, 21'(in));
      outs <= after(clear, frozen_now, outs, 21'(out));
      discards <= after(clear, frozen_now, discards, 21'(discarded));
      bads <= after(clear, frozen_now, bads, 21'(bad));
      startups <= after(clear, frozen_now, startups, startup);
      signals_sent <= after(clear, frozen_now, signals_sent, 21'(signals));
      relays <= after(clear, frozen_now, relays, 21'(relays_now));
      ejects <= after(clear, frozen_now, ejects, 21'(ejected));
    end

  // --- links ---

  logic [32*CHANNELS-1:0] rows[0:2];
  logic [CHANNELS-1:0] events[0:2];
  logic [4:0] row;  // of a channel, if it is used
  logic [31:0] link;

  assign events[0] = flits;
  assign events[1] = headers;
  assign events[2] = blocked;
  generate
    for (genvar c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      for (genvar k = 0; k < 3; k = k + 1) begin : g_count
        logic [31:0] count;

        always_ff @(posedge clk)
          if (rst) count <= '0;
          else if (tick) count <= after(clear, frozen_now, count, 21'(events[k][c]));
        assign rows[k][32*c+:32] = count;
      end
    end
  endgenerate

  always_comb begin
    link = '0;
    row  = '0;
    for (integer c = 0; c < CHANNELS; c = c + 1) begin
      for (integer k = 0; k < 3; k = k + 1)
        if (used[c] && offset == noc_regs::CNT_LINKS + STRIDE * (12'd3 * 12'(row) + 12'(k)))
          link = link | rows[k][32*c+:32];
      row = row + 5'(used[c]);
    end
  end

  always_comb
    case (offset)
      noc_regs::CNT_IN: rdata = ins;
      noc_regs::CNT_OUT: rdata = outs;
      noc_regs::CNT_RELAYED: rdata = relays;
      noc_regs::CNT_DISCARDED: rdata = discards;
      noc_regs::CNT_BAD: rdata = bads;
      noc_regs::CNT_STARTUP: rdata = startups;
      noc_regs::CNT_SIGNALS: rdata = signals_sent;
      noc_regs::CNT_EJECTED: rdata = ejects;
      noc_regs::CNT_ROWS: rdata = 32'(row);
      default: rdata = link;
    endcase
endmodule
