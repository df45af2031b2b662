// SPDX-License-Identifier: BSD-2-Clause
//
// The 32-bit instruction that a compressed one stands for. Combinational.
//
// The RISC-V Instruction Set Manual, volume I (20191213), chapter 16: RV32C without the
// instructions for floating point. Reserved encodings, and those that are reserved for custom
// extensions, are illegal; hints do nothing, as what they expand to does nothing. Which
// instructions are illegal must agree with gateware/interpreter/expand.c for all 65,536 halfwords.
//
// Size: 127 LUT4 (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_core_expand (
    input  logic [15:0] half,
    output logic [31:0] full,
    output logic        illegal  // `full` means nothing then
);
  localparam logic [6:0]
      LOAD = 7'h03, OP_IMM = 7'h13, STORE = 7'h23, OP = 7'h33, LUI = 7'h37, BRANCH = 7'h63,
      JALR = 7'h67, JAL = 7'h6f;

  // Registers: whole numbers, and those of the short ones, which are x8 to x15.
  logic [4:0] rd, rs2, rd_short, rs1_short;
  // Offsets and immediates, by the instruction that has them.
  logic [11:0] imm, addi16sp, addi4spn, lw, lwsp, swsp;
  logic [20:1] jump;
  logic [12:1] branch;

  assign rd = half[11:7];
  assign rs2 = half[6:2];
  assign rd_short = {2'b01, half[4:2]};
  assign rs1_short = {2'b01, half[9:7]};
  assign imm = {{7{half[12]}}, half[6:2]};
  assign addi16sp = {{3{half[12]}}, half[4:3], half[5], half[2], half[6], 4'd0};
  assign addi4spn = {2'd0, half[10:7], half[12:11], half[5], half[6], 2'd0};
  assign lw = {5'd0, half[5], half[12:10], half[6], 2'd0};
  assign lwsp = {4'd0, half[3:2], half[12], half[6:4], 2'd0};
  assign swsp = {4'd0, half[8:7], half[12:9], 2'd0};
  assign jump = {
    {10{half[12]}},
    half[8],
    half[10:9],
    half[6],
    half[7],
    half[2],
    half[11],
    half[5:3]
  };
  assign branch = {{5{half[12]}}, half[6:5], half[2], half[11:10], half[4:3]};

  // The second quadrant's arithmetic on short registers.
  logic [31:0] arithmetic;

  always_comb
    case (half[11:10])
      2'd0: arithmetic = {7'h00, rs2, rs1_short, 3'd5, rs1_short, OP_IMM};  // srli
      2'd1: arithmetic = {7'h20, rs2, rs1_short, 3'd5, rs1_short, OP_IMM};  // srai
      2'd2: arithmetic = {imm, rs1_short, 3'd7, rs1_short, OP_IMM};  // andi
      default:  // sub, xor, or, and
      arithmetic = {
        1'b0,
        half[6:5] == 2'd0,
        5'd0,
        rd_short,
        rs1_short,
        half[6:5] == 2'd0 ? 3'd0 : half[6:5] == 2'd1 ? 3'd4 : half[6:5] == 2'd2 ? 3'd6 : 3'd7,
        rs1_short,
        OP
      };
    endcase

  always_comb begin
    full = 32'd0;
    illegal = 1'b0;
    case ({
      half[1:0], half[15:13]
    })
      5'b00_000: begin  // addi4spn
        full = {addi4spn, 5'd2, 3'd0, rd_short, OP_IMM};
        illegal = half[12:5] == 8'd0;
      end
      5'b00_010: full = {lw, rs1_short, 3'd2, rd_short, LOAD};
      5'b00_110: full = {lw[11:5], rd_short, rs1_short, 3'd2, lw[4:0], STORE};
      5'b01_000: full = {imm, rd, 3'd0, rd, OP_IMM};  // addi, nop
      5'b01_001, 5'b01_101:  // jal, j
      full = {jump[20], jump[10:1], jump[11], jump[19:12], 4'd0, !half[15], JAL};
      5'b01_010: full = {imm, 5'd0, 3'd0, rd, OP_IMM};  // li
      5'b01_011: begin
        full = rd == 5'd2 ? {addi16sp, rd, 3'd0, rd, OP_IMM} : {{8{imm[11]}}, imm, rd, LUI};
        illegal = {half[12], half[6:2]} == 6'd0;
      end
      5'b01_100: begin
        full = arithmetic;
        illegal = half[12] && half[11:10] != 2'd2;
      end
      5'b01_110, 5'b01_111:  // beqz, bnez
      full = {
        branch[12],
        branch[10:5],
        5'd0,
        rs1_short,
        2'd0,
        half[13],
        branch[4:1],
        branch[11],
        BRANCH
      };
      5'b10_000: begin  // slli
        full = {7'd0, rs2, rd, 3'd1, rd, OP_IMM};
        illegal = half[12];
      end
      5'b10_010: begin
        full = {lwsp, 5'd2, 3'd2, rd, LOAD};
        illegal = rd == 5'd0;
      end
      5'b10_100:
      if (rs2 != 5'd0) full = {7'd0, rs2, half[12] ? rd : 5'd0, 3'd0, rd, OP};  // add, mv
      else if (half[12] && rd == 5'd0) full = 32'h0010_0073;  // ebreak
      else begin  // jalr, jr
        full = {12'd0, rd, 3'd0, 4'd0, half[12], JALR};
        illegal = rd == 5'd0;
      end
      5'b10_110: full = {swsp[11:5], rs2, 5'd2, 3'd2, swsp[4:0], STORE};
      default: illegal = 1'b1;
    endcase
  end
endmodule
