// SPDX-License-Identifier: BSD-2-Clause
//
// What an instruction of 32 bits asks of the core. Combinational.
//
// The RISC-V Instruction Set Manual, volume I, chapters 2, 3 (Zifencei), 7 (M), 8 (A), 9 (Zicsr)
// and 24 (the listing); volume II, section 3.3 (mret, wfi). Exactly one of the outputs from
// `computes` to `illegal` is high. CSRs that do not exist are the CSR file's to refuse. Which
// instructions are illegal must agree with gateware/interpreter/interpreter.c.
//
// Size: 115 LUT4 (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_core_decode (
    input  logic [31:0] instruction,
    output logic        computes,     // an arithmetic instruction of one cycle, lui or auipc
    output logic        multiplies,   // or divides
    output logic        jumps,        // jal, jalr
    output logic        branches,
    output logic        loads,
    output logic        stores,
    output logic        reserves,     // lr.w
    output logic        tries,        // sc.w
    output logic        modifies,     // the other atomic operations
    output logic        csrs,
    output logic        fences,
    output logic        refetches,    // fence.i
    output logic        calls,        // ecall
    output logic        breaks,       // ebreak
    output logic        returns,      // mret
    output logic        waits,        // wfi
    output logic        illegal,
    // Operands and what becomes of them.
    output logic        register_b,   // rs2, not the immediate
    output logic [31:0] immediate,
    output logic [ 2:0] operation,    // of the ALU
    output logic        subtract,
    output logic        arithmetic
);
  localparam logic [4:0]
      LOAD = 5'h00, MISC_MEM = 5'h03, OP_IMM = 5'h04, AUIPC = 5'h05, STORE = 5'h08, AMO = 5'h0b,
      OP = 5'h0c, LUI = 5'h0d, BRANCH = 5'h18, JALR = 5'h19, JAL = 5'h1b, SYSTEM = 5'h1c;

  logic [4:0] opcode, funct5;
  logic [2:0] funct3;
  logic [6:0] funct7;
  logic is_op, is_op_imm, is_amo, is_system;

  assign opcode = instruction[6:2];
  assign funct3 = instruction[14:12];
  assign funct7 = instruction[31:25];
  assign funct5 = instruction[31:27];
  assign is_op = opcode == OP;
  assign is_op_imm = opcode == OP_IMM;
  assign is_amo = opcode == AMO && funct3 == 3'd2;
  assign is_system = opcode == SYSTEM && funct3 == 3'd0;

  // --- what it is ---

  logic plain, other;  // funct7 of an arithmetic instruction: 0, or that of sub and sra

  assign plain = funct7 == 7'h00;
  assign other = funct7 == 7'h20;

  always_comb begin
    computes = opcode == LUI || opcode == AUIPC;
    if (is_op) computes = plain || (other && (funct3 == 3'd0 || funct3 == 3'd5));
    if (is_op_imm)
      computes = funct3 == 3'd1 ? plain : funct3 == 3'd5 ? plain || other : 1'b1;
  end
  assign multiplies = is_op && funct7 == 7'h01;
  assign jumps = opcode == JAL || (opcode == JALR && funct3 == 3'd0);
  assign branches = opcode == BRANCH && funct3[2:1] != 2'd1;
  assign loads = opcode == LOAD && funct3[1:0] != 2'd3 && funct3 != 3'd6;
  assign stores = opcode == STORE && !funct3[2] && funct3[1:0] != 2'd3;
  assign reserves = is_amo && funct5 == 5'h02 && instruction[24:20] == 5'd0;
  assign tries = is_amo && funct5 == 5'h03;
  assign modifies = is_amo && (funct5 == 5'h01 || funct5[1:0] == 2'd0);
  assign csrs = opcode == SYSTEM && funct3[1:0] != 2'd0;
  assign fences = opcode == MISC_MEM && funct3 == 3'd0;
  assign refetches = opcode == MISC_MEM && funct3 == 3'd1;
  assign calls = is_system && instruction[31:7] == 25'h000_0000;
  assign breaks = is_system && instruction[31:7] == 25'h000_2000;
  assign returns = is_system && instruction[31:7] == 25'h060_4000;
  assign waits = is_system && instruction[31:7] == 25'h020_a000;
  assign illegal = !(&instruction[1:0] && |{computes, multiplies, jumps,
      branches, loads, stores, reserves, tries, modifies, csrs, fences, refetches, calls, breaks,
      returns, waits});

  // --- operands ---

  always_comb
    case (opcode)
      LUI, AUIPC: immediate = {instruction[31:12], 12'd0};
      JAL:
      immediate = {
        {12{instruction[31]}}, instruction[19:12], instruction[20], instruction[30:21], 1'b0
      };
      BRANCH:
      immediate = {
        {20{instruction[31]}}, instruction[7], instruction[30:25], instruction[11:8], 1'b0
      };
      STORE: immediate = {{20{instruction[31]}}, instruction[31:25], instruction[11:7]};
      AMO: immediate = 32'd0;
      default: immediate = {{20{instruction[31]}}, instruction[31:20]};
    endcase

  assign register_b = is_op || opcode == BRANCH;

  // Addresses are sums; branches, minima and maxima compare by a difference, in which the 0 that is
  // the immediate of an atomic operation does not hurt its address.
  always_comb begin
    operation = 3'd0;
    if (is_op || is_op_imm) operation = funct3;
    if (is_amo)
      case (funct5)
        5'h04:   operation = 3'd4;
        5'h08:   operation = 3'd6;
        5'h0c:   operation = 3'd7;
        default: operation = 3'd0;
      endcase
  end
  assign subtract = branches || (is_op && (other || funct3[2:1] == 2'd1)) ||
      (is_op_imm && funct3[2:1] == 2'd1) || (is_amo && funct5[4]);
  assign arithmetic = other;
endmodule
