#!/bin/sh
# status.sh TALON: every command of the program has the exit statuses of talon(1).
set -eu
talon=$1
work=$(mktemp -d)
player=
trap 'exec 9>&-; [ -z "$player" ] || kill "$player" 2>/dev/null || true; rm -rf "$work"' EXIT

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

gives() { # gives STATUS ARGUMENT...: expects that exit status
    expected=$1
    shift
    status=0
    "$talon" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ "$status" = "$expected" ] || fail "talon $*: $status, not $expected: $(cat "$work/out" "$work/err")"
}

gives 64
gives 64 dance
gives 0 --version
gives 0 --help
commands=$(sed -nE 's/^  ([a-z-]+) .*/\1/p' "$work/out")
[ -n "$commands" ] || fail 'no commands'
for command in $commands; do
    gives 0 "$command" --help
    if [ ! -s "$work/out" ] || [ -s "$work/err" ]; then
        fail "talon $command --help is not on the standard output"
    fi
    gives 64 "$command" --dance
    [ -s "$work/err" ] || fail "talon $command --dance says nothing"
done

gives 78 serve --config "$work/none.conf"
gives 1 backup --db "$work/none.db" "$work/copy.db"
gives 1 check-db --db "$work/none.db"
gives 2 scenario "$work/none.scn"
gives 2 verify --transcript "$work/none.log"

# A database that another talon uses: status 75, try again later.
mkfifo "$work/words"
"$talon" play --lang en --db "$work/played.db" <"$work/words" >"$work/played" 2>&1 &
player=$!
exec 9>"$work/words"
printf '[talon]\ndatabase = %s\n[irc net]\nhost = irc.test\n' "$work/played.db" >"$work/conf"
tries=0
until grep -q 'cards each' "$work/played"; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail "no play: $(cat "$work/played")"
    sleep 0.1
done
gives 0 backup --db "$work/played.db" "$work/copy.db"
gives 75 restore --db "$work/played.db" "$work/copy.db"
gives 75 play --db "$work/played.db"
gives 75 serve --config "$work/conf"
gives 0 check-db --db "$work/played.db"
echo quit >&9
wait "$player"
player=
gives 0 restore --db "$work/played.db" "$work/copy.db"
