// SPDX-License-Identifier: BSD-2-Clause
//
// The 32 integer registers. What is read is there in the same cycle; what is written with `write`
// in a cycle is read from the next one on. Register 0 reads as 0 once it has been written as 0 with
// `clear`, which writes 0 whatever `value` is; without it, writes of register 0 do nothing. So the
// whole file is one memory, distributed RAM on an FPGA, without a register that is reset.
// The RISC-V Instruction Set Manual, volume I, section 2.1.
//
// Size: 100 LUT4, 32 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_core_registers (
    input  logic        clk,
    input  logic        write,
    input  logic        clear,
    input  logic [ 4:0] to,
    input  logic [31:0] value,
    input  logic [ 4:0] from_1,
    input  logic [ 4:0] from_2,
    output logic [31:0] value_1,
    output logic [31:0] value_2
);
  logic [31:0] file[0:31];

  assign value_1 = file[from_1];
  assign value_2 = file[from_2];

  always_ff @(posedge clk) if (clear || (write && to != 5'd0)) file[to] <= clear ? 32'd0 : value;
endmodule
