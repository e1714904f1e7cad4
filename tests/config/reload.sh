#!/bin/sh
# reload.sh TALON UNIT...: runs the units' ExecReload as systemd does. It fails if the daemon refuses the file.
set -eu
talon=$1
shift
work=$(mktemp -d)
pid=
trap 'if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || :; fi; rm -rf "$work"' EXIT

fail() { echo "reload.sh: $*" >&2; exit 1; }

for unit; do
    grep -qx 'ExecReload=talon ctl reload' "$unit" || fail "$unit has no ExecReload=talon ctl reload"
done

# configure LINES...: writes a configuration. Nothing listens on port 1, so the daemon runs and tries to connect again.
configure() {
    printf '[talon]\ndatabase = %s/t.db\n' "$work" >"$work/conf"
    printf '%s\n' "$@" '[irc net]' 'host = 127.0.0.1' 'port = 1' 'tls = off' 'nick = talon' >>"$work/conf"
}
mkdir -m 700 "$work/run"

# start WORD: starts the daemon, and waits until its log has the word.
start() {
    : >"$work/log" # without the lines of the daemon before
    RUNTIME_DIRECTORY=$work/run "$talon" serve --config "$work/conf" >"$work/log" 2>&1 &
    pid=$!
    until grep -q -e "$1" "$work/log"; do
        kill -0 "$pid" 2>/dev/null || fail "it ended: $(cat "$work/log")"
        sleep 0.1
    done
}

# reload STATUS
reload() {
    status=0
    RUNTIME_DIRECTORY=$work/run MAINPID=$pid "$talon" ctl reload >"$work/said" 2>&1 || status=$?
    [ "$status" = "$1" ] || fail "a reload ended with $status: $(cat "$work/said")"
    kill -0 "$pid" || fail "the daemon ended: $(cat "$work/log")"
}

configure
start 'talon ctl works'
reload 0
configure 'colour = red'
reload 1
grep -q "colour" "$work/said" || fail "it did not say why: $(cat "$work/said")"
configure 'turn_limit = 100'
reload 0
kill "$pid"
wait "$pid" || fail "it ended with $?"

# Without a control socket, a signal tells the daemon.
configure 'control_socket = off'
start 'cannot connect'
reload 0
grep -q SIGHUP "$work/said" || fail "no word of the signal: $(cat "$work/said")"
until grep -q 'reloaded; changes' "$work/log"; do
    kill -0 "$pid" || fail "the daemon ended: $(cat "$work/log")"
    sleep 0.1
done
kill "$pid"
wait "$pid" || fail "it ended with $?"
pid=

# A unit reloads only its own daemon, not that of another unit.
status=0
RUNTIME_DIRECTORY=$work/run "$talon" ctl reload >"$work/said" 2>&1 || status=$?
[ "$status" = 1 ] || fail "without a daemon: $status: $(cat "$work/said")"
