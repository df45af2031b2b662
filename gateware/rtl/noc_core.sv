// SPDX-License-Identifier: BSD-2-Clause
//
// The hart of one node: RV32IMAC, machine mode only, several cycles an instruction, one memory port
// for instructions and data. docs/board.md, sections 1, 4.3 and 6; The RISC-V Instruction Set
// Manual, volumes I (20191213) and II (20211203).
//
// Cycles of an instruction, if memory never lets it wait:
//   arithmetic, CSRs, fence, a branch not taken    2: decode; execute, and fetch what follows
//   jumps, branches taken, fence.i, mret           3: fetch
//   stores, sc                                     3: access; one more if what follows is to be fetched
//   loads, lr                                      4: access; answer, and fetch what follows
//   other atomic operations                        5: access; answer; write; one more as above
//   mul, mulh*, div*, rem*                         6, 7, 37
//   a trap or interrupt                            the instruction's up to it, and 1 to fetch
// An instruction whose two halves lie in different words takes one more behind a jump.
//
// Memory. In a cycle in which `mem_valid` and `mem_go` are high the access happens, or is refused
// (`mem_fault`); without `mem_go` the hart waits, and asks for the same again. What is read is in
// `mem_read` in the next cycle with `tick`; a memory that has been read otherwise meanwhile gives
// the word back. Registers of the NI never let it wait. The hart has one access at a time, so what
// it has stored is in memory before its next access. `mem_valid` does not look at `tick`: without
// it nothing happens, here or there. An atomic access (lr, sc, the others) is refused outside RAM.
//
// Atomic operations. A reservation ends by sc, by a trap, and by a write of the NI to that word,
// which `ni_write` tells in its cycle. An atomic operation begins again if the NI writes its word
// between its read and its write. The NI and the hart are never given one word in one cycle.
//
// Interrupts and halts come between instructions, halts first. wfi has retired when the hart falls
// asleep, and ends by mip & mie or a halt. A hart that is resumed at a wfi goes on behind it.
//
// Debug Mode. The hart halts while `halt` is high, behind a step, and at an ebreak if ebreakm is
// set; `halted` says so. Then registers can be read and written, with or without `tick`: 1000 to
// 101f are x0 to x31, 0 to fff CSRs, as an abstract command's regno. It goes on by `resume`, to be
// held until `halted` falls. pc is dpc. Triggers are still to come.
//
// Without `tick` no state changes, but by a debugger's write. `done_*` say in the cycle in which an
// instruction ends what it did, for a checker; nothing in the board needs them.
//
// Size: 3,066 LUT4, 618 flip-flops, 32 LUT-RAMs (ECP5, with its parts).

module noc_core (
    input  logic        clk,
    input  logic        rst,
    input  logic        tick,
    input  logic [31:1] start,             // the first instruction
    input  logic [13:0] hart,              // mhartid
    input  logic [63:0] now,               // `time`
    input  logic        line,              // the external interrupt's: PENDING & WAKE
    // Memory and registers of the node.
    output logic        mem_valid,
    output logic        mem_fetch,
    output logic        mem_write,
    output logic        mem_atomic,
    output logic [31:0] mem_address,       // of reads a whole word; of others 1:0 tell the bytes, too
    output logic [ 1:0] mem_size,          // 0: byte, 1: half, 2: word
    output logic [ 3:0] mem_mask,          // bytes to write; none in a failing sc
    output logic [31:0] mem_written,
    input  logic        mem_go,
    input  logic        mem_fault,
    input  logic [31:0] mem_read,
    input  logic [ 1:0] ni_write,          // the NI writes the lower, the upper of two words
    input  logic [19:3] ni_address,        // of RAM
    // Debug Module.
    input  logic        halt,
    input  logic        resume,
    output logic        halted,
    input  logic        debug_write,       // only while halted
    input  logic [15:0] debug_register,
    input  logic [31:0] debug_written,
    output logic        debug_exists,
    output logic [31:0] debug_read,
    // What can be seen of it.
    output logic        asleep,
    output logic [31:1] next,              // the address of the instruction that it executes next
    output logic        done,              // an instruction retires, or a trap is taken
    output logic        done_trap,
    output logic        done_interrupted,  // and that is the interrupt
    output logic [ 3:0] done_code,
    output logic [31:0] done_tval,
    output logic [31:0] done_instruction,
    output logic        done_writes,       // a register other than x0
    output logic [ 4:0] done_register,
    output logic [31:0] done_value
);
  localparam logic [3:0]
      CLEAR = 4'd0,    // a register a cycle becomes 0, after reset
      FETCH = 4'd1,    // asks for a word of instructions
      DECODE = 4'd2,   // it is there, and is put together and expanded
      EXECUTE = 4'd3,
      ACCESS = 4'd4,   // asks for data
      ANSWER = 4'd5,   // they are there
      MODIFY = 4'd6,   // an atomic operation asks for its write
      MULTIPLY = 4'd7,
      SLEEP = 4'd8,
      HALTED = 4'd9;
  localparam logic [3:0]
      FETCH_FAULT = 4'd1, ILLEGAL = 4'd2, BREAKPOINT = 4'd3, LOAD_MISALIGNED = 4'd4,
      LOAD_FAULT = 4'd5, STORE_MISALIGNED = 4'd6, STORE_FAULT = 4'd7, CALL = 4'd11;
  localparam logic [2:0] WHY_EBREAK = 3'd1, WHY_HALT = 3'd3, WHY_STEP = 3'd4;

  logic [3:0] state, state_next, on;
  logic [31:1] pc, pc_next, behind;
  logic [31:0] raw, instruction, address;
  logic short, bad, fetched, fetch_fault, first;
  logic [4:0] cleared;

  // --- the instruction ---

  logic computes, multiplies, jumps, branches, loads, stores, reserves, tries, modifies, csrs;
  logic fences, refetches, calls, breaks, returns, waits, illegal, register_b, subtract, arithmetic;
  logic [31:0] immediate;
  logic [ 2:0] operation;

  noc_core_decode decode (
      .instruction,
      .computes,
      .multiplies,
      .jumps,
      .branches,
      .loads,
      .stores,
      .reserves,
      .tries,
      .modifies,
      .csrs,
      .fences,
      .refetches,
      .calls,
      .breaks,
      .returns,
      .waits,
      .illegal,
      .register_b,
      .immediate,
      .operation,
      .subtract,
      .arithmetic
  );

  // --- fetching ---

  logic [31:2] fetch_address;
  logic [31:0] put_together, expanded;
  logic needs, lacks, second_half, expanded_illegal, dispatch, jump, fetching;

  noc_core_fetch fetch (
      .clk,
      .tick,
      .jump,
      .target(pc_next[31:2]),
      .go(fetching && mem_go && !mem_fault),
      .arrived(state == DECODE && fetched),
      .word(mem_read),
      .use_it(dispatch),
      .odd(pc[1]),
      .address(fetch_address),
      .needs,
      .lacks,
      .behind(second_half),
      .instruction(put_together)
  );

  noc_core_expand expand (
      .half(put_together[15:0]),
      .full(expanded),
      .illegal(expanded_illegal)
  );

  // --- operands and results ---

  logic [31:0] value_1, value_2, operand_a, operand_b, sum, result, product, csr_value;
  logic [31:0] target, read_aligned, modified, old, written;
  logic [31:1] handler, mepc, dpc;
  logic equal, less, below, taken, multiplied, csr_exists, csr_write, writes, writes_csr;
  logic wakes, interrupts, ebreakm, single, dpc_write, to_csr, to_gpr;
  logic [4:0] to;

  noc_core_registers registers (
      .clk,
      .write(writes),
      .clear(tick && state == CLEAR),
      .to(state == CLEAR ? cleared : to),
      .value(written),
      .from_1(halted ? debug_register[4:0] : instruction[19:15]),
      .from_2(instruction[24:20]),
      .value_1,
      .value_2
  );

  assign operand_a = state == MODIFY ? old : value_1;
  assign operand_b = register_b || state == MODIFY ? value_2 : immediate;

  noc_core_alu alu (
      .operation,
      .subtract,
      .arithmetic,
      .a(operand_a),
      .b(operand_b),
      .sum,
      .equal,
      .less,
      .below,
      .result
  );

  noc_core_muldiv muldiv (
      .clk,
      .rst,
      .tick,
      .start(state == EXECUTE && multiplies && !bad),
      .operation(instruction[14:12]),
      .a(value_1),
      .b(value_2),
      .done(multiplied),
      .result(product)
  );

  assign taken = (instruction[14] ? (instruction[13] ? below : less) : equal) ^ instruction[12];
  assign target = {pc, 1'b0} + immediate;
  assign behind = pc + (short ? 31'd1 : 31'd2);

  // --- what ends in this cycle, and how ---

  logic retires, trap, interrupted, stops, misaligned, unknown, executes, lost, succeeds;
  logic [3:0] code;
  logic [31:0] tval;

  assign executes = state == EXECUTE;
  assign unknown = bad || illegal || (csrs && !csr_exists);
  assign misaligned = instruction[13:12] == 2'd1 ? address[0] :
      instruction[13:12] == 2'd2 && |address[1:0];

  always_comb begin
    trap = 1'b0;
    interrupted = 1'b0;
    stops = 1'b0;
    code = ILLEGAL;
    tval = 32'd0;
    dispatch = 1'b0;
    case (state)
      DECODE:
      if (halt || (single && !first)) stops = 1'b1;
      else if (interrupts && !single) begin
        trap = 1'b1;
        interrupted = 1'b1;
      end else if (fetch_fault) begin
        trap = 1'b1;
        code = FETCH_FAULT;
        tval = second_half ? {fetch_address, 2'd0} : {pc, 1'b0};
      end else dispatch = !lacks;
      EXECUTE:
      if (unknown) begin
        trap = 1'b1;
        tval = raw;
      end else if (breaks && ebreakm) stops = 1'b1;
      else if (breaks || calls) begin
        trap = 1'b1;
        code = breaks ? BREAKPOINT : CALL;
      end
      ACCESS: begin
        trap = misaligned || (mem_go && mem_fault);
        tval = address;
        if (loads || reserves) code = misaligned ? LOAD_MISALIGNED : LOAD_FAULT;
        else code = misaligned ? STORE_MISALIGNED : STORE_FAULT;
      end
      default: ;
    endcase
  end

  always_comb
    case (state)
      EXECUTE:
      retires = !trap && !stops &&
          |{computes, csrs, fences, branches, jumps, refetches, returns, waits};
      ACCESS: retires = (stores || tries) && mem_go && !trap;
      ANSWER: retires = !modifies;
      MODIFY: retires = mem_go && !lost;
      MULTIPLY: retires = multiplied;
      default: retires = 1'b0;
    endcase

  // --- where it goes on ---

  always_comb begin
    jump = (executes && retires && (jumps || refetches || returns || (branches && taken))) ||
        trap || (state == HALTED) || (state == CLEAR);
    pc_next = retires ? behind : pc;
    if (trap) pc_next = handler;
    else if (executes && retires) begin
      if (returns) pc_next = mepc;
      else if (jumps && !instruction[3]) pc_next = sum[31:1];
      else if (jumps || (branches && taken)) pc_next = target[31:1];
    end
  end

  // The word behind is fetched as soon as nothing else asks for memory, whether it is needed or not.
  assign fetching = state == FETCH || (needs && ((executes &&
      (computes || csrs || fences || branches)) || (state == ANSWER && !modifies) ||
      (state == MULTIPLY && multiplied)));
  assign on = needs && !(fetching && mem_go) ? FETCH : DECODE;

  always_comb begin
    state_next = state;
    case (state)
      CLEAR: if (&cleared) state_next = FETCH;
      FETCH: if (mem_go) state_next = DECODE;
      DECODE: state_next = lacks ? FETCH : EXECUTE;
      EXECUTE:
      if (multiplies) state_next = MULTIPLY;
      else if (loads || stores || reserves || tries || modifies) state_next = ACCESS;
      else if (waits && !first) state_next = SLEEP;
      else state_next = on;
      ACCESS: if (mem_go) state_next = stores || tries ? on : ANSWER;
      ANSWER: state_next = modifies ? MODIFY : on;
      MODIFY: if (lost) state_next = ACCESS;
      else if (mem_go) state_next = on;
      MULTIPLY: if (multiplied) state_next = on;
      SLEEP: if (wakes || halt || single) state_next = on;
      HALTED: if (resume && !halt) state_next = FETCH;
      default: state_next = FETCH;
    endcase
    if (stops) state_next = HALTED;
    else if (jump && state != HALTED && state != CLEAR) state_next = FETCH;
  end

  always_ff @(posedge clk)
    if (rst) begin
      state <= CLEAR;
      cleared <= 5'd0;
      first <= 1'b0;
      fetched <= 1'b0;
      fetch_fault <= 1'b0;
    end else if (tick) begin
      state   <= state_next;
      cleared <= cleared + {4'd0, state == CLEAR};
      fetched <= fetching && mem_go && !mem_fault;
      fetch_fault <= fetching && mem_go && mem_fault;
      if (state == HALTED) first <= 1'b1;
      else if (done) first <= 1'b0;
    end

  always_ff @(posedge clk)
    if (rst) pc <= start;
    else if (dpc_write) pc <= dpc;
    else if (tick) pc <= pc_next;

  always_ff @(posedge clk)
    if (tick) begin
      if (dispatch) begin
        short <= put_together[1:0] != 2'b11;
        bad <= put_together[1:0] != 2'b11 && expanded_illegal;
        raw <= put_together[1:0] == 2'b11 ? put_together : {16'd0, put_together[15:0]};
        instruction <= put_together[1:0] == 2'b11 ? put_together : expanded;
      end
      if (executes) address <= sum;
      if (state == ANSWER) old <= mem_read;
    end

  // --- memory ---

  logic [19:2] reserved;
  logic reservation;

  assign mem_fetch = fetching;
  assign mem_valid = fetching || (state == ACCESS && !misaligned) || (state == MODIFY && !lost);
  assign mem_address = fetching ? {fetch_address, 2'd0} : address;
  assign mem_size = fetching ? 2'd2 : instruction[13:12];
  assign mem_write = !fetching && (stores || tries || state == MODIFY);
  assign mem_atomic = !fetching && (reserves || tries || modifies);

  always_comb begin
    mem_written = state == MODIFY ? modified : value_2;
    mem_mask = tries && !succeeds ? 4'd0 : 4'd15;
    case (instruction[13:12])
      2'd0: begin
        mem_written = {4{value_2[7:0]}};
        mem_mask = 4'd1 << address[1:0];
      end
      2'd1: begin
        mem_written = {2{value_2[15:0]}};
        mem_mask = address[1] ? 4'd12 : 4'd3;
      end
      default: ;
    endcase
  end

  logic [15:0] read_half;
  logic [ 7:0] read_byte;

  always_comb begin
    read_half = address[1] ? mem_read[31:16] : mem_read[15:0];
    read_byte = address[0] ? read_half[15:8] : read_half[7:0];
    case (instruction[13:12])
      2'd0: read_aligned = {{24{read_byte[7] && !instruction[14]}}, read_byte};
      2'd1: read_aligned = {{16{read_half[15] && !instruction[14]}}, read_half};
      default: read_aligned = mem_read;
    endcase
  end

  // amoswap has bit 27; minima and maxima have bit 31, maxima bit 29, unsigned ones bit 30.
  always_comb
    if (instruction[27]) modified = value_2;
    else if (!instruction[31]) modified = result;
    else modified = (instruction[30] ? below : less) ^ instruction[29] ? old : value_2;

  assign succeeds = reservation && reserved == address[19:2];

  always_ff @(posedge clk)
    if (rst) reservation <= 1'b0;
    else if (tick) begin
      if (trap || (tries && state == ACCESS && mem_go)) reservation <= 1'b0;
      else if (reserves && state == ACCESS && mem_go) reservation <= 1'b1;
      else if (ni_write[reserved[2]] && ni_address == reserved[19:3]) reservation <= 1'b0;
    end

  always_ff @(posedge clk)
    if (tick) begin
      if (reserves && state == ACCESS && mem_go && !mem_fault) reserved <= address[19:2];
      if (state == ACCESS) lost <= 1'b0;
      else if (ni_write[address[2]] && ni_address == address[19:3]) lost <= 1'b1;
    end

  // --- registers written ---

  always_comb begin
    written = result;
    case (state)
      EXECUTE:
      if (csrs) written = csr_value;
      else if (jumps) written = {behind, 1'b0};
      else if (instruction[2]) written = instruction[5] ? immediate : target;  // lui, auipc
      ACCESS: written = {31'd0, !succeeds};
      ANSWER: written = read_aligned;
      MODIFY: written = old;
      MULTIPLY: written = product;
      HALTED: written = debug_written;
      default: ;
    endcase
  end

  assign to_csr = debug_register[15:12] == 4'd0;
  assign to = halted ? debug_register[4:0] : instruction[11:7];
  assign done_writes = retires && to != 5'd0 &&
      !(branches || fences || refetches || returns || waits || stores);
  assign to_gpr = debug_register[15:5] == 11'h080;
  assign writes = (tick && done_writes) || (halted && debug_write && to_gpr);
  assign debug_exists = to_csr ? csr_exists : to_gpr;
  assign debug_read = to_csr ? csr_value : value_1;

  // --- CSRs ---

  // csrrs and csrrc, and their immediate forms, write unless their operand is x0 or 0.
  assign writes_csr = halted ? debug_write : instruction[13:12] == 2'd1 || |instruction[19:15];
  assign csr_write = halted ? debug_write && to_csr :
      tick && executes && csrs && writes_csr && !trap;

  noc_core_csr csr (
      .clk,
      .rst,
      .tick,
      .hart,
      .now,
      .line,
      .number(halted ? debug_register[11:0] : instruction[31:20]),
      .debugger(halted),
      .writes(writes_csr),
      .how(halted ? 2'd1 : instruction[13:12]),
      .operand(halted ? debug_written :
               instruction[14] ? {27'd0, instruction[19:15]} : value_1),
      .write(csr_write),
      .exists(csr_exists),
      .value(csr_value),
      .pc,
      .retires,
      .trap,
      .interrupted,
      .code,
      .tval,
      .returns(executes && returns && retires),
      .stops,
      .why(executes ? WHY_EBREAK : halt ? WHY_HALT : WHY_STEP),
      .wakes,
      .interrupts,
      .handler,
      .mepc,
      .ebreakm,
      .single,
      .dpc_write,
      .dpc
  );

  // --- what can be seen ---

  assign halted = state == HALTED;
  assign asleep = state == SLEEP;
  assign next = pc;
  assign done = retires || trap;
  assign done_trap = trap;
  assign done_interrupted = interrupted;
  assign done_code = code;
  assign done_tval = tval;
  assign done_instruction = raw;
  assign done_register = to;
  assign done_value = written;
endmodule
