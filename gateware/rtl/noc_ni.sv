// SPDX-License-Identifier: BSD-2-Clause
//
// The network interface of a node: docs/board.md, sections 4 and 5. It joins its parts and has the
// registers that belong to none of them.
//
//   hart -> noc_ni_transmit -> noc_ni_inject -> router        worms, their start-up, their flits
//           noc_ni_signal_queue -^  ^- noc_ni_fetch <- RAM    signals and answers; bodies
//   router -> noc_ni_arrivals -> noc_ni_land -> RAM           flits as they come
//             |  ^ noc_ni_slots, noc_ni_windows               what takes them
//             v
//             noc_ni_wait -> entries, windows, answers     in their v
//             noc_ni_turns                                 signals; discarded messages
//
// An access of cycle t is one cycle of `access`. It never waits. A write is done at the edge that
// ends t, before all other events of t, as the parts see to. What a read found is in `rdata` in
// t + 1: the state before t. There is one access in a cycle.
//
// `rst` must be high for 32 cycles. Without `tick` nothing changes.
//
// Size: 9,852 LUT4, 2,232 flip-flops, 975 LUT-RAMs, 14 block RAMs (ECP5, 4 links, 1 virtual
// channel, 64 nodes, with its parts).

module noc_ni #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer NODE_BITS = 4,
    parameter integer TURNS = 0,
    parameter integer RAM_BITS = 16,
    parameter integer IMAGE_BITS = 22,
    parameter integer CHANNELS = LINKS * VCS,
    parameter integer INPUTS = CHANNELS + 1,
    parameter integer INPUT_BITS = 4
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  tick,
    // What the board is.
    input  logic [          13:0] self,
    input  logic [          13:0] nodes,
    input  logic [          31:0] profile,       // NI_PROFILE
    input  logic [          31:0] wiring,        // NI_WIRING
    input  logic [          31:0] host,          // NI_HOST
    input  logic [          31:0] boot_shown,    // by node 0
    input  logic                  way_write,     // the route memory
    input  logic [ NODE_BITS-1:0] way_node,
    input  logic [           4:0] way_index,
    input  logic [           9:0] way_value,
    input  logic [  CHANNELS-1:0] used,
    // The hart.
    input  logic                  access,
    input  logic                  writes,
    input  logic                  own,           // the counter block, not the registers
    input  logic [          11:0] offset,
    input  logic [          31:0] wdata,
    output logic [          31:0] rdata,
    input  logic                  peek,          // a debugger's read, without tick:
    output logic [          31:0] peeked,        // what it found, in the next cycle
    input  logic                  state,         // it is of the state block
    input  logic [           4:0] rows,          // the router's part of it
    input  logic [          31:0] row_found,
    input  logic [          31:0] stamps,
    input  logic                  asleep,
    output logic                  line,          // the external interrupt
    output logic [          63:0] now,
    output logic                  printed,
    output logic [           7:0] character,
    output logic                  exited,
    output logic                  aborted,
    output logic [           7:0] status,
    output logic                  boot_write,
    // Memory: an access, which is served in this cycle; a read's data are here in the next one.
    output logic                  memory,
    output logic                  memory_image,  // a read of the image
    output logic [IMAGE_BITS-4:0] memory_at,     // 64-bit words
    output logic [           7:0] memory_write,
    output logic [          63:0] memory_wdata,
    input  logic [          63:0] memory_rdata,
    output logic [           5:0] behind,        // writes that all others must wait for
    // What is to be written, as it is decided: to be looked at.
    output logic                  put,
    output logic [  RAM_BITS-4:0] put_at,
    output logic [           7:0] put_bytes,
    // The router.
    output logic                  inject_valid,
    output logic [          33:0] inject_flit,
    input  logic                  inject_credit,
    input  logic                  eject_valid,
    input  logic [    INPUTS-1:0] eject_input,
    input  logic [          33:0] eject_flit,
    input  logic [    INPUTS-1:0] broken,        // worms that the router has sunk, in this cycle
    input  logic [          31:0] broken_header,
    input  logic [  CHANNELS-1:0] flits,
    input  logic [  CHANNELS-1:0] headers,
    input  logic [  CHANNELS-1:0] relayed,
    input  logic [  CHANNELS-1:0] blocked
);
  logic write, asks, looks, unused;
  logic [31:0] transmit_rdata, slots_rdata, windows_rdata, report_rdata, own_rdata, own_found;

  assign write = access && writes && !own;
  assign asks  = ((access && !writes) || peek) && !own && !state;
  assign looks = (tick && access) || peek;

  // --- sending ---

  logic [13:0] dest, signal_node;
  logic dest_good, signal_good, answer_good, accepted, load, worm_left, tx_idle;
  logic [19:0] tau_s;
  logic [4:0] first, started, ready;
  logic [31:0] tx_word0, tx_word2, list_at, body_at, header, body_word;
  logic [15:0] tx_tag, busy;
  logic [NODE_BITS-1:0] to, node, out_node, left_node;
  logic [19:0] list_length;
  logic [3:0] index;
  logic follows, out_ready, out_begins, signal_left, there, take, read, read_image, out_none;
  logic [4:0] out_mark, out_number, left_number, signal_number, answer_number;
  logic sends, answers, sent, answered;
  logic [IMAGE_BITS-4:0] read_at;

  assign signal_node = wdata[noc_regs::NI_SIGNAL_SEND_NODE_SHIFT+:noc_regs::NI_SIGNAL_SEND_NODE_BITS];
  assign signal_number = wdata[noc_regs::NI_SIGNAL_SEND_NUMBER_SHIFT+:noc_regs::NI_SIGNAL_SEND_NUMBER_BITS];
  assign sends = write && offset == noc_regs::NI_SIGNAL_SEND && signal_node != self && signal_good;

  noc_ni_transmit #(
      .NODE_BITS(NODE_BITS),
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) transmit (
      .clk,
      .rst,
      .tick,
      .self(self[NODE_BITS-1:0]),
      .nodes,
      .now(now[25:0]),
      .write,
      .offset,
      .wdata,
      .rdata(transmit_rdata),
      .idle(tx_idle),
      .dest,
      .dest_good,
      .accepted,
      .tau_s,
      .first,
      .started,
      .ready,
      .word0(tx_word0),
      .tag(tx_tag),
      .word2(tx_word2),
      .to,
      .list_at,
      .list_length,
      .body_at,
      .left(worm_left),
      .busy
  );

  noc_ni_route_memory #(
      .NODE_BITS(NODE_BITS),
      .TURNS(TURNS)
  ) routes (
      .clk,
      .write(way_write),
      .write_node(way_node),
      .write_index(way_index),
      .write_value(way_value),
      .dest,
      .dest_good,
      .signal(signal_node),
      .signal_good,
      .answer(14'(visible_source)),
      .answer_good,
      .node,
      .index,
      .follows,
      .flit(header)
  );

  noc_ni_signal_queue #(
      .NODE_BITS(NODE_BITS)
  ) out (
      .clk,
      .rst,
      .tick,
      .send(sends),
      .send_node(signal_node[NODE_BITS-1:0]),
      .send_number(signal_number),
      .answer(answers),
      .answer_node(visible_source),
      .answer_number,
      .sent,
      .answered,
      .started,
      .ready(out_ready),
      .mark(out_mark),
      .node(out_node),
      .number(out_number),
      .begins(out_begins),
      .none(out_none),
      .left(signal_left),
      .left_node,
      .left_number
  );

  noc_ni_inject #(
      .NODE_BITS(NODE_BITS)
  ) inject (
      .clk,
      .rst,
      .tick,
      .self(self[NODE_BITS-1:0]),
      .first,
      .ready,
      .word0(tx_word0),
      .tag(tx_tag),
      .word2(tx_word2),
      .to,
      .load,
      .worm_left,
      .signal_ready(out_ready),
      .signal_mark(out_mark),
      .signal_node(out_node),
      .signal_number(out_number),
      .signal_begins(out_begins),
      .signal_left,
      .left_node,
      .left_number,
      .node,
      .index,
      .follows,
      .header,
      .there,
      .word(body_word),
      .take,
      .valid(inject_valid),
      .flit(inject_flit),
      .credit(inject_credit)
  );

  noc_ni_fetch #(
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) fetch (
      .clk,
      .rst,
      .tick,
      .load,
      .list_at,
      .list_length,
      .body_at,
      .body_length(tx_word0[noc_regs::NI_TX_W0_LENGTH_SHIFT+:noc_regs::NI_TX_W0_LENGTH_BITS] - list_length),
      .read,
      .read_image,
      .read_at,
      .data(memory_rdata),
      .there,
      .word(body_word),
      .take
  );

  // --- receiving ---

  logic [7:0] clears, closes, back_closes, queues, open, done, landing;
  logic [3:0] kind;
  logic [2:0] channel, queue, next_queue;
  logic quiet, asked, unask, slot_free, slot_take, window_free, window_take, discard, remember;
  logic slot_back, window_back, signals, ends, lost, bad;
  logic [13:0] source;
  logic [19:0] length, slot_size, tau_r, tau_r_now;
  logic [31:0] word0, word1, word2, bad_header;
  logic [29:0] slot, window_place, place;
  logic [1:0] window_cut, becomes;
  logic [7:0] bad_reason, bad_port, bad_vc;
  logic [63:0] put_data;

  noc_ni_arrivals #(
      .INPUTS(INPUTS),
      .INPUT_BITS(INPUT_BITS),
      .VCS(VCS),
      .RAM_BITS(RAM_BITS)
  ) arrivals (
      .clk,
      .rst,
      .tick,
      .nodes,
      .eject(eject_valid),
      .eject_input,
      .eject_flit,
      .clears,
      .closes,
      .kind,
      .channel,
      .quiet,
      .source,
      .length,
      .word0,
      .word1,
      .word2,
      .queue,
      .next_queue,
      .asked,
      .unask,
      .slot_free,
      .slot,
      .slot_size,
      .slot_take,
      .window_free,
      .window_place,
      .window_cut,
      .window_take,
      .discard,
      .remember,
      .slot_back,
      .window_back,
      .place,
      .signals,
      .ends,
      .becomes,
      .lost,
      .back_closes,
      .bad,
      .bad_reason,
      .bad_header,
      .bad_port,
      .bad_vc,
      .put,
      .put_at,
      .put_data,
      .put_bytes
  );

  noc_ni_land #(
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) land (
      .clk,
      .rst,
      .tick,
      .read,
      .read_image,
      .read_at,
      .put,
      .put_at,
      .put_data,
      .put_bytes,
      .behind,
      .memory,
      .memory_image,
      .memory_at,
      .memory_write,
      .memory_data(memory_wdata)
  );

  // Nodes that were sent PULL for a queue, and have not answered by RESEND.
  logic [1:0] asked_has;
  logic [(1<<NODE_BITS)-1:0] asked_row;

  noc_ni_set #(
      .ROW_BITS (3),
      .NODE_BITS(NODE_BITS),
      .WRITERS  (2)
  ) pulled (
      .clk,
      .rst,
      .tick,
      .row({channel, signal_number[2:0]}),
      .node({source[NODE_BITS-1:0], signal_node[NODE_BITS-1:0]}),
      .put({1'b0, sends && signal_number[4:3] == noc_regs::SIGNAL_PULL}),
      .remove({unask, 1'b0}),
      .has(asked_has),
      .first_row(asked_row)
  );
  assign asked = asked_has[1];

  // --- what becomes visible ---

  logic visible, at_once, visible_lost, store, show_slot, show_window, is_lost;
  logic [1:0] visible_becomes;
  logic [2:0] visible_index, visible_channel;
  logic [3:0] store_place, visible_place;
  logic [NODE_BITS-1:0] visible_source;
  logic [19:0] visible_length;
  logic visible_quiet;

  assign tau_r_now = write && offset == noc_regs::NI_TAU_R ? wdata[19:0] : tau_r;
  noc_ni_wait #(
      .WIDTH(28 + NODE_BITS)
  ) waiting (
      .clk,
      .rst,
      .tick,
      .now(now[21:0]),
      .tau_r(tau_r_now),
      .clears,
      .closes,
      .back_closes,
      .push(ends),
      .becomes,
      .lost,
      .index(becomes == 2'd0 ? queue : channel),
      .data({store_place, source[NODE_BITS-1:0], quiet, channel, length}),
      .visible,
      .at_once,
      .visible_becomes,
      .visible_lost,
      .visible_index,
      .visible_data({visible_place, visible_source, visible_quiet, visible_channel, visible_length})
  );
  assign is_lost = !visible_becomes[1] && visible_lost;
  assign store = ends && becomes == 2'd0 && !lost;
  assign show_slot = visible && visible_becomes == 2'd0 && !visible_lost;
  assign show_window = visible && visible_becomes == 2'd1 && !visible_lost;

  // A message that has lost its slot is not answered, but remembered.
  assign answers = visible && !visible_quiet && !(visible_becomes == 2'd0 && visible_lost) &&
      visible_source != self[NODE_BITS-1:0] && answer_good;
  assign answer_number = show_slot ? {noc_regs::SIGNAL_ACK, visible_channel} :
      show_window ? noc_regs::SIGNAL_LANDED : noc_regs::SIGNAL_REFUSED;

  logic [39:0] frees, entries;

  noc_ni_slots slots (
      .clk,
      .rst,
      .tick,
      .looks,
      .read(asks),
      .write,
      .offset,
      .wdata,
      .rdata(slots_rdata),
      .entry_rdata,
      .clears,
      .next_want(next_queue),
      .want(queue),
      .can_take(slot_free),
      .slot,
      .size(slot_size),
      .take(slot_take),
      .back(slot_back),
      .back_slot(place),
      .store,
      .store_words({word2, word1, word0}),
      .store_slot(place),
      .store_place,
      .show(show_slot),
      .show_queue(visible_index),
      .show_place(visible_place),
      .show_time(now),
      .ready(queues),
      .frees,
      .entries
  );

  noc_ni_windows #(
      .RAM_BITS(RAM_BITS)
  ) windows (
      .clk,
      .rst,
      .tick,
      .write,
      .offset,
      .wdata,
      .rdata(windows_rdata),
      .closes,
      .want(channel),
      .source,
      .key(word2),
      .length,
      .can_take(window_free),
      .place(window_place),
      .cut(window_cut),
      .take(window_take),
      .back(window_back),
      .back_window(channel),
      .back_closes,
      .show(show_window),
      .show_window(visible_index),
      .show_length(visible_length),
      .show_last(at_once),
      .open,
      .done,
      .landing
  );

  // --- signals and discarded messages, in turn ---

  logic signal_some, signal_selected, discard_some, discard_selected;
  logic [4:0] signal_row;
  logic [2:0] discard_row;
  logic [NODE_BITS-1:0] signal_head, discard_head;
  logic [18:0] select;  // number, node
  logic [17:0] discard_select;  // queue, node
  logic [10:0] signal_members, discard_members;
  logic pops_signal, pops_discard, selects_signal, selects_discard;
  logic [3:0] discard_queue;

  assign selects_signal = write && offset == noc_regs::NI_SIGNAL_SELECT;
  assign selects_discard = write && offset == noc_regs::NI_DISCARD_SELECT;
  assign pops_signal = write && offset == noc_regs::NI_SIGNAL_POP;
  assign discard_queue = wdata[noc_regs::NI_DISCARD_HEAD_QUEUE_SHIFT+:noc_regs::NI_DISCARD_HEAD_QUEUE_BITS];
  assign pops_discard = write && offset == noc_regs::NI_DISCARD_POP && !discard_queue[3];

  noc_ni_turns #(
      .ROW_BITS(5),
      .NODE_BITS(NODE_BITS),
      .PUTS(1),
      .TURN_ROWS(16),
      .ROWS_IN_TURN(1)
  ) signals_set (
      .clk,
      .rst,
      .tick,
      .pop(pops_signal),
      .select(selects_signal),
      .pop_row(signal_number),
      .pop_node(signal_node),
      .some(signal_some),
      .head(asks && offset == noc_regs::NI_SIGNAL_HEAD),
      .head_row(signal_row),
      .head_node(signal_head),
      .look_row(select[18:14]),
      .look_node(select[13:0]),
      .looked(signal_selected),
      .put(signals),
      .put_row(word2[4:0]),
      .put_node(source[NODE_BITS-1:0]),
      .members(signal_members)
  );

  noc_ni_turns #(
      .ROW_BITS(3),
      .NODE_BITS(NODE_BITS),
      .PUTS(2),
      .TURN_ROWS(8),
      .ROWS_IN_TURN(0)
  ) discards (
      .clk,
      .rst,
      .tick,
      .pop(pops_discard),
      .select(selects_discard),
      .pop_row(discard_queue[2:0]),
      .pop_node(wdata[noc_regs::NI_DISCARD_HEAD_NODE_SHIFT+:noc_regs::NI_DISCARD_HEAD_NODE_BITS]),
      .some(discard_some),
      .head(asks && offset == noc_regs::NI_DISCARD_HEAD),
      .head_row(discard_row),
      .head_node(discard_head),
      .look_row(discard_select[16:14]),
      .look_node(discard_select[13:0]),
      .looked(discard_selected),
      .put({remember, visible && is_lost && visible_becomes == 2'd0 && !visible_quiet}),
      .put_row({channel, visible_channel}),
      .put_node({source[NODE_BITS-1:0], visible_source}),
      .members(discard_members)
  );

  // --- the core's word, counters ---

  logic [3:0] bads;
  logic [31:0] last_header;
  logic [23:0] last_where;

  noc_ni_bad #(
      .INPUTS(INPUTS),
      .VCS(VCS)
  ) last_bad (
      .bad,
      .header(bad_header),
      .where({bad_reason, bad_vc, bad_port}),
      .broken,
      .broken_header,
      .bads,
      .last_header,
      .last_where
  );

  noc_ni_report report (
      .clk,
      .rst,
      .tick,
      .now,
      .write,
      .offset,
      .wdata,
      .rdata(report_rdata),
      .own_offset(offset),
      .own_rdata,
      .asleep,
      .wake,
      .due,
      .printed,
      .character,
      .exited,
      .aborted,
      .status,
      .bad(bads != 0),
      .bad_header(last_header),
      .bad_where(last_where)
  );

  noc_ni_counts #(
      .LINKS(LINKS),
      .VCS  (VCS)
  ) counts (
      .clk,
      .rst,
      .tick,
      .command(write && offset == noc_regs::NI_COUNTERS),
      .bits(wdata[2:0]),
      .look(looks),
      .own(own && !state),
      .offset,
      .found(own_found),
      .counted,
      .in(2'(signals) + 2'(show_slot || show_window)),
      .out(2'(accepted || sent) + 2'(answered)),
      .discarded(2'(discard) + 2'(visible && (visible_becomes == 2'd2 || is_lost))),
      .bad(bads),
      .signals(2'(sent) + 2'(answered)),
      .startup((accepted ? 21'(tau_s) : 21'd0) + (ends ? 21'(tau_r_now) : 21'd0)),
      .ejected(eject_valid),
      .used,
      .flits,
      .headers,
      .relayed,
      .blocked
  );

  // --- registers that are left, and the line ---

  logic [14:0] wake, pending;
  logic due;
  logic [31:0] found, found_then, entry_rdata, counted, boot;

  assign boot_write = write && offset == noc_regs::NI_BOOT;
  always_ff @(posedge clk)
    if (rst) boot <= '0;
    else if (tick) boot <= boot_shown;

  always_ff @(posedge clk)
    if (rst) begin
      tau_r <= '0;
      select <= '0;
      discard_select <= '0;
    end else if (tick) begin
      tau_r <= tau_r_now;
      if (selects_signal) select <= {signal_number, signal_node};
      if (selects_discard)
        discard_select <= {
          discard_queue, wdata[noc_regs::NI_DISCARD_HEAD_NODE_SHIFT+:noc_regs::NI_DISCARD_HEAD_NODE_BITS]
        };
    end

  assign pending = {
    boot[noc_regs::NI_BOOT_READY_SHIFT], due, signal_selected, tx_idle, |done, discard_some, signal_some, queues
  };
  assign line = |(pending & wake);

  always_comb
    case (offset)
      noc_regs::NI_NODE: found = 32'(self);
      noc_regs::NI_NODES: found = 32'(nodes);
      noc_regs::NI_CONFIG:
      found = 32'd1 << noc_regs::NI_CONFIG_PORTS_SHIFT | 32'(noc_regs::QUEUES) << noc_regs::NI_CONFIG_QUEUES_SHIFT |
          32'(noc_regs::WINDOWS) << noc_regs::NI_CONFIG_WINDOWS_SHIFT | 32'(noc_regs::ENTRIES) << noc_regs::NI_CONFIG_ENTRIES_SHIFT;
      noc_regs::NI_RAM: found = 32'd1 << RAM_BITS;
      noc_regs::NI_VERSION: found = noc_regs::NI_VERSION_VALUE;
      noc_regs::NI_BOARD: found = noc_regs::NI_BOARD_VALUE;
      noc_regs::NI_PROFILE: found = profile;
      noc_regs::NI_WIRING: found = wiring;
      noc_regs::NI_HOST: found = host;
      noc_regs::NI_BOOT: found = boot;
      noc_regs::NI_PENDING: found = 32'(pending);
      noc_regs::NI_TAU_R: found = 32'(tau_r);
      noc_regs::NI_SIGNAL_HEAD:
      found = !signal_some ? 32'd0 : 32'd1 << noc_regs::NI_SIGNAL_HEAD_VALID_SHIFT |
          32'(signal_row) << noc_regs::NI_SIGNAL_HEAD_NUMBER_SHIFT |
          32'(signal_head) << noc_regs::NI_SIGNAL_HEAD_NODE_SHIFT;
      noc_regs::NI_SIGNAL_SELECT:
      found = 32'(select[18:14]) << noc_regs::NI_SIGNAL_SEND_NUMBER_SHIFT |
          32'(select[13:0]) << noc_regs::NI_SIGNAL_SEND_NODE_SHIFT;
      noc_regs::NI_DISCARD_HEAD:
      found = !discard_some ? 32'd0 : 32'd1 << noc_regs::NI_DISCARD_HEAD_VALID_SHIFT |
          32'(discard_row) << noc_regs::NI_DISCARD_HEAD_QUEUE_SHIFT |
          32'(discard_head) << noc_regs::NI_DISCARD_HEAD_NODE_SHIFT;
      noc_regs::NI_DISCARD_SELECT:
      found = 32'(discard_selected && !discard_select[17]) << noc_regs::NI_DISCARD_SELECT_SET_SHIFT |
          32'(discard_select[17:14]) << noc_regs::NI_DISCARD_HEAD_QUEUE_SHIFT |
          32'(discard_select[13:0]) << noc_regs::NI_DISCARD_HEAD_NODE_SHIFT;
      default: found = transmit_rdata | slots_rdata | windows_rdata | report_rdata;
    endcase

  logic [31:0] state_rdata;

  noc_ni_state for_debuggers (
      .clk,
      .rst,
      .tick,
      .starts(2'(accepted || sent) + 2'(answered)),
      .begins(load || out_begins),
      .pending,
      .busy,
      .discards(discard_members),
      .entries,
      .frees,
      .open,
      .done,
      .landing,
      .stamps,
      .rows,
      .row(row_found),
      .offset,
      .rdata(state_rdata)
  );

  // What was looked at last, by hart or debugger; a debugger's look keeps what the hart has found.
  logic [31:0] kept;
  logic keeps;

  always_ff @(posedge clk) if (looks) found_then <= state ? state_rdata : own ? own_rdata | own_found : found;
  always_ff @(posedge clk) if (peek && !keeps) kept <= peeked;
  always_ff @(posedge clk)
    if (rst) keeps <= 1'b0;
    else if (looks) keeps <= peek;
  assign peeked = found_then | entry_rdata | counted;
  assign rdata  = keeps ? kept : peeked;

  assign unused = &{out_none, asked_row, asked_has, signal_members, kind, quiet};
endmodule
