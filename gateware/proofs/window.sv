// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ni_windows: a body that a window takes lies wholly in RAM and in the window, as the hart has
// given its address and length; in one that stays, behind all that it has taken since it was opened. Addresses
// do not wrap.
// What the hart writes is any, and so are bodies. The taps are noc_ni_windows' own.

module prove_window #(
    parameter integer RAM_BITS = 8
) (
    input logic clk,
    input logic tick,
    input logic write,
    input logic [11:0] offset,
    input logic [31:0] wdata,
    input logic [2:0] want,
    input logic [13:0] source,
    input logic [31:0] key,
    input logic [19:0] length,
    input logic take,
    input logic back,
    input logic [2:0] back_window,
    input logic show,
    input logic [2:0] show_window,
    input logic [19:0] show_length,
    input logic show_last
);
  localparam logic [31:0] RAM = noc_regs::RAM_BASE;
  localparam integer WORDS = 1 << (RAM_BITS - 2);

  logic [3:0] resets = 4'd0;  // `rst` is high for 8 cycles
  logic rst, can_take;
  logic [29:0] place;
  logic [1:0] cut;
  logic [7:0] open;

  assign rst = !resets[3];
  noc_ni_windows #(
      .RAM_BITS(RAM_BITS)
  ) windows (
      .clk,
      .rst,
      .tick,
      .write,
      .offset,
      .wdata,
      .rdata(),
      .closes(),
      .want,
      .source,
      .key,
      .length,
      .can_take,
      .place,
      .cut,
      .take,
      .back,
      .back_window,
      .back_closes(),
      .show,
      .show_window,
      .show_length,
      .show_last,
      .open,
      .done(),
      .landing()
  );
  always_ff @(posedge clk) if (rst) resets <= resets + 4'd1;
  always_comb assume (!take || can_take);

  // --- taps ---

  logic [2:0] index, sweep;
  logic [7:0] landing, none_taken, stays;
  logic [8*30-1:0] addrs;
  logic [8*22-1:0] lengths;
  logic [8*21-1:0] taken;

  // --- one of the windows, as the hart has it: any ---

  (* anyconst *)
  logic [2:0] mine;
  logic chosen, opens, stay, stay_now;
  logic [2:0] chosen_index;
  logic [31:0] addr, addr_now;       // of the window, in bytes
  logic [21:0] bytes, bytes_now;
  logic [20:0] before, before_now;   // words that it has taken, if it stays

  assign chosen = chosen_index == mine;
  assign opens = write && offset == noc_regs::NI_WINDOW_OPEN && chosen;
  assign addr_now = write && offset == noc_regs::NI_WINDOW_ADDR && chosen && !landing[mine] ? wdata & ~32'd3 : addr;
  assign bytes_now = write && offset == noc_regs::NI_WINDOW_LENGTH && chosen ? wdata[21:0] : bytes;
  assign stay_now = opens ? wdata[noc_regs::NI_WINDOW_OPEN_STAY_SHIFT] : stay;
  assign before_now = opens ? 21'd0 : before;

  always_ff @(posedge clk)
    if (rst) begin
      chosen_index <= '0;
      addr <= '0;
      bytes <= '0;
      before <= '0;
      stay <= 1'b0;
    end else if (tick) begin
      if (write && offset == noc_regs::NI_WINDOW_INDEX) chosen_index <= wdata[2:0];
      addr <= addr_now;
      bytes <= bytes_now;
      before <= before_now + (take && stay_now && want == mine ? 21'(length) : 21'd0);
      stay <= stay_now;
    end

  // --- what it takes ---

  logic [63:0] first, last;  // bytes: where the body begins, and ends

  assign first = 64'(place) * 64'd4;
  assign last  = first + 64'(length) * 64'd4 - (cut == 0 ? 64'd0 : 64'd4 - 64'(cut));

  always_ff @(posedge clk)
    if (!rst) begin
      if (can_take && want == mine && length != 0) begin
        assert (first >= 64'(RAM) && last <= 64'(RAM) + 64'(WORDS) * 64'd4);
        assert (first == 64'(addr_now) + 64'(before_now) * 64'd4);
        assert (last <= 64'(addr_now) + 64'(bytes_now));
      end
      cover (can_take && want == mine && length == 3 && before_now == 2 && cut == 2);
      cover (can_take && want == mine && length == 20'(WORDS));

      // By induction.
      assert (index == chosen_index && {addrs[30*mine+:30], 2'b00} == addr && lengths[22*mine+:22] == bytes);
      assert (addr[1:0] == 0);
      assert (before == (none_taken[mine] ? 21'd0 : taken[21*mine+:21]));
      assert (before <= 21'h100000);
      assert (stays[mine] == stay && (stay || none_taken[mine]));
    end else begin
      assert (sweep == resets[2:0]);
      assert (resets <= 4'(mine) || (addrs[30*mine+:30] == 0 && lengths[22*mine+:22] == 0));
      assert (resets == 0 || (index == 0 && chosen_index == 0 && addr == 0 && bytes == 0 && before == 0 &&
              none_taken == 8'hff && stays == 0 && !stay));
    end
endmodule
