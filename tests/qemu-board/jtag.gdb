# SPDX-License-Identifier: BSD-2-Clause
# gdb-multiarch and two cores of a board that runs multicast.elf, through OpenOCD.
# check-jtag sets $first and $second, OpenOCD's ports, by functions.
set pagination off
set confirm off
set width 0
set remotetimeout 30
connect_first
monitor reset halt
maintenance flush register-cache
printf "START %x %d\n", $pc, $mhartid
break main
continue
backtrace
tbreak noc_init
continue
backtrace
printf "STEPPED %d\n", $minstret
stepi
printf "STEPPED %d\n", $minstret
delete
add-inferior -no-connection
inferior 2
connect_second
printf "SECOND %x %d\n", $pc, $mhartid
stepi 3
backtrace
printf "SECOND THREE STEPS ON %d\n", $minstret
thbreak main
continue
backtrace
printf "SECOND IN MAIN %d\n", $mhartid
detach
inferior 1
printf "FIRST %d\n", $mhartid
detach
quit
