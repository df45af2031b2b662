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
// and they stay until the next read. It serves the NI first, which never waits. For RAM see noc_ram.
// Registers never let the hart wait: its access happens in the cycle in which it asks, and all that
// it has stored before is in RAM by then.
//
// A hart's access that goes nowhere is a fault: beyond RAM, a write of the image, an atomic
// operation outside RAM, an access of less than a word to registers, a write of the counter block,
// an instruction outside RAM and image.
//
// Links, ends and `watch_` depend on flip-flops and on `image_rdata` alone, so that tiles can be
// evaluated in any order. Without `tick` no state changes; memories keep what was read last.
//
// Size: 16,940 LUT4, 3,550 flip-flops, 1,221 LUT-RAMs, 66 block RAMs (ECP5, 4 links, 2 virtual
// channels, 64 nodes, RAM of 64 KiB, with all parts, rows and stamps).

module noc_tile #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer NODE_BITS = 6,
    parameter integer TURNS = 0,
    parameter integer RAM_BITS = 16,
    parameter integer IMAGE_BITS = 22,
    parameter integer ROWS = 1,    // a debugger can look at the router's inputs
    parameter integer STAMPS = 0,  // routers make stamps
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
    input  logic [          31:0] wiring,        // WIRING
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
    input  logic [  CHANNELS-1:0] used_in,
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
    input  logic                  peek_state,    // or the state block,
    input  logic                  peek_stamp,    // or the stamps'
    input  logic                  stamping,      // CTL_STAMP
    input  logic [          11:0] peek_offset,
    output logic [          31:0] peeked,
    // What happens in this cycle, to be looked at.
    output logic                  asleep,
    output logic [          31:1] next,
    output logic                  line,
    output logic [          63:0] now,
    output logic                  watch,         // the hart has an access
    output logic                  watch_fetch,
    output logic                  watch_write,
    output logic                  watch_atomic,
    output logic [           1:0] watch_size,
    output logic [           3:0] watch_mask,
    output logic [          31:0] watch_address,
    output logic [          31:0] watch_written,
    output logic [          31:0] watch_found,   // what its last read has found
    output logic [           7:0] land,          // bytes that the NI writes to RAM
    output logic [  RAM_BITS-4:0] land_at,       // of this 64-bit word
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

  assign mem_go = mem_fault || (to_ram ? ram_done : to_image ? !ni_image_read : 1'b1);
  assign happens = tick && mem_valid && mem_go && !mem_fault;

  // Where its word comes from in the next cycle.
  logic from_registers, from_image, from_odd;

  always_ff @(posedge clk)
    if (happens && !mem_write) begin
      from_registers <= to_registers || to_own;
      from_image <= to_image;
      from_odd <= mem_address[2];
    end

  logic ram_done, ni_image_read;
  logic [31:0] rdata, ram_rdata;

  assign mem_read = from_registers ? rdata : !from_image ? ram_rdata :
      from_odd ? image_rdata[63:32] : image_rdata[31:0];

  // --- the image ---

  logic [IMAGE_BITS-4:0] ni_image_at;

  assign image_read = tick && (ni_image_read || (happens && to_image));
  assign image_at = ni_image_read ? ni_image_at : mem_address[IMAGE_BITS-1:3];

  // --- hart, network interface and router ---

  logic [69:0] crossing;
  logic put;
  logic [RAM_BITS-4:0] put_at;
  logic [7:0] put_bytes;
  logic [5:0] behind;
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
      .ni_write({|land[7:4], |land[3:0]}),
      .ni_address(17'(land_at)),
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
      .ROWS(ROWS),
      .STAMPS(STAMPS),
      .INPUT_BITS(INPUT_BITS)
  ) node (
      .clk,
      .rst,
      .tick,
      .self,
      .nodes,
      .profile,
      .wiring,
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
      .used_in,
      .in_valid,
      .in_vc,
      .in_flit,
      .in_credit,
      .out_valid,
      .out_vc,
      .out_flit,
      .out_credit,
      .access(happens && (to_registers || to_own)),
      .writes(mem_write),
      .own(peek ? peek_own : to_own),
      .offset(peek ? peek_offset : to_own ? {4'd0, mem_address[7:0]} : mem_address[11:0]),
      .wdata(mem_written),
      .rdata,
      .peek,
      .state(peek && peek_state),
      .stamp(peek_stamp),
      .stamping,
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
      .ram_request(mem_valid && to_ram),
      .ram_at(mem_address[RAM_BITS-1:2]),
      .ram_write(mem_write ? mem_mask : 4'd0),
      .ram_wdata(mem_written),
      .ram_done,
      .ram_rdata,
      .image_read(ni_image_read),
      .image_at(ni_image_at),
      .image_data(image_rdata),
      .put,
      .put_at,
      .put_bytes,
      .behind,
      .land,
      .land_at,
      .inject_valid(crossing[0]),
      .inject_flit(crossing[34:1]),
      .eject_valid(crossing[35]),
      .eject_flit(crossing[69:36])
  );

  assign watch = happens;
  assign watch_fetch = mem_fetch;
  assign watch_write = mem_write;
  assign watch_atomic = mem_atomic;
  assign watch_size = mem_size;
  assign watch_mask = mem_mask;
  assign watch_address = mem_address;
  assign watch_written = mem_written;
  assign watch_found = mem_read;
  assign unused = &{put, put_at, put_bytes, behind, crossing};
endmodule
