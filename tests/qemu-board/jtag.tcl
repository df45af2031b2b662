# SPDX-License-Identifier: BSD-2-Clause
# What OpenOCD does with the board of boards/emu.cfg that runs debug.elf. CORES: node
# 0, node 1 and the last; NODES: how many there are; COUNT_ONE: the function that all of them call.

proc same {what got expected} {
    if {$got != $expected} {
        echo "FAILED: $what: $got, not $expected"
        shutdown error
        error failed
    }
}

# At most ten seconds: the board shares the machine with much else.
proc come_to {what condition} {
    for {set i 0} {$i < 1000 && ![uplevel 1 expr $condition]} {incr i} { sleep 10 }
    same $what [uplevel 1 expr $condition] 1
}

proc register {name} { dict get [get_reg -force $name] $name }
proc word {address} { lindex [read_memory $address 32 1] 0 }

set IMAGE 0x20000000
set RAM 0x80000000
set NI 0x10000000

# Each core: its registers, its own memory by both ways.
proc memory_of {core way} {
    global IMAGE RAM NI
    riscv set_mem_access $way
    same "NODE of $core" [word $NI] $core
    write_memory [expr {$RAM + 0x4000}] 32 [list [expr {$core + 7}] 0x01020304]
    write_memory [expr {$RAM + 0x4001}] 8 0x55
    write_memory [expr {$RAM + 0x4006}] 16 0xabcd
    same "RAM of $core by $way" [read_memory [expr {$RAM + 0x4000}] 32 2] \
        [list [format 0x%x [expr {($core + 7) & 0xffff00ff | 0x5500}]] 0xabcd0304]
    same "bytes of $core by $way" [read_memory [expr {$RAM + 0x4004}] 8 4] {0x4 0x3 0xcd 0xab}
    write_memory [expr {$RAM + 0x5000}] 32 [lrepeat 300 $core]
    same "300 words of $core by $way" [lsort -unique [read_memory [expr {$RAM + 0x5000}] 32 300]] \
        [format 0x%x $core]
    same "the image's first word" [format 0x%08x [word $IMAGE]] 0x80008137
}

proc look_at {core} {
    targets nocturne.$core
    halt
    same "mhartid" [expr {[register mhartid]}] $core
    set a0 [register a0]
    set_reg {a0 0x12345678}
    same "a0" [register a0] 0x12345678
    set_reg [list a0 $a0]
    memory_of $core abstract
    memory_of $core sysbus
    riscv set_mem_access sysbus abstract
    set before [register minstret]
    for {set i 0} {$i < 10} {incr i} { step }
    same "instructions of ten steps of $core" [expr {[register minstret] - $before}] 10
    resume
}

proc breakpoint_in {core} {
    global RAM COUNT_ONE
    targets nocturne.$core
    halt
    bp $COUNT_ONE 2
    resume
    wait_halt
    set before [word $RAM]
    for {set i 1} {$i <= 3} {incr i} {
        same "pc of $core at the breakpoint" [register pc] $COUNT_ONE
        rbp $COUNT_ONE
        step ;# OpenOCD leaves that to gdb
        bp $COUNT_ONE 2
        resume
        wait_halt
        same "rounds of $core" [expr {[word $RAM] - $before}] $i
    }
    rbp $COUNT_ONE
    set before [word $RAM]
    resume
    come_to "core $core goes on without it" {{[word $RAM] > $before + 10}}
}

# A trigger of this core's own: others run through the same code.
proc trigger_in {core} {
    global COUNT_ONE
    targets nocturne.$core
    halt
    bp $COUNT_ONE 2 hw
    resume
    wait_halt
    same "pc of $core at the trigger" [register pc] $COUNT_ONE
    rbp $COUNT_ONE
    resume
}

# The whole board through one running core: its counters and states in a stopped cycle.
proc board_through {core nodes} {
    set CONTROL 0x48010000
    targets nocturne.$core
    same "VERSION and NODES" [read_memory $CONTROL 32 3] [list 0x4e4f4406 0x1 [format 0x%x $nodes]]
    write_memory [expr {$CONTROL + 0x20}] 32 30
    set cycle [word [expr {$CONTROL + 0x10}]]
    for {set node 0} {$node < $nodes} {incr node 257} {
        write_memory [expr {$CONTROL + 0x24}] 32 $node
        same "NODE by PEEK" [word 0x49000000] [format 0x%x $node]
        same "time of $node" [word [expr {0x40000000 + 0x100 * $node}]] $cycle
        same "PENDING of $node" [word [expr {0x41000000 + 0x400 * $node}]] [word 0x49000020]
    }
    set blocks [read_memory 0x41000000 32 1024]
    same "states that stand" [read_memory 0x41000000 32 1024] $blocks
    same "the cycle that stands" [word [expr {$CONTROL + 0x10}]] $cycle
    write_memory [expr {$CONTROL + 0x20}] 32 0
    come_to "the clock goes on" {{[word [expr {$CONTROL + 0x10}]] > $cycle}}
}

proc reset_of {cores} {
    global IMAGE
    reset halt
    foreach core $cores {
        targets nocturne.$core
        same "pc of $core after reset halt" [register pc] [format 0x%x $IMAGE]
        same "minstret" [expr {[register minstret]}] 0
        step
        same "pc after a step" [register pc] [format 0x%x [expr {$IMAGE + 4}]]
    }
    reset run
    foreach core $cores {
        targets nocturne.$core
        same "state of $core" [nocturne.$core curstate] running
    }
}

init
foreach core $CORES { look_at $core }
board_through 0 $NODES
board_through [lindex $CORES end] $NODES
foreach core [lrange $CORES 0 1] {
    trigger_in $core
    breakpoint_in $core
}
reset_of $CORES
shutdown
