// SPDX-License-Identifier: BSD-2-Clause
//
// The NI's registers of sending: TX_* and TAU_S; the verdict on a worm, its start-up, and the
// worms that have been started and not wholly left, in their order.
// docs/board.md, section 4.1: "Sending", "Two parts", "Busy entries", "Start-up".
//
// A write in cycle t is done at the edge that ends t. The verdict is found in t itself. A start-up
// ends in s = max(t, end of the one before) + TAU_S. `rest` is what is left of the one before;
// starts that end in one cycle are a group, and `started` tells from s + 1 on how many worms have
// passed their start-up. 7 cycles later `ready` says the same: such a worm may be given in s + 8.
//
// Worms are counted by 5 bits: at most 16 are under way, since each has an entry of its own.
// This routing has no worms with several destinations, so a write of TX_HEADERS never starts any.
//
// Size: 519 LUT4, 372 flip-flops, 52 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_transmit #(
    parameter integer NODE_BITS = 4,
    parameter integer RAM_BITS = 16,
    parameter integer IMAGE_BITS = 22
) (
    input  logic                 clk,
    input  logic                 rst,
    input  logic                 tick,
    input  logic [NODE_BITS-1:0] self,
    input  logic [         13:0] nodes,        // how many there are
    input  logic [         25:0] now,          // the cycle, its low bits
    // The hart.
    input  logic                 write,
    input  logic [         11:0] offset,
    input  logic [         31:0] wdata,
    output logic [         31:0] rdata,        // what this register reads; 0: it is another's
    output logic                 idle,         // PENDING.TX_IDLE
    // The route memory.
    output logic [         13:0] dest,
    input  logic                 dest_good,
    // Counters.
    output logic                 accepted,     // OUT counts, and STARTUP adds:
    output logic [         19:0] tau_s,
    // The oldest worm, and how many there are.
    output logic [          4:0] first,        // its number
    output logic [          4:0] started,      // the first one that has not passed its start-up
    output logic [          4:0] ready,        // the first one that may not be given yet
    output logic [         31:0] word0,
    output logic [         15:0] tag,
    output logic [         31:0] word2,
    output logic [NODE_BITS-1:0] to,
    output logic [         31:0] list_at,
    output logic [         19:0] list_length,
    output logic [         31:0] body_at,
    input  logic                 left,         // its tail leaves the NI
    output logic [         15:0] busy
);
  logic [31:0] addr, w0, w1, w2, list_addr, list_flits, headers_addr;
  logic [2:0] status, verdict;
  logic [15:0] watch;

  // --- the verdict ---

  logic start, starts_list, type_good, list_good, body_good, headers_good, parts_good;
  logic list_image, body_image, headers_image, unused;
  logic [19:0] length, body_flits;
  logic [3:0] entry, kind;

  assign start = write && offset == noc_regs::NI_TX_DEST;
  assign starts_list = write && offset == noc_regs::NI_TX_HEADERS;
  assign dest = wdata[noc_packet::NODE_SHIFT+:noc_packet::NODE_BITS];
  assign length = w0[noc_regs::NI_TX_W0_LENGTH_SHIFT+:noc_regs::NI_TX_W0_LENGTH_BITS];
  assign kind = w0[noc_regs::NI_TX_W0_TYPE_SHIFT+:noc_regs::NI_TX_W0_TYPE_BITS];
  assign entry = w0[noc_regs::NI_TX_W0_ENTRY_SHIFT+:noc_regs::NI_TX_W0_ENTRY_BITS];
  assign type_good = kind == noc_regs::WORM_BODY || ((kind == noc_regs::WORM_MESSAGE || kind == noc_regs::WORM_RESEND) &&
      w0[noc_regs::NI_TX_W0_CHANNEL_SHIFT+:noc_regs::NI_TX_W0_CHANNEL_BITS] != noc_regs::QUEUE_PULLED);
  assign body_flits = length - list_flits[19:0];
  assign parts_good = list_flits <= 32'(length) && list_good && body_good;

  noc_ni_part #(
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) part_list (
      .addr (list_addr),
      .flits(list_flits[19:0]),
      .image(list_image),
      .good (list_good)
  );
  noc_ni_part #(
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) part_body (
      .addr (addr),
      .flits(body_flits),
      .image(body_image),
      .good (body_good)
  );
  noc_ni_part #(
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) part_headers (
      .addr (headers_addr),
      .flits(wdata[19:0]),
      .image(headers_image),
      .good (headers_good)
  );
  assign unused = &{list_image, body_image, headers_image};

  always_comb begin
    if (starts_list)
      verdict = wdata == 0 || |wdata[31:16] ? noc_regs::TX_BAD_LIST :
          headers_good ? noc_regs::TX_BAD_HEADER : noc_regs::TX_BAD_ADDRESS;
    else if (wdata[noc_packet::KIND_SHIFT+:noc_packet::KIND_BITS] != noc_packet::LAST ||
             |wdata[noc_packet::FIELD_SHIFT+:noc_packet::FIELD_BITS])
      verdict = noc_regs::TX_BAD_HEADER;
    else if (dest >= nodes || dest == 14'(self)) verdict = noc_regs::TX_BAD_NODE;
    else if (!dest_good) verdict = noc_regs::TX_BAD_HEADER;
    else if (!type_good) verdict = noc_regs::TX_BAD_TYPE;
    else if (!parts_good) verdict = noc_regs::TX_BAD_ADDRESS;
    else if (busy[entry]) verdict = noc_regs::TX_BUSY_ENTRY;
    else verdict = noc_regs::TX_OK;
  end
  assign accepted = start && verdict == noc_regs::TX_OK;

  // --- registers ---

  always_ff @(posedge clk)
    if (rst) begin
      addr <= '0;
      w0 <= '0;
      w1 <= '0;
      w2 <= '0;
      list_addr <= '0;
      list_flits <= '0;
      headers_addr <= '0;
      status <= '0;
      watch <= '0;
      tau_s <= '0;
    end else if (tick) begin
      if (write)
        case (offset)
          noc_regs::NI_TX_ADDR: addr <= wdata;
          noc_regs::NI_TX_W0: w0 <= wdata;
          noc_regs::NI_TX_W1: w1 <= wdata;
          noc_regs::NI_TX_W2: w2 <= wdata;
          noc_regs::NI_TX_LIST_ADDR: list_addr <= wdata;
          noc_regs::NI_TX_LIST_FLITS: list_flits <= wdata;
          noc_regs::NI_TX_HEADERS_ADDR: headers_addr <= wdata;
          noc_regs::NI_TX_WATCH: watch <= wdata[15:0];
          noc_regs::NI_TAU_S: tau_s <= wdata[19:0];
          default: ;
        endcase
      if (start || starts_list) begin
        status <= verdict;
        list_flits <= '0;
      end
    end

  always_comb
    case (offset)
      noc_regs::NI_TX_ADDR: rdata = addr;
      noc_regs::NI_TX_W0: rdata = w0;
      noc_regs::NI_TX_W1: rdata = w1;
      noc_regs::NI_TX_W2: rdata = w2;
      noc_regs::NI_TX_LIST_ADDR: rdata = list_addr;
      noc_regs::NI_TX_LIST_FLITS: rdata = list_flits;
      noc_regs::NI_TX_HEADERS_ADDR: rdata = headers_addr;
      noc_regs::NI_TX_STATUS: rdata = 32'(status);
      noc_regs::NI_TX_BUSY: rdata = 32'(busy);
      noc_regs::NI_TX_WATCH: rdata = 32'(watch);
      noc_regs::NI_TAU_S: rdata = 32'(tau_s);
      default: rdata = '0;
    endcase
  assign idle = !(|(busy & watch));

  // --- worms under way ---

  localparam integer WIDTH = 32 + 16 + 32 + NODE_BITS + 32 + 20 + 32;

  logic [WIDTH-1:0] worms[0:noc_regs::ENTRIES-1];
  logic [4:0] next;  // the number of the worm that is started next

  always_ff @(posedge clk)
    if (tick && accepted)
      worms[next[3:0]] <= {
        w0, w1[noc_regs::NI_TX_W1_TAG_SHIFT+:noc_regs::NI_TX_W1_TAG_BITS], w2, dest[NODE_BITS-1:0], list_addr,
        list_flits[19:0], addr
      };
  assign {word0, tag, word2, to, list_at, list_length, body_at} = worms[first[3:0]];

  always_ff @(posedge clk)
    if (rst) begin
      next  <= '0;
      first <= '0;
      busy  <= '0;
    end else if (tick) begin
      next  <= next + 5'(accepted);
      first <= first + 5'(left);
      busy  <= (busy & ~(16'(left) << word0[noc_regs::NI_TX_W0_ENTRY_SHIFT+:noc_regs::NI_TX_W0_ENTRY_BITS])) |
          16'(accepted) << entry;
    end

  // --- start-ups ---

  logic [24:0] rest, whole;  // cycles to the end of the last start-up; with that of this worm
  logic [25:0] ends[0:noc_regs::ENTRIES-1];  // a group's s
  logic [4:0] upto[0:noc_regs::ENTRIES-1];  // the number behind its last worm
  logic [4:0] group, groups;  // the oldest, and the one that comes next
  logic [3:0] group_at;
  logic at_once, joins, group_ends;
  logic [5*(noc_regs::SEND_CYCLES-1)-1:0] later;

  assign whole = rest + 25'(tau_s);
  assign at_once = accepted && whole == 0;
  assign joins = accepted && tau_s == 0 && rest != 0;
  assign group_at = groups[3:0] - 4'(joins);
  assign group_ends = group != groups && ends[group[3:0]] == now;
  assign ready = later[4:0];

  always_ff @(posedge clk)
    if (tick && accepted && !at_once) begin
      upto[group_at] <= next + 5'd1;
      ends[group_at] <= now + 26'(whole);
    end

  always_ff @(posedge clk)
    if (rst) begin
      rest <= '0;
      group <= '0;
      groups <= '0;
      started <= '0;
      later <= '0;
    end else if (tick) begin
      if (accepted) rest <= whole - 25'(whole != 0);
      else rest <= rest - 25'(rest != 0);
      groups <= groups + 5'(accepted && !at_once && !joins);
      group  <= group + 5'(group_ends);
      if (at_once) started <= next + 5'd1;
      else if (group_ends) started <= upto[group[3:0]];
      later <= {started, later[5*(noc_regs::SEND_CYCLES-1)-1:5]};
    end
endmodule
