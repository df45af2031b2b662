// SPDX-License-Identifier: BSD-2-Clause
//
// The receive queues: RX_* of each, the memory of free slots' addresses, and that of entries.
// docs/board.md, section 4.2, "Slots"; a read in cycle t sees what there was before t.
//
// Two may add a free slot in one cycle, the hart and the NI that gives one back; so each has a
// memory of its own, and a bit for each place says whose counts.
//
// Size: 1,940 LUT4, 322 flip-flops, 138 LUT-RAMs, 6 block RAMs
// (ECP5, 4 links, 1 virtual channel, 16 nodes).

module noc_ni_slots (
    input  logic        clk,
    input  logic        rst,
    input  logic        tick,
    // The hart.
    input  logic        access,
    input  logic        read,        // it is a read of a register
    input  logic        write,
    input  logic [11:0] offset,
    input  logic [31:0] wdata,
    output logic [31:0] rdata,
    output logic [31:0] entry_rdata,  // of the access in the cycle before
    output logic [ 7:0] clears,     // RX_RESET of these queues, now
    // A worm is decided: for queue `want` there is a free slot, its address and its flits.
    input  logic [ 2:0] want,
    output logic        can_take,
    output logic [29:0] slot,       // address bits 31:2
    output logic [19:0] size,
    input  logic        take,
    // A worm gives back its slot.
    input  logic        back,
    input  logic [ 2:0] back_queue,
    input  logic [29:0] back_slot,
    // A worm becomes visible.
    input  logic        show,
    input  logic [ 2:0] show_queue,
    input  logic [95:0] show_words,  // W2, W1, W0
    input  logic [29:0] show_slot,
    input  logic [63:0] show_time,
    output logic [ 7:0] ready,      // queues with entries
    output logic [39:0] frees,
    output logic [39:0] entries
);
  logic mine;  // the offset is a queue's
  logic [2:0] q;
  logic [11:0] reg0;  // and of queue 0 this register
  logic [7:0] at_queue, freed, can, only_new;
  logic [31:0] free_at, take_at, back_at, show_at, read_at;

  assign mine = offset >= noc_regs::NI_RX_FREE && offset < noc_regs::NI_RX_FREE + 12'(noc_regs::QUEUES * noc_regs::QUEUE_STRIDE);
  assign q = 3'((offset - noc_regs::NI_RX_FREE) / 12'(noc_regs::QUEUE_STRIDE));
  assign reg0 = noc_regs::NI_RX_FREE + (offset - noc_regs::NI_RX_FREE) % 12'(noc_regs::QUEUE_STRIDE);
  assign at_queue = 8'(write && mine) << q;
  assign clears = reg0 == noc_regs::NI_RX_RESET ? at_queue : 8'd0;

  generate
    for (genvar i = 0; i < noc_regs::QUEUES; i = i + 1) begin : g_queue
      noc_ni_queue queue (
          .clk,
          .rst,
          .tick,
          .free(at_queue[i] && reg0 == noc_regs::NI_RX_FREE),
          .pop(at_queue[i] && reg0 == noc_regs::NI_RX_POP),
          .clear(clears[i]),
          .take(take && want == i[2:0]),
          .back(back && back_queue == i[2:0]),
          .show(show && show_queue == i[2:0]),
          .freed(freed[i]),
          .can_take(can[i]),
          .only_new(only_new[i]),
          .free_at(free_at[4*i+:4]),
          .take_at(take_at[4*i+:4]),
          .back_at(back_at[4*i+:4]),
          .show_at(show_at[4*i+:4]),
          .read_at(read_at[4*i+:4]),
          .frees(frees[5*i+:5]),
          .entries(entries[5*i+:5])
      );
      assign ready[i] = entries[5*i+:5] != 0;
    end
  endgenerate

  // --- free slots ---

  logic [29:0] by_hart[0:127];
  logic [29:0] by_ni[0:127];
  logic [127:0] ni_s;  // the NI has written this place last
  logic [6:0] hart_place, ni_place, want_place;

  assign hart_place = {q, free_at[4*q+:4]};
  assign ni_place = {back_queue, back_at[4*back_queue+:4]};
  assign want_place = {want, take_at[4*want+:4]};
  assign can_take = can[want];
  assign slot = only_new[want] ? wdata[31:2] : ni_s[want_place] ? by_ni[want_place] : by_hart[want_place];

  always_ff @(posedge clk)
    if (tick) begin
      if (|freed) by_hart[hart_place] <= wdata[31:2];
      if (back) by_ni[ni_place] <= back_slot;
    end
  always_ff @(posedge clk)
    if (tick) begin
      if (|freed) ni_s[hart_place] <= 1'b0;
      if (back) ni_s[ni_place] <= 1'b1;
    end

  logic [19:0] sizes[0:7];
  logic sizes_write;
  logic [2:0] sweep;

  // While `rst` is high sizes become 0, one a cycle.
  initial sweep = '0;
  always_ff @(posedge clk) sweep <= rst ? sweep + 1'b1 : '0;
  assign sizes_write = write && mine && reg0 == noc_regs::NI_RX_SIZE;
  always_ff @(posedge clk)
    if (rst) sizes[sweep] <= '0;
    else if (tick && sizes_write) sizes[q] <= wdata[19:0];
  assign size = sizes_write && q == want ? wdata[19:0] : sizes[want];

  // --- entries ---

  (* no_rw_check *)
  logic [189:0] memory[0:127];
  logic [189:0] front;

  always_ff @(posedge clk)
    if (tick && show)
      memory[{show_queue, show_at[4*show_queue+:4]}] <= {show_time, show_slot, show_words};

  // A read of an entry is answered in the next cycle, by block RAM. It never reads what is written:
  // the place where an entry goes is the oldest one's only if there is none.
  logic [11:0] asked;  // the entry's register; 0: none was read

  always_ff @(posedge clk)
    if (rst) asked <= '0;
    else if (tick && access) asked <= read && mine && ready[q] ? reg0 : 12'd0;
  always_ff @(posedge clk) if (tick && access) front <= memory[{q, read_at[4*q+:4]}];

  always_comb
    case (asked)
      noc_regs::NI_RX_W0: entry_rdata = front[31:0];
      noc_regs::NI_RX_W1: entry_rdata = front[63:32];
      noc_regs::NI_RX_W2: entry_rdata = front[95:64];
      noc_regs::NI_RX_ADDR: entry_rdata = {front[125:96], 2'b00};
      noc_regs::NI_RX_TIME_LO: entry_rdata = front[157:126];
      noc_regs::NI_RX_TIME_HI: entry_rdata = front[189:158];
      default: entry_rdata = '0;
    endcase
  assign rdata = mine && reg0 == noc_regs::NI_RX_SIZE ? 32'(sizes[q]) : '0;
endmodule
