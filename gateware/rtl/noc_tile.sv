// SPDX-License-Identifier: BSD-2-Clause
//
// A node of the board: hart, RAM, network interface and router, and what joins them.
// docs/board.md, section 1.
//
//   noc_core --+-- noc_ram --+-- noc_node (noc_ni, noc_router) -- links
//              +-- image ----+
//              +-- registers ----^
//
// The image lies outside, since nodes may share one: a read of cycle t has its 64 bits in t + 1,
// and they stay until the next read. Both RAM and image serve the NI first, which never waits. The
// hart waits for RAM also until the words are written that had arrived when it asked. Registers
// never let it wait: its access happens in the cycle of `watch_access`, and all that it has stored
// before is in RAM by then.
//
// A hart's access that goes nowhere is a fault: beyond RAM, a write of the image, an atomic
// operation outside RAM, an access of less than a word to registers, a write of the counter block,
// an instruction outside RAM and image.
//
// Links, ends and `watch_` depend on flip-flops and on `image_rdata` alone, so that tiles can be
// evaluated in any order. Without `tick` no state changes; memories keep what was read last.

module noc_tile #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer NODE_BITS = 6,
    parameter integer TURNS = 0,
    parameter integer RAM_BITS = 16,
    parameter integer IMAGE_BITS = 22,
    parameter integer CHANNELS = LINKS * VCS,
    parameter integer INPUT_BITS = 4
) (
    input  logic                  clk,
    input  logic                  rst,           // for 32 cycles
    input  logic                  tick,
    // What the board is; routing and route memory are written before the first tick.
    input  logic [          13:0] self,
    input  logic [          13:0] nodes,
    input  logic [          31:1] start,         // the hart's first instruction
    input  logic [          31:0] profile,       // PROFILE
    input  logic [          31:0] host_served,   // HOST
    input  logic [          31:0] boot_shown,    // BOOT, as node 0 writes it
    input  logic                  turns,
    input  logic [     LINKS-1:0] linked,
    input  logic                  entry_write,
    input  logic [INPUT_BITS-1:0] entry_input,
    input  logic [ NODE_BITS-1:0] entry_node,
    input  logic [           3:0] entry,
    input  logic                  way_write,
    input  logic [ NODE_BITS-1:0] way_node,
    input  logic [           4:0] way_index,
    input  logic [           9:0] way_value,
    input  logic [  CHANNELS-1:0] used,
    // Links.
    input  logic [     LINKS-1:0] in_valid,
    input  logic [  CHANNELS-1:0] in_vc,
    input  logic [  LINKS*34-1:0] in_flit,
    output logic [  CHANNELS-1:0] in_credit,
    output logic [     LINKS-1:0] out_valid,
    output logic [  CHANNELS-1:0] out_vc,
    output logic [  LINKS*34-1:0] out_flit,
    input  logic [  CHANNELS-1:0] out_credit,
    // The image.
    output logic                  image_read,
    output logic [IMAGE_BITS-4:0] image_at,      // 64-bit words
    input  logic [          63:0] image_rdata,
    // Console and end.
    output logic                  printed,
    output logic [           7:0] character,
    output logic                  exited,
    output logic                  aborted,
    output logic [           7:0] status,
    output logic [          31:0] boot_out,      // of node 0
    // The Debug Module.
    input  logic                  halt,
    input  logic                  resume,
    output logic                  halted,
    input  logic                  debug_write,
    input  logic [          15:0] debug_register,
    input  logic [          31:0] debug_written,
    output logic                  debug_exists,
    output logic [          31:0] debug_read,
    // A debugger's read of registers or the counter block while there is no tick; answered in the
    // next cycle.
    input  logic                  peek,
    input  logic                  peek_own,
    input  logic [          11:0] peek_offset,
    output logic [          31:0] peeked,
    // What happens in this cycle, to be looked at.
    output logic                  asleep,
    output logic [          31:1] next,
    output logic                  line,
    output logic                  watch_access,  // of the hart, to registers or its counter block
    output logic                  watch_writes,
    output logic                  watch_own,
    output logic [          11:0] watch_offset,
    output logic [          31:0] watch_wdata,
    output logic [          31:0] watch_found,   // what its last read has found
    output logic [           3:0] watch_store,   // bytes that the hart stores
    output logic                  watch_load,    // or reads
    output logic [  RAM_BITS-3:0] watch_at,
    output logic [          31:0] watch_stored,
    output logic [           7:0] watch_land,    // bytes that the NI writes
    output logic [  RAM_BITS-4:0] watch_land_at,
    output logic [          63:0] watch_landed,
    output logic                  done,
    output logic                  done_trap,
    output logic                  done_interrupted,
    output logic [           3:0] done_code,
    output logic [          31:0] done_tval,
    output logic [          31:0] done_instruction,
    output logic                  done_writes,
    output logic [           4:0] done_register,
    output logic [          31:0] done_value
);
  localparam logic [31:0] RAM = noc_regs::RAM_BASE, IMAGE = noc_regs::IMAGE_BASE;
  localparam logic [31:0] NI = noc_regs::NI_BASE, OWN = noc_regs::OWN_BASE;
  localparam logic [1:0] WORD = 2'd2;

  // --- the hart's access ---

  logic mem_valid, mem_fetch, mem_write, mem_atomic, mem_go, mem_fault, happens;
  logic [31:0] mem_address, mem_written, mem_read;
  logic [1:0] mem_size;
  logic [3:0] mem_mask;
  logic to_ram, to_image, to_registers, to_own;

  assign to_ram = mem_address[31:RAM_BITS] == RAM[31:RAM_BITS];
  assign to_image = mem_address[31:IMAGE_BITS] == IMAGE[31:IMAGE_BITS];
  assign to_registers = mem_address[31:12] == NI[31:12];
  assign to_own = mem_address[31:8] == OWN[31:8];

  always_comb
    if (to_ram) mem_fault = 1'b0;
    else if (to_image) mem_fault = mem_write || mem_atomic;
    else if (to_registers || to_own)
      mem_fault = mem_fetch || mem_atomic || mem_size != WORD || (to_own && mem_write);
    else mem_fault = 1'b1;

  assign mem_go = mem_fault || (to_ram ? ahead_now == 0 && !taken :
      to_image ? !(memory && memory_image) : 1'b1);
  assign happens = tick && mem_valid && mem_go && !mem_fault;

  // Writes of the NI that lay in front of its access to RAM when it first asked.
  logic asking;
  logic [5:0] ahead, ahead_now;

  assign ahead_now = asking ? ahead : behind;
  always_ff @(posedge clk)
    if (rst) asking <= 1'b0;
    else if (tick) begin
      asking <= mem_valid && to_ram && !mem_go;
      ahead  <= ahead_now - 6'(memory && memory_write != 0 && ahead_now != 0);
    end

  // Where its word comes from in the next cycle.
  logic from_registers, from_image, from_odd;

  always_ff @(posedge clk)
    if (happens && !mem_write) begin
      from_registers <= to_registers || to_own;
      from_image <= to_image;
      from_odd <= mem_address[2];
    end

  logic [31:0] rdata, ram_word;

  assign mem_read = from_registers ? rdata : !from_image ? ram_word :
      from_odd ? image_rdata[63:32] : image_rdata[31:0];

  // --- memories ---

  logic memory, memory_image, taken;
  logic [63:0] ram_rdata;
  logic [IMAGE_BITS-4:0] memory_at;
  logic [ 7:0] memory_write;
  logic [63:0] memory_wdata;
  logic [ 5:0] behind;

  noc_ram #(
      .RAM_BITS(RAM_BITS)
  ) ram (
      .clk,
      .ni(tick && memory && !memory_image),
      .ni_write(memory_write),
      .ni_at(memory_at[RAM_BITS-4:0]),
      .ni_wdata(memory_wdata),
      .ni_rdata(ram_rdata),
      .taken,
      .hart(happens && to_ram),
      .hart_writes(mem_write),
      .hart_mask(mem_mask),
      .hart_at(mem_address[RAM_BITS-1:2]),
      .hart_wdata(mem_written),
      .hart_rdata(ram_word)
  );

  assign image_read = tick && ((memory && memory_image) || (happens && to_image));
  assign image_at = memory && memory_image ? memory_at : mem_address[IMAGE_BITS-1:3];

  // --- hart, network interface and router ---

  logic [63:0] now;
  logic [69:0] crossing;
  logic unused;

  noc_core core (
      .clk,
      .rst,
      .tick,
      .start,
      .hart(self),
      .now,
      .line,
      .mem_valid,
      .mem_fetch,
      .mem_write,
      .mem_atomic,
      .mem_address,
      .mem_size,
      .mem_mask,
      .mem_written,
      .mem_go,
      .mem_fault,
      .mem_read,
      .ni_write({|watch_land[7:4], |watch_land[3:0]}),
      .ni_address(17'(watch_land_at)),
      .halt,
      .resume,
      .halted,
      .debug_write,
      .debug_register,
      .debug_written,
      .debug_exists,
      .debug_read,
      .asleep,
      .next,
      .done,
      .done_trap,
      .done_interrupted,
      .done_code,
      .done_tval,
      .done_instruction,
      .done_writes,
      .done_register,
      .done_value
  );

  noc_node #(
      .LINKS(LINKS),
      .VCS(VCS),
      .NODE_BITS(NODE_BITS),
      .TURNS(TURNS),
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS),
      .INPUT_BITS(INPUT_BITS)
  ) node (
      .clk,
      .rst,
      .tick,
      .self,
      .nodes,
      .profile,
      .host(host_served),
      .boot_shown,
      .turns,
      .linked,
      .entry_write,
      .entry_input,
      .entry_node,
      .entry,
      .way_write,
      .way_node,
      .way_index,
      .way_value,
      .used,
      .in_valid,
      .in_vc,
      .in_flit,
      .in_credit,
      .out_valid,
      .out_vc,
      .out_flit,
      .out_credit,
      .access(watch_access),
      .writes(watch_writes),
      .own(watch_own),
      .offset(watch_offset),
      .wdata(watch_wdata),
      .rdata,
      .peek,
      .peeked,
      .asleep,
      .line,
      .now,
      .printed,
      .character,
      .exited,
      .aborted,
      .status,
      .boot_out,
      .memory,
      .memory_image,
      .memory_at,
      .memory_write,
      .memory_wdata,
      .memory_rdata(ni_image ? image_rdata : ram_rdata),
      .behind,
      .inject_valid(crossing[0]),
      .inject_flit(crossing[34:1]),
      .eject_valid(crossing[35]),
      .eject_flit(crossing[69:36])
  );

  logic ni_image;  // the NI has read the image

  always_ff @(posedge clk) if (tick && memory) ni_image <= memory_image;

  assign watch_access = happens && (to_registers || to_own);
  assign watch_writes = mem_write;
  assign watch_own = peek ? peek_own : to_own;
  assign watch_offset = peek ? peek_offset : to_own ? {4'd0, mem_address[7:0]} : mem_address[11:0];
  assign watch_wdata = mem_written;
  assign watch_found = mem_read;
  assign watch_load = happens && to_ram && !mem_write;
  assign watch_store = happens && to_ram && mem_write ? mem_mask : 4'd0;
  assign watch_at = mem_address[RAM_BITS-1:2];
  assign watch_stored = mem_written;
  assign watch_land = tick && memory && !memory_image ? memory_write : 8'd0;
  assign watch_land_at = memory_at[RAM_BITS-4:0];
  assign watch_landed = memory_wdata;
  assign unused = &{memory_at, mem_address, crossing};
endmodule
