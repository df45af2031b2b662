# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by the checks below tests/, as: . lib.sh "$@". Parts, verdicts, waiting for what is to
# happen, boards that are kept up and OpenOCD behind them.
#
# usage of such a check: CHECK BUILD-DIRECTORY [PART...]
#
# Its parts are its functions check_PART, test_PART and deep_PART (mk/checks.mk says which of them
# run when); each runs alone, beside all others, and prints "ok NAME" or "FAILED NAME" for all that
# it has looked at. Without PART all run.
#
# A check must not depend on how fast its host is. It waits for what is to happen, never for a time
# in which that should have happened, and compares cycles of the board, never seconds. LIMIT_S is
# for what hangs: nothing that works takes nearly so long, on a slow and busy host either. By
# TEST_DEEP=1 it is five times as long (mk/checks.mk).

LIMIT_S=${LIMIT_S:-240}
build=$(cd "$1" && pwd) noct=$build/noct
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd) boards=$top/boards self=$(realpath "$0")
shift
scratch=$(mktemp -d)
export XDG_RUNTIME_DIR=$scratch/runtime # whatever boards the user has up are not ours
mkdir -m 700 "$XDG_RUNTIME_DIR"
unset COLUMNS # the width of a terminal, up to which noct may print
failed=0 board='' openocd=''
trap 'kill $board $openocd 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT

# [PART...]: these parts, or all.
run_parts() {
	local part
	[ $# -gt 0 ] || set -- $(sed -nE 's/^(check|test|deep)_([a-z0-9_]+)\(\).*/\2/p' "$self")
	for part; do
		if declare -F "check_$part" >/dev/null; then
			"check_$part"
		elif declare -F "test_$part" >/dev/null; then
			"test_$part"
		else
			"deep_$part"
		fi
	done
}

# STATUS NAME [FILE...]: 0 is good. Of a check that failed, the ends of these files are shown, or
# of all that the functions here write.
verdict() {
	local status=$1 name=${2// /-} file
	shift 2
	if [ "$status" -eq 0 ]; then
		echo "ok $name"
		return
	fi
	echo "FAILED $name"
	failed=$((failed + 1))
	[ $# -gt 0 ] || set -- "$scratch"/{out,err,board,board.err,openocd}
	for file; do
		[ -s "$file" ] || continue
		{ grep -v '^ok ' "$file" | tail -n 20 || true; } | cut -c1-600 | sed "s/^/    ${file##*/}: /"
	done
}

# COUNT: as many of so many random or repeated things as TEST_BUDGET, in percent, allows; one at least.
share() {
	local count=$(($1 * ${TEST_BUDGET:-100} / 100))
	echo $((count > 0 ? count : 1))
}

skipped() { # NAME REASON
	echo "SKIPPED $1: $2"
}

# --- noct ------------------------------------------------------------------

# ARGUMENTS...: noct, what it says in out and err.
asks() {
	timeout "$LIMIT_S" "$noct" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
}

# STATUS PATTERN ARGUMENTS...: noct refuses with this status, nothing on standard output and one
# line, which has PATTERN, on standard error.
refuses() {
	local status=$1 pattern=$2
	shift 2
	asks "$@"
	[ $? -eq "$status" ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/err")" -eq 1 ] &&
		grep -qE -- "$pattern" "$scratch/err" && nothing_left
	verdict $? "refuses-$(name_of "$@")"
}

# STATUS PATTERN ARGUMENTS...: noct ends with this status and PATTERN on standard output.
answers() {
	local status=$1 pattern=$2
	shift 2
	asks "$@"
	[ $? -eq "$status" ] && grep -qE -- "$pattern" "$scratch/out" && nothing_left
	verdict $? "answers-$(name_of "$@")"
}

# Whether refusals and answers have left nothing behind, for whom it can be told.
nothing_left() {
	true
}

name_of() { # ARGUMENTS...
	echo "$*" | sed "s|$scratch/||g" | tr -cs 'a-zA-Z0-9' '-' | cut -c1-90
}

# --- waiting ---------------------------------------------------------------

# COMMAND...: until it is true. False: it is not even after LIMIT_S, or the board has gone.
until_true() {
	local end=$((SECONDS + LIMIT_S))
	until "$@"; do
		if [ $SECONDS -ge $end ] || { [ -n "$board" ] && gone "$board"; }; then
			"$@" # its last words
			return
		fi
		sleep 0.02
	done
}

# FILE PATTERN: until the file has such a line.
until_there() {
	until_true grep -qs -- "$2" "$1"
}

gone() { # PID
	! kill -0 "$1" 2>/dev/null
}

# PID FILE PATTERN: until the file has such a line, or this process has ended without it.
until_said() {
	until_true said_or_gone "$@"
	grep -qs -- "$3" "$2"
}

said_or_gone() { # PID FILE PATTERN
	grep -qs -- "$3" "$2" || gone "$1"
}

# PID: until this child has ended, whose exit status it returns; it is killed if it does not.
ends() {
	{ # the shell has a word of its own for who was killed
		board='' until_true gone "$1" || kill -KILL "$1"
		[ "$1" != "$board" ] || board=''
		wait "$1"
	} 2>/dev/null
}

# PID: ends it so that it tidies up. (What a script starts in the background is deaf to Ctrl-C.)
stop() {
	[ -n "$1" ] || return 0
	kill -TERM "$1" 2>/dev/null
	ends "$1"
	[ $? -ne 137 ] || verdict 1 "what is stopped ends within $LIMIT_S s"
}

# --- boards, and OpenOCD ---------------------------------------------------

# FLAGS...: a board that noct board keeps up: $board, its ports $gdb and $console, the file $jtag, its words
# in $scratch/board and board.err. False: there is none.
start_board() {
	: >"$scratch/board" # now: not what the last one said
	"$noct" board --json --gdb "$@" >"$scratch/board" 2>"$scratch/board.err" &
	board=$!
	until_said $board "$scratch/board" '"nodes":'
	gdb=$(port_of gdb) jtag=$(sed -n 's/.*"jtag_socket":"\([^"]*\)".*/\1/p' "$scratch/board") console=$(port_of console)
	[ -n "$gdb" ]
}

port_of() { # KEY
	sed -n 's/.*"'"$1"'":\([0-9]*\).*/\1/p' "$scratch/board"
}

# A port of this host that nobody has.
free_port() {
	python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

stop_board() {
	stop "$board"
}

# Until so many of its runs have ended: 1, or COUNT.
until_ended() {
	until_true ended_often "${1:-1}"
}

ended_often() {
	[ "$(grep -c 'cores have ended' "$scratch/board.err")" -ge "$1" ]
}

# [SETTINGS]: an OpenOCD behind the board's JTAG: $openocd, its ports $tcl and, if SETTINGS do not
# say otherwise, $server for gdb; its words in $scratch/openocd.
start_openocd() {
	: >"$scratch/openocd"
	openocd -c "set PORT $jtag; gdb_port 0; tcl_port 0; telnet_port disabled; ${1:-}" \
		-f "$boards/emu.cfg" >"$scratch/openocd" 2>&1 &
	openocd=$!
	# The last thing before it is ready.
	until_said $openocd "$scratch/openocd" 'for gdb connections\|gdb port disabled'
	tcl=$(sed -n 's/.*on port \([0-9]*\) for tcl.*/\1/p' "$scratch/openocd")
	server=$(sed -n 's/.*on port \([0-9]*\) for gdb.*/\1/p' "$scratch/openocd" | head -n 1)
	[ -n "$tcl" ]
}

stop_openocd() {
	stop "$openocd"
	openocd=''
}

# COMMAND: what OpenOCD says to it.
tells_openocd() {
	local answer
	{
		printf '%s\x1a' "$1" >&3
		read -r -t "$LIMIT_S" -d $'\x1a' answer <&3
		echo "$answer"
	} 3<>"/dev/tcp/127.0.0.1/$tcl"
}
