// SPDX-License-Identifier: BSD-2-Clause
//
// A node without its core: router, network interface and RAM. No input but the hart's reaches an
// output in the same cycle, and that reaches `printed`, `exited`, `aborted` and `ram_done` alone. So
// nodes may be evaluated in any order.
// docs/board.md, section 1; sections 3 (the router), 4 (the interface) and 5 (counters, state, stamps).
//
// Size: in those of noc_router with ROWS, noc_ni and noc_ram.

module noc_node #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer NODE_BITS = 4,
    parameter integer TURNS = 0,
    parameter integer RAM_BITS = 16,
    parameter integer IMAGE_BITS = 22,
    parameter integer ROWS = 1,  // a debugger can look at the router's inputs
    parameter integer STAMPS = 0,  // routers make stamps
    parameter integer CHANNELS = LINKS * VCS,
    parameter integer INPUTS = CHANNELS + 1,
    parameter integer INPUT_BITS = 4
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  tick,
    // What the board is; routing and route memory are written before the first tick.
    input  logic [          13:0] self,
    input  logic [          13:0] nodes,
    input  logic [          31:0] profile,
    input  logic [          31:0] wiring,
    input  logic [          31:0] host,
    input  logic [          31:0] boot_shown,     // of node 0
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
    input  logic [  CHANNELS-1:0] used_in,        // inputs that the routing uses
    // Links.
    input  logic [     LINKS-1:0] in_valid,
    input  logic [  CHANNELS-1:0] in_vc,
    input  logic [  LINKS*34-1:0] in_flit,
    output logic [  CHANNELS-1:0] in_credit,
    output logic [     LINKS-1:0] out_valid,
    output logic [  CHANNELS-1:0] out_vc,
    output logic [  LINKS*34-1:0] out_flit,
    input  logic [  CHANNELS-1:0] out_credit,
    // The hart.
    input  logic                  access,
    input  logic                  writes,
    input  logic                  own,
    input  logic [          11:0] offset,
    input  logic [          31:0] wdata,
    output logic [          31:0] rdata,
    input  logic                  peek,
    input  logic                  state,          // it is of the state block,
    input  logic                  stamp,          // or of the stamps'
    input  logic                  stamping,       // CTL_STAMP
    output logic [          31:0] peeked,
    input  logic                  asleep,
    output logic                  line,
    output logic [          63:0] now,
    output logic                  printed,
    output logic [           7:0] character,
    output logic                  exited,
    output logic                  aborted,
    output logic [           7:0] status,
    output logic [          31:0] boot_out,
    // Its RAM: served in the cycle in which `ram_done` is high, with what was read in the next one.
    input  logic                  ram_request,
    input  logic [  RAM_BITS-3:0] ram_at,         // a word
    input  logic [           3:0] ram_write,      // these bytes of it; 0: a read
    input  logic [          31:0] ram_wdata,
    output logic                  ram_done,
    output logic [          31:0] ram_rdata,
    // The image, for bodies that lie there: a read, which is answered in the next cycle.
    output logic                  image_read,
    output logic [IMAGE_BITS-4:0] image_at,       // a 64-bit word
    input  logic [          63:0] image_data,
    // What crosses between interface and RAM, to be looked at.
    output logic                  put,
    output logic [  RAM_BITS-4:0] put_at,
    output logic [           7:0] put_bytes,
    output logic [           5:0] behind,
    // What the interface writes in this cycle, which hart and debugger must know of.
    output logic [           7:0] land,           // these bytes
    output logic [  RAM_BITS-4:0] land_at,        // of a 64-bit word
    // What crosses between NI and router, to be looked at.
    output logic                  inject_valid,
    output logic [          33:0] inject_flit,
    output logic                  eject_valid,
    output logic [          33:0] eject_flit
);
  logic inject_credit, boot_write, access_memory, from_image, image_then;
  logic memory;
  logic [7:0] memory_write;
  logic [IMAGE_BITS-4:0] at;
  logic [63:0] wdata64, ram_data, read_data;
  logic [INPUTS-1:0] eject_input, sunk, broken;
  logic [31:0] broken_header, row_found;
  logic [4:0] rows;
  logic [31:0] stamps, stamp_found, ni_peeked;
  logic stamp_then;
  logic [CHANNELS-1:0] headers, relayed, blocked;
  logic unused;

  assign unused = &{sunk};

  // What the board says, but for stamps.
  logic [31:0] shown_profile;

  always_comb begin
    shown_profile = profile;
    shown_profile[noc_regs::NI_PROFILE_STAMPS_SHIFT] = STAMPS != 0;
  end

  noc_router #(
      .LINKS(LINKS),
      .VCS(VCS),
      .NODE_BITS(NODE_BITS),
      .INPUT_BITS(INPUT_BITS),
      .ROWS(ROWS)
  ) router (
      .clk,
      .rst,
      .tick,
      .turns,
      .linked,
      .entry_write,
      .entry_input,
      .entry_node,
      .entry,
      .in_valid,
      .in_vc,
      .in_flit,
      .in_credit,
      .out_valid,
      .out_vc,
      .out_flit,
      .out_credit,
      .inject_valid,
      .inject_flit,
      .inject_credit,
      .eject_valid,
      .eject_input,
      .eject_flit,
      .sunk,
      .broken,
      .broken_header,
      .headers,
      .relayed,
      .blocked,
      .used_in,
      .row(offset[9:4] - noc_regs::STATE_IN[9:4]),
      .row_word(offset[3:2]),
      .rows,
      .row_found
  );

  assign image_read = access_memory && from_image;
  assign image_at = at;
  assign memory = access_memory && !from_image;
  assign read_data = image_then ? image_data : ram_data;
  always_ff @(posedge clk) if (tick && access_memory && memory_write == 0) image_then <= from_image;

  assign land = tick && memory ? memory_write : 8'd0;
  assign land_at = at[RAM_BITS-4:0];

  noc_ram #(
      .RAM_BITS(RAM_BITS)
  ) ram (
      .clk,
      .rst,
      .tick,
      .access(memory),
      .at(at[RAM_BITS-4:0]),
      .write(memory_write),
      .wdata(wdata64),
      .rdata(ram_data),
      .behind,
      .request(ram_request),
      .hart_at(ram_at),
      .hart_write(ram_write),
      .hart_wdata(ram_wdata),
      .done(ram_done),
      .hart_rdata(ram_rdata)
  );

  noc_ni_boot boot (
      .clk,
      .rst,
      .tick,
      .write(boot_write),
      .wdata,
      .shown(boot_out)
  );

  noc_ni #(
      .LINKS(LINKS),
      .VCS(VCS),
      .NODE_BITS(NODE_BITS),
      .TURNS(TURNS),
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS),
      .INPUT_BITS(INPUT_BITS)
  ) ni (
      .clk,
      .rst,
      .tick,
      .self,
      .nodes,
      .profile(shown_profile),
      .wiring,
      .host,
      .boot_shown,
      .way_write,
      .way_node,
      .way_index,
      .way_value,
      .used,
      .access,
      .writes,
      .own,
      .offset,
      .wdata,
      .rdata,
      .peek,
      .peeked(ni_peeked),
      .state,
      .rows,
      .row_found,
      .stamps,
      .asleep,
      .line,
      .now,
      .printed,
      .character,
      .exited,
      .aborted,
      .status,
      .boot_write,
      .memory(access_memory),
      .memory_image(from_image),
      .memory_at(at),
      .memory_write,
      .memory_wdata(wdata64),
      .memory_rdata(read_data),
      .behind,
      .put,
      .put_at,
      .put_bytes,
      .inject_valid,
      .inject_flit,
      .inject_credit,
      .eject_valid,
      .eject_input,
      .eject_flit,
      .broken,
      .broken_header,
      .flits(out_vc),
      .headers,
      .relayed,
      .blocked
  );

  // --- stamps ---

  always_ff @(posedge clk) if (peek) stamp_then <= stamp;
  assign peeked = stamp_then ? stamp_found : ni_peeked;

  generate
    if (STAMPS != 0) begin : g_stamps
      noc_stamps #(
          .LINKS(LINKS),
          .VCS(VCS),
          .INPUT_BITS(INPUT_BITS)
      ) records (
          .clk,
          .rst,
          .tick,
          .on(stamping),
          .now(now[31:0]),
          .out_vc,
          .out_flit,
          .eject_valid,
          .eject_input,
          .eject_flit,
          .written(stamps),
          .look(peek),
          .at(offset[11:2]),
          .found(stamp_found)
      );
    end else begin : g_none
      logic unused_stamping;

      assign unused_stamping = stamping;
      assign stamps = '0;
      assign stamp_found = '0;
    end
  endgenerate
endmodule
