#!/bin/sh
# database.sh TALON: talon does not replace a missing or empty database by a new one without a word.
set -eu
talon=$1
work=$(mktemp -d)
pid=
trap 'if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || :; fi; rm -rf "$work"' EXIT

fail() { echo "database.sh: $*" >&2; exit 1; }

# Nothing listens on port 1, so the daemon runs and tries to connect again and again.
mkdir -m 700 "$work/state" "$work/copies"
cat >"$work/conf" <<END
[talon]
database = $work/state/t.db
backup = $work/copies
control_socket = $work/control
[irc net]
host = 127.0.0.1
port = 1
tls = off
nick = talon
END

# Starts the daemon, waits until it answers, and ends it.
start() {
    rm -f "$work/control"
    "$talon" serve --config "$work/conf" "$@" >"$work/said" 2>&1 &
    pid=$!
    until "$talon" ctl --socket "$work/control" status >/dev/null 2>&1; do
        kill -0 "$pid" 2>/dev/null || fail "it ended: $(cat "$work/said")"
        sleep 0.1
    done
    kill "$pid"
    wait "$pid" || fail "it ended with $?: $(cat "$work/said")"
    pid=
}

says() { grep -q -e "$1" "$work/said" || fail "not '$1': $(cat "$work/said")"; }
says_not() { ! grep -q -e "$1" "$work/said" || fail "'$1': $(cat "$work/said")"; }

# The daemon must refuse to start, change nothing, and name the trace that it found.
refuses() {
    "$talon" serve --config "$work/conf" >"$work/said" 2>&1 && fail "it started: $(cat "$work/said")"
    says "$work/state/t.db is $1, but there is a trace of an earlier one: $2"
    says "talon restore --db $work/state/t.db"
    [ ! -s "$work/state/t.db" ] || fail "a database was made"
}

start
[ "$(head -n 1 "$work/said")" = "$("$talon" --version | head -n 1)" ] || fail "the first line: $(head -n 1 "$work/said")"
says "created a new database: $work/state/t.db"
says_not 'has no damage'
start
says_not 'created a new database'
# As if the daemon had crashed: the next start reads the database, and finds no damage.
: >"$work/state/t.db-lock"
start
says_not 'created a new database'

"$talon" backup --db "$work/state/t.db" "$work/copies/talon-2026-01-02.db" >/dev/null
"$talon" backup --db "$work/state/t.db" "$work/copies/talon-2026-01-03.db" >/dev/null
: >"$work/state/t.db"
refuses empty "$work/copies/talon-2026-01-03.db"
rm "$work/state/t.db"
refuses missing "$work/copies/talon-2026-01-03.db"
start --new-database
says "created a new database: $work/state/t.db"

# Other traces: the file before a restore, an older version's copy, a backup beside the database, a log without its
# database.
rm "$work/copies"/*.db
"$talon" backup --db "$work/state/t.db" "$work/copy" >/dev/null
rm "$work/state/t.db"*
for left in t.db.before-restore t.db.before-restore-2 t.db.v7 talon-2026-01-04.db t.db-wal; do
    cp "$work/copy" "$work/state/$left"
    refuses missing "$work/state/$left"
    rm "$work/state/$left"
done
# Files with other names are no traces.
: >"$work/state/t.db.version"
: >"$work/state/notes.db"
start
says 'created a new database'
