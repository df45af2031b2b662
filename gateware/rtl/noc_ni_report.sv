// SPDX-License-Identifier: BSD-2-Clause
//
// What the core reports, and time: EXIT, WAITING, PC, MARK, DEADLINE, WAKE, CONSOLE, and the last
// broken worm. docs/board.md, sections 4.2 ("Broken"), 4.3, 4.4.
//
// Size: 465 LUT4, 466 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_report (
    input  logic        clk,
    input  logic        rst,
    input  logic        tick,
    output logic [63:0] now,         // the cycle: `cycle`, `mcycle` and `time` of the hart
    // The hart.
    input  logic        write,
    input  logic [11:0] offset,
    input  logic [31:0] wdata,
    output logic [31:0] rdata,
    input  logic [11:0] own_offset,  // in the counter block
    output logic [31:0] own_rdata,
    input  logic        asleep,
    output logic [14:0] wake,
    output logic        due,         // the deadline has come
    output logic        printed,
    output logic [ 7:0] character,
    output logic        exited,      // the first write
    output logic        aborted,
    output logic [ 7:0] status,
    // A broken worm.
    input  logic        bad,
    input  logic [31:0] bad_header,
    input  logic [23:0] bad_where
);
  logic [63:0] deadline, bad_time, mark0, mark1;
  logic [31:0] waiting, pc, header;
  logic [23:0] where;
  logic [9:0] left;  // done, abort, code
  logic trapped, ends;

  assign due = now >= deadline;
  assign printed = write && offset == noc_regs::NI_CONSOLE;
  assign character = wdata[7:0];
  assign ends = write && offset == noc_regs::NI_EXIT && !left[8] && (!left[9] || wdata[8]);
  assign exited = ends && !wdata[8];
  assign aborted = ends && wdata[8];
  assign status = wdata[7:0];

  always_ff @(posedge clk)
    if (rst) begin
      now <= '0;
      deadline <= '1;
      wake <= '0;
      left <= '0;
      waiting <= '0;
      pc <= '0;
      trapped <= 1'b0;
      mark0 <= '0;
      mark1 <= '0;
      header <= '0;
      where <= '0;
      bad_time <= '0;
    end else if (tick) begin
      now <= now + 1'b1;
      if (write)
        case (offset)
          noc_regs::NI_DEADLINE_LO: deadline[31:0] <= wdata;
          noc_regs::NI_DEADLINE_HI: deadline[63:32] <= wdata;
          noc_regs::NI_WAKE: wake <= wdata[14:0];
          noc_regs::NI_WAITING: waiting <= wdata;
          noc_regs::NI_PC: begin
            pc <= wdata;
            trapped <= 1'b1;
          end
          noc_regs::NI_MARK: begin
            if (wdata == 0) mark0 <= now;
            if (wdata == 1) mark1 <= now;
          end
          default: ;
        endcase
      if (ends) left <= {1'b1, wdata[8:0]};
      if (bad) begin
        header <= bad_header;
        where <= bad_where;
        bad_time <= now;
      end
    end

  always_comb
    case (offset)
      noc_regs::NI_DEADLINE_LO: rdata = deadline[31:0];
      noc_regs::NI_DEADLINE_HI: rdata = deadline[63:32];
      noc_regs::NI_WAKE: rdata = 32'(wake);
      noc_regs::NI_EXIT: rdata = {left[9], 22'd0, left[8:0]};
      noc_regs::NI_WAITING: rdata = waiting;
      noc_regs::NI_PC: rdata = pc;
      noc_regs::NI_BAD_HEADER: rdata = header;
      noc_regs::NI_BAD_WHERE: rdata = 32'(where);
      noc_regs::NI_BAD_TIME_LO: rdata = bad_time[31:0];
      noc_regs::NI_BAD_TIME_HI: rdata = bad_time[63:32];
      default: rdata = '0;
    endcase

  always_comb
    case (own_offset)
      noc_regs::CNT_TIME_LO: own_rdata = now[31:0];
      noc_regs::CNT_TIME_HI: own_rdata = now[63:32];
      noc_regs::CNT_STATUS: own_rdata = {left[9], asleep, trapped, 20'd0, left[8:0]};
      noc_regs::CNT_WAITING: own_rdata = waiting;
      noc_regs::CNT_MARK0_LO: own_rdata = mark0[31:0];
      noc_regs::CNT_MARK0_HI: own_rdata = mark0[63:32];
      noc_regs::CNT_MARK1_LO: own_rdata = mark1[31:0];
      noc_regs::CNT_MARK1_HI: own_rdata = mark1[63:32];
      noc_regs::CNT_PC: own_rdata = pc;
      default: own_rdata = '0;
    endcase
endmodule
