# SPDX-License-Identifier: BSD-2-Clause
# What all boards have in common, for OpenOCD 0.12 or newer; a board's description
# (NAME.cfg) sources it. docs/boards.md.
#
# Set before a description is read, with -c 'set NAME VALUE':
#   CORES     the nodes to look at (default "0"), as "0 5" or "0-3 8", each a target nocturne.NODE
#             and, in the order given, a gdb port from 3333 on; at most a few dozen
#   TOGETHER  1: these cores are one target to gdb, at port 3333, with a thread for each: gdb stops
#             them together, lets them go on together, and a plain `break` is for all of them;
#             0: gdb's breakpoints, those that it steps by too, are the core's triggers, two each,
#             since every core meets an `ebreak` in the image ('gdb_breakpoint_override disable'
#             has them written all the same)
#   ADAPTER   `emulated`: instead of the board's own adapter that of an emulated board on
#             this host ('noct board --board NAME'), to try all else without the board
#   PORT      of that JTAG (default 9824), or the file of its socket, "/..."

if { ![info exists PORT] } { set PORT 9824 }
if { ![info exists CORES] } { set CORES 0 }
if { ![info exists TOGETHER] } { set TOGETHER 0 }
if { ![info exists ADAPTER] } { set ADAPTER own }

# Its TAP, as noct(tap) says. `own`: IR of 5 bits, the Debug Module's registers where the RISC-V
# debug specification has them. Else the IDCODE of a Xilinx FPGA of one die, but for the die's
# stepping: IR of 6 bits, whose USER3 and USER4 lead to the gateware (BSCANE2): dtmcs and dmi.
set nocturne_ir {}
proc nocturne_tap {} {
    global noct nocturne_ir
    if { $noct(tap) eq "own" } {
        jtag newtap nocturne cpu -irlen 5 -expected-id 0x14e4f001
    } else {
        jtag newtap nocturne cpu -irlen 6 -ignore-version -expected-id $noct(tap)
        set nocturne_ir {idcode 0x09 dtmcs 0x22 dmi 0x23}
    }
}

proc nocturne_emulated {port} {
    adapter driver remote_bitbang
    set socket [string match "/*" $port]
    remote_bitbang host [expr {$socket ? $port : "127.0.0.1"}]
    remote_bitbang port [expr {$socket ? 0 : $port}]
    adapter speed 10000
}

# A target for each of these cores. All reach memory by the system bus, which is the
# selected hart's and needs no halted hart; there is no program buffer.
proc nocturne_targets {nodes} {
    global nocturne_ir TOGETHER
    set cores {}
    foreach node $nodes {
        lassign [split $node -] first last
        for {set core $first} {$core <= ($last eq "" ? $first : $last)} {incr core} {
            lappend cores $core
        }
    }
    set names {}
    foreach core $cores {
        target create nocturne.$core riscv -chain-position nocturne.cpu -coreid $core
        # gdb halts its core when it comes; when it goes, the core goes on. While the clock is
        # stopped (CTL_STOP) a core cannot halt, and would when the clock goes on.
        nocturne.$core configure -event gdb-attach {
            if { [read_memory 0x48010020 32 1] == 0 } {
                halt 1000
            } else {
                echo "the board's clock is stopped: [target current] is not halted"
            }
        }
        nocturne.$core configure -event gdb-detach {
            if { [[target current] curstate] eq "halted" } { resume }
        }
        if { $TOGETHER } { nocturne.$core configure -rtos hwthread }
        lappend names nocturne.$core
    }
    if { $TOGETHER && [llength $names] > 1 } { target smp {*}$names }
    if { !$TOGETHER } { gdb_breakpoint_override hard }
    foreach {register ir} $nocturne_ir { riscv set_ir $register $ir }
    foreach core $cores {
        targets nocturne.$core
        riscv set_mem_access sysbus abstract
        # Harts have one mode and no translation; to see that OpenOCD would read `priv`
        # before each read of memory, and report harts that run.
        riscv set_enable_virt2phys off
    }
    targets nocturne.[lindex $cores 0]
}

# Serve calls to the host (docs/boards.md) of these targets, from their next reset on. line: their
# command line. Programs may then open every file that OpenOCD may.
proc nocturne_host {{line ""}} {
    foreach name [target names] {
        $name arm semihosting enable
        if { $line ne "" } { $name arm semihosting_cmdline {*}[split $line] }
    }
    # SERVED, and STOPS: the board's clock stands during each call.
    mww 0x48010044 3
}

# The flash, which only node 0 has; chip_width and bus_width in bytes. locked: the chip comes up
# with its blocks locked, as many do.
set nocturne_unlock {}
proc nocturne_cfi {chip_width bus_width {locked {}}} {
    global nocturne_unlock
    if { $locked eq "locked" } { set nocturne_unlock unlock }
    if { [lsearch [target names] nocturne.0] >= 0 } {
        flash bank nocturne.flash cfi 0x30000000 0x800000 $chip_width $bus_width nocturne.0
        # Else a gdb that connects has the flash probed first, and is hung up on by a board
        # that is strapped to its image and has none.
        gdb_memory_map disable
    }
}

# --- what noct flash asks for; offsets are from the flash's beginning, which OpenOCD calls 0

# Do the chips read as they do everywhere while they answer by their status, instead of what they
# hold? That is known of each by its bytes of some words: all alike, and not erased.
proc nocturne_flash_deaf {} {
    set chip_bytes [dict get [lindex [flash list] 0] chip_width]
    set words [read_memory 0x30000000 32 16]
    for {set bit 0} {$bit < 32} {incr bit [expr {8 * $chip_bytes}]} {
        set mask [expr {(1 << 8 * $chip_bytes) - 1}]
        set seen {}
        foreach word $words { dict set seen [expr {$word >> $bit & $mask}] 1 }
        if { [dict size $seen] == 1 && ![dict exists $seen $mask] } { return 1 }
    }
    return 0
}

# Bring the chips back to reading from wherever a driver of Intel's command set was cut off, each
# from a state of its own, and change nothing. All ones do it, if there are enough of them:
#
#   status, id, query (70 90 98)      the command `read`
#   erase or lock (20 60), no d0 yet  no d0: given up
#   word (40 10), no data yet         data that clear no bit
#   buffer (e8), amid its data        data that are dropped, for behind the last of them
#   buffer, before its d0             comes no d0: given up
#   buffer, no count yet              a count: the largest that there is, of 65,536 words
#
# Only the last takes long, so its words come only to chips that do not read yet. (Another count
# than all ones would be short, and would clear bits where data are due.) A chip that still erases
# or programs hears nothing: that is waited for.
proc nocturne_flash_reading {} {
    mww 0x30000000 0xffffffff 260
    for {set tries 0} {[nocturne_flash_deaf] && $tries < 10} {incr tries} {
        if { $tries > 0 } { sleep 500 }
        mww 0x30000000 0xffffffff [expr {$tries % 5 ? 260 : 65538}]
    }
}

# OpenOCD's driver wants the core halted.
proc nocturne_flash_begin {} {
    targets nocturne.0
    if { [nocturne.0 curstate] ne "halted" } { halt }
    nocturne_flash_reading
    flash probe nocturne.flash
    return
}

# pad: a chip's blocks may be larger than what is asked for.
proc nocturne_flash_erase {offset bytes} {
    global nocturne_unlock
    set base [dict get [lindex [flash list] 0] base]
    flash erase_address pad {*}$nocturne_unlock [expr {$base + $offset}] $bytes
}

proc nocturne_flash_write {file offset} { flash write_bank nocturne.flash $file $offset }
proc nocturne_flash_verify {file offset} {
    set failed [catch {flash verify_bank nocturne.flash $file $offset} what]
    if { [string match "*contents differ*" $what] } {
        error "the flash at [format 0x%06x $offset] does not read back as written"
    }
    if { $failed } { error $what }
}

proc nocturne_flash_end {} {
    targets nocturne.0
    if { [nocturne.0 curstate] eq "halted" } { resume }
}

proc nocturne_reset {} {
    targets nocturne.0
    reset run
}
