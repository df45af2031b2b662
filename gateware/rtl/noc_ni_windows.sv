// SPDX-License-Identifier: BSD-2-Clause
//
// The receive windows: WINDOW_*, whether a window takes a body, and what has landed.
// docs/board.md, section 4.2, "Windows", "Windows that stay", "Room".
//
// Events of a cycle come in this order: the hart's access, a body that becomes visible, a body
// that is decided, one that is broken at its tail. A decision sees what the hart has written in
// the same cycle.
//
// Size: 645 LUT4, 57 flip-flops, 76 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_windows #(
    parameter integer RAM_BITS = 16
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        tick,
    // The hart.
    input  logic        write,
    input  logic [11:0] offset,
    input  logic [31:0] wdata,
    output logic [31:0] rdata,
    output logic [ 7:0] closes,      // these windows lose bodies on their way, now
    // A body is decided.
    input  logic [ 2:0] want,
    input  logic [13:0] source,
    input  logic [31:0] key,
    input  logic [19:0] length,
    output logic        can_take,
    output logic [29:0] place,       // its address, bits 31:2
    output logic [ 1:0] cut,         // so many bytes of its last word are in the window; 0: all
    input  logic        take,
    // A body that was taken is broken at its tail, and had not lost its window.
    input  logic        back,
    input  logic [ 2:0] back_window,
    output logic [ 7:0] back_closes, // bodies behind it in that window lose it
    // A body becomes visible.
    input  logic        show,
    input  logic [ 2:0] show_window,
    input  logic [19:0] show_length,
    input  logic        show_last,   // behind the decision and not before it: it is that body
    output logic [ 7:0] open,
    output logic [ 7:0] done,
    output logic [ 7:0] landing
);
  logic [2:0] index, sweep;
  logic [7:0] stays, at_index, closing, stays_then, open_then, landing_then, done_then;
  logic opens, clears, shuts;

  assign at_index = 8'd1 << index;
  assign opens = write && offset == noc_regs::NI_WINDOW_OPEN;
  assign clears = write && offset == noc_regs::NI_WINDOW_CLEAR;
  assign shuts = write && offset == noc_regs::NI_WINDOW_CLOSE;
  assign closing = opens ? at_index : shuts ? wdata[7:0] : clears ? wdata[7:0] & ~stays : 8'd0;
  assign closes = closing;

  // --- what only the hart writes ---

  logic [29:0] addrs[0:7];
  logic [21:0] lengths[0:7];
  logic [31:0] keys[0:7];
  logic [13:0] sources[0:7];
  logic writes_addr, writes_length, writes_key;

  assign writes_addr = write && offset == noc_regs::NI_WINDOW_ADDR && !landing[index];
  assign writes_length = write && offset == noc_regs::NI_WINDOW_LENGTH;
  assign writes_key = write && offset == noc_regs::NI_WINDOW_KEY;

  // While `rst` is high they become 0, a window a cycle.
  initial sweep = '0;
  always_ff @(posedge clk) sweep <= rst ? sweep + 1'b1 : '0;
  always_ff @(posedge clk)
    if (rst || (tick && writes_addr)) addrs[rst ? sweep : index] <= rst ? 30'd0 : wdata[31:2];
  always_ff @(posedge clk)
    if (rst || (tick && writes_length)) lengths[rst ? sweep : index] <= rst ? 22'd0 : wdata[21:0];
  always_ff @(posedge clk)
    if (rst || (tick && writes_key)) keys[rst ? sweep : index] <= rst ? 32'd0 : wdata;
  always_ff @(posedge clk)
    if (rst || (tick && opens)) sources[rst ? sweep : index] <= rst ? 14'd0 : wdata[13:0];

  // --- flits taken and landed, of windows that stay ---

  // Each memory has one writer; a bit says that nothing has been taken, or has landed, since the
  // window was opened.
  logic [20:0] taken[0:7];
  logic [20:0] landed[0:7];
  logic [7:0] none_taken, none_landed, opened;
  logic [20:0] taken_here, taken_now, taken_there, landed_show, landed_now, taken_show;

  assign opened = opens ? at_index : 8'd0;
  assign taken_here = none_taken[want] || opened[want] ? 21'd0 : taken[want];
  assign taken_now = taken_here + 21'(length);
  assign taken_there = none_taken[show_window] || opened[show_window] ? 21'd0 : taken[show_window];
  assign taken_show = show_last && take ? taken_now : taken_there;
  assign landed_show = none_landed[show_window] || opened[show_window] ? 21'd0 : landed[show_window];
  assign landed_now = landed_show + 21'(show_length);

  always_ff @(posedge clk) if (tick && take) taken[want] <= taken_now;
  always_ff @(posedge clk) if (tick && show) landed[show_window] <= landed_now;
  always_ff @(posedge clk)
    if (rst) begin
      none_taken  <= '1;
      none_landed <= '1;
    end else if (tick) begin
      none_taken  <= (none_taken | opened) & ~(take_bit & stays_then);
      none_landed <= (none_landed | opened) & ~(show_bit & stays_then);
    end

  // --- the decision ---

  logic [29:0] addr;
  logic [21:0] bytes, left;  // words that are left behind it, but for one that is cut
  logic [20:0] ends;  // words from RAM's begin to its end, if it is in RAM
  logic [31:0] want_key;
  logic [13:0] want_source;
  logic here, in_ram, exact, fits;
  localparam logic [31:0] RAM = noc_regs::RAM_BASE;
  localparam integer RAM_WORDS = RAM_BITS - 2;

  assign here = index == want;
  assign addr = writes_addr && here ? wdata[31:2] : addrs[want];
  assign bytes = writes_length && here ? wdata[21:0] : lengths[want];
  assign want_key = writes_key && here ? wdata : keys[want];
  assign want_source = opens && here ? wdata[13:0] : sources[want];
  assign place = addr + 30'(taken_here);
  assign in_ram = place[29:RAM_WORDS] == RAM[31:RAM_BITS];
  assign ends = 21'(place[RAM_WORDS-1:0]) + 21'(length);
  assign fits = length == 0 || ((!left[21] || exact) && in_ram &&
      (ends[20:RAM_WORDS] == 0 || (ends[20:RAM_WORDS] == 1 && ends[RAM_WORDS-1:0] == 0)));
  // The window's last word may be cut: then it is full where -1 is left.
  assign left = 22'(bytes[21:2]) - 22'(taken_now);
  assign exact = left == {22{|bytes[1:0]}};
  assign can_take = open_then[want] && want_source == source && want_key == key && fits;
  assign cut = exact ? bytes[1:0] : 2'd0;

  // --- flags ---

  logic [7:0] take_bit, back_bit, show_bit, full_bit, left_bit, landing_shown;

  assign take_bit = 8'(take) << want;
  assign back_bit = 8'(back) << back_window;
  assign show_bit = 8'(show) << show_window;
  assign stays_then = opens ?
      (stays & ~at_index) | (wdata[noc_regs::NI_WINDOW_OPEN_STAY_SHIFT] ? at_index : 8'd0) : stays;
  assign open_then = (open & ~closing) | (opens ? at_index : 8'd0);
  assign landing_then = landing & ~closing;
  assign done_then = opens ? done & ~at_index : clears ? done & ~wdata[7:0] : done;
  assign back_closes = back_bit & stays_then;
  // A window that takes a body closes, and one in which a body has landed has none on its way,
  // but for one that stays: if there is room left, or another body on its way.
  assign full_bit = stays_then[want] && !left[21] && !exact ? 8'd0 : take_bit;
  assign left_bit = stays_then[show_window] && landed_now != taken_show ? 8'd0 : show_bit;
  assign landing_shown = show_last ? (landing_then | take_bit) & ~left_bit :
      (landing_then & ~left_bit) | take_bit;

  always_ff @(posedge clk)
    if (rst) begin
      index <= '0;
      open <= '0;
      done <= '0;
      landing <= '0;
      stays <= '0;
    end else if (tick) begin
      if (write && offset == noc_regs::NI_WINDOW_INDEX) index <= wdata[2:0];
      stays <= stays_then;
      open <= (open_then & ~full_bit & ~back_bit) | (back_bit & ~stays_then);
      landing <= landing_shown & ~back_bit;
      done <= done_then | show_bit;
    end

  always_comb
    case (offset)
      noc_regs::NI_WINDOW_INDEX: rdata = 32'(index);
      noc_regs::NI_WINDOW_ADDR: rdata = {addrs[index], 2'b00};
      noc_regs::NI_WINDOW_LENGTH: rdata = 32'(lengths[index]);
      noc_regs::NI_WINDOW_OPEN:
      rdata = {open[index], landing[index], stays[index], 15'd0, sources[index]};
      noc_regs::NI_WINDOW_DONE: rdata = 32'(done);
      noc_regs::NI_WINDOW_KEY: rdata = keys[index];
      noc_regs::NI_WINDOW_LANDED: rdata = none_landed[index] ? 32'd0 : 32'(landed[index]);
      default: rdata = '0;
    endcase
endmodule
