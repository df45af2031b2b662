// SPDX-License-Identifier: BSD-2-Clause
//
// The control and status registers of a hart that has machine mode only.
//
// The RISC-V Instruction Set Manual, volume I, chapters 9 and 10; volume II (20211203), chapters 2
// and 3; docs/board.md, section 1 (what counts what) and section 6 (dcsr, dpc). What is read is
// there in the same cycle; a write, a trap or mret shows from the next cycle on.
//
// Registers that may be fixed are: misa, mstatus.MPP, all of mie and mip but the external
// interrupt, mcountinhibit, counters and events 3 to 31, identity registers other than mhartid.
// mtvec has both modes; a write of a reserved one does nothing. mcause has bit 31 and 3:0. Trigger
// registers do not exist yet.
//
// Size: 587 LUT4, 267 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_core_csr (
    input  logic        clk,
    input  logic        rst,
    input  logic        tick,
    input  logic [13:0] hart,
    input  logic [63:0] now,          // `time`
    input  logic        line,         // the external interrupt's
    // An access, by an instruction or by a debugger.
    input  logic [11:0] number,
    input  logic        debugger,     // sees dcsr and dpc
    input  logic        writes,       // it is one that writes
    input  logic [ 1:0] how,          // 1: write, 2: set bits, 3: clear bits
    input  logic [31:0] operand,
    input  logic        write,        // do so now
    output logic        exists,       // and can be written, if it is to be
    output logic [31:0] value,
    // What happens.
    input  logic [31:1] pc,
    input  logic        retires,
    input  logic        trap,
    input  logic        interrupted,  // the trap is the external interrupt
    input  logic [ 3:0] code,         // of an exception
    input  logic [31:0] tval,
    input  logic        returns,
    input  logic        stops,        // enters Debug Mode
    input  logic [ 2:0] why,
    // What follows from it.
    output logic        wakes,        // an interrupt is pending and enabled by mie
    output logic        interrupts,   // and by mstatus
    output logic [31:1] handler,
    output logic [31:1] mepc,
    output logic        ebreakm,
    output logic        single,       // dcsr.step
    output logic        dpc_write,
    output logic [31:1] dpc
);
  localparam logic [3:0] MACHINE_EXTERNAL = 4'd11;

  logic mstatus_mie, mstatus_mpie, meie, offsets, mcause_interrupt;
  logic [31:2] base;
  logic [31:0] mscratch, mtval;
  logic [3:0] mcause_code;
  logic [63:0] mcycle, minstret;
  logic [2:0] dcsr_cause;

  assign wakes = meie && line;
  assign interrupts = wakes && mstatus_mie;
  assign handler = {base, 1'b0} + (offsets && interrupted ? 31'(MACHINE_EXTERNAL) << 1 : 31'd0);

  // --- reading ---

  logic is_there;
  logic [31:0] new_value;
  logic none;  // one of those that are 0

  assign none = (number[11:5] == 7'h19 && number[4:0] != 5'd1 && number[4:0] != 5'd2) ||
      ((number[11:8] == 4'hb || number[11:8] == 4'hc) && number[6:5] == 2'd0 && number[4:0] > 5'd2);

  always_comb begin
    value = 32'd0;
    is_there = 1'b1;
    case (number)
      12'h300: value = {19'd0, 2'd3, 3'd0, mstatus_mpie, 3'd0, mstatus_mie, 3'd0};
      12'h301: value = 32'h4000_1105;  // RV32IMAC
      12'h304: value = {20'd0, meie, 11'd0};
      12'h305: value = {base, 1'b0, offsets};
      12'h340: value = mscratch;
      12'h341: value = {mepc, 1'b0};
      12'h342: value = {mcause_interrupt, 27'd0, mcause_code};
      12'h343: value = mtval;
      12'h344: value = {20'd0, line, 11'd0};
      12'h7b0: begin
        value = {4'd4, 12'd0, ebreakm, 6'd0, dcsr_cause, 3'd0, single, 2'd3};
        is_there = debugger;
      end
      12'h7b1: begin
        value = {pc, 1'b0};
        is_there = debugger;
      end
      12'hb00, 12'hc00: value = mcycle[31:0];
      12'hb80, 12'hc80: value = mcycle[63:32];
      12'hb02, 12'hc02: value = minstret[31:0];
      12'hb82, 12'hc82: value = minstret[63:32];
      12'hc01: value = now[31:0];
      12'hc81: value = now[63:32];
      12'hf14: value = {18'd0, hart};
      // mstatush, mvendorid, marchid, mimpid, mconfigptr
      12'h310, 12'hf11, 12'hf12, 12'hf13, 12'hf15: value = 32'd0;
      default: is_there = none;
    endcase
  end
  assign exists = is_there && !(writes && number[11:10] == 2'd3);

  // --- writing ---

  always_comb
    case (how)
      2'd2: new_value = value | operand;
      2'd3: new_value = value & ~operand;
      default: new_value = operand;
    endcase
  assign dpc_write = write && number == 12'h7b1;
  assign dpc = new_value[31:1];

  always_ff @(posedge clk)
    if (rst) begin
      mstatus_mie  <= 1'b0;
      mstatus_mpie <= 1'b0;
    end else if (tick && trap) begin
      mstatus_mie  <= 1'b0;
      mstatus_mpie <= mstatus_mie;
    end else if (tick && returns) begin
      mstatus_mie  <= mstatus_mpie;
      mstatus_mpie <= 1'b1;
    end else if (write && number == 12'h300) begin
      mstatus_mie  <= new_value[3];
      mstatus_mpie <= new_value[7];
    end

  always_ff @(posedge clk)
    if (rst) begin
      mcause_interrupt <= 1'b0;
      mcause_code <= 4'd0;
    end else if (tick && trap) begin
      mcause_interrupt <= interrupted;
      mcause_code <= interrupted ? MACHINE_EXTERNAL : code;
    end else if (write && number == 12'h342) begin
      mcause_interrupt <= new_value[31];
      mcause_code <= new_value[3:0];
    end

  always_ff @(posedge clk)
    if (rst) begin
      mepc <= 31'd0;
      mtval <= 32'd0;
      mscratch <= 32'd0;
    end else begin
      if (tick && trap) mepc <= pc;
      else if (write && number == 12'h341) mepc <= new_value[31:1];
      if (tick && trap) mtval <= interrupted ? 32'd0 : tval;
      else if (write && number == 12'h343) mtval <= new_value;
      if (write && number == 12'h340) mscratch <= new_value;
    end

  always_ff @(posedge clk)
    if (rst) begin
      meie <= 1'b0;
      base <= 30'd0;
      offsets <= 1'b0;
    end else begin
      if (write && number == 12'h304) meie <= new_value[11];
      if (write && number == 12'h305 && !new_value[1]) begin
        base <= new_value[31:2];
        offsets <= new_value[0];
      end
    end

  always_ff @(posedge clk)
    if (rst) begin
      ebreakm <= 1'b0;
      single <= 1'b0;
      dcsr_cause <= 3'd0;
    end else if (tick && stops) dcsr_cause <= why;
    else if (write && number == 12'h7b0) begin
      ebreakm <= new_value[15];
      single  <= new_value[2];
    end

  // What is counted in the cycle of a write counts in the half that is not written.
  always_ff @(posedge clk)
    if (rst) begin
      mcycle   <= 64'd0;
      minstret <= 64'd0;
    end else begin
      mcycle   <= mcycle + {63'd0, tick};
      minstret <= minstret + {63'd0, tick && retires};
      if (write && number == 12'hb00) mcycle[31:0] <= new_value;
      if (write && number == 12'hb80) mcycle[63:32] <= new_value;
      if (write && number == 12'hb02) minstret[31:0] <= new_value;
      if (write && number == 12'hb82) minstret[63:32] <= new_value;
    end
endmodule
