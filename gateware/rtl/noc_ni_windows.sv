// SPDX-License-Identifier: BSD-2-Clause
//
// The receive windows: WINDOW_*, whether a window takes a body, and what has landed.
// docs/board.md, section 4.2, "Windows", "Windows that stay", "Room".
//
// Events of a cycle come in this order: the hart's access, a body that becomes visible, a body
// that is decided, one that is broken at its tail. A decision sees what the hart has written in
// the same cycle.
//
// Size: 1,557 LUT4, 377 flip-flops, 52 LUT-RAMs
// (ECP5, 4 links, 1 virtual channel, 16 nodes).

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
    if (rst) addrs[sweep] <= '0;
    else if (tick && writes_addr) addrs[index] <= wdata[31:2];
  always_ff @(posedge clk)
    if (rst) lengths[sweep] <= '0;
    else if (tick && writes_length) lengths[index] <= wdata[21:0];
  always_ff @(posedge clk)
    if (rst) keys[sweep] <= '0;
    else if (tick && writes_key) keys[index] <= wdata;
  always_ff @(posedge clk)
    if (rst) sources[sweep] <= '0;
    else if (tick && opens) sources[index] <= wdata[13:0];

  // --- flits taken and landed, of windows that stay ---

  logic [20:0] taken[0:7];
  logic [20:0] landed[0:7];
  logic [20:0] taken_here, taken_now, landed_show, landed_now, taken_show;

  assign taken_here = opens && index == want ? 21'd0 : taken[want];
  assign taken_now = taken_here + 21'(length);
  assign landed_show = opens && index == show_window ? 21'd0 : landed[show_window];
  assign landed_now = landed_show + 21'(show_length);
  assign taken_show = show_last && take ? taken_now : taken[show_window];

  always_ff @(posedge clk)
    if (rst) begin
      for (integer w = 0; w < noc_regs::WINDOWS; w = w + 1) begin
        taken[w]  <= '0;
        landed[w] <= '0;
      end
    end else if (tick) begin
      if (opens) begin
        taken[index]  <= '0;
        landed[index] <= '0;
      end
      if (take && stays_then[want]) taken[want] <= taken_now;
      if (show && stays_then[show_window]) landed[show_window] <= landed_now;
    end

  // --- the decision ---

  logic [29:0] addr;
  logic [21:0] bytes;
  logic [20:0] words, rest;
  logic [31:0] want_key;
  logic [13:0] want_source;
  logic [29:0] past;  // words from RAM's begin on
  logic in_ram, fits_window, fits_ram;
  localparam logic [31:0] RAM = noc_regs::RAM_BASE;

  assign addr = writes_addr && index == want ? wdata[31:2] : addrs[want];
  assign bytes = writes_length && index == want ? wdata[21:0] : lengths[want];
  assign want_key = writes_key && index == want ? wdata : keys[want];
  assign want_source = opens && index == want ? wdata[13:0] : sources[want];
  assign words = 21'((23'(bytes) + 23'd3) >> 2);
  assign rest = words > taken_here ? words - taken_here : 21'd0;
  assign place = addr + 30'(taken_here);
  assign past = place - RAM[31:2];
  assign in_ram = past[29:RAM_BITS-2] == 0;
  assign fits_window = 21'(length) <= rest;
  assign fits_ram = length == 0 ||
      (in_ram && 30'(length) + past <= 30'(1 << (RAM_BITS - 2)));
  assign can_take = open_then[want] && want_source == source && want_key == key && fits_window &&
      fits_ram;
  assign cut = 21'(length) == rest ? bytes[1:0] : 2'd0;

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
  assign full_bit = stays_then[want] && taken_now < words ? 8'd0 : take_bit;
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
      noc_regs::NI_WINDOW_LANDED: rdata = 32'(landed[index]);
      default: rdata = '0;
    endcase
endmodule
