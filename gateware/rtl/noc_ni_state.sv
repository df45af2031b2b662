// SPDX-License-Identifier: BSD-2-Clause
//
// What a debugger reads of the interface: the words of state.def but for the router's rows.
// docs/board.md, section 5.2. It reads while there is no tick.
//
// Size: 193 LUT4, 13 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_state (
    input  logic        clk,
    input  logic        rst,
    input  logic        tick,
    // Worms and signals that are started, and those whose first flit leaves, in this cycle.
    input  logic [ 1:0] starts,
    input  logic        begins,
    // The interface, before this cycle.
    input  logic [14:0] pending,
    input  logic [15:0] busy,
    input  logic [10:0] discards,  // messages
    input  logic [39:0] entries,   // of each queue
    input  logic [39:0] frees,
    input  logic [ 7:0] open,
    input  logic [ 7:0] done,
    input  logic [ 7:0] landing,
    input  logic [31:0] stamps,    // that the router has made
    input  logic [ 4:0] rows,
    input  logic [31:0] row,       // the word of a row at this offset
    // The word.
    input  logic [11:0] offset,
    output logic [31:0] rdata
);
  logic [12:0] starting;
  logic [63:0] queued, free;

  always_ff @(posedge clk)
    if (rst) starting <= '0;
    else if (tick) starting <= starting + 13'(starts) - 13'(begins);

  generate
    for (genvar q = 0; q < noc_regs::QUEUES; q = q + 1) begin : g_queue
      assign queued[8*q+:8] = 8'(entries[5*q+:5]);
      assign free[8*q+:8]   = 8'(frees[5*q+:5]);
    end
  endgenerate

  always_comb
    case (offset)
      noc_regs::STATE_PENDING: rdata = 32'(pending);
      noc_regs::STATE_TX_BUSY: rdata = 32'(busy);
      noc_regs::STATE_STARTING: rdata = 32'(starting);
      noc_regs::STATE_DISCARDS: rdata = 32'(discards);
      noc_regs::STATE_QUEUED0: rdata = queued[31:0];
      noc_regs::STATE_QUEUED1: rdata = queued[63:32];
      noc_regs::STATE_FREE0: rdata = free[31:0];
      noc_regs::STATE_FREE1: rdata = free[63:32];
      noc_regs::STATE_WINDOWS:
      rdata = 32'(open) << noc_regs::STATE_WINDOWS_OPEN_SHIFT | 32'(done) << noc_regs::STATE_WINDOWS_DONE_SHIFT |
          32'(landing) << noc_regs::STATE_WINDOWS_LANDING_SHIFT;
      noc_regs::STATE_STAMPS: rdata = stamps;
      noc_regs::STATE_ROWS: rdata = 32'(rows);
      default: rdata = offset >= noc_regs::STATE_IN ? row : 32'd0;
    endcase
endmodule
