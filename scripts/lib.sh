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
# The log keeps the output of all phases of one run, with the time each took.
# Ends the script if the command fails.
phase() {
	local log=$1 what=$2 usual=$3 began=$SECONDS status
	shift 3
	say "$what ($usual)"
	printf '\n### %s\n' "$what" >>"$log"
	set +e # else bash would ignore errors inside the command, if it is a function
	(set -e; "$@") >>"$log" 2>&1 </dev/null
	status=$?
	set -e
	printf '### took %d s, exit status %d\n' $((SECONDS - began)) "$status" >>"$log"
	[ "$status" -eq 0 ] && return
	printf '\nFailed: %s. The end of %s:\n\n' "$what" "$log" >&2
	tail -n 30 "$log" >&2
	exit 1
}

# open_cache NAME: makes the cache and holds its lock until this shell ends, so
# that two builds never share a tree. Leaves the path of a fresh log in $LOG.
open_cache() {
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

# check_sha256 FILE SUM ORIGIN
check_sha256() {
	local sum
	sum=$(sha256sum <"$1") || die "cannot read $1"
	sum=${sum%% *}
	[ "$sum" = "$2" ] || die "$1 has SHA-256 $sum; wanted is $2, $3"
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
