// SPDX-License-Identifier: BSD-2-Clause
//
// What node 0 writes to BOOT, on its way to all nodes: docs/board.md, section 7. Written in t, it
// is in `shown` from t + 7 on, and every node reads it from t + 8 on, as noc_ni registers it once
// more. Nothing is taken once READY has been written. Of the other nodes' noc_ni_boot nothing is used.
//
// Size: 3 LUT4, 140 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_boot (
    input  logic        clk,
    input  logic        rst,
    input  logic        tick,
    input  logic        write,
    input  logic [31:0] wdata,
    output logic [31:0] shown
);
  localparam integer STAGES = noc_regs::SEND_CYCLES - 2;
  localparam logic [31:0] BITS = 32'hc001ffff;  // that exist (section 4.6)

  logic [STAGES-1:0] valid;
  logic [32*STAGES-1:0] values;
  logic closed;

  always_ff @(posedge clk)
    if (rst) begin
      valid  <= '0;
      closed <= 1'b0;
      shown  <= '0;
    end else if (tick) begin
      valid <= {write && !closed, valid[STAGES-1:1]};
      if (write && wdata[noc_regs::NI_BOOT_READY_SHIFT]) closed <= 1'b1;
      if (valid[0]) shown <= values[31:0];
    end
  always_ff @(posedge clk) if (tick) values <= {wdata & BITS, values[32*STAGES-1:32]};
endmodule
