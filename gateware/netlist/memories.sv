// SPDX-License-Identifier: BSD-2-Clause
//
// The memories of an ECP5 that yosys makes of the gateware. They are empty at first; an instance that
// says otherwise has a parameter that does not exist here.

// A LUT-RAM: 16 words of 4 bits. What is read is there in the same cycle, what is written in the next.
module TRELLIS_DPR16X4 #(
    parameter string WCKMUX = "WCK",
    parameter string WREMUX = "WRE"
) (
    input  logic WCK, WRE,
    input  logic [3:0] DI, WAD, RAD,
    output logic [3:0] DO
);
  logic [3:0] words[0:15];

  initial if (WCKMUX != "WCK" || WREMUX != "WRE") $fatal(1, "a LUT-RAM with an option that is not modelled");
  assign DO = words[RAD];
  always_ff @(posedge WCK) if (WRE) words[WAD] <= DI;
endmodule

// A block RAM: 512 rows of 36 bits: four bytes of 9. Its two ports have one clock, and
// each its own width, of a row or a power of two less. Where a port is narrower than a byte it sees 8
// bits of it. A port of a whole row writes by A, and is read by B.
// What a port reads of bits that the other one writes in the same cycle is wrong on purpose, since
// nobody promises what it is; and so is what remains of bits that both write.
module DP16KD #(
    parameter integer DATA_WIDTH_A = 18,
    parameter integer DATA_WIDTH_B = 18,
    parameter string REGMODE_A = "NOREG",
    parameter string REGMODE_B = "NOREG",
    parameter string RESETMODE = "SYNC",
    parameter string ASYNC_RESET_RELEASE = "SYNC",
    parameter string CSDECODE_A = "0b000",
    parameter string CSDECODE_B = "0b000",
    parameter string WRITEMODE_A = "NORMAL",
    parameter string WRITEMODE_B = "NORMAL",
    parameter string CLKAMUX = "CLKA",
    parameter string CLKBMUX = "CLKB",
    parameter string GSR = "AUTO"
) (
    input  logic CLKA, CEA, OCEA, WEA, RSTA, CSA2, CSA1, CSA0, ADA13, ADA12, ADA11, ADA10, ADA9,
    ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0, DIA17, DIA16, DIA15, DIA14, DIA13,
    DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
    input  logic CLKB, CEB, OCEB, WEB, RSTB, CSB2, CSB1, CSB0, ADB13, ADB12, ADB11, ADB10, ADB9,
    ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0, DIB17, DIB16, DIB15, DIB14, DIB13,
    DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
    output logic DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6,
    DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
    output logic DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6,
    DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
  wire [13:0] at_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2,
    ADA1, ADA0};
  wire [17:0] in_a = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7,
    DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire [13:0] at_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2,
    ADB1, ADB0};
  wire [17:0] in_b = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7,
    DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
  logic [35:0] rows[0:511];
  logic [35:0] out_a, out_b;

  initial begin
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || CLKAMUX != "CLKA" ||
        CLKBMUX != "CLKB" || DATA_WIDTH_B > DATA_WIDTH_A && DATA_WIDTH_B == 36)
      $fatal(1, "a block RAM with an option that is not modelled");
  end

  // The bits of a port's width, and the first of them in its row.
  function automatic [35:0] low(integer width);
    low = 36'hfffffffff >> (36 - width);
  endfunction
  function automatic [5:0] place(integer width, [4:0] at);
    place = width == 36 ? 6'd0 : width == 18 ? (at[4] ? 6'd18 : 6'd0) : 6'd9 * 6'(at[4:3]) +
        (width == 4 ? {3'd0, at[2], 2'd0} : width == 2 ? {3'd0, at[2:1], 1'd0} : width == 1 ? {3'd0, at[2:0]} : 6'd0);
  endfunction
  // Those that are written: at 18 bits and more the lowest bits of the address choose bytes.
  function automatic [35:0] written(integer width, [4:0] at);
    written = width < 18 ? low(width) : {{9{width == 36 && at[3]}}, {9{width == 36 && at[2]}}, {9{at[1]}}, {9{at[0]}}};
    written = written << place(width, at);
  endfunction

  // While a port is reset it does not write.
  wire a_writes = CEA && WEA && !RSTA, b_writes = CEB && WEB && !RSTB;
  wire [8:0] row_a = at_a[13:5], row_b = at_b[13:5];
  wire [5:0] place_a = place(DATA_WIDTH_A, at_a[4:0]), place_b = place(DATA_WIDTH_B, at_b[4:0]);
  wire [35:0] bits_a = a_writes ? written(DATA_WIDTH_A, at_a[4:0]) : 36'd0;
  wire [35:0] bits_b = b_writes ? written(DATA_WIDTH_B, at_b[4:0]) : 36'd0;
  wire [35:0] new_a = (DATA_WIDTH_A == 36 ? {in_b, in_a} : 36'(in_a)) << place_a;
  wire [35:0] new_b = 36'(in_b) << place_b;
  wire [35:0] old_a = rows[row_a], old_b = rows[row_b];
  wire same = row_a == row_b;

  // What a port reads of a row: its own bits as its mode says, the other's as nobody may rely on.
  wire [35:0] own_a = WRITEMODE_A == "WRITETHROUGH" ? (old_a & ~bits_a) | (new_a & bits_a) : old_a;
  wire [35:0] own_b = WRITEMODE_B == "WRITETHROUGH" ? (old_b & ~bits_b) | (new_b & bits_b) : old_b;
  wire [35:0] found_a = same ? (own_a & ~bits_b) | (~new_b & bits_b) : own_a;
  wire [35:0] found_b = same ? (own_b & ~bits_a) | (~new_a & bits_a) : own_b;

  always_ff @(posedge CLKA) begin
    if (RESETMODE != "SYNC" && (RSTA || RSTB)) $fatal(1, "a block RAM with a reset that is not modelled");
    if (a_writes && b_writes && same)
      rows[row_a] <= (old_a & ~(bits_a | bits_b)) | (new_a & bits_a & ~bits_b) | (new_b & bits_b & ~bits_a) |
          (~new_a & bits_a & bits_b);
    else begin
      if (a_writes) rows[row_a] <= (old_a & ~bits_a) | (new_a & bits_a);
      if (b_writes) rows[row_b] <= (old_b & ~bits_b) | (new_b & bits_b);
    end
    if (RSTA) out_a <= 36'd0;
    else if (CEA && !(WEA && WRITEMODE_A == "NORMAL"))
      out_a <= found_a >> place_a & low(DATA_WIDTH_A);
    if (RSTB) out_b <= 36'd0;
    else if (CEB && !(WEB && WRITEMODE_B == "NORMAL"))
      out_b <= found_b >> place_b & low(DATA_WIDTH_B);
  end
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5,
    DOA4, DOA3, DOA2, DOA1, DOA0} = DATA_WIDTH_B == 36 ? out_b[17:0] : out_a[17:0];
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5,
    DOB4, DOB3, DOB2, DOB1, DOB0} = DATA_WIDTH_B == 36 ? out_b[35:18] : out_b[17:0];
endmodule
