# SPDX-License-Identifier: BSD-2-Clause
# Sourced by the scripts here: one line per phase, long output into a log whose
# end is shown when a phase fails, and the cache.

NPROC=$(nproc 2>/dev/null || echo 2)
CACHE=${NOCTURNE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/nocturne}

die() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

say() {
	printf '==> %s\n' "$*"
}

# phase LOG "what is done" "how long it usually takes" command...
# The log keeps the output of all phases of one run, with the time each took. While the command
# runs, how far it is shows every second on a terminal, every ten seconds elsewhere.
# Ends the script if the command fails, with one line if it is known why.
phase() {
	local log=$1 what=$2 usual=$3 began=$SECONDS status watcher reason
	shift 3
	say "$what ($usual)"
	printf '\n### %s\n' "$what" >>"$log" 2>/dev/null || :
	show_progress "$log" "$what" 9>&- &
	watcher=$!
	set +e # else bash would ignore errors inside the command, if it is a function
	(set -e; "$@") >>"$log" 2>&1 </dev/null
	status=$?
	set -e
	kill $watcher
	wait $watcher 2>/dev/null || :
	progress_line ''
	reason=$(why_failed "$log")
	printf '### took %d s, exit status %d\n' $((SECONDS - began)) "$status" >>"$log" 2>/dev/null || :
	[ "$status" -eq 0 ] && return
	[ -z "$reason" ] || die "$reason"
	printf '\nFailed: %s. The end of %s:\n\n' "$what" "$log" >&2
	tail -n 30 "$log" >&2
	exit 1
}

# LOG: the words of a script that ended by die(), or of a disk that is full.
why_failed() {
	if tail -n 1 "$1" | grep -qE '^(fetch-source|build-[a-z]+|setup): '; then
		tail -n 1 "$1" | sed 's/^[a-z-]*: //'
	elif grep -qiE 'no space left on device|disk quota exceeded' "$1" || [ "$(free_mb "$CACHE")" -eq 0 ]; then
		echo "a disk is full, that of $CACHE or of ${TMPDIR:-/tmp}: make room, or name another cache by NOCTURNE_CACHE= ($1 says more)"
	fi
}

# LOG WHAT: until it is killed, or the script that began it is no more.
show_progress() {
	local began=$SECONDS shown=$SECONDS first
	first=$(($(wc -l <"$1") + 1))
	while sleep 1 >/dev/null 2>&1 </dev/null && kill -0 $$ 2>/dev/null; do
		if [ -t 1 ] || [ -n "${NOCTURNE_PROGRESS:-}" ] || [ $((SECONDS - shown)) -ge 10 ]; then
			shown=$SECONDS
			progress_line "$2$(steps_done "$1" "$first"), $((SECONDS - began)) s"
		fi
	done
}

# LOG FIRST-LINE: how many steps of ninja are done, or how many files make has compiled.
steps_done() {
	tail -n "+$2" "$1" | awk '/^\[[0-9]+\/[0-9]+\]/ { steps = " " $1 } /gcc .* -c / { files++ }
		END { print steps ? steps : files ? ", " files " files compiled" : "" }'
}

# TEXT: rewrites the terminal's last line; elsewhere a line of its own. scripts/test-all, which has a
# line for all, names a directory to leave it in.
progress_line() {
	local file=${NOCTURNE_PROGRESS:-}/${0##*/}.progress
	if [ -n "${NOCTURNE_PROGRESS:-}" ]; then
		if [ -n "$1" ]; then echo "$1" >"$file"; else rm -f "$file"; fi
	elif [ -t 1 ]; then
		printf '\r\033[K%s' "$1"
	elif [ -n "$1" ]; then
		printf '    %s\n' "$1"
	fi
}

# What is built there does not build below a path with blanks or colons: QEMU's configure refuses it.
check_cache_path() {
	[[ ! $CACHE =~ [[:space:]:] ]] ||
		die "the cache '$CACHE' has a blank or a colon in its path, where QEMU does not build: name another one by NOCTURNE_CACHE="
}

# source_of PACKAGE: its line of scripts/sources, in source_version, source_name, source_sum and
# source_variable.
source_of() {
	local package
	while IFS=$'\t' read -r package source_version source_name source_sum source_variable; do
		[ "$package" != "$1" ] || return 0
	done <"$(dirname "${BASH_SOURCE[0]}")/sources"
	die "$1 has no line in scripts/sources"
}

# open_cache NAME: makes the cache and holds its lock until this shell ends, so
# that two builds never share a tree. Leaves the path of a fresh log in $LOG.
open_cache() {
	check_cache_path
	mkdir -p "$CACHE/logs" || die "cannot write the cache $CACHE; name another one by NOCTURNE_CACHE="
	[ -w "$CACHE" ] || die "cannot write the cache $CACHE; name another one by NOCTURNE_CACHE="
	exec 9>"$CACHE/$1.lock"
	if ! flock --nonblock 9; then
		say "waiting for another build that uses $CACHE"
		flock 9
	fi
	LOG=$CACHE/logs/$1.log
	: >"$LOG"
}

free_mb() {
	df -Pk "$1" | awk 'NR == 2 { print int($4 / 1000) }'
}

# need_room DIRECTORY MB: ends the script where fewer are free.
need_room() {
	local free
	free=$(free_mb "$1")
	[ "$free" -ge "$2" ] ||
		die "$1 has $free MB free, and $2 MB are needed: make room, or name another cache by NOCTURNE_CACHE="
}

# has_sha256 FILE SUM: false also where there is no file.
has_sha256() {
	[ "$(sha256sum "$1" 2>/dev/null | cut -d' ' -f1)" = "$2" ]
}

# check_sha256 FILE SUM ORIGIN
check_sha256() {
	local sum
	sum=$(sha256sum <"$1") || die "cannot read $1"
	sum=${sum%% *}
	[ "$sum" = "$2" ] || die "$1 has SHA-256 $sum; wanted is $2, $3"
}

# check_source PACKAGE FILE: FILE, which was named by hand, is the tarball of scripts/sources, or has
# the SHA-256 that QEMU_SHA256= or its like names, for another version.
check_source() {
	local sum=${1^^}_SHA256
	source_of "$1"
	[ -r "$2" ] || die "$source_variable=$2: cannot read it"
	check_sha256 "$2" "${!sum:-$source_sum}" \
		"$source_name of Debian's source package $1; $sum= names that of another version"
}

# hash_of: the SHA-256 of standard input, first 16 digits: names a cache entry.
hash_of() {
	sha256sum | cut -c1-16
}

# prune KEEP PATTERN...: of the cache entries that match, removes all but the
# most lately used.
prune() {
	local keep=$1
	shift
	ls -1dt -- "$@" 2>/dev/null | tail -n "+$((keep + 1))" | xargs -r -d '\n' rm -rf --
}
