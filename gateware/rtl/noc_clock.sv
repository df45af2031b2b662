// SPDX-License-Identifier: BSD-2-Clause
//
// The board's clock: in which cycles of `clk` a cycle of the board passes (`tick`), and how many
// have passed. A debugger stops it for some seconds (STOP), or has it stop before a cycle begins
// (UNTIL); `hold` keeps it from ticking, for whatever else stops it. docs/board.md, section 6.1.
//
// `tick` depends on the state and on `hold` of the same cycle. What is written counts from the next
// cycle of `clk` on, which is before the next cycle of the board if `hold` is given with it, or if
// the clock is stopped. In the first cycle of `clk` in which UNTIL has come there is no tick already,
// and from the next one on STOP reads that the clock is stopped.
//
// A second is the debugger's: `begins` is 1 in a cycle from which on seconds count anew, and whoever
// measures time answers with one cycle of `second` for each that has passed since.
//
// Size: 156 LUT4, 177 flip-flops (ECP5).

module noc_clock (
    input  logic        clk,
    input  logic        rst,               // as at power-on
    input  logic        hold,
    input  logic        restart,           // the board is reset: the next cycle is 0
    input  logic        second,
    input  logic        stop_write,        // STOP is written; and so on, one in a cycle
    input  logic        until_low_write,
    input  logic        until_high_write,
    input  logic [31:0] value,
    output logic        begins,
    output logic        tick,
    output logic [63:0] cycle,             // that is next, or passes: CYCLE
    output logic [ 7:0] stop,              // what STOP and UNTIL read
    output logic [31:0] until_low,
    output logic [31:0] until_high
);
  logic [63:0] limit;        // UNTIL; 0: none
  logic [ 7:0] wanted, left; // seconds: of the last stop; until this one ends
  logic stands, due;

  assign due = limit != 0 && cycle >= limit;
  assign tick = !stands && !due && !hold;
  assign begins = stop_write ? value[7:0] != 0 : due;
  assign stop = stands ? wanted : '0;
  assign until_high = limit[63:32];

  always_ff @(posedge clk)
    if (rst || restart) cycle <= '0;
    else if (tick) cycle <= cycle + 64'd1;

  always_ff @(posedge clk)
    if (rst) stands <= 1'b0;
    else if (stop_write) stands <= value[7:0] != 0;
    else if (due) stands <= 1'b1;
    else if (second && left == 8'd1) stands <= 1'b0;

  always_ff @(posedge clk)
    if (rst) wanted <= '1;
    else if (stop_write && value[7:0] != 0) wanted <= value[7:0];

  always_ff @(posedge clk)
    if (begins) left <= stop_write ? value[7:0] : wanted;
    else if (second) left <= left - 8'd1;

  always_ff @(posedge clk)
    if (rst) begin
      limit <= '0;
      until_low <= '0;
    end else if (until_low_write) until_low <= value;
    else if (until_high_write) limit <= {value, until_low};
    else if (due) begin
      limit <= '0;
      until_low <= '0;
    end
endmodule
