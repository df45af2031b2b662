// SPDX-License-Identifier: BSD-2-Clause
//
// The receive queues: RX_* of each, the memories of free slots' addresses, and that of entries.
// docs/board.md, section 4.2, "Slots"; a read in cycle t sees what there was before t.
//
// Three may act in a cycle, on three queues: the hart (free, pop, reset), the worm whose flit has
// come (it takes a slot, gives it back, stores its entry) and the one that becomes visible. Each
// has numbers of its own for each queue in a LUT-RAM, which count what it has done; the others read
// them, and how many slots there are of a kind is a difference. A reset makes the hart's numbers
// such that the differences are 0.
//
// Free slots lie in two rings, the hart's and that of slots given back, since both may add one in
// a cycle. One that was given back has a mark, how many the hart had added by then: it is the
// oldest free slot if the hart's oldest is that one. Which is wanted is looked up a cycle ahead,
// from block RAM, since `next_want` is known when W0 has come; what is written in that cycle is
// kept beside.
//
// An entry's words are stored at its tail, before it is visible; its time in its v.
//
// Size: 777 LUT4, 173 flip-flops, 39 LUT-RAMs, 8 block RAMs (ECP5, 4 links, 1 virtual channel, 64
// nodes).

module noc_ni_slots (
    input  logic        clk,
    input  logic        rst,
    input  logic        tick,
    // The hart.
    input  logic        looks,       // something is read in this cycle
    input  logic        read,        // it is a register
    input  logic        write,
    input  logic [11:0] offset,
    input  logic [31:0] wdata,
    output logic [31:0] rdata,
    output logic [31:0] entry_rdata,  // of the access in the cycle before
    output logic [ 7:0] clears,     // RX_RESET of these queues, now
    // A worm is decided: for queue `want` there is a free slot, its address and its flits.
    input  logic [ 2:0] next_want,  // `want` of the next cycle, if a worm is decided then
    input  logic [ 2:0] want,
    output logic        can_take,
    output logic [29:0] slot,       // address bits 31:2
    output logic [19:0] size,
    input  logic        take,
    // It gives back its slot.
    input  logic        back,
    input  logic [29:0] back_slot,
    // Its tail has come, and it has one: its entry, and the place of that.
    input  logic        store,
    input  logic [95:0] store_words,  // W2, W1, W0
    input  logic [29:0] store_slot,
    output logic [ 3:0] store_place,
    // A worm becomes visible.
    input  logic        show,
    input  logic [ 2:0] show_queue,
    input  logic [ 3:0] show_place,
    input  logic [63:0] show_time,
    output logic [ 7:0] ready,      // queues with entries
    output logic [39:0] frees,
    output logic [39:0] entries
);
  localparam logic [11:0] FIRST = noc_regs::NI_RX_FREE;  // 8 queues of 64 bytes from here on

  logic mine;  // the offset is a queue's
  logic [2:0] q;
  logic [11:0] reg0;  // and of queue 0 this register
  logic at_queue, frees_slot, freed, popped, resets;
  logic [2:0] sweep;

  assign mine = offset[11:9] == FIRST[11:9];
  assign q = offset[8:6];
  assign reg0 = {FIRST[11:6], offset[5:0]};
  assign at_queue = write && mine;
  assign resets = at_queue && reg0 == noc_regs::NI_RX_RESET;
  assign frees_slot = at_queue && reg0 == noc_regs::NI_RX_FREE;
  assign clears = 8'(resets) << q;

  // While `rst` is high LUT-RAMs become 0, a queue a cycle.
  initial sweep = '0;
  always_ff @(posedge clk) sweep <= rst ? sweep + 1'b1 : '0;

  // --- numbers ---

  // Of the hart: slots that it has freed; and, less what makes the difference 0 at a reset, slots
  // freed, entries popped; entries popped; and where the oldest entry is.
  logic [23:0] of_hart[0:7];
  logic [23:0] hart_now;
  logic [4:0] h_freed, h_places, h_sum, h_popped, n_freed, n_places, n_sum, n_popped, want_freed, want_sum;
  logic [3:0] h_oldest, n_oldest;
  // Of worms that come: slots they hold or have shown; how many of the hart's slots they took; the
  // same of those given back, and how many these are; entries stored.
  logic [23:0] of_worms[0:7];
  logic [23:0] worms_now;
  logic [4:0] w_held, w_taken, w_taken_back, w_back, m_held, m_taken, m_taken_back, m_back;
  logic [3:0] w_stored, m_stored;
  logic [13:0] worms_of_q;
  logic [4:0] q_held, q_taken;
  logic [3:0] q_stored;
  // Of what becomes visible: entries.
  logic [4:0] shown[0:7];
  logic [4:0] s_shown, q_shown;

  assign {h_freed, h_places, h_sum, h_popped, h_oldest} = of_hart[q];
  assign want_freed = of_hart[want][23:19];
  assign want_sum = of_hart[want][13:9];
  assign {w_held, w_taken, w_stored, w_taken_back, w_back} = of_worms[want];
  assign worms_of_q = of_worms[q][23:10];
  assign {q_held, q_taken, q_stored} = worms_of_q;
  assign s_shown = shown[show_queue];
  assign q_shown = shown[q];

  logic [4:0] places, entries_here;
  logic last_pop, unused;

  assign unused = &{places, sum};
  assign places = h_places - q_shown;
  assign freed = frees_slot && !places[4];
  assign entries_here = q_shown - h_popped;
  assign popped = at_queue && reg0 == noc_regs::NI_RX_POP && ready[q];
  assign last_pop = popped && entries_here == 1;

  assign n_freed = resets ? q_taken : h_freed + 5'd1;
  assign n_places = resets ? q_shown : h_places + 5'd1;
  assign n_sum = resets ? q_held : h_sum + 5'd1;
  assign n_popped = resets ? q_shown : h_popped + 5'd1;
  assign n_oldest = resets ? q_stored : h_oldest + 4'd1;
  assign hart_now = {freed || resets ? n_freed : h_freed, freed || resets ? n_places : h_places,
      popped || resets ? n_sum : h_sum, popped || resets ? n_popped : h_popped,
      popped || resets ? n_oldest : h_oldest};
  always_ff @(posedge clk)
    if (rst || (tick && (freed || popped || resets))) of_hart[rst ? sweep : q] <= rst ? 24'd0 : hart_now;

  // Slots that were given back before a reset are there no longer.
  logic [7:0] stale, stale_now;
  logic takes_back, some_of_hart, some_back;

  assign stale_now = stale | clears;
  always_ff @(posedge clk)
    if (rst) stale <= '0;
    else if (tick) stale <= stale_now & ~(8'(take || back) << want);

  assign m_held = w_held + 5'(take) - 5'(back);
  assign m_taken = w_taken + 5'(take && !takes_back);
  assign m_taken_back = (stale_now[want] ? w_back : w_taken_back) + 5'(take && takes_back);
  assign m_back = w_back + 5'(back);
  assign m_stored = w_stored + 4'(store);
  assign worms_now = {m_held, m_taken, m_stored, m_taken_back, m_back};
  always_ff @(posedge clk)
    if (rst || (tick && (take || back || store))) of_worms[rst ? sweep : want] <= rst ? 24'd0 : worms_now;
  always_ff @(posedge clk)
    if (rst || (tick && show)) shown[rst ? sweep : show_queue] <= rst ? 5'd0 : s_shown + 5'd1;
  always_ff @(posedge clk)
    if (rst) ready <= '0;
    else if (tick) ready <= (ready & ~(8'(last_pop || resets) << q)) | 8'(show) << show_queue;

  // --- the oldest free slot ---

  logic here, frees_here, new_here;  // the hart's access is to the wanted queue
  logic [4:0] sum, of_hart_want;

  assign here = q == want;
  assign frees_here = freed && here;
  assign of_hart_want = want_freed - w_taken;
  assign some_of_hart = of_hart_want != 0;
  assign some_back = w_taken_back != w_back && !stale_now[want];
  assign sum = w_held - want_sum - 5'(popped && here);
  assign can_take = (some_of_hart || some_back || frees_here) && !(resets && here) && !sum[4];
  assign new_here = !some_of_hart;

  (* ram_style = "block", no_rw_check *)
  logic [29:0] by_hart[0:127];
  (* ram_style = "block", no_rw_check *)
  logic [34:0] by_worms[0:127];
  logic [6:0] hart_place, back_place, hart_ahead, back_ahead;
  logic [29:0] hart_read, hart_fresh, hart_front, back_front;
  logic [34:0] back_read, back_fresh;
  logic [4:0] mark;
  logic hart_kept, back_kept;

  assign hart_place = {q, h_freed[3:0]};
  assign back_place = {want, w_back[3:0]};
  assign hart_ahead = {next_want, take && next_want == want ? m_taken[3:0] : of_worms[next_want][17:14]};
  assign back_ahead = {
    next_want, (take || back) && next_want == want ? m_taken_back[3:0] :
        stale_now[next_want] ? of_worms[next_want][3:0] : of_worms[next_want][8:5]
  };
  assign hart_front = new_here ? wdata[31:2] : hart_kept ? hart_fresh : hart_read;
  assign {back_front, mark} = back_kept ? back_fresh : back_read;
  assign takes_back = some_back && mark == w_taken;
  assign slot = takes_back ? back_front : hart_front;

  always_ff @(posedge clk)
    if (tick) begin
      if (freed) by_hart[hart_place] <= wdata[31:2];
      hart_read <= by_hart[hart_ahead];
      hart_fresh <= wdata[31:2];
      hart_kept <= freed && hart_place == hart_ahead;
    end
  always_ff @(posedge clk)
    if (tick) begin
      if (back) by_worms[back_place] <= {back_slot, want_freed + 5'(frees_here)};
      back_read <= by_worms[back_ahead];
      back_fresh <= {back_slot, want_freed + 5'(frees_here)};
      back_kept <= back && back_place == back_ahead;
    end

  logic [19:0] sizes[0:7];
  logic sizes_write;

  assign sizes_write = at_queue && reg0 == noc_regs::NI_RX_SIZE;
  always_ff @(posedge clk)
    if (rst || (tick && sizes_write)) sizes[rst ? sweep : q] <= rst ? 20'd0 : wdata[19:0];
  assign size = sizes_write && here ? wdata[19:0] : sizes[want];

  // --- entries ---

  (* ram_style = "block", no_rw_check *)
  logic [125:0] words[0:127];
  (* ram_style = "block", no_rw_check *)
  logic [63:0] times[0:127];
  logic [125:0] words_read;
  logic [63:0] time_read;

  assign store_place = w_stored;
  always_ff @(posedge clk) if (tick && store) words[{want, w_stored}] <= {store_slot, store_words};
  always_ff @(posedge clk) if (tick && show) times[{show_queue, show_place}] <= show_time;

  // A read of an entry is answered in the next cycle, by block RAM. It never reads what is written:
  // the place where an entry goes is the oldest one's only if there is none.
  logic [11:0] asked;  // the entry's register; 0: none was read

  always_ff @(posedge clk)
    if (rst) asked <= '0;
    else if (looks) asked <= read && mine && ready[q] ? reg0 : 12'd0;
  always_ff @(posedge clk)
    if (looks) begin
      words_read <= words[{q, h_oldest}];
      time_read  <= times[{q, h_oldest}];
    end

  always_comb
    case (asked)
      noc_regs::NI_RX_W0: entry_rdata = words_read[31:0];
      noc_regs::NI_RX_W1: entry_rdata = words_read[63:32];
      noc_regs::NI_RX_W2: entry_rdata = words_read[95:64];
      noc_regs::NI_RX_ADDR: entry_rdata = {words_read[125:96], 2'b00};
      noc_regs::NI_RX_TIME_LO: entry_rdata = time_read[31:0];
      noc_regs::NI_RX_TIME_HI: entry_rdata = time_read[63:32];
      default: entry_rdata = '0;
    endcase
  assign rdata = mine && reg0 == noc_regs::NI_RX_SIZE ? 32'(sizes[q]) : '0;

  // --- what the state block shows; nothing here needs it ---

  generate
    for (genvar i = 0; i < noc_regs::QUEUES; i = i + 1) begin : g_queue
      noc_ni_queue queue (
          .clk,
          .rst,
          .tick,
          .free(freed && q == i[2:0]),
          .pop(popped && q == i[2:0]),
          .clear(clears[i]),
          .take(take && want == i[2:0]),
          .back(back && want == i[2:0]),
          .show(show && show_queue == i[2:0]),
          .frees(frees[5*i+:5]),
          .entries(entries[5*i+:5])
      );
    end
  endgenerate
endmodule
