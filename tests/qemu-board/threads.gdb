# SPDX-License-Identifier: BSD-2-Clause
# gdb-multiarch and all four cores of a board that runs multicast.elf, as threads of one target of
# OpenOCD's (TOGETHER 1). check-jtag sets its port by connect_first.
set pagination off
set confirm off
set width 0
set remotetimeout 30
connect_first
monitor reset halt
maintenance flush register-cache
break main
continue
delete
thread apply all -q -ascending printf "CORE %d AT %x\n", $mhartid, $pc
thread 3
printf "STEPPED %d\n", $minstret
stepi
printf "STEPPED %d\n", $minstret
printf "STEPPED CORE %d\n", $mhartid
detach
quit
